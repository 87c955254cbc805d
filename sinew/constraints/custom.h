// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/constraints/contract.h>
#include <sinew/forces/custom.h>
#include <sinew/math/dual.h>

#include <memory>
#include <vector>

namespace sinew {

/// A ConstraintLaw on dual numbers; see ExactConstraintLaw.
class ConstraintOnDuals {
public:
    virtual ~ConstraintOnDuals() = default;
    virtual void equations(const ConstraintInput<Dual>& in, EquationsT<Dual>& out) const = 0;
    virtual void equations(const ConstraintInput<DualT<Dual>>& in, EquationsT<DualT<Dual>>& out) const = 0;
};

/// A constraint of the user's own, at any level. One object serves all States and threads, so its functions change
/// nothing in it; they may throw: whoever asked gets a StateError with the constraint's name and, nested, what was
/// thrown.
class ConstraintLaw {
public:
    virtual ~ConstraintLaw() = default;
    virtual EquationCounts counts() const = 0;
    /// What it acts on; in equations() these are counted in this order, from 0.
    virtual std::vector<BodyId> bodies() const { return {}; }
    virtual std::vector<CoordinateOf> coordinates() const { return {}; }
    /// Numbers that it wants to have under a path; equations() finds them in in.k, in this order.
    virtual std::vector<ForceParameter> parameters() const { return {}; }
    /// True if its rows change with speeds: equations that are not linear in them.
    virtual bool rows_follow_speeds() const { return false; }
    /// Fills what out asks for (whatever is not null): errors at each level and rows of G, a = G u̇ − b. The
    /// primitives of sinew/constraints/primitives.h fill all of these at once.
    virtual void equations(const ConstraintInput<double>& in, Equations& out) const = 0;
    /// The same law for a Model in which bodies and joints have other numbers and places. Null if nobody said how: then
    /// its bodies keep their frames, and it is taken to know bodies and coordinates by these lists alone.
    virtual std::shared_ptr<const ConstraintLaw> moved(const Moved&) const { return nullptr; }
    /// The same on dual numbers; null: it is differentiated by differences.
    virtual const ConstraintOnDuals* on_duals() const { return nullptr; }
};

/// A ConstraintLaw whose derivatives are exact: its equations are written once, for any number T, with what
/// sinew/math/scalar.h has (square_root, sin_cos) and nothing but what `in` tells of bodies and coordinates. Law has
///     void equations_on(const ConstraintInput<T>& in, EquationsT<T>& out) const    for any T
template <class Law>
class ExactConstraintLaw : public ConstraintLaw, private ConstraintOnDuals {
public:
    void equations(const ConstraintInput<double>& in, Equations& out) const final {
        law().equations_on(in, out);
    }
    const ConstraintOnDuals* on_duals() const final { return this; }

private:
    void equations(const ConstraintInput<Dual>& in, EquationsT<Dual>& out) const final {
        law().equations_on(in, out);
    }
    void equations(const ConstraintInput<DualT<Dual>>& in, EquationsT<DualT<Dual>>& out) const final {
        law().equations_on(in, out);
    }
    const Law& law() const { return static_cast<const Law&>(*this); }
};

/// Puts a ConstraintLaw into a Model.
struct CustomConstraint {
    std::string name{};
    std::shared_ptr<const ConstraintLaw> law{};

    static constexpr const char* kind = "custom constraint";
    static constexpr bool driven = true;
    static constexpr bool internal = false;
    static constexpr bool may_repeat = true;
    template <class T>
    struct Values {};
    EquationCounts counts() const { return law->counts(); }
    static void parameters(const CustomConstraint& e, auto&& each) {
        for (const ForceParameter& p : e.law->parameters()) each(p.name, p.value, p.rule);
    }
    std::vector<BodyId> bodies() const { return law->bodies(); }
    std::vector<CoordinateOf> coordinates() const { return law->coordinates(); }
    void equations(const Values<double>&, const ConstraintInput<double>& in, Equations& out) const;

    /// True if it knows dual numbers. On these it says nothing otherwise.
    bool is_exact() const { return law->on_duals() != nullptr; }
    template <class T>
    void equations(const Values<T>&, const ConstraintInput<T>& in, EquationsT<T>& out) const;
};
static_assert(ConstraintDefinition<CustomConstraint>);

}  // namespace sinew
