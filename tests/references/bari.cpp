// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0

// Mechanisms of the Bari "Test Set for IVP Solvers" (archimede.uniba.it/~testset; F. Mazzia, C. Magherini, release
// 2.4): the car axis (S. Schneider) and the slider crank with a flexible rod (B. Simeon, Modelling a flexible slider
// crank mechanism by a mixed system of DAEs and PDEs, Math. Modelling of Systems 2, 1996). Andrews' squeezer is in
// bricard_andrews.cpp.

#include <sinew/base/at.h>
#include <sinew/studies/simulate.h>
#include <tests/references/mechanisms.h>

#include <doctest/doctest.h>

#include <array>
#include <cmath>

using namespace sinew;
using namespace sinew::testing;

namespace {

/// The tilt of the road under the axle: φ = asin(0.1 sin 10 t).
class Road : public function::Custom {
public:
    int arguments() const override { return 1; }
    double evaluate(const double* t, double* gradient, double* hessian) const override {
        const double r = 0.1, w = 10, y = r * std::sin(w * *t), y_d = r * w * std::cos(w * *t),
                     y_dd = -w * w * y;
        const double c = std::sqrt(1 - y * y);
        if (gradient) *gradient = y_d / c;
        if (hessian) *hessian = y_dd / c + y * y_d * y_d / (c * c * c);
        return std::asin(y);
    }
};

}  // namespace

TEST_CASE("the car axis, on springs over a bumpy road") {
    const double m = 10 * 1e-2 * 1e-2 / 2;
    Model model;
    const BodyId road = model.add(Body{"road", {.mass = 1, .com = {}, .inertia = {1, 1, 1}}}),
                 left = model.add(Body{"left", {.mass = m}}), right = model.add(Body{"right", {.mass = m}});
    const auto tilt = model.add(Pin{}, {.name = "tilt", .to = road});
    const auto at_left = model.add(Cartesian{}, {.name = "at_left", .to = left}),
               at_right = model.add(Cartesian{}, {.name = "at_right", .to = right});
    model.add(Motion{.name = "bumps", .joint = tilt, .functions = {Function(std::make_shared<Road>())}});
    model.add(TwoPointSpring{
        .name = "left_spring", .from = {road, {}}, .to = {left, {}}, .stiffness = 1, .rest_length = 0.5});
    model.add(TwoPointSpring{.name = "right_spring",
                             .from = {road, {1, 0, 0}},
                             .to = {right, {}},
                             .stiffness = 1,
                             .rest_length = 0.5});
    const ConstraintId upright = model.add(PointOnPlane{"upright", {road, x_axis, 0}, {left, {}}}),
                       axle = model.add(Rod{"axle", {left, {}}, {right, {}}, 1});
    model.add(Gravity{.g = {0, -1, 0}});
    const System system(model);
    State start = system.default_state();
    start.q(at_left) = {0, 0.5, 0};
    start.q(at_right) = {1, 0.5, 0};
    start.u(at_left) = {-0.5, 0, 0};
    start.u(at_right) = {-0.5, 0, 0};

    const double accuracy = 1e-13;
    InTime account("car axis", accuracy, 1e-11), forces("car axis, multipliers", accuracy, 1e-11);
    Simulation run(system, start, {.accuracy = accuracy});
    REQUIRE_MESSAGE(run.advance_to(3) == Outcome::running, run.report().failure);
    const State& s = run.state();
    const Vec3 l = pose(system, s, left).p, r = pose(system, s, right).p, l_dot = velocity(system, s, left).v,
               r_dot = velocity(system, s, right).v;
    account.compare(std::array{l.x, l.y, r.x, r.y, l_dot.x, l_dot.y, r_dot.x, r_dot.y},
                    std::array{0.0493455784275402809, 0.496989460230171154, 1.04174252488542152,
                               0.373911027265361257, -0.0770583684040972358, 0.00744686658723778553,
                               0.0175568157537232222, 0.770341043779251976});
    account.took(run.report().statistics.steps);
    // λ1 (x_b, y_b) and 2 λ2 (l − r) on the left end; both vectors have the length 1.
    const Vec3 along = pose(system, s, road).R.x;
    forces.compare(dot(constraint_force_on(system, s, upright, left).f, along), -0.00473688659084893325);
    forces.compare(dot(constraint_force_on(system, s, axle, left).f, l - r) / 2, -0.00110468033125734369);
}

namespace {

constexpr double pi = 3.1415927;  // of the test set

/// Crank, flexible rod and sliding block as equations of its own: q = (φ₁, φ₂, x₃, q₁ … q₄), q₁ and q₂ the rod's
/// lateral sine modes, q₃ and q₄ its longitudinal displacements in the middle and at the end. With e(φ) the unit
/// vector at an angle and (u, w) what the rod is deformed by, a point of it is L₁ e(φ₁) + R(φ₂) (x + u, w); its
/// integrals over the rod are the constants below. The crank turns at 150 rad/s.
struct FlexibleCrank : Problem {
    static constexpr double M2 = .151104, M3 = .075552, L1 = .15, L2 = .30, J1 = .002727, J2 = .0045339259,
                            E = .2e12, b = .008, rho = 7870, omega = 150;
    static constexpr double Fm = rho * b * b * L2, Fk = E * b * b / L2, hL = b / L2 * (b / L2);
    using Four = std::array<double, 4>;
    // ∫u, ∫w, ∫x u, ∫x w; and ∫(u ẇ − w u̇) = qᵀ B q̇; all times density and section.
    static constexpr Four c1{0, 0, Fm * 2 / 3, Fm / 6}, c2{Fm * 2 / pi, 0, 0, 0},
        c12{0, 0, L2*Fm / 3, L2*Fm / 6}, c21{L2 * Fm / pi, -L2*Fm / (2 * pi), 0, 0};
    static constexpr double B13 = -16 * Fm / (pi * pi * pi), B14 = Fm * (8 / (pi * pi * pi) - 1 / pi),
                            B24 = Fm / (2 * pi);
    static constexpr double B[4][4] = {{0, 0, B13, B14}, {0, 0, 0, B24}, {-B13, 0, 0, 0}, {-B14, -B24, 0, 0}};
    static constexpr double Mq[4][4] = {
        {Fm / 2, 0, 0, 0}, {0, Fm / 2, 0, 0}, {0, 0, 8 * Fm, Fm}, {0, 0, Fm, 2 * Fm}};
    static constexpr double Kq[4][4] = {{Fk * pi * pi * pi * pi / 24 * hL, 0, 0, 0},
                                        {0, Fk* pi* pi* pi* pi * 2 / 3 * hL, 0, 0},
                                        {0, 0, Fk * 16 / 3, -Fk * 8 / 3},
                                        {0, 0, -Fk * 8 / 3, Fk * 7 / 3}};
    static double along(const Four& c, const double* q) {
        return c[0] * q[0] + c[1] * q[1] + c[2] * q[2] + c[3] * q[3];
    }

    Parts parts() const override { return {7, 7, 0}; }

    /// Rows of the constraints' matrix: φ₁ = ω t, the block's height 0 and its place x₃.
    static void matrix(const double* p, double G[3][7]) {
        const double r = L2 + p[6], s1 = std::sin(p[0]), c1_ = std::cos(p[0]), s2 = std::sin(p[1]),
                     c2_ = std::cos(p[1]);
        const double rows[3][7] = {
            {1, 0, 0, 0, 0, 0, 0}, {L1 * c1_, r * c2_, 0, 0, 0, 0, s2}, {L1 * s1, r * s2, 1, 0, 0, 0, -c2_}};
        std::copy(&rows[0][0], &rows[0][0] + 21, &G[0][0]);
    }

    /// M a − Gᵀ λ = f, G a = γ.
    bool rates(double, std::span<double> y, std::span<double> y_dot) override {
        const double *p = y.data(), *v = p + 7, *q = p + 3, *qd = v + 3;
        const double s = std::sin(p[0] - p[1]), c = std::cos(p[0] - p[1]), w1 = v[0], w2 = v[1];
        const double U = along(c1, q), W = along(c2, q), U_d = along(c1, qd), W_d = along(c2, qd);
        double A[10][11] = {};
        // M, with ∫ of (x + u, w) = (M₂ L₂/2 + U, W)
        A[0][0] = J1 + M2 * L1 * L1;
        A[0][1] = A[1][0] = L1 * (c * (M2 * L2 / 2 + U) + s * W);
        double stretch = 0, Mq_q_qd = 0;
        for (int i = 0; i < 4; ++i) {
            double Mq_q = 0, q_B = 0, B_qd = 0, K_q = 0;
            for (int j = 0; j < 4; ++j) {
                Mq_q += Mq[i][j] * q[j], q_B += q[j] * B[j][i], B_qd += B[i][j] * qd[j];
                K_q += Kq[i][j] * q[j];
                A[3 + i][3 + j] = Mq[i][j];
            }
            stretch += q[i] * Mq_q + 2 * c12[at(i)] * q[i];
            Mq_q_qd += (Mq_q + c12[at(i)]) * qd[i];
            A[0][3 + i] = A[3 + i][0] = L1 * (-s * c1[at(i)] + c * c2[at(i)]);
            A[1][3 + i] = A[3 + i][1] = c21[at(i)] + q_B;
            // What is left of Lagrange's equations where accelerations are zero.
            A[3 + i][10] = w2 * w2 * (Mq_q + c12[at(i)]) + 2 * w2 * B_qd - K_q +
                           L1 * w1 * w1 * (c * c1[at(i)] + s * c2[at(i)]);
        }
        A[1][1] = J2 + stretch;
        A[2][2] = M3;
        A[0][10] = -L1 * w2 * w2 * (s * (M2 * L2 / 2 + U) - c * W) + 2 * L1 * w2 * (-c * U_d - s * W_d);
        A[1][10] = L1 * w1 * w1 * (s * (M2 * L2 / 2 + U) - c * W) - 2 * w2 * Mq_q_qd;
        double G[3][7];
        matrix(p, G);
        for (int k = 0; k < 3; ++k)
            for (int i = 0; i < 7; ++i) A[7 + k][i] = A[i][7 + k] = G[k][i];
        const double r = L2 + p[6], s1 = std::sin(p[0]), c1_ = std::cos(p[0]), s2 = std::sin(p[1]),
                     c2_ = std::cos(p[1]);
        A[8][10] = L1 * s1 * w1 * w1 + r * s2 * w2 * w2 - 2 * c2_ * w2 * v[6];
        A[9][10] = -L1 * c1_ * w1 * w1 - r * c2_ * w2 * w2 - 2 * s2 * w2 * v[6];
        double a[10];
        if (!solve(A, a)) return false;
        for (std::size_t i = 0; i < 7; ++i) y_dot[i] = v[i], y_dot[7 + i] = a[i];
        for (std::size_t k = 0; k < 3; ++k) lambda[k] = a[7 + k];
        return true;
    }
    /// φ₁, φ₂ and x₃ are given by the rest.
    bool project(double t, std::span<double> y, std::span<double> error) override {
        const double r = L2 + y[6];
        y[0] = omega * t;
        y[1] = -std::asin(L1 * std::sin(y[0]) / r);
        y[2] = L1 * std::cos(y[0]) + r * std::cos(y[1]);
        y[7] = omega;
        y[8] = -(L1 * std::cos(y[0]) * omega + std::sin(y[1]) * y[13]) / (r * std::cos(y[1]));
        y[9] = -L1 * std::sin(y[0]) * omega - r * std::sin(y[1]) * y[8] + std::cos(y[1]) * y[13];
        if (!error.empty())
            for (const std::size_t i : {0U, 1U, 2U}) error[i] = error[7 + i] = 0;
        return true;
    }
    bool project_q(double t, std::span<double> y, std::span<double> error) override {
        return project(t, y, error);
    }
    /// Deformations are small: 1e-5 m, and 1e-2 m/s, count as units.
    ErrorSize measure(std::span<const double>, std::span<const double> error, Norm) const override {
        ErrorSize size;
        for (std::size_t i = 3; i < 7; ++i) {
            size.q = std::max(size.q, std::abs(error[i]) / 1e-5);
            size.u = std::max(size.u, std::abs(error[7 + i]) / 1e-2);
        }
        return size;
    }

    std::array<double, 3> lambda{};

private:
    /// Gauss with pivots.
    static bool solve(double A[10][11], double* x) {
        for (int k = 0; k < 10; ++k) {
            int best = k;
            for (int i = k + 1; i < 10; ++i)
                if (std::abs(A[i][k]) > std::abs(A[best][k])) best = i;
            if (A[best][k] == 0) return false;
            for (int j = 0; j < 11; ++j) std::swap(A[k][j], A[best][j]);
            for (int i = k + 1; i < 10; ++i) {
                const double factor = A[i][k] / A[k][k];
                for (int j = k; j < 11; ++j) A[i][j] -= factor * A[k][j];
            }
        }
        for (int k = 9; k >= 0; --k) {
            x[k] = A[k][10];
            for (int j = k + 1; j < 10; ++j) x[k] -= A[k][j] * x[j];
            x[k] /= A[k][k];
        }
        return true;
    }
};

}  // namespace

TEST_CASE("a slider crank with a flexible rod, as equations of one's own (long)") {
    const std::array start{0.0,           0.0,           .450016933,     0.0,           0.0,
                           .103339863e-4, .169327969e-4, 150.0,          -74.9957670,   -.268938672e-5,
                           .444896105,    .463434311e-2, -.178591076e-5, -.268938672e-5};
    for (const auto& [method, accuracy] :
         {std::pair{Method::dormand_prince_8, 1e-9}, {Method::rosenbrock, 1e-6}}) {
        FlexibleCrank crank;
        std::array<double, 14> y{start};
        crank.project(0, y, {});
        const auto integrator = make_integrator(method);
        integrator->start(crank, 0, y, {.accuracy = accuracy});
        while (integrator->t() < 0.1)
            REQUIRE_MESSAGE(integrator->step(0.1) == StepOutcome::advanced, integrator->why());
        const auto& end = integrator->y();
        const bool implicit = method == Method::rosenbrock;
        InTime places(std::string("flexible slider crank, ") + name(method), accuracy,
                      implicit ? 1e-6 : 1e-9),
            bent("  its deformations over 1e-5 m", accuracy, implicit ? 1e-4 : 2e-6),
            rates("  their rates over 0.01 m/s", accuracy, implicit ? 1e-3 : 2e-6),
            forces("  its multipliers over 100", accuracy, implicit ? 1e-3 : 1e-6);
        places.took(integrator->statistics().steps);
        places.compare(std::array{end[0], end[1], end[2], end[8] / 100, end[9] / 10},
                       std::array{15.00000000000104, -0.3311734988256260, 0.1697373328427860,
                                  0.6025346755138369, -0.8753116326670527});
        bent.compare(
            std::array{1e5 * end[3], 1e5 * end[4], 1e5 * end[5], 1e5 * end[6]},
            std::array{18.93192899613509, 2.375751249879174, -0.5323896770569702, -0.8363313279112129});
        rates.compare(
            std::array{1e2 * end[10], 1e2 * end[11], 1e2 * end[12], 1e2 * end[13]},
            std::array{-3.005541400289738, -0.5500431812571696, 0.04974111734266989, 0.1105560003626645});
        std::array<double, 14> unused;
        std::copy(end.begin(), end.end(), y.begin());
        crank.rates(0.1, y, unused);
        const auto& [drive, height, place] = crank.lambda;
        forces.compare(std::array{height / 100, place / 100, drive / 100},
                       std::array{-0.6232935833287916, -1.637920993367306, 0.2529857947066878});
    }
}
