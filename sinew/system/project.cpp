// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/error.h>
#include <sinew/base/names.h>
#include <sinew/system/constraints.h>
#include <sinew/system/driven.h>
#include <sinew/system/motions.h>
#include <sinew/system/project.h>
#include <sinew/system/work.h>

#include <algorithm>
#include <cmath>

namespace sinew {

namespace {

/// Rows of which less than this is left depend on the others: finest, and for errors of that size at most
/// coarsest. Where
/// equations depend on one another on the way to the solution only nearly, by as much as they are violated, to
/// take them for independent would lead astray (9.54).
constexpr double finest = 1e-9, coarsest = 1e-3;
/// How far positions are brought where equations depend on one another: speeds and accelerations tell which do by how
/// far they are off.
constexpr double closed = 1e-11;

void check_weights(const char* what, std::span<const double> weights) {
    for (std::size_t i = 0; i < weights.size(); ++i)
        if (!(weights[i] > 0) || !std::isfinite(weights[i]))
            throw StateError(std::string(what) + "[" + std::to_string(i) + "] is " + shortest(weights[i]) +
                             ". Weights must be positive.");
}

bool moves(const Driven& driven, int body, bool positions) {
    const MotionLevel least = positions ? MotionLevel::position : MotionLevel::velocity;
    return driven.level[body] < static_cast<std::uint8_t>(least);
}

}  // namespace

Projector::Projector(const System& system) : system_(system) {
    const Compiled& c = system.compiled();
    places_ = equation_places(c);
    std::size_t largest = 0;
    for (Level* level : {&positions_, &velocities_}) {
        level->positions = level == &positions_;
        for (ConstraintBlock& all : constraint_blocks(c)) {
            std::erase_if(all.equations, [&](int i) {
                const EquationPlace& place = places_[size(i)];
                return (level->positions ? place.position : place.velocity) < 0;
            });
            if (all.equations.empty()) continue;
            const int m = static_cast<int>(all.equations.size()), n = static_cast<int>(all.speeds.size());
            largest = std::max(largest, all.equations.size() * all.speeds.size());
            Block& block = level->blocks.emplace_back();
            block.factor = LeastSquares(m, n);
            block.speeds.reserve(all.speeds.size());
            block.equations = all.equations;
            block.all = std::move(all);
        }
    }
    place_.assign(size(c.tree.nu), -1);
    G_.resize(largest);
    e_.resize(size(c.constraints.a));
    for (std::vector<double>* v : {&unit_, &y_, &step_, &total_}) v->resize(size(c.tree.nu));
    for (std::vector<double>* v : {&q_, &q_dot_}) v->resize(size(c.tree.nq));
    kept_.resize(size(std::max(c.tree.nu, c.tree.nq)));
}

Projection Projector::positions(State& state, const ProjectionOptions& options) {
    const UsualFloats floats;
    const Projection account = project(positions_, state, options);
    normalise_quaternions(system_, state);
    return account;
}

Projection Projector::velocities(State& state, const ProjectionOptions& options) {
    const UsualFloats floats;
    return project(velocities_, state, options);
}

/// Free speeds only; all equations stay, met or not.
void Projector::choose(Level& level, const State& state) {
    const Compiled& c = fitting(system_, state);
    const Driven given = driven(system_, state);
    for (int B = 1; B < c.tree.size(); ++B)
        for (int u = c.tree[B].u; u < c.tree[B].u + c.tree[B].nu; ++u)
            place_[size(u)] = moves(given, B, level.positions) ? 0 : -1;
    for (Block& block : level.blocks) {
        block.speeds.clear();
        for (const int u : block.all.speeds)
            if (place_[size(u)] == 0) block.speeds.push_back(u);
        block.is_current = false;
    }
    std::fill(place_.begin(), place_.end(), -1);
}

/// 1/E: a step of one unit in each speed.
void Projector::find_weights(const Level& level, const State& state, const ProjectionOptions& options) {
    const bool relative = options.relative_speeds && !level.positions;
    for (int i = 0; i < system_.nu(); ++i) {
        const double unit = options.speed_weights.empty() ? 1 : 1 / options.speed_weights[size(i)];
        unit_[size(i)] = relative ? std::max(unit, std::abs(state.u()[size(i)])) : unit;
    }
}

double Projector::weight_of(const Level& level, int equation, const ProjectionOptions& options) const {
    const EquationPlace& place = places_[size(equation)];
    const double own = options.equation_weights.empty() ? 1 : options.equation_weights[size(place.velocity)];
    return !level.positions && place.position >= 0 ? options.characteristic_time * own : own;
}

double Projector::error_of(const Level& level, const State& state, const ProjectionOptions& options) const {
    const std::span<const double> errors =
        level.positions ? position_errors(system_, state) : velocity_errors(system_, state);
    double largest = 0;
    for (const Block& block : level.blocks)
        for (const int i : block.equations) {
            const EquationPlace& place = places_[size(i)];
            const double e = weight_of(level, i, options) *
                             std::abs(errors[size(level.positions ? place.position : place.velocity)]);
            if (!(e <= largest)) largest = std::isfinite(e) ? e : INFINITY;
        }
    return largest;
}

/// T G E⁻¹, of one block.
void Projector::factor(const Level& level, Block& block, const State& state, const ProjectionOptions& options,
                       double least) {
    const int n = static_cast<int>(block.speeds.size()), m = static_cast<int>(block.equations.size());
    for (int j = 0; j < n; ++j) place_[size(block.speeds[size(j)])] = j;
    fill_rows_of_G(system_, state, places_, block.equations, place_.data(), n, G_.data());
    for (const int u : block.speeds) place_[size(u)] = -1;  // as it was: blocks may be many
    for (int i = 0; i < m; ++i) {
        const double weight = weight_of(level, block.equations[size(i)], options);
        for (int j = 0; j < n; ++j)
            G_[size(i) * size(n) + size(j)] *= weight * unit_[size(block.speeds[size(j)])];
    }
    block.factor.factor(G_.data(), m, n, least);
    block.is_current = true;
}

/// q + N step, or u + step.
void Projector::move(const Level& level, State& state, const double* step) {
    if (level.positions) {
        multiply_by_N(system_, state, {step, size(system_.nu())}, q_dot_);
        for (std::size_t i = 0; i < q_.size(); ++i) q_[i] = state.q()[i] + q_dot_[i];
        state.set_q(q_);
    } else {
        for (std::size_t i = 0; i < y_.size(); ++i) y_[i] = state.u()[i] + step[i];
        state.set_u(y_);
    }
}

Projection Projector::project(Level& level, State& state, const ProjectionOptions& options) {
    const Compiled& c = fitting(system_, state);
    if (!options.speed_weights.empty()) check_size("speed_weights", options.speed_weights.size(), c.tree.nu);
    if (!options.equation_weights.empty())
        check_size("equation_weights", options.equation_weights.size(), c.constraints.v);
    check_weights("speed_weights", options.speed_weights);
    check_weights("equation_weights", options.equation_weights);
    choose(level, state);
    find_weights(level, state, options);
    std::fill(total_.begin(), total_.end(), 0.0);
    Projection account;
    account.error = account.error_before = error_of(level, state, options);
    const bool factors_last = !level.positions && !c.constraints.rows_follow_speeds;
    const double closest = level.positions ? std::min(options.tolerance, closed) : options.tolerance;
    const auto depends = [](const Block& block) { return block.factor.rank() < block.factor.equations(); };
    double goal = options.tolerance;
    if (account.error <= goal && account.error > closest) {
        for (Block& block : level.blocks)
            factor(level, block, state, options, std::clamp(account.error, finest, coarsest));
        if (std::any_of(level.blocks.begin(), level.blocks.end(), depends)) goal = closest;
    }
    bool coarse = true;
    while (account.error > goal && account.iterations < options.max_iterations) {
        const bool is_met = account.error <= options.tolerance;
        const double least = coarse ? std::clamp(account.error, finest, coarsest) : finest;
        const std::span<const double> errors =
            level.positions ? position_errors(system_, state) : velocity_errors(system_, state);
        std::fill(step_.begin(), step_.end(), 0.0);
        for (Block& block : level.blocks) {
            if (!(factors_last && block.is_current)) factor(level, block, state, options, least);
            for (std::size_t i = 0; i < block.equations.size(); ++i) {
                const EquationPlace& place = places_[size(block.equations[i])];
                e_[i] = -weight_of(level, block.equations[i], options) *
                        errors[size(level.positions ? place.position : place.velocity)];
            }
            block.factor.solve(e_.data(), y_.data());
            for (std::size_t j = 0; j < block.speeds.size(); ++j)
                step_[size(block.speeds[j])] = unit_[size(block.speeds[j])] * y_[j];
            if (depends(block)) goal = closest;
        }
        const std::span<const double> before = level.positions ? state.q() : state.u();
        std::copy(before.begin(), before.end(), kept_.begin());
        if (!std::all_of(step_.begin(), step_.end(), [](double x) { return std::isfinite(x); })) break;
        move(level, state, step_.data());
        ++account.iterations;
        const double error = error_of(level, state, options);
        if (!(error <
              (is_met ? 0.5 : 1) * account.error)) {  // no better: as it was, and the finer way if any
            const std::span<const double> kept(kept_.data(), before.size());
            if (level.positions) state.set_q(kept);
            else state.set_u(kept);
            if (is_met || !coarse || least <= finest) break;
            coarse = false;
            continue;
        }
        if (error > 0.5 * account.error) coarse = false;
        for (std::size_t i = 0; i < step_.size(); ++i) total_[i] += step_[i];
        account.error = error;
    }
    account.converged = account.error <= options.tolerance;
    double sum = 0;
    for (std::size_t i = 0; i < total_.size(); ++i) sum += total_[i] / unit_[i] * (total_[i] / unit_[i]);
    account.moved = std::sqrt(sum);
    return account;
}

void Projector::remove_seen(Level& level, const State& state, const ProjectionOptions& options,
                            double* step) {
    const Driven given = driven(system_, state);
    const Compiled& c = system_.compiled();
    for (int B = 1; B < c.tree.size(); ++B)
        if (!moves(given, B, level.positions)) std::fill_n(step + c.tree[B].u, c.tree[B].nu, 0.0);
    if (!std::all_of(level.blocks.begin(), level.blocks.end(), [](const Block& b) { return b.is_current; })) {
        choose(level, state);
        for (Block& block : level.blocks) factor(level, block, state, options, finest);
    }
    for (Block& block : level.blocks) {
        for (std::size_t j = 0; j < block.speeds.size(); ++j)
            y_[j] = step[block.speeds[j]] / unit_[size(block.speeds[j])];
        block.factor.remove_seen(y_.data());
        for (std::size_t j = 0; j < block.speeds.size(); ++j)
            step[block.speeds[j]] = unit_[size(block.speeds[j])] * y_[j];
    }
}

void Projector::position_estimate(const State& state, std::span<double> q_error,
                                  const ProjectionOptions& options) {
    const UsualFloats floats;
    check_size("q_error", q_error.size(), fitting(system_, state).tree.nq);
    find_weights(positions_, state, options);
    multiply_by_N_inverse(system_, state, q_error, step_);
    remove_seen(positions_, state, options, step_.data());
    multiply_by_N(system_, state, step_, q_error);
}

void Projector::velocity_estimate(const State& state, std::span<double> u_error,
                                  const ProjectionOptions& options) {
    const UsualFloats floats;
    check_size("u_error", u_error.size(), fitting(system_, state).tree.nu);
    find_weights(velocities_, state, options);
    remove_seen(velocities_, state, options, u_error.data());
}

Projection project_positions(const System& system, State& state, const ProjectionOptions& options) {
    return Projector(system).positions(state, options);
}

Projection project_velocities(const System& system, State& state, const ProjectionOptions& options) {
    return Projector(system).velocities(state, options);
}

StateProjection project(const System& system, State& state, const ProjectionOptions& options) {
    Projector projector(system);
    StateProjection account;
    prescribe_positions(system, state);
    account.positions = projector.positions(state, options);
    prescribe_velocities(system, state);
    account.velocities = projector.velocities(state, options);
    account.fast = relax(system, state, options.tolerance);
    return account;
}

void normalise_quaternions(const System& system, State& state) {
    const UsualFloats floats;
    const Compiled& c = fitting(system, state);
    const auto& slots = c.layout->quaternions;  // by ascending q
    if (slots.empty()) return;
    const Driven given = driven(system, state);
    const std::uint8_t* by_angles = instance_of(c, state).passes.by_angles;
    for (int B = 1; B < c.tree.size(); ++B) {
        if (c.tree[B].nq < 4 || by_angles[B] || !moves(given, B, true)) continue;
        const auto slot = std::lower_bound(slots.begin(), slots.end(), c.tree[B].q,
                                           [](const QuaternionSlot& s, int q) { return s.q < q; });
        if (slot == slots.end() || slot->q != c.tree[B].q) continue;
        const AnyJointId joint{{c.joint_of_node[size(B)]}};
        double q[max_nq];
        const std::span<const double> now = state.q(joint);
        std::copy(now.begin(), now.end(), q);
        const double square = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
        if (std::abs(square - 1) <= 1e-15) continue;  // writing what is there already would make all stale
        for (int i = 0; i < 4; ++i) q[i] /= std::sqrt(square);
        state.set_q(joint, {q, now.size()});
    }
}

}  // namespace sinew
