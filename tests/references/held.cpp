// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Things that roll, hang on ropes and close loops, against closed forms and converged numbers: cases "incline-rolling",
// "turntable-ball", "rolling-disk-steady", "atwood" and "slider-crank-dynamics" of conformance.json, at an instant.
#include <sinew/sinew.h>

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

using namespace sinew;

namespace {

constexpr double g = 9.81;

/// A body of revolution about z, of mass 1 and radius 0.1 unless said otherwise.
Body round(const char* name, double mass, double axial, double across) {
    return {.name = name,
            .mass = {.mass = mass, .com = {}, .inertia = {.xx = across, .yy = across, .zz = axial}}};
}

}  // namespace

TEST_CASE("round things roll down an incline with g sin/(1 + k), k their inertia over m r²") {
    constexpr double r = 0.1, slope = 20 * std::numbers::pi / 180;
    const Vec3 normal{0, -std::sin(slope), std::cos(slope)}, down{0, -std::cos(slope), -std::sin(slope)};
    struct Row {
        const char* name;
        double k, acceleration;
        bool disk;
    };
    for (const Row& row : {Row{"solid sphere", 0.4, 2.396584004303436, false},
                           {"hollow sphere", 2.0 / 3, 2.013130563614886, false},
                           {"solid cylinder", 0.5, 2.2368117373498735, true},
                           {"hoop", 1, 1.6776088030124052, true}}) {
        CAPTURE(row.name);
        Model model;
        const BodyId body =
            model.add(round(row.name, 1, row.k * r * r, row.disk ? row.k * r * r / 2 : row.k * r * r));
        const auto free = model.add(Free{}, {.name = "free", .from = world, .to = body});
        model.add(Gravity{.g = {0, 0, -g}});
        // The incline falls along -y, so a disk's axis lies along x: turned a quarter about y.
        const ConstraintId contact =
            row.disk
                ? model.add(DiskOnPlane{.name = "contact",
                                        .plane = {world, normal, 0},
                                        .center = {body, {}},
                                        .axis = {0, 0, 1},
                                        .radius = r})
                : model.add(SphereOnPlane{
                      .name = "contact", .plane = {world, normal, 0}, .center = {body, {}}, .radius = r});
        const System system(model);
        State state = system.default_state();
        const double half = std::sqrt(0.5);
        const Vec3 at = r * normal;
        state.set_q(free, std::array{half, 0.0, half, 0.0, at.x, at.y, at.z});
        CHECK(std::abs(position_errors(system, state)[0]) < 1e-15);
        const Vec3 a = acceleration(system, state, body).v;
        CHECK(dot(a, down) == doctest::Approx(row.acceleration).epsilon(1e-12));
        CHECK(norm(a - dot(a, down) * down) < 1e-12);
        // It presses with m g cos, and friction is what turns it: k/(1 + k) m g sin up the slope.
        const Vec3 F = constraint_force_on(system, state, contact, body).f;
        CHECK(dot(F, normal) == doctest::Approx(g * std::cos(slope)).epsilon(1e-12));
        CHECK(-dot(F, down) == doctest::Approx(row.k / (1 + row.k) * g * std::sin(slope)).epsilon(1e-12));
    }
}

TEST_CASE("a ball on a turntable runs in circles at 2/7 of the table's rate, whatever its speed") {
    constexpr double rate = 3, r = 0.05, m = 0.2, I = 0.4 * m * r * r;
    Model model;
    const BodyId table = model.add(round("table", 5, 1, 0.5)), ball = model.add(round("ball", m, I, I));
    const auto spin = model.add(Pin{}, {.name = "spin", .from = world, .to = table});
    const auto free = model.add(Free{}, {.name = "free", .from = world, .to = ball});
    model.add(Gravity{.g = {0, 0, -g}});
    model.add(ConstantSpeed{.name = "motor", .coordinate = {spin, 0}, .value = rate});
    model.add(
        SphereOnPlane{.name = "rolls", .plane = {table, {0, 0, 1}, 0}, .center = {ball, {}}, .radius = r});
    const System system(model);
    State state = system.default_state();
    const Vec3 p{0.5, 0, r}, v{0.2, 0.1, 0};
    // Without slip: v + w × (−r z) is how the table moves there.
    const Vec3 slip = cross(Vec3{0, 0, rate}, p) - v;
    const Vec3 w{slip.y / r, -slip.x / r, 0};
    state.q(spin) = 0.7;
    state.u(spin) = rate;
    state.set_q(free, std::array{0.8, 0.0, 0.6, 0.0, p.x, p.y, p.z});
    state.set_u(free, std::array{w.x, w.y, w.z, v.x, v.y, v.z});
    for (const double e : velocity_errors(system, state)) CHECK(std::abs(e) < 1e-14);
    const Vec3 a = acceleration(system, state, ball).v, expected = cross(Vec3{0, 0, rate * 2 / 7}, v);
    CHECK(norm(a - expected) < 1e-12);
    // The centre of the circle: p + z × v / (2/7 rate).
    const Vec3 centre = p + cross(Vec3{0, 0, 1}, v) / (rate * 2 / 7);
    CHECK(centre.x == doctest::Approx(0.38333333333333336).epsilon(1e-12));
    CHECK(centre.y == doctest::Approx(0.23333333333333334).epsilon(1e-12));
}

TEST_CASE(
    "a thin disk that rolls in a steady circle keeps its tilt: all of its motion turns about the vertical") {
    constexpr double r = 0.1, m = 0.5;
    Model model;
    const BodyId disk = model.add(round("disk", m, m * r * r / 2, m * r * r / 4));
    const auto free = model.add(Free{}, {.name = "free", .from = world, .to = disk});
    model.add(Gravity{.g = {0, 0, -g}});
    const ConstraintId rolls = model.add(DiskOnPlane{.name = "rolls", .center = {disk, {}}, .radius = r});
    const System system(model);
    State state = system.default_state();
    const Vec3 w{0, 7.050321253278865, 1.2589791392427403}, v{0.6114974122852368, 0, 0}, precession{0, 0, 4};
    state.set_q(free, std::array{0.8253356149096783, 0.5646424733950354, 0.0, 0.0, 0.0, 0.03623577544766736,
                                 0.09320390859672263});
    state.set_u(free, std::array{w.x, w.y, w.z, v.x, v.y, v.z});
    CHECK(std::abs(position_errors(system, state)[0]) < 1e-15);
    for (const double e : velocity_errors(system, state)) CHECK(std::abs(e) < 1e-14);
    CHECK(norm(acceleration(system, state, disk).w - cross(precession, w)) < 1e-9);
    CHECK(norm(acceleration(system, state, disk).v - cross(precession, v)) < 1e-10);
    CHECK(constraint_force_on(system, state, rolls, disk).f.z == doctest::Approx(m * g).epsilon(1e-10));
    CHECK(std::abs(power(system, state, rolls)) < 1e-13);
}

TEST_CASE("Atwood's machine by couplers, by gears and by a belt: acceleration and both tensions") {
    constexpr double m1 = 2, m2 = 3.5, I = 0.02, radius = 0.1;
    for (const bool by_gears : {false, true}) {
        Model model;
        const BodyId one = model.add(round("m1", m1, 1, 1)), two = model.add(round("m2", m2, 1, 1)),
                     wheel = model.add(round("pulley", 1, I, I));
        const Rotation up = Rotation::about_y(-std::numbers::pi / 2);  // sliders go along x: turned to z
        const auto s1 = model.add(
            Slider{}, {.name = "s1", .from = world, .to = one, .X_PF = {.R = up}, .X_BM = {.R = up}});
        const auto s2 = model.add(
            Slider{}, {.name = "s2", .from = world, .to = two, .X_PF = {.R = up}, .X_BM = {.R = up}});
        const auto hub = model.add(Pin{}, {.name = "hub", .from = world, .to = wheel});
        model.add(Gravity{.g = {0, 0, -g}});
        ConstraintId left, right;
        if (by_gears) {
            left = model.add(
                RackAndPinion{.name = "left", .pinion = {hub, 0}, .rack = {s1, 0}, .radius = radius});
            right = model.add(
                RackAndPinion{.name = "right", .pinion = {hub, 0}, .rack = {s2, 0}, .radius = -radius});
        } else {
            left = model.add(CoordinateCoupler{.name = "left",
                                               .couples = {{s1, 0}, {hub, 0}},
                                               .function = function::Linear{{1, -radius}, 0}});
            right = model.add(CoordinateCoupler{.name = "right",
                                                .couples = {{s2, 0}, {hub, 0}},
                                                .function = function::Linear{{1, radius}, 0}});
        }
        const System system(model);
        const State state = system.default_state();
        const double a = forward_dynamics(system, state)[0];
        CHECK(a == doctest::Approx(1.962).epsilon(1e-12));
        // The applied force is −Gᵀλ: on m1 minus the multiplier.
        CHECK(-multipliers(system, state, left)[0] == doctest::Approx(23.544).epsilon(1e-12));
        CHECK(-multipliers(system, state, right)[0] == doctest::Approx(27.468).epsilon(1e-12));
    }
    // Over a small pulley that has no inertia, one belt does it.
    Model model;
    const BodyId one = model.add(round("m1", m1, 1, 1)), two = model.add(round("m2", m2, 1, 1));
    const auto s1 = model.add(Cartesian{}, {.name = "s1", .from = world, .to = one});
    const auto s2 = model.add(Cartesian{}, {.name = "s2", .from = world, .to = two});
    model.add(Gravity{.g = {0, 0, -g}});
    const ConstraintId belt =
        model.add(Belt{.name = "belt",
                       .through = {{one, {}}, {world, {0, 0, 1}}, {world, {0.2, 0, 1}}, {two, {}}},
                       .length = 3});
    const System system(model);
    State state = system.default_state();
    state.set_q(s1, std::array{0.0, 0.0, -0.5}), state.set_q(s2, std::array{0.2, 0.0, -0.3});
    CHECK(position_errors(system, state)[0] == doctest::Approx(0));
    CHECK(acceleration(system, state, one).v.z == doctest::Approx((m2 - m1) / (m1 + m2) * g).epsilon(1e-12));
    CHECK(multipliers(system, state, belt)[0] == doctest::Approx(2 * m1 * m2 / (m1 + m2) * g).epsilon(1e-12));
}

TEST_CASE("a coasting slider-crank accelerates as 42 digits say, its loop closed by one equation too many") {
    const auto link = [](const char* name, double mass, double com, double I) {
        return Body{.name = name,
                    .mass = {.mass = mass, .com = {com, 0, 0}, .inertia = {.xx = I, .yy = I, .zz = I}}};
    };
    Model model;
    const BodyId crank = model.add(link("crank", 1.2, 0.08, 0.01)),
                 rod = model.add(link("rod", 0.8, 0.2, 0.02)),
                 piston = model.add(link("piston", 0.6, 0, 0.001));
    const auto a = model.add(Pin{}, {.name = "a", .from = world, .to = crank});
    const auto b = model.add(Pin{}, {.name = "b", .from = crank, .to = rod, .X_PF = {.p = {0.2, 0, 0}}});
    const auto s =
        model.add(Slider{}, {.name = "s", .from = world, .to = piston, .X_PF = {.p = {0, 0.03, 0}}});
    model.add(BallConstraint{.name = "loop", .from = {rod, {0.5, 0, 0}}, .to = {piston, {}}});
    model.add(Gravity{.g = {0, -g, 0}});
    const System system(model);
    State state = system.default_state();
    state.q(a) = 1.0471975511965979, state.q(b) = -1.3376754765928716, state.q(s) = 0.5790535511249376;
    state.u(a) = 30, state.u(b) = -36.262347900261354, state.u(s) = -6.092952459491285;
    const auto u_dot = forward_dynamics(system, state);
    CHECK(u_dot[0] == doctest::Approx(-199.8221947054326).epsilon(1e-11));
    CHECK(u_dot[1] == doctest::Approx(555.2119375110923).epsilon(1e-11));
    CHECK(u_dot[2] == doctest::Approx(-23.28320751115702).epsilon(1e-11));
    CHECK(constraint_rank(system, state) == 2);
}
