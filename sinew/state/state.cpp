// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/error.h>
#include <sinew/base/finite.h>
#include <sinew/base/memory.h>
#include <sinew/base/names.h>
#include <sinew/state/parameters.h>
#include <sinew/state/state.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace sinew {

namespace {

std::string sizes(std::string_view what, std::size_t found, int expected) {
    return std::string(what) + " has " + std::to_string(expected) + " numbers here, but " +
           std::to_string(found) + " were given.";
}

}  // namespace

void State::Free::operator()(std::byte* memory) const { std::free(memory); }

void State::allocate() {
    const std::size_t reals = sizeof(double) * size_of(1 + layout_->nq + layout_->nu + layout_->nz);
    variables_start_ = aligned(reals);
    stamps_start_ = aligned(variables_start_ + layout_->variable_defaults.size());
    cache_start_ = aligned(stamps_start_ + sizeof(std::uint64_t) * layout_->cache.size());
    const std::size_t total = aligned(cache_start_ + layout_->cache_bytes);
    memory_.reset(allocate_block(total));
    std::fill_n(stamps(), layout_->cache.size(), std::uint64_t{0});  // nothing is current
    version_.fill(1);
}

State::State(std::shared_ptr<const StateLayout> layout, std::shared_ptr<const ParameterBlock> parameters)
    : layout_(std::move(layout)), parameters_(std::move(parameters)), objects_(layout_->object_defaults) {
    allocate();
    double* v = values();
    *v++ = 0;
    v = std::copy(layout_->q_default.begin(), layout_->q_default.end(), v);
    v = std::fill_n(v, layout_->nu, 0.0);
    std::copy(layout_->z_default.begin(), layout_->z_default.end(), v);
    std::copy(layout_->variable_defaults.begin(), layout_->variable_defaults.end(),
              memory_.get() + variables_start_);
}

State::State(const State& other)
    : layout_(other.layout_), parameters_(other.parameters_), objects_(other.objects_) {
    if (!other.memory_) return;
    allocate();
    std::memcpy(memory_.get(), other.memory_.get(), stamps_start_);
}

State& State::operator=(const State& other) {
    if (this == &other) return *this;
    check_writable();
    if (layout_ != other.layout_ || !memory_) return *this = State(other);
    objects_ = other.objects_;  // as many as before, so this does not throw
    parameters_ = other.parameters_;
    std::memcpy(memory_.get(), other.memory_.get(), stamps_start_);
    invalidate(Stage::topology);
    return *this;
}

State& State::operator=(State&& other) {
    if (this == &other) return *this;
    check_writable();
    other.check_writable();
    std::destroy_at(this);
    return *std::construct_at(this, std::move(other));
}

bool operator==(const State& a, const State& b) {
    if (!a.memory_ || !b.memory_) return !a.memory_ && !b.memory_;
    if (a.layout_ != b.layout_ && a.layout_->fingerprint != b.layout_->fingerprint) return false;
    const StateLayout& layout = *a.layout_;
    for (const VariableSlot& slot : layout.variables) {
        if (slot.object < 0) continue;
        const void *x = a.objects_[State::size_of(slot.object)].get(),
                   *y = b.objects_[State::size_of(slot.object)].get();
        if (x != y && !slot.object_type->equal(x, y)) return false;
    }
    const std::size_t reals = sizeof(double) * State::size_of(1 + layout.nq + layout.nu + layout.nz);
    return std::memcmp(a.memory_.get(), b.memory_.get(), reals) == 0 &&
           std::memcmp(a.memory_.get() + a.variables_start_, b.memory_.get() + b.variables_start_,
                       layout.variable_defaults.size()) == 0 &&
           (a.parameters_ == b.parameters_ || a.parameters_->values.empty() ||
            std::memcmp(a.parameters_->values.data(), b.parameters_->values.data(),
                        sizeof(double) * a.parameters_->values.size()) == 0);
}

void State::invalidate(Stage stage) {
    for (int s = static_cast<int>(stage); s < stage_count; ++s) ++version_[size_of(s)];
}

void State::set_time(double t) {
    check_writable();
    if (!std::isfinite(t)) throw StateError("time " + shortest(t) + " is not a finite number.");
    *values() = t;
    invalidate(Stage::time);
}

Range State::range(const std::vector<Range>& ranges, int owner) const {
    if (owner < 0 || size_of(owner) >= ranges.size())
        throw StateError("system " + quoted(layout_->system_name) + " has no joint or force number " +
                         std::to_string(owner) + ". The id belongs to another model, or was never set.");
    const Range range = ranges[size_of(owner)];
    if (range.first == StateLayout::closes_a_loop)
        throw StateError(
            "joint number " + std::to_string(owner) + " of system " + quoted(layout_->system_name) +
            " closes a loop by equations and has no coordinates of its own. joint_q() and joint_u() tell "
            "them; to have them in a State, set its `loop` to LoopClosure::split or in_tree.");
    return range;
}

void State::check_writable() const {
    if (computing_ > 0)
        throw StateError(
            "a state of system " + quoted(layout_->system_name) +
            " was written while something was being computed from it. Forces and other functions that "
            "are asked in a computation must leave the state as it is; change a copy, or change it "
            "afterwards.");
}

void State::throw_endless() const {
    throw StateError(
        "what is being computed from a state of system " + quoted(layout_->system_name) +
        " asks for itself: a force, say, that asks for accelerations, which wait for all forces.");
}

void State::check_entry(CacheId entry, std::size_t size) const {
    if (entry.index < 0 || size_of(entry.index) >= layout_->cache.size() ||
        layout_->cache[size_of(entry.index)].size != size)
        throw StateError("system " + quoted(layout_->system_name) + " has no cache entry number " +
                         std::to_string(entry.index) +
                         " of this type. The entry belongs to another model, or was never set.");
}

/// A quaternion may have any length that can be squared and divided by, but not none.
void State::check_quaternions(Range range, std::span<const double> given) const {
    const auto ends_before = [](const QuaternionSlot& slot, int q) { return slot.q + 4 <= q; };
    const auto& all = layout_->quaternions;
    auto slot = std::lower_bound(all.begin(), all.end(), range.first, ends_before);
    for (; slot != all.end() && slot->q < range.first + range.count; ++slot) {
        if (memory_[variables_start_ + size_of(slot->unless)] != std::byte{0}) continue;
        const std::span<const double> e = given.subspan(size_of(slot->q - range.first), 4);
        const double square = e[0] * e[0] + e[1] * e[1] + e[2] * e[2] + e[3] * e[3];
        if (square > 1e-290 && square < 1e290) continue;
        throw StateError("the quaternion that begins with " + quoted(layout_->q_names[size_of(slot->q)]) +
                         " cannot be " + shortest(e) +
                         ": it has no direction that could be told. (1, 0, 0, 0) is no turn.");
    }
}

void State::write(Part part, Range range, std::span<const double> given) {
    check_writable();
    const std::string_view what = part == Part::q ? "q" : part == Part::u ? "u" : "z";
    if (given.size() != size_of(range.count)) throw StateError(sizes(what, given.size(), range.count));
    if (!all_finite(given)) {
        const auto& names = part == Part::q   ? layout_->q_names
                            : part == Part::u ? layout_->u_names
                                              : layout_->z_names;
        const std::size_t bad = first_not_finite(given);
        throw StateError(std::string(what) + " of " + quoted(names[size_of(range.first) + bad]) +
                         " cannot be " + shortest(given[bad]) + ": it is not a finite number.");
    }
    if (part == Part::q) check_quaternions(range, given);
    const int start =
        1 + range.first + (part == Part::q ? 0 : layout_->nq) + (part == Part::z ? layout_->nu : 0);
    if (!given.empty()) std::memmove(values() + start, given.data(), given.size_bytes());
    invalidate(part == Part::q ? Stage::position : part == Part::u ? Stage::velocity : Stage::force);
}

std::span<const double> State::parameter(ParameterId id) const& {
    const Range r = layout_->slot(id).range;
    return std::span(parameters_->values).subspan(size_of(r.first), size_of(r.count));
}

void State::set_parameter(ParameterId id, std::span<const double> value) {
    check_writable();
    const ParameterSlot& slot = layout_->slot(id);
    if (value.size() != size_of(slot.range.count))
        throw StateError(sizes("parameter " + quoted(slot.path), value.size(), slot.range.count));
    if (const std::string broken = broken_rule(slot.rule, value); !broken.empty()) {
        std::string text;
        for (const double x : value) text += (text.empty() ? "" : ", ") + shortest(x);
        throw StateError("parameter " + quoted(slot.path) + " = " + text + " " + broken + ".");
    }
    // Other States may share the block: only its sole owner changes it, others get one of their own.
    if (parameters_.use_count() != 1)
        parameters_ = std::make_shared<ParameterBlock>(parameters_->values, layout_->derived_size);
    else  // counting up and down makes what former owners read in other threads come before what we write
        static_cast<void>(std::shared_ptr<const ParameterBlock>(parameters_));
    auto& own = const_cast<ParameterBlock&>(*parameters_);
    std::copy(value.begin(), value.end(), own.values.begin() + slot.range.first);
    own.derived_ready = false;
    invalidate(Stage::instance);
}

const std::byte* State::variable_bytes(int index, std::size_t size) const {
    const VariableSlot& slot = layout_->variable(index);
    if (size_of(slot.size) != size)
        throw StateError("discrete variable " + quoted(slot.name) + " has another type.");
    return memory_.get() + variables_start_ + slot.offset;
}

void State::write_variable(int index, const void* value, std::size_t size) {
    check_writable();
    const std::byte* place = variable_bytes(index, size);
    if (size > 0) std::memcpy(const_cast<std::byte*>(place), value, size);
    invalidate(layout_->variables[size_of(index)].stage);
}

void State::set_byte(int variable, int offset, bool value) {
    check_writable();
    const VariableSlot& slot = layout_->variable(variable);
    if (offset < 0 || offset >= slot.size)
        throw StateError("discrete variable " + quoted(slot.name) + " has no byte " + std::to_string(offset) +
                         ".");
    memory_[variables_start_ + size_of(slot.offset + offset)] = static_cast<std::byte>(value);
    invalidate(slot.stage);
}

void State::set_numbers(int variable, int first, std::span<const double> given) {
    check_writable();
    const VariableSlot& slot = layout_->variable(variable);
    const int count = slot.size / static_cast<int>(sizeof(double));
    if (first < 0 || first > count || given.size() > size_of(count - first))
        throw StateError(
            sizes("discrete variable " + quoted(slot.name), size_of(first) + given.size(), count));
    for (const double x : given)
        if (!std::isfinite(x))
            throw StateError("discrete variable " + quoted(slot.name) + " cannot be " + shortest(x) +
                             ": it is not a finite number.");
    if (given.empty()) return;
    std::memcpy(memory_.get() + variables_start_ + size_of(slot.offset) + sizeof(double) * size_of(first),
                given.data(), given.size_bytes());
    invalidate(slot.stage);
}

const std::shared_ptr<const void>& State::object(int variable, const ObjectType& type) const {
    const VariableSlot& slot = layout_->variable(variable);
    if (slot.object_type != &type)
        throw StateError("discrete variable " + quoted(slot.name) + " has another type.");
    return objects_[size_of(slot.object)];
}

void State::set_object(int variable, const ObjectType& type, std::shared_ptr<const void> value) {
    check_writable();
    object(variable, type);
    const VariableSlot& slot = layout_->variables[size_of(variable)];
    objects_[size_of(slot.object)] = std::move(value);
    invalidate(slot.stage);
}

}  // namespace sinew
