// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/joints/sizes.h>
#include <sinew/math/dual.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace sinew {

using Numbers = std::vector<double>;
using Duals = std::vector<Dual>;

/// A joint with everything its functions want, at some coordinates and speeds; its kind is forgotten, so that the laws
/// are compiled once. X_FM is called before whatever wants it to be, each time.
struct AnyCase {
    std::string name;
    bool own_size = true, has_quaternion = false;
    std::vector<Column> columns;
    std::shared_ptr<const JointData> data;
    std::size_t scratch_size = 0;
    Numbers k, q, u;

    virtual ~AnyCase() = default;
    virtual std::unique_ptr<AnyCase> copy() const = 0;

    virtual Transform X() const = 0;
    virtual TransformT<Dual> X(const Duals& q_dual) const = 0;
    virtual std::vector<SpatialVelocity> H() const = 0;
    virtual std::vector<SpatialVelocityT<Dual>> H(const Duals& q_dual) const = 0;
    virtual SpatialAcceleration bias() const = 0;

    virtual Numbers N(const Numbers& speeds) const = 0;
    virtual Duals N(const Duals& q_dual, const Duals& speeds) const = 0;
    virtual Numbers N_inverse(const Numbers& rates) const = 0;
    virtual Numbers N_transpose(const Numbers& f_q) const = 0;
    virtual Numbers N_inverse_transpose(const Numbers& f_u) const = 0;
    virtual Numbers N_dot(const Numbers& rates, const Numbers& speeds) const = 0;

    virtual Numbers reference() const = 0;
    virtual Numbers fit(const Transform& X_FM, const Numbers& guess) const = 0;
    virtual Numbers fit_velocity(const SpatialVelocity& V) const = 0;
    /// Does evaluating it write past its scratch?
    virtual bool overruns_scratch() const = 0;
    /// The same joint behind the interface for users'; none if it is one already.
    virtual std::unique_ptr<AnyCase> as_custom() const = 0;

    bool is_custom() const { return name == "custom"; }
    Numbers q_dot() const { return N(u); }
    /// q + q̇ ε
    Duals moving() const {
        const Numbers rates = q_dot();
        Duals result(q.begin(), q.end());
        for (std::size_t i = 0; i < q.size(); ++i) result[i].d = rates[i];
        return result;
    }
    SpatialVelocity V() const { return combine(H(), u); }

    template <class T>
    static SpatialVelocityT<T> combine(const std::vector<SpatialVelocityT<T>>& columns,
                                       const Numbers& speeds) {
        SpatialVelocityT<T> sum;
        for (std::size_t j = 0; j < speeds.size(); ++j) sum += T(speeds[j]) * columns[j];
        return sum;
    }
};

/// Ten random cases (always the same ones) of every joint there is: of each kind in the list, of each of its examples,
/// and of the variant by angles. Angles and lengths within ±1.2, quaternions of lengths between one half and two.
void for_every_joint(const std::function<void(const AnyCase&)>& f);

inline double distance(const Vec3& a, const Vec3& b) { return norm(a - b); }
inline double distance(const SpatialVelocity& a, const SpatialVelocity& b) {
    return std::fmax(distance(a.w, b.w), distance(a.v, b.v));
}
inline double distance(const SpatialAcceleration& a, const SpatialAcceleration& b) {
    return std::fmax(distance(a.w, b.w), distance(a.v, b.v));
}
inline double distance(const Mat3& a, const Mat3& b) {
    return std::fmax(distance(a.x, b.x), std::fmax(distance(a.y, b.y), distance(a.z, b.z)));
}
inline double distance(const Transform& a, const Transform& b) {
    return std::fmax(distance(a.R, b.R), distance(a.p, b.p));
}
inline double distance(const Numbers& a, const Numbers& b) {
    double largest = 0;
    for (std::size_t i = 0; i < a.size(); ++i) largest = std::fmax(largest, std::abs(a[i] - b[i]));
    return largest;
}

inline Vec3 derivative(const Vec3T<Dual>& a) { return {a.x.d, a.y.d, a.z.d}; }
inline Vec3 value(const Vec3T<Dual>& a) { return {a.x.v, a.y.v, a.z.v}; }
inline Mat3 derivative(const Mat3T<Dual>& m) { return {derivative(m.x), derivative(m.y), derivative(m.z)}; }
inline Numbers derivative(const Duals& a) {
    Numbers result;
    for (const Dual& x : a) result.push_back(x.d);
    return result;
}

}  // namespace sinew
