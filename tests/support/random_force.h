// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tests/support/random_model.h>

namespace sinew::testing {

/// A force of the user's own: a stiffening spring with a damper along it, and the lagging length of it as z. On plain
/// numbers only; its formulas are for any.
///     V = ¼ k ℓ⁴     tension k ℓ³ + c ℓ̇     ż = (ℓ − z)/τ
class StiffeningSpring : public ForceLaw {
public:
    Station from, to;
    double stiffness = 3, damping = 0.7, lag = 0.2;

    template <class T>
    void apply_on(const SituationT<T>& now, EffectT<T>& out) const {
        const Vec3T<T> r = now.position(to) - now.position(from), v = now.velocity(to) - now.velocity(from);
        const Vec3T<T> pull = (now.parameters[0] * dot(r, r) + now.parameters[1] * dot(r, v) / dot(r, r)) * r;
        out.add_force(from, pull);
        out.add_force(to.body, now.position(to), -pull);
    }
    template <class T>
    void z_dot_on(const SituationT<T>& now, std::span<T> rate) const {
        rate[0] = (norm(now.position(to) - now.position(from)) - now.z[0]) / now.parameters[2];
    }
    void apply(const Situation& now, Effect& out) const override { apply_on(now, out); }
    double potential_energy(const Situation& now) const override {
        const Vec3 r = now.position(to) - now.position(from);
        return 0.25 * now.parameters[0] * dot(r, r) * dot(r, r);
    }
    std::vector<ForceParameter> parameters() const override {
        return {{"stiffness", {stiffness}},
                {"damping", {damping}, Rule::non_negative},
                {"lag", {lag}, Rule::positive}};
    }
    std::vector<double> initial_z() const override { return {0.5}; }
    void z_dot(const SituationWithAccelerations& now, std::span<double> rate) const override {
        z_dot_on(now, rate);
    }
};

/// The same on any number; and a pull on a speed that follows a coordinate, another speed, its own z, how a body stands
/// and turns, and time.
class ExactSpring : public ExactForceLaw<ExactSpring> {
public:
    StiffeningSpring spring;
    CoordinateOf on, of;
    BodyId body{};

    template <class T>
    void apply_on(const SituationT<T>& now, EffectT<T>& out) const {
        using sinew::square_root;  // beside those of numbers that tests have
        spring.apply_on(now, out);
        const TransformT<T> X = now.pose(body);
        const SpatialVelocityT<T> V = now.velocity(body);
        out.add_mobility_force(on, T(now.time() - 1) * now.q(of) * now.z[0] + now.q(on) * now.u(of) -
                                       square_root(T(2.0) + X.R.x.y) * V.w.z);
        out.add_torque(body, now.z[0] * X.R.z);
    }
    template <class T>
    void z_dot_on(const SituationT<T>& now, std::span<T> rate) const {
        spring.z_dot_on(now, rate);
        rate[0] += now.q(of) * now.u(on);
    }
    std::vector<ForceParameter> parameters() const override { return spring.parameters(); }
    std::vector<double> initial_z() const override { return {0.5}; }
};

/// Gives random values to the numbers of an element.
struct RandomNumbers {
    Random& random;
    void operator()(const std::string& name, double& number, Rule) const {
        number = random.within(0.5, 2);
        if (name == "low") number = -number;
        if (name == "approach") number *= 0.4;
    }
    void operator()(const std::string&, Vec3& v, Rule rule) const {
        v = random.vector(1);
        if (rule == Rule::positive || rule == Rule::non_negative)
            v = {random.within(0.5, 2), random.within(0.5, 2), random.within(0.5, 2)};
    }
    void operator()(const std::string&, Transform& X, Rule) const { X = random.pose(0.4); }
    template <std::size_t n>
    void operator()(const std::string&, std::array<double, n>& numbers, Rule) const {
        for (double& number : numbers) number = random.within(0.5, 2);
        if constexpr (n == 2) numbers[0] = -numbers[0];  // a range
    }
    void operator()(const std::string&, const std::vector<double>&, Rule) const {}
};

/// A speed of a joint that is the rate of a coordinate; not of the first joint, which may carry the whole to
/// the world.
inline CoordinateOf random_coordinate(const Model& model, Random& random) {
    for (;;) {
        const int j = 1 + random.below(static_cast<int>(model.joints.size()) - 1);
        const AnyJoint& joint = model.joints[static_cast<std::size_t>(j)].joint;
        const int nu = visit(
            []<class J>(const J& d) { return J::nu > 0 && J::nu == J::nq ? nu_of<J>(data_of(d).get()) : 0; },
            joint);
        if (nu > 0) return {AnyJointId{{j}}, random.below(nu)};
    }
}

/// Random numbers for all that an element has; what slides is held no better than what sticks.
template <class E>
void set_random_numbers(E& e, Random& random) {
    E::parameters(e, RandomNumbers{random});
    if constexpr (requires { e.static_friction; })
        if (e.sliding_friction > e.static_friction) std::swap(e.sliding_friction, e.static_friction);
    if constexpr (requires { e.at_transition; })
        if (e.sliding > e.at_transition) std::swap(e.sliding, e.at_transition);
}

/// An element of type E with random numbers, on random bodies or a random coordinate of a model. A new element
/// is tested by being listed if it names what it acts on as the others do.
template <class E>
E random_force(const Model& model, Random& random, bool on_world = true) {
    const int first = on_world ? 0 : 1, bodies = static_cast<int>(model.bodies.size()) - first;
    const int a = random.below(bodies), b = (a + 1 + random.below(bodies - 1)) % bodies;
    const BodyId one{first + a}, other{first + b};
    E e;
    e.name = "force";
    if constexpr (requires { e.from.body; }) e.from.body = one, e.to.body = other;
    if constexpr (requires { e.at.body; }) e.at.body = one;
    if constexpr (requires { e.body; }) e.body = one;
    if constexpr (requires { e.turns_with_body; }) e.turns_with_body = random.below(2) == 1;
    if constexpr (requires { e.coordinate; }) e.coordinate = random_coordinate(model, random);
    if constexpr (requires { e.coordinates(); }) {
        e.couples = {random_coordinate(model, random), random_coordinate(model, random)};
        e.coefficients = {random.within(0.5, 2), random.within(-2, -0.5)};
    }
    if constexpr (requires { e.path; }) e.path = {{one, {}}, {other, {}}, {one, {}}};
    if constexpr (requires { e.on.body; }) e.on.body = requires {
            e.at.body;
        }
    ? other : one;
    if constexpr (requires { e.except; }) e.except = {one};
    if constexpr (requires {
                      E::variable_name;
                      e.force = 1.0;
                  })
        e.force = random.within(0.5, 2);
    if constexpr (requires { e.law; }) {
        auto law = std::make_shared<StiffeningSpring>();
        law->from = {one, random.vector(1)}, law->to = {other, random.vector(1)};
        law->stiffness = random.within(0.5, 2), law->damping = random.within(0.5, 2),
        law->lag = random.within(0.5, 2);
        e.law = law;
    }
    set_random_numbers(e, random);
    return e;
}

/// Calls f<E>() for every kind of force there is.
template <class F>
void for_every_force(F&& f) {
#define SINEW_ONE(E) f.template operator()<E>();
    SINEW_FORCES(SINEW_ONE)
#undef SINEW_ONE
}

/// True if an element changes the motion of the parts but not of the whole.
template <class E>
bool is_internal(const E& e) {
    if constexpr (requires { E::internal; }) return E::internal;
    else return requires {
            e.coordinate;
        }
    || requires { e.law; };
}

/// The same element once the world's axes have been moved to V.
template <class E>
E seen_from(E e, const Transform& X_VW) {
    const auto move = [&](BodyId body, auto& point_or_frame) {
        if (body == world) point_or_frame = X_VW * point_or_frame;
    };
    if constexpr (requires { e.from.p; }) move(e.from.body, e.from.p), move(e.to.body, e.to.p);
    if constexpr (requires { e.from.X_BF; }) move(e.from.body, e.from.X_BF), move(e.to.body, e.to.X_BF);
    if constexpr (requires { e.at.p; }) move(e.at.body, e.at.p);
    if constexpr (requires { e.on.X_BF; }) move(e.on.body, e.on.X_BF);
    if constexpr (requires { e.path; })
        for (Station& station : e.path) move(station.body, station.p);
    if constexpr (requires { e.wind; }) e.wind = X_VW.R * e.wind;
    if constexpr (requires { e.g; }) e.g = X_VW.R * e.g;
    if constexpr (requires { e.turns_with_body; }) {
        if constexpr (requires { e.torque; }) e.torque = e.turns_with_body ? e.torque : X_VW.R * e.torque;
        else e.force = e.turns_with_body ? e.force : X_VW.R * e.force;
    }
    if constexpr (requires { e.law; }) {
        auto law = std::make_shared<StiffeningSpring>(static_cast<const StiffeningSpring&>(*e.law));
        move(law->from.body, law->from.p), move(law->to.body, law->to.p);
        e.law = law;
    }
    return e;
}

}  // namespace sinew::testing
