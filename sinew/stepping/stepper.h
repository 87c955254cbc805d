// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/dynamics/own_factors.h>
#include <sinew/stepping/mechanisms.h>
#include <sinew/stepping/remembered.h>
#include <sinew/stepping/touching_pairs.h>
#include <sinew/system/project.h>

#include <memory>

namespace sinew {

struct ContactStepOptions {
    int max_sweeps = 60;      ///< over all rows, at most
    double tolerance = 1e-6;  ///< m/s: sweeps end when none changes a contact's velocity by more
    double capture_speed =
        0.01;            ///< m/s: what comes slower does not rebound, nor what forces stop within two steps
    double slop = 1e-4;  ///< m: how deep surfaces may overlap for good
    double correction = 0.2;  ///< share of what is beyond that that one step takes away, moving nothing else
    int correction_sweeps = 20;
    double slip_speed = 1e-3;  ///< m/s: two surfaces that slide slower hold, where events are told
    bool limits_stop = false;  ///< coordinates stop at the Model's CoordinateLimits
    bool remembers = true;     ///< sweeps begin with the forces of the last step
};

/// The account of one step.
struct ContactStep {
    int touches = 0;                    ///< points that were looked at
    int contacts = 0;                   ///< those that press
    int impacts = 0;                    ///< those that rebound
    int stops = 0;                      ///< coordinates held at an end of their way
    int touchdowns = 0, lift_offs = 0;  ///< pairs of surfaces that touch and did not, or did and do not
    int sticks = 0, slips = 0;          ///< pairs that slid and hold, or held and slide
    int sweeps = 0;
    double residual = 0;  ///< m/s: the largest change of a contact's velocity by the last sweep
    double deepest = 0;   ///< m: the largest overlap, in the middle of the step
    double dissipated =
        0;  ///< J: what contacts and stops took; in one step it may be a trifle below zero (18.14)
    double lifted = 0;     ///< J: what the correction of positions added
    bool guarded = false;  ///< impulses had to be made smaller so as not to add energy
};

/// Steps of one length through any number of rigid contacts at once: half a step of free motion, forces and impulses
/// in its middle, half a step of free motion (18.3). Every joint, force, constraint, Motion and lock takes part.
/// Deterministic; from (State, forces of the last step) alone. Takes memory as the number of contacts grows, else none.
class ContactStepper {
public:
    ContactStepper(const System& system, std::unique_ptr<TouchFinder> finder,
                   const ContactStepOptions& options = {});

    /// Throws StateError where a joint or force has no value; the State is then of no use.
    ContactStep step(State& state, double h) { return step(state, h, state.time() + h); }
    /// The same, to a time that differs from that by rounding only.
    ContactStep step(State& state, double h, double t_next);
    /// Forgets the forces of the last step: after an event that moved things.
    void forget() { remembered_.clear(); }

    /// What became of pairs of surfaces in the last step, in the order of the bodies (18.18).
    const std::vector<ContactEvent>& events() const { return pairs_.events(); }
    /// The last step was cut short, and what became of pairs in it is to be told anew.
    void forget_events() { pairs_.undo(); }
    /// What touched in the last step, and the impulses on B there (in the same order).
    const std::vector<TouchPoint>& touches() const { return touches_; }
    Vec3 impulse_W(std::size_t touch) const;
    const ContactStepOptions& options() const { return options_; }

private:
    void sort_out(const State& state);
    void drift(State& state, double h, double corrected);
    void arrive(State& state, double t);
    void list_joint_forces();
    void find_drives(const State& state, double h);
    void add_joint_forces(const State& state);
    void find_friction(double h);
    void look(const State& state, double h);
    void find_touches(const State& state, double h);
    void find_accelerations(const State& state);
    void kick(State& state, double h);
    void make_rows(State& state, double h);
    void add_contact(const TouchPoint& touch, double h);
    void find_stops(const State& state, double h);
    bool is_impact(const ContactRow& c) const;
    void solve(ContactStep& account);
    void sweep_until(ContactStep& account, int most);
    void keep_energy(ContactStep& account, Rows::From from, double allowed);
    void correct(double h);
    void apply_impulses(bool corrections, double* u);
    void remember(double h);
    void find_events(ContactStep& account);

    const System system_;
    std::unique_ptr<TouchFinder> finder_;
    ContactStepOptions options_;
    Mechanisms mechanisms_;
    Projector projector_;
    Rows rows_;
    Remembered remembered_;
    std::vector<TouchPoint> touches_;
    TouchingPairs pairs_;
    AtPlace place_{};
    PendingMemory pending_;
    // By body or by speed.
    std::vector<double> q_, u_, u_free_, d_, f_, a_, given_a_, z_, correction_, step_, loads_, of_positions_;
    std::vector<SpatialVelocity> V_, V_free_;  ///< before forces act, and after
    std::vector<SpatialForce> F_, work_z_;
    std::vector<SpatialAcceleration> work_A_;
    OwnFactors factors_;
    std::vector<std::uint8_t> not_advanced_;
    /// Dry friction of a joint: a row holds up to the limit; what the force element applies is cancelled.
    struct JointFriction {
        int force;
        double limit;
    };
    std::vector<JointFriction> frictions_;
    std::vector<int> drives_;
    std::vector<double> damping_, stiffness_, armature_;
    double turned_ = 0;  ///< energy of motion that the correction of positions changed
    bool corrected_ = false, forces_follow_speeds_ = false;
};

}  // namespace sinew
