// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/finite.h>
#include <sinew/base/names.h>
#include <sinew/batch/dynamics.h>
#include <sinew/studies/error.h>
#include <sinew/studies/system_problem.h>
#include <sinew/system/constrain.h>
#include <sinew/system/constraints.h>
#include <sinew/system/driven.h>
#include <sinew/system/dynamics.h>
#include <sinew/system/kinematics.h>
#include <sinew/system/motions.h>
#include <sinew/system/relax.h>
#include <sinew/system/work.h>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace sinew {

namespace {

constexpr int rows_in_lanes = 8;  // at a time

bool same(std::span<const double> a, std::span<const double> b) {
    return a.empty() || std::memcmp(a.data(), b.data(), a.size_bytes()) == 0;
}

std::vector<double> inverses(const char* what, const std::vector<double>& units, int count) {
    if (!units.empty() && static_cast<int>(units.size()) != count)
        throw StudyError(std::string(what) + " has " + std::to_string(units.size()) + " numbers, but " +
                         std::to_string(count) + " are needed, or none.");
    std::vector<double> weights;
    for (const double unit : units) {
        if (!(unit > 0) || !std::isfinite(unit))
            throw StudyError(std::string(what) + ": a unit of " + shortest(unit) +
                             " is not possible. Units must be positive.");
        weights.push_back(1 / unit);
    }
    return weights;
}

}  // namespace

SystemProblem::SystemProblem(const System& system, const State& state, Units units)
    : system_(system), state_(state), units_(std::move(units)), projector_(system) {
    fitting(system, state);
    parts_ = {system.nq(), system.nu(), system.nz()};
    speed_weights_ = inverses("units.speeds", units_.speeds, parts_.u);
    equation_weights_ = inverses("units.equations", units_.equations, system.compiled().constraints.v);
    inverses("units.z", units_.z, parts_.z);
    if (!(units_.characteristic_time > 0) || !std::isfinite(units_.characteristic_time))
        throw StudyError("units.characteristic_time is " + shortest(units_.characteristic_time) +
                         ". It must be positive: a tenth of a second suits people and robots.");
    q_.resize(size(parts_.q));
    projection_.speed_weights = speed_weights_;
    projection_.equation_weights = equation_weights_;
    projection_.characteristic_time = units_.characteristic_time;
    projection_.relative_speeds = units_.relative_speeds;
    exact_is_cheaper_ = exact_is_cheaper();
    sort_out();
}

void SystemProblem::set_tolerance(const RunTolerance& tolerance) {
    projection_.tolerance = tolerance.wanted;
    tolerance_ = tolerance;
}

void SystemProblem::refresh(const State& state) {
    fitting(system_, state);
    state_ = state;
    batch_.reset();
    sort_out();
}

/// Which variables are integrated, and which are given.
void SystemProblem::sort_out() {
    FreeVariables found{std::move(coordinates_), std::move(speeds_), std::move(given_q_),
                        std::move(given_u_)};
    find_free_variables(system_, state_, found);
    coordinates_ = std::move(found.coordinates), speeds_ = std::move(found.speeds);
    given_q_ = std::move(found.given_q), given_u_ = std::move(found.given_u);
    has_given_ = driven(system_, state_).bodies != nullptr;
    has_exact_jacobian_ = exact_is_cheaper_ && has_exact_derivatives(system_, state_);
    has_manifold_ = found.any_quaternion || is_constrained(system_.compiled(), state_);
}

bool SystemProblem::fail(const std::string& complaint) {
    complaint_ = complaint;
    return false;
}

/// What an element of the system throws is no answer here; what is wrong with the question itself was seen before.
template <class Question>
bool SystemProblem::ask(Question question) {
    try {
        return question();
    } catch (const StateError& error) {
        exception_ = std::current_exception();
        return fail(error.what());
    }
}

bool SystemProblem::load(double t, std::span<const double> y) {
    if (!all_finite(y)) {
        const std::size_t bad = first_not_finite(y);
        exception_ = nullptr;
        return fail(name(static_cast<int>(bad)) + " became " + shortest(y[bad]) + ".");
    }
    const std::span<const double> q = y.first(size(parts_.q)), u = y.subspan(q.size(), size(parts_.u)),
                                  z = y.last(size(parts_.z));
    return ask([&] {
        if (t != state_.time()) state_.set_time(t);
        if (!same(q, state_.q())) state_.set_q(q);
        if (!same(u, state_.u())) state_.set_u(u);
        if (!same(z, state_.z())) state_.set_z(z);
        if (has_given_) prescribe(system_, state_);
        return true;
    });
}

/// What is given does not change with y, since it is put there at every question.
bool SystemProblem::jacobian(double t, std::span<const double> y, std::span<double> J) {
    if (!wants_exact_jacobian_ || !has_exact_jacobian_ || !load(t, y)) return false;
    if (!derivatives_) derivatives_ = std::make_unique<DynamicsDerivatives>(system_);
    return ask([&] {
        derivatives_->jacobian(state_, J);
        const auto clear = [&](int column) {
            for (std::size_t row = 0; row < y.size(); ++row) J[row * y.size() + size(column)] = 0;
        };
        for (const int i : given_q_) clear(i);
        for (const int i : given_u_) clear(parts_.q + i);
        return true;
    });
}

void SystemProblem::store(std::span<double> y) const {
    const std::span<const double> q = state_.q(), u = state_.u(), z = state_.z();
    std::copy(q.begin(), q.end(), y.begin());
    std::copy(u.begin(), u.end(), y.begin() + parts_.q);
    std::copy(z.begin(), z.end(), y.begin() + parts_.q + parts_.u);
}

bool SystemProblem::settle(State& state) {
    if (system_.model().fast.empty()) return true;
    return ask([&] {
        const Relaxation account = relax(system_, state, 0.01 * projection_.tolerance);
        if (account.converged) return true;
        exception_ = nullptr;
        return fail("fast variables " + sinew::quoted(system_.model().fast[size(account.failed.index)].name) +
                    " do not settle.");
    });
}

bool SystemProblem::rates(double t, std::span<double> y, std::span<double> y_dot) {
    if (!load(t, y) || !settle()) return false;
    if (has_given_) store(y);
    return ask([&] {
        const std::span<const double> u_dot = forward_dynamics(system_, state_), q_d = q_dot(system_, state_),
                                      z_d = z_dot(system_, state_);
        std::copy(q_d.begin(), q_d.end(), y_dot.begin());
        std::copy(u_dot.begin(), u_dot.end(), y_dot.begin() + parts_.q);
        std::copy(z_d.begin(), z_d.end(), y_dot.begin() + parts_.q + parts_.u);
        return true;
    });
}

/// Not where surfaces touch, equations are many or fast variables settle, nor for a few components.
bool SystemProblem::lanes_pay() {
    if (parts_.all() < rows_in_lanes / 2) return false;
    if (!system_.model().fast.empty() || !system_.model().surfaces.empty()) return false;
    if (!batch_) batch_ = std::make_unique<Batch>(system_, state_, rows_in_lanes);
    return batch_->side_by_side();
}

/// As rates() has it.
void SystemProblem::rates_in_lanes(double t, std::span<double> y, std::span<double> y_dot) {
    const std::size_t n = size(parts_.all()), q = size(parts_.q), u = size(parts_.u), z = size(parts_.z);
    const int rows = static_cast<int>(y.size() / n);
    for (int row = 0; row < rows; ++row) {
        const std::span<double> at = y.subspan(size(row) * n, n);
        if (has_given_ && load(t, at)) store(at);
        batch_->time()(row, 0) = t;
        batch_->q().set(row, at.first(q));
        batch_->u().set(row, at.subspan(q, u));
        batch_->z().set(row, at.last(z));
    }
    sinew::rates(*batch_);
    for (int row = 0; row < rows; ++row) {
        const std::span<double> at = y_dot.subspan(size(row) * n, n);
        batch_->q_dot().get(row, at.first(q));
        batch_->u_dot().get(row, at.subspan(q, u));
        batch_->z_dot().get(row, at.last(z));
    }
}

bool SystemProblem::rates_of_many(double t, std::span<double> y, std::span<double> y_dot) {
    return lanes_pay() && ask([&] {
               const std::size_t block = rows_in_lanes * size(parts_.all());
               for (std::size_t done = 0; done < y.size(); done += block) {
                   const std::size_t some = std::min(block, y.size() - done);
                   rates_in_lanes(t, y.subspan(done, some), y_dot.subspan(done, some));
               }
               return true;
           });
}

bool SystemProblem::accepts(const Projection& account) {
    moved_.error_before = std::max(moved_.error_before, account.error_before);
    moved_.error = std::max(moved_.error, account.error);
    if (tolerance_.accepts(account)) return true;
    exception_ = nullptr;
    return fail(worst_constraint());
}

bool SystemProblem::project_positions(std::span<double> error) {
    const Projection account = projector_.positions(state_, projection_);
    moved_.q = account.moved;
    if (!accepts(account)) return false;
    if (!error.empty()) projector_.position_estimate(state_, error.first(size(parts_.q)), projection_);
    return true;
}

bool SystemProblem::project_velocities(std::span<double> error) {
    if (has_given_) prescribe_velocities(system_, state_);
    const Projection account = projector_.velocities(state_, projection_);
    moved_.u = account.moved;
    if (!accepts(account)) return false;
    if (!error.empty())
        projector_.velocity_estimate(state_, error.subspan(size(parts_.q), size(parts_.u)), projection_);
    return true;
}

bool SystemProblem::project(double t, std::span<double> y, std::span<double> error) {
    moved_ = {};
    if (!has_manifold_ && !has_given_) return true;
    if (!load(t, y)) return false;
    if (has_manifold_ && !ask([&] { return project_positions(error) && project_velocities(error); }))
        return false;
    if (!settle()) return false;
    store(y);
    if (!error.empty()) {
        for (const int i : given_q_) error[size(i)] = 0;
        for (const int i : given_u_) error[size(parts_.q + i)] = 0;
    }
    return true;
}

bool SystemProblem::project_q(double t, std::span<double> y, std::span<double> error) {
    moved_ = {};
    if (!has_manifold_ && !has_given_) return true;
    if (!load(t, y)) return false;
    if (has_manifold_ && !ask([&] { return project_positions(error); })) return false;
    const std::span<const double> q = state_.q();
    std::copy(q.begin(), q.end(), y.begin());
    if (!error.empty())
        for (const int i : given_q_) error[size(i)] = 0;
    return true;
}

bool SystemProblem::q_rates(double t, std::span<const double> y, std::span<const double> u,
                            std::span<double> out) {
    if (!load(t, y)) return false;
    return ask([&] {
        multiply_by_N(system_, state_, u, out);
        return true;
    });
}

bool SystemProblem::q_accelerations(double t, std::span<const double> y, std::span<const double> y_dot,
                                    std::span<double> out) {
    if (!load(t, y)) return false;
    return ask([&] {
        multiply_by_N_dot(system_, state_, state_.u(), q_);
        multiply_by_N(system_, state_, y_dot.subspan(size(parts_.q), size(parts_.u)), out);
        for (std::size_t i = 0; i < q_.size(); ++i) out[i] += q_[i];
        return true;
    });
}

}  // namespace sinew
