// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/base/ids.h>

#include <string>

namespace sinew {

struct ContactSurface;
struct Model;

/// What may become of a one-way condition, or of two surfaces.
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

/// Of a one-way condition; or of two bodies with the surfaces of theirs that touch; or of a PointContact, with the body
/// of its plane and that of its point.
struct ContactEvent {
    ConstraintId condition{};  ///< −1 of surfaces that yield, in steps of one length, and of points
    ContactEventKind kind{};
    double speed = 0;    ///< of an impact: with which the sides met
    double impulse = 0;  ///< of an impact: along the gap
    BodyId A{}, B{};
    Id<ContactSurface> first{}, second{};  ///< on A and on B; −1 if what finds contacts does not say
    ForceId point{};                       ///< −1 if it is of no PointContact
};

/// What touches what: "ball on floor".
std::string name_of(const Model& model, const ContactEvent& event);

}  // namespace sinew
