// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/names.h>
#include <sinew/dynamics/rates.h>
#include <sinew/studies/error.h>
#include <sinew/studies/free_joints.h>
#include <sinew/studies/search.h>
#include <sinew/system/constraints.h>
#include <sinew/system/work.h>

#include <algorithm>
#include <cmath>

namespace sinew {

namespace {

int holonomic(const System& system) { return equation_counts(system).holonomic; }

}  // namespace

Search::Search(const System& system, const State& state, GoalSet wanted,
               std::span<const CoordinateBounds> bounds, std::span<const AnyJointId> kept,
               const SearchOptions& options)
    : goals(std::move(wanted)),
      system_(system),
      options_(options),
      alignment_(system, state),
      split_(system.nu(), holonomic(system) + alignment_.count()) {
    const Compiled& c = fitting(system, state);
    for (const BoundConstraint& b : c.constraints.all)
        for (int i = 0; i < b.counts.holonomic; ++i) rows_.push_back(b.a + i);
    holonomic_ = static_cast<int>(rows_.size());
    std::vector<bool> is_free(size(c.tree.nu));
    const std::vector<bool> moves = free_joints(system, state, StudyLevel::positions, kept);
    for (int B = 1; B < c.tree.size(); ++B)
        for (int i = c.tree[B].u; moves[size(B)] && i < c.tree[B].u + c.tree[B].nu; ++i) {
            speeds_.push_back(i);
            is_free[size(i)] = true;
        }
    const std::uint8_t* by_angles = instance_of(c, state).passes.by_angles;
    for (const QuaternionSlot& slot : c.layout->quaternions)
        for (int B = 1; B < c.tree.size(); ++B)
            if (c.tree[B].q == slot.q && c.tree[B].nq > 0 && !by_angles[B]) quaternions_.push_back(slot.q);
    for (std::size_t i = 0; i < bounds.size(); ++i) {
        const CoordinateBounds& b = bounds[i];
        const std::string who = "bound number " + std::to_string(i);
        const PlacedCoordinate place = placed(system, state, b.coordinate, who);
        if (!(b.low <= b.high))
            throw StudyError(who + ", of " + sinew::quoted(c.layout->q_names[size(place.q)]) +
                             ": low = " + shortest(b.low) + " is above high = " + shortest(b.high) + ".");
        if (is_free[size(place.u)]) bounds_.push_back({place, b.low, b.high});
    }
    find_units(state);
    const std::size_t n = size(c.tree.nu), k = size(alignment_.count()), m = rows_.size() + k,
                      nq = size(c.tree.nq);
    rows_.reserve(m);
    alignment_errors_.resize(k);
    columns_.reserve(n);
    G_all_.resize((size(c.constraints.a) + k) * n), G_.resize(m * n), e_.resize(m), lambda_.resize(m);
    for (std::vector<double>* v : {&curvature_all_, &H_, &reduced_, &factor_, &B_, &bending_all_})
        v->resize(n * n);
    for (std::vector<double>* v :
         {&slope_all_, &slope_, &z_, &gz_, &normal_, &step_, &u_, &work_, &s_, &slope_before_})
        v->resize(n);
    for (std::vector<double>* v : {&q_, &q_kept_, &q_dot_}) v->resize(nq);
}

/// A turn counts in radians; a shift in shares of the longest distance that the joints' frames and the goals' stations
/// have on their bodies.
void Search::find_units(const State& state) {
    const Compiled& c = system_.compiled();
    const Instance instance = instance_of(c, state);
    double length = 0;
    for (int B = 1; B < c.tree.size(); ++B)
        length = std::max({length, norm(instance.passes.body[B].X_PF.p), norm(instance.X_MB[B].p)});
    for (const GoalSet::At& goal : goals.stations) length = std::max(length, norm(goal.p_MS));
    if (length == 0) length = 1;
    const PositionT<double> x = positions(system_, state);
    unit_.assign(size(c.tree.nu), 1.0);
    q_unit_.assign(size(c.tree.nq), 1.0);
    for (int i = 0; i < c.tree.nu; ++i)
        if (dot(x.H_W[i].w, x.H_W[i].w) == 0) unit_[size(i)] = length;
    for (int B = 1; B < c.tree.size(); ++B) {
        const Node& node = c.tree[B];
        for (int i = 0; i < node.nu; ++i)
            if (const int q = coordinate_of_speed(node, instance.passes.by_angles[B] != 0, i); q >= 0)
                q_unit_[size(node.q + q)] = unit_[size(node.u + i)];
    }
    for (const int q : quaternions_)  // turns of θ change them by θ/2
        std::fill_n(q_unit_.begin() + q, 4, 0.5);
}

double Search::error_norm(const State& state) const {
    double sum = 0;
    for (const double e : position_errors(system_, state)) sum += e * e;
    return std::isfinite(sum) ? std::sqrt(sum) : INFINITY;
}

double Search::largest_error(const State& state) const {
    double largest = 0;
    for (const double e : position_errors(system_, state)) {
        if (!std::isfinite(e)) return INFINITY;
        largest = std::max(largest, std::abs(e));
    }
    return largest;
}

double Search::aligned_norm(const State& state) {
    const double e = error_norm(state);
    double sum = e * e;
    if (!std::isfinite(e)) return e;
    alignment_.errors(system_, state, alignment_errors_.data());
    for (const double a : alignment_errors_) sum += a * a;
    return std::sqrt(sum);
}

bool Search::is_aligned(const State& state) {
    alignment_.errors(system_, state, alignment_errors_.data());
    return std::all_of(alignment_errors_.begin(), alignment_errors_.end(), [](double a) { return a > -1; });
}

void Search::equations(const State& state, bool aligned) {
    rows_.resize(size(holonomic_));
    if (rows_.empty()) return;
    const int all = system_.compiled().constraints.a;
    constraint_matrix(system_, state, std::span(G_all_).first(size(all) * unit_.size()));
    const std::span<const double> e = position_errors(system_, state);
    std::copy(e.begin(), e.end(), e_.begin());
    if (!aligned) return;
    alignment_.errors(system_, state, e_.data() + holonomic_);
    alignment_.rows(system_, state, G_all_.data() + size(all) * unit_.size());
    for (int i = 0; i < alignment_.count(); ++i) rows_.push_back(all + i);
}

void Search::quadratic(const State& state) {
    goals.slope(system_, state, slope_all_.data(), curvature_all_.data(), bending_all_.data());
}

/// Leaves out what is held, and goes over to units.
void Search::take_columns(bool with_goals) {
    columns_.clear();
    for (const int i : speeds_) {
        bool held = false;
        for (const Bounded& b : bounds_) held = held || (b.held != 0 && b.place.u == i);
        if (!held) columns_.push_back(i);
    }
    const int nu = system_.nu();
    const std::size_t n = columns_.size();
    double* to = G_.data();
    for (const int row : rows_)
        for (const int j : columns_) *to++ = G_all_[size(row) * size(nu) + size(j)] * unit_[size(j)];
    if (!with_goals) return;
    for (std::size_t i = 0; i < n; ++i) {
        const std::size_t a = size(columns_[i]);
        slope_[i] = slope_all_[a] * unit_[a];
        for (std::size_t j = 0; j < n; ++j) {
            const std::size_t b = size(columns_[j]);
            double h = curvature_all_[a * size(nu) + b];
            if (!plain_) h += bending_all_[a * size(nu) + b];
            H_[i * n + j] = h * unit_[a] * unit_[b] + (learned_ && !plain_ ? B_[a * size(nu) + b] : 0);
        }
        H_[i * (n + 1)] += goals.stay_weight();
    }
}

/// slope_all of ½ e·e, into work.
void Search::slope_of_errors() {
    const std::size_t nu = size(system_.nu());
    std::fill(work_.begin(), work_.end(), 0.0);
    for (std::size_t i = 0; i < rows_.size(); ++i)
        for (std::size_t j = 0; j < nu; ++j) work_[j] += e_[i] * G_all_[size(rows_[i]) * nu + j];
}

void Search::hold_pushed(const State& state, const double* slope) {
    for (Bounded& b : bounds_) {
        const double q = state.q()[size(b.place.q)], s = slope[b.place.u];
        b.held = static_cast<signed char>(q <= b.low && s >= 0 ? -1 : q >= b.high && s <= 0 ? 1 : 0);
    }
}

/// Lets go of the bound that is most in the way; slope is that of the goals along the constraints. One that was let go
/// several times waits until all else has settled.
bool Search::release_one(const double* slope) {
    Bounded* worst = nullptr;
    double most = 1e-12;
    for (Bounded& b : bounds_) {
        const double pull = b.held * slope[b.place.u];
        if (b.held != 0 && b.low < b.high && b.released < 4 && pull > most) most = pull, worst = &b;
    }
    if (worst) worst->held = 0, ++worst->released;
    return worst != nullptr;
}

/// The bound that the step meets first, and which share of the step leads to it.
Search::Bounded* Search::first_met(const State& state, double* share) {
    Bounded* first = nullptr;
    if (bounds_.empty()) return first;
    for (std::size_t j = 0; j < columns_.size(); ++j)
        u_[size(columns_[j])] = unit_[size(columns_[j])] * step_[j];
    for (Bounded& b : bounds_) {
        if (b.held != 0) continue;
        const double q = state.q()[size(b.place.q)], change = u_[size(b.place.u)];
        const double gap = change > 0 ? b.high - q : b.low - q;
        if (change == 0 || gap / change >= *share) continue;
        *share = std::max(0.0, gap / change);
        first = &b;
    }
    return first;
}

/// q + N Δu, quaternions made unit. The State's own q is where it starts.
void Search::move(State& state, const double* step, double share) {
    const Compiled& c = system_.compiled();
    std::fill(u_.begin(), u_.end(), 0.0);
    for (std::size_t j = 0; j < columns_.size(); ++j)
        u_[size(columns_[j])] = share * unit_[size(columns_[j])] * step[j];
    const std::span<const double> q = state.q();
    multiply_by_N(c.tree, instance_of(c, state).passes, positions(system_, state), q.data(), u_.data(),
                  q_dot_.data());
    for (std::size_t i = 0; i < q_.size(); ++i) q_[i] = q[i] + q_dot_[i];
    for (const int first : quaternions_) {
        double* e = q_.data() + first;
        const double length = std::sqrt(e[0] * e[0] + e[1] * e[1] + e[2] * e[2] + e[3] * e[3]);
        for (int i = 0; i < 4; ++i) e[i] /= length;
    }
    for (const Bounded& b : bounds_) q_[size(b.place.q)] = std::clamp(q_[size(b.place.q)], b.low, b.high);
    state.set_q(q_);
}

void Search::clip(State& state) {
    if (bounds_.empty()) return;
    keep_q(state);
    for (const Bounded& b : bounds_)
        q_kept_[size(b.place.q)] = std::clamp(q_kept_[size(b.place.q)], b.low, b.high);
    state.set_q(q_kept_);
}

void Search::keep_q(const State& state) { std::copy(state.q().begin(), state.q().end(), q_kept_.begin()); }

void Search::perturb(State& state, double amplitude, std::uint64_t seed) {
    std::uint64_t bits = seed * 0x9e3779b97f4a7c15u;
    const auto random = [&] {  // splitmix64, within ±1
        std::uint64_t x = (bits += 0x9e3779b97f4a7c15u);
        x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
        x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
        return static_cast<double>((x ^ (x >> 31)) >> 11) * 0x1p-52 - 1;
    };
    for (Bounded& b : bounds_) b.held = 0;
    take_columns(false);
    for (std::size_t j = 0; j < columns_.size(); ++j) step_[j] = amplitude * random();
    move(state, step_.data(), 1);
}

}  // namespace sinew
