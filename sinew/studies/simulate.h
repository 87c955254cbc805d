// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/base/error.h>
#include <sinew/integrators/integrator.h>
#include <sinew/rigid/contact_event.h>
#include <sinew/studies/error.h>
#include <sinew/studies/occasions.h>
#include <sinew/studies/system_problem.h>

#include <cstddef>
#include <iterator>
#include <memory>

namespace sinew {

/// How far a run has come.
struct Progress {
    double time = 0, fraction = 0;  ///< fraction of the way to `until`; 0 if that is not known
    double rate = 0;                ///< time of the model per second of the clock
    double seconds_left = 0;        ///< of the clock; infinite if it is not known
    long steps = 0;
};

struct SimulationOptions {
    double until = std::numeric_limits<double>::infinity();
    double report_every = 0;  ///< what a loop over the run is shown: every so often, or each step (0)
    double accuracy = 1e-3;   ///< the one knob: the share of a unit change a step may be wrong by (11.51)

    Method method = Method::dormand_prince_8;
    std::unique_ptr<Integrator> integrator{};  ///< in place of the method
    double initial_step = 0, fixed_step = 0, min_step = 0;
    double max_step = std::numeric_limits<double>::infinity();
    Norm norm = Norm::rms;
    Units units{};
    double constraint_tolerance = 0;  ///< 0: a tenth of the accuracy

    std::vector<Handler> handlers{};
    std::vector<Reporter> reporters{};

    /// Called when a one-way condition of the Model, a pair of surfaces or a PointContact collides, closes, opens,
    /// sticks or slips, the State being as it is afterwards, or at the end of the step. No result depends on it; of
    /// surfaces that yield and of points the report counts what is told here (15.21).
    Call<void(const State&, const ContactEvent&)> on_contact{};

    double start_may_move =
        sinew::start_may_move;  ///< how far the start may be off its constraints, in units
    bool motions_may_jump = false;
    long max_steps = 100'000'000;

    Call<void(const Progress&)> progress{};
    double progress_every = 0.5;                                  ///< seconds of the clock
    Call<bool()> cancel{};                                        ///< asked at every step; true: stop
    double time_limit = std::numeric_limits<double>::infinity();  ///< seconds of the clock
};

/// How a run stands, or ended.
enum class Outcome : unsigned char {
    running,
    reached,         ///< `until`
    ended,           ///< by a handler
    cancelled,       ///< by options.cancel
    out_of_time,     ///< of the clock
    too_many_steps,  ///< options.max_steps
    // Failures: the State is the last good one, the report's failure tells more.
    step_refused,   ///< no step was short enough
    chatter,        ///< events without end
    witness_fault,  ///< a witness without a value, flat, or jumping
    motion_jumps,   ///< a Motion that is not continuous
    event_failed,   ///< what a handler left is off the constraints, or it threw
};
constexpr bool is_failure(Outcome outcome) { return outcome >= Outcome::step_refused; }

/// How often something was an event.
struct EventCount {
    std::string name{};
    long count = 0;
    double last = 0;  ///< when
};

/// A variable whose error kept steps short.
struct LimitedBy {
    std::string name{};
    long steps = 0;
};

/// The account of a run so far.
struct SimulationReport {
    Outcome outcome = Outcome::running;
    std::string failure{};  ///< what went wrong and what may help; empty unless it is a failure
    std::string method{};
    std::string account{};  ///< what the integrator has to tell beside the statistics
    double from = 0, to = 0;
    IntegratorStatistics statistics{};
    std::vector<LimitedBy> limited_by{};  ///< the worst three, the worst first
    std::vector<EventCount> handlers{};
    std::vector<EventCount>
        contacts{};  ///< "ball on floor impact", "ball on floor touches": those that happened
    long captured =
        0;  ///< impacts that were too slow to bounce: where bouncing without end was passed over (17.11)
    long restrained = 0;  ///< impacts that gave back less than asked, so that energy would not grow (17.12)
    double contact_residual = 0;  ///< of the worst contact problem solved (17.3)
    long restarts = 0;
    /// How far the start was brought: the length of the way onto the constraints in units, and the largest change of a
    /// coordinate that a Motion or lock gives.
    double start_moved = 0, start_given = 0;
    double start_speeds_moved = 0;  ///< by how much its speeds were changed to meet the constraints, in units
    double start_error = 0;         ///< largest weighted error of a constraint before
    /// Rigid surfaces that were in one another at the start of steps of one length, in words.
    std::vector<std::string> start_overlaps{};
    double seconds = 0;  ///< of the clock
    double real_time_factor() const { return seconds > 0 ? (to - from) / seconds : 0; }
    /// Of contacts, those that happened most often.
    std::vector<EventCount> most_contacts(std::size_t most) const;
    /// A few lines for people.
    std::string summary() const;
};

/// A run that failed, thrown by a loop over it. The State is the last good one.
struct SimulationError : Error {
    SimulationError(const std::string& what, Outcome why, std::shared_ptr<const State> last)
        : Error(what), outcome(why), state(std::move(last)) {}
    Outcome outcome;
    std::shared_ptr<const State> state;
};

/// A motion in time, as far as it has been asked for.
///     for (const State& now : simulate(system, start, {.until = 2.0, .report_every = 0.5})) ...
/// Steps are chosen by the integrator, `until` and scheduled handlers alone: what is shown in between is interpolated
/// and brought onto the constraints, so no result depends on what one looks at. Copies the start, shares the System.
class Simulation {
public:
    /// Throws StudyError for options that make no sense, SimulationError for a start that cannot be brought onto its
    /// constraints; what forces throw at the start comes through.
    Simulation(const System& system, const State& start, SimulationOptions options = {});
    ~Simulation();
    Simulation(Simulation&&) noexcept;
    Simulation& operator=(Simulation&&) noexcept;

    /// Goes on until a time, at which events have been handled; returns at once if the run is over.
    Outcome advance_to(double t);
    /// Goes on to the end of a step or to the next event.
    Outcome step();
    Outcome outcome() const;
    bool is_over() const { return outcome() != Outcome::running; }

    /// Where it has got to. The reference lasts as long as the Simulation; the State changes as it goes on.
    const State& state() const;
    SimulationReport report() const;
    /// To see or set what a resumed run needs to go on to the same bits: the next step.
    Integrator& integrator();

    /// The run as a range, once: the start, then what options.report_every says, last the end. Failures throw.
    class Iterator {
    public:
        using value_type = State;
        using difference_type = std::ptrdiff_t;
        using reference = const State&;
        using pointer = const State*;
        using iterator_category = std::input_iterator_tag;
        const State& operator*() const { return run_->state(); }
        const State* operator->() const { return &run_->state(); }
        Iterator& operator++() {
            if (!run_->show_next()) run_ = nullptr;
            return *this;
        }
        void operator++(int) { ++*this; }
        friend bool operator==(const Iterator& a, const Iterator& b) { return a.run_ == b.run_; }

    private:
        friend class Simulation;
        Simulation* run_ = nullptr;
    };
    Iterator begin();
    Iterator end() { return {}; }

    struct Run;  ///< its inside

private:
    bool show_next();
    std::unique_ptr<Run> run_;
};

/// A run to options.until, which must be given.
Simulation simulate(const System& system, const State& start, SimulationOptions options);
/// The State at the end of a run. Throws SimulationError if it fails.
State last(Simulation run);

const char* name_of(Outcome outcome);

}  // namespace sinew
