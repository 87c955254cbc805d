// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/geometry/surface.h>

#include <cstdint>

namespace sinew {

/// Why the pair of two kinds has no answer; empty if it has one. Only what can not touch in a sensible way has none:
/// half spaces and height maps with one another.
std::string why_unsupported(SurfaceKind A, SurfaceKind B);
bool supports(const Surface& A, const Surface& B);

/// Two surfaces where they are nearest, or where they must be pushed apart least.
struct NearestPair {
    Vec3 a_W{}, b_W{};    ///< a point of A's surface and one of B's
    Vec3 n_W{};           ///< of length 1, from A to B: along p_B − p_A if apart, against it if not
    double distance = 0;  ///< n·(p_B − p_A); negative: the least shift along n that separates them
    /// How much better another answer could be, at most: the distance lies within residual of the true one (14.30).
    /// Zero for closed forms. For pairs that are not both convex, of the piece that was chosen.
    double residual = 0;
    int face_A = -1, face_B = -1;
};

/// For supported pairs; others, and NaN, give NaN.
NearestPair nearest_between(const Surface& A, const Transform& X_WA, const Surface& B, const Transform& X_WB);

/// Signed distance of two convex surfaces by support points alone, whatever their kinds (14.25): what the closed
/// forms are tested against.
NearestPair nearest_of_convex(const Surface& A, const Transform& X_WA, const Surface& B,
                              const Transform& X_WB);

}  // namespace sinew
