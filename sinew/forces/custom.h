// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/forces/contract.h>
#include <sinew/forces/moved.h>

#include <memory>
#include <span>
#include <vector>

namespace sinew {

/// How everything stands and moves when a force of the user's own is asked. Poses and velocities in the world,
/// of frames and points as the Model has them. Time, q, u and discrete variables are read from the state.
class Situation {
public:
    const State& state;
    std::span<const double> parameters;  ///< the force's own, in the order it declared them
    std::span<const double> z;           ///< the force's own

    explicit Situation(const ForceInput<double>& in) : state(*in.state), parameters(in.k), z(in.z), in_(in) {}

    double time() const { return in_.kin.time; }
    Transform pose(BodyId body) const { return in_.kin.X_WB(node(body)); }
    SpatialVelocity velocity(BodyId body) const;
    Vec3 position(const Station& station) const { return in_.kin.station(node(station.body), station.p); }
    Vec3 velocity(const Station& station) const;

protected:
    int node(BodyId body) const;  ///< throws StateError if there is no such body
    const ForceInput<double>& in_;
    friend class Effect;
};

/// The same once accelerations are known.
class SituationWithAccelerations : public Situation {
public:
    std::span<const double> u_dot;
    SituationWithAccelerations(const Situation& now, const SpatialAcceleration* A_WM,
                               std::span<const double> rates)
        : Situation(now), u_dot(rates), A_WM_(A_WM) {}
    SpatialAcceleration acceleration(BodyId body) const;
    Vec3 acceleration(const Station& station) const;

private:
    const SpatialAcceleration* A_WM_;
};

/// Where a force of the user's own adds what it applies.
class Effect {
public:
    Effect(const Situation& now, Applied& out) : now_(now), out_(out) {}
    /// A force, in the world's axes, at a point of a body: given in the body's frame, or where it is in the world.
    void add_force(const Station& at, const Vec3& force_W) { add_force(at.body, now_.position(at), force_W); }
    void add_force(BodyId body, const Vec3& p_W, const Vec3& force_W);
    void add_torque(BodyId body, const Vec3& torque_W);
    /// On one speed of a joint, counted from 0.
    void add_mobility_force(const CoordinateOf& speed, double force);

private:
    const Situation& now_;
    Applied& out_;
};

/// A number, or several, that a force of the user's own wants to have under a path.
struct ForceParameter {
    std::string name{};
    std::vector<double> value{};
    Rule rule = Rule::finite;
};

/// A force of the user's own. One object serves all States and threads, so its functions change nothing in it;
/// what varies belongs in z, in parameters or in discrete variables of the Model. They may throw: whoever asked
/// gets a StateError with the force's name and, nested, what was thrown.
class ForceLaw {
public:
    virtual ~ForceLaw() = default;
    virtual void apply(const Situation& now, Effect& out) const = 0;
    virtual double potential_energy(const Situation&) const { return 0; }
    virtual std::vector<ForceParameter> parameters() const { return {}; }
    /// As many auxiliary variables as this has values; z_dot fills their rates.
    virtual std::vector<double> initial_z() const { return {}; }
    virtual void z_dot(const SituationWithAccelerations&, std::span<double>) const {}
    /// The same law for a Model in which bodies and joints have other numbers and places; null if nobody said how.
    virtual std::shared_ptr<const ForceLaw> moved(const Moved&) const { return nullptr; }
};

/// Puts a ForceLaw into a Model.
struct CustomForce {
    std::string name{};
    std::shared_ptr<const ForceLaw> law{};

    static constexpr const char* kind = "custom force";
    template <class T>
    struct Values {};
    static void parameters(const CustomForce& e, auto&& each) {
        for (const ForceParameter& p : e.law->parameters()) each(p.name, p.value, p.rule);
    }
    std::vector<double> initial_z() const { return law->initial_z(); }

    void apply(const Values<double>&, const ForceInput<double>& in, Applied& out) const;
    double potential_energy(const Values<double>&, const ForceInput<double>& in) const;
    void z_dot(const ForceInput<double>& in, const SpatialAcceleration* A_WM, std::span<const double> u_dot,
               std::span<double> z_dot) const;
};
static_assert(ForceDefinition<CustomForce>);

}  // namespace sinew
