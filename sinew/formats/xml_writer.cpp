// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/names.h>
#include <sinew/formats/xml_writer.h>

namespace sinew::xml {

std::string escaped_text(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (c == '&') out += "&amp;";
        else if (c == '<') out += "&lt;";
        else if (c == '>') out += "&gt;";
        else if (c == '"') out += "&quot;";
        else if (c == '\n') out += "&#10;";
        else if (c == '\t') out += "&#9;";
        else if (c == '\r') out += "&#13;";
        else out += static_cast<unsigned char>(c) < 0x20 ? '?' : c;
    }
    return out;
}

void Writer::start(const std::string& name, const Attributes& attributes) {
    out_.append(2 * open_.size(), ' ');
    out_ += "<" + name;
    for (const auto& [attribute, value] : attributes)
        out_ += " " + attribute + "=\"" + escaped_text(value) + "\"";
}

void Writer::open(const std::string& name, const Attributes& attributes) {
    start(name, attributes);
    out_ += ">\n";
    open_.push_back(name);
}

void Writer::close() {
    const std::string name = open_.back();
    open_.pop_back();
    out_.append(2 * open_.size(), ' ');
    out_ += "</" + name + ">\n";
}

void Writer::empty(const std::string& name, const Attributes& attributes) {
    start(name, attributes);
    out_ += "/>\n";
}

void Writer::text(const std::string& name, const std::string& content, const Attributes& attributes) {
    start(name, attributes);
    out_ += ">" + escaped_text(content) + "</" + name + ">\n";
}

std::string number_text(double value) { return shortest(value + 0.0); }  // −0 is 0
std::string numbers_text(const Vec3& v) {
    return number_text(v.x) + " " + number_text(v.y) + " " + number_text(v.z);
}

}  // namespace sinew::xml
