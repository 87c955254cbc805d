// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0

// Cases that know methods by what they do to energies and errors.

#include <sinew/studies/simulate.h>
#include <tests/references/conformance.h>

#include <complex>
#include <numbers>
#include <optional>

namespace sinew::testing {

namespace {

/// The method of that name, if it is one of ours.
std::optional<Method> method_of(const std::string& quantity) {
    constexpr std::pair<const char*, Method> ours[] = {
        {"ExplicitEuler", Method::explicit_euler},
        {"RK2 (Heun)", Method::trapezoid},
        {"RK3 (Bogacki-Shampine)", Method::runge_kutta_3},
        {"RK-Merson 4(5)", Method::merson},
        {"Dormand-Prince 5(4), 5th", Method::dormand_prince},
        {"Verlet", Method::verlet},
        {"semi-explicit Euler", Method::semi_explicit_euler},
    };
    for (const auto& [name, method] : ours)
        if (quantity.ends_with(std::string(", ") + name)) return method;
    return {};
}

Simulation fixed_steps(const Running& r, Method method, double h, double until) {
    return Simulation(r.system, r.state, {.until = until, .method = method, .fixed_step = h});
}

double energy_ratio(const Case& c, Method method) {
    const Running r(c);
    Simulation run = fixed_steps(r, method, c.h, c.h * c.steps);
    run.advance_to(c.h * c.steps);
    CHECK(run.report().statistics.steps == c.steps);
    return total_energy(r.system, run.state()) / total_energy(r.system, r.state);
}

}  // namespace

void energy_after_fixed_steps(const Case& c, Account& account) {
    int ours = 0;
    for (const Check& check : c.checks) {
        const std::optional<Method> method = method_of(check.quantity);
        if (!method) continue;
        ++ours;
        const double ratio = energy_ratio(c, *method);
        account.compare(check, ratio);
        // The energy is multiplied by |R(i h)|² at each step.
        std::complex<double> R = 0, power = 1;
        for (const double p : check.polynomial) R += p * power, power *= std::complex<double>(0, c.h);
        account.at_most(std::abs(ratio / std::pow(std::norm(R), c.steps) - 1), 1e-10);
    }
    CHECK(ours == 5);
}

void ellipse_of_oscillator(const Case& c, Account& account) {
    const Running r(c);
    const Check& phase = c.check("semi-explicit Euler and Verlet: phase");
    for (const Method method : {Method::verlet, Method::semi_explicit_euler}) {
        CAPTURE(name(method));
        const bool verlet = method == Method::verlet;
        Simulation run = fixed_steps(r, method, c.h, std::numeric_limits<double>::infinity());
        std::array range{10.0, 0.0};
        for (int i = 0; i < c.steps; ++i) {
            run.step();
            const double q = run.state().q()[0], u = run.state().u()[0], E = q * q + u * u;
            range = {std::min(range[0], E), std::max(range[1], E)};
        }
        account.compare(c.check(verlet ? "velocity Verlet: range" : "semi-explicit Euler: range"), range);
        // In these coordinates the ellipse is a circle.
        const double q = run.state().q()[0], u = run.state().u()[0], h = c.h, b = std::sqrt(1 - h * h / 4);
        const double angle =
            verlet ? std::atan2(-u, b * q) : std::atan2(-(u - h / 2 * q), b * q) - std::atan2(h / 2, b);
        const double left = std::remainder(angle - c.steps * phase.value[0], 2 * std::numbers::pi);
        account.compare(phase, phase.value[0] + left / c.steps);
    }
    account.compare(c.check("explicit Euler"), [&] {
        Case shorter = c;
        shorter.steps = 1000;
        return energy_ratio(shorter, Method::explicit_euler);
    }());
}

void orders_of_methods(const Case& c, Account& account) {
    Running r(conformance_case("pend-period").model);
    r.set(c.q, c.u);
    const double exact = c.check("exact angle").value[0];
    int ours = 0;
    for (const Check& check : c.checks) {
        const std::optional<Method> method = method_of(check.quantity);
        if (!method) continue;
        ++ours;
        CAPTURE(check.quantity);
        std::vector<double> errors;
        for (const double steps : check.steps) {
            Simulation run = fixed_steps(r, *method, 1 / steps, 1);
            run.advance_to(1);
            CHECK(run.report().statistics.steps == static_cast<long>(steps));
            errors.push_back(std::abs(run.state().q()[0] - exact));
        }
        for (std::size_t i = 0; i < errors.size(); ++i) {
            account.at_most(std::abs(errors[i] - check.reference_errors[i]),
                            1e-4 * check.reference_errors[i] + 1e-13);
            if (i > 0) account.compare(check, std::log2(errors[i - 1] / errors[i]));
        }
    }
    CHECK(ours == 7);
}

namespace {

/// A motion whose places are known at some times.
struct Known {
    Running running;
    std::vector<Check> checks;
    std::vector<double> (*places)(const Running&, const State&);

    /// The largest error at these times, and the steps taken.
    std::pair<double, long> run(const State& start, Method method, double accuracy) const {
        Simulation run(running.system, start, {.accuracy = accuracy, .method = method});
        double error = 0;
        for (const Check& check : checks) {
            run.advance_to(check.t);
            error = std::max(error, largest_of(places(running, run.state()), check.value));
        }
        return {error, run.report().statistics.steps};
    }
    /// How much larger small changes of the start become.
    double sensitivity() const {
        double most = 0;
        for (std::size_t i = 0; i < 2 * running.state.u().size(); ++i) {
            State moved = running.state;
            std::vector<double> q(moved.q().begin(), moved.q().end()), u(moved.u().begin(), moved.u().end());
            std::vector<double> by(u.size()), q_change(q.size());
            by[i % u.size()] = 1e-6;
            if (i < u.size()) multiply_by_N(running.system, running.state, by, q_change);
            for (std::size_t k = 0; k < q.size(); ++k) q[k] += q_change[k];
            if (i >= u.size()) u[i - u.size()] += 1e-6;
            moved.set_q(q), moved.set_u(u);
            most = std::max(most, run(moved, Method::dormand_prince_8, 1e-12).first / 1e-6);
        }
        return most;
    }
};

Known known(const char* id, double until, const char* begins,
            std::vector<double> (*places)(const Running&, const State&)) {
    const Case& c = conformance_case(id);
    Known k{Running(c), {}, places};
    if (!c.w_ground.empty()) k.running.set(c.quat, c.w_ground);
    for (const Check& check : c.checks)
        if (check.t > 0 && check.t <= until && check.quantity.starts_with(begins)) k.checks.push_back(check);
    return k;
}

std::vector<double> listed(const Vec3& v) { return {v.x, v.y, v.z}; }

}  // namespace

void knob_of_accuracy(const Case& c, Account& account) {
    const Known all[] = {
        known("pend-theta-t", 10, "q:", [](const Running& r, const State& s) { return r.by_bodies(s.q()); }),
        known("euler-top", 20, "angular velocity",
              [](const Running& r, const State& s) {
                  const BodyId top = r.mechanism.bodies[0];
                  return listed(pose(r.system, s, top).R.inverse() * velocity(r.system, s, top).w);
              }),
        known("heavy-top-cusp", 1, "body z axis",
              [](const Running& r, const State& s) {
                  return listed(pose(r.system, s, r.mechanism.bodies[0]).R.z);
              }),
        known("double-pendulum", 2, "q:",
              [](const Running& r, const State& s) {
                  std::vector<double> y = r.by_bodies(s.q());
                  for (const double u : r.by_bodies(s.u())) y.push_back(u);
                  return y;
              }),
    };
    for (const Known& problem : all) {
        const double sensitivity = problem.sensitivity();
        for (const Method method :
             {Method::dormand_prince_8, Method::dormand_prince, Method::merson, Method::runge_kutta_3}) {
            CAPTURE(name(method));
            CAPTURE(problem.checks.at(0).quantity);
            std::vector<double> errors;
            long before = 0;
            int better = 0;
            for (const double accuracy : c.accuracies) {
                CAPTURE(accuracy);
                const auto [error, steps] = problem.run(problem.running.state, method, accuracy);
                CHECK(steps >= before);
                before = steps;
                account.at_most(error, c.check("global error").value[0] * accuracy * (1 + sensitivity));
                if (!errors.empty()) {
                    better += error <= c.check("error(accuracy a/10)").value[0] * errors.back();
                    CHECK(error <= 2 * errors.back());
                }
                errors.push_back(error);
            }
            const auto decades = static_cast<int>(errors.size()) - 1;
            CHECK(better >= decades - 1);
            const double slope = std::log10(errors.front() / errors.back()) / decades;
            account.at_most(std::abs(slope - 1), 0.3);
        }
    }
}

}  // namespace sinew::testing
