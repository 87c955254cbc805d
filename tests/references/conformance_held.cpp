// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0

// Cases of conformance.json whose mechanisms are held by constraints, at an instant or at rest.

#include <sinew/base/at.h>
#include <tests/references/conformance.h>

#include <array>
#include <numbers>

namespace sinew::testing {

namespace {

constexpr double g = 9.81;

/// What all constraints apply to the speeds.
std::vector<double> held_forces(const Running& r) {
    std::vector<double> f(r.state.u().size());
    multiply_by_G_transpose(r.system, r.state, multipliers(r.system, r.state), f);
    for (double& x : f) x = -x;
    return r.by_bodies(f);
}

/// x where f changes its sign between two places.
template <class F>
double root(double low, double high, F f) {
    const bool rising = f(high) > 0;
    for (int i = 0; i < 80; ++i) {
        const double middle = 0.5 * (low + high);
        ((f(middle) > 0) == rising ? high : low) = middle;
    }
    return 0.5 * (low + high);
}

Body round_body(double mass, double axial, double across) {
    return {.name = "body", .mass = {.mass = mass, .com = {}, .inertia = {across, across, axial}}};
}

}  // namespace

void masses_on_a_string(const Case& c, Account& account) {
    const Running r(c);
    account.compare(c.check("udot:m1"), r.by_bodies(forward_dynamics(r.system, r.state))[0]);
    const std::vector<double> f = held_forces(r);
    account.compare(c.check("string tension on the m1 side"), f[0]);
    account.compare(c.check("string tension on the m2 side"), f[1]);
}

void start_of_slider_crank(const Case& c, Account& account) {
    for (const Closing closing : {Closing::independent, Closing::spatial, Closing::twice}) {
        const Running r(c, {.closing = closing});
        account.compare(c.check("udot"), r.by_bodies(forward_dynamics(r.system, r.state)));
        account.compare(c.check("total energy"), total_energy(r.system, r.state));
    }
}

void start_of_squeezer(const Case& c, Account& account) {
    const Running r(c);
    account.compare(c.check("kinetic+spring energy"),  // at the start the drive has done no work
                    kinetic_energy(r.system, r.state) +
                        potential_energy(r.system, r.state, r.mechanism.model.force("spring0")));
    for (const double e : position_errors(r.system, r.state)) account.at_most(std::abs(e), 1e-15);
    // Published with the problem (IVP test set, "Andrews' squeezing mechanism"): accelerations in the file's order.
    const std::vector<double> u_dot = r.by_bodies(forward_dynamics(r.system, r.state));
    account.at_most(std::abs(u_dot[0] / 14222.4439199541139 - 1), 1e-11);
    account.at_most(std::abs(u_dot[1] / -10666.8329399655854 - 1), 1e-11);
    for (std::size_t i = 2; i < u_dot.size(); ++i) account.at_most(std::abs(u_dot[i]), 1e-6);
}

void hanging_chain(const Case& c, Account& account) {
    for (const Closing closing : {Closing::independent, Closing::spatial}) {
        Running r(c, {.closing = closing});
        std::vector<double> start(c.q.size(), -0.02);
        start[0] = 0.7;
        r.set(start, c.u);
        const Equilibrium rest = equilibrate(r.system, r.state);
        CHECK(rest.converged);
        CHECK(rest.stability == (closing == Closing::independent ? Stability::stable : rest.stability));
        r.state = rest.state;
        std::vector<double> angles;
        double lowest = 0;
        for (const BodyId rod : r.mechanism.bodies) {
            const Transform X = pose(r.system, r.state, rod);
            angles.push_back(std::atan2(X.R.x.z, X.R.x.x));
            lowest = std::min(lowest, X.p.z);
        }
        account.compare(c.check("rod angles"), angles);
        account.compare(c.check("lowest joint height"), lowest);
        const Vec3 end =
            reaction_on(r.system, r.state, r.mechanism.joints[0], r.mechanism.bodies[0], FrameOn{}).f;
        account.compare(c.check("horizontal component"), std::abs(end.x));
        account.compare(c.check("vertical support force"), end.z);
    }
}

void ball_on_turntable(const Case& c, Account& account) {
    constexpr double rate = 3, r = 0.05, m = 0.2, I = 0.4 * m * r * r;
    Model model;
    const BodyId table = model.add(Body{.name = "table", .mass = {5, {}, {1, 1, 1}}}),
                 ball = model.add(round_body(m, I, I));
    const auto spin = model.add(Pin{}, {.name = "spin", .from = world, .to = table});
    const auto free = model.add(Free{}, {.name = "free", .from = world, .to = ball});
    model.add(Gravity{.g = {0, 0, -g}});
    model.add(Motion{.name = "motor", .joint = spin, .level = MotionLevel::velocity, .functions = {rate}});
    model.add(
        SphereOnPlane{.name = "rolls", .plane = {table, {0, 0, 1}, 0}, .center = {ball, {}}, .radius = r});
    const System system(model);
    State state = system.default_state();
    const Vec3 p{0.5, 0, r}, v{0.2, 0.1, 0}, slip = cross(Vec3{0, 0, rate}, p) - v;
    state.set_q(free, std::array{1.0, 0.0, 0.0, 0.0, p.x, p.y, p.z});
    state.set_u(free, std::array{slip.y / r, -slip.x / r, 0.0, v.x, v.y, v.z});
    prescribe(system, state);
    for (const double e : velocity_errors(system, state)) account.at_most(std::abs(e), 1e-14);
    const Vec3 a = acceleration(system, state, ball).v;
    const double turn = cross(v, a).z / dot(v, v);
    account.compare(c.check("angular rate of the circle"), turn);
    const Vec3 centre = p + cross(z_axis, v) / turn;
    account.compare(c.check("centre of the circle"), std::array{centre.x, centre.y});
    const Vec3 end =
        pose(system, last(simulate(system, state, {.until = 2, .accuracy = c.accuracy})), ball).p;
    account.compare(c.check("ball centre"), std::array{end.x, end.y});
}

void disk_in_a_circle(const Case& c, Account& account) {
    constexpr double r = 0.1, m = 0.5, tilt = 1.2, precession = 4;
    Model model;
    const BodyId disk = model.add(round_body(m, m * r * r / 2, m * r * r / 4));
    const auto free = model.add(Free{}, {.name = "free", .from = world, .to = disk});
    model.add(Gravity{.g = {0, 0, -g}});
    model.add(DiskOnPlane{.name = "rolls", .center = {disk, {}}, .radius = r});
    const System system(model);
    State state = system.default_state();
    // The axis leans by the tilt about x; it is steady where the accelerations are the precession's turn of the speeds.
    const Vec3 axis{0, -std::sin(tilt), std::cos(tilt)},
        to_lowest{0, -r * std::cos(tilt), -r * std::sin(tilt)};
    const auto tilting = [&](double spin) {
        const Vec3 w = precession * z_axis + (spin - precession * axis.z) * axis, v = -cross(w, to_lowest);
        state.set_q(free,
                    std::array{std::cos(tilt / 2), std::sin(tilt / 2), 0.0, 0.0, 0.0, 0.0, -to_lowest.z});
        state.set_u(free, std::array{w.x, w.y, w.z, v.x, v.y, v.z});
        return (acceleration(system, state, disk).w - cross(precession * z_axis, w)).x;
    };
    const double steady = root(-12, -2, tilting);
    account.compare(c.check("spin component"), steady);
    tilting(steady);
    for (const double e : velocity_errors(system, state)) account.at_most(std::abs(e), 1e-14);
    account.compare(c.check("cos of axis tilt"), pose(system, state, disk).R.z.z);
    account.compare(c.check("height of mass centre"), pose(system, state, disk).p.z);
    account.at_most(std::abs(acceleration(system, state, disk).v.z), 1e-8);
    for (const State& now :
         simulate(system, state, {.until = 3, .report_every = 0.1, .accuracy = c.accuracy})) {
        account.compare(c.check("cos of axis tilt"), pose(system, now, disk).R.z.z);
        account.compare(c.check("height of mass centre"), pose(system, now, disk).p.z);
    }
}

void rolling_down(const Case& c, Account& account) {
    constexpr double r = 0.1, slope = 20 * std::numbers::pi / 180, mu = 0.2;
    const Vec3 normal{0, -std::sin(slope), std::cos(slope)}, down{0, -std::cos(slope), -std::sin(slope)};
    struct Row {
        std::string name;
        double k;
        bool disk;
    };
    for (const Row& row : {Row{"solid sphere", 0.4, false}, Row{"hollow sphere", 2.0 / 3, false},
                           Row{"solid cylinder", 0.5, true}, Row{"hoop", 1, true}}) {
        Model model;
        const BodyId body = model.add(round_body(1, row.k * r * r, (row.disk ? 0.5 : 1) * row.k * r * r));
        const auto free = model.add(Free{}, {.name = "free", .from = world, .to = body});
        model.add(Gravity{.g = {0, 0, -g}});
        const PlaneOn plane{world, normal, 0};
        const ConstraintId contact =
            row.disk
                ? model.add(DiskOnPlane{.name = "rolls", .plane = plane, .center = {body, {}}, .radius = r})
                : model.add(
                      SphereOnPlane{.name = "rolls", .plane = plane, .center = {body, {}}, .radius = r});
        const System system(model);
        State state = system.default_state();
        const double half = std::sqrt(0.5);  // the disk's axis lies level
        state.set_q(free, std::array{half, 0.0, half, 0.0, r * normal.x, r * normal.y, r * normal.z});
        account.compare(c.check("acceleration rolling without slip, 20 degrees, " + row.name),
                        dot(acceleration(system, state, body).v, down));
        // Friction over pressure grows as the slope's tangent: it slips where that comes to mu.
        const Vec3 F = constraint_force_on(system, state, contact, body).f;
        account.compare(c.check("tan(angle) above which it slips for mu=0.2, " + row.name),
                        mu * std::tan(slope) / (-dot(F, down) / dot(F, normal)));
    }
}

void ladder_leaves_the_wall(const Case& c, Account& account) {
    constexpr double length = 2, m = 5, start = 0.3, I = m * length * length / 12;
    Model model;
    const BodyId rod = model.add(Body{.name = "ladder", .mass = {m, {}, {I, I, I}}});
    const auto in_plane = model.add(Planar{}, {.name = "plane", .from = world, .to = rod});
    model.add(Gravity{.g = {0, -g, 0}});
    const ConstraintId wall = model.add(
        PointOnPlane{.name = "wall", .plane = {world, x_axis, 0}, .point = {rod, {0, length / 2, 0}}});
    const ConstraintId floor = model.add(
        PointOnPlane{.name = "floor", .plane = {world, y_axis, 0}, .point = {rod, {0, -length / 2, 0}}});
    const System system(model);
    State state = system.default_state();
    // From rest at the start, energy gives the rate at each angle.
    const auto rate = [&](double angle) {
        return std::sqrt(3 * g / length * (std::cos(start) - std::cos(angle)));
    };
    const auto push_of_wall = [&](double angle) {
        const double w = rate(angle), s = length / 2 * std::sin(angle), k = length / 2 * std::cos(angle);
        state.set_q(in_plane, std::array{angle, s, k});
        state.set_u(in_plane, std::array{w, w * k, -w * s});
        for (const double e : velocity_errors(system, state)) account.at_most(std::abs(e), 1e-14);
        return constraint_force_on(system, state, wall, rod).f.x;
    };
    const double angle = root(0.4, 1.4, push_of_wall);
    account.compare(c.check("angle from vertical"), angle);
    account.compare(c.check("angular rate there"), rate(angle));
    account.compare(c.check("floor force"), constraint_force_on(system, state, floor, rod).f.y);

    // And in time: where the wall would have to pull, it lets go.
    push_of_wall(start);
    SimulationOptions options{.until = 1, .accuracy = 1e-9};
    options.handlers = {
        {"lets go",
         Crossing{.witness =
                      [&](const State& s) {
                          return is_enabled(system, s, wall) ? constraint_force_on(system, s, wall, rod).f.x
                                                             : -1.0;
                      },
                  .direction = Direction::falling,
                  .stage = Stage::acceleration},
         [&](State& s, Event& e) {
             account.compare(c.check("time of loss"), e.time);
             account.compare(c.check("angle from vertical"), s.q(in_plane)[0]);
             account.compare(c.check("angular rate there"), s.u(in_plane)[0]);
             account.compare(c.check("floor force"), constraint_force_on(system, s, floor, rod).f.y);
             set_enabled(system, s, wall, false);
         }}};
    Simulation run = simulate(system, state, std::move(options));
    CHECK(run.advance_to(1) == Outcome::reached);
    CHECK(run.report().handlers[0].count == 1);
    CHECK(position(system, run.state(), {rod, {0, length / 2, 0}}).x > 0.01);  // away from the wall
    account.at_most(std::abs(position(system, run.state(), {rod, {0, -length / 2, 0}}).y), 1e-9);
}

namespace {

/// Balls on one rail; neighbours collide one pair after another as long as any two approach.
std::vector<double> after_collisions(const std::vector<double>& masses, const std::vector<double>& speeds,
                                     double e) {
    Model model;
    std::vector<JointId<Slider>> rail;
    for (std::size_t i = 0; i < masses.size(); ++i) {
        const BodyId ball =
            model.add(Body{.name = "ball" + std::to_string(i), .mass = {masses[i], {}, {1, 1, 1}}});
        rail.push_back(model.add(Slider{}, {.name = "rail" + std::to_string(i), .from = world, .to = ball}));
    }
    for (std::size_t i = 1; i < masses.size(); ++i)
        model.add(CoordinateCoupler{.name = "touch" + std::to_string(i),
                                    .couples = {{rail[i - 1], 0}, {rail[i], 0}},
                                    .function = function::Linear{{-1, 1}, 0}});
    const System system(model);
    const int pairs = static_cast<int>(masses.size()) - 1;
    State state = system.default_state();
    state.set_u(speeds);
    for (bool approached = true; approached;) {
        approached = false;
        for (int pair = 0; pair < pairs; ++pair) {
            for (int i = 0; i < pairs; ++i) set_enabled(system, state, ConstraintId{i}, i == pair);
            const double approach = velocity_errors(system, state)[at(pair)];
            if (approach > -1e-12) continue;
            std::vector<double> jumps(at(pairs));
            jumps[at(pair)] = -(1 + e) * approach;
            apply_impulse(system, state, {.jumps = jumps});
            approached = true;
        }
    }
    return {state.u().begin(), state.u().end()};
}

}  // namespace

void balls_in_a_row(const Case& c, Account& account) {
    const std::vector<double> equal(5, 1.0);
    account.compare(c.check("velocities after, 1 ball in"), after_collisions(equal, {1, 0, 0, 0, 0}, 1));
    account.compare(c.check("velocities after, 2 balls in"), after_collisions(equal, {1, 1, 0, 0, 0}, 1));
    account.compare(c.check("two balls 3 kg"), after_collisions({3, 1}, {1, 0}, 1));
    account.compare(c.check("same, e=0.5"), after_collisions({3, 1}, {1, 0}, 0.5));
}

}  // namespace sinew::testing
