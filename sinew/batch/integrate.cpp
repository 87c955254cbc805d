// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/error.h>
#include <sinew/base/float_environment.h>
#include <sinew/base/names.h>
#include <sinew/batch/block_stepper.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace sinew {

namespace {

using Outcome = Batch::Inside::Outcome;

const Tableau& tableau_of(Method method) {
    for (const Tableau& tableau : tableaus())
        if (tableau.method == method) return tableau;
    throw Error(std::string("a batch cannot be integrated by ") + name(method) +
                ": take an explicit Runge-Kutta method, such as Method::merson.");
}

/// How one lane gets on: as OneStep has it for one State.
struct LaneSteps {
    double h = 0, wish = 0, least = 0;
    bool first = true;  ///< trial of this step

    /// Neither a tiny last step nor one that is much shorter than the one before it (12.6).
    void begin(double time, double until, double next, double most) {
        const double left = until - time;
        wish = std::fmin(next, most);
        h = left <= 1.1 * wish ? left : left < 2 * wish ? 0.5 * left : wish;
        least = 16 * std::numeric_limits<double>::epsilon() * std::fmax(std::abs(time), h);
        first = true;
    }
};

bool is_set(const std::atomic<bool>* stop) { return stop && stop->load(std::memory_order_relaxed); }

}  // namespace

void BatchAccount::add(const BatchAccount& more) {
    steps += more.steps, rejected += more.rejected, evaluations += more.evaluations;
    stuck += more.stuck, left_off += more.left_off;
}

struct BatchIntegrator::Inside {
    std::shared_ptr<Batch::Inside> batch;
    StepRules rules;
    LaneArray next_step;
    std::vector<Projecting> projecting;  ///< one for each thread, where there are constraints
    std::vector<BatchAccount> accounts;  ///< one for each block

    /// go(stepper, number, account) for every block.
    template <class Go>
    BatchAccount run(const Go& go) {
        for_each_block(*batch, [&]<int n>(int worker, Worker<n>& memory, int number) {
            const UsualFloats floats;
            BlockStepper<n> stepper(*batch, memory, number, rules,
                                    projecting.empty() ? nullptr : &projecting[at(worker)]);
            BatchAccount& account = accounts[at(number)] = {};
            go(stepper, number, account);
            account.evaluations = stepper.evaluations();
        });
        BatchAccount all;
        for (const BatchAccount& one : accounts) all.add(one);
        return all;
    }
    template <int n>
    WhereT<n> beyond_the_last(int number) const {
        WhereT<n> idle = false;
        for (int lane = batch->states_in(number); lane < n; ++lane) idle.v[lane] = -1;
        return idle;
    }
    template <int n>
    void take_steps(BlockStepper<n>& stepper, int number, double h, long count, const std::atomic<bool>* stop,
                    BatchAccount& account);
    template <int n>
    void advance(BlockStepper<n>& stepper, int number, double until, const std::atomic<bool>* stop,
                 BatchAccount& account);
};

BatchIntegrator::BatchIntegrator(Batch& batch, Method method, double accuracy)
    : inside_(new Inside{batch.inside_,
                         {tableau_of(method), free_variables(batch.system(), batch.inside().like), accuracy},
                         batch.array(1),
                         {},
                         {}}) {
    if (!(accuracy >= 1e-14 && accuracy <= 0.5))
        throw Error("the accuracy of a batch's integration is " + shortest(accuracy) +
                    ". It must be within 1e-14 .. 0.5.");
    Batch::Inside& in = batch.inside();
    if (!in.system.model().fast.empty())
        throw Error("a batch cannot be integrated where joints are fast: simulate such states one by one.");
    inside_->accounts.resize(at(in.block_count()));
    if (in.plan.constrained)
        for (int i = 0; i < in.workers.count(); ++i)
            inside_->projecting.push_back({Projector(in.system), RunTolerance::of(accuracy)});
    std::visit(
        [&]<int n>(Batch::Inside::Of<n>& memory) {
            const std::size_t needed = BlockStepper<n>::memory(in.compiled(), inside_->rules.tableau);
            for (auto& worker : memory)  // which integrators of other methods use, too
                if (worker->stages.size() < needed) worker->stages.resize(needed);
        },
        in.memory);
}

BatchIntegrator::~BatchIntegrator() = default;

void BatchIntegrator::set_max_step(double step) {
    if (!(step > 0))
        throw StateError("set_max_step: steps of at most " + shortest(step) +
                         " lead nowhere. It must be positive.");
    inside_->rules.max_step = step;
}

template <int n>
void BatchIntegrator::Inside::take_steps(BlockStepper<n>& stepper, int number, double h, long count,
                                         const std::atomic<bool>* stop, BatchAccount& account) {
    const WhereT<n> idle = beyond_the_last<n>(number), taken(typename WhereT<n>::Wholes(~idle.v));
    const int states = batch->states_in(number);
    PackT<n> time(0.0);
    long step = 0;
    if (!is_set(stop)) stepper.begin(idle);
    for (; step < count && !is_set(stop); ++step) {
        for (int lane = 0; lane < n; ++lane) time.v[lane] = stepper.time(lane) + h;
        stepper.try_step(PackT<n>(h), idle, false);
        stepper.accept(taken, time);
        account.steps += states;
    }
    Outcome outcome[n];
    for (int lane = 0; lane < states; ++lane) {
        outcome[lane] = step < count ? Outcome::left_off : Outcome::answered;
        if (step == count && !(stepper.has_numbers(lane) && stepper.has_rates(lane)))
            outcome[lane] = Outcome::stuck;
        account.stuck += outcome[lane] == Outcome::stuck;
        account.left_off += outcome[lane] == Outcome::left_off;
    }
    stepper.store(outcome);
}

BatchAccount BatchIntegrator::take_steps(double h, long count, const std::atomic<bool>* stop) {
    if (!std::isfinite(h)) throw StateError("take_steps: steps of " + shortest(h) + " lead nowhere.");
    if (count < 0) throw StateError("take_steps: " + std::to_string(count) + " steps cannot be taken.");
    return inside_->run([&](auto& stepper, int number, BatchAccount& account) {
        inside_->take_steps(stepper, number, h, count, stop, account);
    });
}

/// Trials until every lane has arrived or is stuck; a lane that has waits for the others.
template <int n>
void BatchIntegrator::Inside::advance(BlockStepper<n>& stepper, int number, double until,
                                      const std::atomic<bool>* stop, BatchAccount& account) {
    WhereT<n> idle = beyond_the_last<n>(number), cold = false;
    double* next_of = next_step.block(number);
    Outcome outcome[n];
    LaneSteps steps[n];
    std::fill_n(outcome, n, Outcome::answered);
    const auto give_up = [&](int lane) {
        idle.v[lane] = -1, outcome[lane] = Outcome::stuck;
        ++account.stuck;
    };
    const auto begin_step = [&](int lane) {
        steps[lane].begin(stepper.time(lane), until, next_of[lane], rules.max_step);
    };
    for (int lane = 0; lane < n; ++lane) {
        if (idle.lane(lane)) continue;
        if (!stepper.has_numbers(lane)) give_up(lane);
        else if (!(stepper.time(lane) < until)) idle.v[lane] = -1;
    }
    if (!is_set(stop)) {
        if (!all_of(idle)) stepper.begin(idle);
        for (int lane = 0; lane < n; ++lane) {
            if (idle.lane(lane)) continue;
            if (!stepper.has_rates(lane)) give_up(lane);
            else if (!(next_of[lane] > 0)) cold.v[lane] = -1;
        }
        stepper.first_steps(cold, until, next_of);
        for (int lane = 0; lane < n; ++lane)
            if (!idle.lane(lane)) begin_step(lane);
    }
    while (!all_of(idle) && !is_set(stop)) {
        PackT<n> h(0.0), time;
        for (int lane = 0; lane < n; ++lane) {
            time.v[lane] = stepper.time(lane);
            if (idle.lane(lane)) continue;
            h.v[lane] = steps[lane].h;
            time.v[lane] = h.v[lane] == until - time.v[lane] ? until : time.v[lane] + h.v[lane];
        }
        stepper.try_step(h, idle, true);
        WhereT<n> good = false;
        for (int lane = 0; lane < n; ++lane) {
            if (idle.lane(lane)) continue;
            LaneSteps& own = steps[lane];
            const double size = stepper.error_of(lane);
            const bool accepted = size <= rules.accuracy;
            const double next = rules.next(own.h, size, accepted);
            if (accepted) {
                good.v[lane] = -1;
                ++account.steps;
                next_of[lane] = !own.first         ? std::fmin(next, own.h)
                                : own.h < own.wish ? std::fmax(next, own.wish)  // cut short by the end alone
                                                   : next;
                next_of[lane] = std::fmin(next_of[lane], rules.max_step);
                continue;
            }
            ++account.rejected;
            own.first = false;
            if (own.h <= own.least) give_up(lane);
            else own.h = std::fmax(next, std::fmin(own.h, own.least));
        }
        stepper.accept(good, time);
        for (int lane = 0; lane < n; ++lane) {
            if (!good.lane(lane)) continue;
            if (stepper.time(lane) < until) begin_step(lane);
            else idle.v[lane] = -1;
        }
    }
    for (int lane = 0; lane < n; ++lane)
        if (!idle.lane(lane)) outcome[lane] = Outcome::left_off, ++account.left_off;
    stepper.store(outcome);
}

BatchAccount BatchIntegrator::advance_to(double time, const std::atomic<bool>* stop) {
    if (!std::isfinite(time))
        throw StateError("advance_to: a batch cannot go to t = " + shortest(time) +
                         ". Times must be finite.");
    return inside_->run([&](auto& stepper, int number, BatchAccount& account) {
        inside_->advance(stepper, number, time, stop, account);
    });
}

}  // namespace sinew
