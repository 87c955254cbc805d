// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/forces/actuator.h>

namespace sinew {

/// A way straight from point to point over bodies: ℓ = Σ |r|, ℓ̇ = Σ r·v/|r| over its stretches r. A stretch between
/// points that coincide pulls nowhere.                                                                         (8.20)
template <class T>
class StraightWay {
public:
    T length, rate;

    /// p are the points' coordinates on their bodies, three each.
    StraightWay(const ForceInput<T>& in, const T* p) : length(0.0), rate(0.0), in_(in), p_(p) {
        for_every_stretch([&](const Vec3T<T>& r, const Vec3T<T>& v, const T& size, int, int, const Vec3T<T>&,
                              const Vec3T<T>&) {
            length += size;
            rate += dot(r, v) / size;
        });
    }
    /// Pulls its ends together with force f, and so every point on its way towards its neighbours.
    void pull(const T& f, AppliedT<T>& out) const {
        for_every_stretch([&](const Vec3T<T>& r, const Vec3T<T>&, const T& size, int A, int B,
                              const Vec3T<T>& p_A, const Vec3T<T>& p_B) {
            const Vec3T<T> force = (f / size) * r;
            out.add_force(A, p_A, force);
            out.add_force(B, p_B, -force);
        });
    }

private:
    Vec3T<T> point(std::size_t i) const {
        return in_.kin.station(in_.path[i], {p_[3 * i], p_[3 * i + 1], p_[3 * i + 2]});
    }
    template <class F>
    void for_every_stretch(F&& f) const {
        if (in_.path.empty()) return;
        Vec3T<T> from = point(0);
        for (std::size_t i = 1; i < in_.path.size(); ++i) {
            const int A = in_.path[i - 1], B = in_.path[i];
            const Vec3T<T> to = point(i), r = to - from;
            const Vec3T<T> v =
                in_.kin.v.V_WB ? in_.kin.velocity(B, to) - in_.kin.velocity(A, from) : Vec3T<T>{};
            const T size = norm(r);
            if (value_of(size) > 0) f(r, v, size, A, B, from, to);
            from = to;
        }
    }
    const ForceInput<T>& in_;
    const T* p_;
};

/// What a path's points must be, and the names of their parameters: p0, p1, ...
struct PathPoints {
    static void parameters(auto& path, auto&& each) {
        int i = 0;
        for (auto& station : path) each("p" + std::to_string(i++), station.p, Rule::finite);
    }
    static std::string fault(const std::vector<Station>& path) {
        return path.size() >= 2 ? "" : "its path needs two points at least";
    }
};

/// A cable straight from point to point, with a spring and a damper along it, taut above ℓ₀ + s and, as a strut, below
/// ℓ₀; see (8.19) for its law. A slack of its whole length makes it a rope.
struct PathTendon {
    std::string name{};
    std::vector<Station> path{};
    double stiffness = 0, rest_length = 0, slack = 0, damping = 0;

    static constexpr const char* kind = "path tendon";
    static constexpr bool internal = true;
    template <class T>
    using Values = CoordinateTendon::Values<T>;
    static void parameters(auto& e, auto&& each) {
        each("stiffness", e.stiffness, Rule::finite);
        each("rest_length", e.rest_length, Rule::non_negative);
        each("slack", e.slack, Rule::non_negative);
        each("damping", e.damping, Rule::non_negative);
        PathPoints::parameters(e.path, each);
    }
    std::string fault() const { return PathPoints::fault(path); }

    template <class T>
    void apply(const Values<T>& k, const ForceInput<T>& in, AppliedT<T>& out) const {
        const StraightWay<T> way(in, in.numbers_after(sizeof k / sizeof(T)));
        way.pull(k.stiffness * CoordinateTendon::extension(k, way.length) + k.damping * way.rate, out);
    }
    template <class T>
    T potential_energy(const Values<T>& k, const ForceInput<T>& in) const {
        const T e =
            CoordinateTendon::extension(k, StraightWay<T>(in, in.numbers_after(sizeof k / sizeof(T))).length);
        return T(0.5) * k.stiffness * e * e;
    }
};

/// A drive along a cable straight from point to point; positive f lengthens it. ℓ is its length times the gear.
struct PathActuator {
    std::string name{};
    std::vector<Station> path{};
    double gear = 1;
    Drive drive{};

    static constexpr const char* kind = "path actuator";
    static constexpr bool internal = true;
    template <class T>
    struct Values {
        Drive::Values<T> drive;
        T gear;
    };
    static void parameters(auto& e, auto&& each) {
        Drive::parameters(e.drive, each);
        each("gear", e.gear, Rule::finite);
        PathPoints::parameters(e.path, each);
    }
    std::string fault() const {
        const std::string of_path = PathPoints::fault(path);
        return of_path.empty() ? drive.fault() : of_path;
    }
    std::vector<double> initial_z() const { return drive.initial_z(); }

    template <class T>
    void apply(const Values<T>& k, const ForceInput<T>& in, AppliedT<T>& out) const {
        const StraightWay<T> way(in, in.numbers_after(sizeof k / sizeof(T)));
        way.pull(-k.gear * drive.force(k.drive, in.z, T(k.gear * way.length), T(k.gear * way.rate)), out);
    }
    template <class T>
    void z_dot(const ForceInput<T>& in, std::span<T> rate) const {
        rate[0] = drive.z_dot(Drive::values_in(in.k), in.z[0]);
    }
};

/// A drive that pushes and turns a body along the axes of a frame on it, as a thruster or propeller does.
///     F = f (R_WF t, R_WF d) about Fo     ℓ = 0     ℓ̇ = t·ω + d·v, both of F and in F   (8.21)
struct FrameActuator {
    std::string name{};
    FrameOn on{};
    Vec3 torque{}, force{};  ///< t and d: what one unit of f is
    Drive drive{};

    static constexpr const char* kind = "frame actuator";
    template <class T>
    struct Values {
        Drive::Values<T> drive;
        FrameValues<T> frame;
        Vec3T<T> torque, force;
    };
    static void parameters(auto& e, auto&& each) {
        Drive::parameters(e.drive, each);
        each("on", e.on.X_BF, Rule::rotation);
        each("torque", e.torque, Rule::finite);
        each("force", e.force, Rule::finite);
    }
    std::array<BodyId, 1> bodies() const { return {on.body}; }
    std::string fault() const { return drive.fault(); }
    std::vector<double> initial_z() const { return drive.initial_z(); }

    template <class T>
    void apply(const Values<T>& k, const ForceInput<T>& in, AppliedT<T>& out) const {
        const int B = in.body[0];
        const TransformT<T> X_WF = in.kin.X_WB(B) * k.frame.X();
        const Vec3T<T> t_W = X_WF.R * k.torque, d_W = X_WF.R * k.force;
        const T rate = dot(t_W, in.kin.angular_velocity(B)) + dot(d_W, in.kin.velocity(B, X_WF.p));
        const T f = drive.force(k.drive, in.z, T(0.0), rate);
        out.add_force(B, X_WF.p, f * d_W);
        out.add_torque(B, f * t_W);
    }
    template <class T>
    void z_dot(const ForceInput<T>& in, std::span<T> rate) const {
        rate[0] = drive.z_dot(Drive::values_in(in.k), in.z[0]);
    }
};
static_assert(ForceDefinition<PathTendon> && ForceDefinition<PathActuator> && ForceDefinition<FrameActuator>);

}  // namespace sinew
