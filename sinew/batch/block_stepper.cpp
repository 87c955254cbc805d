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

template <int n>
std::size_t BlockStepper<n>::memory(const Compiled& c, const Tableau& tableau) {
    return at(tableau.stages + 4) * at(c.tree.nq + c.tree.nu + c.layout->nz);
}

template <int n>
BlockStepper<n>::BlockStepper(Batch::Inside& batch, Worker<n>& worker, int number, const Tableau& tableau,
                              Projector* projector)
    : batch_(batch),
      c_(batch.compiled()),
      w_(worker),
      number_(number),
      nq_(c_.tree.nq),
      nu_(c_.tree.nu),
      nz_(c_.layout->nz),
      tableau_(tableau),
      projector_(projector) {
    T* next = worker.stages.data();
    const auto take = [&] { return std::exchange(next, next + size()); };
    y_ = take(), y_new_ = take(), error_ = take();
    for (int i = 0; i <= tableau.stages; ++i) k_[i] = take();
    copy_numbers(y_, batch.q.block(number), nq_, sizeof(T));
    copy_numbers(y_ + nq_, batch.u.block(number), nu_, sizeof(T));
    copy_numbers(y_ + nq_ + nu_, batch.z.block(number), nz_, sizeof(T));
    std::memcpy(static_cast<void*>(&time_), batch.time.block(number), sizeof(T));
}

template <int n>
void BlockStepper<n>::find_rates(T* y, const T& time, const WhereT<n>& idle, T* f) {
    const BlockVariables<n> at_y{y, y + nq_, y + nq_ + nu_, &time};
    if (batch_.plan.driven) {
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
void BlockStepper<n>::try_step(const T& h, const WhereT<n>& idle, bool with_error) {
    const Tableau& t = tableau_;
    const double* row = t.a.data();
    for (int i = 1; i < t.stages; row += i, ++i) {
        combine(y_, h, std::span(row, at(i)), k_, size(), y_new_);
        find_rates(y_new_, time_ + h * T(t.c[at(i - 1)]), idle, k_[i]);
    }
    combine(y_, h, t.b, k_, size(), y_new_);
    const T end = time_ + h;
    normalise_quaternions(c_, batch_.plan.by_angles, y_new_);
    if (projector_) {
        Block<n> block(batch_, w_, number_, {y_new_, y_new_ + nq_, y_new_ + nq_ + nu_, &end});
        block.leave_out(idle);
        block.settle(projector_, y_new_, y_new_ + nq_);
    }
    find_rates(y_new_, end, idle, k_[t.stages]);
    if (!with_error) return;
    for (int i = 0; i < size(); ++i) error_[i] = T(0.0);
    combine(error_, h, t.error, k_, size(), error_);
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
    const auto lane_in = [&](const T* x, int i) { return reinterpret_cast<const double*>(x + i)[lane]; };
    double largest = 0;
    const auto part = [&](int begin, int count, bool relative) {
        double sum = 0;
        for (int i = begin; i < begin + count; ++i) {
            const double size = relative ? std::fmax(1, std::abs(lane_in(y_, i))) : 1;
            const double share = lane_in(error, i) / size;
            sum += share * share;
        }
        const double rms = count > 0 ? std::sqrt(sum / count) : 0;
        if (!std::isnan(largest) && !(rms <= largest)) largest = rms;  // NaN stays
    };
    part(0, nq_, false);
    part(nq_, nu_, true);
    part(nq_ + nu_, nz_, true);
    return largest;
}

template <int n>
double BlockStepper<n>::error_of(int lane) const {
    const double rates = measure(k_[tableau_.stages], lane);
    return std::isfinite(rates) ? measure(error_, lane) : rates;
}

template <int n>
double BlockStepper<n>::first_step(int lane) const {
    const double y = std::fmax(1e-3, measure(y_, lane)), f = measure(k_[0], lane);
    return f > 0 ? 0.01 * y / f : 1e-3;
}

template <int n>
bool BlockStepper<n>::is_finite(int lane) const {
    return std::isfinite(measure(y_, lane)) && std::isfinite(measure(k_[0], lane));
}

template <int n>
void BlockStepper<n>::store(const WhereT<n>& arrived) {
    copy_numbers(batch_.q.block(number_), y_, nq_, sizeof(T));
    copy_numbers(batch_.u.block(number_), y_ + nq_, nu_, sizeof(T));
    copy_numbers(batch_.z.block(number_), y_ + nq_ + nu_, nz_, sizeof(T));
    std::memcpy(batch_.time.block(number_), &time_, sizeof(T));
    for (int lane = 0; lane < batch_.states_in(number_); ++lane)
        batch_.outcome[at(number_ * n + lane)] =
            arrived.lane(lane) ? Batch::Inside::answered : Batch::Inside::stuck;
}

template class BlockStepper<4>;
template class BlockStepper<8>;

}  // namespace sinew
