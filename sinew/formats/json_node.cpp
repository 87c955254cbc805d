// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/names.h>
#include <sinew/formats/json_node.h>
#include <sinew/state/variables.h>

#include <cmath>
#include <utility>

namespace sinew {

namespace {

using Kind = JsonNode::Kind;

constexpr std::size_t width = 120;

std::string number_text(double value) {
    if (value == 0 && std::signbit(value))
        return "-0.0";  // "-0" would be read as an integer, which has no sign then
    return shortest(value);
}

std::string leaf(const JsonNode& node) {
    switch (node.kind) {
        case Kind::boolean: return node.boolean ? "true" : "false";
        case Kind::number: return number_text(node.number);
        case Kind::text: return json_of(std::string_view(node.text()));
        default: return "null";
    }
}

/// All in one line; stops when it is longer than it may be.
void in_line(const JsonNode& node, std::size_t longest, std::string& out) {
    const bool object = node.kind == Kind::object;
    if (!object && node.kind != Kind::list) {
        out += leaf(node);
        return;
    }
    out += object ? "{" : "[";
    for (std::size_t i = 0; i < node.items().size() && out.size() <= longest; ++i) {
        if (i > 0) out += ", ";
        if (object) out += json_of(std::string_view(node.keys()[i])) + ": ";
        in_line(node.items()[i], longest, out);
    }
    out += object ? "}" : "]";
}

void lay_out(const JsonNode& node, std::size_t indent, std::size_t before, std::size_t after, bool whole,
             std::string& out) {
    const bool object = node.kind == Kind::object;
    if (!object && node.kind != Kind::list) {
        out += leaf(node);
        return;
    }
    std::string line;
    const std::size_t room = width > indent + before + after ? width - indent - before - after : 0;
    in_line(node, room, line);
    if (node.items().empty() || (!whole && line.size() <= room)) {
        out += line;
        return;
    }
    out += object ? "{" : "[";
    const std::string margin(indent + 2, ' ');
    bool numbers = !object;  // many numbers: as many in a line as fit
    for (const JsonNode& item : node.items()) numbers = numbers && item.kind == Kind::number;
    std::size_t column = width;
    for (std::size_t i = 0; i < node.items().size(); ++i) {
        const JsonNode& item = node.items()[i];
        if (i > 0) out += ",";
        std::string key;
        if (object) key = json_of(std::string_view(node.keys()[i])) + ": ";
        if (numbers) {
            const std::string text = leaf(item);
            if (column + text.size() + 2 >= width) {
                out += "\n" + margin + text;
                column = margin.size() + text.size();
            } else {
                out += " " + text;
                column += text.size() + 2;
            }
            continue;
        }
        out += "\n" + margin + key;
        // Below the top, a list of elements has a line or more for each.
        const bool spread = whole && object && item.kind == Kind::list && !item.items().empty() &&
                            item.items()[0].kind == Kind::object;
        lay_out(item, indent + 2, key.size(), 1, spread, out);
    }
    out += "\n" + std::string(indent, ' ') + (object ? "}" : "]");
}

}  // namespace

JsonNode JsonNode::of(double value) {
    JsonNode node(Kind::number);
    node.number = value;
    return node;
}

JsonNode JsonNode::of(bool value) {
    JsonNode node(Kind::boolean);
    node.boolean = value;
    return node;
}

JsonNode JsonNode::of(std::string_view value) {
    JsonNode node(Kind::text);
    node.parts_->text = value;
    return node;
}

const std::string& JsonNode::text() const {
    static const std::string none;
    return parts_ ? parts_->text : none;
}

const std::vector<JsonNode>& JsonNode::items() const {
    static const std::vector<JsonNode> none;
    return parts_ ? parts_->items : none;
}

const std::vector<std::string>& JsonNode::keys() const {
    static const std::vector<std::string> none;
    return parts_ ? parts_->keys : none;
}

std::vector<JsonNode>& JsonNode::items() { return parts_->items; }
std::vector<std::string>& JsonNode::keys() { return parts_->keys; }
std::string& JsonNode::text_to_change() { return parts_->text; }

const JsonNode* JsonNode::find(std::string_view key) const {
    for (std::size_t i = 0; i < keys().size(); ++i)
        if (keys()[i] == key) return &items()[i];
    return nullptr;
}

JsonNode* JsonNode::find(std::string_view key) {
    return const_cast<JsonNode*>(std::as_const(*this).find(key));
}

JsonNode& JsonNode::add(std::string_view key, JsonNode value) {
    parts_->keys.emplace_back(key);
    return add(std::move(value));
}

JsonNode& JsonNode::add(JsonNode value) { return parts_->items.emplace_back(std::move(value)); }

void JsonNode::remove(std::size_t item) {
    parts_->items.erase(parts_->items.begin() + static_cast<std::ptrdiff_t>(item));
    if (!parts_->keys.empty()) parts_->keys.erase(parts_->keys.begin() + static_cast<std::ptrdiff_t>(item));
}

bool operator==(const JsonNode& a, const JsonNode& b) {
    return a.kind == b.kind && a.boolean == b.boolean && a.number == b.number &&
           std::signbit(a.number) == std::signbit(b.number) && a.text() == b.text() && a.keys() == b.keys() &&
           a.items() == b.items();
}

std::string described(const JsonNode& node) {
    switch (node.kind) {
        case Kind::null: return "null";
        case Kind::boolean: return node.boolean ? "true" : "false";
        case Kind::number: return "the number " + shortest(node.number);
        case Kind::text: return "the text " + sinew::quoted(node.text());
        case Kind::list: return "a list of " + std::to_string(node.items().size());
        default: return "an object";
    }
}

std::string to_json_text(const JsonNode& node) {
    std::string out;
    lay_out(node, 0, 0, 0, true, out);
    return out + "\n";
}

}  // namespace sinew
