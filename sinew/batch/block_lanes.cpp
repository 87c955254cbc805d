// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/finite.h>
#include <sinew/batch/block.h>
#include <sinew/dynamics/ask_joint.h>
#include <sinew/dynamics/fill_lanes.h>
#include <sinew/system/apply.h>
#include <sinew/system/constrain.h>
#include <sinew/system/dynamics.h>
#include <sinew/system/kinematics_memory.h>
#include <sinew/system/motions.h>

#include <algorithm>
#include <limits>

namespace sinew {

// What only a State by itself can be asked: each lane borrows one, which is given all that the passes have found.

namespace {

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

/// One lane of an array of records.
template <int n, class Record, class Packs>
void copy_lane(const AlignedVector<Packs>& from, int lane, Record* to) {
    static_assert(sizeof(Packs) == n * sizeof(Record));
    get_lane(reinterpret_cast<const PackT<n>*>(from.data()),
             static_cast<int>(from.size() * sizeof(Record) / sizeof(double)), lane,
             reinterpret_cast<double*>(to));
}

}  // namespace

template <int n>
bool Block<n>::load(int lane) {
    State& state = borrowed(lane);
    get_lane(y_.q, c_.tree.nq, lane, w_.q_one.data());
    get_lane(y_.u, c_.tree.nu, lane, w_.u_one.data());
    get_lane(y_.z, c_.layout->nz, lane, w_.z_one.data());
    const double time = reinterpret_cast<const double*>(y_.time)[lane];
    const double times[] = {time};
    if (!sinew::all_finite(w_.q_one) || !sinew::all_finite(w_.u_one) || !sinew::all_finite(w_.z_one) ||
        !sinew::all_finite(times))
        return false;
    try {
        if (time != state.time()) state.set_time(time);
        state.set_q(w_.q_one);
        state.set_u(w_.u_one);
        state.set_z(w_.z_one);
    } catch (...) {
        return false;
    }
    if (has_positions_ && has_velocities_) adopt_kinematics(lane);
    return true;
}

template <int n>
void Block<n>::adopt_kinematics(int lane) {
    const State& state = borrowed(lane);
    const PositionT<double> to = position_memory(c_, state);
    copy_lane<n>(w_.X_WB, lane, to.X_WB);
    copy_lane<n>(w_.p_PB_W, lane, to.p_PB_W);
    copy_lane<n>(w_.H_W, lane, to.H_W);
    const Tree& tree = *batch_.plan.tree;
    for (int B = 1; B < tree.size(); ++B) {
        const Node& node = tree[B];
        with_joint(node.kind, batch_.plan.by_angles[B], [&]<class J> {
            const int size = scratch_size_of<J>(node.data);
            const T* scratch = w_.scratch.data() + node.scratch;
            if (goes_in_packs<J, n>(node)) get_lane(scratch, size, lane, to.scratch + node.scratch);
            else  // kept lane after lane
                std::copy_n(reinterpret_cast<const double*>(scratch) + lane * size, size,
                            to.scratch + node.scratch);
        });
    }
    const VelocityT<double> v = velocity_memory(c_, state);
    copy_lane<n>(w_.V_WB, lane, v.V_WB);
    copy_lane<n>(w_.c_W, lane, v.c_W);
    fill_lanes(c_.tree, to);
    fill_lanes(c_.tree, v);
    state.mark_current(c_.entries.position);
    state.mark_current(c_.entries.velocity);
}

template <int n>
State* Block<n>::state_in(int lane) {
    if (!w_.loaded[lane]) {
        if (refused_.lane(lane) || !load(lane)) {
            refuse(lane);
            return nullptr;
        }
        w_.loaded[lane] = true;
    }
    return &borrowed(lane);
}

template <int n>
void Block<n>::apply_by_lane() {
    for (int lane = 0; lane < states(); ++lane) {
        const State* state = state_in(lane);
        if (!state) continue;
        try {
            if (batch_.plan.all_by_state) {
                const ForcesView found = applied_forces(batch_.system, *state);
                std::copy_n(found.F_W, c_.tree.size(), w_.F_one.data());
                std::copy_n(found.f, c_.tree.nu, w_.f_one.data());
            } else {
                apply_marked(c_, *state, kinematics_of(batch_.system, *state), batch_.plan.by_lane.data(),
                             {w_.F_one.data(), w_.f_one.data()});
            }
        } catch (...) {
            refuse(lane);
            continue;
        }
        add_forces_of_one(lane, batch_.plan.on_bodies);
    }
}

template <int n>
void Block<n>::add_forces_of_one(int lane, bool on_bodies) {
    double* f = lane_begin<n>(w_.f[0], lane);
    for (int i = 0; i < c_.tree.nu; ++i) f[i * n] += w_.f_one[at(i)];
    if (!on_bodies) return;
    double* F = lane_begin<n>(w_.F_W[0], lane);
    const double* one = &w_.F_one[0].m.x;
    for (int i = 0; i < 6 * c_.tree.size(); ++i) F[i * n] += one[i];
}

/// −Gᵀλ joins the forces.
template <int n>
void Block<n>::apply_constraints(const T* multipliers) {
    for (int lane = 0; lane < states(); ++lane) {
        const State* state = state_in(lane);
        if (!state) continue;
        get_lane(multipliers, c_.constraints.a, lane, w_.multipliers_one.data());
        std::ranges::fill(w_.F_one, SpatialForce{});
        std::ranges::fill(w_.f_one, 0.0);
        try {
            add_constraint_forces(batch_.system, *state, w_.multipliers_one.data(), -1, w_.F_one.data(),
                                  w_.f_one.data());
        } catch (...) {
            refuse(lane);
            continue;
        }
        add_forces_of_one(lane, true);
    }
}

/// u̇ of driven joints that time alone gives, once for all lanes that have the same.
template <int n>
void Block<n>::give_by_time(const Driven& given, T* u_dot) {
    const auto* times = reinterpret_cast<const double*>(y_.time);
    for (std::size_t i = 0; i < given.nodes.size(); ++i) {
        if (given.by[i] != GivenBy::time) continue;
        const int B = given.nodes[i];
        double found[max_nu] = {}, found_at = no_number;
        for (int lane = 0; lane < states(); ++lane) {
            if (refused_.lane(lane)) continue;
            try {
                if (times[lane] != found_at)
                    given_acceleration(c_, given, B, times[lane], nullptr, nullptr, found);
            } catch (...) {
                refuse(lane);
                continue;
            }
            found_at = times[lane];
            for (int j = 0; j < c_.tree[B].nu; ++j)
                lane_begin<n>(u_dot[c_.tree[B].u + j], lane)[0] = found[j];
        }
    }
}

template <int n>
void Block<n>::give_accelerations(T* u_dot) {
    const Driven given = driven(batch_.system, batch_.like);
    give_by_time(given, u_dot);
    GivenBy most = GivenBy::time;
    for (std::size_t i = 0; i < given.nodes.size(); ++i) most = std::max(most, given.by[i]);
    if (most == GivenBy::state) return give_by_state(u_dot);
    for (int lane = 0; most == GivenBy::numbers && lane < states(); ++lane) {
        if (refused_.lane(lane)) continue;
        get_lane(y_.q, c_.tree.nq, lane, w_.q_one.data());
        get_lane(y_.u, c_.tree.nu, lane, w_.u_one.data());
        const double time = reinterpret_cast<const double*>(y_.time)[lane];
        double found[max_nu];
        try {
            for (std::size_t i = 0; i < given.nodes.size(); ++i) {
                if (given.by[i] != GivenBy::numbers) continue;
                const int B = given.nodes[i];
                given_acceleration(c_, given, B, time, w_.q_one.data(), w_.u_one.data(), found);
                for (int j = 0; j < c_.tree[B].nu; ++j)
                    lane_begin<n>(u_dot[c_.tree[B].u + j], lane)[0] = found[j];
            }
        } catch (...) {
            refuse(lane);
        }
    }
}

template <int n>
void Block<n>::give_by_state(T* u_dot) {
    for (int lane = 0; lane < states(); ++lane) {
        const State* state = state_in(lane);
        if (!state) continue;
        try {
            const Driven given = driven(batch_.system, *state);
            given_accelerations(batch_.system, *state, given, w_.u_one.data());
            for (const int B : given.nodes)
                for (int i = c_.tree[B].u; i < c_.tree[B].u + c_.tree[B].nu; ++i)
                    lane_begin<n>(u_dot[i], lane)[0] = w_.u_one[at(i)];
        } catch (...) {
            refuse(lane);
        }
    }
}

template <int n>
void Block<n>::find_z_dot(const WhereT<n>& where, const T* u_dot, T* z_dot) {
    for (int lane = 0; lane < states(); ++lane) {
        if (!where.lane(lane)) continue;
        const State* state = state_in(lane);
        for (double& rate : w_.z_one) rate = no_number;
        if (state) {
            copy_lane<n>(w_.A_WB, lane, w_.A_one.data());
            get_lane(u_dot, c_.tree.nu, lane, w_.u_one.data());
            try {
                auxiliary_rates(c_, *state, kinematics_of(batch_.system, *state),
                                {w_.A_one.data(), w_.u_one.data(), w_.z_one.data()});
            } catch (...) {
                refuse(lane);
            }
        }
        for (int i = 0; i < c_.layout->nz; ++i) lane_begin<n>(z_dot[i], lane)[0] = w_.z_one[at(i)];
    }
}

template <int n>
void Block<n>::settle(Projecting* projecting, T* q, T* u, T* error) {
    const int nq = c_.tree.nq, nu = c_.tree.nu;
    const auto project = [&](State& state, int lane) {
        const RunTolerance& tolerance = projecting->tolerance;
        Projector& projector = projecting->projector;
        const ProjectionOptions options = tolerance.options();
        if (!tolerance.accepts(projector.positions(state, options))) return false;
        if (error) {
            get_lane(error, nq, lane, w_.q_one.data());
            projector.position_estimate(state, w_.q_one, options);
        }
        prescribe_velocities(batch_.system, state);
        if (!tolerance.accepts(projector.velocities(state, options))) return false;
        if (error) {
            get_lane(error + nq, nu, lane, w_.f_one.data());
            projector.velocity_estimate(state, w_.f_one, options);
        }
        return true;
    };
    const auto put = [](std::span<const double> from, int lane, T* to) {
        for (std::size_t i = 0; i < from.size(); ++i) lane_begin<n>(to[i], lane)[0] = from[i];
    };
    for (int lane = 0; lane < states(); ++lane) {
        if (refused_.lane(lane)) continue;
        State* state = state_in(lane);
        bool met = state != nullptr;
        if (met) try {
                prescribe(batch_.system, *state);
                met = !projecting || project(*state, lane);
            } catch (...) {
                met = false;
            }
        if (met) {
            put(state->q(), lane, q), put(state->u(), lane, u);
            if (error) put(w_.q_one, lane, error), put(w_.f_one, lane, error + nq);
        } else {
            WhereT<n> here = false;
            here.v[lane] = -1;
            put_no_numbers(here, q, nq), put_no_numbers(here, u, nu);
            if (error) put_no_numbers(here, error, nq + nu);
        }
    }
}

/// All by the code for one State.
template <int n>
void Block<n>::by_itself(const WhereT<n>& where, const Accelerations& out, const OwnLoads* loads) {
    const auto put = [](const double* from, int count, int lane, T* to) {
        for (int i = 0; i < count; ++i) lane_begin<n>(to[i], lane)[0] = from[i];
    };
    for (int lane = 0; lane < states(); ++lane) {
        const State* state = where.lane(lane) ? state_in(lane) : nullptr;
        if (!state) continue;
        try {
            if (loads) {
                get_lane(loads->f, c_.tree.nu, lane, w_.f_one.data());
                Loads own{w_.f_one, {}};
                if (loads->F_B_W) {
                    get_lane(reinterpret_cast<const T*>(loads->F_B_W), 6 * c_.bodies(), lane,
                             &w_.F_one[0].m.x);
                    own.F_B_W = {w_.F_one.data(), at(c_.bodies())};
                }
                sinew::forward_dynamics(batch_.system, *state, own, w_.u_one);
                put(w_.u_one.data(), c_.tree.nu, lane, out.u_dot);
                continue;
            }
            const AccelerationView found = sinew::accelerations(batch_.system, *state);
            put(found.u_dot, c_.tree.nu, lane, out.u_dot);
            put(found.z_dot, c_.layout->nz, lane, out.z_dot);
            if (!c_.constraints.all.empty())
                put(multipliers_of(batch_.system, *state), c_.constraints.a, lane, out.multipliers);
        } catch (...) {
            refuse(lane);
        }
    }
}

template <int n>
void Block<n>::mixed_by_itself(const Listed& listed, T* u_dot, T* tau) {
    const int nu = c_.tree.nu;
    for (int lane = 0; lane < states(); ++lane) {
        const State* state = state_in(lane);
        if (!state) continue;
        get_lane(u_dot, nu, lane, w_.u_one.data());
        try {
            sinew::mixed_dynamics(batch_.system, *state, listed.joints, w_.u_one, w_.f_one, {});
        } catch (...) {
            refuse(lane);
            continue;
        }
        for (int i = 0; i < nu; ++i) {
            lane_begin<n>(u_dot[i], lane)[0] = w_.u_one[at(i)];
            lane_begin<n>(tau[i], lane)[0] = w_.f_one[at(i)];
        }
    }
}

template bool Block<4>::load(int);
template bool Block<8>::load(int);
template State* Block<4>::state_in(int);
template State* Block<8>::state_in(int);
template void Block<4>::apply_by_lane();
template void Block<8>::apply_by_lane();
template void Block<4>::give_accelerations(PackT<4>*);
template void Block<8>::give_accelerations(PackT<8>*);
template void Block<4>::find_z_dot(const WhereT<4>&, const PackT<4>*, PackT<4>*);
template void Block<8>::find_z_dot(const WhereT<8>&, const PackT<8>*, PackT<8>*);
template void Block<4>::apply_constraints(const PackT<4>*);
template void Block<8>::apply_constraints(const PackT<8>*);
template void Block<4>::settle(Projecting*, PackT<4>*, PackT<4>*, PackT<4>*);
template void Block<8>::settle(Projecting*, PackT<8>*, PackT<8>*, PackT<8>*);
template void Block<4>::by_itself(const WhereT<4>&, const Accelerations&, const OwnLoads*);
template void Block<8>::by_itself(const WhereT<8>&, const Accelerations&, const OwnLoads*);
template void Block<4>::mixed_by_itself(const Listed&, PackT<4>*, PackT<4>*);
template void Block<8>::mixed_by_itself(const Listed&, PackT<8>*, PackT<8>*);

}  // namespace sinew
