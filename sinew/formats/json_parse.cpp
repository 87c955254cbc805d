// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/names.h>
#include <sinew/formats/json_node.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <iterator>

namespace sinew {

namespace {

using Kind = JsonNode::Kind;

/// How far the library has read.
struct Progress {
    int line = 1;
    char last = 0;
};

/// Hands the text to the library and counts lines meanwhile.
class Counting {
public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;

    Counting(const char* at, Progress* progress) : at_(at), progress_(progress) {}
    reference operator*() const { return *at_; }
    Counting& operator++() {
        progress_->last = *at_;
        if (*at_ == '\n') ++progress_->line;
        ++at_;
        return *this;
    }
    friend bool operator==(const Counting& a, const Counting& b) { return a.at_ == b.at_; }

private:
    const char* at_;
    Progress* progress_;
};

class Builder : public nlohmann::json_sax<nlohmann::json> {
public:
    Builder(const Progress& progress, const std::string& file, const JsonLimits& limits)
        : progress_(progress), file_(file), limits_(limits) {}

    JsonNode root;

    bool null() override { return value(JsonNode(), line()); }
    bool boolean(bool b) override { return value(JsonNode::of(b), line()); }
    bool number_integer(number_integer_t n) override {
        return value(JsonNode::of(static_cast<double>(n)), after_number());
    }
    bool number_unsigned(number_unsigned_t n) override {
        return value(JsonNode::of(static_cast<double>(n)), after_number());
    }
    bool number_float(number_float_t x, const string_t&) override {
        return value(JsonNode::of(static_cast<double>(x)), after_number());
    }
    bool string(string_t& s) override { return value(JsonNode::of(s), line()); }
    bool binary(binary_t&) override { return false; }
    bool start_object(std::size_t) override { return open(Kind::object); }
    bool start_array(std::size_t) override { return open(Kind::list); }
    bool end_array() override { return close(); }
    bool end_object() override {
        const JsonNode& object = *open_.back();
        std::vector<std::size_t> order(object.keys().size());
        for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
        const auto& keys = object.keys();
        std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
            return keys[a] != keys[b] ? keys[a] < keys[b] : a < b;
        });
        for (std::size_t i = 1; i < order.size(); ++i)
            if (keys[order[i]] == keys[order[i - 1]])
                refuse(object.items()[order[i]].line, "the key " + sinew::quoted(keys[order[i]]) +
                                                          " stands here and in line " +
                                                          std::to_string(object.items()[order[i - 1]].line) +
                                                          ". An object has each key once.");
        return close();
    }
    bool key(string_t& k) override {
        key_ = std::move(k);
        return true;
    }
    bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception& error) override {
        std::string what = error.what();
        for (const char* const before :
             {": syntax error ", "] "})  // the library's words begin with numbers of its own
            if (const std::size_t at = what.find(before); at != std::string::npos) {
                what.erase(0, at + (before[0] == ':' ? 2 : 2));
                break;
            }
        refuse(line(), "this is not JSON: " + escaped(what) + ".");
    }

private:
    int line() const { return progress_.line; }
    /// A number ends where what follows it was read.
    int after_number() const { return progress_.last == '\n' ? line() - 1 : line(); }

    [[noreturn]] void refuse(int at_line, const std::string& what) const {
        Reading reading;
        reading.fault({file_, at_line}, what);
        reading.throw_if_failed();
        std::abort();
    }

    JsonNode* place(JsonNode node, int at_line) {
        if (++count_ > limits_.values)
            refuse(at_line, "more than " + std::to_string(limits_.values) +
                                " values. This is more than any model has.");
        node.line = at_line;
        if (open_.empty()) return &(root = std::move(node));
        JsonNode& in = *open_.back();
        return &(in.kind == Kind::object ? in.add(key_, std::move(node)) : in.add(std::move(node)));
    }
    bool value(JsonNode node, int at_line) {
        place(std::move(node), at_line);
        return true;
    }
    bool open(Kind kind) {
        if (open_.size() == limits_.depth)
            refuse(line(), "lists and objects are nested more than " + std::to_string(limits_.depth) +
                               " deep. No model is.");
        open_.push_back(place(JsonNode(kind), line()));
        return true;
    }
    bool close() {
        open_.pop_back();
        return true;
    }

    const Progress& progress_;
    const std::string& file_;
    const JsonLimits& limits_;
    std::vector<JsonNode*> open_;  ///< only the last of each list grows, so these stay where they are
    std::string key_;
    std::size_t count_ = 0;
};

[[noreturn]] void refuse(const std::string& file, int line, const std::string& what) {
    Reading reading;
    reading.fault({file, line}, what);
    reading.throw_if_failed();
    std::abort();
}

void check_encoding(std::string_view text, const std::string& file) {
    const auto byte = [&](std::size_t i) {
        return i < text.size() ? static_cast<unsigned char>(text[i]) : 1u;
    };
    if ((byte(0) == 0xfe && byte(1) == 0xff) || (byte(0) == 0xff && byte(1) == 0xfe) ||
        (text.size() > 1 && (byte(0) == 0 || byte(1) == 0)))
        refuse(file, 1, "the text is UTF-16 or UTF-32. Save it as UTF-8.");
    int line = 1;
    for (std::size_t i = 0; i < text.size();) {
        if (text[i] == '\n') ++line;
        const std::size_t length = byte(i) < 0x80 ? (text[i] == 0 ? 0 : 1) : utf8_length(text.substr(i, 4));
        if (length == 0)
            refuse(file, line,
                   text[i] == 0 ? "a byte is zero. This is not text."
                                : "the text is not UTF-8 (Latin-1, perhaps). Save it as UTF-8.");
        i += length;
    }
}

}  // namespace

JsonNode parse_json_text(std::string_view text, const std::string& file, const JsonLimits& limits) {
    if (text.size() > limits.bytes)
        refuse(file, 0,
               std::to_string(text.size()) + " bytes are more than the " + std::to_string(limits.bytes) +
                   " that a model may have.");
    check_encoding(text, file);
    if (text.substr(0, 3) == "\xef\xbb\xbf") text.remove_prefix(3);
    Progress progress;
    Builder builder(progress, file, limits);
    nlohmann::json::sax_parse(Counting(text.data(), &progress),
                              Counting(text.data() + text.size(), &progress), &builder,
                              nlohmann::json::input_format_t::json, true, true);
    return std::move(builder.root);
}

}  // namespace sinew
