// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/state/stage.h>
#include <sinew/state/values.h>

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
enum class Rule : unsigned char {
    finite,
    non_negative,
    positive,
    sign,
    fraction,
    poisson,
    rotation,
    direction
};

/// The words that say why these numbers break a rule ("must not be negative"), or nothing.
std::string broken_rule(Rule rule, std::span<const double> values);

/// One parameter: count numbers under a path such as "thigh.com".
struct ParameterSlot {
    std::string path;
    Range range;
    Rule rule = Rule::finite;
};

/// One discrete variable: bytes of a plain type, or an object.
struct VariableSlot {
    std::string name;
    Stage stage = Stage::instance;
    PlainType type;
    int offset = 0, size = 0;  ///< in bytes
    int object = -1;           ///< its number among the objects, if it is one
    const ObjectType* object_type = nullptr;
};

/// Four coordinates that are a quaternion while a byte of the discrete variables is zero.
struct QuaternionSlot {
    int q;
    int unless;  ///< the byte, by its offset
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

/// What a State consists of: made once with a System, shared by all its States, never changed afterwards.
/// It knows names, sizes and places, no mechanics.
class StateLayout {
public:
    std::string system_name;
    std::uint64_t fingerprint = 0;  ///< of the model the System was compiled from

    // Continuous variables; ranges by the index of the joint or force that owns them.
    int nq = 0, nu = 0, nz = 0;
    static constexpr int closes_a_loop = -1;  ///< first of a joint that has no coordinates of its own
    std::vector<Range> q_of_joint, u_of_joint, z_of_force;
    std::vector<std::string> q_names, u_names, z_names;
    std::vector<double> q_default, z_default;
    std::vector<QuaternionSlot> quaternions;  ///< by ascending q

    // Parameters.
    std::vector<ParameterSlot> parameters;
    std::vector<double> parameter_defaults;
    int derived_size = 0;  ///< doubles that the System computes from the parameters

    // Discrete variables and cache.
    std::vector<VariableSlot> variables;
    std::vector<std::byte> variable_defaults;
    std::vector<std::shared_ptr<const void>> object_defaults;
    std::vector<CacheSlot> cache;
    std::size_t cache_bytes = 0;

    ParameterId add_parameter(std::string path, const double* values, int count, Rule rule);
    CacheId add_cache(Stage depends_on, std::size_t bytes);
    template <class T>
    VariableId<T> add_variable(std::string name, const T& initial, Stage stage) {
        if constexpr (std::is_trivially_copyable_v<T>)
            return {add_variable_bytes(std::move(name), &initial, sizeof(T), alignof(T), plain_type_of<T>(),
                                       stage)};
        else return {add_object(std::move(name), std::make_shared<const T>(initial), object_type<T>, stage)};
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
                           PlainType type, Stage stage);
    int add_object(std::string name, std::shared_ptr<const void> initial, const ObjectType& type,
                   Stage stage);

    /// These throw StateError where there is no such thing.
    const ParameterSlot& slot(ParameterId id) const;
    const VariableSlot& variable(int index) const;

private:
    std::vector<int> by_hash_;  ///< parameters in the order of a hash of their path; −1 where free
    void index(int parameter);
    std::size_t place_of(std::string_view path) const;
};

}  // namespace sinew
