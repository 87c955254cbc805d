// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/dynamics/jacobian.h>
#include <sinew/dynamics/test/dense.h>
#include <sinew/dynamics/two_configurations.h>
#include <sinew/joints/increments.h>

using namespace sinew;
using namespace sinew::testing;

namespace {

/// A step of a sample from its q by an increment, with all that is asked of one.
struct Step {
    const SampleTree& sample;
    TreeMemory<double> from, to;
    std::vector<double> d, p;
    std::vector<BodyIncrement> increments;
    std::vector<DiscreteMomentum> momenta;
    std::vector<SpatialForce> F, z;
    double h = 0.1;
    RotationKernel kernel = RotationKernel::exponential;

    explicit Step(const SampleTree& of) : sample(of), from(of), to(of) {
        const auto bodies = static_cast<std::size_t>(of.tree.size());
        d.resize(of.q.size()), p.resize(of.u.size());
        increments.resize(bodies), momenta.resize(bodies), F.resize(bodies), z.resize(bodies);
        from.kinematics();
        no_increments(of.tree, from.instance(), d.data());
    }
    /// Goes on from where the step ended by speeds times a time.
    void go(const std::vector<double>& s, double time) {
        std::vector<double> scaled = s;
        for (double& x : scaled) x *= time;
        arrive();
        advance(sample.tree, from.instance(), to.x(), to.q.data(), scaled.data(), nullptr, d.data());
        arrive();
    }
    void arrive() {
        retract(sample.tree, from.instance(), from.q.data(), d.data(), to.q.data());
        to.kinematics();
        increment_kinematics(sample.tree, from.instance(), {from.q.data(), from.x()}, {to.q.data(), to.x()},
                             d.data(), increments.data());
    }
    /// Jᵀ of the step's momentum at one of its ends.
    const std::vector<double>& momentum(TreeMemory<double>& end) {
        discrete_momenta(sample.tree, from.x(), increments.data(), h, kernel, momenta.data());
        about_origins(sample.tree, end.x(), momenta.data(), F.data());
        multiply_by_J_transpose(sample.tree, end.x(), F.data(), p.data(), z.data());
        return p;
    }
    double energy() { return discrete_kinetic_energy(sample.tree, from.x(), increments.data(), h, kernel); }
};

constexpr RotationKernel kernels[]{RotationKernel::exponential, RotationKernel::quaternion};

}  // namespace

TEST_CASE("bodies go where their increments say, whatever the joint, and differences undo retractions") {
    Law places, back;
    for (const SampleTree& sample : sample_trees(10, false)) {
        Step step(sample);
        step.go(sample.u, 0.3);
        for (int B = 1; B < sample.tree.size(); ++B) {
            const auto i = static_cast<std::size_t>(B);
            const Transform &X = step.from.X_WB[i], &X_next = step.to.X_WB[i];
            const BodyIncrement& moved = step.increments[i];
            const Rotation Q = rotation_of(QuaternionT<double>{moved.Q.w, moved.Q.x, moved.Q.y, moved.Q.z});
            places.measure(dense(Q * X.R), dense(X_next.R), sample);
            places.measure(dense(X.p + moved.p), dense(X_next.p), sample);
            const Vec3 centre = (1 / step.from.M_B_W[i].m) * step.from.M_B_W[i].h;
            const Vec3 centre_next = (1 / step.to.M_B_W[i].m) * step.to.M_B_W[i].h;
            places.measure(dense(X.p + centre + moved.c), dense(X_next.p + centre_next), sample);
        }
        std::vector<double> d(step.d.size());
        difference(sample.tree, step.from.instance(), step.from.q.data(), step.to.q.data(), d.data());
        back.measure(vector(d), vector(step.d), sample);
    }
}

TEST_CASE("short increments have the speeds that led along them, seen from either end") {
    const double e = 1e-6;
    for (const SampleTree& sample : sample_trees(6, false)) {
        CAPTURE(sample.label);
        Step step(sample);
        step.go(sample.u, e);
        std::vector<double> u(sample.u.size());
        for (TreeMemory<double>* end : {&step.from, &step.to}) {
            mean_speeds(sample.tree, step.from.instance(), end->x(), end->q.data(), step.d.data(), e,
                        u.data());
            CHECK(largest(vector(u) - vector(sample.u)) < 1e-4);
        }
    }
}

TEST_CASE("the momentum at a step's ends is the derivative of its kinetic energy by these ends") {
    const double e = 1e-5;
    for (const RotationKernel kernel : kernels) {
        double worst = 0;
        for (const SampleTree& sample : sample_trees(6, false)) {
            Step step(sample);
            step.kernel = kernel;
            step.go(sample.u, 0.2);
            const std::vector<double> p = step.momentum(step.to);
            for (std::size_t i = 0; i < p.size(); ++i) {
                std::vector<double> unit(p.size());
                unit[i] = 1;
                Step ahead = step, behind = step;
                ahead.go(unit, e);
                behind.go(unit, -e);
                const double slope = step.h * (ahead.energy() - behind.energy()) / (2 * e);
                worst = std::max(worst, std::abs(slope - p[i]) / (1 + std::abs(p[i])));
            }
        }
        CHECK(worst < 1e-7);
    }
}

TEST_CASE("the discrete momentum of a free tree is the same at both ends of a step, about any point") {
    for (const RotationKernel kernel : kernels)
        for (std::uint64_t seed = 1; seed < 6; ++seed) {
            const SampleTree sample = random_tree(seed);
            Step step(sample);
            step.kernel = kernel;
            step.go(sample.u, 0.2);
            step.momentum(step.from);
            const SpatialForce before = step.z[0];
            step.momentum(step.to);
            // What changes is the angular momentum of the mass centres' own way, Δc × ℓ, which is zero.
            CHECK(norm(step.z[0].f - before.f) < 1e-13 * (1 + norm(before.f)));
            CHECK(norm(step.z[0].m - before.m) < 1e-12 * (1 + norm(before.m)));
        }
}

TEST_CASE(
    "Newton's direction from the two-sided passes is that of the differenced residual, for every joint") {
    const double e = 1e-5;
    for (const RotationKernel kernel : kernels)
        for (const bool some_given : {false, true}) {
            double worst = 0;
            std::string by;
            for (const SampleTree& sample : sample_trees(12, false)) {
                const auto n = static_cast<Eigen::Index>(sample.tree.nu);
                if (n == 0) continue;
                Step step(sample);
                step.kernel = kernel;
                step.go(sample.u, 0.2);
                Matrix K(n, n);
                for (Eigen::Index i = 0; i < n; ++i) {
                    std::vector<double> unit(static_cast<std::size_t>(n));
                    unit[static_cast<std::size_t>(i)] = 1;
                    Vector column = Vector::Zero(n);
                    const double at[]{-2, -1, 1, 2}, weight[]{1.0 / 12, -8.0 / 12, 8.0 / 12, -1.0 / 12};
                    for (int k = 0; k < 4; ++k) {
                        Step moved = step;
                        moved.go(unit, at[k] * 100 * e);
                        column += weight[k] / (100 * e) * vector(moved.momentum(moved.from));
                    }
                    K.col(i) = column;
                }
                const std::uint8_t* given = some_given ? sample.prescribed.data() : nullptr;
                Vector rhs = vector(sample.f);
                for (int B = 1; B < sample.tree.size(); ++B)
                    for (int i = 0; given && given[B] && i < sample.tree[B].nu; ++i) {
                        const Eigen::Index u = sample.tree[B].u + i;
                        K.row(u).setZero();
                        K.col(u).setZero();
                        K(u, u) = 1;
                        rhs(u) = 0;
                    }
                const Vector wanted = product({inverse_of(K), rhs});
                std::vector<SpatialForce> G(sample.u.size()), L(sample.u.size()), z(step.F.size());
                std::vector<double> D_inv(static_cast<std::size_t>(sample.tree.squares)),
                    delta(sample.u.size());
                std::vector<TwoSidedInertia> Y(step.F.size());
                std::vector<SpatialVelocity> y(step.F.size());
                const TwoSidedFactors factors{G.data(), L.data(), D_inv.data(), Y.data()};
                const TwoConfigurations two{step.from.x(), step.to.x(), step.increments.data(),
                                            step.h,        kernel,      given};
                REQUIRE(factor_two_sided(sample.tree, two, factors) == 0);
                solve_two_sided(sample.tree, two, factors, sample.f.data(), delta.data(), z.data(), y.data());
                const double error = largest(vector(delta) - wanted) / largest(wanted);
                if (!(error <= worst)) worst = error, by = sample.label;
            }
            CAPTURE(by);
            CHECK(worst < 1e-7);
            if (std::getenv("SINEW_SHOW_ERRORS")) MESSAGE("worst: " << worst << " by " << by);
        }
}
