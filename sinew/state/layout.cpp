// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/error.h>
#include <sinew/base/memory.h>
#include <sinew/base/names.h>
#include <sinew/state/layout.h>

#include <cmath>
#include <cstring>

namespace sinew {

namespace {

std::size_t aligned(std::size_t offset, std::size_t alignment) {
    return (offset + alignment - 1) / alignment * alignment;
}

}  // namespace

ParameterId StateLayout::add_parameter(std::string path, const double* values, int count, Rule rule) {
    const int first = static_cast<int>(parameter_defaults.size());
    parameter_defaults.insert(parameter_defaults.end(), values, values + count);
    parameters.push_back({std::move(path), {first, count}, rule});
    const int added = static_cast<int>(parameters.size()) - 1;
    if (2 * parameters.size() > by_hash_.size()) {
        by_hash_.assign(by_hash_.empty() ? 64 : 2 * by_hash_.size(), -1);
        for (int i = 0; i <= added; ++i) index(i);
    } else {
        index(added);
    }
    return {added};
}

/// Where a path stands in by_hash_, or the free place where it would (linear probing; at most half is taken).
std::size_t StateLayout::place_of(std::string_view path) const {
    std::uint64_t hash = 14695981039346656037u;  // FNV-1a
    for (const char c : path) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
    std::size_t place = (hash ^ hash >> 32) % by_hash_.size();
    while (by_hash_[place] >= 0 && parameters[static_cast<std::size_t>(by_hash_[place])].path != path)
        place = (place + 1) % by_hash_.size();
    return place;
}

void StateLayout::index(int parameter) {
    int& place = by_hash_[place_of(parameters[static_cast<std::size_t>(parameter)].path)];
    if (place < 0) place = parameter;  // of two with one path the first counts
}

CacheId StateLayout::add_cache(Stage depends_on, std::size_t bytes) {
    const std::size_t offset = aligned(cache_bytes, cache_line);
    cache.push_back({depends_on, offset, bytes});
    cache_bytes = offset + bytes;
    return {static_cast<int>(cache.size()) - 1};
}

int StateLayout::add_variable_bytes(std::string name, const void* initial, std::size_t size,
                                    std::size_t alignment, PlainType type, Stage stage) {
    const std::size_t offset = aligned(variable_defaults.size(), alignment);
    variable_defaults.resize(offset + size);
    if (size > 0) std::memcpy(variable_defaults.data() + offset, initial, size);
    variables.push_back({std::move(name), stage, type, static_cast<int>(offset), static_cast<int>(size)});
    return static_cast<int>(variables.size()) - 1;
}

int StateLayout::add_object(std::string name, std::shared_ptr<const void> initial, const ObjectType& type,
                            Stage stage) {
    const int object = static_cast<int>(object_defaults.size());
    object_defaults.push_back(std::move(initial));
    variables.push_back({std::move(name), stage, type.type, 0, 0, object, &type});
    return static_cast<int>(variables.size()) - 1;
}

ParameterId StateLayout::parameter(std::string_view path) const {
    if (!by_hash_.empty())
        if (const int found = by_hash_[place_of(path)]; found >= 0) return {found};
    std::vector<std::string> paths;
    for (const ParameterSlot& slot : parameters) paths.push_back(slot.path);
    const std::string nearest = nearest_name(path, paths);
    throw StateError("system " + sinew::quoted(system_name) + " has no parameter " + sinew::quoted(path) +
                     "." + (nearest.empty() ? "" : " Did you mean " + sinew::quoted(nearest) + "?"));
}

const ParameterSlot& StateLayout::slot(ParameterId id) const {
    if (id.index < 0 || static_cast<std::size_t>(id.index) >= parameters.size())
        throw StateError("system " + sinew::quoted(system_name) + " has no parameter number " +
                         std::to_string(id.index) + ". The id belongs to another system, or was never set.");
    return parameters[static_cast<std::size_t>(id.index)];
}

const VariableSlot& StateLayout::variable(int i) const {
    if (i < 0 || static_cast<std::size_t>(i) >= variables.size())
        throw StateError("system " + sinew::quoted(system_name) + " has no discrete variable number " +
                         std::to_string(i) + ". The id belongs to another model, or was never set.");
    return variables[static_cast<std::size_t>(i)];
}

std::string broken_rule(Rule rule, std::span<const double> v) {
    for (const double x : v) {
        if (!std::isfinite(x)) return "is not a finite number";
        if (rule == Rule::non_negative && x < 0) return "must not be negative";
        if (rule == Rule::positive && !(x > 0)) return "must be positive";
        if (rule == Rule::sign && std::abs(x) != 1) return "must be 1 or -1";
        if (rule == Rule::fraction && !(x >= 0 && x <= 1)) return "must be from 0 to 1";
        if (rule == Rule::poisson && !(x > -1 && x <= 0.5)) return "must be above -1 and at most 0.5";
    }
    if (rule == Rule::direction && !(v[0] * v[0] + v[1] * v[1] + v[2] * v[2] > 0))
        return "has no direction, since its length is zero";
    if (rule == Rule::rotation) {
        double defect = 0;
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j) {
                double sum = 0;
                for (int k = 0; k < 3; ++k)
                    sum += v[static_cast<std::size_t>(3 * k + i)] * v[static_cast<std::size_t>(3 * k + j)];
                defect = std::fmax(defect, std::abs(sum - (i == j)));
            }
        const double det = v[0] * (v[4] * v[8] - v[5] * v[7]) - v[1] * (v[3] * v[8] - v[5] * v[6]) +
                           v[2] * (v[3] * v[7] - v[4] * v[6]);
        if (det < 0) return "is left-handed, so it is not a rotation";
        if (defect > 1e-6) return "is not a rotation matrix: RᵀR differs from 1 by " + rounded(defect, 3);
    }
    return "";
}

}  // namespace sinew
