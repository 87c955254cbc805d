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

/// All joints, a force with a discrete variable, and variables of every type.
struct Mixed {
    Model model = random_model(3);
    VariableId<bool> flag = model.add_variable("flag", false, Stage::report);
    VariableId<std::int64_t> count = model.add_variable<std::int64_t>("count", 7, Stage::report);
    VariableId<std::array<double, 3>> target =
        model.add_variable("target", std::array{1.0, 2.0, 3.0}, Stage::report);
    VariableId<Settings> settings = model.add_variable("settings", Settings{1, 2}, Stage::report);
    ForceId gravity = model.add(Gravity{});
    System system{model};

    State state(std::uint64_t seed) const {
        State s = random_state(system, seed);
        s.set_time(0.1 * static_cast<double>(seed));
        s.set(flag, true);
        s.set(count, std::int64_t{-9007199254740993});
        s.set(target, {-0.0, 5e-324, 1.7976931348623157e308});
        s.set(settings, Settings{-5, 6});
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
    const std::vector<std::string> lines = differences(a, b);
    REQUIRE(lines.size() == 3);
    CHECK(lines[0] == "time: 0.1 | 9");
    CHECK(lines[1].starts_with("parameter body2.mass: "));
    CHECK(lines[2] == "variable flag: bytes 01 | 00");
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
              "not to \"leg\".");
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
