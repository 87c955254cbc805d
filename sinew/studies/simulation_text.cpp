// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/names.h>
#include <sinew/studies/simulation_parts.h>
#include <sinew/system/work.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace sinew {

namespace {

[[noreturn]] void refuse(const std::string& what, double value, const char* rule) {
    throw StudyError("simulate: " + what + " = " + shortest(value) + ". " + rule);
}

void check_when(const std::string& name, const When& when) {
    if (const auto* c = when.if_a<Crossing>()) {
        if (!c->witness) throw StudyError("simulate: " + sinew::quoted(name) + " has no witness.");
        if (!(c->window >= 0) || !std::isfinite(c->window))
            refuse("window of " + sinew::quoted(name), c->window,
                   "It must not be negative; 0 leaves the choice to us.");
        if (!(c->spacing > 0))
            refuse("spacing of " + sinew::quoted(name), c->spacing, "It must be positive.");
    }
    if (const auto* e = when.if_a<Every>()) {
        if (!(e->period > 0) || !std::isfinite(e->period))
            refuse("period of " + sinew::quoted(name), e->period, "It must be positive.");
        if (!std::isfinite(e->from)) refuse("from of " + sinew::quoted(name), e->from, "It must be finite.");
    }
    if (const auto* a = when.if_a<AtTimes>())
        for (const double t : a->times)
            if (!std::isfinite(t)) refuse("a time of " + sinew::quoted(name), t, "It must be finite.");
}

}  // namespace

void check_options(const SimulationOptions& o, double start) {
    if (!(o.accuracy >= 1e-14 && o.accuracy <= 0.5))
        refuse("accuracy", o.accuracy, "It must be within 1e-14 .. 0.5.");
    if (!(o.until >= start))
        refuse("until", o.until, fmt::format("The run starts at t = {}.", shortest(start)).c_str());
    if (!(o.report_every >= 0) || !std::isfinite(o.report_every))
        refuse("report_every", o.report_every, "It must be positive, or 0 for every step.");
    for (const auto& [name, value] :
         {std::pair{"initial_step", o.initial_step}, {"fixed_step", o.fixed_step}, {"min_step", o.min_step}})
        if (!(value >= 0) || !std::isfinite(value))
            refuse(name, value, "It must be positive, or 0 to leave the choice to the method.");
    if (!(o.max_step > 0)) refuse("max_step", o.max_step, "It must be positive.");
    if (o.min_step > o.max_step)
        refuse("min_step", o.min_step,
               fmt::format("It is above max_step = {}.", shortest(o.max_step)).c_str());
    if (!(o.constraint_tolerance >= 0))
        refuse("constraint_tolerance", o.constraint_tolerance,
               "It must be positive, or 0 for accuracy / 10.");
    if (!(o.start_may_move >= 0)) refuse("start_may_move", o.start_may_move, "It must not be negative.");
    if (!(o.time_limit > 0)) refuse("time_limit", o.time_limit, "It must be positive.");
    for (const Handler& h : o.handlers) {
        if (!h.act)
            throw StudyError("simulate: handler " + sinew::quoted(h.name) + " does nothing: act is not set.");
        check_when(h.name, h.when);
    }
    for (const Reporter& r : o.reporters) {
        if (!r.report)
            throw StudyError("simulate: reporter " + sinew::quoted(r.name) +
                             " does nothing: report is not set.");
        check_when(r.name, r.when);
    }
}

void Simulation::Run::fail(Outcome why, const std::string& text) {
    outcome = why;
    failure = text;
}

void Simulation::Run::throw_nested_failure(Outcome why, const std::string& text) {
    fail(why, text);
    std::throw_with_nested(SimulationError(text, why, std::make_shared<const State>(shown)));
}

void Simulation::Run::fail_step() {
    const StepFailure& f = integrator->failure();
    const double t = integrator->t();
    if (!options.motions_may_jump && !jumps.empty() && fail_jump(t, t + std::max(1e-6, 10 * f.step))) return;
    std::string text = fmt::format("simulate: no step can be taken from t = {}: even one of {} ",
                                   rounded(t, 9), rounded(f.step, 3));
    const char* advice = "";
    switch (f.cause) {
        case Refusal::error:
            text += fmt::format("would be wrong by {} times what accuracy {} allows", rounded(f.error, 3),
                                shortest(options.accuracy));
            advice =
                "Something there is not smooth or very stiff: smooth it, mark it by an event, or take a "
                "method "
                "for stiff systems; a lower min_step may help as well.";
            break;
        case Refusal::rates:
            text += "leads where there are no accelerations";
            advice = "Look at this element near that time; the State of this report is the last good one.";
            break;
        case Refusal::projection:
            text += "leads off the constraints for good";
            advice = "The mechanism may be at the end of its reach, or be driven beyond it.";
            break;
        case Refusal::iteration:
            text += "does not converge";
            advice = "Forces there may not be smooth enough for an implicit method.";
            break;
        case Refusal::none: break;
    }
    text += ".";
    if (f.component >= 0) {
        const std::string name = f.name.empty() ? problem.name(f.component) : f.name;
        text += fmt::format(" The worst is {} = {}, changing by {} per unit of time.", name,
                            rounded(f.value, 6), rounded(f.rate, 6));
    }
    if (f.cause != Refusal::error && !f.complaint.empty()) text += " " + f.complaint;
    fail(Outcome::step_refused, text + " " + advice);
    put(shown, t, integrator->y());
}

void Simulation::Run::fail_witness(const Witness& of, const EventFinder& finder, Finding finding) {
    const FoundEvents& found = finder.found();
    const std::string who =
        "simulate: the witness of " + sinew::quoted(*of.names[size(found.crossings[0].witness)]);
    const std::string at = " at t = " + rounded(found.t_after, 9);
    switch (finding) {
        case Finding::undefined:
            return fail(Outcome::witness_fault, who + " is not a finite number" + at +
                                                    ". If that means \"no value\", set may_be_undefined.");
        case Finding::flat:
            return fail(Outcome::witness_fault,
                        who + " is zero from t = " + rounded(found.t_before, 9) + " to " +
                            rounded(found.t_after, 9) +
                            ", so when it crosses cannot be told. If that is meant, set "
                            "may_be_flat.");
        default:
            return fail(Outcome::witness_fault,
                        who + " jumps over zero" + at + ". If that is meant, set may_jump.");
    }
}

/// A Motion that jumps is told with its time and size.
bool Simulation::Run::fail_jump(double begin, double end) {
    const MotionJump jump = jumps.find(system, problem.state(), begin, end, std::max(options.accuracy, 1e-9));
    if (jump.motion < 0) return false;
    const Motion& motion = system.model().motions[size(jump.motion)];
    const auto& joint = system.model().joints[size(motion.joint.index)].placement.name;
    fail(Outcome::motion_jumps,
         fmt::format(
             "simulate: motion {} jumps by {} in the {} of joint {} at t = {}. A motor cannot follow that: "
             "give it time (a Step function), or set motions_may_jump to go on regardless.",
             sinew::quoted(motion.name), rounded(jump.size, 6), jump.of_speed ? "speed" : "position",
             sinew::quoted(joint), rounded(jump.time, 9)));
    put(shown, integrator->t_before(), integrator->y_before());
    return true;
}

const char* name_of(Outcome outcome) {
    static constexpr const char* names[] = {"running",        "reached its end",    "ended by a handler",
                                            "cancelled",      "out of time",        "too many steps",
                                            "step refused",   "events without end", "a witness at fault",
                                            "a motion jumps", "an event failed"};
    return names[static_cast<int>(outcome)];
}

SimulationReport Simulation::Run::report() const {
    SimulationReport r;
    r.outcome = outcome;
    r.failure = failure;
    r.method = has_own_integrator ? integrator->title() : name(options.method);
    r.account = integrator->account();
    r.from = from;
    r.to = shown.time();
    r.statistics = integrator->statistics();
    std::vector<int> order;
    for (std::size_t i = 0; i < r.statistics.limited_by.size(); ++i)
        if (r.statistics.limited_by[i] > 0) order.push_back(static_cast<int>(i));
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
        return r.statistics.limited_by[size(a)] > r.statistics.limited_by[size(b)];
    });
    for (std::size_t i = 0; i < std::min<std::size_t>(3, order.size()); ++i)
        r.limited_by.push_back({problem.name(order[i]), r.statistics.limited_by[size(order[i])]});
    for (int i = 0; i < users_handlers; ++i) r.handlers.push_back(accounts[size(i)].events);
    report_contacts(r);
    r.restarts = restarts;
    r.start_moved = start_moved;
    r.start_given = start_given;
    r.start_speeds_moved = start_speeds_moved;
    r.start_error = start_error;
    r.seconds = std::chrono::duration<double>(spent).count();
    return r;
}

std::vector<EventCount> SimulationReport::most_contacts(std::size_t most) const {
    std::vector<EventCount> often = contacts;
    if (often.size() <= most) return often;
    std::stable_sort(often.begin(), often.end(),
                     [](const EventCount& a, const EventCount& b) { return a.count > b.count; });
    often.resize(most);
    return often;
}

std::string SimulationReport::summary() const {
    const IntegratorStatistics& s = statistics;
    std::string text = fmt::format("From t = {} to {} by {}: {}.\n", shortest(from), rounded(to, 9), method,
                                   name_of(outcome));
    text += fmt::format(
        "{} steps of {} to {}, {} refused ({} for their error, {} without rates, {} off constraints, "
        "{} not converged).\n",
        s.steps, rounded(s.smallest_step, 3), rounded(s.largest_step, 3), s.rejected(), s.rejected_by_error,
        s.rejected_by_rates, s.rejected_by_projection, s.rejected_by_iteration);
    text += fmt::format("{} evaluations, {} projections, {} Jacobians; {} s, {} times real time.\n",
                        s.evaluations, s.projections, s.jacobians, rounded(seconds, 3),
                        rounded(real_time_factor(), 3));
    for (std::size_t i = 0; i < limited_by.size(); ++i)
        text += fmt::format("{}{} ({} steps)", i == 0 ? "Kept short by " : ", ", limited_by[i].name,
                            limited_by[i].steps);
    if (!limited_by.empty()) text += ".\n";
    if (!account.empty()) text += account + ".\n";
    for (const EventCount& h : handlers)
        text += fmt::format("Event {}: {} times{}.\n", sinew::quoted(h.name), h.count,
                            h.count > 0 ? ", last at t = " + rounded(h.last, 9) : "");
    const std::vector<EventCount> often = most_contacts(12);
    for (const EventCount& c : often)
        text += fmt::format("{}: {} times, last at t = {}.\n", c.name, c.count, rounded(c.last, 9));
    if (often.size() < contacts.size())
        text += fmt::format("{} others of contacts.\n", contacts.size() - often.size());
    if (captured > 0) text += fmt::format("{} impacts were too slow to bounce.\n", captured);
    if (start_moved > 0)
        text +=
            fmt::format("The start was brought onto its constraints, {} away.\n", rounded(start_moved, 3));
    if (start_speeds_moved > 0)
        text += fmt::format("The speeds of the start were changed by {} to meet the constraints.\n",
                            rounded(start_speeds_moved, 3));
    for (const std::string& overlap : start_overlaps) text += "At the start, " + overlap + "\n";
    if (!failure.empty()) text += failure + "\n";
    return text;
}

}  // namespace sinew
