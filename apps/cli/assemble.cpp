// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <apps/cli/load.h>
#include <apps/cli/state_file.h>
#include <apps/cli/values.h>
#include <sinew/base/names.h>
#include <sinew/sinew.h>

#include <algorithm>
#include <memory>

namespace sinew::cli {

namespace {

struct Options {
    ModelChoice choice;
    std::vector<std::string> goals, points, kept;
    std::string save;
    bool limits = false;
    double tolerance = 1e-10;
};

/// "swing.angle=0.3": the mobility of that name.
CoordinateOf coordinate_of(const System& system, const std::string& name) {
    const StateLayout& layout = system.layout();
    const int place = static_cast<int>(place_of(name, layout.u_names, "coordinates"));
    for (std::size_t j = 0; j < layout.u_of_joint.size(); ++j) {
        const Range r = layout.u_of_joint[j];
        if (r.first < 0 || place < r.first || place >= r.first + r.count) continue;
        CoordinateOf coordinate;
        coordinate.joint.index = static_cast<int>(j);
        coordinate.index = place - r.first;
        return coordinate;
    }
    throw UsageError(sinew::quoted(name) + " belongs to no joint.");
}

/// "hand=0.3,0.2,0": a marker or the origin of a body at a place in the world.
StationGoal station_goal(const Model& model, const std::string& text) {
    const Assignment a = assignment_of(text, "--point");
    const std::vector<double> p = numbers_of(a.value, "--point " + a.name);
    if (p.size() != 3) throw UsageError("--point " + a.name + ": a place has three numbers, X,Y,Z.");
    StationGoal goal{a.name, {}, {p[0], p[1], p[2]}, 1};
    std::vector<std::string> names;
    for (const Marker& marker : model.markers) {
        if (marker.name == a.name) {
            goal.station = {marker.on.body, marker.on.X_BF.p};
            return goal;
        }
        names.push_back(marker.name);
    }
    const std::size_t markers = names.size();
    for (const Body& body : model.bodies) names.push_back(body.name);
    goal.station = {BodyId{static_cast<int>(place_of(a.name, names, "markers and bodies") - markers)}, {}};
    return goal;
}

int assemble_it(const Options& options, const Output& out) {
    const Loaded loaded = load(options.choice, out);
    const Model& model = loaded.system.model();
    AssemblyOptions how;
    how.tolerance = options.tolerance;
    for (const std::string& goal : options.goals) {
        const Assignment a = assignment_of(goal, "--goal");
        how.goals.coordinates.push_back(
            {coordinate_of(loaded.system, a.name), number_of(a.value, "--goal " + a.name), 1});
    }
    for (const std::string& point : options.points) how.goals.stations.push_back(station_goal(model, point));
    std::vector<std::string> joints;
    for (const JointElement& joint : model.joints) joints.push_back(joint.placement.name);
    for (const std::string& name : options.kept) {
        AnyJointId joint;
        joint.index = static_cast<int>(place_of(name, joints, "joints"));
        how.kept.push_back(joint);
    }
    if (options.limits)
        for (const CoordinateLimits& limit : model.limits)
            how.bounds.push_back({limit.coordinate, limit.low, limit.high});
    const Assembly assembly = assemble(loaded.system, loaded.state, how);

    out.text(assembly.summary + "\n" + coordinates_text(loaded.system, assembly.state));
    Json misses = Json::object(), unmet = Json::object();
    for (const GoalMiss& miss : assembly.misses) misses.set(miss.name, miss.miss);
    for (const ConstraintError& error : assembly.unmet) unmet.set(error.name, error.error);
    out.result(Json::object()
                   .set("converged", assembly.converged)
                   .set("assembled", assembly.assembled)
                   .set("error", assembly.error)
                   .set("velocity_error", assembly.velocity_error)
                   .set("iterations", assembly.iterations)
                   .set("misses", std::move(misses))
                   .set("unmet", std::move(unmet))
                   .set("summary", assembly.summary)
                   .set("state", json_of(assembly.state)));
    save_state(options.save, assembly.state);
    return assembly.converged ? ended_well : run_failed;
}

}  // namespace

Command assemble_command() {
    auto options = std::make_shared<Options>();
    Command command{"assemble", "Coordinates that meet all constraints and come near to goals."};
    add_model_options(command, options->choice);
    add_state_options(command, options->choice);
    std::vector<Option>& o = command.options;
    o.push_back(
        {"--goal", "NAME=VALUE", "a coordinate to be near to a value; may be given often", &options->goals});
    o.push_back({"--point", "NAME=X,Y,Z",
                 "a marker or a body's origin to be near to a place; may be given often", &options->points});
    o.push_back({"--keep", "JOINT", "a joint to be left as it is; may be given often", &options->kept});
    o.push_back({"--limits", "", "keep to the limits of the model's coordinates", &options->limits});
    o.push_back({"--tolerance", "SIZE", "the largest error that counts as met, 1e-10 unless told",
                 &options->tolerance});
    o.push_back(save_option(&options->save));
    command.examples = {{"sinew assemble bricard --goal pin0.angle=20deg --save closed.json", ""},
                        {"sinew assemble arm.urdf --point hand=0.4,0.1,0.3 --limits", ""}};
    command.run = [options](const Output& out) { return assemble_it(*options, out); };
    return command;
}

}  // namespace sinew::cli
