// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/contact/compliant.h>

namespace sinew {

/// The springs of a pair of surfaces, one per triangle of a mesh whose centroid is inside the other surface (15.12 to
/// 15.15).
class Bed {
public:
    Bed(const ContactRules& rules, bool keeps_elements) : rules_(rules), keeps_elements_(keeps_elements) {}

    /// The springs of mesh M in the other surface, with a share of the triangles' areas. Forces are counted on the
    /// first of the pair, which is M or not.
    void add(const SurfaceNow& M, const SurfaceNow& other, double areas, bool M_is_first);
    /// Adds what all springs do.
    void finish(PairEffect& out, std::vector<ContactPatch>* patches);

private:
    /// What all springs of one mesh share.
    struct Springs {
        double stiffness;  ///< per area, Pa/m
        double share, dissipation, deepest, areas, side;
        CombinedFriction mu;
        Transform X_OM;  ///< the mesh in the other surface
    };
    void press_face(const SurfaceNow& M, const SurfaceNow& other, const Springs& k, int face, int& hint);

    const ContactRules& rules_;
    bool keeps_elements_;
    PairEffect sum_{};
    Vec3 normal_force_W_{}, friction_W_{}, weighted_point_W_{};
    double normal_sum_ = 0, deepest_ = 0, area_ = 0, peak_ = 0, rate_ = 0, slip_ = 0;
    std::vector<PressureElement> elements_{};
};

}  // namespace sinew
