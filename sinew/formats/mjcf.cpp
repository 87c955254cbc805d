// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/formats/mjcf.h>
#include <sinew/formats/mjcf_reader.h>
#include <sinew/formats/text_file.h>

namespace sinew {

namespace mjcf {

ModelFile Reader::read(std::string_view text) {
    documents_.push_back(std::make_unique<xml::Document>(text, file_, reading_));
    including_ = {file_};
    root_ = documents_.front()->root();
    root_.read();
    if (root_.name() != "mujoco")
        root_.fault("the file begins with <" + std::string(root_.name()) +
                    ">, but MJCF begins with <mujoco>");
    reading_.throw_if_failed();
    model_.name = root_.attribute("model").word("model");
    if (model_.name.empty()) model_.name = "model";

    for (const Element& e : sections("compiler")) read_compiler(e);
    for (const Element& e : sections("option")) read_option(e);
    classes_[main_class_];
    for (const Element& e : sections("default")) read_defaults(e, "");
    for (const Element& e : sections("asset")) read_asset(e);
    const std::vector<Element> worlds = sections("worldbody");
    if (worlds.empty()) note_once("world", root_, "has no worldbody, so there are no bodies");
    for (const Element& e : worlds) read_world(e);
    set_total_mass();
    if (dot(option_.gravity, option_.gravity) > 0) model_.add(Gravity{.g = option_.gravity});
    for (const Element& e : sections("equality")) read_equality(e);
    for (const Element& e : sections("tendon")) read_tendon(e);
    for (const Element& e : sections("actuator")) read_actuator(e);
    resolve_damping_ratios();
    add_start();
    for (const Element& e : sections("keyframe")) read_keyframe(e);
    if (surfaces_.wanted()) {
        for (const Element& e : sections("contact")) read_contact(e);
        set_groups();
        keep_apart();
        surfaces_.finish(model_);
    }
    note_rest(root_);
    model_.up = {0, 0, 1};
    reading_.throw_if_failed();
    for (const auto& document : documents_) document->note_unread();
    return {std::move(model_), std::move(reading_.notes), std::move(reading_.places)};
}

}  // namespace mjcf

ModelFile read_mjcf_text(std::string_view text, const std::string& name, const ReadOptions& options) {
    return mjcf::Reader(name, options).read(text);
}

ModelFile read_mjcf(const std::string& file, const ReadOptions& options) {
    return read_mjcf_text(read_text_file(file), file, options);
}

}  // namespace sinew
