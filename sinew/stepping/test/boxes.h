// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/stepping/test/grounds.h>

#include <algorithm>

namespace sinew::testing {

/// Boxes that touch one another and the plane z = 0: where, as test data. Faces are clipped by faces; of edges, points.
class Boxes final : public TouchFinder {
public:
    struct Box {
        int node;
        Vec3 half;
    };
    std::vector<Box> boxes;
    double mu = 0.5, restitution = 0;
    double margin = 0.05;
    double cell = 1;  ///< boxes whose centres are farther apart than this in x, y or z do not meet

    void find(const System& system, const State& state, const SpatialVelocity*, double,
              std::vector<TouchPoint>& out) override {
        const PositionT<double> x = positions(system, state);
        order_.resize(boxes.size());
        for (std::size_t i = 0; i < boxes.size(); ++i) order_[i] = i;
        std::sort(order_.begin(), order_.end(), [&](std::size_t a, std::size_t b) {
            const double pa = x.X_WB[boxes[a].node].p.x, pb = x.X_WB[boxes[b].node].p.x;
            return pa != pb ? pa < pb : a < b;
        });
        for (std::size_t i = 0; i < boxes.size(); ++i) {
            const Transform& X = x.X_WB[boxes[i].node];
            for (int k = 0; k < 8; ++k) {
                const Vec3 p = X * corner(boxes[i].half, k);
                if (p.z < margin)
                    out.push_back({0,
                                   boxes[i].node,
                                   {p.x, p.y, 0.5 * p.z},
                                   {0, 0, 1},
                                   p.z,
                                   (i + 1) << 40 | size(k),
                                   mu,
                                   mu,
                                   0,
                                   restitution});
            }
        }
        for (std::size_t m = 0; m < order_.size(); ++m)
            for (std::size_t n = m + 1; n < order_.size(); ++n) {
                const std::size_t i = std::min(order_[m], order_[n]), j = std::max(order_[m], order_[n]);
                const Transform &A = x.X_WB[boxes[i].node], &B = x.X_WB[boxes[j].node];
                const Vec3 d = B.p - A.p;
                if (std::abs(d.x) > cell) break;
                if (std::abs(d.y) < cell && std::abs(d.z) < cell) meet(i, A, j, B, out);
            }
    }

private:
    std::vector<std::size_t> order_;
    std::vector<Vec3> polygon_, clipped_;

    static Vec3 corner(const Vec3& half, int k) {
        return {k & 1 ? half.x : -half.x, k & 2 ? half.y : -half.y, k & 4 ? half.z : -half.z};
    }
    static double reach(const Vec3& half, const Transform& X, const Vec3& n) {
        return half.x * std::abs(dot(n, X.R.x)) + half.y * std::abs(dot(n, X.R.y)) +
               half.z * std::abs(dot(n, X.R.z));
    }

    void meet(std::size_t i, const Transform& A, std::size_t j, const Transform& B,
              std::vector<TouchPoint>& out) {
        const Vec3 &a = boxes[i].half, &b = boxes[j].half, d = B.p - A.p;
        const auto axis = [](const Transform& X, int k) { return k == 0 ? X.R.x : k == 1 ? X.R.y : X.R.z; };
        double best = -1e9;
        int which = -1;
        Vec3 n{};
        const auto attempt = [&](Vec3 direction, int number, double favour) {
            const double length = norm(direction);
            if (length < 1e-6) return;
            direction = direction / length;
            if (dot(direction, d) < 0) direction = -direction;
            const double gap = dot(direction, d) - reach(a, A, direction) - reach(b, B, direction);
            if (gap - favour > best) best = gap - favour, which = number, n = direction;
        };
        for (int k = 0; k < 3; ++k) attempt(axis(A, k), k, 0);
        for (int k = 0; k < 3; ++k) attempt(axis(B, k), 3 + k, 1e-4);
        for (int k = 0; k < 9; ++k) attempt(cross(axis(A, k / 3), axis(B, k % 3)), 6 + k, 1e-3);
        if (best > margin) return;
        const std::uint64_t pair = (i + 1) << 40 | (j + 1) << 16 | size(which) << 8;
        if (which >= 6) {
            const auto point = [&](const Transform& X, const Vec3& half, const Vec3& towards, int along) {
                Vec3 p = X.p;
                for (int k = 0; k < 3; ++k)
                    if (k != along) p += (dot(axis(X, k), towards) > 0 ? 1.0 : -1.0) * half[k] * axis(X, k);
                return p;
            };
            const int e = (which - 6) / 3, f = (which - 6) % 3;
            const Vec3 p = point(A, a, n, e), q = point(B, b, -n, f), u = axis(A, e), v = axis(B, f),
                       w = q - p;
            const double uv = dot(u, v), det = 1 - uv * uv, s = (dot(u, w) - uv * dot(v, w)) / det,
                         t = (uv * dot(u, w) - dot(v, w)) / det;
            out.push_back({boxes[i].node, boxes[j].node, 0.5 * ((p + s * u) + (q + t * v)), n,
                           dot(n, (q + t * v) - (p + s * u)), pair, mu, mu, 0, restitution});
            return;
        }
        // The face of one box, and the one of the other that looks at it most.
        const bool first = which < 3;
        const Transform &F = first ? A : B, &G = first ? B : A;
        const Vec3 &f = first ? a : b, &g = first ? b : a, m = first ? n : -n;  // out of F
        const int k = which % 3;
        int facing = 0;
        for (int c = 1; c < 3; ++c)
            if (std::abs(dot(axis(G, c), m)) > std::abs(dot(axis(G, facing), m))) facing = c;
        const Vec3 centre = G.p - (dot(axis(G, facing), m) > 0 ? 1.0 : -1.0) * g[facing] * axis(G, facing);
        const int c1 = (facing + 1) % 3, c2 = (facing + 2) % 3;
        const Vec3 e1 = g[c1] * axis(G, c1), e2 = g[c2] * axis(G, c2);
        polygon_ = {centre + e1 + e2, centre - e1 + e2, centre - e1 - e2, centre + e1 - e2};
        for (int c = 0; c < 3; ++c) {
            if (c == k) continue;
            for (const double side : {1.0, -1.0}) {
                const Vec3 edge = side * axis(F, c);
                const double limit = dot(edge, F.p) + f[c];
                clipped_.clear();
                for (std::size_t v = 0; v < polygon_.size(); ++v) {
                    const Vec3 &p = polygon_[v], &q = polygon_[(v + 1) % polygon_.size()];
                    const double dp = dot(edge, p) - limit, dq = dot(edge, q) - limit;
                    if (dp <= 0) clipped_.push_back(p);
                    if ((dp < 0) != (dq < 0) && dp != dq) clipped_.push_back(p + (dp / (dp - dq)) * (q - p));
                }
                polygon_.swap(clipped_);
            }
        }
        const double top = dot(m, F.p) + f[k];
        for (std::size_t v = 0; v < polygon_.size(); ++v) {
            const double gap = dot(m, polygon_[v]) - top;
            if (gap < margin)
                out.push_back({boxes[i].node, boxes[j].node, polygon_[v] - 0.5 * gap * m, n, gap, pair | v,
                               mu, mu, 0, restitution});
        }
    }
};

}  // namespace sinew::testing
