// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/error.h>
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
    : layout_(std::move(layout)), parameters_(std::move(parameters)) {
    allocate();
    double* v = values();
    *v++ = 0;
    v = std::copy(layout_->q_default.begin(), layout_->q_default.end(), v);
    v = std::fill_n(v, layout_->nu, 0.0);
    std::copy(layout_->z_default.begin(), layout_->z_default.end(), v);
    std::copy(layout_->variable_defaults.begin(), layout_->variable_defaults.end(),
              memory_.get() + variables_start_);
}

State::State(const State& other) : layout_(other.layout_), parameters_(other.parameters_) {
    allocate();
    std::memcpy(memory_.get(), other.memory_.get(), stamps_start_);
}

State& State::operator=(const State& other) {
    if (this == &other) return *this;
    if (layout_ != other.layout_ || !memory_) return *this = State(other);
    parameters_ = other.parameters_;
    std::memcpy(memory_.get(), other.memory_.get(), stamps_start_);
    invalidate(Stage::topology);
    return *this;
}

bool operator==(const State& a, const State& b) {
    if (a.layout_ != b.layout_ && a.layout_->fingerprint != b.layout_->fingerprint) return false;
    const StateLayout& layout = *a.layout_;
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
    if (!std::isfinite(t)) throw StateError("time " + shortest(t) + " is not a finite number.");
    *values() = t;
    invalidate(Stage::time);
}

Range State::range(const std::vector<Range>& ranges, int owner) const {
    if (owner < 0 || size_of(owner) >= ranges.size())
        throw StateError("system " + quoted(layout_->system_name) + " has no joint or force number " +
                         std::to_string(owner) + ". The id belongs to another model, or was never set.");
    return ranges[size_of(owner)];
}

void State::write(Part part, Range range, std::span<const double> given) {
    const std::string_view what = part == Part::q ? "q" : part == Part::u ? "u" : "z";
    if (given.size() != size_of(range.count)) throw StateError(sizes(what, given.size(), range.count));
    for (std::size_t i = 0; i < given.size(); ++i)
        if (!std::isfinite(given[i])) {
            const auto& names = part == Part::q   ? layout_->q_names
                                : part == Part::u ? layout_->u_names
                                                  : layout_->z_names;
            throw StateError(std::string(what) + " of " + quoted(names[size_of(range.first) + i]) +
                             " cannot be " + shortest(given[i]) + ": it is not a finite number.");
        }
    const int start =
        1 + range.first + (part == Part::q ? 0 : layout_->nq) + (part == Part::z ? layout_->nu : 0);
    if (!given.empty()) std::memmove(values() + start, given.data(), given.size_bytes());
    invalidate(part == Part::q ? Stage::position : part == Part::u ? Stage::velocity : Stage::force);
}

std::span<const double> State::parameter(ParameterId id) const {
    const Range r = layout_->parameters.at(size_of(id.index)).range;
    return std::span(parameters_->values).subspan(size_of(r.first), size_of(r.count));
}

void State::set_parameter(ParameterId id, std::span<const double> value) {
    const ParameterSlot& slot = layout_->parameters.at(size_of(id.index));
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
    auto& own = const_cast<ParameterBlock&>(*parameters_);
    std::copy(value.begin(), value.end(), own.values.begin() + slot.range.first);
    own.derived_ready = false;
    invalidate(Stage::instance);
}

const std::byte* State::variable_bytes(int index, std::size_t size) const {
    const VariableSlot& slot = layout_->variables.at(size_of(index));
    if (size_of(slot.size) != size)
        throw StateError("discrete variable " + quoted(slot.name) + " has another type.");
    return memory_.get() + variables_start_ + slot.offset;
}

void State::write_variable(int index, const void* value, std::size_t size) {
    if (size > 0) std::memcpy(const_cast<std::byte*>(variable_bytes(index, size)), value, size);
    invalidate(layout_->variables[size_of(index)].stage);
}

void State::set_byte(int variable, int offset, bool value) {
    const VariableSlot& slot = layout_->variables.at(size_of(variable));
    memory_[variables_start_ + size_of(slot.offset + offset)] = static_cast<std::byte>(value);
    invalidate(slot.stage);
}

void State::set_numbers(int variable, int first, std::span<const double> given) {
    const VariableSlot& slot = layout_->variables.at(size_of(variable));
    if (given.empty()) return;
    std::memcpy(memory_.get() + variables_start_ + size_of(slot.offset) + sizeof(double) * size_of(first),
                given.data(), given.size_bytes());
    invalidate(slot.stage);
}

}  // namespace sinew
