// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <type_traits>
#include <typeinfo>
#include <utility>

namespace sinew {

/// A value of one of several types. Like std::variant, but naming one of thirty types costs a compiler next to nothing,
/// where std::variant makes it write out hundreds of templates in every file that sees it. The value lives in memory of
/// its own; what was moved from may only be assigned to or destroyed.
template <class First, class... Others>
class OneOf {
public:
    template <class T>
    static constexpr bool has = std::same_as<T, First> || (std::same_as<T, Others> || ...);

    OneOf() : OneOf(First{}) {}
    template <class T>
    requires(has<T>) OneOf(T value)
        : value_(new T(std::move(value))), handling_(&handling_of<T>), index_(index_of<T>()) {}
    OneOf(const OneOf& other)
        : value_(other.handling_->copy(other.value_)), handling_(other.handling_), index_(other.index_) {}
    OneOf(OneOf&& other) noexcept
        : value_(std::exchange(other.value_, nullptr)), handling_(other.handling_), index_(other.index_) {}
    OneOf& operator=(OneOf other) noexcept {
        std::swap(value_, other.value_);
        std::swap(handling_, other.handling_);
        std::swap(index_, other.index_);
        return *this;
    }
    ~OneOf() { handling_->destroy(value_); }

    /// The place of its type in the list.
    int index() const { return index_; }

    template <class T>
    requires(has<T>) bool is() const { return handling_ == &handling_of<T>; }
    /// The value, if it is a T; else null.
    template <class T>
    const T* if_a() const {
        return is<T>() ? static_cast<const T*>(value_) : nullptr;
    }
    template <class T>
    T* if_a() {
        return is<T>() ? static_cast<T*>(value_) : nullptr;
    }
    /// The value as a T; throws std::bad_cast if it is something else.
    template <class T>
    const T& as() const {
        if (!is<T>()) throw std::bad_cast();
        return *static_cast<const T*>(value_);
    }
    template <class T>
    T& as() {
        return const_cast<T&>(std::as_const(*this).template as<T>());
    }

    /// f(value) with the value's own type.
    template <class F>
    friend decltype(auto) visit(F&& f, const OneOf& one) {
        return one.template call<F, const First, const Others...>(f);
    }
    template <class F>
    friend decltype(auto) visit(F&& f, OneOf& one) {
        return one.template call<F, First, Others...>(f);
    }

private:
    struct Handling {
        void* (*copy)(const void*);
        void (*destroy)(void*);
    };
    template <class T>
    static inline const Handling handling_of{
        [](const void* value) -> void* { return new T(*static_cast<const T*>(value)); },
        [](void* value) { delete static_cast<T*>(value); }};

    template <class T>
    static constexpr unsigned char index_of() {
        unsigned char i = 0;
        (void)(std::same_as<T, First> || ((++i, std::same_as<T, Others>) || ...));
        return i;
    }

    template <class F, class T, class... Ts>
    decltype(auto) call(F& f) const {
        using Result = std::invoke_result_t<F&, T&>;
        using Call = Result (*)(F&, void*);
        static constexpr Call calls[] = {
            [](F& g, void* value) -> Result { return g(*static_cast<T*>(value)); },
            [](F& g, void* value) -> Result { return g(*static_cast<Ts*>(value)); }...};
        return calls[index_](f, value_);
    }

    void* value_;
    const Handling* handling_;
    unsigned char index_;
};

}  // namespace sinew
