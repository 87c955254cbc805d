// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/at.h>
#include <sinew/base/wide_kernel.h>
#include <sinew/batch/kernels.h>
#include <sinew/forces/list.h>

#include <cstring>

namespace sinew {

namespace {

template <class E>
inline constexpr bool in_packs = false;
template <>
inline constexpr bool in_packs<Gravity> = true;
template <>
inline constexpr bool in_packs<ConstantForce> = true;
template <>
inline constexpr bool in_packs<ConstantTorque> = true;
template <>
inline constexpr bool in_packs<MobilitySpring> = true;
template <>
inline constexpr bool in_packs<MobilityDamper> = true;
template <>
inline constexpr bool in_packs<MobilityConstant> = true;
template <>
inline constexpr bool in_packs<MobilityDiscrete> = true;
template <>
inline constexpr bool in_packs<GlobalDamper> = true;

template <int lanes>
void apply_all(const PackForces<lanes>& forces, AppliedT<PackT<lanes>>& out) {
    using T = PackT<lanes>;
    for (const int i : forces.elements) {
        const BoundForce& force = forces.c.forces[at(i)];
        with_force(force.element, [&]<class E>(const E& element) {
            if constexpr (in_packs<E>) {
                const double* variable = nullptr;
                if (force.variable >= 0)
                    variable = reinterpret_cast<const double*>(
                        forces.like.variable_bytes(force.variable, at(force.numbers) * sizeof(double)));
                const ForceInput<T> in{forces.kin,
                                       force.body,
                                       force.q[forces.by_angles[force.joint] != 0],
                                       force.u,
                                       variable,
                                       force.excluded.empty() ? nullptr : force.excluded.data(),
                                       {},
                                       {},
                                       nullptr,
                                       forces.c.node_of_body};
                typename E::template Values<T> k;
                if constexpr (!std::is_empty_v<decltype(k)>)
                    std::memcpy(static_cast<void*>(&k), forces.parameters + force.parameters.first, sizeof k);
                element.apply(k, in, out);
            }
        });
    }
}

/// 0 x is NaN where x is not finite, and so is every sum with it.
template <int lanes>
void sum_of_zeros(const PackT<lanes>* x, int count, WhereT<lanes>& finite) {
    PackT<lanes> sum(0.0);
    for (int i = 0; i < count; ++i) sum += PackT<lanes>(0.0) * x[i];
    finite = is_negative(sum - PackT<lanes>(1.0));
}

template <int lanes>
void weighted_sum(const PackT<lanes>* y, const PackT<lanes>& h, std::span<const double> weights,
                  const PackT<lanes>* const* k, int count, PackT<lanes>* out) {
    for (int i = 0; i < count; ++i) out[i] = y[i];
    for (std::size_t j = 0; j < weights.size(); ++j) {
        if (weights[j] == 0) continue;
        const PackT<lanes> w = h * PackT<lanes>(weights[j]);
        for (int i = 0; i < count; ++i) out[i] += w * k[j][i];
    }
}

}  // namespace

bool knows_packs(const AnyForce& element) {
    return with_force(element, []<class E>(const E&) { return in_packs<E>; });
}

template <>
SINEW_KERNEL void apply_in_packs(const PackForces<4>& forces, AppliedT<PackT<4>>& out) {
    apply_all(forces, out);
}
template <>
SINEW_KERNEL void find_finite(const PackT<4>* x, int count, WhereT<4>& finite) {
    sum_of_zeros(x, count, finite);
}
template <>
SINEW_KERNEL void combine(const PackT<4>* y, const PackT<4>& h, std::span<const double> weights,
                          const PackT<4>* const* k, int count, PackT<4>* out) {
    weighted_sum(y, h, weights, k, count, out);
}
template <>
SINEW_WIDE_KERNEL void apply_in_packs(const PackForces<8>& forces, AppliedT<PackT<8>>& out) {
    apply_all(forces, out);
}
template <>
SINEW_WIDE_KERNEL void find_finite(const PackT<8>* x, int count, WhereT<8>& finite) {
    sum_of_zeros(x, count, finite);
}
template <>
SINEW_WIDE_KERNEL void combine(const PackT<8>* y, const PackT<8>& h, std::span<const double> weights,
                               const PackT<8>* const* k, int count, PackT<8>* out) {
    weighted_sum(y, h, weights, k, count, out);
}

}  // namespace sinew
