// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/at.h>
#include <sinew/base/names.h>
#include <sinew/system/compiled.h>
#include <sinew/system/compliant.h>
#include <sinew/system/each_parameter.h>
#include <sinew/system/ties.h>
#include <sinew/system/weld_groups.h>

#include <algorithm>
#include <map>

namespace sinew {

namespace {

/// As the System takes it: the nearest rotation to the numbers given.
Transform upright(const Transform& X) {
    return rotation_defect(X.R) < 1e-14 ? X : Transform{nearest_rotation(X.R), X.p};
}

std::pair<int, int> sorted(int a, int b) { return {std::min(a, b), std::max(a, b)}; }

}  // namespace

WeldGroups::WeldGroups(const System& whole) : whole_(whole), model_(whole.model()) {
    find_welds();
    kept_.assign(model_.bodies.size(), false);
    keep_what_programs_name();
    do group();
    while (separate_ends() || separate_surfaces());
}

void WeldGroups::find_welds() {
    const Compiled& c = whole_.compiled();
    weld_.resize(model_.bodies.size());
    place_in_tree_.assign(model_.bodies.size(), 0);
    for (int node = 1; node < c.tree.size(); ++node) {
        if (c.is_half(node)) continue;
        const int body = c.body_of_node[at(node)], joint = c.joint_of_node[at(node)];
        order_.push_back(body);
        place_in_tree_[at(body)] = node;
        if (!model_.joints[at(joint)].joint.is<Weld>()) continue;
        const JointPlacement& p = model_.joints[at(joint)].placement;
        const Transform X_fF = upright(p.X_PF), X_tM = upright(p.X_BM);
        weld_[at(body)] = {joint, c.body_of_node[at(c.tree[node].parent)],
                           c.tree[node].reversed ? X_tM * X_fF.inverse() : X_fF * X_tM.inverse()};
    }
}

/// The body stays on its weld, whatever hangs on it.
void WeldGroups::keep(int body, const std::string& why) {
    const int joint = weld_[at(body)].joint;
    if (joint < 0 || kept_[at(body)]) return;
    kept_[at(body)] = true;
    remarks_.push_back("body " + quoted(model_.bodies[at(body)].name) + " stays on weld " +
                       quoted(model_.joints[at(joint)].placement.name) + ": " + why);
}

/// Programs know bodies and joints by their numbers.
void WeldGroups::keep_what_programs_name() {
    const auto keep_all = [&](const std::string& who) {
        bool any = false;
        for (std::size_t b = 1; b < kept_.size(); ++b)
            if (weld_[b].joint >= 0 && !kept_[b]) any = kept_[b] = true;
        if (any)
            remarks_.push_back("nothing is merged: " + who +
                               " may name any body or joint by its number. Give it the function moved().");
    };
    const Moved as_they_are = [&] {
        Moved all;
        for (int b = 0; b < static_cast<int>(model_.bodies.size()); ++b) all.body.push_back({BodyId{b}, {}});
        for (int j = 0; j < static_cast<int>(model_.joints.size()); ++j) all.joint.push_back({{j}});
        return all;
    }();
    for (const AnyForce& force : model_.forces)
        if (const auto* custom = force.if_a<CustomForce>())
            if (!custom->law->moved(as_they_are)) keep_all(described(*custom));
    for (const FastVariables& fast : model_.fast)
        if (!fast.relaxer->moved(as_they_are)) keep_all("the relaxer of " + quoted(fast.name));
    for (const AnyConstraint& constraint : model_.constraints) {
        if (const auto* custom = constraint.if_a<CustomConstraint>())
            if (!custom->law->moved(as_they_are))
                for (const BodyId body : custom->bodies())
                    keep(body.index, described(*custom) + " knows its frame.");
        if (const auto* halves = constraint.if_a<HalvesConstraint>())
            for (const BodyId body : halves->bodies())
                keep(body.index, described(*halves) + " holds its frame.");
    }
    const auto keep_end = [&](AnyJointId joint, const std::string& who) {
        for (std::size_t b = 1; b < weld_.size(); ++b)
            if (weld_[b].joint == joint.index) keep(static_cast<int>(b), who + " names the weld.");
    };
    for (const Motion& motion : model_.motions)
        for (const AnyJointId joint : motion.reads) keep_end(joint, "motion " + quoted(motion.name));
    for (const FastVariables& fast : model_.fast)
        for (const AnyJointId joint : fast.joints)
            keep_end(joint, "set of fast variables " + quoted(fast.name));
}

/// From the world outward, so that what a body hangs on has its host.
void WeldGroups::group() {
    const auto stays_out = [&](int body, int host) -> const Gravity* {
        for (const AnyForce& force : model_.forces)
            if (const auto* gravity = force.if_a<Gravity>()) {
                const auto left_out = [&](int b) {
                    return std::find(gravity->except.begin(), gravity->except.end(), BodyId{b}) !=
                           gravity->except.end();
                };
                if (left_out(body) != left_out(host)) return gravity;
            }
        return nullptr;
    };
    host_.assign(model_.bodies.size(), 0);
    X_HB_.assign(model_.bodies.size(), {});
    gone_.assign(model_.joints.size(), false);
    for (const int body : order_) {
        const OnWeld& weld = weld_[at(body)];
        host_[at(body)] = body;
        if (weld.joint < 0 || kept_[at(body)]) continue;
        const int host = host_[at(weld.parent)];
        if (const Gravity* gravity = host == 0 ? nullptr : stays_out(body, host)) {
            keep(body, described(*gravity) + " acts on one of it and body " +
                           quoted(model_.bodies[at(host)].name) + " only.");
            continue;
        }
        host_[at(body)] = host;
        X_HB_[at(body)] = upright(X_HB_[at(weld.parent)] * weld.X_PB);
        gone_[at(weld.joint)] = true;
    }
}

/// Of two bodies in one group, the one that comes later in the tree: the other does not hang on it.
void WeldGroups::keep_later(BodyId one, BodyId other, const std::string& who) {
    const int a = one.index, b = other.index;
    keep(place_in_tree_[at(a)] > place_in_tree_[at(b)] ? a : b,
         who + " holds it against body " +
             quoted(model_.bodies[at(place_in_tree_[at(a)] > place_in_tree_[at(b)] ? b : a)].name) + ".");
}

/// Nothing may hold a body against itself. True if something was kept apart.
bool WeldGroups::separate_ends() {
    const std::size_t before = remarks_.size();
    const auto separate = [&](BodyId a, BodyId b, const std::string& who) {
        if (a != b && host(a) == host(b)) keep_later(a, b, who);
    };
    for (std::size_t j = 0; j < model_.joints.size(); ++j) {
        const JointPlacement& p = model_.joints[j].placement;
        if (!gone_[j]) separate(p.from, p.to, "joint " + quoted(p.name));
    }
    for (const AnyConstraint& constraint : model_.constraints)
        visit(
            [&](const auto& element) {
                const Ties ties = ties_of(element);
                if (ties.may_repeat) return;
                for (int i = 0; i < ties.acted_on; ++i)
                    for (int j = 0; j < i; ++j)
                        separate(ties.bodies[at(i)], ties.bodies[at(j)], described(element));
            },
            constraint);
    return remarks_.size() > before;
}

/// What touches what is said for pairs of bodies. Where surfaces of two groups do and others do not, those that are not
/// their hosts' own stay apart. Only pairs with a joint between them or excluded by name can be such.
bool WeldGroups::separate_surfaces() {
    const std::size_t before = remarks_.size();
    meet_.clear(), apart_.clear();
    if (model_.surfaces.empty()) return false;
    std::vector<std::pair<int, int>> pairs;
    const auto look_at = [&](BodyId a, BodyId b) {
        if (host(a) != host(b)) pairs.push_back(sorted(host(a).index, host(b).index));
    };
    for (const BodyPair& pair : model_.contact.excluded) look_at(pair.first, pair.second);
    for (const JointElement& joint : model_.joints) look_at(joint.placement.from, joint.placement.to);
    std::sort(pairs.begin(), pairs.end());
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());

    std::map<int, std::vector<int>> surfaces_of;  // by host
    for (std::size_t s = 0; s < model_.surfaces.size(); ++s)
        surfaces_of[host(model_.surfaces[s].body).index].push_back(static_cast<int>(s));
    const MayTouch may_touch(model_);
    for (const auto& pair : pairs) {
        bool touch = false, never = false;
        const std::vector<int>&first = surfaces_of[pair.first], &second = surfaces_of[pair.second];
        for (const int i : first)
            for (const int j : second)
                if (groups_meet(model_.surfaces[at(i)], model_.surfaces[at(j)]))
                    (may_touch(model_, i, j) ? touch : never) = true;
        if (touch && never)
            for (const std::vector<int>* all : {&first, &second})
                for (const int s : *all) {
                    const ContactSurface& surface = model_.surfaces[at(s)];
                    if (host(surface.body) != surface.body)
                        keep(surface.body.index,
                             "of surface " + quoted(surface.name) + " and those of body " +
                                 quoted(model_.bodies[at(host(surface.body).index)].name) +
                                 ", only some may touch body " +
                                 quoted(model_.bodies[at(all == &first ? pair.second : pair.first)].name) +
                                 ".");
                }
        else if (touch) meet_.push_back(pair);
        else if (never) apart_.push_back(pair);
    }
    return remarks_.size() > before;
}

}  // namespace sinew
