// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/formats/reading.h>
#include <sinew/math/vec3.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sinew::xml {

// XML as the readers of model files need it: typed values, faults that name file, line, element, value and rule, and
// a record of what was asked for, so that whatever nobody asked for can be listed. Document type declarations are
// refused, so there are no entities but the five that XML has.

/// What a file may cost. Beyond it, it is refused.
struct Limits {
    std::size_t bytes = 100'000'000;
    int depth = 1'000;  ///< of elements within elements
    std::size_t elements = 2'000'000;
    std::size_t attributes = 4'000'000;
};

struct Tree;
class Element;

/// The text of an attribute or of an element, to be read as something. What can not be read as that is a fault of the
/// Reading, and gives the fallback, so that one pass finds all faults. No text at all: the fallback.
class Value {
public:
    Value() = default;
    Value(const Element& of, std::string label, std::optional<std::string_view> text);

    explicit operator bool() const { return text_.has_value(); }
    std::string_view text() const { return text_.value_or(std::string_view{}); }

    /// Without the white space around it.
    std::string word(std::string_view fallback = {}) const;
    /// Read whatever the locale, to the last bit. "nan", "1,5", "1e", "0x10" and what a double can not hold are faults.
    double number(double fallback = 0) const;
    /// The same, but "inf", "+inf" and "-inf" (in any case, also "infinity") are numbers, too.
    double number_or_infinite(double fallback = 0) const;
    int integer(int fallback = 0) const;
    /// true, false, 1 or 0.
    bool flag(bool fallback = false) const;
    Vec3 vec3(const Vec3& fallback = {}) const;
    /// As many numbers as there are, apart by white space; a fault if there are fewer or more than asked for.
    std::vector<double> numbers(std::size_t least = 0, std::size_t most = 1'000'000) const;
    /// Apart by white space.
    std::vector<std::string> words() const;
    /// One of these, else a fault that lists them and the nearest.
    std::string one_of(const std::vector<std::string>& allowed, std::string_view fallback = {}) const;

    /// A fault of this value: "joint "elbow": axis xyz="0 0 0" " and then the text.
    void fault(const std::string& text) const;

private:
    double one_number(std::string_view text, double fallback, bool infinite) const;
    std::string label_{};  ///< as in "mass value"
    std::optional<std::string_view> text_{};
    const Tree* tree_ = nullptr;
    int node_ = 0;
};

/// An element, or none: what none is asked for is not there. A handle: cheap to copy, valid as long as its Document.
class Element {
public:
    Element() = default;
    Element(const Tree* tree, int node) : tree_(tree), node_(node) {}

    explicit operator bool() const { return tree_ != nullptr; }
    std::string_view name() const;
    SourcePlace place() const;
    /// In words: `joint "elbow"`, and for elements without a name with the one around them: `joint "elbow": axis`.
    std::string label() const;

    /// The first child of that name. Further ones of the same name stay unread.
    Element child(std::string_view name) const;
    std::vector<Element> children(std::string_view name) const;
    /// All of them, unread: read() those that are understood.
    std::vector<Element> children() const;
    Element parent() const;
    const Element& read() const;
    /// This element and all within it count as read.
    void read_all() const;

    bool has(std::string_view attribute) const;
    Value attribute(std::string_view name) const;
    /// The same, but that it is missing is a fault.
    Value required(std::string_view name) const;
    Element required_child(std::string_view name) const;
    /// The names of its attributes, unread.
    std::vector<std::string> attribute_names() const;
    /// The text within the element.
    Value text() const;
    /// The text of a child: what <a><b>text</b></a> says of b in a.
    Value text_of(std::string_view child_name) const;
    Value required_text_of(std::string_view child_name) const;

    void fault(const std::string& text) const;
    void note(const std::string& text, bool assumed = false) const;

    friend bool operator==(const Element&, const Element&) = default;

private:
    friend class Value;
    const Tree* tree_ = nullptr;
    int node_ = 0;
};

/// A file as a tree of elements. Faults and notes go to the Reading, which must live as long.
class Document {
public:
    /// Throws FileError if it is no XML at all, too large, or has more than one element on top.
    Document(std::string_view text, const std::string& file, Reading& reading, const Limits& limits = {});
    static Document read(const std::string& file, Reading& reading, const Limits& limits = {});
    Document(Document&&) noexcept;
    Document& operator=(Document&&) noexcept;
    ~Document();

    Element root() const;
    /// Notes "is not understood" for elements, attributes and text that nobody asked for: one for each kind, with the
    /// lines.
    void note_unread() const;

private:
    std::unique_ptr<Tree> tree_;
};

}  // namespace sinew::xml
