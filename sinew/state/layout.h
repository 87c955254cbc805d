// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/state/stage.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace sinew {

/// A run of numbers in an array.
struct Range {
    int first = 0, count = 0;
};

/// What a parameter's value must obey; checked whenever it is set.
enum class Rule : unsigned char { finite, non_negative, positive, rotation };

/// The words that say why these numbers break a rule ("must not be negative"), or nothing.
std::string broken_rule(Rule rule, std::span<const double> values);

/// One parameter: count numbers under a path such as "thigh.com".
struct ParameterSlot {
    std::string path;
    Range range;
    Rule rule = Rule::finite;
};

/// How a discrete variable or cache entry is written out and read back.
enum class ValueType : unsigned char { boolean, integer, real, bytes };

/// One discrete variable: a value of a plain type, kept as bytes.
struct VariableSlot {
    std::string name;
    Stage stage = Stage::instance;
    ValueType type = ValueType::bytes;
    int offset = 0, size = 0;  ///< in bytes
};

/// One cache entry: bytes that depend on everything up to a stage.
struct CacheSlot {
    Stage depends_on = Stage::position;
    std::size_t offset = 0, size = 0;  ///< in bytes from the start of the cache
};

/// Handles that a layout gives out.
struct ParameterId {
    int index = -1;
};
template <class T>
struct VariableId {
    int index = -1;
};
struct CacheId {
    int index = -1;
};
/// A cache entry of the user's own type.
template <class T>
struct CacheEntry : CacheId {};

template <class T>
constexpr ValueType value_type_of() {
    if constexpr (std::is_same_v<T, bool>) return ValueType::boolean;
    else if constexpr (std::is_integral_v<T> && sizeof(T) == 8) return ValueType::integer;
    else if constexpr (std::is_floating_point_v<T>) return ValueType::real;
    else if constexpr (requires(T a) { static_cast<double>(a[0]); } && sizeof(T) % sizeof(double) == 0)
        return ValueType::real;
    else return ValueType::bytes;
}

/// What a State consists of: made once with a System, shared by all its States, never changed afterwards.
/// It knows names, sizes and places, no mechanics.
class StateLayout {
public:
    std::string system_name;
    std::uint64_t fingerprint = 0;  ///< of the model the System was compiled from

    // Continuous variables; ranges by the index of the joint or force that owns them.
    int nq = 0, nu = 0, nz = 0;
    std::vector<Range> q_of_joint, u_of_joint, z_of_force;
    std::vector<std::string> q_names, u_names, z_names;
    std::vector<double> q_default, z_default;

    // Parameters.
    std::vector<ParameterSlot> parameters;
    std::vector<double> parameter_defaults;
    int derived_size = 0;  ///< doubles that the System computes from the parameters

    // Discrete variables and cache.
    std::vector<VariableSlot> variables;
    std::vector<std::byte> variable_defaults;
    std::vector<CacheSlot> cache;
    std::size_t cache_bytes = 0;

    ParameterId add_parameter(std::string path, const double* values, int count, Rule rule);
    CacheId add_cache(Stage depends_on, std::size_t bytes);
    template <class T>
    VariableId<T> add_variable(std::string name, const T& initial, Stage stage) {
        static_assert(std::is_trivially_copyable_v<T>,
                      "a discrete variable is a plain value: number, enum, array, struct");
        return {
            add_variable_bytes(std::move(name), &initial, sizeof(T), alignof(T), value_type_of<T>(), stage)};
    }
    template <class T>
    CacheEntry<T> add_cache_of(Stage depends_on) {
        static_assert(std::is_trivially_copyable_v<T>,
                      "a cache entry is a plain value: numbers, arrays, structs of them");
        return {add_cache(depends_on, sizeof(T))};
    }

    /// The parameter of that path; throws StateError with the nearest path there is.
    ParameterId parameter(std::string_view path) const;

    /// A discrete variable by its bytes; returns its index.
    int add_variable_bytes(std::string name, const void* initial, std::size_t size, std::size_t alignment,
                           ValueType type, Stage stage);
};

}  // namespace sinew
