// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/forces/moved.h>
#include <sinew/system/system.h>

#include <string>
#include <vector>

namespace sinew {

/// A Model without the bodies that welds hold on others, and where these have gone (9.100).
///
///     const MergedWelds merged = merge_welds(model);
///     const System fast(merged.model), whole(model);
///     ... simulate fast ...
///     reaction(whole, whole_state(merged, fast, state, whole), weld);
struct MergedWelds {
    Model model;
    /// By the ids of the Model that was given: the body that each is part of, where its frame stands there, and what
    /// number a joint has; bodies that stay are where they were. All other ids are as before.
    Moved moved;
    /// Why a body stays on its weld, a line each.
    std::vector<std::string> remarks{};
    /// Beginnings of paths of parameters that mean something else than they did: masses of bodies that others have
    /// become part of, places on bodies that are part of others. Sorted.
    std::vector<std::string> changed{};

    /// By the ids of the Model that was given: bodies that are part of another now.
    std::vector<bool> gone{};
};

/// Every tree of bodies on Weld joints becomes one body: the one nearest to the world, or the world. Masses are summed,
/// and what is fixed on a body that has gone is fixed on the other where it was. Names stay, and all ids but those of
/// bodies and joints. A weld that closes a loop stays, and the other loops are closed where they were. A body stays
/// on its weld where something cannot be said otherwise; `remarks` tells what. Throws ModelError as System(model) does.
MergedWelds merge_welds(const Model& model);

/// The State of the System of the whole Model that says the same as one of the System of the merged Model: time, q, u,
/// z, discrete variables, locks, what is switched off, and parameters. Throws StateError where a State belongs to
/// neither, and for parameters that were set in it but mean something else for the whole (`changed`).
State whole_state(const MergedWelds& merged, const System& system, const State& state, const System& whole);

}  // namespace sinew
