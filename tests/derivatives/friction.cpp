// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Derivatives while something slides with friction, or gives way, against extended precision: it follows the slip and
// the normal force, as forward dynamics has it.
#include <tests/derivatives/precise.h>
#include <tests/support/closed_mechanism.h>
#include <tests/support/random_constraint.h>

#include <sinew/studies/modes.h>

using namespace sinew;
using namespace sinew::testing;

namespace {

/// By motion, and by every number there is.
int measure_all(Law& law, const System& system, const State& state, const std::string& name) {
    Measured measured(law);
    measured.all(system, state, name, "");
    return measured.numbers;
}

Model chain(Random& random, std::initializer_list<AnyJoint> joints) {
    Model model;
    BodyId last = world;
    for (const AnyJoint& joint : joints) last = hang_by(model, random, joint, last);
    model.add(Gravity{});
    return model;
}

/// Points of an arm over a floor.
Model over_floor(double mu, double viscous, int points) {
    Random random(5);
    Model model = chain(random, {AnyJoint{Free{}}, AnyJoint{Pin{}}});
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

/// A ball on a plane, as a constraint of the user's own.
struct OwnBall {
    SphereOnPlane ball;

    template <class T>
    void equations_on(const ConstraintInput<T>& in, EquationsT<T>& out) const {
        const auto vector = [&](std::size_t i) { return Vec3T<T>{in.k[i], in.k[i + 1], in.k[i + 2]}; };
        ball.equations(SphereOnPlane::Values<T>{vector(0), in.k[3], vector(4), in.k[7]}, in, out);
    }
};
template <class Law>
struct OwnBallAs : Law, OwnBall, EquationsOnExtended {
    EquationCounts counts() const override { return ball.counts(); }
    std::vector<BodyId> bodies() const override { return {ball.plane.body, ball.center.body}; }
    std::vector<ForceParameter> parameters() const override {
        const Vec3 &n = ball.plane.normal, &c = ball.center.p;
        return {{"normal", {n.x, n.y, n.z}, Rule::direction},
                {"height", {ball.plane.height}},
                {"center", {c.x, c.y, c.z}},
                {"radius", {ball.radius}, Rule::non_negative}};
    }
    void on_extended(const ConstraintInput<Extended>& in, EquationsT<Extended>& out) const override {
        equations_on(in, out);
    }
};
struct PlainBall : OwnBallAs<ConstraintLaw> {
    void equations(const ConstraintInput<double>& in, Equations& out) const override {
        equations_on(in, out);
    }
};
struct ExactBall : OwnBallAs<ExactConstraintLaw<ExactBall>> {};

}  // namespace

TEST_CASE("what slides with friction is differentiated as it moves") {
    Law law(1e-9);
    for (const int points : {1, 2})
        for (const double mu : {0.0, 0.5})
            for (const double viscous : {0.0, 0.1})
                for (const double keeps : {0.0, 50.0}) {
                    const System system(over_floor(mu, viscous, points));
                    State state = random_state(system, 4);
                    for (int i = 0; i < points; ++i)
                        set_touch(system, state, ConstraintId{i}, Touch::slides, {0.6, 0.8}, keeps);
                    CHECK(measure_all(law, system, state, "slides") > 40);
                    CHECK(has_exact_derivatives(system, state));
                    for (const Touch other : {Touch::sticks, Touch::apart}) {
                        if (points < 2) break;
                        State mixed = state;
                        set_touch(system, mixed, ConstraintId{1}, other);
                        CHECK(measure_all(law, system, mixed, "one slides") > 40);
                    }
                    if (mu == 0 && viscous == 0) continue;
                    DynamicsDerivatives derivatives(system);
                    CHECK_THROWS_WITH_AS(derivatives.forward_along(state, {}, {}),
                                         doctest::Contains("\"point0\" slides with friction"), StateError);
                    CHECK_THROWS_WITH_AS(modes(system, state, {.undamped = true}),
                                         doctest::Contains("\"point0\" slides with friction"), StateError);
                }
}

TEST_CASE("whatever can slide with friction or give way is differentiated as it does") {
    Law law(1e-9);
    int slide = 0, give_way = 0;
    for (const KindOfConstraint& kind : every_constraint())
        for (std::uint64_t seed = 1; seed <= 2; ++seed) {
            Random random(100 * seed + 13);
            Model model = chain(random, {AnyJoint{Free{}}, AnyJoint{Pin{}}, AnyJoint{Universal{}},
                                         AnyJoint{Slider{}}, AnyJoint{Pin{}}});
            AnyConstraint held = renamed(kind.random(model, random), "held");
            visit(
                [](auto& e) {
                    if constexpr (requires { e.rolls; }) e.rolls = true;
                },
                held);
            const EquationCounts counts = visit([](const auto& e) { return counts_of(e); }, held);
            if (held.is<CustomConstraint>() || counts.acceleration_only > 0) continue;
            const bool slips = counts.holonomic == 1 && counts.nonholonomic == 2,
                       gives_way = counts.holonomic == 0 && counts.nonholonomic == 1;
            if (!slips && !gives_way) continue;
            model.add_constraint(held);
            if (slips)
                model.add(OneWay{.name = "held",
                                 .static_friction = 0.7,
                                 .sliding_friction = 0.3,
                                 .viscous_friction = 0.1});
            else model.add(Bounded{.name = "held", .limit = 3});
            const System system(model);
            State state = random_state(system, seed);
            state.set_time(0.3);
            CAPTURE(std::string(kind.kind));
            const double keeps = seed == 1 ? 0 : 50;
            set_touch(system, state, ConstraintId{0}, Touch::slides, {-0.6, 0.8}, keeps);
            CHECK(measure_all(law, system, state, kind.kind) > 20);
            slide += slips, give_way += gives_way;
        }
    CHECK(slide >= 10);
    CHECK(give_way >= 6);
}

TEST_CASE(
    "constraints of the user's own that slide with friction are differentiated, on any number or on plain "
    "ones") {
    Law law(1e-9);
    const Model ours = over_floor(0.5, 0.1, 1);
    for (const bool exact : {true, false}) {
        const auto own = [&]<class Ball> {
            auto ball = std::make_shared<Ball>();
            ball->ball = ours.constraints[0].as<SphereOnPlane>();
            return ball;
        };
        CustomConstraint point{.name = "point0"};
        if (exact) point.law = own.operator()<ExactBall>();
        else point.law = own.operator()<PlainBall>();
        Model model = ours;
        model.constraints[0] = point;
        const System system(model), with_ours(ours);
        for (const double keeps : {0.0, 50.0}) {
            State state = random_state(system, 4), same = random_state(with_ours, 4);
            set_touch(system, state, ConstraintId{0}, Touch::slides, {0.6, 0.8}, keeps);
            set_touch(with_ours, same, ConstraintId{0}, Touch::slides, {0.6, 0.8}, keeps);
            CHECK(has_exact_derivatives(system, state) == exact);
            CHECK(difference(forward_dynamics(system, state), forward_dynamics(with_ours, same)) < 1e-12);
            CHECK(measure_all(law, system, state, exact ? "exact" : "plain") > 40);
        }
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
    Law law(1e-9);
    Random random(5);
    Model model = chain(random, {AnyJoint{Ball{}}, AnyJoint{Pin{}}, AnyJoint{Pin{}}});
    model.add_constraint(ConstantSpeed{.name = "rubs", .coordinate = {AnyJointId{{1}}, 0}});
    model.add(Bounded{.name = "rubs", .limit = 3});
    const System system(model);
    State state = random_state(system, 4, false);
    for (const Touch touch : {Touch::slides, Touch::sticks}) {
        set_touch(system, state, ConstraintId{0}, touch, {-1, 0});
        CHECK(measure_all(law, system, state, name_of(touch)) > 20);
    }
}
