// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/dynamics/caches.h>

#include <span>
#include <vector>

namespace sinew {

// Many sets of forces at once, each on a few bodies and speeds: the columns of a matrix Gᵀ. What is wanted of them is
//     Y = Γᵀ Gᵀ     W = Yᵀ Y = G M⁻¹ Gᵀ                                                              (7.80)
// with Γ Γᵀ = M⁻¹ (7.34). A column of Y has numbers on the ways from its bodies to the base and zeros elsewhere, so one
// sweep from tip to base carries at every joint the columns that pass there, side by side, and W gains at every joint
// the products of those columns alone. Which they are is known before any number is: a ColumnPlan holds it.
// Columns that end at a body on their way, because their forces balance (column_islands.h), change its inertia: what M
// and Γ are for the columns beyond tells carriers.h.

/// Where the forces of one column act, by their places in the arrays that the sweep is given.
struct ColumnForces {
    struct OnBody {
        int body, entry;
    };
    struct OnSpeed {
        int body, mobility, entry;  ///< the body whose joint has the speed, and which of its speeds
    };
    std::vector<OnBody> bodies;
    std::vector<OnSpeed> speeds;
    bool balanced = false;  ///< those on bodies sum to nothing, as action and reaction do
};

/// The course of the sweep. A column travels in a slot; slots at a joint are neighbours.
struct ColumnPlan {
    struct Run {
        int first = 0, count = 0;
    };
    struct Move {
        int to, from;
        bool add;  ///< the columns were one and meet again; else the slot only changes place
    };
    struct Force {
        int slot, entry;  ///< entry −1: nothing acts here, the slot is only opened
        bool opens;
    };
    struct Coefficient {
        int slot, mobility, entry;
    };
    struct Visit {
        int body, first, count;  ///< the slots that pass its joint
        int y;                   ///< where its rows of Y begin
        int column;              ///< the first of `columns` for these slots
        Run moves, forces, coefficients;
    };
    /// Rows of Y of joints that the same columns pass, one after another.
    struct Segment {
        int y, rows, count;
        int column;        ///< the first of `columns`
        bool consecutive;  ///< these are c, c + 1, c + 2, ...
    };
    /// Columns that share a joint with one another and with no other column: a block of W on its own.
    struct Island {
        int first, count;  ///< columns, in the order of the sweep
        int w;             ///< where its block of W begins: count x count
        int top;           ///< the body they travel to
        Run visits, segments;
        Visit at_top;  ///< what the columns have become there, unless it is the world; no joint is passed
    };
    /// A body on whose joint islands weigh that end at it or beyond it, and the island that passes this joint.
    struct Carrier {
        int body;
        Run islands;     ///< that end at it
        int visit = -1;  ///< −1 if no island passes its joint
        int passing = -1;
    };
    std::vector<Visit> visits;  ///< island by island, each from tip to base
    std::vector<Move> moves;
    std::vector<Force> forces;
    std::vector<Coefficient> coefficients;
    std::vector<Segment> segments;
    std::vector<int> columns;       ///< for each slot of a segment its column, in the order of the sweep
    std::vector<Island> islands;    ///< those with the innermost tops first
    std::vector<Carrier> carriers;  ///< from tip to base; without the world
    int inner = 0;                  ///< how many islands do not end at the world
    std::vector<int> order;         ///< order[i] is the number the i-th column of the sweep was given with
    int slots = 0, y_size = 0, w_size = 0, largest = 0;  ///< largest: columns of the largest island
};

struct ColumnIsland;
ColumnPlan plan_columns(const Tree& tree, std::span<const ColumnForces> given,
                        std::span<const ColumnIsland> islands);

/// Rows of Y for one island by the plan, from forces on bodies (about B, expressed in W) and on speeds. z is work
/// space: 6 plan.slots numbers, which hold what the columns are at the island's top afterwards.
///     z = Σ_C shift(z⁺_C) − F     ε = f − Hᵀ z     z⁺ = z + G ε     y = Lᵀ ε                          (7.81)
/// O(m depth) for m columns.
void columns_of_Y(const Tree& tree, const PositionT<double>& x, const ArticulatedT<double>& y,
                  const std::uint8_t* prescribed, const ColumnPlan& plan, const ColumnPlan::Island& island,
                  const SpatialForce* F_W, const double* f, double* z, double* Y);

/// Six numbers for each column of an island: what columns_of_Y left in z, in the order of the sweep.
void columns_at_top(const ColumnPlan& plan, const ColumnPlan::Island& island, const double* z,
                    SpatialForce* Z);

/// W = Yᵀ Y of one island; the lower triangle, row by row. work: largest² numbers.
void gram_of_Y(const ColumnPlan& plan, const ColumnPlan::Island& island, const double* Y, double* work,
               double* W);

/// R, upper triangular and column by column, with RᵀR = YᵀY of one island, found from Y without squaring it.
/// work: 2 count² numbers; tau: count.
void triangle_of_Y(const ColumnPlan& plan, const ColumnPlan::Island& island, const double* Y, double* work,
                   double* tau, double* R);

/// out = Y λ: numbers per speed of the tree, λ in the order of the sweep.
void multiply_by_Y(const Tree& tree, const ColumnPlan& plan, const double* Y, const double* lambda,
                   double* out);

}  // namespace sinew
