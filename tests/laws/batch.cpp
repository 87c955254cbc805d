// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// States of a batch in time, against one State and its integrator.
#include <sinew/batch/integrate.h>
#include <tests/support/contact_scenes.h>
#include <tests/support/law.h>
#include <tests/support/mechanisms.h>
#include <tests/support/random_force.h>

using namespace sinew;
using namespace sinew::testing;

namespace {

struct Family {
    std::string name;
    System system;
    std::vector<State> starts;
    double until = 0.5;
};

std::vector<State> with_speeds(const System& system, const State& like, int count) {
    std::vector<State> starts(at(count), like);
    for (int s = 0; s < count; ++s) {
        std::vector<double> u(like.u().begin(), like.u().end());
        for (std::size_t i = 0; i < u.size(); ++i)
            u[i] += 0.4 * std::sin(1.0 * s + 2.0 * static_cast<double>(i));
        starts[at(s)].set_u(u);
        project(system, starts[at(s)], {.relative_speeds = true, .tolerance = 1e-12});
    }
    return starts;
}

Family with_quaternions() {
    Random random(3);
    Model model{.name = "chain"};
    BodyId last = world;
    last = hang(model, random, Free{}, last, false);
    last = hang(model, random, Ball{}, last, true);
    last = hang(model, random, Universal{}, last, false);
    model.add(Gravity{.g = {0.3, -9, 1}});
    model.add(random_force<TwoPointSpring>(model, random));
    const System system(model);
    return {"quaternions", system, with_speeds(system, random_state(system, 3, false), 7)};
}

Family with_auxiliary_variables() {
    Random random(4);
    Model model{.name = "auxiliary"};
    BodyId last = world;
    for (int i = 0; i < 5; ++i) last = hang(model, random, Pin{}, last, i % 2 == 0);
    model.add(random_force<CustomForce>(model, random));
    model.add(Gravity{.g = {0.3, -9, 1}});
    const System system(model);
    return {"auxiliary variables", system, with_speeds(system, random_state(system, 4), 5)};
}

Family with_loop() {
    FourBar bars;
    bars.model.add(Gravity{.g = {0, -9.81, 0}});
    const System system(bars.model);
    State start = system.default_state();
    start.q(bars.A) = 1.0, start.q(bars.B) = -0.6, start.q(bars.D) = 1.2;
    return {"a loop", system, with_speeds(system, assemble(system, start).state, 6)};
}

Family with_platform() {
    const Stewart platform({.R = Rotation::about_z(0.2), .p = {0.1, 0, 1}});
    Model model = platform.model;
    model.constraints.pop_back(), model.constraints.pop_back();  // it can move
    model.add(Gravity{.g = {0, 0, -9.81}});
    const System system(model);
    State start = system.default_state();
    start.q(platform.pose) = {std::cos(0.1), 0, 0, std::sin(0.1), 0.1, 0, 1};
    return {"a platform on four legs", system, with_speeds(system, start, 5), 0.3};
}

Family with_motions() {
    Random random(5);
    Model model{.name = "driven"};
    BodyId last = world;
    for (int i = 0; i < 5; ++i) last = hang(model, random, Pin{}, last, i % 2 == 0);
    model.motions.push_back({.name = "sway",
                             .joint = AnyJointId{{1}},
                             .functions = {function::Sinusoid{.amplitude = 0.3, .frequency = 2}}});
    model.motions.push_back({.name = "turn",
                             .joint = AnyJointId{{3}},
                             .level = MotionLevel::velocity,
                             .functions = {function::Sinusoid{.amplitude = 1, .frequency = 3, .phase = 1}}});
    model.add(Gravity{.g = {0.3, -9, 1}});
    const System system(model);
    return {"Motions", system, with_speeds(system, random_state(system, 5), 5)};
}

Family touching() {
    const ContactScene scene = contact_scenes()[0];
    Model model = scene_model(scene, lossy_material);
    model.add(Gravity{.g = {0, 0, -9.81}});
    const System system(model);
    return {"surfaces that yield", system, with_speeds(system, scene_state(system, scene), 3), 0.05};
}

State nearly_exact_end(const Family& family, int start) {
    Simulation run(family.system, family.starts[at(start)],
                   {.until = family.until, .accuracy = 1e-11, .method = Method::dormand_prince_8});
    CHECK(run.advance_to(family.until) == Outcome::reached);
    return run.state();
}

double ends_apart(const State& a, const State& b) {
    return std::max({difference(a.q(), b.q()), difference(a.u(), b.u()), difference(a.z(), b.z())});
}

}  // namespace

TEST_CASE("a state of a batch takes the steps that it takes alone, by every method, to the same end") {
    Law same_end(1e-8);  // rounding, which step sizes are chosen from and these motions make larger
    // Rounding decides whether a stage still sees surfaces touch, and then whether a step is accepted: there a batch is
    // as far from what is exact as the same States are alone, of which the farthest counts.
    Law as_exact(1.5);
    for (const Family& family : {with_quaternions(), with_auxiliary_variables(), with_loop(), with_platform(),
                                 with_motions(), touching()}) {
        const bool touches = family.name == "surfaces that yield";
        std::vector<State> exact;
        for (std::size_t s = 0; touches && s < family.starts.size(); ++s)
            exact.push_back(nearly_exact_end(family, static_cast<int>(s)));
        for (const Method method : {Method::explicit_euler, Method::runge_kutta_3, Method::merson,
                                    Method::dormand_prince, Method::dormand_prince_8})
            for (const double accuracy : {1e-3, 1e-5, 1e-8}) {
                if (method == Method::explicit_euler && accuracy < 1e-4) continue;
                const std::string label = family.name + ", " + name(method) + ", " + std::to_string(accuracy);
                CAPTURE(label);
                const int count = static_cast<int>(family.starts.size());
                Batch batch(family.system, family.starts[0], count, {.threads = 2});
                std::vector<State> ends;
                long steps = 0, rejected = 0;
                for (int s = 0; s < count; ++s) {
                    Simulation alone(family.system, family.starts[at(s)],
                                     {.until = family.until, .accuracy = accuracy, .method = method});
                    batch.set(s, alone.state());
                    CHECK(alone.advance_to(family.until) == Outcome::reached);
                    ends.push_back(alone.state());
                    steps += alone.report().statistics.steps,
                        rejected += alone.report().statistics.rejected();
                }
                BatchIntegrator integrator(batch, method, accuracy);
                const BatchAccount account = integrator.advance_to(family.until);
                CHECK(account.stuck == 0);
                CHECK((touches || account.steps == steps));
                CHECK((touches || account.rejected == rejected));
                if (touches) {
                    double alone = 1e-10, together = 0;
                    for (int s = 0; s < count; ++s) {
                        alone = std::max(alone, ends_apart(ends[at(s)], exact[at(s)]));
                        together = std::max(together, ends_apart(batch.get(s), exact[at(s)]));
                    }
                    as_exact.measure(together / alone, label);
                    continue;
                }
                for (int s = 0; s < count; ++s) {
                    const State end = batch.get(s);
                    same_end.measure(difference(end.q(), ends[at(s)].q()), label + ", q");
                    same_end.measure(difference(end.u(), ends[at(s)].u()), label + ", u");
                    same_end.measure(difference(end.z(), ends[at(s)].z()), label + ", z");
                }
            }
    }
}
