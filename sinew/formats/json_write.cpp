// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/at.h>
#include <sinew/base/names.h>
#include <sinew/formats/fields.h>
#include <sinew/formats/json_model.h>
#include <sinew/formats/json_node.h>
#include <sinew/formats/text_file.h>
#include <sinew/system/postures.h>

#include <algorithm>
#include <cmath>

namespace sinew {

namespace {

JsonNode numbers_node(std::span<const double> numbers) {
    JsonNode list = JsonNode::list();
    for (const double x : numbers) list.add(JsonNode::of(x));
    return list;
}

/// "#rrggbb" where that says it to the last bit.
JsonNode colour_node(const Colour& c) {
    const double parts[] = {c.red, c.green, c.blue, c.opacity};
    const std::size_t count = c.opacity == 1 ? 3 : 4;
    std::string hex = "#";
    for (std::size_t i = 0; i < count; ++i) {
        const double byte = std::round(255 * parts[i]);
        if (!(byte >= 0 && byte <= 255) || byte / 255 != parts[i])
            return numbers_node(std::span(parts, count));
        const int b = static_cast<int>(byte);
        (hex += "0123456789abcdef"[b / 16]) += "0123456789abcdef"[b % 16];
    }
    return JsonNode::of(std::string_view(hex));
}

/// Every number of a file must be one that JSON has.
bool all_finite(const JsonNode& node) {
    if (node.kind == JsonNode::Kind::number) return std::isfinite(node.number);
    return std::all_of(node.items().begin(), node.items().end(), all_finite);
}

class Writer : public Fields {
public:
    explicit Writer(const Model& model) : model_(model) {
        for (std::size_t j = 0; j < model.joints.size(); ++j) try {
                for (std::string& speed : speed_names(model, {{static_cast<int>(j)}}))
                    speeds_.push_back(std::move(speed));
            } catch (const ModelError&) {  // a joint that is none has no names; what asks for them is refused
            }
        std::sort(speeds_.begin(), speeds_.end());
        scopes_.push_back({nullptr, JsonNode::object(), {}, false});
    }

    std::vector<std::string> faults;
    JsonNode& root() { return scopes_.front().node; }

    void name(std::string& text) override {
        if (scopes_.back().in_defaults) return;
        if (scopes_.size() <= 3) who_ = text;
        put("name", JsonNode::of(std::string_view(text)));
    }
    void field(const char* key, bool& value, const char*) override { put(key, JsonNode::of(value)); }
    void field(const char* key, int& value, const char*) override { put(key, JsonNode::of(double(value))); }
    void field(const char* key, double& value, const char*) override { put(key, JsonNode::of(value)); }
    void field(const char* key, std::string& value, const char*) override {
        put(key, JsonNode::of(std::string_view(value)));
    }
    void field(const char* key, Vec3& v, const char*) override { put(key, numbers_node(std::span(&v.x, 3))); }
    void field(const char* key, Sym3& s, const char*) override {
        const double all[] = {s.xx, s.yy, s.zz, s.xy, s.xz, s.yz};
        const auto is_zero = [](double x) { return x == 0 && !std::signbit(x); };
        put(key, numbers_node(std::span(all, is_zero(s.xy) && is_zero(s.xz) && is_zero(s.yz) ? 3 : 6)));
    }
    void field(const char* key, Transform& X, const char*) override {
        JsonNode rows = rows_of(X.R);
        if (rows == rows_of(Rotation::identity())) return put(key, numbers_node(std::span(&X.p.x, 3)));
        JsonNode node = JsonNode::object();
        if (!(X.p == Vec3{}) || std::signbit(X.p.x) || std::signbit(X.p.y) || std::signbit(X.p.z))
            node.add("p", numbers_node(std::span(&X.p.x, 3)));
        node.add("R", std::move(rows));
        put(key, std::move(node));
    }
    void field(const char* key, Colour& value, const char*) override { put(key, colour_node(value)); }
    void field(const char* key, Numbers& value, const char*) override { put(key, numbers_node(value)); }
    void field(const char* key, NamedNumbers& value, const char*) override {
        JsonNode node = JsonNode::object();
        for (const auto& [what, number] : value) node.add(what, JsonNode::of(number));
        put(key, std::move(node));
    }
    void field(const char* key, BodyId& body, const char*) override {
        if (body.index >= 0 && at(body.index) < model_.bodies.size())
            return put(key, JsonNode::of(std::string_view(model_.bodies[at(body.index)].name)));
        missing(key, "body");
    }
    void field(const char* key, AnyJointId& joint, const char*) override {
        if (joint.index >= 0 && at(joint.index) < model_.joints.size())
            return put(key, JsonNode::of(std::string_view(model_.joints[at(joint.index)].placement.name)));
        missing(key, "joint");
    }
    void field(const char* key, CoordinateOf& c, const char*) override {
        if (c.joint.index < 0 || at(c.joint.index) >= model_.joints.size()) return missing(key, "joint");
        const std::vector<std::string> speeds = speed_names(model_, c.joint);
        if (c.index < 0 || at(c.index) >= speeds.size()) return missing(key, "speed");
        const auto [first, last] = std::equal_range(speeds_.begin(), speeds_.end(), speeds[at(c.index)]);
        if (last - first == 1) return put(key, JsonNode::of(std::string_view(*first)));
        JsonNode node = JsonNode::object();
        node.add("joint", JsonNode::of(std::string_view(model_.joints[at(c.joint.index)].placement.name)));
        node.add("index", JsonNode::of(double(c.index)));
        put(key, std::move(node));
    }
    using Fields::field;
    void word(const char* key, int& value, std::span<const char* const> words, const char*) override {
        put(key, JsonNode::of(std::string_view(words[at(value)])));
    }
    void flags(const char* key, unsigned& value, std::span<const char* const> words, const char*) override {
        JsonNode list = JsonNode::list();
        for (std::size_t i = 0; i < words.size(); ++i)
            if (value >> i & 1u) list.add(JsonNode::of(std::string_view(words[i])));
        put(key, std::move(list));
    }

    void users_own(const std::string& what) override {
        faults.push_back(
            what +
            ", can not be saved: only its C++ program knows it. Remove it from the model that is saved.");
    }
    void fault(const std::string& text) override { faults.push_back(text); }
    bool reads() const override { return false; }

    bool open(const char* key, const char*, const char*) override {
        scopes_.push_back({key, JsonNode::object(), {}, false});
        return true;
    }
    void close() override {
        Scope done = std::move(scopes_.back());
        scopes_.pop_back();
        // An element of a list on top.
        if (scopes_.size() == 2 && !all_finite(done.node))
            faults.push_back(sinew::quoted(who_) + ": a number is not finite, so that no file can hold it.");
        put(done.key, std::move(done.node));
    }
    int open_list(const char* key, int size, int, const char*) override {
        scopes_.push_back({key, JsonNode::list(), {}, false});
        return size;
    }
    void close_list() override {
        Scope done = std::move(scopes_.back());
        scopes_.pop_back();
        put(done.key, std::move(done.node));
    }
    int first_choice(std::span<const std::string> types, int current) override {
        if (current >= 0) put("type", JsonNode::of(std::string_view(types[at(current)])));
        return current;
    }
    int next_choice() override { return -1; }
    bool number_instead(const char* key, double& value, bool is_number, const char*) override {
        if (is_number) put(key, JsonNode::of(value));
        return is_number;
    }
    bool begin_defaults() override {
        scopes_.back().in_defaults = true;
        scopes_.back().defaults = JsonNode::object();
        return true;
    }
    void end_defaults() override { scopes_.back().in_defaults = false; }
    void drop_defaults() override {
        JsonNode& node = scopes_.back().node;
        for (std::size_t i = node.items().size(); i-- > 0;) {
            const JsonNode* usual = scopes_.back().defaults.find(node.keys()[i]);
            if (usual && *usual == node.items()[i]) node.remove(i);
        }
    }

private:
    struct Scope {
        const char* key;
        JsonNode node, defaults;
        bool in_defaults;
    };

    static JsonNode rows_of(const Rotation& R) {
        JsonNode rows = JsonNode::list();
        for (int i = 0; i < 3; ++i) {
            const double row[] = {R(i, 0), R(i, 1), R(i, 2)};
            rows.add(numbers_node(row));
        }
        return rows;
    }

    void put(const char* key, JsonNode value) {
        constexpr long most = 20'000'000;
        if (++count_ > most) {
            if (count_ == most + 1)
                faults.emplace_back("the model has functions of functions too many to write out.");
            return;
        }
        Scope& scope = scopes_.back();
        JsonNode& node = scope.in_defaults ? scope.defaults : scope.node;
        if (key) node.add(key, std::move(value));
        else node.add(std::move(value));
    }
    void missing(const char* key, const char* what) {
        if (scopes_.back().in_defaults || in_defaults_somewhere()) return;
        faults.push_back(sinew::quoted(who_) + ": " + (key ? key : "a list") + " names no " + what +
                         " of the model.");
    }
    bool in_defaults_somewhere() const {
        return std::any_of(scopes_.begin(), scopes_.end(),
                           [](const Scope& scope) { return scope.in_defaults; });
    }

    const Model& model_;
    std::vector<std::string> speeds_;
    std::vector<Scope> scopes_;
    std::string who_ = "model";
    long count_ = 0;
};

}  // namespace

std::string to_json_model(const Model& model) {
    Writer writer(model);
    Model copy = model;
    writer.root().add("sinew", JsonNode::of(double(newest_model_format)));
    JsonNode& units = writer.root().add("units", JsonNode::object());
    for (const auto& [what, unit] : model_units) units.add(what, JsonNode::of(std::string_view(unit)));
    writer.all_of(copy);
    if (!writer.faults.empty()) throw ModelError(writer.faults);
    return to_json_text(writer.root());
}

void write_json_model(const Model& model, const std::string& file) {
    write_text_file(file, to_json_model(model));
}

}  // namespace sinew
