// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// What derivatives are held against: differences of the dynamics in extended precision.

#include <sinew/system/dynamics_on.h>
#include <sinew/system/parameter_roles.h>
#include <tests/derivatives/differences.h>
#include <tests/derivatives/extended.h>

#include <functional>
#include <set>
#include <string>

namespace sinew {
extern template class DynamicsOn<testing::Extended>;
}

namespace sinew::testing {

/// A way to change what dynamics looks at: by h times these, and by what `more` or `number` does with h.
struct Along {
    Vector q{}, u{}, u_dot{}, lambda{}, z{};  ///< empty: not at all
    std::function<void(DynamicsOn<Extended>&, Extended)> more{};
    /// A number of a State, for what DynamicsOn has no name for. It is a double, and so is all that is made of it
    /// before the dynamics: 1e-16 over steps of 0.00025.
    std::function<void(State&, double)> number{};
    double per = 1;  ///< the derivative is by this share of h
};

/// The equations of motion of a System in a State, in extended precision. As many as u̇ and λ:
///     M u̇ + f_bias + Gᵀλ − f − JᵀF = 0   or, of joints that are given,   u̇ − that
///     G u̇ − b = 0                        or, of what slides,             λ_t − c λ_n   (17.5)
///                                         of what gives way,              λ − its limit (17.15)
///                                         of what takes no part,          λ
/// After these ż, of elements.
class Precise {
public:
    Precise(const System& system, const State& state, const Vector& u_dot, const Vector& lambda);

    /// Along a way, by central differences at three steps from 1e-4 on, extrapolated: the seventh derivative times
    /// 1e-26 is left, and rounding, 1e-19 over 2.5e-5.
    std::vector<long double> derivative(const Along& along);
    /// Along two ways, one after the other, alike from 2e-3 on: 1e-18 of a sixth derivative is left, and rounding,
    /// 1e-19 over 2.5e-7.
    std::vector<long double> mixed(const Along& one, const Along& other);
    /// How u̇ and λ change where the equations do so: the equations are linear in them. Only where they tell λ.
    Vector answer(const std::vector<long double>& change);
    /// What the equations miss where they change so and u̇ and λ like that, as a share of the latter (or of one).
    double missed(const std::vector<long double>& change, const Vector& answer);
    /// Without the equations that are no part of inverse dynamics at given u̇ and λ.
    template <class T>
    Vector inverse(const std::vector<T>& change) const {
        Vector out;
        for (std::size_t i = 0; i < replaced_.size(); ++i)
            out.push_back(replaced_[i] ? 0 : static_cast<double>(change[i]));
        return out;
    }
    /// Of auxiliary variables.
    Vector rates(const std::vector<long double>& change) const {
        Vector out;
        for (std::size_t i = replaced_.size(); i < change.size(); ++i)
            out.push_back(static_cast<double>(change[i]));
        return out;
    }
    bool is_replaced(int equation) const { return replaced_[at(equation)]; }

private:
    std::vector<long double> ask(const Along& along, long double by);
    template <class F>
    void with_rates(int B, F&& f);
    void ask_motion(const Motion& motion, int B, Extended* u_dot);
    void put_what_slides(std::vector<long double>& equations, const State& state);
    void invert_equations();

    const System system_;
    const State& state_;
    const Vector &u_dot_, &lambda_;
    DynamicsOn<Extended> on_;
    std::vector<bool> replaced_{};                   ///< by equation
    std::vector<long double> matrix_{}, inverse_{};  ///< of the equations
};

/// Measures all derivatives of a System against Precise.
struct Measured {
    explicit Measured(Law& of) : law(of) {}
    /// Those by motion, and by parameters whose path begins so.
    void all(const System& system, const State& state, const std::string& name, const std::string& paths);

    Law& law;
    int numbers = 0;
    double effect = 0;                ///< the largest derivative by a number
    std::set<std::string> refused{};  ///< paths of numbers that were not measured
};

/// What a ConstraintLaw of a test says on extended numbers.
class EquationsOnExtended {
public:
    virtual ~EquationsOnExtended() = default;
    virtual void on_extended(const ConstraintInput<Extended>& in, EquationsT<Extended>& out) const = 0;
};
/// Five bodies in a row, on a free one.
Model short_chain(Random& random);

/// Laws of the user's own that know any number, in place of those that know plain ones.
std::shared_ptr<const ForceLaw> exact(const CustomForce& plain, const Model& model, Random& random);
AnyConstraint exact(const AnyConstraint& plain);

}  // namespace sinew::testing
