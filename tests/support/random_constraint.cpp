// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <tests/support/random_constraint.h>
#include <tests/support/random_force.h>

namespace sinew::testing {

namespace {

/// A smooth function of n arguments that is far from linear in any of them.
Function random_function(Random& random, int n) {
    Function sum = random.within(-1, 1);
    for (int i = 0; i < n; ++i) {
        sum =
            sum + of_arguments(function::Polynomial{{random.within(-1, 1), random.within(0.5, 2), 0.0}}, {i});
        sum = sum + of_arguments(function::Sinusoid{random.within(0.5, 1), random.within(0.5, 1), 0.3}, {i});
        if (i > 0)
            sum = sum + random.within(0.5, 1) * Function(function::Argument{i}) *
                            Function(function::Argument{i - 1});
    }
    return sum;
}

/// Coordinates of different joints, or at least different ones.
std::vector<CoordinateOf> random_coordinates(const Model& model, Random& random, int n) {
    std::vector<CoordinateOf> all;
    while (static_cast<int>(all.size()) < n) {
        const CoordinateOf next = random_coordinate(model, random);
        bool known = false;
        for (const CoordinateOf& c : all)
            known = known || (c.joint.index == next.joint.index && c.index == next.index);
        if (!known) all.push_back(next);
    }
    return all;
}

/// A constraint of type E with random numbers, on random bodies or coordinates of a model. A new one is tested by being
/// listed if it names what it acts on as the others do.
template <class E>
E random_constraint(const Model& model, Random& random) {
    const int first = 0, bodies = static_cast<int>(model.bodies.size());
    const int a = random.below(bodies), b = (a + 1 + random.below(bodies - 2)) % bodies;
    const BodyId one{first + a}, other{first + b};
    E e;
    e.name = "constraint";
    if constexpr (requires { e.from.body; }) e.from.body = one, e.to.body = other;
    if constexpr (requires { e.one = one; }) e.one = one, e.other = other;
    if constexpr (requires { e.plane.body; }) e.plane.body = one;
    if constexpr (requires { e.line.body; }) e.line.body = one;
    if constexpr (requires { e.on.index; }) e.on = one;
    if constexpr (requires { e.point.body; }) e.point.body = other;
    if constexpr (requires { e.center.body; }) e.center.body = other;
    if constexpr (requires { e.solid.body; }) e.solid.body = one;
    if constexpr (requires { e.round.body; }) e.round.body = other;
    if constexpr (requires { e.kind_of_solid; })
        e.kind_of_solid = static_cast<SolidKind>(random.below(solid_kinds));
    if constexpr (requires { e.kind_of_round; }) e.kind_of_round = static_cast<RoundKind>(random.below(3));
    if constexpr (requires { e.corner; }) e.corner = random.below(8);
    if constexpr (requires { e.axes; }) e.axes = random.below(9), e.pair = random.below(4);
    if constexpr (requires { e.surface; }) e.surface = random_function(random, 3);
    if constexpr (requires { e.surfaces; })
        e.surfaces = {random_function(random, 3), random_function(random, 3)};
    if constexpr (requires { e.through; })
        e.through = {{one, {}}, {other, {}}, {BodyId{first + random.below(bodies)}, {}}, {one, {}}};
    if constexpr (requires { e.ratio; }) {
        const auto two = random_coordinates(model, random, 2);
        e.one = two[0], e.other = two[1];
    }
    if constexpr (requires { e.pinion; }) {
        const auto two = random_coordinates(model, random, 2);
        e.pinion = two[0], e.rack = two[1];
    }
    if constexpr (requires { e.coordinate; }) e.coordinate = random_coordinate(model, random);
    if constexpr (requires { e.of_time; }) e.of_time = random_function(random, 1);
    if constexpr (requires { e.law; }) {
        auto law = std::make_shared<ThreeLevels>();
        law->one = one, law->other = other;
        law->on = random_coordinates(model, random, 2);
        law->far = random.within(0.5, 2);
        e.law = law;
    }
    if constexpr (requires { e.at.body; }) e.at.body = BodyId{first + random.below(bodies)};
    if constexpr (requires { e.couples; }) {
        e.couples = random_coordinates(model, random, 3);
        e.function = random_function(random, 3);
    }
    if constexpr (requires { e.speeds; }) {
        e.speeds = random_coordinates(model, random, 2);
        e.depends_on = random_coordinates(model, random, 2);
        e.function = random_function(random, 4);
    }
    E::parameters(e, RandomNumbers{random});
    // one face is far nearer than the others: where a corner goes over to another face there is no rate
    if constexpr (requires { e.corner; }) e.from_half.x = e.from_half.y = 50;
    return e;
}

template <class E>
constexpr bool is_driven() {
    if constexpr (requires { E::driven; }) return E::driven;
    else return false;
}

template <class E>
constexpr bool is_internal() {
    if constexpr (requires { E::internal; }) return E::internal;
    else return true;
}

/// The same constraint with other numbers.
template <class E>
AnyConstraint other_numbers(const AnyConstraint& constraint, Random& random) {
    E other = constraint.template as<E>();
    if constexpr (requires { other.law; }) {
        auto law = std::make_shared<ThreeLevels>(static_cast<const ThreeLevels&>(*other.law));
        law->far = random.within(0.5, 2);
        other.law = law;
    }
    E::parameters(other, RandomNumbers{random});
    return other;
}

}  // namespace

std::span<const KindOfConstraint> every_constraint() {
    static const KindOfConstraint all[] = {
#define SINEW_ONE(E)                                           \
    {E::kind, is_driven<E>(), is_internal<E>(),                \
     [](const Model& model, Random& random) -> AnyConstraint { \
         return random_constraint<E>(model, random);           \
     },                                                        \
     other_numbers<E>},
        SINEW_CONSTRAINTS(SINEW_ONE)
#undef SINEW_ONE
    };
    return all;
}

AnyConstraint renamed(AnyConstraint constraint, const std::string& name) {
    visit([&](auto& element) { element.name = name; }, constraint);
    return constraint;
}

}  // namespace sinew::testing
