// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/joints/fit.h>
#include <sinew/math/orientation.h>

#include <algorithm>
#include <cmath>

namespace sinew {

int least_squares(double* A, int rows, int n, double* b, double* x) {
    // Gram-Schmidt, longest remaining column first, each projection done twice so that Q is orthogonal to rounding.
    double R[max_nq][max_nq] = {}, original[max_nq], share[max_nq] = {};
    int order[max_nq] = {}, rank = 0;
    const auto column = [&](int j) { return A + rows * j; };
    const auto product = [&](const double* a, const double* c) {
        double sum = 0;
        for (int i = 0; i < rows; ++i) sum += a[i] * c[i];
        return sum;
    };
    for (int j = 0; j < n; ++j) {
        order[j] = j;
        original[j] = std::sqrt(product(column(j), column(j)));
        x[j] = 0;
    }
    for (int k = 0; k < n; ++k, ++rank) {
        int best = k;
        for (int j = k; j < n; ++j)
            if (product(column(order[j]), column(order[j])) >
                product(column(order[best]), column(order[best])))
                best = j;
        std::swap(order[k], order[best]);
        for (int i = 0; i < k; ++i) std::swap(R[i][k], R[i][best]);
        double* q = column(order[k]);
        for (int again = 0; again < 2; ++again)
            for (int i = 0; i < k; ++i) {
                const double rest = product(column(order[i]), q);
                R[i][k] += rest;
                for (int r = 0; r < rows; ++r) q[r] -= rest * column(order[i])[r];
            }
        const double length = std::sqrt(product(q, q));
        if (!(length > 1e-13 * original[order[k]])) break;
        R[k][k] = length;
        for (int r = 0; r < rows; ++r) q[r] /= length;
        for (int again = 0; again < 2; ++again) {
            const double rest = product(q, b);
            share[k] += rest;
            for (int r = 0; r < rows; ++r) b[r] -= rest * q[r];
        }
        for (int j = k + 1; j < n; ++j) {
            double* other = column(order[j]);
            R[k][j] = product(q, other);
            for (int r = 0; r < rows; ++r) other[r] -= R[k][j] * q[r];
        }
    }
    for (int k = rank - 1; k >= 0; --k) {
        double sum = share[k];
        for (int j = k + 1; j < rank; ++j) sum -= R[k][j] * x[order[j]];
        x[order[k]] = sum / R[k][k];
    }
    return rank;
}

namespace {

/// What still separates the pose from the wanted one, as a velocity that would get there in one second.
SpatialVelocity separation(const Transform& wanted, const Transform& X) {
    return {rotation_vector_of(wanted.R * X.R.inverse()), wanted.p - X.p};
}
double size_of(const SpatialVelocity& e) { return std::sqrt(dot(e.w, e.w) + dot(e.v, e.v)); }

/// How the pose moves with each coordinate, by central differences.
void slopes(PoseOf& pose, const double* q, SpatialVelocity* J) {
    const double h = 6e-6;
    double near[max_nq];
    std::copy(q, q + pose.nq, near);
    for (int i = 0; i < pose.nq; ++i) {
        near[i] = q[i] + h;
        const Transform after = pose(near);
        near[i] = q[i] - h;
        J[i] = (1 / (2 * h)) * separation(after, pose(near));
        near[i] = q[i];
    }
}

void take_step(const PoseOf& pose, const double* q, const double* step, double* next) {
    for (int i = 0; i < pose.nq; ++i) next[i] = q[i] + step[i];
    if (!pose.has_quaternion) return;
    const double length =
        std::sqrt(next[0] * next[0] + next[1] * next[1] + next[2] * next[2] + next[3] * next[3]);
    for (int i = 0; i < 4; ++i) next[i] /= length;
}

double descend(PoseOf& pose, const Transform& wanted, double* q) {
    const int n = pose.nq, rows = 6 + n;
    SpatialVelocity J[max_nq], e = separation(wanted, pose(q));
    slopes(pose, q, J);
    double damping = 1e-2;
    for (int count = 0; count < 200 && damping < 1e8; ++count) {
        double A[(6 + max_nq) * max_nq] = {}, b[6 + max_nq] = {}, step[max_nq], next[max_nq];
        for (int i = 0; i < 3; ++i) b[i] = e.w[i], b[3 + i] = e.v[i];
        for (int j = 0; j < n; ++j) {
            double* a = A + rows * j;
            for (int i = 0; i < 3; ++i) a[i] = J[j].w[i], a[3 + i] = J[j].v[i];
            a[6 + j] = damping * (1e-6 + size_of(J[j]));
        }
        least_squares(A, rows, n, b, step);
        take_step(pose, q, step, next);
        const SpatialVelocity e_next = separation(wanted, pose(next));
        if (size_of(e_next) < size_of(e)) {
            std::copy(next, next + n, q);
            slopes(pose, q, J);
            e = e_next;
            damping *= 0.1;
        } else if (size_of(e) < 1e-14 || damping > 1e7) {
            break;
        } else {
            damping = damping < 1e-4 ? 1e-2 : 10 * damping;
        }
    }
    return size_of(e);
}

}  // namespace

double search_pose(PoseOf& pose, const Transform& X_FM, double* q) {
    double other[max_nq] = {};
    other[0] = pose.has_quaternion ? 1 : 0;
    const double left = descend(pose, X_FM, q);
    if (left < 1e-9) return left;
    const double left_other = descend(pose, X_FM, other);
    if (!(left_other < left)) return left;
    std::copy(other, other + pose.nq, q);
    return left_other;
}

}  // namespace sinew
