// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/formats/expression.h>
#include <sinew/formats/fields.h>
#include <sinew/formats/json_node.h>
#include <sinew/formats/model_file.h>

#include <string>
#include <unordered_map>
#include <vector>

namespace sinew {

/// What is known by name so far, in all files of a model.
struct KnownNames {
    std::unordered_map<std::string, int> bodies{}, joints{};
    std::unordered_map<std::string, CoordinateOf> speeds{};
};

/// Fields that come from one file of JSON. Names that the file gives begin with its prefix.
class JsonReader : public Fields {
public:
    JsonReader(const JsonNode& root, std::string file, std::string prefix, const NamedValues& parameters,
               KnownNames& known, int bodies_before, int joints_before, Reading& reading)
        : file_(std::move(file)),
          prefix_(std::move(prefix)),
          parameters_(parameters),
          known_(known),
          bodies_before_(bodies_before),
          joints_before_(joints_before),
          reading_(reading) {
        push(root);
    }

    /// Keys of the root that are looked at elsewhere.
    void used(const char* key) { find(key); }
    /// Faults for keys of the root that nobody asked for.
    void finish() { unknown_keys(); }

    void name(std::string& name) override;
    void field(const char* key, bool& value, const char* about) override;
    void field(const char* key, int& value, const char* about) override;
    void field(const char* key, double& value, const char* about) override;
    void field(const char* key, std::string& value, const char* about) override;
    void field(const char* key, Vec3& value, const char* about) override;
    void field(const char* key, Sym3& value, const char* about) override;
    void field(const char* key, Transform& value, const char* about) override;
    void field(const char* key, Colour& value, const char* about) override;
    void field(const char* key, Numbers& value, const char* about) override;
    void field(const char* key, NamedNumbers& value, const char* about) override;
    void field(const char* key, BodyId& value, const char* about) override;
    void field(const char* key, AnyJointId& value, const char* about) override;
    void field(const char* key, CoordinateOf& value, const char* about) override;
    using Fields::field;
    void word(const char* key, int& value, std::span<const char* const> words, const char* about) override;
    void flags(const char* key, unsigned& value, std::span<const char* const> words,
               const char* about) override;

    void users_own(const std::string&) override {}
    void fault(const std::string& text) override { refuse(line_, text); }
    bool reads() const override { return true; }
    void bodies_are_there(Model& model) override;
    void joints_are_there(Model& model) override;

    bool open(const char* key, const char* about, const char* definition) override;
    void close() override;
    int open_list(const char* key, int size, int fixed, const char* about) override;
    void close_list() override;
    int first_choice(std::span<const std::string> types, int current) override;
    int next_choice() override { return -1; }
    bool number_instead(const char* key, double& value, bool is_number, const char* about) override;

    /// Where the items of each list on top stand.
    const std::vector<int>& lines(std::string_view section) const;

private:
    struct Scope {
        const JsonNode* node;
        std::vector<bool> used;
        std::size_t next = 0;
        std::vector<std::string> asked;
        std::string who_before;
    };

    void push(const JsonNode& node);
    const JsonNode* find(const char* key);
    /// The member, or null with a fault where it must be there.
    const JsonNode* needed(const char* key, bool required, const std::string& what);
    void unknown_keys();
    void refuse(int line, const std::string& text);
    /// Further faults are counted but not told, so that their text need not be good.
    bool told_enough() const { return refused_ > 50; }
    template <class Map>
    std::string did_you_mean(const std::string& name, const Map& known) const;
    void refuse_value(const JsonNode& node, const char* key, const std::string& needs);
    double number(const JsonNode& node, const char* key);
    bool numbers(const JsonNode& node, const char* key, std::span<double> into);
    Rotation rotation(const JsonNode& node, const char* key);
    Rotation turned(const JsonNode& node, const char* key);

    std::string file_, prefix_;
    const NamedValues& parameters_;
    KnownNames& known_;
    int bodies_before_, joints_before_;
    Reading& reading_;
    std::vector<Scope> scopes_;
    std::string who_{}, section_{};
    std::vector<std::pair<std::string, std::vector<int>>> lines_{};
    int line_ = 0, refused_ = 0;
};

}  // namespace sinew
