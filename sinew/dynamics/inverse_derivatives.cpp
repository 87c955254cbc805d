// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/kernel.h>
#include <sinew/dynamics/columns.h>
#include <sinew/dynamics/hinge.h>
#include <sinew/dynamics/inverse_derivatives.h>
#include <sinew/dynamics/triples.h>
#include <sinew/math/pack.h>

#include <type_traits>

namespace sinew {

namespace {

/// What one body needs to be turned about while it moves with V:
///     J = 2 ((h·v) 1 − v hᵀ − ω× (½ tr I 1 − I))     P = m v + ω × h                                  (7.113)
void set_turning_force(const TripleBody& M, const TripleMotion& V, TurningForce& B) {
    const CrossWith turning(2 * V.w);
    const Triple v = 2 * V.v, hv = everywhere(dot(M.h, v)), half_trace = everywhere(0.5 * trace(M.I));
    const auto column = [&](const Triple& I, const Triple& h, const Triple& axis) {
        return turning(I - half_trace * axis) - h * v + hv * axis;
    };
    const Triple P = M.m * V.v + CrossWith(V.w)(M.h), last = column(M.I.z, spread<2>(M.h), Triple{0, 0, 1});
    auto* x = reinterpret_cast<double*>(&B);
    store_four(x, column(M.I.x, spread<0>(M.h), Triple{1, 0, 0}));
    store_four(x + 3, column(M.I.y, spread<1>(M.h), Triple{0, 1, 0}));
    store_four(x + 6, last);
    store_four(x + 8, __builtin_shufflevector(last, P, 2, 4, 5, 6));
}

void set_inertia(const TripleBody& M, RigidInertia& K) {
    auto* x = reinterpret_cast<double*>(&K);
    store_four(x, __builtin_shufflevector(M.m, M.h, 0, 4, 5, 6));
    K.I = numbers(M.I);
}

/// What moves one body.
TripleForce force_on(const TripleBody& M, const Triple& w, const TripleMotion& A) {
    const CrossWith w_cross(w), h_cross(M.h);
    return {times(M.I, A.w) + h_cross(A.v) + w_cross(times(M.I, w)),
            M.m * A.v - h_cross(A.w) + w_cross(w_cross(M.h))};
}

/// B_P += shift(B_B): J' = J + 2 ((p·P) 1 − P pᵀ)                                                      (7.114)
void gather(TurningForce& to, const TurningForce& B, const Vec3& p) {
    const Vec3 P = 2 * B.P;
    const double pP = dot(p, P);
    to.J.x += B.J.x - p.x * P, to.J.x.x += pP;
    to.J.y += B.J.y - p.y * P, to.J.y.y += pP;
    to.J.z += B.J.z - p.z * P, to.J.z.z += pP;
    to.P += B.P;
}

/// K S for one column.
template <bool turns>
SpatialForce times_hinge(const RigidInertia& K, const SpatialVelocity& S) {
    if constexpr (turns) return {K.I * S.w, cross(S.w, K.h)};
    else return {K.I * S.w + cross(K.h, S.v), K.m * S.v + cross(S.w, K.h)};
}

/// Of a joint whose hinge is fixed in F.                                                                 (7.112)
template <bool turns>
Along along(const SpatialVelocity& S, const Vec3& w_P, const Vec3& alpha_P, const SpatialVelocity& V,
            const SpatialAcceleration& A) {
    Along d;
    d.psi = {cross(V.w, S.w), cross(V.v, S.w)};
    d.phi = {cross(A.w, S.w) + cross(V.w, d.psi.w), cross(A.v, S.w) + 2 * cross(V.v, d.psi.w)};
    if constexpr (!turns) {
        const Vec3 swing = cross(w_P, S.v);
        d.psi.v += swing;
        d.phi.v += cross(alpha_P, S.v) + cross(w_P, swing);
    }
    d.chi = {cross(w_P, S.w) + d.psi.w, 2 * d.psi.v};
    return d;
}

/// What is added where the hinge moves in F.                                                            (7.112)
void add_own(Along& d, const Vec3& w_P, const SpatialVelocity& V, const HingeDerivativesT<double>& own,
             int k) {
    const SpatialVelocity& sigma = own.V[k];
    d.psi.w += sigma.w;
    d.psi.v += sigma.v;
    d.phi.w += cross(V.w, sigma.w) + cross(w_P, sigma.w) + own.A[k].w;
    d.phi.v += 2 * (cross(V.v, sigma.w) + cross(w_P, sigma.v)) + own.A[k].v;
    d.chi += own.b_u[k];
}

/// Of every mobility, part by part: K S; the forces that its subtree needs along q and along u; Bᵀ S, which has no
/// lower half and is the same about every point.
struct Subtrees {
    ColumnsT<double> KS, Z_q, Z_u;
    double *b_x, *b_y, *b_z;
    double *below_q, *below_u;  ///< rows of nu numbers for the mobilities of the body at hand

    Subtrees(double* memory, std::ptrdiff_t n)
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
/// V is double, or a Pack of four columns side by side.
template <int nu, bool turns, bool with_M, class V>
struct Meeting {
    const Subtrees& columns;
    const std::ptrdiff_t n;
    const Vec3T<V> p;
    double *const M, *const by_q, *const by_u;
    SpatialVelocityT<V> S[nu];
    SpatialAccelerationT<V> phi[nu], chi[nu];
    Vec3T<V> psi[nu];

    static Vec3T<V> wide(const Vec3& a) { return {V(a.x), V(a.y), V(a.z)}; }
    static V get(const double* x) {
        if constexpr (std::is_same_v<V, Pack>) return load_four(x);
        else return *x;
    }
    static void put(double* x, const V& value) {
        if constexpr (std::is_same_v<V, Pack>) store_four(x, value.v);
        else *x = value;
    }
    static SpatialForceT<V> action(const ColumnsT<double>& z, int k) {
        return {{get(z.a + k), get(z.b + k), get(z.c + k)}, {get(z.d + k), get(z.e + k), get(z.f + k)}};
    }
    void hand_on(const ColumnsT<double>& z, int k, const SpatialForceT<V>& F) const {
        const Vec3T<V> m = F.m + cross(p, F.f);
        put(z.a + k, m.x), put(z.b + k, m.y), put(z.c + k, m.z);
    }

    Meeting(const Subtrees& all, std::ptrdiff_t stride, const SpatialVelocity* S_W, const Along* d,
            const Vec3& p_PB_W, double* M_row, double* q_row, double* u_row)
        : columns(all), n(stride), p(wide(p_PB_W)), M(M_row), by_q(q_row), by_u(u_row) {
        for (int j = 0; j < nu; ++j) {
            S[j] = {wide(S_W[j].w), wide(S_W[j].v)};
            phi[j] = {wide(d[j].phi.w), wide(d[j].phi.v)};
            chi[j] = {wide(d[j].chi.w), wide(d[j].chi.v)};
            psi[j] = wide(d[j].psi.w);
        }
    }
    void step(int k) const {
        const Subtrees& c = columns;
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

/// Columns from begin to end, four at a time. What does not go by fours begins among columns before
/// begin, which are the joint's own and those of bodies still to come: they hold nothing yet, and what is written to
/// the rows there is cleared.
template <int nu, bool turns, bool with_M>
void meet_columns(int begin, int end, const Subtrees& c, std::ptrdiff_t n, const SpatialVelocity* S,
                  const Along* d, const Vec3& p, double* M, double* by_q, double* by_u) {
    int k = begin;
    if (begin == end) return;
    const Meeting<nu, turns, with_M, Pack> by_fours(c, n, S, d, p, M, by_q, by_u);
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
    const Meeting<nu, turns, with_M, double> one_by_one(c, n, S, d, p, M, by_q, by_u);
    for (; k < end; ++k) one_by_one.step(k);
}

struct Pass {
    const Tree& tree;
    const InstanceT<double>& instance;
    const PositionT<double>& x;
    const VelocityT<double>& v;
    const InverseDerivativesAt& problem;
    const InverseDerivativesWork& work;
    const std::ptrdiff_t n = tree.nu;
    const Subtrees columns{work.columns, n};

    void begin() const {
        for (double* out : {problem.by_q, problem.by_u, problem.by_u_dot})
            for (std::ptrdiff_t i = 0; out && i < n * n; ++i) out[i] = 0.0;
        const Triple gravity = with_next(&problem.gravity.x);
        for (int B = 0; B < tree.size(); ++B) {
            const TripleBody M = turn_inertia(x.X_WB[B].R, x.body[B].M_B);
            const TripleMotion V = triples(v.V_WB[B]), A = triples(problem.A_WB[B]);
            set_inertia(M, work.K_B_W[B]);
            set_turning_force(M, V, work.B_W[B]);
            put(force_on(M, V.w, {A.w, A.v - gravity}), work.F_J_W[B]);
            if (problem.F_B_W) work.F_J_W[B] -= problem.F_B_W[B];
            work.end[B] = tree[B].u + tree[B].nu;
        }
    }

    /// ψ, φ and χ of the joint's mobilities. Gravity is felt as if everything were accelerated against it.
    template <int nu, bool turns>
    void changes(int B) const {
        const Node& node = tree[B];
        Along* d = work.along_W + node.u;
        const Vec3 w_P = v.V_WB[node.parent].w, alpha_P = problem.A_WB[node.parent].w;
        const SpatialVelocity V = v.V_WB[B];
        SpatialAcceleration A = problem.A_WB[B];
        A.v -= problem.gravity;
        for (int j = 0; j < nu; ++j) d[j] = along<turns>(x.H_W[node.u + j], w_P, alpha_P, V, A);
        if (node.has_bias) {
            const Rotation R_WF = x.X_WB[node.parent].R * instance.body[B].X_PF.R;
            hinge_derivatives(node, instance.by_angles[B], instance, x, R_WF, problem.q, problem.u,
                              problem.u_dot, work.scratch, *work.hinge);
            for (int j = 0; j < nu; ++j) add_own(d[j], w_P, V, *work.hinge, j);
        }
    }

    /// Its own columns and the block of the joint with itself:
    ///     Z_q = S ×* F_J + K φ + B ψ     Z_u = K χ + B S                                                  (7.115)
    ///     ∂τ_i/∂q_j = S_iᵀ Z_q,j + (∂S_i/∂q_j)ᵀ F_J                                                       (7.118)
    template <int nu, bool turns>
    void own_columns(int B) const {
        const Node& node = tree[B];
        const Along* d = work.along_W + node.u;
        const RigidInertia& K = work.K_B_W[B];
        const TurningForce& turning = work.B_W[B];
        const Vec3 twice_P = 2 * turning.P, p = x.p_PB_W[B];
        const SpatialForce F = work.F_J_W[B];
        const SpatialVelocity* S = x.H_W + node.u;
        for (int j = 0; j < nu; ++j) {
            const SpatialForce KS = times_hinge<turns>(K, S[j]);
            const SpatialForce Z_u = K * d[j].chi + SpatialForce{turning.J * S[j].w, cross(S[j].w, twice_P)};
            SpatialForce Z_q = K * d[j].phi + SpatialForce{turning.J * d[j].psi.w + cross(S[j].w, F.m),
                                                           cross(d[j].psi.w, twice_P) + cross(S[j].w, F.f)};
            Vec3 b = transpose_times(turning.J, S[j].w);
            if constexpr (!turns) {
                Z_q.m += cross(S[j].v, F.f);
                b += cross(twice_P, S[j].v);
            }
            for (int i = 0; i < nu; ++i) {
                const std::ptrdiff_t at = (node.u + i) * n + node.u + j;
                if (problem.by_u_dot) problem.by_u_dot[at] = hinge_dot<turns>(S[i], KS);
                problem.by_u[at] = hinge_dot<turns>(S[i], Z_u);
                double by_q = hinge_dot<turns>(S[i], Z_q);
                if constexpr (!turns) by_q += dot(F.f, cross(S[j].v, S[i].w));
                if (node.has_bias) by_q += dot(F, work.hinge->H[j][i]);
                problem.by_q[at] = by_q;
            }
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
        const Along* d = work.along_W + node.u;
        double* const M = problem.by_u_dot;
        double *const by_q = problem.by_q + node.u * n, *const by_u = problem.by_u + node.u * n;
        with_mobilities(node, [&]<int nu, bool turns> {
            const SpatialVelocity* S = x.H_W + node.u;
            changes<nu, turns>(B);
            if constexpr (nu == 0) {
                for (const ColumnsT<double>* z : {&columns.KS, &columns.Z_q, &columns.Z_u})
                    shift_forces(*z, x.p_PB_W[B], begin, end);
            } else if (M) {
                meet_columns<nu, turns, true>(begin, end, columns, n, S, d, x.p_PB_W[B], M + node.u * n, by_q,
                                              by_u);
            } else {
                meet_columns<nu, turns, false>(begin, end, columns, n, S, d, x.p_PB_W[B], M, by_q, by_u);
            }
            own_columns<nu, turns>(B);
        });
        for (int j = 0; j < node.nu; ++j)
            for (int k = begin; k < end; ++k) {
                const std::ptrdiff_t at = k * n + node.u + j;
                problem.by_q[at] = columns.below_q[j * n + k];
                problem.by_u[at] = columns.below_u[j * n + k];
                if (M) M[at] = M[(node.u + j) * n + k];
            }
        work.K_B_W[node.parent] += shift_inward(work.K_B_W[B], x.p_PB_W[B]);
        gather(work.B_W[node.parent], work.B_W[B], x.p_PB_W[B]);
        work.F_J_W[node.parent] += shift_inward(work.F_J_W[B], x.p_PB_W[B]);
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

SINEW_KERNEL void inverse_dynamics_derivatives(const Tree& tree, const InstanceT<double>& instance,
                                               const PositionT<double>& x, const VelocityT<double>& v,
                                               const InverseDerivativesAt& problem,
                                               const InverseDerivativesWork& work) {
    Pass{tree, instance, x, v, problem, work}.run();
}

}  // namespace sinew
