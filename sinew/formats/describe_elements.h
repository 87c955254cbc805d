// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/base/names.h>
#include <sinew/formats/fields.h>

namespace sinew {

inline constexpr const char* the_coordinate = "the coordinate, as \"knee.angle\"";

/// Adds a kind of element to those that files can hold: all but the one that users write themselves, Custom.
template <class Kind, class Custom, class Any>
void add_kind(KindsOf<Any>& all, const char* type) {
    if constexpr (!std::is_same_v<Kind, Custom>) {
        all.types.push_back(snake_case(type));
        all.kinds.push_back(Kind{});
    }
}

/// A force, constraint or the like: its type, its name, and what own(e) tells of its kind. `word` is what it is called,
/// `custom` what its users' own are.
template <class Custom, class Any, class Own>
void describe_element(Fields& f, Any& element, const KindsOf<Any>& kinds, const std::string& word,
                      const char* custom, Own own) {
    if (element.template is<Custom>())
        return f.users_own(word + " " + quoted(name_of(element)) + ", a " + custom);
    f.choice(element, kinds, [&](Any& any) {
        visit(
            [&](auto& e) {
                f.name(e.name);
                own(e);
            },
            any);
    });
}

}  // namespace sinew
