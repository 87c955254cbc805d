// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <apps/cli/quantities.h>
#include <apps/cli/values.h>
#include <sinew/base/names.h>
#include <sinew/sinew.h>

#include <algorithm>
#include <cmath>

namespace sinew::cli {

#define SINEW_QUANTITIES_NOW                                                                             \
    "Names of numbers: a coordinate (knee.angle), a speed (knee.angle/speed), total_energy, "            \
    "kinetic_energy, potential_energy, power, constraint_error, mass_centre, momentum, contact_energy, " \
    "contact_heat; with a name behind a colon position:BODY, velocity:BODY, marker:MARKER, "             \
    "reaction:JOINT (force, then moment, on the body the joint leads to), acceleration:SPEED, "          \
    "multipliers:CONSTRAINT, energy:FORCE, power:FORCE, contact:SURFACE (force on it of all that touch " \
    "it). Of several, one is picked by .x, .y or .z (position:hand.y)."
const char* const quantities_now_text = SINEW_QUANTITIES_NOW;
const char* const quantities_text =
    SINEW_QUANTITIES_NOW " maximum:, minimum: and integral: before any of these look back over the run.";
#undef SINEW_QUANTITIES_NOW

namespace {

const std::vector<std::string> plain_names{
    "time",        "total_energy", "kinetic_energy", "potential_energy", "power", "constraint_error",
    "mass_centre", "momentum",     "contact_energy", "contact_heat"};
const std::vector<std::string> kinds{"position",     "velocity",    "marker",   "reaction",
                                     "acceleration", "multipliers", "energy",   "power",
                                     "maximum",      "minimum",     "integral", "contact"};

Vec3 vector_of(const SpatialForce& F, bool moment) { return moment ? F.m : F.f; }

double part_of(const Vec3& v, int i) { return i == 0 ? v.x : i == 1 ? v.y : v.z; }

std::vector<Measure> three(const VectorMeasure& v, const std::string& name) {
    return {v.x.named(name + ".x"), v.y.named(name + ".y"), v.z.named(name + ".z")};
}

/// One component of what f(system, state) gives, under a name.
template <class F>
std::vector<Measure> three_of(const std::string& name, F f) {
    std::vector<Measure> made;
    for (int i = 0; i < 3; ++i)
        made.push_back(measure::custom([f, i](const System& s, const State& x) {
                           return part_of(f(s, x), i);
                       }).named(name + "." + "xyz"[i]));
    return made;
}

std::vector<std::string> names_of_bodies(const Model& model) {
    std::vector<std::string> names;
    for (const Body& body : model.bodies) names.push_back(body.name);
    return names;
}

class Finder {
public:
    explicit Finder(const System& system) : system_(system), model_(system.model()) {}

    /// Empty if there is nothing of that name.
    std::vector<Measure> plain(const std::string& name) const {
        if (name == "time") return {measure::time().named(name)};
        if (name == "total_energy") return {measure::total_energy().named(name)};
        if (name == "kinetic_energy") return {measure::kinetic_energy().named(name)};
        if (name == "potential_energy") return {measure::potential_energy().named(name)};
        if (name == "power") return {measure::power().named(name)};
        if (name == "mass_centre") return three(measure::mass_centre(), name);
        if (name == "contact_energy") return {measure::custom(&contact_energy).named(name)};
        if (name == "contact_heat") return {measure::custom(&contact_heat).named(name)};
        if (name == "constraint_error") return {measure::custom(&constraint_error).named(name)};
        if (name == "momentum") {
            std::vector<Measure> made = three_of(
                "momentum.linear", [](const System& s, const State& x) { return central_momentum(s, x).f; });
            for (const Measure& m : three_of("momentum.angular", [](const System&s, const State&x) {
                     return central_momentum(s, x).m;
                 }))
                made.push_back(m);
            return made;
        }
        const StateLayout& layout = system_.layout();
        const bool is_speed = name.ends_with("/speed");
        const auto& names = is_speed ? layout.u_names : layout.q_names;
        const auto& ranges = is_speed ? layout.u_of_joint : layout.q_of_joint;
        const auto found =
            std::find(names.begin(), names.end(), is_speed ? name.substr(0, name.size() - 6) : name);
        if (found == names.end()) return {};
        const int place = static_cast<int>(found - names.begin());
        for (std::size_t j = 0; j < ranges.size(); ++j) {
            if (ranges[j].first < 0 || place < ranges[j].first || place >= ranges[j].first + ranges[j].count)
                continue;
            AnyJointId joint;
            joint.index = static_cast<int>(j);
            const int index = place - ranges[j].first;
            return {(is_speed ? measure::u(joint, index) : measure::q(joint, index)).named(name)};
        }
        return {};
    }

    std::vector<Measure> of_kind(const std::string& kind, const std::string& of,
                                 const std::string& name) const {
        if (kind == "maximum") return {maximum(measure_of(system_, of)).named(name)};
        if (kind == "minimum") return {minimum(measure_of(system_, of)).named(name)};
        if (kind == "integral") return {integral(measure_of(system_, of)).named(name)};
        if (kind == "position" || kind == "velocity") {
            const BodyId body{static_cast<int>(place_of(of, names_of_bodies(model_), "bodies"))};
            const Station origin{body, {}};
            return three(kind == "position" ? measure::position(origin) : measure::velocity(origin), name);
        }
        if (kind == "marker") return marker(of, name);
        if (kind == "reaction") return reaction_of(of, name);
        if (kind == "contact") return contact_of(of, name);
        if (kind == "acceleration") return acceleration_of(of, name);
        if (kind == "multipliers") return multipliers_of(of, name);
        return force(kind, of, name);
    }

private:
    std::vector<Measure> marker(const std::string& of, const std::string& name) const {
        std::vector<std::string> names;
        for (const Marker& m : model_.markers) names.push_back(m.name);
        const Marker& m = model_.markers[place_of(of, names, "markers")];
        return three(measure::position(Station{m.on.body, m.on.X_BF.p}), name);
    }
    std::vector<Measure> reaction_of(const std::string& of, const std::string& name) const {
        std::vector<std::string> names;
        for (const JointElement& j : model_.joints) names.push_back(j.placement.name);
        AnyJointId joint;
        joint.index = static_cast<int>(place_of(of, names, "joints"));
        std::vector<Measure> made;
        for (const bool moment : {false, true})
            for (const Measure& m : three_of(name + (moment ? ".moment" : ".force"),
                                             [joint, moment](const System&s, const State&x) {
                                                 return vector_of(reaction(s, x, joint).on_to_at_M, moment);
                                             }))
                made.push_back(m);
        return made;
    }
    std::vector<Measure> contact_of(const std::string& of, const std::string& name) const {
        std::vector<std::string> names;
        for (const ContactSurface& surface : model_.surfaces) names.push_back(surface.name);
        const SurfaceId id{static_cast<int>(place_of(of, names, "surfaces"))};
        return three_of(name, [id](const System& s, const State& x) {
            Vec3 force{};
            for (const ContactPatch& patch : contacts(s, x)) {
                if (patch.first == id) force += patch.force_W;
                if (patch.second == id) force -= patch.force_W;
            }
            return force;
        });
    }
    std::vector<Measure> acceleration_of(const std::string& of, const std::string& name) const {
        const std::size_t place = place_of(of, system_.layout().u_names, "speeds");
        return {measure::custom([place](const System& s, const State& x) {
                    return forward_dynamics(s, x)[place];
                }).named(name)};
    }
    std::vector<Measure> multipliers_of(const std::string& of, const std::string& name) const {
        std::vector<std::string> names;
        for (const AnyConstraint& c : model_.constraints) names.push_back(name_of(c));
        const ConstraintId id{static_cast<int>(place_of(of, names, "constraints"))};
        std::vector<Measure> made;
        const int count = equations_of(system_, id).acceleration.count;
        for (int i = 0; i < count; ++i)
            made.push_back(measure::custom([id, i](const System& s, const State& x) {
                               return multipliers(s, x, id)[static_cast<std::size_t>(i)];
                           }).named(name + "." + std::to_string(i)));
        return made;
    }
    std::vector<Measure> force(const std::string& kind, const std::string& of,
                               const std::string& name) const {
        std::vector<std::string> names;
        for (const AnyForce& f : model_.forces) names.push_back(name_of(f));
        const ForceId id{static_cast<int>(place_of(of, names, "forces"))};
        return {(kind == "energy" ? measure::potential_energy(id) : measure::power(id)).named(name)};
    }

    const System& system_;
    const Model& model_;
};

std::vector<std::string> all_names(const System& system) {
    std::vector<std::string> names = plain_names;
    for (const std::string& name : system.layout().q_names) names.push_back(name);
    for (const std::string& name : system.layout().u_names) names.push_back(name + "/speed");
    for (const std::string& kind : kinds) names.push_back(kind + ":...");
    return names;
}

/// The number in `made` whose name ends in the component that `name` has.
std::vector<Measure> picked(std::vector<Measure> made, const std::string& name) {
    for (const Measure& m : made)
        if (m.name() == name) return {m};
    return {};
}

}  // namespace

std::vector<Measure> measures_of(const System& system, const std::string& name) {
    const Finder finder(system);
    if (std::vector<Measure> made = finder.plain(name); !made.empty()) return made;
    const std::size_t dot = name.rfind('.');
    if (dot != std::string::npos)
        if (std::vector<Measure> made = picked(finder.plain(name.substr(0, dot)), name); !made.empty())
            return made;
    const std::size_t colon = name.find(':');
    const std::string kind = name.substr(0, colon);
    if (colon == std::string::npos || std::find(kinds.begin(), kinds.end(), kind) == kinds.end())
        throw UsageError("there is no number " + sinew::quoted(name) + "." +
                         suggestion(name, all_names(system), "numbers"));
    const std::string of = name.substr(colon + 1);
    try {
        return finder.of_kind(kind, of, name);
    } catch (const UsageError&) {  // "position:hand.y": the part before the dot may be the name
        std::string front = name;
        for (std::size_t at = front.rfind('.'); at != std::string::npos && at > colon;
             at = front.rfind('.')) {
            front.resize(at);
            try {
                if (std::vector<Measure> made =
                        picked(finder.of_kind(kind, front.substr(colon + 1), front), name);
                    !made.empty())
                    return made;
            } catch (const UsageError&) {}
        }
        throw;
    }
}

Measure measure_of(const System& system, const std::string& name) {
    const std::vector<Measure> all = measures_of(system, name);
    if (all.size() == 1) return all[0];
    throw UsageError(sinew::quoted(name) + " is " + std::to_string(all.size()) +
                     " numbers; say which: " + (all.empty() ? std::string("none") : all[0].name() + ", ..."));
}

Stage stage_of(const System& system, const std::string& name) {
    const auto& q = system.layout().q_names;
    if (name == "time") return Stage::time;
    if (name.ends_with("/speed") || name.starts_with("velocity:")) return Stage::velocity;
    if (name.starts_with("position:") || name.starts_with("marker:") ||
        std::find(q.begin(), q.end(), name) != q.end())
        return Stage::position;
    return Stage::acceleration;
}

double constraint_error(const System& system, const State& state) {
    double largest = 0;
    for (const double e : position_errors(system, state)) largest = std::max(largest, std::abs(e));
    for (const double e : velocity_errors(system, state)) largest = std::max(largest, std::abs(e));
    return largest;
}

}  // namespace sinew::cli
