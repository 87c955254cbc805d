// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/wide_kernel.h>
#include <sinew/dynamics/articulated_states.h>
#include <sinew/dynamics/composite.h>
#include <sinew/dynamics/newton_euler.h>
#include <sinew/dynamics/test/dense.h>

#include <limits>
#include <type_traits>

using namespace sinew;
using namespace sinew::testing;

// States side by side against the same States one by one, for every joint there is (7.16).

namespace {

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

/// What all passes find, number by number.
template <class T>
struct Found {
    std::vector<T> u_dot, residual, M, M_v, M_inv_v, q_dot;
    std::vector<TransformT<T>> X_WB;
    std::vector<SpatialVelocityT<T>> V_WB;
    std::vector<SpatialAccelerationT<T>> A_WB;
    std::conditional_t<std::is_same_v<T, double>, bool, LaneBits> regular = true;
};

bool solve(TreeMemory<double>& at, const ForwardT<double>& problem) {
    return forward_dynamics<double>(at.tree, at.x(), at.v(), problem, at.pending, at.y()) == 0;
}
template <int lanes>
LaneBits solve(TreeMemory<PackT<lanes>>& at, const ForwardT<PackT<lanes>>& problem) {
    std::vector<PendingT<PackT<lanes>>> pending(static_cast<std::size_t>(pending_count(at.tree).one));
    return forward_dynamics<lanes>(at.tree, at.x(), at.v(), problem, pending.data(), at.y());
}

template <class T>
Found<T> answers(TreeMemory<T>& at, const SampleTree& sample, const std::uint8_t* prescribed) {
    const auto n = static_cast<std::size_t>(at.tree.nu), bodies = static_cast<std::size_t>(at.tree.size());
    std::vector<T> f(sample.f.begin(), sample.f.end()), v(sample.u_dot.begin(), sample.u_dot.end());
    std::vector<SpatialForceT<T>> F;
    for (const SpatialForce& force : sample.F_B_W)
        F.push_back({as_scalar<T>(force.m), as_scalar<T>(force.f)});
    at.kinematics();
    Found<T> found{v,
                   std::vector<T>(n),
                   std::vector<T>(n * n),
                   std::vector<T>(n),
                   std::vector<T>(n),
                   std::vector<T>(at.q.size()),
                   at.X_WB,
                   at.V_WB,
                   {},
                   true};
    found.A_WB.resize(bodies);
    multiply_by_N(at.tree, at.instance(), at.x(), at.q.data(), at.u.data(), found.q_dot.data());
    inverse_dynamics<T>(at.tree, at.x(), at.v(),
                        {v.data(), f.data(), F.data(), found.residual.data(), at.A_WB.data(), at.z_W.data()});
    multiply_by_M(at.tree, at.x(), v.data(), found.M_v.data(), at.A_WB.data(), at.z_W.data());
    std::vector<T> columns(6 * n);
    std::vector<int> end(bodies);
    std::vector<RigidInertiaT<T>> K(bodies);
    mass_matrix<T>(at.tree, at.x(), {K.data(), columns.data(), end.data()}, found.M.data());
    const ForwardT<T> problem{f.data(),   F.data(),           {T(1.0), T(2.0), T(3.0)},
                              prescribed, found.u_dot.data(), found.A_WB.data()};
    found.regular = solve(at, problem);
    multiply_by_M_inverse(at.tree, at.x(), at.y(), prescribed, v.data(), found.M_inv_v.data(), at.z_W.data(),
                          at.A_WB.data());
    return found;
}

/// The sample with other coordinates and speeds: what stands in a lane.
SampleTree in_lane(SampleTree sample, int lane) {
    for (std::size_t i = 0; i < sample.q.size(); ++i) sample.q[i] += 0.3 * std::sin(i + 2.0 * lane);
    for (std::size_t i = 0; i < sample.u.size(); ++i) sample.u[i] += 0.3 * std::cos(i + 3.0 * lane);
    for (std::size_t B = 1; B < sample.body.size(); ++B) sample.body[B].X_PF.p.x += 0.1 * lane;
    return sample;
}

template <int lanes>
TreeMemory<PackT<lanes>> side_by_side(const SampleTree& sample) {
    TreeMemory<PackT<lanes>> all(sample);
    for (int lane = 0; lane < lanes; ++lane) {
        const SampleTree one = in_lane(sample, lane);
        for (std::size_t i = 0; i < one.q.size(); ++i) all.q[i].v[lane] = one.q[i];
        for (std::size_t i = 0; i < one.u.size(); ++i) all.u[i].v[lane] = one.u[i];
        for (std::size_t B = 1; B < one.body.size(); ++B) all.body[B].X_PF.p.x.v[lane] = one.body[B].X_PF.p.x;
    }
    return all;
}

/// One lane of an array of anything.
template <int lanes, class Record>
Vector lane_of(const std::vector<Record>& all, int lane) {
    const auto* numbers = reinterpret_cast<const double*>(all.data());
    Vector out(static_cast<Eigen::Index>(all.size() * sizeof(Record) / sizeof(double) / lanes));
    for (Eigen::Index i = 0; i < out.size(); ++i) out[i] = numbers[i * lanes + lane];
    return out;
}
template <class Record>
Vector all_of_one(const std::vector<Record>& one) {
    return lane_of<1>(one, 0);
}

template <int lanes>
void compare(Law& law, const SampleTree& sample, const std::uint8_t* prescribed) {
    TreeMemory<PackT<lanes>> at = side_by_side<lanes>(sample);
    const Found<PackT<lanes>> found = answers(at, sample, prescribed);
    for (int lane = 0; lane < lanes; ++lane) {
        const SampleTree one = in_lane(sample, lane);
        TreeMemory<double> alone(one);
        const Found<double> wanted = answers(alone, one, prescribed);
        const auto measure = [&](const auto& of_all, const auto& of_one, double condition = 1) {
            law.measure(lane_of<lanes>(of_all, lane), all_of_one(of_one), sample, condition);
        };
        CHECK(found.regular.lane(lane) == wanted.regular);
        measure(found.X_WB, wanted.X_WB);
        measure(found.V_WB, wanted.V_WB);
        measure(found.q_dot, wanted.q_dot);
        measure(found.residual, wanted.residual);
        measure(found.M_v, wanted.M_v);
        measure(found.M, wanted.M);
        if (!wanted.regular) continue;
        const Eigen::Index n = one.tree.nu;  // joints that are given make M's condition better, if anything
        const double condition = condition_of(Eigen::Map<const Matrix>(wanted.M.data(), n, n));
        measure(found.u_dot, wanted.u_dot, condition);
        measure(found.A_WB, wanted.A_WB, condition);
        measure(found.M_inv_v, wanted.M_inv_v, condition);
    }
}

}  // namespace

TEST_CASE("states in lanes of four move like states one by one, by every joint there is") {
    Law law;
    for (const SampleTree& sample : sample_trees(10)) {
        compare<4>(law, sample, nullptr);
        compare<4>(law, sample, sample.prescribed.data());
    }
}

TEST_CASE("states in lanes of eight move like states one by one, by every joint there is") {
    Law law;
    if (!has_wide_registers()) return;
    for (const SampleTree& sample : sample_trees(10)) {
        compare<8>(law, sample, nullptr);
        compare<8>(law, sample, sample.prescribed.data());
    }
}

TEST_CASE("what one lane holds does not change a bit of another") {
    for (const SampleTree& sample : sample_trees(10)) {
        TreeMemory<PackT<4>> at = side_by_side<4>(sample);
        const Found<PackT<4>> before = answers(at, sample, nullptr);
        TreeMemory<PackT<4>> again = side_by_side<4>(sample);
        for (auto& q : again.q) q.v[2] = no_number;
        const Found<PackT<4>> after = answers(again, sample, nullptr);
        for (const int lane : {0, 1, 3}) {
            CHECK(lane_of<4>(before.u_dot, lane) == lane_of<4>(after.u_dot, lane));
            CHECK(lane_of<4>(before.M, lane) == lane_of<4>(after.M, lane));
            CHECK(lane_of<4>(before.residual, lane) == lane_of<4>(after.residual, lane));
            CHECK(before.regular.lane(lane) == after.regular.lane(lane));
        }
        if (sample.tree.nq > 0) CHECK(!after.regular.lane(2));
    }
}

TEST_CASE("each lane has its own verdict on a mass matrix without an inverse, and its own numbers") {
    for (SampleTree sample : sample_trees(10)) {
        const int last = sample.tree.size() - 1;
        if (sample.tree[last].nu == 0) continue;
        sample.armature.clear();
        TreeMemory<PackT<4>> at = side_by_side<4>(sample);
        const Found<PackT<4>> before = answers(at, sample, nullptr);
        TreeMemory<PackT<4>> light = side_by_side<4>(sample);
        auto& M =
            light.body[static_cast<std::size_t>(last)].M_B;  // nothing hangs on it, and it weighs nothing
        auto* numbers = reinterpret_cast<double*>(&M);
        for (int i = 0; i < 10; ++i) numbers[4 * i + 1] = 0;
        const Found<PackT<4>> after = answers(light, sample, nullptr);
        CHECK(!after.regular.lane(1));
        for (const int lane : {0, 2, 3}) {
            CHECK(after.regular.lane(lane) == before.regular.lane(lane));
            CHECK(lane_of<4>(before.u_dot, lane) == lane_of<4>(after.u_dot, lane));
        }
    }
}
