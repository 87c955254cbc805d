// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0

// The same question has the same answer to the last bit: asked again, in another order, by another thread.

#include <tests/references/conformance.h>
#include <tests/references/random_states.h>
#include <tests/support/contact_scenes.h>

#include <algorithm>
#include <cstring>
#include <numeric>
#include <thread>

namespace sinew::testing {

namespace {

using Numbers = std::vector<double>;

template <class V>
void put(Numbers& out, const V& value) {
    static_assert(sizeof(V) % sizeof(double) == 0);
    const std::size_t first = out.size();
    out.resize(first + sizeof(V) / sizeof(double));
    std::memcpy(out.data() + first, &value, sizeof(V));
}

template <class F>
Numbers filled(std::size_t n, F f) {
    Numbers out(n);
    f(std::span<double>(out));
    return out;
}

/// Every operator and response, each as numbers. Arguments are made of the State's own speeds.
constexpr int questions = 30;

Numbers ask(int question, const Running& r, const State& s) {
    const System& system = r.system;
    const std::size_t nu = s.u().size(), nq = s.q().size();
    const std::span<const double> u = s.u();
    const BodyId last = r.mechanism.bodies.back();
    const FrameOn frame{last, {rotation_of_xyz(Vec3{0.1, 0.2, 0.3}), {0.4, 0.5, 0.6}}};
    const Station station{last, {0.4, 0.5, 0.6}};
    const std::size_t bodies = r.mechanism.model.bodies.size();
    std::vector<SpatialForce> F(bodies, SpatialForce{{1, 2, 3}, {4, 5, 6}});
    Numbers out;
    switch (question) {
        case 0: put(out, pose(system, s, last)); break;
        case 1: put(out, velocity(system, s, last)); break;
        case 2: put(out, acceleration(system, s, last)); break;
        case 3: put(out, position(system, s, station)); break;
        case 4: put(out, relative_acceleration(system, s, {r.mechanism.bodies[1], {}}, frame)); break;
        case 5: out.assign(forward_dynamics(system, s).begin(), forward_dynamics(system, s).end()); break;
        case 6: return filled(nu, [&](auto f) { forward_dynamics(system, s, {u, F}, f); });
        case 7: return filled(nu, [&](auto f) { inverse_dynamics(system, s, u, f); });
        case 8: return filled(nu, [&](auto f) { inverse_dynamics(system, s, u, {u, F}, f); });
        case 9: return filled(nu, [&](auto f) { bias_force(system, s, f); });
        case 10: return filled(nu, [&](auto f) { applied_mobility_force(system, s, f); });
        case 11: return filled(nu, [&](auto f) { multiply_by_M(system, s, u, f); });
        case 12: return filled(nu, [&](auto f) { multiply_by_M_inverse(system, s, u, f); });
        case 13: return filled(nu, [&](auto f) { multiply_by_M_inverse_root(system, s, u, f); });
        case 14: return filled(nu, [&](auto f) { multiply_by_M_inverse_root_transpose(system, s, u, f); });
        case 15: return filled(nu * nu, [&](auto M) { mass_matrix(system, s, M); });
        case 16: return filled(nu * nu, [&](auto M) { inverse_mass_matrix(system, s, M); });
        case 17: return filled(nq, [&](auto q) { multiply_by_N(system, s, u, q); });
        case 18: return filled(nq, [&](auto q) { q_dot_dot(system, s, q); });
        case 19: return filled(6 * bodies * nu, [&](auto J) { system_jacobian(system, s, J); });
        case 20: return filled(6 * nu, [&](auto J) { frame_jacobian(system, s, frame, J); });
        case 21: return filled(3 * nu, [&](auto J) { station_jacobian(system, s, station, J); });
        case 22: return filled(nu, [&](auto f) { multiply_by_J_transpose(system, s, F, f); });
        case 23: put(out, frame_bias(system, s, frame)); break;
        case 24:
            return filled(
                36, [&](auto L) { operational_space_inverse_inertia(system, s, std::span(&frame, 1), L); });
        case 25: put(out, mass_centre(system, s)); break;
        case 26: put(out, momentum(system, s, {1, 2, 3})); break;
        case 27: return filled(6 * nu, [&](auto A) { centroidal_momentum_matrix(system, s, A); });
        case 28: put(out, reaction(system, s, r.mechanism.joints[0])); break;
        case 29: put(out, kinetic_energy(system, s)), put(out, potential_energy(system, s)); break;
        default: break;
    }
    return out;
}

std::size_t differing_bytes(const Numbers& a, const Numbers& b) {
    if (a.size() != b.size()) return std::max(a.size(), b.size()) * sizeof(double);
    const auto* x = reinterpret_cast<const unsigned char*>(a.data());
    const auto* y = reinterpret_cast<const unsigned char*>(b.data());
    std::size_t count = 0;
    for (std::size_t i = 0; i < a.size() * sizeof(double); ++i) count += x[i] != y[i];
    return count;
}

/// The same work by one, two and four threads, each taking every so many-th piece.
template <class Piece>
void compare_threads(const Case& c, Account& account, std::size_t pieces, Piece piece) {
    const auto answers = [&](std::size_t count) {
        std::vector<Numbers> all(pieces);
        std::vector<std::jthread> workers;
        for (std::size_t worker = 0; worker < count; ++worker)
            workers.emplace_back([&, worker] {
                for (std::size_t i = worker; i < pieces; i += count) all[i] = piece(i);
            });
        workers.clear();
        return all;
    };
    const std::vector<Numbers> alone = answers(1);
    for (const std::size_t count : {2U, 4U}) {
        const std::vector<Numbers> together = answers(count);
        for (std::size_t i = 0; i < pieces; ++i)
            account.at_most(c.checks[0], static_cast<double>(differing_bytes(alone[i], together[i])));
    }
}

/// Where a run ends: all its numbers.
Numbers end_of(const System& system, const State& start, double until) {
    const State end = last(simulate(system, start, {.until = until, .accuracy = 1e-5}));
    Numbers out;
    for (const auto& part : {end.q(), end.u(), end.z()}) out.insert(out.end(), part.begin(), part.end());
    return out;
}

/// Boxes that fall on one another, in steps of one length.
Model pile_of_boxes() {
    Model model{.name = "pile"};
    model.contact.kind = ContactKind::rigid, model.contact.step = 0.005;
    model.add(Gravity{.g = {0, 0, -9.81}});
    model.add(ContactSurface{.name = "floor", .shape = shape::HalfSpace{}});
    for (int i = 0; i < 8; ++i) {
        const std::string name = "box" + std::to_string(i);
        const BodyId body = model.add(Body{.name = name, .mass = box(1, {0.2, 0.2, 0.2})});
        model.add(Free{},
                  {.name = name + "_moves",
                   .to = body,
                   .X_PF = {Rotation::about_z(0.3 * i), {0.03 * (i % 3), 0.02 * i, 0.15 + 0.25 * i}}});
        model.add(ContactSurface{.name = name, .body = body, .shape = shape::Box{{0.2, 0.2, 0.2}}});
    }
    return model;
}

}  // namespace

void operators_twice(const Case& c, Account& account) {
    at_random_states(c, [&](const Running& r, std::mt19937_64& random) {
        std::vector<int> order(questions);
        std::iota(order.begin(), order.end(), 0);
        std::vector<Numbers> fresh;
        for (const int question : order) {
            State alone = r.system.default_state();
            alone.set_q(r.state.q());
            alone.set_u(r.state.u());
            fresh.push_back(ask(question, r, alone));
        }
        std::size_t differing = 0;
        for (int time = 0; time < 2; ++time) {  // r.state has served all states before this one
            std::shuffle(order.begin(), order.end(), random);
            for (const int question : order)
                differing +=
                    differing_bytes(fresh[static_cast<std::size_t>(question)], ask(question, r, r.state));
        }
        account.at_most(c.checks[0], static_cast<double>(differing));
    });
}

void threads(const Case& c, Account& account) {
    Running r(conformance_case("tree-mixed-7").model);
    std::vector<State> states;
    std::mt19937_64 random(7);
    for (int i = 0; i < 100; ++i) {
        r.set_random(random);
        states.push_back(r.state);
    }
    compare_threads(c, account, states.size(), [&](std::size_t i) {
        const State own = states[i];
        Numbers all;
        for (int question = 0; question < questions; ++question) {
            const Numbers part = ask(question, r, own);
            all.insert(all.end(), part.begin(), part.end());
        }
        return all;
    });
    for (const ContactScene& scene : contact_scenes()) {
        Model model = scene_model(scene, {.young = 2e4, .thickness = 0.1});
        model.add(Gravity{.g = {0, 0, -9.81}});
        const System system(model);
        const State start = scene_state(system, scene);
        compare_threads(c, account, 4, [&](std::size_t i) {
            State own = start;
            const double v = 0.1 * static_cast<double>(i);
            own.set_u(system.model().joint("b_moves"), std::array{0.0, 0.0, 0.0, v, 0.0, 0.0});
            return end_of(system, own, 0.05);
        });
    }
    const System pile(pile_of_boxes());
    compare_threads(c, account, 4, [&](std::size_t i) {
        State own = pile.default_state();
        const double v = 0.1 * static_cast<double>(i);
        own.set_u(pile.model().joint("box7_moves"), std::array{0.0, 0.0, 0.0, v, 0.0, 0.0});
        return end_of(pile, own, 1);
    });
}

}  // namespace sinew::testing
