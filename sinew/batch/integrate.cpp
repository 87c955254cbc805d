// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/error.h>
#include <sinew/base/float_environment.h>
#include <sinew/batch/block_stepper.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace sinew {

namespace {

const Tableau& tableau_of(Method method) {
    for (const Tableau& tableau : tableaus())
        if (tableau.method == method) return tableau;
    throw Error(std::string("a batch cannot be integrated by ") + name(method) +
                ": take an explicit Runge-Kutta method, such as Method::merson.");
}

}  // namespace

/// What the error of a step says about the next, as of one State (12.5), (12.13).
struct BatchStepControl {
    const Tableau& tableau;
    double accuracy;

    bool is_cautious() const { return tableau.error_order + 1 < tableau.order; }
    int order() const { return is_cautious() ? tableau.order - 1 : tableau.error_order; }
    double size_of(double estimate) const {
        return is_cautious() ? 100 * std::pow(estimate, tableau.order / (tableau.error_order + 1.0))
                             : estimate;
    }
    double next(double h, double size, bool good) const {
        if (size == 0) return 5 * h;
        if (!std::isfinite(size)) return 0.25 * h;
        const double safety = order() < 7 ? 0.9 : 0.8;
        const double ideal = safety * std::pow(accuracy / size, 1.0 / (order() + 1));
        return std::clamp(ideal, 0.1, good ? 5 : safety) * h;
    }
    /// Neither a tiny last step nor one that is much shorter than the one before it (12.6).
    static double towards(double left, double wish) {
        return left <= 1.1 * wish ? left : left < 2 * wish ? 0.5 * left : wish;
    }
};

struct BatchIntegrator::Inside {
    Batch& batch;
    const Tableau& tableau;
    BatchStepControl control;
    LaneArray next_step;
    std::vector<std::unique_ptr<Projector>> projectors;  ///< one for each thread, where there are constraints
    std::vector<BatchAccount> accounts;                  ///< one for each block

    BatchAccount sum() const {
        BatchAccount all;
        for (const BatchAccount& one : accounts) {
            all.steps += one.steps, all.rejected += one.rejected, all.evaluations += one.evaluations;
            all.stuck += one.stuck;
        }
        return all;
    }
    /// go(stepper, idle, account) for every block.
    template <class Go>
    BatchAccount run(const Go& go) {
        Batch::Inside& in = batch.inside();
        std::visit(
            [&]<int n>(Batch::Inside::Of<n>& memory) {
                in.workers.run(in.block_count(), [&](int worker, int number) {
                    const UsualFloats floats;
                    Projector* projector = projectors.empty() ? nullptr : projectors[at(worker)].get();
                    BlockStepper<n> stepper(in, *memory[at(worker)], number, tableau, projector);
                    BatchAccount& account = accounts[at(number)] = {};
                    go(stepper, number, account);
                    account.evaluations = stepper.evaluations();
                });
            },
            in.memory);
        return sum();
    }
    template <int n>
    WhereT<n> beyond_the_last(int number) const {
        WhereT<n> idle = false;
        for (int lane = batch.inside().states_in(number); lane < n; ++lane) idle.v[lane] = -1;
        return idle;
    }
    template <int n>
    void advance(BlockStepper<n>& stepper, int number, double until, BatchAccount& account);
};

BatchIntegrator::BatchIntegrator(Batch& batch, Method method, double accuracy)
    : inside_(new Inside{batch, tableau_of(method), {tableau_of(method), accuracy}, batch.array(1), {}, {}}) {
    if (!(accuracy > 0)) throw Error("the accuracy of a batch's integration must be above zero.");
    Batch::Inside& in = batch.inside();
    if (!in.system.model().fast.empty())
        throw Error("a batch cannot be integrated where joints are fast: simulate such states one by one.");
    inside_->accounts.resize(at(in.block_count()));
    if (in.plan.constrained)
        for (int i = 0; i < in.workers.count(); ++i)
            inside_->projectors.push_back(std::make_unique<Projector>(in.system));
    std::visit(
        [&]<int n>(Batch::Inside::Of<n>& memory) {
            for (auto& worker : memory)
                worker->stages.resize(BlockStepper<n>::memory(in.compiled(), inside_->tableau));
        },
        in.memory);
}

BatchIntegrator::~BatchIntegrator() = default;

BatchAccount BatchIntegrator::take_steps(double h, long count) {
    return inside_->run([&]<int n>(BlockStepper<n>& stepper, int number, BatchAccount& account) {
        const WhereT<n> idle = inside_->beyond_the_last<n>(number);
        PackT<n> time;
        const int states = inside_->batch.inside().states_in(number);
        stepper.begin(idle);
        for (long step = 0; step < count; ++step) {
            for (int lane = 0; lane < n; ++lane) time.v[lane] = stepper.time(lane) + h;
            stepper.try_step(PackT<n>(h), idle, false);
            stepper.accept(true, time);
            account.steps += states;
        }
        WhereT<n> arrived = true;
        for (int lane = 0; lane < states; ++lane)
            if (!stepper.is_finite(lane)) arrived.v[lane] = 0, ++account.stuck;
        stepper.store(arrived);
    });
}

/// Trials until every lane has arrived or is stuck; a lane that has waits for the others.
template <int n>
void BatchIntegrator::Inside::advance(BlockStepper<n>& stepper, int number, double until,
                                      BatchAccount& account) {
    WhereT<n> idle = beyond_the_last<n>(number), arrived = true;
    double* wish = next_step.block(number);
    const auto rest = [&](int lane) { return until - stepper.time(lane); };
    for (int lane = 0; lane < n; ++lane)
        if (rest(lane) <= 0) idle.v[lane] = -1;
    bool first[n];
    std::fill_n(first, n, true);  // trial of a step
    const auto give_up = [&](int lane) {
        idle.v[lane] = -1, arrived.v[lane] = 0;
        ++account.stuck;
    };
    stepper.begin(idle);
    for (int lane = 0; lane < n; ++lane) {
        if (idle.lane(lane)) continue;
        if (!stepper.is_finite(lane) || !std::isfinite(stepper.time(lane))) give_up(lane);
        else if (!(wish[lane] > 0)) wish[lane] = stepper.first_step(lane);
    }
    while (!all_of(idle)) {
        PackT<n> h(0.0), time;
        for (int lane = 0; lane < n; ++lane) {
            time.v[lane] = stepper.time(lane);
            if (idle.lane(lane)) continue;
            const double left = rest(lane);
            h.v[lane] =
                first[lane] ? BatchStepControl::towards(left, wish[lane]) : std::min(left, wish[lane]);
            time.v[lane] = h.v[lane] == left ? until : time.v[lane] + h.v[lane];
        }
        stepper.try_step(h, idle, true);
        WhereT<n> good = false;
        for (int lane = 0; lane < n; ++lane) {
            if (idle.lane(lane)) continue;
            const double step = h.lane(lane), size = control.size_of(stepper.error_of(lane));
            const bool accepted = size <= control.accuracy;
            const double next = control.next(step, size, accepted);
            if (accepted) {
                good.v[lane] = -1;
                ++account.steps;
                wish[lane] = !first[lane]        ? std::min(next, step)
                             : step < wish[lane] ? std::max(next, wish[lane])
                                                 : next;
            } else {
                ++account.rejected;
                wish[lane] = next;
                const double least = 16 * std::numeric_limits<double>::epsilon() *
                                     std::fmax(std::abs(stepper.time(lane)), std::abs(until));
                if (step <= least) give_up(lane);
            }
            first[lane] = accepted;
        }
        stepper.accept(good, time);
        for (int lane = 0; lane < n; ++lane)
            if (good.lane(lane) && !(rest(lane) > 0)) idle.v[lane] = -1;
    }
    stepper.store(arrived);
}

BatchAccount BatchIntegrator::advance_to(double time) {
    return inside_->run([&](auto& stepper, int number, BatchAccount& account) {
        inside_->advance(stepper, number, time, account);
    });
}

}  // namespace sinew
