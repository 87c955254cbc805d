// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Sites, shapes, equalities and keys, as MJCF has them.
#include <sinew/base/names.h>
#include <sinew/formats/mjcf_writer.h>
#include <sinew/formats/xml_writer.h>

#include <cmath>

namespace sinew::mjcf {

namespace {

/// c₀ ... c₄ with f = q₁ − Σ c q₂ⁱ, where the function is of that kind; empty if it is not.
std::vector<double> polynomial_of(const Function& f) {
    const double points[]{-1, -0.5, 0, 0.5, 1};
    double values[5], rows[5][6];
    const auto at = [&](double a, double b) {
        const double x[2]{a, b};
        return f.evaluate<double>(x, 2);
    };
    for (int i = 0; i < 5; ++i) {
        values[i] = -at(0, points[i]);
        if (std::fabs(at(1.5, points[i]) + values[i] - 1.5) > 1e-12 * (1 + std::fabs(values[i]))) return {};
        for (int k = 0; k < 5; ++k) rows[i][k] = std::pow(points[i], k);
        rows[i][5] = values[i];
    }
    for (int k = 0; k < 5; ++k) {
        int pivot = k;
        for (int i = k + 1; i < 5; ++i)
            if (std::fabs(rows[i][k]) > std::fabs(rows[pivot][k])) pivot = i;
        std::swap(rows[k], rows[pivot]);
        for (int i = 0; i < 5; ++i) {
            if (i == k) continue;
            const double share = rows[i][k] / rows[k][k];
            for (int j = k; j < 6; ++j) rows[i][j] -= share * rows[k][j];
        }
    }
    std::vector<double> c(5);
    double largest = 0;
    for (int k = 0; k < 5; ++k)
        largest = std::fmax(largest, std::fabs(c[static_cast<std::size_t>(k)] = rows[k][5] / rows[k][k]));
    for (double& x : c)
        if (std::fabs(x) < 1e-14 * largest) x = 0;
    double there = 0;
    for (int k = 4; k >= 0; --k) there = 0.7 * there + c[static_cast<std::size_t>(k)];
    return std::fabs(there + at(0, 0.7)) < 1e-10 * (1 + largest) ? c : std::vector<double>{};
}

}  // namespace

/// A site of this name, or of one like it if the name is that of another place.
void Writer::site(const std::string& name, const FrameOn& on) {
    std::string fresh = name;
    for (;; fresh += "_") {
        const auto [found, is_new] = site_of_.try_emplace(fresh, sites_.size());
        if (is_new) sites_.emplace_back(fresh, on);
        const FrameOn& there = sites_[found->second].second;
        if (there.body == on.body && pose_text(there.X_BF) == pose_text(on.X_BF)) break;
    }
    if (fresh != name) site_names_[name] = fresh;
}

std::string Writer::site_text(const std::string& name) const {
    const auto other = site_names_.find(name);
    return xml::escaped_text(other == site_names_.end() ? name : other->second);
}

/// Markers, and a site for every point that something else names.
void Writer::gather_sites() {
    for (const Marker& marker : model_.markers) site(marker.name, marker.on);
    for (const AnyForce& force : model_.forces)
        visit(
            [&]<class E>(const E& e) {
                if constexpr (requires { e.path; })
                    for (std::size_t i = 0; i < e.path.size(); ++i)
                        site(e.name + "_p" + std::to_string(i),
                             {e.path[i].body, {Rotation::identity(), e.path[i].p}});
                if constexpr (requires { e.on.X_BF; }) site(e.name + "_frame", e.on);
            },
            force);
    for (const AnyConstraint& constraint : model_.constraints) {
        if (const auto* ball = constraint.if_a<BallConstraint>()) {
            site(ball->name + "_from", {ball->from.body, {Rotation::identity(), ball->from.p}});
            site(ball->name + "_to", {ball->to.body, {Rotation::identity(), ball->to.p}});
        } else if (const auto* weld = constraint.if_a<WeldConstraint>()) {
            site(weld->name + "_from", weld->from);
            site(weld->name + "_to", weld->to);
        }
    }
}

std::string Writer::geom_text(const Shape& shape) const {
    if (const auto* s = shape.if_a<shape::Box>())
        return "type=\"box\" size=\"" + numbers(0.5 * s->sides) + "\"";
    if (const auto* s = shape.if_a<shape::Sphere>())
        return "type=\"sphere\" size=\"" + shortest(s->radius) + "\"";
    if (const auto* s = shape.if_a<shape::Ellipsoid>())
        return "type=\"ellipsoid\" size=\"" + numbers(s->radii) + "\"";
    if (const auto* s = shape.if_a<shape::Cylinder>())
        return "type=\"cylinder\" size=\"" + numbers({s->radius, 0.5 * s->length}) + "\"";
    if (const auto* s = shape.if_a<shape::Capsule>())
        return "type=\"capsule\" size=\"" + numbers({s->radius, 0.5 * s->length}) + "\"";
    if (shape.is<shape::HalfSpace>()) return "type=\"plane\" size=\"0 0 1\"";
    return "";
}

void Writer::write_equalities() {
    std::string text;
    for (const AnyConstraint& constraint : model_.constraints) {
        const std::string name = "name=\"" + xml::escaped_text(name_of(constraint)) + "\"";
        const std::string sites = " site1=\"" + site_text(name_of(constraint) + "_from") + "\" site2=\"" +
                                  site_text(name_of(constraint) + "_to") + "\"/>\n";
        const auto coordinate = [&](const CoordinateOf& c) {
            return xml::escaped_text(names_[{c.joint.index, c.index}]);
        };
        if (constraint.is<BallConstraint>()) text += "    <connect " + name + sites;
        else if (constraint.is<WeldConstraint>()) text += "    <weld " + name + sites;
        else if (const auto* held = constraint.if_a<ConstantCoordinate>();
                 held && !coordinate(held->coordinate).empty())
            text += "    <joint " + name + " joint1=\"" + coordinate(held->coordinate) + "\" polycoef=\"" +
                    shortest(held->value) + " 0 0 0 0\"/>\n";
        else if (const auto* coupler = constraint.if_a<CoordinateCoupler>();
                 coupler && coupler->couples.size() == 2 && !polynomial_of(coupler->function).empty() &&
                 !coordinate(coupler->couples[0]).empty() && !coordinate(coupler->couples[1]).empty()) {
            const std::vector<double> c = polynomial_of(coupler->function);
            text += "    <joint " + name + " joint1=\"" + coordinate(coupler->couples[0]) + "\" joint2=\"" +
                    coordinate(coupler->couples[1]) + "\" polycoef=\"" +
                    numbers({c[0], c[1], c[2], c[3], c[4]}) + "\"/>\n";
        } else {
            losses_.push_back("constraint " + sinew::quoted(name_of(constraint)) +
                              ": MJCF has nothing like it.");
        }
    }
    if (!text.empty()) out_ += "  <equality>\n" + text + "  </equality>\n";
}

/// Where a free joint begins: what the posture "default" says of it.
Transform Writer::start_of(const std::string& joint) const {
    double e[4]{1, 0, 0, 0};
    Vec3 p;
    for (const Posture& posture : model_.postures) {
        if (posture.name != "default") continue;
        for (const auto& [name, value] : posture.q) {
            for (const int i : {0, 1, 2, 3})
                if (name == joint + ".e" + std::to_string(i)) e[i] = value;
            for (const int i : {0, 1, 2})
                if (name == joint + "." + "xyz"[i]) p[i] = value;
        }
    }
    return {rotation_of(Quaternion{e[0], e[1], e[2], e[3]}), p};
}

/// Postures become keys, but for the one that joints begin in.
void Writer::write_keys() {
    std::string text;
    for (const Posture& posture : model_.postures) {
        const auto in = [&](const auto& list, const std::string& name, double otherwise) {
            for (const auto& [one, value] : list)
                if (one == name) return value;
            return otherwise;
        };
        std::string qpos, qvel;
        bool moves = false, is_start = posture.name == "default";
        const auto put = [](std::string& out, double x) { out += (out.empty() ? "" : " ") + numbers({x}); };
        for (const int index : order_) {
            const JointElement& joint = model_.joints[static_cast<std::size_t>(index)];
            const std::string name = joint.placement.name + ".";
            const auto q = [&](const std::string& own, double otherwise = 0) {
                return in(posture.q, name + own, otherwise);
            };
            const auto u = [&](const std::string& own) { return in(posture.u, name + own, 0); };
            const bool is_free = joint.joint.is<Free>();
            if (is_free || joint.joint.is<Ball>()) {
                const Quaternion e{q("e0", 1), q("e1"), q("e2"), q("e3")};
                if (is_free)
                    for (const char* axis : {"x", "y", "z"}) put(qpos, q(axis));
                for (const double x : {e.w, e.x, e.y, e.z}) put(qpos, x);
                if (is_free)
                    for (const char* axis : {"u3", "u4", "u5"}) put(qvel, u(axis));
                const Vec3 w = rotation_of(e).inverse() * Vec3{u("u0"), u("u1"), u("u2")};
                for (const double x : {w.x, w.y, w.z}) put(qvel, x);
                if (!is_free && e.w != 1) is_start = false;
                continue;
            }
            visit(
                [&]<class J>(const J&) {
                    if constexpr (requires { J::coordinate_names; })
                        for (const char* own : J::coordinate_names) {
                            put(qpos, q(own)), put(qvel, u(own));
                            if (q(own) != 0) is_start = false;
                        }
                },
                joint.joint);
        }
        for (const auto& [ignored, value] : posture.u) moves = moves || value != 0;
        if (is_start && !moves) continue;
        text += "    <key name=\"" + xml::escaped_text(posture.name) + "\" qpos=\"" + qpos + "\"";
        if (moves) text += " qvel=\"" + qvel + "\"";
        text += "/>\n";
    }
    if (!text.empty()) out_ += "  <keyframe>\n" + text + "  </keyframe>\n";
}

}  // namespace sinew::mjcf
