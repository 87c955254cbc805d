// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/contact/laws.h>
#include <sinew/contact/patch.h>
#include <sinew/geometry/pairs.h>

#include <limits>
#include <span>

namespace sinew {

/// A surface at one instant.
struct SurfaceNow {
    const Surface* surface = nullptr;
    const Material* material = nullptr;
    Transform X_WG{};
    Vec3 o_W{};           ///< a point of its body
    SpatialVelocity V{};  ///< of the body there

    Vec3 velocity(const Vec3& p_W) const { return V.v + cross(V.w, p_W - o_W); }
};

/// What holds for all pairs.
struct ContactRules {
    ModulusRule modulus = ModulusRule::power;
    SlipLaw slip{};
};

/// How a pair of surfaces yields.
enum class PairModel : unsigned char {
    hertz,       ///< a few points of smooth surfaces
    corners,     ///< corners and rims on a half space (15.19)
    first_bed,   ///< springs on the triangles of the first
    second_bed,  ///< on those of the second
    beds,        ///< on those of both, each with half its area (15.13)
};
/// The model of a pair; or, where it has none, why: the end of a sentence. Model is untouched then.
std::string choose_model(const Surface& first, Compliance first_yields, const Surface& second,
                         Compliance second_yields, PairModel& model);

/// What a pair does: forces on the first surface, about the origin of W; on the second the opposite.
struct PairEffect {
    bool touching = false;
    Vec3 force_W{}, moment_W{};
    double energy = 0;     ///< stored
    double heat_rate = 0;  ///< what becomes heat per time
    /// Of the points that press, where there is friction, m/s.
    double least_slip = std::numeric_limits<double>::infinity();
};

/// Adds what pressing surfaces do to `out`; allocates nothing. With a patch, tells all about it (which allocates).
void press(const SurfaceNow& first, const SurfaceNow& second, PairModel model, const ContactRules& rules,
           PairEffect& out, std::vector<ContactPatch>* patches = nullptr);

/// A point at which two smooth surfaces press on one another, or would if they were nearer.
struct PressedPoint {
    Vec3 p1_W{};        ///< of the first surface, deepest in the second
    Vec3 n_W{};         ///< from the second to the first
    double depth = 0;   ///< below zero: they do not touch here
    Gap gap{};          ///< only where they touch, or where it was asked for
    double weight = 1;  ///< how much of the law of Hertz it has, where several carry one contact (15.18)
};
inline constexpr std::size_t most_touch_points = 4;
/// Where smooth surfaces are nearest: how many points. Their number and order follow from the kinds alone.
int touch_points(const SurfaceNow& first, const SurfaceNow& second,
                 std::span<PressedPoint, most_touch_points> out, bool gaps_everywhere = false);
/// Where a box, cylinder or cone stands on a half space (15.19): how many points.
inline constexpr std::size_t most_corners = 8;
int corner_points(const SurfaceNow& first, const SurfaceNow& second,
                  std::span<PressedPoint, most_corners> out);
/// Whether the curvatures at touch_points stay as the surfaces move.
bool keep_curvatures(SurfaceKind first, SurfaceKind second);

}  // namespace sinew
