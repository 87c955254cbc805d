// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <type_traits>
#include <utility>

namespace sinew {

template <class>
class Call;

/// A function of the user's own: a lambda, a pointer, an object with (). Copies share it. May leave out arguments from
/// the end that it does not need.
template <class Result, class... Arguments>
class Call<Result(Arguments...)> {
public:
    Call() = default;
    template <class F>
    requires(!std::is_same_v<std::remove_cvref_t<F>, Call>) Call(F&& f)
        : body_(std::make_shared<Body<std::remove_cvref_t<F>>>(std::forward<F>(f))) {}

    explicit operator bool() const { return body_ != nullptr; }
    Result operator()(Arguments... arguments) const { return body_->call(arguments...); }

private:
    struct Base {
        virtual ~Base() = default;
        virtual Result call(Arguments... arguments) = 0;
    };
    template <class F>
    struct Body final : Base {
        template <class G>
        explicit Body(G&& g) : f(std::forward<G>(g)) {}
        Result call(Arguments... arguments) override { return take(f, arguments...); }

        template <class First, class... Rest>
        static Result take(F& f, First& first, Rest&... rest) {
            if constexpr (std::is_invocable_v<F&, First&, Rest&...>)
                return static_cast<Result>(f(first, rest...));
            else if constexpr (std::is_invocable_v<F&, First&>) return static_cast<Result>(f(first));
            else return static_cast<Result>(f());
        }
        static Result take(F& f) { return static_cast<Result>(f()); }
        F f;
    };
    std::shared_ptr<Base> body_;
};

}  // namespace sinew
