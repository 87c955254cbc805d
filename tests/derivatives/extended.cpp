// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Every derivative of the dynamics against differences of extended precision, which are good to 1e-14, and those of
// accelerations and multipliers against the answer of the equations of motion in the same: every joint, force and
// constraint, every number of each. What is measured has effects: each element must show some.
#include <sinew/joints/test/examples.h>
#include <tests/derivatives/precise.h>
#include <tests/support/closed_mechanism.h>
#include <tests/support/random_constraint.h>
#include <tests/support/random_force.h>

#include <map>
#include <set>

using namespace sinew;
using namespace sinew::testing;

namespace {

template <class... Ts>
constexpr int count_of(const OneOf<Ts...>*) {
    return sizeof...(Ts);
}

}  // namespace

TEST_CASE(
    "derivatives by motion and by every number of bodies and joints, to 1e-9 of differences in extended "
    "precision") {
    Law law(1e-9);
    Measured measured(law);
    for (std::uint64_t seed = 1; seed <= 2; ++seed) {
        Model model = model_of_known_joints(seed, true);
        model.add(Gravity{});
        model.add(Gravity{.name = "on some", .g = {1, 2, 3}, .except = {BodyId{3}, BodyId{5}}});
        const System system(model);
        measured.all(system, random_state(system, seed), "joints", "");
    }
    CHECK(measured.numbers > 700);
    CHECK(measured.refused.empty());
}

TEST_CASE("derivatives of every form of every joint, to 1e-9 of differences in extended precision") {
    Law law(1e-9);
    std::vector<AnyJoint> joints;
#define SINEW_ONE(J) \
    for (const J& joint : examples_of<J>()) joints.emplace_back(joint);
    SINEW_JOINTS(SINEW_ONE)
#undef SINEW_ONE
    std::erase_if(joints, [](const AnyJoint& joint) { return joint.is<CustomJoint>(); });
    joints.emplace_back(custom_joint(Winding{}));  // for all that are written as templates
    for (const AnyJoint& joint : joints)
        for (std::uint64_t seed = 1; seed <= 4; ++seed) {
            Random random(seed);
            Model model;
            BodyId last = world;
            for (const AnyJoint& each : {AnyJoint{Universal{}}, joint, AnyJoint{Pin{}}})
                last = hang_by(model, random, each, last);
            for (JointElement& each : model.joints) each.placement.armature = random.within(0.1, 0.5);
            model.add(Gravity{});
            const System system(model);
            const State state = random_state(system, seed);  // half of them by angles
            Measured measured(law);
            measured.all(system, state, kind_of(joint), "joint1");
            CHECK(measured.refused.empty());
        }
}

TEST_CASE(
    "derivatives where joints and constraints follow functions of every kind, to 1e-9 of extended "
    "precision") {
    using namespace function;
    Law law(1e-9);
    const Function wave = Sinusoid{.amplitude = 0.8, .frequency = 1.7, .phase = 0.3},
                   cubic = Polynomial{{0.3, -1.0, 0.5, 2.0}};
    const Function functions[] = {
        Constant{0.4},
        Linear{{1.5}, 0.2},
        cubic,
        wave,
        Step{.from = -0.5, .to = 1.5, .start = -2.0, .end = 2.0},
        PiecewiseLinear{{-1.0, 0.123, 2.0}, {0.0, 1.0, -1.0}},
        NaturalCubicSpline{{-1.2, -0.6, 0.1, 0.9}, {0.3, -0.2, 0.5, 0.1}},
        SimmSpline{{-1.5, -1.0, -0.2, 0.5, 1.3, 1.6}, {0.0, 1.0, 0.4, -0.3, 0.8, 0.9}},
        Argument{0},
        Scaled{-2.5, wave},
        Sum{{cubic, 2.0, wave}},
        Product{{cubic, wave, 0.5}},
        Composition{wave, {cubic}},
    };
    std::set<int> kinds{Kind(std::shared_ptr<const Custom>()).index()};  // see custom_functions.cpp
    for (const Function& f : functions) {
        kinds.insert(f.kind().index());
        for (const std::uint64_t seed : {1}) {
            Random random(seed);
            Model model;
            BodyId last = world;
            const FunctionBased along{.coordinates = {"a"},
                                      .turns = {{{z_axis, Linear{}}, {y_axis, f}, {x_axis}}},
                                      .shifts = {{{x_axis, f}, {y_axis}, {z_axis}}}};
            for (const AnyJoint& joint :
                 {AnyJoint{Pin{}}, AnyJoint{along}, AnyJoint{Pin{}}, AnyJoint{Slider{}}})
                last = hang_by(model, random, joint, last);
            model.add(Gravity{});
            const auto coordinate = [](int joint) { return CoordinateOf{AnyJointId{{joint}}, 0}; };
            model.add_constraint(CoordinateCoupler{
                .name = "ties",
                .couples = {coordinate(0), coordinate(2)},
                .function = Function(Argument{1}) * of_arguments(f, {0}) + of_arguments(wave, {1})});
            model.add_constraint(
                PrescribedCoordinate{.name = "leads", .coordinate = coordinate(3), .of_time = f});
            const System system(model);
            State state = random_state(system, seed);
            state.set_time(0.3);
            Measured measured(law);
            measured.all(system, state, "function " + std::to_string(f.kind().index()), "");
        }
    }
    CHECK(static_cast<int>(kinds.size()) == count_of(static_cast<const Kind*>(nullptr)));
}

TEST_CASE("derivatives under every force and by its numbers, to 1e-9 of differences in extended precision") {
    Law law(1e-9);
    for_every_force([&]<class E> {
        int engaged = 0;
        for (std::uint64_t seed = 1; seed <= 300 && engaged < 3; ++seed) {
            Random random(100 * seed + 7);
            Model model = short_chain(random);
            E force = random_force<E>(model, random);
            if constexpr (requires { force.drive; })
                force.drive.activation = seed % 2 ? Activation::filter : Activation::integrator;
            if constexpr (std::is_same_v<E, CustomForce>)
                if (seed % 2) force.law = exact(force, model, random);
            model.add(force);
            const System system(model);
            State state = random_state(system, seed);
            state.set_time(0.3);
            Vector z(at(system.nz()));
            for (double& x : z) x = random.within(-0.4, 0.4);
            state.set_z(z);
            if constexpr (std::is_same_v<E, DiscreteForces>) {
                set_body_force(system, state, ForceId{0}, BodyId{2}, {random.vector(1), random.vector(1)});
                set_body_force(system, state, ForceId{0}, BodyId{4}, {random.vector(1), random.vector(1)});
            }
            // It must change what is differentiated: by motion, or where it is the same force everywhere, as such.
            const Vector u_dot(at(system.nu()));
            State without = state;
            set_enabled(system, without, ForceId{0}, false);
            DynamicsDerivatives derivatives(system);
            const InverseDerivatives with = derivatives.inverse(state, u_dot);
            const InverseDerivatives none = derivatives.inverse(without, u_dot);
            const double changed =
                std::max(difference(with.by_q, none.by_q), difference(with.by_u, none.by_u));
            const bool the_same_everywhere =
                std::is_same_v<E, MobilityConstant> || std::is_same_v<E, MobilityDiscrete>;
            if (!(changed > 1e-4) && !the_same_everywhere) continue;
            ++engaged;
            Measured measured(law);
            if constexpr (std::is_same_v<E, CustomForce>)
                CHECK(has_exact_derivatives(system, state) == (seed % 2 == 1));
            measured.all(system, state, E::kind, "force.");
            CHECK(measured.refused.empty());
        }
        CAPTURE(std::string(E::kind));
        CHECK(engaged == 3);
    });
}

TEST_CASE(
    "derivatives with every constraint and by its numbers, to 1e-9 of differences in extended precision") {
    Law law(1e-9);
    std::map<std::string, int> without_effect;
    for (const KindOfConstraint& kind : every_constraint())
        for (std::uint64_t seed = 1; seed <= 3; ++seed) {
            Random random(100 * seed + 11);
            Model model = short_chain(random);
            AnyConstraint constraint = renamed(kind.random(model, random), "held");
            if (constraint.is<CustomConstraint>() && seed % 2) constraint = exact(constraint);
            model.add_constraint(constraint);
            model.add(Gravity{});
            const System system(model);
            State state = random_state(system, seed);
            state.set_time(0.3);
            double pull = 0;
            for (const double l : multipliers(system, state)) pull = std::max(pull, std::abs(l));
            without_effect[kind.kind] += !(pull > 1e-6);
            if (constraint.is<CustomConstraint>())
                CHECK(has_exact_derivatives(system, state) == (seed % 2 == 1));
            Measured measured(law);
            measured.all(system, state, kind.kind + std::string(" ") + std::to_string(seed), "held.");
            CHECK(measured.refused.empty());
        }
    for (const auto& kind_and_times : without_effect) {
        CAPTURE(kind_and_times.first);
        CHECK(kind_and_times.second < 3);
    }
}
