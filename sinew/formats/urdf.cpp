// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/names.h>
#include <sinew/formats/text_file.h>
#include <sinew/formats/urdf_reader.h>

namespace sinew {

namespace urdf {

Reader::Reader(const xml::Element& robot, FileSearch& files, const ReadOptions& options, Reading& reading)
    : robot_(robot), files_(files), options_(options), surfaces_(options), reading_(reading) {}

Transform Reader::origin_of(const xml::Element& of) {
    const xml::Element origin = of.child("origin");
    if (!origin.has("quat_xyzw"))
        return {robot::rotation_of_rpy(origin.attribute("rpy").vec3()), origin.attribute("xyz").vec3()};
    origin.attribute("quat_xyzw").fault("is not read. Write the orientation as rpy.");
    return {};
}

void Reader::find_links() {
    for (const xml::Element& element : robot_.children("link")) {
        Link link{.name = element.required("name").word(), .element = element};
        if (link.name.empty() && element.has("name")) element.fault("a link needs a name.");
        const auto [first, is_new] = link_names_.try_emplace(link.name, static_cast<int>(links_.size()));
        if (!is_new && !link.name.empty())
            element.fault(
                "there is another link of this name in line " +
                std::to_string(links_[static_cast<std::size_t>(first->second)].element.place().line) +
                ". Rename one of them.");
        links_.push_back(std::move(link));
    }
    if (links_.empty()) robot_.fault("there is no link in it.");
}

int Reader::link_named(const xml::Element& from, const char* end) {
    const xml::Value value = from.required_child(end).required("link");
    if (!value) return -1;
    const std::string name = value.word();
    if (const auto found = link_names_.find(name); found != link_names_.end()) return found->second;
    if (name == "world") {  // as many programs have it, the world need not be declared
        link_names_.emplace(name, static_cast<int>(links_.size()));
        links_.push_back({.name = name});
        return static_cast<int>(links_.size()) - 1;
    }
    std::vector<std::string> known;
    for (const Link& link : links_) known.push_back(link.name);
    const std::string near = nearest_name(name, known);
    from.fault(std::string("its ") + end + " " + sinew::quoted(name) + " is not a link of this file." +
               (near.empty() ? "" : " Did you mean " + sinew::quoted(near) + "?"));
    return -1;
}

void Reader::find_joints() {
    const std::size_t declared = links_.size();
    for (const xml::Element& element : robot_.children()) {
        if (element.name() != "joint" && element.name() != "drake:joint") continue;
        element.read();
        Joint joint{.name = element.required("name").word(), .element = element};
        std::vector<std::string> types{"revolute", "continuous", "prismatic", "fixed", "floating", "planar"};
        if (element.name() == "drake:joint") types = {"ball", "universal", "screw", "planar"};
        joint.type = element.required("type").one_of(types);
        if (joint.name.empty() && element.has("name")) element.fault("a joint needs a name.");
        const auto [first, is_new] = joint_names_.try_emplace(joint.name, static_cast<int>(joints_.size()));
        if (!is_new && !joint.name.empty())
            element.fault(
                "there is another joint of this name in line " +
                std::to_string(joints_[static_cast<std::size_t>(first->second)].element.place().line) +
                ". Rename one of them.");
        joint.parent = link_named(element, "parent");
        joint.child = link_named(element, "child");
        joints_.push_back(std::move(joint));
    }
    if (links_.size() > declared && robot_)
        tally_.add("the link \"world\" is not declared; it was taken to be the world", robot_.place());
}

Model Reader::read() {
    model_.name = robot_.attribute("name").word("robot");
    if (model_.name.empty()) model_.name = "robot";
    robot_.attribute("version");
    for (const xml::Element& child : robot_.children())
        if (child.name().starts_with("xacro:"))
            child.fault("this is a file for xacro. Let it make a URDF file: xacro " +
                        escaped(child.place().file) + " > robot.urdf.");
    find_links();
    find_joints();
    check_tree();
    reading_.throw_if_failed();
    model_.up = {0, 0, 1};
    model_.add(Gravity{.g = {0, 0, -9.81}});
    reading_.note(robot_.place(), "a URDF file says nothing of gravity: 9.81 m/s² along -z was assumed.",
                  true);
    materials();
    bodies();
    joints();
    mimics();
    frames();
    surroundings();
    tally_.note(reading_);
    return std::move(model_);
}

}  // namespace urdf

namespace {

ModelFile read(std::string_view text, const std::string& name, bool is_file, const ReadOptions& options) {
    Reading reading;
    const xml::Document document(text, name, reading);
    const xml::Element robot = document.root();
    if (robot.name() != "robot")
        robot.fault("a URDF file has <robot> on top, and this one has <" + escaped(robot.name()) + ">.");
    reading.throw_if_failed();
    FileSearch files(name, is_file, options, reading);
    ModelFile file;
    file.model = urdf::Reader(robot, files, options, reading).read();
    document.note_unread();
    reading.throw_if_failed();
    file.notes = std::move(reading.notes);
    file.places = std::move(reading.places);
    return file;
}

}  // namespace

ModelFile read_urdf(const std::string& file, const ReadOptions& options) {
    return read(read_text_file(file), file, true, options);
}

ModelFile read_urdf_text(std::string_view text, const std::string& name, const ReadOptions& options) {
    return read(text, name, false, options);
}

}  // namespace sinew
