// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/state/layout.h>

namespace sinew {

/// What a surface is made of. Compliant contact reads all but the restitution, rigid contact the friction and the
/// restitution. The names are those of the parameters in a State: "floor.young".
struct Material {
    double young = 1e7;             ///< Young's modulus E, Pa
    double poisson = 0.3;           ///< ν
    double dissipation = 0.1;       ///< c of (15.9): what restitution loses per speed of impact, s/m
    double static_friction = 0.6;   ///< μ_s: where slip begins
    double sliding_friction = 0.5;  ///< μ_d: not above μ_s
    double viscous_friction = 0;    ///< μ_v: what is added per speed of slip, s/m
    double restitution = 0.5;       ///< e of rigid contact
    double thickness = 0.01;        ///< of the elastic layer on a rigid core, for beds of springs, m

    static void parameters(auto& m, auto&& each) {
        each("young", m.young, Rule::positive);
        each("poisson", m.poisson, Rule::poisson);
        each("dissipation", m.dissipation, Rule::non_negative);
        each("static_friction", m.static_friction, Rule::non_negative);
        each("sliding_friction", m.sliding_friction, Rule::non_negative);
        each("viscous_friction", m.viscous_friction, Rule::non_negative);
        each("restitution", m.restitution, Rule::fraction);
        each("thickness", m.thickness, Rule::positive);
    }
};

}  // namespace sinew
