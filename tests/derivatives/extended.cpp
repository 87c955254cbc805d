// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Every derivative of the dynamics against differences of extended precision, which are good to 1e-14, and those of
// accelerations and multipliers against the answer of the equations of motion in the same: every joint, force and
// constraint, every number of each. What is measured has effects: each element must show some.
#include <sinew/forces/ground_contact_apply.h>
#include <sinew/math/function_evaluate.h>
#include <sinew/system/dynamics_on_pass.h>
#include <tests/derivatives/precise.h>
#include <tests/support/closed_mechanism.h>
#include <tests/support/random_constraint.h>
#include <tests/support/random_force.h>

#include <map>

namespace sinew {

using testing::Extended;

// Joints of the user's own know no such numbers; no model here has one.
template <>
void across_in_place<CustomJoint, Extended>(const Node&, const JointInput<Extended>&, TransformT<Extended>&,
                                            SpatialVelocityT<Extended>*) {}
template <>
SpatialAccelerationT<Extended> bias_in_place<CustomJoint, Extended>(const Node&, const JointInput<Extended>&,
                                                                    const RotationT<Extended>&,
                                                                    const SpatialVelocityT<Extended>*,
                                                                    const Extended*) {
    return {};
}
template class DynamicsOn<Extended>;

}  // namespace sinew

using namespace sinew;
using namespace sinew::testing;

namespace {

Model short_chain(Random& random) {
    Model model;
    BodyId last = world;
    for (const AnyJoint& joint :
         {AnyJoint{Free{}}, AnyJoint{Pin{}}, AnyJoint{Universal{}}, AnyJoint{Slider{}}, AnyJoint{Pin{}}})
        last = hang_by(model, random, joint, last);
    return model;
}

}  // namespace

TEST_CASE(
    "derivatives by motion and by every number of bodies and joints, to 1e-9 of differences in extended "
    "precision") {
    Law law(1e-9);
    Measured measured(law);
    for (std::uint64_t seed = 1; seed <= 2; ++seed) {
        Model model = model_of_known_joints(seed);
        model.add(Gravity{});
        model.add(Gravity{.name = "on some", .g = {1, 2, 3}, .except = {BodyId{3}, BodyId{5}}});
        const System system(model);
        measured.all(system, random_state(system, seed), "joints", "");
    }
    CHECK(measured.numbers > 700);
    CHECK(measured.refused.empty());
}

TEST_CASE("derivatives under every force and by its numbers, to 1e-9 of differences in extended precision") {
    Law law(1e-9);
    for_every_force([&]<class E> {
        if (std::is_same_v<E, CustomForce>) return;
        int engaged = 0;
        for (std::uint64_t seed = 1; seed <= 300 && engaged < 3; ++seed) {
            Random random(100 * seed + 7);
            Model model = short_chain(random);
            E force = random_force<E>(model, random);
            if constexpr (requires { force.drive; })
                force.drive.activation = seed % 2 ? Activation::filter : Activation::integrator;
            model.add(force);
            const System system(model);
            State state = random_state(system, seed);
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
            const AnyConstraint constraint = renamed(kind.random(model, random), "held");
            if (constraint.is<CustomConstraint>()) continue;
            model.add_constraint(constraint);
            model.add(Gravity{});
            const System system(model);
            State state = random_state(system, seed);
            state.set_time(0.3);
            double pull = 0;
            for (const double l : multipliers(system, state)) pull = std::max(pull, std::abs(l));
            without_effect[kind.kind] += !(pull > 1e-6);
            Measured measured(law);
            measured.all(system, state, kind.kind, "held.");
            CHECK(measured.refused.empty());
        }
    for (const auto& kind_and_times : without_effect) {
        CAPTURE(kind_and_times.first);
        CHECK(kind_and_times.second < 3);
    }
}
