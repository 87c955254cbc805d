// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// A State comes back from text and from bytes equal to the last bit, and nothing damaged is taken for one.
#include <sinew/state/save.h>
#include <tests/support/random_model.h>

#include <doctest/doctest.h>

#include <limits>

using namespace sinew;
using namespace sinew::testing;

namespace {

struct Settings {
    std::int32_t mode, level;
};

enum class Phase : std::int8_t { stance = -1, swing = 1 };

/// Neither plain nor known to Sinew.
struct Route {
    std::vector<std::string> stops;
};

}  // namespace

template <>
struct sinew::Saved<Route> {
    static std::string to_bytes(const Route& route) {
        std::string bytes;
        for (const std::string& stop : route.stops) bytes += stop + '\n';
        return bytes;
    }
    static Route from_bytes(std::string_view bytes) {
        Route route;
        for (; !bytes.empty(); bytes.remove_prefix(route.stops.back().size() + 1)) {
            if (bytes.find('\n') == bytes.npos) throw std::runtime_error("a stop has no end.");
            route.stops.emplace_back(bytes.substr(0, bytes.find('\n')));
        }
        return route;
    }
};

namespace {

/// All joints, a force with a discrete variable, and variables of every type.
struct Mixed {
    Model model = random_model(3);
    VariableId<bool> flag = model.add_variable("flag", false, Stage::report);
    VariableId<std::int64_t> count = model.add_variable<std::int64_t>("count", 7, Stage::report);
    VariableId<std::array<double, 3>> target =
        model.add_variable("target", std::array{1.0, 2.0, 3.0}, Stage::report);
    VariableId<Settings> settings = model.add_variable("settings", Settings{1, 2}, Stage::report);
    VariableId<Phase> phase = model.add_variable("phase", Phase::swing, Stage::report);
    VariableId<float> gain = model.add_variable("gain", 1.0f, Stage::report);
    VariableId<std::array<std::uint64_t, 2>> seeds =
        model.add_variable("seeds", std::array<std::uint64_t, 2>{}, Stage::report);
    VariableId<std::string> note = model.add_variable("note", std::string("at rest"), Stage::report);
    VariableId<std::vector<double>> history =
        model.add_variable("history", std::vector<double>{}, Stage::report);
    VariableId<Route> route = model.add_variable("route", Route{}, Stage::report);
    ForceId gravity = model.add(Gravity{});
    System system{model};

    State state(std::uint64_t seed) const {
        State s = random_state(system, seed);
        s.set_time(0.1 * static_cast<double>(seed));
        s.set(flag, true);
        s.set(count, std::int64_t{-9007199254740993});
        s.set(target, {-0.0, 5e-324, 1.7976931348623157e308});
        s.set(settings, Settings{-5, 6});
        s.set(phase, Phase::stance);
        s.set(gain, 0.1f);
        s.set(seeds, {0xffff'ffff'ffff'ffff, seed});
        s.set(note, seed % 2 ? "\"é\"\n" : std::string("\xff\0 not text", 11));
        s.set(history, std::vector(seed, -1e-320));
        s.set(route, {{"Ulm", "Köln"}});
        s.set_parameter("body1.mass", 1.0 / 3);
        return s;
    }
};

/// True if reading was refused with a StateError; anything else but success fails the test.
template <class Read>
bool refused(Read&& read) {
    try {
        read();
        return false;
    } catch (const StateError& error) {
        CHECK(std::string(error.what()).size() > 20);
        return true;
    }
}

}  // namespace

TEST_CASE("a State comes back from JSON and from bytes to the last bit, and so do its answers") {
    const Mixed sample;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const State state = sample.state(seed), like = sample.system.default_state();
        CHECK_FALSE(state == like);
        const State from_text = from_json(like, to_json(state)),
                    from_bytes = from_binary(like, to_binary(state));
        CHECK(from_text == state);
        CHECK(from_bytes == state);
        CHECK(to_json(from_bytes) == to_json(state));
        CHECK(difference(forward_dynamics(sample.system, from_text),
                         forward_dynamics(sample.system, state)) == 0);
        CHECK(differences(from_text, state).empty());
    }
}

TEST_CASE("differences are told by name, with both values") {
    const Mixed sample;
    const State a = sample.state(1);
    State b = a;
    b.set_time(9);
    b.set_parameter("body2.mass", 5);
    b.set(sample.flag, false);
    b.set(sample.note, "on the way");
    b.set(sample.history, {1, 2.5});
    const std::vector<std::string> lines = differences(a, b);
    REQUIRE(lines.size() == 5);
    CHECK(lines[0] == "time: 0.1 | 9");
    CHECK(lines[1].starts_with("parameter body2.mass: "));
    CHECK(lines[2] == "variable flag: true | false");
    CHECK(lines[3] == R"(variable note: "\"é\"\u000a" | "on the way")");
    CHECK(lines[4] == "variable history: [-1e-320] | [1.0, 2.5]");
}

TEST_CASE("the state of another system is refused by name") {
    const Mixed sample;
    Model other{.name = "leg"};
    Random random(1);
    hang(other, random, Pin{}, world, false);
    const System leg(other);
    try {
        from_json(leg.default_state(), to_json(sample.state(1)));
        FAIL("read the state of another system");
    } catch (const StateError& error) {
        CHECK(std::string(error.what()) ==
              "this is not the saved state of this system: it belongs to system \"random 3\", "
              "not to \"leg\", or to another version of it.");
    }
    CHECK(refused([&] { from_binary(leg.default_state(), to_binary(sample.state(1))); }));
}

TEST_CASE("no prefix, no single damaged or missing byte of the compact form is taken for a state") {
    const Mixed sample;
    const State like = sample.system.default_state();
    const std::vector<std::byte> whole = to_binary(sample.state(2));
    for (std::size_t n = 0; n < whole.size(); ++n) {
        CHECK(refused([&] { from_binary(like, std::span(whole).first(n)); }));
        std::vector<std::byte> damaged = whole, shorter = whole;
        damaged[n] ^= std::byte{1};
        shorter.erase(shorter.begin() + static_cast<std::ptrdiff_t>(n));
        CHECK(refused([&] { from_binary(like, damaged); }));
        CHECK(refused([&] { from_binary(like, shorter); }));
    }
}

TEST_CASE("no prefix of the text is taken for a state, and a missing byte never crashes") {
    Model small{.name = "small"};
    Random random(1);
    hang(small, random, Pin{}, world, false);
    const System system(small);
    const State like = system.default_state();
    const std::string whole = to_json(random_state(system, 1));
    for (std::size_t n = 0; n + 2 < whole.size(); ++n) {
        CHECK(refused([&] { from_json(like, whole.substr(0, n)); }));
        std::string shorter = whole;
        shorter.erase(n, 1);
        refused(
            [&] { from_json(like, shorter); });  // a digit less is another state; anything else is refused
    }
}

TEST_CASE("variables that are not plain are shared by copies until one of them is set anew") {
    Model model{.name = "walker"};
    const auto log = model.add_variable("log", std::vector<double>(1000, 0.5), Stage::velocity);
    const System system(model);
    State a = system.default_state(), b = a;
    CHECK(a.get(log).data() == b.get(log).data());
    b.set(log, {1.0});
    CHECK(a.get(log).size() == 1000);
    CHECK(b.get(log).size() == 1);
    CHECK_FALSE(a == b);
    a = b;
    CHECK(a == b);
}

TEST_CASE("what does not say how it is saved can be copied and compared, but saving names it") {
    Model model{.name = "walker"};
    const auto names = model.add_variable("names", std::vector<std::string>{"a"}, Stage::report);
    const System system(model);
    State a = system.default_state(), b = a;
    CHECK(a == b);
    b.set(names, {"a", "b"});
    CHECK_FALSE(a == b);
    CHECK(differences(a, b) == std::vector<std::string>{"variable names: not equal"});
    CHECK(refused([&] { to_json(a); }));
    CHECK(refused([&] { to_binary(a); }));
}

TEST_CASE("text that is JSON but no state of the system is refused with the reason") {
    Model model{.name = "box"};
    model.add_variable("level", std::int8_t{3}, Stage::report);
    model.add_variable("open", true, Stage::report);
    const System system(model);
    const State like = system.default_state();
    const auto said = [&](const std::string& what, const std::string& instead) {
        std::string text = to_json(like);
        text.replace(text.find(what), what.size(), instead);
        try {
            from_json(like, text);
            return std::string();
        } catch (const StateError& error) {
            return std::string(error.what());
        }
    };
    const std::string so = "this is not the saved state of this system: ";
    CHECK(said(": 3", ": -128") == "");
    CHECK(said(": 3", ": 128") == so + "variable \"level\" is not an integer of 1 bytes.");
    CHECK(said(": 3", ": 18446744073709551615") == so + "variable \"level\" is not an integer of 1 bytes.");
    CHECK(said(": 3", ": 3.5") == so + "variable \"level\" is not an integer of 1 bytes.");
    CHECK(said(": 3", ": []") == so + "variable \"level\" has another size.");
    CHECK(said("true", "1") == so + "variable \"open\" is neither true nor false.");
    CHECK(said("\"open\"", "\"closed\"") == so + "variable \"open\" is missing.");
    CHECK(said("\"open\"", "\"level\"") == so + "it has two members \"level\".");
    CHECK(said("\"time\": 0.0", "\"time\": 1e999") ==
          so + "a number in the text is out of the range of a double.");
    CHECK(said("\"time\": 0.0", "\"time\": \"0x7ff8000000000000\"") == "time nan is not a finite number.");
    CHECK(said("\"time\": 0.0", "\"time\": " + std::string(100'000, '[')) ==
          so + "it is nested more than 8 levels deep.");
    CHECK(said("\"version\": 1", "\"version\": 2") == so + "its version is 2; this program reads version 1.");
}
