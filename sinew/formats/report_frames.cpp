// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/error.h>
#include <sinew/formats/report_frames.h>
#include <sinew/math/orientation.h>
#include <sinew/system/constraints.h>
#include <sinew/system/contacts.h>
#include <sinew/system/energy.h>
#include <sinew/system/kinematics.h>
#include <sinew/system/one_way.h>
#include <sinew/system/reactions.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace sinew {

namespace {

constexpr std::size_t pose_width = 7, touch_width = 12, most_touches = 24, most_surfaces_told = 40;
constexpr double none = std::numeric_limits<double>::quiet_NaN();

bool has(const std::string& name, const char* part) { return name.find(part) != std::string::npos; }

/// Of a coordinate, by the word that its joint has for it.
std::string unit_of_coordinate(const std::string& name) {
    const std::string word = name.substr(name.rfind('.') + 1);
    if (word.size() == 2 && word[0] == 'e') return "";
    if (has(word, "angle") || word == "azimuth" || word == "zenith" || word == "bend") return "rad";
    const bool length = word == "x" || word == "y" || word == "z" || has(word, "displacement") ||
                        word == "stretch" || word == "radius";
    return length ? "m" : "";
}

std::string unit_of_speed(const std::string& name) {
    if (has(name, "angle") || has(name, "turn") || has(name, "w_") || has(name, ".w")) return "rad/s";
    const std::string unit = unit_of_coordinate(name.substr(0, name.find('/')));
    return unit.empty() ? "" : unit + "/s";
}

double largest(std::span<const double> values) {
    double most = 0;
    for (const double v : values) most = std::max(most, std::abs(v));
    return most;
}

/// Where and with what force a one-way condition presses, on its second body; false for those without a point that can
/// be shown.
bool touch_at(const System& system, const State& state, ConstraintId id, ContactPatch& patch) {
    TouchPlace at;
    if (!place_of_touch(system, state, id, at)) return false;
    patch.point_W = at.p_W;
    patch.normal_W = at.n_W;
    patch.normal_force = normal_force(system, state, id);
    const AnyConstraint& constraint = system.model().constraints[static_cast<std::size_t>(id.index)];
    const BodyId on = visit(
        [](const auto& element) {
            if constexpr (requires { element.bodies(); }) {
                const auto bodies = element.bodies();
                if (std::size(bodies) > 1) return bodies[std::size(bodies) - 1];
            }
            return world;
        },
        constraint);
    patch.force_W = constraint_force_on(system, state, id, on).f;
    return true;
}

/// All of these that touch.
std::vector<ContactPatch> one_way_touches(const System& system, const State& state) {
    std::vector<ContactPatch> patches;
    for (const OneWay& condition : system.model().one_way) {
        const ConstraintId id = system.model().constraint(condition.name);
        ContactPatch patch;
        if (touch_of(system, state, id) != Touch::apart && touch_at(system, state, id, patch))
            patches.push_back(patch);
    }
    return patches;
}

}  // namespace

ReportFrames::ReportFrames(const System& system, const ReportOptions& options,
                           std::vector<std::string> outputs)
    : system_(&system),
      forces_(options.forces),
      outputs_(std::move(outputs)),
      side_(4 * system.model().bodies.size()) {
    const Model& model = system.model();
    const StateLayout& layout = system.layout();
    if (forces_) {
        for (const JointElement& j : model.joints)
            arrows_.push_back({j.placement.name, "reaction", j.placement.to, j.placement.X_BM.p});
        for (std::size_t f = 0; f < model.forces.size(); ++f)
            if (model.forces[f].is<Gravity>()) gravity_.push_back(ForceId{static_cast<int>(f)});
        const bool other = gravity_.size() < model.forces.size();
        for (std::size_t b = 1; b < model.bodies.size(); ++b) {
            const auto& [name, mass] = model.bodies[b];
            const BodyId body{static_cast<int>(b)};
            if (other) arrows_.push_back({name + ": forces", "applied", body, mass.com});
            if (!model.constraints.empty())
                arrows_.push_back({name + ": constraints", "constraint", body, {}});
        }
    }
    for (const char* name : {"kinetic energy", "potential energy", "total energy"})
        series_.push_back({name, "J", "energy", true});
    for (const std::string& name : layout.q_names)
        series_.push_back({name, unit_of_coordinate(name), "coordinates", false});
    for (const std::string& name : layout.u_names)
        series_.push_back({name, unit_of_speed(name), "speeds", false});
    for (const std::string& name : layout.z_names)
        series_.push_back({name, "", "auxiliary variables", false});
    for (const std::string& name : outputs_) series_.push_back({name, "", "outputs", true});
    if (!model.surfaces.empty() && model.contact.kind == ContactKind::compliant) {
        touches_ =
            std::min<std::size_t>(most_touches, model.surfaces.size() * (model.surfaces.size() - 1) / 2);
        surfaces_told_ = model.surfaces.size() <= most_surfaces_told;
    } else {
        touches_ = std::min(most_touches, model.one_way.size());
    }
    if (surfaces_told_)
        for (const ContactSurface& surface : model.surfaces)
            series_.push_back({surface.name + ": contact force", "N", "contact", false});
    if (equation_counts(system).all() > 0) {
        series_.push_back({"largest position error", "", "constraint errors", false});
        series_.push_back({"largest velocity error", "", "constraint errors", false});
    }
    if (forces_)
        for (const JointElement& j : model.joints) {
            series_.push_back({j.placement.name + ": force", "N", "reactions", false});
            series_.push_back({j.placement.name + ": torque", "N m", "reactions", false});
        }
    // Names tell series apart: of speeds that are called as their coordinates are, too.
    for (std::size_t i = 0; i < series_.size(); ++i)
        for (std::size_t k = 0; k < i && series_[i].group != "coordinates"; ++k)
            if (series_[k].name == series_[i].name)
                series_[i].name += series_[i].group == "speeds" ? "/speed" : " ";
}

std::size_t ReportFrames::first_arrow() const { return 1 + pose_width * system_->model().bodies.size(); }
std::size_t ReportFrames::first_touch() const { return first_arrow() + 3 * arrows_.size(); }
std::size_t ReportFrames::first_series() const { return first_touch() + touch_width * touches_; }
std::size_t ReportFrames::width() const { return first_series() + series_.size(); }

void ReportFrames::sample(const State& state, std::span<const double> outputs, std::span<double> row) {
    row[0] = state.time();
    for (std::size_t b = 0; b < system_->model().bodies.size(); ++b) {
        const Transform X_WB = pose(*system_, state, BodyId{static_cast<int>(b)});
        const Quaternion e = quaternion_of(X_WB.R);
        double* const side = &side_[4 * b];
        const double sign = e.w * side[0] + e.x * side[1] + e.y * side[2] + e.z * side[3] < 0 ? -1 : 1;
        side[0] = sign * e.w, side[1] = sign * e.x, side[2] = sign * e.y, side[3] = sign * e.z;
        double* const out = &row[1 + pose_width * b];
        out[0] = X_WB.p.x, out[1] = X_WB.p.y, out[2] = X_WB.p.z;
        std::copy(side, side + 4, out + 3);
    }
    std::fill(row.begin() + static_cast<std::ptrdiff_t>(first_arrow()), row.end(), none);
    try {
        if (touches_ > 0) {
            const Model& model = system_->model();
            patches_ = model.contact.kind == ContactKind::compliant && !model.surfaces.empty()
                           ? contacts(*system_, state)
                           : one_way_touches(*system_, state);
            sample_touches(&row[first_touch()]);
        }
        if (forces_) sample_arrows(state, &row[first_arrow()]);
        sample_series(state, outputs, &row[first_series()]);
    } catch (const Error& error) {  // where accelerations have no value there is still something to see
        if (warnings_.size() < 3)
            warnings_.push_back(std::string("Without forces from here on: ") + error.what());
    }
}

void ReportFrames::sample_arrows(const State& state, double* out) {
    const Model& model = system_->model();
    const auto put = [&](const Vec3& f) { out[0] = f.x, out[1] = f.y, out[2] = f.z, out += 3; };
    for (std::size_t j = 0; j < model.joints.size(); ++j)
        put(reaction(*system_, state, AnyJointId{static_cast<int>(j)}).on_to_at_M.f);
    for (std::size_t a = model.joints.size(); a < arrows_.size(); ++a) {
        const auto& [name, kind, body, p_B] = arrows_[a];
        if (kind == "constraint") {
            put(constraint_force_on(*system_, state, body).f);
            continue;
        }
        Vec3 f = applied_on(*system_, state, body).f;
        const double most = norm(f);
        for (const ForceId gravity : gravity_) f -= applied_on(*system_, state, gravity, body).f;
        put(norm(f) > 1e-9 * most ? f : Vec3{});
    }
}

void ReportFrames::sample_series(const State& state, std::span<const double> outputs, double* out) const {
    const double kinetic = kinetic_energy(*system_, state), potential = potential_energy(*system_, state);
    *out++ = kinetic, *out++ = potential, *out++ = kinetic + potential;
    for (const auto& values : {state.q(), state.u(), state.z()})
        out = std::copy(values.begin(), values.end(), out);
    for (std::size_t i = 0; i < outputs_.size(); ++i) *out++ = i < outputs.size() ? outputs[i] : none;
    if (surfaces_told_) sample_surfaces(out);
    if (equation_counts(*system_).all() > 0) {
        *out++ = largest(position_errors(*system_, state));
        *out++ = largest(velocity_errors(*system_, state));
    }
    if (forces_) sample_reactions(state, out);
}

void ReportFrames::sample_reactions(const State& state, double*& out) const {
    for (std::size_t j = 0; j < system_->model().joints.size(); ++j) {
        const SpatialForce F = reaction(*system_, state, AnyJointId{static_cast<int>(j)}).on_to_at_M;
        *out++ = norm(F.f);
        *out++ = norm(F.m);
    }
}

void ReportFrames::sample_touches(double* out) const {
    std::vector<const ContactPatch*> shown;
    for (const ContactPatch& patch : patches_) shown.push_back(&patch);
    if (shown.size() > touches_) {
        const auto stronger = [](const ContactPatch* a, const ContactPatch* b) {
            return a->normal_force > b->normal_force;
        };
        std::stable_sort(shown.begin(), shown.end(), stronger);
        shown.resize(touches_);
    }
    std::fill(out, out + touch_width * touches_, 0.0);
    for (const ContactPatch* p : shown)
        for (const Vec3& v : {p->point_W, p->force_W, p->semi_axis_a * p->a_W, p->semi_axis_b * p->b_W})
            *out++ = v.x, *out++ = v.y, *out++ = v.z;
}

/// How hard each surface is pressed by all others together.
void ReportFrames::sample_surfaces(double*& out) const {
    std::vector<Vec3> forces(system_->model().surfaces.size());
    for (const ContactPatch& patch : patches_) {
        forces[static_cast<std::size_t>(patch.first.index)] += patch.force_W;
        forces[static_cast<std::size_t>(patch.second.index)] -= patch.force_W;
    }
    for (const Vec3& force : forces) *out++ = norm(force);
}

void PressureMap::add(const std::vector<ContactPatch>& patches) {
    if (begins.empty()) begins.push_back(0);
    for (const ContactPatch& patch : patches)
        for (const PressureElement& element : patch.elements) {
            for (int k = 0; k < 3; ++k) points.push_back(static_cast<float>(element.point_W[k]));
            pressures.push_back(static_cast<float>(element.pressure));
            size = std::max(size, std::sqrt(element.area));
        }
    begins.push_back(static_cast<std::uint32_t>(pressures.size()));
}

std::vector<std::vector<std::string>> ReportFrames::plots() const {
    std::vector<std::vector<std::string>> plots;
    const auto some = [&](const char* group, std::size_t most) {
        std::vector<std::string> names;
        for (const bool with_unit : {true, false})  // angles and lengths tell more than parts of quaternions
            for (const Series& s : series_)
                if (s.group == group && s.unit.empty() != with_unit && names.size() < most)
                    names.push_back(s.name);
        if (!names.empty()) plots.push_back(names);
    };
    some("energy", 3), some("outputs", 4), some("contact", 4), some("coordinates", 4), some("speeds", 4);
    if (forces_ && !system_->model().joints.empty()) {
        std::vector<std::string> names;
        for (const Series& s : series_)
            if (s.group == "reactions" && s.unit == "N" && names.size() < 4) names.push_back(s.name);
        plots.push_back(names);
    }
    some("constraint errors", 2);
    return plots;
}

}  // namespace sinew
