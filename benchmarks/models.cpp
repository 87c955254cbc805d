// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "models.h"

#include <cmath>

namespace bench {

int coordinates(const BenchBody& body) {
    switch (body.joint) {
        case JointKind::ball: return 4;
        case JointKind::free: return 7;
        default: return mobilities(body);
    }
}

int mobilities(const BenchBody& body) {
    switch (body.joint) {
        case JointKind::weld: return 0;
        case JointKind::pin:
        case JointKind::users_pin:
        case JointKind::users_plain_pin:
        case JointKind::slider: return 1;
        case JointKind::universal: return 2;
        case JointKind::gimbal:
        case JointKind::cartesian:
        case JointKind::ball: return 3;
        case JointKind::free: return 6;
        case JointKind::function_based: return body.functions.coordinates;
    }
    return 0;
}

int coordinates(const BenchModel& model) {
    int sum = 0;
    for (const BenchBody& body : model.bodies) sum += coordinates(body);
    return sum;
}

int mobilities(const BenchModel& model) {
    int sum = 0;
    for (const BenchBody& body : model.bodies) sum += mobilities(body);
    return sum;
}

double Random::within(double low, double high) {
    state_ += 0x9e3779b97f4a7c15u;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    z ^= z >> 31;
    return low + (high - low) * static_cast<double>(z >> 11) * 0x1.0p-53;
}

Vec3 Random::vector(double size) {
    const double x = within(-size, size), y = within(-size, size), z = within(-size, size);
    return {x, y, z};
}

std::array<double, 4> Random::unit_quaternion() {
    while (true) {
        const double a = within(-1, 1), b = within(-1, 1), c = within(-1, 1), d = within(-1, 1);
        const double length = std::sqrt(a * a + b * b + c * c + d * d);
        if (length > 0.1 && length < 1) return {a / length, b / length, c / length, d / length};
    }
}

Pose random_pose(Random& random, const Vec3& p) {
    const auto [w, x, y, z] = random.unit_quaternion();
    return {.R = {1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y),  //
                  2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x),  //
                  2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)},
            .p = p};
}

/// Of a body about that long: m (|r|² 1 − r rᵀ) summed over three random points and a small round core.
std::array<double, 6> random_inertia(Random& random, double mass, double length) {
    const double core = 0.02 * mass * length * length;
    std::array<double, 6> I{core, core, core, 0, 0, 0};
    for (int i = 0; i < 3; ++i) {
        const auto [x, y, z] = random.vector(length / 2);
        const double m = mass / 3;
        I[0] += m * (y * y + z * z), I[1] += m * (x * x + z * z), I[2] += m * (x * x + y * y);
        I[3] -= m * x * y, I[4] -= m * x * z, I[5] -= m * y * z;
    }
    return I;
}

namespace {

BenchBody link(Random& random, int parent, JointKind joint, double length) {
    const double mass = random.within(0.5, 1.5);
    return {.parent = parent,
            .mass = mass,
            .com = random.vector(length / 2),
            .inertia = random_inertia(random, mass, length),
            .joint = joint,
            .X_PF = random_pose(random, parent < 0 ? Vec3{} : random.vector(length)),
            .X_BM = {},
            .functions = {}};
}

BenchModel tree(std::string name, int bodies, JointKind joint, int (*parent_of)(int), std::uint64_t seed) {
    Random random(seed);
    BenchModel model{.name = std::move(name), .bodies = {}};
    for (int i = 0; i < bodies; ++i) model.bodies.push_back(link(random, parent_of(i), joint, 0.3));
    model.task_body = bodies - 1;
    model.task_point = {0.1, -0.2, 0.05};
    return model;
}

}  // namespace

BenchModel chain(int bodies) {
    return tree(
        "chain of " + std::to_string(bodies), bodies, JointKind::pin, [](int i) { return i - 1; }, 11);
}

BenchModel star(int bodies) {
    return tree(
        "star of " + std::to_string(bodies), bodies, JointKind::pin, [](int) { return -1; }, 12);
}

BenchModel binary_tree(int bodies, JointKind joint) {
    const char* of = joint == JointKind::ball ? " balls" : "";
    return tree(
        "binary tree of " + std::to_string(bodies) + of, bodies, joint,
        [](int i) { return i == 0 ? -1 : (i - 1) / 2; }, 13);
}

BenchModel chains(int count, int bodies_each) {
    Random random(14);
    BenchModel model{.name = std::to_string(count) + " chains of " + std::to_string(bodies_each),
                     .bodies = {}};
    for (int c = 0; c < count; ++c)
        for (int i = 0; i < bodies_each; ++i) {
            const int before = static_cast<int>(model.bodies.size()) - 1;
            model.bodies.push_back(link(random, i == 0 ? -1 : before, JointKind::pin, 0.3));
        }
    model.task_body = static_cast<int>(model.bodies.size()) - 1;
    return model;
}

BenchModel ladder(int rods) {
    Random random(15);
    BenchModel model{.name = "two ball chains, " + std::to_string(rods) + " rods", .bodies = {}};
    for (int c = 0; c < 2; ++c)
        for (int i = 0; i < rods; ++i) {
            const int before = static_cast<int>(model.bodies.size()) - 1;
            model.bodies.push_back(link(random, i == 0 ? -1 : before, JointKind::ball, 0.3));
        }
    for (int i = 0; i < rods; ++i)
        model.rods.push_back({i, rods + i, random.vector(0.1), random.vector(0.1)});
    model.task_body = static_cast<int>(model.bodies.size()) - 1;
    return model;
}

BenchModel four_bars(int bodies) {
    Random random(16);
    BenchModel model{
        .name = "chain of " + std::to_string(bodies / 2) + " four-bars", .bodies = {}, .range = 0.3};
    int base = -1;
    for (int i = 0; i < bodies / 2; ++i) {
        BenchBody crank = link(random, base, JointKind::pin, 0.3), coupler = crank;
        const double turn = random.within(0, 3), c = std::cos(turn), s = std::sin(turn);  // planes differ
        crank.X_PF = {.R = {1, 0, 0, 0, c, -s, 0, s, c}, .p = {0, 0.1 * c, 0.1 * s}}, crank.X_BM = {};
        coupler.X_PF = {.p = {0.5, 0, 0}}, coupler.X_BM = {};
        coupler.parent = static_cast<int>(model.bodies.size());
        model.bodies.push_back(crank);
        model.bodies.push_back(coupler);
        const int end = static_cast<int>(model.bodies.size()) - 1;
        model.rods.push_back({base, end, {0.9, 0.1 * c, 0.1 * s}, {0.8, 0, 0}});
        base = end;
    }
    model.task_body = base;
    return model;
}

namespace {

BenchModel humanoid_with_hands_together() {
    BenchModel model = humanoid_of_pins();
    model.name = "humanoid, hands together";
    const int right = model.task_body, left = right - 6;  // six pins to an arm
    model.balls.push_back({left, right, model.task_point, model.task_point});
    return model;
}

}  // namespace

BenchModel free_bodies(int count) {
    Random random(17);
    BenchModel model{.name = std::to_string(count) + " free bodies", .bodies = {}};
    for (int i = 0; i < count; ++i) model.bodies.push_back(link(random, -1, JointKind::free, 0.3));
    return model;
}

BenchModel particles(int count) {
    Random random(18);
    BenchModel model{.name = std::to_string(count) + " particles", .bodies = {}};
    for (int i = 0; i < count; ++i) {
        BenchBody body = link(random, -1, JointKind::cartesian, 0.3);
        body.com = {}, body.inertia = {}, body.X_PF = {};
        model.bodies.push_back(body);
    }
    return model;
}

namespace {

/// As many small bodies on welds, on links of the person at random.
BenchModel humanoid_with_welded(int count, bool merged) {
    Random random(19);
    BenchModel model = humanoid_of_pins();
    model.name = "humanoid, " + std::to_string(count) + (merged ? " merged" : " welded");
    model.merged = merged;
    const double links = static_cast<double>(model.bodies.size());
    for (int i = 0; i < count; ++i) {
        BenchBody body = link(random, static_cast<int>(random.within(0, links)), JointKind::weld, 0.05);
        body.mass *= 0.01;
        for (double& moment : body.inertia) moment *= 0.01;
        model.bodies.push_back(body);
    }
    return model;
}

BenchModel humanoid_of_users_pins(JointKind pin) {
    BenchModel model = humanoid_of_pins();
    model.name = pin == JointKind::users_pin ? "humanoid, own pins" : "humanoid, plain own pins";
    for (BenchBody& body : model.bodies)
        if (body.joint == JointKind::pin) body.joint = pin;
    return model;
}

BenchModel humanoid_half_given() {
    BenchModel model = humanoid_of_pins();
    model.name = "humanoid, half given";
    for (int i = 1; i < static_cast<int>(model.bodies.size()); i += 2) model.prescribed.push_back(i);
    return model;
}

}  // namespace

std::vector<BenchModel> structured_models() {
    return {free_bodies(1000),
            particles(1000),
            humanoid_with_welded(100, false),
            humanoid_with_welded(100, true),
            humanoid_of_users_pins(JointKind::users_pin),
            humanoid_of_users_pins(JointKind::users_plain_pin),
            humanoid_half_given()};
}

std::vector<BenchModel> all_models() {
    return {chain(7),           chain(20),
            chain(100),         chain(1000),
            humanoid_of_pins(), binary_tree(127, JointKind::ball),
            chains(11, 20),     humanoid_of_functions(),
            ladder(5),          ladder(20),
            ladder(60),         humanoid_with_hands_together(),
            four_bars(20),      four_bars(200)};
}

std::vector<BenchState> random_states(const BenchModel& model, int count, std::uint64_t seed) {
    Random random(seed);
    std::vector<BenchState> states(static_cast<std::size_t>(count));
    for (auto& [q, u, udot] : states)
        for (const BenchBody& body : model.bodies) {
            const bool turns = body.joint == JointKind::ball || body.joint == JointKind::free;
            if (turns)
                for (const double e : random.unit_quaternion()) q.push_back(e);
            for (int i = turns ? 4 : 0; i < coordinates(body); ++i)
                q.push_back(random.within(-model.range, model.range));
            for (int i = 0; i < mobilities(body); ++i) {
                u.push_back(random.within(-model.speed, model.speed));
                udot.push_back(random.within(-1, 1));
            }
        }
    return states;
}

}  // namespace bench
