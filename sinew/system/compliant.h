// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/base/error.h>
#include <sinew/contact/compliant.h>
#include <sinew/system/compiled.h>

namespace sinew {

/// Which surfaces may touch one another, by bodies, joints, groups and masks.
class MayTouch {
public:
    MayTouch() = default;
    explicit MayTouch(const Model& model);
    bool operator()(const Model& model, int first, int second) const;

private:
    std::vector<std::pair<int, int>> kept_apart_{};  ///< pairs of bodies, sorted
};

/// The surfaces of a Model whose contact is compliant, ready for use.
struct CompliantContact {
    struct Pair {
        int first, second;  ///< surfaces
        PairModel model;
    };
    std::vector<Surface> surfaces;  ///< by SurfaceId
    /// All pairs that may touch; where these are too many to be gone through one by one, those with a surface that has
    /// no bounds, and `swept` holds the others: surfaces that are looked for along an axis.
    std::vector<Pair> pairs;
    std::vector<int> swept;
    MayTouch may_touch;
    ContactRules rules;  ///< the kinds of laws; their numbers are a State's
    int heat = -1;       ///< among z
    CacheId totals;      ///< ContactTotals
    CacheId work;        ///< never current
};

/// What an evaluation of the forces leaves behind.
struct ContactTotals {
    double heat_rate = 0;
};

/// Chooses a model for each pair of surfaces that may touch; faults where there is none, by name. Adds the heat to z.
void bind_contact(Compiled& c, Faults& faults);
void lay_out_contact_cache(Compiled& c);

/// Adds what surfaces do to one another. None of these allocates, and all go through pairs in one order that follows
/// from the State alone.
void apply_contact(const Compiled& c, const State& state, const Kinematics& kin, Applied& out);
double contact_energy(const Compiled& c, const State& state, const Kinematics& kin);
/// As apply_contact has left it; found anew where that has not been asked for this State.
double contact_heat_rate(const Compiled& c, const State& state, const Kinematics& kin);

}  // namespace sinew
