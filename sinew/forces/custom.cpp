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
template <class F>
auto named(const CustomForce& force, const ForceInput<double>& in, F&& function) {
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

int Situation::node(BodyId body) const {
    if (body.index < 0 || at(body.index) >= in_.node_of_body.size())
        throw StateError("there is no body number " + std::to_string(body.index) +
                         ". The id belongs to another model, or was never set.");
    return in_.node_of_body[at(body.index)];
}

SpatialVelocity Situation::velocity(BodyId body) const {
    const int B = node(body);
    return {in_.kin.angular_velocity(B), in_.kin.velocity(B, in_.kin.station(B, {}))};
}

Vec3 Situation::velocity(const Station& station) const {
    return in_.kin.velocity(node(station.body), position(station));
}

SpatialAcceleration SituationWithAccelerations::acceleration(BodyId body) const {
    return {A_WM_[node(body)].w, acceleration(Station{body, {}})};
}

Vec3 SituationWithAccelerations::acceleration(const Station& station) const {
    const int B = node(station.body);
    return carried(A_WM_[B], in_.kin.angular_velocity(B), position(station) - in_.kin.x.X_WB[B].p).v;
}

void Effect::add_force(BodyId body, const Vec3& p_W, const Vec3& force_W) {
    out_.add_force(now_.node(body), p_W, force_W);
}

void Effect::add_torque(BodyId body, const Vec3& torque_W) { out_.add_torque(now_.node(body), torque_W); }

void Effect::add_mobility_force(const CoordinateOf& speed, double force) {
    const std::span<const double> own = now_.state.u(speed.joint);
    if (speed.index < 0 || at(speed.index) >= own.size())
        throw StateError("the joint has " + std::to_string(own.size()) + " speeds, so none has number " +
                         std::to_string(speed.index) + ".");
    out_.add_mobility_force(static_cast<int>(own.data() - now_.state.u().data()) + speed.index, force);
}

void CustomForce::apply(const Values<double>&, const ForceInput<double>& in, Applied& out) const {
    const Situation now(in);
    Effect effect(now, out);
    named(*this, in, [&] { law->apply(now, effect); });
}

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
