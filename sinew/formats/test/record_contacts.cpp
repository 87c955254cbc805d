// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// What surfaces do, in steps of one length or yielding, is recorded, and told once, whether or not the run was resumed.
#include <sinew/formats/record.h>
#include <sinew/formats/recording.h>
#include <sinew/formats/test/child.h>
#include <sinew/formats/test/pendulum.h>
#include <sinew/studies/point_contacts.h>
#include <sinew/system/model.h>

#include <doctest/doctest.h>

#include <cmath>

using namespace sinew;
using namespace sinew::testing;

namespace {

/// Three boxes on one another, a fourth that slides by.
Model boxes() {
    Model model;
    model.contact.kind = ContactKind::rigid, model.contact.step = 0.005;
    model.add(Gravity{.g = {0, 0, -9.81}});
    model.add(ContactSurface{.name = "floor", .shape = shape::HalfSpace{}});
    for (int i = 0; i < 4; ++i) {
        const std::string name = "box" + std::to_string(i);
        const BodyId body = model.add(Body{.name = name, .mass = box(1, {0.2, 0.2, 0.2})});
        const Vec3 p = i == 3 ? Vec3{1, 0, 0.1} : Vec3{0, 0, 0.1 + 0.2 * i};
        model.add(Free{}, {.name = name + "_free", .to = body, .X_PF = {.p = p}});
        model.add(ContactSurface{.name = name, .body = body, .shape = shape::Box{{0.2, 0.2, 0.2}}});
    }
    return model;
}

std::vector<std::string> names_of(const std::vector<RecordedEvent>& events) {
    std::vector<std::string> names;
    for (const RecordedEvent& event : events) names.push_back(event.name);
    return names;
}

}  // namespace

TEST_CASE(
    "a recording has what became of each pair of surfaces; resumed, it does not tell again what still "
    "touches") {
    const System system(boxes());
    State start = system.default_state();
    std::vector<double> u(24, 0.0);
    u[21] = 2;  // of the fourth, along x
    start.set_u(u);
    const Folder folder;
    const auto record_to = [&](const std::string& file, double until) {
        SimulationOptions options{.until = until};
        return record(system, start, std::move(options),
                      {.file = file, .every = 0.05, .sync = false, .overwrite = true});
    };
    record_to(folder / "whole", 1);
    const std::vector<std::string> whole = names_of(Recording(folder / "whole").events());
    CHECK(whole == std::vector<std::string>{"box0 on floor touches", "box3 on floor touches",
                                            "box0 on box1 touches", "box1 on box2 touches",
                                            "box3 on floor sticks"});
    for (const double until : {0.2, 0.8}) {  // while the fourth slides; when it has come to rest
        record_to(folder / "part", until);
        SimulationOptions options{.until = 1};
        resume(system, std::move(options), {.file = folder / "part", .every = 0.05, .sync = false});
        CHECK(names_of(Recording(folder / "part").events()) == whole);
    }
}

TEST_CASE(
    "a recording has what surfaces did that yield; resumed, it does not tell again what still touches") {
    Model model;
    const Material material{.young = 1e6, .dissipation = 2, .static_friction = 0.3, .sliding_friction = 0.3};
    model.add(Gravity{.g = {0, 0, -9.81}});
    model.add(ContactSurface{.name = "floor", .shape = shape::HalfSpace{}, .material = material});
    const BodyId body = model.add(Body{.name = "box", .mass = box(1, {0.6, 0.6, 0.1})});
    model.add(Free{}, {.name = "free", .to = body, .X_PF = {.p = {0, 0, 0.2}}});
    model.add(ContactSurface{
        .name = "box", .body = body, .shape = shape::Box{{0.6, 0.6, 0.1}}, .material = material});
    const System system(model);
    State start = system.default_state();
    start.set_u(std::vector<double>{0, 0, 0, 1, 0, 0});
    const Folder folder;
    const auto record_to = [&](const std::string& file, double until) {
        SimulationOptions options{.until = until, .accuracy = 1e-5};
        return record(system, start, std::move(options),
                      {.file = file, .every = 0.05, .sync = false, .overwrite = true});
    };
    record_to(folder / "whole", 0.8);
    const std::vector<std::string> whole = names_of(Recording(folder / "whole").events());
    REQUIRE(whole.size() >= 2);
    CHECK(whole.front() == "box on floor touches");
    CHECK(whole.back() == "box on floor sticks");
    for (const double until : {0.1, 0.3, 0.7}) {  // in the air; while it slides; at rest
        record_to(folder / "part", until);
        SimulationOptions options{.until = 0.8, .accuracy = 1e-5};
        resume(system, std::move(options), {.file = folder / "part", .every = 0.05, .sync = false});
        CHECK(names_of(Recording(folder / "part").events()) == whole);
    }
}

TEST_CASE(
    "a recording has what points on a plane did; a handler of each step is an event where it changed "
    "something") {
    Model model;
    const BodyId body = model.add(Body{.name = "block", .mass = box(1, {0.2, 0.2, 0.2})});
    model.add(Cartesian{}, {.name = "moves", .to = body});
    model.add(Gravity{.g = {0, 0, -9.81}});
    model.add(PointContact{.name = "foot",
                           .at = {body, {}},
                           .normal_stiffness = 1e4,
                           .tangential_stiffness = 1e4,
                           .normal_damping = 200,
                           .tangential_damping = 200});
    const System system(model);
    State start = system.default_state();
    start.set_q(std::vector<double>{0, 0, 0.01});
    start.set_u(std::vector<double>{1, 0, 0});
    const Folder folder;
    const auto options_to = [&](double until) {
        SimulationOptions options{.until = until, .method = Method::merson, .fixed_step = 1e-3};
        options.handlers.push_back(commit_point_contacts(system));
        return options;
    };
    const auto record_to = [&](const std::string& file, double until) {
        record(system, start, options_to(until),
               {.file = file, .every = 0.05, .sync = false, .overwrite = true});
    };
    record_to(folder / "whole", 0.5);
    std::vector<std::string> of_foot, whole = names_of(Recording(folder / "whole").events());
    for (const std::string& name : whole)
        if (name.starts_with("foot")) of_foot.push_back(name);
    CHECK(of_foot == std::vector<std::string>{"foot touches", "foot sticks"});
    CHECK(whole.size() == 4);         // each a change of the handler, too
    record_to(folder / "part", 0.4);  // while it rests
    resume(system, options_to(0.5), {.file = folder / "part", .every = 0.05, .sync = false});
    CHECK(names_of(Recording(folder / "part").events()) == whole);
    const auto last_of = [&](const char* file) {
        const Recording recording(folder / file);
        return recording.state(system, recording.frames() - 1);
    };
    // It rests; the end of the first part has cut a step.
    const State part = last_of("part"), at_once = last_of("whole");
    CHECK(std::abs(part.q()[0] - at_once.q()[0]) < 1e-9);
}
