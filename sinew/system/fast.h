// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/base/ids.h>
#include <sinew/forces/moved.h>
#include <sinew/state/state.h>

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace sinew {

class System;
struct FastVariables;
using FastId = Id<struct FastKind>;

/// A discrete variable of any type.
struct AnyVariable {
    int index = -1;
    AnyVariable() = default;
    template <class T>
    AnyVariable(VariableId<T> id) : index(id.index) {}
};

/// What a Relaxer works on: it reads all of a State, and writes what is its own to find and nothing else.
class Relaxing {
public:
    Relaxing(const System& its_system, State& state, const FastVariables& own, double allowed)
        : system(its_system), tolerance(allowed), state_(state), own_(own) {}

    const System& system;
    const double tolerance;  ///< of what counts as a change by one unit
    const State& state() const { return state_; }

    /// These throw StateError for anything but the variables and joints of its FastVariables.
    template <class T>
    void set(VariableId<T> id, const std::type_identity_t<T>& value) {
        check_variable(id.index);
        state_.set(id, value);
    }
    void set_q(AnyJointId joint, std::span<const double> q);  ///< at Stage::position
    void set_u(AnyJointId joint, std::span<const double> u);  ///< at Stage::velocity

private:
    void check_variable(int index) const;
    void check_joint(AnyJointId joint, Stage stage) const;
    State& state_;
    const FastVariables& own_;
};

/// How a Relaxer fared.
struct Settled {
    bool converged = false;
    int iterations = 0;
    double error = 0;  ///< what is left, to be compared with the tolerance
};

/// Finds the values of fast variables, by any method. One object serves all States and threads, so it changes nothing
/// in itself; what the variables were is where it may start. It may ask for anything up to accelerations. Where it
/// finds nothing, it puts back what was there and says that it has not converged. It may throw: whoever asked gets a
/// StateError with the name and, nested, what was thrown.
class Relaxer {
public:
    virtual ~Relaxer() = default;
    virtual Settled relax(Relaxing& now) const = 0;
    /// The same for a Model in which bodies and joints have other numbers and places; null if nobody said how.
    virtual std::shared_ptr<const Relaxer> moved(const Moved&) const { return nullptr; }
};

/// Variables so fast that they are always settled: without a rate of their own, found anew from all others by relax()
/// (9.70). Discrete variables of one stage, or, at Stage::position and Stage::velocity, the coordinates or the speeds
/// of joints: in a new State such a joint is locked, so it has no acceleration, and what carries nothing but other fast
/// joints may be one. unlock() makes it move like others in that State, and all of these variables left alone.
struct FastVariables {
    std::string name{};
    Stage stage = Stage::force;
    std::vector<AnyVariable> variables{};
    std::vector<AnyJointId> joints{};
    std::shared_ptr<const Relaxer> relaxer{};
};

/// One number that settles where a residual vanishes: found by secants, within the bracket once the residual has
/// changed its sign. Takes as settled what one more step would change by less than tolerance units.
class Balance : public Relaxer {
public:
    explicit Balance(VariableId<double> number, double unit = 1) : x_(number), unit_(unit) {}
    virtual double residual(const System& system, const State& state) const = 0;
    Settled relax(Relaxing& now) const override;

private:
    VariableId<double> x_;
    double unit_;
};

}  // namespace sinew
