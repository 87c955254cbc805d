// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/at.h>
#include <sinew/base/names.h>
#include <sinew/formats/sdf_reader.h>
#include <sinew/formats/text_file.h>
#include <sinew/math/orientation.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numbers>

namespace sinew::sdf {

namespace {

constexpr std::size_t most_nodes = 1'000'000, most_includes = 1'000, deepest_chain = 20;

}  // namespace

/// <pose>x y z roll pitch yaw</pose>, angles in degrees on request, or x y z and a quaternion (x, y, z, w).
Transform Reader::pose_of(const xml::Element& of, std::string& relative_to) {
    const xml::Element pose = of.child("pose");
    relative_to = pose.attribute("relative_to").word();
    if (relative_to.empty())
        relative_to = pose.attribute("frame").word();  // as files before version 1.7 have it
    if (!pose) return {};
    const std::string format =
        pose.attribute("rotation_format").one_of({"euler_rpy", "quat_xyzw"}, "euler_rpy");
    const bool degrees = pose.attribute("degrees").flag();
    const xml::Value text = pose.text();
    if (text.word().empty()) return {};
    if (format == "quat_xyzw") {
        const std::vector<double> n = text.numbers(7, 7);
        if (n.empty()) return {};
        const double length = std::sqrt(n[3] * n[3] + n[4] * n[4] + n[5] * n[5] + n[6] * n[6]);
        if (!(length > 1e-12) || !std::isfinite(length)) {
            text.fault("has a quaternion of length zero.");
            return {};
        }
        if (std::abs(length - 1) > 1e-3) pose.note("its quaternion is not of length 1; it was made so.");
        return {rotation_of(Quaternion{n[6] / length, n[3] / length, n[4] / length, n[5] / length}),
                {n[0], n[1], n[2]}};
    }
    const std::vector<double> n = text.numbers(6, 6);
    if (n.empty()) return {};
    const double unit = degrees ? std::numbers::pi / 180 : 1;
    return {robot::rotation_of_rpy(unit * Vec3{n[3], n[4], n[5]}), {n[0], n[1], n[2]}};
}

int Reader::add(Node node, int scope, const std::string& name) {
    const int number = static_cast<int>(nodes_.size());
    if (nodes_.size() >= most_nodes)
        throw FileError(to_text(node.element.place()) + ": more than a million elements.");
    node.scope = scope;
    node.name = scopes_[at(scope)].prefix + name;
    if (name.empty()) node.element.fault("it needs a name.");
    else if (name == "world" || name.starts_with("__"))
        node.element.fault("no element may be called " + sinew::quoted(name) +
                           ": SDF uses it for frames of its own.");
    const auto [first, is_new] = scopes_[at(scope)].nodes.try_emplace(name, number);
    if (!is_new && !name.empty())
        node.element.fault("there is another element of this name in line " +
                           std::to_string(nodes_[at(first->second)].element.place().line) +
                           ". Rename one of them.");
    nodes_.push_back(std::move(node));
    return number;
}

void Reader::model_of(const xml::Element& model, int scope, FileSearch& files, const xml::Element& include) {
    const std::string name = include.text_of("name").word(model.required("name").word());
    Node node{.kind = Node::model, .element = model};
    std::string relative;
    const bool moved = include && include.child("pose");
    node.X_BaseN = pose_of(moved ? include : model, relative);
    if (moved) model.child("pose").read_all();
    node.body_of = model.attribute("canonical_link").word();
    const bool top = scopes_[at(scope)].parent < 0;
    if (top && name_.empty()) name_ = name;
    const int self = add(std::move(node), scope, name);
    relative_.push_back(relative);
    files_.push_back(&files);
    const bool is_static =
        model.text_of("static").flag() || include.text_of("static").flag() || scopes_[at(scope)].is_static;
    Scope inner{.parent = scope,
                .node = self,
                .is_static = is_static,
                .self_collide = model.text_of("self_collide").flag()};
    inner.prefix = top && top_models_ == 1 ? "" : scopes_[at(scope)].prefix + name + "::";
    const int own = static_cast<int>(scopes_.size());
    scopes_.push_back(std::move(inner));
    scopes_[at(scope)].scopes.try_emplace(name, own);

    for (const xml::Element& child : model.children()) {
        Node inside{.element = child};
        if (child.name() == "link") inside.kind = Node::link;
        else if (child.name() == "joint" || child.name() == "drake:joint") inside.kind = Node::joint;
        else if (child.name() == "frame") inside.kind = Node::frame;
        else if (child.name() == "model") {
            model_of(child.read(), own, files, {});
            continue;
        } else if (child.name() == "include") {
            this->include(child.read(), own, files);
            continue;
        } else {
            continue;
        }
        child.read();
        std::string from;
        inside.X_BaseN = pose_of(child, from);
        if (inside.kind == Node::joint && from.empty())
            from = child.child("child").text().word(child.text_of("drake:child").word());
        if (inside.kind == Node::frame) {
            inside.body_of = child.attribute("attached_to").word();
            if (from.empty()) from = inside.body_of;
        }
        const int number = add(std::move(inside), own, child.required("name").word());
        if (nodes_[at(number)].kind == Node::link && scopes_[at(own)].first_link < 0)
            scopes_[at(own)].first_link = number;
        relative_.push_back(from);
        files_.push_back(&files);
    }
    std::string placement =
        include.attribute("placement_frame").word(model.attribute("placement_frame").word());
    if (const xml::Value other = include.text_of("placement_frame")) placement = other.word();
    if (!placement.empty()) nodes_[at(self)].placement = find_or_fault(own, placement, model);
    for (const char* setting : {"enable_wind", "allow_auto_disable"}) model.child(setting).read_all();
}

void Reader::include(const xml::Element& include, int scope, FileSearch& files) {
    const xml::Value uri = include.required_text_of("uri");
    const FileSearch::Found found = files.find(uri.word());
    if (found.file.empty()) return uri.fault(found.why + ".");
    std::string file = found.file;
    namespace fs = std::filesystem;
    std::error_code error;
    if (fs::is_directory(file, error)) file = (fs::path(file) / "model.sdf").string();
    if (std::find(chain.begin(), chain.end(), file) != chain.end() || chain.size() >= deepest_chain) {
        std::string all;
        for (const std::string& each : chain) all += escaped(each) + " includes ";
        return uri.fault("leads round: " + all + escaped(file) + ".");
    }
    if (documents.size() >= most_includes)
        return uri.fault("is one include too many: at most 1000 are read.");
    documents.push_back(std::make_unique<xml::Document>(xml::Document::read(file, reading_)));
    searches.push_back(std::make_unique<FileSearch>(file, true, options_, reading_));
    FileSearch& beside = *searches.back();
    const xml::Element root = documents.back()->root();
    root.attribute("version");
    const xml::Element model = root.name() == "sdf" ? root.child("model") : xml::Element{};
    if (!model) return uri.fault("is no SDF file with a model in it.");
    chain.push_back(file);
    model_of(model, scope, beside, include);
    chain.pop_back();
}

void Reader::world_of(const xml::Element& element, FileSearch& files) {
    has_world_ = true;
    name_ = element.attribute("name").word();
    if (const xml::Element gravity = element.child("gravity")) gravity_ = gravity.text().vec3(gravity_);
    else {
        gravity_ = {0, 0, -9.8};
        element.note("no <gravity> is given: SDF's own, 9.8 m/s² along -z, was taken.");
    }
    for (const xml::Element& child : element.children())
        if (child.name() == "model" || child.name() == "include") ++top_models_;
    for (const xml::Element& child : element.children()) {
        if (child.name() == "model") model_of(child.read(), 0, files, {});
        if (child.name() == "include") include(child.read(), 0, files);
        if (child.name() != "frame" && child.name() != "joint") continue;
        child.read();
        Node node{.kind = child.name() == "frame" ? Node::frame : Node::joint, .element = child};
        std::string from;
        node.X_BaseN = pose_of(child, from);
        node.body_of = child.attribute("attached_to").word();
        if (from.empty()) from = node.kind == Node::joint ? child.child("child").text().word() : node.body_of;
        add(std::move(node), 0, child.required("name").word());
        relative_.push_back(from);
        files_.push_back(&files);
    }
}

void Reader::read(const xml::Element& root, FileSearch& files) {
    scopes_.push_back({});
    nodes_.push_back({.is_placed = true});
    relative_.push_back({});
    files_.push_back(&files);
    if (root.name() != "sdf")
        return root.fault("an SDF file has <sdf> on top, and this one has <" + escaped(root.name()) + ">.");
    const std::string version = root.attribute("version").word("1.10");
    axes_in_model_ = version == "1.0" || version == "1.2" || version == "1.3" || version == "1.4";
    if (const xml::Element world = root.child("world")) world_of(world, files);
    const std::vector<xml::Element> models = root.children("model");
    top_models_ += models.size();
    for (const xml::Element& model : models) model_of(model, 0, files, {});
    if (top_models_ == 0) root.fault("there is no model in it.");
    if (!has_world_)
        root.note("there is no <world> and so no gravity: 9.81 m/s² along -z was assumed.", true);
}

int Reader::find(int scope, const std::string& name) const {
    if (name == "world" || name == "__root__") return 0;
    std::string_view rest = name;
    while (true) {
        const Scope& s = scopes_[at(scope)];
        if (rest == "__model__") return s.node;
        if (const auto node = s.nodes.find(rest); node != s.nodes.end()) return node->second;
        const std::size_t colons = rest.find("::");
        if (colons == std::string_view::npos) return -1;
        const auto inner = s.scopes.find(rest.substr(0, colons));
        if (inner == s.scopes.end()) return -1;
        scope = inner->second;
        rest.remove_prefix(colons + 2);
    }
}

int Reader::find_or_fault(int scope, const std::string& name, const xml::Element& who) {
    const int found = find(scope, name);
    if (found >= 0) return found;
    std::vector<std::string> known;
    for (const auto& [each, node] : scopes_[at(scope)].nodes) known.push_back(each);
    const std::string near = nearest_name(name, known);
    who.fault("there is no link, joint, frame or model " + sinew::quoted(name) + " in it." +
              (near.empty() ? "" : " Did you mean " + sinew::quoted(near) + "?"));
    return -1;
}

/// The link that moves a node: itself, or what it is attached to.
int Reader::link_of(int node, const xml::Element& who) {
    for (std::size_t steps = 0; steps <= nodes_.size(); ++steps) {
        if (node < 0) return -1;
        const Node& n = nodes_[at(node)];
        if (n.kind == Node::world || n.kind == Node::link) return node;
        if (n.kind == Node::joint) {
            node = find_or_fault(
                n.scope, n.element.child("child").text().word(n.element.text_of("drake:child").word()), who);
        } else if (n.kind == Node::model) {
            const auto own =
                std::find_if(scopes_.begin(), scopes_.end(), [&](const Scope& s) { return s.node == node; });
            const int scope = static_cast<int>(own - scopes_.begin());
            if (!n.body_of.empty()) node = find_or_fault(scope, n.body_of, who);
            else if (own->first_link >= 0) node = own->first_link;
            else if (!own->scopes.empty()) node = scopes_[at(own->scopes.begin()->second)].node;
            else {
                who.fault("the model " + sinew::quoted(n.name) + " has no link to hold on to.");
                return -1;
            }
        } else {
            node = n.body_of.empty() ? scopes_[at(n.scope)].node : find_or_fault(n.scope, n.body_of, who);
        }
    }
    who.fault("frames are attached to each other in a ring.");
    return -1;
}

void Reader::resolve_bases() {
    for (std::size_t i = 1; i < nodes_.size(); ++i) {
        Node& node = nodes_[i];
        if (relative_[i].empty()) node.base = scopes_[at(node.scope)].node;
        else node.base = find_or_fault(node.scope, relative_[i], node.element);
    }
    for (Node& node : nodes_) {
        if (node.placement < 0) continue;
        const int self = static_cast<int>(&node - nodes_.data());
        Transform X_MP;
        int step = node.placement;
        for (std::size_t count = 0; step >= 0 && step != self && count < nodes_.size(); ++count) {
            X_MP = nodes_[at(step)].X_BaseN * X_MP;
            step = nodes_[at(step)].base;
        }
        if (step == self) node.X_BaseN = node.X_BaseN * X_MP.inverse();
        else node.element.fault("its placement frame does not stand in it.");
    }
}

void Reader::place_all() {
    std::vector<int> walk;
    for (std::size_t i = 1; i < nodes_.size(); ++i) {
        walk.clear();
        int node = static_cast<int>(i);
        while (node >= 0 && !nodes_[at(node)].is_placed && walk.size() <= nodes_.size()) {
            walk.push_back(node);
            node = nodes_[at(node)].base;
        }
        if (walk.size() > nodes_.size()) {
            nodes_[i].element.fault("poses are relative to each other in a ring, beginning here.");
            return;
        }
        for (; !walk.empty(); walk.pop_back()) {
            Node& n = nodes_[at(walk.back())];
            n.X_WN = n.base < 0 ? n.X_BaseN : nodes_[at(n.base)].X_WN * n.X_BaseN;
            n.is_placed = true;
        }
    }
}

Model Reader::finish() {
    reading_.throw_if_failed();
    resolve_bases();
    reading_.throw_if_failed();
    place_all();
    reading_.throw_if_failed();
    model_.name = name_.empty() ? "model" : name_;
    model_.up = {0, 0, 1};
    model_.add(Gravity{.g = gravity_});
    for (Node& node : nodes_)
        if (node.kind == Node::link) link_of(node);
    for (Node& node : nodes_)
        if (node.kind == Node::joint) joint_of(node);
    reading_.throw_if_failed();
    gearboxes();
    mimics();
    hold_the_rest();
    surfaces_.finish(model_);
    for (const Node& node : nodes_) {
        if (node.kind != Node::frame) continue;
        const int link = link_of(static_cast<int>(&node - nodes_.data()), node.element);
        if (link < 0) continue;
        const Node& on = nodes_[at(link)];
        const BodyId body = on.kind == Node::world ? sinew::world : on.body;
        model_.add(
            Marker{.name = marker_names_.unique(node.name), .on = {body, on.X_WN.inverse() * node.X_WN}});
    }
    tally_.note(reading_);
    for (const auto& document : documents) document->note_unread();
    reading_.throw_if_failed();
    return std::move(model_);
}

}  // namespace sinew::sdf

namespace sinew {

namespace {

ModelFile read(std::string_view text, const std::string& name, bool is_file, const ReadOptions& options) {
    Reading reading;
    sdf::Reader reader(options, reading);
    reader.documents.push_back(std::make_unique<xml::Document>(text, name, reading));
    FileSearch files(name, is_file, options, reading);
    std::error_code error;
    if (is_file) reader.chain.push_back(std::filesystem::weakly_canonical(name, error).string());
    reader.read(reader.documents.front()->root(), files);
    ModelFile file;
    file.model = reader.finish();
    file.notes = std::move(reading.notes);
    file.places = std::move(reading.places);
    return file;
}

}  // namespace

ModelFile read_sdf(const std::string& file, const ReadOptions& options) {
    return read(read_text_file(file), file, true, options);
}

ModelFile read_sdf_text(std::string_view text, const std::string& name, const ReadOptions& options) {
    return read(text, name, false, options);
}

}  // namespace sinew
