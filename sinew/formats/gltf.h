// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/formats/recording.h>

#include <string>

namespace sinew {

struct GltfOptions {
    double frames_per_second = 60;  ///< of the animation, at most as many as there are recorded frames
    double from = 0, to = -1;       ///< to < from: the end
};

/// A recording as an animated scene of glTF 2.0 (13.71), one binary file (.glb) that Blender, browsers and slides read:
/// a node per body with its motion, the model's visuals as meshes, y up. Bodies of a model without visuals are small
/// balls. Throws FileError if it can not be written or the recording has no frame.
void write_gltf(const std::string& file, const System& system, const Recording& recording,
                const GltfOptions& options = {});

}  // namespace sinew
