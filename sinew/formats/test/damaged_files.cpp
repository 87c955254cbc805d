// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/formats/text_file.h>
#include <tests/support/files.h>
#include <tests/support/readers.h>

#include <doctest/doctest.h>

#include <filesystem>

using namespace sinew;

namespace {

using Reader = void (*)(std::string_view);

struct Kind {
    const char* name;
    Reader read;
    std::vector<std::string> samples;
};

const std::vector<Kind>& kinds() {
    static const std::vector<Kind> all{{"urdf", testing::try_urdf, {"arm.urdf"}},
                                       {"sdf", testing::try_sdf, {"stand.sdf"}},
                                       {"obj", testing::try_obj, {}},
                                       {"stl", testing::try_stl, {}},
                                       {"vtp", testing::try_vtp, {}}};
    return all;
}

/// The samples of a kind, and what fuzzing left.
std::vector<std::string> texts_of(const Kind& kind) {
    std::vector<std::string> texts;
    for (const std::string& name : kind.samples) texts.push_back(read_text_file(testing::sample(name)));
    const std::string corpus = testing::sample("../fuzz/corpus/") + kind.name;
    for (const auto& entry : std::filesystem::directory_iterator(corpus))
        texts.push_back(read_text_file(entry.path().string()));
    return texts;
}

}  // namespace

TEST_CASE("files cut off anywhere, or with any byte missing, are read or refused by an error") {
    int read = 0;
    for (const Kind& kind : kinds())
        for (const std::string& text : texts_of(kind))
            for (std::size_t i = 0; i < text.size(); ++i) {
                kind.read(std::string_view(text).substr(0, i));
                kind.read(text.substr(0, i) + text.substr(i + 1));
                read += 2;
            }
    CHECK(read > 20'000);
}

TEST_CASE("files with any byte replaced by one that means something are read or refused by an error") {
    for (const Kind& kind : kinds())
        for (const std::string& text : texts_of(kind))
            for (std::size_t i = 0; i < text.size(); i += 3) {
                std::string changed = text;
                changed[i] = "<>\"'/&=-0. \n\xff"[i / 3 % 13];
                kind.read(changed);
            }
    CHECK(true);
}
