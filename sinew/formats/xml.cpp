// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/names.h>
#include <sinew/formats/text_file.h>
#include <sinew/formats/xml_tree.h>

#include <pugixml.hpp>
#include <fmt/format.h>

#include <algorithm>

namespace sinew::xml {

namespace {

/// Lines by offsets that only grow, in linear time.
class Lines {
public:
    explicit Lines(std::string_view text) : text_(text) {}
    int at(std::size_t offset) {
        offset = std::min(offset, text_.size());
        if (offset < seen_) seen_ = 0, line_ = 1;
        line_ += static_cast<int>(std::count(text_.begin() + static_cast<std::ptrdiff_t>(seen_),
                                             text_.begin() + static_cast<std::ptrdiff_t>(offset), '\n'));
        seen_ = offset;
        return line_;
    }

private:
    std::string_view text_;
    std::size_t seen_ = 0;
    int line_ = 1;
};

[[noreturn]] void refuse(const std::string& file, int line, const std::string& why) {
    throw FileError(to_text(SourcePlace{file, line}) + ": " + why);
}

/// The text without its byte-order mark, if its encoding is UTF-8.
std::string_view utf8(std::string_view text, const std::string& file) {
    const auto starts = [&](std::string_view mark) { return text.substr(0, mark.size()) == mark; };
    if (starts("\xff\xfe") || starts("\xfe\xff") || starts(std::string_view("<\0", 2)) ||
        starts(std::string_view("\0<", 2)))
        refuse(file, 1, "the encoding is UTF-16 or UTF-32. Save the file as UTF-8.");
    if (starts("\xef\xbb\xbf")) text.remove_prefix(3);
    Lines lines(text);
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t length =
            static_cast<unsigned char>(text[i]) < 0x80 ? 1 : utf8_length(text.substr(i, 4));
        if (length == 0)
            refuse(
                file, lines.at(i),
                fmt::format(
                    "byte {:#04x} is not UTF-8, as in text of Latin-1 or a damaged file. Save it as UTF-8.",
                    static_cast<unsigned char>(text[i])));
        if (text[i] == '\0')
            refuse(file, lines.at(i), "there is a NUL byte. This is no XML file, or it is damaged.");
        i += length;
    }
    return text;
}

void declaration(const pugi::xml_node& node, const std::string& file) {
    std::string encoding = node.attribute("encoding").value();
    for (char& c : encoding)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    for (const char* known : {"", "utf-8", "utf8", "us-ascii", "ascii"})
        if (encoding == known) return;
    refuse(file, 1, "the encoding is declared as " + sinew::quoted(encoding) + ". Save the file as UTF-8.");
}

/// Copies what pugixml found into the flat lists, without recursion.
struct Builder {
    Tree& tree;
    const Limits& limits;
    Lines lines;

    void attributes(const pugi::xml_node& from, Tree::Node& node) {
        node.first_attribute = static_cast<int>(tree.attributes.size());
        for (const pugi::xml_attribute& a : from.attributes()) {
            if (tree.attributes.size() == limits.attributes)
                refuse(tree.file, node.line, fmt::format("more than {} attributes.", limits.attributes));
            tree.attributes.push_back({.name = a.name(), .value = a.value()});
        }
        node.attributes = static_cast<int>(tree.attributes.size()) - node.first_attribute;
    }

    int add(const pugi::xml_node& from, int parent) {
        if (tree.nodes.size() == limits.elements)
            refuse(tree.file, 0, fmt::format("more than {} elements.", limits.elements));
        const int self = static_cast<int>(tree.nodes.size());
        Tree::Node node;
        node.name = from.name();
        const std::ptrdiff_t offset = from.offset_debug();
        node.line = offset < 0 ? 0 : lines.at(static_cast<std::size_t>(offset));
        node.parent = parent;
        attributes(from, node);
        tree.nodes.push_back(node);
        if (parent >= 0) {
            Tree::Node& above = tree.node(parent);
            if (above.last_child >= 0) tree.node(above.last_child).next = self;
            else above.first_child = self;
            above.last_child = self;
        }
        return self;
    }

    void all(const pugi::xml_node& root) {
        int self = add(root, -1), depth = 1;
        pugi::xml_node at = root, next = root.first_child();
        while (true) {
            for (; next; next = next.next_sibling()) {
                if (next.type() == pugi::node_element) break;
                Tree::Node& node = tree.node(self);
                if (node.text.empty()) node.text = next.value();
            }
            if (next) {
                self = add(next, self);
                if (++depth > limits.depth)
                    refuse(tree.file, tree.node(self).line,
                           fmt::format("elements are nested more than {} deep.", limits.depth));
                at = next;
                next = at.first_child();
            } else {
                if (at == root) return;
                next = at.next_sibling();
                at = at.parent();
                self = tree.node(self).parent;
                --depth;
            }
        }
    }
};

void check_repeated(const Tree& tree) {
    std::vector<std::string_view> names;
    for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
        names.clear();
        for (const Tree::Attribute& a : tree.attributes_of(static_cast<int>(i))) names.push_back(a.name);
        std::sort(names.begin(), names.end());
        const auto twice = std::adjacent_find(names.begin(), names.end());
        if (twice != names.end())
            tree.reading->fault(tree.place(static_cast<int>(i)),
                                tree.label(static_cast<int>(i)) + ": the attribute " + sinew::quoted(*twice) +
                                    " is there twice. Keep one of them.");
    }
}

}  // namespace

std::string Tree::label(int i) const {
    std::string_view named = attribute(i, "name");
    if (named.data()) return escaped(node(i).name) + " " + sinew::quoted(named);
    std::string path = escaped(node(i).name);
    for (int above = node(i).parent, steps = 0; above >= 0 && steps < 5;
         above = node(above).parent, ++steps) {
        named = attribute(above, "name");
        if (named.data()) return escaped(node(above).name) + " " + sinew::quoted(named) + ": " + path;
        if (node(above).parent >= 0) path = escaped(node(above).name) + " " + path;
    }
    return path;
}

Document::Document(std::string_view text, const std::string& file, Reading& reading, const Limits& limits)
    : tree_(std::make_unique<Tree>()) {
    tree_->file = file;
    tree_->reading = &reading;
    if (text.size() > limits.bytes)
        refuse(file, 0, fmt::format("{} bytes, and at most {} are read.", text.size(), limits.bytes));
    text = utf8(text, file);
    if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) refuse(file, 0, "the file is empty.");
    auto* document = new pugi::xml_document;
    tree_->memory = {document, [](void* memory) { delete static_cast<pugi::xml_document*>(memory); }};
    const unsigned flags =
        pugi::parse_default | pugi::parse_doctype | pugi::parse_declaration | pugi::parse_trim_pcdata;
    const pugi::xml_parse_result result =
        document->load_buffer(text.data(), text.size(), flags, pugi::encoding_utf8);
    Lines lines(text);
    // Looked for by hand as well, because a parser that gives up half way has not shown it yet.
    for (const pugi::xml_node& node : document->children())
        if (node.type() == pugi::node_doctype)
            refuse(file, lines.at(text.find("<!DOCTYPE")),
                   "document type declarations (<!DOCTYPE ...>) are not read, nor the entities they define. "
                   "Take it out.");
    if (!result)
        refuse(file, lines.at(static_cast<std::size_t>(std::max<std::ptrdiff_t>(result.offset, 0))),
               std::string("this is not well-formed XML: ") + result.description() +
                   ". An element that is not closed, or a file that was cut off, looks like this.");
    pugi::xml_node root;
    for (const pugi::xml_node& node : document->children()) {
        if (node.type() == pugi::node_declaration) declaration(node, file);
        if (node.type() != pugi::node_element) continue;
        if (root)
            refuse(file, lines.at(static_cast<std::size_t>(std::max<std::ptrdiff_t>(node.offset_debug(), 0))),
                   "a second element " + sinew::quoted(node.name()) + " after the end of " +
                       sinew::quoted(root.name()) + ". A file has one element that holds all others.");
        root = node;
    }
    if (!root) refuse(file, 0, "there is no XML element in it.");
    Builder{*tree_, limits, Lines(text)}.all(root);
    check_repeated(*tree_);
    tree_->nodes[0].read = true;
}

Document Document::read(const std::string& file, Reading& reading, const Limits& limits) {
    return Document(read_text_file(file), file, reading, limits);
}

Document::Document(Document&&) noexcept = default;
Document& Document::operator=(Document&&) noexcept = default;
Document::~Document() = default;

Element Document::root() const { return {tree_.get(), 0}; }

namespace {

/// Lines of one kind of thing that was not asked for.
struct Unread {
    std::string what;
    std::vector<int> lines;
};

void note(std::vector<Unread>& kinds, std::string what, int line) {
    for (Unread& kind : kinds)
        if (kind.what == what) return kind.lines.push_back(line);
    if (kinds.size() < 1'000) kinds.push_back({std::move(what), {line}});
}

std::string lines_text(const std::vector<int>& lines) {
    if (lines.size() == 1) return "";
    std::string text = " (lines ";
    const std::size_t told = std::min<std::size_t>(lines.size(), 8);
    for (std::size_t i = 0; i < told; ++i) text += (i == 0 ? "" : ", ") + std::to_string(lines[i]);
    if (lines.size() > told) text += fmt::format(" and {} more", lines.size() - told);
    return text + ")";
}

}  // namespace

void Document::note_unread() const {
    const Tree& tree = *tree_;
    std::vector<Unread> kinds;
    for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
        const Tree::Node& node = tree.nodes[i];
        const std::string self = "<" + escaped(node.name) + ">";
        if (node.parent >= 0 && !tree.node(node.parent).read) {
            tree.nodes[i].read = false;  // told with what it is in
            continue;
        }
        if (!node.read) {
            const std::string in =
                node.parent < 0 ? "" : " in <" + escaped(tree.node(node.parent).name) + ">";
            note(kinds, self + in + " is not understood and was left out", node.line);
            continue;
        }
        for (const Tree::Attribute& a : tree.attributes_of(static_cast<int>(i)))
            if (!a.read && !a.name.starts_with("xmlns"))
                note(kinds,
                     "the attribute " + sinew::quoted(a.name) + " of " + self +
                         " is not understood and was left out",
                     node.line);
        if (!node.text.empty() && !node.text_read)
            note(kinds, "the text in " + self + " is not understood and was left out", node.line);
    }
    for (const Unread& kind : kinds)
        tree.reading->note({tree.file, kind.lines.front()}, kind.what + lines_text(kind.lines) + ".");
}

}  // namespace sinew::xml
