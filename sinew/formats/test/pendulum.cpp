// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/formats/test/pendulum.h>
#include <sinew/system/dynamics.h>
#include <sinew/system/kinematics.h>
#include <sinew/system/model.h>

#include <unistd.h>

#include <cmath>
#include <cstdlib>
#include <stdexcept>

namespace sinew::testing {

Folder::Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "sinew_recording_XXXXXX").string();
    if (!mkdtemp(name.data())) throw std::runtime_error("no temporary folder");
    path_ = name;
}

Folder::~Folder() {
    std::error_code error;
    std::filesystem::remove_all(path_, error);
}

Model double_pendulum(const std::string& lower_joint) {
    Model model;
    model.name = "double pendulum";
    const MassProperties rod{.mass = 1.0, .com = {0, -0.5, 0}, .inertia = {.xx = 0.4, .yy = 0.1, .zz = 0.4}};
    const BodyId upper = model.add(Body{.name = "upper", .mass = rod});
    const BodyId lower = model.add(Body{.name = "lower", .mass = rod});
    model.add(Pin{}, {.name = "shoulder", .to = upper});
    model.add(Pin{}, {.name = lower_joint, .from = upper, .to = lower, .X_PF = {.p = {0, -1, 0}}});
    model.add(Gravity{.g = {0, -9.81, 0}});
    model.add_variable<int>("turns", 0, Stage::report);
    return model;
}

double step(const System& system, State& state, double h) {
    std::vector<double> q(state.q().begin(), state.q().end()), u(state.u().begin(), state.u().end());
    const auto u_dot = forward_dynamics(system, state);
    double fastest = 0;
    for (std::size_t i = 0; i < u.size(); ++i) {
        u[i] += h * u_dot[i];
        q[i] += h * u[i];
        fastest = std::max(fastest, std::abs(u_dot[i]));
    }
    state.set_time(state.time() + h);
    state.set_q(q);
    state.set_u(u);
    state.set(VariableId<int>{0}, static_cast<int>(std::floor(q[1])));  // "turns"
    if (std::fmod(state.time(), 0.5) < h) state.set_parameter("upper.mass", 1 + 0.1 * std::sin(state.time()));
    return 0.005 / (1 + 0.1 * fastest);
}

}  // namespace sinew::testing
