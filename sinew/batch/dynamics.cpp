// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/error.h>
#include <sinew/base/float_environment.h>
#include <sinew/batch/block.h>
#include <sinew/batch/check_array.h>
#include <sinew/batch/dynamics.h>

namespace sinew {

namespace {

template <int n>
PackT<n>* packs(LaneArray& array, int block, const Worker<n>&) {
    return reinterpret_cast<PackT<n>*>(array.block(block));
}
template <int n>
const PackT<n>* packs(const LaneArray& array, int block, const Worker<n>&) {
    return reinterpret_cast<const PackT<n>*>(array.block(block));
}

template <int n>
const SpatialForceT<PackT<n>>* forces(const LaneArray& array, int block, const Worker<n>&) {
    return reinterpret_cast<const SpatialForceT<PackT<n>>*>(array.block(block));
}

void evaluate(Batch::Inside& in, bool with_q_dot) {
    for_each_block(in, [&]<int n>(Worker<n>& worker, int number) {
        const UsualFloats floats;
        Block<n> block(in, worker, number);
        const WhereT<n> found =
            block.accelerations({packs(in.u_dot, number, worker), packs(in.z_dot, number, worker),
                                 packs(in.multipliers, number, worker)});
        if (with_q_dot) block.find_q_dot(packs(in.q_dot, number, worker));
        for (int lane = 0; lane < block.states(); ++lane)
            in.outcome[at(number * n + lane)] =
                found.lane(lane) ? Batch::Inside::answered : Batch::Inside::none;
    });
}

/// ask(block, memory, number) with positions found, and velocities if wanted.
template <class Ask>
void ask_each(Batch& batch, bool moving, const Ask& ask) {
    for_each_block(batch.inside(), [&]<int n>(Worker<n>& worker, int number) {
        const UsualFloats floats;
        Block<n> block(batch.inside(), worker, number);
        block.find_positions();
        if (moving) block.find_velocities();
        ask(block, worker, number);
    });
}

}  // namespace

void forward_dynamics(Batch& batch) { evaluate(batch.inside(), false); }
void rates(Batch& batch) { evaluate(batch.inside(), true); }

namespace {

/// F may be null.
void under_loads(Batch& batch, const LaneArray& f, const LaneArray* F, LaneArray& u_dot) {
    check_array(batch, "f", f, batch.system().nu());
    check_array(batch, "u_dot", u_dot, batch.system().nu());
    Batch::Inside& in = batch.inside();
    for_each_block(in, [&]<int n>(Worker<n>& worker, int number) {
        const UsualFloats floats;
        Block<n> block(in, worker, number);
        const typename Block<n>::OwnLoads loads{packs(f, number, worker),
                                                F ? forces(*F, number, worker) : nullptr};
        const WhereT<n> found = block.accelerations({packs(u_dot, number, worker), nullptr, nullptr}, &loads);
        for (int lane = 0; lane < block.states(); ++lane)
            in.outcome[at(number * n + lane)] =
                found.lane(lane) ? Batch::Inside::answered : Batch::Inside::none;
    });
}

}  // namespace

void forward_dynamics(Batch& batch, const LaneArray& f, LaneArray& u_dot) {
    under_loads(batch, f, nullptr, u_dot);
}
void forward_dynamics(Batch& batch, const LaneArray& f, const LaneArray& F_B_W, LaneArray& u_dot) {
    check_array(batch, "F_B_W", F_B_W, 6 * batch.system().compiled().bodies());
    under_loads(batch, f, &F_B_W, u_dot);
}

void inverse_dynamics(Batch& batch, const LaneArray& u_dot, LaneArray& f) {
    check_array(batch, "u_dot", u_dot, batch.system().nu());
    check_array(batch, "f", f, batch.system().nu());
    ask_each(batch, true, [&]<int n>(Block<n>& block, Worker<n>& worker, int number) {
        block.inverse_dynamics(packs(u_dot, number, worker), nullptr, packs(f, number, worker));
    });
}

void inverse_dynamics(Batch& batch, const LaneArray& u_dot, const LaneArray& lambda, LaneArray& f) {
    check_array(batch, "u_dot", u_dot, batch.system().nu());
    check_array(batch, "lambda", lambda, batch.multipliers().numbers());
    check_array(batch, "f", f, batch.system().nu());
    ask_each(batch, true, [&]<int n>(Block<n>& block, Worker<n>& worker, int number) {
        block.inverse_dynamics(packs(u_dot, number, worker), packs(lambda, number, worker),
                               packs(f, number, worker));
    });
}

void inverse_dynamics(Batch& batch, const LaneArray& u_dot, const LaneArray& f_applied,
                      const LaneArray& F_B_W, LaneArray& f) {
    check_array(batch, "u_dot", u_dot, batch.system().nu());
    check_array(batch, "f_applied", f_applied, batch.system().nu());
    check_array(batch, "F_B_W", F_B_W, 6 * batch.system().compiled().bodies());
    check_array(batch, "f", f, batch.system().nu());
    ask_each(batch, true, [&]<int n>(Block<n>& block, Worker<n>& worker, int number) {
        block.inverse_dynamics_under({packs(f_applied, number, worker), forces(F_B_W, number, worker)},
                                     packs(u_dot, number, worker), packs(f, number, worker));
    });
}

void mixed_dynamics(Batch& batch, std::span<const AnyJointId> prescribed, LaneArray& u_dot, LaneArray& tau) {
    check_array(batch, "u_dot", u_dot, batch.system().nu());
    check_array(batch, "tau", tau, batch.system().nu());
    Batch::Inside& in = batch.inside();
    const Compiled& c = in.compiled();
    std::vector<std::uint8_t> listed(at(c.tree.size()));
    for (const AnyJointId joint : prescribed) listed[at(c.node(joint))] = 1;
    ask_each(batch, true, [&]<int n>(Block<n>& block, Worker<n>& worker, int number) {
        block.mixed_dynamics({prescribed, listed.data()}, packs(u_dot, number, worker),
                             packs(tau, number, worker));
    });
}

void mass_matrix(Batch& batch, LaneArray& M) {
    check_array(batch, "M", M, batch.system().nu() * batch.system().nu());
    ask_each(batch, false, [&]<int n>(Block<n>& block, Worker<n>& worker, int number) {
        block.mass_matrix(packs(M, number, worker));
    });
}

void multiply_by_M(Batch& batch, const LaneArray& a, LaneArray& f) {
    check_array(batch, "a", a, batch.system().nu());
    check_array(batch, "f", f, batch.system().nu());
    ask_each(batch, false, [&]<int n>(Block<n>& block, Worker<n>& worker, int number) {
        block.multiply_by_M(packs(a, number, worker), packs(f, number, worker));
    });
}

void multiply_by_M_inverse(Batch& batch, const LaneArray& f, LaneArray& a) {
    check_array(batch, "f", f, batch.system().nu());
    check_array(batch, "a", a, batch.system().nu());
    ask_each(batch, false, [&]<int n>(Block<n>& block, Worker<n>& worker, int number) {
        block.multiply_by_M_inverse(packs(f, number, worker), packs(a, number, worker));
    });
}

}  // namespace sinew
