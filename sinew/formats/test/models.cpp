// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// The models that come along, each of them.
#include <sinew/formats/json_model.h>
#include <sinew/studies/simulate.h>
#include <sinew/system/constraints.h>
#include <sinew/system/postures.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

using namespace sinew;

namespace {

std::vector<std::string> model_files() {
    std::vector<std::string> files;
    for (const auto& entry : std::filesystem::directory_iterator(SINEW_SOURCE "/models"))
        if (entry.path().extension() == ".json") files.push_back(entry.path().string());
    std::sort(files.begin(), files.end());
    return files;
}

double largest(std::span<const double> numbers) {
    double most = 0;
    for (const double x : numbers) most = std::max(most, std::abs(x));
    return most;
}

}  // namespace

TEST_CASE("every model that comes along is put together at its start, moves, and is read as it is saved") {
    const std::vector<std::string> files = model_files();
    CHECK(files.size() >= 20);
    for (const std::string& file : files) {
        CAPTURE(file);
        const ModelFile read = read_model(file);
        CHECK(read.notes.empty());
        CHECK(!read.model.title.empty());
        CHECK(!read.model.description.empty());
        CHECK(std::filesystem::path(file).stem() == read.model.name);
        const std::string text = to_json_model(read.model);
        CHECK(to_json_model(read_json_model_text(text, "saved.json").model) == text);

        const System system = compile(read);
        CHECK(system.warnings().empty());
        for (std::size_t i = 1; i < read.model.bodies.size(); ++i)
            CHECK(std::any_of(read.model.visuals.begin(), read.model.visuals.end(),
                              [&](const Visual& v) { return v.body.index == static_cast<int>(i); }));
        const State start = start_state(system);
        CHECK(largest(position_errors(system, start)) < 1e-6);
        const double until = read.model.name == "andrews" ? 0.005 : 0.25;
        Simulation run(system, start, {.until = until});
        run.advance_to(until);
        CHECK(run.state().time() == until);
        CHECK(largest(velocity_errors(system, run.state())) < 1e-3);
        double moved = 0;
        for (int i = 0; i < system.nq(); ++i)
            moved = std::max(moved, std::abs(run.state().q()[static_cast<std::size_t>(i)] -
                                             start.q()[static_cast<std::size_t>(i)]));
        CHECK(moved > 1e-3);
    }
}
