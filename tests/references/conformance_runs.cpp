// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0

// Cases that run in time, at the accuracy they ask for.

#include <sinew/state/save.h>
#include <sinew/studies/simulate.h>
#include <tests/references/conformance.h>

#include <algorithm>
#include <numbers>

namespace sinew::testing {

namespace {

constexpr double pi = std::numbers::pi;

Simulation run_of(const Running& r, double accuracy) {
    return Simulation(r.system, r.state, {.accuracy = accuracy});
}

/// q, u or both, in the order of the case's bodies; of pins and sliders.
std::vector<double> coordinates(const Running& r, const State& s, const std::string& quantity) {
    const std::vector<double> q = r.by_bodies(s.q()), u = r.by_bodies(s.u());
    if (quantity.starts_with("u:")) return u;
    std::vector<double> out = q;
    if (quantity.find("u") != std::string::npos && !quantity.ends_with("[0]"))
        out.insert(out.end(), u.begin(), u.end());
    return out;
}

/// Compares at all times of the case; the largest difference.
double follow(const Case& c, const Running& r, double accuracy, Account& account) {
    Simulation run = run_of(r, accuracy);
    double largest = 0;
    for (const Check& check : c.checks) {
        if (check.t == 0) continue;
        run.advance_to(check.t);
        const std::vector<double> found = coordinates(r, run.state(), check.quantity);
        account.compare(check, found);
        largest = std::max(largest, largest_of(found, check.value));
    }
    return largest;
}

/// At the case's accuracy, and at that of the other engine, whose largest difference counts.
void follow(const Case& c, const Running& r, Account& account) {
    follow(c, r, c.accuracy, account);
    if (c.peer > 0) account.at_most(follow(c, r, accuracy_of_peer, account), c.peer);
}

/// A quaternion compared up to its sign.
void compare_turn(const Check& check, std::vector<double> found, Account& account) {
    double along = 0;
    for (std::size_t i = 0; i < 4; ++i) along += found[i] * check.value[i];
    if (along < 0)
        for (double& x : found) x = -x;
    account.compare(check, found);
}

double turned_to(double angle, double near) { return angle + 2 * pi * std::round((near - angle) / (2 * pi)); }

/// How far round the vertical a point goes until it is highest again, and when that is.
struct Round {
    double time = 0, azimuth = 0;
};
Round to_next_top(const Running& r, const Station& point, double accuracy, double until) {
    Round round;
    double azimuth = 0, start = 0;
    bool first = true;
    const auto follow_azimuth = [&](const State& s) {
        const Vec3 p = position(r.system, s, point);
        azimuth = turned_to(std::atan2(p.y, p.x), first ? std::atan2(p.y, p.x) : azimuth);
        if (first) start = azimuth;
        first = false;
    };
    SimulationOptions options{.until = until, .accuracy = accuracy, .max_step = 0.02};
    options.handlers = {{"top",
                         Crossing{.witness = [&](const State& s) { return velocity(r.system, s, point).z; },
                                  .direction = Direction::falling,
                                  .stage = Stage::velocity,
                                  .window = 1e-11},
                         [&](State& s, Event& e) {
                             if (e.time < 1e-3) return;
                             follow_azimuth(s);
                             round = {e.time, azimuth - start};
                             e.end_run();
                         }}};
    Simulation run = simulate(r.system, r.state, std::move(options));
    for (const State& now : run)
        if (round.time == 0) follow_azimuth(now);
    return round;
}

}  // namespace

void run_of_coordinates(const Case& c, Account& account) { follow(c, Running(c), account); }

void run_of_furuta(const Case& c, Account& account) {
    start_of_furuta(c, account);
    follow(c, Running(c), account);
}

void run_of_tree(const Case& c, Account& account) {
    energy_of_tree(c, account);
    const Running r(conformance_case("tree-pins-6"));
    follow(c, r, account);
    Simulation run = run_of(r, c.accuracy);
    run.advance_to(1);
    account.compare(c.check("total energy"), total_energy(r.system, run.state()));
}

void run_of_free_tree(const Case& c, Account& account) {
    constants_of_free_tree(c, account);
    Case tree = conformance_case("tree-mixed-7");
    tree.model.gravity = {};
    const Running r(tree);
    Simulation run = run_of(r, c.accuracy);
    run.advance_to(10);
    const State& s = run.state();
    account.compare(c.check("linear momentum"), momentum(r.system, s).f);
    account.compare(c.check("angular momentum"), momentum(r.system, s).m);
    account.compare(c.check("kinetic energy"), kinetic_energy(r.system, s));
    account.compare(c.check("mass centre"), mass_centre(r.system, s).p_WC);
}

void run_of_euler_top(const Case& c, Account& account) {
    constants_of_euler_top(c, account);
    const Running r(c);
    Simulation run = run_of(r, c.accuracy);
    for (const Check& check : c.checks) {
        if (check.t == 0) continue;
        run.advance_to(check.t);
        const State& s = run.state();
        if (check.quantity.starts_with("attitude")) {
            compare_turn(check, {s.q().begin(), s.q().end()}, account);
        } else {
            const Rotation R = pose(r.system, s, r.mechanism.bodies[0]).R;
            account.compare(check, R.inverse() * velocity(r.system, s, r.mechanism.bodies[0]).w);
        }
    }
    account.compare(c.check("|angular momentum|"), norm(momentum(r.system, run.state()).m));
    account.compare(c.check("kinetic energy"), kinetic_energy(r.system, run.state()));
    // The rates are back after their period.
    Simulation once = run_of(r, c.accuracy);
    const double period = c.check("period").value[0];
    once.advance_to(period);
    const Rotation R = pose(r.system, once.state(), r.mechanism.bodies[0]).R;
    const Vec3 w = R.inverse() * velocity(r.system, once.state(), r.mechanism.bodies[0]).w;
    const Vec3 rate = R.inverse() * acceleration(r.system, once.state(), r.mechanism.bodies[0]).w;
    const double late = dot(w - Vec3{c.w_body[0], c.w_body[1], c.w_body[2]}, rate) / dot(rate, rate);
    account.compare(c.check("period"), period - late);
}

void run_of_projectile(const Case& c, Account& account) {
    Running r(c.model);
    std::vector<double> q = c.quat, u = c.w_body;
    q.insert(q.end(), c.pos.begin(), c.pos.end());
    u.insert(u.end(), c.vel.begin(), c.vel.end());
    r.set(q, u);
    Simulation run = run_of(r, c.accuracy);
    run.advance_to(2);
    const State& s = run.state();
    const BodyId body = r.mechanism.bodies[0];
    account.compare(c.check("position"), pose(r.system, s, body).p);
    account.compare(c.check("velocity"), velocity(r.system, s, body).v);
    account.compare(c.check("angular velocity"), velocity(r.system, s, body).w);
    compare_turn(c.check("attitude"), {s.q().begin(), s.q().begin() + 4}, account);
}

void run_of_heavy_top(const Case& c, Account& account) {
    Running r(c.model);
    r.set(c.quat, c.w_ground);
    const Station tip{r.mechanism.bodies[0], {0, 0, 1}};
    Simulation run = run_of(r, c.accuracy);
    for (const Check& check : c.checks) {
        if (check.t == 0) continue;
        run.advance_to(check.t);
        account.compare(check, position(r.system, run.state(), tip));
    }
    const Round round = to_next_top(r, tip, c.accuracy, 1.2);
    account.compare(c.check("nutation period"), round.time);
    account.compare(c.check("precession angle"), std::abs(round.azimuth));
    double lowest = 1;
    SimulationOptions options{.until = 1, .accuracy = c.accuracy};
    options.reporters = {{"lowest",
                          Crossing{[&](const State& s) { return velocity(r.system, s, tip).z; },
                                   Direction::rising, Stage::velocity},
                          [&](const State& s) { lowest = std::min(lowest, position(r.system, s, tip).z); }}};
    last(simulate(r.system, r.state, std::move(options)));
    account.compare(c.check("lowest cos"), lowest);
}

void run_of_spherical_pendulum(const Case& c, Account& account) {
    const Running r(c);
    const Station bob{r.mechanism.body("bob"), c.model.bodies[1].mass.com};
    Simulation run = run_of(r, c.accuracy);
    for (const Check& check : c.checks) {
        if (check.t == 0) continue;
        run.advance_to(check.t);
        account.compare(check, position(r.system, run.state(), bob));
    }
    const Round round = to_next_top(r, bob, c.accuracy, 2);
    account.compare(c.check("time between"), round.time);
    account.compare(c.check("azimuth advance"), std::abs(round.azimuth));
    std::array<double, 2> range{2, -2};
    const auto see = [&](const State& s) {
        range = {std::min(range[0], -position(r.system, s, bob).z),
                 std::max(range[1], -position(r.system, s, bob).z)};
    };
    see(r.state);
    SimulationOptions options{.until = 5, .accuracy = c.accuracy};
    options.reporters = {{"turns",
                          Crossing{[&](const State& s) { return velocity(r.system, s, bob).z; },
                                   Direction::both, Stage::velocity},
                          see}};
    last(simulate(r.system, r.state, std::move(options)));
    account.compare(c.check("cos of angle"), range);
}

void run_of_conical_pendulum(const Case& c, Account& account) {
    initial_speed_of_conical_pendulum(c, account);
    const Running r(c);
    const Station bob{r.mechanism.body("bob"), c.model.bodies[1].mass.com};
    std::vector<double> rounds;
    SimulationOptions options{.until = 10, .accuracy = c.accuracy};
    options.reporters = {{"half way", Crossing{[&](const State& s) { return position(r.system, s, bob).y; }},
                          [&](const State&, const Event& e) { rounds.push_back(e.time); }}};
    for (const State& now : simulate(r.system, r.state, std::move(options)))
        account.compare(c.check("angle from vertical"), std::acos(-position(r.system, now, bob).z));
    account.compare(c.check("period"), rounds.at(3) - rounds.at(1));
}

namespace {

/// −2 m W × v on a point.
class Coriolis : public ForceLaw {
public:
    Coriolis(Station of, Vec3 turns) : at(of), W(turns) {}
    void apply(const Situation& now, Effect& out) const override {
        out.add_force(at, -2 * cross(W, now.velocity(at)));
    }
    Station at;
    Vec3 W;
};

}  // namespace

void run_of_foucault(const Case& c, Account& account) {
    Model model;
    const BodyId bob = model.add(Body{"bob", {.mass = 1}});
    const auto place = model.add(Cartesian{}, {.name = "place", .from = world, .to = bob});
    model.add(Rod{"string", {world, {}}, {bob, {}}, 10});
    model.add(Gravity{.g = {0, 0, -9.81}});
    model.add(CustomForce{"earth", std::make_shared<Coriolis>(Station{bob, {}}, Vec3{0.05 * std::cos(0.8), 0,
                                                                                     0.05 * std::sin(0.8)})});
    const System system(model);
    State start = system.default_state();
    start.q(place) = {1.0, 0, -9.9498743710662};
    Simulation run(system, start, {.accuracy = c.accuracy});
    for (const Check& check : c.checks) {
        if (check.t == 0) continue;
        run.advance_to(check.t);
        account.compare(check, pose(system, run.state(), bob).p);
    }
}

void reports_of_all_kinds(const Case& c, Account& account) {
    const Running r(conformance_case("double-pendulum"));
    const auto run = [&](double every) {
        return last(simulate(r.system, r.state, {.until = 10, .report_every = every, .accuracy = 1e-9}));
    };
    const State one = run(1), other = run(0.001);
    CHECK(one == other);
    account.at_most(c.checks[0], largest_of(one.q(), {other.q().begin(), other.q().end()}));
}

void runs_twice(const Case& c, Account& account) {
    for (const Case& each : conformance_cases()) {
        if (each.accuracy == 0 || each.q.empty() || !each.model.is_tree) continue;
        if (each.q.size() != each.u.size()) continue;
        CAPTURE(each.id);
        const Running a(each), b(each);
        const State one = last(simulate(a.system, a.state, {.until = 1, .accuracy = each.accuracy})),
                    two = last(simulate(b.system, b.state, {.until = 1, .accuracy = each.accuracy}));
        account.at_most(c.checks[0], to_binary(one) == to_binary(two) ? 0 : 1);
    }
}

void runs_resumed(const Case& c, Account& account) {
    struct Part {
        const char* id;
        double accuracy, end;
    };
    for (const Part& part : {Part{"double-pendulum", 1e-9, 4}, Part{"andrews-squeezer", 1e-8, 0.02},
                             Part{"bounce-times", 1e-8, 1.5}}) {
        CAPTURE(part.id);
        const Running r(conformance_case(part.id));
        const AnyJointId first = r.mechanism.joints[0];
        const auto run_from = [&](const State& start, double step) {
            SimulationOptions options{.until = part.end, .accuracy = part.accuracy, .initial_step = step};
            if (std::string(part.id) == "bounce-times")
                options.handlers = {{"bounce",
                                     Crossing{.witness = [=](const State& s) { return s.q(first)[0]; },
                                              .direction = Direction::falling},
                                     [=](State& s) { s.set_u(first, std::array{-0.8 * s.u(first)[0]}); }}};
            return simulate(r.system, start, std::move(options));
        };
        Simulation whole = run_from(r.state, 0);
        while (whole.state().time() < part.end / 2) whole.step();
        const auto saved = to_binary(whole.state());
        const double next = whole.integrator().next_step();
        whole.advance_to(part.end);
        Simulation rest = run_from(from_binary(r.system.default_state(), saved), next);
        rest.advance_to(part.end);
        account.at_most(c.checks[0], to_binary(rest.state()) == to_binary(whole.state()) ? 0 : 1);
    }
}

void run_at_late_time(const Case& c, Account& account) {
    Running r(conformance_case("pend-theta-t"));
    const State early = last(simulate(r.system, r.state, {.until = 1, .accuracy = 1e-10}));
    r.state.set_time(1e6);
    const State late = last(simulate(r.system, r.state, {.until = 1e6 + 1, .accuracy = 1e-10}));
    account.at_most(c.checks[0], largest_of(early.q(), {late.q().begin(), late.q().end()}));
}

}  // namespace sinew::testing
