// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// What derivatives of accelerations and multipliers must obey, given those of inverse dynamics (elements.cpp).
#include <tests/derivatives/precise.h>
#include <tests/support/closed_mechanism.h>
#include <tests/support/random_constraint.h>

using namespace sinew;
using namespace sinew::testing;

namespace {

/// Rows x inner times inner x columns, added.
void add_product(const Vector& a, const Vector& b, std::size_t rows, std::size_t inner, std::size_t columns,
                 Vector& out) {
    for (std::size_t i = 0; i < rows; ++i)
        for (std::size_t k = 0; k < inner; ++k)
            for (std::size_t j = 0; j < columns; ++j)
                out[i * columns + j] += a[i * inner + k] * b[k * columns + j];
}

double largest(const Vector& a) {
    double most = 0;
    for (const double x : a) most = std::max(most, std::abs(x));
    return most;
}

Vector transposed(const Vector& a, std::size_t rows, std::size_t columns) {
    Vector t(a.size());
    for (std::size_t i = 0; i < rows; ++i)
        for (std::size_t j = 0; j < columns; ++j) t[j * rows + i] = a[i * columns + j];
    return t;
}

/// M ∂u̇ + Gᵀ∂λ + ∂τ and G ∂u̇ + ∂a, as shares of the largest number that enters.
void measure_identity(Law& law, const System& system, const State& state, const std::string& name) {
    DynamicsDerivatives derivatives(system);
    const ForwardDerivatives forward = derivatives.forward(state);
    const Vector u_dot = copy(forward_dynamics(system, state));
    const Vector lambda = copy(multipliers(system, state));
    const InverseDerivatives inverse = derivatives.inverse(state, u_dot, lambda);
    const std::size_t n = u_dot.size(), m = lambda.size();
    Vector G(m * n);
    constraint_matrix(system, state, G);
    const Vector Gt = transposed(G, m, n);
    const auto check = [&](const Vector& by, const Vector& lambda_by, const Vector& tau,
                           const Vector& errors) {
        Vector forces = tau, rates = errors;
        add_product(inverse.by_u_dot, by, n, n, n, forces);
        add_product(Gt, lambda_by, n, m, n, forces);
        add_product(G, by, m, n, n, rates);
        const double size = 1 + largest(inverse.by_u_dot) * largest(by) + largest(G) * largest(lambda_by);
        law.measure(largest(forces) / size, name);
        law.measure(largest(rates) / (1 + largest(G) * largest(by)), name);
    };
    Vector minus_one(n * n), zero(m * n);
    for (std::size_t i = 0; i < n; ++i) minus_one[i * n + i] = -1;
    check(forward.by_q, forward.lambda_by_q, inverse.by_q, inverse.errors_by_q);
    check(forward.by_u, forward.lambda_by_u, inverse.by_u, inverse.errors_by_u);
    check(forward.by_f, forward.lambda_by_f, minus_one, zero);
}

}  // namespace

TEST_CASE("derivatives of accelerations and multipliers solve the differentiated equations of motion") {
    Law law(1e-9);
    for (const KindOfConstraint& kind : every_constraint())
        for (std::uint64_t seed = 1; seed <= 2; ++seed) {
            Model model = random_model(seed);
            Random random(seed + 177);
            model.add_constraint(kind.random(model, random));
            model.add(Gravity{});
            const System system(model);
            const State state = random_state(system, seed);
            if (constraint_rank(system, state) < equation_counts(system).all()) continue;
            measure_identity(law, system, state, kind.kind);
        }
}

TEST_CASE("where motions are given at any level, all derivatives are to 1e-9 those of extended precision") {
    Law law(1e-9);
    const Function sine = function::Sinusoid{1.0, 2.0, 0.3};
    const Function half_sine = function::Sinusoid{1.0, 2.0, 0.3},
                   half_cosine = function::Sinusoid{1.0, 2.0, 0.3 + 1.5707963267948966};
    // Of time, three coordinates and their speeds.
    const Function reading = sine + 0.5 * Function(function::Argument{1}) * Function(function::Argument{2}) +
                             of_arguments(function::Sinusoid{0.7, 1.3, 0.2}, {3});
    const auto level = [](const char* name, AnyJointId joint, MotionLevel what,
                          std::vector<Function> functions, std::vector<AnyJointId> reads = {}) {
        return Motion{.name = name, .joint = joint, .level = what, .functions = functions, .reads = reads};
    };
    for (std::uint64_t seed = 1; seed <= 2; ++seed)
        for (const int which : {0, 1, 2, 3, 4}) {
            Random random(seed);
            Model model;
            BodyId last = world;
            std::vector<AnyJointId> joints;
            for (const AnyJoint& joint : {AnyJoint{Ball{}}, AnyJoint{Pin{}}, AnyJoint{Universal{}},
                                          AnyJoint{Slider{}}, AnyJoint{Gimbal{}}, AnyJoint{Pin{}}}) {
                last = hang_by(model, random, joint, last);
                joints.push_back(AnyJointId{{static_cast<int>(model.joints.size()) - 1}});
            }
            model.add(Gravity{});
            if (which == 0) {
                model.add(level("swing", joints[1], MotionLevel::position, {sine}));
                model.add(level("drive", joints[3], MotionLevel::acceleration, {sine}));
            }
            if (which == 1)
                model.add(level("turns", joints[0], MotionLevel::position,
                                {half_cosine, 0.6 * half_sine, 0.0, 0.8 * half_sine}));
            if (which == 2)
                model.add(level("turns", joints[4], MotionLevel::position, {sine, 0.2 * sine, 0.3}));
            const std::vector<AnyJointId> read{joints[1], joints[2]};
            if (which == 3) model.add(level("follows", joints[3], MotionLevel::velocity, {reading}, read));
            if (which == 4) {
                const Function damped = reading - 0.3 * Function(function::Argument{5});
                model.add(level("follows", joints[5], MotionLevel::acceleration, {damped}, read));
            }
            if (seed % 2)
                model.add(Rod{
                    .name = "rod", .from = {world, {1, 0.3, 0}}, .to = {last, {0, 0.2, 0}}, .length = 1.2});
            const System system(model);
            State state = random_state(system, seed, false);
            state.set_time(0.2);
            prescribe(system, state);
            if (seed == 2 && which == 0) lock(system, state, joints[2]);
            Measured measured(law);
            measured.all(system, state, "motion " + std::to_string(which), "");
            CHECK(measured.numbers > 100);
        }
}

TEST_CASE("branches that are alike, which passes take side by side, are differentiated as any others") {
    Law law(1e-9);
    Random random(6);
    Model model;
    for (int branch = 0; branch < 5; ++branch) {
        BodyId last = world;
        for (const AnyJoint& joint : {AnyJoint{Pin{}}, AnyJoint{Pin{}}, AnyJoint{Ball{}}, AnyJoint{Slider{}}})
            last = hang_by(model, random, joint, last);
    }
    model.add(Gravity{});
    const System system(model);
    const State state = random_state(system, 8, false);
    DynamicsDerivatives derivatives(system);
    const ForwardDerivatives found = derivatives.forward(state);
    const auto rates = [&](const State& there) { return copy(forward_dynamics(system, there)); };
    law.measure(difference(found.by_q, by_differences(system, state, true, rates)), "by q");
    law.measure(difference(found.by_u, by_differences(system, state, false, rates)), "by u");
    Vector M_inv(found.by_f.size());
    inverse_mass_matrix(system, state, M_inv);
    law.measure(difference(found.by_f, M_inv), "by f");
}

TEST_CASE(
    "the dynamic Jacobian is that of the rates of all variables, quaternions of any length among them") {
    Law law(1e-8);
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
        Random random(seed);
        Model model;
        BodyId last = world;
        for (const AnyJoint& joint :
             {AnyJoint{Free{}}, AnyJoint{Pin{}}, AnyJoint{Ball{}}, AnyJoint{Universal{}}, AnyJoint{Gimbal{}}})
            last = hang_by(model, random, joint, last);
        model.add(Gravity{});
        const AnyJointId pin{{1}};
        model.add(MobilityPid{.name = "pid",
                              .coordinate = {pin, 0},
                              .target = 0.3,
                              .proportional = 2,
                              .integral = 1,
                              .derivative = 0.5});
        model.add(TwoPointSpring{.name = "spring",
                                 .from = {world, {1, 0, 0}},
                                 .to = {last, {0, 1, 0}},
                                 .stiffness = 3,
                                 .rest_length = 1,
                                 .damping = 0.4});
        const System system(model);
        const State state = random_state(system, seed);
        const std::size_t nq = at(system.nq()), nu = at(system.nu()), nz = at(system.nz()),
                          all = nq + nu + nz;
        Vector J(all * all), wanted(all * all);
        dynamic_jacobian(system, state, J);
        for (std::size_t k = 0; k < all; ++k) {
            const Vector column = extrapolated([&](double h) {
                State there = state;
                Vector q = copy(state.q()), u = copy(state.u()), z = copy(state.z());
                (k < nq ? q[k] : k < nq + nu ? u[k - nq] : z[k - nq - nu]) += h;
                there.set_q(q), there.set_u(u), there.set_z(z);
                Vector rates = copy(q_dot(system, there));
                for (const auto& part : {copy(forward_dynamics(system, there)), copy(z_dot(system, there))})
                    rates.insert(rates.end(), part.begin(), part.end());
                return rates;
            });
            for (std::size_t i = 0; i < all; ++i) wanted[i * all + k] = column[i];
        }
        law.measure(difference(J, wanted), "seed " + std::to_string(seed));
    }
}
