// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/kernel.h>
#include <sinew/dynamics/columns.h>
#include <sinew/dynamics/hinge.h>
#include <sinew/dynamics/inverse_derivatives.h>
#include <sinew/math/pack.h>

#include <type_traits>

namespace sinew {

namespace {

/// What one body needs to be turned about while it moves with V:
///     J = 2 ((h·v) 1 − v hᵀ − ω× (½ tr I 1 − I))     P = m v + ω × h                                  (7.113)
template <class T>
TurningForceT<T> turning_force(const RigidInertiaT<T>& M, const SpatialVelocityT<T>& V) {
    const T two(2.0), half_trace = T(0.5) * (M.I.xx + M.I.yy + M.I.zz), hv = two * dot(M.h, V.v);
    const Mat3T<T> I = full(M.I);
    const Vec3T<T> w = two * V.w, v = two * V.v;
    Mat3T<T> J{cross(w, I.x) - M.h.x * v, cross(w, I.y) - M.h.y * v, cross(w, I.z) - M.h.z * v};
    const Vec3T<T> t = half_trace * w;  // − ½ tr I ω× has the columns −t × x̂ ...
    J.x += {hv, -t.z, t.y};
    J.y += {t.z, hv, -t.x};
    J.z += {-t.y, t.x, hv};
    return {J, M.m * V.v + cross(V.w, M.h)};
}

/// B_P += shift(B_B): J' = J + 2 ((p·P) 1 − P pᵀ)                                                      (7.114)
template <class T>
void gather(TurningForceT<T>& to, const TurningForceT<T>& B, const Vec3T<T>& p) {
    const Vec3T<T> P = T(2.0) * B.P;
    const T pP = dot(p, P);
    to.J.x += B.J.x - p.x * P, to.J.x.x += pP;
    to.J.y += B.J.y - p.y * P, to.J.y.y += pP;
    to.J.z += B.J.z - p.z * P, to.J.z.z += pP;
    to.P += B.P;
}

/// Of a joint whose hinge is fixed in F.                                                                 (7.112)
template <class T>
AlongT<T> along(const SpatialVelocityT<T>& S, const Vec3T<T>& w_P, const Vec3T<T>& alpha_P,
                const SpatialVelocityT<T>& V, const SpatialAccelerationT<T>& A) {
    const T two(2.0);
    const Vec3T<T> swing = cross(w_P, S.v), turned = cross(V.v, S.w);
    AlongT<T> d;
    d.psi.w = cross(V.w, S.w);
    d.psi.v = turned + swing;
    d.phi = {cross(A.w, S.w) + cross(V.w, d.psi.w),
             cross(A.v, S.w) + cross(alpha_P, S.v) + cross(w_P, swing) + two * cross(V.v, d.psi.w)};
    d.chi = {cross(w_P, S.w) + d.psi.w, two * d.psi.v};
    return d;
}

/// What is added where the hinge moves in F.                                                            (7.112)
template <class T>
void add_own(AlongT<T>& d, const Vec3T<T>& w_P, const SpatialVelocityT<T>& V, const HingeDerivativesT<T>& own,
             int k) {
    const SpatialVelocityT<T>& sigma = own.V[k];
    d.psi.w += sigma.w;
    d.psi.v += sigma.v;
    d.phi.w += cross(V.w, sigma.w) + cross(w_P, sigma.w) + own.A[k].w;
    d.phi.v += T(2.0) * (cross(V.v, sigma.w) + cross(w_P, sigma.v)) + own.A[k].v;
    d.chi += own.b_u[k];
}

/// Of every mobility, part by part: K S; the forces that its subtree needs along q and along u; Bᵀ S, which has no
/// lower half and is the same about every point.
template <class T>
struct Subtrees {
    ColumnsT<T> KS, Z_q, Z_u;
    T *b_x, *b_y, *b_z;
    T *below_q, *below_u;  ///< rows of nu numbers for the mobilities of the body at hand

    Subtrees(T* memory, std::ptrdiff_t n)
        : KS(memory, n),
          Z_q(memory + 6 * n, n),
          Z_u(memory + 12 * n, n),
          b_x(memory + 18 * n),
          b_y(b_x + n),
          b_z(b_y + n),
          below_q(b_z + n),
          below_u(below_q + max_nu * n) {}
};

/// All that the joint at hand has to do with mobilities k further out, and these columns handed on to the parent:
///     ∂τ_j/∂q_k = S_jᵀ Z_q,k                   ∂τ_j/∂u_k = S_jᵀ Z_u,k                                     (7.116)
///     ∂τ_k/∂q_j = (K S_k)ᵀ φ_j + (Bᵀ S_k)ᵀ ψ_j     ∂τ_k/∂u_j = (K S_k)ᵀ χ_j + (Bᵀ S_k)ᵀ S_j                (7.117)
/// V is T, or a Pack of four columns side by side.
template <int nu, bool turns, bool with_M, class V, class T>
struct Meeting {
    const Subtrees<T>& columns;
    const std::ptrdiff_t n;
    const Vec3T<V> p;
    T *const M, *const by_q, *const by_u;
    SpatialVelocityT<V> S[nu];
    SpatialAccelerationT<V> phi[nu], chi[nu];
    Vec3T<V> psi[nu];

    static Vec3T<V> wide(const Vec3T<T>& a) { return {V(a.x), V(a.y), V(a.z)}; }
    static V get(const T* x) {
        if constexpr (std::is_same_v<V, Pack>) return load_four(x);
        else return *x;
    }
    static void put(T* x, const V& value) {
        if constexpr (std::is_same_v<V, Pack>) store_four(x, value.v);
        else *x = value;
    }
    static SpatialForceT<V> action(const ColumnsT<T>& z, int k) {
        return {{get(z.a + k), get(z.b + k), get(z.c + k)}, {get(z.d + k), get(z.e + k), get(z.f + k)}};
    }
    void hand_on(const ColumnsT<T>& z, int k, const SpatialForceT<V>& F) const {
        const Vec3T<V> m = F.m + cross(p, F.f);
        put(z.a + k, m.x), put(z.b + k, m.y), put(z.c + k, m.z);
    }

    Meeting(const Subtrees<T>& all, std::ptrdiff_t stride, const SpatialVelocityT<T>* S_W, const AlongT<T>* d,
            const Vec3T<T>& p_PB_W, T* M_row, T* q_row, T* u_row)
        : columns(all), n(stride), p(wide(p_PB_W)), M(M_row), by_q(q_row), by_u(u_row) {
        for (int j = 0; j < nu; ++j) {
            S[j] = {wide(S_W[j].w), wide(S_W[j].v)};
            phi[j] = {wide(d[j].phi.w), wide(d[j].phi.v)};
            chi[j] = {wide(d[j].chi.w), wide(d[j].chi.v)};
            psi[j] = wide(d[j].psi.w);
        }
    }
    void step(int k) const {
        const Subtrees<T>& c = columns;
        const SpatialForceT<V> KS = action(c.KS, k), Z_q = action(c.Z_q, k), Z_u = action(c.Z_u, k);
        const Vec3T<V> b{get(c.b_x + k), get(c.b_y + k), get(c.b_z + k)};
        for (int j = 0; j < nu; ++j) {
            if constexpr (with_M) put(M + j * n + k, hinge_dot<turns>(S[j], KS));
            put(by_q + j * n + k, hinge_dot<turns>(S[j], Z_q));
            put(by_u + j * n + k, hinge_dot<turns>(S[j], Z_u));
            put(c.below_q + j * n + k, dot(KS, phi[j]) + dot(b, psi[j]));
            put(c.below_u + j * n + k, dot(KS, chi[j]) + dot(b, S[j].w));
        }
        hand_on(c.KS, k, KS);
        hand_on(c.Z_q, k, Z_q);
        hand_on(c.Z_u, k, Z_u);
    }
};

/// Columns from begin to end, four at a time where T is double. What does not go by fours begins among columns before
/// begin, which are the joint's own and those of bodies still to come: they hold nothing yet, and what is written to
/// the rows there is cleared.
template <int nu, bool turns, bool with_M, class T>
void meet_columns(int begin, int end, const Subtrees<T>& c, std::ptrdiff_t n, const SpatialVelocityT<T>* S,
                  const AlongT<T>* d, const Vec3T<T>& p, T* M, T* by_q, T* by_u) {
    int k = begin;
    if constexpr (std::is_same_v<T, double>) {
        if (begin == end) return;
        const Meeting<nu, turns, with_M, Pack, T> by_fours(c, n, S, d, p, M, by_q, by_u);
        const int first = end - (end - begin + 3) / 4 * 4;
        if (first >= 0) k = first;
        const int from = k;
        for (; k + 4 <= end; k += 4) by_fours.step(k);
        if (k == end) {
            for (int j = 0; j < nu; ++j)
                for (int i = from; i < begin; ++i) {
                    if constexpr (with_M) M[j * n + i] = 0;
                    by_q[j * n + i] = by_u[j * n + i] = 0;
                }
            return;
        }
    }
    const Meeting<nu, turns, with_M, T, T> one_by_one(c, n, S, d, p, M, by_q, by_u);
    for (; k < end; ++k) one_by_one.step(k);
}

template <class T>
struct Pass {
    const Tree& tree;
    const InstanceT<T>& instance;
    const PositionT<T>& x;
    const VelocityT<T>& v;
    const InverseDerivativesT<T>& problem;
    const InverseDerivativesWorkT<T>& work;
    const std::ptrdiff_t n = tree.nu;
    const Subtrees<T> columns{work.columns, n};

    void begin() const {
        for (T* out : {problem.by_q, problem.by_u, problem.by_u_dot})
            for (std::ptrdiff_t i = 0; out && i < n * n; ++i) out[i] = T(0.0);
        for (int B = 0; B < tree.size(); ++B) {
            work.K_B_W[B] = inertia_of(x, B);
            work.B_W[B] = turning_force(work.K_B_W[B], v.V_WB[B]);
            work.end[B] = tree[B].u + tree[B].nu;
        }
    }

    /// ψ, φ and χ of the joint's mobilities. Gravity is felt as if everything were accelerated against it.
    void changes(int B) const {
        const Node& node = tree[B];
        AlongT<T>* d = work.along_W + node.u;
        const Vec3T<T> w_P = v.V_WB[node.parent].w, alpha_P = problem.A_WB[node.parent].w;
        const SpatialVelocityT<T> V = v.V_WB[B];
        SpatialAccelerationT<T> A = problem.A_WB[B];
        A.v -= problem.gravity;
        for (int j = 0; j < node.nu; ++j) d[j] = along(x.H_W[node.u + j], w_P, alpha_P, V, A);
        if (node.has_bias) {
            const RotationT<T> R_WF = x.X_WB[node.parent].R * instance.body[B].X_PF.R;
            hinge_derivatives(node, instance.by_angles[B], instance, x, R_WF, problem.q, problem.u,
                              problem.u_dot, work.scratch, *work.hinge);
            for (int j = 0; j < node.nu; ++j) add_own(d[j], w_P, V, *work.hinge, j);
        }
    }

    /// Its own columns and the block of the joint with itself:
    ///     Z_q = S ×* F_J + K φ + B ψ     Z_u = K χ + B S                                                  (7.115)
    ///     ∂τ_i/∂q_j = S_iᵀ Z_q,j + (∂S_i/∂q_j)ᵀ F_J                                                       (7.118)
    void own_columns(int B) const {
        const Node& node = tree[B];
        const AlongT<T>* d = work.along_W + node.u;
        const RigidInertiaT<T>& K = work.K_B_W[B];
        const TurningForceT<T>& turning = work.B_W[B];
        const Vec3T<T> twice_P = T(2.0) * turning.P, p = x.p_PB_W[B];
        const SpatialForceT<T> F = problem.F_J_W[B];
        const SpatialVelocityT<T>* S = x.H_W + node.u;
        for (int j = 0; j < node.nu; ++j) {
            const SpatialMomentumT<T> momentum = K * S[j];
            const SpatialForceT<T> KS{momentum.m, momentum.f};
            const SpatialForceT<T> Z_u =
                K * d[j].chi + SpatialForceT<T>{turning.J * S[j].w, cross(S[j].w, twice_P)};
            const SpatialForceT<T> Z_q =
                K * d[j].phi +
                SpatialForceT<T>{turning.J * d[j].psi.w + cross(S[j].w, F.m) + cross(S[j].v, F.f),
                                 cross(d[j].psi.w, twice_P) + cross(S[j].w, F.f)};
            for (int i = 0; i < node.nu; ++i) {
                const std::ptrdiff_t at = (node.u + i) * n + node.u + j;
                if (problem.by_u_dot) problem.by_u_dot[at] = dot(KS, S[i]);
                problem.by_u[at] = dot(Z_u, S[i]);
                problem.by_q[at] = dot(Z_q, S[i]) + dot(F.f, cross(S[j].v, S[i].w));
                if (node.has_bias) problem.by_q[at] += dot(F, work.hinge->H[j][i]);
            }
            const Vec3T<T> b = transpose_times(turning.J, S[j].w) + cross(twice_P, S[j].v);
            const int k = node.u + j;
            set_column(columns.KS, k, KS.m + cross(p, KS.f), KS.f);
            set_column(columns.Z_q, k, Z_q.m + cross(p, Z_q.f), Z_q.f);
            set_column(columns.Z_u, k, Z_u.m + cross(p, Z_u.f), Z_u.f);
            columns.b_x[k] = b.x, columns.b_y[k] = b.y, columns.b_z[k] = b.z;
        }
    }

    void step(int B) const {
        const Node& node = tree[B];
        const int begin = node.u + node.nu, end = work.end[B];
        const AlongT<T>* d = work.along_W + node.u;
        changes(B);
        T* const M = problem.by_u_dot;
        T *const by_q = problem.by_q + node.u * n, *const by_u = problem.by_u + node.u * n;
        with_mobilities(node, [&]<int nu, bool turns> {
            const SpatialVelocityT<T>* S = x.H_W + node.u;
            if constexpr (nu == 0) {
                for (const ColumnsT<T>* z : {&columns.KS, &columns.Z_q, &columns.Z_u})
                    shift_forces(*z, x.p_PB_W[B], begin, end);
            } else if (M) {
                meet_columns<nu, turns, true>(begin, end, columns, n, S, d, x.p_PB_W[B], M + node.u * n, by_q,
                                              by_u);
            } else {
                meet_columns<nu, turns, false>(begin, end, columns, n, S, d, x.p_PB_W[B], M, by_q, by_u);
            }
        });
        own_columns(B);
        for (int j = 0; j < node.nu; ++j)
            for (int k = begin; k < end; ++k) {
                const std::ptrdiff_t at = k * n + node.u + j;
                problem.by_q[at] = columns.below_q[j * n + k];
                problem.by_u[at] = columns.below_u[j * n + k];
                if (M) M[at] = M[(node.u + j) * n + k];
            }
        work.K_B_W[node.parent] += shift_inward(work.K_B_W[B], x.p_PB_W[B]);
        gather(work.B_W[node.parent], work.B_W[B], x.p_PB_W[B]);
        if (work.end[node.parent] < end) work.end[node.parent] = end;
    }

    void run() const {
        begin();
        for (int B = tree.size() - 1; B > 0; --B) step(B);
        if (problem.by_u_dot && x.armature)
            for (std::ptrdiff_t i = 0; i < n; ++i) problem.by_u_dot[i * n + i] += x.armature[i];
    }
};

}  // namespace

template <>
SINEW_KERNEL void inverse_dynamics_derivatives(const Tree& tree, const InstanceT<double>& instance,
                                               const PositionT<double>& x, const VelocityT<double>& v,
                                               const InverseDerivativesT<double>& problem,
                                               const InverseDerivativesWorkT<double>& work) {
    Pass<double>{tree, instance, x, v, problem, work}.run();
}

template <>
void inverse_dynamics_derivatives(const Tree& tree, const InstanceT<Dual>& instance, const PositionT<Dual>& x,
                                  const VelocityT<Dual>& v, const InverseDerivativesT<Dual>& problem,
                                  const InverseDerivativesWorkT<Dual>& work) {
    Pass<Dual>{tree, instance, x, v, problem, work}.run();
}

}  // namespace sinew
