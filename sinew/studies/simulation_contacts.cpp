// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/names.h>
#include <sinew/studies/simulation_parts.h>
#include <sinew/system/dynamics.h>
#include <sinew/system/friction.h>
#include <sinew/system/work.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace sinew {

namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();
constexpr double slack = 1e-7;      ///< of a cone: so that what is on its edge has a side to fall from
constexpr double overlooked = 100;  ///< times as deep as what counts as closing: the first look has missed it
constexpr double out_of_reach = 1;  ///< m: any gap that is not one
constexpr double creeping = 0.3;    ///< of v*: what may as well have stopped
constexpr double patience = 0.01;   ///< of a characteristic time: what creeps is looked at about that often
constexpr long most_in_a_row = 300;  ///< events of contacts so near to one another that time stands still

/// What is watched of one condition; without a value where it means nothing (17.30).
struct Watched {
    System system;
    ConstraintId condition;
    int index;
    double sunk;

    const BoundOneWay& bound() const { return system.compiled().constraints.one_way[size(index)]; }
    /// Positive where it means anything; looked at where that matters: touching, or so near that it might.
    double within(const State& state) const { return sinew::reach(system, state, condition); }
    double within_if_near(const State& state) const {
        const bool near = touch_of(system, state, condition) != Touch::apart ||
                          std::abs(gap(system, state, condition)) < 10 * overlooked * sunk;
        return near ? (within(state) > 0 ? 1 : -1) : none;  // a sign: it jumps, and is never about zero
    }
    /// How far it is from closing; far, where it means nothing, so that it is not missed in a step that enters its
    /// reach.
    double gap_left(const State& state) const {
        if (bound().bounded || touch_of(system, state, condition) != Touch::apart) return none;
        if (!(sinew::reach(system, state, condition, true) > 0)) return out_of_reach;
        return gap(system, state, condition) - touch_memory(system.compiled(), state, index).level + sunk;
    }
    double force(const State& state) const {
        if (touch_of(system, state, condition) == Touch::apart) return none;
        return normal_force(system, state, condition);
    }
    /// What friction, or a force with a limit, could bear beyond what it does.
    double margin(const State& state) const {
        if (touch_of(system, state, condition) != Touch::sticks) return none;
        const std::array<double, 2> f = friction_force(system, state, condition);
        if (bound().bounded) return (1 + slack) * limit_of(bound(), state) - std::abs(f[0]);
        const double mu = numbers_of(bound(), state).static_friction;
        return (1 + slack) * mu * normal_force(system, state, condition) - std::hypot(f[0], f[1]);
    }
    /// The speed of slip along where it began.
    double slip(const State& state) const {
        if (touch_of(system, state, condition) != Touch::slides) return none;
        const std::array<double, 2> v = slip_velocity(system, state, condition);
        const TouchMemory& memory = touch_memory(system.compiled(), state, index);
        return v[0] * memory.towards[0] + v[1] * memory.towards[1] + std::max(memory.level, slowest_slip);
    }
    /// Slides so slowly that it may as well have stopped.
    bool creeps(const State& state) const {
        if (touch_of(system, state, condition) != Touch::slides) return false;
        const std::array<double, 2> v = slip_velocity(system, state, condition);
        return std::hypot(v[0], v[1]) <
               creeping * std::max(touch_memory(system.compiled(), state, index).level, slowest_slip);
    }
};

}  // namespace

/// Whether the condition that a handler of ours watches moves apart, so that its gap need not be watched yet.
bool Simulation::Run::opens(int handler) const {
    const ConstraintId id{
        system.compiled().constraints.one_way[size(watched[size(handler - users_handlers)])].constraint};
    return gap_rate(system, shown, id) > 1e-6;
}

/// Every condition is watched by handlers that all do the same: look at all conditions at once.
void Simulation::Run::add_contacts() {
    users_handlers = static_cast<int>(options.handlers.size());
    const BoundConstraints& all = system.compiled().constraints;
    if (all.one_way.empty()) return;
    contacts = std::make_unique<Contacts>(system);
    gaps_before.resize(all.one_way.size());
    for (std::vector<double>& at : y_slip) at.resize(y.size());
    const double met = options.constraint_tolerance > 0 ? options.constraint_tolerance
                                                        : std::max(0.1 * options.accuracy, 1e-13);
    sunk = std::max(1e-3 * met, 1e-13);
    tolerances.gap = std::max(0.1 * met, 1e-10);
    tolerances.slip = std::max(100 * options.accuracy, slowest_slip);
    const double lull = patience * options.units.characteristic_time;
    for (std::size_t i = 0; i < all.one_way.size(); ++i) {
        const BoundOneWay& bound = all.one_way[i];
        const std::string& name = name_of(system.model().constraints[size(bound.constraint)]);
        const Watched w{system, {bound.constraint}, static_cast<int>(i), sunk};
        for (int k = 0; k < contact_event_kinds; ++k)
            contact_counts.push_back({.name = name + " " + name_of(static_cast<ContactEventKind>(k))});
        const auto watch = [&](Stage stage, Call<double(const State&)> witness,
                               Direction direction = Direction::falling) {
            watched.push_back(static_cast<int>(i));
            options.handlers.push_back({.name = name,
                                        .when = Crossing{.witness = std::move(witness),
                                                         .direction = direction,
                                                         .stage = stage,
                                                         .may_be_undefined = true,
                                                         .may_be_flat = true,
                                                         .may_jump = true},
                                        .act = [this](State& state) { touch(state); }});
        };
        const BoundConstraint& of = all.all[size(bound.constraint)];
        const bool of_speeds = of.counts.holonomic == 0;
        if (has_reach(of))
            watch(
                Stage::position, [w](const State& state) { return w.within_if_near(state); },
                Direction::both);
        if (!bound.bounded)
            watch(of_speeds ? Stage::velocity : Stage::position,
                  [w](const State& state) { return w.gap_left(state); });
        if (!of_speeds)  // a bounce lower than a step may be wrong by is never seen above the floor
            watch(Stage::position,
                  [w](const State& state) { return w.gap_left(state) + overlooked * w.sunk; });
        if (!bound.bounded) watch(Stage::acceleration, [w](const State& state) { return w.force(state); });
        if (!bound.may_slide()) continue;
        watch(Stage::acceleration, [w](const State& state) { return w.margin(state); });
        watch(Stage::velocity, [w](const State& state) { return w.slip(state); });
        if (bound.bounded) continue;
        watch(Stage::velocity, [w, since = &contacts_decided, lull](const State& state) {
            return w.creeps(state) ? std::cos((state.time() - *since) / lull) : none;
        });
    }
}

/// A condition that is apart at rest keeps a side to fall from: its gap counts from where it is now, and by more than
/// what the search of the event may have left (17.30).
void Simulation::Run::hold_level(State& state, int condition, double before) {
    const BoundConstraints& all = system.compiled().constraints;
    const ConstraintId id{all.one_way[size(condition)].constraint};
    const Watched w{system, id, condition, sunk};
    const double now = w.gap_left(state);
    if (!(w.within(state) > 0)) return;
    if (now < -0.5 * overlooked * sunk) {  // was overlooked: counts from here
        const double level = gap(system, state, id);
        state.set_numbers(all.touching, 3 * condition + 2, std::span(&level, 1));
        return;
    }
    if (std::isnan(now) || now >= (reach == from ? 0 : sunk) || std::abs(gap_rate(system, state, id)) > 1e-8)
        return;
    const double level = touch_memory(system.compiled(), state, condition).level -
                         (std::max(sunk, std::isnan(before) ? 0 : 8 * std::abs(before)) - now);
    state.set_numbers(all.touching, 3 * condition + 2, std::span(&level, 1));
}

void Simulation::Run::touch(State& state) {
    const std::size_t conditions = system.compiled().constraints.one_way.size();
    for (std::size_t i = 0; i < conditions; ++i)
        gaps_before[i] =
            Watched{system, {system.compiled().constraints.one_way[i].constraint}, static_cast<int>(i), sunk}
                .gap_left(state);
    const ContactAccount& account = contacts->handle(state, tolerances);
    contacts_decided = state.time();
    for (std::size_t i = 0; i < conditions; ++i) hold_level(state, static_cast<int>(i), gaps_before[i]);
    if (account.inconsistent)
        fail(Outcome::event_failed, "simulate: at t = " + rounded(state.time(), 9) +
                                        " no forces or impulses keep the one-way conditions that touch, as "
                                        "where something that does not "
                                        "give way is pushed against what cannot move. Look at what is "
                                        "locked, driven or held both ways.");
    captured += account.captured;
    restrained += account.restrained ? 1 : 0;
    contact_residual = std::max(contact_residual, account.residual);
    const BoundConstraints& all = system.compiled().constraints;
    for (const ContactEvent& event : account.events) {
        const int condition = all.one_way_of[size(event.condition.index)];
        EventCount& count =
            contact_counts[size(condition * contact_event_kinds + static_cast<int>(event.kind))];
        ++count.count;
        count.last = state.time();
        if (options.on_contact) options.on_contact(state, event);
    }
}

/// Which conditions act at the start. What begins deep inside another has no right side to leave to.
void Simulation::Run::start_contacts() {
    std::string deep;
    for (const BoundOneWay& bound : system.compiled().constraints.one_way) {
        const ConstraintId id{bound.constraint};
        const bool of_speeds =
            system.compiled().constraints.all[size(id.index)].counts.holonomic == 0;  // stopped, not refused
        if (of_speeds || touch_of(system, shown, id) != Touch::apart ||
            !(sinew::reach(system, shown, id) > 0))
            continue;
        const double g = gap(system, shown, id);
        if (g < -std::max(1e-6, 10 * tolerances.gap))
            deep += (deep.empty() ? "" : ", ") +
                    sinew::quoted(name_of(system.model().constraints[size(id.index)])) + " by " +
                    rounded(-g, 6);
        else if (g < 0) set_touch(system, shown, id, Touch::apart);  // counts from here
    }
    if (!deep.empty())
        throw SimulationError(
            "simulate: one-way conditions are violated at the start: " + deep +
                " (m or rad). Start with the two sides apart or just touching: move them by "
                "as much. Steps of one length through surfaces (contact.step, or the method "
                "contact_steps) take apart what overlaps.",
            Outcome::step_refused, std::make_shared<const State>(shown));
    tolerances.may_share_anew = false;  // a run that goes on keeps what it had
    touch(shown);
    tolerances.may_share_anew = true;
    problem.refresh(shown);
    problem.store(y);
    if (!problem.project(from, y, {}) || !put(shown, from, y))
        throw SimulationError("simulate: what touches at the start cannot be brought onto its constraints: " +
                                  problem.complaint(),
                              Outcome::step_refused, std::make_shared<const State>(shown));
}

/// Contacts that come and go so fast that time stands still.
bool Simulation::Run::contacts_chatter(double t) {
    const double window = 0.01 * options.accuracy * options.units.characteristic_time;
    contacts_in_a_row = t - last_contact < 10 * window ? contacts_in_a_row + 1 : 0;
    last_contact = t;
    if (contacts_in_a_row < most_in_a_row) return false;
    fail(Outcome::chatter, "simulate: one-way conditions open and close without end at t = " + rounded(t, 9) +
                               ". A larger capture_speed of theirs lets them come to rest.");
    return true;
}

void Simulation::Run::report_contacts(SimulationReport& report) const {
    for (const EventCount& count : contact_counts)
        if (count.count > 0) report.contacts.push_back(count);
    report_pairs(report);
    report.captured = captured;
    report.restrained = restrained;
    report.contact_residual = contact_residual;
}

}  // namespace sinew
