// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/names.h>
#include <sinew/joints/check.h>
#include <sinew/joints/sizes.h>
#include <sinew/system/check.h>

#include <cmath>

namespace sinew {

namespace {

bool is_finite(const Mat3& m) { return std::isfinite(dot(m.x, m.x) + dot(m.y, m.y) + dot(m.z, m.z)); }

void check_frame(const std::string& who, const std::string& frame, const Transform& X, Faults& faults) {
    for (int i = 0; i < 3; ++i)
        if (!std::isfinite(X.p[i])) {
            faults.add(who + ": " + frame + ".p = " + shortest(std::span(&X.p.x, 3)) + " is not finite.");
            break;
        }
    if (!is_finite(X.R))
        return faults.add(who + ": " + frame +
                          ".R is not finite. An axis or a quaternion of zero length makes such a rotation.");
    const double rows[9] = {X.R.x.x, X.R.y.x, X.R.z.x, X.R.x.y, X.R.y.y, X.R.z.y, X.R.x.z, X.R.y.z, X.R.z.z};
    if (const std::string broken = broken_rule(Rule::rotation, rows); !broken.empty())
        faults.add(who + ": " + frame + ".R " + broken + ".");
    else if (const double defect = rotation_defect(X.R); defect > 1e-9)
        faults.warn(who + ": " + frame + ".R is off by " + rounded(defect, 3) +
                    ". The nearest rotation is used.");
}

/// Names of coordinates; fixed for most joints, the user's for some.
template <class J>
void check_coordinates(const std::string& who, const J& joint, Faults& faults) {
    if constexpr (!has_own_size<J>) {
        const auto data = joint.data();
        const std::vector<std::string>& names = sized(data.get()).coordinate_names;
        for (std::size_t i = 0; i < names.size(); ++i)
            if (names[i].empty() || !is_utf8(names[i]))
                faults.add(who + ": coordinate " + std::to_string(i) + " needs a name, in UTF-8.");
    }
}

}  // namespace

void check_joints(const Model& model, Faults& faults) {
    for (const JointElement& element : model.joints) {
        const std::string& name = element.placement.name;
        const std::string who = "joint " + quoted(name);
        check_frame(who, "X_PF", element.placement.X_PF, faults);
        check_frame(who, "X_BM", element.placement.X_BM, faults);
        const double armature = element.placement.armature;
        if (const std::string broken = broken_rule(Rule::non_negative, std::span(&armature, 1));
            !broken.empty())
            faults.add(who + ": armature = " + shortest(armature) + " " + broken + ".");
        Faults own;
        check_joint(element.joint, name, own);
        if (own.empty()) visit([&](const auto& joint) { check_coordinates(who, joint, own); }, element.joint);
        faults.add(own);
    }
}

}  // namespace sinew
