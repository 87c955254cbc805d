// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/at.h>
#include <sinew/base/wide_kernel.h>
#include <sinew/batch/newton_lanes.h>
#include <sinew/dynamics/hinge.h>

namespace sinew {

template <int lanes>
NewtonMemory<lanes>::NewtonMemory(const Tree& tree, const Pulls& pulls)
    : target(pulls.stations.size()),
      weight(pulls.stations.size()),
      target_q(pulls.coordinates.size()),
      weight_q(pulls.coordinates.size()),
      miss(pulls.stations.size()),
      body(at(tree.size())),
      K_B_W(at(tree.size())),
      force(at(tree.size())),
      sum(at(tree.size())),
      virial(3 * at(tree.size())),
      end(at(tree.size())),
      columns(6 * at(tree.nu)),
      slope(at(tree.nu)),
      step(at(tree.nu)),
      D_inv(at(tree.nu)),
      H(at(tree.nu) * at(tree.nu)) {}
template struct NewtonMemory<4>;
template struct NewtonMemory<8>;

namespace {

constexpr double damping = 1e-9;        // of the largest curvature: decides what nothing else decides
constexpr double not_worth_it = 1e-14;  // of the misfit

/// Stations are point masses: JᵀWJ is the mass matrix of a tree of such bodies (11.4).
template <int lanes>
void weigh(const Pulls& pulls, NewtonMemory<lanes>& m) {
    using T = PackT<lanes>;
    for (BodyConstantsT<T>& body : m.body) body.M_B = {};
    for (std::size_t i = 0; i < pulls.stations.size(); ++i) {
        const Vec3& s = pulls.stations[i].p_M;
        const T w = m.weight[i];
        m.body[at(pulls.stations[i].node)].M_B +=
            {w,
             {w * T(s.x), w * T(s.y), w * T(s.z)},
             {w * T(s.y * s.y + s.z * s.z), w * T(s.x * s.x + s.z * s.z), w * T(s.x * s.x + s.y * s.y),
              w * T(-s.x * s.y), w * T(-s.x * s.z), w * T(-s.y * s.z)}};
    }
}

/// What the goals pull with on each body, and Σ r fᵀ; returns ½ Σ w r².
template <int lanes>
PackT<lanes> pull(const PositionT<PackT<lanes>>& x, const PackT<lanes>* q, const Pulls& pulls,
                  NewtonMemory<lanes>& m) {
    using T = PackT<lanes>;
    for (SpatialForceT<T>& F : m.force) F = {};
    for (Vec3T<T>& row : m.virial) row = {};
    T value(0.0);
    for (std::size_t i = 0; i < pulls.stations.size(); ++i) {
        const auto [node, p_M] = pulls.stations[i];
        const TransformT<T>& X = x.X_WB[node];
        const Vec3T<T> p = X.R * Vec3T<T>{T(p_M.x), T(p_M.y), T(p_M.z)}, r = X.p + p - m.target[i];
        const Vec3T<T> f = m.weight[i] * r;
        m.miss[i] = dot(r, r);
        value += m.weight[i] * m.miss[i];
        m.force[at(node)] += {cross(p, f), f};
        Vec3T<T>* K = &m.virial[3 * at(node)];
        K[0] += p.x * f, K[1] += p.y * f, K[2] += p.z * f;
    }
    for (std::size_t i = 0; i < pulls.coordinates.size(); ++i) {
        const T r = q[pulls.coordinates[i].q] - m.target_q[i];
        value += m.weight_q[i] * r * r;
    }
    return T(0.5) * value;
}

/// ∂f/∂u (11.3): mobility forces of springs to the targets.
template <int lanes>
void find_slope(const Tree& tree, const PositionT<PackT<lanes>>& x, NewtonMemory<lanes>& m) {
    using T = PackT<lanes>;
    for (int B = 0; B < tree.size(); ++B) m.sum[at(B)] = m.force[at(B)];
    for (int B = tree.size() - 1; B > 0; --B) {
        const Node& node = tree[B];
        const SpatialForceT<T> z = m.sum[at(B)];
        with_mobilities(node, [&]<int n, bool turns> {
            for (int i = node.u; i < node.u + n; ++i) m.slope[at(i)] = hinge_dot<turns>(x.H_W[i], z);
        });
        m.sum[at(node.parent)] += shift_inward(z, x.p_PB_W[B]);
    }
}

/// Adds the curvature of the stations' paths (11.15) to H below its diagonal.
template <int lanes>
void bend(const Tree& tree, const PositionT<PackT<lanes>>& x, NewtonMemory<lanes>& m) {
    using T = PackT<lanes>;
    const std::ptrdiff_t n = tree.nu;
    for (int B = tree.size() - 1; B > 0; --B) {
        const Node& node = tree[B];
        const Vec3T<T> F = m.force[at(B)].f, p = x.p_PB_W[B];
        const Vec3T<T>* K = &m.virial[3 * at(B)];
        const T trace = K[0].x + K[1].y + K[2].z;
        const bool at_once = node.nq > node.nu;
        for (int j = node.u; j < node.u + node.nu; ++j) {
            const SpatialVelocityT<T>& H = x.H_W[j];
            const Vec3T<T> turned{dot(K[0], H.w), dot(K[1], H.w), dot(K[2], H.w)};
            const Vec3T<T> h = cross(H.v, F) + turned - trace * H.w;
            const bool slides = are_zero(H.w.x, H.w.y, H.w.z);
            T* row = m.H.data() + j * n;
            for (int i = node.u; i < node.u + node.nu; ++i) {
                if (slides) break;
                const T s = dot(x.H_W[i].w, h);
                if (!at_once && i <= j) row[i] += s;
                else if (at_once && i <= j) row[i] += T(i == j ? 1.0 : 0.5) * s;
                else if (at_once) m.H[at(i * n + j)] += T(0.5) * s;
            }
            for (int A = node.parent; A > 0; A = tree[A].parent)
                for (int i = tree[A].u; i < tree[A].u + tree[A].nu; ++i) row[i] += dot(x.H_W[i].w, h);
        }
        m.force[at(node.parent)].f += F;
        Vec3T<T>* onto = &m.virial[3 * at(node.parent)];
        onto[0] += K[0] + p.x * F, onto[1] += K[1] + p.y * F, onto[2] += K[2] + p.z * F;
    }
}

/// H step = −slope by H = Lᵀ D L, which has no numbers but where two speeds are on one way to the base (20.8).
template <int lanes>
WhereT<lanes> solve(const Tree& tree, const Pulls& pulls, NewtonMemory<lanes>& m) {
    using T = PackT<lanes>;
    const std::ptrdiff_t n = tree.nu;
    T stiffest(0.0);
    for (std::ptrdiff_t k = 0; k < n; ++k)
        stiffest += T(pulls.unit[at(k)] * pulls.unit[at(k)]) * m.H[at(k * n + k)];
    WhereT<lanes> has_bottom = exceeds(stiffest, T(0.0));
    for (std::ptrdiff_t k = n - 1; k >= 0; --k) {
        const double unit = pulls.unit[at(k)];
        m.step[at(k)] = -m.slope[at(k)];
        if (unit == 0) continue;
        T* row = m.H.data() + k * n;
        const T pivot = row[k] + T(damping / (unit * unit)) * stiffest;
        has_bottom &= exceeds(pivot, T(0.0));
        m.D_inv[at(k)] = T(1.0) / pivot;
        for (int i = pulls.above[at(k)]; i >= 0; i = pulls.above[at(i)]) {
            const T share = row[i] * m.D_inv[at(k)];
            T* other = m.H.data() + i * n;
            for (int j = i; j >= 0; j = pulls.above[at(j)]) other[j] -= share * row[j];
            row[i] = share;
        }
    }
    for (std::ptrdiff_t k = n - 1; k >= 0; --k) {
        if (pulls.unit[at(k)] == 0) continue;
        for (int i = pulls.above[at(k)]; i >= 0; i = pulls.above[at(i)])
            m.step[at(i)] -= m.H[at(k * n + i)] * m.step[at(k)];
    }
    for (std::ptrdiff_t k = 0; k < n; ++k) {
        T& s = m.step[at(k)];
        if (pulls.unit[at(k)] == 0) {
            s = T(0.0);
            continue;
        }
        s = s * m.D_inv[at(k)];
        for (int i = pulls.above[at(k)]; i >= 0; i = pulls.above[at(i)])
            s -= m.H[at(k * n + i)] * m.step[at(i)];
    }
    return has_bottom;
}

template <int lanes>
void take_step(const Tree& tree, const PositionT<PackT<lanes>>& x, const PackT<lanes>* q, const Pulls& pulls,
               double accuracy, bool bent, NewtonMemory<lanes>& m, NewtonStep<lanes>& out) {
    using T = PackT<lanes>;
    const std::ptrdiff_t n = tree.nu;
    if (bent) bend(tree, x, m);
    for (std::size_t i = 0; i < pulls.coordinates.size(); ++i) {
        const PulledCoordinate& one = pulls.coordinates[i];
        m.slope[at(one.u)] += m.weight_q[i] * (q[one.q] - m.target_q[i]);
        m.H[at(one.u * (n + 1))] += m.weight_q[i];
    }
    out.has_bottom = solve(tree, pulls, m);
    out.is_short = true;
    WhereT<lanes> far = false;
    T gain(0.0);
    for (std::ptrdiff_t k = 0; k < n; ++k) {
        const double unit = pulls.unit[at(k)];
        if (unit == 0) continue;
        const T s = m.step[at(k)], square = s * s;
        gain -= m.slope[at(k)] * s;
        out.is_short &= exceeds(T(unit * unit), square);
        far.v |= exceeds(square, T(accuracy * accuracy * unit * unit)).v;
    }
    out.promised = T(0.5) * gain;
    const WhereT<lanes> worth = exceeds(out.promised, T(not_worth_it) * out.value);
    out.has_settled = WhereT<lanes>(typename WhereT<lanes>::Wholes(~(far.v & worth.v)));
}

template <int lanes>
void pull_and_slope(const Tree& tree, const PositionT<PackT<lanes>>& x, const PackT<lanes>* q,
                    const Pulls& pulls, NewtonMemory<lanes>& m, NewtonStep<lanes>& out) {
    out.value = pull(x, q, pulls, m);
    find_slope(tree, x, m);
}

SINEW_KERNEL void pull_four(const Tree& tree, const PositionT<PackT<4>>& x, const PackT<4>* q,
                            const Pulls& pulls, NewtonMemory<4>& m, NewtonStep<4>& out) {
    pull_and_slope(tree, x, q, pulls, m, out);
}
SINEW_WIDE_KERNEL void pull_eight(const Tree& tree, const PositionT<PackT<8>>& x, const PackT<8>* q,
                                  const Pulls& pulls, NewtonMemory<8>& m, NewtonStep<8>& out) {
    pull_and_slope(tree, x, q, pulls, m, out);
}
SINEW_KERNEL void step_of_four(const Tree& tree, const PositionT<PackT<4>>& x, const PackT<4>* q,
                               const Pulls& pulls, double accuracy, bool bent, NewtonMemory<4>& m,
                               NewtonStep<4>& out) {
    take_step(tree, x, q, pulls, accuracy, bent, m, out);
}
SINEW_WIDE_KERNEL void step_of_eight(const Tree& tree, const PositionT<PackT<8>>& x, const PackT<8>* q,
                                     const Pulls& pulls, double accuracy, bool bent, NewtonMemory<8>& m,
                                     NewtonStep<8>& out) {
    take_step(tree, x, q, pulls, accuracy, bent, m, out);
}

template <int lanes>
void find_matrix(const Tree& tree, PositionT<PackT<lanes>> x, NewtonMemory<lanes>& m) {
    x.body = m.body.data();
    x.shared = nullptr;
    x.armature = nullptr;
    mass_matrix(tree, x, CompositeT<PackT<lanes>>{m.K_B_W.data(), m.columns.data(), m.end.data()},
                m.H.data());
}

}  // namespace

template <>
void weigh_goals(const Pulls& pulls, NewtonMemory<4>& memory) {
    weigh(pulls, memory);
}
template <>
void weigh_goals(const Pulls& pulls, NewtonMemory<8>& memory) {
    weigh(pulls, memory);
}

template <>
NewtonStep<4> newton_step(const Tree& tree, const PositionT<PackT<4>>& x, const PackT<4>* q,
                          const Pulls& pulls, double accuracy, bool bent, NewtonMemory<4>& memory) {
    NewtonStep<4> out;
    pull_four(tree, x, q, pulls, memory, out);
    find_matrix(tree, x, memory);
    step_of_four(tree, x, q, pulls, accuracy, bent, memory, out);
    return out;
}
template <>
NewtonStep<8> newton_step(const Tree& tree, const PositionT<PackT<8>>& x, const PackT<8>* q,
                          const Pulls& pulls, double accuracy, bool bent, NewtonMemory<8>& memory) {
    NewtonStep<8> out;
    pull_eight(tree, x, q, pulls, memory, out);
    find_matrix(tree, x, memory);
    step_of_eight(tree, x, q, pulls, accuracy, bent, memory, out);
    return out;
}

}  // namespace sinew
