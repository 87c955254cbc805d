// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/names.h>
#include <sinew/studies/simulation_parts.h>
#include <sinew/system/dynamics.h>
#include <sinew/system/kinematics.h>
#include <sinew/system/motions.h>
#include <sinew/system/work.h>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace sinew {

namespace {

constexpr int most_rounds = 100;  ///< of handlers that set off one another at one time
constexpr int most_stops = 3;     ///< in a row, of what is pushed on each time

Stage stage_of(const When& when) {
    if (const auto* crossing = when.if_a<Crossing>()) return crossing->stage;
    return when.is<EveryStep>() ? Stage::report : Stage::time;
}

/// Whether all that accelerations depend on is the same to the last bit.
bool moves_alike(const State& a, const State& b) {
    const auto same = [](std::span<const double> x, std::span<const double> y) {
        return x.size() == y.size() && (x.empty() || std::memcmp(x.data(), y.data(), x.size_bytes()) == 0);
    };
    if (!same(a.q(), b.q()) || !same(a.u(), b.u()) || !same(a.z(), b.z())) return false;
    if (&a.parameter_block() != &b.parameter_block() &&
        !same(a.parameter_block().values, b.parameter_block().values))
        return false;
    const std::vector<VariableSlot>& variables = a.layout().variables;
    for (int v = 0; v < static_cast<int>(variables.size()); ++v) {
        const VariableSlot& slot = variables[static_cast<std::size_t>(v)];
        if (slot.stage == Stage::report) continue;
        const auto bytes = static_cast<std::size_t>(slot.size);
        if (slot.object >= 0) {
            const void *x = a.object(v, *slot.object_type).get(), *y = b.object(v, *slot.object_type).get();
            if (x != y && !slot.object_type->equal(x, y)) return false;
        } else if (bytes > 0 &&
                   std::memcmp(a.variable_bytes(v, bytes), b.variable_bytes(v, bytes), bytes) != 0) {
            return false;
        }
    }
    return true;
}

}  // namespace

WitnessOptions Simulation::Run::witness_options(const Crossing& c) const {
    WitnessOptions w;
    w.direction = c.direction;
    w.window = c.window > 0 ? c.window : 0.01 * options.accuracy * options.units.characteristic_time;
    w.spacing = c.spacing;
    w.fires_at_start = c.fires_at_start;
    w.may_be_undefined = c.may_be_undefined;
    w.may_be_flat = c.may_be_flat;
    w.may_jump = c.may_jump;
    return w;
}

void Simulation::Run::add_occasions() {
    std::vector<WitnessOptions> of_handlers, of_reporters;
    const auto add = [&](int owner, const std::string& name, const When& when, Schedule& times,
                         std::vector<int>& each_step, Witness& witness, std::vector<WitnessOptions>& all) {
        if (const auto* at = when.if_a<AtTimes>()) times.add(owner, *at);
        if (const auto* every = when.if_a<Every>()) times.add(owner, *every);
        if (when.is<EveryStep>()) each_step.push_back(owner);
        if (const auto* crossing = when.if_a<Crossing>()) {
            witness.of.push_back(crossing);
            witness.names.push_back(&name);
            witness.owner.push_back(owner);
            all.push_back(witness_options(*crossing));
        }
    };
    for (std::size_t i = 0; i < options.handlers.size(); ++i) {
        const Handler& h = options.handlers[i];
        add(static_cast<int>(i), h.name, h.when, handler_times, step_handlers, handler_witness, of_handlers);
        accounts.push_back({.events = {.name = h.name}});
    }
    for (std::size_t i = 0; i < options.reporters.size(); ++i) {
        const Reporter& r = options.reporters[i];
        add(static_cast<int>(i), r.name, r.when, reporter_times, step_reporters, reporter_witness,
            of_reporters);
    }
    handler_finder = std::make_unique<EventFinder>(std::move(of_handlers));
    reporter_finder = std::make_unique<EventFinder>(std::move(of_reporters));
    due.reserve(2 * options.handlers.size());
    owners.reserve(options.handlers.size() + options.reporters.size());
}

/// Of the State interpolated at t, with given coordinates and speeds; or, at an event, of the one being handled.
double Simulation::Run::Witness::value(double t, int witness) {
    const Crossing& crossing = *of[static_cast<std::size_t>(witness)];
    const State* state = run_.looked_at;
    if (!state) {
        if (!run_.probe_is_current || run_.probe.time() != t) {
            bool settled = true;
            if (t == run_.integrator->t()) {
                settled = run_.put(run_.probe, t, run_.integrator->y());
            } else {
                run_.integrator->interpolate(t, run_.y);
                settled = run_.put(run_.probe, t, run_.y);
                prescribe(run_.system, run_.probe);
            }
            if (!settled)
                throw SimulationError(run_.failure, run_.outcome, std::make_shared<const State>(run_.shown));
            run_.probe_is_current = true;
        }
        state = &run_.probe;
    }
    try {
        const double value = crossing.witness(*state);
        return std::isinf(value) ? std::nan("") : value;
    } catch (const std::exception& error) {
        run_.throw_nested_failure(Outcome::witness_fault,
                                  "simulate: the witness of " +
                                      sinew::quoted(*names[static_cast<std::size_t>(witness)]) +
                                      " failed at t = " + rounded(t, 9) + ": " + error.what());
    }
}

/// The State at hand, moved on by its rates for a little and for twice that: a witness that was stopped, but is pushed
/// on, goes four times as far in twice the time; one that is held stays (11.56).
bool Simulation::Run::Witness::is_pushed_on(int witness, double rate_before) {
    Run& run = run_;
    if (run.is_own(
            owner[static_cast<std::size_t>(witness)]))  // a gap is let go; forces and slip are watched on
        return of[static_cast<std::size_t>(witness)]->stage != Stage::position ||
               !run.opens(owner[static_cast<std::size_t>(witness)]);
    const State& now = run.shown;
    const std::size_t nq = now.q().size(), nu = now.u().size(), nz = now.z().size();
    const std::span<double> q_dd(run.y.data(), nq), ahead(run.y_ahead);
    const auto& at = of[static_cast<std::size_t>(witness)]->witness;
    const double little = 1e-3 * run.options.units.characteristic_time;
    double moved[2];
    try {
        const std::span<const double> u_d = forward_dynamics(run.system, now), q_d = q_dot(run.system, now),
                                      z_d = z_dot(run.system, now);
        q_dot_dot(run.system, now, q_dd);
        const double here = at(now);
        for (int k = 0; k < 2; ++k) {
            const double h = (k + 1) * little;
            for (std::size_t i = 0; i < nq; ++i) ahead[i] = now.q()[i] + h * (q_d[i] + h / 2 * q_dd[i]);
            for (std::size_t i = 0; i < nu; ++i) ahead[nq + i] = now.u()[i] + h * u_d[i];
            for (std::size_t i = 0; i < nz; ++i) ahead[nq + nu + i] = now.z()[i] + h * z_d[i];
            run.probe.set_time(now.time() + h);
            run.probe.set_q(ahead.first(nq)), run.probe.set_u(ahead.subspan(nq, nu));
            run.probe.set_z(ahead.last(nz));
            moved[k] = at(run.probe) - here;
        }
    } catch (const std::exception&) {
        return false;  // it cannot be told
    }
    const double rate = (4 * moved[0] - moved[1]) / (2 * little), growth = moved[1] / moved[0];
    if (!(rate_before * moved[1] > 0 && growth > 3 && growth < 5 &&
          std::abs(rate) < 0.01 * std::abs(rate_before) && std::isfinite(rate_before)))
        return false;
    if (this == &run.handler_witness) {
        Account& account = run.accounts[static_cast<std::size_t>(owner[static_cast<std::size_t>(witness)])];
        account.was_pushed_on = true;
        ++account.stops;
    }
    return true;
}

void Simulation::Run::collect_crossings() {
    for (const CrossedZero& c : handler_finder->found().crossings) {
        const int owner = handler_witness.owner[size(c.witness)];
        due.push_back({owner,
                       {options.handlers[size(owner)].name, handler_finder->found().t_after,
                        handler_finder->found().t_before, c.rising},
                       c});
    }
}

/// What is scheduled for now, and what is done at the end of every step.
void Simulation::Run::collect_due() {
    const auto add = [&](int owner) {
        due.push_back({owner, {options.handlers[size(owner)].name, reach, reach}});
    };
    owners.clear();
    if (handler_times.next() <= reach) handler_times.take(reach, owners);
    for (const int owner : owners) add(owner);
    if (reach == integrator->t() && integrator->t() > integrator->t_before())
        for (const int owner : step_handlers) add(owner);
}

/// Runs one handler; false if the run cannot go on.
bool Simulation::Run::act(Due& d) {
    const Handler& handler = options.handlers[size(d.handler)];
    Account& account = accounts[size(d.handler)];
    probe = shown;
    probe_is_current = false;
    try {
        handler.act(shown, d.event);
        // A handler may write and then ask for accelerations, which makes them current again.
        if (!moves_alike(probe, shown)) shown.invalidate(Stage::acceleration);
    } catch (const std::exception& error) {
        throw_nested_failure(Outcome::event_failed, "simulate: handler " + sinew::quoted(handler.name) +
                                                        " failed at t = " + rounded(reach, 9) + ": " +
                                                        error.what());
    }
    ++account.events.count;
    account.events.last = reach;
    if (shown.time() == reach) return true;
    shown.set_time(reach);
    fail(Outcome::event_failed, "simulate: handler " + sinew::quoted(handler.name) +
                                    " changed the time at t = " + rounded(reach, 9) +
                                    ". Handlers may change all but that.");
    return false;
}

/// By stage, else as they came.
void Simulation::Run::sort_due() {
    const auto stage = [&](const Due& d) { return stage_of(options.handlers[size(d.handler)].when); };
    for (std::size_t i = 1; i < due.size(); ++i)
        for (std::size_t k = i; k > 0 && stage(due[k]) < stage(due[k - 1]); --k)
            std::swap(due[k], due[k - 1]);
}

/// All handlers of this time in the order of their stages; what they change is taken over after each round, and what
/// that sets off makes the next.
void Simulation::Run::handle_due() {
    show(reach);
    if (outcome != Outcome::running) return;
    bool ends = false;
    for (int round = 0; !due.empty(); ++round) {
        if (round == most_rounds)
            return fail(Outcome::chatter, "simulate: handler " + sinew::quoted(due.front().event.name) +
                                              " was set off " + std::to_string(most_rounds) +
                                              " times at t = " + rounded(reach, 9) +
                                              " by what it and others change. Check what its witness sees "
                                              "after it has acted.");
        sort_due();
        static_cast<void>(forward_dynamics(system, shown));
        const Look look(*this);
        if (round == 0) handler_finder->settle(handler_witness);
        const CacheId accelerations_of = system.compiled().entries.acceleration;
        bool changed = false;  // by any of them: the next may make accelerations current again
        for (Due& d : due) {
            changed = changed || !shown.is_current(accelerations_of);
            if (changed && d.crossing.witness >= 0 && !handler_finder->is_beyond(handler_witness, d.crossing))
                continue;  // another handler has taken it back
            if (d.crossing.witness >= 0 && chatters(d.handler, reach)) break;
            if (!act(d)) break;
            ends = ends || d.event.ends_run;
        }
        changed = changed || !shown.is_current(accelerations_of);
        due.clear();
        probe = shown;
        probe_is_current = false;
        if (outcome == Outcome::running && changed) {
            if (adopt()) {
                const Finding found = handler_finder->resume(handler_witness);
                if (found == Finding::crossing) collect_crossings();
                else if (found != Finding::nothing) fail_witness(handler_witness, *handler_finder, found);
                const Finding seen = reporter_finder->resume(reporter_witness);
                if (seen == Finding::crossing) report_crossings();
                else if (seen != Finding::nothing) fail_witness(reporter_witness, *reporter_finder, seen);
                probe = shown;
                if (!ends && outcome == Outcome::running) fail_if_unsupported();
            }
        }
        if (outcome != Outcome::running) return;
    }
    if (ends) outcome = Outcome::ended;
}

/// Goes on from what handlers have left: given and constrained again, integrator restarted.
bool Simulation::Run::adopt() {
    problem.refresh(shown);
    problem.store(y);
    if (!problem.project(reach, y, {})) {
        fail(Outcome::event_failed, "simulate: what handlers left at t = " + rounded(reach, 9) +
                                        " cannot be brought onto the constraints: " + problem.complaint());
        return false;
    }
    if (!problem.load(reach, y)) {
        fail(Outcome::event_failed, "simulate: " + problem.complaint());
        return false;
    }
    if (!put(shown, reach, y)) return false;
    static_cast<void>(forward_dynamics(system, shown));
    probe = shown;
    jumps.refresh(system, shown);
    integrator->restart(reach, y);
    ++restarts;
    return true;
}

/// Events that come ever sooner, until they are no longer apart: time cannot get past where they pile up (11.55).
bool Simulation::Run::chatters(int handler, double t) {
    if (is_own(handler)) return contacts_chatter(t);
    Account& a = accounts[size(handler)];
    const double gap = t - a.events.last;
    if (!a.was_pushed_on) a.stops = 0;
    a.was_pushed_on = false;
    if (a.events.count == 0 || gap == 0) return false;
    const auto of = std::find(handler_witness.owner.begin(), handler_witness.owner.end(), handler);
    const double window =
        handler_finder->options(static_cast<int>(of - handler_witness.owner.begin())).window;
    a.shorter = gap < a.gap ? a.shorter + 1 : 0;
    a.close = gap < 10 * window ? a.close + 1 : 0;
    a.gap = gap;
    if (!(a.shorter >= 5 && gap < 100 * window) && a.close < 20) return false;
    fail(Outcome::chatter, "simulate: events of handler " + sinew::quoted(a.events.name) +
                               " pile up at t = " + rounded(t, 9) + ": the last of " +
                               std::to_string(a.events.count + 1) + " came " + rounded(gap, 3) +
                               " after the one before, and their number has no end. Let the handler end the "
                               "motion when it is this "
                               "slow: lock the joint, enable a constraint, or end the run.");
    return true;
}

/// What is stopped again and again, but not held, comes no further.
void Simulation::Run::fail_if_unsupported() {
    for (const Account& a : accounts)
        if (a.stops >= most_stops)
            return fail(Outcome::chatter,
                        "simulate: handler " + sinew::quoted(a.events.name) +
                            " stops its witness at t = " + rounded(reach, 9) +
                            ", but forces push it on, and that has no end. Hold what is "
                            "stopped: lock the joint, enable a constraint, or end the run.");
}

void Simulation::Run::call_reporter(int reporter, const Event& event) {
    const Reporter& r = options.reporters[size(reporter)];
    try {
        r.report(shown, event);
    } catch (const std::exception& error) {
        throw_nested_failure(Outcome::event_failed, "simulate: reporter " + sinew::quoted(r.name) +
                                                        " failed at t = " + rounded(event.time, 9) + ": " +
                                                        error.what());
    }
}

void Simulation::Run::report_crossings() {
    const FoundEvents& found = reporter_finder->found();
    for (const CrossedZero& c : found.crossings) {
        const int owner = reporter_witness.owner[size(c.witness)];
        call_reporter(owner, {options.reporters[size(owner)].name, found.t_after, found.t_before, c.rising});
    }
}

/// All reports up to t, in order. Scheduled ones at t itself wait until handlers have acted there.
void Simulation::Run::report_until(double t, bool scheduled_at_t) {
    while (outcome == Outcome::running || (scheduled_at_t && !is_failure(outcome))) {
        if (!report_waits && reporter_finder->t() < reach && !arrived) {
            const Finding found = reporter_finder->search(reporter_witness, reach);
            report_waits = found == Finding::crossing;
            if (found != Finding::nothing && !report_waits)
                return fail_witness(reporter_witness, *reporter_finder, found);
        }
        const double crossing =
            report_waits ? reporter_finder->found().t_after : std::numeric_limits<double>::infinity();
        const double scheduled = reporter_times.next();
        if (crossing <= t && crossing <= scheduled) {
            show(crossing);
            report_waits = false;
            report_crossings();
        } else if (scheduled < t || (scheduled == t && scheduled_at_t)) {
            show(scheduled);
            owners.clear();
            reporter_times.take(scheduled, owners);
            for (const int owner : owners)
                call_reporter(owner, {options.reporters[size(owner)].name, scheduled, scheduled});
        } else {
            break;
        }
    }
    if (scheduled_at_t && t == reach && arrived && !step_reporters.empty() && reach == integrator->t() &&
        step_reported != reach && !is_failure(outcome)) {
        step_reported = reach;
        show(reach);
        for (const int owner : step_reporters)
            call_reporter(owner, {options.reporters[size(owner)].name, reach, reach});
    }
}

}  // namespace sinew
