// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Equalities: connect, weld, joint. MuJoCo keeps them softly, here they hold exactly.
#include <sinew/base/names.h>
#include <sinew/formats/mjcf_reader.h>
#include <sinew/math/orientation.h>

#include <algorithm>

namespace sinew::mjcf {

void Reader::read_equality(const Element& e) {
    for (const Element& child : children(e)) {
        const std::string kind(child.name());
        if (kind != "connect" && kind != "weld" && kind != "joint") {
            child.read_all();
            note_once("equality " + kind, child, "equalities of this kind are not read");
            continue;
        }
        for (const std::string& suffix : suffixes_of(child)) {
            const Sourced s = sourced(child, "", {"equality"}, suffix);
            known(child, "class solref solimp");
            if (!option_.equality || !s["active"].flag(true)) {
                note_once("inactive", child, "is switched off in the file and therefore left out");
                child.read_all();
                continue;
            }
            note_once("exact", child,
                      "equalities hold exactly here: MuJoCo's softness (solref, solimp) is not read");
            if (kind == "connect") connect(s);
            else if (kind == "weld") weld(s);
            else couple(s);
        }
    }
}

void Reader::connect(const Sourced& e) {
    BallConstraint ball{.name = fresh(constraint_names_, e.name().empty() ? "connect" : e.name())};
    if (e.own.has("site1")) {
        const Site *one = site_named(e, "site1"), *other = site_named(e, "site2");
        if (!one || !other) return;
        ball.from = {one->body, one->X_BS.p};
        ball.to = {other->body, other->X_BS.p};
    } else {
        const BodyPlace *one = body_named(e, "body1"), *other = &bodies_["world"];
        if (e.own.has("body2")) other = body_named(e, "body2");
        if (!one || !other) return;
        const Vec3 anchor = e.own.required("anchor").vec3();
        ball.from = {one->id, anchor};
        ball.to = {other->id, other->X_WB0.inverse() * (one->X_WB0 * anchor)};
    }
    place("ball constraint", ball.name, e.own);
    model_.add(ball);
}

void Reader::weld(const Sourced& e) {
    WeldConstraint weld{.name = fresh(constraint_names_, e.name().empty() ? "weld" : e.name())};
    if (e.own.has("site1")) {
        const Site *one = site_named(e, "site1"), *other = site_named(e, "site2");
        if (!one || !other) return;
        weld.from = {one->body, one->X_BS};
        weld.to = {other->body, other->X_BS};
        known(e.own, "relpose anchor");
    } else {
        const BodyPlace *one = body_named(e, "body1"), *other = &bodies_["world"];
        if (e.own.has("body2")) other = body_named(e, "body2");
        if (!one || !other) return;
        Transform X_12 = one->X_WB0.inverse() * other->X_WB0;  // letters: the bodies' own numbers
        if (e.own.has("relpose")) {
            const std::vector<double> n = e.own.attribute("relpose").numbers(7, 7);
            if (n.size() == 7 && (n[3] != 0 || n[4] != 0 || n[5] != 0 || n[6] != 0))
                X_12 = {sinew::rotation_of(Quaternion{n[3], n[4], n[5], n[6]}), {n[0], n[1], n[2]}};
        }
        const Transform X_2A{Rotation::identity(), e.own.attribute("anchor").vec3()};
        weld.from = {one->id, X_12 * X_2A};
        weld.to = {other->id, X_2A};
    }
    const double scale = e.own.attribute("torquescale").number(1);
    if (scale == 0) {
        place("ball constraint", weld.name, e.own);
        model_.add(BallConstraint{.name = weld.name,
                                  .from = {weld.from.body, weld.from.X_BF.p},
                                  .to = {weld.to.body, weld.to.X_BF.p}});
        return;
    }
    place("weld constraint", weld.name, e.own);
    model_.add(weld);
}

/// q₁ − ref₁ = c₀ + c₁ (q₂ − ref₂) + c₂ (q₂ − ref₂)² + ...
void Reader::couple(const Sourced& e) {
    const Joint* one = joint_named(e, "joint1");
    std::vector<double> c = e.own.attribute("polycoef").numbers(0, 5);
    if (!e.own.has("polycoef")) c = {0, 1, 0, 0, 0};
    c.resize(5);
    if (!one) return;
    const std::string name = fresh(constraint_names_, e.name().empty() ? "couple_" + one->name : e.name());
    if (one->type == JointType::ball || one->type == JointType::free)
        return e.own.fault("couples joint " + sinew::quoted(one->name) + ", which is no hinge or slide");
    if (!e.own.has("joint2")) {
        place("constant-coordinate constraint", name, e.own);
        model_.add(
            ConstantCoordinate{.name = name, .coordinate = one->coordinate(), .value = one->ref + c[0]});
        return;
    }
    const Joint* other = joint_named(e, "joint2");
    if (!other) return;
    if (other->type == JointType::ball || other->type == JointType::free)
        return e.own.fault("couples joint " + sinew::quoted(other->name) + ", which is no hinge or slide");
    std::vector<double> highest_first(c.rbegin(), c.rend());
    while (highest_first.size() > 1 && highest_first.front() == 0) highest_first.erase(highest_first.begin());
    const Function turned = function::Polynomial{highest_first};
    const Function from_ref =
        compose(turned, {Function(function::Polynomial{{1, -other->ref}})});  // of q₂ − ref₂
    const Function residual =
        of_arguments(function::Polynomial{{1, -one->ref}}, {0}) - of_arguments(from_ref, {1});
    place("coordinate coupler", name, e.own);
    model_.add(CoordinateCoupler{
        .name = name, .couples = {one->coordinate(), other->coordinate()}, .function = residual});
}

}  // namespace sinew::mjcf
