// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/at.h>
#include <sinew/base/error.h>
#include <sinew/base/finite.h>
#include <sinew/base/names.h>
#include <sinew/system/compiled.h>
#include <sinew/system/views.h>

#include <cmath>
#include <exception>

// Joints that fail in a State: those of the user's own, overflow, angles where they lose their meaning.

namespace sinew {

namespace {

/// joint "elbow" (custom)
std::string joint_at(const Compiled& c, int node) {
    const JointElement& joint = c.model.joints[at(c.joint_of_node[at(node)])];
    const char* kind = visit([]<class J>(const J&) { return J::name; }, joint.joint);
    return "joint " + quoted(joint.placement.name) + " (" + kind + ")";
}

/// " at time 0.5, elbow.angle = 1"
std::string when(const Compiled& c, const State& state, int node) {
    std::string text = " at time " + shortest(state.time());
    for (int i = c.tree[node].q; i < c.tree[node].q + c.tree[node].nq; ++i)
        text += ", " + escaped(c.layout->q_names[at(i)]) + " = " + shortest(state.q()[at(i)]);
    return text;
}

/// NaN if one of these is infinite or NaN, else 0.
double defect(const Vec3& a) { return 0 * a.x + 0 * a.y + 0 * a.z; }
double defect(const SpatialVelocity& V) { return defect(V.w) + defect(V.v); }
double defect(const SpatialAcceleration& A) { return defect(A.w) + defect(A.v); }
double defect(const Transform& X) { return defect(X.R.x) + defect(X.R.y) + defect(X.R.z) + defect(X.p); }

/// Of that many records of numbers, in one go.
template <class Record>
bool are_finite(const Record* records, int count) {
    static_assert(sizeof(Record) % sizeof(double) == 0);
    return all_finite(
        {reinterpret_cast<const double*>(records), at(count) * sizeof(Record) / sizeof(double)});
}

}  // namespace

void check_poses(const Compiled& c, const State& state, const PositionT<double>& x) {
    if (are_finite(x.X_WB, c.tree.size()) && are_finite(x.H_W, c.tree.nu)) return;
    for (int B = 1; B < c.tree.size(); ++B) {  // parents first: the first fault is nobody else's
        const char* what = defect(x.X_WB[B]) != 0 ? "pose" : nullptr;
        for (int i = c.tree[B].u; i < c.tree[B].u + c.tree[B].nu; ++i)
            if (!what && defect(x.H_W[i]) != 0) what = "hinge map";
        if (what)
            throw StateError(joint_at(c, B) + ": its " + what + " is not a finite number" +
                             when(c, state, B) + ".");
    }
}

void check_velocities(const Compiled& c, const State& state, const VelocityT<double>& v) {
    if (are_finite(v.V_WB, c.tree.size()) && are_finite(v.c_W, c.tree.size())) return;
    for (int B = 1; B < c.tree.size(); ++B)
        if (defect(v.V_WB[B]) != 0 || defect(v.c_W[B]) != 0)
            throw StateError(joint_at(c, B) + ": its velocity or its bias is not a finite number" +
                             when(c, state, B) + ".");
}

void rethrow_of_joint(const Compiled& c, const State& state) {
    const Instance instance = instance_of(c, state);
    const InstanceT<double>& passes = instance.passes;
    for (int B = 1; B < c.tree.size(); ++B) {
        const Node& node = (*instance.tree)[B];
        const auto failed = [&] { return joint_at(c, B) + " failed" + when(c, state, B); };
        try {
            with_joint(node.kind, passes.by_angles[B] != 0, [&]<class J> {
                std::vector<double> scratch(at(scratch_size_of<J>(node.data)) + 1);
                SpatialVelocity H[max_nu];
                const JointInput<double> in{passes.k + node.k, state.q().data() + node.q, scratch.data(),
                                            node.data};
                static_cast<void>(J::X_FM(in));
                hinge_map<J>(in, H);
                static_cast<void>(hinge_bias<J>(in, state.u().data() + node.u));
            });
        } catch (const std::bad_alloc&) {
            throw;
        } catch (const std::exception& error) {
            std::throw_with_nested(StateError(failed() + ": " + error.what()));
        } catch (...) {
            std::throw_with_nested(StateError(failed() + " and did not say why."));
        }
    }
    throw;
}

void check_angles(const Compiled& c, const State& state) {
    constexpr double nearest = 1e-8;  // to 90°
    const InstanceT<double> passes = instance_of(c, state).passes;
    for (const int B : c.turning) {
        if (!passes.by_angles[B]) continue;
        const int second = c.tree[B].q + 1;
        if (std::abs(std::cos(state.q()[at(second)])) < nearest)
            throw StateError(joint_at(c, B) + " stands where its angles lose their meaning" +
                             when(c, state, B) + ": " + escaped(c.layout->q_names[at(second)]) +
                             " is at 90 degrees, and the rates of the others are not determined. Use its "
                             "quaternion (use_angles with false), or keep away from there.");
    }
}

}  // namespace sinew
