// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0

// Very long, very wide, very unequal, and nothing at all.

#include <sinew/studies/simulate.h>
#include <tests/references/conformance.h>
#include <tests/references/random_states.h>
#include <tests/support/stopwatch.h>

#include <sys/resource.h>

namespace sinew::testing {

namespace {

const MassProperties rod{1, {0, 0, -0.05}, {1.0 / 1200, 1.0 / 1200, 1e-6}};  // 1 kg, 0.1 m
const Rotation z_along_y = Rotation::about_x(-1.5707963267948966);

double peak_megabytes() {
    rusage use{};
    getrusage(RUSAGE_SELF, &use);
    return static_cast<double>(use.ru_maxrss) / 1024;
}

/// u̇ of two point masses in a vertical plane, absolute angles a and b from straight down, from Lagrange's equations
/// in extended precision; then as joint angles, the second relative to the first.
std::array<long double, 2> double_pendulum(long double m1, long double m2, long double L, long double g,
                                           long double q1, long double q2, long double u1, long double u2) {
    const long double a = q1, b = q1 + q2, wa = u1, wb = u1 + u2, c = std::cos(a - b), s = std::sin(a - b);
    const long double A = (m1 + m2) * L, B = m2 * L * c,
                      fa = -m2 * L * wb * wb * s - (m1 + m2) * g * std::sin(a);
    const long double D = L, C = L * c,
                      fb = L * wa * wa * s - g * std::sin(b);  // the second equation over m2
    const long double det = A * D - B * C, a_dd = (fa * D - B * fb) / det, b_dd = (A * fb - C * fa) / det;
    return {a_dd, b_dd - a_dd};
}

}  // namespace

void chain_of_1000(const Case& c, Account& account) {
    Model model;
    BodyId last = world;
    for (int i = 0; i < 1000; ++i) {
        const BodyId next = model.add(Body{"link" + std::to_string(i), rod});
        model.add(Pin{}, {.name = "pin" + std::to_string(i),
                          .from = last,
                          .to = next,
                          .X_PF = {z_along_y, last == world ? Vec3{} : Vec3{0, 0, -0.1}},
                          .X_BM = {z_along_y, {}}});
        last = next;
    }
    model.add(Gravity{});
    const System system(model);
    State state = system.default_state();
    std::mt19937_64 random(18);
    const std::vector<double> b = random_numbers(1000, random);
    std::vector<double> q = random_numbers(1000, random), x(1000), back(1000);
    for (const double bend : {0.0, 0.01, 1.0}) {  // straight, bent, crumpled
        for (double& angle : q) angle *= bend;
        state.set_q(q);
        multiply_by_M_inverse(system, state, b, x);
        multiply_by_M(system, state, x, back);
        for (std::size_t i = 0; i < b.size(); ++i) back[i] -= b[i];
        account.at_most(c.checks[0], largest(back) / largest(b));
        CHECK(std::isfinite(largest(forward_dynamics(system, state))));
        const double before = total_energy(system, state);
        const State end = sinew::last(simulate(system, state, {.until = 0.01}));
        account.at_most(std::abs(total_energy(system, end) - before), 1e-3 * (1 + std::abs(before)));
        q = random_numbers(1000, random);
    }
}

void star_of_10000(const Case&, Account& account) {
    const Stopwatch watch;
    Model model;
    for (int i = 0; i < 10'000; ++i) {
        const BodyId ray = model.add(Body{"ray" + std::to_string(i), rod});
        model.add(Pin{}, {.name = "pin" + std::to_string(i), .from = world, .to = ray});
    }
    model.add(Gravity{.g = {0, -9.81, 0}});
    const System system(model);
    const State state = system.default_state();
    CHECK(std::isfinite(largest(forward_dynamics(system, state))));
    account.at_most(watch.seconds(), 2.0);
#if defined(__OPTIMIZE__) && !defined(__SANITIZE_ADDRESS__)  // which takes memory of its own
    account.at_most(peak_megabytes(), 200.0);                // of this program with all it did before
#endif
    static_cast<void>(peak_megabytes);
}

void mass_ratios(const Case& c, Account& account) {
    for (const double ratio : {1e6, 1e-6, 1.0}) {
        CAPTURE(ratio);
        CaseModel model;
        model.gravity = {0, 0, -9.81};
        model.bodies = {
            {"a", "ground", {1, {0, 0, -1}, {}}, "pin", y_axis, 0, {}, {}},
            {"b", "a", {ratio, {0, 0, -1}, {}}, "pin", y_axis, 0, {Rotation::identity(), {0, 0, -1}}, {}}};
        Running r(model);
        std::mt19937_64 random(19);
        for (int i = 0; i < 100; ++i) {
            r.set_random(random);
            const std::vector<double> q = r.by_bodies(r.state.q()), u = r.by_bodies(r.state.u());
            const auto exact = double_pendulum(1, ratio, 1, 9.81L, q[0], q[1], u[0], u[1]);
            const auto found = forward_dynamics(r.system, r.state);
            // M has a condition of the size of the ratio; both masses' motion is still found to many digits.
            const double size = static_cast<double>(std::fmax(std::fabs(exact[0]), std::fabs(exact[1])));
            for (std::size_t k = 0; k < 2; ++k)
                account.at_most(std::abs(found[k] - static_cast<double>(exact[k])) / size, 1e-8);
        }
        r.set({1.5, 0.5}, {0, 0});
        const double before = total_energy(r.system, r.state);
        for (const State& now : simulate(r.system, r.state, {.until = 1, .accuracy = 1e-8}))
            account.at_most(c.checks[0], std::abs(total_energy(r.system, now) / before - 1));
    }
}

namespace {

void runs_to_its_end(const System& system, const State& start, Account& account) {
    for (int i = 0; i < method_count; ++i) {
        const auto method = static_cast<Method>(i);
        CAPTURE(name(method));
        SimulationOptions options{.until = 2, .report_every = 0.5, .method = method};
        if (method == Method::semi_explicit_euler) options.fixed_step = 0.1;
        int shown = 0;
        for (const State& now : simulate(system, start, std::move(options))) {
            account.at_most(std::abs(now.time() - 0.5 * shown++), 0);
            account.at_most(std::abs(total_energy(system, now) - total_energy(system, start)), 0);
            account.at_most(largest_of(now.q(), {start.q().begin(), start.q().end()}), 0);
        }
        CHECK(shown == 5);
    }
}

}  // namespace

void nothing_moves(const Case&, Account& account) {
    Model welded;
    const BodyId body = welded.add(Body{"plate", {2, {0.1, 0, 0}, {1, 1, 1, 0, 0, 0}}});
    const JointId<Weld> weld = welded.add(
        Weld{}, {.name = "weld", .from = world, .to = body, .X_PF = {Rotation::identity(), {0, 0, 3}}});
    welded.add(Gravity{.g = {0, 0, -10}});

    for (const Model& model : {Model{}, welded}) {
        const System system(model);
        const State state = system.default_state();
        CHECK(system.nq() == 0);
        CHECK(system.nu() == 0);
        CHECK(forward_dynamics(system, state).empty());
        std::span<double> none;
        mass_matrix(system, state, none);
        inverse_mass_matrix(system, state, none);
        inverse_dynamics(system, state, {}, none);
        multiply_by_M_inverse(system, state, {}, none);
        centroidal_momentum_matrix(system, state, none);
        q_dot_dot(system, state, none);
        account.at_most(kinetic_energy(system, state), 0);
        account.at_most(norm(momentum(system, state).m) + norm(momentum(system, state).f), 0);
        account.at_most(norm(pose(system, state, world).p), 0);
        runs_to_its_end(system, state, account);
    }
    Running locked(conformance_case("tree-pins-6"));
    for (const AnyJointId joint : locked.mechanism.joints) lock(locked.system, locked.state, joint);
    for (const double a : forward_dynamics(locked.system, locked.state)) account.at_most(std::abs(a), 0);
    account.at_most(kinetic_energy(locked.system, locked.state), 0);
    CHECK(std::isfinite(total_energy(locked.system, locked.state)));
    runs_to_its_end(locked.system, locked.state, account);

    const System system(welded);
    const State state = system.default_state();
    account.at_most(std::abs(potential_energy(system, state) - 60), 1e-13);
    const SpatialForce held = reaction(system, state, weld).on_to_at_M;
    account.at_most(norm(held.f - Vec3{0, 0, 20}) + norm(held.m - Vec3{0, -2, 0}), 1e-13);
}

namespace {

/// A spring beyond an angle.
class Stop : public ForceLaw {
public:
    Stop(AnyJointId of, double from, double stiffness) : joint(of), angle(from), k(stiffness) {}
    void apply(const Situation& now, Effect& out) const override {
        out.add_mobility_force({joint, 0}, -k * std::max(0.0, now.state.q(joint)[0] - angle));
    }
    AnyJointId joint;
    double angle, k;
};

}  // namespace

void hits_a_stop(const Case& c, Account& account) {
    Model model;
    const BodyId wheel = model.add(Body{"wheel", {.mass = 1, .com = {}, .inertia = {1, 1, 1}}});
    const auto pin = model.add(Pin{}, {.name = "pin", .from = world, .to = wheel});
    model.add(CustomForce{"stop", std::make_shared<Stop>(pin, 0.5, 1e8)});
    const System system(model);
    State start = system.default_state();
    start.u(pin) = 50;
    for (const Method method : {Method::dormand_prince_8, Method::merson, Method::rosenbrock}) {
        CAPTURE(name(method));
        double deepest = 0;
        SimulationOptions options{.until = 0.02, .accuracy = 1e-7, .method = method};
        options.reporters = {{"turns",
                              Crossing{.witness = [&](const State& s) { return s.u(pin); },
                                       .direction = Direction::falling,
                                       .stage = Stage::velocity},
                              [&](const State& s) { deepest = s.q(pin) - 0.5; }}};
        const State end = last(simulate(system, start, std::move(options)));
        account.at_most(c.checks[0], deepest);
        account.at_most(std::abs(deepest - 0.005), 1e-6);
        account.at_most(std::abs(end.u(pin) + 50), 1e-4);
    }
}

}  // namespace sinew::testing
