// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// What is recorded comes back to the last bit, also while it is being written; and what is no recording says so.
#include <sinew/base/names.h>
#include <sinew/formats/recorder.h>
#include <sinew/formats/recording.h>
#include <sinew/formats/test/pendulum.h>
#include <sinew/formats/text_file.h>
#include <tests/support/random_model.h>

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <limits>

using namespace sinew;
using namespace sinew::testing;

TEST_CASE("frames of every joint and every kind of variable come back to the last bit, in any order") {
    Model model = random_model(5);
    const auto flags = model.add_variable("flags", std::array{true, false}, Stage::report);
    const auto level = model.add_variable("level", 0.5f, Stage::report);
    const auto note = model.add_variable("note", std::string("at rest"), Stage::report);
    const auto list = model.add_variable("list", std::vector<double>{1, 2}, Stage::report);
    const System system(model);
    const Folder folder;
    std::vector<State> recorded;
    {
        Recorder recorder(folder / "all.sinew", system,
                          {.model = "{...}", .options = "accuracy=1e-3", .outputs = {"a", "b"}});
        for (int i = 0; i < 20; ++i) {
            State state = random_state(system, static_cast<std::uint64_t>(i));
            state.set_time(i == 0 ? -0.0 : 0.1 * i);
            state.set(flags, {i % 2 == 0, i % 3 == 0});
            state.set(level, static_cast<float>(i) / 3);
            if (i > 3) state.set(note, "step " + std::to_string(i) + std::string(1, '\0') + "\xff");
            if (i > 5) state.set(list, std::vector<double>(static_cast<std::size_t>(i), -0.0));
            if (i > 7) state.set_parameter("body1.mass", 1.0 + i);
            const std::array outputs{static_cast<double>(i) / 7, std::numeric_limits<double>::quiet_NaN()};
            CHECK(recorder.append(state, outputs, 0.01 * i) == i);
            recorded.push_back(std::move(state));
        }
        recorder.event(0.35, "touch", "left foot");
        recorder.statistic("steps", 7);
        recorder.statistic("steps", 20);
        recorder.log("began");
        recorder.log("ended");
        recorder.close();
    }
    CHECK_FALSE(std::filesystem::exists(folder / "all.sinew-wal"));
    const Recording recording(folder / "all.sinew");
    REQUIRE(recording.frames() == 20);
    State into = system.default_state();
    for (const int i : {3, 19, 0, 7, 8, 4, 1, 2, 5, 6, 10, 18}) {
        CAPTURE(i);
        const State& was = recorded[static_cast<std::size_t>(i)];
        CHECK(recording.state(system, i) == was);
        recording.read(system, i, into);
        CHECK(into == was);
        CHECK(recording.next_step(i) == 0.01 * i);
    }
    CHECK(std::signbit(recording.time(0)));
    CHECK(recording.output("a")[5] == 5.0 / 7);
    CHECK(std::isnan(recording.output("b")[5]));
    CHECK(recording.times()[19] == 0.1 * 19);
    CHECK(recording.at_or_before(-1) == 0);
    CHECK(recording.at_or_before(0.55) == 5);
    CHECK(recording.nearest(0.58) == 6);
    CHECK(recording.nearest(99) == 19);
    REQUIRE(recording.events().size() == 1);
    CHECK(recording.events()[0].name == "touch");
    CHECK(recording.events()[0].frames == 20);
    CHECK(recording.statistics()[0].value == 20);
    CHECK(recording.log() == std::vector<std::string>{"began", "ended"});
    CHECK(recording.about().complete);
    CHECK(recording.about().model == "{...}");
    CHECK(recording.about().system == system.layout().system_name);
    CHECK(said_by([&] { recording.state(system, 20); }).find("has no frame 20: they go from 0 to 19.") !=
          std::string::npos);
    CHECK(said_by([&] { recording.output("aa"); }).find("has no output \"aa\". Did you mean \"a\"?") !=
          std::string::npos);
}

TEST_CASE("a recording can be read while it is written, and commits itself four times a second") {
    const System system(double_pendulum());
    const Folder folder;
    const std::string file = folder / "live.sinew";
    Recorder recorder(file, system, {.commit_every = 0.02, .sync = false});
    State state = system.default_state();
    recorder.append(state);
    CHECK(recorder.commit() == 1);
    const Recording recording(file);
    CHECK(recording.frames() == 1);
    CHECK_FALSE(recording.about().complete);
    state.set_time(1);
    recorder.append(state);
    bool seen = false;
    for (int i = 0; i < 500 && !seen; ++i) {  // the program does nothing more; its recorder commits by itself
        timespec a_little{0, 10'000'000};
        nanosleep(&a_little, nullptr);
        seen = recording.frames() == 2;
    }
    CHECK(seen);
    CHECK(said_by([&] { Recorder::resume(file, system); }) ==
          sinew::quoted(file) + " is being written by another program or another Recorder.");
    state.set_time(0.5);
    CHECK(said_by([&] { recorder.append(state); }).find("time does not go back") != std::string::npos);
    state.set_time(2);
    CHECK(recorder.append(state) == 2);  // a refused frame does no harm
}

TEST_CASE("a recording of another system is refused with the first thing that differs") {
    const System system(double_pendulum());
    const Folder folder;
    const std::string file = folder / "arm.sinew";
    Recorder(file, system).append(system.default_state());
    const Recording recording(file);
    const System other(double_pendulum("knee"));
    CHECK(said_by([&] { recording.state(other, 0); }) ==
          sinew::quoted(file) +
              " was recorded from system \"double pendulum\" and does not fit system \"double pendulum\": "
              "coordinate "
              "1 is \"elbow.angle\" there and \"knee.angle\" here.");
    Model with_more = double_pendulum();
    with_more.add_variable("extra", 1.0, Stage::report);
    CHECK(said_by([&] { recording.state(System(with_more), 0); }).find("discrete variable") !=
          std::string::npos);
    CHECK(said_by([&] { Recorder::resume(file, other); }).find("coordinate 1 is \"elbow.angle\"") !=
          std::string::npos);
    CHECK(recording.state(system, 0) == system.default_state());
}

TEST_CASE("what is no recording says so, and what can be done") {
    const System system(double_pendulum());
    const Folder folder;
    const auto refusal = [&](const std::string& file) { return said_by([&] { Recording{file}; }); };
    CHECK(refusal(folder / "none") == "there is no file " + sinew::quoted(folder / "none") + ".");
    CHECK(refusal(folder / ".").find("is a folder, not a recording.") != std::string::npos);
    write_text_file(folder / "empty", "");
    CHECK(refusal(folder / "empty").find("is empty: no recording was ever written to it.") !=
          std::string::npos);
    write_text_file(folder / "text", std::string(5000, 'x'));
    CHECK(refusal(folder / "text").find("is not a recording: it does not begin as an SQLite file does.") !=
          std::string::npos);

    const std::string file = folder / "good.sinew";
    Recorder recorder(file, system);
    State state = system.default_state();
    for (int i = 0; i < 300; ++i) {
        state.set_time(i);
        recorder.append(state);
    }
    recorder.close();
    CHECK(said_by([&] { recorder.append(state); }).find("is closed.") != std::string::npos);
    CHECK(said_by([&] {
              Recorder(file, system);
          }).find("exists already. Choose another name, set overwrite") != std::string::npos);

    const std::string whole = read_text_file(file);
    std::string other = whole;
    other[63] = 99;  // the format's version
    write_text_file(folder / "newer", other);
    CHECK(refusal(folder / "newer").find("format 99; this program reads format 1. Use a newer Sinew.") !=
          std::string::npos);
    other = whole;
    other[68] = 'X';  // whose file it is
    write_text_file(folder / "foreign", other);
    CHECK(refusal(folder / "foreign").find("is an SQLite file, but not a recording of Sinew.") !=
          std::string::npos);

    Recorder(file, system, {.overwrite = true}).append(state);
    CHECK(Recording(file).frames() == 1);
}

TEST_CASE("of a recording that was cut off or damaged, the frames before the damage can be read") {
    const System system(double_pendulum());
    const Folder folder;
    const std::string file = folder / "good.sinew";
    Recorder recorder(file, system);
    State state = system.default_state();
    for (int i = 0; i < 400; ++i) {
        state.set_time(i);
        recorder.append(state);
    }
    recorder.close();
    const std::string whole = read_text_file(file);
    REQUIRE(whole.size() % 4096 == 0);

    const std::string cut = folder / "cut";
    write_text_file(cut, whole.substr(0, whole.size() * 4 / 5));
    CHECK(said_by([&] { Recording{cut}; }) ==
          sinew::quoted(cut) + " is cut off: it has " + std::to_string(whole.size() * 4 / 5) + " of its " +
              std::to_string(whole.size()) +
              " bytes. Copy it again from where it came; salvage() reads what is left.");
    const Recording left = Recording::salvage(cut);
    CHECK(left.frames() > 50);
    CHECK(left.frames() < 400);
    CHECK(left.times().size() == static_cast<std::size_t>(left.frames()));
    CHECK(left.state(system, left.frames() - 1).time() == static_cast<double>(left.frames() - 1));

    // Every prefix and every flipped byte: read whole, or refused; never a wrong State.
    int refused = 0, prefixes = 0;
    for (std::size_t size = 0; size < whole.size(); size += 1009, ++prefixes) {
        write_text_file(cut, whole.substr(0, size));
        refused += said_by([&] { Recording{cut}.frames(); }) != "nothing was thrown";
        said_by([&] { Recording::salvage(cut).frames(); });
    }
    CHECK(refused == prefixes);
    int wrong = 0;
    for (std::size_t place = 0; place < whole.size(); place += 487) {
        std::string flipped = whole;
        flipped[place] = static_cast<char>(flipped[place] ^ 0x10);
        write_text_file(cut, flipped);
        said_by([&] {
            const Recording recording(cut);
            for (long i = 0; i < 400; i += 7) {
                state.set_time(static_cast<double>(i));
                said_by([&] { wrong += !(recording.state(system, i) == state); });
            }
        });
    }
    CHECK(wrong == 0);
}

TEST_CASE("other languages read a recording as the chapter says") {
    if (std::system("python3 -c 'import sqlite3' 2>/dev/null") != 0) return;
    const System system(double_pendulum());
    const Folder folder;
    Recorder recorder(folder / "run", system);
    State state = system.default_state();
    for (int i = 0; i < 3; ++i) {
        state.set_time(0.5 * i);
        state.set_q(std::vector{0.25 * i, -1.0 / 3});
        recorder.append(state);
    }
    recorder.close();
    const std::string said = folder / "said";
    write_text_file(folder / "read.py", R"(
import sqlite3, struct, sys
run = sqlite3.connect(sys.argv[1])
names = [n for (n,) in run.execute("SELECT name FROM variables WHERE kind='q' ORDER BY place")]
for t, q in run.execute("SELECT time, q FROM frames ORDER BY frame"):
    print(t, dict(zip(names, struct.unpack(f"<{len(names)}d", q))))
)");
    REQUIRE(std::system(
                ("python3 " + (folder / "read.py") + " " + (folder / "run") + " > " + said).c_str()) == 0);
    CHECK(read_text_file(said) ==
          "0.0 {'shoulder.angle': 0.0, 'elbow.angle': -0.3333333333333333}\n"
          "0.5 {'shoulder.angle': 0.25, 'elbow.angle': -0.3333333333333333}\n"
          "1.0 {'shoulder.angle': 0.5, 'elbow.angle': -0.3333333333333333}\n");
}
