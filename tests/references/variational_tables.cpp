// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// The tables of J. M. Wendlandt, Control and Simulation of Multibody Systems, Memorandum UCB/ERL M97/48, University of
// California, Berkeley, 1997: a free rigid body on quaternions (table 2.1) and a double spherical pendulum (2.2).
// Errors are means over a run of 30 s: (1/(N m)) Σ |x − x_std| with m the length of x.
#include <sinew/integrators/point_masses.h>
#include <sinew/sinew.h>
#include <sinew/studies/variational_step.h>

#include <doctest/doctest.h>

#include <cmath>
#include <cstdlib>
#include <string>

using namespace sinew;

namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(__OPTIMIZE__)
constexpr double finest = 1e-3;  // the standard's step: coarser where every step costs fifty times as much
#else
constexpr double finest = 1e-4;
#endif

constexpr double duration = 30;

/// Prints what the tables hold beside what was found, if asked.
bool agrees(const std::string& what, double h, double found, double printed) {
    if (std::getenv("SINEW_SHOW_ERRORS"))
        MESSAGE(what << " at " << h << ": " << found << ", printed " << printed);
    return std::abs(found - printed) <= 0.01 * printed;
}

struct FreeBody {
    System system;
    AnyJointId joint;
    FreeBody()
        : system([] {
              Model model;
              const BodyId body =
                  model.add(Body{.name = "body", .mass = {.mass = 1, .inertia = {1, 2, 3, 0, 0, 0}}});
              model.add(Ball{}, {.name = "ball", .from = world, .to = body});
              return model;
          }()),
          joint(system.model().joint("ball")) {}
};

/// One run: Euler's step of 1e-5, then steps of 1e-5 to the second point, then steps of h.
struct FreeRun {
    std::vector<std::array<double, 4>> e;
    double energy = 0, energy_error = 0;
    Vec3 momentum;
    double momentum_error = 0;

    FreeRun(const FreeBody& body, double h) {
        const double fine = 1e-5;
        VariationalStepper stepper(
            body.system, {.kernel = RotationKernel::quaternion, .tolerance = 1e-14, .measures_energy = true});
        State state = body.system.default_state();
        const double w[]{0, 3, 4};
        state.set_u(w);
        std::vector<double> q(4), start(state.q().begin(), state.q().end());
        multiply_by_N(body.system, state, w, q);
        for (std::size_t i = 0; i < 4; ++i) q[i] = start[i] + fine * q[i];
        stepper.aim(state, q, fine);
        const long steps = std::lround(h / fine);
        for (long i = 0; i < steps; ++i) {
            const VariationalStep step = stepper.step(state, fine);
            REQUIRE(step.taken);
            if (i == 0) energy = step.kinetic_energy, momentum = step.momentum.m;
        }
        q.assign(state.q().begin(), state.q().end());
        state = body.system.default_state();
        stepper.aim(state, q, h);
        const long n = std::lround(duration / h);
        for (long i = 0; i < n; ++i) {
            const VariationalStep step = stepper.step(state, h);
            REQUIRE(step.taken);
            e.push_back({state.q()[0], state.q()[1], state.q()[2], state.q()[3]});
            energy_error += std::abs(step.kinetic_energy - energy) / static_cast<double>(n);
            momentum_error += norm(step.momentum.m - momentum) / (3 * static_cast<double>(n));
        }
    }
    double distance(const FreeRun& standard) const {
        const std::size_t every = standard.e.size() / e.size();
        double sum = 0;
        for (std::size_t i = 0; i < e.size(); ++i) {
            double square = 0;
            for (std::size_t k = 0; k < 4; ++k)
                square += std::pow(e[i][k] - standard.e[(i + 1) * every - 1][k], 2);
            sum += std::sqrt(square);
        }
        return sum / (4 * static_cast<double>(e.size()));
    }
};

}  // namespace

TEST_CASE("a free body on quaternions errs as table 2.1 of Wendlandt 1997 says") {
    const FreeBody body;
    const FreeRun standard(body, finest);
    const struct {
        double h, e, energy, momentum;
    } rows[]{{1e-3, 3.960e-6, 6.274e-5, 1.687e-5},
             {1e-2, 3.997e-4, 6.274e-3, 1.687e-3},
             {1e-1, 3.648e-2, 6.217e-1, 1.665e-1}};
    for (const auto& row : rows) {
        if (row.h <= finest) continue;
        const FreeRun run(body, row.h);
        CHECK(agrees("quaternion", row.h, run.distance(standard), row.e));
        CHECK(agrees("energy", row.h, run.energy_error, row.energy));
        CHECK(agrees("momentum", row.h, run.momentum_error, row.momentum));
    }
}

TEST_CASE("a free body started from its momentum goes where it should, with errors of second order") {
    // q(30 s) by a method of high order; errors as an independent program of a few lines found them.
    const double exact[]{0.142699444138, 0.033564293714, 0.426813373714, 0.892379207988};
    const struct {
        RotationKernel kernel;
        double h, error;
    } rows[]{{RotationKernel::exponential, 0.1, 0.467},
             {RotationKernel::exponential, 0.01, 6.32e-3},
             {RotationKernel::exponential, 0.001, 6.27e-5},
             {RotationKernel::quaternion, 0.01, 2.92e-2},
             {RotationKernel::quaternion, 0.001, 2.92e-4}};
    const FreeBody body;
    for (const auto& row : rows) {
        State state = body.system.default_state();
        const double w[]{0, 3, 4};
        state.set_u(w);
        VariationalStepper stepper(body.system, {.kernel = row.kernel, .tolerance = 1e-14});
        for (long i = 0; i < std::lround(duration / row.h); ++i) REQUIRE(stepper.step(state, row.h).taken);
        double same = 0, other = 0;
        for (std::size_t k = 0; k < 4; ++k) {
            same += std::pow(state.q()[k] - exact[k], 2);
            other += std::pow(state.q()[k] + exact[k], 2);
        }
        CHECK(agrees("error", row.h, std::sqrt(std::min(same, other)), row.error));
    }
}

namespace {

/// Masses and lengths of the pendulum, and its start.
struct DoublePendulum {
    static constexpr double m1 = 2, m2 = 3.5, l1 = 4, l2 = 3;
    UniformGravity gravity{{m1, m2}, {0, 0, -9.81}};
    PointMasses points{
        {m1, m2}, {{.from = -1, .to = 0, .length = l1}, {.from = 0, .to = 1, .length = l2}}, gravity};
    DoublePendulum() {
        Vec3 a{2.820, 0.025, 0}, b{5.085, 0.105, 0}, va{3.381, 2.506, 0}, vb{2.497, 10.495, 0};
        a.z = -std::sqrt(l1 * l1 - a.x * a.x - a.y * a.y);
        const Vec3 d = b - a;
        b.z = a.z - std::sqrt(l2 * l2 - d.x * d.x - d.y * d.y);
        va.z = -(a.x * va.x + a.y * va.y) / a.z;
        const Vec3 r = b - a, v = vb - va;
        vb.z = va.z - (r.x * v.x + r.y * v.y) / r.z;
        points.p = {a, b};
        points.v = {va, vb};
    }
};

/// A run of the pendulum; what it keeps is sampled at multiples of its step.
struct PendulumRun {
    std::vector<std::array<Vec3, 2>> p;
    double energy_error = 0, momentum_error = 0;

    PendulumRun(double h, PointMethod method, const PendulumRun* second, double standard_step) {
        DoublePendulum pendulum;
        PointMasses& points = pendulum.points;
        const double E = points.kinetic_energy() + pendulum.gravity.energy(points.p);
        const double J = points.angular_momentum().z;
        const long n = std::lround(duration / h);
        if (method == PointMethod::shake) {  // the way to the second point, as the standard has it
            const auto& to = second->p[static_cast<std::size_t>(std::lround(h / standard_step)) - 1];
            for (const std::size_t i : {0u, 1u}) points.v[i] = (1 / h) * (to[i] - points.p[i]);
            std::copy(to.begin(), to.end(), points.p.begin());
            p.push_back(to);
        }
        for (long i = static_cast<long>(p.size()); i < n; ++i) {
            const std::vector<Vec3> before = points.p;
            REQUIRE(points.step(h, method));
            p.push_back({points.p[0], points.p[1]});
            std::vector<Vec3> middle(2);
            Vec3 momentum;
            const double masses[]{DoublePendulum::m1, DoublePendulum::m2};
            for (const std::size_t k : {0u, 1u}) {
                middle[k] = 0.5 * (before[k] + points.p[k]);
                const Vec3 v =
                    method == PointMethod::shake ? points.v[k] : (1 / h) * (points.p[k] - before[k]);
                momentum += masses[k] * cross(middle[k], v);
            }
            const double energy = method == PointMethod::shake
                                      ? points.kinetic_energy() + pendulum.gravity.energy(middle)
                                      : points.kinetic_energy() + pendulum.gravity.energy(points.p);
            const double own = method == PointMethod::shake ? momentum.z : points.angular_momentum().z;
            energy_error += std::abs(energy - E) / static_cast<double>(n);
            momentum_error += std::abs(own - J) / static_cast<double>(n);
        }
    }
    double distance(const PendulumRun& standard) const {
        const std::size_t every = standard.p.size() / p.size();
        double sum = 0;
        for (std::size_t i = 0; i < p.size(); ++i) {
            const auto& other = standard.p[(i + 1) * every - 1];
            const Vec3 a = p[i][0] - other[0], b = p[i][1] - other[1];
            sum += std::sqrt(dot(a, a) + dot(b, b));
        }
        return sum / (6 * static_cast<double>(p.size()));
    }
};

}  // namespace

TEST_CASE("a double spherical pendulum errs as table 2.2 of Wendlandt 1997 says (long)") {
    const PendulumRun standard(finest, PointMethod::energy_momentum, nullptr, 0);
    CHECK(standard.energy_error < 1e-9);
    CHECK(standard.momentum_error < 1e-9);
    const struct {
        double h, variational, energy_momentum, energy, momentum;
    } rows[]{{1e-3, 1.146e-5, 1.214e-5, 3.269e-4, 1.707e-4},
             {1e-2, 1.135e-3, 1.225e-3, 3.224e-2, 1.696e-2},
             {1e-1, 9.576e-2, 1.184e-1, 2.665, 1.560}};
    for (const auto& row : rows) {
        // The table's standard has steps of 1e-4; a coarser one's own errors must not count.
        if (finest > 1e-4 && row.h < 50 * finest) continue;
        const PendulumRun variational(row.h, PointMethod::shake, &standard, finest);
        const PendulumRun energy_momentum(row.h, PointMethod::energy_momentum, nullptr, 0);
        CHECK(agrees("variational", row.h, variational.distance(standard), row.variational));
        CHECK(agrees("energy-momentum", row.h, energy_momentum.distance(standard), row.energy_momentum));
        CHECK(agrees("energy", row.h, variational.energy_error, row.energy));
        CHECK(agrees("momentum", row.h, variational.momentum_error, row.momentum));
        CHECK(energy_momentum.energy_error < 1e-9);
    }
}

TEST_CASE("the pendulum as a tree of joints goes the way of point masses on rods") {
    const double h = 0.01;
    DoublePendulum pendulum;
    PointMasses& points = pendulum.points;
    const double m[]{DoublePendulum::m1, DoublePendulum::m2}, l[]{DoublePendulum::l1, DoublePendulum::l2};
    Model model;
    BodyId last = world;
    for (const int i : {0, 1}) {
        const BodyId body =
            model.add(Body{.name = "rod" + std::to_string(i), .mass = {.mass = m[i], .com = {0, 0, -l[i]}}});
        model.add(LineOrientation{}, {.name = "joint" + std::to_string(i),
                                      .from = last,
                                      .to = body,
                                      .X_PF = {.p = {0, 0, i ? -l[0] : 0.0}}});
        last = body;
    }
    model.add(Gravity{.g = {0, 0, -9.81}});
    const System system(model);
    State state = system.default_state();
    // Directions of the rods, and speeds along the moving axes x and y.
    Rotation R_WP = Rotation::identity();
    Vec3 w_P, from, v_from;
    for (const int i : {0, 1}) {
        const std::size_t k = static_cast<std::size_t>(i);
        const Vec3 r = points.p[k] - from, v = points.v[k] - v_from;
        const Rotation R = rotation_taking_z_to(R_WP.inverse() * ((-1 / l[i]) * r));
        const Quaternion e = quaternion_of(R);
        const Vec3 relative = R_WP.inverse() * ((1 / dot(r, r)) * cross(r, v) - w_P);
        state.set_q(AnyJointId{{i}}, std::array{e.w, e.x, e.y, e.z});
        state.set_u(AnyJointId{{i}}, std::array{dot(relative, R.x), dot(relative, R.y)});
        w_P = velocity(system, state, BodyId{i + 1}).w;
        R_WP = R_WP * R;
        from = points.p[k], v_from = points.v[k];
    }
    VariationalStepper stepper(system, {.tolerance = 1e-15});
    double worst = 0;
    for (int i = 0; i < 1000; ++i) {
        REQUIRE(stepper.step(state, h).taken);
        REQUIRE(points.step(h, PointMethod::rattle));
        for (const int k : {0, 1}) {
            const Transform X = pose(system, state, BodyId{k + 1});
            worst = std::max(worst, norm(X * Vec3{0, 0, -l[k]} - points.p[static_cast<std::size_t>(k)]));
        }
    }
    CHECK(points.rod_error() < 1e-12);
    CHECK(worst < 1e-9);
    if (std::getenv("SINEW_SHOW_ERRORS")) MESSAGE("worst: " << worst);
}
