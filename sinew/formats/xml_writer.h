// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/math/vec3.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sinew::xml {

/// Text as it stands within XML: "<", "&" and quotes as entities. Characters that XML can not hold become "?".
std::string escaped_text(std::string_view text);

/// Writes elements one after the other, indented. Numbers have as many digits as bring them back to the last bit.
class Writer {
public:
    using Attributes = std::vector<std::pair<std::string, std::string>>;
    void open(const std::string& name, const Attributes& attributes = {});
    void close();
    void empty(const std::string& name, const Attributes& attributes = {});
    void text(const std::string& name, const std::string& content, const Attributes& attributes = {});
    /// All of it, once everything is closed.
    const std::string& result() const { return out_; }

private:
    void start(const std::string& name, const Attributes& attributes);
    std::string out_ = "<?xml version=\"1.0\"?>\n";
    std::vector<std::string> open_{};
};

std::string number_text(double value);
std::string numbers_text(const Vec3& v);

}  // namespace sinew::xml
