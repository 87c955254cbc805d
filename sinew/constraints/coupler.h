// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/constraints/contract.h>
#include <sinew/math/function.h>

#include <vector>

namespace sinew {

/// Ties coordinates to one another: a function of them is zero.
///     e = f(q)     ė = ∇f·q̇     ë = ∇f·q̈ + q̇ᵀ∇²f q̇                                                          (10.6)
struct CoordinateCoupler {
    std::string name{};
    std::vector<CoordinateOf> couples{};  ///< the function's arguments
    Function function{};

    static constexpr const char* kind = "coordinate coupler";
    static constexpr EquationCounts counts{.holonomic = 1};
    static constexpr bool needs_coordinates = true;
    template <class T>
    struct Values {};
    static void parameters(auto&, auto&&) {}
    const std::vector<CoordinateOf>& coordinates() const { return couples; }

    template <class T>
    void equations(const Values<T>&, const ConstraintInput<T>& in, EquationsT<T>& out) const {
        const int n = static_cast<int>(couples.size());
        T q[function::max_arguments], u[function::max_arguments], gradient[function::max_arguments];
        for (int i = 0; i < n; ++i) q[i] = in.q(i), u[i] = in.u(i);
        const T* at = q;
        const T value = function.evaluate(at, n, gradient);
        if (out.e) out.e[0] = value;
        if (out.v) {
            out.v[0] = T(0.0);
            for (int i = 0; i < n; ++i) out.v[0] += gradient[i] * u[i];
        }
        if (out.a) {
            out.a[0] = function.evaluate_along(at, u, n).d2;
            for (int i = 0; i < n; ++i) out.a[0] += gradient[i] * in.acceleration_of(i);
        }
        if (out.rows)
            for (int i = 0; i < n; ++i) out.add_coefficient(0, i, gradient[i]);
    }
};

/// Ties speeds to one another and to coordinates: a function of them is zero. Its first arguments are the speeds,
/// then the coordinates. It need not be linear in the speeds.
///     v = f(u, q)     v̇ = ∇_u f·u̇ + ∇_q f·q̇                                                       (10.7)
struct SpeedCoupler {
    std::string name{};
    std::vector<CoordinateOf> speeds{};
    std::vector<CoordinateOf> depends_on{};  ///< coordinates, all of them rates of speeds
    Function function{};

    static constexpr const char* kind = "speed coupler";
    static constexpr EquationCounts counts{.nonholonomic = 1};
    static constexpr bool rows_follow_speeds = true;
    static constexpr bool driven = true;
    template <class T>
    struct Values {};
    static void parameters(auto&, auto&&) {}
    std::vector<CoordinateOf> coordinates() const;  ///< speeds, then depends_on
    /// Those that must be coordinates: from this one on.
    int first_coordinate() const { return static_cast<int>(speeds.size()); }

    template <class T>
    void equations(const Values<T>&, const ConstraintInput<T>& in, EquationsT<T>& out) const {
        const int m = static_cast<int>(speeds.size()), n = m + static_cast<int>(depends_on.size());
        T x[function::max_arguments], gradient[function::max_arguments];
        for (int i = 0; i < n; ++i) x[i] = i < m ? in.u(i) : in.q(i);
        const T* at = x;
        const T value = function.evaluate(at, n, gradient);
        if (out.v) out.v[0] = value;
        if (out.a) {
            out.a[0] = T(0.0);
            for (int i = 0; i < n; ++i) out.a[0] += gradient[i] * (i < m ? in.acceleration_of(i) : in.u(i));
        }
        if (out.rows)
            for (int i = 0; i < m; ++i) out.add_coefficient(0, i, gradient[i]);
    }
};
static_assert(ConstraintDefinition<CoordinateCoupler> && ConstraintDefinition<SpeedCoupler>);

}  // namespace sinew
