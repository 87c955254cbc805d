// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Files that are not there, are no files, lie elsewhere, or are large: rows 25, 28, 40-43, 46-49 and 53.
#include <sinew/formats/json_model.h>
#include <sinew/formats/mesh_files.h>
#include <sinew/formats/mjcf.h>
#include <sinew/formats/recorder.h>
#include <sinew/formats/sdf.h>
#include <sinew/formats/text_file.h>
#include <sinew/formats/urdf.h>
#include <tests/bad_input/refusal.h>
#include <tests/support/stopwatch.h>

#include <unistd.h>
#include <sys/stat.h>

#include <filesystem>

using namespace sinew;
using namespace sinew::testing;

namespace {

namespace fs = std::filesystem;

/// A folder "here" with another one beside it that no model may look into.
struct Places {
    fs::path top = fs::temp_directory_path() / ("sinew_places_" + std::to_string(getpid())),
             model = top / "here";
    Places() {
        fs::create_directories(model / "folder");
        fs::create_directories(top / "private");
        write_text_file(top / "private/a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
        for (const auto& [ending, text] : {std::pair{"xml", "<mujoco/>"},
                                           {"json", R"({"sinew": 1})"},
                                           {"sdf", "<sdf version='1.7'><model name='m'/></sdf>"}})
            write_text_file(top / "private" / (std::string("a.") + ending), text);
        fs::create_symlink(top / "private", model / "link");
        mkfifo((model / "pipe").c_str(), 0600);
        fs::create_symlink("/dev/zero", model / "zeros");
    }
    ~Places() { fs::remove_all(top); }

    /// What a file of that ending says of another one that it names: its fault, or else the last of its notes.
    std::string says(const std::string& ending, const std::string& before, const std::string& name,
                     const std::string& after) const {
        const std::string file = (model / ("a." + ending)).string();
        write_text_file(file, before + name + after);
        return refusal([&] {
            const ModelFile read = read_model(file);
            if (!read.notes.empty()) throw FileError(read.notes.back().text);
        });
    }
};

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::string times(int count, const std::string& text) {
    std::string all;
    for (int i = 0; i < count; ++i) all += text;
    return all;
}

}  // namespace

TEST_CASE(
    "48, 49: what a model names is opened in its folder only, and never a device, a pipe or an address") {
    const Places places;
    struct Kind {
        std::string what, ending, before, after;
    };
    const std::vector<Kind> kinds{
        {"include", "json", R"({"sinew": 1, "include": ")", "\"}"},
        {"mesh", "json", R"({"sinew": 1, "visuals": [{"name": "v", "shape": {"type": "mesh", "file": ")",
         "\"}}]}"},
        {"mesh", "urdf", "<robot><link name='l'><visual><geometry><mesh filename='",
         "'/></geometry></visual></link></robot>"},
        {"include", "sdf", "<sdf version='1.7'><world name='w'><include><uri>",
         "</uri></include></world></sdf>"},
        {"include", "xml", "<mujoco><include file='", "'/></mujoco>"},
        {"mesh", "xml", "<mujoco><asset><mesh name='m' file='",
         "'/></asset><worldbody><geom type='mesh' mesh='m'/></worldbody></mujoco>"},
    };
    for (const Kind& kind : kinds) {
        const std::string ending = kind.what == "mesh" ? "obj" : kind.ending;
        const auto says = [&](const std::string& name) {
            return places.says(kind.ending, kind.before, name, kind.after);
        };
        CAPTURE(kind.ending);
        CAPTURE(kind.what);
        for (const std::string& outside :
             {"../private/a." + ending, (places.top / "private").string() + "/a." + ending,
              "link/a." + ending}) {
            const std::string said = says(outside);
            CAPTURE(said);
            CHECK(has(said, "outside"));
            CHECK(has(said, "a." + kind.ending) + has(said, "private") > 0);
        }
        for (const char* never : {"pipe", "zeros", "folder"}) {
            const std::string said = says(never);
            CAPTURE(said);
            CHECK((has(said, never) || has(said, "/dev/zero")));
            CHECK((has(said, "plain file") || has(said, "device or a pipe") || has(said, "folder") ||
                   has(said, "outside")));
        }
        const std::string said = says("http://sinew.invalid/a." + ending);
        CAPTURE(said);
        CHECK_FALSE(said.empty());
    }
}

TEST_CASE("47: files that include one another are refused with the chain") {
    const Places places;
    write_text_file(places.model / "b.json", R"({"sinew": 1, "include": "a.json"})");
    write_text_file(places.model / "b.xml", "<mujoco><include file='a.xml'/></mujoco>");
    const std::string json = places.says("json", R"({"sinew": 1, "include": ")", "b.json", "\"}");
    CAPTURE(json);
    CHECK(has(json, "in a ring"));
    CHECK(has(json, "b.json"));
    const std::string mjcf = places.says("xml", "<mujoco><include file='", "b.xml", "'/></mujoco>");
    CAPTURE(mjcf);
    CHECK(has(mjcf, "includes itself: "));
    CHECK(has(mjcf, "b.xml -> "));
}

TEST_CASE("53: what is no file that can be read is refused with the system's reason") {
    const Places places;
    const auto said_of = [&](const std::string& name) {
        return refusal([&] { read_model((places.model / name).string()); });
    };
    const auto full = [&](const char* name) { return (places.model / name).string(); };
    CHECK(said_of("none.urdf") ==
          "\"" + full("none.urdf") + "\" can not be read: No such file or directory.");
    CHECK(said_of("folder") == "\"" + full("folder") + "\" can not be read: Is a directory.");
    for (const char* name : {"pipe", "zeros"})
        CHECK(said_of(name) ==
              "\"" + full(name) + "\" can not be read: it is no plain file but a device or a pipe.");
    write_text_file(places.model / "empty.urdf", "");
    CHECK(said_of("empty.urdf") == "\"" + full("empty.urdf") +
                                       "\" is no model that is known. There are Sinew's own JSON, URDF, SDF, "
                                       "MJCF, and recordings that hold one.");
    CHECK(has(refusal([&] { read_mesh(full("pipe")); }), "a device or a pipe"));
}

TEST_CASE("83: what is written into a device goes there, and never takes its place") {
    CHECK(refusal([] { write_text_file("/dev/full", "text"); }) ==
          "\"/dev/full\" can not be written: No space left on device.");
    CHECK(refusal([] { write_text_file("/dev/null", "text"); }).empty());
    CHECK(fs::is_character_file("/dev/null"));
    CHECK(fs::is_character_file("/dev/full"));
    CHECK(refusal([] { write_text_file("/nowhere/a.json", "text"); }) ==
          "\"/nowhere/a.json\" can not be written: No such file or directory.");
    const System system(arm());
    CHECK(refusal([&] { Recorder("/dev/null", system, {.overwrite = true}); }) ==
          "\"/dev/null\" is a device or a pipe, which holds no recording. Choose another name.");
    CHECK(fs::is_character_file("/dev/null"));
}

TEST_CASE("40-43, 46: bytes that are no text, and text as other systems write it") {
    struct Kind {
        const char* name;
        ModelFile (*read)(std::string_view, const std::string&, const ReadOptions&);
        std::string whole, open, close;
    };
    const std::vector<Kind> kinds{
        {"a.json", read_json_model_text, R"({"sinew": 1, "name": "n"})", "[", "]"},
        {"a.urdf", read_urdf_text, "<robot name='n'><link name='a'/></robot>", "<a>", "</a>"},
        {"a.sdf", read_sdf_text, "<sdf version='1.7'><model name='n'/></sdf>", "<a>", "</a>"},
        {"a.xml", read_mjcf_text, "<mujoco model='n'/>", "<a>", "</a>"}};
    for (const Kind& kind : kinds) {
        CAPTURE(kind.name);
        const auto says = [&](const std::string& text) {
            const std::string said = refusal([&] { kind.read(text, kind.name, {}); });
            INFO(said);
            CHECK((said.empty() || said.starts_with(std::string(kind.name) + ":")));
            return said;
        };
        CHECK(says(kind.whole).empty());
        CHECK(says("\xef\xbb\xbf" + kind.whole).empty());
        CHECK(says("\r\n\t" + kind.whole + "\r\n").empty());
        std::string wide;
        for (const char c : kind.whole) wide += std::string(1, c) + '\0';
        CHECK(has(says(wide), "UTF-16"));
        CHECK(has(says("\xff\xfe" + wide), "UTF-16"));
        std::string latin = kind.whole, zero = kind.whole;
        latin[latin.find('n', latin.size() / 3)] = '\xe9';
        zero[kind.whole.size() / 2] = '\0';
        CHECK(has(says(latin), "not UTF-8"));
        CHECK((has(says(zero), "NUL") || has(says(zero), "a byte is zero")));
        CHECK(has(says(times(100'000, kind.open)), "deep") +
                  has(says(times(100'000, kind.open)), "not well-formed") >
              0);
        CHECK(has(says(times(100'000, kind.open) + times(100'000, kind.close)), "deep"));
    }
}

TEST_CASE(
    "25, 28, 41: long names are refused, long chains and long lines are read in time that goes with them") {
    std::string urdf = "<robot name='r'><link name='l0'/>", json = R"({"sinew": 1, "bodies": [)", joints;
    for (int i = 1; i <= 10'000; ++i) {
        const std::string n = std::to_string(i), before = std::to_string(i - 1);
        urdf += "<link name='l" + n +
                "'><inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1'/></inertial></link>"
                "<joint name='j" +
                n + "' type='continuous'><parent link='l" + before + "'/><child link='l" + n + "'/></joint>";
        json +=
            std::string(i == 1 ? "" : ",") + R"({"name": "l)" + n + R"(", "mass": 1, "inertia": [1, 1, 1]})";
        joints += std::string(i == 1 ? "" : ",") + R"({"type": "pin", "name": "j)" + n + R"(", "from": ")" +
                  (i == 1 ? "world" : "l" + before) + R"(", "to": "l)" + n + "\"}";
    }
    CHECK(least_seconds(
              1, [&] { CHECK(compile(read_urdf_text(urdf + "</robot>", "a.urdf")).nu() == 10'000); }) < 10);
    CHECK(least_seconds(1, [&] {
              CHECK(compile(read_json_model_text(json + "], \"joints\": [" + joints + "]}", "a.json")).nu() ==
                    10'000);
          }) < 10);
    const std::string name(5000, 'x');
    const std::string rule = "has a name of 5000 bytes. At most 4096 are allowed.";
    CHECK(
        has(refusal([&] { compile(read_urdf_text("<robot><link name='" + name + "'/></robot>", "a.urdf")); }),
            rule));
    CHECK(has(refusal([&] {
                  compile(read_json_model_text(R"({"sinew": 1, "bodies": [{"name": ")" + name + "\"}]}",
                                               "a.json"));
              }),
              rule));
}
