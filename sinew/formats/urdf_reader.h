// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/formats/collision_surfaces.h>
#include <sinew/formats/robot_parts.h>
#include <sinew/formats/urdf.h>

#include <map>
#include <string>
#include <vector>

namespace sinew::urdf {

struct Link {
    std::string name{};
    xml::Element element{};
    BodyId body{};
    int parent_joint = -1;  ///< the joint whose child it is
};

struct Joint {
    std::string name{}, type{};
    xml::Element element{};
    int parent = -1, child = -1;  ///< links; −1: none of that name
    AnyJointId id{};
};

/// Reads a robot element into a Model, in passes: links and joints by name, how they hang together, then what they are.
class Reader {
public:
    Reader(const xml::Element& robot, FileSearch& files, const ReadOptions& options, Reading& reading);
    Model read();

private:
    void find_links();
    void find_joints();
    int link_named(const xml::Element& from, const char* end);
    void check_tree();
    void check_cycles();

    void materials();
    void bodies();
    MassProperties mass_of(const Link& link);
    void visuals(const Link& link);
    struct PlacedShape {
        Transform X_BG;
        Shape shape{};
    };
    std::optional<PlacedShape> shape_in(const xml::Element& visual);
    void show(const xml::Element& visual, const Link& link, const PlacedShape& placed, bool collision);
    void collisions(const Link& link, bool shown);
    Material material_of(const Link& link, const xml::Element& collision);
    void surroundings();
    Colour colour_of(const xml::Element& material);

    void joints();
    void add_joint(Joint& joint);
    void add_base();
    void limits(const Joint& joint);
    void dynamics(const Joint& joint, int coordinates);
    void mimics();
    void check_mimic_rings(const std::map<int, int>& leads);
    void frames();
    Transform origin_of(const xml::Element& of);

    xml::Element robot_;
    FileSearch& files_;
    const ReadOptions& options_;
    CollisionSurfaces surfaces_;
    Reading& reading_;
    Model model_{};
    std::vector<Link> links_{};
    std::vector<Joint> joints_{};
    std::map<std::string, int, std::less<>> link_names_{}, joint_names_{};
    std::map<std::string, Colour, std::less<>> colours_{};
    robot::UniqueNames visual_names_{}, body_names_{};
    robot::Tally tally_{};
};

}  // namespace sinew::urdf
