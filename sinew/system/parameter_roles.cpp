// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/system/derivative_memory.h>
#include <sinew/system/parameter_roles.h>
#include <sinew/system/work.h>

namespace sinew {

namespace {

using Kind = ParameterRole::Kind;

/// Gives roles to parameters by the places of their first numbers.
struct Assignment {
    std::vector<ParameterRole> roles;
    std::vector<int> parameter_at;  ///< by place; −1 in the middle of one

    explicit Assignment(const StateLayout& layout)
        : roles(layout.parameters.size()), parameter_at(layout.parameter_defaults.size() + 1, -1) {
        for (std::size_t i = 0; i < layout.parameters.size(); ++i)
            if (layout.parameters[i].range.count > 0)
                parameter_at[size(layout.parameters[i].range.first)] = static_cast<int>(i);
    }
    void one(int place, const ParameterRole& role) {
        if (const int i = parameter_at[size(place)]; i >= 0) roles[size(i)] = role;
    }
    void all(const Range& places, Kind kind, int index) {
        for (int i = 0; i < places.count; ++i) one(places.first + i, {kind, index, i});
    }
};

}  // namespace

std::vector<ParameterRole> parameter_roles(const Compiled& c) {
    Assignment to(*c.layout);
    for (int B = c.tree.size() - 1; B > 0; --B) {
        const BodyParameters& p = c.body_parameters[size(B)];
        const int first_piece = c.node_of_body[size(c.body_of_node[size(B)])];
        to.one(p.mass, {Kind::mass, first_piece});
        to.one(p.com, {Kind::com, first_piece});
        to.one(p.inertia, {Kind::inertia, first_piece});
        const bool reversed = c.tree[B].reversed;
        to.one(p.joint.X_PF_p, {Kind::frame_p, B, 0, reversed});
        to.one(p.joint.X_PF_R, {Kind::frame_R, B, 0, reversed});
        to.one(p.joint.X_BM_p, {Kind::frame_p, B, 0, !reversed});
        to.one(p.joint.X_BM_R, {Kind::frame_R, B, 0, !reversed});
        to.all({p.joint.k, p.joint.count}, Kind::joint_number, B);
        if (p.joint.armature >= 0) to.one(p.joint.armature, {Kind::armature, B});
    }
    for (std::size_t i = 0; i < c.forces.size(); ++i)
        to.all(c.forces[i].parameters, knows_plain_numbers_only(c.forces[i]) ? Kind::other : Kind::force,
               static_cast<int>(i));
    for (std::size_t i = 0; i < c.constraints.all.size(); ++i) {
        const BoundConstraint& bound = c.constraints.all[i];
        to.all(bound.parameters, knows_plain_numbers_only(bound) ? Kind::other : Kind::constraint,
               static_cast<int>(i));
        if (bound.share >= 0) to.one(bound.share, {Kind::share, static_cast<int>(i)});
    }
    for (std::size_t i = 0; i < c.constraints.one_way.size(); ++i) {
        const BoundOneWay& condition = c.constraints.one_way[i];
        const int index = static_cast<int>(i), first = condition.parameters.first;
        if (condition.bounded) {
            to.one(first, {Kind::limit, index});
            continue;
        }
        to.all(condition.parameters, Kind::none,
               index);  // restitution and what holds tell events, not forces
        to.one(first + 4, {Kind::friction, index, 0});
        to.one(first + 5, {Kind::friction, index, 1});
    }
    return to.roles;
}

}  // namespace sinew
