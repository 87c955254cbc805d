// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/at.h>
#include <sinew/base/float_environment.h>
#include <sinew/base/names.h>
#include <sinew/dynamics/articulated.h>
#include <sinew/joints/coordinates.h>
#include <sinew/joints/function_numbers.h>
#include <sinew/joints/sizes.h>
#include <sinew/system/bind.h>
#include <sinew/system/check.h>
#include <sinew/system/compiled.h>
#include <sinew/system/compliant.h>
#include <sinew/system/constrain.h>
#include <sinew/system/driven.h>
#include <sinew/system/instance.h>
#include <sinew/system/spanning_tree.h>
#include <sinew/system/system.h>
#include <sinew/system/work.h>

#include <algorithm>

namespace sinew {

namespace {

/// The joints' kinds and data in the order of the tree.
void build_tree(Compiled& c, const std::vector<TreeEdge>& edges) {
    c.node_of_body.assign(c.model.bodies.size(), 0);
    c.node_of_joint.assign(c.model.joints.size(), -1);
    c.body_of_node = {0};
    c.joint_of_node = {-1};
    for (const TreeEdge& edge : edges) {
        const JointElement& element = c.model.joints[at(edge.joint)];
        std::shared_ptr<const JointData> data =
            visit([](const auto& joint) { return data_of(joint); }, element.joint);
        const auto kind = static_cast<JointKind>(element.joint.index());
        const int node = append(c.tree, {c.node_of_body[at(edge.parent)], kind, edge.reversed, data.get()});
        if (data) c.joint_data.push_back(std::move(data));
        if (kind == JointKind::CustomJoint) {
            c.has_users_joints = true;
            c.has_plain_joints |= !CustomJoint::user(c.tree[node].data).formula;
        }
        if (edge.half) c.halves.push_back({node, edge.body});
        else c.node_of_body[at(edge.body)] = node;
        c.node_of_joint[at(edge.joint)] = node;
        c.body_of_node.push_back(edge.body);
        c.joint_of_node.push_back(edge.joint);
    }
}

/// Coordinates and speeds with their names ("knee.angle"), by joint.
void lay_out_coordinates(Compiled& c) {
    StateLayout& layout = *c.layout;
    layout.nq = c.tree.nq;
    layout.nu = c.tree.nu;
    layout.q_names.resize(at(layout.nq));
    layout.u_names.resize(at(layout.nu));
    layout.q_default.resize(at(layout.nq));
    for (std::size_t j = 0; j < c.model.joints.size(); ++j) {
        if (c.node_of_joint[j] < 0) {
            layout.q_of_joint.push_back({StateLayout::closes_a_loop, 0});
            layout.u_of_joint.push_back({StateLayout::closes_a_loop, 0});
            continue;
        }
        const Node& node = c.tree[c.node_of_joint[j]];
        layout.q_of_joint.push_back({node.q, node.nq});
        layout.u_of_joint.push_back({node.u, node.nu});
        const std::string& joint = c.model.joints[j].placement.name;
        with_joint(node.kind, false, [&]<class J> {
            reference_q<J>(node.data, layout.q_default.data() + node.q);
            for (int i = 0; i < node.nq; ++i)
                layout.q_names[at(node.q + i)] = joint + "." + coordinate_name_of<J>(node.data, i);
            const bool own_names = RatesOf<J>::Type::q_part == 0;
            for (int i = 0; i < node.nu; ++i)
                layout.u_names[at(node.u + i)] =
                    joint + "." + (own_names ? coordinate_name_of<J>(node.data, i) : "u" + std::to_string(i));
        });
    }
}

/// Which coordinates are quaternions unless the joint goes by angles.
void lay_out_quaternions(Compiled& c) {
    const int flags = c.layout->variable(c.by_angles).offset;
    for (int B = 1; B < c.tree.size(); ++B) {
        const Node& node = c.tree[B];
        with_joint(node.kind, false, [&]<class J> {
            if (has_quaternion<J>(node.data)) {
                c.layout->quaternions.push_back({node.q, flags + B});
                c.turning.push_back(B);
            }
            if (!speeds_are_rates<J>(node.data)) c.rates_are_speeds = false;
        });
    }
}

int add(StateLayout& layout, std::string path, const double* values, int count, Rule rule = Rule::finite) {
    const ParameterId id = layout.add_parameter(std::move(path), values, count, rule);
    return layout.parameters[at(id.index)].range.first;
}

int add_rotation(StateLayout& layout, std::string path, const Rotation& R) {
    const double rows[9] = {R.x.x, R.y.x, R.z.x, R.x.y, R.y.y, R.z.y, R.x.z, R.y.z, R.z.z};
    return add(layout, std::move(path), rows, 9, Rule::rotation);
}

JointParameters lay_out_joint(StateLayout& layout, const JointElement& joint) {
    JointParameters p;
    const JointPlacement& place = joint.placement;
    p.X_PF_p = add(layout, place.name + ".X_PF.p", &place.X_PF.p.x, 3);
    p.X_PF_R = add_rotation(layout, place.name + ".X_PF.R", place.X_PF.R);
    p.X_BM_p = add(layout, place.name + ".X_BM.p", &place.X_BM.p.x, 3);
    p.X_BM_R = add_rotation(layout, place.name + ".X_BM.R", place.X_BM.R);
    p.k = static_cast<int>(layout.parameter_defaults.size());
    visit(
        [&]<class J>(const J& definition) {
            const auto data = data_of(definition);
            std::vector<double> k(at(parameter_count_of<J>(data.get())));
            parameters_of(definition, data.get(), k.data());
            for (std::size_t i = 0; i < k.size(); ++i)
                add(layout, place.name + "." + parameter_name_of<J>(data.get(), static_cast<int>(i)), &k[i],
                    1, rule_of<J>(i));
            p.count = static_cast<int>(k.size());
        },
        joint.joint);
    if (place.armature != 0)
        p.armature = add(layout, place.name + ".armature", &place.armature, 1, Rule::non_negative);
    return p;
}

/// Every number of bodies and joints under a path (9.2).
void lay_out_parameters(Compiled& c) {
    StateLayout& layout = *c.layout;
    c.body_parameters.resize(at(c.tree.size()));
    c.joint_parameters.resize(c.model.joints.size());
    for (int node = 1; node < c.tree.size(); ++node) {
        BodyParameters& p = c.body_parameters[at(node)];
        if (!c.is_half(node)) {
            const Body& body = c.model.bodies[at(c.body_of_node[at(node)])];
            const MassProperties& m = body.mass;
            p.mass = add(layout, body.name + ".mass", &m.mass, 1, Rule::non_negative);
            p.com = add(layout, body.name + ".com", &m.com.x, 3);
            p.inertia = add(layout, body.name + ".inertia", &m.inertia.xx, 6);
        }
        const std::size_t joint = at(c.joint_of_node[at(node)]);
        p.joint = c.joint_parameters[joint] = lay_out_joint(layout, c.model.joints[joint]);
        if (p.joint.armature >= 0) c.has_armature = true;
        if (const auto* functions = c.model.joints[joint].joint.if_a<FunctionBased>()) {
            const int first = static_cast<int>(layout.parameter_defaults.size());
            for (const FunctionNumbers& n : numbers_of(*functions))
                add(layout, c.model.joints[joint].placement.name + "." + n.path, n.values.data(),
                    static_cast<int>(n.values.size()), n.is_axis ? Rule::direction : Rule::finite);
            const int count = static_cast<int>(layout.parameter_defaults.size()) - first;
            c.function_parameters.push_back({node, {first, count}});
        }
    }
    for (const Compiled::Half& half : c.halves) ++c.body_parameters[at(c.node_of_body[at(half.body)])].pieces;
    for (const Compiled::Half& half : c.halves) {
        const BodyParameters& whole = c.body_parameters[at(c.node_of_body[at(half.body)])];
        BodyParameters& p = c.body_parameters[at(half.node)];
        p.mass = whole.mass, p.com = whole.com, p.inertia = whole.inertia, p.pieces = whole.pieces;
    }
    for (std::size_t joint = 0; joint < c.model.joints.size(); ++joint)
        if (c.node_of_joint[joint] < 0)
            c.joint_parameters[joint] = lay_out_joint(layout, c.model.joints[joint]);
    layout.derived_size = derived_size(c.tree);
}

/// A fingerprint of what makes States interchangeable: names, kinds and order, not values (FNV-1a).
std::uint64_t fingerprint_of(const Compiled& c) {
    std::uint64_t hash = 14695981039346656037u;
    const auto mix = [&](std::string_view text) {
        for (const char ch : text) hash = (hash ^ static_cast<unsigned char>(ch)) * 1099511628211u;
        hash = (hash ^ 0x1f) * 1099511628211u;
    };
    for (const std::string& name : c.layout->q_names) mix(name);
    for (const std::string& name : c.layout->u_names) mix(name);
    for (const std::string& name : c.layout->z_names) mix(name);
    for (const ParameterSlot& slot : c.layout->parameters)
        mix(slot.path + ":" + std::to_string(slot.range.count));
    for (const VariableSlot& slot : c.layout->variables)
        mix(slot.name + ":" + std::to_string(static_cast<int>(slot.type.type)) + std::to_string(slot.size));
    for (const CacheSlot& slot : c.layout->cache) mix(std::to_string(slot.offset));
    for (int node = 1; node < c.tree.size(); ++node) {
        const Node& n = c.tree[node];
        mix(std::to_string(n.parent) + (n.reversed ? "r" : "") + std::to_string(static_cast<int>(n.kind)));
    }
    for (const Loop& loop : c.loops)
        mix("loop" + std::to_string(loop.joint.index) + "," + std::to_string(loop.split.index));
    return hash;
}

void lay_out_cache(Compiled& c) {
    StateLayout& layout = *c.layout;
    for (const auto& [stage, bytes] : c.model.cache_entries) layout.add_cache(stage, bytes);  // so ids agree
    const std::size_t bodies = at(c.tree.size()), speeds = at(c.tree.nu), coordinates = at(c.tree.nq);
    constexpr std::size_t real = sizeof(double);
    Entries& e = c.entries;
    const std::size_t steps = at(c.tree.steps);
    e.position = layout.add_cache(
        Stage::position, steps * sizeof(PositionInLanes) + bodies * (sizeof(Transform) + sizeof(Vec3)) +
                             speeds * sizeof(SpatialVelocity) + at(c.tree.scratch) * real);
    e.velocity = layout.add_cache(Stage::velocity,
                                  steps * sizeof(VelocityInLanes) + bodies * 2 * sizeof(SpatialVelocity));
    e.rates = layout.add_cache(Stage::velocity, coordinates * real);
    const std::size_t factors =
        steps * sizeof(FactorsInLanes) + speeds * sizeof(SpatialForce) + at(c.tree.squares) * real;
    e.factors = layout.add_cache(Stage::position, factors);
    e.articulated = layout.add_cache(Stage::position, bodies * sizeof(ArticulatedInertia));
    e.driven = layout.add_cache(Stage::instance, sizeof(int) + bodies * (2 * sizeof(int) + 2));
    e.free_factors = layout.add_cache(Stage::position, factors);
    if (!c.model.motions.empty()) e.given_by_time = layout.add_cache(Stage::time, speeds * real);
    e.loads = layout.add_cache(Stage::force, bodies * sizeof(SpatialForce) + speeds * real);
    e.forces = layout.add_cache(Stage::force, bodies * sizeof(SpatialForce) + speeds * real);
    e.acceleration = layout.add_cache(Stage::acceleration,
                                      bodies * sizeof(SpatialAcceleration) + (speeds + at(layout.nz)) * real);
    e.composite = layout.add_cache(Stage::position, bodies * sizeof(RigidInertia));
    e.reactions = layout.add_cache(Stage::acceleration, bodies * sizeof(SpatialForce));
    e.work = layout.add_cache(Stage::report, Work::bytes(c));
    if (!c.constraints.all.empty()) lay_out_constraint_cache(c);
    if (c.contact) lay_out_contact_cache(c);
}

}  // namespace

int Compiled::node(BodyId body) const {
    if (body.index < 0 || at(body.index) >= node_of_body.size())
        throw StateError("system " + quoted(model.name) + " has no body number " +
                         std::to_string(body.index) + ". The id belongs to another model, or was never set.");
    return node_of_body[at(body.index)];
}

bool Compiled::is_cut(AnyJointId joint) const {
    if (joint.index < 0 || at(joint.index) >= node_of_joint.size())
        throw StateError("system " + quoted(model.name) + " has no joint number " +
                         std::to_string(joint.index) +
                         ". The id belongs to another model, or was never set.");
    return node_of_joint[at(joint.index)] < 0;
}

const Loop* Compiled::loop_of(AnyJointId joint) const {
    const auto found = std::lower_bound(loops.begin(), loops.end(), joint.index,
                                        [](const Loop& loop, int index) { return loop.joint.index < index; });
    return found != loops.end() && found->joint.index == joint.index ? &*found : nullptr;
}

bool Compiled::is_half(int node) const { return node_of_body[at(body_of_node[at(node)])] != node; }

int Compiled::node(AnyJointId joint) const {
    if (is_cut(joint))
        throw StateError(
            "joint " + quoted(model.joints[at(joint.index)].placement.name) +
            " closes a loop by equations: it is not in the tree and has no coordinates of its own. "
            "joint_q() and joint_u() tell them; to have them in a State, set its `loop` to "
            "LoopClosure::split or in_tree.");
    return node_of_joint[at(joint.index)];
}

System::System(Model model) {
    const UsualFloats floats;
    Faults faults;
    check_budget(model, faults);
    faults.throw_if_any();
    check_names(model, faults);
    check_masses(model, faults);
    check_joints(model, faults);
    check_forces(model, faults);
    check_motions(model, faults);
    check_fast(model, faults);
    check_constraints(model, faults);
    check_surfaces(model, faults);
    check_scenery(model, faults);
    const SpanningTree tree = spanning_tree(model, faults);
    faults.throw_if_any();

    auto c = std::make_shared<Compiled>();
    c->model = std::move(model);
    c->layout = std::make_shared<StateLayout>();
    c->layout->system_name = c->model.name;
    build_tree(*c, tree.edges);
    lay_out_coordinates(*c);
    lay_out_parameters(*c);
    for (const DeclaredVariable& v : c->model.variables) {
        if (v.object_type) c->layout->add_object(v.name, v.object, *v.object_type, v.stage);
        else
            c->layout->add_variable_bytes(v.name, v.initial.data(), v.initial.size(), v.alignment, v.type,
                                          v.stage);
    }
    bind_forces(*c);
    bind_surfaces(*c);
    bind_contact(*c, faults);
    bind_fast(*c, faults);
    bind_motions(*c);
    bind_constraints(*c, tree.loops, faults);
    faults.throw_if_any();
    const std::vector<std::uint8_t> by_quaternion(at(c->tree.size()));
    c->by_angles = c->layout->add_variable_bytes("by_angles", by_quaternion.data(), by_quaternion.size(), 1,
                                                 PlainType{}, Stage::model);
    lay_out_quaternions(*c);
    find_alike(c->tree);
    find_branches(c->tree);
    c->pending = pending_count(c->tree);
    lay_out_cache(*c);
    check_paths(*c->layout, faults);
    faults.throw_if_any();
    c->layout->fingerprint = fingerprint_of(*c);
    c->default_parameters =
        std::make_shared<ParameterBlock>(c->layout->parameter_defaults, c->layout->derived_size);
    derive_instance(*c, *c->default_parameters);
    compiled_ = c;
    check_inertia(*this, faults);
    faults.throw_if_any();
    c->warnings = faults.warnings();
}

const Model& System::model() const { return compiled_->model; }
const StateLayout& System::layout() const { return *compiled_->layout; }
const std::vector<std::string>& System::warnings() const { return compiled_->warnings; }
State System::default_state() const { return State(compiled_->layout, compiled_->default_parameters); }
int System::nq() const { return compiled_->layout->nq; }
int System::nu() const { return compiled_->layout->nu; }
int System::nz() const { return compiled_->layout->nz; }

const std::vector<Loop>& System::loops() const { return compiled_->loops; }

}  // namespace sinew
