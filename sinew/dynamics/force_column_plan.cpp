// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/at.h>
#include <sinew/dynamics/column_islands.h>

#include <algorithm>
#include <functional>

namespace sinew {

namespace {

int length(const auto& list) { return static_cast<int>(list.size()); }

/// What each column does at one body.
struct Here {
    std::vector<ColumnPlan::Force> forces;              ///< slot is the given column, for now
    std::vector<ColumnPlan::Coefficient> coefficients;  ///< likewise
};

class Planner {
public:
    Planner(const Tree& tree, std::span<const ColumnForces> given)
        : tree_(tree),
          given_(given),
          here_(at(tree.size())),
          island_of_body_(at(tree.size()), -1),
          rank_(given.size(), -1),
          place_(given.size()) {}

    ColumnPlan plan(std::span<const ColumnIsland> islands) {
        for (const ColumnIsland& island : islands) add(island);
        find_carriers();
        return std::move(plan_);
    }

private:
    void add(const ColumnIsland& island) {
        const int number = length(plan_.islands), m = length(island.columns),
                  first_visit = length(plan_.visits), first_column = length(plan_.columns);
        first_segment_ = length(plan_.segments);
        ColumnPlan::Island own{.first = length(plan_.order),
                               .count = m,
                               .w = plan_.w_size,
                               .top = island.top,
                               .visits = {},
                               .segments = {},
                               .at_top = {}};
        opened_ = 0;
        for (const int B : bodies_of(island, number)) visit(B, island.top);
        if (island.top > 0) {
            own.at_top = gathered(island.top);
            own.at_top.column = length(plan_.columns);
            plan_.columns.insert(plan_.columns.end(), stack_.begin(), stack_.end());
        }
        stack_.clear();
        runs_.clear();
        clear_forces(island);
        own.visits = {first_visit, length(plan_.visits) - first_visit};
        own.segments = {first_segment_, length(plan_.segments) - first_segment_};
        number_anew(island, own.first, first_column);
        plan_.w_size += m * m;
        plan_.largest = std::max(plan_.largest, m);
        plan_.inner += island.top > 0;
        plan_.islands.push_back(own);
    }

    /// The bodies between those that an island's forces act on and its top, from tip to base.
    std::vector<int> bodies_of(const ColumnIsland& island, int number) {
        std::vector<int> bodies;
        const auto climb = [&](int B) {
            for (; B != island.top && island_of_body_[at(B)] != number; B = tree_[B].parent) {
                island_of_body_[at(B)] = number;
                bodies.push_back(B);
            }
        };
        for (const int c : island.columns) {
            for (const auto& force : given_[at(c)].bodies) {
                if (force.body > 0) here_[at(force.body)].forces.push_back({c, force.entry, true});
                climb(force.body);
            }
            for (const auto& speed : given_[at(c)].speeds) {
                here_[at(speed.body)].forces.push_back({c, -1, true});
                here_[at(speed.body)].coefficients.push_back({c, speed.mobility, speed.entry});
                climb(speed.body);
            }
        }
        std::sort(bodies.begin(), bodies.end(), std::greater<>());
        return bodies;
    }
    void clear_forces(const ColumnIsland& island) {
        for (const int c : island.columns) {
            for (const auto& force : given_[at(c)].bodies) here_[at(force.body)] = {};
            for (const auto& speed : given_[at(c)].speeds) here_[at(speed.body)] = {};
        }
    }

    /// Children of B have left their columns on top of the stack, those of one child after those of another.
    ColumnPlan::Visit gathered(int B) {
        int first = length(stack_);
        while (!runs_.empty() && runs_.back().parent == B) {
            first = runs_.back().first;
            runs_.pop_back();
        }
        ColumnPlan::Visit v{B, first, 0, plan_.y_size, 0, {}, {}, {}};
        merge(v);
        open(v);
        v.count = length(stack_) - first;
        plan_.slots = std::max(plan_.slots, length(stack_));
        return v;
    }

    void visit(int B, int top) {
        ColumnPlan::Visit v = gathered(B);
        if (v.count == 0) return;
        add_to_segments(v);
        plan_.visits.push_back(v);
        runs_.push_back({v.first, tree_[B].parent});
        if (top == 0 && tree_[B].parent == 0) close_branch();
    }

    void close_branch() {
        stack_.resize(at(runs_.back().first));
        runs_.pop_back();
    }

    /// Columns that came by two children become one; the order of the rest stays.
    void merge(ColumnPlan::Visit& v) {
        v.moves.first = length(plan_.moves);
        int end = v.first;
        for (int i = v.first; i < length(stack_); ++i) {
            const int column = stack_[at(i)];
            const auto begin = stack_.begin() + v.first,
                       found = std::find(begin, stack_.begin() + end, column);
            if (found != stack_.begin() + end) {
                plan_.moves.push_back({static_cast<int>(found - stack_.begin()), i, true});
            } else {
                if (i != end) plan_.moves.push_back({end, i, false});
                stack_[at(end++)] = column;
            }
        }
        stack_.resize(at(end));
        v.moves.count = length(plan_.moves) - v.moves.first;
    }

    int slot(int first, int column) const {
        const auto found = std::find(stack_.begin() + first, stack_.end(), column);
        return static_cast<int>(found - stack_.begin());
    }

    void open(ColumnPlan::Visit& v) {
        const Here& here = here_[at(v.body)];
        v.forces.first = length(plan_.forces);
        for (const ColumnPlan::Force& force : here.forces) {
            const int s = slot(v.first, force.slot);
            const bool opens = s == length(stack_);
            if (opens) {
                stack_.push_back(force.slot);
                if (rank_[at(force.slot)] < 0) rank_[at(force.slot)] = opened_++;
            }
            if (opens || force.entry >= 0) plan_.forces.push_back({s, force.entry, opens});
        }
        v.forces.count = length(plan_.forces) - v.forces.first;
        v.coefficients.first = length(plan_.coefficients);
        for (const ColumnPlan::Coefficient& f : here.coefficients)
            plan_.coefficients.push_back({slot(v.first, f.slot), f.mobility, f.entry});
        v.coefficients.count = length(plan_.coefficients) - v.coefficients.first;
    }

    void add_to_segments(ColumnPlan::Visit& v) {
        const int rows = tree_[v.body].nu;
        plan_.y_size += rows * v.count;
        if (rows == 0) return;
        const bool same = length(plan_.segments) > first_segment_ && plan_.segments.back().count == v.count &&
                          std::equal(stack_.begin() + v.first, stack_.end(),
                                     plan_.columns.begin() + plan_.segments.back().column);
        v.column = same ? plan_.segments.back().column : length(plan_.columns);
        if (same) {
            plan_.segments.back().rows += rows;
            return;
        }
        plan_.segments.push_back({v.y, rows, v.count, v.column, false});
        plan_.columns.insert(plan_.columns.end(), stack_.begin() + v.first, stack_.end());
    }

    /// Columns are numbered by when they were opened, island after island.
    void number_anew(const ColumnIsland& island, int first, int first_column) {
        std::vector<int> order = island.columns;
        for (const int c : order)
            if (rank_[at(c)] < 0) rank_[at(c)] = opened_++;
        std::sort(order.begin(), order.end(), [&](int a, int b) { return rank_[at(a)] < rank_[at(b)]; });
        for (int i = 0; i < length(order); ++i) place_[at(order[at(i)])] = first + i;
        plan_.order.insert(plan_.order.end(), order.begin(), order.end());
        for (int i = first_column; i < length(plan_.columns); ++i)
            plan_.columns[at(i)] = place_[at(plan_.columns[at(i)])];
        for (int s = first_segment_; s < length(plan_.segments); ++s) {
            ColumnPlan::Segment& segment = plan_.segments[at(s)];
            segment.consecutive = true;
            for (int i = 1; i < segment.count; ++i)
                if (plan_.columns[at(segment.column + i)] != plan_.columns[at(segment.column)] + i)
                    segment.consecutive = false;
        }
    }

    /// Tops and what they hang on, with the islands that end there and the one that passes their joint.
    void find_carriers() {
        std::vector<std::uint8_t> carries(at(tree_.size()));
        for (int k = 0; k < plan_.inner; ++k)
            for (int B = plan_.islands[at(k)].top; B > 0 && !carries[at(B)]; B = tree_[B].parent)
                carries[at(B)] = 1;
        std::vector<std::pair<int, int>> passing(at(tree_.size()), {-1, -1});
        for (int k = 0; k < length(plan_.islands); ++k)
            for (int v = 0; v < plan_.islands[at(k)].visits.count; ++v) {
                const int visit = plan_.islands[at(k)].visits.first + v;
                const int B = plan_.visits[at(visit)].body;
                if (tree_[B].nu > 0) passing[at(B)] = {visit, k};
            }
        int k = 0;
        for (int B = tree_.size() - 1; B > 0; --B) {
            if (!carries[at(B)]) continue;
            ColumnPlan::Carrier carrier{B, {k, 0}, passing[at(B)].first, passing[at(B)].second};
            while (k < plan_.inner && plan_.islands[at(k)].top == B) ++k, ++carrier.islands.count;
            plan_.carriers.push_back(carrier);
        }
    }

    struct Waiting {
        int first, parent;
    };
    const Tree& tree_;
    std::span<const ColumnForces> given_;
    std::vector<Here> here_;
    std::vector<int> island_of_body_;     ///< the last island that went through it
    std::vector<int> rank_;               ///< when a column was opened
    std::vector<int> place_;              ///< of a column in the order of the sweep
    int opened_ = 0, first_segment_ = 0;  ///< of the island
    std::vector<int> stack_;              ///< the column in every slot
    std::vector<Waiting> runs_;
    ColumnPlan plan_;
};

}  // namespace

ColumnPlan plan_columns(const Tree& tree, std::span<const ColumnForces> given,
                        std::span<const ColumnIsland> islands) {
    return Planner(tree, given).plan(islands);
}

}  // namespace sinew
