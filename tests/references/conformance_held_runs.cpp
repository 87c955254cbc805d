// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0

// Cases with constraints that run in time.

#include <tests/references/conformance.h>

namespace sinew::testing {

void run_of_slider_crank(const Case& c, Account& account) {
    start_of_slider_crank(c, account);
    for (const Closing closing : {Closing::independent, Closing::spatial, Closing::twice}) {
        const Running r(c, {.closing = closing});
        Simulation run(r.system, r.state, {.accuracy = accuracy_of_peer});
        for (const Check& check : c.checks) {
            if (check.t == 0) continue;
            run.advance_to(check.t);
            std::vector<double> found = r.by_bodies(run.state().q());
            const std::vector<double> u = r.by_bodies(run.state().u());
            found.insert(found.end(), u.begin(), u.end());
            account.compare(check, found);
            account.at_most(largest_of(found, check.value), c.peer);
        }
        account.compare(c.check("total energy"), total_energy(r.system, run.state()));
    }
}

void run_of_squeezer(const Case& c, Account& account) {
    start_of_squeezer(c, account);
    const Running r(c);
    const double torque = c.model.joint_forces.at(0).constant;  // drives K1
    Simulation run(r.system, r.state, {.accuracy = accuracy_of_peer});
    for (const Check& check : c.checks) {
        if (check.t == 0) continue;
        CAPTURE(check.t);
        run.advance_to(check.t);
        const State& s = run.state();
        const std::vector<double> q = r.by_bodies(s.q());
        if (check.quantity.starts_with("joint angles")) {
            account.compare(check, q);
            account.at_most(largest_of(q, check.value), c.peer);
        } else if (check.quantity.starts_with("joint rates")) {
            account.compare(check, r.by_bodies(s.u()));
        } else {
            const double stored = kinetic_energy(r.system, s) +
                                  potential_energy(r.system, s, r.mechanism.model.force("spring0"));
            account.compare(check, stored - torque * (q[0] - c.q[0]));
        }
    }
}

}  // namespace sinew::testing
