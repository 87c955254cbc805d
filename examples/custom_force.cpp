// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// A force of your own: two balls on sliders attract each other by an inverse square, and the law tells its
// potential, so the total energy is known; its one number can be changed in a State. It is written for any number T, so
// that derivatives of the dynamics are exact; a ForceLaw is for plain numbers alone.
#include <sinew/sinew.h>

#include <cstdio>
#include <memory>

using namespace sinew;

class Attraction : public ExactForceLaw<Attraction> {
public:
    Attraction(BodyId one, BodyId other) : a(one), b(other) {}

    template <class T>
    void apply_on(const SituationT<T>& now, EffectT<T>& out) const {
        const Vec3T<T> r = now.pose(b).p - now.pose(a).p;
        const Vec3T<T> pull = now.parameters[0] / (dot(r, r) * norm(r)) * r;
        out.add_force(Station{a}, pull);
        out.add_force(Station{b}, -pull);
    }
    double potential_energy(const Situation& now) const override {
        return -now.parameters[0] / norm(now.pose(b).p - now.pose(a).p);
    }
    std::vector<ForceParameter> parameters() const override {
        return {{"strength", {4.0}, Rule::non_negative}};
    }

private:
    BodyId a, b;
};

int main() {
    Model model;
    const BodyId left = model.add(Body{.name = "left", .mass = {.mass = 1}});
    const BodyId right = model.add(Body{.name = "right", .mass = {.mass = 2}});
    model.add(Slider{}, {.name = "left_rail", .to = left});
    const auto rail = model.add(Slider{}, {.name = "right_rail", .to = right});
    const ForceId attraction =
        model.add(CustomForce{.name = "attraction", .law = std::make_shared<Attraction>(left, right)});

    const System system(model);
    State state = system.default_state();
    std::printf("%8s %12s %12s %12s\n", "distance", "a left", "a right", "energy");
    for (const double distance : {1.0, 2.0, 4.0}) {
        state.q(rail) = distance;
        const auto u_dot = forward_dynamics(system, state);
        std::printf("%8.2f %12.6f %12.6f %12.6f\n", distance, u_dot[0], u_dot[1],
                    total_energy(system, state));
    }
    state.set_parameter("attraction.strength", 8.0);
    std::vector<double> by_q(4);
    forward_dynamics_derivatives(system, state, by_q, {}, {});
    std::printf("the left one's acceleration changes by %.6f per metre of the right one's way\n", by_q[1]);
    std::printf("twice as strong: %.6f\n", potential_energy(system, state, attraction));
    return potential_energy(system, state, attraction) == -2.0 ? 0 : 1;
}
