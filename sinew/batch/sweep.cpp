// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/names.h>
#include <sinew/base/wide_kernel.h>
#include <sinew/base/workers.h>
#include <sinew/batch/inside.h>
#include <sinew/batch/sweep.h>
#include <sinew/system/instance.h>
#include <sinew/system/run_start.h>

#include <algorithm>
#include <cmath>

namespace sinew {

struct SweepGroup::Inside {
    System system;
    SweepOptions options;
    Projector projector;
    Batch batch;
    std::vector<std::string> refused;  ///< per run, why
    /// Runs that are no part of the batch: the functions of their joints are others.
    struct Alone {
        int run;
        State state;
        std::string why{};
        bool over = false;
    };
    std::vector<Alone> alone;

    const Alone* alone_of(int run) const {
        for (const Alone& one : alone)
            if (one.run == run) return &one;
        return nullptr;
    }
    /// Its lane has nothing to do.
    void leave_lane(int run) { batch.time()(run, 0) = options.until; }
    BatchAccount move(Batch& some) const {
        BatchIntegrator integrator(some, options.method, options.accuracy);
        integrator.set_max_step(options.max_step);
        return integrator.advance_to(options.until, options.stop);
    }
};

SweepGroup::SweepGroup(const System& system, const State& like, int count, const SweepOptions& options)
    : inside_(new Inside{system,
                         options,
                         Projector(system),
                         Batch(system, like, count, {.threads = options.threads}),
                         std::vector<std::string>(at(count)),
                         {}}) {}
SweepGroup::~SweepGroup() = default;

void SweepGroup::begin(int run, State& start) {
    Inside& in = *inside_;
    if (start.time() > in.options.until)
        throw StateError("it would begin at t = " + shortest(start.time()) +
                         ", after its end, t = " + shortest(in.options.until) + ".");
    if (in.options.meet_constraints) bring_to_start(in.system, in.projector, start, in.options.accuracy);
    if (in.batch.inside().has_functions_of(start)) return in.batch.set(run, start);
    in.alone.push_back({run, start});
    in.leave_lane(run);
}

void SweepGroup::refuse(int run, const char* why) {
    inside_->refused[at(run)] = *why ? why : "it cannot begin.";
    inside_->leave_lane(run);
}

BatchAccount SweepGroup::go() {
    Inside& in = *inside_;
    BatchAccount account = in.move(in.batch);
    for (Inside::Alone& one : in.alone) try {
            Batch own(in.system, one.state, 1);
            const BatchAccount its = in.move(own);
            account.add(its);
            own.get(0, one.state);
            one.why = own.complaint(0);
            one.over = its.left_off == 0;
        } catch (const Error& error) {
            one.why = error.what();
            one.over = true;
            ++account.stuck;
        }
    account.stuck +=
        static_cast<int>(std::ranges::count_if(in.refused, [](auto& why) { return !why.empty(); }));
    return account;
}

bool SweepGroup::is_over(int run) const {
    if (const Inside::Alone* one = inside_->alone_of(run)) return one->over;
    return !inside_->refused[at(run)].empty() ||
           inside_->batch.inside().outcome[at(run)] != Batch::Inside::left_off;
}

std::string SweepGroup::end(int run, State& into) const {
    if (const Inside::Alone* one = inside_->alone_of(run)) {
        into = one->state;
        return one->why;
    }
    inside_->batch.get(run, into);
    const std::string& refused = inside_->refused[at(run)];
    return refused.empty() ? inside_->batch.complaint(run) : refused;
}

int runs_at_a_time(const System& system, const State& like, const SweepOptions& options) {
    if (!std::isfinite(options.until) || options.until < like.time())
        throw StateError("SweepOptions::until is " + shortest(options.until) + ". Runs begin at t = " +
                         shortest(like.time()) + " and must end at a time from then on.");
    if (options.at_a_time < 0)
        throw StateError("SweepOptions::at_a_time is " + std::to_string(options.at_a_time) +
                         ": it must be above zero, or 0 to leave the choice to the sweep.");
    check_fit(system.compiled(), like);
    if (options.at_a_time > 0) return options.at_a_time;
    const int threads = options.threads > 0 ? options.threads : available_threads();
    return std::max(256, 4 * (has_wide_registers() ? 8 : 4) * threads);  // four blocks for each
}

}  // namespace sinew
