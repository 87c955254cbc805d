// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/formats/sdf.h>
#include <sinew/formats/text_file.h>
#include <tests/support/files.h>

#include <doctest/doctest.h>

#include <cmath>
#include <filesystem>
#include <numbers>
#include <unistd.h>

using namespace sinew;
using testing::contains;

namespace {

ModelFile read(const std::string& inside) {
    return read_sdf_text("<sdf version='1.10'><model name='m'>\n" + inside + "\n</model></sdf>", "a.sdf");
}
std::string said(const std::string& inside) {
    return testing::fault_of([&] { compile(read(inside)); });
}

const std::string two_links = "<link name='a'/><link name='b'/>\n";
std::string joint(const std::string& type, const std::string& inside) {
    return two_links + "<joint name='j' type='" + type + "'><parent>a</parent><child>b</child>\n" + inside +
           "</joint>";
}

double apart(const Rotation& a, const Rotation& b) {
    return norm(a.x - b.x) + norm(a.y - b.y) + norm(a.z - b.z);
}

}  // namespace

TEST_CASE("a world's models, nested frames, joints of all types, gears and looks come from its SDF file") {
    const ModelFile file = read_sdf(testing::sample("stand.sdf"));
    const Model& model = file.model;
    CHECK(model.bodies.size() == 10);
    const System system = compile(file);
    const State state = system.default_state();
    CHECK(system.nu() == 1 + 2 + 1 + 1 + 1 + 3 + 1 + 6);
    // Poses along chains of relative_to.
    const auto rpy = [](double r, double p, double y) {
        return Rotation::about_z(y) * (Rotation::about_y(p) * Rotation::about_x(r));
    };
    const Transform X_WM{Rotation::about_z(0.3), {0.5, 0, 1}}, X_MP{rpy(0.1, 0.2, 0.3), {0.1, 0.2, 0.3}};
    const Transform X_WC = X_WM * X_MP * Transform{Rotation::identity(), {0, 0, 0.1}};
    const Transform crank = pose(system, state, model.body("linkage::crank"));
    CHECK(norm(crank.p - X_WC.p) + apart(crank.R, X_WC.R) < 1e-14);
    const Transform X_CX{Rotation::about_y(2 * std::atan2(0.6, 0.8)), {0, 0, 0.4}};
    const Transform cross = pose(system, state, model.body("linkage::cross"));
    CHECK(norm(cross.p - (X_WC * X_CX).p) + apart(cross.R, (X_WC * X_CX).R) < 1e-14);
    const Transform X_XG{Rotation::identity(), {0.05, 0, 0.1}};
    CHECK(norm(pose(system, state, model.body("linkage::gripper::finger")).p - (X_WC * X_CX * X_XG).p) <
          1e-14);
    CHECK(norm(pose(system, state, model.body("stone::rock")).p - Vec3{2, 0, 3}) < 1e-15);

    // The hinge turns about y of the frame it is expressed in.
    State turned = state;
    const double angle = 0.4;
    turned.set_q(model.joint("linkage::hinge"), std::span(&angle, 1));
    const Rotation R = pose(system, turned, model.body("linkage::crank")).R * crank.R.inverse();
    CHECK(apart(R, Rotation::about((X_WM * X_MP).R.y, 0.4)) < 1e-14);

    const Gear& gear = model.constraints[0].as<Gear>();
    CHECK(gear.ratio == -3);
    CHECK(gear.one.joint == model.joint("linkage::turn1"));
    CHECK(std::abs(model.joints[static_cast<std::size_t>(model.joint("linkage::drill").index)]
                       .joint.as<Screw>()
                       .pitch -
                   0.01 / (2 * std::numbers::pi)) < 1e-18);
    CHECK(model.limits.size() == 1);
    CHECK(model.force("linkage::hinge spring").index > 0);
    CHECK(model.markers.size() == 2);
    CHECK(model.visuals.size() == 2);
    CHECK(model.visuals[0].shape.is<shape::Capsule>());
    std::string notes;
    for (const ReadNote& note : file.notes) notes += to_text(note.where) + ": " + note.text + "\n";
    for (const char* expected :
         {"<plugin> in <model> is not understood", "dry friction of joints was left out",
          "a link without <inertial> has SDF's own: 1 kg", "<effort> of limits is not kept"})
        contains(notes, expected);
}

TEST_CASE("an SDF file that was read and written is read as the same model, and written the same again") {
    std::vector<std::string> losses, none;
    const Model first = read_sdf(testing::sample("stand.sdf")).model;
    const std::string once = to_sdf(first, losses);
    const Model second = read_sdf_text(once, "once.sdf").model;
    for (const std::string& loss : losses) MESSAGE(loss);
    CHECK(losses.empty());
    CHECK(to_sdf(second, none) == once);
}

TEST_CASE("SDF: faults name the line, the element, the value and the rule") {
    contains(said("<link name='a'/><link name='a'/>"),
             "a.sdf:2: link \"a\": there is another element of this name in line 2");
    contains(said("<link name='world'/>"), "no element may be called \"world\"");
    contains(said("<link name='a'><pose relative_to='b'/></link>"),
             "there is no link, joint, frame or model \"b\" in it");
    contains(said("<link name='a'><pose>1 2 3</pose></link>"),
             "pose \"1 2 3\" holds 3 numbers where 6 are expected");
    contains(
        said("<link name='a'><pose relative_to='b'/></link><link name='b'><pose relative_to='a'/></link>"),
        "poses are relative to each other in a ring");
    contains(said("<link name='a'/><frame name='f' attached_to='g'/><frame name='g' attached_to='f'/>"),
             "in a ring");
    contains(said(joint("hinge", "")), "type=\"hinge\" is not known here. Known: revolute");
    contains(said(joint("revolute", "<axis><xyz>0 0 0</xyz></axis>")), "the axis (0, 0, 0) has no direction");
    contains(said(joint("universal", "<axis><xyz>1 0 0</xyz></axis><axis2><xyz>1 1 0</xyz></axis2>")),
             "not at right angles");
    contains(said(joint("revolute", "<axis><limit><lower>2</lower><upper>1</upper></limit></axis>")),
             "the lower limit 2 is above the upper, 1");
    contains(said(joint("gearbox", "<gearbox_reference_body>a</gearbox_reference_body>")),
             "a gearbox needs a revolute joint");
    contains(said(two_links + "<joint name='j' type='fixed'><parent>a</parent><child>c</child></joint>"),
             "there is no link, joint, frame or model \"c\"");
    contains(said("<link name='a'><inertial><mass>-1</mass></inertial></link>"), "mass -1 is negative");
    contains(said("<link name='a'><pose rotation_format='quat_xyzw'>0 0 0 0 0 0 0</pose></link>"),
             "a quaternion of length zero");
    contains(said("<include><uri>model://nothing</uri></include>"), "was not found; name the folder");
    contains(testing::fault_of([] { read_sdf_text("<robot/>", "a.sdf"); }), "an SDF file has <sdf> on top");
    contains(testing::fault_of([] { read_sdf_text("<sdf/>", "a.sdf"); }), "there is no model in it");
}

TEST_CASE(
    "includes are found in package paths and beside the file, placed and named; rings are refused with the "
    "chain") {
    namespace fs = std::filesystem;
    const fs::path top = fs::temp_directory_path() / ("sinew_sdf_" + std::to_string(getpid()));
    fs::create_directories(top / "box");
    fs::create_directories(top / "ring");
    write_text_file(
        (top / "box/model.sdf").string(),
        "<sdf version='1.7'><model name='box'><link name='l'><pose>0 0 1 0 0 0</pose></link></model></sdf>");
    write_text_file(
        (top / "ring/model.sdf").string(),
        "<sdf version='1.7'><model name='ring'><include><uri>model://ring</uri></include></model></sdf>");
    const ModelFile file = read_sdf_text(
        "<sdf version='1.7'><world name='w'><gravity>0 0 "
        "0</gravity><include><uri>model://box</uri></include><include>"
        "<uri>model://box</uri><name>other</name><pose>1 0 0 0 0 "
        "0</pose><placement_frame>l</placement_frame></include>"
        "</world></sdf>",
        "a.sdf", {.package_paths = {top.string()}});
    const System system = compile(file);
    const State state = system.default_state();
    CHECK(norm(pose(system, state, file.model.body("box::l")).p - Vec3{0, 0, 1}) < 1e-15);
    CHECK(norm(pose(system, state, file.model.body("other::l")).p - Vec3{1, 0, 0}) < 1e-15);
    contains(testing::fault_of([&] { read_sdf((top / "ring/model.sdf").string()); }), "leads round: ");
    fs::remove_all(top);
}
