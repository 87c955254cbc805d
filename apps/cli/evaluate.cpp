// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <apps/cli/evaluate.h>
#include <sinew/sinew.h>

#include <algorithm>

namespace sinew::cli {

namespace {

using Numbers = std::vector<double>;

std::size_t size_of(int n) { return static_cast<std::size_t>(n); }

Json json_of(const Vec3& v) { return Numbers{v.x, v.y, v.z}; }

Json rows_of(const Numbers& matrix, int columns) {
    Json rows = Json::array();
    const std::size_t n = size_of(columns);
    if (n == 0) return rows;
    for (std::size_t i = 0; i + n <= matrix.size(); i += n) rows.push(std::span(matrix).subspan(i, n));
    return rows;
}

Json json_of(const Rotation& R) {
    Json rows = Json::array();
    rows.push(Numbers{R.x.x, R.y.x, R.z.x})
        .push(Numbers{R.x.y, R.y.y, R.z.y})
        .push(Numbers{R.x.z, R.y.z, R.z.z});
    return rows;
}

template <class Motion>
Json motion_json(const Motion& V) {
    return Json::object().set("angular", json_of(V.w)).set("linear", json_of(V.v));
}
template <class Force>
Json force_json(const Force& F) {
    return Json::object().set("moment", json_of(F.m)).set("force", json_of(F.f));
}

Json by_name(const std::vector<std::string>& names, std::span<const double> values) {
    Json json = Json::object();
    for (std::size_t i = 0; i < names.size(); ++i) json.set(names[i], values[i]);
    return json;
}

class Evaluation {
public:
    Evaluation(const System& system, const State& state) : system_(system), state_(state), nu_(system.nu()) {}

    Json part(const std::string& name) const {
        const StateLayout& layout = system_.layout();
        const auto of_speeds = [&](auto fill) {
            Numbers values(size_of(nu_));
            fill(std::span<double>(values));
            return by_name(layout.u_names, values);
        };
        if (name == "state")
            return Json::object()
                .set("time", state_.time())
                .set("q", by_name(layout.q_names, state_.q()))
                .set("u", by_name(layout.u_names, state_.u()))
                .set("z", by_name(layout.z_names, state_.z()));
        if (name == "poses")
            return bodies([&](BodyId b) {
                const Transform X = pose(system_, state_, b);
                return Json::object().set("position", json_of(X.p)).set("rotation", json_of(X.R));
            });
        if (name == "velocities")
            return bodies([&](BodyId b) { return motion_json(velocity(system_, state_, b)); });
        if (name == "body_accelerations")
            return bodies([&](BodyId b) { return motion_json(acceleration(system_, state_, b)); });
        if (name == "mass_matrix") {
            Numbers M(size_of(nu_) * size_of(nu_));
            mass_matrix(system_, state_, M);
            return rows_of(M, nu_);
        }
        if (name == "bias") return of_speeds([&](std::span<double> f) { bias_force(system_, state_, f); });
        if (name == "applied")
            return of_speeds([&](std::span<double> f) { applied_mobility_force(system_, state_, f); });
        if (name == "accelerations") return by_name(layout.u_names, forward_dynamics(system_, state_));
        if (name == "coordinate_rates") return by_name(layout.q_names, q_dot(system_, state_));
        if (name == "energies")
            return Json::object()
                .set("kinetic", kinetic_energy(system_, state_))
                .set("potential", potential_energy(system_, state_))
                .set("total", total_energy(system_, state_))
                .set("power", power(system_, state_));
        if (name == "momenta") return momenta();
        if (name == "constraints") return constraints();
        if (name == "reactions") return reactions();
        if (name == "contacts") return touching();
        return jacobians();
    }

private:
    template <class F>
    Json bodies(F f) const {
        Json json = Json::object();
        const Model& model = system_.model();
        for (std::size_t i = 1; i < model.bodies.size(); ++i)
            json.set(model.bodies[i].name, f(BodyId{static_cast<int>(i)}));
        return json;
    }

    Json momenta() const {
        const MassCentre centre = mass_centre(system_, state_);
        const SpatialMomentum P = momentum(system_, state_), C = central_momentum(system_, state_);
        return Json::object()
            .set("mass", centre.m)
            .set("mass_centre", json_of(centre.p_WC))
            .set("mass_centre_velocity", json_of(centre.v_WC))
            .set("mass_centre_acceleration", json_of(centre.a_WC))
            .set("linear", json_of(P.f))
            .set("angular_about_origin", json_of(P.m))
            .set("angular_about_mass_centre", json_of(C.m));
    }

    Json constraints() const {
        Json json = Json::object();
        const Model& model = system_.model();
        for (std::size_t i = 0; i < model.constraints.size(); ++i) {
            const ConstraintId id{static_cast<int>(i)};
            json.set(name_of(model.constraints[i]),
                     Json::object()
                         .set("position_errors", position_errors(system_, state_, id))
                         .set("velocity_errors", velocity_errors(system_, state_, id))
                         .set("multipliers", multipliers(system_, state_, id)));
        }
        return json;
    }

    Json reactions() const {
        Json json = Json::object();
        const Model& model = system_.model();
        for (std::size_t i = 0; i < model.joints.size(); ++i) {
            AnyJointId joint;
            joint.index = static_cast<int>(i);
            const Reaction r = reaction(system_, state_, joint);
            json.set(model.joints[i].placement.name, Json::object()
                                                         .set("on_to_at_M", force_json(r.on_to_at_M))
                                                         .set("on_from_at_F", force_json(r.on_from_at_F)));
        }
        return json;
    }

    /// Where surfaces press on one another; forces are those on the first.
    Json touching() const {
        Json json = Json::array();
        const auto surface = [&](SurfaceId id) { return system_.model().surfaces[size_of(id.index)].name; };
        for (const ContactPatch& p : contacts(system_, state_))
            json.push(Json::object()
                          .set("first", surface(p.first))
                          .set("second", surface(p.second))
                          .set("point", json_of(p.point_W))
                          .set("normal", json_of(p.normal_W))
                          .set("depth", p.depth)
                          .set("force", json_of(p.force_W))
                          .set("torque", json_of(p.torque_W))
                          .set("normal_force", p.normal_force)
                          .set("friction", json_of(p.friction_W))
                          .set("slip_speed", p.slip_speed)
                          .set("semi_axes", Numbers{p.semi_axis_a, p.semi_axis_b})
                          .set("directions", Json::array().push(json_of(p.a_W)).push(json_of(p.b_W)))
                          .set("peak_pressure", p.peak_pressure)
                          .set("area", p.area)
                          .set("energy", p.energy)
                          .set("springs", p.elements.size()));
        return json;
    }

    Json jacobians() const {
        return bodies([&](BodyId b) {
            Numbers J(6 * size_of(nu_));
            frame_jacobian(system_, state_, FrameOn{b, {}}, J);
            return rows_of(J, nu_);
        });
    }

    const System& system_;
    const State& state_;
    const int nu_;
};

}  // namespace

const std::vector<std::string>& evaluated_parts() {
    static const std::vector<std::string> parts{
        "state",   "poses",       "velocities",    "body_accelerations", "mass_matrix",
        "bias",    "applied",     "accelerations", "coordinate_rates",   "energies",
        "momenta", "constraints", "reactions",     "contacts",           "jacobians"};
    return parts;
}

Json evaluate(const System& system, const State& state, const std::vector<std::string>& parts) {
    const Evaluation evaluation(system, state);
    Json json = Json::object().set("model", system.layout().system_name);
    for (const std::string& part : evaluated_parts()) {
        const bool wanted =
            parts.empty() ? part != "jacobians" : std::find(parts.begin(), parts.end(), part) != parts.end();
        if (wanted) json.set(part, evaluation.part(part));
    }
    return json;
}

}  // namespace sinew::cli
