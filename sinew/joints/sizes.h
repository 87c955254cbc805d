// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/joints/contract.h>

#include <memory>
#include <string>
#include <vector>

namespace sinew {

/// No joint has more coordinates or speeds than these.
inline constexpr int max_nq = 7, max_nu = 6;

/// The data of a joint that learns its size when the program runs. Such a joint says nq = nu = −1, declares max_nu
/// columns of which the first nu count, and has a member data() that gives this: immutable, shared by all who use it.
struct SizedJointData : JointData {
    int nq = 0, nu = 0;           ///< nu ≤ nq, at most max_nq and max_nu
    int scratch_size = 0;         ///< numbers that X_FM leaves for H_FM and bias_FM
    bool has_quaternion = false;  ///< the first four coordinates are a quaternion of any length
    bool only_turns = false;   ///< M's origin never leaves F's, so that the passes need no translations of it
    bool fixed_hinge = false;  ///< H_FM is the same for all q, so that bias_FM is zero and need not be asked
    std::vector<std::string> coordinate_names, parameter_names;
    std::vector<double>
        parameter_values;  ///< as many as parameter_names: what k holds unless a State says otherwise
};

inline const SizedJointData& sized(const JointData* data) {
    return static_cast<const SizedJointData&>(*data);
}

/// Sizes and names of any joint; data is looked at only where the joint has its size from there.
template <class J>
inline constexpr bool has_own_size = J::nq >= 0;

template <class J>
constexpr int nq_of(const JointData* data) {
    if constexpr (has_own_size<J>) return J::nq;
    else return sized(data).nq;
}
template <class J>
constexpr int nu_of(const JointData* data) {
    if constexpr (has_own_size<J>) return J::nu;
    else return sized(data).nu;
}
template <class J>
constexpr int scratch_size_of(const JointData* data) {
    if constexpr (has_own_size<J>) return scratch_size_of<J>();
    else return sized(data).scratch_size;
}
template <class J>
const char* coordinate_name_of(const JointData* data, int i) {
    if constexpr (has_own_size<J>) return J::coordinate_names[static_cast<std::size_t>(i)];
    else return sized(data).coordinate_names[static_cast<std::size_t>(i)].c_str();
}
template <class J>
constexpr int parameter_count_of(const JointData* data) {
    if constexpr (has_own_size<J>) return static_cast<int>(parameter_names_of<J>().size());
    else return static_cast<int>(sized(data).parameter_names.size());
}
template <class J>
const char* parameter_name_of(const JointData* data, int i) {
    if constexpr (has_own_size<J>) return parameter_names_of<J>()[static_cast<std::size_t>(i)];
    else return sized(data).parameter_names[static_cast<std::size_t>(i)].c_str();
}
template <class J>
constexpr bool only_turns_of(const JointData* data) {
    if constexpr (has_own_size<J>) return only_turns<J>();
    else return sized(data).only_turns;
}
template <class J>
constexpr bool has_fixed_hinge(const JointData* data) {
    if constexpr (has_own_size<J>) return has_fixed_axes<J>();
    else return sized(data).fixed_hinge;
}
template <class J>
constexpr bool has_quaternion(const JointData* data) {
    if constexpr (has_own_size<J>) return RatesOf<J>::Type::q_part == 4;
    else return sized(data).has_quaternion;
}
/// The reference configuration: all coordinates zero, a quaternion (1, 0, 0, 0).
template <class J>
void reference_q(const JointData* data, double* q) {
    for (int i = 0; i < nq_of<J>(data); ++i) q[i] = 0;
    if (has_quaternion<J>(data)) q[0] = 1;
}
/// What a joint of the Model gives to the System beyond its kind: its data (null for most) and its parameters.
template <class J>
std::shared_ptr<const JointData> data_of(const J& joint) {
    if constexpr (requires { joint.data(); }) return joint.data();
    else return nullptr;
}
template <class J>
void parameters_of(const J& joint, const JointData* data, double* k) {
    if constexpr (requires { joint.parameters(k); }) joint.parameters(k);
    else if constexpr (!has_own_size<J>)
        for (std::size_t i = 0; i < sized(data).parameter_values.size(); ++i)
            k[i] = sized(data).parameter_values[i];
}

/// All of H_FM, after X_FM: fixed columns written out, zeros where a column turns or slides only.
template <class J, class T>
void hinge_map(const JointInput<T>& in, SpatialVelocityT<T>* H) {
    if constexpr (!has_fixed_axes<J>()) J::H_FM(in, H);
    if constexpr (has_own_size<J>)
        for (std::size_t j = 0; j < J::columns.size(); ++j) {
            const Column c = J::columns[j];
            if (is_fixed(c)) {
                H[j] = {};
                (is_turn(c) ? H[j].w : H[j].v)[static_cast<int>(c) % 3] = T(1.0);
            } else if (c == Column::turn) {
                H[j].v = {};
            } else if (c == Column::slide) {
                H[j].w = {};
            }
        }
}
/// Ḣ_FM u of any joint, after X_FM.
template <class J, class T>
SpatialAccelerationT<T> hinge_bias(const JointInput<T>& in, const T* u) {
    if constexpr (has_fixed_axes<J>()) return {};
    else return J::bias_FM(in, u);
}

}  // namespace sinew
