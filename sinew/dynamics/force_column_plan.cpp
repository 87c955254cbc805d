// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/at.h>
#include <sinew/dynamics/force_columns.h>

#include <algorithm>
#include <numeric>

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
        : tree_(tree), here_(at(tree.size())), leader_(given.size()), rank_(given.size(), -1) {
        std::iota(leader_.begin(), leader_.end(), 0);
        for (int c = 0; c < static_cast<int>(given.size()); ++c) {
            for (const auto& force : given[at(c)].bodies)
                if (force.body > 0) here_[at(force.body)].forces.push_back({c, force.entry, true});
            for (const auto& speed : given[at(c)].speeds) {
                here_[at(speed.body)].forces.push_back({c, -1, true});
                here_[at(speed.body)].coefficients.push_back({c, speed.mobility, speed.entry});
            }
        }
    }

    ColumnPlan plan() {
        for (int B = tree_.size() - 1; B > 0; --B) visit(B);
        make_islands();
        return std::move(plan_);
    }

private:
    int leader(int c) {
        while (leader_[at(c)] != c) c = leader_[at(c)] = leader_[at(leader_[at(c)])];
        return c;
    }

    /// Children of B have left their columns on top of the stack, those of one child after those of another.
    void visit(int B) {
        const Node& node = tree_[B];
        int first = length(stack_);
        while (!runs_.empty() && runs_.back().parent == B) {
            first = runs_.back().first;
            runs_.pop_back();
        }
        ColumnPlan::Visit v{B, first, 0, plan_.y_size, 0, {}, {}, {}};
        merge(v);
        open(v);
        v.count = length(stack_) - first;
        if (v.count == 0) return;
        plan_.slots = std::max(plan_.slots, length(stack_));
        add_to_segments(v);
        plan_.visits.push_back(v);
        if (node.nu > 0)
            for (int i = first; i < length(stack_); ++i)
                leader_[at(leader(stack_[at(i)]))] = leader(stack_[at(first)]);
        runs_.push_back({first, node.parent});
        if (node.parent == 0) close_branch();
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
        const bool same = !plan_.segments.empty() &&
                          length(stack_) - v.first == plan_.segments.back().count &&
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

    /// Sorts columns by island, then by when they were opened, and numbers them anew.
    void make_islands() {
        const int m = length(leader_);
        for (int& rank : rank_)
            if (rank < 0) rank = opened_++;
        std::vector<int> island_rank(at(m), opened_);  // of a leader: when its first column was opened
        for (int c = 0; c < m; ++c) {
            int& first = island_rank[at(leader(c))];
            first = std::min(first, rank_[at(c)]);
        }
        plan_.order.resize(at(m));
        std::iota(plan_.order.begin(), plan_.order.end(), 0);
        std::sort(plan_.order.begin(), plan_.order.end(), [&](int a, int b) {
            const int ia = island_rank[at(leader(a))], ib = island_rank[at(leader(b))];
            return ia != ib ? ia < ib : rank_[at(a)] < rank_[at(b)];
        });
        std::vector<int> island(at(m)), place(at(m));
        for (int i = 0; i < m; ++i) {
            const int c = plan_.order[at(i)];
            if (i == 0 || leader(c) != leader(plan_.order[at(i - 1)]))
                plan_.islands.push_back({i, 0, plan_.w_size, {}});
            ColumnPlan::Island& own = plan_.islands.back();
            island[at(c)] = length(plan_.islands) - 1;
            place[at(c)] = i;
            plan_.w_size += 2 * own.count + 1;
            plan_.largest = std::max(plan_.largest, ++own.count);
        }
        sort_segments(island, place);
    }

    void sort_segments(const std::vector<int>& island, const std::vector<int>& place) {
        const auto island_of = [&](const ColumnPlan::Segment& s) {
            return island[at(plan_.columns[at(s.column)])];
        };
        std::stable_sort(plan_.segments.begin(), plan_.segments.end(),
                         [&](const auto& a, const auto& b) { return island_of(a) < island_of(b); });
        for (int s = 0; s < length(plan_.segments); ++s) {
            ColumnPlan::Run& own = plan_.islands[at(island_of(plan_.segments[at(s)]))].segments;
            if (own.count++ == 0) own.first = s;
        }
        for (int& c : plan_.columns) c = place[at(c)];
        for (ColumnPlan::Segment& s : plan_.segments) {
            s.consecutive = true;
            for (int i = 1; i < s.count; ++i)
                if (plan_.columns[at(s.column + i)] != plan_.columns[at(s.column)] + i) s.consecutive = false;
        }
    }

    struct Waiting {
        int first, parent;
    };
    const Tree& tree_;
    std::vector<Here> here_;
    std::vector<int> leader_;  ///< of the set of columns that share a joint
    std::vector<int> rank_;    ///< when a column was opened
    int opened_ = 0;
    std::vector<int> stack_;  ///< the column in every slot
    std::vector<Waiting> runs_;
    ColumnPlan plan_;
};

}  // namespace

ColumnPlan plan_columns(const Tree& tree, std::span<const ColumnForces> given) {
    return Planner(tree, given).plan();
}

}  // namespace sinew
