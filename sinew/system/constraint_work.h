// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/system/compiled.h>
#include <sinew/system/friction.h>
#include <sinew/system/work.h>

namespace sinew {

/// Work space for the constraints.
struct ConstraintWork {
    double* z;         ///< 6 per slot of the sweep
    double* products;  ///< 2 x largest²
    double* x;         ///< one per equation
    double* lambda;    ///< one per equation
    double* v;         ///< one per speed
    double* u_dot;     ///< one per speed
    SpatialAcceleration* A;
    // Only where constraints act one way, or islands end at bodies.
    SpatialForce *F, *F_z;  ///< one per body
    // Only where islands end at bodies.
    ArticulatedInertia* delta;  ///< one per body
    double* applied;            ///< one per equation
    // Only where constraints act one way.
    Sliding* sliding;              ///< one per condition
    double *of_friction, *matrix;  ///< columns of one per equation, one per condition; its square
    double* normal;                ///< one per condition

    ConstraintWork(const Compiled& c, const State& state) {
        const ColumnPlan& plan = c.constraints.plan;
        Cursor memory{static_cast<std::byte*>(state.cache(c.entries.constraint_work))};
        z = memory.take<double>(6 * plan.slots);
        products = memory.take<double>(2 * plan.largest * plan.largest);
        x = memory.take<double>(c.constraints.a);
        lambda = memory.take<double>(c.constraints.a);
        v = memory.take<double>(c.tree.nu);
        u_dot = memory.take<double>(c.tree.nu);
        A = memory.take<SpatialAcceleration>(c.tree.size());
        const int k = static_cast<int>(c.constraints.one_way.size()), carried = bodies_if(c, plan.inner > 0);
        F = memory.take<SpatialForce>(bodies_if(c, k > 0 || plan.inner > 0));
        F_z = memory.take<SpatialForce>(bodies_if(c, k > 0 || plan.inner > 0));
        delta = memory.take<ArticulatedInertia>(carried);
        applied = memory.take<double>(plan.inner > 0 ? c.constraints.a : 0);
        of_friction = memory.take<double>(k * c.constraints.a);
        matrix = memory.take<double>(k * k);
        normal = memory.take<double>(k);
        sliding = memory.take<Sliding>(k);
    }
    static std::size_t bytes(const Compiled& c) {
        const ColumnPlan& plan = c.constraints.plan;
        const std::size_t k = c.constraints.one_way.size(), m = size(c.constraints.a);
        return sizeof(double) * (6 * size(plan.slots) + 2 * size(plan.largest) * size(plan.largest) + 2 * m +
                                 2 * size(c.tree.nu) + (plan.inner > 0 ? m : 0) + k * (m + k + 1)) +
               sizeof(SpatialAcceleration) * size(c.tree.size()) +
               2 * sizeof(SpatialForce) * size(bodies_if(c, k > 0 || plan.inner > 0)) +
               sizeof(ArticulatedInertia) * size(bodies_if(c, plan.inner > 0)) + sizeof(Sliding) * k;
    }
    static int bodies_if(const Compiled& c, bool needed) { return needed ? c.tree.size() : 0; }
};

}  // namespace sinew
