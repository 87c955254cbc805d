// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/base/ids.h>

namespace sinew {

/// What may become of a one-way condition.
enum class ContactEventKind : unsigned char {
    impact,     ///< its two sides met with some speed, or took part in the impact of others
    touches,    ///< it closed
    lifts_off,  ///< it opened
    sticks,     ///< it slid and does no more
    slips,      ///< it stuck and slides
    jams,       ///< no force kept it sliding (Painlevé): an impulse stopped it (17.14)
};
inline constexpr int contact_event_kinds = 6;
const char* name_of(ContactEventKind kind);

struct ContactEvent {
    ConstraintId condition{};
    ContactEventKind kind{};
    double speed = 0;    ///< of an impact: with which the sides met
    double impulse = 0;  ///< of an impact: along the gap
};

}  // namespace sinew
