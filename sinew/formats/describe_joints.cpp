// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/names.h>
#include <sinew/formats/fields.h>

namespace sinew {

namespace {

// A new joint has its line here, or the library does not compile.
void own(Fields&, Weld&) {}
void own(Fields&, Pin&) {}
void own(Fields&, Slider&) {}
void own(Fields& f, Screw& j) { f.field("pitch", j.pitch, "metres per radian"); }
void own(Fields&, Universal&) {}
void own(Fields&, Cylinder&) {}
void own(Fields&, BendStretch&) {}
void own(Fields&, Planar&) {}
void own(Fields&, Gimbal&) {}
void own(Fields&, Ball&) {}
void own(Fields&, Cartesian&) {}
void own(Fields&, Free&) {}
void own(Fields&, Bushing&) {}
void own(Fields& f, Ellipsoid& j) { f.field("radii", j.radii, "semi-axes along x, y and z of F, m"); }
void own(Fields& f, SphericalCoords& j) {
    f.field("azimuth_sign", j.azimuth_sign, "1 or -1");
    f.field("azimuth_offset", j.azimuth_offset, "rad");
    f.field("zenith_sign", j.zenith_sign, "1 or -1");
    f.field("zenith_offset", j.zenith_offset, "rad");
    f.field("radius_sign", j.radius_sign, "1 or -1");
    f.field("radius_offset", j.radius_offset, "m");
    f.field("radial_axis", j.radial_axis, "z or x of M");
}
void own(Fields&, LineOrientation&) {}
void own(Fields&, FreeLine&) {}
void own(Fields& f, CantileverBeam& j) { f.field("length", j.length, "m"); }
void own(Fields& f, FunctionBased& j) {
    f.list("coordinates", j.coordinates, "their names, one to six");
    f.list("turns", j.turns, "three, each about its axis in the frame that the ones before have turned");
    f.list("shifts", j.shifts, "three, along axes of F");
}
void own(Fields&, CustomJoint&) {}

}  // namespace

void describe(Fields& f, FunctionBased::Drive& drive) {
    f.field("axis", drive.axis, "any length but zero");
    f.field("function", drive.function, "rad or m, of the coordinates");
    std::vector<double> of(drive.of.begin(), drive.of.end());
    f.field("of", of,
            "the coordinates that are its arguments, by number from 0; 0, 1, ... if none are given");
    if (!f.reads()) return;
    drive.of.clear();
    for (const double i : of)
        if (i >= 0 && i < max_nq && i == static_cast<int>(i)) drive.of.push_back(static_cast<int>(i));
        else f.fault("of: " + shortest(i) + " is no coordinate. They are counted from 0.");
}

const KindsOf<JointElement>& joint_kinds() {
    static const KindsOf<JointElement> kinds = [] {
        KindsOf<JointElement> all;
#define SINEW_ONE(J)                                            \
    if constexpr (!std::is_same_v<J, CustomJoint>) {            \
        all.types.emplace_back(J::name);                        \
        all.kinds.push_back({AnyJoint(J{}), JointPlacement{}}); \
    }
        SINEW_JOINTS(SINEW_ONE)
#undef SINEW_ONE
        return all;
    }();
    return kinds;
}

void describe(Fields& f, JointElement& joint) {
    static constexpr const char* closures[] = {"automatic", "in_tree", "cut", "split"};
    if (joint.joint.is<CustomJoint>())
        return f.users_own("joint " + sinew::quoted(joint.placement.name) + ", a CustomJoint");
    f.choice(joint, joint_kinds(), [&](JointElement& any) {
        JointPlacement& p = any.placement;
        f.name(p.name);
        f.field("from", p.from, "the body it comes from");
        f.field("to", p.to, "the body it leads to");
        f.field("X_PF", p.X_PF, "where its frame F stands on the body it comes from");
        f.field("X_BM", p.X_BM, "where its frame M stands on the body it leads to");
        visit([&](auto& j) { own(f, j); }, any.joint);
        f.field("armature", p.armature,
                "inertia of a drive that turns with each of its speeds, kg m^2 or kg");
        f.field("loop", p.loop, closures, "what becomes of it on a loop of joints");
    });
}

}  // namespace sinew
