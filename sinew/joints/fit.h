// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/joints/coordinates.h>

namespace sinew {

/// x that minimises |A x − b| for a matrix of rows x n numbers, column by column, n ≤ max_nq;
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

/// The pose of a joint at some coordinates, for those who search one.
struct PoseOf {
    int nq = 0;
    bool has_quaternion = false;
    virtual Transform operator()(const double* q) = 0;

protected:
    ~PoseOf() = default;
};

/// From a guess of q (and from the reference configuration, if that guess leads to no exact fit) to the nearest pose
/// by damped Gauss-Newton steps on rotation vector and shift, radians and metres weighing alike (5.32).
/// Returns what is left. Works in coordinates, so that joints with fewer speeds than freedoms find their way too.
double search_pose(PoseOf& pose, const Transform& X_FM, double* q);

/// The same for a joint of the list.
template <class J>
double fit_by_iteration(const JointInput<double>& in, const Transform& X_FM, double* q) {
    struct Pose final : PoseOf {
        JointInput<double> in;
        std::vector<double> scratch;
        Transform operator()(const double* at) override {
            in.q = at;
            return J::X_FM(in);
        }
    } pose;
    pose.nq = nq_of<J>(in.data);
    pose.has_quaternion = has_quaternion<J>(in.data);
    pose.scratch.resize(static_cast<std::size_t>(scratch_size_of<J>(in.data)) + 1);
    pose.in = in;
    pose.in.scratch = pose.scratch.data();
    return search_pose(pose, X_FM, q);
}

}  // namespace sinew
