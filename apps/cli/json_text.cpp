// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <apps/cli/json_text.h>
#include <sinew/base/names.h>

#include <cmath>
#include <cstdio>

namespace sinew::cli {

namespace {

std::string text_of(std::string_view value) {
    std::string text = "\"";
    while (!value.empty()) {
        const std::size_t length = utf8_length(value);
        const auto c = static_cast<unsigned char>(value[0]);
        if (length == 0) text += "\\ufffd";
        else if (c == '"' || c == '\\') text += {'\\', value[0]};
        else if (c == '\n') text += "\\n";
        else if (c == '\t') text += "\\t";
        else if (c < 0x20 || c == 0x7f) {
            char escape[8];
            std::snprintf(escape, sizeof escape, "\\u%04x", c);
            text += escape;
        } else text += value.substr(0, length);
        value.remove_prefix(length == 0 ? 1 : length);
    }
    return text + '"';
}

}  // namespace

Json::Json(double value) : text_(std::isfinite(value) ? shortest(value) : "null") {}

Json::Json(std::string_view value) : text_(text_of(value)) {}

Json::Json(std::span<const double> values) : kind_(Kind::array) {
    for (const double value : values) push(value);
}

Json::Json(const std::vector<std::string>& values) : kind_(Kind::array) {
    for (const std::string& value : values) push(value);
}

Json Json::object() {
    Json made;
    made.kind_ = Kind::object;
    return made;
}

Json Json::array() {
    Json made;
    made.kind_ = Kind::array;
    return made;
}

Json Json::raw(std::string text) {
    Json made;
    made.text_ = std::move(text);
    return made;
}

Json& Json::set(std::string key, Json value) {
    kind_ = Kind::object;
    members_.emplace_back(std::move(key), std::move(value));
    return *this;
}

Json& Json::push(Json value) {
    kind_ = Kind::array;
    members_.emplace_back(std::string(), std::move(value));
    return *this;
}

std::string Json::text(int indent) const {
    if (kind_ == Kind::plain) return text_;
    const bool is_object = kind_ == Kind::object;
    bool in_one_line = !is_object;
    for (const auto& [key, value] : members_)
        if (value.kind_ != Kind::plain) in_one_line = false;
    if (members_.empty()) in_one_line = true;
    const std::string gap = in_one_line ? "" : "\n" + std::string(static_cast<std::size_t>(indent) + 2, ' ');
    std::string text(1, is_object ? '{' : '[');
    bool first = true;
    for (const auto& [key, value] : members_) {
        if (!first) text += in_one_line ? ", " : ",";
        first = false;
        text += gap;
        if (is_object) text += text_of(key) + ": ";
        text += value.text(indent + 2);
    }
    if (!in_one_line) text += "\n" + std::string(static_cast<std::size_t>(indent), ' ');
    return text + (is_object ? '}' : ']');
}

}  // namespace sinew::cli
