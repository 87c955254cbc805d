// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/at.h>
#include <sinew/base/error.h>
#include <sinew/base/float_environment.h>
#include <sinew/batch/block.h>
#include <sinew/batch/follow.h>
#include <sinew/batch/newton_lanes.h>
#include <sinew/batch/quaternions.h>
#include <sinew/system/instance.h>

#include <cmath>
#include <cstring>

namespace sinew {

namespace {

constexpr double least_gain = 1e-4;  // of what a step promised
constexpr double rounding = 1e-13;   // of the misfit

/// The plan as places in the tree.
struct PlacedPlan {
    std::vector<PulledStation> stations;
    std::vector<PulledCoordinate> coordinates;
    std::vector<int> above;
    Pulls pulls;

    PlacedPlan(const Compiled& c, const Transform* X_MB, const FollowPlan& plan) {
        for (const FollowPlan::Marker& marker : plan.markers) {
            const int node = c.node(marker.station.body);
            stations.push_back({node, X_MB[node] * marker.station.p});
        }
        for (const FollowPlan::Coordinate& one : plan.coordinates) coordinates.push_back({one.q, one.u});
        above.resize(at(c.tree.nu));
        std::vector<int> last(at(c.tree.size()), -1);  // per body: the last speed on the way to the base
        for (int B = 1; B < c.tree.size(); ++B) {
            last[at(B)] = last[at(c.tree[B].parent)];
            for (int u = c.tree[B].u; u < c.tree[B].u + c.tree[B].nu; ++u) {
                above[at(u)] = last[at(B)];
                if (plan.unit[at(u)] > 0) last[at(B)] = u;
            }
        }
        pulls = {stations, coordinates, plan.unit, above};
    }
};

/// The states of a block, from their first frames to their last.
template <int n>
class FollowedBlock {
public:
    using T = PackT<n>;
    FollowedBlock(Batch::Inside& batch, Worker<n>& worker, int number, const FollowPlan& plan,
                  const PlacedPlan& placed, FollowedFrames& frames)
        : batch_(batch),
          c_(batch.compiled()),
          worker_(worker),
          number_(number),
          plan_(plan),
          pulls_(placed.pulls),
          frames_(frames),
          memory_(c_.tree, pulls_),
          q_(at(c_.tree.nq)),
          q_before_(q_),
          q_dot_(q_),
          targets_(3 * plan.markers.size() + plan.coordinates.size()),
          misses_(plan.markers.size()),
          q_one_(at(c_.tree.nq)) {
        std::memcpy(static_cast<void*>(q_.data()), batch.q.block(number), q_.size() * sizeof(T));
    }

    void go() {
        const int states = batch_.states_in(number_);
        int last = 0;
        for (int lane = 0; lane < states; ++lane) last = std::max(last, frames_.count(first() + lane));
        for (int frame = 0; frame < last; ++frame) {
            WhereT<n> idle = true;
            for (int lane = 0; lane < states; ++lane)
                if (frame < frames_.count(first() + lane)) idle.v[lane] = 0;
            aim(frame, idle);
            settle(idle);
            for (int lane = 0; lane < states; ++lane)
                if (!idle.lane(lane)) hand_over(frame, lane);
        }
        std::memcpy(batch_.q.block(number_), q_.data(), q_.size() * sizeof(T));
    }

private:
    int first() const { return number_ * n; }

    void aim(int frame, const WhereT<n>& idle) {
        for (int lane = 0; lane < n; ++lane) {
            if (idle.lane(lane)) std::ranges::fill(targets_, NAN);
            else frames_.aim(first() + lane, frame, targets_);
            const double* next = targets_.data();
            for (std::size_t i = 0; i < plan_.markers.size(); ++i, next += 3) {
                const bool seen = std::isfinite(next[0] + next[1] + next[2]);
                memory_.weight[i].v[lane] = seen ? plan_.markers[i].weight : 0;
                memory_.target[i].x.v[lane] = seen ? next[0] : 0;
                memory_.target[i].y.v[lane] = seen ? next[1] : 0;
                memory_.target[i].z.v[lane] = seen ? next[2] : 0;
            }
            for (std::size_t i = 0; i < plan_.coordinates.size(); ++i, ++next) {
                const bool seen = std::isfinite(*next);
                memory_.weight_q[i].v[lane] = seen ? plan_.coordinates[i].weight : 0;
                memory_.target_q[i].v[lane] = seen ? *next : 0;
            }
        }
        weigh_goals(pulls_, memory_);
    }

    /// Steps until each lane has settled or is given up.
    void settle(const WhereT<n>& idle) {
        q_before_ = q_;
        WhereT<n> active(typename WhereT<n>::Wholes(~idle.v));
        settled_ = false;
        const T* time = reinterpret_cast<const T*>(batch_.time.block(number_));
        T bound(INFINITY);  // what the misfit must be below
        for (iterations_ = 1; iterations_ <= plan_.max_steps; ++iterations_) {
            Block<n> block(batch_, worker_, number_, {q_.data(), memory_.step.data(), nullptr, time});
            block.find_positions();
            const NewtonStep<n> step =
                newton_step(c_.tree, block.x(), q_.data(), pulls_, plan_.accuracy, iterations_ > 1, memory_);
            active.v &= exceeds(bound, step.value).v & step.has_bottom.v;
            for (int lane = 0; lane < n; ++lane)
                if (active.lane(lane) && step.has_settled.lane(lane)) keep_account(lane);
            settled_.v |= active.v & step.has_settled.v;
            active.v &= step.is_short.v & ~step.has_settled.v;
            if (none_of(active)) return;
            bound = step.value - T(least_gain) * step.promised + T(rounding) * step.value;
            for (T& s : memory_.step)
                for (int lane = 0; lane < n; ++lane)
                    if (!active.lane(lane)) s.v[lane] = 0;
            block.find_q_dot(q_dot_.data());
            for (std::size_t i = 0; i < q_.size(); ++i) q_[i] += q_dot_[i];
            for (const int B : c_.turning)
                if (!batch_.plan.by_angles[B]) normalise_quaternion(&q_[at(c_.tree[B].q)]);
        }
    }
    static bool none_of(const WhereT<n>& where) {
        return all_of(WhereT<n>(typename WhereT<n>::Wholes(~where.v)));
    }
    void keep_account(int lane) { taken_[lane] = iterations_; }

    void hand_over(int frame, int lane) {
        const bool settled = settled_.lane(lane);
        const AlignedVector<T>& q = settled ? q_ : q_before_;
        for (std::size_t i = 0; i < q_one_.size(); ++i) q_one_[i] = q[i].lane(lane);
        for (std::size_t i = 0; i < misses_.size(); ++i) misses_[i] = std::sqrt(memory_.miss[i].lane(lane));
        frames_.take(first() + lane, frame,
                     {settled, settled ? taken_[lane] : plan_.max_steps, q_one_, misses_});
        for (std::size_t i = 0; i < q_one_.size(); ++i) q_[i].v[lane] = q_one_[i];
    }

    Batch::Inside& batch_;
    const Compiled& c_;
    Worker<n>& worker_;
    int number_;
    const FollowPlan& plan_;
    const Pulls& pulls_;
    FollowedFrames& frames_;
    NewtonMemory<n> memory_;
    AlignedVector<T> q_, q_before_, q_dot_;
    std::vector<double> targets_, misses_, q_one_;
    WhereT<n> settled_ = false;
    int iterations_ = 0, taken_[n] = {};
};

}  // namespace

void follow(Batch& batch, const FollowPlan& plan, FollowedFrames& frames) {
    Batch::Inside& inside = batch.inside();
    const Compiled& c = inside.compiled();
    if (plan.unit.size() != at(c.tree.nu))
        throw StateError("follow: there are " + std::to_string(plan.unit.size()) + " units for " +
                         std::to_string(c.tree.nu) + " speeds.");
    const PlacedPlan placed(c, instance_of(c, inside.like).X_MB, plan);
    for_each_block(inside, [&]<int n>(Worker<n>& worker, int number) {
        const UsualFloats floats;
        FollowedBlock<n>(inside, worker, number, plan, placed, frames).go();
    });
}

}  // namespace sinew
