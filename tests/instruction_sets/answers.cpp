// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Asks everything that passes answer about models with every joint, force and constraint, and prints the answers to the
// last bit, a line each: for run.py to compare with those on another processor.
#include <sinew/base/at.h>
#include <sinew/base/wide_kernel.h>
#include <sinew/batch/dynamics.h>
#include <sinew/system/derivatives.h>
#include <tests/support/random_constraint.h>
#include <tests/support/random_force.h>

#define DOCTEST_CONFIG_IMPLEMENT  // random models are linked with the rest of the tests' support
#include <doctest/doctest.h>

#include <cstdio>
#include <string>

using namespace sinew;
using namespace sinew::testing;

namespace {

using Vector = std::vector<double>;

void print(const std::string& label, std::span<const double> values) {
    std::printf("%s", label.c_str());
    for (const double value : values) std::printf("\t%a", value);
    std::printf("\n");
}

/// Three States of the same posture and other speeds.
Batch batch_about(const System& system, const State& state) {
    Batch batch(system, state, 3);
    for (int i = 0; i < system.nu(); ++i)
        for (int of = 1; of < batch.size(); ++of) batch.u()(of, i) *= 1 - 0.6 * of;
    return batch;
}

Vector all_of(const LaneArray& array) {
    Vector all;
    for (int of = 0; of < array.states(); ++of)
        for (int i = 0; i < array.numbers(); ++i) all.push_back(array(of, i));
    return all;
}

void ask_everything(const std::string& name, const System& system, const State& state) {
    const std::size_t n = at(system.nu());
    const bool has_equations = equation_counts(system).all() > 0;
    Random random(5);
    Vector v(n);
    for (double& x : v) x = random.within(-1, 1);
    const auto about = [&](const char* what, const auto& question) {
        print(name + ": " + what, question(state));
    };
    about("poses and velocities", [&](const State& s) {
        Vector all;
        for (int B = 1; B < static_cast<int>(system.model().bodies.size()); ++B) {
            const Transform X = pose(system, s, BodyId{B});
            const SpatialVelocity V = velocity(system, s, BodyId{B});
            all.insert(all.end(), &X.R.x.x, &X.R.x.x + 12);
            all.insert(all.end(), &V.w.x, &V.w.x + 6);
        }
        return all;
    });
    about("accelerations", [&](const State& s) {
        const auto found = forward_dynamics(system, s);
        return Vector(found.begin(), found.end());
    });
    about("multipliers", [&](const State& s) {
        if (!has_equations) return Vector{};
        const auto found = multipliers(system, s);
        return Vector(found.begin(), found.end());
    });
    about("forces of inverse dynamics", [&](const State& s) {
        Vector f(n);
        inverse_dynamics(system, s, v, f);
        return f;
    });
    about("M", [&](const State& s) {
        Vector M(n * n);
        mass_matrix(system, s, M);
        return M;
    });
    about("M v and M^-1 v", [&](const State& s) {
        Vector both(2 * n);
        multiply_by_M(system, s, v, {both.data(), n});
        multiply_by_M_inverse(system, s, v, {both.data() + n, n});
        return both;
    });
    about("accelerations and multipliers in a batch", [&](const State& s) {
        Batch batch = batch_about(system, s);
        forward_dynamics(batch);
        Vector found = all_of(batch.u_dot());
        const Vector lambda = all_of(batch.multipliers());
        found.insert(found.end(), lambda.begin(), lambda.end());
        return found;
    });
    about("forces of inverse dynamics in a batch", [&](const State& s) {
        Batch batch = batch_about(system, s);
        LaneArray u_dot = batch.array(system.nu()), f = batch.array(system.nu());
        for (int of = 0; of < batch.size(); ++of) u_dot.set(of, v);
        inverse_dynamics(batch, u_dot, f);
        return all_of(f);
    });
    about("derivatives of inverse dynamics", [&](const State& s) {
        if (has_equations || name == "custom force") return Vector{};  // of one's own: by differences
        Vector by_q(n * n), by_u(n * n), by_u_dot(n * n);
        inverse_dynamics_derivatives(system, s, v, by_q, by_u, by_u_dot);
        for (const Vector& one : {by_u, by_u_dot}) by_q.insert(by_q.end(), one.begin(), one.end());
        return by_q;
    });
}

void ask_everything(const std::string& name, Model model, std::uint64_t seed) {
    model.add(Gravity{.name = "weight"});
    const System system(std::move(model));
    ask_everything(name, system, random_state(system, seed));
}

/// Limbs that are alike, which go through passes side by side.
Model limbs(int count, int length) {
    Random random(11);
    Model model;
    const BodyId base = hang(model, random, Free{}, world, false);
    for (int limb = 0; limb < count; ++limb) {
        BodyId last = base;
        for (int i = 0; i < length; ++i)
            last = i % 3 == 2 ? hang(model, random, Slider{}, last, false)
                              : hang(model, random, Pin{}, last, false);
    }
    return model;
}

}  // namespace

int main() {
    std::printf("# lanes %d\n", has_wide_registers() ? 8 : 4);
    for (std::uint64_t seed = 1; seed <= 6; ++seed)
        ask_everything("every joint, " + std::to_string(seed), random_model(seed), seed);
    ask_everything("limbs", limbs(7, 5), 3);
    for_every_force([&]<class E> {
        Model model = random_model(2);
        Random random(33);
        model.add(random_force<E>(model, random));
        ask_everything(E::kind, std::move(model), 2);
    });
    for (const KindOfConstraint& kind : every_constraint()) {
        Model model = random_model(3);
        Random random(177);
        model.add_constraint(kind.random(model, random));
        ask_everything(kind.kind, std::move(model), 3);
    }
}
