// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/formats/fields.h>
#include <sinew/formats/json_model.h>
#include <sinew/formats/json_node.h>

#include <algorithm>
#include <cmath>

namespace sinew {

namespace {

JsonNode text_node(std::string_view text) { return JsonNode::of(text); }

JsonNode typed(const char* type) {
    JsonNode node = JsonNode::object();
    node.add("type", text_node(type));
    return node;
}

JsonNode reference(const std::string& definition) {
    JsonNode node = JsonNode::object();
    node.add("$ref", text_node("#/definitions/" + definition));
    return node;
}

/// A list of so many of these; any number for −1.
JsonNode list_of(JsonNode item, int least = -1, int most = -1) {
    JsonNode node = typed("array");
    node.add("items", std::move(item));
    if (least >= 0) node.add("minItems", JsonNode::of(double(least)));
    if (most >= 0) node.add("maxItems", JsonNode::of(double(most)));
    return node;
}

JsonNode words_node(std::span<const char* const> words) {
    JsonNode node = JsonNode::object();
    JsonNode& all = node.add("enum", JsonNode::list());
    for (const char* const word : words) all.add(text_node(word));
    return node;
}

/// Goes over a description and notes what may stand in a file.
class Schema : public Fields {
public:
    Schema() { scopes_.emplace_back(); }

    /// The object that was described.
    JsonNode take() { return finished(scopes_.back()); }
    JsonNode definitions = JsonNode::object();

    void name(std::string& value) override {
        if (value.empty()) require("name");
        put("name", typed("string"), "by which others name it");
    }
    void field(const char* key, bool& value, const char* about) override {
        JsonNode node = typed("boolean");
        node.add("default", JsonNode::of(value));
        put(key, std::move(node), about);
    }
    void field(const char* key, int& value, const char* about) override {
        JsonNode node = typed("integer");
        node.add("default", JsonNode::of(double(value)));
        put(key, std::move(node), about);
    }
    void field(const char* key, double& value, const char* about) override {
        JsonNode node = reference("number");
        if (std::isfinite(value) && key) node.add("default", JsonNode::of(value));
        put(key, std::move(node), about);
    }
    void field(const char* key, std::string&, const char* about) override {
        put(key, typed("string"), about);
    }
    void field(const char* key, Vec3&, const char* about) override { put(key, reference("vector"), about); }
    void field(const char* key, Sym3&, const char* about) override {
        put(key, list_of(reference("number"), 3, 6), about);
    }
    void field(const char* key, Transform&, const char* about) override {
        put(key, reference("pose"), about);
    }
    void field(const char* key, Colour&, const char* about) override {
        JsonNode node = JsonNode::object();
        JsonNode& any = node.add("anyOf", JsonNode::list());
        any.add(typed("string")).add("pattern", text_node("^#([0-9a-fA-F]{6}|[0-9a-fA-F]{8})$"));
        any.add(list_of(reference("number"), 3, 4));
        put(key, std::move(node), about);
    }
    void field(const char* key, Numbers&, const char* about) override {
        put(key, list_of(reference("number")), about);
    }
    void field(const char* key, NamedNumbers&, const char* about) override {
        JsonNode node = typed("object");
        node.add("additionalProperties", reference("number"));
        put(key, std::move(node), about);
    }
    void field(const char* key, BodyId& value, const char* about) override { named(key, value.index, about); }
    void field(const char* key, AnyJointId& value, const char* about) override {
        named(key, value.index, about);
    }
    void field(const char* key, CoordinateOf& value, const char* about) override {
        if (value.joint.index < 0 && key) require(key);
        put(key, reference("coordinate"), about);
    }
    using Fields::field;
    void word(const char* key, int& value, std::span<const char* const> words, const char* about) override {
        JsonNode node = words_node(words);
        node.add("default", text_node(words[static_cast<std::size_t>(value)]));
        put(key, std::move(node), about);
    }
    void flags(const char* key, unsigned&, std::span<const char* const> words, const char* about) override {
        put(key, list_of(words_node(words)), about);
    }

    void users_own(const std::string&) override {}
    void fault(const std::string&) override {}
    bool reads() const override { return false; }

    bool open(const char* key, const char* about, const char* definition) override {
        if (definition) {
            put(key, reference(definition), about);
            if (std::find(defined_.begin(), defined_.end(), definition) != defined_.end()) return false;
            defined_.emplace_back(definition);
        }
        Scope scope;
        scope.key = key;
        scope.about = about;
        scope.definition = definition;
        scopes_.push_back(std::move(scope));
        return true;
    }
    void close() override {
        Scope done = std::move(scopes_.back());
        scopes_.pop_back();
        JsonNode node = finished(done);
        if (!done.definition) return put(done.key, std::move(node), done.about);
        if (std::string_view(done.definition) == "function") {  // a plain number is a function, too
            JsonNode any = JsonNode::object();
            JsonNode& of = any.add("anyOf", JsonNode::list());
            of.add(reference("number"));
            of.add(std::move(node));
            node = std::move(any);
        }
        definitions.add(done.definition, std::move(node));
    }
    int open_list(const char* key, int, int fixed, const char* about) override {
        Scope scope;
        scope.key = key;
        scope.about = about;
        scope.fixed = fixed;
        scopes_.push_back(std::move(scope));
        return 1;
    }
    void close_list() override {
        Scope done = std::move(scopes_.back());
        scopes_.pop_back();
        put(done.key, list_of(std::move(done.item), done.fixed, done.fixed), done.about);
    }
    int first_choice(std::span<const std::string> types, int) override {
        scopes_.back().types.assign(types.begin(), types.end());
        return begin_choice(0);
    }
    int next_choice() override {
        Scope& scope = scopes_.back();
        scope.alternatives.push_back(object_of(scope));
        const int next = static_cast<int>(scope.alternatives.size());
        return next < static_cast<int>(scope.types.size()) ? begin_choice(next) : -1;
    }
    bool number_instead(const char*, double&, bool, const char*) override { return false; }

private:
    struct Scope {
        const char* key = nullptr;
        const char* about = "";
        const char* definition = nullptr;
        int fixed = -1;
        JsonNode properties = JsonNode::object(), item{};
        std::vector<std::string> required{}, types{};
        std::vector<JsonNode> alternatives{};
    };

    int begin_choice(int i) {
        Scope& scope = scopes_.back();
        scope.properties = JsonNode::object();
        scope.required = {"type"};
        JsonNode& type = scope.properties.add("type", JsonNode::object());
        type.add("const", text_node(scope.types[static_cast<std::size_t>(i)]));
        return i;
    }
    static JsonNode object_of(Scope& scope) {
        JsonNode node = typed("object");
        node.add("properties", std::move(scope.properties));
        if (!scope.required.empty()) {
            JsonNode& required = node.add("required", JsonNode::list());
            for (const std::string& key : scope.required) required.add(text_node(key));
        }
        node.add("additionalProperties", JsonNode::of(false));
        return node;
    }
    static JsonNode finished(Scope& scope) {
        if (scope.alternatives.empty()) return object_of(scope);
        JsonNode node = JsonNode::object();
        JsonNode& one_of = node.add("oneOf", JsonNode::list());
        for (JsonNode& alternative : scope.alternatives) one_of.add(std::move(alternative));
        return node;
    }

    void require(const char* key) { scopes_.back().required.emplace_back(key); }
    void named(const char* key, int index, const char* about) {
        if (index < 0 && key) require(key);
        put(key, typed("string"), about);
    }
    void put(const char* key, JsonNode node, const char* about) {
        Scope& scope = scopes_.back();
        if (about && *about) {
            if (node.find("$ref")) {  // whose neighbours do not count
                JsonNode all = JsonNode::object();
                JsonNode& of = all.add("allOf", JsonNode::list());
                of.add(reference(node.find("$ref")->text().substr(14)));
                if (const JsonNode* usual = node.find("default"))
                    all.add("default", JsonNode::of(usual->number));
                node = std::move(all);
            }
            node.add("description", text_node(about));
        }
        if (key) scope.properties.add(key, std::move(node));
        else scope.item = std::move(node);
    }

    std::vector<Scope> scopes_;
    std::vector<std::string> defined_;
};

/// What several fields share.
void add_common(JsonNode& definitions) {
    JsonNode number = JsonNode::object();
    JsonNode& types = number.add("type", JsonNode::list());
    types.add(text_node("number"));
    types.add(text_node("string"));
    number.add("description",
               text_node("a number, or small arithmetic with parameters: \"length/2\", \"30*deg\""));
    definitions.add("number", std::move(number));
    definitions.add("vector", list_of(reference("number"), 3, 3));

    JsonNode turn = typed("object");
    JsonNode& of_turn = turn.add("properties", JsonNode::object());
    JsonNode& axes = of_turn.add("axis", JsonNode::object()).add("anyOf", JsonNode::list());
    const char* const letters[] = {"x", "y", "z"};
    axes.add(words_node(letters));
    axes.add(reference("vector"));
    of_turn.add("angle", reference("number"));
    turn.add("additionalProperties", JsonNode::of(false));

    JsonNode object = typed("object");
    JsonNode& properties = object.add("properties", JsonNode::object());
    properties.add("p", reference("vector")).add("description", text_node("of its origin, m"));
    properties.add("R", list_of(reference("vector"), 3, 3))
        .add("description", text_node("its rotation by rows"));
    properties.add("quaternion", list_of(reference("number"), 4, 4))
        .add("description", text_node("scalar first"));
    JsonNode& turns = properties.add("turn", JsonNode::object()).add("anyOf", JsonNode::list());
    turns.add(reference("turn"));
    turns.add(list_of(reference("turn")));
    object.add("additionalProperties", JsonNode::of(false));
    definitions.add("turn", std::move(turn));

    JsonNode pose = JsonNode::object();
    JsonNode& any = pose.add("anyOf", JsonNode::list());
    any.add(reference("vector"));
    any.add(std::move(object));
    definitions.add("pose", std::move(pose));

    JsonNode by_number = typed("object");
    JsonNode& parts = by_number.add("properties", JsonNode::object());
    parts.add("joint", typed("string"));
    parts.add("index", typed("integer"));
    JsonNode coordinate = JsonNode::object();
    JsonNode& ways = coordinate.add("anyOf", JsonNode::list());
    ways.add(typed("string")).add("description", text_node("joint and coordinate, as \"knee.angle\""));
    ways.add(std::move(by_number));
    definitions.add("coordinate", std::move(coordinate));
}

/// What the reader looks at besides the Model's own fields.
void add_top(JsonNode& properties) {
    properties.add("$schema", typed("string"));
    JsonNode& version = properties.add("sinew", JsonNode::object());
    version.add("const", JsonNode::of(double(newest_model_format)));
    version.add("description", text_node("the version of the format"));
    JsonNode& units = properties.add("units", typed("object"));
    JsonNode& each = units.add("properties", JsonNode::object());
    for (const auto& [what, unit] : model_units)
        each.add(what, JsonNode::object()).add("const", text_node(unit));
    units.add("additionalProperties", JsonNode::of(false));
    units.add("description", text_node("what numbers are in; there are no others"));
    JsonNode& parameters = properties.add("parameters", typed("object"));
    parameters.add("additionalProperties", reference("number"));
    parameters.add("description", text_node("numbers with a name, for arithmetic in place of numbers"));
    JsonNode include = JsonNode::object();
    JsonNode& ways = include.add("anyOf", JsonNode::list());
    ways.add(typed("string"));
    JsonNode& object = ways.add(typed("object"));
    JsonNode& parts = object.add("properties", JsonNode::object());
    parts.add("file", typed("string")).add("description", text_node("beside this one"));
    parts.add("prefix", typed("string")).add("description", text_node("what its names begin with here"));
    JsonNode& given = parts.add("parameters", typed("object"));
    given.add("additionalProperties", reference("number"));
    given.add("description", text_node("in place of its own"));
    object.add("required", JsonNode::list()).add(text_node("file"));
    JsonNode& list = properties.add("include", list_of(std::move(include)));
    list.add("description", text_node("files whose elements are taken in"));
}

}  // namespace

std::string model_schema() {
    Schema schema;
    Model model;
    describe(schema, model);
    add_common(schema.definitions);
    JsonNode described = schema.take();
    JsonNode root = JsonNode::object();
    root.add("$schema", text_node("http://json-schema.org/draft-07/schema#"));
    root.add("title", text_node("Sinew model"));
    root.add("type", text_node("object"));
    JsonNode& properties = root.add("properties", JsonNode::object());
    add_top(properties);
    JsonNode* own = described.find("properties");
    for (std::size_t i = 0; i < own->keys().size(); ++i)
        properties.add(own->keys()[i], std::move(own->items()[i]));
    root.add("required", JsonNode::list()).add(text_node("sinew"));
    root.add("additionalProperties", JsonNode::of(false));
    root.add("definitions", std::move(schema.definitions));
    return to_json_text(root);
}

}  // namespace sinew
