// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/names.h>
#include <sinew/formats/xml_tree.h>

namespace sinew::xml {

std::string_view Element::name() const { return tree_ ? tree_->node(node_).name : std::string_view{}; }
SourcePlace Element::place() const { return tree_ ? tree_->place(node_) : SourcePlace{}; }
std::string Element::label() const { return tree_ ? tree_->label(node_) : std::string{}; }

Element Element::child(std::string_view wanted) const {
    if (!tree_) return {};
    for (int i = tree_->node(node_).first_child; i >= 0; i = tree_->node(i).next)
        if (tree_->node(i).name == wanted) return Element(tree_, i).read();
    return {};
}

std::vector<Element> Element::children(std::string_view wanted) const {
    std::vector<Element> found;
    if (!tree_) return found;
    for (int i = tree_->node(node_).first_child; i >= 0; i = tree_->node(i).next)
        if (tree_->node(i).name == wanted) found.push_back(Element(tree_, i).read());
    return found;
}

std::vector<Element> Element::children() const {
    std::vector<Element> found;
    if (!tree_) return found;
    for (int i = tree_->node(node_).first_child; i >= 0; i = tree_->node(i).next)
        found.emplace_back(tree_, i);
    return found;
}

Element Element::parent() const {
    return tree_ && tree_->node(node_).parent >= 0 ? Element(tree_, tree_->node(node_).parent) : Element{};
}

const Element& Element::read() const {
    if (tree_) tree_->node(node_).read = true;
    return *this;
}

void Element::read_all() const {
    if (!tree_) return;
    // What is within an element comes right after it in the list.
    const int count = static_cast<int>(tree_->nodes.size());
    for (int i = node_; i < count && (i == node_ || tree_->node(i).parent >= node_); ++i) {
        tree_->node(i).read = tree_->node(i).text_read = true;
        for (const Tree::Attribute& a : tree_->attributes_of(i)) a.read = true;
    }
}

bool Element::has(std::string_view wanted) const {
    return tree_ && tree_->attribute(node_, wanted).data() != nullptr;
}

Value Element::attribute(std::string_view wanted) const {
    if (!tree_) return {};
    std::optional<std::string_view> text;
    for (const Tree::Attribute& a : tree_->attributes_of(node_))
        if (a.name == wanted) {
            a.read = true;
            if (!text) text = a.value;
        }
    return Value(*this, escaped(wanted), text);
}

Value Element::required(std::string_view wanted) const {
    if (tree_ && !has(wanted)) fault("the attribute " + sinew::quoted(wanted) + " is missing.");
    return attribute(wanted);
}

Element Element::required_child(std::string_view wanted) const {
    const Element found = child(wanted);
    if (tree_ && !found) fault("the element <" + escaped(wanted) + "> is missing.");
    return found;
}

std::vector<std::string> Element::attribute_names() const {
    std::vector<std::string> names;
    if (tree_)
        for (const Tree::Attribute& a : tree_->attributes_of(node_)) names.emplace_back(a.name);
    return names;
}

Value Element::text() const {
    if (!tree_) return {};
    tree_->node(node_).text_read = true;
    return Value(*this, "", tree_->node(node_).text);
}

Value Element::text_of(std::string_view child_name) const { return child(child_name).text(); }
Value Element::required_text_of(std::string_view child_name) const {
    return required_child(child_name).text();
}

void Element::fault(const std::string& text) const {
    if (tree_) tree_->reading->fault(place(), label() + ": " + text);
}
void Element::note(const std::string& text, bool assumed) const {
    if (tree_) tree_->reading->note(place(), label() + ": " + text, assumed);
}

}  // namespace sinew::xml
