// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/names.h>
#include <sinew/formats/json_model.h>
#include <sinew/formats/record.h>
#include <sinew/formats/recording.h>
#include <sinew/studies/contact_steps.h>
#include <sinew/studies/observer.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <set>

namespace sinew {

namespace {

/// The model as text: as it was given, else as a model file, else nothing, and then `why` says why.
std::string model_text(const System& system, const RecordOptions& how, std::string& why) {
    if (!how.model.empty()) return how.model;
    try {
        return to_json_model(system.model());
    } catch (const ModelError& error) {
        why = error.what();
        return "";
    }
}

RecorderOptions recorder_options(const RecordOptions& how) {
    if (!(how.every >= 0) || !std::isfinite(how.every))
        throw StudyError("record: frames can not be taken every " + shortest(how.every) + ".");
    RecorderOptions options{.model = how.model,
                            .options = how.options,
                            .commit_every = how.commit_every,
                            .sync = how.sync,
                            .overwrite = how.overwrite};
    for (std::size_t i = 0; i < how.outputs.size(); ++i) {
        const std::string& name = how.outputs[i].name();
        options.outputs.push_back(name.empty() ? "output " + std::to_string(i) : name);
    }
    return options;
}

/// One run, from its start or from a checkpoint on. Handlers are called through it, so that events are seen.
class RecordedRun {
public:
    RecordedRun(const System& system, const RecordOptions& how)
        : system_(system), how_(how), watch_(system, how.outputs), outputs_(how.outputs.size()) {}

    /// Events are told to the observer, before and after, and to the recorder.
    void listen(SimulationOptions& options) {
        for (Handler& handler : options.handlers)
            handler.act = [this, act = handler.act, name = handler.name,
                           each_step = handler.when.is<EveryStep>()](State& state, Event& event) {
                const State before(
                    state);  // copies, so that the run itself sees what a handler has made stale
                observe(before);
                act(state, event);
                if (each_step && state == before) return;  // looked, and found nothing to do
                observe(State(state));
                last_event_ = event.time;
                if (recorder_) recorder_->event(event.time, name);
                else early_.push_back({.time = event.time, .name = name});  // at the start itself
            };
        options.on_contact = [this, told = options.on_contact](const State& state,
                                                               const ContactEvent& event) {
            const bool changes = event.condition.index >= 0;  // the State; a pair of surfaces is only told of
            if (changes) observe(State(state));
            if (told) told(state, event);
            if (changes) last_event_ = state.time();
            const std::string pair = name_of(system_.model(), event), name = pair + " " + name_of(event.kind);
            if (!changes && event.kind == ContactEventKind::touches && touched_.erase(pair) > 0) return;
            if (recorder_) recorder_->event(state.time(), name);
            else early_.push_back({.time = state.time(), .name = name});
        };
    }

    void begin(Recorder& recorder, Simulation& run) {
        recorder_ = &recorder;
        origin_ = run.state().time();
        observe(run.state());
        append(run.state());
        for (const RecordedEvent& event : early_) recorder.event(event.time, event.name);
        last_event_ = -std::numeric_limits<double>::infinity();  // a run can always go on from its start
        keep(run);
    }

    void go_on(Recorder& recorder, double origin, double now, std::string_view memory) {
        recorder_ = &recorder;
        origin_ = origin;
        last_frame_ = now;
        resumed_ = now;
        if (!how_.outputs.empty() && !memory.empty()) watch_.restore(memory);
        if (how_.every == 0) return;
        next_ = std::max(0.0, std::floor((now - origin) / how_.every) - 1);
        while (frame_time() <= now) ++next_;  // by the same sum as an unbroken run has
    }

    /// Steps of one length, and surfaces that yield, do not know what touched before they began: the recording does.
    /// What still touches after the first step is not told again.
    void knows(const std::vector<RecordedEvent>& events, double now) {
        const std::string touches = std::string(" ") + name_of(ContactEventKind::touches),
                          lifts_off = std::string(" ") + name_of(ContactEventKind::lifts_off);
        for (const RecordedEvent& event : events) {
            const auto pair = [&](const std::string& kind) {
                return event.name.substr(0, event.name.size() - kind.size());
            };
            if (event.time > now) continue;
            if (event.name.ends_with(touches)) touched_.insert(pair(touches));
            if (event.name.ends_with(lifts_off)) touched_.erase(pair(lifts_off));
        }
    }

    SimulationReport run_to(Simulation& run, double until) {
        while (!run.is_over()) {
            if (how_.every > 0) go_to_next_stop(run, until);
            else run.step();
            if (is_failure(run.outcome())) break;
            observe(run.state());
            if (!touched_.empty() && run.state().time() > resumed_ &&
                run.state().time() == run.integrator().t())
                lift_off(run.state().time());
            const bool on_grid = how_.every > 0 && run.state().time() == frame_time();
            if (on_grid) ++next_;
            const bool at_end = run.outcome() == Outcome::reached || run.outcome() == Outcome::ended;
            if (run.state().time() > last_frame_ && (on_grid || at_end || how_.every == 0))
                append(run.state());
            keep(run);
        }
        return run.report();
    }

private:
    double frame_time() const { return origin_ + next_ * how_.every; }

    void observe(const State& state) {
        if (!how_.outputs.empty()) watch_.observe(state);
    }

    /// What touched before the run went on, and does not now.
    void lift_off(double time) {
        for (const std::string& pair : touched_)
            recorder_->event(time, pair + " " + name_of(ContactEventKind::lifts_off));
        touched_.clear();
    }

    /// To the end of a step of the integrator, or to a frame within it.
    void go_to_next_stop(Simulation& run, double until) {
        const double now = run.state().time(), infinity = std::numeric_limits<double>::infinity();
        if (run.integrator().t() <= now) run.advance_to(std::min(std::nextafter(now, infinity), until));
        if (run.is_over()) return;
        const double stop = std::min({frame_time(), run.integrator().t(), until});
        if (stop > run.state().time()) run.advance_to(stop);
    }

    void append(const State& state) {
        for (std::size_t i = 0; i < outputs_.size(); ++i) outputs_[i] = watch_[i];
        recorder_->append(state, outputs_);
        last_frame_ = state.time();
    }

    /// A run can go on from the end of a step, unless that is an event: an event is not handled twice.
    void keep(Simulation& run) {
        const State& state = run.state();
        if (run.integrator().t() != state.time() || last_event_ == state.time()) return;
        recorder_->checkpoint(state, run.integrator().next_step(),
                              how_.outputs.empty() ? std::string() : watch_.memory());
    }

    const System system_;
    const RecordOptions& how_;
    Observer watch_;
    std::vector<double> outputs_;
    Recorder* recorder_ = nullptr;
    std::vector<RecordedEvent> early_;
    std::set<std::string> touched_;  ///< pairs of surfaces, at the time of resuming
    double resumed_ = 0;
    double origin_ = 0,
           next_ = 1;  ///< when the first frame was taken, and the number of the next on the grid
    double last_frame_ = -std::numeric_limits<double>::infinity(), last_event_ = last_frame_;
};

void tell(Recorder& recorder, const SimulationReport& report, const std::vector<RecordedStatistic>& before) {
    const IntegratorStatistics& s = report.statistics;
    const auto add = [&](const char* name, double value) {
        for (const RecordedStatistic& old : before)
            if (old.name == name) value += old.value;
        recorder.statistic(name, value);
    };
    add("steps", static_cast<double>(s.steps));
    add("rejected steps", static_cast<double>(s.rejected()));
    add("evaluations", static_cast<double>(s.evaluations));
    add("projections", static_cast<double>(s.projections));
    add("jacobians", static_cast<double>(s.jacobians));
    add("seconds", report.seconds);
    recorder.log(report.method + ": " + name_of(report.outcome) + " at time " + shortest(report.to));
    if (!report.failure.empty()) recorder.log(report.failure);
    if (report.outcome == Outcome::reached || report.outcome == Outcome::ended) recorder.close();
    else recorder.commit();
}

}  // namespace

SimulationReport record(const System& system, const State& start, SimulationOptions options,
                        const RecordOptions& how) {
    RecorderOptions recorder_how = recorder_options(how);
    std::string why;
    recorder_how.model = model_text(system, how, why);
    const double until = options.until;
    RecordedRun recorded(system, how);
    recorded.listen(options);
    Simulation run(system, start, std::move(options));
    Recorder recorder(how.file, system, recorder_how);
    if (!why.empty()) recorder.log("The recording does not hold its model. " + why);
    recorded.begin(recorder, run);
    recorder.commit();  // from here on there is something to go on from
    const SimulationReport report = recorded.run_to(run, until);
    tell(recorder, report, {});
    return report;
}

SimulationReport resume(const System& system, SimulationOptions options, const RecordOptions& how) {
    RecorderOptions recorder_how = recorder_options(how);
    const Recording recording(how.file);
    if (recording.frames() == 0)
        throw FileError(sinew::quoted(how.file) +
                        " holds no frame to go on from: the run ended before its first commit.");
    const double origin = recording.time(0);
    const std::vector<RecordedStatistic> before = recording.statistics();
    recorder_how.repeats = options.integrator ? options.integrator->is_one_step()
                                              : make_integrator(options.method)->is_one_step();
    Resumed from = Recorder::resume(how.file, system, recorder_how);
    const double until = options.until;
    if (from.next_step > 0) options.initial_step = from.next_step;
    RecordedRun recorded(system, how);
    recorded.go_on(from.recorder, origin, from.state.time(), from.memory);
    if (dynamic_cast<const ContactStepIntegrator*>(options.integrator.get()) ||
        (!options.integrator && system.model().contact.step > 0) ||
        system.model().contact.kind == ContactKind::compliant)
        recorded.knows(recording.events(), from.state.time());
    recorded.listen(options);
    Simulation run(system, from.state, std::move(options));
    const SimulationReport report = recorded.run_to(run, until);
    tell(from.recorder, report, before);
    return report;
}

}  // namespace sinew
