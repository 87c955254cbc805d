// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/rigid/cone_problem.h>
#include <sinew/rigid/contact_event.h>
#include <sinew/rigid/contact_rows.h>

#include <span>
#include <vector>

namespace sinew {

/// What happened at one instant.
struct ContactAccount {
    std::vector<ContactEvent> events{};
    double energy_change = 0;  ///< of motion, by impulses
    double residual = 0;       ///< the worst of the problems solved (17.3)
    long pivots = 0;
    long captured = 0;          ///< impacts too slow to bounce
    bool restrained = false;    ///< restitution was lessened so that energy would not grow (17.12)
    bool inconsistent = false;  ///< no solution was found: the last one that was, or none, stands
};

struct ContactTolerances {
    double gap = 1e-7;           ///< m: how near counts as touching
    double speed = 1e-9;         ///< m/s: slower approach is none
    double slip = slowest_slip;  ///< m/s: slower slip keeps the direction in which it began (17.6)
    bool may_share_anew = true;  ///< friction among those that stick already (17.8)
};

/// Decides, at one instant, which one-way conditions of a System act and how: what collides is thrown apart or
/// stopped, then all conditions that touch are closed or opened together (17.4), and what gives way holds or does so
/// (17.15). Keeps its memory.
class Contacts {
public:
    explicit Contacts(const System& system);

    /// Impacts, if any, then which conditions act. Changes speeds and switches of the State, nothing else.
    const ContactAccount& handle(State& state, const ContactTolerances& tolerances = {});

    /// Of the last impact, along the rows of the conditions that touched: of each its gap and, where it rubs, its slip.
    std::span<const double> impulses() const { return total_; }
    std::span<const ContactRows::Member> members() const { return rows_.touching(); }

private:
    void leave(State& state);
    void collide(State& state, const ContactTolerances& tolerances);
    bool settle(State& state, const ContactTolerances& tolerances);
    void jam(State& state);
    bool approaches(const State& state, double speed);
    bool is_beyond_cones(const State& state) const;
    double restitution_of(const ContactRows::Member& member, double approach) const;
    bool collide_together(std::span<double> v, bool bounce, double restrain);
    void collide_one_by_one(std::span<double> v, double speed);
    void set_up_cones(std::span<const double> v);
    void add_given_way(double at_rest);
    bool write_bounded(State& state, double large, const ContactTolerances& tolerances);
    void write(State& state, std::span<const double> a, const ContactTolerances& tolerances);
    bool close_idle(State& state, std::span<const double> a, double strongest, double slip);
    double least_slip() const;
    double share_friction(State& state);
    double most_asked(const State& state, bool note_all);
    void end_velocity_errors_of(State& state);
    void note(const ContactRows::Member& member, ContactEventKind kind, double speed = 0, double impulse = 0);

    const System system_;
    ContactRows rows_;
    State trial_;
    ConeProblem cones_;
    ContactAccount account_;
    std::vector<ConeProblem::Contact> contacts_;
    std::vector<double> v_, v_before_, b_, p_, total_, u_, A_part_, b_part_, lambda_, f_, asked_, shares_,
        tried_, best_;
    std::vector<int> chosen_;
    double in_line_ = 0;  ///< cosine between directions of slip that are taken for the same
};

}  // namespace sinew
