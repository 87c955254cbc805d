// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Joints of the user's own that fail, and configurations where angles lose their meaning.
#include <tests/bad_input/refusal.h>

#include <functional>
#include <limits>

using namespace sinew;
using namespace sinew::testing;

namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

/// A pin that does what the test wants.
struct Odd : UserJoint {
    std::function<void()> in_pose = [] {};
    double turn = 1, bias = 0;
    Odd() {
        nq = nu = 1;
        coordinate_names = {"angle"};
    }
    Transform X_FM(const JointInput<double>& in) const override {
        in_pose();
        return {Rotation::about_z(turn == turn ? in.q[0] : turn), {}};
    }
    void H_FM(const JointInput<double>&, SpatialVelocity* H) const override { H[0] = {{0, 0, 1}, {}}; }
    SpatialAcceleration bias_FM(const JointInput<double>&, const double*) const override {
        return {{bias, 0, 0}, {}};
    }
};

Model with(const std::shared_ptr<Odd>& joint) {
    Model model = arm();
    model.joints[1].joint = CustomJoint{joint};
    return model;
}

}  // namespace

TEST_CASE("70: what a joint of the user's own throws comes through with its name, and leaves no trace") {
    const auto odd = std::make_shared<Odd>();
    const System system(with(odd));
    State state = system.default_state();
    state.set_q(std::array{0.0, 0.25});
    odd->in_pose = [] { throw std::runtime_error("no cam profile"); };
    CHECK(refusal([&] { forward_dynamics(system, state); }) ==
          R"(joint "elbow" (custom) failed at time 0, elbow.angle = 0.25: no cam profile)");
    odd->in_pose = [] { throw 7; };
    CHECK(refusal([&] { pose(system, state, BodyId{2}); }) ==
          R"(joint "elbow" (custom) failed at time 0, elbow.angle = 0.25 and did not say why.)");
    odd->in_pose = [] {};
    CHECK(refusal([&] { forward_dynamics(system, state); }) == "");
}

TEST_CASE("70: a joint of the user's own that gives what is not a number is named, whoever asks") {
    const auto odd = std::make_shared<Odd>();
    const System system(with(odd));
    State state = system.default_state();
    odd->turn = not_a_number;
    const char* pose_said =
        R"(joint "elbow" (custom): its pose is not a finite number at time 0, elbow.angle = 0.)";
    CHECK(refusal([&] { pose(system, state, BodyId{2}); }) == pose_said);
    CHECK(refusal([&] { forward_dynamics(system, state); }) == pose_said);
    CHECK(refusal([&] { kinetic_energy(system, state); }) == pose_said);
    odd->turn = 1;
    odd->bias = not_a_number;
    CHECK(refusal([&] { pose(system, state, BodyId{2}); }) == "");
    CHECK(
        refusal([&] { forward_dynamics(system, state); }) ==
        R"(joint "elbow" (custom): its velocity or its bias is not a finite number at time 0, elbow.angle = 0.)");
}

TEST_CASE("a coordinate out of all proportion is named where it leads to nothing") {
    Model model = arm();
    FunctionBased cam;
    cam.turns[2].function = function::Linear{{1}};
    cam.shifts[0].function = function::Polynomial{{1, 0, 0, 0, 0}};
    model.joints[1].joint = cam;
    const System system(model);
    State state = system.default_state();
    state.set_q(std::array{0.0, 1e100});
    CHECK(refusal([&] { forward_dynamics(system, state); }) ==
          R"(joint "elbow" (function_based): its pose is not a finite number at time 0, elbow.q = 1e+100.)");
}

TEST_CASE("78: joints by angles are named where these lose their meaning; quaternions pass") {
    Model model = arm();
    model.joints[1].joint = Ball{};
    const System system(model);
    State state = system.default_state();
    const AnyJointId ball = model.joint("elbow");
    fit_pose(system, state, ball, {Rotation::about_y(std::acos(0.0)), {}});
    CHECK(refusal([&] { q_dot(system, state); }) == "");
    use_angles(system, state, ball);
    CHECK(refusal([&] { forward_dynamics(system, state); }) == "");  // speeds do not know of angles
    const std::string said = refusal([&] { q_dot(system, state); });
    CHECK(said.find(R"(joint "elbow" (ball) stands where its angles lose their meaning at time 0, elbow.)") ==
          0);
    std::vector<double> out(5);
    CHECK(refusal([&] { q_dot_dot(system, state, out); }) == said);
    CHECK(refusal([&] { multiply_by_N(system, state, state.u(), out); }) == said);

    model.joints[1].joint = Gimbal{};
    const System gimbal(model);
    State locked = gimbal.default_state();
    locked.set_q(model.joint("elbow"), std::array{0.0, std::acos(0.0), 0.0});
    CHECK(refusal([&] { forward_dynamics(gimbal, locked); })
              .find(R"(joint "elbow" has no inertia along one of its )"
                    "axes at time 0") == 0);
}
