// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sinew::cli {

/// A value of JSON to be written: members stay in the order they were set, numbers read back to the last bit. What no
/// number of JSON can say (NaN, infinity) is null.
class Json {
public:
    Json() = default;  ///< null
    Json(bool value) : text_(value ? "true" : "false") {}
    Json(int value) : text_(std::to_string(value)) {}
    Json(long value) : text_(std::to_string(value)) {}
    Json(std::size_t value) : text_(std::to_string(value)) {}
    Json(double value);
    Json(const char* value) : Json(std::string_view(value)) {}
    Json(const std::string& value) : Json(std::string_view(value)) {}
    Json(std::string_view value);
    Json(std::span<const double> values);
    Json(const std::vector<double>& values) : Json(std::span<const double>(values)) {}
    Json(const std::vector<std::string>& values);

    static Json object();
    static Json array();
    /// Text that is JSON already.
    static Json raw(std::string text);

    Json& set(std::string key, Json value);
    Json& push(Json value);
    bool empty() const { return members_.empty(); }

    /// Arrays of plain values in one line, all else a line each.
    std::string text(int indent = 0) const;

private:
    enum class Kind : unsigned char { plain, array, object };
    Kind kind_ = Kind::plain;
    std::string text_ = "null";
    std::vector<std::pair<std::string, Json>> members_;
};

}  // namespace sinew::cli
