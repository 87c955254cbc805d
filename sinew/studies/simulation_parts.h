// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/rigid/contacts.h>
#include <sinew/studies/motion_jumps.h>
#include <sinew/studies/schedule.h>
#include <sinew/studies/simulate.h>
#include <sinew/system/contacts.h>

#include <array>
#include <chrono>
#include <map>

namespace sinew {

class ContactStepIntegrator;

/// Throws StudyError for what cannot be meant.
void check_options(const SimulationOptions& options, double start);

/// What a Simulation is made of. The integrator has taken a step [t_before, t]; of it, the part up to `reach` is known
/// to be free of events, and there one may be waiting. `arrived` says that what happens at reach has happened.
struct Simulation::Run {
    using Clock = std::chrono::steady_clock;

    Run(const System& system, const State& start, SimulationOptions options);

    Outcome advance_to(double t);
    Outcome step();
    bool show_next();
    SimulationReport report() const;

    // Steps (simulation.cpp).
    void begin();
    void start_finders();
    void take_step();
    void look_at_clock();
    void search_on();
    void arrive();
    void show(double t);
    /// False if fast variables do not settle there; the run has then failed.
    bool put(State& state, double t, std::span<const double> y);

    // Events (simulation_events.cpp).
    struct Due {
        int handler;
        Event event;
        CrossedZero crossing{};  ///< witness −1 if it is not one
    };
    /// While it lives, witnesses look at a State being handled.
    struct Look {
        explicit Look(Run& run) : of(run) { of.looked_at = &of.shown; }
        ~Look() { of.looked_at = nullptr; }
        Look(const Look&) = delete;
        Look& operator=(const Look&) = delete;
        Run& of;
    };
    class Witness final : public Witnesses {
    public:
        explicit Witness(Run& run) : run_(run) {}
        double value(double t, int witness) override;
        bool is_pushed_on(int witness, double rate_before) override;
        std::vector<const Crossing*> of;
        std::vector<const std::string*> names;
        std::vector<int> owner;

    private:
        Run& run_;
    };
    void add_occasions();
    WitnessOptions witness_options(const Crossing& crossing) const;
    void collect_crossings();
    void collect_due();
    void sort_due();
    void handle_due();
    bool act(Due& due);
    bool adopt();
    bool chatters(int handler, double t);
    void fail_if_unsupported();
    void report_until(double t, bool scheduled_at_t);
    void report_crossings();
    void call_reporter(int reporter, const Event& event);

    // One-way conditions (simulation_contacts.cpp).
    void add_contacts();
    void start_contacts();
    void touch(State& state);
    void hold_level(State& state, int condition, double before);
    bool is_own(int handler) const { return handler >= users_handlers; }
    bool opens(int handler) const;
    bool contacts_chatter(double t);
    void report_contacts(SimulationReport& report) const;

    // Slow slip (simulation_slip.cpp).
    bool slips_slowly();
    bool is_smooth_within();
    StepOutcome step_through_slip(double most);

    // Pairs of surfaces in steps of one length (simulation_pairs.cpp).
    void tell_pairs();
    void tell_pair(const ContactEvent& event);
    void report_pairs(SimulationReport& report) const;

    // Surfaces that yield (simulation_surfaces.cpp).
    struct Pressing {
        SurfaceId first, second;
        bool slides;
        friend bool operator==(const Pressing& a, const Pressing& b) {
            return a.first == b.first && a.second == b.second && a.slides == b.slides;
        }
    };
    void start_surfaces();
    void tell_surfaces();
    bool look_at_surfaces(double t, std::vector<Pressing>& now);
    void tell_differences(const std::vector<Pressing>& now);

    // Points that stick and slide (simulation_points.cpp).
    void start_points();
    void tell_points();

    // Failures (simulation_text.cpp).
    void fail(Outcome why, const std::string& text);
    void fail_step();
    void fail_witness(const Witness& of, const EventFinder& finder, Finding finding);
    bool fail_jump(double from, double to);
    [[noreturn]] void throw_nested_failure(Outcome why, const std::string& text);

    const System system;
    SimulationOptions options;
    SystemProblem problem;
    bool has_own_integrator;
    std::unique_ptr<Integrator> integrator;
    State shown;  ///< what the user sees
    State probe;  ///< where witnesses look
    std::vector<double> y, y_ahead;
    std::vector<double> y_slip[3];  ///< where a step through slow slip began, and beside a time within
    bool probe_is_current = false;
    const State* looked_at = nullptr;  ///< where witnesses look in place of the probe, at an event

    double from = 0, reach = 0;
    bool arrived = true, crossing_waits = false, report_waits = false, showed_last = false;
    double shows = 0;  ///< reports so far
    double step_reported = std::numeric_limits<double>::quiet_NaN();
    Outcome outcome = Outcome::running;
    std::string failure;

    Schedule handler_times, reporter_times;
    std::vector<int> step_handlers, step_reporters, owners;
    std::vector<Due> due;
    Witness handler_witness{*this}, reporter_witness{*this};
    std::unique_ptr<EventFinder> handler_finder, reporter_finder;
    struct Account {
        EventCount events;
        double gap = 0;
        int shorter = 0, close = 0;  ///< events in a row: each sooner after the last; each within few windows
        int stops = 0;               ///< events in a row that left the witness on zero and pushed on
        bool was_pushed_on = false;  ///< by the present event
    };
    std::vector<Account> accounts;
    MotionJumps jumps;

    int users_handlers = 0;              ///< those that follow watch one-way conditions
    std::vector<int> watched;            ///< by handlers of ours: the condition
    std::unique_ptr<Contacts> contacts;  ///< null if there are none
    ContactTolerances tolerances;
    double sunk = 0;  ///< m: how far below zero a gap counts as closing
    std::vector<double> gaps_before;
    double contacts_decided = 0;             ///< when, last
    std::vector<EventCount> contact_counts;  ///< by condition and kind
    long captured = 0, restrained = 0, contacts_in_a_row = 0;
    double contact_residual = 0, last_contact = 0;

    ContactStepIntegrator* contact_steps = nullptr;  ///< if the integrator is one
    struct PairCount {
        ContactEvent event;
        std::array<long, contact_event_kinds> count;
        std::array<double, contact_event_kinds> last;
    };
    std::map<std::array<int, 5>, PairCount> pair_counts;  ///< by bodies, surfaces and point

    std::vector<Pressing> pressing, pressing_ahead, pressing_within;
    std::vector<SurfaceTouch> surface_touches;
    double surfaces_told = 0;                                  ///< up to when
    std::vector<std::pair<ForceId, PointContactMode>> points;  ///< as told

    long restarts = 0;
    double start_moved = 0, start_given = 0, start_speeds_moved = 0, start_error = 0;
    Clock::duration spent{};
    Clock::time_point entered{}, next_progress{};
    bool needs_clock = false;
};

}  // namespace sinew
