// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/base/error.h>
#include <sinew/constraints/contract.h>
#include <sinew/math/function.h>

namespace sinew {

// One coordinate or speed held or driven by an equation, beside others and on a par with them. A Motion or a lock
// does the same for a whole joint, takes its unknowns out of the solution, and so costs less.

/// The Values of a constraint with one number.
template <class T>
struct OneValue {
    T value;
};

/// q = value
struct ConstantCoordinate {
    std::string name{};
    CoordinateOf coordinate{};
    double value = 0;

    static constexpr const char* kind = "constant-coordinate constraint";
    static constexpr EquationCounts counts{.holonomic = 1};
    static constexpr bool needs_coordinates = true;
    template <class T>
    using Values = OneValue<T>;
    static void parameters(auto& e, auto&& each) { each("value", e.value, Rule::finite); }
    std::array<CoordinateOf, 1> coordinates() const { return {coordinate}; }

    template <class T>
    void equations(const Values<T>& k, const ConstraintInput<T>& in, EquationsT<T>& out) const {
        if (out.e) out.e[0] = in.q(0) - k.value;
        if (out.v) out.v[0] = in.u(0);
        if (out.a) out.a[0] = in.acceleration_of(0);
        if (out.rows) out.add_coefficient(0, 0, T(1.0));
    }
};

/// u = value
struct ConstantSpeed {
    std::string name{};
    CoordinateOf coordinate{};
    double value = 0;

    static constexpr const char* kind = "constant-speed constraint";
    static constexpr EquationCounts counts{.nonholonomic = 1};
    static constexpr bool driven = true;
    template <class T>
    using Values = OneValue<T>;
    static void parameters(auto& e, auto&& each) { each("value", e.value, Rule::finite); }
    std::array<CoordinateOf, 1> coordinates() const { return {coordinate}; }

    template <class T>
    void equations(const Values<T>& k, const ConstraintInput<T>& in, EquationsT<T>& out) const {
        if (out.v) out.v[0] = in.u(0) - k.value;
        if (out.a) out.a[0] = in.acceleration_of(0);
        if (out.rows) out.add_coefficient(0, 0, T(1.0));
    }
};

/// u̇ = value
struct ConstantAcceleration {
    std::string name{};
    CoordinateOf coordinate{};
    double value = 0;

    static constexpr const char* kind = "constant-acceleration constraint";
    static constexpr EquationCounts counts{.acceleration_only = 1};
    static constexpr bool driven = true;
    template <class T>
    using Values = OneValue<T>;
    static void parameters(auto& e, auto&& each) { each("value", e.value, Rule::finite); }
    std::array<CoordinateOf, 1> coordinates() const { return {coordinate}; }

    template <class T>
    void equations(const Values<T>& k, const ConstraintInput<T>& in, EquationsT<T>& out) const {
        if (out.a) out.a[0] = in.acceleration_of(0) - k.value;
        if (out.rows) out.add_coefficient(0, 0, T(1.0));
    }
};

/// q = f(t)
struct PrescribedCoordinate {
    std::string name{};
    CoordinateOf coordinate{};
    Function of_time{};

    static constexpr const char* kind = "prescribed-coordinate constraint";
    static constexpr EquationCounts counts{.holonomic = 1};
    static constexpr bool needs_coordinates = true;
    static constexpr bool driven = true;
    template <class T>
    struct Values {};
    static void parameters(auto&, auto&&) {}
    std::array<CoordinateOf, 1> coordinates() const { return {coordinate}; }
    void check(const std::string& who, Faults& faults) const {
        if (of_time.arguments() > 1)
            faults.add(who + ": its function takes " + std::to_string(of_time.arguments()) +
                       " arguments. A function of time takes one.");
    }

    template <class T>
    void equations(const Values<T>&, const ConstraintInput<T>& in, EquationsT<T>& out) const {
        const SampleT<T> f = of_time.evaluate(in.time());
        if (out.e) out.e[0] = in.q(0) - f.value;
        if (out.v) out.v[0] = in.u(0) - f.d1;
        if (out.a) out.a[0] = in.acceleration_of(0) - f.d2;
        if (out.rows) out.add_coefficient(0, 0, T(1.0));
    }
};
static_assert(ConstraintDefinition<ConstantCoordinate> && ConstraintDefinition<ConstantSpeed> &&
              ConstraintDefinition<ConstantAcceleration> && ConstraintDefinition<PrescribedCoordinate>);

}  // namespace sinew
