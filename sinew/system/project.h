// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/math/least_squares.h>
#include <sinew/system/constraint_blocks.h>
#include <sinew/system/relax.h>

#include <span>
#include <vector>

namespace sinew {

/// What counts as a unit change, and as a unit error (9.50). Arrays belong to the caller; an empty one stands
/// for ones.
struct ProjectionOptions {
    std::span<const double> speed_weights{};     ///< w = 1/δu per speed
    std::span<const double> equation_weights{};  ///< 1/t_p or 1/t_v, in the order of velocity_errors
    /// What a rate of a position error is multiplied with to be compared with one: a tenth of a second suits
    /// people and robots, a tenth of a picosecond molecules.
    double characteristic_time = 0.1;
    bool relative_speeds = false;  ///< speeds count as shares of their size where that is above δu
    double tolerance = 1e-10;      ///< largest weighted error that counts as met
    int max_iterations = 20;
};

/// The account of one projection; errors are weighted, the largest of all equations.
struct Projection {
    bool converged = false;
    int iterations = 0;
    double error_before = 0, error = 0;
    double moved = 0;  ///< the weighted length of the whole change
};

/// Brings a State to where its constraints are met by the shortest way, as an integrator does after every step;
/// joints whose motion is given are left alone. Not for starts from far away: see assemble. Memory is taken
/// when it is made; projections take none. Serves all States of the system, one at a time.
class Projector {
public:
    explicit Projector(const System& system);

    /// Changes free coordinates by Newton's steps of least weighted length (9.51), then normalises quaternions.
    /// A State that is good enough is left as it is, but for the quaternions.
    Projection positions(State& state, const ProjectionOptions& options = {});
    /// Changes free speeds alike, at the State's coordinates (9.52).
    Projection velocities(State& state, const ProjectionOptions& options = {});

    /// Removes from estimates of the errors in q and in u what the projections would have removed (9.53). Uses
    /// the factors of the last projection; call them after it, with its options.
    void position_estimate(const State& state, std::span<double> q_error,
                           const ProjectionOptions& options = {});
    void velocity_estimate(const State& state, std::span<double> u_error,
                           const ProjectionOptions& options = {});

private:
    struct Block {
        ConstraintBlock all;
        std::vector<int> equations, speeds;  ///< those that count now
        LeastSquares factor;
        bool is_current = false;
    };
    struct Level {
        std::vector<Block> blocks;
        bool positions = true;
    };

    Projection project(Level& level, State& state, const ProjectionOptions& options);
    void choose(Level& level, const State& state);
    void find_weights(const Level& level, const State& state, const ProjectionOptions& options);
    void factor(const Level& level, Block& block, const State& state, const ProjectionOptions& options,
                double least);
    double error_of(const Level& level, const State& state, const ProjectionOptions& options) const;
    double weight_of(const Level& level, int equation, const ProjectionOptions& options) const;
    void move(const Level& level, State& state, const double* step);
    void remove_seen(Level& level, const State& state, const ProjectionOptions& options, double* step);

    const System system_;
    std::vector<EquationPlace> places_;
    Level positions_, velocities_;
    std::vector<int> place_;  ///< per speed
    std::vector<double> unit_, G_, e_, y_, step_, total_, kept_, q_, q_dot_;
};

/// The same for one State, with memory taken anew.
Projection project_positions(const System& system, State& state, const ProjectionOptions& options = {});
Projection project_velocities(const System& system, State& state, const ProjectionOptions& options = {});
/// All that must hold before a State is used: given coordinates, position constraints, given speeds, velocity
/// constraints, fast variables.
struct StateProjection {
    Projection positions, velocities;
    Relaxation fast;
};
StateProjection project(const System& system, State& state, const ProjectionOptions& options = {});

/// Gives quaternions of joints that are not driven unit length. Without an effect on anything but their
/// numbers.
void normalise_quaternions(const System& system, State& state);

}  // namespace sinew
