// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/formats/collision_surfaces.h>
#include <sinew/formats/robot_parts.h>
#include <sinew/formats/sdf.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace sinew::sdf {

/// Something with a pose: the world, a model, a link, a joint or a frame (13.23).
struct Node {
    enum Kind { world, model, link, joint, frame } kind = world;
    std::string name{};  ///< with the names of the models around it: "gripper::finger"
    xml::Element element{};
    int scope = 0;          ///< the model it is in, as a scope
    Transform X_BaseN{};    ///< its pose, in the frame of `base`
    int base = -1;          ///< the node its pose is relative to; −1: none
    std::string body_of{};  ///< frames and models: what they are attached to, by name
    int placement = -1;     ///< models: the node that the pose places, instead of the model's own frame
    bool is_placed = false;
    Transform X_WN{};
    BodyId body{};
};

/// The names that can be seen in a model.
struct Scope {
    int parent = -1;
    int node = 0;  ///< the model's own
    std::string prefix{};
    bool is_static = false, self_collide = false;
    std::map<std::string, int, std::less<>> nodes{}, scopes{};
    int first_link = -1;
};

/// Reads an sdf element into a Model: first all nodes by name, then their poses, then what they are.
class Reader {
public:
    Reader(const ReadOptions& options, Reading& reading)
        : options_(options), surfaces_(options), reading_(reading) {}
    void read(const xml::Element& root, FileSearch& files);
    Model finish();
    /// Files that were included stay until the end.
    std::vector<std::unique_ptr<xml::Document>> documents{};
    std::vector<std::unique_ptr<FileSearch>> searches{};
    std::vector<std::string> chain{};  ///< of files that include each other

private:
    // Names and poses: sdf.cpp
    void world_of(const xml::Element& world, FileSearch& files);
    void model_of(const xml::Element& model, int scope, FileSearch& files, const xml::Element& include);
    void include(const xml::Element& include, int scope, FileSearch& files);
    int add(Node node, int scope, const std::string& name);
    Transform pose_of(const xml::Element& of, std::string& relative_to);
    void place_all();
    bool place(int node);
    int find(int scope, const std::string& name) const;
    int find_or_fault(int scope, const std::string& name, const xml::Element& who);
    int link_of(int node, const xml::Element& who);
    void resolve_bases();

    // What they are: sdf_links.cpp, sdf_joints.cpp
    void link_of(Node& node);
    MassProperties mass_of(const xml::Element& link);
    std::optional<Shape> shape_in(const xml::Element& visual, const Node& link, FileSearch& files,
                                  Transform& X_BG);
    void show(const xml::Element& visual, const Node& link, Visual shown, bool collision);
    void collisions(const Node& link, bool shown, FileSearch& files);
    void groups_of(int scope, ContactSurface& surface) const;
    void joint_of(Node& node);
    void drake_joint_of(Node& node);
    Vec3 axis_of(const xml::Element& axis, const Node& joint);
    void dynamics(const xml::Element& axis, AnyJointId joint, int first, int count, const std::string& name);
    void limits(const xml::Element& axis, AnyJointId joint, int index, bool of_angle);
    void gearboxes();
    void mimics();
    void hold_the_rest();

    const ReadOptions& options_;
    CollisionSurfaces surfaces_;
    Reading& reading_;
    Model model_{};
    std::vector<Node> nodes_{};
    std::vector<std::string> relative_{};  ///< by node: what its pose is relative to, as written
    std::vector<FileSearch*> files_{};     ///< by node
    std::vector<Scope> scopes_{};
    std::map<int, AnyJointId> joints_{};  ///< by node
    robot::UniqueNames visual_names_{}, body_names_{}, joint_names_{}, marker_names_{};
    robot::Tally tally_{};
    bool axes_in_model_ = false;  ///< as files before version 1.5 have it
    std::size_t top_models_ = 0;
    bool has_world_ = false;
    Vec3 gravity_{0, 0, -9.81};
    std::string name_{};
};

}  // namespace sinew::sdf
