// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/formats/file_search.h>
#include <sinew/formats/xml.h>

#include <map>
#include <set>
#include <string>
#include <vector>

namespace sinew::robot {

// What the readers of URDF and SDF share.

/// Rz(yaw) Ry(pitch) Rx(roll), turns about fixed axes (13.21).
Rotation rotation_of_rpy(const Vec3& rpy);
/// And back; pitch in [−90°, 90°], yaw zero where it is there.
Vec3 rpy_of(const Rotation& R);

/// Rotations that take the z axis (the x axis) to a unit vector: the axes in turn where that is an axis, exactly.
Rotation z_to(const Vec3& axis);
Rotation x_to(const Vec3& axis);

/// A unit vector along an axis; a fault where it has no length, a note where it is not of length 1.
Vec3 unit_axis(const xml::Element& of, const Vec3& axis);

/// Mass properties that a body can have: what can not be is told and mended, where it can be.
MassProperties possible_mass(const xml::Element& of, MassProperties mass);

/// Whether a coordinate can have these limits: a fault where the lower is above the upper, a note where an angle goes
/// further than a turn, as degrees do.
bool possible_limits(const xml::Element& of, double low, double high, bool of_angle);

/// Names that stay apart: the second "a" becomes "a 2".
class UniqueNames {
public:
    std::string unique(const std::string& name);
    bool has(const std::string& name) const { return taken_.contains(name); }

private:
    std::set<std::string, std::less<>> taken_{};
    std::map<std::string, int> last_{};
};

/// Things of a kind that are told together: "what (12 times; lines 3, 9, ...)".
class Tally {
public:
    void add(const std::string& what, const SourcePlace& where);
    void note(Reading& reading) const;

private:
    std::map<std::string, std::vector<SourcePlace>> kinds_{};
};

/// Whether a collision element is needed: to be shown, since its link has nothing else to show, or to touch. Tells what
/// became of it.
bool is_of_use(const xml::Element& collision, bool shown, bool touches, Tally& tally);

/// "joint "elbow"", as messages and places have it.
std::string element_name(const char* kind, const std::string& name);

}  // namespace sinew::robot
