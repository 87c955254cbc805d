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

void forward_dynamics(Batch& batch, const LaneArray& f, LaneArray& u_dot) {
    check_array(batch, "f", f, batch.system().nu());
    check_array(batch, "u_dot", u_dot, batch.system().nu());
    Batch::Inside& in = batch.inside();
    for_each_block(in, [&]<int n>(Worker<n>& worker, int number) {
        const UsualFloats floats;
        Block<n> block(in, worker, number);
        const WhereT<n> found =
            block.accelerations({packs(u_dot, number, worker), nullptr, nullptr}, packs(f, number, worker));
        for (int lane = 0; lane < block.states(); ++lane)
            in.outcome[at(number * n + lane)] =
                found.lane(lane) ? Batch::Inside::answered : Batch::Inside::none;
    });
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
