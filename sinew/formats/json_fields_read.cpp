// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/names.h>
#include <sinew/formats/json_fields_read.h>
#include <sinew/system/postures.h>

#include <cmath>
#include <limits>

namespace sinew {

namespace {

using Kind = JsonNode::Kind;

/// "bodies" → "body": what an element of a list on top is called.
std::string one_of_list(const std::string& list) {
    if (list == "bodies") return "body";
    if (list == "limits") return "limits";
    if (list == "one_way") return "one-way condition";
    if (list == "bounded") return "bounded condition";
    if (list == "cache_entries") return "cache entry";
    return list.empty() ? list : list.substr(0, list.size() - 1);
}

}  // namespace

template <class Map>
std::string JsonReader::did_you_mean(const std::string& name, const Map& known) const {
    if (told_enough()) return "";
    std::vector<std::string> names;
    for (const auto& [one, what] : known) names.push_back(one);
    const std::string nearest = nearest_name(name, names);
    return nearest.empty() ? "" : " Did you mean " + sinew::quoted(nearest) + "?";
}

void JsonReader::push(const JsonNode& node) {
    Scope scope;
    scope.node = &node;
    scope.used.assign(node.keys().size(), false);
    scope.who_before = who_;
    scopes_.push_back(std::move(scope));
    line_ = node.line;
}

const JsonNode* JsonReader::find(const char* key) {
    Scope& scope = scopes_.back();
    if (!key) return scope.next < scope.node->items().size() ? &scope.node->items()[scope.next++] : nullptr;
    scope.asked.emplace_back(key);
    for (std::size_t i = 0; i < scope.node->keys().size(); ++i)
        if (scope.node->keys()[i] == key) {
            scope.used[i] = true;
            return &scope.node->items()[i];
        }
    return nullptr;
}

const JsonNode* JsonReader::needed(const char* key, bool required, const std::string& what) {
    const JsonNode* node = find(key);
    if (!node && required)
        refuse(scopes_.back().node->line,
               std::string("the key ") + sinew::quoted(key ? key : "?") + " is missing: " + what + ".");
    return node;
}

void JsonReader::refuse(int line, const std::string& text) {
    ++refused_;
    reading_.fault({file_, line}, who_.empty() ? text : who_ + ": " + text);
}

void JsonReader::refuse_value(const JsonNode& node, const char* key, const std::string& needs) {
    refuse(node.line, (key ? std::string(key) : std::string("an item")) + " is " + described(node) +
                          ", but must be " + needs + ".");
}

void JsonReader::unknown_keys() {
    const Scope& scope = scopes_.back();
    for (std::size_t i = 0; i < scope.used.size(); ++i) {
        if (scope.used[i]) continue;
        if (told_enough()) return;
        const std::string& key = scope.node->keys()[i];
        const std::string nearest = nearest_name(key, scope.asked);
        std::string all;
        for (const std::string& known : scope.asked) all += (all.empty() ? "" : ", ") + known;
        refuse(scope.node->items()[i].line,
               "the key " + sinew::quoted(key) + " means nothing here." +
                   (nearest.empty() ? " Known are " + all + "."
                                    : " Did you mean " + sinew::quoted(nearest) + "?"));
    }
}

double JsonReader::number(const JsonNode& node, const char* key) {
    line_ = node.line;
    if (node.kind == Kind::number) return node.number;
    if (node.kind != Kind::text) {
        refuse_value(node, key, "a number");
        return 0;
    }
    const Evaluated result = evaluate_expression(node.text(), parameters_);
    if (!result.fault.empty())
        refuse(node.line, (key ? std::string(key) : std::string("an item")) + ": " +
                              sinew::quoted(node.text()) + ": " + result.fault +
                              (result.fault.back() == '?' ? "" : "."));
    return result.value;
}

bool JsonReader::numbers(const JsonNode& node, const char* key, std::span<double> into) {
    if (node.kind != Kind::list || node.items().size() != into.size()) {
        refuse_value(node, key, "a list of " + std::to_string(into.size()) + " numbers");
        return false;
    }
    for (std::size_t i = 0; i < into.size(); ++i) into[i] = number(node.items()[i], key);
    return true;
}

void JsonReader::name(std::string& value) {
    const JsonNode* node = needed("name", value.empty(), "everything has a name");
    if (!node) {
        if (scopes_.size() > 1 && !value.empty()) value = prefix_ + value;
        return;
    }
    if (node->kind != Kind::text || node->text().empty())
        return refuse_value(*node, "name", "a text with something in it");
    // The model as a whole and its postures go by one name in all files.
    const bool own = scopes_.size() == 1 || section_ == "postures" || section_ == "world";
    value = own ? node->text() : prefix_ + node->text();
}

void JsonReader::field(const char* key, bool& value, const char*) {
    const JsonNode* node = find(key);
    if (!node) return;
    if (node->kind != Kind::boolean) return refuse_value(*node, key, "true or false");
    value = node->boolean;
}

void JsonReader::field(const char* key, int& value, const char*) {
    const JsonNode* node = find(key);
    if (!node) return;
    const double x = number(*node, key);
    if (!(std::abs(x) <= std::numeric_limits<int>::max() && x == std::floor(x)))
        return refuse_value(*node, key, "an integer");
    value = static_cast<int>(x);
}

void JsonReader::field(const char* key, double& value, const char*) {
    if (const JsonNode* node = find(key)) value = number(*node, key);
}

void JsonReader::field(const char* key, std::string& value, const char*) {
    const JsonNode* node = find(key);
    if (!node) return;
    if (node->kind != Kind::text) return refuse_value(*node, key, "a text");
    value = node->text();
}

void JsonReader::field(const char* key, Vec3& value, const char*) {
    if (const JsonNode* node = find(key)) numbers(*node, key, std::span(&value.x, 3));
}

void JsonReader::field(const char* key, Sym3& value, const char*) {
    const JsonNode* node = find(key);
    if (!node) return;
    double all[6] = {};
    if (node->kind != Kind::list || (node->items().size() != 3 && node->items().size() != 6))
        return refuse_value(*node, key, "a list of 3 numbers (xx, yy, zz) or 6 (and xy, xz, yz)");
    numbers(*node, key, std::span(all, node->items().size()));
    value = {all[0], all[1], all[2], all[3], all[4], all[5]};
}

void JsonReader::field(const char* key, Colour& value, const char*) {
    const JsonNode* node = find(key);
    if (!node) return;
    double parts[4] = {0, 0, 0, 1};
    if (node->kind == Kind::text) {
        const std::string& hex = node->text();
        const auto digit = [](char c) {
            return c >= '0' && c <= '9'   ? c - '0'
                   : c >= 'a' && c <= 'f' ? c - 'a' + 10
                   : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                          : -1;
        };
        bool good = (hex.size() == 7 || hex.size() == 9) && hex[0] == '#';
        for (std::size_t i = 1; good && i + 1 < hex.size(); i += 2) {
            good = digit(hex[i]) >= 0 && digit(hex[i + 1]) >= 0;
            if (good) parts[i / 2] = (16 * digit(hex[i]) + digit(hex[i + 1])) / 255.0;
        }
        if (!good) return refuse_value(*node, key, "as \"#1f77b4\", or three or four numbers from 0 to 1");
    } else {
        const std::size_t count = node->items().size() == 4 ? 4 : 3;
        if (!numbers(*node, key, std::span(parts, count))) return;
    }
    value = {parts[0], parts[1], parts[2], parts[3]};
}

void JsonReader::field(const char* key, Numbers& value, const char*) {
    const JsonNode* node = find(key);
    if (!node) return;
    if (node->kind != Kind::list) return refuse_value(*node, key, "a list of numbers");
    value.resize(node->items().size());
    numbers(*node, key, value);
}

void JsonReader::field(const char* key, NamedNumbers& value, const char*) {
    const JsonNode* node = find(key);
    if (!node) return;
    if (node->kind != Kind::object) return refuse_value(*node, key, "an object of numbers by name");
    value.clear();
    for (std::size_t i = 0; i < node->keys().size(); ++i)
        value.emplace_back(prefix_ + node->keys()[i], number(node->items()[i], node->keys()[i].c_str()));
}

void JsonReader::field(const char* key, BodyId& value, const char* about) {
    const JsonNode* node = needed(key, value.index < 0, about);
    if (!node) return;
    if (node->kind != Kind::text) return refuse_value(*node, key, "the name of a body");
    for (const std::string& name : {prefix_ + node->text(), node->text()})
        if (const auto found = known_.bodies.find(name);
            found != known_.bodies.end() &&
            (name.size() != node->text().size() || prefix_.empty() || found->second == 0)) {
            value.index = found->second;
            return;
        }
    value.index = 0;  // so that nothing else is said of it
    refuse(node->line, (key ? std::string(key) : "an item") + ": there is no body " +
                           sinew::quoted(node->text()) + "." +
                           did_you_mean(prefix_ + node->text(), known_.bodies));
}

void JsonReader::field(const char* key, AnyJointId& value, const char* about) {
    const JsonNode* node = needed(key, value.index < 0, about);
    if (!node) return;
    if (node->kind != Kind::text) return refuse_value(*node, key, "the name of a joint");
    const auto found = known_.joints.find(prefix_ + node->text());
    if (found != known_.joints.end()) {
        value.index = found->second;
        return;
    }
    refuse(node->line, (key ? std::string(key) : "an item") + ": there is no joint " +
                           sinew::quoted(node->text()) + "." +
                           did_you_mean(prefix_ + node->text(), known_.joints));
}

void JsonReader::field(const char* key, CoordinateOf& value, const char* about) {
    const JsonNode* node = needed(key, value.joint.index < 0, about);
    if (!node) return;
    if (node->kind == Kind::object) {
        push(*node);
        field("joint", value.joint, "whose coordinate it is");
        field("index", value.index, "which of its speeds, from 0");
        unknown_keys();
        scopes_.pop_back();
        return;
    }
    if (node->kind != Kind::text) return refuse_value(*node, key, "a coordinate's name, as \"knee.angle\"");
    const auto found = known_.speeds.find(prefix_ + node->text());
    if (found != known_.speeds.end()) {
        value = found->second;
        return;
    }
    refuse(node->line, (key ? std::string(key) : "an item") + ": there is no coordinate " +
                           sinew::quoted(node->text()) + "." +
                           did_you_mean(prefix_ + node->text(), known_.speeds));
}

void JsonReader::word(const char* key, int& value, std::span<const char* const> words, const char*) {
    const JsonNode* node = find(key);
    if (!node) return;
    std::vector<std::string> all(words.begin(), words.end());
    std::string listed;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (node->kind == Kind::text && node->text() == all[i]) {
            value = static_cast<int>(i);
            return;
        }
        listed += (i == 0 ? "" : ", ") + all[i];
    }
    refuse_value(*node, key, "one of " + listed);
}

void JsonReader::flags(const char* key, unsigned& value, std::span<const char* const> words,
                       const char* about) {
    const int count = open_list(key, 0, -1, about);
    if (count < 0) return;
    value = 0;
    for (int i = 0; i < count; ++i) {
        int bit = 0;
        word(nullptr, bit, words, about);
        value |= 1u << bit;
    }
    close_list();
}

void JsonReader::bodies_are_there(Model& model) {
    known_.bodies.emplace(model.bodies.front().name, 0);
    known_.bodies.emplace("world", 0);
    for (std::size_t i = 1; i < model.bodies.size(); ++i) {
        const int line = lines("bodies")[i - 1];
        if (!known_.bodies.emplace(model.bodies[i].name, bodies_before_ + static_cast<int>(i)).second &&
            !model.bodies[i].name.empty())
            refuse(line, "two bodies are named " + sinew::quoted(model.bodies[i].name) + ". Rename one.");
    }
}

void JsonReader::joints_are_there(Model& model) {
    for (std::size_t j = 0; j < model.joints.size(); ++j) {
        const std::string& name = model.joints[j].placement.name;
        const AnyJointId global{{joints_before_ + static_cast<int>(j)}};
        if (!known_.joints.emplace(name, global.index).second && !name.empty()) {
            refuse(lines("joints")[j], "two joints are named " + sinew::quoted(name) + ". Rename one.");
            continue;
        }
        try {
            const std::vector<std::string> speeds = speed_names(model, {{static_cast<int>(j)}});
            for (std::size_t i = 0; i < speeds.size(); ++i)
                known_.speeds.emplace(speeds[i], CoordinateOf{global, static_cast<int>(i)});
        } catch (const ModelError& error) {
            for (const std::string& text : error.faults) refuse(lines("joints")[j], text);
        }
    }
}

bool JsonReader::open(const char* key, const char*, const char*) {
    const JsonNode* node = find(key);
    if (!node) return false;
    const bool element = scopes_.size() == 2 && scopes_.back().node->kind == Kind::list;
    if (node->kind != Kind::object) {
        refuse_value(*node, key, "an object { ... }");
        return false;
    }
    push(*node);
    if (scopes_.size() == 2) section_ = key ? key : "";
    if (element) {
        lines_.back().second[scopes_[1].next - 1] = node->line;
        const JsonNode* its_name = node->find("name");
        who_ = one_of_list(section_);
        if (its_name && its_name->kind == Kind::text) who_ += " " + sinew::quoted(prefix_ + its_name->text());
        else who_ += " " + std::to_string(scopes_[1].next) + " of the list";
    }
    return true;
}

void JsonReader::close() {
    unknown_keys();
    who_ = scopes_.back().who_before;
    line_ = scopes_.back().node->line;
    scopes_.pop_back();
}

int JsonReader::open_list(const char* key, int, int fixed, const char*) {
    const JsonNode* node = find(key);
    if (!node) return -1;
    if (node->kind != Kind::list || (fixed >= 0 && node->items().size() != static_cast<std::size_t>(fixed))) {
        refuse_value(*node, key, fixed >= 0 ? "a list of " + std::to_string(fixed) : "a list [ ... ]");
        return -1;
    }
    push(*node);
    if (scopes_.size() == 2) {
        section_ = key;
        lines_.emplace_back(section_, std::vector<int>(node->items().size(), node->line));
        for (std::size_t i = 0; i < node->items().size(); ++i)
            lines_.back().second[i] = node->items()[i].line;
    }
    return static_cast<int>(node->items().size());
}

void JsonReader::close_list() { scopes_.pop_back(); }

int JsonReader::first_choice(std::span<const std::string> types, int) {
    const JsonNode* node = needed("type", true, "it says what kind this is");
    if (node) {
        for (std::size_t i = 0; i < types.size(); ++i)
            if (node->kind == Kind::text && node->text() == types[i]) return static_cast<int>(i);
        std::string all;
        for (const std::string& type : types) all += (all.empty() ? "" : ", ") + type;
        const std::string nearest =
            node->kind == Kind::text
                ? nearest_name(node->text(), std::vector<std::string>(types.begin(), types.end()))
                : "";
        refuse(node->line, "type is " + described(*node) + ", which is not known." +
                               (nearest.empty() ? " Known are " + all + "."
                                                : " Did you mean " + sinew::quoted(nearest) + "?"));
    }
    scopes_.back().used.assign(scopes_.back().used.size(), true);  // what its fields should be is not known
    return -1;
}

bool JsonReader::number_instead(const char* key, double& value, bool, const char*) {
    Scope& scope = scopes_.back();
    const JsonNode* node = key                                       ? scope.node->find(key)
                           : scope.next < scope.node->items().size() ? &scope.node->items()[scope.next]
                                                                     : nullptr;
    if (!node || (node->kind != Kind::number && node->kind != Kind::text)) return false;
    value = number(*find(key), key);
    return true;
}

const std::vector<int>& JsonReader::lines(std::string_view section) const {
    static const std::vector<int> none;
    for (const auto& [name, lines] : lines_)
        if (name == section) return lines;
    return none;
}

}  // namespace sinew
