// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/forces/contract.h>

#include <vector>

namespace sinew {

/// A linear spring on one coordinate: f = −k (q − q₀),   V = ½ k (q − q₀)²
/// (8.5)
struct MobilitySpring {
    std::string name{};
    CoordinateOf coordinate{};
    double stiffness = 0, rest = 0;

    static constexpr const char* kind = "mobility spring";
    static constexpr bool needs_coordinate = true;
    template <class T>
    struct Values {
        T stiffness, rest;
    };
    static void parameters(auto& e, auto&& each) {
        each("stiffness", e.stiffness, Rule::finite);
        each("rest", e.rest, Rule::finite);
    }
    template <class T>
    void apply(const Values<T>& k, const ForceInput<T>& in, AppliedT<T>& out) const {
        out.add_mobility_force(in.u, -k.stiffness * (in.kin.q[in.q] - k.rest));
    }
    template <class T>
    T potential_energy(const Values<T>& k, const ForceInput<T>& in) const {
        const T stretch = in.kin.q[in.q] - k.rest;
        return T(0.5) * k.stiffness * stretch * stretch;
    }
};

/// A linear damper on one speed: f = −c u
/// (8.6)
struct MobilityDamper {
    std::string name{};
    CoordinateOf coordinate{};
    double damping = 0;

    static constexpr const char* kind = "mobility damper";
    template <class T>
    struct Values {
        T damping;
    };
    static void parameters(auto& e, auto&& each) { each("damping", e.damping, Rule::non_negative); }
    template <class T>
    void apply(const Values<T>& k, const ForceInput<T>& in, AppliedT<T>& out) const {
        out.add_mobility_force(in.u, -k.damping * in.kin.u[in.u]);
    }
};

/// The same force on one speed, always: f = f₀,   V = −f₀ q where the speed is a coordinate's rate
/// (8.7)
struct MobilityConstant {
    std::string name{};
    CoordinateOf coordinate{};
    double force = 0;

    static constexpr const char* kind = "mobility constant";
    template <class T>
    struct Values {
        T force;
    };
    static void parameters(auto& e, auto&& each) { each("force", e.force, Rule::finite); }
    template <class T>
    void apply(const Values<T>& k, const ForceInput<T>& in, AppliedT<T>& out) const {
        out.add_mobility_force(in.u, k.force);
    }
    template <class T>
    T potential_energy(const Values<T>& k, const ForceInput<T>& in) const {
        return in.q < 0 ? T(0.0) : -k.force * in.kin.q[in.q];
    }
};

/// A force on one speed whose value is set in the State, by whoever controls the system: see set_mobility_force.
struct MobilityDiscrete {
    std::string name{};
    CoordinateOf coordinate{};
    double force = 0;  ///< what a new State begins with

    static constexpr const char* kind = "mobility discrete";
    static constexpr const char* variable_name = "force";
    template <class T>
    struct Values {};
    static void parameters(auto&, auto&&) {}
    std::vector<double> initial(int, int) const { return {force}; }
    template <class T>
    void apply(const Values<T>&, const ForceInput<T>& in, AppliedT<T>& out) const {
        out.add_mobility_force(in.u, T(in.variable[0]));
    }
};

/// A damper on every speed there is: f = −c u
/// (8.8)
struct GlobalDamper {
    std::string name = "damper";
    double damping = 0;

    static constexpr const char* kind = "global damper";
    template <class T>
    struct Values {
        T damping;
    };
    static void parameters(auto& e, auto&& each) { each("damping", e.damping, Rule::non_negative); }
    template <class T>
    void apply(const Values<T>& k, const ForceInput<T>& in, AppliedT<T>& out) const {
        for (int i = 0; i < in.kin.speeds; ++i) out.f[i] -= k.damping * in.kin.u[i];
    }
};

static_assert(ForceDefinition<MobilitySpring> && ForceDefinition<MobilityDamper> &&
              ForceDefinition<MobilityConstant> && ForceDefinition<MobilityDiscrete> &&
              ForceDefinition<GlobalDamper>);

}  // namespace sinew
