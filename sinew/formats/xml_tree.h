// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/formats/xml.h>

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sinew::xml {

/// What stands behind a Document: flat lists, so that neither building nor freeing it goes as deep as the file does.
struct Tree {
    struct Attribute {
        std::string_view name, value;
        mutable bool read = false;
    };
    struct Node {
        std::string_view name{}, text{};
        int line = 0, parent = -1, first_child = -1, last_child = -1, next = -1;
        int first_attribute = 0, attributes = 0;
        mutable bool read = false, text_read = false;
    };

    std::string file;
    Reading* reading = nullptr;
    std::vector<Node> nodes{};
    std::vector<Attribute> attributes{};
    std::unique_ptr<void, void (*)(void*)> memory{nullptr, nullptr};  ///< what the views point into

    const Node& node(int i) const { return nodes[static_cast<std::size_t>(i)]; }
    Node& node(int i) { return nodes[static_cast<std::size_t>(i)]; }
    std::span<const Attribute> attributes_of(int i) const {
        const Node& n = node(i);
        return std::span(attributes)
            .subspan(static_cast<std::size_t>(n.first_attribute), static_cast<std::size_t>(n.attributes));
    }
    std::string_view attribute(int i, std::string_view name) const {
        for (const Attribute& a : attributes_of(i))
            if (a.name == name) return a.value;
        return {};
    }
    SourcePlace place(int i) const { return {file, node(i).line}; }
    std::string label(int i) const;
};

}  // namespace sinew::xml
