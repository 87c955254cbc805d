// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// ∂ẏ/∂y where coordinates are more than speeds can reach, and where elements have variables of their own.
#include <sinew/studies/system_problem.h>
#include <tests/derivatives/differences.h>
#include <tests/support/closed_mechanism.h>
#include <tests/support/random_force.h>

using namespace sinew;
using namespace sinew::testing;

namespace {

Vector all_rates(const System& system, const State& state) {
    Vector rates = copy(q_dot(system, state));
    for (const auto& part : {copy(forward_dynamics(system, state)), copy(z_dot(system, state))})
        rates.insert(rates.end(), part.begin(), part.end());
    return rates;
}

void measure_jacobian(Law& law, const System& system, const State& state, const std::string& name,
                      double step = 1e-3) {
    const std::size_t nq = at(system.nq()), nu = at(system.nu()), nz = at(system.nz()), all = nq + nu + nz;
    Vector J(all * all), wanted_J(all * all);
    dynamic_jacobian(system, state, J);
    for (std::size_t k = 0; k < all; ++k) {
        const Vector column = extrapolated(
            [&](double h) {
                State there = state;
                Vector q = copy(state.q()), u = copy(state.u()), z = copy(state.z());
                (k < nq ? q[k] : k < nq + nu ? u[k - nq] : z[k - nq - nu]) += h;
                there.set_q(q), there.set_u(u), there.set_z(z);
                return all_rates(system, there);
            },
            step);
        for (std::size_t i = 0; i < all; ++i) wanted_J[i * all + k] = column[i];
    }
    law.measure(difference(J, wanted_J), name);
}

}  // namespace

TEST_CASE(
    "the dynamic Jacobian knows coordinates of lines that no speed moves, by quaternions and by angles") {
    Law law(1e-8);
    for (std::uint64_t seed = 1; seed <= 3; ++seed)
        for (const AnyJoint& line : {AnyJoint{LineOrientation{}}, AnyJoint{FreeLine{}}})
            for (const bool angles : {false, true})
                for (const int with : {0, 1, 2}) {  // nothing, a rod, a force of the user's own
                    Random random(seed);
                    Model model;
                    BodyId last = world;
                    for (const AnyJoint& joint : {AnyJoint{Pin{}}, line, AnyJoint{Ball{}}})
                        last = hang_by(model, random, joint, last);
                    model.add(Gravity{});
                    model.add(FrameActuator{.name = "thruster",
                                            .on = {.body = last},
                                            .force = {1, 2, 3},
                                            .drive = {.control = 0.7, .activation = Activation::filter}});
                    if (with == 1)
                        model.add(
                            Rod{.name = "rod", .from = {world, {1, 0.3, 0}}, .to = {last, {0, 0.2, 0}}});
                    if (with == 2) {
                        const auto own = std::make_shared<StiffeningSpring>();
                        own->from = {world, {}}, own->to = {last, {1, 0, 0}};
                        model.add(CustomForce{.name = "own", .law = own});
                    }
                    const System system(model);
                    State state = random_state(system, seed);
                    const AnyJointId joint{{1}};
                    if (angles) {
                        use_angles(system, state, joint, true);
                        Vector q = copy(state.q(joint));
                        for (int i = 0; i < 3; ++i) q[at(i)] = random.within(-0.8, 0.8);
                        state.set_q(joint, q);
                    }
                    CHECK(has_exact_derivatives(system, state) == (with < 2));
                    measure_jacobian(
                        law, system, state,
                        std::string(kind_of(line)) + (angles ? " by angles, " : ", ") + std::to_string(with));
                }
}

TEST_CASE("the dynamic Jacobian of every element with auxiliary variables, exact but for the user's own") {
    Law law(1e-8);
    int with_z = 0;
    for_every_force([&]<class E> {
        for (std::uint64_t seed = 1; seed <= 3; ++seed) {
            Random random(seed + 60);
            Model model;
            BodyId last = world;
            for (const AnyJoint& joint :
                 {AnyJoint{Free{}}, AnyJoint{Pin{}}, AnyJoint{Slider{}}, AnyJoint{Pin{}}})
                last = hang_by(model, random, joint, last);
            E force = random_force<E>(model, random);
            if constexpr (requires { force.drive; })
                force.drive.activation = seed == 1 ? Activation::filter : Activation::integrator;
            model.add(force);
            model.add(Gravity{.name = "weight"});
            const System system(model);
            if (system.nz() == 0) continue;
            State state = random_state(system, seed);
            Vector z(at(system.nz()));
            for (double& x : z) x = random.within(-0.3, 0.4);
            state.set_z(z);
            ++with_z;
            CHECK(has_exact_derivatives(system, state) == !std::is_same_v<E, CustomForce>);
            measure_jacobian(law, system, state, E::kind, 1e-4);
            SystemProblem problem(system, state);
            Vector y(at(system.nq() + system.nu() + system.nz())), J(y.size() * y.size());
            problem.store(y);
            if (!std::is_same_v<E, CustomForce>) CHECK(problem.jacobian(state.time(), y, J));
        }
    });
    CHECK(with_z >= 18);
}
