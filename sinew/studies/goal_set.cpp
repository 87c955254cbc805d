// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/kernel.h>
#include <sinew/base/names.h>
#include <sinew/dynamics/composite.h>
#include <sinew/dynamics/jacobian.h>
#include <sinew/dynamics/rates.h>
#include <sinew/math/orientation.h>
#include <sinew/studies/error.h>
#include <sinew/studies/goal_set.h>
#include <sinew/system/each_parameter.h>
#include <sinew/system/work.h>

#include <cmath>

namespace sinew {

namespace {

[[noreturn]] void refuse(std::string text) { throw StudyError(std::move(text)); }

std::string named(const char* kind, const std::string& name, std::size_t i) {
    return std::string(kind) + " " + (name.empty() ? "number " + std::to_string(i) : sinew::quoted(name));
}

int checked_body(const System& system, BodyId body, const std::string& who) {
    if (body.index < 0 || size(body.index) >= system.model().bodies.size())
        refuse(who + " is for no body of system " + sinew::quoted(system.model().name) +
               ". Give it the id that add() returned.");
    return system.compiled().node_of_body[size(body.index)];
}

void check_weight(double weight, const std::string& who) {
    if (!(weight >= 0) || !std::isfinite(weight))
        refuse(who + ": weight = " + shortest(weight) + " must be a number not less than zero.");
}

void check_target(const Vec3& p, const std::string& who) {
    if (!std::isfinite(p.x) || !std::isfinite(p.y) || !std::isfinite(p.z))
        refuse(who + ": its target is not finite. Give it weight zero to leave it out.");
}

/// From a target's directions to the frame's: the turn's axis times its angle, in W.
Vec3 turn_W(const PositionT<double>& x, const GoalSet::Turned& goal) {
    return rotation_vector_of(x.X_WB[goal.body].R * goal.R_MF * goal.target.inverse());
}

}  // namespace

int coordinate_of_speed(const Node& node, bool by_angles, int speed) {
    int q = -1;
    with_joint(node.kind, by_angles, [&]<class J> { q = coordinate_of<J>(node.data, speed); });
    return q;
}

PlacedCoordinate placed(const System& system, const State& state, const CoordinateOf& coordinate,
                        std::string_view who) {
    const std::string fault = fault_of_coordinate(system.model(), coordinate, false);
    if (!fault.empty()) refuse(std::string(who) + fault);
    const Compiled& c = fitting(system, state);
    const int body = c.node_of_joint[size(coordinate.joint.index)];
    if (body < 0)
        refuse(std::string(who) + " is for joint " +
               sinew::quoted(system.model().joints[size(coordinate.joint.index)].placement.name) +
               ", which closes a loop and has no coordinates of its own. Split a body there "
               "(JointPlacement::loop), "
               "or use another joint of the loop.");
    const Node& node = c.tree[body];
    const bool by_angles = instance_of(c, state).passes.by_angles[body] != 0;
    const int q = coordinate_of_speed(node, by_angles, coordinate.index);
    if (q < 0)
        refuse(
            std::string(who) + " is for speed " + std::to_string(coordinate.index) + " of joint " +
            sinew::quoted(system.model().joints[size(coordinate.joint.index)].placement.name) +
            ", which is no coordinate's rate. Use an orientation goal, or a joint whose speeds are rates.");
    return {node.q + q, node.u + coordinate.index};
}

GoalSet::GoalSet(const System& system, const State& state, const Goals& goals) {
    const Compiled& c = fitting(system, state);
    const Transform* X_MB = instance_of(c, state).X_MB;
    for (std::size_t i = 0; i < goals.stations.size(); ++i) {
        const StationGoal& goal = goals.stations[i];
        const std::string who = named("station goal", goal.name, i);
        const int body = checked_body(system, goal.station.body, who);
        check_weight(goal.weight, who);
        check_target(goal.station.p, who);
        if (goal.weight > 0) check_target(goal.target, who);
        stations.push_back({body, X_MB[body] * goal.station.p, goal.target, goal.weight});
    }
    for (std::size_t i = 0; i < goals.orientations.size(); ++i) {
        const OrientationGoal& goal = goals.orientations[i];
        const std::string who = named("orientation goal", goal.name, i);
        const int body = checked_body(system, goal.frame.body, who);
        check_weight(goal.weight, who);
        if (goal.weight > 0 && !(rotation_defect(goal.target) < 1e-6))
            refuse(who + ": its target is no rotation. nearest_rotation() repairs rounded data.");
        orientations.push_back({body, X_MB[body].R * goal.frame.X_BF.R, goal.target, goal.weight});
    }
    for (std::size_t i = 0; i < goals.coordinates.size(); ++i) {
        const CoordinateGoal& goal = goals.coordinates[i];
        const std::string who = named("coordinate goal", "", i);
        check_weight(goal.weight, who);
        check_target({goal.weight > 0 ? goal.target : 0, 0, 0}, who);
        coordinates.push_back({placed(system, state, goal.coordinate, who), goal.target, goal.weight});
    }
    const std::size_t bodies = size(c.tree.size()), speeds = size(c.tree.nu);
    weight_.resize(bodies), composite_.resize(bodies), force_.resize(bodies), sum_.resize(bodies);
    virial_.resize(bodies);
    end_.resize(bodies);
    columns_.resize(6 * speeds), f_u_.resize(speeds), f_q_.resize(size(c.tree.nq));
}

void GoalSet::stay(std::span<const double> q0, std::span<const double> unit, double weight) {
    q0_.assign(q0.begin(), q0.end());
    per_unit_.resize(unit.size());
    for (std::size_t i = 0; i < unit.size(); ++i) per_unit_[i] = 1 / (unit[i] * unit[i]);
    stay_weight_ = weight;
}

double GoalSet::value(const System& system, const State& state) const {
    const PositionT<double> x = positions(system, state);
    const std::span<const double> q = state.q();
    double sum = 0;
    for (const At& goal : stations) {
        if (goal.weight == 0) continue;
        const Vec3 r = x.X_WB[goal.body] * goal.p_MS - goal.target;
        sum += goal.weight * dot(r, r);
    }
    for (const Turned& goal : orientations) {
        if (goal.weight == 0) continue;
        const Vec3 r = turn_W(x, goal);
        sum += goal.weight * dot(r, r);
    }
    for (const Coordinate& goal : coordinates) {
        const double r = q[size(goal.place.q)] - goal.target;
        if (goal.weight > 0) sum += goal.weight * r * r;
    }
    if (stay_weight_ > 0)
        for (std::size_t i = 0; i < q0_.size(); ++i)
            sum += stay_weight_ * per_unit_[i] * (q[i] - q0_[i]) * (q[i] - q0_[i]);
    return 0.5 * sum;
}

/// Stations are point masses of the goals' weights, orientations are inertias that only turn; JᵀWJ is the mass matrix
/// of a tree of such bodies, and its slope the mobility forces of springs to the targets.
void GoalSet::slope(const System& system, const State& state, double* slope, double* curvature,
                    double* bending) {
    const Compiled& c = system.compiled();
    PositionT<double> x = positions(system, state);
    const std::span<const double> q = state.q();
    const int n = c.tree.nu;
    for (BodyConstantsT<double>& weight : weight_) weight.M_B = {};
    for (SpatialForce& F : force_) F = {};
    for (Mat3& K : virial_) K = {};
    for (const At& goal : stations) {
        if (goal.weight == 0) continue;
        const double w = goal.weight;
        const Vec3 p = x.X_WB[goal.body].R * goal.p_MS, r = x.X_WB[goal.body].p + p - goal.target, f = w * r;
        force_[size(goal.body)] += {cross(p, f), f};
        virial_[size(goal.body)] += {f.x * p, f.y * p, f.z * p};
        const Vec3& s = goal.p_MS;
        weight_[size(goal.body)].M_B +=
            {w,
             w * s,
             {w * (s.y * s.y + s.z * s.z), w * (s.x * s.x + s.z * s.z), w * (s.x * s.x + s.y * s.y),
              -w * s.x * s.y, -w * s.x * s.z, -w * s.y * s.z}};
    }
    for (const Turned& goal : orientations) {
        if (goal.weight == 0) continue;
        const double w = goal.weight;
        force_[size(goal.body)].m += w * turn_W(x, goal);
        weight_[size(goal.body)].M_B.I += {w, w, w, 0, 0, 0};
    }
    multiply_by_J_transpose(c.tree, x, force_.data(), slope, sum_.data());
    if (curvature) {
        x.body = weight_.data();
        x.armature = nullptr;
        mass_matrix(c.tree, x, CompositeT<double>{composite_.data(), columns_.data(), end_.data()},
                    curvature);
    }
    if (bending) bend(c.tree, x, bending);
    for (const Coordinate& goal : coordinates) {
        if (goal.weight == 0) continue;
        slope[goal.place.u] += goal.weight * (q[size(goal.place.q)] - goal.target);
        if (curvature) curvature[std::ptrdiff_t{goal.place.u} * (n + 1)] += goal.weight;
    }
    if (stay_weight_ == 0) return;
    for (std::size_t i = 0; i < q0_.size(); ++i) f_q_[i] = stay_weight_ * per_unit_[i] * (q[i] - q0_[i]);
    multiply_by_N_transpose(c.tree, instance_of(c, state).passes, x, q.data(), f_q_.data(), f_u_.data());
    for (int i = 0; i < n; ++i) slope[i] += f_u_[size(i)];
}

/// Speed j moves a station at r by v_j + w_j × r, and speed i nearer to the base turns that along:
///     Σ f·(w_i × (v_j + w_j × r)) = w_i·(v_j × F + K w_j − tr(K) w_j),     F = Σ f,  K = Σ r fᵀ
/// over all stations that hang on the joint, f = w (p − t). Of three speeds that turn a joint by a quaternion, none is
/// nearer to the base.
SINEW_KERNEL void GoalSet::bend(const Tree& tree, const PositionT<double>& x, double* bending) {
    const std::ptrdiff_t n = tree.nu;
    for (std::ptrdiff_t i = 0; i < n * n; ++i) bending[i] = 0;
    for (int B = tree.size() - 1; B > 0; --B) {
        const Node& node = tree[B];
        const Vec3 F = force_[size(B)].f, p = x.p_PB_W[B];
        const Mat3 K = virial_[size(B)];
        const double trace = K.x.x + K.y.y + K.z.z;
        const bool at_once = node.nq > node.nu;
        for (int j = node.u; j < node.u + node.nu; ++j) {
            const SpatialVelocity& H = x.H_W[j];
            const Vec3 h = cross(H.v, F) + K * H.w - trace * H.w;
            const bool slides = dot(H.w, H.w) == 0;
            for (int i = node.u; i < node.u + node.nu; ++i) {
                const double s = dot(x.H_W[i].w, h);
                if (at_once && !slides) bending[i * n + j] += 0.5 * s, bending[j * n + i] += 0.5 * s;
                else if (!slides && i <= j) bending[i * n + j] = bending[j * n + i] = s;
            }
            for (int A = node.parent; A > 0; A = tree[A].parent)
                for (int i = tree[A].u; i < tree[A].u + tree[A].nu; ++i)
                    bending[i * n + j] = bending[j * n + i] = dot(x.H_W[i].w, h);
        }
        force_[size(node.parent)].f += F;
        virial_[size(node.parent)] += K + Mat3{F.x * p, F.y * p, F.z * p};
    }
}

double GoalSet::miss(const System& system, const State& state, const At& goal) const {
    return norm(positions(system, state).X_WB[goal.body] * goal.p_MS - goal.target);
}
double GoalSet::miss(const System& system, const State& state, const Turned& goal) const {
    return norm(turn_W(positions(system, state), goal));
}
double GoalSet::miss(const State& state, const Coordinate& goal) const {
    return std::abs(state.q()[size(goal.place.q)] - goal.target);
}

}  // namespace sinew
