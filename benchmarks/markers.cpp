// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// The problem of the marker benchmark, and Sinew's side of it.
#include "markers.h"

#include <sinew/sinew.h>

#include <cmath>
#include <numbers>
#include <stdexcept>

#include "sinew_model.h"

namespace bench {
namespace {

constexpr int frame_count = 100, marker_count = 40;

sinew::BodyId id(int body) { return body < 0 ? sinew::world : sinew::BodyId{body + 1}; }
sinew::Station to(const Point& p) { return {id(p.body), {p.p[0], p.p[1], p.p[2]}}; }

sinew::Model model_with_rods(const MarkerProblem& problem) {
    sinew::Model model = model_of(problem.model);
    for (std::size_t i = 0; i < problem.rods.size(); ++i)
        model.add(sinew::Rod{"rod_" + std::to_string(i), to(problem.rods[i].from), to(problem.rods[i].to),
                             problem.rods[i].length});
    return model;
}

/// Somebody whose joints are the usual ones: hips, waist, neck and shoulders turn about three axes, ankles and wrists
/// about two, knees, elbows and toes about one. Masses and lengths as in humanoids.cpp; segments hang along -y.
BenchModel person() {
    BenchModel model{.name = "humanoid, 38 dofs", .bodies = {}};
    const auto add = [&](int parent, JointKind joint, const Vec3& at, double mass, double length) {
        const double along = mass * 0.0025, across = mass * length * length / 12 + along;
        BenchBody body{.parent = parent,
                       .mass = mass,
                       .com = {0, -length / 2, 0},
                       .inertia = {across, along, across, 0, 0, 0},
                       .joint = joint,
                       .X_PF = {},
                       .X_BM = {},
                       .functions = {}};
        body.X_PF.p = at;
        model.bodies.push_back(body);
        return static_cast<int>(model.bodies.size()) - 1;
    };
    const int pelvis = add(-1, JointKind::free, {0, 1, 0}, 10, 0.15);
    for (const double side : {1.0, -1.0}) {
        const int thigh = add(pelvis, JointKind::gimbal, {0, -0.08, 0.09 * side}, 7.5, 0.43);
        const int shank = add(thigh, JointKind::pin, {0, -0.43, 0}, 3.5, 0.43);
        const int foot = add(shank, JointKind::universal, {0, -0.43, 0}, 1.1, 0.1);
        add(foot, JointKind::pin, {0.12, -0.05, 0}, 0.2, 0.05);
    }
    const int torso = add(pelvis, JointKind::gimbal, {0, 0.08, 0}, 25, -0.5);
    add(torso, JointKind::gimbal, {0, 0.48, 0}, 6, -0.25);
    for (const double side : {1.0, -1.0}) {
        const int upper = add(torso, JointKind::gimbal, {0, 0.4, 0.19 * side}, 2.1, 0.33);
        const int fore = add(upper, JointKind::pin, {0, -0.33, 0}, 1.2, 0.26);
        add(fore, JointKind::universal, {0, -0.26, 0}, 0.45, 0.19);
    }
    return model;
}

sinew::State start_of(const sinew::System& system, const MarkerProblem& problem) {
    sinew::State state = system.default_state();
    state.set_q(problem.q);
    return state;
}
sinew::Trackers trackers_of(const MarkerProblem& problem) {
    sinew::Trackers all;
    for (const Point& p : problem.markers) all.markers.push_back({"", to(p)});
    return all;
}

class SinewMarkers : public MarkerSide {
public:
    explicit SinewMarkers(const MarkerProblem& problem)
        : problem_(problem),
          system_(model_with_rods(problem)),
          tracker_(system_, start_of(system_, problem), trackers_of(problem)) {
        for (const auto& frame : problem.frames) {
            std::vector<sinew::Vec3> seen;
            for (const Vec3& p : frame) seen.push_back({p[0], p[1], p[2]});
            frames_.push_back(std::move(seen));
        }
    }
    void follow(int frame) override {
        last_ = tracker_.follow(0.01 * frame, frames_[static_cast<std::size_t>(frame)]);
        if (!last_.converged) throw std::runtime_error("a frame did not converge");
        iterations += last_.iterations;
    }
    double rms() override { return last_.rms; }
    double constraint_error() override { return last_.constraint_error; }
    long iterations = 0;

private:
    MarkerProblem problem_;
    sinew::System system_;
    sinew::Tracker tracker_;
    std::vector<std::vector<sinew::Vec3>> frames_;
    sinew::TrackedFrame last_;
};

}  // namespace

MarkerProblem marker_problem(int rods) {
    MarkerProblem problem{.model = person(), .markers = {}, .rods = {}, .q = {}};
    Random random(38);
    // Somewhere along a segment, ten centimetres beside its axis: where skin is.
    const auto point_on = [&](std::size_t i) {
        const int body = static_cast<int>(i % problem.model.bodies.size());
        const Vec3 com = problem.model.bodies[static_cast<std::size_t>(body)].com;
        const double along = random.within(0.2, 1.8), angle = random.within(0, 2 * std::numbers::pi);
        return Point{
            body,
            {along * com[0] + 0.1 * std::cos(angle), along * com[1], along * com[2] + 0.1 * std::sin(angle)}};
    };
    for (std::size_t i = 0; i < marker_count; ++i) problem.markers.push_back(point_on(i));
    for (std::size_t i = 0; i < static_cast<std::size_t>(rods); ++i)
        problem.rods.push_back({point_on(7 * i), point_on(7 * i + 3 + i % 5), 1});

    const sinew::System free(model_of(problem.model));
    sinew::State state = free.default_state();
    std::vector<double> q0(state.q().begin(), state.q().end()), amplitude(q0.size()), phase(q0.size());
    for (std::size_t i = 0; i < q0.size(); ++i) {
        amplitude[i] = i < 4 ? 0 : random.within(0.1, 0.4);
        phase[i] = random.within(0, 2 * std::numbers::pi);
        if (i >= 7) q0[i] = random.within(-0.3, 0.3);
    }
    const auto wave = [&](int frame) {
        std::vector<double> q = q0;
        const double t = 2 * std::numbers::pi * frame / frame_count;
        for (std::size_t i = 0; i < q.size(); ++i) q[i] += amplitude[i] * std::sin(t + phase[i]);
        return q;
    };
    state.set_q(wave(0));
    for (RodBetween& rod : problem.rods)
        rod.length = norm(position(free, state, to(rod.from)) - position(free, state, to(rod.to)));
    problem.q.assign(state.q().begin(), state.q().end());

    const sinew::System system(model_with_rods(problem));
    sinew::State now = system.default_state();
    now.set_q(problem.q);
    for (int frame = 0; frame < frame_count; ++frame) {
        sinew::State next = now;
        const std::vector<double> q = wave(frame);
        sinew::AssemblyOptions options;
        options.velocities = false;
        for (std::size_t j = 0; j < system.model().joints.size(); ++j) {
            const sinew::Range range = system.layout().q_of_joint[j];
            for (int i = j == 0 ? 4 : 0; i < range.count; ++i)  // all but the pelvis' quaternion
                options.goals.coordinates.push_back(
                    {{sinew::AnyJointId{static_cast<int>(j)}, j == 0 ? i - 1 : i},
                     q[static_cast<std::size_t>(range.first + i)]});
        }
        options.stay = 0.01;
        const sinew::Assembly found = assemble(system, next, options);
        if (!found.assembled) throw std::runtime_error(found.summary);
        now = found.state;
        std::vector<Vec3> seen;
        for (const Point& p : problem.markers) {
            const sinew::Vec3 at = position(system, now, to(p));
            const Vec3 noise = random.vector(0.001);
            seen.push_back({at.x + noise[0], at.y + noise[1], at.z + noise[2]});
        }
        problem.frames.push_back(std::move(seen));
    }
    return problem;
}

struct MarkerRecording::Inside {
    sinew::System system;
    sinew::State start;
    sinew::Trackers trackers;
    sinew::MotionFrames frames;
};

MarkerRecording::MarkerRecording(const MarkerProblem& problem, int rounds) {
    const sinew::System system(model_with_rods(problem));
    inside_ = std::make_unique<Inside>(Inside{system, start_of(system, problem), trackers_of(problem), {}});
    for (int round = 0; round < rounds; ++round)
        for (const auto& frame : problem.frames) {
            inside_->frames.times.push_back(0.01 * static_cast<double>(inside_->frames.times.size()));
            for (const Vec3& p : frame) inside_->frames.markers.push_back({p[0], p[1], p[2]});
        }
}
MarkerRecording::~MarkerRecording() = default;
int MarkerRecording::frames() const { return static_cast<int>(inside_->frames.times.size()); }
double MarkerRecording::follow() {
    const sinew::Tracking found = track(inside_->system, inside_->start, inside_->trackers, inside_->frames);
    if (found.lost > 0) throw std::runtime_error(found.summary);
    return found.rms;
}

std::unique_ptr<MarkerSide> make_sinew_markers(const MarkerProblem& problem) {
    return std::make_unique<SinewMarkers>(problem);
}

}  // namespace bench
