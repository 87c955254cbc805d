// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/error.h>
#include <sinew/base/float_environment.h>
#include <sinew/batch/block.h>
#include <sinew/batch/kinematics.h>
#include <sinew/dynamics/ask_joint.h>

namespace sinew {

namespace {

void check_room(const Batch& batch, std::size_t asked, std::size_t room) {
    if (room != asked * at(batch.size()))
        throw StateError("there is room for " + std::to_string(room) + " answers, but " +
                         std::to_string(asked) + " of each of " + std::to_string(batch.size()) +
                         " states were asked for.");
}

/// Throws StateError for a body of another system, before any thread asks for it.
void check_bodies(const Compiled& c, std::span<const BodyId> bodies) {
    for (const BodyId body : bodies) c.node(body);
}

/// One lane of a record.
template <int n, class Record, class Packs>
Record in_lane(const Packs& packs, int lane) {
    static_assert(sizeof(Packs) == n * sizeof(Record));
    Record record;
    get_lane(reinterpret_cast<const PackT<n>*>(&packs), sizeof(Record) / sizeof(double), lane,
             reinterpret_cast<double*>(&record));
    return record;
}

/// Poses and velocities of nodes in one lane.
template <int n>
struct LaneKinematics {
    const Worker<n>& memory;
    const TransformT<PackT<n>>* X_MB;
    int lane;
    Transform X_WM(int node) const { return in_lane<n, Transform>(memory.X_WB[at(node)], lane); }
    Transform X_WB(int node) const { return X_WM(node) * in_lane<n, Transform>(X_MB[node], lane); }
    SpatialVelocity V_WB(int node) const {
        const SpatialVelocity V_WM = in_lane<n, SpatialVelocity>(memory.V_WB[at(node)], lane);
        return shift_outward(V_WM, X_WM(node).R * in_lane<n, Transform>(X_MB[node], lane).p);
    }
};

template <class Find>
void for_each_state(Batch& batch, bool moving, const Find& find) {
    for_each_block(batch.inside(), [&]<int n>(Worker<n>& worker, int number) {
        const UsualFloats floats;
        Block<n> block(batch.inside(), worker, number);
        block.find_positions();
        if (moving) block.find_velocities();
        for (int lane = 0; lane < block.states(); ++lane)
            find(LaneKinematics<n>{worker, block.X_MB(), lane}, number * n + lane);
    });
}

}  // namespace

void poses(Batch& batch, std::span<const BodyId> bodies, std::span<Transform> X_WB) {
    check_room(batch, bodies.size(), X_WB.size());
    const Compiled& c = batch.system().compiled();
    check_bodies(c, bodies);
    for_each_state(batch, false, [&](const auto& kin, int state) {
        for (std::size_t i = 0; i < bodies.size(); ++i)
            X_WB[at(state) * bodies.size() + i] = kin.X_WB(c.node(bodies[i]));
    });
}

void velocities(Batch& batch, std::span<const BodyId> bodies, std::span<SpatialVelocity> V_WB) {
    check_room(batch, bodies.size(), V_WB.size());
    const Compiled& c = batch.system().compiled();
    check_bodies(c, bodies);
    for_each_state(batch, true, [&](const auto& kin, int state) {
        for (std::size_t i = 0; i < bodies.size(); ++i)
            V_WB[at(state) * bodies.size() + i] = kin.V_WB(c.node(bodies[i]));
    });
}

void stations(Batch& batch, std::span<const Station> points, std::span<Vec3> p_W) {
    check_room(batch, points.size(), p_W.size());
    const Compiled& c = batch.system().compiled();
    for (const Station& point : points) check_bodies(c, {&point.body, 1});
    for_each_state(batch, false, [&](const auto& kin, int state) {
        for (std::size_t i = 0; i < points.size(); ++i)
            p_W[at(state) * points.size() + i] = kin.X_WB(c.node(points[i].body)) * points[i].p;
    });
}

}  // namespace sinew
