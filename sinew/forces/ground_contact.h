// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/forces/contract.h>

namespace sinew {

// Contact with a plane as force elements: the xy plane of a frame F, solid below. Surfaces of any shape: chapter 15.

/// What slides is held no better than what sticks.
std::string fault_of_friction(const auto& element) {
    if (!(element.sliding_friction > element.static_friction)) return "";
    return "its sliding friction is above its static friction; make them equal or swap them";
}

/// A sphere on a half space by Hertz, Hunt and Crossley, with hyperbolic tangents for whatever has a corner: two
/// derivatives everywhere, and a little force at a distance, for those who optimise (8.40).
struct SmoothContact {
    std::string name{};
    FrameOn on{};  ///< F
    Station at{};  ///< the sphere's centre
    double radius = 0.1;
    double stiffness = 1e6;    ///< E of both materials, Pa
    double dissipation = 0.1;  ///< c, s/m
    double static_friction = 0.8, sliding_friction = 0.6, viscous_friction = 0;
    double transition_speed = 0.01;
    double constant_force = 1e-5;       ///< rounds the beginning, m² and m²/s²
    double hertz_smoothing = 300;       ///< 1/m
    double dissipation_smoothing = 50;  ///< s/m

    static constexpr const char* kind = "smooth contact";
    static constexpr bool internal = true, follows_speeds = true;
    template <class T>
    struct Values {
        FrameValues<T> on;
        Vec3T<T> at;
        T radius, stiffness, dissipation, static_friction, sliding_friction, viscous_friction,
            transition_speed, constant_force, hertz_smoothing, dissipation_smoothing;
    };
    static void parameters(auto& e, auto&& each) {
        each("on", e.on.X_BF, Rule::rotation);
        each("at", e.at.p, Rule::finite);
        each("radius", e.radius, Rule::positive);
        each("stiffness", e.stiffness, Rule::non_negative);
        each("dissipation", e.dissipation, Rule::positive);
        each("static_friction", e.static_friction, Rule::non_negative);
        each("sliding_friction", e.sliding_friction, Rule::non_negative);
        each("viscous_friction", e.viscous_friction, Rule::non_negative);
        each("transition_speed", e.transition_speed, Rule::positive);
        each("constant_force", e.constant_force, Rule::positive);
        each("hertz_smoothing", e.hertz_smoothing, Rule::positive);
        each("dissipation_smoothing", e.dissipation_smoothing, Rule::positive);
    }
    std::array<BodyId, 2> bodies() const { return {on.body, at.body}; }
    std::string fault() const { return fault_of_friction(*this); }
    template <class T>  // double and Dual
    void apply(const Values<T>& k, const ForceInput<T>& in, AppliedT<T>& out) const;
};

/// A point over a plane that pushes it away exponentially, so that nothing ever begins; bristles for friction, which
/// hold the point until they bend no further, and bend less where it slides (8.41). The bristles' bend, in F's x and y,
/// is z.
struct ExponentialContact {
    std::string name{};
    FrameOn on{};  ///< F
    Station at{};
    double height = 0.0065905;                   ///< d₀, where the push is `push`, m
    double push = 0.5336;                        ///< d₁, N
    double steepness = 1150;                     ///< d₂, 1/m
    double normal_damping = 0.5;                 ///< c_z, s/m
    double bristle_stiffness = 20000;            ///< k, N/m
    double bristle_damping = 282.8427124746190;  ///< N s/m
    double static_friction = 0.7;                ///< μ_s, that holds
    double sliding_friction = 0.5;               ///< μ_d, of slip; at most μ_s
    double transition_speed = 0.01;              ///< of slip, from which on friction is μ_d, m/s

    static constexpr const char* kind = "exponential contact";
    static constexpr bool internal = true, follows_speeds = true;
    template <class T>
    struct Values {
        FrameValues<T> on;
        Vec3T<T> at;
        T height, push, steepness, normal_damping, bristle_stiffness, bristle_damping, static_friction,
            sliding_friction, transition_speed;
    };
    static void parameters(auto& e, auto&& each) {
        each("on", e.on.X_BF, Rule::rotation);
        each("at", e.at.p, Rule::finite);
        each("height", e.height, Rule::finite);
        each("push", e.push, Rule::positive);
        each("steepness", e.steepness, Rule::positive);
        each("normal_damping", e.normal_damping, Rule::non_negative);
        each("bristle_stiffness", e.bristle_stiffness, Rule::positive);
        each("bristle_damping", e.bristle_damping, Rule::non_negative);
        each("static_friction", e.static_friction, Rule::non_negative);
        each("sliding_friction", e.sliding_friction, Rule::non_negative);
        each("transition_speed", e.transition_speed, Rule::positive);
    }
    std::array<BodyId, 2> bodies() const { return {on.body, at.body}; }
    std::string fault() const { return fault_of_friction(*this); }
    std::vector<double> initial_z() const { return {0, 0}; }
    template <class T>  // double and Dual
    void apply(const Values<T>& k, const ForceInput<T>& in, AppliedT<T>& out) const;
    template <class T>  // double and Dual
    void z_dot(const ForceInput<T>& in, std::span<T> rate) const;
};

/// The state of a PointContact: three that last, and three on the way between these.
enum class PointContactMode : unsigned char {
    free = 1,
    slide,
    to_stick,  ///< slides so slowly that it will stick
    stick,
    to_slide,  ///< pulled harder than friction holds
    negative,  ///< leaves so fast that the plane would have to pull
};

/// A point on a plane that is free, slides or sticks: springs and dampers along the normal and, from the place where it
/// stuck, along the plane (8.42). Mode and that place are its discrete variable; they change between steps only, by the
/// handler commit_point_contacts (studies/point_contacts.h).
struct PointContact {
    std::string name{};
    FrameOn on{};  ///< F
    Station at{};
    double normal_stiffness = 0, tangential_stiffness = 0;  ///< N/m
    double normal_damping = 0, tangential_damping = 0;      ///< N s/m
    double static_friction = 0.5, sliding_friction = 0.4;
    double zero_speed = 1e-3;  ///< below it a point that slides will stick, m/s

    static constexpr const char *kind = "point contact", *variable_name = "contact";
    static constexpr bool internal = true, follows_speeds = true;
    template <class T>
    struct Values {
        FrameValues<T> on;
        Vec3T<T> at;
        T normal_stiffness, tangential_stiffness, normal_damping, tangential_damping, static_friction,
            sliding_friction, zero_speed;
    };
    static void parameters(auto& e, auto&& each) {
        each("on", e.on.X_BF, Rule::rotation);
        each("at", e.at.p, Rule::finite);
        each("normal_stiffness", e.normal_stiffness, Rule::non_negative);
        each("tangential_stiffness", e.tangential_stiffness, Rule::non_negative);
        each("normal_damping", e.normal_damping, Rule::non_negative);
        each("tangential_damping", e.tangential_damping, Rule::non_negative);
        each("static_friction", e.static_friction, Rule::non_negative);
        each("sliding_friction", e.sliding_friction, Rule::non_negative);
        each("zero_speed", e.zero_speed, Rule::positive);
    }
    std::array<BodyId, 2> bodies() const { return {on.body, at.body}; }
    std::string fault() const { return fault_of_friction(*this); }
    /// Mode, and the place in F's x and y where it stuck.
    std::vector<double> initial(int, int) const { return {1, 0, 0}; }
    template <class T>  // double and Dual
    void apply(const Values<T>& k, const ForceInput<T>& in, AppliedT<T>& out) const;
    /// What the mode amounts to now, and what the variable is to be after the step.
    PointContactMode mode(const Values<double>& k, const ForceInput<double>& in) const;
    std::array<double, 3> committed(const Values<double>& k, const ForceInput<double>& in) const;
};

static_assert(ForceDefinition<SmoothContact> && ForceDefinition<ExponentialContact> &&
              ForceDefinition<PointContact>);

}  // namespace sinew
