// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Programs that are killed, run out of room or have no permission lose nothing that was committed, and go on.
#include <sinew/base/names.h>
#include <sinew/formats/compare_recordings.h>
#include <sinew/formats/recorder.h>
#include <sinew/formats/test/child.h>
#include <sinew/formats/test/pendulum.h>
#include <sinew/studies/observer.h>
#include <sinew/system/model.h>

#include <doctest/doctest.h>

#include <csignal>
#include <random>

#include <unistd.h>
#include <sys/resource.h>
#include <sys/stat.h>

using namespace sinew;
using namespace sinew::testing;

namespace {

void tell(int pipe, long frame) {
    if (write(pipe, &frame, sizeof frame) != sizeof frame) _exit(2);
}

long last_told(const std::string& said) {
    long frame = -1;
    const std::size_t whole = said.size() / sizeof frame;
    if (whole > 0) said.copy(reinterpret_cast<char*>(&frame), sizeof frame, (whole - 1) * sizeof frame);
    return frame;
}

/// Records a run from the start or from where a recording ends, up to time 2: some of its States, with outputs that
/// look back over the run.
void run(const System& system, const std::string& file, int pipe, bool goes_on) {
    const RecorderOptions options{.outputs = {"falls", "fastest"}, .commit_every = 0.005, .sync = false};
    Resumed now = goes_on ? Recorder::resume(file, system, options)
                          : Resumed{Recorder(file, system, options), system.default_state(), 0.003};
    const AnyJointId elbow = system.model().joint("elbow");
    Observer watch(system, {integral(measure::power()), maximum(abs(delayed(measure::u(elbow), 0.03)))});
    if (goes_on) {
        watch.restore(now.memory);
    } else {
        now.state.set_q(std::vector{1.2, 0.4});
        watch.observe(now.state);
        now.recorder.checkpoint(now.state, now.next_step, watch.memory());
    }
    long steps = 0;
    while (now.state.time() < 2) {
        now.next_step = step(system, now.state, now.next_step);
        watch.observe(now.state);
        const auto milliseconds = static_cast<long>(now.state.time() * 1000);
        if (milliseconds % 3 == 0) {
            now.recorder.append(now.state, std::vector{watch[0], watch[1]});
            if (milliseconds % 7 == 0) now.recorder.event(now.state.time(), "seventh");
            if (milliseconds % 5 == 0) tell(pipe, now.recorder.commit() - 1);
        }
        now.recorder.checkpoint(now.state, now.next_step, watch.memory());
        if (++steps % 20 == 0) usleep(200);
    }
    now.recorder.close();
}

}  // namespace

TEST_CASE("200 programs killed at random moments lose no frame that they announced") {
    const System system(double_pendulum());
    const Folder folder;
    std::mt19937 random(7);
    long lost = 0, announced = 0, wrong = 0, kills = 0;
    for (int file_number = 0; file_number < 20; ++file_number) {
        const std::string file = folder / ("run" + std::to_string(file_number));
        for (int again = 0; again < 10; ++again, ++kills) {
            Child child([&](int pipe) {
                const RecorderOptions options{.commit_every = 0.002, .sync = false};
                Resumed now = again > 0
                                  ? Recorder::resume(file, system, options)
                                  : Resumed{Recorder(file, system, options), system.default_state(), 0.0};
                for (;;) {
                    now.state.set_time(static_cast<double>(now.recorder.frames()));
                    now.state.set_q(std::vector{now.state.time() / 3, -now.state.time()});
                    now.recorder.append(now.state, {}, 1.0);
                    if (now.recorder.frames() % 3 == 0) tell(pipe, now.recorder.commit() - 1);
                }
            });
            child.kill_after(static_cast<int>(random() % 8000));
            const long last = last_told(child.all_it_said());
            REQUIRE(last >= 0);
            announced += last;
            const Recording recording(file);
            lost += recording.frames() <= last;
            const State state = recording.state(system, last);
            wrong += state.time() != static_cast<double>(last) || state.q()[0] != state.time() / 3;
        }
    }
    CHECK(kills == 200);
    CHECK(lost == 0);
    CHECK(wrong == 0);
    MESSAGE("frames announced by runs of one file, summed: ", announced);
}

TEST_CASE("a run that is killed again and again and resumed is the unbroken run, bit for bit") {
    const System system(double_pendulum());
    const Folder folder;
    const std::string broken = folder / "broken", unbroken = folder / "unbroken";
    Child([&](int pipe) { run(system, unbroken, pipe, false); }).all_it_said();
    std::mt19937 random(11);
    int kills = 0;
    for (bool complete = false; !complete && kills < 100; ++kills) {
        Child child([&](int pipe) { run(system, broken, pipe, kills > 0); });
        if (kills < 12) child.kill_after(static_cast<int>(random() % 5000));
        const std::string said = child.all_it_said();
        INFO(said);
        REQUIRE(said.find("differently") == std::string::npos);
        complete = Recording(broken).about().complete;
    }
    CHECK(kills > 3);
    const Recording a(unbroken), b(broken);
    const RecordingComparison comparison = compare(a, b);
    INFO(comparison.text());
    CHECK(comparison.same());
    CHECK(a.frames() > 100);
    for (long i = 0; i < a.frames(); i += 13) CHECK(a.state(system, i) == b.state(system, i));
    CHECK(a.events().size() == b.events().size());
    CHECK(a.output("fastest").back() > 1);
}

TEST_CASE("a resumed run that comes out differently is refused, with the frame") {
    const System system(double_pendulum());
    const Folder folder;
    const std::string file = folder / "run";
    State state = system.default_state();
    {
        Recorder recorder(file, system);
        recorder.append(state, {}, 0.1);
        recorder.checkpoint(state, 0.1);
        state.set_time(0.1);
        recorder.append(state);
    }
    Resumed now = Recorder::resume(file, system);
    CHECK(now.next_step == 0.1);
    CHECK(now.state.time() == 0);
    now.state.set_time(0.1);
    now.state.set_u(std::vector{1.0, 0.0});
    CHECK(said_by([&] { now.recorder.append(now.state); })
              .find("frame 1 of " + sinew::quoted(file) +
                    ", at time 0.1, came out differently when the run was resumed") == 0);
}

TEST_CASE("a full disk and a folder without permission are named, and what was committed stays") {
    const System system(double_pendulum());
    const Folder folder;
    const std::string file = folder / "full";
    Child full([&](int pipe) {
        signal(SIGXFSZ, SIG_IGN);
        const rlimit most{200'000, 200'000};
        setrlimit(RLIMIT_FSIZE, &most);
        Recorder recorder(file, system, {.commit_every = 0, .sync = false});
        State state = system.default_state();
        for (int i = 0; i < 100'000; ++i) {
            state.set_time(i);
            recorder.append(state);
            tell(pipe, i);
        }
    });
    const std::string said = full.all_it_said();
    const std::size_t text = said.find('"');
    REQUIRE(text != said.npos);
    const std::string error = said.substr(text);
    CHECK(error ==
          sinew::quoted(file) +
              " can not be read or written: the system refused (File too large). All frames that were "
              "committed are whole.");
    const Recording recording(file);
    const long last = last_told(said.substr(0, text));
    CHECK(last > 10);
    CHECK(recording.frames() >= last + 1);
    CHECK(recording.state(system, last).time() == static_cast<double>(last));

    const std::string closed = folder / "closed";
    REQUIRE(mkdir(closed.c_str(), 0555) == 0);
    Child refused([&](int) {
        if (geteuid() == 0 && (chmod((folder / ".").c_str(), 0755) != 0 || seteuid(65534) != 0)) _exit(3);
        Recorder(closed + "/run", system);
    });
    CHECK(refused.all_it_said() == sinew::quoted(closed + "/run") +
                                       " can not be opened: you have no permission to write in folder " +
                                       sinew::quoted(closed) + ".");
    CHECK(said_by([&] { Recorder(folder / "no/such", system); }) ==
          sinew::quoted(folder / "no/such") + " can not be opened: there is no folder " +
              sinew::quoted(folder / "no") + ".");
}
