// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/base/ids.h>
#include <sinew/constraints/bounded.h>
#include <sinew/constraints/list.h>
#include <sinew/constraints/one_way.h>
#include <sinew/contact/surfaces.h>
#include <sinew/forces/list.h>
#include <sinew/joints/list.h>
#include <sinew/spatial/mass_properties.h>
#include <sinew/state/layout.h>
#include <sinew/system/fast.h>
#include <sinew/system/motion.h>
#include <sinew/system/scenery.h>

#include <string>
#include <string_view>
#include <vector>

namespace sinew {

/// A rigid body; its frame B is wherever its author likes it.
struct Body {
    std::string name{};
    MassProperties mass{};
};

/// What becomes of a joint on a loop. A System moves along a tree of joints; in every loop one joint is left over, and
/// closes it (9.30). System::loops() tells which and how.
enum class LoopClosure : unsigned char {
    automatic,  ///< as the System sees fit
    in_tree,    ///< stays in the tree; another joint of the loop closes it
    cut,        ///< closes its loop by the equations of what it holds
    split,  ///< closes its loop with a body at one end in two halves, each with half the mass, welded together
};

/// Where a joint sits: frame F on the body it comes from, frame M on the body it leads to. Either body may turn
/// out to be the one nearer to the world; the joint's coordinates keep their meaning.
struct JointPlacement {
    std::string name{};
    BodyId from = world;
    BodyId to{};
    Transform X_PF{};  ///< F in the frame of `from`
    Transform X_BM{};  ///< M in the frame of `to`
    LoopClosure loop = LoopClosure::automatic;
    /// Inertia of a drive that turns with each of the joint's speeds, as felt at the joint: a rotor's moment of
    /// inertia times the square of its gear ratio (7.9). It carries no momentum of the whole.
    double armature = 0;
};

/// A joint of the Model.
struct JointElement {
    AnyJoint joint;
    JointPlacement placement;
};

/// A discrete variable of the user's own.
struct DeclaredVariable {
    std::string name{};
    Stage stage = Stage::report;
    PlainType type{};
    std::size_t alignment = 8;
    std::vector<std::byte> initial{};
    std::shared_ptr<const void> object{};  ///< for types that are not plain
    const ObjectType* object_type = nullptr;
};

/// No model has more bodies than this, the world not counted.
inline constexpr std::size_t max_bodies = 1'000'000;

/// What people write and files hold: bodies, joints, forces, constraints, by name. A plain value: copy it, edit it,
/// compare it.
/// It computes nothing; System(model) checks it and compiles it.
struct Model {
    std::string name = "model";
    std::vector<Body> bodies{Body{.name = "world", .mass = {}}};  ///< the first is the world
    std::vector<JointElement> joints{};
    std::vector<AnyForce> forces{};
    std::vector<Motion> motions{};
    std::vector<AnyConstraint> constraints{};
    std::vector<ContactSurface> surfaces{};
    ContactSettings contact{};
    std::vector<OneWay> one_way{};   ///< which of these act one way only
    std::vector<Bounded> bounded{};  ///< which of these give way: dry friction, drives of limited torque
    Impacts impacts{};
    std::vector<DeclaredVariable> variables{};
    std::vector<FastVariables> fast{};
    std::vector<std::pair<Stage, std::size_t>>
        cache_entries{};  ///< of the user's own: stage they depend on, bytes

    // No physics in these: what it looks like, what is named on it, where it may begin.
    std::string title{}, description{};  ///< for people, a line each
    std::vector<Visual> visuals{};
    std::vector<Marker> markers{};
    std::vector<CoordinateLimits> limits{};
    std::vector<Posture> postures{};
    Vec3 up{};  ///< zero: see up_of(model)

    BodyId add(Body body);
    template <JointDefinition J>
    JointId<J> add(J joint, JointPlacement placement) {
        return {add_joint({std::move(joint), std::move(placement)})};
    }
    AnyJointId add_joint(JointElement joint);
    template <ForceDefinition E>
    ForceId add(E force) {
        return add_force(std::move(force));
    }
    ForceId add_force(AnyForce force);
    MotionId add(Motion motion);
    template <ConstraintDefinition E>
    ConstraintId add(E constraint) {
        return add_constraint(std::move(constraint));
    }
    ConstraintId add_constraint(AnyConstraint constraint);
    SurfaceId add(ContactSurface surface);
    void add(OneWay condition);
    void add(Bounded condition);
    FastId add(FastVariables fast_variables);
    void add(Visual visual);
    void add(Marker marker);
    void add(const CoordinateLimits& coordinate_limits);
    void add(Posture posture);

    /// A discrete variable: a number, an enum, an array or struct of such, a std::string, a std::vector, a type of
    /// your own that can be copied and compared. Writing it in a State makes that stage stale.
    template <class T>
    VariableId<T> add_variable(std::string variable_name, const T& initial, Stage stage) {
        DeclaredVariable variable;
        variable.name = std::move(variable_name);
        variable.stage = stage;
        if constexpr (std::is_trivially_copyable_v<T>) {
            const auto* bytes = reinterpret_cast<const std::byte*>(&initial);
            variable.type = plain_type_of<T>();
            variable.alignment = alignof(T);
            variable.initial.assign(bytes, bytes + sizeof(T));
        } else {
            variable.object = std::make_shared<const T>(initial);
            variable.object_type = &object_type<T>;
        }
        variables.push_back(std::move(variable));
        return {static_cast<int>(variables.size()) - 1};
    }
    /// A cache entry of a plain type; see State::cached.
    template <class T>
    CacheEntry<T> add_cache_entry(Stage depends_on) {
        static_assert(std::is_trivially_copyable_v<T>,
                      "a cache entry is a plain value: numbers, arrays, structs of them");
        cache_entries.emplace_back(depends_on, sizeof(T));
        return {CacheId{static_cast<int>(cache_entries.size()) - 1}};
    }

    /// The element of that name; throws ModelError with the nearest name there is.
    BodyId body(std::string_view name) const;
    AnyJointId joint(std::string_view name) const;
    ForceId force(std::string_view name) const;
    MotionId motion(std::string_view name) const;
    ConstraintId constraint(std::string_view name) const;
    SurfaceId surface(std::string_view name) const;
    const Marker& marker(std::string_view name) const;
    const Posture& posture(std::string_view name) const;
};

/// The name of a force element or constraint of any kind.
const std::string& name_of(const AnyForce& force);
const std::string& name_of(const AnyConstraint& constraint);

/// Which way is up: what the Model says, else against its first gravity, else y.
Vec3 up_of(const Model& model);

}  // namespace sinew
