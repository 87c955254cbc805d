// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/dynamics/articulated.h>
#include <sinew/dynamics/caches.h>
#include <sinew/dynamics/force_columns.h>
#include <sinew/forces/contract.h>
#include <sinew/state/layout.h>
#include <sinew/state/parameters.h>
#include <sinew/system/loop.h>

#include <memory>
#include <vector>

namespace sinew {

struct CompliantContact;

/// Where a joint's frames and own numbers are in a State's parameter values.
struct JointParameters {
    int X_PF_p = 0, X_PF_R = 0;  ///< 3, 9 numbers
    int X_BM_p = 0, X_BM_R = 0;
    int k = 0, count = 0;  ///< the joint's own
    int armature = -1;     ///< −1 if the Model gives it none
};

/// Parameters of one body and its inboard joint, as places in a State's parameter values.
struct BodyParameters {
    int mass = 0, com = 0, inertia = 0;  ///< 1, 3, 6 numbers
    int pieces = 1;         ///< among how many nodes the body is shared out: its mass and inertia are
    JointParameters joint;  ///< of the joint as described
};

/// Parameters of a function-based joint, as places in a State's parameter values.
struct FunctionParameters {
    int node;
    Range values;
};

/// A force element ready for use: what it acts on and what is its own, as places in the tree and in a State.
struct BoundForce {
    AnyForce element;
    Range parameters;  ///< in a State's parameter values
    Range z;
    int variable = -1, numbers = 0;  ///< its discrete variable, and how many numbers that has
    std::array<int, 2> body{0, 0};
    int joint = 0;  ///< the body whose joint has its coordinate
    int u = -1;
    std::array<int, 2> q{-1, -1};  ///< its coordinate, with a quaternion and by angles; −1 if there is none
    std::vector<CoordinatePlace> coordinates;
    std::vector<int> path;
    std::vector<std::uint8_t> excluded;  ///< per body of the tree; empty if none is
    bool is_uniform = false;             ///< gravity on all bodies: forward dynamics takes it in by itself
    bool on_bodies = true;               ///< false for an element on one speed
};

/// A constraint ready for use. Its errors, multipliers and rows are runs in arrays that all constraints share.
struct BoundConstraint {
    AnyConstraint element;
    Range parameters;
    int share = -1;  ///< its load share among a State's parameters; −1 for one of its own making: one
    EquationCounts counts;
    std::vector<int> body;
    int acted_on = 0;  ///< how many of these feel it
    std::vector<CoordinatePlace> coordinates;
    int e = 0, v = 0, a = 0;  ///< first of its errors at each level; a also of its multipliers
    int row = 0, coefficient = 0;
};

/// A constraint that acts one way only, or that gives way.
struct BoundOneWay {
    int constraint = 0;
    double sign = 1;       ///< of the side where its error is free
    Range parameters{};    ///< in the order of OneWay::parameters, or of Bounded's
    bool slips = false;    ///< it has two equations against slip, which friction stands for
    bool bounded = false;  ///< its one equation gives way: a Bounded
    int tangent = 0;       ///< first of the rows of what slides: its equations of speeds times its bodies
    int coefficient = 0;   ///< of a bounded one, first of the coefficients of its row while it gives way
    bool may_slide() const { return slips || bounded; }
};

/// All constraints of a System. Arrays at the levels of position, velocity and acceleration hold constraint after
/// constraint, each with its holonomic, nonholonomic and acceleration-only equations as far as they have a meaning
/// there.
struct BoundConstraints {
    std::vector<BoundConstraint> all;
    int e = 0, v = 0, a = 0;  ///< sizes of these arrays
    int rows = 0, coefficients = 0;
    bool rows_follow_speeds = false;
    ColumnPlan plan;
    int disabled = -1;  ///< the discrete variable of all.size() bytes

    std::vector<BoundOneWay> one_way;
    std::vector<int> one_way_of;  ///< by constraint; −1 if it acts both ways. Empty if all do
    int tangents = 0;             ///< how many rows BoundOneWay::tangent counts
    int given_way = 0;            ///< how many coefficients BoundOneWay::coefficient counts
    int sliding = -1;             ///< the discrete variable of all.size() bytes
    int touching = -1;  ///< the discrete variable of three numbers per one-way condition: see one_way.h
};

/// A contact surface ready for use.
struct BoundSurface {
    int body = 0;      ///< the node that stands for its body
    Range parameters;  ///< SurfaceValues in a State's parameter values
    Range sizes;       ///< of each_size, one after the other
};

/// Places of the passes' results in a State's cache.
struct Entries {
    CacheId position, velocity, rates, articulated, factors, loads, forces, acceleration, composite,
        reactions;
    CacheId driven, free_factors;  ///< which joints' motion is given; factors without these
    CacheId given_by_time;         ///< what is given by time alone; only where there are Motions
    CacheId work;                  ///< never current: work space of the operators
    // Only where there are constraints.
    CacheId rows, columns, multipliers, position_errors, velocity_errors, acceleration_errors,
        constraint_work;
};

/// What a System is made of. Indices of bodies here are those of the tree unless a name says otherwise.
struct Compiled {
    Model model;
    Tree tree;
    std::shared_ptr<StateLayout> layout;
    std::shared_ptr<ParameterBlock> default_parameters;
    std::vector<std::shared_ptr<const JointData>> joint_data;  ///< keeps what the tree's nodes point to

    std::vector<int> node_of_body;   ///< by BodyId
    std::vector<int> body_of_node;   ///< of halves the body they are a half of
    std::vector<int> joint_of_node;  ///< index in model.joints
    std::vector<int> node_of_joint;  ///< −1 if it is cut

    /// Bodies that were split: node_of_body has the half that stands for the body, here are the others.
    struct Half {
        int node, body;
    };
    std::vector<Half> halves;
    std::vector<Loop> loops;                        ///< by joint
    std::vector<JointParameters> joint_parameters;  ///< by joint

    std::vector<BodyParameters> body_parameters;  ///< by node
    std::vector<FunctionParameters> function_parameters;
    std::vector<BoundForce> forces;
    BoundConstraints constraints;
    std::vector<BoundSurface> surfaces;               ///< by SurfaceId
    Range contact_parameters;                         ///< the settings' numbers in a State's parameter values
    std::shared_ptr<const CompliantContact> contact;  ///< null where no surfaces yield to one another
    Entries entries;
    int by_angles = -1;        ///< the discrete variable of tree.size() bytes
    int disabled_forces = -1;  ///< the discrete variable of forces.size() bytes

    int disabled_motions = -1;  ///< the discrete variable of model.motions.size() bytes
    int locks = -1;             ///< of tree.size() bytes: MotionLevel
    int lock_values = -1;       ///< of nq + nu numbers: what locked joints keep to
    std::vector<std::uint8_t>
        fast_level;                 ///< per body of the tree: MotionLevel of its fast joint; empty if none is
    std::vector<int> turning;       ///< nodes whose joint has a quaternion, or goes by angles in its place
    bool rates_are_speeds = true;   ///< of all joints: N = 1
    bool has_armature = false;      ///< some joint of the tree has one
    bool has_users_joints = false;  ///< whose results are looked at, since anything may come from there
    bool has_plain_joints = false;  ///< some of these know plain numbers only

    PendingCount pending;  ///< work space of the passes from tip to base

    std::vector<std::string> warnings;

    int bodies() const { return static_cast<int>(model.bodies.size()); }  ///< not counting halves
    int node(BodyId body) const;
    int node(AnyJointId joint) const;             ///< throws StateError if the joint is cut
    bool is_cut(AnyJointId joint) const;          ///< throws StateError if there is no such joint
    const Loop* loop_of(AnyJointId joint) const;  ///< null if it closes none
    bool is_half(int node) const;
    /// The sum of what f(node) gives for all pieces of a body.
    template <class F>
    auto sum_over_pieces(BodyId body, F&& f) const {
        auto sum = f(node(body));
        for (const Half& half : halves)
            if (half.body == body.index) sum += f(half.node);
        return sum;
    }
};

}  // namespace sinew
