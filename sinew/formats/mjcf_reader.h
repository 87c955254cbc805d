// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/formats/collision_surfaces.h>
#include <sinew/formats/model_file.h>
#include <sinew/formats/xml.h>

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace sinew::mjcf {

using xml::Element;

/// What the element compiler says.
struct Compiler {
    bool degrees = true, autolimits = true, balance_inertia = false, discard_visual = false;
    std::string euler_sequence = "xyz", mesh_folder{}, inertia_from_geom = "auto";
    double bound_mass = 0, bound_inertia = 0, total_mass = -1;
    int first_group = 0, last_group = 5;  ///< of geoms that count for inertia
};

/// What the element option says, as far as it matters here.
struct Option {
    Vec3 gravity{0, 0, -9.81};
    bool springs = true, dampers = true, actuation = true, equality = true;
    std::set<int> disabled_groups{};  ///< of actuators
};

/// An element with the elements whose attributes it takes where it has none, nearest first.
struct Sourced {
    Element own{};
    std::vector<Element> defaults{};
    std::string suffix{};  ///< of names, if it is one of many replicas

    /// The first of these that has the attribute, or none.
    Element holder(std::string_view attribute) const;
    bool has(std::string_view attribute) const { return static_cast<bool>(holder(attribute)); }
    /// Its value, from wherever it is.
    xml::Value operator[](std::string_view attribute) const;
    /// The element's own name with the suffix; empty if it has none.
    std::string name() const;
};

/// One thing in a body, once frames and replicas have been resolved.
struct Item {
    Element element{};
    Transform X_BI{};  ///< of the frames around it, in the body
    std::string childclass{}, suffix{};
};

enum class JointType : unsigned char { hinge, slide, ball, free };

/// A joint as the file has it.
struct Joint {
    std::string name{};
    JointType type = JointType::hinge;
    AnyJointId id{};
    Element element{};
    double ref = 0;
    Transform X_WB0{};                  ///< of a free joint: where its body begins
    std::vector<double> force_range{};  ///< of all its actuators together
    int actuators = 0;
    CoordinateOf coordinate() const { return {id, 0}; }
};

struct BodyPlace {
    BodyId id{};
    Transform X_WB0{};  ///< with all joints at their references
};

struct Site {
    BodyId body{};
    Transform X_BS{};
};

struct Mesh {
    std::string file{}, inertia{};
    Vec3 scale{1, 1, 1};
    Transform X_MR{};  ///< its reference frame in the file's: is put to the geom's
    std::shared_ptr<const TriangleMesh> triangles{};
    bool looked_for = false;
    SourcePlace where{};
};

/// Where a tendon leads: along coordinates or from point to point.
struct Tendon {
    std::vector<CoordinateOf> couples{};
    std::vector<double> coefficients{};
    std::vector<Station> path{};
    std::vector<Vec3> p_W0{};  ///< the points of the path with all joints at their references
    double length0 = 0;
    bool usable = true;
    std::vector<double> force_range{};
    int actuators = 0;
    bool drives_limited = false;  ///< a joint that bounds its actuators
};

/// Reads one file and those it includes. Each group of functions has a source file of its own.
class Reader {
public:
    Reader(const std::string& file, const ReadOptions& options)
        : file_(file), options_(options), surfaces_(options) {}
    ModelFile read(std::string_view text);

private:
    // mjcf_files.cpp
    std::vector<Element> children(const Element& element);
    std::vector<Element> sections(std::string_view name);
    std::string found(const std::string& name, const std::string& folder, const Element& by);
    void include(const Element& by, std::vector<Element>& out);

    // mjcf_settings.cpp
    void read_compiler(const Element& e);
    void read_option(const Element& e);
    void read_flags(const Element& e);

    // mjcf_defaults.cpp
    void read_defaults(const Element& e, const std::string& parent);
    Sourced sourced(const Element& e, const std::string& childclass, const std::vector<std::string>& tags,
                    const std::string& suffix = {});
    void known(const Element& e, std::string_view names);

    // mjcf_frames.cpp
    Rotation rotation_in(const Sourced& e);
    std::optional<Rotation> rotation_of_element(const Element& e);
    Rotation euler_rotation(const std::vector<double>& angles);
    double angle(double value) const;

    // mjcf_bodies.cpp
    void read_world(const Element& e);
    void collect(const Element& e, const Item& around, std::vector<Item>& out, int depth);
    void replicate(const Element& e, const Item& around, std::vector<Item>& out, int depth);
    void read_body(const Item& item, BodyId parent, const Transform& X_WP, int depth);
    void read_contents(const std::vector<Item>& items, BodyId body, const Transform& X_WB, int depth);
    BodyId add_body(std::string name, const MassProperties& mass, const Element& e);
    std::string fresh(std::set<std::string>& taken, const std::string& wish);
    void place(const std::string& kind, const std::string& name, const Element& e);

    // mjcf_joints.cpp
    std::vector<Sourced> joints_of(const std::vector<Item>& items, std::vector<Transform>& frames);
    BodyId hang(const std::vector<Sourced>& joints, const std::vector<Transform>& frames, BodyId parent,
                const Transform& X_PB, const Transform& X_WB0, const std::string& name, const Element& e);
    void add_joint(const Sourced& e, const Transform& X_BI, BodyId from, BodyId to, const Transform& X_PB,
                   const Transform& X_WB0, const std::string& body_name);
    void add_limits(const Sourced& e, const Joint& joint);
    void add_passive(const Sourced& e, const Joint& joint);

    // mjcf_geoms.cpp
    struct Geom {
        MassProperties mass{};
        bool counts = false;
    };
    Geom read_geom(const Item& item, BodyId body);
    std::optional<Shape> shape_of(const Sourced& e, const std::string& type,
                                  const std::vector<double>& fromto, Transform& X_BG);
    MassProperties inertial(const Item& item);
    MassProperties mass_of(const std::vector<Item>& items, const MassProperties& of_geoms, bool any_geom,
                           const Element& body);
    void bound(MassProperties& mass) const;
    void set_total_mass();
    Colour colour_of(const Sourced& e);
    void read_site(const Item& item, BodyId body);

    // mjcf_contact.cpp
    void add_surface(const Sourced& e, const std::string& type, const Shape& shape, const Transform& X_BG,
                     BodyId body);
    void read_contact(const Element& e);
    void set_groups();
    void keep_apart();

    // mjcf_meshes.cpp
    void read_asset(const Element& e);
    Mesh* mesh_of(const Sourced& e);
    std::optional<MassProperties> mesh_mass(const Sourced& e, const Mesh& mesh);

    // mjcf_equality.cpp
    void read_equality(const Element& e);
    void connect(const Sourced& e);
    void weld(const Sourced& e);
    void couple(const Sourced& e);

    // mjcf_tendons.cpp
    void read_tendon(const Element& e);
    void fixed_tendon(const Sourced& e, Tendon& tendon);
    void spatial_tendon(const Sourced& e, Tendon& tendon);
    void add_tendon_spring(const Sourced& e, const std::string& name, const Tendon& tendon);

    // mjcf_actuators.cpp
    void read_actuator(const Element& e);
    std::optional<Drive> drive_of(const Sourced& e, const std::string& type, double& damping_ratio);
    void add_actuator(const Sourced& e, const std::string& name, const Drive& drive, double damping_ratio);
    void resolve_damping_ratios();
    void clamp_by_joint(const Joint& joint, double gear, Drive& drive, const Sourced& e);

    // mjcf_rest.cpp
    void read_keyframe(const Element& e);
    void add_start();
    Posture posture_of(const std::string& name, const std::vector<double>& qpos,
                       const std::vector<double>& qvel);
    void note_rest(const Element& root);
    void note_once(const std::string& key, const Element& e, const std::string& text);

    // Lookups: a fault, with the nearest name there is, if there is no such thing.
    std::vector<std::string> suffixes_of(const Element& e);
    const BodyPlace* body_named(const Sourced& e, std::string_view attribute);
    const Site* site_named(const Sourced& e, std::string_view attribute);
    Joint* joint_named(const Sourced& e, std::string_view attribute);
    template <class T>
    T* named(std::map<std::string, T>& all, const Sourced& e, std::string_view attribute, const char* kind);

    std::string file_;
    const ReadOptions& options_;
    CollisionSurfaces surfaces_;
    std::vector<std::pair<int, int>> contact_bits_{};  ///< contype and conaffinity, by surface
    std::map<int, BodyId> parents_{};                  ///< of bodies as the file has them, by their numbers
    std::set<int> welded_{};                           ///< bodies without a joint
    Reading reading_{};
    std::vector<std::unique_ptr<xml::Document>> documents_{};
    std::vector<std::string> including_{};
    std::size_t elements_ = 0;

    struct Class {
        std::string parent{};
        std::vector<Element> elements{};
    };
    std::map<std::string, Class> classes_{};
    std::string main_class_ = "main";

    Compiler compiler_{};
    Option option_{};
    Model model_{};
    Element root_{};
    std::vector<Element> top_{};
    std::map<std::string, BodyPlace> bodies_{};
    std::map<std::string, Joint> joints_{};
    std::vector<std::string> joint_order_{};
    std::map<std::string, Site> sites_{};
    std::map<std::string, Mesh> meshes_{};
    std::map<std::string, Colour> materials_{};
    std::map<std::string, Tendon> tendons_{};
    std::map<std::string, std::vector<std::string>> replicas_{};  ///< suffixes by name
    std::set<std::string> body_names_{}, joint_names_{}, force_names_{}, constraint_names_{}, visual_names_{},
        marker_names_{}, posture_names_{}, noted_{};
    struct RatioedServo {
        std::size_t force;
        double ratio;
        SourcePlace where;
    };
    std::vector<RatioedServo> ratioed_{};
    std::size_t points_of_actuators_ = 0;
};

}  // namespace sinew::mjcf
