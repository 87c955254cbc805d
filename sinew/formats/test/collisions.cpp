// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Shapes of robots' files that collide, as contact surfaces.
#include <sinew/formats/collision_surfaces.h>
#include <sinew/formats/json_model.h>
#include <sinew/formats/mjcf.h>
#include <sinew/formats/sdf.h>
#include <sinew/formats/urdf.h>

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

using namespace sinew;

namespace {

const ReadOptions rigid_contact{.contact = ContactKind::rigid}, yielding{.contact = ContactKind::compliant};

bool meet(const Model& model, const char* a, const char* b) {
    const auto of = [&](const char* name) {
        return model.surfaces[static_cast<std::size_t>(model.surface(name).index)];
    };
    return groups_meet(of(a), of(b));
}

bool kept_apart(const Model& model, const char* a, const char* b) {
    const BodyId one = model.body(a), other = model.body(b);
    for (const BodyPair& pair : model.contact.excluded)
        if ((pair.first == one && pair.second == other) || (pair.first == other && pair.second == one))
            return true;
    return false;
}

void check_saved(const Model& model) {
    const std::string text = to_json_model(model);
    CHECK(to_json_model(read_json_model_text(text, "saved.json").model) == text);
}

}  // namespace

TEST_CASE(
    "a shape with edges becomes a closed mesh of its volume, with edges of an eighth of its size at most") {
    const double pi = std::numbers::pi;
    struct Row {
        Shape shape;
        double volume, share;  // of what is round, a polygon of the drawn mesh keeps that much
    };
    for (const Row& row :
         {Row{shape::Box{{1, 2, 0.1}}, 0.2, 1 - 1e-12}, Row{shape::Cylinder{0.1, 2}, pi * 0.02, 0.95},
          Row{shape::Cone{0.3, 0.5}, pi * 0.015, 0.95},
          Row{shape::Capsule{0.2, 1}, pi * (0.04 + 4.0 / 3 * 0.008), 0.95}}) {
        const TriangleMesh mesh = fine_mesh(row.shape);
        const double volume = mesh_solid(Density{1}, mesh).mass;  // throws if it is not closed
        CHECK(volume <= row.volume * (1 + 1e-12));
        CHECK(volume >= row.volume * row.share);
        const Bounds box = bounds_of(row.shape);
        const Vec3 sides = box.high - box.low;
        const double longest = std::fmax(sides.x, std::fmax(sides.y, sides.z)) / 8;
        for (const auto& face : mesh.faces)
            for (std::size_t i = 0; i < 3; ++i) {
                const Vec3 edge = mesh.vertices[static_cast<std::size_t>(face[i])] -
                                  mesh.vertices[static_cast<std::size_t>(face[(i + 1) % 3])];
                CHECK(norm(edge) <= longest * (1 + 1e-12));
            }
    }
}

TEST_CASE("URDF: links touch the floor that was added, not one another; friction comes from three dialects") {
    const char* text = R"(<robot name="r">
  <link name="a"><collision name="foot"><origin xyz="0 0 1"/><geometry><sphere radius="0.2"/></geometry>
    <drake:proximity_properties><drake:mu_static value="0.9"/><drake:mu_dynamic value="0.7"/>
      </drake:proximity_properties></collision></link>
  <link name="b"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>
    <contact><lateral_friction value="0.4"/><restitution value="0.25"/></contact>
    <collision><geometry><box size="1 1 1"/></geometry></collision></link>
  <link name="c"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>
    <collision><geometry><sphere radius="1"/></geometry></collision></link>
  <gazebo reference="c"><mu1>0.3</mu1></gazebo>
  <joint name="ab" type="continuous"><parent link="a"/><child link="b"/></joint>
  <joint name="bc" type="continuous"><parent link="b"/><child link="c"/></joint></robot>)";
    CHECK(read_urdf_text(text, "r.urdf").model.surfaces.empty());
    const ModelFile file = read_urdf_text(text, "r.urdf", rigid_contact);
    const Model& model = file.model;
    REQUIRE(model.surfaces.size() == 4);
    CHECK(model.contact.kind == ContactKind::rigid);
    CHECK(model.surfaces[0].name == "foot");
    CHECK(model.surfaces[0].X_BG.p.z == 1);
    CHECK(model.surfaces[0].material.static_friction == 0.9);
    CHECK(model.surfaces[0].material.sliding_friction == 0.7);
    CHECK(model.surfaces[1].material.sliding_friction == 0.4);
    CHECK(model.surfaces[1].material.restitution == 0.25);
    CHECK(model.surfaces[2].material.static_friction == 0.3);
    CHECK(model.surfaces[1].shape.is<shape::Box>());
    CHECK(meet(model, "b", "floor"));
    CHECK_FALSE(meet(model, "foot", "c"));
    CHECK(kept_apart(model, "world", "a"));
    for (const ReadNote& note : file.notes) {
        CAPTURE(note.text);
        CHECK((note.assumed || note.text.find("shows its <collision>") != std::string::npos));
    }
    check_saved(model);
    const Model soft = read_urdf_text(text, "r.urdf", yielding).model;
    CHECK(soft.surfaces[1].shape.is<shape::Mesh>());
    CHECK(soft.surfaces[2].shape.is<shape::Sphere>());
    check_saved(soft);
    ReadOptions floating = rigid_contact;
    floating.floating_base = true;
    CHECK(read_urdf_text(text, "r.urdf", floating).model.contact.excluded.empty());
}

TEST_CASE("SDF: models touch one another, their own links only where they say so") {
    const char* text = R"(<sdf version="1.7"><world name="w"><gravity>0 0 -9.81</gravity>
  <model name="ground"><static>true</static><link name="g"><collision name="floor"><geometry><plane>
      <normal>0 0 1</normal></plane></geometry>
    <surface><friction><ode><mu>0.6</mu></ode></friction><bounce>
      <restitution_coefficient>0.5</restitution_coefficient></bounce></surface></collision></link></model>
  <model name="one"><link name="a"><collision name="a1"><geometry><sphere><radius>1</radius></sphere></geometry>
      </collision></link>
    <link name="b"><collision name="b1"><geometry><sphere><radius>1</radius></sphere></geometry></collision>
      </link></model>
  <model name="two"><self_collide>true</self_collide><link name="c"><collision name="c1"><geometry><sphere>
      <radius>1</radius></sphere></geometry></collision></link>
    <link name="d"><collision name="d1"><geometry><sphere><radius>1</radius></sphere></geometry></collision>
      </link></model>
  </world></sdf>)";
    const Model model = read_sdf_text(text, "w.sdf", rigid_contact).model;
    REQUIRE(model.surfaces.size() == 5);
    CHECK(model.surfaces[0].material.sliding_friction == 0.6);
    CHECK(model.surfaces[0].material.restitution == 0.5);
    CHECK(model.surfaces[1].material.sliding_friction == 1);  // SDF's own
    CHECK(meet(model, "floor", "a1"));
    CHECK(meet(model, "a1", "c1"));
    CHECK_FALSE(meet(model, "a1", "b1"));
    CHECK(meet(model, "c1", "d1"));
    check_saved(model);
}

TEST_CASE("MJCF: geoms touch where MuJoCo lets them") {
    std::string geoms;
    const std::vector<std::pair<int, int>> bits{{1, 1}, {1, 0}, {0, 1}, {2, 0}, {0, 2}, {3, 4}, {4, 3}};
    for (std::size_t i = 0; i < bits.size(); ++i)
        geoms += "<body name='b" + std::to_string(i) + "'><freejoint/><geom name='g" + std::to_string(i) +
                 "' size='1' contype='" + std::to_string(bits[i].first) + "' conaffinity='" +
                 std::to_string(bits[i].second) + "'/></body>";
    const Model model =
        read_mjcf_text("<mujoco><worldbody>" + geoms + "</worldbody></mujoco>", "m.xml", rigid_contact).model;
    REQUIRE(model.surfaces.size() == bits.size());
    for (std::size_t i = 0; i < bits.size(); ++i)
        for (std::size_t j = 0; j < bits.size(); ++j) {
            CAPTURE(i);
            CAPTURE(j);
            CHECK(groups_meet(model.surfaces[i], model.surfaces[j]) ==
                  ((bits[i].first & bits[j].second) != 0 || (bits[j].first & bits[i].second) != 0));
        }
}

TEST_CASE(
    "MJCF: friction, frictionless geoms, excluded bodies, and parents, which are kept apart across welds") {
    const Model model =
        read_mjcf_text(
            R"(<mujoco><worldbody><geom name="floor" type="plane" size="1 1 1" friction="0.7 0.1 0.1"/>
  <body name="a"><freejoint/><geom name="ga" size="1" condim="1"/>
    <body name="tip"><geom name="gt" size="1"/><body name="b"><joint/><joint type="slide"/>
      <geom name="gb" size="1"/>
      <body name="c"><joint/><geom name="gc" size="1"/><geom name="ghost" size="1" contype="0" conaffinity="0"/>
      </body></body></body></body>
  <body name="d"><freejoint/><geom name="gd" size="1"/></body></worldbody>
  <contact><exclude body1="d" body2="c"/></contact></mujoco>)",
            "m.xml", rigid_contact)
            .model;
    REQUIRE(model.surfaces.size() == 6);
    CHECK(model.surfaces[0].material.sliding_friction == 0.7);
    CHECK(model.surfaces[1].material.static_friction == 0);
    CHECK(kept_apart(model, "a", "tip"));  // one body to MuJoCo
    CHECK(kept_apart(model, "a", "b"));    // which its parent is a part of
    CHECK(kept_apart(model, "tip", "b"));
    CHECK(kept_apart(model, "b", "c"));
    CHECK_FALSE(kept_apart(model, "a", "c"));
    CHECK(kept_apart(model, "c", "d"));
    CHECK_FALSE(kept_apart(model, "a", "d"));
    CHECK_FALSE(kept_apart(model, "world", "a"));
    check_saved(model);
}
