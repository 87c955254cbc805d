// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace sinew {

/// What a discrete variable is made of, so that it can be written out and read back.
enum class ValueType : unsigned char {
    boolean,
    integer,  ///< enums, too
    real,
    bytes,  ///< a struct of the user's own
    text,
    object  ///< what only its Saved knows
};

/// A plain type as runs of one kind of value.
struct PlainType {
    ValueType type = ValueType::bytes;
    int element = 1;  ///< bytes of one value
    bool is_signed = false;
};

template <class T>
constexpr PlainType plain_type_of() {
    static_assert(std::is_trivially_copyable_v<T>);
    if constexpr (std::is_same_v<T, bool>) return {ValueType::boolean, 1};
    else if constexpr (std::is_enum_v<T>)
        return {ValueType::integer, sizeof(T), std::is_signed_v<std::underlying_type_t<T>>};
    else if constexpr (std::is_integral_v<T>) return {ValueType::integer, sizeof(T), std::is_signed_v<T>};
    else if constexpr (std::is_same_v<T, double> || std::is_same_v<T, float>)
        return {ValueType::real, sizeof(T), true};
    else if constexpr (requires(const T a) { a[0]; }) {
        using Element = std::remove_cvref_t<decltype(std::declval<const T&>()[0])>;
        if constexpr (std::is_trivially_copyable_v<Element> && sizeof(T) % sizeof(Element) == 0)
            return plain_type_of<Element>();
        else return {};
    } else return {};
}

/// How a value becomes bytes and comes back, for types that are not plain. Specialise it to save variables of your own
/// types; from_bytes throws if the bytes are none of its own.
template <class T>
struct Saved;

template <>
struct Saved<std::string> {
    static std::string to_bytes(const std::string& value) { return value; }
    static std::string from_bytes(std::string_view bytes) { return std::string(bytes); }
};

template <class T>
inline constexpr bool is_plain_vector = false;
template <class E>
inline constexpr bool is_plain_vector<std::vector<E>> =
    std::is_trivially_copyable_v<E> && !std::is_same_v<E, bool>;

template <class E>
requires(is_plain_vector<std::vector<E>>) struct Saved<std::vector<E>> {
    static std::string to_bytes(const std::vector<E>& value) {
        return {reinterpret_cast<const char*>(value.data()), value.size() * sizeof(E)};
    }
    static std::vector<E> from_bytes(std::string_view bytes) {
        if (bytes.size() % sizeof(E) != 0) throw std::length_error("its last element is cut off.");
        std::vector<E> value(bytes.size() / sizeof(E));
        bytes.copy(reinterpret_cast<char*>(value.data()), value.size() * sizeof(E));
        return value;
    }
};

/// What a State needs to know of a type that is not plain. Such values are shared between copies of a State and never
/// change. Types are told apart by the address of this.
struct ObjectType {
    PlainType type;  ///< what it is a list of, for vectors
    bool (*equal)(const void*, const void*);
    std::string (*to_bytes)(const void*);                         ///< null if it cannot be saved
    std::shared_ptr<const void> (*from_bytes)(std::string_view);  ///< null likewise
};

template <class T>
constexpr PlainType listed_type_of() {
    if constexpr (std::is_same_v<T, std::string>) return {ValueType::text};
    else if constexpr (is_plain_vector<T>) return plain_type_of<typename T::value_type>();
    else return {ValueType::object};
}

template <class T>
inline constexpr ObjectType object_type = [] {
    ObjectType type{listed_type_of<T>(), nullptr, nullptr, nullptr};
    if constexpr (requires(const T& value) { Saved<T>::to_bytes(value); }) {
        type.equal = [](const void* a, const void* b) {  // to the last bit
            return Saved<T>::to_bytes(*static_cast<const T*>(a)) ==
                   Saved<T>::to_bytes(*static_cast<const T*>(b));
        };
        type.to_bytes = [](const void* value) { return Saved<T>::to_bytes(*static_cast<const T*>(value)); };
        type.from_bytes = [](std::string_view bytes) -> std::shared_ptr<const void> {
            return std::make_shared<const T>(Saved<T>::from_bytes(bytes));
        };
    } else {
        static_assert(
            requires(const T& value) { value == value; },
            "a discrete variable needs == or a specialisation of sinew::Saved");
        type.equal = [](const void* a, const void* b) {
            return *static_cast<const T*>(a) == *static_cast<const T*>(b);
        };
    }
    return type;
}();

}  // namespace sinew
