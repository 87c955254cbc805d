// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/dynamics/momentum.h>
#include <sinew/math/dual.h>

namespace sinew {

template <class T>
RigidInertiaT<T> system_inertia(const Tree& tree, const PositionT<T>& x, const Vec3T<T>& p_WQ) {
    RigidInertiaT<T> K;
    for (int B = 1; B < tree.size(); ++B) K += shift_inward(inertia_of(x, B), x.X_WB[B].p - p_WQ);
    return K;
}

template <class T>
MassCentreT<T> mass_centre(const Tree& tree, const PositionT<T>& x, const SpatialVelocityT<T>* V_WB,
                           const SpatialAccelerationT<T>* A_WB) {
    MassCentreT<T> C;
    for (int B = 1; B < tree.size(); ++B) {
        const RigidInertiaT<T> M = inertia_of(x, B);
        C.m += M.m;
        C.p_WC += M.m * x.X_WB[B].p + M.h;
        if (!V_WB) continue;
        const Vec3T<T> w = V_WB[B].w, spin = cross(w, M.h);
        C.v_WC += M.m * V_WB[B].v + spin;
        if (A_WB) C.a_WC += M.m * A_WB[B].v + cross(A_WB[B].w, M.h) + cross(w, spin);
    }
    if (!(value_of(C.m) > 0)) return {};
    return {C.m, C.p_WC / C.m, C.v_WC / C.m, C.a_WC / C.m};
}

template <class T>
SpatialMomentumT<T> momentum(const Tree& tree, const PositionT<T>& x, const SpatialVelocityT<T>* V_WB,
                             const Vec3T<T>& p_WQ) {
    SpatialMomentumT<T> sum;
    for (int B = 1; B < tree.size(); ++B) sum += shift_inward(inertia_of(x, B) * V_WB[B], x.X_WB[B].p - p_WQ);
    return sum;
}

template <class T>
SpatialForceT<T> momentum_rate(const Tree& tree, const PositionT<T>& x, const VelocityT<T>& v,
                               const SpatialAccelerationT<T>* A_WB, const Vec3T<T>& p_WQ) {
    SpatialForceT<T> sum;
    for (int B = 1; B < tree.size(); ++B) {
        const RigidInertiaT<T> M = inertia_of(x, B);
        sum += shift_inward(M * A_WB[B] + gyroscopic_force(M, v.V_WB[B].w), x.X_WB[B].p - p_WQ);
    }
    return sum;
}

template <class T>
T kinetic_energy(const Tree& tree, const PositionT<T>& x, const SpatialVelocityT<T>* V_WB, const T* u) {
    T sum(0.0);
    for (int B = 1; B < tree.size(); ++B) sum += kinetic_energy(inertia_of(x, B), V_WB[B]);
    if (x.armature)
        for (int i = 0; i < tree.nu; ++i) sum += 0.5 * x.armature[i] * u[i] * u[i];
    return sum;
}

template <class T>
void momentum_matrix(const Tree& tree, const PositionT<T>& x, const RigidInertiaT<T>* K_B_W,
                     const Vec3T<T>& p_WQ, T* A) {
    const int n = tree.nu;
    for (int B = 1; B < tree.size(); ++B) {
        const Node& node = tree[B];
        const Vec3T<T> p_QB_W = x.X_WB[B].p - p_WQ;
        for (int i = node.u; i < node.u + node.nu; ++i) {
            const SpatialMomentumT<T> column = shift_inward(K_B_W[B] * x.H_W[i], p_QB_W);
            A[i] = column.m.x, A[n + i] = column.m.y, A[2 * n + i] = column.m.z;
            A[3 * n + i] = column.f.x, A[4 * n + i] = column.f.y, A[5 * n + i] = column.f.z;
        }
    }
}

template <class T>
void mass_centre_jacobian(const Tree& tree, const PositionT<T>& x, const RigidInertiaT<T>* K_B_W, T* J) {
    const int n = tree.nu;
    const bool massless = !(value_of(K_B_W[0].m) > 0);
    const T factor = massless ? T(0.0) : T(1.0) / K_B_W[0].m;
    for (int B = 1; B < tree.size(); ++B) {
        const Node& node = tree[B];
        for (int i = node.u; i < node.u + node.nu; ++i) {
            const Vec3T<T> column = factor * (K_B_W[B] * x.H_W[i]).f;
            J[i] = column.x, J[n + i] = column.y, J[2 * n + i] = column.z;
        }
    }
}

#define SINEW_INSTANTIATE(T)                                                                            \
    template RigidInertiaT<T> system_inertia(const Tree&, const PositionT<T>&, const Vec3T<T>&);        \
    template MassCentreT<T> mass_centre(const Tree&, const PositionT<T>&, const SpatialVelocityT<T>*,   \
                                        const SpatialAccelerationT<T>*);                                \
    template SpatialMomentumT<T> momentum(const Tree&, const PositionT<T>&, const SpatialVelocityT<T>*, \
                                          const Vec3T<T>&);                                             \
    template SpatialForceT<T> momentum_rate(const Tree&, const PositionT<T>&, const VelocityT<T>&,      \
                                            const SpatialAccelerationT<T>*, const Vec3T<T>&);           \
    template T kinetic_energy(const Tree&, const PositionT<T>&, const SpatialVelocityT<T>*, const T*);  \
    template void momentum_matrix(const Tree&, const PositionT<T>&, const RigidInertiaT<T>*,            \
                                  const Vec3T<T>&, T*);                                                 \
    template void mass_centre_jacobian(const Tree&, const PositionT<T>&, const RigidInertiaT<T>*, T*)
SINEW_INSTANTIATE(double);
SINEW_INSTANTIATE(Dual);

}  // namespace sinew
