// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/state/layout.h>

#include <string>

namespace sinew {

/// On which side of zero the error of a one-way constraint is free.
enum class FreeSide : unsigned char {
    above,  ///< as a gap: e > 0 is apart, it only pushes (balls on planes, lower stops)
    below,  ///< as slack: e < 0 is loose, it only pulls (a rod that is a rope, upper stops)
};

/// Lets a constraint of the Model act one way only: its first equation is met or left to its free side, and its
/// force pushes but never pulls (17.1). Where the constraint has two further equations that forbid slip (round things
/// that roll, radius 0 being a point), friction stands for these within Coulomb's cone (17.5). A constraint of
/// speeds (one equation) becomes a ratchet.
struct OneWay {
    std::string name{};  ///< the constraint's
    FreeSide free = FreeSide::above;

    double restitution = 0;  ///< e: of the impulse that stops the approach, this share is given back (17.10)
    double restitution_slope =
        0;  ///< s/m: e falls with the speed of the impact, e − slope·v, never below zero
    double capture_speed = 1e-3;  ///< m/s: slower impacts do not bounce, so that bouncing has an end

    double static_friction = 0;   ///< μ_s, that sticking bears
    double sliding_friction = 0;  ///< μ_d, of sliding; at most μ_s
    double viscous_friction = 0;  ///< s/m: μ = μ_d + μ_v |v|

    static constexpr const char* kind = "one-way condition";
    static void parameters(auto& e, auto&& each) {
        each("restitution", e.restitution, Rule::non_negative);
        each("restitution_slope", e.restitution_slope, Rule::non_negative);
        each("capture_speed", e.capture_speed, Rule::non_negative);
        each("static_friction", e.static_friction, Rule::non_negative);
        each("sliding_friction", e.sliding_friction, Rule::non_negative);
        each("viscous_friction", e.viscous_friction, Rule::non_negative);
    }
};

/// How the impulses of a collision are found.
enum class ImpactLaw : unsigned char {
    poisson,  ///< restitution of impulses
    newton,   ///< restitution of speeds
};
enum class ImpactOrder : unsigned char {
    together,    ///< all that touch share one impact
    one_by_one,  ///< the fastest approach first, again and again, as balls do that are a little apart
};
struct Impacts {
    ImpactLaw law = ImpactLaw::poisson;
    ImpactOrder order = ImpactOrder::together;
};

}  // namespace sinew
