// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0

// Problems of the IFToMM library of multibody benchmarks (iftomm-multibody.org/benchmark; M. González, D. Dopico,
// U. Lugrís, J. Cuadrado, A benchmarking system for MBS simulation software, Multibody System Dynamics 16, 2006), but
// for A03 and A04, which are in bricard_andrews.cpp. The library's time histories have few digits; numbers here were
// computed from each problem's own equations by other programs until digits stopped changing.

#include <sinew/base/at.h>
#include <sinew/spatial/solids.h>
#include <sinew/studies/simulate.h>
#include <tests/references/mechanisms.h>

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <numbers>

using namespace sinew;
using namespace sinew::testing;

namespace {

struct Row {
    double t;
    std::array<double, 4> xy;  ///< x, y and their rates
};

/// A point in the plane followed in time.
void follow(Simulation& run, const System& system, const Station& point, std::span<const Row> rows,
            InTime& account) {
    for (const Row& row : rows) {
        REQUIRE_MESSAGE(run.advance_to(row.t) == Outcome::running, run.report().failure);
        const Vec3 p = position(system, run.state(), point), v = velocity(system, run.state(), point);
        account.compare(std::array{p.x, p.y, v.x, v.y}, row.xy);
    }
    account.took(run.report().statistics.steps);
}

}  // namespace

TEST_CASE("A01: the planar pendulum, as an angle and as a point on a rod") {
    constexpr Row rows[] = {{0.5, {-0.391048791551, -0.920369948785, 3.911048003956, -1.661734607548}},
                            {1, {0.986291751132, -0.165010853126, 0.296905515916, 1.774643641113}},
                            {2, {-0.793566195343, -0.608483930444, -2.102437874436, 2.741935393011}},
                            {5, {-0.942305435044, -0.334754338414, 0.857904256886, -2.414928654370}},
                            {10, {-0.275087462576, -0.961419205099, 4.175598100951, -1.194749054562}}};
    for (const bool as_point : {false, true}) {
        Model model;
        const BodyId bob = model.add(Body{"bob", point_mass(1, as_point ? Vec3{} : Vec3{-1, 0, 0})});
        const Station mass{bob, as_point ? Vec3{} : Vec3{-1, 0, 0}};
        AnyJointId joint;
        if (as_point) {
            joint = model.add(Cartesian{}, {.name = "place", .to = bob});
            model.add(Rod{"rod", {world, {}}, {bob, {}}, 1});
        } else {
            joint = model.add(Pin{}, {.name = "pin", .to = bob});
        }
        model.add(Gravity{.g = {0, -9.81, 0}});
        const System system(model);
        State start = system.default_state();
        if (as_point) start.set_q(joint, std::array{-1.0, 0.0, 0.0});
        const double accuracy = 1e-13;
        InTime account(as_point ? "A01 pendulum, point on a rod" : "A01 pendulum, angle", accuracy, 1e-11);
        Simulation run(system, start, {.accuracy = accuracy});
        follow(run, system, mass, rows, account);
        // The energy, zero at the start, over the whole ten seconds.
        CHECK(std::abs(total_energy(system, run.state()) - total_energy(system, start)) < 1e-11);
    }
}

namespace {

/// Cranks of 1 m upright on pivots 1 m apart, and couplers on top of them; the System closes its loops.
struct FourBars {
    Model model{.name = "four-bars"};
    std::vector<BodyId> cranks, couplers;

    explicit FourBars(int N) {
        const auto foot = [](int i) { return Vec3{static_cast<double>(i), 0, 0}; };
        for (int i = 0; i <= N; ++i) {
            const BodyId crank = add_rod(model, "crank" + std::to_string(i), 1, foot(i), foot(i) + y_axis);
            add_pin(model, "foot" + std::to_string(i), world, {}, crank, foot(i), foot(i));
            cranks.push_back(crank);
        }
        for (int i = 0; i < N; ++i) {
            const Vec3 left = foot(i) + y_axis, right = foot(i + 1) + y_axis;
            const BodyId coupler = add_rod(model, "coupler" + std::to_string(i), 1, left, right);
            add_pin(model, "left" + std::to_string(i), cranks[at(i)], foot(i), coupler, left, left);
            // In its plane, a loop is closed by a point.
            const BodyId next = cranks[at(i + 1)];
            for (const Vec3& along : {x_axis, y_axis})
                model.add(PointOnPlane{.name = (along == x_axis ? "x" : "y") + std::to_string(i),
                                       .plane = {next, along, dot(along, y_axis)},
                                       .point = {coupler, x_axis}});
            couplers.push_back(coupler);
        }
        model.add(Gravity{.g = {0, -9.81, 0}});
    }
    /// Upright, its top going at 1 m/s.
    State start(const System& system) const {
        State state = system.default_state();
        std::vector<SpatialVelocity> V(model.bodies.size() + 1);
        for (const BodyId crank : cranks) V[at(crank.index)] = turning(-1, {});
        for (const BodyId coupler : couplers) V[at(coupler.index)] = turning(0, x_axis);
        move(system, state, V);
        return state;
    }
};

}  // namespace

// When they lie flat, their freedoms are N + 1 for a moment, and what constraints are off by grows without bound
// towards that place; so they are met to the last digit. The library asks for 1e-3, or coarsely for 0.1.
TEST_CASE("A02: four-bars in a row go through the places where they could fold, again and again (long)") {
    struct Case {
        int N;
        std::vector<Row> rows;
    };
    for (const Case& c : {Case{2,
                               {{1, {-0.1950203019, -0.9807992057, -6.6766780369, 1.3275783252}},
                                {4, {0.1176161024, 0.9930591385, 1.0690392650, -0.1266150492}},
                                {10, {0.3284581115, 0.9445185382, 1.4230514702, -0.4948688455}}}},
                          Case{40,
                               {{1, {-0.1153568806, -0.9933241113, -6.6699875239, 0.7746000987}},
                                {10, {0.1805122267, 0.9835727406, 1.1484412775, -0.2107700668}},
                                {20, {0.4109011538, 0.9116799010, 1.5667853719, -0.7061622356}}}}}) {
        const FourBars bars(c.N);
        const System system(bars.model);
        const std::string what = "A02 " + std::to_string(c.N) + " four-bars";
        {
            InTime account(what, 1e-5, 1e-3);
            Simulation run(system, bars.start(system), {.accuracy = 1e-5, .constraint_tolerance = 1e-14});
            follow(run, system, {bars.cranks[0], y_axis}, c.rows, account);
        }
        InTime account(what + ", steps of 0.01 s", 1e-5, 1e-5);
        Simulation run(system, bars.start(system),
                       {.accuracy = 1e-5,
                        .method = Method::dormand_prince,
                        .fixed_step = 0.01,
                        .constraint_tolerance = 1e-14});
        follow(run, system, {bars.cranks[0], y_axis}, c.rows, account);
    }
}

TEST_CASE("A05: the stiff flyball governor rises and sinks (long)") {
    constexpr double degree = std::numbers::pi / 180;
    Model model;
    const auto box = [](double mass, double a, double b, double c) {
        return MassProperties{
            mass,
            {},
            {mass * (b * b + c * c) / 12, mass * (a * a + c * c) / 12, mass * (a * a + b * b) / 12}};
    };
    MassProperties standing = box(0.3, 0.01, 0.01, 1), lying = box(0.3, 1, 0.01, 0.01);
    standing.com = {0, 0, 0.5};
    const BodyId shaft = model.add(Body{"shaft", standing});
    const BodyId slider = model.add(Body{"slider", box(3, 0.1, 0.1, 0.1)});
    const auto spin = model.add(Pin{}, {.name = "spin", .to = shaft});
    const Rotation x_up = Rotation::about_y(-90 * degree);
    const auto lift = model.add(
        Slider{}, {.name = "lift", .from = shaft, .to = slider, .X_PF = {x_up, {}}, .X_BM = {x_up, {}}});
    const Rotation z_along_y = Rotation::about_x(-90 * degree);
    std::vector<JointId<Pin>> hinges;
    for (const double side : {1.0, -1.0}) {
        const std::string name = side > 0 ? "right" : "left";
        // Along x with the ball at its end: 0.3 kg and 5 kg about their common mass centre.
        const double m = 5.3, com = (0.3 * 0.5 + 5) / m;
        const double I = lying.inertia.yy + 0.3 * (com - 0.5) * (com - 0.5) + 5 * (1 - com) * (1 - com);
        const BodyId arm = model.add(Body{name + "_arm", {m, {side * com, 0, 0}, {lying.inertia.xx, I, I}}});
        hinges.push_back(model.add(Pin{}, {.name = name,
                                           .from = shaft,
                                           .to = arm,
                                           .X_PF = {z_along_y, {side * 0.05, 0, 1}},
                                           .X_BM = {z_along_y, {}}}));
        model.add(TwoPointSpring{.name = name + "_spring",
                                 .from = {arm, {side * 0.5, 0, 0}},
                                 .to = {slider, {side * 0.05, 0, 0}},
                                 .stiffness = 8e5,
                                 .rest_length = 0.5,
                                 .damping = 4e4});
    }
    model.add(Gravity{.g = {0, 0, -9.81}});
    const System system(model);
    State start = system.default_state();
    start.q(lift) = 0.5;
    start.q(hinges[0]) = 30 * degree;  // about y, x turns down
    start.q(hinges[1]) = -30 * degree;
    start.u(spin) = 2 * std::numbers::pi;

    struct Line {
        double t, s, rate, degrees;
    };
    constexpr Line lines[] = {
        {0.1, 0.523836476, 6.103717809, 28.4286686}, {0.5, 0.743249425, 5.103415422, 14.8677610},
        {1, 0.501420922, 6.271125742, 29.8988458},   {2, 0.505909294, 6.236223614, 29.6026550},
        {5, 0.535563104, 6.022496500, 27.6666753},   {7.5, 0.677192964, 5.310176428, 18.8240456},
        {10, 0.619622917, 5.548203623, 22.3495768}};
    for (const auto& [method, accuracy] : {std::pair{Method::rosenbrock, 1e-9}, {Method::bdf, 1e-10}}) {
        InTime account(std::string("A05 flyball governor, ") + name(method), accuracy, 5e-8);
        Simulation run(system, start, {.accuracy = accuracy, .method = method});
        for (const Line& line : lines) {
            REQUIRE_MESSAGE(run.advance_to(line.t) == Outcome::running, run.report().failure);
            const State& s = run.state();
            account.compare(s.q(lift), line.s);
            account.compare(s.u(spin), line.rate);
            account.compare(s.q(hinges[0]), line.degrees * degree);
            account.compare(s.q(hinges[1]), -line.degrees * degree);
        }
        account.took(run.report().statistics.steps);
    }
}
