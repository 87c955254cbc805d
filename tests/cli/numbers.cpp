// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Reads a model by the library and prints what `sinew eval` must print, each number to the last bit.
#include <sinew/formats/model_file.h>
#include <sinew/sinew.h>
#include <sinew/system/postures.h>

#include <cstdio>

using namespace sinew;

int main(int count, char** words) {
    if (count != 2) return 2;
    const System system = compile(read_model(words[1]));
    const State state = start_state(system);
    for (const double a : forward_dynamics(system, state)) std::printf("accelerations %a\n", a);
    std::printf("kinetic %a\npotential %a\ntotal %a\n", kinetic_energy(system, state),
                potential_energy(system, state), total_energy(system, state));
    std::vector<double> M(static_cast<std::size_t>(system.nu() * system.nu()));
    mass_matrix(system, state, M);
    for (const double m : M) std::printf("mass_matrix %a\n", m);
}
