// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/forces/contract.h>
#include <sinew/forces/moved.h>
#include <sinew/math/dual.h>

#include <memory>
#include <span>
#include <type_traits>
#include <vector>

namespace sinew {

/// Where what a law names is in the tree and among a State's q and u. All throw StateError if there is no such.
namespace own_places {
int node(std::span<const int> node_of_body, BodyId body);
int q(const State& state, const CoordinateOf& coordinate);
int u(const State& state, const CoordinateOf& speed);
}  // namespace own_places

/// How everything stands and moves when a force of the user's own is asked. Poses and velocities in the world,
/// of frames and points as the Model has them. T is double, or a dual number where derivatives are asked for.
template <class T>
class SituationT {
public:
    std::span<const T> parameters;  ///< the force's own, in the order it declared them
    std::span<const T> z;           ///< the force's own

    explicit SituationT(const ForceInput<T>& in) : parameters(in.k), z(in.z), in_(in) {}

    double time() const { return in_.kin.time; }
    TransformT<T> pose(BodyId body) const { return in_.kin.X_WB(node(body)); }
    SpatialVelocityT<T> velocity(BodyId body) const {
        const int B = node(body);
        return {in_.kin.angular_velocity(B), in_.kin.velocity(B, in_.kin.station(B, {}))};
    }
    Vec3T<T> position(const Station& station) const {
        return in_.kin.station(node(station.body), as_scalar<T>(station.p));
    }
    Vec3T<T> velocity(const Station& station) const {
        return in_.kin.velocity(node(station.body), position(station));
    }
    /// A coordinate and a speed of a joint, counted from 0; throw StateError where there is no such.
    T q(const CoordinateOf& coordinate) const { return in_.kin.q[own_places::q(*in_.state, coordinate)]; }
    T u(const CoordinateOf& speed) const { return in_.kin.u[own_places::u(*in_.state, speed)]; }
    /// A discrete variable.
    template <class V>
    decltype(auto) get(VariableId<V> id) const {
        return in_.state->get(id);
    }

protected:
    int node(BodyId body) const { return own_places::node(in_.node_of_body, body); }
    const ForceInput<T>& in_;
    template <class S>
    friend class EffectT;
};

/// On plain numbers. All else is read from the state.
class Situation : public SituationT<double> {
public:
    const State& state;
    explicit Situation(const ForceInput<double>& in) : SituationT(in), state(*in.state) {}
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
template <class T>
class EffectT {
public:
    EffectT(const SituationT<T>& now, AppliedT<T>& out) : now_(now), out_(out) {}
    /// A force, in the world's axes, at a point of a body: given in the body's frame, or where it is in the world.
    void add_force(const Station& at, const Vec3T<T>& force_W) {
        add_force(at.body, now_.position(at), force_W);
    }
    void add_force(BodyId body, const Vec3T<T>& p_W, const Vec3T<T>& force_W) {
        out_.add_force(now_.node(body), p_W, force_W);
    }
    void add_torque(BodyId body, const Vec3T<T>& torque_W) { out_.add_torque(now_.node(body), torque_W); }
    /// On one speed of a joint, counted from 0.
    void add_mobility_force(const CoordinateOf& speed, const T& force) {
        out_.add_mobility_force(own_places::u(*now_.in_.state, speed), force);
    }

private:
    const SituationT<T>& now_;
    AppliedT<T>& out_;
};
using Effect = EffectT<double>;

/// A number, or several, that a force of the user's own wants to have under a path.
struct ForceParameter {
    std::string name{};
    std::vector<double> value{};
    Rule rule = Rule::finite;
};

/// A ForceLaw on dual numbers; see ExactForceLaw.
class ForceOnDuals {
public:
    virtual ~ForceOnDuals() = default;
    virtual void apply(const SituationT<Dual>& now, EffectT<Dual>& out) const = 0;
    virtual void apply(const SituationT<DualT<Dual>>& now, EffectT<DualT<Dual>>& out) const = 0;
    virtual void z_dot(const SituationT<Dual>& now, std::span<Dual> z_dot) const = 0;
    virtual void z_dot(const SituationT<DualT<Dual>>& now, std::span<DualT<Dual>> z_dot) const = 0;
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
    /// The same on dual numbers; null: it is differentiated by differences.
    virtual const ForceOnDuals* on_duals() const { return nullptr; }
};

/// A ForceLaw whose derivatives are exact, as those of our own elements are: its functions are written once, for any
/// number T, with what sinew/math/scalar.h has (square_root, sin_cos) and nothing but what `now` tells. Law has
///     void apply_on(const SituationT<T>& now, EffectT<T>& out) const          for any T
///     void z_dot_on(const SituationT<T>& now, std::span<T> z_dot) const       if it has z
template <class Law>
class ExactForceLaw : public ForceLaw, private ForceOnDuals {
public:
    void apply(const Situation& now, Effect& out) const final { law().apply_on(now, out); }
    void z_dot(const SituationWithAccelerations& now, std::span<double> z_dot) const final {
        rates(now, z_dot);
    }
    const ForceOnDuals* on_duals() const final { return this; }

private:
    void apply(const SituationT<Dual>& now, EffectT<Dual>& out) const final { law().apply_on(now, out); }
    void apply(const SituationT<DualT<Dual>>& now, EffectT<DualT<Dual>>& out) const final {
        law().apply_on(now, out);
    }
    void z_dot(const SituationT<Dual>& now, std::span<Dual> z_dot) const final { rates(now, z_dot); }
    void z_dot(const SituationT<DualT<Dual>>& now, std::span<DualT<Dual>> z_dot) const final {
        rates(now, z_dot);
    }
    template <class T>
    void rates(const SituationT<T>& now, std::span<T> z_dot) const {
        if constexpr (requires { law().z_dot_on(now, z_dot); }) law().z_dot_on(now, z_dot);
    }
    const Law& law() const { return static_cast<const Law&>(*this); }
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

    /// True if it knows dual numbers. On these it does nothing otherwise.
    bool is_exact() const { return law->on_duals() != nullptr; }
    template <class T>
    void apply(const Values<T>&, const ForceInput<T>& in, AppliedT<T>& out) const;
    template <class T>
    requires(!std::is_same_v<T, double>) void z_dot(const ForceInput<T>& in, std::span<T> z_dot) const;
};
static_assert(ForceDefinition<CustomForce>);

}  // namespace sinew
