// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/studies/error.h>
#include <sinew/system/system.h>

#include <string>
#include <vector>

namespace sinew {

/// A recorded motion: numbers frame after frame. Without speeds or accelerations these are found by
/// differentiation: polynomials through the seven nearest frames (11.40). Noise should be filtered before.
struct RecordedMotion {
    std::vector<double> times{};
    std::vector<double> q{};      ///< nq per frame; quaternions of any length and sign
    std::vector<double> u{};      ///< nu per frame, or empty
    std::vector<double> u_dot{};  ///< nu per frame, or empty
};

struct InversionOptions {
    /// Joints without a motor: what is missing there is a residual, which constraints are to take as far as
    /// they can.
    std::vector<AnyJointId> unactuated{};
    bool bases_are_unactuated = true;  ///< counts joints with six speeds on the world among these
    /// Joints whose accelerations follow from the forces on them, whatever the recording says of these: mixed
    /// dynamics.
    std::vector<AnyJointId> free{};
    /// Measured forces on bodies: per frame one per BodyId, about Bo and expressed in W. Empty for none.
    std::vector<SpatialForce> F_B_W{};
};

/// What the motion took. Numbers frame after frame, as many as speeds or equations per frame.
struct Inversion {
    int frames = 0;
    std::vector<double> u{}, u_dot{};
    std::vector<double> forces{};       ///< on speeds, beside those of the model: of motors, or residuals
    std::vector<double> multipliers{};  ///< constraints apply −Gᵀ of these
    std::vector<double> power{};        ///< of all these forces, one per frame
    double largest_residual = 0;        ///< on a speed of a joint without a motor
    std::string largest_residual_speed{};
    double largest_residual_time = 0;
    double position_error = 0,
           acceleration_error = 0;  ///< by how much the recording misses the constraints at most
    std::string summary{};
};

/// The forces behind a motion, frame by frame (11.41): inverse dynamics with the constraints' share. The State
/// gives parameters, options and what is switched off. Throws StudyError for frames that make no sense.
Inversion invert(const System& system, const State& setup, const RecordedMotion& motion,
                 const InversionOptions& options = {});

/// Fills in speeds and accelerations where the frames have none.
RecordedMotion differentiate(const System& system, const State& setup, const RecordedMotion& motion);

}  // namespace sinew
