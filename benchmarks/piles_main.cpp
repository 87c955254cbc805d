// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Rigid contact in steps of one length: boxes that are dropped and settle, and a humanoid that goes through the motions
// of walking on box-shaped feet. How many steps a second of CPU time makes.
#include <sinew/sinew.h>
#include <sinew/stepping/stepper.h>
#include <sinew/stepping/surface_touches.h>

#include <cmath>
#include <fstream>
#include <numbers>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "allocations.h"
#include "heading.h"
#include "measure.h"
#include "program.h"
#include "sinew_model.h"

namespace bench {
namespace {

using nlohmann::json;
using sinew::State;

constexpr double h = 0.005;

struct Course {
    std::string name;
    long steps = 0;
    double seconds = 0, touches = 0, contacts = 0, sweeps = 0, residual = 0, deepest = 0, allocations = 0;
};

/// So many steps, with what is done to the State before each.
template <class Before>
Course go(const std::string& name, sinew::ContactStepper& stepper, State& state, long steps, Before before) {
    Course course{.name = name, .steps = steps};
    const long allocated = allocations_so_far();
    const double start = thread_seconds();
    for (long i = 0; i < steps; ++i) {
        before(state);
        const sinew::ContactStep account = stepper.step(state, h);
        course.touches += account.touches, course.contacts += account.contacts,
            course.sweeps += account.sweeps;
        course.residual = std::max(course.residual, account.residual);
        course.deepest = std::max(course.deepest, account.deepest);
    }
    course.seconds = thread_seconds() - start;
    const double n = static_cast<double>(steps);
    course.allocations = static_cast<double>(allocations_so_far() - allocated) / n;
    course.touches /= n, course.contacts /= n, course.sweeps /= n;
    return course;
}

/// Boxes of 0.2 m, a kilogram each, over one another in layers of 10 by 10, a little askew.
std::vector<Course> drop_boxes(int count) {
    using namespace sinew;
    Model model;
    model.contact.kind = ContactKind::rigid;
    model.add(Gravity{.g = {0, 0, -9.81}});
    const Material material{.static_friction = 0.5, .sliding_friction = 0.5, .restitution = 0};
    model.add(ContactSurface{.name = "floor", .shape = shape::HalfSpace{}, .material = material});
    bench::Random random(1);
    const int wide = count >= 1000 ? 10 : 5;
    for (int i = 0; i < count; ++i) {
        const std::string name = "box" + std::to_string(i);
        const BodyId body = model.add(Body{.name = name, .mass = box(1, {0.2, 0.2, 0.2})});
        const auto place = [&](int k) { return 0.25 * (k - 0.5 * (wide - 1)) + random.within(-0.02, 0.02); };
        const auto angle = [&] { return random.within(-0.2, 0.2); };
        const double x = place(i % wide), y = place(i / wide % wide), z = 0.2 + 0.3 * (i / (wide * wide));
        const sinew::Vec3 turn{angle(), angle(), angle()};
        model.add(Free{}, {.name = name + "_free", .to = body, .X_PF = {rotation_of_xyz(turn), {x, y, z}}});
        model.add(ContactSurface{.name = name + "_sides",
                                 .body = body,
                                 .shape = shape::Box{{0.2, 0.2, 0.2}},
                                 .material = material});
    }
    const System system(model);
    ContactStepper stepper(system, std::make_unique<SurfaceTouches>(system), {.max_sweeps = 30});
    State state = system.default_state();
    const auto nothing = [](State&) {};
    const std::string name = fmt::format("{} boxes", count);
    std::vector<Course> courses;
    courses.push_back(go(name + ", dropped, first 2 s", stepper, state, 400, nothing));
    go("", stepper, state, 400, nothing);
    courses.push_back(go(name + ", settled, from 4 s to 5 s", stepper, state, 200, nothing));
    return courses;
}

/// A person of 36 degrees of freedom, each of 30 pins held by a drive, who shifts weight and lifts one foot after the
/// other; the pelvis is kept upright by springs on its turning.
Course walk() {
    using namespace sinew;
    Model model = model_of(humanoid_of_pins());
    model.contact.kind = ContactKind::rigid;
    const int pelvis = 1;
    const Material material{.static_friction = 0.8, .sliding_friction = 0.7, .restitution = 0};
    model.add(ContactSurface{.name = "floor",
                             .X_BG = {Rotation::about_x(-std::numbers::pi / 2), {}},
                             .shape = shape::HalfSpace{},
                             .material = material});
    for (const int foot : {7, 13})
        model.add(ContactSurface{.name = "sole" + std::to_string(foot),
                                 .body = {foot},
                                 .X_BG = {.p = {0.05, -0.075, 0}},
                                 .shape = shape::Box{{0.25, 0.05, 0.1}},
                                 .material = material});
    for (std::size_t j = 1; j < model.joints.size(); ++j)
        model.add(MobilityPid{.name = "drive" + std::to_string(j),
                              .coordinate = {{{static_cast<int>(j)}}, 0},
                              .proportional = 2000,
                              .derivative = 60});
    LinearBushing upright;
    upright.name = "upright", upright.to.body = {pelvis};
    upright.stiffness = {2000, 2000, 2000, 0, 0, 0}, upright.damping = {200, 200, 200, 0, 0, 0};
    model.add(upright);
    const System system(model);
    std::vector<ParameterId> targets;
    for (std::size_t j = 1; j < model.joints.size(); ++j)
        targets.push_back(system.layout().parameter("drive" + std::to_string(j) + ".target"));
    ContactStepper stepper(system, std::make_unique<SurfaceTouches>(system));
    State state = system.default_state();
    std::vector<double> q(state.q().begin(), state.q().end());
    q[5] = 0.08 + 0.86 + 0.1 + 0.001;  // the pelvis's height over the soles
    state.set_q(q);
    const auto pattern = [&](State& s) {
        const double phase = 2 * std::numbers::pi * 0.8 * s.time();
        for (int side = 0; side < 2; ++side) {
            const double lift = std::max(0.0, side ? -std::sin(phase) : std::sin(phase));
            const std::size_t leg = side ? 6 : 0;
            s.set_parameter(targets[leg + 0], 0.5 * lift);  // hip
            s.set_parameter(targets[leg + 1], 0.08 * std::sin(phase));
            s.set_parameter(targets[leg + 3], -0.9 * lift);  // knee
            s.set_parameter(targets[leg + 4], 0.4 * lift);   // ankle
            s.set_parameter(targets[leg + 5], -0.08 * std::sin(phase));
        }
    };
    go("", stepper, state, 200, pattern);
    Course course = go("humanoid of 36 dofs, walking on the spot", stepper, state, 4000, pattern);
    const double height = pose(system, state, {pelvis}).p.y;
    if (!(height > 0.8))
        throw std::runtime_error(fmt::format("the humanoid has fallen: its pelvis is at {} m", height));
    return course;
}

}  // namespace

int run(int count, char** words) {
    std::string path;
    for (int i = 1; i + 1 < count; i += 2) {
        if (std::string(words[i]) == "--json") path = words[i + 1];
        else throw std::runtime_error("sinew_bench_piles [--json FILE]");
    }
    json out = heading(pin_to_one_core());
    std::vector<Course> courses;
    for (const int boxes : {100, 1000})
        for (Course& course : drop_boxes(boxes)) courses.push_back(std::move(course));
    courses.push_back(walk());
    fmt::print("steps of {} s, one thread\n{:<42} {:>8} {:>8} {:>8} {:>7} {:>9} {:>9} {:>7}\n", h, "",
               "steps/s", "touches", "contacts", "sweeps", "residual", "overlap", "allocs");
    for (const Course& c : courses) {
        const double rate = static_cast<double>(c.steps) / c.seconds;
        fmt::print("{:<42} {:>8.0f} {:>8.0f} {:>8.0f} {:>7.1f} {:>9.1e} {:>9.1e} {:>7.2f}\n", c.name, rate,
                   c.touches, c.contacts, c.sweeps, c.residual, c.deepest, c.allocations);
        out["piles"].push_back({{"case", c.name},
                                {"step_s", h},
                                {"steps", c.steps},
                                {"cpu_s", c.seconds},
                                {"steps_per_s", rate},
                                {"mean_touches", c.touches},
                                {"mean_contacts", c.contacts},
                                {"mean_sweeps", c.sweeps},
                                {"largest_residual_m_per_s", c.residual},
                                {"largest_overlap_m", c.deepest},
                                {"allocations_per_step", c.allocations}});
    }
    if (!path.empty()) std::ofstream(path) << out.dump(1) << "\n";
    return 0;
}

}  // namespace bench
