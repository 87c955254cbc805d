// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/error.h>
#include <sinew/base/names.h>
#include <sinew/state/json_value.h>

#include <nlohmann/json.hpp>

#include <algorithm>

namespace sinew {

namespace {

using Json = nlohmann::json;
using Kind = JsonValue::Kind;

/// Builds the tree from what the parser reports. A false return stops it; why says the reason.
class Builder : public nlohmann::json_sax<Json> {
public:
    JsonValue root;
    std::string why;

    bool null() override { return add({}); }
    bool boolean(bool value) override {
        return add({.kind = Kind::boolean, .boolean = value, .items = {}, .members = {}});
    }
    bool number_integer(std::int64_t value) override {
        return add({.kind = Kind::integer,
                    .integer = static_cast<std::uint64_t>(value),
                    .real = static_cast<double>(value),
                    .items = {},
                    .members = {}});
    }
    bool number_unsigned(std::uint64_t value) override {
        return add({.kind = Kind::integer,
                    .integer = value,
                    .real = static_cast<double>(value),
                    .items = {},
                    .members = {}});
    }
    bool number_float(double value, const std::string&) override {
        return add({.kind = Kind::real, .real = value, .items = {}, .members = {}});
    }
    bool string(std::string& value) override {
        return add({.kind = Kind::text, .text = std::move(value), .items = {}, .members = {}});
    }
    bool binary(Json::binary_t&) override { return false; }
    bool start_object(std::size_t) override { return open(Kind::object); }
    bool start_array(std::size_t) override { return open(Kind::list); }
    bool end_array() override { return open_.pop_back(), true; }
    bool key(std::string& name) override {
        open_.back()->members.push_back({std::move(name), {}});
        return true;
    }
    bool end_object() override {
        auto& members = open_.back()->members;
        std::sort(members.begin(), members.end(), by_name);
        const auto twice = std::adjacent_find(members.begin(), members.end(),
                                              [](const auto& a, const auto& b) { return a.name == b.name; });
        if (twice != members.end()) {
            why = "it has two members " + sinew::quoted(twice->name) + ".";
            return false;
        }
        open_.pop_back();
        return true;
    }
    bool parse_error(std::size_t position, const std::string&, const Json::exception& error) override {
        constexpr int out_of_range = 406;
        why = error.id == out_of_range
                  ? "a number in the text is out of the range of a double."
                  : "byte " + std::to_string(position) + " of the text breaks the rules of JSON.";
        return false;
    }

private:
    static constexpr std::size_t deepest = 8;
    static bool by_name(const JsonValue::Member& a, const JsonValue::Member& b) { return a.name < b.name; }

    /// Where the next value belongs.
    JsonValue& place() {
        if (open_.empty()) return root;
        JsonValue& owner = *open_.back();
        return owner.kind == Kind::list ? owner.items.emplace_back() : owner.members.back().value;
    }
    bool add(JsonValue value) { return place() = std::move(value), true; }
    bool open(Kind kind) {
        if (open_.size() == deepest) {
            why = "it is nested more than 8 levels deep.";
            return false;
        }
        JsonValue& value = place();
        value.kind = kind;
        open_.push_back(
            &value);  // its owner takes no further values before it is closed, so it stays in place
        return true;
    }

    std::vector<JsonValue*> open_;
};

}  // namespace

const JsonValue* JsonValue::member(std::string_view name) const {
    const auto found = std::lower_bound(members.begin(), members.end(), name,
                                        [](const Member& m, std::string_view n) { return m.name < n; });
    return found != members.end() && found->name == name ? &found->value : nullptr;
}

JsonValue parse_json(std::string_view text) {
    Builder builder;
    if (!Json::sax_parse(text, &builder))
        throw StateError("this is not the saved state of this system: " + builder.why);
    return std::move(builder.root);
}

}  // namespace sinew
