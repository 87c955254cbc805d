// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Derivatives while something slides with friction, or gives way: it follows the slip and the normal force, as
// forward dynamics has it.
#include <tests/derivatives/differences.h>
#include <tests/support/closed_mechanism.h>

#include <sinew/studies/modes.h>

using namespace sinew;
using namespace sinew::testing;

namespace {

constexpr double after_division = 1e-8;  // rounding times the condition of M

Vector accelerations_and_multipliers(const System& system, const State& state) {
    Vector all = copy(forward_dynamics(system, state));
    const Vector lambda = copy(multipliers(system, state));
    all.insert(all.end(), lambda.begin(), lambda.end());
    return all;
}

Vector stacked(const Vector& a, const Vector& b) {
    Vector all = a;
    all.insert(all.end(), b.begin(), b.end());
    return all;
}

void measure_forward(Law& law, const System& system, const State& state, const std::string& name) {
    DynamicsDerivatives derivatives(system);
    const ForwardDerivatives by = derivatives.forward(state);
    const auto all = [&](const State& there) { return accelerations_and_multipliers(system, there); };
    law.measure(difference(stacked(by.by_q, by.lambda_by_q), by_differences(system, state, true, all)),
                name + " by q");
    law.measure(difference(stacked(by.by_u, by.lambda_by_u), by_differences(system, state, false, all)),
                name + " by u");
    measure_inverse(law, system, state, name + " inverse");
}

/// Of every number whose path begins so, but rotations; zeros that may only grow are moved up from where they are.
int measure_numbers(Law& law, const System& system, const State& state, const std::string& begin) {
    DynamicsDerivatives derivatives(system);
    int numbers = 0;
    for (const ParameterSlot& slot : system.layout().parameters) {
        if (slot.path.rfind(begin, 0) != 0 || slot.rule == Rule::rotation || slot.rule == Rule::sign)
            continue;
        const ParameterId id = system.layout().parameter(slot.path);
        const Vector here = copy(state.parameter(id));
        const ParameterDerivatives& by = derivatives.forward_by_parameters(state, std::span(&id, 1));
        const Vector found = stacked(by.of_u_dot, by.of_lambda);
        for (int i = 0; i < slot.range.count; ++i, ++numbers) {
            const bool keeps_sign = slot.rule != Rule::finite && slot.rule != Rule::direction;
            if (keeps_sign && here[at(i)] == 0) continue;
            const double h =
                1e-3 * (keeps_sign ? std::abs(here[at(i)]) : std::max(1.0, std::abs(here[at(i)])));
            const Vector column = extrapolated(
                [&](double by_h) {
                    State there = state;
                    Vector values = here;
                    values[at(i)] += by_h;
                    there.set_parameter(id, values);
                    return accelerations_and_multipliers(system, there);
                },
                h);
            Vector own;
            for (std::size_t row = 0; row < column.size(); ++row)
                own.push_back(found[row * at(slot.range.count) + at(i)]);
            law.measure(difference(own, column), slot.path);
        }
    }
    return numbers;
}

/// Points of an arm over a floor.
Model over_floor(double mu, double viscous, int points) {
    Random random(5);
    Model model;
    BodyId last = world;
    for (const AnyJoint& joint : {AnyJoint{Free{}}, AnyJoint{Pin{}}})
        last = hang_by(model, random, joint, last);
    model.add(Gravity{});
    const Vec3 places[] = {{0.1, 0.2, -0.3}, {0.4, -0.1, 0.2}};
    for (int i = 0; i < points; ++i) {
        const std::string name = "point" + std::to_string(i);
        model.add_constraint(SphereOnPlane{
            .name = name,
            .plane = {world, Rotation::about(x_axis, 0.3) * (Rotation::about(y_axis, 0.2) * z_axis), 0},
            .center = {BodyId{1 + i}, places[i]},
            .radius = 0.1,
            .rolls = true});
        model.add(OneWay{
            .name = name, .static_friction = 2 * mu, .sliding_friction = mu, .viscous_friction = viscous});
    }
    return model;
}

}  // namespace

TEST_CASE("what slides with friction is differentiated as it moves") {
    Law law(after_division);
    for (const int points : {1, 2})
        for (const double mu : {0.0, 0.5})
            for (const double viscous : {0.0, 0.1})
                for (const double keeps : {0.0, 50.0}) {
                    const System system(over_floor(mu, viscous, points));
                    State state = random_state(system, 4);
                    for (int i = 0; i < points; ++i)
                        set_touch(system, state, ConstraintId{i}, Touch::slides, {0.6, 0.8}, keeps);
                    measure_forward(law, system, state, "slides");
                    CHECK(measure_numbers(law, system, state, "") > 40);
                    CHECK(has_exact_derivatives(system, state));
                    if (mu == 0 && viscous == 0) continue;
                    DynamicsDerivatives derivatives(system);
                    CHECK_THROWS_WITH_AS(derivatives.forward_along(state, {}, {}),
                                         doctest::Contains("\"point0\" slides with friction"), StateError);
                    CHECK_THROWS_WITH_AS(modes(system, state, {.undamped = true}),
                                         doctest::Contains("\"point0\" slides with friction"), StateError);
                }
}

TEST_CASE("friction that is not there yet is differentiated by its numbers, too") {
    const System system(over_floor(0, 0, 1));
    State state = random_state(system, 4);
    set_touch(system, state, ConstraintId{0}, Touch::slides);
    // What holds tells when it sticks, and no acceleration depends on it.
    const ParameterDerivatives none = parameter_derivatives(system, state, {"point0.static_friction"});
    for (const double a : none.of_u_dot) CHECK(a == 0);
    const ParameterDerivatives by = parameter_derivatives(system, state, {"point0.sliding_friction"});
    State there = state;
    const double h = 1e-5;
    there.set_parameter("point0.static_friction", h), there.set_parameter("point0.sliding_friction", h);
    const Vector with = copy(forward_dynamics(system, there)),
                 without = copy(forward_dynamics(system, state));
    double size = 0;
    for (std::size_t i = 0; i < with.size(); ++i) {
        CHECK(by.of_u_dot[i] == doctest::Approx((with[i] - without[i]) / h).epsilon(1e-3));
        size += std::abs(by.of_u_dot[i]);
    }
    CHECK(size > 0.1);
}

TEST_CASE("what gives way is differentiated as it moves, and by its limit") {
    Law law(after_division);
    Random random(5);
    Model model;
    BodyId last = world;
    for (const AnyJoint& joint : {AnyJoint{Ball{}}, AnyJoint{Pin{}}, AnyJoint{Pin{}}})
        last = hang_by(model, random, joint, last);
    model.add(Gravity{});
    model.add_constraint(ConstantSpeed{.name = "rubs", .coordinate = {AnyJointId{{1}}, 0}});
    model.add(Bounded{.name = "rubs", .limit = 3});
    const System system(model);
    State state = random_state(system, 4, false);
    for (const Touch touch : {Touch::slides, Touch::sticks}) {
        set_touch(system, state, ConstraintId{0}, touch, {-1, 0});
        measure_forward(law, system, state, name_of(touch));
        CHECK(measure_numbers(law, system, state, "") > 20);
    }
}
