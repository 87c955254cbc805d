// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/joints/coordinates.h>
#include <sinew/joints/list.h>
#include <sinew/joints/test/examples.h>
#include <sinew/math/dual.h>

#include <doctest/doctest.h>

#include <random>

namespace sinew {

/// One joint of type J with everything its functions want, at random coordinates and speeds.
template <class J>
struct Case {
    std::shared_ptr<const JointData> data;
    std::vector<double> k, q, u;
    mutable std::vector<double> scratch;

    int nq() const { return nq_of<J>(data.get()); }
    int nu() const { return nu_of<J>(data.get()); }
    JointInput<double> in() const { return at(q); }
    /// Ready for H_FM and bias_FM: X_FM has been called.
    JointInput<double> at(const std::vector<double>& coordinates) const {
        const JointInput<double> input{k.data(), coordinates.data(), scratch.data(), data.get()};
        static_cast<void>(J::X_FM(input));
        return input;
    }
    Transform X() const { return J::X_FM(in()); }
    std::vector<SpatialVelocity> H() const {
        std::vector<SpatialVelocity> columns(6);
        hinge_map<J>(in(), columns.data());
        return columns;
    }
    std::vector<double> q_dot() const {
        std::vector<double> rates(q.size());
        multiply_N<J>(in(), u.data(), rates.data());
        return rates;
    }
};

/// The same joint moving along q + q̇ ε.
template <class J>
struct DualCase {
    std::vector<Dual> k, q, scratch;
    const JointData* data;
    DualCase(const Case<J>& c, const std::vector<double>& q_dot)
        : k(c.k.begin(), c.k.end()),
          q(c.q.begin(), c.q.end()),
          scratch(c.scratch.size()),
          data(c.data.get()) {
        for (std::size_t i = 0; i < q.size(); ++i) q[i].d = q_dot[i];
    }
    JointInput<Dual> in() {
        const JointInput<Dual> input{k.data(), q.data(), scratch.data(), data};
        static_cast<void>(J::X_FM(input));
        return input;
    }
};

/// Angles and lengths within ±1.2, quaternions of any direction and of lengths between one half and two.
template <class J, class Random>
Case<J> random_case(const std::shared_ptr<const JointData>& data, const std::vector<double>& k,
                    Random& random) {
    std::uniform_real_distribution<double> number(-1.2, 1.2), length(0.5, 2.0);
    std::normal_distribution<double> normal;
    Case<J> c{data, k, {}, {}, {}};
    for (int i = 0; i < c.nq(); ++i) c.q.push_back(number(random));
    for (int i = 0; i < c.nu(); ++i) c.u.push_back(number(random));
    if (has_quaternion<J>(data.get())) {
        double squares = 0;
        for (std::size_t i = 0; i < 4; ++i) c.q[i] = normal(random), squares += c.q[i] * c.q[i];
        const double scale = length(random) / std::sqrt(squares);
        for (std::size_t i = 0; i < 4; ++i) c.q[i] *= scale;
    }
    c.scratch.resize(static_cast<std::size_t>(scratch_size_of<J>(data.get())));
    return c;
}

/// Calls f with ten random cases of every joint there is: of each kind in the list, of each of its examples, and of the
/// variant by angles.
template <class F>
void for_every_joint(F&& f) {
    std::mt19937 random(20240611);
    const auto ten_of = [&]<class J>(const std::shared_ptr<const JointData>& data,
                                     const std::vector<double>& k) {
        CAPTURE(J::name);
        for (int i = 0; i < 10; ++i) {
            CAPTURE(i);
            f(random_case<J>(data, k, random));
        }
    };
    const auto all_of = [&]<class J>() {
        for (const J& joint : examples_of<J>()) {
            const auto data = data_of(joint);
            std::vector<double> k(static_cast<std::size_t>(parameter_count_of<J>(data.get())));
            parameters_of(joint, data.get(), k.data());
            ten_of.template operator()<J>(data, k);
            if constexpr (requires { typename J::WithAngles; })
                ten_of.template operator()<typename J::WithAngles>(data, k);
        }
    };
#define SINEW_ONE(J) all_of.template operator()<J>();
    SINEW_JOINTS(SINEW_ONE)
#undef SINEW_ONE
}

inline double distance(const Vec3& a, const Vec3& b) { return norm(a - b); }
inline double distance(const SpatialVelocity& a, const SpatialVelocity& b) {
    return std::fmax(distance(a.w, b.w), distance(a.v, b.v));
}
inline double distance(const Mat3& a, const Mat3& b) {
    return std::fmax(distance(a.x, b.x), std::fmax(distance(a.y, b.y), distance(a.z, b.z)));
}
inline double distance(const Transform& a, const Transform& b) {
    return std::fmax(distance(a.R, b.R), distance(a.p, b.p));
}

inline Vec3 derivative(const Vec3T<Dual>& a) { return {a.x.d, a.y.d, a.z.d}; }
inline Vec3 value(const Vec3T<Dual>& a) { return {a.x.v, a.y.v, a.z.v}; }
inline Mat3 derivative(const Mat3T<Dual>& m) { return {derivative(m.x), derivative(m.y), derivative(m.z)}; }

}  // namespace sinew
