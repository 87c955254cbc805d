// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/contact/surfaces.h>
#include <sinew/geometry/broad_phase.h>
#include <sinew/geometry/manifold.h>
#include <sinew/stepping/touch.h>

#include <optional>

namespace sinew {

/// Where the contact surfaces of a Model touch: boxes around them first, then each pair that is left. Surfaces on one
/// body, on bodies that a joint joins (unless the Model says otherwise) and on bodies that can not move never meet.
class SurfaceTouches final : public TouchFinder {
public:
    /// Throws ModelError with the names of two surfaces that may meet and that there is no answer for.
    explicit SurfaceTouches(const System& system);

    void find(const System& system, const State& state, const SpatialVelocity* V_WB, double h,
              std::vector<TouchPoint>& out) override;

    /// Pairs whose boxes overlapped when last asked.
    int pairs() const { return static_cast<int>(memories_.size()); }

private:
    struct Memory {
        BroadPhase::Pair pair;
        ManifoldMemory memory;
    };
    void check_pairs(const Model& model, const std::vector<CollisionFilter>& filters) const;
    bool may_meet(int first, int second) const;
    void place_surfaces(const System& system, const State& state, const SpatialVelocity* V_WB, double h);
    void add(const System& system, const State& state, const BroadPhase::Pair& pair, ManifoldMemory& memory,
             std::vector<TouchPoint>& out);

    /// With the sizes of the State that is looked at.
    const Surface& surface(std::size_t i) const {
        return changed_ && changed_[i] ? *changed_[i] : surfaces_[i];
    }

    std::vector<Surface> surfaces_;            ///< with those of the Model
    const Surface* const* changed_ = nullptr;  ///< while a State is looked at
    std::vector<int> body_;                    ///< by surface: body of the Model
    std::vector<std::pair<int, int>> never_;   ///< pairs of bodies, ascending
    std::optional<BroadPhase> broad_;
    std::vector<Transform> X_WG_;
    std::vector<double> margin_;
    std::vector<Bounds> boxes_;
    std::vector<Memory> memories_, before_;
};

}  // namespace sinew
