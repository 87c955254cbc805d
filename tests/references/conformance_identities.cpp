// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0

// Identities between operators, at a thousand random states of two trees.

#include <tests/references/conformance.h>
#include <tests/references/random_states.h>

#include <numeric>

namespace sinew::testing {

namespace {

double product(std::span<const double> a, std::span<const double> b) {
    return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

double difference(std::span<const double> a, std::span<const double> b) {
    double most = 0;
    for (std::size_t i = 0; i < a.size(); ++i) most = std::fmax(most, std::fabs(a[i] - b[i]));
    return most;
}

/// |a·b − c·d| by the sizes of the factors.
double mismatch(double ab, double cd, double size) { return std::fabs(ab - cd) / size; }

double size(const Vec3& a) { return norm(a); }
double size(const SpatialForce& F) { return std::sqrt(dot(F.m, F.m) + dot(F.f, F.f)); }
double size(const SpatialVelocity& V) { return std::sqrt(dot(V.w, V.w) + dot(V.v, V.v)); }

FrameOn random_frame(const Running& r, std::mt19937_64& random) {
    const std::size_t body = random() % r.mechanism.bodies.size();
    return {r.mechanism.bodies[body], random_pose(random)};
}

/// Along q̇ from where it stands, speeds kept.
State moved(const Running& r, double time) {
    State there = r.state;
    std::vector<double> q(r.state.q().begin(), r.state.q().end());
    const auto rates = q_dot(r.system, r.state);
    for (std::size_t i = 0; i < q.size(); ++i) q[i] += time * rates[i];
    there.set_q(q);
    return there;
}

}  // namespace

void mass_matrix_times_inverse(const Case& c, Account& account) {
    at_random_states(c, [&](const Running& r, std::mt19937_64& random) {
        const std::size_t n = r.state.u().size();
        std::vector<double> there(n), back(n);
        double worst = 0;
        for (int i = 0; i < 100; ++i) {
            const std::vector<double> v = random_numbers(n, random);
            multiply_by_M_inverse(r.system, r.state, v, there);
            multiply_by_M(r.system, r.state, there, back);
            worst = std::fmax(worst, difference(back, v) / largest(v));
            multiply_by_M(r.system, r.state, v, there);
            multiply_by_M_inverse(r.system, r.state, there, back);
            worst = std::fmax(worst, difference(back, v) / largest(v));
        }
        account.at_most(c.checks[0], worst);
    });
}

void jacobian_against_transpose(const Case& c, Account& account) {
    at_random_states(c, [&](const Running& r, std::mt19937_64& random) {
        const std::size_t n = r.state.u().size(), bodies = r.mechanism.model.bodies.size();
        const std::vector<double> u = random_numbers(n, random);
        std::vector<double> f(n);

        std::vector<SpatialForce> F(bodies);
        std::vector<SpatialVelocity> V(bodies);
        for (SpatialForce& one : F) one = {random_vector(random), random_vector(random)};
        multiply_by_J(r.system, r.state, u, V);
        multiply_by_J_transpose(r.system, r.state, F, f);
        double power = 0, sizes = 0;
        for (std::size_t i = 0; i < bodies; ++i) power += dot(F[i], V[i]), sizes += size(F[i]) * size(V[i]);
        account.at_most(c.checks[0], mismatch(power, product(u, f), sizes));

        const FrameOn frame = random_frame(r, random);
        const SpatialForce at_frame{random_vector(random), random_vector(random)};
        const SpatialVelocity of_frame = multiply_by_frame_jacobian(r.system, r.state, frame, u);
        multiply_by_frame_jacobian_transpose(r.system, r.state, frame, at_frame, f);
        account.at_most(c.checks[0],
                        mismatch(dot(at_frame, of_frame), product(u, f), size(at_frame) * size(of_frame)));

        const Vec3 force = random_vector(random);
        std::vector<double> J(3 * n);
        station_jacobian(r.system, r.state, {frame.body, frame.X_BF.p}, J);
        const Vec3 v{product(std::span(J).subspan(0, n), u), product(std::span(J).subspan(n, n), u),
                     product(std::span(J).subspan(2 * n, n), u)};
        multiply_by_frame_jacobian_transpose(r.system, r.state, frame, {{}, force}, f);
        account.at_most(c.checks[0], mismatch(dot(force, v), product(u, f), size(force) * size(v)));
    });
}

void jacobian_against_differences(const Case& c, Account& account) {
    at_random_states(c, [&](const Running& r, std::mt19937_64& random) {
        const double h = 1e-6;
        const std::size_t n = r.state.u().size();
        const FrameOn frame = random_frame(r, random);
        const Station station{frame.body, frame.X_BF.p};
        const State before = moved(r, -h), after = moved(r, h);
        const auto rate = [&](const Vec3& early, const Vec3& late) { return (late - early) / (2 * h); };

        std::vector<double> J(3 * n);
        station_jacobian(r.system, r.state, station, J);
        const auto u = r.state.u();
        const Vec3 Ju{product(std::span(J).subspan(0, n), u), product(std::span(J).subspan(n, n), u),
                      product(std::span(J).subspan(2 * n, n), u)};
        account.at_most(c.checks[0], norm(Ju - rate(position(r.system, before, station),
                                                    position(r.system, after, station))));
        account.at_most(c.checks[0],
                        norm(station_bias(r.system, r.state, station) -
                             rate(velocity(r.system, before, station), velocity(r.system, after, station))));
        const SpatialVelocity V0 = velocity(r.system, before, frame.body),
                              V1 = velocity(r.system, after, frame.body);
        const SpatialAcceleration bias = frame_bias(r.system, r.state, {frame.body, {}});
        account.at_most(c.checks[0],
                        std::fmax(norm(bias.w - rate(V0.w, V1.w)), norm(bias.v - rate(V0.v, V1.v))));
    });
}

void energy_and_momentum_two_ways(const Case& c, Account& account) {
    at_random_states(c, [&](const Running& r, std::mt19937_64&) {
        const std::size_t n = r.state.u().size();
        const auto u = r.state.u();
        std::vector<double> M(n * n), A(6 * n);
        mass_matrix(r.system, r.state, M);
        centroidal_momentum_matrix(r.system, r.state, A);

        const MassCentre centre = mass_centre_at_velocity(r.system, r.state);
        double by_bodies = 0, sizes = 0;
        SpatialMomentum h;
        for (std::size_t i = 0; i < r.mechanism.bodies.size(); ++i) {
            const MassProperties& m =
                r.mechanism.model.bodies[static_cast<std::size_t>(r.mechanism.bodies[i].index)].mass;
            const Station at{r.mechanism.bodies[i], m.com};
            const Rotation R = pose(r.system, r.state, at.body).R;
            const Vec3 w = velocity(r.system, r.state, at.body).w, v = velocity(r.system, r.state, at);
            const Vec3 spin = re_express(R, m.inertia) * w, p = m.mass * v;
            by_bodies += 0.5 * (dot(w, spin) + dot(v, p));
            h.m += spin + cross(position(r.system, r.state, at) - centre.p_WC, p);
            h.f += p;
            sizes += norm(spin) + norm(p);
        }
        double by_matrix = 0;
        for (std::size_t i = 0; i < n; ++i)
            by_matrix += 0.5 * u[i] * product(std::span(M).subspan(i * n, n), u);
        const double by_pass = kinetic_energy(r.system, r.state);
        account.at_most(
            c.checks[0],
            std::fmax(std::fabs(by_bodies - by_matrix), std::fabs(by_bodies - by_pass)) / by_bodies);
        for (int i = 0; i < 6; ++i) {
            const double Au = product(std::span(A).subspan(static_cast<std::size_t>(i) * n, n), u);
            account.at_most(c.checks[0], std::fabs(Au - (i < 3 ? h.m[i] : h.f[i - 3])) / sizes);
        }
    });
}

}  // namespace sinew::testing
