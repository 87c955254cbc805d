// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/stepping/movers.h>

namespace sinew {

void Movers::clear() { all.clear(), groups.clear(), Lambda.clear(), v.clear(), free.clear(); }

int Movers::add(const Mover& mover, int numbers) {
    all.push_back(mover);
    all.back().at = static_cast<int>(v.size());
    v.resize(v.size() + static_cast<std::size_t>(numbers));
    return static_cast<int>(all.size()) - 1;
}

void Movers::answer(const Mover& mover, const double* impulse, int numbers, double* v_of_all) const {
    if (mover.group < 0) {
        double* mine = v_of_all + mover.at;
        add3(mine, mover.I_inv * read3(impulse));
        add3(mine + 3, mover.m_inv * read3(impulse + 3));
        return;
    }
    const MoverGroup& group = groups[static_cast<std::size_t>(mover.group)];
    const double* row =
        Lambda.data() + group.matrix + static_cast<std::ptrdiff_t>(mover.at - group.at) * group.count;
    double* all_of_it = v_of_all + group.at;
    for (int k = 0; k < numbers; ++k, row += group.count)
        for (int i = 0; i < group.count; ++i) all_of_it[i] += row[i] * impulse[k];
}

void Movers::add_answer(const Mover& of, const Mover& on, const double* impulse, double* V) const {
    if (of.group < 0) {
        if (&of != &on) return;
        add3(V, of.I_inv * read3(impulse));
        add3(V + 3, of.m_inv * read3(impulse + 3));
        return;
    }
    if (of.group != on.group) return;
    const MoverGroup& group = groups[static_cast<std::size_t>(of.group)];
    const double* row = Lambda.data() + group.matrix +
                        static_cast<std::ptrdiff_t>(on.at - group.at) * group.count + (of.at - group.at);
    for (int k = 0; k < 6; ++k, row += group.count)
        for (int i = 0; i < 6; ++i) V[i] += row[i] * impulse[k];
}

}  // namespace sinew
