// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/names.h>
#include <sinew/formats/expression.h>

#include <charconv>
#include <cmath>
#include <numbers>

namespace sinew {

namespace {

constexpr int deepest = 50;

bool begins_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

class Parser {
public:
    Parser(std::string_view text, const NamedValues& names) : text_(text), names_(names) {}

    Evaluated all() {
        const double value = sum(0);
        if (fault_.empty() && at_ < text_.size())
            refuse("there is more after it: " + quoted(text_.substr(at_)));
        if (fault_.empty() && !std::isfinite(value)) refuse("the result is not a finite number");
        return {value, fault_};
    }

private:
    double sum(int depth) {
        double value = product(depth);
        while (fault_.empty())
            if (take('+')) value += product(depth);
            else if (take('-')) value -= product(depth);
            else break;
        return value;
    }
    double product(int depth) {
        double value = factor(depth);
        while (fault_.empty())
            if (take('*')) value *= factor(depth);
            else if (take('/')) value /= factor(depth);
            else break;
        return value;
    }
    double factor(int depth) {
        bool minus = false;
        for (;;)
            if (take('-')) minus = !minus;
            else if (!take('+')) break;
        const double value = operand(depth);
        return minus ? -value : value;
    }
    double operand(int depth) {
        if (depth > deepest) return refuse("parentheses are nested too deep");
        skip();
        if (at_ == text_.size()) return refuse("it ends where a number or a name should follow");
        if (take('(')) return inside(depth);
        if (is_digit(text_[at_]) || text_[at_] == '.') return number();
        const bool marked = take('$');
        if (at_ == text_.size() || !begins_name(text_[at_]))
            return refuse("a number or a name should stand where " + quoted(text_.substr(at_, 1)) + " is");
        return named(word(), marked, depth);
    }
    double inside(int depth) {
        const double value = sum(depth + 1);
        if (fault_.empty() && !take(')')) refuse("a parenthesis is not closed");
        return value;
    }
    double number() {
        double value = 0;
        const char* end = text_.data() + text_.size();
        const auto [rest, status] = std::from_chars(text_.data() + at_, end, value);
        if (status != std::errc()) return refuse("this is no number: " + quoted(text_.substr(at_)));
        at_ = static_cast<std::size_t>(rest - text_.data());
        return value;
    }
    std::string_view word() {
        const std::size_t first = at_;
        while (at_ < text_.size() && (begins_name(text_[at_]) || is_digit(text_[at_]) || text_[at_] == '.'))
            ++at_;
        return text_.substr(first, at_ - first);
    }
    double named(std::string_view name, bool marked, int depth) {
        for (const auto& [known, value] : names_)
            if (known == name) return value;
        if (!marked && name == "pi") return std::numbers::pi;
        if (!marked && name == "deg") return std::numbers::pi / 180;
        if (!marked && take('(')) {
            const double x = inside(depth);
            if (!fault_.empty()) return 0;
            if (name == "sqrt") return std::sqrt(x);
            if (name == "sin") return std::sin(x);
            if (name == "cos") return std::cos(x);
            if (name == "tan") return std::tan(x);
            if (name == "atan") return std::atan(x);
            if (name == "abs") return std::abs(x);
            return refuse("there is no function " + quoted(name) +
                          ". There are sqrt, sin, cos, tan, atan and abs");
        }
        std::vector<std::string> all;
        for (const auto& [known, value] : names_) all.push_back(known);
        const std::string nearest = nearest_name(name, all);
        return refuse(
            "there is no parameter " + quoted(name) +
            (nearest.empty() ? ". Give it under \"parameters\"" : ". Did you mean " + quoted(nearest) + "?"));
    }

    void skip() {
        while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
    }
    bool take(char c) {
        skip();
        if (at_ == text_.size() || text_[at_] != c) return false;
        ++at_;
        skip();
        return true;
    }
    double refuse(std::string why) {
        if (fault_.empty()) fault_ = std::move(why);
        at_ = text_.size();
        return 0;
    }

    std::string_view text_;
    const NamedValues& names_;
    std::size_t at_ = 0;
    std::string fault_;
};

}  // namespace

Evaluated evaluate_expression(std::string_view text, const NamedValues& names) {
    constexpr std::size_t longest = 1000;
    if (text.size() > longest) return {0, "it is longer than " + std::to_string(longest) + " characters"};
    return Parser(text, names).all();
}

}  // namespace sinew
