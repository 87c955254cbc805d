// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0

// Runs of models in MJCF against MuJoCo 3.14.0's: 200 steps from qpos0, every 50th kept, in mjcf/oracle/**/*.json.
// MuJoCo's "Euler" is our semi-explicit Euler where joints have no damping (it takes damping implicitly), and so is its
// "implicitfast" where no force depends on speeds, as with a damper whose control is zero. Its RK4 is not among our
// methods: there an accurate run comes as near as the error of its steps allows.

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

}  // namespace

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
