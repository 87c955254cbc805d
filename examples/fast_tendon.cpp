// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// A variable that is always settled: a muscle in series with its tendon. The muscle's length has no inertia worth a
// rate of its own; at every instant it is where muscle and tendon pull alike, and relax() finds it.
#include <sinew/sinew.h>

#include <cmath>
#include <cstdio>
#include <memory>

using namespace sinew;

constexpr double slack = 0.2, tendon_stiffness = 2e4;

struct Tendon {
    BodyId load;
    VariableId<double> muscle_length;
    double tension(double whole, double muscle) const { return tendon_stiffness * (whole - muscle - slack); }
};

class Pull : public ForceLaw, Tendon {
public:
    explicit Pull(Tendon tendon) : Tendon(tendon) {}
    void apply(const Situation& now, Effect& out) const override {
        const Vec3 p = now.pose(load).p;
        out.add_force(Station{load}, -tension(norm(p), now.state.get(muscle_length)) / norm(p) * p);
    }
};

class Settle : public Balance, Tendon {
public:
    explicit Settle(Tendon tendon) : Balance(tendon.muscle_length, 0.1), Tendon(tendon) {}
    double residual(const System& system, const State& state) const override {
        const double muscle = state.get(muscle_length);
        const double passive = 5 * (std::exp(20 * (muscle - 0.3)) - 1);  // N
        return tension(norm(pose(system, state, load).p), muscle) - passive;
    }
};

int main() {
    Model model;
    const BodyId load = model.add(Body{.name = "load", .mass = {.mass = 5}});
    const auto rail = model.add(Slider{}, {.name = "rail", .to = load});
    const Tendon tendon{load, model.add_variable("muscle_length", 0.3, Stage::force)};
    model.add(CustomForce{.name = "pull", .law = std::make_shared<Pull>(tendon)});
    model.add(FastVariables{
        .name = "muscle", .variables = {tendon.muscle_length}, .relaxer = std::make_shared<Settle>(tendon)});

    const System system(model);
    State state = system.default_state();
    std::printf("%8s %14s %14s\n", "stretch", "muscle length", "acceleration");
    for (const double stretch : {0.0, 0.05, 0.1, 0.15}) {
        state.q(rail) = 0.5 + stretch;
        if (!relax(system, state).converged) return 1;
        std::printf("%8.3f %14.6f %14.6f\n", stretch, state.get(tendon.muscle_length),
                    forward_dynamics(system, state)[0]);
    }
}
