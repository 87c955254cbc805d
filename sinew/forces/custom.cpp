// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/at.h>
#include <sinew/base/error.h>
#include <sinew/base/names.h>
#include <sinew/forces/custom.h>

#include <exception>

namespace sinew {

namespace {

/// Runs a function of the user's own; what it throws gets the force's name and the time.
template <class T, class F>
auto named(const CustomForce& force, const ForceInput<T>& in, F&& function) {
    const auto failed = [&] {
        return "force " + quoted(force.name) + " failed at time " + shortest(in.kin.time);
    };
    try {
        return function();
    } catch (const std::exception& error) {
        std::throw_with_nested(StateError(failed() + ": " + error.what()));
    } catch (...) {
        std::throw_with_nested(StateError(failed() + " and did not say why."));
    }
}

SpatialAcceleration carried(const SpatialAcceleration& A, const Vec3& w, const Vec3& p) {
    return {A.w, A.v + cross(A.w, p) + cross(w, cross(w, p))};
}

}  // namespace

namespace own_places {

int node(std::span<const int> node_of_body, BodyId body) {
    if (body.index < 0 || at(body.index) >= node_of_body.size())
        throw StateError("there is no body number " + std::to_string(body.index) +
                         ". The id belongs to another model, or was never set.");
    return node_of_body[at(body.index)];
}

namespace {

int place(std::span<const double> own, std::span<const double> all, int index, const char* what) {
    if (index < 0 || at(index) >= own.size())
        throw StateError("the joint has " + std::to_string(own.size()) + " " + what +
                         ", so none has number " + std::to_string(index) + ".");
    return static_cast<int>(own.data() - all.data()) + index;
}

}  // namespace

int q(const State& state, const CoordinateOf& coordinate) {
    return place(state.q(coordinate.joint), state.q(), coordinate.index, "coordinates");
}

int u(const State& state, const CoordinateOf& speed) {
    return place(state.u(speed.joint), state.u(), speed.index, "speeds");
}

}  // namespace own_places

SpatialAcceleration SituationWithAccelerations::acceleration(BodyId body) const {
    return {A_WM_[node(body)].w, acceleration(Station{body, {}})};
}

Vec3 SituationWithAccelerations::acceleration(const Station& station) const {
    const int B = node(station.body);
    return carried(A_WM_[B], in_.kin.angular_velocity(B), position(station) - in_.kin.x.X_WB[B].p).v;
}

void CustomForce::apply(const Values<double>&, const ForceInput<double>& in, Applied& out) const {
    const Situation now(in);
    Effect effect(now, out);
    named(*this, in, [&] { law->apply(now, effect); });
}

template <class T>
void CustomForce::apply(const Values<T>&, const ForceInput<T>& in, AppliedT<T>& out) const {
    const ForceOnDuals* exact = law->on_duals();
    if (!exact) return;
    const SituationT<T> now(in);
    EffectT<T> effect(now, out);
    named(*this, in, [&] { exact->apply(now, effect); });
}
template void CustomForce::apply(const Values<Dual>&, const ForceInput<Dual>&, AppliedT<Dual>&) const;
template void CustomForce::apply(const Values<DualT<Dual>>&, const ForceInput<DualT<Dual>>&,
                                 AppliedT<DualT<Dual>>&) const;

template <class T>
requires(!std::is_same_v<T, double>) void CustomForce::z_dot(const ForceInput<T>& in,
                                                             std::span<T> z_dot) const {
    const ForceOnDuals* exact = law->on_duals();
    if (!exact) return;
    const SituationT<T> now(in);
    named(*this, in, [&] { exact->z_dot(now, z_dot); });
}
template void CustomForce::z_dot(const ForceInput<Dual>&, std::span<Dual>) const;
template void CustomForce::z_dot(const ForceInput<DualT<Dual>>&, std::span<DualT<Dual>>) const;

double CustomForce::potential_energy(const Values<double>&, const ForceInput<double>& in) const {
    const Situation now(in);
    return named(*this, in, [&] { return law->potential_energy(now); });
}

void CustomForce::z_dot(const ForceInput<double>& in, const SpatialAcceleration* A_WM,
                        std::span<const double> u_dot, std::span<double> z_dot) const {
    const SituationWithAccelerations now(Situation(in), A_WM, u_dot);
    named(*this, in, [&] { law->z_dot(now, z_dot); });
}

}  // namespace sinew
