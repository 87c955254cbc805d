// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/constraints/primitives.h>

#include <vector>

namespace sinew {

/// Two coordinates in a fixed ratio: q_other = ratio q_one + offset. For two gears with outer teeth the ratio is
/// minus the number of teeth of the first over that of the second; coordinates of any joints will do.
struct Gear {
    std::string name{};
    CoordinateOf one{}, other{};
    double ratio = -1, offset = 0;

    static constexpr const char* kind = "gear";
    static constexpr EquationCounts counts{.holonomic = 1};
    static constexpr bool needs_coordinates = true;
    template <class T>
    struct Values {
        T ratio, offset;
    };
    static void parameters(auto& e, auto&& each) {
        each("ratio", e.ratio, Rule::finite);
        each("offset", e.offset, Rule::finite);
    }
    std::array<CoordinateOf, 2> coordinates() const { return {one, other}; }

    template <class T>
    void equations(const Values<T>& k, const ConstraintInput<T>& in, EquationsT<T>& out) const {
        if (out.e) out.e[0] = in.q(1) - k.ratio * in.q(0) - k.offset;
        if (out.v) out.v[0] = in.u(1) - k.ratio * in.u(0);
        if (out.a) out.a[0] = in.acceleration_of(1) - k.ratio * in.acceleration_of(0);
        if (out.rows) {
            out.add_coefficient(0, 0, -k.ratio);
            out.add_coefficient(0, 1, T(1.0));
        }
    }
};

/// A pinion turns, its rack shifts: q_rack = radius q_pinion + offset.
struct RackAndPinion {
    std::string name{};
    CoordinateOf pinion{}, rack{};
    double radius = 1, offset = 0;

    static constexpr const char* kind = "rack and pinion";
    static constexpr EquationCounts counts{.holonomic = 1};
    static constexpr bool needs_coordinates = true;
    template <class T>
    struct Values {
        T radius, offset;
    };
    static void parameters(auto& e, auto&& each) {
        each("radius", e.radius, Rule::finite);
        each("offset", e.offset, Rule::finite);
    }
    std::array<CoordinateOf, 2> coordinates() const { return {pinion, rack}; }

    template <class T>
    void equations(const Values<T>& k, const ConstraintInput<T>& in, EquationsT<T>& out) const {
        Gear{}.equations(Gear::Values<T>{k.radius, k.offset}, in, out);
    }
};

/// A belt or rope of fixed length that runs straight from point to point, free to slip at each: pulleys that are small
/// and light. One may stand still, and several may be on one body.
///     e = Σ |r_i| − ℓ, over the straight parts (10.2)                                                        (10.20)
/// Its multiplier is the tension; it pushes as well as pulls.
struct Belt {
    std::string name{};
    std::vector<Station> through{};  ///< at least two
    double length = 1;

    static constexpr const char* kind = "belt";
    static constexpr const char* undefined =
        "Two neighbouring points coincide, so that the belt has no direction there.";
    static constexpr EquationCounts counts{.holonomic = 1};
    static constexpr bool may_repeat = true;
    template <class T>
    struct Values {};
    static void parameters(auto& e, auto&& each) {
        each("length", e.length, Rule::positive);
        for (std::size_t i = 0; i < e.through.size(); ++i)
            each("through" + std::to_string(i), e.through[i].p, Rule::finite);
    }
    std::vector<BodyId> bodies() const {
        std::vector<BodyId> all;
        for (const Station& station : through) all.push_back(station.body);
        return all;
    }
    void check(const std::string& who, Faults& faults) const {
        if (through.size() < 2)
            faults.add(who + " runs through " + std::to_string(through.size()) +
                       " points. It needs at least two.");
    }

    template <class T>
    void equations(const Values<T>&, const ConstraintInput<T>& in, EquationsT<T>& out) const {
        const T* k = in.k.data();
        const auto point = [&](int i) {
            return in.station(i, Vec3T<T>{k[1 + 3 * i], k[2 + 3 * i], k[3 + 3 * i]});
        };
        T e(0.0), v(0.0), a(0.0);
        EquationsT<T> part = out;
        if (out.e) part.e = &e;
        if (out.v) part.v = &v;
        if (out.a) part.a = &a;
        T sum_e = -k[0], sum_v(0.0), sum_a(0.0);
        for (int i = 0; i + 1 < static_cast<int>(through.size()); ++i) {
            distance(in, part, 0, i, point(i), i + 1, point(i + 1), T(0.0));
            sum_e += e, sum_v += v, sum_a += a;
        }
        if (out.e) out.e[0] = sum_e;
        if (out.v) out.v[0] = sum_v;
        if (out.a) out.a[0] = sum_a;
    }
};
static_assert(ConstraintDefinition<Gear> && ConstraintDefinition<RackAndPinion> &&
              ConstraintDefinition<Belt>);

}  // namespace sinew
