// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/forces/contract.h>

#include <vector>

namespace sinew {

/// How an actuator's activation follows its control.
enum class Activation : unsigned char {
    none,        ///< it is the control
    integrator,  ///< ż = control
    filter,      ///< ż = (control − z)/τ
};

/// What an actuator makes of its control, on a way of length ℓ.
///     a = control or z     f = (g₀ + g₁ ℓ + g₂ ℓ̇) a + b₀ + b₁ ℓ + b₂ ℓ̇                                        (8.17)
/// A range whose ends are equal is none.
struct Drive {
    double control = 0;
    std::array<double, 2> control_range{};
    std::array<double, 3> gain{1, 0, 0}, bias{};
    std::array<double, 2> force_range{};
    double time_constant = 1;  ///< of a filter
    std::array<double, 2> activation_range{};
    Activation activation = Activation::none;
    double initial_activation = 0;

    template <class T>
    struct Values {
        T control, control_range[2], gain[3], bias[3], force_range[2], time_constant, activation_range[2];
    };
    static void parameters(auto& d, auto&& each) {
        each("control", d.control, Rule::finite);
        each("control_range", d.control_range, Rule::finite);
        each("gain", d.gain, Rule::finite);
        each("bias", d.bias, Rule::finite);
        each("force_range", d.force_range, Rule::finite);
        each("time_constant", d.time_constant, Rule::positive);
        each("activation_range", d.activation_range, Rule::finite);
    }
    template <class T>
    static T clamped(const T& x, const T* range) {
        if (!(value_of(range[0]) < value_of(range[1]))) return x;
        if (value_of(x) < value_of(range[0])) return range[0];
        return value_of(x) > value_of(range[1]) ? range[1] : x;
    }
    template <class T>
    T force(const Values<T>& k, std::span<const T> z, const T& length, const T& rate) const {
        const T a = activation == Activation::none ? clamped(k.control, k.control_range)
                                                   : clamped(z[0], k.activation_range);
        const T sum = (k.gain[0] + k.gain[1] * length + k.gain[2] * rate) * a + k.bias[0] +
                      k.bias[1] * length + k.bias[2] * rate;
        return clamped(sum, k.force_range);
    }
    std::vector<double> initial_z() const {
        return activation == Activation::none ? std::vector<double>{}
                                              : std::vector<double>{initial_activation};
    }
    /// The rate of its z; zero at the end of its range where it would leave it.
    template <class T>
    T z_dot(const Values<T>& k, const T& z) const {
        const T c = clamped(k.control, k.control_range);
        const T rate = activation == Activation::integrator ? c : (c - z) / k.time_constant;
        const double low = value_of(k.activation_range[0]), high = value_of(k.activation_range[1]),
                     way = value_of(rate), now = value_of(z);
        if (low < high && ((now <= low && way < 0) || (now >= high && way > 0))) return T(0.0);
        return rate;
    }
    /// What is odd about a range, if anything.
    std::string fault() const {
        if (control_range[0] > control_range[1]) return "control_range begins above its end";
        if (force_range[0] > force_range[1]) return "force_range begins above its end";
        if (activation_range[0] > activation_range[1]) return "activation_range begins above its end";
        return "";
    }
    /// From the numbers an element is given, which begin with those of its drive.
    template <class T>
    static Values<T> values_in(std::span<const T> numbers) {
        const T* n = numbers.data();
        return {n[0],          {n[1], n[2]}, {n[3], n[4], n[5]}, {n[6], n[7], n[8]},
                {n[9], n[10]}, n[11],        {n[12], n[13]}};
    }
};

/// A way along coordinates: ℓ = Σ c q. What it is pulled with acts on each speed as f ∂ℓ/∂q = f c.               (8.18)
template <class T>
struct CoordinateWay {
    const ForceInput<T>& in;
    const T* coefficients;
    T length, rate;

    CoordinateWay(const ForceInput<T>& input, const T* c)
        : in(input), coefficients(c), length(0.0), rate(0.0) {
        for (std::size_t i = 0; i < in.coordinates.size(); ++i) {
            length += c[i] * in.q_of(i);
            rate += c[i] * in.kin.u[in.coordinates[i].u];
        }
    }
    void push(const T& f, AppliedT<T>& out) const {
        for (std::size_t i = 0; i < in.coordinates.size(); ++i)
            out.add_mobility_force(in.coordinates[i].u, f * coefficients[i]);
    }
};

/// A drive on a coordinate, or on several at once as a tendon over pulleys acts on joints: f along ℓ = Σ c q.
struct CoordinateActuator {
    std::string name{};
    std::vector<CoordinateOf> couples{};
    std::vector<double> coefficients{};  ///< one for each of these: the gear ratio
    Drive drive{};

    static constexpr const char* kind = "coordinate actuator";
    static constexpr bool internal = true;
    template <class T>
    using Values = Drive::Values<T>;
    static void parameters(auto& e, auto&& each) {
        Drive::parameters(e.drive, each);
        if (!e.coefficients.empty()) each("coefficients", e.coefficients, Rule::finite);
    }
    const std::vector<CoordinateOf>& coordinates() const { return couples; }
    std::string fault() const {
        return couples.size() == coefficients.size() && !couples.empty()
                   ? drive.fault()
                   : "it needs a coordinate, and as many coefficients as coordinates";
    }
    std::vector<double> initial_z() const { return drive.initial_z(); }

    template <class T>
    void apply(const Values<T>& k, const ForceInput<T>& in, AppliedT<T>& out) const {
        const CoordinateWay<T> way(in, in.numbers_after(sizeof k / sizeof(T)));
        way.push(drive.force(k, in.z, way.length, way.rate), out);
    }
    template <class T>
    void z_dot(const ForceInput<T>& in, std::span<T> rate) const {
        rate[0] = drive.z_dot(Drive::values_in(in.k), in.z[0]);
    }
};

/// A spring with a damper along several coordinates at once, taut where ℓ = Σ c q is below ℓ₀ or above ℓ₀ + s.
///     f = −k e − c ℓ̇     V = ½ k e²     e = min(ℓ − ℓ₀, 0) + max(ℓ − ℓ₀ − s, 0)  (8.19)
struct CoordinateTendon {
    std::string name{};
    std::vector<CoordinateOf> couples{};
    std::vector<double> coefficients{};
    double stiffness = 0, rest_length = 0, slack = 0, damping = 0;

    static constexpr const char* kind = "coordinate tendon";
    static constexpr bool internal = true;
    template <class T>
    struct Values {
        T stiffness, rest_length, slack, damping;
    };
    static void parameters(auto& e, auto&& each) {
        each("stiffness", e.stiffness, Rule::finite);
        each("rest_length", e.rest_length, Rule::finite);
        each("slack", e.slack, Rule::non_negative);
        each("damping", e.damping, Rule::non_negative);
        if (!e.coefficients.empty()) each("coefficients", e.coefficients, Rule::finite);
    }
    const std::vector<CoordinateOf>& coordinates() const { return couples; }
    std::string fault() const {
        return couples.size() == coefficients.size() && !couples.empty()
                   ? ""
                   : "it needs a coordinate, and as many coefficients as coordinates";
    }
    /// e of (8.19), for any element that has these numbers.
    template <class V, class T>
    static T extension(const V& k, const T& length) {
        const T below = length - k.rest_length, above = below - k.slack;
        return value_of(below) < 0 ? below : value_of(above) > 0 ? above : T(0.0);
    }

    template <class T>
    void apply(const Values<T>& k, const ForceInput<T>& in, AppliedT<T>& out) const {
        const CoordinateWay<T> way(in, in.numbers_after(sizeof k / sizeof(T)));
        way.push(-k.stiffness * extension(k, way.length) - k.damping * way.rate, out);
    }
    template <class T>
    T potential_energy(const Values<T>& k, const ForceInput<T>& in) const {
        const T e = extension(k, CoordinateWay<T>(in, in.numbers_after(sizeof k / sizeof(T))).length);
        return T(0.5) * k.stiffness * e * e;
    }
};
static_assert(ForceDefinition<CoordinateActuator> && ForceDefinition<CoordinateTendon>);

}  // namespace sinew
