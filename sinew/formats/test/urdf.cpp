// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/formats/text_file.h>
#include <sinew/formats/urdf.h>
#include <tests/support/files.h>

#include <doctest/doctest.h>

#include <cmath>
#include <filesystem>
#include <unistd.h>

using namespace sinew;
using testing::contains;

namespace {

std::string said(const std::string& inside) {
    return testing::fault_of(
        [&] { compile(read_urdf_text("<robot name='r'>\n" + inside + "\n</robot>", "a.urdf")); });
}

const std::string two_links =
    "<link name='a'/><link name='b'><inertial><mass value='1'/></inertial></link>\n";
std::string joint(const std::string& type, const std::string& inside) {
    return two_links + "<joint name='j' type='" + type + "'><parent link='a'/><child link='b'/>\n" + inside +
           "</joint>";
}

}  // namespace

TEST_CASE("an arm's links, joints, limits, dampers, mimics and looks come from its URDF file") {
    const ModelFile file = read_urdf(testing::sample("arm.urdf"));
    const Model& model = file.model;
    CHECK(model.name == "arm");
    CHECK(model.bodies.size() == 11);
    CHECK(model.joints.size() == 10);  // the base's weld is ours
    CHECK(model.joint("elbow").index >= 0);
    CHECK(model.limits.size() == 4);
    CHECK(model.constraints.size() == 1);
    const Gear& mimic = model.constraints[0].as<Gear>();
    CHECK(mimic.offset == 0.001);
    CHECK(mimic.one.joint == model.joint("grip_l"));
    CHECK(model.forces.size() == 3);
    REQUIRE(model.visuals.size() == 5);
    CHECK(model.visuals[0].colour.blue == 0.8);
    CHECK(model.visuals[1].name == "cart body");
    CHECK(model.visuals[3].shape.as<shape::Mesh>().file == "meshes/forearm.obj");
    CHECK(model.visuals[4].shape.is<shape::Sphere>());

    const System system = compile(file);
    State state = system.default_state();
    CHECK(system.nu() == 14);
    // A turn about an axis of the file turns about that axis.
    const AnyJointId elbow = model.joint("elbow");
    const double angle = 0.7;
    const Transform before = pose(system, state, model.body("upper arm")).inverse() *
                             pose(system, state, model.body("Unterarm_ü"));
    state.set_q(elbow, std::span(&angle, 1));
    const Transform after = pose(system, state, model.body("upper arm")).inverse() *
                            pose(system, state, model.body("Unterarm_ü"));
    const Rotation turned = before.R.inverse() * after.R, wanted = Rotation::about({0, 0.6, -0.8}, 0.7);
    CHECK(norm(turned.x - wanted.x) + norm(turned.y - wanted.y) < 1e-15);

    std::string notes;
    for (const ReadNote& note : file.notes) notes += to_text(note.where) + ": " + note.text + "\n";
    for (const char* expected :
         {"9.81 m/s² along -z was assumed",
          "<gazebo> in <robot> is not understood and was left out (lines 126, 127)",
          "<transmission> in <robot> is not understood", "dry friction of joints was left out",
          "mesh \"meshes/forearm.obj\" was not found. A small cube stands in for it.",
          "the axis (0, -2, 0) is not of length 1", "limits of effort are not kept (4 times",
          "<safety_controller> is for robots' controllers",
          "there is no <inertia>: the mass was taken to be in one point",
          "a link without <visual> shows its <collision> shapes"})
        contains(notes, expected);
    CHECK(read_urdf(testing::sample("arm.urdf"), {.floating_base = true}).model.joints[0].joint.is<Free>());
}

TEST_CASE("a URDF file that was read and written is read as the same model, and written the same again") {
    std::vector<std::string> losses, none;
    const Model first = read_urdf(testing::sample("arm.urdf")).model;
    const std::string once = to_urdf(first, losses);
    const Model second = read_urdf_text(once, "once.urdf").model;
    CHECK(losses.empty());
    CHECK(to_urdf(second, none) == once);
    testing::check_same_motion(first, second, 1e-12);
}

TEST_CASE("what URDF can not say is listed by name") {
    Model model;
    const BodyId a = model.add(Body{.name = "a", .mass = point_mass(1, {0.1, 0, 0})});
    const auto swing = model.add(Ball{}, {.name = "swing", .from = world, .to = a});
    model.add(Gravity{.g = {0, -9.81, 0}});
    model.add(MobilitySpring{.name = "spring", .coordinate = {swing, 0}, .stiffness = 2});
    model.add(Visual{.name = "egg", .body = a, .shape = shape::Ellipsoid{}});
    std::vector<std::string> losses;
    to_urdf(model, losses);
    std::string all;
    for (const std::string& loss : losses) all += loss + "\n";
    contains(all, "joint \"swing\": URDF has no joint like it; it was written as floating");
    contains(all, "force \"gravity\": programs that read URDF bring their own gravity");
    contains(all, "force \"spring\": URDF has nothing like it");
    contains(all, "visual \"egg\": URDF has no shape \"ellipsoid\"");
}

TEST_CASE("URDF: faults name the line, the element, the value and the rule") {
    contains(said("<link name='a'/><link name='a'/>"),
             "a.urdf:2: link \"a\": there is another link of this name in line 2");
    contains(said("<link name='a'/><link name='b'/><link name='c'/>"),
             "there are 3 links without a parent: \"a\", \"b\", \"c\"");
    contains(said(two_links + "<joint name='j' type='fixed'><parent link='a'/><child link='bb'/></joint>"),
             "a.urdf:3: joint \"j\": its child \"bb\" is not a link of this file. Did you mean \"b\"?");
    contains(said(joint("hinge", "")),
             "joint \"j\": type=\"hinge\" is not known here. Known: revolute, continuous");
    contains(
        said(joint("fixed", "") + "<joint name='k' type='fixed'><parent link='a'/><child link='b'/></joint>"),
        "its child \"b\" already is the child of joint \"j\"");
    contains(said("<link name='a'/><link name='b'/><link name='c'/>"
                  "<joint name='j' type='fixed'><parent link='a'/><child link='b'/></joint>"
                  "<joint name='k' type='fixed'><parent link='b'/><child link='a'/></joint>"),
             "the links hang from each other in a ring: \"a\" hangs from \"b\" hangs from \"a\"");
    contains(said(joint("continuous", "<axis xyz='0 0 0'/>")),
             "a.urdf:4: joint \"j\": axis: the axis (0, 0, 0) has no direction");
    contains(said(joint("revolute", "<limit lower='1' upper='-1'/>")),
             "the lower limit 1 is above the upper, -1");
    contains(said(joint("continuous", "<dynamics damping='-1'/>")), "dynamics damping=\"-1\" is negative");
    contains(said(joint("continuous", "<mimic joint='j'/>")), "mimic joint=\"j\" is the joint itself");
    contains(said(joint("continuous", "<mimic joint='i'/>")),
             "is not a joint of this file. Did you mean \"j\"?");
    contains(said("<link name='a'><inertial><mass value='-1'/></inertial></link>"),
             "a.urdf:2: link \"a\": inertial: mass -1 is negative");
    contains(said("<link name='a'><inertial><mass value='nan'/></inertial></link>"),
             "mass value=\"nan\" is not a number");
    contains(said("<link name='a'><inertial><mass value='1e400'/></inertial></link>"),
             "is out of the range of a double");
    contains(said("<link name='a'><inertial/></link>"), "the element <mass> is missing");
    contains(said("<link/>"), "link: the attribute \"name\" is missing");
    contains(said("<link name='a'><visual><geometry><box size='1 1 0'/></geometry></visual></link>"),
             "a.urdf:2: link \"a\"");
    contains(said("<link name='a'><visual><geometry><box size='1 1'/></geometry></visual></link>"),
             "box size=\"1 1\" holds 2 numbers where 3 are expected");
    contains(said("<xacro:macro/><link name='a'/>"), "this is a file for xacro");
    contains(said("<link name='a'/><link name='b'/><joint name='j' type='continuous'><parent "
                  "link='a'/><child link='b'/></joint>"),
             "a.urdf:2: ");  // nothing to turn: said by the System, with the line
    contains(testing::fault_of([] { read_urdf_text("<sdf/>", "a.urdf"); }), "a URDF file has <robot> on top");
    contains(testing::fault_of([] { read_urdf("not/there.urdf"); }), "not/there.urdf");
    contains(
        said(joint("continuous", "<mimic joint='k'/>") +
             "<link name='c'><inertial><mass value='1'/></inertial></link><joint name='k' type='continuous'>"
             "<parent link='b'/><child link='c'/><mimic joint='j'/></joint>"),
        "the joints follow each other in a ring");
}

TEST_CASE("inertias that no body can have are mended and told; a mass of 0 means none") {
    const auto read = [](const std::string& inside) {
        return read_urdf_text("<robot><link name='a'><inertial>" + inside + "</inertial></link></robot>",
                              "a.urdf");
    };
    const ModelFile odd = read("<mass value='1'/><inertia ixx='1' iyy='1' izz='3' ixy='0' ixz='0' iyz='0'/>");
    CHECK(std::abs(odd.model.bodies[1].mass.inertia.xx - 1.5) < 1e-12);
    contains(odd.notes[1].text, "inertia breaks the triangle rule");
    const ModelFile none = read("<mass value='0'/><inertia ixx='1' iyy='1' izz='1'/>");
    CHECK(none.model.bodies[1].mass.inertia.xx == 0);
    contains(none.notes[1].text, "the mass is 0 and the inertia is not");
}

TEST_CASE("meshes are found beside the file, in packages above it and in package paths, and nowhere else") {
    namespace fs = std::filesystem;
    const fs::path top = fs::temp_directory_path() / ("sinew_urdf_" + std::to_string(getpid()));
    const fs::path urdf = top / "my_robot" / "urdf";
    fs::create_directories(urdf);
    fs::create_directories(top / "my_robot" / "meshes");
    const std::string triangle = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
    write_text_file((top / "my_robot" / "meshes" / "a b.obj").string(), triangle);
    write_text_file((top / "outside.obj").string(), triangle);
    const auto reads = [&](const std::string& name, const ReadOptions& options = {}) -> std::string {
        const std::string file = (urdf / "r.urdf").string();
        write_text_file(file, "<robot><link name='a'><visual><geometry><mesh filename='" + name +
                                  "'/></geometry></visual></link></robot>");
        const ModelFile read = read_urdf(file, options);
        const auto& mesh = read.model.visuals[0].shape.as<shape::Mesh>();
        return mesh.triangles->faces.size() == 1 ? "read" : read.notes[1].text;
    };
    CHECK(reads("package://my_robot/meshes/a%20b.obj") == "read");
    CHECK(reads("../meshes/a b.obj") == "read");
    CHECK(reads("file://" + (top / "my_robot/meshes/a b.obj").string()) == "read");
    contains(reads("package://other/meshes/a.obj"),
             "name the folder that holds its package in the package paths");
    contains(reads("../../outside.obj"), "lies outside of the model's folder");
    contains(reads("package://my_robot/../outside.obj"), "lies outside of the model's folder");
    CHECK(reads("../../outside.obj", {.package_paths = {top.string()}}) == "read");
    contains(reads("http://a.b/c.obj"), "nothing is fetched over a network");
    contains(reads("/dev/zero"), "lies outside");
    contains(reads("."), "is a folder");
    contains(reads("r.urdf"), "can not be read");
    fs::remove_all(top);
}
