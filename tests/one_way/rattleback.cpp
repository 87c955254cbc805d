// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// A boat-shaped stone that spins one way only: an ellipsoid that rolls on a plane, a constraint of the user's own
// that acts one way.
#include <sinew/constraints/primitives.h>
#include <tests/one_way/scenes.h>

#include <doctest/doctest.h>

#include <memory>

using namespace sinew;
using namespace sinew::testing;

namespace {

/// An ellipsoid about the origin of a body on the plane z = 0 of the world. With D the squares of its half-axes and n_B
/// the plane's normal in its frame, it touches at ρ = −D n_B/s, s² = n_B·D n_B: e = z − s.
struct EllipsoidOnFloor : ConstraintLaw {
    BodyId body{};
    Vec3 squares{};
    EquationCounts counts() const override { return {.holonomic = 1, .nonholonomic = 2}; }
    std::vector<BodyId> bodies() const override { return {world, body}; }
    void equations(const ConstraintInput<double>& in, Equations& out) const override {
        const Transform X_WB = in.pose(1);
        const Vec3 n{0, 0, 1}, n_B = transpose_times(X_WB.R, n), Dn = scaled(n_B);
        const double s = std::sqrt(dot(n_B, Dn));
        const Vec3 rho = Dn / -s, p = X_WB.p + X_WB.R * rho;
        if (out.e) out.e[0] = X_WB.p.z - s;
        Vec3 v_P{};
        if (out.moving()) {
            const Vec3 w_B = transpose_times(X_WB.R, in.w(1)), n_dot = cross(n_B, w_B),
                       Dn_dot = scaled(n_dot);
            const double s_dot = dot(n_B, Dn_dot) / s;
            const Vec3 rho_dot = Dn * (s_dot / (s * s)) - Dn_dot / s;
            v_P = in.velocity(1, X_WB.p) + cross(in.w(1), X_WB.R * rho) + X_WB.R * rho_dot;
        }
        no_slip(in, out, 0, 0, 1, p, v_P, n, Vec3{});  // the rate of e is that of the body's own point there
        no_slip(in, out, 1, 0, 1, p, v_P, Vec3{1, 0, 0}, Vec3{});
        no_slip(in, out, 2, 0, 1, p, v_P, Vec3{0, 1, 0}, Vec3{});
    }
    Vec3 scaled(const Vec3& v) const { return {squares.x * v.x, squares.y * v.y, squares.z * v.z}; }
};

}  // namespace

TEST_CASE("a rattleback spun the wrong way rattles, stops and turns back") {
    // T. R. Kane and D. A. Levinson, Realistic mathematical modeling of the rattleback, Int. J. Non-Linear Mechanics 17
    // (1982): their stone, without drag, computed from the equations of rolling.
    Model model;
    const BodyId stone =
        model.add(Body{.name = "stone", .mass = {1, {0, 0, 0.01}, Sym3{2e-4, 1.6e-3, 1.7e-3, -2e-5, 0, 0}}});
    const auto joint = model.add(Free{}, {.name = "free", .to = stone});
    model.add(Gravity{.g = {0, 0, -g}});
    auto law = std::make_shared<EllipsoidOnFloor>();
    law->body = stone;
    law->squares = {0.2 * 0.2, 0.03 * 0.03, 0.02 * 0.02};
    model.add(CustomConstraint{.name = "floor", .law = law});
    model.add(OneWay{.name = "floor", .static_friction = 10, .sliding_friction = 10});
    const System system(model);

    const double tilt = 0.5 * std::acos(-1.0) / 180;
    const Vec3 down{-std::cos(tilt) * std::sin(tilt), std::sin(tilt), std::cos(tilt) * std::cos(tilt)};
    // The shortest turn of its downward direction to that of the world.
    const Vec3 axis = cross(down, Vec3{0, 0, -1});
    const double angle = std::atan2(norm(axis), -down.z);
    const Vec3 unit = axis / norm(axis);
    State start = system.default_state();
    const double half = std::sin(angle / 2), s = std::sqrt(dot(down, law->scaled(down)));
    start.set_q(joint,
                std::array{std::cos(angle / 2), half * unit.x, half * unit.y, half * unit.z, 0.0, 0.0, s});
    const Rotation R_WB = pose(system, start, stone).R;
    const Vec3 w = R_WB * Vec3{0, 0, -5}, v = -cross(w, R_WB * (law->scaled(down) / s));
    start.set_u(joint, std::array{w.x, w.y, w.z, v.x, v.y, v.z});
    CHECK(std::abs(gap_rate(system, start, {0})) < 1e-14);

    const auto spin = [&](const State& state) {
        return transpose_times(pose(system, state, stone).R,
                               Vec3{state.u(joint)[0], state.u(joint)[1], state.u(joint)[2]});
    };
    double turns = 0;
    SimulationOptions options{.until = 5, .accuracy = 1e-10};
    options.reporters = {{"turns",
                          Crossing{.witness = [&](const State& state) { return spin(state).z; },
                                   .direction = Direction::rising,
                                   .stage = Stage::velocity},
                          [&](const State& state) {
                              if (turns == 0) turns = state.time();
                          }}};
    const double before = total_energy(system, start);
    Simulation run = simulate(system, start, std::move(options));
    struct Row {
        double t;
        Vec3 w;
    };
    for (const Row& row :
         {Row{0.5, {8.69260295, 0.04290469, -3.96843252}}, Row{1, {5.04104231, 1.76142317, -3.11754354}},
          Row{2, {4.43857494, 1.13123711, -0.88465819}}, Row{3, {-0.17049031, -0.35663586, 0.25130638}},
          Row{5, {-2.19784110, -1.74517600, 4.16424605}}}) {
        run.advance_to(row.t);
        CAPTURE(row.t);
        CHECK(norm(spin(run.state()) - row.w) < 1e-5);
        CHECK(normal_force(system, run.state(), {0}) > 0);
    }
    CHECK(turns == doctest::Approx(2.352731).epsilon(1e-6));
    CHECK(total_energy(system, run.state()) == doctest::Approx(before).epsilon(1e-8));
    CHECK(touch_of(system, run.state(), {0}) == Touch::sticks);
}
