// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>
#include <span>
#include <vector>

namespace sinew {

/// Which crossings of zero count.
enum class Direction : unsigned char { both, rising, falling };

/// What is asked of one witness: a function of time, along a motion, whose change of sign is an event.
struct WitnessOptions {
    Direction direction = Direction::both;
    double window = 1e-8;  ///< how well an event's time is known
    /// Crossings of this witness that are further apart are never overlooked: samples are taken no further apart.
    /// Without a bound a step is sampled until four samples in a row tell the next (12.60).
    double spacing = std::numeric_limits<double>::infinity();
    bool fires_at_start = false;    ///< a value that is beyond zero when the search starts is an event there
    bool may_be_undefined = false;  ///< NaN means: no value here; else it is a fault
    bool may_be_flat = false;       ///< zero for a while; else it is a fault
    bool may_jump = false;          ///< over zero; else it is a fault
};

/// Answers with the value of a witness at a time within the step that is searched. Questions come in order of time
/// but for the search of a root, so keep what was made ready for the last time.
class Witnesses {
public:
    virtual double value(double t, int witness) = 0;
    /// Whether a witness that has crossed was stopped on zero by a change of the motion, and is pushed on over it; its
    /// rate while it crossed is told. Then it has not passed zero yet. Asked by resume().
    virtual bool is_pushed_on(int witness, double rate_before) {
        static_cast<void>(witness), static_cast<void>(rate_before);
        return false;
    }

protected:
    ~Witnesses() = default;
};

/// One change of sign: from one side before to the other after.
struct CrossedZero {
    int witness = -1;
    bool rising = false;
    double before = 0, after = 0;  ///< values at the ends of the window
};

/// What a search came upon. A fault is of found().crossings[0].witness, between found().t_before and t_after.
enum class Finding : unsigned char { nothing, crossing, undefined, flat, jump };

struct FoundEvents {
    double t_before = 0, t_after = 0;          ///< the window (t_before, t_after]
    std::span<const CrossedZero> crossings{};  ///< all that have crossed in it, by number
};

/// Finds the changes of sign of some witnesses, each once, in order of time. A value of exactly zero has the sign it
/// had before, so touching zero is no event, nor is leaving it; a witness that starts on zero has no sign until it
/// leaves it. Takes memory when made.
class EventFinder {
public:
    explicit EventFinder(std::vector<WitnessOptions> witnesses = {});
    EventFinder(const EventFinder&) = delete;
    EventFinder& operator=(const EventFinder&) = delete;

    /// Begins anew at a time.
    Finding start(Witnesses& w, double t);
    /// Goes on to the next event, or to t_end if there is none before.
    Finding search(Witnesses& w, double t_end);
    /// Where it has got to.
    double t() const { return t_; }
    const FoundEvents& found() const { return found_; }

    // At an event, t() being its t_after.

    /// Looks at the values of what has crossed once more, the motion having been put right by a projection; how far
    /// that moved them off tells what is nothing but noise.
    void settle(Witnesses& w);
    /// Goes on from a motion that was changed at t(). A witness that crossed and now is within noise of zero has no
    /// sign until it leaves its present value: so one that goes on does not cross twice, and one that was turned back
    /// too weakly to return to its side is found when it comes again (12.63); one that was stopped and is pushed on
    /// has the sign it came with, and crosses as it leaves. What the change itself brought over zero, other than what
    /// had crossed, is found at once.
    Finding resume(Witnesses& w);
    /// Whether a witness that crossed is still beyond zero, or within noise of it.
    bool is_beyond(Witnesses& w, const CrossedZero& crossing) const;

    int size() const { return static_cast<int>(options_.size()); }
    const WitnessOptions& options(int witness) const { return options_[static_cast<std::size_t>(witness)]; }

private:
    struct Memory {
        int sign = 0;      ///< of the last value off the level; 0: none yet
        double level = 0;  ///< where zero is, for a while after an event
        double value = 0;  ///< at t_
        double noise = 0;  ///< of the last event
        double zero_since = 0;
        int zeros = 0;  ///< samples in a row
    };
    struct Bracket {
        double a, b, fa, fb;  ///< values relative to the level
    };

    bool counts(int i, int to) const;
    Finding search_start(Witnesses& w, double t_end);
    Finding search_piece(Witnesses& w, double end);
    bool is_resolved(int intervals) const;
    Finding sample(Witnesses& w, double t, double* out);
    double probe_for_dip(Witnesses& w, int i, int k, int intervals, double lo, double hi);
    bool localise(Witnesses& w, int i, Bracket& bracket);
    Finding take(Witnesses& w, double lo, const double* at_lo, double hi, const double* at_hi);
    Finding move_to(double t, const double* values);
    Finding fault(Finding kind, int witness, double from, double to);
    std::span<const CrossedZero> all_found() const { return {crossings_.data(), crossings_.size()}; }

    std::vector<WitnessOptions> options_;
    std::vector<Memory> memory_;
    std::vector<double> samples_, extra_;
    std::vector<CrossedZero> crossings_;
    double t_ = 0, spacing_ = std::numeric_limits<double>::infinity(), window_ = spacing_;
    double scale_ = std::numeric_limits<double>::infinity();  ///< how far apart samples tell enough
    FoundEvents found_;
};

}  // namespace sinew
