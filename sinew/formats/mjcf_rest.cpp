// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Where things begin, names that are looked up, and what is left over.
#include <sinew/base/names.h>
#include <sinew/formats/mjcf_reader.h>
#include <sinew/math/orientation.h>

#include <algorithm>

namespace sinew::mjcf {

/// One note for each kind of thing, where it is met first.
void Reader::note_once(const std::string& key, const Element& e, const std::string& text) {
    if (noted_.insert(key).second) e.note(text);
}

/// An element that names replicas stands for as many of itself: their suffixes; one that is empty for most.
std::vector<std::string> Reader::suffixes_of(const Element& e) {
    static constexpr std::array references{"site",   "site1",  "site2",  "body1", "body2",  "joint",
                                           "joint1", "joint2", "tendon", "body",  "refsite"};
    const auto of = [&](const Element& one) -> const std::vector<std::string>* {
        for (const char* reference : references) {
            if (!one.has(reference)) continue;
            const auto found = replicas_.find(one.attribute(reference).word());
            if (found != replicas_.end()) return &found->second;
        }
        return nullptr;
    };
    if (const auto* own = of(e)) return *own;
    for (const Element& child : e.children())
        if (const auto* of_child = of(child)) return *of_child;
    return {""};
}

template <class T>
T* Reader::named(std::map<std::string, T>& all, const Sourced& e, std::string_view attribute,
                 const char* kind) {
    const xml::Value value = e.holder(attribute) ? e[attribute] : e.own.required(attribute);
    const std::string word = value.word();
    if (word.empty()) return nullptr;
    auto found = all.find(word);
    if (found == all.end()) found = all.find(word + e.suffix);
    if (found != all.end()) return &found->second;
    std::vector<std::string> names;
    for (const auto& [name, ignored] : all) names.push_back(name);
    const std::string nearest = nearest_name(word, names);
    value.fault(std::string("names a ") + kind + " that is not there" +
                (nearest.empty() ? "" : ". The nearest name is " + sinew::quoted(nearest)));
    return nullptr;
}
template Mesh* Reader::named(std::map<std::string, Mesh>&, const Sourced&, std::string_view, const char*);
template Tendon* Reader::named(std::map<std::string, Tendon>&, const Sourced&, std::string_view, const char*);

const BodyPlace* Reader::body_named(const Sourced& e, std::string_view attribute) {
    return named(bodies_, e, attribute, "body");
}
const Site* Reader::site_named(const Sourced& e, std::string_view attribute) {
    return named(sites_, e, attribute, "site");
}
Joint* Reader::joint_named(const Sourced& e, std::string_view attribute) {
    return named(joints_, e, attribute, "joint");
}

/// A posture from numbers in MuJoCo's order: places before quaternions, and speeds of turning in the body's axes.
Posture Reader::posture_of(const std::string& name, const std::vector<double>& qpos,
                           const std::vector<double>& qvel) {
    Posture posture{.name = name};
    std::size_t q = 0, u = 0;
    for (const std::string& joint_name : joint_order_) {
        const Joint& joint = joints_[joint_name];
        const auto at = [&](const char* coordinate) { return joint_name + "." + coordinate; };
        if (joint.type == JointType::hinge || joint.type == JointType::slide) {
            const std::string own = at(joint.type == JointType::hinge ? "angle" : "displacement");
            if (q < qpos.size()) posture.q.emplace_back(own, qpos[q]);
            if (u < qvel.size()) posture.u.emplace_back(own, qvel[u]);
            ++q, ++u;
            continue;
        }
        const bool is_free = joint.type == JointType::free;
        const std::size_t turn = q + (is_free ? 3 : 0), spin = u + (is_free ? 3 : 0);
        Rotation R = Rotation::identity();
        if (turn + 4 <= qpos.size()) {
            const double* e = qpos.data() + turn;
            if (e[0] != 0 || e[1] != 0 || e[2] != 0 || e[3] != 0)
                R = sinew::rotation_of(Quaternion{e[0], e[1], e[2], e[3]});
            for (const int i : {0, 1, 2, 3})
                posture.q.emplace_back(at(("e" + std::to_string(i)).c_str()), e[i]);
        }
        if (is_free && q + 3 <= qpos.size())
            for (const int i : {0, 1, 2})
                posture.q.emplace_back(at(i == 0   ? "x"
                                          : i == 1 ? "y"
                                                   : "z"),
                                       qpos[q + static_cast<std::size_t>(i)]);
        if (spin + 3 <= qvel.size()) {
            const Vec3 w = R * Vec3{qvel[spin], qvel[spin + 1], qvel[spin + 2]};
            for (const int i : {0, 1, 2}) posture.u.emplace_back(at(("u" + std::to_string(i)).c_str()), w[i]);
            if (is_free)
                for (const int i : {0, 1, 2})
                    posture.u.emplace_back(at(("u" + std::to_string(3 + i)).c_str()),
                                           qvel[u + static_cast<std::size_t>(i)]);
        }
        q += is_free ? 7 : 4, u += is_free ? 6 : 3;
    }
    return posture;
}

/// The posture that MuJoCo calls qpos0, where it is not all zero.
void Reader::add_start() {
    std::vector<double> qpos;
    bool moved = false;
    for (const std::string& name : joint_order_) {
        const Joint& joint = joints_[name];
        if (joint.type == JointType::free) {
            const Vec3 p = joint.X_WB0.p;
            const Quaternion e = quaternion_of(joint.X_WB0.R);
            qpos.insert(qpos.end(), {p.x, p.y, p.z, e.w, e.x, e.y, e.z});
            moved = true;
        } else if (joint.type == JointType::ball) {
            qpos.insert(qpos.end(), {1, 0, 0, 0});
        } else {
            qpos.push_back(joint.ref);
            moved = moved || joint.ref != 0;
        }
    }
    if (moved) model_.add(posture_of(fresh(posture_names_, "default"), qpos, {}));
}

void Reader::read_keyframe(const Element& e) {
    std::size_t nq = 0, nu = 0;
    for (const std::string& name : joint_order_) {
        const JointType type = joints_[name].type;
        nq += type == JointType::free ? 7 : type == JointType::ball ? 4 : 1;
        nu += type == JointType::free ? 6 : type == JointType::ball ? 3 : 1;
    }
    posture_names_.insert("default");
    int number = 0;
    for (const Element& key : children(e)) {
        if (key.name() != "key") continue;
        key.read();
        const std::string name = key.attribute("name").word("key" + std::to_string(number++));
        const std::vector<double> qpos = key.attribute("qpos").numbers(),
                                  qvel = key.attribute("qvel").numbers();
        known(key, "time");
        for (const char* more : {"act", "ctrl", "mpos", "mquat"})
            if (key.has(more)) {
                key.attribute(more);
                note_once(std::string("key ") + more, key, std::string(more) + " of keys is not read");
            }
        if (!qpos.empty() && qpos.size() != nq) {
            key.attribute("qpos").fault("has " + std::to_string(qpos.size()) +
                                        " numbers, but the model has " + std::to_string(nq) + " coordinates");
            continue;
        }
        if (!qvel.empty() && qvel.size() != nu) {
            key.attribute("qvel").fault("has " + std::to_string(qvel.size()) +
                                        " numbers, but the model has " + std::to_string(nu) + " speeds");
            continue;
        }
        if (name == "default") {  // in place of where the joints' references begin
            std::erase_if(model_.postures, [](const Posture& one) { return one.name == "default"; });
            model_.add(posture_of(name, qpos, qvel));
            continue;
        }
        const std::string posture =
            fresh(posture_names_, name.empty() ? "key" + std::to_string(number) : name);
        place("posture", posture, key);
        model_.add(posture_of(posture, qpos, qvel));
    }
}

/// Sections that are not read: one note for each kind, with a count.
void Reader::note_rest(const Element&) {
    static const std::map<std::string_view, std::string_view> reasons{
        {"contact", "contacts are not read: nothing collides here"},
        {"sensor", "sensors are not read; measures tell the same"},
        {"visual", "is for MuJoCo's renderer"},
        {"statistic", "is for MuJoCo's renderer"},
        {"size", "is for MuJoCo's memory"},
        {"custom", "is for programs around MuJoCo"},
        {"extension", "plugins are not read"},
        {"deformable", "deformable bodies are not read"}};
    for (const Element& section : top_) {
        const auto found = reasons.find(section.name());
        if (found == reasons.end() || (section.name() == "contact" && surfaces_.wanted())) continue;
        std::map<std::string, int> counts;
        for (const Element& child : section.children()) ++counts[std::string(child.name())];
        std::string text(found->second);
        if (section.name() == "sensor" || section.name() == "contact") {
            text += ":";
            for (const auto& [kind, count] : counts) text += " " + std::to_string(count) + " " + kind + ",";
            text.pop_back();
        }
        section.read_all();
        section.note(text);
    }
}

}  // namespace sinew::mjcf
