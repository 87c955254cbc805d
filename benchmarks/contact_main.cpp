// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Contact in time: Sinew against Simbody's compliant contact, with the same surfaces, materials and methods.
#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <string>

#include <fmt/format.h>

#include "compare_runs.h"
#include "heading.h"
#include "measure.h"
#include "program.h"

namespace bench {

int run(int count, char** words) {
    std::string file;
    int repeats = 3;
    for (int i = 1; i + 1 < count; i += 2) {
        const std::string word = words[i];
        if (word == "--json") file = words[i + 1];
        else if (word == "--repeats") repeats = std::atoi(words[i + 1]);
        else throw std::runtime_error("sinew_bench_contact [--json FILE] [--repeats N]");
    }
    nlohmann::json out = heading(pin_to_one_core());
    for (const RunProblem& problem : all_contact_problems()) {
        const Sides sides(problem);
        // Simbody weighs two meshes by the areas that touch, Sinew by halves: these differ by a few percent.
        const bool two_meshes = problem.name.find("mesh on mesh") == 0;
        const double at_start = difference_at_start(sides, two_meshes ? 0.1 : 1e-9);
        const double apart = distance(sides.ours->run(RunMethod::merson, 1e-8, problem.seconds),
                                      sides.simbody->run(RunMethod::merson, 1e-8, problem.seconds));
        fmt::print("\n{}: accelerations agree to {:.1e}, places after {} s to {:.1e} m\n", problem.name,
                   at_start, problem.seconds, apart);
        nlohmann::json rows = compare(sides, RunMethod::merson, {1e-3, 1e-4, 1e-5}, problem.seconds, repeats);
        rows["problem"] = problem.name;
        rows["acceleration_difference"] = at_start;
        rows["libraries_apart_m"] = apart;
        out["contact"].push_back(rows);
    }
    if (!file.empty()) std::ofstream(file) << out.dump(1) << "\n";
    return 0;
}

}  // namespace bench
