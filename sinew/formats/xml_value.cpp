// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/names.h>
#include <sinew/formats/numbers.h>
#include <sinew/formats/xml_tree.h>

#include <fmt/format.h>

#include <algorithm>

namespace sinew::xml {

namespace {

constexpr std::string_view white = " \t\r\n";

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(white);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(white) - first + 1);
}

/// The next word of a text, which loses it.
std::string_view next_word(std::string_view& text) {
    text = trimmed(text);
    const std::string_view word = text.substr(0, text.find_first_of(white));
    text.remove_prefix(word.size());
    return word;
}

}  // namespace

Value::Value(const Element& of, std::string label, std::optional<std::string_view> text)
    : label_(std::move(label)), text_(text), tree_(of.tree_), node_(of.node_) {}

void Value::fault(const std::string& text) const {
    if (!tree_) return;
    const Element element(tree_, node_);
    const std::string what = label_.empty() ? " " : (element.has("name") ? ": " : " ") + label_ + "=";
    tree_->reading->fault(element.place(), element.label() + what + sinew::quoted(this->text()) + " " + text);
}

std::string Value::word(std::string_view fallback) const {
    return std::string(text_ ? trimmed(*text_) : fallback);
}

double Value::one_number(std::string_view text, double fallback, bool infinite) const {
    const ParsedNumber parsed = parse_number(text, infinite);
    if (parsed.fault.empty()) return parsed.value;
    fault(text.size() == trimmed(this->text()).size()
              ? parsed.fault
              : "holds " + sinew::quoted(text) + ", which " + parsed.fault);
    return fallback;
}

double Value::number(double fallback) const {
    return text_ ? one_number(trimmed(*text_), fallback, false) : fallback;
}
double Value::number_or_infinite(double fallback) const {
    return text_ ? one_number(trimmed(*text_), fallback, true) : fallback;
}

int Value::integer(int fallback) const {
    if (!text_) return fallback;
    const ParsedNumber parsed = parse_number(trimmed(*text_), false);
    if (parsed.fault.empty() && parsed.value >= -1e9 && parsed.value <= 1e9 &&
        parsed.value == static_cast<double>(static_cast<int>(parsed.value)))
        return static_cast<int>(parsed.value);
    fault("is not a whole number.");
    return fallback;
}

bool Value::flag(bool fallback) const {
    if (!text_) return fallback;
    const std::string said = word();
    if (said == "true" || said == "1" || said == "True") return true;
    if (said == "false" || said == "0" || said == "False") return false;
    fault("is neither true nor false.");
    return fallback;
}

std::vector<double> Value::numbers(std::size_t least, std::size_t most) const {
    std::vector<double> all;
    if (!text_) return all;
    std::string_view rest = *text_;
    for (std::string_view word = next_word(rest); !word.empty() && all.size() <= most; word = next_word(rest))
        all.push_back(one_number(word, 0, false));
    if (all.size() >= least && all.size() <= most) return all;
    const std::string wanted =
        least == most ? fmt::format("{}", least) : fmt::format("{} to {}", least, most);
    fault(fmt::format("holds {} number{} where {} {} expected.",
                      all.size() > most ? "more" : fmt::format("{}", all.size()), all.size() == 1 ? "" : "s",
                      wanted, wanted == "1" ? "is" : "are"));
    all.clear();
    return all;
}

Vec3 Value::vec3(const Vec3& fallback) const {
    const std::vector<double> v = numbers(3, 3);
    return v.size() == 3 ? Vec3{v[0], v[1], v[2]} : fallback;
}

std::vector<std::string> Value::words() const {
    std::vector<std::string> all;
    std::string_view rest = text();
    for (std::string_view word = next_word(rest); !word.empty(); word = next_word(rest))
        all.emplace_back(word);
    return all;
}

std::string Value::one_of(const std::vector<std::string>& allowed, std::string_view fallback) const {
    if (!text_) return std::string(fallback);
    const std::string said = word();
    if (std::find(allowed.begin(), allowed.end(), said) != allowed.end()) return said;
    std::string list;
    for (const std::string& a : allowed) list += (list.empty() ? "" : ", ") + a;
    const std::string near = nearest_name(said, allowed);
    fault("is not known here. Known: " + list +
          (near.empty() ? "." : ". Did you mean " + sinew::quoted(near) + "?"));
    return std::string(fallback);
}

}  // namespace sinew::xml
