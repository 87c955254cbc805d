// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Whatever joint closes a loop, and however: the mechanism is the same.
#include <sinew/base/at.h>
#include <tests/support/closed_mechanism.h>
#include <tests/support/law.h>

using namespace sinew;
using namespace sinew::testing;

namespace {

/// The model with one joint to close its loop in a given way, and all others in the tree.
Model closed_by(Model model, AnyJointId joint, LoopClosure how) {
    for (JointElement& each : model.joints) each.placement.loop = LoopClosure::in_tree;
    model.joints[at(joint.index)].placement.loop = how;
    return model;
}

/// Kinds that are written as equations.
bool can_be_cut(const AnyJoint& joint) {
    return visit(
        []<class J>(const J&) {
            return !(std::is_same_v<J, Screw> || std::is_same_v<J, Ellipsoid> ||
                     std::is_same_v<J, SphericalCoords> || std::is_same_v<J, LineOrientation> ||
                     std::is_same_v<J, FreeLine> || std::is_same_v<J, CantileverBeam> ||
                     std::is_same_v<J, FunctionBased> || std::is_same_v<J, CustomJoint>);
        },
        joint);
}

template <class J>
int freedoms_of(const J& joint) {
    const auto data = data_of(joint);
    return nu_of<J>(data.get());
}

std::vector<double> reference_of(const AnyJoint& joint) {
    return visit(
        []<class J>(const J& j) {
            const auto data = data_of(j);
            std::vector<double> q(at(nq_of<J>(data.get())));
            reference_q<J>(data.get(), q.data());
            return q;
        },
        joint);
}

/// What can be asked of two Systems of one mechanism.
void compare(const System& a, const State& state_a, const System& b, const State& state_b, Law& law,
             const std::string& name) {
    for (int i = 0; i < static_cast<int>(a.model().bodies.size()); ++i) {
        const BodyId body{i};
        law.measure(difference(pose(a, state_a, body), pose(b, state_b, body)), name + ", pose");
        law.measure(difference(velocity(a, state_a, body), velocity(b, state_b, body)), name + ", velocity");
        law.measure(difference(acceleration(a, state_a, body), acceleration(b, state_b, body)),
                    name + ", acceleration");
        law.measure(difference(applied_on(a, state_a, body), applied_on(b, state_b, body)),
                    name + ", applied");
    }
    for (int j = 0; j < static_cast<int>(a.model().joints.size()); ++j) {
        const AnyJointId joint{{j}};
        const Reaction one = reaction(a, state_a, joint), other = reaction(b, state_b, joint);
        law.measure(difference(one.on_to_at_M, other.on_to_at_M), name + ", reaction at M");
        law.measure(difference(one.on_from_at_F, other.on_from_at_F), name + ", reaction at F");
        law.measure(difference(joint_pose(a, state_a, joint), joint_pose(b, state_b, joint)),
                    name + ", joint");
    }
    law.measure(std::abs(kinetic_energy(a, state_a) - kinetic_energy(b, state_b)), name + ", energy");
    law.measure(difference(momentum(a, state_a, {}), momentum(b, state_b, {})), name + ", momentum");
}

}  // namespace

TEST_CASE("a loop closed by a split body, by a loop constraint, or at another joint is the same mechanism") {
    Law law(1e-9);
    std::uint64_t seed = 0;
    for (const AnyJoint& middle : joint_of_every_kind())
        for (const AnyJoint& last : joint_of_every_kind()) {
            const ClosedChain chain = closed_chain(middle, last, ++seed);
            const System split(closed_by(chain.model, chain.closing, LoopClosure::split));
            const State state = chain.assembled(split, seed);
            const std::string name = std::string(kind_of(middle)) + " and " + kind_of(last);
            for (int j = 0; j < static_cast<int>(chain.model.joints.size()); ++j)
                for (const LoopClosure how : {LoopClosure::split, LoopClosure::cut}) {
                    if (how == LoopClosure::cut && !can_be_cut(chain.model.joints[at(j)].joint)) continue;
                    const System other(closed_by(chain.model, {{j}}, how));
                    REQUIRE(other.loops().size() == 1);
                    CHECK(other.loops()[0].joint.index == j);
                    CHECK(other.loops()[0].how == how);
                    compare(split, state, other, same_motion(split, state, other), law, name);
                }
        }
}

TEST_CASE("left to itself, a System cuts what has equations and splits what has none, and tells") {
    std::uint64_t seed = 0;
    for (const AnyJoint& last : joint_of_every_kind()) {
        const ClosedChain chain = closed_chain(last, last, ++seed);
        const System system(chain.model);
        const std::string kind = kind_of(last);
        CAPTURE(kind);
        REQUIRE(system.loops().size() == 1);
        const Loop loop = system.loops()[0];
        CHECK((loop.how == LoopClosure::cut) == can_be_cut(chain.model.joints[at(loop.joint.index)].joint));
        CHECK(system.explain().find("closes a loop") != std::string::npos);
        int freedoms = 0;
        for (const JointElement& joint : chain.model.joints)
            freedoms += visit([](const auto& j) { return freedoms_of(j); }, joint.joint);
        CHECK(system.nu() - loop.equations == freedoms - 6);
    }
}

TEST_CASE("a joint is a free joint and the equations of what it holds") {
    Law law(1e-9);
    std::uint64_t seed = 0;
    for (const AnyJoint& joint : joint_of_every_kind()) {
        if (!can_be_cut(joint)) continue;
        Random random(++seed);
        Model model{.name = "pair"};
        const BodyId first = hang_by(model, random, Ball{}, world);
        const BodyId second = hang_by(model, random, joint, first);
        hang_by(model, random, Universal{}, second);
        model.add(Gravity{});
        const System direct(model);
        const State state = random_state(direct, seed, false);
        Model loose = model;
        for (JointElement& each : loose.joints) each.placement.loop = LoopClosure::automatic;
        loose.joints[1].placement.loop = LoopClosure::cut;
        loose.add(Free{}, {.name = "free",
                           .from = world,
                           .to = second,
                           .X_PF = random.pose(1),
                           .X_BM = random.pose(1),
                           .loop = LoopClosure::in_tree});
        const System held(loose);
        REQUIRE(is_cut(held, {{1}}));
        State there = held.default_state();
        for (const int j : {0, 2}) {
            there.set_q(AnyJointId{{j}}, state.q(AnyJointId{{j}}));
            there.set_u(AnyJointId{{j}}, state.u(AnyJointId{{j}}));
        }
        const auto [F, M] = joint_frames(held, there, {{3}});
        fit_pose(held, there, {{3}}, relative_pose(direct, state, F, M));
        fit_velocity(held, there, {{3}}, relative_velocity(direct, state, F, M));
        compare(direct, state, held, there, law, kind_of(joint));
        std::vector<double> q(state.q(AnyJointId{{1}}).size()), u(state.u(AnyJointId{{1}}).size());
        joint_q(held, there, {{1}}, q);
        joint_u(held, there, {{1}}, u);
        law.measure(difference(u, state.u(AnyJointId{{1}})), std::string(kind_of(joint)) + ", speeds");
        std::vector<double> u_dot(u.size()), in_tree(u.size());
        joint_u_dot(held, there, {{1}}, u_dot);
        joint_u_dot(direct, state, {{1}}, in_tree);
        double most = 1;
        for (const double a : in_tree) most = std::max(most, std::abs(a));
        law.measure(difference(u_dot, in_tree) / most, std::string(kind_of(joint)) + ", accelerations");
        law.measure(difference(pose_of_joint(joint, q), joint_pose(direct, state, {{1}})),
                    std::string(kind_of(joint)) + ", coordinates");
    }
}

TEST_CASE("a screw is a cylinder whose coordinates are coupled") {
    Law law(1e-9);
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        Random random(seed);
        const double pitch = random.within(0.1, 1);
        Model screws{.name = "screw"}, cylinders{.name = "cylinder"};
        for (Model* model : {&screws, &cylinders}) {
            Random same(seed);
            const BodyId first = hang_by(*model, same, Ball{}, world);
            const BodyId second = model == &screws ? hang_by(*model, same, Screw{.pitch = pitch}, first)
                                                   : hang_by(*model, same, Cylinder{}, first);
            hang_by(*model, same, Universal{}, second);
            model->add(Gravity{});
        }
        const Function held = Function(function::Argument{1}) + -pitch * Function(function::Argument{0});
        cylinders.add(CoordinateCoupler{
            .name = "thread", .couples = {{AnyJointId{{1}}, 0}, {AnyJointId{{1}}, 1}}, .function = held});
        const System screw(screws), cylinder(cylinders);
        const State state = random_state(screw, seed, false);
        State coupled = cylinder.default_state();
        for (const int j : {0, 2}) {
            coupled.set_q(AnyJointId{{j}}, state.q(AnyJointId{{j}}));
            coupled.set_u(AnyJointId{{j}}, state.u(AnyJointId{{j}}));
        }
        const double q = state.q(AnyJointId{{1}})[0], u = state.u(AnyJointId{{1}})[0];
        coupled.set_q(AnyJointId{{1}}, std::array{q, pitch * q});
        coupled.set_u(AnyJointId{{1}}, std::array{u, pitch * u});
        for (int body = 1; body < 4; ++body)
            law.measure(difference(acceleration(screw, state, BodyId{body}),
                                   acceleration(cylinder, coupled, BodyId{body})),
                        "acceleration");
    }
}

namespace {

/// The closed chain with more joints from its tip to the world and to its second body, each where it fits.
Model with_more_loops(const ClosedChain& chain, std::uint64_t seed, std::vector<std::vector<double>>& q) {
    Random random(seed + 1000);
    Model model = chain.model;
    const System split(closed_by(chain.model, chain.closing, LoopClosure::split));
    const State state = chain.assembled(split, seed);
    const BodyId tip{5}, second{2};
    int number = 0;
    for (const AnyJoint& joint :
         {AnyJoint{Planar{}}, AnyJoint{Bushing{}}, AnyJoint{FreeLine{}}, AnyJoint{Free{}}}) {
        const BodyId from = number % 2 == 0 ? world : second;
        JointPlacement place{.name = "more" + std::to_string(number++), .from = from, .to = tip};
        q.emplace_back();
        for (const double reference : reference_of(joint))
            q.back().push_back(reference + random.within(-0.5, 0.5));
        place.X_PF = random.pose(0.5);
        const Transform F = pose(split, state, from) * place.X_PF;
        place.X_BM = pose(split, state, tip).inverse() * F * pose_of_joint(joint, q.back());
        model.add_joint({joint, place});
    }
    return model;
}

}  // namespace

TEST_CASE("a body at the ends of many loops may be in many pieces, or in one") {
    Law law(1e-9);
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        const ClosedChain chain = closed_chain(Cartesian{}, Bushing{}, seed);
        std::vector<std::vector<double>> q;
        Model pieces = with_more_loops(chain, seed, q), whole = pieces;
        for (JointElement& joint : pieces.joints)
            joint.placement.loop =
                joint.placement.name.starts_with("joint") ? LoopClosure::in_tree : LoopClosure::split;
        for (JointElement& joint : whole.joints)
            joint.placement.loop = joint.placement.name.starts_with("joint") ? LoopClosure::in_tree
                                   : can_be_cut(joint.joint)                 ? LoopClosure::cut
                                                                             : LoopClosure::split;
        const System in_pieces(pieces), in_one(whole), as_it_likes(with_more_loops(chain, seed, q));
        REQUIRE(in_pieces.loops().size() == 5);
        State state = random_state(in_pieces, seed, false);
        const State closed =
            chain.assembled(System(closed_by(chain.model, chain.closing, LoopClosure::split)), seed);
        for (int j = 0; j < 6; ++j) state.set_q(AnyJointId{{j}}, closed.q(AnyJointId{{j}}));
        for (int j = 6; j < 10; ++j) state.set_q(AnyJointId{{j}}, q[at(j - 6)]);
        obey(in_pieces, state);
        for (const double e : position_errors(in_pieces, state)) law.measure(std::abs(e), "assembly");
        for (const System* other : {&in_one, &as_it_likes})
            compare(in_pieces, state, *other, same_motion(in_pieces, state, *other), law, "pieces");

        // Parameters of the body are those of its pieces together.
        Model heavy = whole;
        heavy.bodies[5].mass.mass *= 3;
        heavy.bodies[5].mass.inertia = 2.0 * heavy.bodies[5].mass.inertia;
        const Sym3& I = heavy.bodies[5].mass.inertia;
        const System rebuilt(heavy);
        State heavier = state;
        heavier.set_parameter("body5.mass", heavy.bodies[5].mass.mass);
        heavier.set_parameter("body5.inertia", std::array{I.xx, I.yy, I.zz, I.xy, I.xz, I.yz});
        compare(in_pieces, heavier, rebuilt, same_motion(in_pieces, state, rebuilt), law, "parameters");
    }
}

TEST_CASE("a loop that is opened in a State moves as if its joint were not there") {
    Law law(1e-9);
    std::uint64_t seed = 0;
    for (const AnyJoint& last : joint_of_every_kind()) {
        const ClosedChain chain = closed_chain(Pin{}, last, ++seed);
        const System split(closed_by(chain.model, chain.closing, LoopClosure::split));
        const State state = chain.assembled(split, seed);
        if (!can_be_cut(last)) continue;
        const System cut(closed_by(chain.model, chain.closing, LoopClosure::cut));
        State opened = same_motion(split, state, cut);
        if (cut.loops()[0].constraint.index >= 0) set_enabled(cut, opened, cut.loops()[0].constraint, false);
        Model open = chain.model;
        open.joints.pop_back();
        const System tree(open);
        State without = tree.default_state();
        without.set_q(opened.q());
        without.set_u(opened.u());
        for (int body = 1; body < 6; ++body)
            law.measure(difference(acceleration(cut, opened, BodyId{body}),
                                   acceleration(tree, without, BodyId{body})),
                        kind_of(last));
    }
}

TEST_CASE("a force on the coordinate of a joint that closes a loop splits it, and acts") {
    const ClosedChain chain = closed_chain(Slider{}, Pin{}, 7);
    Model model = chain.model;
    model.add(
        MobilitySpring{.name = "spring", .coordinate = {chain.closing, 0}, .stiffness = 30, .rest = 0.1});
    for (JointElement& joint : model.joints) joint.placement.loop = LoopClosure::in_tree;
    model.joints.back().placement.loop = LoopClosure::automatic;
    const System split(model);
    REQUIRE(split.loops()[0].how == LoopClosure::split);
    const State state = chain.assembled(split, 7);
    model.joints.back().placement.loop = LoopClosure::in_tree;
    model.joints[3].placement.loop = LoopClosure::cut;
    const System other(model);
    Law law(1e-9);
    compare(split, state, other, same_motion(split, state, other), law, "spring");
    Model loose = chain.model;
    loose.add(GlobalDamper{.damping = 1});
    CHECK(System(loose).loops()[0].how ==
          LoopClosure::split);  // every speed is damped, so every joint has its own
}

TEST_CASE("a cut joint has no coordinates in a State, and says where they are") {
    const ClosedChain chain = closed_chain(Pin{}, Ball{}, 3);
    const System cut(closed_by(chain.model, chain.closing, LoopClosure::cut));
    const State state = cut.default_state();
    CHECK_THROWS_WITH_AS(state.q(chain.closing), doctest::Contains("joint_q()"), StateError);
    CHECK_THROWS_WITH_AS(lock(cut, const_cast<State&>(state), chain.closing),
                         doctest::Contains("joint \"closing\" closes a loop"), StateError);
}

TEST_CASE("a bar without mass is never left at a tip: in a four-bar it is a rod") {
    Law law(1e-10);
    for (const int massless : {1, 2, 3}) {  // crank, coupler, rocker
        const std::array<Vec3, 4> corner{{{0, 0, 0}, {0.3, 1, 0}, {2, 1.4, 0}, {2.2, 0, 0}}};
        Model bars{.name = "four-bar"};
        bars.add(Gravity{});
        for (int i = 1; i < 4; ++i) {
            const Vec3 along = corner[at(i)] - corner[at(i - 1)];
            const MassProperties mass{2, 0.5 * along, {0.3, 0.3, 0.3}};
            bars.add(
                Body{.name = "bar" + std::to_string(i), .mass = i == massless ? MassProperties{} : mass});
        }
        Model rod = bars;
        for (int i = 0; i < 4; ++i) {
            const BodyId from{i}, to{(i + 1) % 4};
            const Vec3 p_from = i == 0 ? Vec3{} : corner[at(i - 1)], p_to = i == 3 ? Vec3{} : corner[at(i)];
            const JointPlacement place{"pin" + std::to_string(i),
                                       from,
                                       to,
                                       {.p = corner[at(i)] - p_from},
                                       {.p = corner[at(i)] - p_to}};
            bars.add(Pin{}, place);
            if (from.index != massless && to.index != massless) rod.add(Pin{}, place);
        }
        const System system(bars);
        REQUIRE(system.loops().size() == 1);
        const JointPlacement& cut = bars.joints[at(system.loops()[0].joint.index)].placement;
        CHECK(cut.from.index != massless);
        CHECK(cut.to.index != massless);
        // The same with a rod in place of the bar.
        const BodyId before{massless - 1}, after{(massless + 1) % 4};
        const auto origin = [&](BodyId body) { return body == world ? Vec3{} : corner[at(body.index - 1)]; };
        rod.add(Rod{.name = "rod",
                    .from = {before, corner[at(massless - 1)] - origin(before)},
                    .to = {after, corner[at(massless)] - origin(after)},
                    .length = norm(corner[at(massless)] - corner[at(massless - 1)])});
        const BodyId loose{massless};
        rod.bodies[at(massless)].mass = {1, {}, {1, 1, 1}};
        rod.add(Weld{}, {.name = "aside", .from = world, .to = loose});
        if (massless != 2) {  // one end of the rod on the world: the two other bars hang as a double pendulum
            CHECK(System(rod).loops().empty());
        }
        const System other(rod);
        const State here = system.default_state(), there = other.default_state();
        for (int i = 1; i < 4; ++i)
            if (i != massless)
                law.measure(
                    difference(acceleration(system, here, BodyId{i}), acceleration(other, there, BodyId{i})),
                    std::to_string(massless));
    }
}
