// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/dynamics/hinge.h>
#include <sinew/joints/coordinates.h>
#include <sinew/system/element_derivatives.h>

#include <algorithm>
#include <numeric>

namespace sinew {

namespace {

Vec3T<Dual> with(const Vec3& a, const Vec3& change) {
    return {{a.x, change.x}, {a.y, change.y}, {a.z, change.z}};
}
template <class Kind>
MotionT<Dual, Kind> with(const MotionT<double, Kind>& V, const Vec3& w, const Vec3& v) {
    return {with(V.w, w), with(V.v, v)};
}
Vec3 value(const Vec3T<Dual>& a) { return {a.x.v, a.y.v, a.z.v}; }
Vec3 change(const Vec3T<Dual>& a) { return {a.x.d, a.y.d, a.z.d}; }

TransformT<Dual> as_dual(const Transform& X) {
    return {{{with(X.R.x, {}), with(X.R.y, {}), with(X.R.z, {})}}, with(X.p, {})};
}

RigidInertiaT<Dual> as_dual(const RigidInertia& M) {
    return {M.m, with(M.h, {}), {M.I.xx, M.I.yy, M.I.zz, M.I.xy, M.I.xz, M.I.yz}};
}

}  // namespace

DualMotion::DualMotion(const Compiled& c) {
    const std::size_t bodies = size(c.tree.size()), n = size(c.tree.nu);
    X_WM.resize(bodies), X_MB.resize(bodies), body.resize(bodies), V.resize(bodies), A.resize(bodies),
        F.resize(bodies);
    q.resize(size(c.tree.nq)), u.resize(n), u_dot.resize(n), f.resize(n);
    std::size_t most_rows = 0, most_coefficients = 0, most_equations = 0, most_numbers = 0;
    for (const BoundConstraint& bound : c.constraints.all) {
        const std::size_t m = size(bound.counts.all());
        most_equations = std::max(most_equations, m);
        most_rows = std::max(most_rows, m * bound.body.size());
        most_coefficients = std::max(most_coefficients, m * bound.coordinates.size());
        most_numbers = std::max(most_numbers, size(bound.parameters.count));
    }
    for (const BoundForce& bound : c.forces)
        most_numbers = std::max(most_numbers, size(bound.parameters.count));
    rows.resize(most_rows + 1), coefficients.resize(most_coefficients + 1), v.resize(most_equations + 1),
        a.resize(most_equations + 1);  // never null
    k.resize(most_numbers + 1), z.resize(size(c.layout->nz) + 1), z_dot.resize(z.size());
}

KinematicsT<Dual> DualMotion::kinematics(const Compiled& c, double time) {
    KinematicsT<Dual> kin{};
    kin.x.X_WB = X_WM.data();  // letters: in the passes bodies stand at their joints' frames
    kin.x.body = body.data(), kin.v.V_WB = V.data(), kin.X_MB = X_MB.data();
    kin.q = q.data(), kin.u = u.data();
    kin.bodies = c.tree.size(), kin.speeds = c.tree.nu, kin.time = time;
    return kin;
}

ElementDirections::ElementDirections(DynamicsDerivatives::Memory& memory, const State& state)
    : memory_(memory),
      state_(state),
      c_(memory.system.compiled()),
      x_(positions(memory.system, state)),
      v_(velocities(memory.system, state)),
      by_angles_(instance_of(c_, state).passes.by_angles),
      k_numbers_(instance_of(c_, state).passes.k) {
    DualMotion& motion = memory.motion;
    const Transform* X_MB = instance_of(c_, state).X_MB;
    for (int b = 0; b < c_.tree.size(); ++b) {
        motion.X_MB[size(b)] = as_dual(X_MB[b]);
        motion.body[size(b)].M_B = as_dual(x_.body[b].M_B);
        clear_body(b);
    }
    for (std::size_t i = 0; i < motion.q.size(); ++i) motion.q[i] = state.q()[i];
    for (std::size_t i = 0; i < motion.u.size(); ++i) motion.u[i] = state.u()[i];
    for (std::size_t i = 0; i < size(c_.layout->nz); ++i) motion.z[i] = state.z()[i];
}

void ElementDirections::clear_body(int b) {
    DualMotion& motion = memory_.motion;
    motion.X_WM[size(b)] = as_dual(x_.X_WB[b]);
    motion.V[size(b)] = with(v_.V_WB[b], {}, {});
    motion.A[size(b)] = with(memory_.A_WM[size(b)], {}, {});
}

void ElementDirections::note_mobility(int k) {
    if (memory_.mobility_seen[size(k)]) return;
    memory_.mobility_seen[size(k)] = 1;
    memory_.mobilities.push_back(k);
}

void ElementDirections::note_body(int b) {
    for (int B = b; B != top_; B = c_.tree[B].parent) {
        const Node& node = c_.tree[B];
        for (int k = node.u; k < node.u + node.nu; ++k) note_mobility(k);
    }
    if (b == 0 || memory_.body_seen[size(b)]) return;
    memory_.body_seen[size(b)] = 1;
    memory_.touched.push_back(b);
}

int ElementDirections::innermost_common(std::span<const int> bodies) const {
    int top = bodies.size() < 2 ? 0 : bodies[0];
    for (int b : bodies)  // a parent's number is smaller than its child's
        while (b != top) (b > top ? b : top) = c_.tree[b > top ? b : top].parent;
    return top;
}

void ElementDirections::begin(std::span<const int> bodies, std::span<const CoordinatePlace> places,
                              Reach reach) {
    const bool wide = reach == Reach::all;
    top_ = reach == Reach::relative ? innermost_common(bodies) : 0;
    for (const int k : memory_.mobilities) memory_.mobility_seen[size(k)] = 0;
    for (const int b : memory_.touched) memory_.body_seen[size(b)] = 0;
    memory_.mobilities.clear(), memory_.touched.clear();
    memory_.places.assign(places.begin(), places.end());
    wide_ = wide;
    if (wide) {
        for (int k = 0; k < c_.tree.nu; ++k) note_mobility(k);
        for (int b = 1; b < c_.tree.size(); ++b) memory_.touched.push_back(b);
        return;
    }
    for (const int b : bodies) note_body(b);
    for (const CoordinatePlace& place : places) note_mobility(place.u);
}

/// A body that hangs on the joint of the direction: S, ψ, φ and χ as they are at its own origin, which moves along.
///     along q: X by S, V by (w × ω + ψ_w, w × v + ψ_v), A by (w × α + φ_w + ψ_w × ω, w × a + φ_v + 2 ψ_w × v)
///     along u: V by S, A by (χ_w + w × ω, χ_v + 2 w × v)                                                    (9.82)
void ElementDirections::set_body(int b) {
    const int K = memory_.body_of_mobility[size(k_)];
    if (b < K || b >= memory_.subtree_end[size(K)]) return;
    const Along& along = memory_.along[size(k_)];
    const Vec3 p = x_.X_WB[b].p - x_.X_WB[K].p;
    const SpatialVelocity S = shift_outward(x_.H_W[k_], p), psi = shift_outward(along.psi, p);
    const Vec3 w = S.w;
    const Transform& X = x_.X_WB[b];
    const SpatialVelocity& V = v_.V_WB[b];
    const SpatialAcceleration& A = memory_.A_WM[size(b)];
    DualMotion& motion = memory_.motion;
    if (!along_q_) {
        const SpatialAcceleration chi = shift_outward(along.chi, p);
        motion.V[size(b)] = with(V, S.w, S.v);
        motion.A[size(b)] = with(A, chi.w + cross(w, V.w), chi.v + 2.0 * cross(w, V.v));
        return;
    }
    SpatialAcceleration phi = along.phi;
    phi.v += cross(memory_.gravity, w);  // what falls is not accelerated against gravity
    phi = shift_outward(phi, p);
    motion.X_WM[size(b)] = {
        {{with(X.R.x, cross(w, X.R.x)), with(X.R.y, cross(w, X.R.y)), with(X.R.z, cross(w, X.R.z))}},
        with(X.p, S.v)};
    motion.V[size(b)] = with(V, cross(w, V.w) + psi.w, cross(w, V.v) + psi.v);
    motion.A[size(b)] =
        with(A, cross(w, A.w) + phi.w + cross(psi.w, V.w), cross(w, A.v) + phi.v + 2.0 * cross(psi.w, V.v));
}

void ElementDirections::set(int k, bool along_q) {
    k_ = k;
    along_q_ = along_q;
    for (const int b : memory_.touched) set_body(b);
    DualMotion& motion = memory_.motion;
    if (!along_q) motion.u[size(k)].d = 1;
    if (along_q && wide_) set_coordinates();
    for (const CoordinatePlace& place : memory_.places)
        if (const int q = place.q[by_angles_[place.joint] != 0]; along_q && place.u == k && q >= 0)
            motion.q[size(q)].d = 1;
}

/// N e_k
void ElementDirections::set_coordinates() {
    const int B = memory_.body_of_mobility[size(k_)];
    const Node& node = c_.tree[B];
    with_joint(node.kind, by_angles_[B], [&]<class J> {
        const double* q = state_.q().data() + node.q;
        const JointInput<double> in{k_numbers_ + node.k, q, x_.scratch + node.scratch, node.data};
        double e[max_nu] = {}, q_prime[max_nq] = {};
        e[k_ - node.u] = 1;
        multiply_N<J>(in, e, q_prime);
        for (int i = 0; i < node.nq; ++i) memory_.motion.q[size(node.q + i)].d = q_prime[i];
    });
}

void ElementDirections::clear() {
    if (k_ < 0) return;
    const int K = memory_.body_of_mobility[size(k_)];
    for (const int b : memory_.touched)
        if (b >= K && b < memory_.subtree_end[size(K)]) clear_body(b);
    DualMotion& motion = memory_.motion;
    motion.u[size(k_)].d = 0;
    if (wide_ && along_q_)
        for (int i = c_.tree[K].q; i < c_.tree[K].q + c_.tree[K].nq; ++i) motion.q[size(i)].d = 0;
    for (const CoordinatePlace& place : memory_.places)
        if (const int q = place.q[by_angles_[place.joint] != 0]; q >= 0) motion.q[size(q)].d = 0;
    k_ = -1;
}

void ElementDirections::clear_forces() {
    DualMotion& motion = memory_.motion;
    motion.F[0] = {};
    for (const int b : memory_.touched) motion.F[size(b)] = {};
    for (const CoordinatePlace& place : memory_.places) motion.f[size(place.u)] = 0.0;
    if (wide_) std::fill(motion.f.begin(), motion.f.end(), Dual(0.0));
}

void ElementDirections::take_forces(double* column, int width) {
    DualMotion& motion = memory_.motion;
    const int K = k_ < 0 ? 0 : memory_.body_of_mobility[size(k_)];
    const auto changed = [&](int b) {
        const SpatialForceT<Dual>& F = motion.F[size(b)];
        SpatialForce d{change(F.m), change(F.f)};
        if (k_ >= 0 && along_q_ && b >= K && b < memory_.subtree_end[size(K)]) {
            const Vec3 w = x_.H_W[k_].w;
            d -= {cross(w, value(F.m)), cross(w, value(F.f))};
        }
        return d;
    };
    const auto give = [&](int B, const SpatialForce& F) {
        const Node& node = c_.tree[B];
        for (int i = node.u; i < node.u + node.nu; ++i) column[i * width] -= dot(F, x_.H_W[i]);
    };
    if (wide_) {
        for (int b = 0; b < c_.tree.size(); ++b)
            motion.F[size(b)] = {with(changed(b).m, {}), with(changed(b).f, {})};
        for (int B = c_.tree.size() - 1; B > 0; --B) {
            const SpatialForce F{value(motion.F[size(B)].m), value(motion.F[size(B)].f)};
            give(B, F);
            const SpatialForce felt = shift_inward(F, x_.p_PB_W[B]);
            motion.F[size(c_.tree[B].parent)] += {with(felt.m, {}), with(felt.f, {})};
        }
        for (int i = 0; i < c_.tree.nu; ++i) column[i * width] -= motion.f[size(i)].d;
        return;
    }
    SpatialForce together{};
    for (const int b : memory_.touched) {
        SpatialForce F = changed(b);
        for (int B = b; B != top_; B = c_.tree[B].parent) {
            give(B, F);
            F = shift_inward(F, x_.p_PB_W[B]);
        }
        together += F;
    }
    // Forces balance along u; not what is left of them without being carried along, nor by numbers of frames.
    if (top_ > 0 && (along_q_ || k_ < 0))
        for (int B = top_; B > 0; B = c_.tree[B].parent) {
            give(B, together);
            together = shift_inward(together, x_.p_PB_W[B]);
        }
    for (const CoordinatePlace& place : memory_.places) {
        Dual& f = motion.f[size(place.u)];
        column[place.u * width] -= f.d;
        f = 0.0;  // the same speed may come twice
    }
}

}  // namespace sinew
