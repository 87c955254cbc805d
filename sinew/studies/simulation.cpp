// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/float_environment.h>
#include <sinew/base/names.h>
#include <sinew/studies/contact_steps.h>
#include <sinew/studies/simulation_parts.h>
#include <sinew/system/dynamics.h>
#include <sinew/system/motions.h>
#include <sinew/system/relax.h>
#include <sinew/system/work.h>

#include <algorithm>
#include <cmath>

namespace sinew {

namespace {

/// A Model may ask for steps through contact; an integrator that was given goes first. Whether one is there.
bool choose_integrator(const System& system, SimulationOptions& options) {
    const Model& model = system.model();
    if (!options.integrator && model.contact.kind == ContactKind::rigid && model.contact.step > 0 &&
        !model.surfaces.empty()) {
        if (options.fixed_step == 0) options.fixed_step = model.contact.step;
        options.integrator = std::make_unique<ContactStepIntegrator>();
    }
    return options.integrator != nullptr;
}

}  // namespace

Simulation::Run::Run(const System& its_system, const State& start, SimulationOptions its_options)
    : system(its_system),
      options(std::move(its_options)),
      problem(system, start, options.units),
      has_own_integrator(choose_integrator(system, options)),
      integrator(options.integrator ? std::move(options.integrator) : make_integrator(options.method)),
      shown(start),
      probe(start) {
    const UsualFloats floats;
    entered = Clock::now();
    from = reach = start.time();
    check_options(options, from);
    y.resize(size(problem.parts().all()));
    y_ahead.resize(y.size());
    problem.set_tolerance(RunTolerance::of(options.accuracy, options.constraint_tolerance));
    needs_clock = options.progress || std::isfinite(options.time_limit);
    add_contacts();
    start_surfaces();
    start_points();
    add_occasions();
    begin();
    spent += Clock::now() - entered;
}

/// Given coordinates, constraints, given speeds, constraints of speeds; then all as at the end of a step of no length.
void Simulation::Run::begin() {
    const StateLayout& layout = system.layout();
    prescribe(system, shown);  // what is wrong with a Motion comes through
    for (int i = 0; i < layout.nq; ++i)
        start_given = std::max(start_given, std::abs(shown.q()[size(i)] - probe.q()[size(i)]));
    problem.refresh(shown);
    problem.store(y);
    const bool met = problem.project(from, y, {});
    start_moved = problem.moved().q;
    start_speeds_moved = problem.moved().u;
    start_error = problem.moved().error_before;
    const auto last = std::make_shared<const State>(shown);
    if (!met)
        throw SimulationError(
            "simulate: the start cannot be brought onto its constraints: " + problem.complaint() +
                " assemble() finds starts from far away; diagnose() tells constraints that "
                "contradict one another.",
            Outcome::step_refused, last);
    if (start_moved > options.start_may_move)
        throw SimulationError(
            "simulate: the start is off its constraints. They are met " + rounded(start_moved, 3) +
                " away (in units of speeds times a second), but " + shortest(options.start_may_move) +
                " is the limit. assemble() the start first, or raise start_may_move.",
            Outcome::step_refused, last);
    if (!put(shown, from, y)) throw SimulationError(failure, outcome, last);
    if (contacts) start_contacts();
    probe = shown;
    static_cast<void>(forward_dynamics(system, shown));  // what has no value at the start is told as it is
    jumps.refresh(system, shown);
    IntegratorOptions for_integrator;
    for_integrator.accuracy = options.accuracy;
    for_integrator.initial_step = options.initial_step;
    for_integrator.fixed_step = options.fixed_step;
    for_integrator.min_step = options.min_step;
    for_integrator.max_step = options.max_step;
    for_integrator.norm = options.norm;
    integrator->start(problem, from, y, for_integrator);
    contact_steps = dynamic_cast<ContactStepIntegrator*>(integrator.get());

    handler_times.start(from);
    reporter_times.start(from);
    start_finders();
    if (outcome != Outcome::running)
        throw SimulationError(failure, outcome, std::make_shared<const State>(shown));
    report_until(from, false);
    arrive();
    report_until(from, true);
}

/// Witnesses at the start; what is beyond zero there may be an event.
void Simulation::Run::start_finders() {
    const Look look(*this);
    const Finding found = handler_finder->start(handler_witness, from);
    if (found == Finding::crossing) crossing_waits = true;
    else if (found != Finding::nothing) fail_witness(handler_witness, *handler_finder, found);
    if (outcome == Outcome::running) {
        const Finding seen = reporter_finder->start(reporter_witness, from);
        if (seen == Finding::crossing) report_waits = true;
        else if (seen != Finding::nothing) fail_witness(reporter_witness, *reporter_finder, seen);
    }
}

bool Simulation::Run::put(State& state, double t, std::span<const double> values) {
    const auto differ = [](std::span<const double> a, std::span<const double> b) {
        return !std::equal(a.begin(), a.end(), b.begin());
    };
    const std::span<const double> q = values.first(size(system.nq())),
                                  u = values.subspan(q.size(), size(system.nu())),
                                  z = values.last(size(system.nz()));
    if (state.time() != t) state.set_time(t);
    if (differ(q, state.q())) state.set_q(q);
    if (differ(u, state.u())) state.set_u(u);
    if (differ(z, state.z())) state.set_z(z);
    if (system.model().fast.empty() || problem.settle(state)) return true;
    if (!is_failure(outcome))
        fail(Outcome::step_refused, "simulate: at t = " + rounded(t, 9) + ", " + problem.complaint() +
                                        " A smaller max_step, or a better first guess of theirs, may help.");
    return false;
}

/// Between the ends of the step the State is interpolated, then brought onto the constraints (11.53).
void Simulation::Run::show(double t) {
    if (t == integrator->t()) {
        put(shown, t, integrator->y());
        return;
    }
    integrator->interpolate(t, y);
    if (!problem.project(t, y, {}))
        return fail(Outcome::step_refused,
                    "simulate: the State interpolated at t = " + rounded(t, 9) +
                        " cannot be brought onto its constraints: " + problem.complaint() +
                        " A smaller accuracy or max_step helps.");
    put(shown, t, y);
}

void Simulation::Run::look_at_clock() {
    if (options.cancel && options.cancel()) outcome = Outcome::cancelled;
    if (!needs_clock) return;
    const Clock::time_point now = Clock::now();
    const double seconds = std::chrono::duration<double>(spent + (now - entered)).count();
    if (seconds > options.time_limit) outcome = Outcome::out_of_time;
    if (!options.progress || now < next_progress) return;
    next_progress = now + std::chrono::duration_cast<Clock::duration>(
                              std::chrono::duration<double>(options.progress_every));
    Progress p;
    p.time = reach;
    p.steps = integrator->statistics().steps;
    p.rate = seconds > 0 ? (reach - from) / seconds : 0;
    const bool known = std::isfinite(options.until) && options.until > from;
    p.fraction = known ? (reach - from) / (options.until - from) : 0;
    p.seconds_left =
        known && p.rate > 0 ? (options.until - reach) / p.rate : std::numeric_limits<double>::infinity();
    options.progress(p);
}

void Simulation::Run::take_step() {
    look_at_clock();
    if (outcome != Outcome::running) return;
    if (reach < integrator->t()) return search_on();  // an event that changed nothing
    if (integrator->statistics().steps >= options.max_steps) {
        outcome = Outcome::too_many_steps;
        return;
    }
    // Some methods want to know a time to come. Where there is none, one far off does.
    const double known = std::min(handler_times.next(), options.until);
    const double most =
        std::isfinite(known) ? known : integrator->t() + 1e4 * options.units.characteristic_time;
    if (step_through_slip(most) == StepOutcome::stuck) return fail_step();
    if (!(integrator->t() > reach))
        return fail(Outcome::step_refused, "simulate: the integrator says it took a step from t = " +
                                               rounded(reach, 9) + ", but time stands still.");
    probe_is_current = false;
    if (!options.motions_may_jump && !jumps.empty() && fail_jump(integrator->t_before(), integrator->t()))
        return;
    search_on();
}

void Simulation::Run::search_on() {
    arrived = false;
    const Finding found = handler_finder->search(handler_witness, integrator->t());
    crossing_waits = found == Finding::crossing;
    reach = handler_finder->t();
    if (found != Finding::nothing && !crossing_waits) fail_witness(handler_witness, *handler_finder, found);
}

/// All that happens where the known part of the step ends.
void Simulation::Run::arrive() {
    arrived = true;
    tell_pairs();
    tell_surfaces();
    if (crossing_waits) collect_crossings();
    crossing_waits = false;
    collect_due();
    if (!due.empty()) handle_due();
    tell_points();
    if (outcome == Outcome::running && reach >= options.until) outcome = Outcome::reached;
}

Outcome Simulation::Run::advance_to(double t) {
    const UsualFloats floats;
    if (!std::isfinite(t) || t < shown.time())
        throw StudyError("advance_to: the run is at t = " + shortest(shown.time()) + " and cannot go to " +
                         shortest(t) +
                         ". Times must be finite and not in the past; start anew from a kept State.");
    if (t > options.until)
        throw StudyError("advance_to: t = " + shortest(t) +
                         " is after the run's end, until = " + shortest(options.until) + ".");
    entered = Clock::now();
    while (outcome == Outcome::running) {
        if (t < reach || (t == reach && arrived)) {
            report_until(t, arrived || t < reach);
            if (outcome == Outcome::running) show(t);
            break;
        }
        if (arrived) {
            take_step();
            continue;
        }
        report_until(reach, false);
        if (outcome != Outcome::running) break;
        arrive();
        report_until(reach, true);
    }
    if (outcome != Outcome::running && !is_failure(outcome)) show(reach);
    spent += Clock::now() - entered;
    return outcome;
}

Outcome Simulation::Run::step() {
    const UsualFloats floats;
    entered = Clock::now();
    if (outcome == Outcome::running && arrived) take_step();
    if (outcome == Outcome::running) {
        report_until(reach, false);
        if (outcome == Outcome::running) arrive();
        report_until(reach, true);
    }
    if (!is_failure(outcome)) show(reach);
    spent += Clock::now() - entered;
    return outcome;
}

bool Simulation::Run::show_next() {
    if (showed_last) return false;
    const bool was_over = outcome != Outcome::running;
    if (!was_over && options.report_every > 0) {
        double t = from + ++shows * options.report_every;
        if (t > options.until - 1e-9 * options.report_every) t = options.until;
        advance_to(t);
    } else if (!was_over) {
        step();
    }
    showed_last = outcome != Outcome::running;
    if (is_failure(outcome)) throw SimulationError(failure, outcome, std::make_shared<const State>(shown));
    return !was_over;
}

Simulation::Simulation(const System& system, const State& start, SimulationOptions options)
    : run_(std::make_unique<Run>(system, start, std::move(options))) {}
Simulation::~Simulation() = default;
Simulation::Simulation(Simulation&&) noexcept = default;
Simulation& Simulation::operator=(Simulation&&) noexcept = default;

Outcome Simulation::advance_to(double t) { return run_->advance_to(t); }
Outcome Simulation::step() { return run_->step(); }
Outcome Simulation::outcome() const { return run_->outcome; }
const State& Simulation::state() const { return run_->shown; }
SimulationReport Simulation::report() const { return run_->report(); }
Integrator& Simulation::integrator() { return *run_->integrator; }
bool Simulation::show_next() { return run_->show_next(); }

Simulation::Iterator Simulation::begin() {
    Iterator first;
    first.run_ = this;
    return first;
}

Simulation simulate(const System& system, const State& start, SimulationOptions options) {
    if (!std::isfinite(options.until))
        throw StudyError("simulate: until = " + shortest(options.until) +
                         ". Give the time at which the run ends; a Simulation can do without.");
    return Simulation(system, start, std::move(options));
}

State last(Simulation run) {
    for (auto i = run.begin(); i != run.end(); ++i)
        if (run.is_over()) break;
    return run.state();
}

}  // namespace sinew
