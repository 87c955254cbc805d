// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/forces/view.h>

#include <vector>

namespace sinew {

/// Where the bodies and joints of a Model are in another one that tells the same mechanism (9.100). A law of the user's
/// own, who alone knows which of them it names, is asked for the same law of the other Model.
struct Moved {
    std::vector<FrameOn> body{};      ///< by BodyId: the body that it is part of now, and X_HB
    std::vector<AnyJointId> joint{};  ///< by JointId; −1: it has gone

    BodyId operator()(BodyId b) const { return place(b).body; }
    Station operator()(const Station& s) const { return {place(s.body).body, place(s.body).X_BF * s.p}; }
    FrameOn operator()(const FrameOn& f) const { return {place(f.body).body, place(f.body).X_BF * f.X_BF}; }
    AnyJointId operator()(AnyJointId j) const { return joint[static_cast<std::size_t>(j.index)]; }
    CoordinateOf operator()(const CoordinateOf& c) const { return {(*this)(c.joint), c.index}; }
    /// A vector in the body's axes.
    Vec3 direction(BodyId b, const Vec3& v_B) const { return place(b).X_BF.R * v_B; }

private:
    const FrameOn& place(BodyId b) const { return body[static_cast<std::size_t>(b.index)]; }
};

}  // namespace sinew
