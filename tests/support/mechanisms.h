// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/base/at.h>
#include <sinew/system/system.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <string>
#include <vector>

namespace sinew::testing {

// Mechanisms with closed loops, each with the joints and constraints by which one knows them.

inline Body slender(std::string name, double mass = 1) {
    return Body{std::move(name), {.mass = mass, .com = {0.1, 0, 0}, .inertia = {0.02, 0.03, 0.04}}};
}

/// Crank and rocker on the ground, a coupler between: in the plane of x and y, so that one of the three equations at
/// its end holds by itself. The crank can go all the way round.
struct FourBar {
    static constexpr double ground = 2, crank = 0.6, coupler = 1.8, rocker = 1.4;
    Model model{};
    JointId<Pin> A{}, B{}, D{};
    ConstraintId C{};

    FourBar() {
        model.name = "four-bar";
        const BodyId a = model.add(slender("crank")), b = model.add(slender("coupler")),
                     c = model.add(slender("rocker"));
        A = model.add(Pin{}, {.name = "A", .from = world, .to = a});
        B = model.add(Pin{}, {.name = "B", .from = a, .to = b, .X_PF = {.p = {crank, 0, 0}}});
        D = model.add(Pin{}, {.name = "D", .from = world, .to = c, .X_PF = {.p = {ground, 0, 0}}});
        C = model.add(BallConstraint{"C", {b, {coupler, 0, 0}}, {c, {rocker, 0, 0}}});
    }
};

/// A platform on six legs of given lengths, those it has at a pose.
struct Stewart {
    Model model{};
    JointId<Free> pose{};
    std::array<Station, 6> feet{}, heads{};
    std::array<ConstraintId, 6> legs{};

    explicit Stewart(const Transform& X_WP) {
        model.name = "Stewart platform";
        const BodyId platform = model.add(slender("platform", 10));
        pose = model.add(Free{}, {.name = "pose", .from = world, .to = platform});
        for (int i = 0; i < 6; ++i) {
            const double side = i % 2 ? 1 : -1, third = (i / 2) * 2 * std::numbers::pi / 3;
            const double a = third + side * 0.3, b = third + side * 0.8;
            feet[at(i)] = {world, {std::cos(a), std::sin(a), 0}};
            heads[at(i)] = {platform, {0.6 * std::cos(b), 0.6 * std::sin(b), 0}};
            legs[at(i)] = model.add(Rod{"leg_" + std::to_string(i), feet[at(i)], heads[at(i)],
                                        norm(X_WP * heads[at(i)].p - feet[at(i)].p)});
        }
    }
};

/// Bricard's trihedral loop: six links with six pins, neighbours at right angles. By counting it could not move, yet it
/// does: five of the six equations that close it bind.
struct Bricard {
    Model model{};
    std::vector<AnyJointId> joints{};
    ConstraintId closed{};

    Bricard() {
        model.name = "Bricard's loop";
        BodyId last = world;
        for (int i = 0; i < 6; ++i) {
            const BodyId next = model.add(slender("link_" + std::to_string(i)));
            const double twist = (i % 2 ? 1 : -1) * std::numbers::pi / 2;
            const Transform along{Rotation::about_x(twist), {1, 0, 0}};
            joints.push_back(model.add(Pin{}, {.name = "pin_" + std::to_string(i),
                                               .from = last,
                                               .to = next,
                                               .X_PF = i == 0 ? Transform{} : along}));
            last = next;
        }
        closed = model.add(WeldConstraint{
            "closed", {last, {Rotation::about_x(-std::numbers::pi / 2), {1, 0, 0}}}, {world, {}}});
    }
};

/// Somebody with both feet on the ground and both hands on a bar: one hand cannot turn on it, the other can.
struct Holder {
    Model model{};
    AnyJointId pelvis{}, bar{};
    std::array<Station, 2> hands{};

    Holder() {
        model.name = "holder";
        const auto add = [&](auto joint, const char* name, BodyId from, const Vec3& at) {
            const BodyId body = model.add(slender(name, 3));
            model.add(joint,
                      {.name = std::string("to_") + name, .from = from, .to = body, .X_PF = {.p = at}});
            return body;
        };
        const BodyId hips = add(Free{}, "pelvis", world, {0, 0, 1});
        const BodyId torso = add(Ball{}, "torso", hips, {0, 0, 0.15});
        add(Ball{}, "head", torso, {0, 0, 0.5});
        BodyId hand[2];
        for (const int side : {0, 1}) {
            const double y = side ? -1 : 1;
            const std::string end = side ? "_r" : "_l";
            const BodyId thigh = add(Ball{}, ("thigh" + end).c_str(), hips, {0, 0.1 * y, 0});
            const BodyId shank = add(Pin{}, ("shank" + end).c_str(), thigh, {0, 0, -0.42});
            const BodyId foot = add(Universal{}, ("foot" + end).c_str(), shank, {0, 0, -0.42});
            const BodyId arm = add(Ball{}, ("arm" + end).c_str(), torso, {0, 0.2 * y, 0.4});
            const BodyId forearm = add(Pin{}, ("forearm" + end).c_str(), arm, {0, 0, -0.3});
            hand[side] = add(Ball{}, ("hand" + end).c_str(), forearm, {0, 0, -0.27});
            model.add(BallConstraint{"stand" + end, {world, {0, 0.15 * y, 0}}, {foot, {0, 0, -0.07}}});
        }
        const BodyId rod = add(Free{}, "bar", world, {0.4, 0, 1.2});
        pelvis = model.joint("to_pelvis"), bar = model.joint("to_bar");
        model.add(WeldConstraint{"grip_l", {hand[0], {.p = {0, 0, -0.08}}}, {rod, {.p = {0, 0.25, 0}}}});
        model.add(BallConstraint{"grip_r", {hand[1], {0, 0, -0.08}}, {rod, {0, -0.25, 0}}});
        hands = {Station{hand[0], {}}, Station{hand[1], {}}};
    }
};

/// The same numbers on every machine.
class Dice {
public:
    explicit Dice(std::uint64_t seed) : bits_(seed) {}
    double within(double low, double high) {
        std::uint64_t x = (bits_ += 0x9e3779b97f4a7c15u);  // splitmix64
        x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
        x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
        return low + (high - low) * static_cast<double>((x ^ (x >> 31)) >> 11) * 0x1p-53;
    }
    Vec3 vector(double size) { return {within(-size, size), within(-size, size), within(-size, size)}; }
    std::array<double, 4> quaternion() {
        for (;;) {
            std::array<double, 4> e;
            double square = 0;
            for (double& x : e) x = within(-1, 1), square += x * x;
            if (square > 1 || square < 0.01) continue;
            for (double& x : e) x /= std::sqrt(square);
            return e;
        }
    }

private:
    std::uint64_t bits_;
};

/// Any angles and orientations; places within a metre of where the joints have them.
inline State random_pose(const System& system, Dice& dice) {
    State state = system.default_state();
    std::vector<double> q(state.q().begin(), state.q().end());
    for (double& x : q) x = dice.within(-std::numbers::pi, std::numbers::pi);
    for (const QuaternionSlot& slot : system.layout().quaternions) {
        const auto first = static_cast<std::size_t>(slot.q);
        const std::array<double, 4> e = dice.quaternion();
        for (std::size_t i = 0; i < 4; ++i) q[first + i] = e[i];
    }
    for (std::size_t i = 0; i < q.size(); ++i)
        if (const std::string& name = system.layout().q_names[i];
            name.ends_with(".x") || name.ends_with(".y") || name.ends_with(".z"))
            q[i] = dice.within(-1, 1);
    state.set_q(q);
    return state;
}

}  // namespace sinew::testing
