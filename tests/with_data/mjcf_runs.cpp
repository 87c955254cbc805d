// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0

// Runs of models in MJCF against MuJoCo 3.14.0's: 200 steps from qpos0, every 50th kept, in mjcf/oracle/**/*.json.
// MuJoCo's "Euler" is our semi-explicit Euler where joints have no damping, and so is its "implicitfast" where no
// force depends on speeds, as with a damper whose control is zero. Where joints have damping, Euler takes it at the end
// of the step: such steps are made here, of our operators. Its RK4 is not among our methods: there an accurate run
// comes as near as the error of its steps allows.

#include <sinew/formats/mjcf.h>
#include <sinew/sinew.h>
#include <sinew/system/postures.h>
#include <tests/support/data.h>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <cstdlib>

using namespace sinew;
using nlohmann::json;

namespace {

struct Run {
    const char *oracle, *file;
    bool same_method;
    double tolerance;
};
constexpr Run runs[]{
    {"mujoco-test/actuation/tendon_force_clamp.json", "mujoco-test/actuation/tendon_force_clamp.xml", true,
     1e-9},
    {"mujoco-test/actuation/damper.json", "mujoco-test/actuation/damper.xml", true, 1e-9},
    {"mujoco-test/core_smooth/ten_J0.json", "mujoco-test/core_smooth/ten_J0.xml", false, 1e-7},
    {"mujoco-test/core_smooth/ten_J1.json", "mujoco-test/core_smooth/ten_J1.xml", false, 1e-7},
    {"mujoco-test/core_smooth/ten_armature_0_equiv.json", "mujoco-test/core_smooth/ten_armature_0_equiv.xml",
     false, 1e-7},
};

/// (M + h D) a = M u̇, where D are the dampings of the joints; u⁺ = u + h a; q⁺ = q + h u⁺.
void step_with_damping_at_its_end(const System& system, State& state, const std::vector<double>& damping,
                                  double h) {
    const auto n = static_cast<std::size_t>(system.nu());
    std::vector<double> M(n * n), a(n), f(n), q(state.q().begin(), state.q().end()),
        u(state.u().begin(), state.u().end());
    mass_matrix(system, state, M);
    multiply_by_M(system, state, forward_dynamics(system, state), f);
    for (std::size_t i = 0; i < n; ++i) M[i * n + i] += h * damping[i];
    for (std::size_t k = 0; k < n; ++k)  // Gauss; the matrix is definite
        for (std::size_t i = k + 1; i < n; ++i) {
            const double factor = M[i * n + k] / M[k * n + k];
            for (std::size_t j = k; j < n; ++j) M[i * n + j] -= factor * M[k * n + j];
            f[i] -= factor * f[k];
        }
    for (std::size_t i = n; i-- > 0;) {
        for (std::size_t j = i + 1; j < n; ++j) f[i] -= M[i * n + j] * a[j];
        a[i] = f[i] / M[i * n + i];
    }
    for (std::size_t i = 0; i < n; ++i) u[i] += h * a[i], q[i] += h * u[i];
    state.set_time(state.time() + h);
    state.set_q(q);
    state.set_u(u);
}

}  // namespace

TEST_CASE("models in MJCF with damped joints move as MuJoCo's Euler steps move them") {
    const std::string folder = std::string(std::getenv("SINEW_DATA")) + "/mjcf/";
    // The second falls on its floor after the first 50 steps.
    const std::pair<std::string, std::size_t> damped[]{{"mujoco-test/derivative/damped_actuators", 4},
                                                       {"mujoco-test/actuation/actuator_group_disable", 1}};
    for (const auto& [file, parts] : damped) {
        const std::string& name = file;
        CAPTURE(name);
        const json answer = json::parse(testing::reference_data("mjcf/oracle/" + name + ".json"));
        const System system = compile(read_mjcf(folder + name + ".xml"));
        const std::vector<double> damping = answer["dof_damping"];
        const double h = answer["timestep"];
        State state = start_state(system);
        REQUIRE(damping.size() == state.u().size());
        for (std::size_t part = 0; part < parts; ++part) {
            for (int i = 0; i < 50; ++i) step_with_damping_at_its_end(system, state, damping, h);
            const std::vector<double> qpos = answer["trajectory_from_qpos0"]["qpos"][part];
            for (std::size_t i = 0; i < qpos.size(); ++i) CHECK(std::abs(state.q()[i] - qpos[i]) < 1e-9);
        }
    }
}

TEST_CASE("models in MJCF that touch nothing move as MuJoCo moves them") {
    const std::string folder = std::string(std::getenv("SINEW_DATA")) + "/mjcf/";
    for (const Run& one : runs) {
        CAPTURE(one.file);
        const json answer = json::parse(testing::reference_data(std::string("mjcf/oracle/") + one.oracle));
        const System system = compile(read_mjcf(folder + one.file));
        const double step = answer["timestep"];
        SimulationOptions options{.until = 200 * step};
        if (one.same_method) options.method = Method::semi_explicit_euler, options.fixed_step = step;
        else options.accuracy = 1e-12;
        Simulation run = simulate(system, start_state(system), std::move(options));
        for (int part = 0; part < 4; ++part) {
            run.advance_to(50 * (part + 1) * step);
            const State& state = run.state();
            const std::vector<double> qpos =
                answer["trajectory_from_qpos0"]["qpos"][static_cast<std::size_t>(part)];
            REQUIRE(qpos.size() == state.q().size());
            for (std::size_t i = 0; i < qpos.size(); ++i)
                CHECK(std::abs(state.q()[i] - qpos[i]) < one.tolerance);
        }
    }
}
