// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/error.h>
#include <sinew/base/names.h>
#include <sinew/system/friction.h>
#include <sinew/system/one_way.h>
#include <sinew/system/work.h>

#include <cmath>
#include <cstring>
#include <utility>
#include <vector>

namespace sinew {

OneWayNumbers numbers_of(const BoundOneWay& condition, const State& state) {
    OneWayNumbers numbers{};
    if (condition.bounded) return numbers;
    static_assert(sizeof numbers == 6 * sizeof(double));
    std::memcpy(&numbers, state.parameter_block().values.data() + condition.parameters.first, sizeof numbers);
    return numbers;
}

double limit_of(const BoundOneWay& condition, const State& state) {
    return state.parameter_block().values[size(condition.parameters.first)];
}

const TouchMemory& touch_memory(const Compiled& c, const State& state, int condition) {
    static_assert(sizeof(TouchMemory) == 3 * sizeof(double));
    const std::byte* all =
        state.variable_bytes(c.constraints.touching, c.constraints.one_way.size() * sizeof(TouchMemory));
    return reinterpret_cast<const TouchMemory*>(all)[condition];
}

int find_sliding(const System& system, const State& state, Sliding* out, bool even_without) {
    const Compiled& c = system.compiled();
    const std::uint8_t *sliding = sliding_constraints(c, state), *disabled = disabled_constraints(c, state);
    int count = 0;
    for (std::size_t i = 0; sliding && i < c.constraints.one_way.size(); ++i) {
        const BoundOneWay& condition = c.constraints.one_way[i];
        const std::size_t constraint = size(condition.constraint);
        if (condition.bounded || !sliding[constraint] || disabled[constraint]) continue;
        const OneWayNumbers k = numbers_of(condition, state);
        if (!even_without && k.sliding_friction == 0 && k.viscous_friction == 0) continue;
        const BoundConstraint& bound = c.constraints.all[constraint];
        const std::array<double, 2> share =
            friction_shares(condition.sign, k.sliding_friction, k.viscous_friction,
                            slip_velocity(system, state, {condition.constraint}),
                            touch_memory(c, state, static_cast<int>(i)));
        out[count++] = {static_cast<int>(i), bound.a, {share[0], share[1]}};
    }
    return count;
}

void check_that_nothing_rubs(const System& system, const State& state, const char* what) {
    const BoundConstraints& all = system.compiled().constraints;
    if (all.one_way.empty()) return;
    std::vector<Sliding> sliding(all.one_way.size());
    if (find_sliding(system, state, sliding.data()) == 0) return;
    const int constraint = all.one_way[size(sliding[0].condition)].constraint;
    throw StateError(std::string(what) + " are not known while " +
                     quoted(name_of(all.all[size(constraint)].element)) +
                     " slides with friction. Let it stick or part (set_touch), or take differences.");
}

void add_friction(const System& system, const State& state, const Sliding& sliding, double factor,
                  SpatialForce* F_W) {
    const BoundConstraints& all = system.compiled().constraints;
    const BoundOneWay& condition = all.one_way[size(sliding.condition)];
    const BoundConstraint& bound = all.all[size(condition.constraint)];
    const SpatialForce* tangents = constraint_rows(system, state).tangents + condition.tangent;
    const int bodies = static_cast<int>(bound.body.size());
    for (int t = 0; t < 2; ++t)
        for (int b = 0; b < bound.acted_on; ++b)
            F_W[bound.body[size(b)]] += (factor * sliding.share[t]) * tangents[t * bodies + b];
}

bool solve_by_elimination(double* a, double* b, int n) {
    const auto at = [&](int i, int j) -> double& { return a[i * n + j]; };
    for (int k = 0; k < n; ++k) {
        int pivot = k;
        for (int i = k + 1; i < n; ++i)
            if (std::abs(at(i, k)) > std::abs(at(pivot, k))) pivot = i;
        if (!(std::abs(at(pivot, k)) > 0)) return false;
        if (pivot != k) {
            for (int j = k; j < n; ++j) std::swap(at(k, j), at(pivot, j));
            std::swap(b[k], b[pivot]);
        }
        for (int i = k + 1; i < n; ++i) {
            const double factor = at(i, k) / at(k, k);
            for (int j = k; j < n; ++j) at(i, j) -= factor * at(k, j);
            b[i] -= factor * b[k];
        }
    }
    for (int k = n - 1; k >= 0; --k) {
        for (int j = k + 1; j < n; ++j) b[k] -= at(k, j) * b[j];
        b[k] /= at(k, k);
    }
    return true;
}

}  // namespace sinew
