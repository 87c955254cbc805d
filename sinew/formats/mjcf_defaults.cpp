// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Default classes: what an element takes where it says nothing itself.
#include <sinew/base/names.h>
#include <sinew/formats/mjcf_reader.h>

#include <algorithm>

namespace sinew::mjcf {

Element Sourced::holder(std::string_view attribute) const {
    if (own.has(attribute)) return own;
    for (const Element& e : defaults)
        if (e.has(attribute)) return e;
    return {};
}

xml::Value Sourced::operator[](std::string_view attribute) const {
    const Element e = holder(attribute);
    return e ? e.attribute(attribute) : own.attribute(attribute);
}

std::string Sourced::name() const {
    const std::string name = own.attribute("name").word();
    return name.empty() ? name : name + suffix;
}

/// What is known of each kind of element, so that what stands in a default and is never asked for is not taken for
/// something unknown.
void Reader::known(const Element& e, std::string_view names) {
    while (!names.empty()) {
        const std::size_t end = std::min(names.find(' '), names.size());
        e.attribute(names.substr(0, end));
        names.remove_prefix(std::min(end + 1, names.size()));
    }
}

void Reader::read_defaults(const Element& e, const std::string& parent) {
    if (++elements_ > 1'000'000) return;
    e.read();
    std::string name = e.attribute("class").word();
    if (parent.empty()) {
        name = name.empty() ? "main" : name;
        if (main_class_ != name) {  // the top class may have a name of its own
            classes_[name] = classes_[main_class_];
            main_class_ = name;
        }
    } else {
        if (name.empty()) return e.fault("a default within a default needs a class");
        if (!classes_.try_emplace(name, Class{parent, {}}).second)
            return e.fault("class " + sinew::quoted(name) + " is there already");
    }
    for (const Element& child : children(e)) {
        if (child.name() == "default") {
            read_defaults(child, name);
            continue;
        }
        static const std::map<std::string_view, std::string_view> words{
            {"joint",
             "type pos axis stiffness damping springref ref armature range limited springdamper "
             "actuatorfrcrange actuatorfrclimited actuatorgravcomp"},
            {"geom",
             "type size pos quat axisangle xyaxes zaxis euler fromto mass density rgba material mesh group "
             "shellinertia"},
            {"site", "type size pos quat axisangle xyaxes zaxis euler fromto rgba material group"},
            {"mesh", "scale inertia"},
            {"material", "rgba"},
            {"tendon",
             "stiffness damping springlength limited range actuatorfrcrange actuatorfrclimited armature "
             "frictionloss"},
            {"equality", "active"}};
        child.read();
        const auto found = words.find(child.name());
        if (found != words.end()) known(child, found->second);
        else
            known(child,
                  "gear kp kv dampratio timeconst ctrlrange ctrllimited forcerange forcelimited actrange "
                  "actlimited gaintype gainprm biastype biasprm dyntype dynprm group area diameter bias "
                  "inheritrange actdim actearly");
        known(child,
              "class friction solref solimp condim contype conaffinity margin gap priority solmix "
              "solreflimit solimplimit solreffriction solimpfriction width rgba group user material "
              "fluidshape fluidcoef surfacevel frictionloss pos dir mode diffuse ambient specular castshadow "
              "active directional cutoff exponent attenuation fovy resolution texrepeat texuniform texture "
              "emission shininess reflectance maxhullvert solrefprm");
        classes_[name].elements.push_back(child);
    }
}

Sourced Reader::sourced(const Element& e, const std::string& childclass, const std::vector<std::string>& tags,
                        const std::string& suffix) {
    e.read();
    Sourced out{e, {}, suffix};
    std::string name = e.attribute("class").word(childclass.empty() ? main_class_ : childclass);
    if (name.empty()) name = main_class_;
    if (!classes_.contains(name)) {
        std::string all;
        for (const auto& [known_name, ignored] : classes_) all += (all.empty() ? "" : ", ") + known_name;
        e.fault("class " + sinew::quoted(name) + " is not defined. There are: " + all);
        return out;
    }
    for (std::size_t depth = 0; !name.empty() && depth < 2000; ++depth) {
        const Class& one = classes_[name];
        for (auto at = one.elements.rbegin(); at != one.elements.rend(); ++at)
            if (std::find(tags.begin(), tags.end(), at->name()) != tags.end()) out.defaults.push_back(*at);
        name = one.parent;
    }
    return out;
}

}  // namespace sinew::mjcf
