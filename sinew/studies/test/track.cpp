// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/studies/assemble.h>
#include <sinew/studies/track.h>
#include <sinew/system/constraints.h>
#include <sinew/system/kinematics.h>

#include <doctest/doctest.h>
#include <tests/support/mechanisms.h>

using namespace sinew;
using namespace sinew::testing;

namespace {

/// Somebody lifts a bar: the frames as markers see them, and the coordinates behind them.
struct Lift {
    Holder holder{};
    System system{holder.model};
    Trackers trackers{};
    MotionFrames seen{};
    std::vector<State> truth{};

    explicit Lift(int frames = 20) {
        Dice dice(8);
        for (int body = 1; body < static_cast<int>(holder.model.bodies.size()); ++body)
            for (int i = 0; i < 3; ++i)
                trackers.markers.push_back(
                    {holder.model.bodies[static_cast<std::size_t>(body)].name + "_" + std::to_string(i),
                     {BodyId{body}, dice.vector(0.1)}});
        State state = system.default_state();
        for (int i = 0; i < frames; ++i) {
            const double s = 0.02 * i;
            AssemblyOptions options;
            options.goals.stations = {{"l", holder.hands[0], {0.35, 0.2, 0.9 + s}},
                                      {"r", holder.hands[1], {0.35, -0.2, 0.9 + s}}};
            options.stay = 0.01;
            state = assemble(system, state, options).state;
            truth.push_back(state);
            seen.times.push_back(0.01 * i);
            for (const TrackedMarker& m : trackers.markers)
                seen.markers.push_back(position(system, state, m.station));
        }
    }
    double worst_q(const Tracking& found) const {
        double worst = 0;
        for (std::size_t i = 0; i < truth.size(); ++i)
            for (std::size_t k = 0; k < truth[i].q().size(); ++k)
                worst = std::max(worst, std::abs(found.q_of(static_cast<int>(i))[k] - truth[i].q()[k]));
        return worst;
    }
};

}  // namespace

TEST_CASE("a motion is found again from its markers, constraints held") {
    const Lift lift;
    const Tracking found = track(lift.system, lift.truth[0], lift.trackers, lift.seen);
    CHECK(found.lost == 0);
    CHECK(found.rms < 1e-7);
    CHECK(lift.worst_q(found) < 1e-5);
    for (const TrackedFrame& frame : found.frames) CHECK(frame.constraint_error < 1e-9);
}

TEST_CASE("missing markers, and a whole frame without any, are no harm where others say enough") {
    Lift lift;
    const std::size_t each = lift.trackers.markers.size();
    Dice dice(9);
    for (std::size_t i = 0; i < lift.seen.markers.size(); i += 3)  // two of three say how a segment is turned
        if (dice.within(0, 1) < 0.3) lift.seen.markers[i].y = NAN;
    for (std::size_t i = 0; i < each; ++i) lift.seen.markers[7 * each + i].x = NAN;
    const Tracking found = track(lift.system, lift.truth[0], lift.trackers, lift.seen);
    CHECK(found.lost == 0);
    CHECK(found.frames[7].worst == -1);
    CHECK(std::isnan(found.marker_errors[7 * each]));
    for (int frame : {0, 6, 8, 19})
        for (std::size_t k = 0; k < static_cast<std::size_t>(found.nq); ++k)
            CHECK(found.q_of(frame)[k] ==
                  doctest::Approx(lift.truth[static_cast<std::size_t>(frame)].q()[k]).epsilon(1e-4).scale(1));
    CHECK(found.markers[0].seen < 20);
}

TEST_CASE("noise is reported per marker, with the frame where it was worst") {
    Lift lift;
    const std::size_t each = lift.trackers.markers.size();
    lift.seen.markers[12 * each + 5].z += 0.3;
    const Tracking found = track(lift.system, lift.truth[0], lift.trackers, lift.seen);
    CHECK(found.lost == 0);
    CHECK(found.markers[5].worst_frame == 12);
    CHECK(found.frames[12].worst == 5);
    CHECK(found.largest > 0.1);
    CHECK(found.summary.find(lift.trackers.markers[5].name) != std::string::npos);
    for (const TrackedFrame& frame : found.frames) CHECK(frame.constraint_error < 1e-9);
}

TEST_CASE("bounds are kept in every frame, whatever the markers say") {
    const Lift lift;
    const CoordinateOf elbow{lift.system.model().joint("to_forearm_l"), 0};
    const auto q = static_cast<std::size_t>(
        lift.system.layout().q_of_joint[static_cast<std::size_t>(elbow.joint.index)].first);
    double low = 10, high = -10;
    for (const State& state : lift.truth)
        low = std::min(low, state.q()[q]), high = std::max(high, state.q()[q]);
    const double middle = 0.5 * (low + high);
    const Tracking found =
        track(lift.system, lift.truth[0], lift.trackers, lift.seen, {.bounds = {{elbow, low - 1, middle}}});
    CHECK(found.lost == 0);
    bool met = false;
    for (int i = 0; i < static_cast<int>(lift.truth.size()); ++i) {
        CHECK(found.q_of(i)[q] <= middle);
        met = met || found.q_of(i)[q] == middle;
    }
    CHECK(met);
}

TEST_CASE("orientation sensors and coordinates alone place an arm") {
    Model model;
    const BodyId arm = model.add(slender("arm")), hand = model.add(slender("hand"));
    const auto shoulder = model.add(Ball{}, {.name = "shoulder", .from = world, .to = arm});
    const auto elbow =
        model.add(Pin{}, {.name = "elbow", .from = arm, .to = hand, .X_PF = {.p = {0.3, 0, 0}}});
    const System system(model);
    State truth = system.default_state();
    truth.q(shoulder) = {0.8, 0.6, 0, 0};
    truth.q(elbow) = 0.7;
    Trackers trackers;
    trackers.sensors = {{"imu", {arm, {Rotation::about_y(0.4), {}}}}};
    trackers.coordinates = {{{elbow, 0}}};
    MotionFrames seen;
    seen.times = {0.0};
    seen.orientations = {pose(system, truth, arm).R * Rotation::about_y(0.4)};
    seen.coordinates = {0.7};
    const Tracking found = track(system, system.default_state(), trackers, seen);
    CHECK(found.lost == 0);
    CHECK(found.sensors[0].largest < 1e-8);
    for (std::size_t i = 0; i < 5; ++i) CHECK(found.q[i] == doctest::Approx(truth.q()[i]));
}

TEST_CASE("recordings that do not fit their trackers are refused in words") {
    const Lift lift(1);
    MotionFrames seen = lift.seen;
    seen.times.push_back(1);
    CHECK_THROWS_WITH_AS(track(lift.system, lift.truth[0], lift.trackers, seen),
                         "track: 2 frames of 48 markers need 96 values, but 48 are given.", StudyError);
}
