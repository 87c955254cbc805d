// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/names.h>
#include <sinew/studies/real_time.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace sinew {

namespace {

using Steady = std::chrono::steady_clock;

double seconds_now() { return std::chrono::duration<double>(Steady::now().time_since_epoch()).count(); }

Steady::time_point point(double seconds) {
    return Steady::time_point(
        std::chrono::duration_cast<Steady::duration>(std::chrono::duration<double>(seconds)));
}

class SteadyClock : public Clock {
public:
    double now() override { return seconds_now(); }
    void sleep_until(double time) override { std::this_thread::sleep_until(point(time)); }
};

}  // namespace

Clock& steady_clock() {
    static SteadyClock clock;
    return clock;
}

DelayBuffer::DelayBuffer(const RealTimeOptions& options) : options_(options) {
    if (!(options.lag >= 0) || !(options.speed > 0) || !std::isfinite(options.lag) ||
        !std::isfinite(options.speed))
        throw StudyError("real time needs a lag that is not negative and a speed above zero; they are " +
                         shortest(options.lag) + " and " + shortest(options.speed) + ".");
}

bool DelayBuffer::has_room() const {
    return count_ < 2 || at(count_ - 1).time() - at(0).time() < options_.lag * options_.speed;
}

void DelayBuffer::put(const State& frame, double now) {
    if (!begun_) start_ = now + options_.lag - frame.time() / options_.speed;
    begun_ = true;
    if (count_ == ring_.size()) {
        std::rotate(ring_.begin(), ring_.begin() + static_cast<std::ptrdiff_t>(first_), ring_.end());
        first_ = 0;
        ring_.push_back(frame);
    } else {
        ring_[(first_ + count_) % ring_.size()] = frame;
    }
    ++count_;
}

double DelayBuffer::due() const {
    if (empty()) throw StudyError("no frame waits to be shown.");
    return due(at(0));
}

const State& DelayBuffer::take(double now) {
    if (empty()) throw StudyError("no frame waits to be shown.");
    const auto drop = [&] {
        first_ = (first_ + 1) % ring_.size();
        --count_;
    };
    while (count_ > 1 && due(at(1)) <= now) {
        drop();
        ++statistics_.dropped;
    }
    const State& frame = at(0);
    const double lateness = std::max(0.0, now - due(frame));
    if (statistics_.shown > 0) {
        const double off = std::abs(now - last_shown_ - (frame.time() - last_time_) / options_.speed);
        statistics_.worst_interval = std::max(statistics_.worst_interval, off);
    }
    ++statistics_.shown;
    statistics_.total_lateness += lateness;
    statistics_.worst_lateness = std::max(statistics_.worst_lateness, lateness);
    if (lateness > options_.late_after) ++statistics_.late;
    if (lateness > options_.slip_after) {  // even from here on, rather than in a hurry
        start_ += lateness;
        statistics_.slipped += lateness;
    }
    last_shown_ = now;
    last_time_ = frame.time();
    drop();
    return frame;  // its place is not used again before the next put
}

struct RealTimeShow::Inside {
    DelayBuffer buffer;
    mutable std::mutex mutex;
    std::condition_variable changed;
    bool ended = false, stopped = false;
    explicit Inside(const RealTimeOptions& options) : buffer(options) {}
};

RealTimeShow::RealTimeShow(const RealTimeOptions& options) : inside_(std::make_unique<Inside>(options)) {}
RealTimeShow::~RealTimeShow() = default;

bool RealTimeShow::put(const State& frame) {
    Inside& in = *inside_;
    std::unique_lock lock(in.mutex);
    in.changed.wait(lock, [&] { return in.stopped || in.buffer.has_room(); });
    if (in.stopped) return false;
    in.buffer.put(frame, seconds_now());
    in.changed.notify_all();
    return true;
}

void RealTimeShow::end() {
    const std::lock_guard lock(inside_->mutex);
    inside_->ended = true;
    inside_->changed.notify_all();
}

void RealTimeShow::stop() {
    const std::lock_guard lock(inside_->mutex);
    inside_->stopped = true;
    inside_->changed.notify_all();
}

bool RealTimeShow::next(State& into) {
    Inside& in = *inside_;
    std::unique_lock lock(in.mutex);
    in.changed.wait(lock, [&] { return in.stopped || in.ended || !in.buffer.empty(); });
    if (in.stopped || in.buffer.empty()) return false;
    const auto due = point(in.buffer.due());
    in.changed.wait_until(lock, due, [&] { return in.stopped; });
    if (in.stopped) return false;
    into = in.buffer.take(seconds_now());
    in.changed.notify_all();
    return true;
}

RealTimeStatistics RealTimeShow::statistics() const {
    const std::lock_guard lock(inside_->mutex);
    return inside_->buffer.statistics();
}

}  // namespace sinew
