// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/dynamics/across.h>
#include <sinew/joints/coordinates.h>
#include <sinew/math/pack.h>

#include <limits>

namespace sinew {

// How passes ask a joint for what the shorter ways do not know. One State: by a call. States in lanes: in place, where
// the pass was compiled for the processor at hand; but joints that know no packs (functions, the user's own on plain
// numbers), lane by lane.

/// Where a record, or an array of numbers, has one lane's numbers.
template <int lanes, class Packs>
double* lane_begin(Packs& packs, int lane) {
    static_assert(sizeof(Packs) % (sizeof(double) * lanes) == 0);
    return reinterpret_cast<double*>(&packs) + lane;
}
template <int lanes, class Record, class Packs>
void put_in_lane(const Record& record, Packs& packs, int lane) {
    constexpr int n = sizeof(Record) / sizeof(double);
    static_assert(sizeof(Packs) == lanes * sizeof(Record));
    double* to = lane_begin<lanes>(packs, lane);
    for (int i = 0; i < n; ++i) to[i * lanes] = reinterpret_cast<const double*>(&record)[i];
}
/// One lane of numbers that lie side by side.
template <int lanes>
void get_lane(const PackT<lanes>* from, int count, int lane, double* to) {
    for (int i = 0; i < count; ++i) to[i] = reinterpret_cast<const double*>(from + i)[lane];
}

/// A joint in one lane. Its scratch is that lane's share of the scratch for all: joints that are asked lane by lane
/// keep it lane after lane.
template <class J, int lanes>
struct JointInLane {
    double k[UserJoint::max_parameters], q[max_nq];
    JointInput<double> in;

    JointInLane(const JointInput<PackT<lanes>>& all, int lane)
        : in{k, q, reinterpret_cast<double*>(all.scratch) + lane * scratch_size_of<J>(all.data), all.data} {
        get_lane(all.k, parameter_count_of<J>(all.data), lane, k);
        get_lane(all.q, nq_of<J>(all.data), lane, q);
    }
};

template <class J, int lanes>
[[gnu::noinline]] void across_by_lane(const Node& node, const JointInput<PackT<lanes>>& in,
                                      TransformT<PackT<lanes>>& X_FB, SpatialVelocityT<PackT<lanes>>* H_FB) {
    const bool one_hinge =
        !node.reversed && has_fixed_hinge<J>(in.data) && parameter_count_of<J>(in.data) == 0;
    bool has_hinge = false;
    Transform X;
    SpatialVelocity H[max_nu];
    for (int lane = 0; lane < lanes; ++lane) {
        const JointInLane<J, lanes> joint(in, lane);
        try {
            if (has_hinge) X = J::X_FM(joint.in);
            else across<J>(node, joint.in, X, H);
            has_hinge = one_hinge;
        } catch (...) {  // who asks this State by itself is told why
            X.p.x = std::numeric_limits<double>::quiet_NaN();
        }
        put_in_lane<lanes>(X, X_FB, lane);
        for (int i = 0; i < node.nu; ++i) put_in_lane<lanes>(H[i], H_FB[i], lane);
    }
}
template <class J, int lanes>
[[gnu::noinline]] void bias_by_lane(const Node& node, const JointInput<PackT<lanes>>& in,
                                    const RotationT<PackT<lanes>>& R_WF,
                                    const SpatialVelocityT<PackT<lanes>>* H_W, const PackT<lanes>* u,
                                    SpatialAccelerationT<PackT<lanes>>& c_W) {
    for (int lane = 0; lane < lanes; ++lane) {
        const JointInLane<J, lanes> joint(in, lane);
        Rotation R;
        SpatialVelocity H[max_nu];
        double speeds[max_nu];
        get_lane(reinterpret_cast<const PackT<lanes>*>(&R_WF), 9, lane, reinterpret_cast<double*>(&R));
        get_lane(reinterpret_cast<const PackT<lanes>*>(H_W), 6 * node.nu, lane, reinterpret_cast<double*>(H));
        get_lane(u, node.nu, lane, speeds);
        SpatialAcceleration bias;
        try {
            bias = bias_in_W<J>(node, joint.in, R, H, speeds);
        } catch (...) {
            bias.v.x = std::numeric_limits<double>::quiet_NaN();
        }
        double* c = lane_begin<lanes>(c_W, lane);
        for (int i = 0; i < 6; ++i) c[i * lanes] += reinterpret_cast<const double*>(&bias)[i];
    }
}

/// Across a joint of functions, compiled for the processor at hand; those that are plain take their sines from
/// elsewhere. (Not one in reverse: its bias asks for the pose again, which must leave the same bits in its scratch.)
void across_functions(const Node& node, const JointInput<double>& in, Transform& X_FB, SpatialVelocity* H_FB);
void across_plain_functions(const JointInput<double>& in, const SinCos<double> (&sines)[3], Transform& X_FB,
                            SpatialVelocity* H_FB);

/// sines() are those of the body's plain functions; only asked for of one State.
template <class J, class T, class Sines>
void ask_across(const Node& node, const JointInput<T>& in, const Sines& sines, TransformT<T>& X_FB,
                SpatialVelocityT<T>* H_FB) {
    if constexpr (std::is_same_v<J, FunctionBased> && std::is_same_v<T, double>)
        if (!node.reversed)
            return is_plain<J>(in.data) ? across_plain_functions(in, sines(), X_FB, H_FB)
                                        : across_functions(node, in, X_FB, H_FB);
    across<J>(node, in, X_FB, H_FB);
}
template <class J, int lanes, class Sines>
void ask_across(const Node& node, const JointInput<PackT<lanes>>& in, const Sines&,
                TransformT<PackT<lanes>>& X_FB, SpatialVelocityT<PackT<lanes>>* H_FB) {
    if constexpr (std::is_same_v<J, CustomJoint>) {
        if (goes_in_packs<J, lanes>(node)) across<J>(node, in, X_FB, H_FB);
        else across_by_lane<J>(node, in, X_FB, H_FB);
    } else {
        if (goes_in_packs<J, lanes>(node)) across_in_place<J>(node, in, X_FB, H_FB);
        else if constexpr (!has_own_size<J>) across_by_lane<J>(node, in, X_FB, H_FB);
    }
}

/// Adds to c_W what of the body's acceleration stems from the hinge's own motion.
template <class J, class T>
void ask_bias(const Node& node, const JointInput<T>& in, const RotationT<T>& R_WF,
              const SpatialVelocityT<T>* H_W, const T* u, SpatialAccelerationT<T>& c_W) {
    c_W += bias_in_W<J>(node, in, R_WF, H_W, u);
}
template <class J, int lanes>
void ask_bias(const Node& node, const JointInput<PackT<lanes>>& in, const RotationT<PackT<lanes>>& R_WF,
              const SpatialVelocityT<PackT<lanes>>* H_W, const PackT<lanes>* u,
              SpatialAccelerationT<PackT<lanes>>& c_W) {
    if constexpr (has_own_size<J> || std::is_same_v<J, CustomJoint>)
        if (goes_in_packs<J, lanes>(node)) {
            c_W += bias_in_place<J>(node, in, R_WF, H_W, u);
            return;
        }
    if constexpr (!has_own_size<J>) bias_by_lane<J>(node, in, R_WF, H_W, u, c_W);
}

/// q̇ = N u of one joint.
template <class J, class T>
void ask_rates(const JointInput<T>& in, const T* u, T* q_dot) {
    multiply_N<J>(in, u, q_dot);
}
template <class J, int lanes>
[[gnu::noinline]] void rates_by_lane(const JointInput<PackT<lanes>>& in, const PackT<lanes>* u,
                                     PackT<lanes>* q_dot) {
    for (int lane = 0; lane < lanes; ++lane) {
        const JointInLane<J, lanes> joint(in, lane);
        double speeds[max_nu], rates[max_nq];
        get_lane(u, nu_of<J>(in.data), lane, speeds);
        multiply_N<J>(joint.in, speeds, rates);
        for (int i = 0; i < nq_of<J>(in.data); ++i) lane_begin<lanes>(q_dot[i], lane)[0] = rates[i];
    }
}
template <class J, int lanes>
void ask_rates(const JointInput<PackT<lanes>>& in, const PackT<lanes>* u, PackT<lanes>* q_dot) {
    if constexpr (!std::is_same_v<J, CustomJoint>) multiply_N<J>(in, u, q_dot);
    else if (CustomRates::known_on<PackT<lanes>>(in.data)) multiply_N<J>(in, u, q_dot);
    else rates_by_lane<J>(in, u, q_dot);
}

}  // namespace sinew
