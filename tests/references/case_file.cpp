// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <tests/references/case_file.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <stdexcept>
#include <nlohmann/json.hpp>

namespace sinew::testing {

namespace {

using Json = nlohmann::json;

Vec3 vec3(const Json& j) { return {j.at(0), j.at(1), j.at(2)}; }

Transform transform(const Json& joint, const char* name) {
    if (!joint.contains(name)) return {};
    const Json& j = joint.at(name);
    Transform X;
    if (j.contains("p")) X.p = vec3(j.at("p"));
    if (j.contains("rot")) {
        const Vec3 axis = vec3(j.at("rot"));
        X.R = Rotation::about(axis / norm(axis), j.at("rot").at(3).get<double>());
    }
    return X;
}

CaseBody body(const Json& j) {
    const Json& joint = j.at("joint");
    const Json& I = j.at("inertia");
    const auto product = [&](std::size_t i) { return i < I.size() ? I.at(i).get<double>() : 0.0; };
    CaseBody b;
    b.name = j.at("name");
    b.parent = j.at("parent");
    b.mass = {
        j.at("mass"), vec3(j.at("com")), {I.at(0), I.at(1), I.at(2), product(3), product(4), product(5)}};
    b.joint = joint.at("type");
    if (joint.contains("axis")) {
        const Vec3 axis = vec3(joint.at("axis"));
        b.axis = axis / norm(axis);
    }
    b.pitch = joint.value("pitch", 0.0);
    b.X_PF = transform(joint, "X_PF");
    b.X_BM = transform(joint, "X_BM");
    return b;
}

Json array(const Json& j, const char* name) { return j.value(name, Json::array()); }

CaseModel model(const Json& j) {
    CaseModel m;
    if (!j.contains("bodies")) return m;
    m.gravity = vec3(j.at("gravity"));
    for (const Json& b : j.at("bodies")) m.bodies.push_back(body(b));
    for (const Json& f : array(j, "joint_forces"))
        m.joint_forces.push_back(
            {f.at("body"), f.value("k", 0.0), f.value("q0", 0.0), f.value("c", 0.0), f.value("const", 0.0)});
    for (const Json& s : array(j, "springs"))
        m.springs.push_back({s.at("body1"), s.at("body2"), vec3(s.at("station1")), vec3(s.at("station2")),
                             s.at("k"), s.at("x0"), s.value("c", 0.0)});
    for (const Json& k : array(j, "constraints")) {
        CaseConstraint& own = m.constraints.emplace_back();
        if (k.at("type") == "couple") {
            for (const Json& term : k.at("terms")) own.terms.emplace_back(term.at(0), term.at(1));
            own.constant = k.at("const");
        } else {
            own = {k.at("body1"),
                   k.at("body2"),
                   vec3(k.at("station1")),
                   vec3(k.at("station2")),
                   k.at("dirs"),
                   {},
                   0};
        }
    }
    m.is_tree = !j.contains("constraints") && !j.contains("contact");
    return m;
}

void append_numbers(const Json& j, std::vector<double>& out) {
    if (j.is_number()) out.push_back(j);
    if (j.is_array())
        for (const Json& entry : j) append_numbers(entry, out);
}

std::vector<double> numbers(const Json& j, const char* name) {
    std::vector<double> out;
    if (j.contains(name) && j.at(name).is_array()) append_numbers(j.at(name), out);
    return out;
}

/// "1/24"
double fraction(const std::string& text) {
    const std::size_t bar = text.find('/');
    return std::stod(text) / (bar == std::string::npos ? 1 : std::stod(text.substr(bar + 1)));
}

Case read(const Json& j) {
    Case c;
    c.id = j.at("id");
    c.title = j.at("title");
    c.model = model(j.value("model", Json::object()));
    const Json initial = j.value("initial", Json::object()), run = j.value("run", Json::object());
    c.q = numbers(initial, "q");
    c.u = numbers(initial, "u");
    c.tau = numbers(initial, "tau");
    for (const auto& [name, list] : {std::pair{"q", &c.q_of}, std::pair{"u", &c.u_of}})
        if (const auto named = initial.find(name); named != initial.end() && named->is_object())
            for (const auto& [joint, value] : named->items())
                if (value.is_number()) list->emplace_back(joint, value);
    if (j.contains("file")) c.file_name = j.at("file").at("name"), c.file_text = j.at("file").at("text");
    c.quat = numbers(initial, "quat");
    c.w_body = numbers(initial, "w_body");
    c.w_ground = numbers(initial, "u_ground_angvel");
    c.pos = numbers(initial, "pos");
    c.vel = numbers(initial, "vel");
    if (run.contains("accuracy") && run.at("accuracy").is_number()) c.accuracy = run.at("accuracy");
    c.accuracies = numbers(run, "accuracy");
    c.h = run.value("h", 0.0);
    c.steps = run.value("steps", 0);
    if (j.contains("peer")) c.peer = j.at("peer").value("largest_difference_from_reference", 0.0);
    c.random_states = run.value("random_states", 0);
    c.seed = run.value("seed", 0U);
    for (const Json& k : j.at("checks")) {
        Check check{k.at("quantity"),         {},
                    k.value("tol_abs", 0.0),  k.value("tol_rel", 0.0),
                    k.value("bound", ""),     k.value("when_q", 0.0),
                    k.value("crank_deg", 0.0)};
        check.t = k.value("t", 0.0);
        if (k.contains("amplitude")) check.amplitude = std::stod(k.at("amplitude").get<std::string>());
        append_numbers(k.at("value"), check.value);
        check.steps = numbers(k, "steps");
        check.reference_errors = numbers(k, "reference_errors");
        for (const Json& term : array(k, "stability_polynomial")) check.polynomial.push_back(fraction(term));
        c.checks.push_back(std::move(check));
    }
    return c;
}

}  // namespace

double Check::tolerance(double entry) const { return std::max(tol_abs, tol_rel * std::abs(entry)); }

const Check& Case::check(const std::string& begins) const {
    for (const Check& one : checks)
        if (one.quantity.starts_with(begins)) return one;
    throw std::runtime_error("case " + id + " has no check of \"" + begins + "\"");
}

const std::vector<Case>& conformance_cases() {
    static const std::vector<Case> all = [] {
        std::ifstream file(SINEW_REFERENCES "/conformance.json");
        if (!file) throw std::runtime_error("cannot read " SINEW_REFERENCES "/conformance.json");
        const Json document = Json::parse(file);
        std::vector<Case> cases;
        for (const Json& j : document.at("cases")) cases.push_back(read(j));
        return cases;
    }();
    return all;
}

const Case& conformance_case(const std::string& id) {
    for (const Case& c : conformance_cases())
        if (c.id == id) return c;
    throw std::runtime_error("conformance.json has no case \"" + id + "\"");
}

}  // namespace sinew::testing
