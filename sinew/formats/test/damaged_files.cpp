// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Files that are cut off or damaged, and all that fuzzing left (tests/fuzz/corpus): read, or refused by an error.
#include <sinew/formats/test/mjcf_sample.h>
#include <sinew/formats/text_file.h>
#include <tests/support/files.h>
#include <tests/support/readers.h>
#include <tests/support/stopwatch.h>

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
    static const std::vector<Kind> all{{"json", testing::try_json, {"../../models/pendulum.json"}},
                                       {"urdf", testing::try_urdf, {"arm.urdf"}},
                                       {"sdf", testing::try_sdf, {"stand.sdf"}},
                                       {"mjcf", testing::try_mjcf, {}},
                                       {"obj", testing::try_obj, {}},
                                       {"stl", testing::try_stl, {}},
                                       {"vtp", testing::try_vtp, {}},
                                       {"recording", testing::try_recording, {}}};
    return all;
}

/// What fuzzing left.
std::vector<std::string> corpus_of(const Kind& kind) {
    std::vector<std::string> files;
    for (const auto& entry :
         std::filesystem::directory_iterator(testing::sample("../fuzz/corpus/") + kind.name))
        files.push_back(entry.path().string());
    std::sort(files.begin(), files.end());
    return files;
}

/// Small whole files of a kind.
std::vector<std::string> samples_of(const Kind& kind) {
    std::vector<std::string> texts;
    for (const std::string& name : kind.samples) texts.push_back(read_text_file(testing::sample(name)));
    if (kind.read == testing::try_mjcf) texts.emplace_back(testing::mjcf_sample);
    for (const std::string& file : corpus_of(kind)) texts.push_back(read_text_file(file));
    return texts;
}

/// Every byte of a text; of recordings, whose pages are alike, and with sanitizers, which take their time, some.
std::size_t step_in(const std::string& text) {
#ifdef __SANITIZE_ADDRESS__
    return text.size() > 5000 ? 307 : 7;
#else
    return text.size() > 5000 ? 61 : 1;
#endif
}

}  // namespace

TEST_CASE("whatever fuzzing found is read or refused by an error, each within two seconds") {
    int files = 0;
    for (const Kind& kind : kinds())
        for (const std::string& file : corpus_of(kind)) {
            CAPTURE(file);
            const std::string bytes = read_text_file(file);
            CHECK(testing::least_seconds(1, [&] { kind.read(bytes); }) < 2);
            ++files;
        }
    CHECK(files > 20);
}

TEST_CASE("files cut off anywhere, or with any byte missing, are read or refused by an error") {
    for (const Kind& kind : kinds())
        for (const std::string& text : samples_of(kind))
            for (std::size_t i = 0; i < text.size(); i += step_in(text)) {
                kind.read(std::string_view(text).substr(0, i));
                kind.read(text.substr(0, i) + text.substr(i + 1));
            }
    CHECK(true);
}

TEST_CASE("files with any byte replaced by one that means something are read or refused by an error") {
    for (const Kind& kind : kinds())
        for (const std::string& text : samples_of(kind))
            for (std::size_t i = 0; i < text.size(); i += 3 * step_in(text)) {
                std::string changed = text;
                changed[i] = "<>\"'/&=-0. \n\xff"[i % 13];
                kind.read(changed);
            }
    CHECK(true);
}

TEST_CASE(
    "84: recordings that somebody else made to do harm are refused, and read by nothing they bring along") {
    const auto said_of = [](const std::string& name, const auto& ask) {
        const std::string bytes = read_text_file(testing::sample("../fuzz/corpus/recording/" + name));
        return testing::fault_of([&] { ask(Recording::from_bytes(bytes, name)); });
    };
    const auto frames = [](const Recording& recording) { recording.frames(); };
    CHECK(said_of("whole.sinew", [](const Recording& recording) {
              CHECK(recording.frames() == 2);
              CHECK(recording.events().size() == 1);
              CHECK(recording.table().values.size() == 2 * recording.table().columns.size());
          }) == "nothing");
    CHECK(
        said_of("endless_view.sinew", frames) ==
        "\"endless_view.sinew\" was not written by Sinew: it holds views, triggers or virtual tables, and no "
        "recording does. Do not trust it.");
    CHECK(said_of("last_number.sinew", frames) ==
          "\"last_number.sinew\" is damaged: its last frame has the number 9223372036854775807.");
    CHECK(said_of("below_zero.sinew", frames) ==
          "\"below_zero.sinew\" is damaged: its last frame has the number -1.");
    testing::contains(said_of("no_frames.sinew", frames), "no such table: frames");
}
