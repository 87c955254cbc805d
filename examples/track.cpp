// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0

// Inverse kinematics: an arm wiping a table, found again from noisy markers of which some are hidden at times. The hand
// stays on the table throughout, as a hard condition.

#include <sinew/sinew.h>

#include <cmath>
#include <cstdio>

using namespace sinew;

int main() {
    Model model;
    model.name = "arm";
    const MassProperties mass{.mass = 2, .com = {0.15, 0, 0}, .inertia = {0.002, 0.02, 0.02}};
    const BodyId upper = model.add(Body{"upper", mass}), fore = model.add(Body{"fore", mass});
    const auto shoulder =
        model.add(Ball{}, {.name = "shoulder", .from = world, .to = upper, .X_PF = {.p = {0, 0, 0.3}}});
    const auto elbow =
        model.add(Pin{}, {.name = "elbow", .from = upper, .to = fore, .X_PF = {.p = {0.3, 0, 0}}});
    const Station hand{fore, {0.28, 0, 0}};
    model.add(PointOnPlane{.name = "table", .plane = {world, {0, 0, 1}}, .point = hand});
    const System system(model);

    Trackers trackers;
    for (const double x : {0.05, 0.15, 0.28})
        for (const double y : {-0.03, 0.03}) {
            trackers.markers.push_back(
                {"upper" + std::to_string(trackers.markers.size()), {upper, {x, y, 0.02}}});
            trackers.markers.push_back(
                {"fore" + std::to_string(trackers.markers.size()), {fore, {x, y, 0.02}}});
        }

    // A recording, made up: the hand goes round in a circle.
    MotionFrames recording;
    AssemblyOptions options;
    options.velocities = false;
    options.bounds = {{.coordinate = {elbow, 0}, .low = 0.1, .high = 2.5}};
    State state = system.default_state();
    state.q(elbow) = 1.0;
    unsigned bits = 1;
    const auto noise = [&] { return 0.002 * ((bits = bits * 1664525u + 1013904223u) / 2147483648.0 - 1); };
    for (int i = 0; i < 100; ++i) {
        const double t = 0.01 * i, angle = 6.28 * t;
        options.goals.stations = {{"hand", hand, {0.3 + 0.1 * std::cos(angle), 0.1 * std::sin(angle), 0}}};
        options.stay = 1e-4;
        state = assemble(system, state, options).state;
        recording.times.push_back(t);
        for (std::size_t k = 0; k < trackers.markers.size(); ++k) {
            const Vec3 p = position(system, state, trackers.markers[k].station);
            const bool hidden = k == 3 && i > 20 && i < 50;
            recording.markers.push_back(hidden ? Vec3{NAN, NAN, NAN} : p + Vec3{noise(), noise(), noise()});
        }
    }

    const Tracking found =
        track(system, system.default_state(), trackers, recording, {.bounds = options.bounds});
    std::puts(found.summary.c_str());
    for (int i = 0; i < 100; i += 25)
        std::printf("t = %.2f  elbow %6.1f deg  error %.1f mm, table to %.0e m\n",
                    found.frames[static_cast<std::size_t>(i)].time, found.q_of(i)[4] * 57.29578,
                    1e3 * found.frames[static_cast<std::size_t>(i)].rms,
                    found.frames[static_cast<std::size_t>(i)].constraint_error);
    (void)shoulder;
    return found.lost == 0 ? 0 : 1;
}
