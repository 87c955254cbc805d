// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// A joint of n freedoms is a free body with 6 − n equations: the same motion, the same reaction.
#include <tests/support/random_constraint.h>

#include <doctest/doctest.h>

using namespace sinew;
using namespace sinew::testing;

namespace {

/// A chain whose second joint is J, or Free with a constraint between the joint's frames.
template <class J, class Close>
void compare(Close close) {
    CAPTURE(J::name);
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        Random random(seed);
        Model base;
        const BodyId first = base.add(Body{.name = "first", .mass = central(random.inertia())}),
                     second = base.add(Body{.name = "second", .mass = central(random.inertia())}),
                     third = base.add(Body{.name = "third", .mass = central(random.inertia())});
        const JointPlacement placement{
            .name = "joint", .from = first, .to = second, .X_PF = random.pose(0.4), .X_BM = random.pose(0.4)};
        base.add(Gimbal{}, {.name = "root", .from = world, .to = first, .X_PF = random.pose(0.4)});
        base.add(Universal{}, {.name = "tip", .from = second, .to = third, .X_PF = random.pose(0.4)});
        base.add(Gravity{});
        Model by_joint = base, by_equations = base;
        const auto joint = by_joint.add(J{}, placement);
        const auto free = by_equations.add(Free{}, placement);
        const ConstraintId held =
            close(by_equations, FrameOn{first, placement.X_PF}, FrameOn{second, placement.X_BM});
        const System one(by_joint), other(by_equations);
        State a = random_state(one, seed, false), b = other.default_state();
        for (const char* name : {"root", "tip"}) {
            b.set_q(by_equations.joint(name), a.q(by_joint.joint(name)));
            b.set_u(by_equations.joint(name), a.u(by_joint.joint(name)));
        }
        fit_pose(other, b, free, joint_pose(one, a, joint));
        fit_velocity(other, b, free, joint_velocity(one, a, joint));
        for (const double e : position_errors(other, b)) CHECK(std::abs(e) < 1e-13);
        for (const double e : velocity_errors(other, b)) CHECK(std::abs(e) < 1e-13);
        for (const BodyId body : {first, second, third})
            CHECK(difference(acceleration(one, a, body), acceleration(other, b, body)) < 1e-10);
        CHECK(constraint_rank(other, b) == equation_counts(other).all());
        // What the joint puts on its outer body, the constraint does, about the body's origin.
        const SpatialForce by_reaction =
            pose(one, a, second).R * reaction_on(one, a, joint, second, FrameOn{second, {}});
        CHECK(difference(by_reaction, constraint_force_on(other, b, held, second)) < 1e-9);
    }
}

}  // namespace

TEST_CASE("every joint that has its constraint is a free joint with that constraint") {
    compare<Pin>([](Model& m, FrameOn F, FrameOn M) {
        return m.add(PinConstraint{.name = "held", .from = F, .to = M});
    });
    compare<Slider>([](Model& m, FrameOn F, FrameOn M) {
        return m.add(SliderConstraint{.name = "held", .from = F, .to = M});
    });
    compare<Cylinder>([](Model& m, FrameOn F, FrameOn M) {
        return m.add(CylinderConstraint{.name = "held", .from = F, .to = M});
    });
    compare<Universal>([](Model& m, FrameOn F, FrameOn M) {
        return m.add(UniversalConstraint{.name = "held", .from = F, .to = M});
    });
    compare<Weld>([](Model& m, FrameOn F, FrameOn M) {
        return m.add(WeldConstraint{.name = "held", .from = F, .to = M});
    });
    compare<Ball>([](Model& m, FrameOn F, FrameOn M) {
        return m.add(BallConstraint{.name = "held", .from = {F.body, F.X_BF.p}, .to = {M.body, M.X_BF.p}});
    });
    compare<Cartesian>([](Model& m, FrameOn F, FrameOn M) {
        return m.add(ConstantOrientation{.name = "held", .from = F, .to = M});
    });
}

TEST_CASE("a screw is a cylinder whose shift is geared to its turn") {
    Random random(4);
    Model base;
    const BodyId body = base.add(Body{.name = "nut", .mass = central(random.inertia())});
    const JointPlacement placement{
        .name = "joint", .from = world, .to = body, .X_PF = random.pose(0.4), .X_BM = random.pose(0.4)};
    base.add(Gravity{});
    Model by_joint = base, by_gear = base;
    const auto screw = by_joint.add(Screw{.pitch = 0.2}, placement);
    const auto cylinder = by_gear.add(Cylinder{}, placement);
    by_gear.add(Gear{.name = "thread", .one = {cylinder, 0}, .other = {cylinder, 1}, .ratio = 0.2});
    const System one(by_joint), other(by_gear);
    State a = one.default_state(), b = other.default_state();
    a.q(screw) = 0.7, a.u(screw) = -1.3;
    b.q(cylinder) = {0.7, 0.7 * 0.2}, b.u(cylinder) = {-1.3, -1.3 * 0.2};
    CHECK(std::abs(position_errors(other, b)[0]) < 1e-16);
    CHECK(forward_dynamics(other, b)[0] == doctest::Approx(forward_dynamics(one, a)[0]).epsilon(1e-12));
}
