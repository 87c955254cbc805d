// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// A block with an exponential contact on each corner, over a floor and a wall, let go in the ways that Simbody's
// program lets its own go (simbody/simbody, Simbody/tests/TestExponentialSpring.cpp): masses, sizes, planes, starts,
// durations, friction and accuracy are its numbers; what must hold is what it asks, where both have it.
#include <sinew/sinew.h>

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <numbers>

namespace sinew::testing::exponential_block {

namespace {

constexpr double mass = 10, half = 0.1, g = 9.8, holds = 0.5, slides = 0.25, transition = 0.01;
constexpr double push = 0.5336, steepness = 1150, height = 0.0065905, damping = 0.5, bristles = 20000;

enum class Start { dropped, sliding, spinning, sliding_and_spinning, on_a_corner, tumbling };

struct Case {
    const char* name;
    Start start;
    bool damped, rubs;
    double until, tilt = 0;  ///< of the floor about z, degrees
};

constexpr Case cases[] = {
    {"dropped", Start::dropped, false, false, 1.0},
    {"dropped, with friction", Start::dropped, false, true, 1.0},
    {"dropped, with damping", Start::dropped, true, false, 1.2},
    {"dropped, with both", Start::dropped, true, true, 1.2},
    {"slides", Start::sliding, false, false, 0.5},
    {"slides, with both", Start::sliding, true, true, 1.5},
    {"spins", Start::spinning, false, false, 0.5},
    {"spins, with both", Start::spinning, true, true, 0.5},
    {"spins on a slope, with both", Start::spinning, true, true, 3.0, -15},
    {"spins and slides", Start::sliding_and_spinning, false, false, 0.5},
    {"spins and slides, with friction", Start::sliding_and_spinning, false, true, 2.0},
    {"spins and slides, with damping", Start::sliding_and_spinning, true, false, 0.5},
    {"spins and slides, with both", Start::sliding_and_spinning, true, true, 2.0},
    {"spins on a corner", Start::on_a_corner, false, false, 0.5},
    {"spins on a corner, with both", Start::on_a_corner, true, true, 0.5},
    {"tumbles", Start::tumbling, false, false, 1.2},
    {"tumbles, with both", Start::tumbling, true, true, 3.0},
};

/// A contact of one corner with one plane.
struct Contact {
    ForceId force;
    Vec3 corner;
    Transform X_WF;
};

struct Block {
    Model model{.name = "block"};
    BodyId body;
    JointId<Free> joint;
    std::vector<Contact> contacts;

    explicit Block(const Case& c) {
        const double degree = std::numbers::pi / 180;
        body =
            model.add(Body{.name = "block", .mass = {.mass = mass, .inertia = {.xx = 1, .yy = 1, .zz = 1}}});
        joint = model.add(Free{}, {.name = "moves", .to = body});
        model.add(Gravity{.g = {0, -g, 0}});
        const Transform planes[] = {
            {Rotation::about_z(c.tilt * degree) * Rotation::about_x(-90 * degree), {}},
            {Rotation::about_y(-60 * degree), {1.5, 0, 0}}};
        for (const Transform& X_WF : planes)
            for (int i = 0; i < 8; ++i) {
                const Vec3 corner{i & 1 ? half : -half, i & 2 ? half : -half, i & 4 ? half : -half};
                ExponentialContact contact{.name = "contact" + std::to_string(contacts.size()),
                                           .on = {world, X_WF},
                                           .at = {body, corner},
                                           .static_friction = c.rubs ? holds : 0,
                                           .sliding_friction = c.rubs ? slides : 0,
                                           .transition_speed = transition};
                if (!c.damped) contact.normal_damping = contact.bristle_damping = 0;
                contacts.push_back({model.add(contact), corner, X_WF});
            }
    }
    State start(const System& system, Start how) const {
        State state = system.default_state();
        Rotation R = Rotation::identity();
        Vec3 p{0.5, 0.11, 0}, v{}, w{};
        switch (how) {
            case Start::dropped: p.y = 1; break;
            case Start::sliding: p.x = -0.5, v.x = 4; break;
            case Start::spinning: w.y = 8; break;
            case Start::sliding_and_spinning: v.x = 2, w.y = 12; break;
            case Start::on_a_corner:  // the diagonal upright: about (1, 0, 1)
                R = Rotation::about_y(std::numbers::pi / 4).inverse();
                R = R * Rotation::about_x(54.74 * std::numbers::pi / 180) * R.inverse();
                p.y = 0.2, w.y = 12;
                break;
            case Start::tumbling: p = {-1, 1, 0.5}, v.x = 4, w = {-1, 0, -6}; break;
        }
        fit_pose(system, state, joint, {R, p});
        fit_velocity(system, state, joint, {.w = w, .v = v});
        return state;
    }
};

/// What is known of one contact by its law alone.
struct ByLaw {
    double elastic, normal, friction, energy;
    ByLaw(const Case& c, const Vec3& p_F, const Vec3& v_F) {
        elastic = push * std::exp(-steepness * (p_F.z - height));
        normal = std::fmax(elastic * (1 - (c.damped ? damping : 0) * v_F.z), 0);
        const double t = std::fmin(std::hypot(v_F.x, v_F.y) / transition, 1);
        const double mu = holds - (holds - slides) * t * t * t * (10 - 15 * t + 6 * t * t);
        friction = c.rubs ? mu * normal : 0;
        energy = elastic / steepness;
    }
};

}  // namespace

TEST_CASE("a block on exponential contacts is dropped, slides, spins and tumbles as its laws allow") {
    for (const Case& c : cases) {
        const std::string what = c.name;
        CAPTURE(what);
        const Block block(c);
        const System system(block.model);
        const State start = block.start(system, c.start);
        const bool keeps_energy = !c.damped && !c.rubs;
        double lost_before = 0;
        for (const double accuracy : {1e-5, 1e-7}) {
            if (accuracy < 1e-5 && !keeps_energy) continue;  // the peer's is enough
            CAPTURE(accuracy);
            std::array<double, 16> longest{};  // that friction may have bent each contact's bristles so far
            double first_energy = 0, lost = 0, risen = 0;  // shares of the energy
            double off_law = 0, off_point = 0, beyond_cone = 0, beyond_bend = 0;
            int looks = 0, pressed = 0;

            const auto look = [&](const State& s) {
                double energy = kinetic_energy(system, s) + potential_energy(system, s), bent = 0;
                for (std::size_t i = 0; i < block.contacts.size(); ++i) {
                    const Contact& contact = block.contacts[i];
                    const Station corner{block.body, contact.corner};
                    const Rotation& R = contact.X_WF.R;
                    const Vec3 p_W = position(system, s, corner), arm = p_W - pose(system, s, block.body).p;
                    const ByLaw law(c, contact.X_WF.inverse() * p_W,
                                    transpose_times(R, velocity(system, s, corner)));
                    const SpatialForce on = applied_on(system, s, contact.force, block.body);
                    const Vec3 f_F = transpose_times(R, on.f);
                    const double size = norm(f_F), bend = std::hypot(s.z()[2 * i], s.z()[2 * i + 1]);
                    off_law = std::fmax(off_law, std::abs(f_F.z - law.normal) / (1 + law.normal));
                    off_point = std::fmax(off_point, norm(on.m - cross(arm, on.f)) / (1 + size));
                    beyond_cone =
                        std::fmax(beyond_cone, (std::hypot(f_F.x, f_F.y) - law.friction) / (1 + size));
                    longest[i] = std::fmax(longest[i], (c.rubs ? holds : 0) * law.normal / bristles + 1e-5);
                    beyond_bend = std::fmax(beyond_bend, bend / longest[i] - 1);
                    energy += law.energy, bent += 0.5 * bristles * bend * bend;
                    pressed += law.normal > 1;
                }
                if (looks++ == 0) first_energy = energy;
                lost = std::fmax(lost, std::abs(energy / first_energy - 1));
                risen = std::fmax(risen, (energy + bent) / first_energy - 1);
            };
            SimulationOptions options{
                .until = c.until, .accuracy = accuracy, .method = Method::merson, .max_step = 0.01};
            options.units.z.assign(32, 1e-3);  // a millimetre of bend counts as much as a metre of way
            options.reporters = {
                {"watch", EveryStep{}, look},
                {"top and bottom",
                 Crossing{.witness = [&](const State& s) { return velocity(system, s, block.body).v.y; },
                          .stage = Stage::velocity},
                 look}};
            look(start);
            const State end = last(simulate(system, start, std::move(options)));
            MESSAGE(what << ": " << looks << " looks, energy off by " << lost << ", risen by " << risen
                         << ", bend beyond by " << beyond_bend);
            CHECK(pressed > 0);
            CHECK(off_law < 1e-9);
            CHECK(off_point < 1e-12);
            CHECK(beyond_cone < 1e-12);
            // Never further than the hardest push so far lets friction bend them (8.41), as far as pushes were seen:
            // at the ends of steps.
            CHECK(beyond_bend < 1e-2);
            // A step may be wrong by the accuracy, of the energy as of all else; errors of many add up as by chance.
            const double by_chance = std::sqrt(looks) * accuracy;
            if (keeps_energy) CHECK(lost <= by_chance);
            if (lost_before > 0) CHECK(lost < 0.1 * lost_before);
            lost_before = lost;
            CHECK(risen <= by_chance);
            const SpatialVelocity V = velocity(system, end, block.body);
            if (c.start == Start::spinning && !c.rubs) CHECK(V.w.y == doctest::Approx(8).epsilon(accuracy));
            // What lies flat presses with its weight in time, at corners that slide in a circle.
            const double slower = slides * mass * g * std::sqrt(2.0) * half * c.until;
            if (c.start == Start::spinning && c.rubs && c.tilt == 0)
                CHECK(V.w.y == doctest::Approx(8 - slower).epsilon(0.01));
            if (c.start == Start::spinning && c.rubs) CHECK(V.w.y < 8 - 0.5 * slower);
        }
    }
}

}  // namespace sinew::testing::exponential_block
