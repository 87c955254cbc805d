// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/studies/error.h>
#include <sinew/studies/history.h>
#include <sinew/system/model.h>
#include <sinew/system/system.h>

#include <doctest/doctest.h>

using namespace sinew;

TEST_CASE("a history keeps the last States and finds them by time") {
    Model model;
    const BodyId body = model.add(Body{.name = "body", .mass = {.mass = 1}});
    const auto rail = model.add(Slider{}, {.name = "rail", .to = body});
    const System system(model);
    History history(5);
    CHECK_THROWS_AS(history.newest(), StudyError);
    const auto push = [&](double t) {
        State state = system.default_state();
        state.set_time(t);
        state.q(rail) = 10 * t;
        history.push(state);
    };
    for (int i = 0; i < 3; ++i) push(i);
    CHECK(history.size() == 3);
    CHECK(history.oldest().time() == 0);
    for (int i = 3; i < 13; ++i) push(i);
    CHECK(history.size() == 5);
    for (std::size_t i = 0; i < 5; ++i) {
        CHECK(history[i].time() == 8.0 + static_cast<double>(i));
        CHECK(history[i].q(rail) == 10 * history[i].time());
    }
    CHECK(history.at_or_before(9.9) == 1);
    CHECK(history.nearest(9.9) == 2);
    CHECK(history.nearest(-1) == 0);
    CHECK(history.nearest(99) == 4);
    CHECK_THROWS_AS(push(11), StudyError);

    History branch = history;
    branch.drop_after(10);
    CHECK(branch.newest().time() == 10);
    history = branch;
    for (const double t : {10.0, 10.5, 11.5, 12.5}) push(t);
    CHECK(history.oldest().time() == 10);
    CHECK(history.newest().time() == 12.5);
    CHECK(branch.size() == 3);
    history.clear();
    CHECK(history.empty());
    CHECK_THROWS_AS(History(0), StudyError);
}
