// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/names.h>
#include <sinew/formats/json_fields_read.h>
#include <sinew/formats/json_model.h>
#include <sinew/formats/mesh_files.h>
#include <sinew/formats/near_files.h>
#include <sinew/formats/text_file.h>
#include <sinew/system/each_parameter.h>

#include <algorithm>
#include <map>

namespace sinew {

namespace {

using Kind = JsonNode::Kind;

constexpr int deepest_include = 16, most_files = 1000;

/// All files of one model.
struct Assembly {
    explicit Assembly(NearFiles beside) : near(std::move(beside)) {}

    ModelFile result{};
    Reading reading{};
    KnownNames known{};
    NearFiles near;
    std::vector<std::string> chain{};  ///< of files that include one another
    std::map<std::string, std::shared_ptr<const TriangleMesh>> meshes{};
    int files = 0;
};

template <class T>
void append(std::vector<T>& all, std::vector<T>& more) {
    all.insert(all.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

/// The number of the format, brought up to the newest.
bool check_version(const JsonNode& root, const std::string& file, Assembly& all) {
    if (root.kind != Kind::object) {
        all.reading.fault({file, root.line},
                          "a model is an object { ... }, but this is " + described(root) + ".");
        return false;
    }
    const JsonNode* version = root.find("sinew");
    if (!version) {
        all.reading.fault({file, root.line}, "this is not a model of Sinew: it does not say \"sinew\": " +
                                                 std::to_string(newest_model_format) +
                                                 ", the version of its format.");
        return false;
    }
    if (version->kind != Kind::number || version->number != 1) {
        const bool newer = version->kind == Kind::number && version->number > newest_model_format;
        all.reading.fault({file, version->line}, "sinew is " + described(*version) +
                                                     ", but must be the version of the format, 1 to " +
                                                     std::to_string(newest_model_format) + "." +
                                                     (newer ? " A newer Sinew wrote this." : ""));
        return false;
    }
    return true;
}

void check_units(const JsonNode& root, const std::string& file, Reading& reading) {
    const JsonNode* units = root.find("units");
    if (!units) return;
    if (units->kind != Kind::object)
        return reading.fault({file, units->line},
                             "units is " + described(*units) + ", but must be an object.");
    for (std::size_t i = 0; i < units->keys().size(); ++i) {
        const std::string& what = units->keys()[i];
        const JsonNode& unit = units->items()[i];
        const auto known = std::find_if(model_units.begin(), model_units.end(),
                                        [&](const auto& one) { return what == one.first; });
        if (known == model_units.end())
            reading.fault({file, unit.line}, "units: there is no " + sinew::quoted(what) +
                                                 ". There are length, mass, time and angle.");
        else if (unit.kind != Kind::text || unit.text() != known->second)
            reading.fault({file, unit.line}, "units: " + what + " is " + described(unit) +
                                                 ", but numbers of a model are in " + known->second +
                                                 ". Convert them, or write them as \"12*0.001\".");
    }
}

/// "parameters" of an object; those that are given from outside take their place.
NamedValues parameters_of(const JsonNode& root, const std::string& file, const NamedValues& given,
                          Reading& reading) {
    NamedValues own;
    if (const JsonNode* list = root.find("parameters")) {
        if (list->kind != Kind::object)
            reading.fault({file, list->line}, "parameters is " + described(*list) +
                                                  ", but must be an object of numbers by name.");
        for (std::size_t i = 0; i < list->keys().size(); ++i) {
            const JsonNode& node = list->items()[i];
            const std::string& name = list->keys()[i];
            double value = node.number;
            if (node.kind == Kind::text) {
                const Evaluated result = evaluate_expression(node.text(), own);
                value = result.value;
                if (!result.fault.empty())
                    reading.fault({file, node.line}, "parameter " + sinew::quoted(name) + ": " +
                                                         result.fault +
                                                         (result.fault.back() == '?' ? "" : "."));
            } else if (node.kind != Kind::number) {
                reading.fault({file, node.line}, "parameter " + sinew::quoted(name) + " is " +
                                                     described(node) + ", but must be a number.");
            }
            for (const auto& [other, replacement] : given)
                if (other == name) value = replacement;
            own.emplace_back(name, value);
            if (own.size() > 1'000) {
                reading.fault({file, node.line}, "more than 1000 parameters.");
                break;
            }
        }
    }
    for (const auto& [name, value] : given) {
        std::vector<std::string> names;
        for (const auto& [known, number] : own) names.push_back(known);
        if (std::find(names.begin(), names.end(), name) != names.end()) continue;
        const std::string nearest = nearest_name(name, names);
        reading.fault({file, 0},
                      "there is no parameter " + sinew::quoted(name) + " to set." +
                          (nearest.empty() ? "" : " Did you mean " + sinew::quoted(nearest) + "?"));
    }
    return own;
}

void add_places(const Model& part, const JsonReader& reader, const std::string& file, Assembly& all) {
    const auto add = [&](const char* section, const std::string& label, std::size_t i) {
        all.reading.place(label, {file, reader.lines(section)[i]});
    };
    for (std::size_t i = 1; i < part.bodies.size(); ++i)
        add("bodies", "body " + sinew::quoted(part.bodies[i].name), i - 1);
    for (std::size_t i = 0; i < part.joints.size(); ++i)
        add("joints", "joint " + sinew::quoted(part.joints[i].placement.name), i);
    for (std::size_t i = 0; i < part.forces.size(); ++i)
        visit([&](const auto& e) { add("forces", sinew::described(e), i); }, part.forces[i]);
    for (std::size_t i = 0; i < part.constraints.size(); ++i)
        visit([&](const auto& e) { add("constraints", sinew::described(e), i); }, part.constraints[i]);
    for (std::size_t i = 0; i < part.surfaces.size(); ++i)
        add("surfaces", sinew::described(part.surfaces[i]), i);
    for (std::size_t i = 0; i < part.one_way.size(); ++i)
        add("one_way", sinew::described(part.one_way[i]), i);
    for (std::size_t i = 0; i < part.bounded.size(); ++i)
        add("bounded", sinew::described(part.bounded[i]), i);
    for (std::size_t i = 0; i < part.motions.size(); ++i)
        add("motions", "motion " + sinew::quoted(part.motions[i].name), i);
    for (std::size_t i = 0; i < part.variables.size(); ++i)
        add("variables", "variable " + sinew::quoted(part.variables[i].name), i);
    for (std::size_t i = 0; i < part.visuals.size(); ++i)
        add("visuals", "visual " + sinew::quoted(part.visuals[i].name), i);
    for (std::size_t i = 0; i < part.markers.size(); ++i)
        add("markers", "marker " + sinew::quoted(part.markers[i].name), i);
    for (std::size_t i = 0; i < part.postures.size(); ++i)
        add("postures", "posture " + sinew::quoted(part.postures[i].name), i);
}

/// The triangles of a mesh that is told by its file; a note where there are none.
void load_mesh(shape::Mesh& mesh, const SourcePlace& where, const std::string& who, Assembly& all) {
    if (mesh.triangles || mesh.file.empty()) return;
    const auto [known, is_new] = all.meshes.try_emplace(where.file + "\n" + mesh.file);
    if (is_new) {
        const NearFile found = all.near.find(mesh.file, where.file);
        std::string why = found.fault;
        if (why.empty()) try {
                known->second = std::make_shared<TriangleMesh>(read_mesh(found.path));
            } catch (const FileError& error) {
                why = error.what();
            }
        if (!why.empty()) all.reading.note(where, who + ": the mesh is not drawn. " + why);
    }
    mesh.triangles = known->second;
}

void merge(Model& total, Model& part, bool is_root) {
    append(total.contact.excluded, part.contact.excluded);
    if (is_root) {
        total.name = part.name;
        total.title = part.title;
        total.description = part.description;
        total.up = part.up;
        std::swap(total.contact, part.contact);
        total.contact.excluded = std::move(part.contact.excluded);
        total.impacts = part.impacts;
        total.bodies.front() = part.bodies.front();
    }
    part.bodies.erase(part.bodies.begin());
    append(total.bodies, part.bodies);
    append(total.joints, part.joints);
    append(total.forces, part.forces);
    append(total.constraints, part.constraints);
    append(total.surfaces, part.surfaces);
    append(total.one_way, part.one_way);
    append(total.bounded, part.bounded);
    append(total.motions, part.motions);
    append(total.variables, part.variables);
    append(total.cache_entries, part.cache_entries);
    append(total.visuals, part.visuals);
    append(total.markers, part.markers);
    append(total.limits, part.limits);
    const std::size_t before = total.postures.size();
    for (Posture& posture : part.postures) {  // those of one name in several files are one
        const auto last = total.postures.begin() + static_cast<std::ptrdiff_t>(before);
        const auto same = std::find_if(total.postures.begin(), last,
                                       [&](const Posture& other) { return other.name == posture.name; });
        if (same == last) {
            total.postures.push_back(std::move(posture));
            continue;
        }
        const auto put = [](auto& into, const auto& from) {
            for (const auto& one : from) {
                const auto old = std::find_if(into.begin(), into.end(),
                                              [&](const auto& o) { return o.first == one.first; });
                if (old == into.end()) into.push_back(one);
                else old->second = one.second;
            }
        };
        put(same->q, posture.q);
        put(same->u, posture.u);
    }
}

void read_part(const JsonNode& root, const std::string& file, const std::string& prefix,
               const NamedValues& given, Assembly& all);

/// {"file": "leg.json", "prefix": "left_", "parameters": {"side": -1}}, or the name of the file alone.
void include(const JsonNode& node, const std::string& file, const std::string& prefix,
             const NamedValues& parameters, Assembly& all) {
    const auto refuse = [&](int line, const std::string& what) {
        all.reading.fault({file, line}, "include: " + what);
    };
    std::string name, own_prefix;
    NamedValues given;
    if (node.kind == Kind::text) name = node.text();
    else if (node.kind != Kind::object)
        return refuse(node.line,
                      "this is " + described(node) + ", but must be the name of a file or an object.");
    for (std::size_t i = 0; i < node.keys().size(); ++i) {
        const std::string& key = node.keys()[i];
        const JsonNode& value = node.items()[i];
        if (key == "file" && value.kind == Kind::text) name = value.text();
        else if (key == "prefix" && value.kind == Kind::text) own_prefix = value.text();
        else if (key == "parameters" && value.kind == Kind::object)
            for (std::size_t j = 0; j < value.keys().size(); ++j) {
                const JsonNode& number = value.items()[j];
                const Evaluated result = number.kind == Kind::number
                                             ? Evaluated{number.number, ""}
                                             : evaluate_expression(number.text(), parameters);
                if (!result.fault.empty()) refuse(number.line, value.keys()[j] + ": " + result.fault + ".");
                given.emplace_back(value.keys()[j], result.value);
            }
        else
            refuse(value.line, "the key " + sinew::quoted(key) +
                                   " means nothing here, or is of the wrong kind. There are file and prefix "
                                   "(texts) and parameters (an object).");
    }
    if (name.empty()) return refuse(node.line, "it needs the name of a file.");
    const NearFile found = all.near.find(name, file);
    if (!found.fault.empty()) return refuse(node.line, found.fault);
    if (std::find(all.chain.begin(), all.chain.end(), found.path) != all.chain.end()) {
        std::string ring;
        for (const std::string& one : all.chain) ring += one + " includes ";
        return refuse(node.line, "files include one another in a ring: " + ring + found.path + ".");
    }
    if (static_cast<int>(all.chain.size()) >= deepest_include || ++all.files > most_files)
        return refuse(node.line, "too many files: at most " + std::to_string(deepest_include) + " deep and " +
                                     std::to_string(most_files) + " in all.");
    all.chain.push_back(found.path);
    try {
        const JsonNode root = parse_json_text(read_text_file(found.path), found.path);
        if (check_version(root, found.path, all))
            read_part(root, found.path, prefix + own_prefix, given, all);
    } catch (const FileError& error) {
        if (error.faults.empty()) refuse(node.line, error.what());
        for (const std::string& text : error.faults) all.reading.fault({file, node.line}, "included " + text);
    }
    all.chain.pop_back();
}

void read_part(const JsonNode& root, const std::string& file, const std::string& prefix,
               const NamedValues& given, Assembly& all) {
    const bool is_root = all.chain.size() <= 1;
    check_units(root, file, all.reading);
    const NamedValues parameters = parameters_of(root, file, given, all.reading);
    if (const JsonNode* includes = root.find("include")) {
        if (includes->kind == Kind::list)
            for (const JsonNode& one : includes->items()) include(one, file, prefix, parameters, all);
        else include(*includes, file, prefix, parameters, all);
    }
    Model& total = all.result.model;
    JsonReader reader(root, file, prefix, parameters, all.known, static_cast<int>(total.bodies.size()) - 1,
                      static_cast<int>(total.joints.size()), all.reading);
    for (const char* const key : {"sinew", "units", "include", "parameters", "$schema"}) reader.used(key);
    Model part;
    describe(reader, part);
    reader.finish();
    add_places(part, reader, file, all);
    for (std::size_t i = 0; i < part.visuals.size(); ++i)
        if (shape::Mesh* mesh = part.visuals[i].shape.if_a<shape::Mesh>())
            load_mesh(*mesh, {file, reader.lines("visuals")[i]},
                      "visual " + sinew::quoted(part.visuals[i].name), all);
    for (std::size_t i = 0; i < part.surfaces.size(); ++i)
        if (shape::Mesh* mesh = part.surfaces[i].shape.if_a<shape::Mesh>())
            load_mesh(*mesh, {file, reader.lines("surfaces")[i]}, sinew::described(part.surfaces[i]), all);
    merge(total, part, is_root);
}

}  // namespace

ModelFile read_json_model_text(std::string_view text, const std::string& name, const ReadOptions& options) {
    Assembly all(NearFiles(name, options.package_paths));
    all.chain.push_back(all.near.root());
    const JsonNode root = parse_json_text(text, name);
    if (check_version(root, name, all)) read_part(root, name, "", options.parameters, all);
    all.reading.throw_if_failed();
    all.result.notes = std::move(all.reading.notes);
    all.result.places = std::move(all.reading.places);
    return std::move(all.result);
}

ModelFile read_json_model(const std::string& file, const ReadOptions& options) {
    return read_json_model_text(read_text_file(file), file, options);
}

}  // namespace sinew
