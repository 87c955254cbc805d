// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/kernel.h>
#include <sinew/dynamics/position_pass.h>

namespace sinew {

namespace {

/// What others find in lanes goes to the bodies as well.
void share(const Tree& tree, const Lanes& B, const PositionT<double>& out) {
    const PositionInLanes& here = out.in_lanes[B.step];
    put(out.X_WB, B, here.X_WB);
    put(out.p_PB_W, B, here.p_PB_W);
    if (tree[first_of(B)].nu > 0) put(out.H_W, of_nodes(tree, B, &Node::u), here.H_W);
}

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

/// Room for the parameters of any joint, which is not worth filling with zeros.
union Parameters {
    Pack k[UserJoint::max_parameters];
    Parameters() {}
};

/// Joints of the user's own, by their common formula; those on plain numbers are asked one after another.
SINEW_KERNEL void place_by_users(const Tree& tree, const Lanes& B, const InstanceT<double>& instance,
                                 const double* q, const PositionT<double>& out) {
    const Node& node = tree[first_of(B)];
    PositionInLanes& here = out.in_lanes[B.step];
    TransformT<Pack> of_parents;
    if (B.above < 0) of_parents = get(out.X_WB, of_nodes(tree, B, &Node::parent));
    const TransformT<Pack>& X_WP = B.above < 0 ? of_parents : out.in_lanes[B.above].X_WB;
    const TransformT<Pack>& X_PF = instance.in_lanes[B.step].X_PF;
    if (const FormulaOn<Pack>* formula = CustomJoint::formula_on<Pack>(node.data)) {
        Pack coordinates[max_nq];
        Parameters parameters;
        for (int i = 0; i < node.nq; ++i) coordinates[i] = get(q, of_nodes(tree, B, &Node::q) + i);
        for (int i = 0; i < parameter_count_of<CustomJoint>(node.data); ++i)
            parameters.k[i] = get(instance.k, of_nodes(tree, B, &Node::k) + i);
        formula->place({parameters.k, coordinates, nullptr, nullptr}, X_WP, X_PF, here.X_WB, here.p_PB_W,
                       &here.H_W);
    } else {
        Transform X_FB[Pack::lanes];
        SpatialVelocity H_FB[Pack::lanes];
        for (int lane = 0; lane < Pack::lanes; ++lane) {
            const Node& own = tree[B.at[lane]];
            const JointInput<double> in = joint_input(own, instance, q, out.scratch);
            X_FB[lane] = CustomJoint::X_FM(in);
            if (own.nu > 0) CustomJoint::H_FM(in, H_FB + lane);
        }
        const Lanes all{{0, 1, 2, 3}};
        const SpatialVelocityT<Pack> H[] = {get(static_cast<const SpatialVelocity*>(H_FB), all)};
        place_by_columns(node.nu, node.turns, X_WP, X_PF, get(static_cast<const Transform*>(X_FB), all), H,
                         here.X_WB, here.p_PB_W, &here.H_W);
    }
    share(tree, B, out);
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
            else if constexpr (std::is_same_v<J, CustomJoint>) place_by_users(tree, B, instance, q, out);
        });
    }
}

}  // namespace sinew
