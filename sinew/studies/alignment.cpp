// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/studies/alignment.h>
#include <sinew/system/constrain.h>
#include <sinew/system/work.h>

#include <algorithm>
#include <cstring>

namespace sinew {

namespace {

template <class E>
bool keeps_axes_parallel(const E& element) {
    if constexpr (std::is_same_v<E, LoopConstraint>) return element.held & Held::axis;
    else return std::is_same_v<E, PinConstraint> || std::is_same_v<E, CylinderConstraint>;
}

Vec3 axis_W(const PositionT<double>& x, int body, const Vec3& a_M) { return x.X_WB[body].R * a_M; }

}  // namespace

Alignment::Alignment(const System& system, const State& state) {
    const Compiled& c = fitting(system, state);
    const Transform* X_MB = instance_of(c, state).X_MB;
    for (std::size_t i = 0; i < c.constraints.all.size(); ++i) {
        const BoundConstraint& bound = c.constraints.all[i];
        const double* k = state.parameter_block().values.data() + bound.parameters.first;
        with_constraint(bound.element, [&]<class E>(const E& element) {
            if constexpr (requires(typename E::template Values<double> v) { v.from.row, v.to.row; }) {
                if (!keeps_axes_parallel(element)) return;
                typename E::template Values<double> values;
                std::memcpy(static_cast<void*>(&values), k, sizeof values);
                const int A = bound.body[0], B = bound.body[1];
                pairs_.push_back({static_cast<int>(i), A, B, X_MB[A].R * values.from.X().R.z,
                                  X_MB[B].R * values.to.X().R.z});
            }
        });
    }
}

void Alignment::errors(const System& system, const State& state, double* a) const {
    if (pairs_.empty()) return;
    const PositionT<double> x = positions(system, state);
    const std::uint8_t* disabled = disabled_constraints(system.compiled(), state);
    for (const Pair& p : pairs_)
        *a++ = disabled[p.constraint] ? 0 : dot(axis_W(x, p.A, p.a_M), axis_W(x, p.B, p.b_M)) - 1;
}

void Alignment::rows(const System& system, const State& state, double* G) const {
    if (pairs_.empty()) return;
    const Compiled& c = system.compiled();
    const PositionT<double> x = positions(system, state);
    const std::uint8_t* disabled = disabled_constraints(c, state);
    std::fill_n(G, size(c.tree.nu) * pairs_.size(), 0.0);
    for (const Pair& p : pairs_) {
        const Vec3 t = cross(axis_W(x, p.A, p.a_M), axis_W(x, p.B, p.b_M));
        if (!disabled[p.constraint])
            for (const auto& [body, sign] : {std::pair{p.A, 1.0}, std::pair{p.B, -1.0}})
                for (int B = body; B > 0; B = c.tree[B].parent)
                    for (int i = c.tree[B].u; i < c.tree[B].u + c.tree[B].nu; ++i)
                        G[i] += sign * dot(t, x.H_W[i].w);
        G += c.tree.nu;
    }
}

}  // namespace sinew
