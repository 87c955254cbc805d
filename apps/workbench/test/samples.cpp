// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// samples FOLDER [SECONDS]: reports that the tests in a browser look at, each with a JSON file of what must be seen in
// it, and a picture. samples --view: a run to be watched, until the input ends.
#include <apps/workbench/server/picture.h>
#include <apps/workbench/server/view.h>
#include <sinew/formats/collision_surfaces.h>
#include <sinew/formats/record.h>
#include <sinew/formats/report.h>
#include <sinew/math/orientation.h>
#include <sinew/sinew.h>

#include <nlohmann/json.hpp>

#include <poll.h>

#include <cstdio>
#include <fstream>

using namespace sinew;

namespace {

/// A segment like a cylinder along y, hanging from or standing on its joint.
BodyId add_segment(Model& model, BodyId parent, const Vec3& at, AnyJoint joint, const std::string& name,
                   double m, double length, double radius) {
    const double lengthwise = m * radius * radius / 2, across = lengthwise / 2 + m * length * length / 12;
    const BodyId body = model.add(Body{name, {m, {0, length / 2, 0}, {across, lengthwise, across}}});
    model.add_joint({std::move(joint), {"to_" + name, parent, body, {.p = at}, {}}});
    return body;
}

/// Someone who hangs by nothing, 16 segments, y up.
Model humanoid() {
    Model model{.name = "humanoid"};
    const BodyId pelvis = model.add(Body{"pelvis", {9.9, {0, 0.04, 0}, {0.09, 0.08, 0.06}}});
    model.add(Ball{}, {.name = "hang", .from = world, .to = pelvis, .X_PF = {.p = {0, 1, 0}}});
    const BodyId torso = add_segment(model, pelvis, {0, 0.1, 0}, Ball{}, "torso", 24.8, 0.45, 0.13);
    add_segment(model, torso, {0, 0.45, 0}, Ball{}, "head", 5.7, 0.30, 0.09);
    for (const double side : {1.0, -1.0}) {
        const std::string s = side > 0 ? "_r" : "_l";
        const BodyId arm =
            add_segment(model, torso, {0, 0.42, 0.18 * side}, Ball{}, "arm" + s, 2, -0.33, 0.045);
        const BodyId forearm =
            add_segment(model, arm, {0, -0.33, 0}, Pin{}, "forearm" + s, 1.1, -0.26, 0.035);
        add_segment(model, forearm, {0, -0.26, 0}, Universal{}, "hand" + s, 0.4, -0.19, 0.03);
        const BodyId thigh =
            add_segment(model, pelvis, {0, 0, 0.09 * side}, Ball{}, "thigh" + s, 7, -0.43, 0.075);
        const BodyId shank = add_segment(model, thigh, {0, -0.43, 0}, Pin{}, "shank" + s, 3.3, -0.43, 0.05);
        add_segment(model, shank, {0, -0.43, 0}, Universal{}, "foot" + s, 1, -0.07, 0.08);
    }
    model.add(Gravity{.g = {0, -9.81, 0}});
    model.add(GlobalDamper{.name = "flesh", .damping = 0.4});
    return model;
}

/// A double pendulum with a spring, z up; events where it swings through.
Model pendulum() {
    Model model{.name = "double pendulum"};
    const BodyId upper = model.add(Body{"upper", {1, {0, 0, -0.5}, {0.08, 0.08, 0.002}}});
    const BodyId lower = model.add(Body{"lower", {1, {0, 0, -0.4}, {0.05, 0.05, 0.002}}});
    const Rotation about_y = Rotation::about_x(-1.5707963267948966);
    model.add(Pin{}, {.name = "shoulder", .to = upper, .X_PF = {about_y, {0, 0, 2}}, .X_BM = {about_y, {}}});
    model.add(
        Pin{},
        {.name = "elbow", .from = upper, .to = lower, .X_PF = {about_y, {0, 0, -1}}, .X_BM = {about_y, {}}});
    model.add(Gravity{});
    model.add(TwoPointSpring{.name = "spring",
                             .from = {world, {1, 0, 1}},
                             .to = {lower, {0, 0, -0.8}},
                             .stiffness = 8,
                             .rest_length = 0.5});
    return model;
}

/// An egg that rolls and a crate that lands on its edge: an ellipse of contact, and springs on a mesh.
Model landing() {
    Model model{.name = "landing"};
    const Material soft{.young = 2e5, .dissipation = 0.5};
    const auto add = [&](const std::string& name, const Shape& shape, const Shape& surface) {
        const BodyId body = model.add(Body{name, solid(shape, 2.0)});
        model.add(Free{}, {.name = name + "_free", .to = body});
        model.add(Visual{.name = name, .body = body, .shape = shape, .colour = {0.35, 0.6, 0.85, 0.6}});
        model.add(ContactSurface{.name = name, .body = body, .shape = surface, .material = soft});
    };
    const Shape crate = shape::Box{{0.4, 0.4, 0.4}};
    add("egg", shape::Ellipsoid{{0.3, 0.15, 0.15}}, shape::Ellipsoid{{0.3, 0.15, 0.15}});
    add("crate", crate, shape::Mesh{std::make_shared<TriangleMesh>(fine_mesh(crate))});
    model.add(ContactSurface{.name = "floor", .shape = shape::HalfSpace{}, .material = soft});
    model.add(Visual{.name = "floor", .shape = shape::HalfSpace{}});
    model.add(Gravity{});
    model.up = {0, 0, 1};
    return model;
}

nlohmann::json seen_in(const System& system, const Recording& recording) {
    nlohmann::json out;
    for (const long frame : {0L, recording.frames() / 3, recording.frames() - 1}) {
        const State state = recording.state(system, frame);
        nlohmann::json at{{"t", state.time()},
                          {"energy", total_energy(system, state)},
                          {"q", std::vector(state.q().begin(), state.q().end())}};
        std::size_t springs = 0;
        const std::vector<ContactPatch> patches = contacts(system, state);
        for (const ContactPatch& patch : patches) springs += patch.elements.size();
        at["touches"] = {{"places", patches.size()}, {"springs", springs}};
        for (std::size_t b = 1; b < system.model().bodies.size(); ++b) {
            const Transform X_WB = pose(system, state, BodyId{static_cast<int>(b)});
            const Quaternion e = quaternion_of(X_WB.R);
            at["poses"][system.model().bodies[b].name] = {{"p", {X_WB.p.x, X_WB.p.y, X_WB.p.z}},
                                                          {"q", {e.w, e.x, e.y, e.z}}};
        }
        out["frames"].push_back(at);
    }
    for (const RecordedEvent& event : recording.events()) out["events"].push_back(event.time);
    out["coordinates"] = system.layout().q_names;
    out["count"] = recording.frames();
    return out;
}

void sample(const std::string& folder, const Model& model, const std::string& name, double seconds,
            SimulationOptions options, const State& start) {
    const System system(model);
    const std::string file = folder + "/" + name;
    options.until = seconds, options.accuracy = 1e-5;
    const SimulationReport run =
        record(system, start, std::move(options),
               {.file = file + ".sinew", .every = 1.0 / 60, .sync = false, .overwrite = true});
    const Recording recording(file + ".sinew");
    write_report(
        file + ".html", system, recording,
        {.title = model.name + " </script> & co", .summary = {{"accuracy", "1e-5"}, {"method", run.method}}});
    std::ofstream(file + ".json") << seen_in(system, recording);
}

}  // namespace

int main(int count, char** arguments) {
    if (count < 2) return std::fprintf(stderr, "samples FOLDER [SECONDS], or samples --view [contact]\n"), 2;
    if (!report_page_is_built())
        return std::fprintf(stderr, "the page was not built: call tools/setup page\n"), 77;
    const Model model = pendulum();
    const System system(model);
    State start = system.default_state();
    start.set_q(model.joint("shoulder"), std::array{2.0});
    const std::string folder = arguments[1];
    if (folder == "--view") {
        ViewOptions options;
        options.ready = [](const std::string& address) {
            std::printf("%s\n", address.c_str()), std::fflush(stdout);
        };
        options.stop = [] {
            pollfd input{0, POLLIN, 0};
            return poll(&input, 1, 0) > 0;
        };
        if (count < 3) serve_view(system, start, {.until = 100}, options);
        else {  // a crate that lies on the floor
            const Model falling = landing();
            const System fall(falling);
            State lying = fall.default_state();
            fit_pose(fall, lying, falling.joint("crate_free"), {.p = {0.6, 0, 0.199}});
            fit_pose(fall, lying, falling.joint("egg_free"), {.p = {0, 0, 0.15}});
            serve_view(fall, lying, {.until = 100}, options);
        }
        return 0;
    }
    SimulationOptions options;
    Crossing middle{.witness = [q = model.joint("shoulder")](const State& s) { return s.q(q)[0]; }};
    options.handlers.push_back({"through the middle", middle, [](State&, Event&) {}});
    const double seconds = count > 2 ? std::atof(arguments[2]) : 4;
    sample(folder, model, "pendulum", seconds, std::move(options), start);

    const Model person = humanoid();
    const System hanging(person);
    State swing = hanging.default_state();
    fit_velocity(hanging, swing, person.joint("to_thigh_l"), {{0, 0.5, 4}, {}});
    fit_velocity(hanging, swing, person.joint("hang"), {{0.5, 1, 0.3}, {}});
    fit_pose(hanging, swing, person.joint("to_arm_r"), {.R = Rotation::about_x(-1)});
    sample(folder, person, "humanoid", seconds, {}, swing);

    const Model falling = landing();
    const System fall(falling);
    State above = fall.default_state();
    fit_pose(fall, above, falling.joint("egg_free"), {Rotation::about_y(0.3), {-0.5, 0, 0.25}});
    fit_pose(fall, above, falling.joint("crate_free"), {Rotation::about_y(0.1), {0.4, 0, 0.3}});
    sample(folder, falling, "landing", 3, {}, above);  // both lie still in the end
    make_picture(folder + "/picture.png", folder + "/humanoid.html",
                 {.width = 320, .height = 200, .time = 1});
}
