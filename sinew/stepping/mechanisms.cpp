// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/math/small_spd.h>
#include <sinew/stepping/mechanisms.h>
#include <sinew/system/constrain.h>
#include <sinew/system/work.h>

#include <algorithm>
#include <numeric>

namespace sinew {

namespace {

int root_of(const Tree& tree, int node) {
    while (tree[node].parent > 0) node = tree[node].parent;
    return node;
}

/// The smallest member of the set that i is in.
int find(std::vector<int>& set, int i) {
    while (set[size(i)] != i) i = set[size(i)] = set[size(set[size(i)])];
    return i;
}

}  // namespace

Mechanisms::Mechanisms(const System& system) : system_(system), places_(equation_places(system.compiled())) {
    const Compiled& c = system_.compiled();
    const Tree& tree = c.tree;
    const std::size_t bodies = size(tree.size()), nu = size(tree.nu);
    node_of_speed_.resize(nu);
    for (int B = 1; B < tree.size(); ++B) std::fill_n(node_of_speed_.begin() + tree[B].u, tree[B].nu, B);
    std::vector<int> set(bodies);
    std::iota(set.begin(), set.end(), 0);
    std::vector<std::uint8_t> constrained(bodies);
    const auto join = [&](int first, int node) {
        if (node == 0) return first;
        const int root = find(set, root_of(tree, node));
        constrained[size(root_of(tree, node))] = 1;
        if (first < 0) return root;
        const int low = std::min(first, root), high = std::max(first, root);
        set[size(high)] = low;
        return low;
    };
    std::vector<int> root_of_constraint;
    for (const BoundConstraint& b : c.constraints.all) {
        int first = -1;
        for (int k = 0; k < b.acted_on; ++k) first = join(first, b.body[size(k)]);
        for (const CoordinatePlace& place : b.coordinates) first = join(first, node_of_speed_[size(place.u)]);
        root_of_constraint.push_back(first);
    }
    std::vector<int> index(bodies, -1), children(bodies);
    group_of_.assign(bodies, -1);
    for (int B = 1; B < tree.size(); ++B) {
        ++children[size(tree[B].parent)];
        const int root = find(set, root_of(tree, B));
        if (index[size(root)] < 0) {
            index[size(root)] = static_cast<int>(groups_.size());
            groups_.emplace_back();
        }
        group_of_[size(B)] = index[size(root)];
        if (tree[B].parent == 0) groups_[size(index[size(root)])].roots.push_back(B);
    }
    for (std::size_t i = 0; i < places_.size(); ++i) {
        const int first = root_of_constraint[size(places_[i].constraint)];
        if (first >= 0) groups_[size(index[size(find(set, first))])].equations.push_back(static_cast<int>(i));
    }
    single_.assign(bodies, 0);
    for (int B = 1; B < tree.size(); ++B)
        single_[size(B)] = tree[B].parent == 0 && children[size(B)] == 0 && tree[B].kind == JointKind::Free &&
                           !tree[B].reversed && !constrained[size(B)] &&
                           c.body_parameters[size(B)].joint.armature < 0;
    alone_ = single_;
    fixed_.assign(bodies, 0), wanted_.assign(bodies, 0), on_way_.assign(bodies, 0);
    wanted_speeds_.assign(nu, 0);
    mover_of_.assign(bodies, -1), mover_of_speed_.assign(nu, -1);
    z_.resize(bodies), A_.resize(bodies);
    f_.resize(nu), y_.resize(nu), u_dot_.resize(nu);
    sort_out(system_.default_state(), nullptr);
}

void Mechanisms::sort_out(const State& state, const std::uint8_t* given) {
    const Compiled& c = system_.compiled();
    const std::uint8_t* by_angles = instance_of(c, state).passes.by_angles;
    has_others_ = false;
    fixed_[0] = 1;
    for (int B = 1; B < c.tree.size(); ++B) {
        const Node& node = c.tree[B];
        const bool is_given = given && given[B];
        alone_[size(B)] = single_[size(B)] && !by_angles[B] && !is_given;
        fixed_[size(B)] = fixed_[size(node.parent)] && (is_given || node.nu == 0);
        has_others_ = has_others_ || (!alone_[size(B)] && node.nu > 0);
    }
}

void Mechanisms::begin(const AtPlace& place) {
    place_ = place;
    std::fill(wanted_.begin(), wanted_.end(), std::uint8_t{0});
    std::fill(wanted_speeds_.begin(), wanted_speeds_.end(), std::uint8_t{0});
    if (has_equations()) {
        const RowsView view = constraint_rows(system_, *place.state);
        rows_ = view.rows, coefficients_ = view.coefficients;
    }
}

void Mechanisms::find_answers() {
    const Tree& tree = system_.compiled().tree;
    movers_.clear();
    for (Group& group : groups_)
        group.bodies.clear(), group.speeds.clear(), group.any = !group.equations.empty();
    for (int B = 0; B < tree.size(); ++B) {
        if (!wanted_[size(B)]) continue;
        if (fixed_[size(B)]) {
            Mover mover;
            mover.node = B, mover.p_W = place_.x.X_WB[B].p;
            mover_of_[size(B)] = movers_.add(mover, 6);
        } else if (alone_[size(B)]) {
            const RigidInertia M = inertia_of(place_.x, B);  // about B, in W: moved to the mass centre
            const Vec3 p = M.h / M.m;
            SmallMatT<double, 3> I, inverse;
            const Sym3 c = M.I - M.m * point_inertia(p);
            I.e[0][0] = c.xx, I.e[1][0] = c.xy, I.e[1][1] = c.yy, I.e[2][0] = c.xz, I.e[2][1] = c.yz,
            I.e[2][2] = c.zz;
            invert_spd(I, inverse);
            Mover mover;
            mover.node = B, mover.p_W = place_.x.X_WB[B].p + p, mover.m_inv = 1 / M.m;
            mover.I_inv = {inverse.e[0][0], inverse.e[1][1], inverse.e[2][2],
                           inverse.e[1][0], inverse.e[2][0], inverse.e[2][1]};
            mover_of_[size(B)] = movers_.add(mover, 6);
        } else {
            Group& group = groups_[size(group_of_[size(B)])];
            group.bodies.push_back(B), group.any = true;
        }
    }
    for (int u = 0; u < tree.nu; ++u)
        if (wanted_speeds_[size(u)]) {
            Group& group = groups_[size(group_of_[size(node_of_speed_[size(u)])])];
            group.speeds.push_back(u), group.any = true;
        }
    for (Group& group : groups_)
        if (group.any) lay_out(group);
    for (Group& group : groups_)
        if (group.any) fill_group(group);
}

void Mechanisms::lay_out(Group& group) {
    group.index = static_cast<int>(movers_.groups.size());
    MoverGroup out;
    out.at = static_cast<int>(movers_.v.size());
    for (const int B : group.bodies) {
        Mover mover;
        mover.group = group.index, mover.node = B, mover.p_W = place_.x.X_WB[B].p;
        mover_of_[size(B)] = movers_.add(mover, 6);
    }
    for (const int u : group.speeds) {
        Mover mover;
        mover.group = group.index, mover.speed = u, mover.node = node_of_speed_[size(u)];
        mover_of_speed_[size(u)] = movers_.add(mover, 1);
    }
    out.count = static_cast<int>(movers_.v.size()) - out.at;
    out.matrix = static_cast<int>(movers_.Lambda.size());
    movers_.Lambda.resize(movers_.Lambda.size() + size(out.count) * size(out.count));
    movers_.groups.push_back(out);
}

void Mechanisms::set_velocities(const double* u, const SpatialVelocity* V_WB, const double* velocity_errors) {
    for (const Mover& mover : movers_.all) {
        double* v = movers_.v.data() + mover.at;
        if (mover.speed >= 0) {
            v[0] = u[mover.speed];
            continue;
        }
        const SpatialVelocity V = shift_outward(V_WB[mover.node], mover.p_W - place_.x.X_WB[mover.node].p);
        v[0] = V.w.x, v[1] = V.w.y, v[2] = V.w.z, v[3] = V.v.x, v[4] = V.v.y, v[5] = V.v.z;
    }
    for (Group& group : groups_) {
        if (group.equations.empty()) continue;
        const std::size_t m = group.equations.size();
        group.errors.resize(m), group.solution.resize(m);
        for (std::size_t i = 0; i < m; ++i) {
            const int at = places_[size(group.equations[i])].velocity;
            group.errors[i] = at >= 0 ? velocity_errors[at] : 0;
        }
        group.solution = group.errors;
        solve_equations(group, group.solution.data());
        const MoverGroup& out = movers_.groups[size(group.index)];
        for (std::size_t i = 0; i < m; ++i)
            for (int k = 0; k < out.count; ++k)
                movers_.v[size(out.at + k)] -= group.ex[i * size(out.count) + size(k)] * group.solution[i];
    }
}

void Mechanisms::gather(const Rows& rows, bool corrections, SpatialForce* F_W, double* f) {
    impulses_.assign(movers_.v.size(), 0.0);
    const auto add = [&](int i, const Vec3& r, const Vec3& P) {
        const Mover& mover = movers_.all[size(i)];
        add3(impulses_.data() + mover.at, cross(r, P));
        add3(impulses_.data() + mover.at + 3, P);
    };
    for (const ContactRow& c : rows.contacts) {
        const Vec3 P = corrections ? c.apart * c.n : c.p_n * c.n + c.p_t * c.t + c.p_s * c.s;
        add(c.b, c.r_b, P), add(c.a, c.r_a, -P);
    }
    if (!corrections)
        for (const SpeedRow& r : rows.speeds) impulses_[size(movers_.all[size(r.mover)].at)] += r.sign * r.p;
    for (const Mover& mover : movers_.all) {
        const double* p = impulses_.data() + mover.at;
        if (mover.speed >= 0) {
            f[mover.speed] += p[0];
            continue;
        }
        const SpatialForce F{read3(p), read3(p + 3)};
        F_W[mover.node] += shift_inward(F, mover.p_W - place_.x.X_WB[mover.node].p);
    }
}

void Mechanisms::add_impulses(const Rows& rows, SpatialForce* F_W, double* f) {
    gather(rows, false, F_W, f);
    for (Group& group : groups_)
        if (!group.equations.empty()) add_equations(group, true, impulses_.data(), F_W, f);
}

void Mechanisms::add_corrections(const Rows& rows, SpatialForce* F_W, double* f) {
    gather(rows, true, F_W, f);
    for (Group& group : groups_)
        if (!group.equations.empty()) add_equations(group, false, impulses_.data(), F_W, f);
}

}  // namespace sinew
