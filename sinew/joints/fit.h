// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/joints/coordinates.h>

namespace sinew {

/// x that minimises |A x − b| for a matrix of rows x n numbers, column by column, n ≤ max_nu, rows ≤ 6 + max_nu;
/// columns that depend on others get zero. Returns the rank. A and b are spoilt.
int least_squares(double* A, int rows, int n, double* b, double* x);

/// The speeds whose H_FM u comes nearest to a velocity of M in F, radians and metres weighing alike (5.33).
/// Call after X_FM.
template <class J>
void fit_velocity(const JointInput<double>& in, const SpatialVelocity& V_FM, double* u) {
    SpatialVelocity H[max_nu];
    hinge_map<J>(in, H);
    double A[6 * max_nu], b[6];
    for (int i = 0; i < 3; ++i) b[i] = V_FM.w[i], b[3 + i] = V_FM.v[i];
    for (int j = 0; j < nu_of<J>(in.data); ++j)
        for (int i = 0; i < 3; ++i) A[6 * j + i] = H[j].w[i], A[6 * j + 3 + i] = H[j].v[i];
    least_squares(A, 6, nu_of<J>(in.data), b, u);
}

/// What a pose search asks of a joint.
struct PoseSearch {
    virtual void pose(const double* q, Transform& X_FM, SpatialVelocity* H) = 0;
    virtual void move(double* q, const double* u) = 0;  ///< q += N u, quaternion brought to length one
    virtual void reference(double* q) = 0;
    int nq = 0, nu = 0;

protected:
    ~PoseSearch() = default;
};

/// From a guess of q (and from the reference configuration, if that guess leads to no exact fit) to the nearest pose
/// by damped Gauss-Newton steps on rotation vector and shift, radians and metres weighing alike (5.32).
/// Returns what is left.
double search_pose(PoseSearch& joint, const Transform& X_FM, double* q);

/// The same for a joint of the list.
template <class J>
double fit_by_iteration(const JointInput<double>& in, const Transform& X_FM, double* q) {
    struct Search final : PoseSearch {
        JointInput<double> input;
        std::vector<double> scratch;
        void pose(const double* at, Transform& X, SpatialVelocity* H) override {
            input.q = at;
            X = J::X_FM(input);
            hinge_map<J>(input, H);
        }
        void move(double* at, const double* u) override {
            double q_dot[max_nq];
            input.q = at;
            multiply_N<J>(input, u, q_dot);
            for (int i = 0; i < nq; ++i) at[i] += q_dot[i];
            if (!has_quaternion<J>(input.data)) return;
            const double length = std::sqrt(at[0] * at[0] + at[1] * at[1] + at[2] * at[2] + at[3] * at[3]);
            for (int i = 0; i < 4; ++i) at[i] /= length;
        }
        void reference(double* at) override { reference_q<J>(input.data, at); }
    } search;
    search.nq = nq_of<J>(in.data);
    search.nu = nu_of<J>(in.data);
    search.scratch.resize(static_cast<std::size_t>(scratch_size_of<J>(in.data)) + 1);
    search.input = in;
    search.input.scratch = search.scratch.data();
    return search_pose(search, X_FM, q);
}

}  // namespace sinew
