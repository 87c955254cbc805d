// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <apps/cli/events.h>
#include <apps/cli/load.h>
#include <apps/cli/quantities.h>
#include <apps/cli/values.h>
#include <sinew/base/names.h>
#include <sinew/studies/measures.h>

namespace sinew::cli {

const char* const events_text =
    "An event is \"WHEN: WHAT\". WHEN: NUMBER>VALUE, NUMBER<VALUE (when it gets there), t=TIME or every "
    "PERIOD. WHAT: stop, "
    "mark (only note it), or changes such as knee.angle/speed=0, shank.mass=2; NAME*=FACTOR multiplies.";

namespace {

struct Change {
    std::string name, value;
    bool multiplies = false;
};

Change change_of(const std::string& text, const std::string& whole) {
    const std::size_t times = text.find("*=");
    if (times != std::string::npos)
        return {trimmed(text.substr(0, times)), trimmed(text.substr(times + 2)), true};
    const Assignment a = assignment_of(text, "--event " + sinew::quoted(whole) + ":");
    return {a.name, a.value, false};
}

void apply(State& state, const System& system, const Change& change) {
    const std::string who = "--event";
    if (!change.multiplies) return set_by_name(state, system.model(), change.name, change.value, who);
    const double now = value(system, state, measure_of(system, change.name));
    set_by_name(state, system.model(), change.name, shortest(now * number_of(change.value, who)), who);
}

When when_of(const System& system, const std::string& text, const std::string& whole) {
    const std::string who = "--event " + sinew::quoted(whole);
    if (text.starts_with("every ")) return Every{number_of(trimmed(text.substr(6)), who)};
    const std::size_t at = text.find_first_of("<>=");
    if (at == std::string::npos)
        throw UsageError(who + ": " + sinew::quoted(text) +
                         " is not of the form NUMBER>VALUE, NUMBER<VALUE, t=TIME or every PERIOD.");
    const std::string name = trimmed(text.substr(0, at));
    const double limit = number_of(trimmed(text.substr(at + 1)), who);
    if (text[at] == '=') {
        if (name != "t" && name != "time")
            throw UsageError(who + ": only time is met exactly; write " + name + "> or " + name + "<.");
        return AtTimes{{limit}};
    }
    Crossing crossing;
    const Measure watched = measure_of(system, name == "t" ? "time" : name);
    crossing.witness = [system, watched, limit](const State& state) {
        return value(system, state, watched) - limit;
    };
    crossing.direction = text[at] == '>' ? Direction::rising : Direction::falling;
    crossing.stage = stage_of(system, name);
    return crossing;
}

}  // namespace

Handler handler_of(const System& system, const std::string& text) {
    const std::size_t colon = text.rfind(':');
    const std::size_t space = text.rfind(": ");
    const std::size_t at = space != std::string::npos ? space : colon;
    if (at == std::string::npos)
        throw UsageError("--event " + sinew::quoted(text) +
                         " is not of the form \"WHEN: WHAT\", such as \"knee.angle>1: stop\".");
    const std::string what = trimmed(text.substr(at + 1));
    Handler handler{text, when_of(system, trimmed(text.substr(0, at)), text), {}};
    if (what == "stop") {
        handler.act = [](State&, Event& event) { event.end_run(); };
    } else if (what == "mark") {
        handler.act = [](State&, Event&) {};
    } else {
        std::vector<Change> changes;
        for (const std::string& part : split(what, ' '))
            if (!trimmed(part).empty()) changes.push_back(change_of(trimmed(part), text));
        if (changes.empty()) throw UsageError("--event " + sinew::quoted(text) + " does not say what to do.");
        State trial = system.default_state();
        for (const Change& change : changes)
            apply(trial, system, change);  // so that mistakes show before the run
        handler.act = [system, changes](State& state, Event&) {
            for (const Change& change : changes) apply(state, system, change);
        };
    }
    return handler;
}

}  // namespace sinew::cli
