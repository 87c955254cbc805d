// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/at.h>
#include <sinew/base/names.h>
#include <sinew/studies/observer.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>

namespace sinew {

namespace {

using Kind = MeasureKind;

/// The cubic with values f0, f1 and slopes d0, d1 (per unit of s) at s = 0 and 1, as c0 + c1 s + c2 s² + c3 s³.
struct Cubic {
    double c0, c1, c2, c3;
    Cubic(double f0, double d0, double f1, double d1)
        : c0(f0), c1(d0), c2(3 * (f1 - f0) - 2 * d0 - d1), c3(2 * (f0 - f1) + d0 + d1) {}
    double operator()(double s) const { return c0 + s * (c1 + s * (c2 + s * c3)); }
};

/// Where in (0, 1) the cubic's slope is zero, at most two places.
int flat_places(const Cubic& p, double* s) {
    int found = 0;
    const auto keep = [&](double x) {
        if (x > 0 && x < 1) s[found++] = x;
    };
    const double a = 3 * p.c3, b = 2 * p.c2, c = p.c1;
    const double discriminant = b * b - 4 * a * c;
    if (discriminant < 0) return 0;
    // Of the two forms of a root, each the one without cancellation.
    const double sum = -0.5 * (b + (b < 0 ? -1 : 1) * std::sqrt(discriminant));
    if (a != 0) keep(sum / a);
    if (sum != 0) keep(c / sum);
    if (found == 2 && s[0] > s[1]) std::swap(s[0], s[1]);
    return found;
}

}  // namespace

Observer::Observer(const System& system, std::vector<Measure> measures)
    : system_(system), measures_(std::move(measures)) {
    for (const Measure& measure : measures_) wanted_.push_back(add(measure));
    values_.resize(ops_.size());
}

int Observer::add(const Measure& measure) {
    for (std::size_t i = 0; i < ops_.size(); ++i)
        if (&ops_[i].measure.node() == &measure.node()) return static_cast<int>(i);
    const MeasureNode& node = measure.node();
    Op op{.measure = measure, .whole = !node.history};
    if (node.history) {
        for (std::size_t i = 0; i < node.children.size(); ++i) op.child[i] = add(node.children[i]);
        const bool needs_rate = node.kind >= Kind::integral && node.kind <= Kind::minimum;
        if (needs_rate) {
            op.rate = add(rate(node.children[0]));
            op.memory = static_cast<int>(memories_.size());
            memories_.emplace_back();
        }
    }
    ops_.push_back(std::move(op));
    return static_cast<int>(ops_.size()) - 1;
}

void Observer::restart() {
    observed_ = 0;
    time_ = step_ = 0;
    for (Memory& memory : memories_) memory.first = memory.count = 0;
}

void Observer::observe(const State& state) {
    const double t = state.time();
    if (observed_ > 0 && t < time_)
        throw StudyError("an observer that has come to time " + shortest(time_) +
                         " was shown a state at time " + shortest(t) +
                         ": time does not go back in a run. Copy the observer with the state to branch.");
    step_ = observed_ > 0 ? t - time_ : 0;
    time_ = t;
    for (std::size_t i = 0; i < ops_.size(); ++i) {
        const Op& op = ops_[i];
        if (op.whole) {
            values_[i] = evaluate(op.measure.node(), system_, state, scratch_);
        } else if (looks_back(op.measure.node().kind)) {
            look_back(op, values_[i]);
        } else {
            double x[4] = {};
            for (std::size_t k = 0; k < op.measure.node().children.size(); ++k)
                x[k] = values_[at(op.child[k])];
            values_[i] = combine(op.measure.node(), x);
        }
    }
    ++observed_;
}

/// The value of what looks back, with the step from the last State to this one.
void Observer::look_back(const Op& op, double& result) {
    const MeasureNode& node = op.measure.node();
    const double first = values_[at(op.child[0])];
    if (node.kind == Kind::time_of_extreme) {
        result = memories_[at(ops_[at(op.child[0])].memory)].when;
        return;
    }
    if (node.kind == Kind::growth) {
        const bool is_minimum = node.children[0].node().kind == Kind::minimum;
        const double now = values_[at(op.child[1])], slope = values_[at(op.child[2])];
        const bool grows = is_minimum ? now <= first && slope < 0 : now >= first && slope > 0;
        result = grows ? values_[at(op.child[3])] : 0;
        return;
    }
    Memory& memory = memories_[at(op.memory)];
    const Sample now{time_, first, values_[at(op.rate)]};
    const Sample before = observed_ > 0 ? memory.last : now;
    const double h = step_;
    const Cubic path(before.f, h * before.rate, now.f, h * now.rate);
    switch (node.kind) {
        case Kind::integral:  // (11.92)
            if (observed_ == 0) memory.value = 0;
            memory.value += h * (0.5 * (before.f + now.f) + h / 12 * (before.rate - now.rate));
            break;
        case Kind::delayed:
            remember(memory, now, time_ - node.number);
            memory.value = recall(memory, time_ - node.number, node);
            break;
        case Kind::sampled: {
            // A time that is a multiple but for rounding counts as one.
            const double k = std::floor((time_ - node.second) / node.number + 1e-9);
            const double due = std::min(node.second + k * node.number, time_);
            if (observed_ == 0) memory.value = now.f, memory.when = std::max(due, -HUGE_VAL);
            else if (due > memory.when && due >= before.t) {
                memory.value = h > 0 ? path((due - before.t) / h) : now.f;
                memory.when = due;
            } else if (h == 0 && due == time_) memory.value = now.f;  // what an event made of it
            break;
        }
        default: {  // maximum and minimum (11.93)
            const double sign = node.kind == Kind::maximum ? 1 : -1;
            const auto consider = [&](double f, double t) {
                if (sign * f > sign * memory.value) memory.value = f, memory.when = t;
            };
            if (observed_ == 0) memory.value = now.f, memory.when = time_;
            double s[2];
            const int places = h > 0 ? flat_places(path, s) : 0;
            for (int i = 0; i < places; ++i) consider(path(s[i]), before.t + s[i] * h);
            consider(now.f, time_);
        }
    }
    memory.last = now;
    result = memory.value;
}

/// Adds a sample and drops those that no time from `oldest` on needs.
void Observer::remember(Memory& memory, const Sample& sample, double oldest) {
    auto& ring = memory.past;
    if (observed_ == 0) memory.first = memory.count = 0;
    while (memory.count >= 2 && ring[(memory.first + 1) % ring.size()].t <= oldest) {
        memory.first = (memory.first + 1) % ring.size();
        --memory.count;
    }
    if (memory.count == ring.size()) {
        std::rotate(ring.begin(), ring.begin() + static_cast<std::ptrdiff_t>(memory.first), ring.end());
        memory.first = 0;
        ring.resize(std::max<std::size_t>(16, 2 * ring.size()));
    }
    ring[(memory.first + memory.count) % ring.size()] = sample;
    ++memory.count;
}

double Observer::recall(const Memory& memory, double t, const MeasureNode& node) {
    const auto sample = [&](std::size_t i) -> const Sample& {
        return memory.past[(memory.first + i) % memory.past.size()];
    };
    if (t < sample(0).t || memory.count == 1) return node.zero_before && t < sample(0).t ? 0 : sample(0).f;
    std::size_t low = 0, high = memory.count;  // the last sample that is not after t
    while (high - low > 1) {
        const std::size_t middle = low + (high - low) / 2;
        (sample(middle).t <= t ? low : high) = middle;
    }
    if (low + 1 == memory.count) return sample(low).f;
    const Sample &a = sample(low), &b = sample(low + 1);
    const double h = b.t - a.t;
    return h > 0 ? Cubic(a.f, h * a.rate, b.f, h * b.rate)((t - a.t) / h) : b.f;
}

std::string Observer::memory() const {
    std::string bytes;
    const auto put = [&](const auto& x) { bytes.append(reinterpret_cast<const char*>(&x), sizeof x); };
    put(static_cast<std::int64_t>(ops_.size()));
    for (const Op& op : ops_) put(op.measure.node().kind);
    put(static_cast<std::int64_t>(observed_));
    put(time_);
    put(step_);
    for (const double x : values_) put(x);
    for (const Memory& memory : memories_) {
        put(memory.last);
        put(memory.value);
        put(memory.when);
        put(static_cast<std::int64_t>(memory.count));
        for (std::size_t i = 0; i < memory.count; ++i)
            put(memory.past[(memory.first + i) % memory.past.size()]);
    }
    return bytes;
}

void Observer::restore(std::string_view bytes) {
    Observer to = *this;
    const auto refuse = [] {
        throw StudyError("this is not the memory of an observer of the same measures.");
    };
    const auto take = [&](auto& x) {
        if (bytes.size() < sizeof x) refuse();
        std::memcpy(&x, bytes.data(), sizeof x);
        bytes.remove_prefix(sizeof x);
    };
    std::int64_t number = 0;
    take(number);
    if (number != static_cast<std::int64_t>(ops_.size())) refuse();
    for (const Op& op : ops_) {
        MeasureKind kind{};
        take(kind);
        if (kind != op.measure.node().kind) refuse();
    }
    take(number);
    to.observed_ = static_cast<long>(number);
    take(to.time_);
    take(to.step_);
    for (double& x : to.values_) take(x);
    for (Memory& memory : to.memories_) {
        take(memory.last);
        take(memory.value);
        take(memory.when);
        take(number);
        if (number < 0 || static_cast<std::uint64_t>(number) > bytes.size() / sizeof(Sample)) refuse();
        memory.first = 0;
        memory.count = static_cast<std::size_t>(number);
        memory.past.resize(std::max(memory.past.size(), memory.count));
        for (std::size_t i = 0; i < memory.count; ++i) take(memory.past[i]);
    }
    if (!bytes.empty()) refuse();
    *this = std::move(to);
}

double Observer::operator[](std::size_t i) const {
    if (i >= wanted_.size())
        throw StudyError("an observer of " + std::to_string(wanted_.size()) + " measures has no number " +
                         std::to_string(i) + ".");
    if (observed_ == 0)
        throw StudyError("this observer has not been shown a state yet, so measures have no value.");
    return values_[at(wanted_[i])];
}

double Observer::value(const Measure& measure) const {
    for (std::size_t i = 0; i < measures_.size(); ++i)
        if (&measures_[i].node() == &measure.node()) return (*this)[i];
    throw StudyError("measure " +
                     quoted(measure.name().empty() ? name_of(measure.node().kind) : measure.name()) +
                     " is not watched by this observer: give it to the observer when it is made.");
}

}  // namespace sinew
