// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/error.h>
#include <sinew/base/names.h>
#include <sinew/system/work.h>

#include <string>

namespace sinew {

void check_size(const char* what, std::size_t found, int expected) {
    if (found != size(expected))
        throw StateError(std::string(what) + " must have " + std::to_string(expected) +
                         " numbers for this system, but has " + std::to_string(found) + ".");
}

std::size_t Work::bytes(const Compiled& c) {
    const Tree& tree = c.tree;
    return size(tree.size()) *
               (sizeof(SpatialAcceleration) + 2 * sizeof(SpatialForce) + sizeof(RigidInertia) + sizeof(int)) +
           size(tree.nu) * 10 * sizeof(double) + size(c.pending.one) * sizeof(PendingTriples) +
           size(c.pending.four) * sizeof(PendingT<Pack>) + sizeof(double);
}

Work::Work(const System& system, const State& state) {
    const Compiled& c = fitting(system, state);
    Cursor memory{static_cast<std::byte*>(state.cache(c.entries.work))};
    pending.four = memory.take<PendingT<Pack>>(c.pending.four);  // first, where a cache line begins
    pending.one = memory.take<PendingTriples>(c.pending.one);
    A = memory.take<SpatialAcceleration>(c.tree.size());
    z = memory.take<SpatialForce>(c.tree.size());
    F = memory.take<SpatialForce>(c.tree.size());
    K = memory.take<RigidInertia>(c.tree.size());
    columns = memory.take<double>(9 * c.tree.nu);
    f = memory.take<double>(c.tree.nu);
    pending.stack = c.pending.stack;
    end = memory.take<int>(c.tree.size());
}

TreeLoads Work::loads(const System& system, const State& state, const Loads& given) {
    const Compiled& c = system.compiled();
    TreeLoads loads{given.f.data(), nullptr};
    if (!given.f.empty()) check_size("loads.f", given.f.size(), c.tree.nu);
    else {
        for (int i = 0; i < c.tree.nu; ++i) f[i] = 0;
        loads.f = f;
    }
    if (given.F_B_W.empty()) return loads;
    check_size("loads.F_B_W", given.F_B_W.size(), c.bodies());
    const PositionT<double> x = positions(system, state);
    const Transform* X_MB = instance_of(c, state).X_MB;
    for (int node = 0; node < c.tree.size(); ++node)
        F[node] = shift_inward(given.F_B_W[size(c.body_of_node[size(node)])], x.X_WB[node].R * X_MB[node].p);
    for (const Compiled::Half& half : c.halves) F[half.node] = {};
    loads.F_W = F;
    return loads;
}

}  // namespace sinew
