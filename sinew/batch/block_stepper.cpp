// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/batch/block_stepper.h>
#include <sinew/batch/kernels.h>
#include <sinew/batch/quaternions.h>
#include <sinew/dynamics/ask_joint.h>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace sinew {

namespace {

/// Numbers of some bytes each. Where there are none there may be no place for them either.
void copy_numbers(void* to, const void* from, int count, std::size_t bytes) {
    if (count > 0) std::memcpy(to, from, at(count) * bytes);
}

}  // namespace

double StepRules::size_of(double estimate) const {
    return is_cautious() ? 100 * std::pow(estimate, tableau.order / (tableau.error_order + 1.0)) : estimate;
}

double StepRules::next(double h, double size, bool good) const {
    if (size == 0) return 5 * h;
    if (!std::isfinite(size)) return 0.25 * h;
    const double safety = order() < 7 ? 0.9 : 0.8;
    const double ideal = safety * std::pow(accuracy / size, 1.0 / (order() + 1));
    return std::clamp(ideal, 0.1, good ? 5 : safety) * h;
}

template <int n>
std::size_t BlockStepper<n>::memory(const Compiled& c, const Tableau& tableau) {
    return at(tableau.stages + 5) * at(c.tree.nq + c.tree.nu + c.layout->nz);
}

template <int n>
BlockStepper<n>::BlockStepper(Batch::Inside& batch, Worker<n>& worker, int number, const StepRules& rules,
                              Projecting* projecting)
    : batch_(batch),
      c_(batch.compiled()),
      w_(worker),
      number_(number),
      nq_(c_.tree.nq),
      nu_(c_.tree.nu),
      nz_(c_.layout->nz),
      rules_(rules),
      tableau_(rules.tableau),
      projecting_(projecting) {
    T* next = worker.stages.data();
    const auto take = [&] { return std::exchange(next, next + size()); };
    y_ = take(), y_new_ = take(), error_ = take(), copy_ = take();
    for (int i = 0; i <= tableau_.stages; ++i) k_[i] = take();
    copy_numbers(y_, batch.q.block(number), nq_, sizeof(T));
    copy_numbers(y_ + nq_, batch.u.block(number), nu_, sizeof(T));
    copy_numbers(y_ + nq_ + nu_, batch.z.block(number), nz_, sizeof(T));
    std::memcpy(static_cast<void*>(&time_), batch.time.block(number), sizeof(T));
}

template <int n>
void BlockStepper<n>::find_rates(T* y, const T& time, const WhereT<n>& idle, T* f) {
    const BlockVariables<n> at_y{y, y + nq_, y + nq_ + nu_, &time};
    if (batch_.plan.gives_variables) {
        Block<n> block(batch_, w_, number_, at_y);
        block.leave_out(idle);
        block.settle(nullptr, y, y + nq_);
    }
    Block<n> block(batch_, w_, number_, at_y);
    block.leave_out(idle);
    block.accelerations({f + nq_, f + nq_ + nu_, reinterpret_cast<T*>(batch_.multipliers.block(number_))});
    block.find_q_dot(f);
    for (int lane = 0; lane < block.states(); ++lane) evaluations_ += !idle.lane(lane);
}

template <int n>
void BlockStepper<n>::normalise(T* q) const {
    for (const FreeVariables::Coordinates& c : rules_.free.coordinates)
        if (c.quaternion) normalise_quaternion(q + c.q);
}

template <int n>
void BlockStepper<n>::find_error(const T& h) {
    for (int i = 0; i < size(); ++i) error_[i] = T(0.0);
    combine(error_, h, tableau_.error, k_, size(), error_);
}

template <int n>
void BlockStepper<n>::turn_errors() {
    for (const FreeVariables::Coordinates& c : rules_.free.coordinates) {
        if (!c.quaternion) continue;
        const T* q = y_new_ + c.q;
        T *e = error_ + c.q, along(0.0);
        for (int i = 0; i < 4; ++i) along += q[i] * e[i];
        for (int i = 0; i < 4; ++i) e[i] -= along * q[i];
    }
}

template <int n>
void BlockStepper<n>::bring_back(T* y, const T& time, const WhereT<n>& idle, T* error) {
    if (!projecting_) {
        normalise(y);
        if (error) turn_errors();
        return;
    }
    Block<n> block(batch_, w_, number_, {y, y + nq_, y + nq_ + nu_, &time});
    block.leave_out(idle);
    block.settle(projecting_, y, y + nq_, error);
}

/// As one State's integrator does it: what constraints will take off the result is no error of it.
template <int n>
void BlockStepper<n>::try_step(const T& h, const WhereT<n>& idle, bool with_error) {
    const Tableau& t = tableau_;
    const double* row = t.a.data();
    for (int i = 1; i < t.stages; row += i, ++i) {
        combine(y_, h, std::span(row, at(i)), k_, size(), y_new_);
        find_rates(y_new_, time_ + h * T(t.c[at(i - 1)]), idle, k_[i]);
    }
    combine(y_, h, t.b, k_, size(), y_new_);
    const T end = time_ + h;
    const bool error_first = with_error && !t.error_needs_end();
    if (error_first) find_error(h);
    bring_back(y_new_, end, idle, error_first ? error_ : nullptr);
    find_rates(y_new_, end, idle, k_[t.stages]);
    if (!with_error || error_first) return;
    find_error(h);
    copy_numbers(copy_, y_new_, size(), sizeof(T));
    bring_back(copy_, end, idle, error_);
}

template <int n>
void BlockStepper<n>::accept(const WhereT<n>& lanes, const T& time) {
    if (all_of(lanes)) {
        std::swap(y_, y_new_);
        std::swap(k_[0], k_[tableau_.stages]);
        time_ = time;
        return;
    }
    for (int lane = 0; lane < n; ++lane) {
        if (!lanes.lane(lane)) continue;
        const auto copy = [&](const T* from, T* to, int count) {
            for (int i = 0; i < count; ++i)
                lane_begin<n>(to[i], lane)[0] = reinterpret_cast<const double*>(from + i)[lane];
        };
        copy(y_new_, y_, size());
        copy(k_[tableau_.stages], k_[0], size());
        copy(&time, &time_, 1);
    }
}

template <int n>
double BlockStepper<n>::measure(const T* error, int lane) const {
    const auto in_lane = [lane](const T* x, int i) { return reinterpret_cast<const double*>(x + i)[lane]; };
    double largest = 0, sum = 0;
    int count = 0;
    const auto add = [&](double e, int counts_as = 1) { sum += e * e, count += counts_as; };
    const auto end_part = [&] {
        const double rms = count > 0 ? std::sqrt(sum / count) : 0;
        if (!std::isnan(largest) && !(rms <= largest)) largest = rms;  // NaN stays
        sum = count = 0;
    };
    for (const FreeVariables::Coordinates& c : rules_.free.coordinates) {
        if (c.quaternion)
            add(turn_of([&](int i) { return in_lane(y_, c.q + i); },
                        [&](int i) { return in_lane(error, c.q + i); }),
                3);
        else
            for (int i = c.q; i < c.q + c.count; ++i) add(in_lane(error, i));
    }
    end_part();
    const auto add_share = [&](int i) { add(error_weight(1, in_lane(y_, i), true) * in_lane(error, i)); };
    for (const int i : rules_.free.speeds) add_share(nq_ + i);
    end_part();
    for (int i = nq_ + nu_; i < size(); ++i) add_share(i);
    end_part();
    return largest;
}

template <int n>
bool BlockStepper<n>::all_finite(const T* x, int lane) const {
    double sum = 0;
    for (int i = 0; i < size(); ++i) sum += 0 * reinterpret_cast<const double*>(x + i)[lane];
    return sum == 0;
}

template <int n>
double BlockStepper<n>::error_of(int lane) const {
    const double size = rules_.size_of(measure(error_, lane));
    const bool good = size <= rules_.accuracy && all_finite(y_new_, lane);
    return good && !all_finite(k_[tableau_.stages], lane) ? std::numeric_limits<double>::quiet_NaN() : size;
}

template <int n>
void BlockStepper<n>::first_steps(const WhereT<n>& wanted, double until, double* h) {
    const double unit = rules_.accuracy;
    WhereT<n> idle(typename WhereT<n>::Wholes(~wanted.v));
    double slope[n] = {}, bend[n] = {};
    PackT<n> step(0.0);
    for (int lane = 0; lane < n; ++lane) {
        if (idle.lane(lane)) continue;
        const double all = until - time(lane), d0 = measure(y_, lane) / unit;
        slope[lane] = measure(k_[0], lane) / unit;
        const double first =
            d0 < 1e-5 || slope[lane] < 1e-5 ? 1e-6 * std::fmin(1, all) : 0.01 * d0 / slope[lane];
        step.v[lane] = std::fmin(first, all);
    }
    const double euler[] = {1.0}, change[] = {-1.0};
    for (int tries = 0; tries < 8 && !all_of(idle); ++tries) {
        combine(y_, step, euler, k_, size(), y_new_);
        find_rates(y_new_, time_ + step, idle, k_[1]);
        combine(k_[1], T(1.0), change, k_, size(), error_);
        for (int lane = 0; lane < n; ++lane) {
            if (idle.lane(lane)) continue;
            if (all_finite(k_[1], lane)) {
                bend[lane] = measure(error_, lane) / unit / step.lane(lane);
                idle.v[lane] = -1;
            } else {
                step.v[lane] *= 0.1;
            }
        }
    }
    for (int lane = 0; lane < n; ++lane) {
        if (!wanted.lane(lane)) continue;
        const double most = std::fmax(slope[lane], bend[lane]), tried = step.lane(lane);
        const double second =
            most <= 1e-15 ? std::fmax(1e-6, 1e-3 * tried) : std::pow(0.01 / most, 1.0 / (rules_.order() + 1));
        h[lane] = std::fmin(std::fmin(100 * tried, second), std::fmin(until - time(lane), rules_.max_step));
    }
}

template <int n>
bool BlockStepper<n>::has_numbers(int lane) const {
    return std::isfinite(time(lane)) && all_finite(y_, lane);
}

template <int n>
void BlockStepper<n>::store(const Batch::Inside::Outcome* outcome) {
    copy_numbers(batch_.q.block(number_), y_, nq_, sizeof(T));
    copy_numbers(batch_.u.block(number_), y_ + nq_, nu_, sizeof(T));
    copy_numbers(batch_.z.block(number_), y_ + nq_ + nu_, nz_, sizeof(T));
    std::memcpy(batch_.time.block(number_), &time_, sizeof(T));
    std::copy_n(outcome, batch_.states_in(number_), batch_.outcome.begin() + number_ * n);
}

template class BlockStepper<4>;
template class BlockStepper<8>;

}  // namespace sinew
