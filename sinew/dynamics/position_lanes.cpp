// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/kernel.h>
#include <sinew/dynamics/position_pass.h>

namespace sinew {

namespace {

template <class J>
void place_by(const Tree& tree, const Lanes& B, const InstanceT<double>& instance, const double* q,
              const PositionT<double>& out) {
    constexpr int nk = static_cast<int>(parameter_names_of<J>().size());
    Pack coordinates[J::nq + 1], k[nk + 1];
    for (int i = 0; i < J::nq; ++i) coordinates[i] = get(q, of_nodes(tree, B, &Node::q) + i);
    for (int i = 0; i < nk; ++i) k[i] = get(instance.k, of_nodes(tree, B, &Node::k) + i);
    const TransformT<Pack> X_WP =
        B.above >= 0 ? out.in_lanes[B.above].X_WB : get(out.X_WB, of_nodes(tree, B, &Node::parent));
    TransformT<Pack> X_WB;
    Vec3T<Pack> p_PB_W;
    SpatialVelocityT<Pack> H_W[J::nu + 1];
    place_by_fixed_axes<J>(J::X_FM(JointInput<Pack>{k, coordinates, nullptr, nullptr}), X_WP,
                           instance.in_lanes[B.step].X_PF, X_WB, p_PB_W, H_W);
    PositionInLanes& here = out.in_lanes[B.step];
    here.X_WB = X_WB;
    here.p_PB_W = p_PB_W;
    put(out.X_WB, B, X_WB);
    put(out.p_PB_W, B, p_PB_W);
    if constexpr (J::nu > 0) {
        here.H_W = H_W[0];
        put(out.H_W, of_nodes(tree, B, &Node::u), H_W[0]);
    }
}

}  // namespace

SINEW_KERNEL void place_in_lanes(const Tree& tree, const InstanceT<double>& instance, const double* q,
                                 const Alike& alike, const PositionT<double>& out) {
    for (int i = 0; i < alike.size; ++i) {
        const Lanes B = bodies_at(tree, alike, i);
        for (const int body : B.at)
            fetch<true>(out.X_WB, body + fetch_distance / 3);  // a step is four bodies
        const auto ahead = static_cast<std::ptrdiff_t>(B.step + fetch_distance / 3);
        for (std::ptrdiff_t line = 0; line < static_cast<std::ptrdiff_t>(sizeof(ConstantsInLanes));
             line += 64)
            __builtin_prefetch(reinterpret_cast<const char*>(instance.in_lanes + ahead) + line);
        with_joint(tree[first_of(B)].kind, false, [&]<class J> {
            if constexpr (goes_in_lanes<J>()) place_by<J>(tree, B, instance, q, out);
        });
    }
}

}  // namespace sinew
