// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/studies/goals.h>
#include <sinew/system/compiled.h>
#include <sinew/system/system.h>

#include <span>
#include <string_view>

namespace sinew {

/// A coordinate as places in q and u.
struct PlacedCoordinate {
    int q, u;
};
/// The coordinate, counted within its joint, whose rate a speed is; −1 if there is none.
int coordinate_of_speed(const Node& node, bool by_angles, int speed);
/// Throws StudyError, in the name of `who`, for what is no coordinate in this State.
PlacedCoordinate placed(const System& system, const State& state, const CoordinateOf& coordinate,
                        std::string_view who);

/// Goals ready for use: value, slope and curvature in O(n depth), without a Jacobian written out. Targets and weights
/// may be changed between evaluations; a goal of weight zero is left out.
class GoalSet {
public:
    struct At {
        int body;  ///< of the tree
        Vec3 p_MS;
        Vec3 target;
        double weight;
    };
    struct Turned {
        int body;
        Rotation R_MF;
        Rotation target;
        double weight;
    };
    struct Coordinate {
        PlacedCoordinate place;
        double target, weight;
    };

    GoalSet(const System& system, const State& state, const Goals& goals);

    std::vector<At> stations;
    std::vector<Turned> orientations;
    std::vector<Coordinate> coordinates;

    /// A goal to stay at q₀, for all joints at once (11.6); unit per coordinate.
    void stay(std::span<const double> q0, std::span<const double> unit, double weight);
    double stay_weight() const { return stay_weight_; }

    /// f(q), its slope ∂f/∂u per speed and, unless null, two nu x nu matrices: JᵀWJ, and what the curvature of
    /// stations' paths adds to it (11.3), (11.4), (11.15).
    double value(const System& system, const State& state) const;
    void slope(const System& system, const State& state, double* slope, double* curvature,
               double* bending = nullptr);

    /// How far a goal is missed now.
    double miss(const System& system, const State& state, const At& goal) const;
    double miss(const System& system, const State& state, const Turned& goal) const;
    double miss(const State& state, const Coordinate& goal) const;

private:
    void bend(const Tree& tree, const PositionT<double>& x, double* bending);

    std::vector<double> q0_, per_unit_;
    double stay_weight_ = 0;

    // Work space, one per body or speed.
    std::vector<BodyConstantsT<double>> weight_;  ///< M_B alone: what goals weigh on each body
    std::vector<RigidInertia> composite_;
    std::vector<SpatialForce> force_, sum_;
    std::vector<Mat3> virial_;
    std::vector<double> columns_, f_q_, f_u_;
    std::vector<int> end_;
};

}  // namespace sinew
