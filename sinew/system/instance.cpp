// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/aligned.h>
#include <sinew/base/at.h>
#include <sinew/base/float_environment.h>
#include <sinew/base/names.h>
#include <sinew/dynamics/fill_lanes.h>
#include <sinew/geometry/surface.h>
#include <sinew/joints/function_numbers.h>
#include <sinew/system/check.h>
#include <sinew/system/compiled.h>
#include <sinew/system/instance.h>

#include <algorithm>

namespace sinew {

namespace {

constexpr int reals_per_body =
    static_cast<int>((sizeof(BodyConstantsT<double>) + sizeof(Transform)) / sizeof(double));

Vec3 vector_at(const double* v) { return {v[0], v[1], v[2]}; }

/// Orthonormal to rounding, whatever was lost where the numbers came from.
Rotation rotation_at(const double* r) {
    const Rotation R{{{r[0], r[3], r[6]}, {r[1], r[4], r[7]}, {r[2], r[5], r[8]}}};
    return rotation_defect(R) < 1e-14 ? R : nearest_rotation(R);
}

bool is_identity(const Rotation& R) { return R.x == x_axis && R.y == y_axis && R.z == z_axis; }

/// X_AB⁻¹ X_AC, exact where X_AB does not turn.
Transform relative(const Transform& X_AB, const Transform& X_AC) {
    if (is_identity(X_AB.R)) return {X_AC.R, X_AC.p - X_AB.p};
    return X_AB.inverse() * X_AC;
}

/// A tree whose function-based joints have the numbers of a State, where these are not those of the Model.
struct OwnTree {
    Tree tree;
    std::vector<std::shared_ptr<const JointData>> data;
};

/// Surfaces with the sizes of a State, where these are not those of the Model.
struct OwnSurfaces {
    std::vector<std::unique_ptr<const Surface>> changed;
    std::vector<const Surface*> by_surface;  ///< null: the Model's
};

/// What is derived from parameters and is not just numbers.
struct DerivedObject {
    std::shared_ptr<const OwnTree> own;
    std::shared_ptr<const OwnSurfaces> surfaces;
    AlignedVector<ConstantsInLanes> in_lanes;
};

/// Null if no joint differs from the Model's. Throws StateError if a function cannot have its numbers.
std::shared_ptr<const OwnTree> own_tree(const Compiled& c, const std::vector<double>& values) {
    const auto differs = [&](const FunctionParameters& p) {
        const auto first = values.begin() + p.values.first;
        return !std::equal(first, first + p.values.count,
                           c.layout->parameter_defaults.begin() + p.values.first);
    };
    if (std::none_of(c.function_parameters.begin(), c.function_parameters.end(), differs)) return nullptr;
    std::vector<const FunctionParameters*> changed(at(c.tree.size()));
    for (const FunctionParameters& p : c.function_parameters)
        if (differs(p)) changed[at(p.node)] = &p;
    auto own = std::make_shared<OwnTree>();
    for (int B = 1; B < c.tree.size(); ++B) {
        const Node& node = c.tree[B];
        const JointData* data = node.data;
        if (changed[at(B)]) {
            const JointElement& element = c.model.joints[at(c.joint_of_node[at(B)])];
            const double* numbers = values.data() + changed[at(B)]->values.first;
            try {
                own->data.push_back(with_numbers(element.joint.as<FunctionBased>(), numbers).data());
            } catch (const ModelError& error) {
                throw StateError("joint " + quoted(element.placement.name) +
                                 " with the parameters of this state: " + error.what());
            }
            data = own->data.back().get();
        }
        append(own->tree, {node.parent, node.kind, node.reversed, data});
        own->tree.nodes.back().turns =
            node.turns;  // as the other passes take it, which use the System's tree
    }
    own->tree.runs = c.tree.runs;
    own->tree.alike = c.tree.alike;
    own->tree.steps = c.tree.steps;
    return own;
}

/// Null if no surface differs from the Model's. Throws StateError for sizes that do not fit together.
std::shared_ptr<const OwnSurfaces> own_surfaces(const Compiled& c, const std::vector<double>& values) {
    std::shared_ptr<OwnSurfaces> own;
    for (std::size_t i = 0; i < c.surfaces.size(); ++i) {
        const Range& sizes = c.surfaces[i].sizes;
        const double* next = values.data() + sizes.first;
        if (std::equal(next, next + sizes.count, c.layout->parameter_defaults.data() + sizes.first)) continue;
        if (!own) own = std::make_shared<OwnSurfaces>();
        own->by_surface.resize(c.surfaces.size());
        Shape shape = c.model.surfaces[i].shape;
        each_size(shape, [&]<class T>(const char*, T& size) {
            if constexpr (std::is_same_v<T, Vec3>) size = vector_at(next), next += 3;
            else size = *next++;
        });
        try {
            own->changed.push_back(std::make_unique<const Surface>(shape));
        } catch (const ModelError& error) {
            throw StateError("surface " + quoted(c.model.surfaces[i].name) +
                             " with the sizes of this state: " + error.what());
        }
        own->by_surface[i] = own->changed.back().get();
    }
    return own;
}

/// The frames of a body's inboard joint: F on its parent, M on itself.
struct InboardFrames {
    Transform X_PF, X_BM;
    InboardFrames(const Compiled& c, const double* v, int B) {
        if (B == 0) return;
        const auto& p = c.body_parameters[at(B)].joint;
        X_PF = {rotation_at(v + p.X_PF_R), vector_at(v + p.X_PF_p)};
        X_BM = {rotation_at(v + p.X_BM_R), vector_at(v + p.X_BM_p)};
        if (c.tree[B].reversed) std::swap(X_PF, X_BM);
    }
};

}  // namespace

int derived_size(const Tree& tree) { return tree.size() * reals_per_body + tree.nk + tree.nu; }

void derive_instance(const Compiled& c, const ParameterBlock& block) {
    const double* v = block.values.data();
    const int bodies = c.tree.size();
    auto* body = reinterpret_cast<BodyConstantsT<double>*>(block.derived.data());
    auto* X_MB = reinterpret_cast<Transform*>(body + bodies);
    auto* k = reinterpret_cast<double*>(X_MB + bodies);
    auto* armature = k + c.tree.nk;

    body[0] = {};
    X_MB[0] = {};
    for (int B = 1; B < bodies; ++B) {
        const Node& node = c.tree[B];
        const BodyParameters& p = c.body_parameters[at(B)];
        const InboardFrames inboard(c, v, B), of_parent(c, v, node.parent);
        X_MB[B] = relative(inboard.X_BM, {});
        body[B].X_PF = relative(of_parent.X_BM, inboard.X_PF);  // from the parent's M, which stands for it
        const double* I = v + p.inertia;
        const double n = p.pieces;  // a body that was split: each piece has its share
        const MassProperties mass{v[p.mass] / n,
                                  vector_at(v + p.com),
                                  {I[0] / n, I[1] / n, I[2] / n, I[3] / n, I[4] / n, I[5] / n}};
        body[B].M_B = about_origin(is_identity(X_MB[B].R)
                                       ? MassProperties{mass.mass, X_MB[B].p + mass.com, mass.inertia}
                                       : re_express(X_MB[B], mass));
        for (int i = 0; i < p.joint.count; ++i) k[node.k + i] = v[p.joint.k + i];
        for (int i = 0; i < node.nu; ++i)
            armature[node.u + i] = p.joint.armature < 0 ? 0 : v[p.joint.armature];
    }
    // A block that is written again keeps its memory, unless somebody shares it.
    auto derived =
        block.derived_object.use_count() == 1
            ? std::static_pointer_cast<DerivedObject>(std::const_pointer_cast<void>(block.derived_object))
            : std::make_shared<DerivedObject>();
    derived->own = own_tree(c, block.values);
    derived->surfaces = own_surfaces(c, block.values);
    derived->in_lanes.resize(at(c.tree.steps));
    fill_lanes(c.tree, body, derived->in_lanes.data());
    block.derived_object = std::move(derived);
    block.derived_ready = true;
}

void check_fit(const Compiled& c, const State& state) {
    const StateLayout &have = state.layout(), &need = *c.layout;
    if (&have == &need || have.fingerprint == need.fingerprint) return;
    throw StateError(
        "state belongs to " + quoted(have.system_name) + " (" + fingerprint_text(have.fingerprint) +
        "), system is " + quoted(need.system_name) + " (" + fingerprint_text(need.fingerprint) +
        "): their variables differ. Make states with default_state() of the system they are for.");
}

Instance instance_of(const Compiled& c, const State& state) {
    check_fit(c, state);
    const ParameterBlock& block = state.parameter_block();
    if (!block.derived_ready.load(std::memory_order_acquire)) {
        const std::lock_guard lock(block.filling);
        if (!block.derived_ready.load(std::memory_order_relaxed)) {
            const UsualFloats floats;
            check_parameters(c, block.values.data());
            derive_instance(c, block);
        }
    }
    const auto* body = reinterpret_cast<const BodyConstantsT<double>*>(block.derived.data());
    const auto* X_MB = reinterpret_cast<const Transform*>(body + c.tree.size());
    const auto* k = reinterpret_cast<const double*>(X_MB + c.tree.size());
    const auto* by_angles = reinterpret_cast<const std::uint8_t*>(
        state.variable_bytes(c.by_angles, static_cast<std::size_t>(c.tree.size())));
    const auto* derived = static_cast<const DerivedObject*>(block.derived_object.get());
    return {{body, k, by_angles, derived->in_lanes.data()},
            X_MB,
            c.has_armature ? k + c.tree.nk : nullptr,
            derived->own ? &derived->own->tree : &c.tree,
            derived->surfaces ? derived->surfaces->by_surface.data() : nullptr};
}

}  // namespace sinew
