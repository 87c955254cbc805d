// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/formats/reading.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace sinew {

/// A value of JSON with the line it stands on; members of objects in the order of the file. Small where it is a number,
/// for there are many of these.
class JsonNode {
public:
    enum class Kind : unsigned char { null, boolean, number, text, list, object };

    JsonNode() = default;
    explicit JsonNode(Kind its_kind) : kind(its_kind) {
        if (its_kind >= Kind::text) parts_ = std::make_unique<Parts>();
    }
    static JsonNode of(double value);
    static JsonNode of(bool value);
    static JsonNode of(std::string_view value);
    static JsonNode list() { return JsonNode(Kind::list); }
    static JsonNode object() { return JsonNode(Kind::object); }

    Kind kind = Kind::null;
    bool boolean = false;
    int line = 0;
    double number = 0;

    const std::string& text() const;
    /// Of a list or an object; none of anything else.
    const std::vector<JsonNode>& items() const;
    std::vector<JsonNode>& items();
    /// Of an object, as many as items.
    const std::vector<std::string>& keys() const;
    std::vector<std::string>& keys();
    std::string& text_to_change();

    const JsonNode* find(std::string_view key) const;
    JsonNode* find(std::string_view key);
    /// Adds a member, or an item of a list.
    JsonNode& add(std::string_view key, JsonNode value);
    JsonNode& add(JsonNode value);
    void remove(std::size_t item);

    friend bool operator==(const JsonNode& a, const JsonNode& b);

private:
    struct Parts {
        std::string text{};
        std::vector<std::string> keys{};
        std::vector<JsonNode> items{};
    };
    std::unique_ptr<Parts> parts_{};
};

/// "a number", "a list": what a message calls a value.
std::string described(const JsonNode& node);

/// What a file may cost. Beyond it, it is refused.
struct JsonLimits {
    std::size_t bytes = 100'000'000;
    std::size_t values = 8'000'000;
    std::size_t depth = 200;
};

/// Reads JSON, with comments as in C++ allowed. Throws FileError with file and line where it is none, where a key
/// stands twice in an object, or where it goes beyond the limits.
JsonNode parse_json_text(std::string_view text, const std::string& file, const JsonLimits& limits = {});

/// As text: what fits in a line stands in one; numbers as short as they read back the same.
std::string to_json_text(const JsonNode& node);

}  // namespace sinew
