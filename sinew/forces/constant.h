// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/forces/contract.h>

namespace sinew {

/// The same force at a point of a body, always. Its direction is fixed in the world, or turns with the body.
///     f_W = f, V = −f·p_S     or     f_W = R_WB f, which has no potential                                       (8.3)
struct ConstantForce {
    std::string name{};
    Station at{};
    Vec3 force{};  ///< in the world's axes, or in the body's if it turns with it
    bool turns_with_body = false;

    static constexpr const char* kind = "constant force";
    template <class T>
    struct Values {
        Vec3T<T> p, force;
    };
    static void parameters(auto& e, auto&& each) {
        each("at", e.at.p, Rule::finite);
        each("force", e.force, Rule::finite);
    }
    std::array<BodyId, 1> bodies() const { return {at.body}; }
    bool has_potential() const { return !turns_with_body; }

    template <class T>
    void apply(const Values<T>& k, const ForceInput<T>& in, AppliedT<T>& out) const {
        const int B = in.body[0];
        out.add_force(B, in.kin.station(B, k.p), turns_with_body ? in.kin.X_WB(B).R * k.force : k.force);
    }
    template <class T>
    T potential_energy(const Values<T>& k, const ForceInput<T>& in) const {
        return turns_with_body ? T(0.0) : -dot(k.force, in.kin.station(in.body[0], k.p));
    }
};

/// The same torque on a body, always: fixed in the world, or turning with the body. Neither has a potential.
///     m_W = m     or     m_W = R_WB m                                                                           (8.4)
struct ConstantTorque {
    std::string name{};
    BodyId body{};
    Vec3 torque{};  ///< in the world's axes, or in the body's if it turns with it
    bool turns_with_body = false;

    static constexpr const char* kind = "constant torque";
    template <class T>
    struct Values {
        Vec3T<T> torque;
    };
    static void parameters(auto& e, auto&& each) { each("torque", e.torque, Rule::finite); }
    std::array<BodyId, 1> bodies() const { return {body}; }

    template <class T>
    void apply(const Values<T>& k, const ForceInput<T>& in, AppliedT<T>& out) const {
        const int B = in.body[0];
        out.add_torque(B, turns_with_body ? in.kin.X_WB(B).R * k.torque : k.torque);
    }
};

static_assert(ForceDefinition<ConstantForce> && ForceDefinition<ConstantTorque>);

}  // namespace sinew
