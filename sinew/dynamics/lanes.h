// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/base/at.h>
#include <sinew/base/branch_threads.h>
#include <sinew/base/fetch.h>
#include <sinew/dynamics/hinge.h>
#include <sinew/math/pack.h>

#include <type_traits>

namespace sinew {

// A step of a pass is written once, for one body (an int) or for four bodies that are alike (Lanes). What one body
// reads and writes lies body by body in memory; what four share is kept in lanes, and turned around only where others
// are to find it. (7.15)

/// Places in an array, one for each lane. Of bodies also: which step of four they are, and which one their parents are.
struct Lanes {
    int at[Pack::lanes];
    int step = -1;
    int above = -1;  ///< negative where parents are not in lanes
    friend Lanes operator+(const Lanes& a, int by) {
        return {{a.at[0] + by, a.at[1] + by, a.at[2] + by, a.at[3] + by}};
    }
};

/// The body that tells what all lanes have in common.
inline int first_of(int body) { return body; }
inline int first_of(const Lanes& bodies) { return bodies.at[0]; }

/// Whether a joint's motion is given; of bodies in lanes are_given says more.
inline bool is_given(const std::uint8_t* prescribed, int body) { return prescribed && prescribed[body]; }
constexpr bool is_given(const std::uint8_t*, const Lanes&) { return false; }
/// In which lanes it is.
inline WhereT<Pack::lanes> are_given(const std::uint8_t* prescribed, const Lanes& B) {
    const auto bits = [&](int lane) { return prescribed[B.at[lane]] ? std::int64_t{-1} : std::int64_t{0}; };
    return WhereT<Pack::lanes>::Wholes{bits(0), bits(1), bits(2), bits(3)};
}
/// Whether any is in these subtrees.
inline bool any_given(const std::uint8_t* prescribed, const Alike& alike) {
    if (!prescribed) return false;
    for (const int first : alike.first)
        for (int B = first; B < first + alike.size; ++B)
            if (prescribed[B]) return true;
    return false;
}

/// a where something holds, b elsewhere, whatever stands there.
template <int n>
PackT<n> chosen(const WhereT<n>& where, const PackT<n>& a, const PackT<n>& b) {
    using Wholes = typename PackT<n>::Wholes;
    const Wholes bits = (std::bit_cast<Wholes>(a.v) & where.v) | (std::bit_cast<Wholes>(b.v) & ~where.v);
    return std::bit_cast<typename PackT<n>::Reals>(bits);
}
template <int n>
Vec3T<PackT<n>> zero_where(const WhereT<n>& where, const Vec3T<PackT<n>>& a) {
    const PackT<n> zero(0.0);
    return {chosen(where, zero, a.x), chosen(where, zero, a.y), chosen(where, zero, a.z)};
}

/// f.operator()<n, turns>() as with_mobilities has it; joints in lanes have one mobility or none.
template <class F>
void with_mobilities_of(const Tree& tree, int body, F&& f) {
    with_mobilities(tree[body], f);
}
template <class F>
void with_mobilities_of(const Tree& tree, const Lanes& bodies, F&& f) {
    const Node& node = tree[bodies.at[0]];
    if (node.nu == 0) f.template operator()<0, false>();
    else if (node.turns) f.template operator()<1, true>();
    else f.template operator()<1, false>();
}

/// Something of each body's node: its parent, where its speeds begin...
inline int of_nodes(const Tree& tree, int body, int Node::*what) { return tree[body].*what; }
inline Lanes of_nodes(const Tree& tree, const Lanes& B, int Node::*what) {
    return {{tree[B.at[0]].*what, tree[B.at[1]].*what, tree[B.at[2]].*what, tree[B.at[3]].*what}};
}

inline bool any_but_world(int body) { return body != 0; }
inline bool any_but_world(const Lanes& B) { return (B.at[0] | B.at[1] | B.at[2] | B.at[3]) != 0; }

/// The scalar that a step computes in.
template <class T, class Index>
struct ScalarOf {
    using Type = T;
};
template <>
struct ScalarOf<double, Lanes> {
    using Type = Pack;
};

using Two = double __attribute__((vector_size(16), aligned(16)));
inline Four both(const double* low, const double* high) {
    return __builtin_shufflevector(load<Two>(low), load<Two>(high), 0, 1, 2, 3);
}

/// Four records of n numbers each as n packs.
template <int n>
void gather(const double* const (&from)[4], Four* to) {
    int i = 0;
    for (; i + 4 <= n; i += 4) {
        const Four a = load_four(from[0] + i), b = load_four(from[1] + i), c = load_four(from[2] + i);
        const Four d = load_four(from[3] + i);
        const Four ab = __builtin_shufflevector(a, b, 0, 4, 2, 6),
                   AB = __builtin_shufflevector(a, b, 1, 5, 3, 7);
        const Four cd = __builtin_shufflevector(c, d, 0, 4, 2, 6),
                   CD = __builtin_shufflevector(c, d, 1, 5, 3, 7);
        to[i] = __builtin_shufflevector(ab, cd, 0, 1, 4, 5);
        to[i + 1] = __builtin_shufflevector(AB, CD, 0, 1, 4, 5);
        to[i + 2] = __builtin_shufflevector(ab, cd, 2, 3, 6, 7);
        to[i + 3] = __builtin_shufflevector(AB, CD, 2, 3, 6, 7);
    }
    for (; i + 2 <= n; i += 2) {
        const Four ac = both(from[0] + i, from[2] + i), bd = both(from[1] + i, from[3] + i);
        to[i] = __builtin_shufflevector(ac, bd, 0, 4, 2, 6);
        to[i + 1] = __builtin_shufflevector(ac, bd, 1, 5, 3, 7);
    }
    for (; i < n; ++i) to[i] = Pack(from[0][i], from[1][i], from[2][i], from[3][i]).v;
}

template <int n>
void scatter(const Four* from, double* const (&to)[4]) {
    int i = 0;
    for (; i + 4 <= n; i += 4) {
        const Four a = from[i], b = from[i + 1], c = from[i + 2], d = from[i + 3];
        const Four ab = __builtin_shufflevector(a, b, 0, 4, 2, 6),
                   AB = __builtin_shufflevector(a, b, 1, 5, 3, 7);
        const Four cd = __builtin_shufflevector(c, d, 0, 4, 2, 6),
                   CD = __builtin_shufflevector(c, d, 1, 5, 3, 7);
        store_four(to[0] + i, __builtin_shufflevector(ab, cd, 0, 1, 4, 5));
        store_four(to[1] + i, __builtin_shufflevector(AB, CD, 0, 1, 4, 5));
        store_four(to[2] + i, __builtin_shufflevector(ab, cd, 2, 3, 6, 7));
        store_four(to[3] + i, __builtin_shufflevector(AB, CD, 2, 3, 6, 7));
    }
    for (; i + 2 <= n; i += 2) {
        const Four ac = __builtin_shufflevector(from[i], from[i + 1], 0, 4, 2, 6);
        const Four bd = __builtin_shufflevector(from[i], from[i + 1], 1, 5, 3, 7);
        store<Two>(to[0] + i, __builtin_shufflevector(ac, ac, 0, 1));
        store<Two>(to[1] + i, __builtin_shufflevector(bd, bd, 0, 1));
        store<Two>(to[2] + i, __builtin_shufflevector(ac, ac, 2, 3));
        store<Two>(to[3] + i, __builtin_shufflevector(bd, bd, 2, 3));
    }
    for (; i < n; ++i)
        for (int lane = 0; lane < 4; ++lane) to[lane][i] = from[i][lane];
}

// What records are made of, number by number in the order they lie in memory. (Filling a record by a pointer to it
// would be shorter, but keeps it out of registers and has it filled with zeros first.)

inline void join(const Four* n, Vec3T<Pack>& v) { v = {n[0], n[1], n[2]}; }
inline void join(const Four* n, Sym3T<Pack>& s) { s = {n[0], n[1], n[2], n[3], n[4], n[5]}; }
inline void join(const Four* n, Mat3T<Pack>& m) { join(n, m.x), join(n + 3, m.y), join(n + 6, m.z); }
inline void join(const Four* n, TransformT<Pack>& X) {
    join(n, static_cast<Mat3T<Pack>&>(X.R)), join(n + 9, X.p);
}
inline void join(const Four* n, RigidInertiaT<Pack>& M) { M.m = n[0], join(n + 1, M.h), join(n + 4, M.I); }
template <class Kind>
void join(const Four* n, MotionT<Pack, Kind>& V) {
    join(n, V.w), join(n + 3, V.v);
}
template <class Kind>
void join(const Four* n, ActionT<Pack, Kind>& F) {
    join(n, F.m), join(n + 3, F.f);
}

inline void part(const Vec3T<Pack>& v, Four* n) { n[0] = v.x.v, n[1] = v.y.v, n[2] = v.z.v; }
inline void part(const Sym3T<Pack>& s, Four* n) {
    n[0] = s.xx.v, n[1] = s.yy.v, n[2] = s.zz.v, n[3] = s.xy.v, n[4] = s.xz.v, n[5] = s.yz.v;
}
inline void part(const Mat3T<Pack>& m, Four* n) { part(m.x, n), part(m.y, n + 3), part(m.z, n + 6); }
inline void part(const TransformT<Pack>& X, Four* n) {
    part(static_cast<const Mat3T<Pack>&>(X.R), n), part(X.p, n + 9);
}
inline void part(const RigidInertiaT<Pack>& M, Four* n) { n[0] = M.m.v, part(M.h, n + 1), part(M.I, n + 4); }
inline void part(const ArticulatedInertiaT<Pack>& Y, Four* n) {
    part(Y.J, n), part(Y.F, n + 6), part(Y.M, n + 15);
}
template <class Kind>
void part(const MotionT<Pack, Kind>& V, Four* n) {
    part(V.w, n), part(V.v, n + 3);
}
template <class Kind>
void part(const ActionT<Pack, Kind>& F, Four* n) {
    part(F.m, n), part(F.f, n + 3);
}

/// Array entries of one body: where they are. Of four: copies, lane by lane, and back.
template <class Record>
const Record& get(const Record* array, int i) {
    return array[i];
}
template <class Record>
void put(Record* array, int i, const Record& record) {
    array[i] = record;
}
inline Pack get(const double* array, const Lanes& i) {
    return {array[i.at[0]], array[i.at[1]], array[i.at[2]], array[i.at[3]]};
}
inline void put(double* array, const Lanes& i, const Pack& pack) {
    for (int lane = 0; lane < Pack::lanes; ++lane) array[i.at[lane]] = pack.v[lane];
}
template <class Packs, class Record>
Packs gathered(const Record& a, const Record& b, const Record& c, const Record& d) {
    constexpr int n = sizeof(Record) / sizeof(double);
    static_assert(sizeof(Packs) == n * sizeof(Pack));
    const auto numbers = [](const Record& record) { return reinterpret_cast<const double*>(&record); };
    const double* const from[4] = {numbers(a), numbers(b), numbers(c), numbers(d)};
    Four each[n];
    gather<n>(from, each);
    Packs packs;
    join(each, packs);
    return packs;
}
template <template <class> class Record>
Record<Pack> get(const Record<double>* array, const Lanes& i) {
    return gathered<Record<Pack>>(array[i.at[0]], array[i.at[1]], array[i.at[2]], array[i.at[3]]);
}
template <template <class, class> class Record, class Kind>
Record<Pack, Kind> get(const Record<double, Kind>* array, const Lanes& i) {
    return gathered<Record<Pack, Kind>>(array[i.at[0]], array[i.at[1]], array[i.at[2]], array[i.at[3]]);
}
/// A part of each entry alone.
template <class Whole, class Part>
const Part& get(const Whole* array, int i, Part Whole::*part) {
    return array[i].*part;
}
template <class Whole, template <class> class Part>
Part<Pack> get(const Whole* array, const Lanes& i, Part<double> Whole::*part) {
    return gathered<Part<Pack>>(array[i.at[0]].*part, array[i.at[1]].*part, array[i.at[2]].*part,
                                array[i.at[3]].*part);
}
template <class Packs, class Record>
void scattered(Record* array, const Lanes& i, const Packs& record) {
    constexpr int n = sizeof(Record) / sizeof(double);
    static_assert(sizeof(Packs) == n * sizeof(Pack));
    auto* numbers = reinterpret_cast<double*>(array);
    double* const to[4] = {numbers + n * i.at[0], numbers + n * i.at[1], numbers + n * i.at[2],
                           numbers + n * i.at[3]};
    Four each[n];
    part(record, each);
    scatter<n>(each, to);
}
template <template <class> class Record>
void put(Record<double>* array, const Lanes& i, const Record<Pack>& record) {
    scattered(array, i, record);
}
template <template <class, class> class Record, class Kind>
void put(Record<double, Kind>* array, const Lanes& i, const Record<Pack, Kind>& record) {
    scattered(array, i, record);
}

// What the passes leave for one another, by body or by lanes.

template <class S>
const Vec3T<S>& p_PB_of(const PositionT<S>& x, int B) {
    return x.p_PB_W[B];
}
inline const Vec3T<Pack>& p_PB_of(const PositionT<double>& x, const Lanes& B) {
    return x.in_lanes[B.step].p_PB_W;
}
template <class S>
const RotationT<S>& R_WB_of(const PositionT<S>& x, int B) {
    return x.X_WB[B].R;
}
inline const RotationT<Pack>& R_WB_of(const PositionT<double>& x, const Lanes& B) {
    return x.in_lanes[B.step].X_WB.R;
}
inline const RigidInertiaT<Pack>& M_B_of(const PositionT<double>& x, const Lanes& B) {
    return x.constants_in_lanes[B.step].M_B;
}
inline RigidInertiaT<Pack> inertia_of(const PositionT<double>& x, const Lanes& B) {
    return re_express(R_WB_of(x, B), M_B_of(x, B));
}
/// The columns of the body's hinge map; joints in lanes have one or none.
template <class S>
const SpatialVelocityT<S>* hinge_of(const Tree& tree, const PositionT<S>& x, int B) {
    return x.H_W + tree[B].u;
}
inline const SpatialVelocityT<Pack>* hinge_of(const Tree&, const PositionT<double>& x, const Lanes& B) {
    return &x.in_lanes[B.step].H_W;
}
template <class S>
const SpatialVelocityT<S>& V_of(const VelocityT<S>& v, int B) {
    return v.V_WB[B];
}
inline const SpatialVelocityT<Pack>& V_of(const VelocityT<double>& v, const Lanes& B) {
    return v.in_lanes[B.step].V_WB;
}
template <class S>
const SpatialAccelerationT<S>& c_of(const VelocityT<S>& v, int B) {
    return v.c_W[B];
}
inline const SpatialAccelerationT<Pack>& c_of(const VelocityT<double>& v, const Lanes& B) {
    return v.in_lanes[B.step].c_W;
}
template <class S>
SpatialForceT<S>* G_of(const Tree& tree, const ArticulatedT<S>& y, int B) {
    return y.G_W + tree[B].u;
}
inline SpatialForceT<Pack>* G_of(const Tree&, const ArticulatedT<double>& y, const Lanes& B) {
    return &y.in_lanes[B.step].G_W;
}
template <class S>
S* D_inv_of(const Tree& tree, const ArticulatedT<S>& y, int B) {
    return y.D_inv + tree[B].square;
}
inline Pack* D_inv_of(const Tree&, const ArticulatedT<double>& y, const Lanes& B) {
    return &y.in_lanes[B.step].D_inv;
}

/// What bodies have that others hang from: of one by one, or of four, which may hang from any.
template <class S>
SpatialVelocityT<S> V_of_parent(const Tree& tree, const VelocityT<S>& v, int B) {
    return v.V_WB[tree[B].parent];
}
inline SpatialVelocityT<Pack> V_of_parent(const Tree& tree, const VelocityT<double>& v, const Lanes& B) {
    if (B.above >= 0) return v.in_lanes[B.above].V_WB;
    return get(v.V_WB, of_nodes(tree, B, &Node::parent));
}
template <class S>
SpatialAccelerationT<S> A_of_parent(const Tree& tree, const PositionT<S>&,
                                    const SpatialAccelerationT<S>* A_WB, int B) {
    return A_WB[tree[B].parent];
}
inline SpatialAccelerationT<Pack> A_of_parent(const Tree& tree, const PositionT<double>& x,
                                              const SpatialAcceleration* A_WB, const Lanes& B) {
    if (B.above >= 0) return x.in_lanes[B.above].A_WB;
    return get(A_WB, of_nodes(tree, B, &Node::parent));
}

/// Work space of passes: accelerations and forces.
template <class S>
void keep_A(const PositionT<S>&, SpatialAccelerationT<S>* A_WB, int B, const SpatialAccelerationT<S>& A) {
    A_WB[B] = A;
}
inline void keep_A(const PositionT<double>& x, SpatialAcceleration*, const Lanes& B,
                   const SpatialAccelerationT<Pack>& A) {
    x.in_lanes[B.step].A_WB = A;
}
template <class S>
SpatialForceT<S>& force_of(const PositionT<S>&, SpatialForceT<S>* F_W, int B) {
    return F_W[B];
}
inline SpatialForceT<Pack>& force_of(const PositionT<double>& x, SpatialForce*, const Lanes& B) {
    return x.in_lanes[B.step].F_W;
}

/// The bodies of a step: the first ones of subtrees that are alike, and so on.
inline Lanes bodies_at(const Tree& tree, const Alike& alike, int step) {
    const int first = alike.first[0], parent = tree[first + step].parent;
    Lanes bodies = Lanes{{first, alike.first[1], alike.first[2], alike.first[3]}} + step;
    bodies.step = alike.step + step;
    bodies.above = step > 0 ? alike.step + parent - first : -1;
    return bodies;
}

/// One lane of a record.
template <class Record, class Packs>
Record lane_of(const Packs& packs, int lane) {
    constexpr int n = sizeof(Record) / sizeof(double);
    static_assert(sizeof(Packs) == n * sizeof(Pack));
    Record record;
    for (int i = 0; i < n; ++i)
        reinterpret_cast<double*>(&record)[i] = reinterpret_cast<const Pack*>(&packs)[i].v[lane];
    return record;
}

inline constexpr auto always = [](const Alike&) { return true; };

/// f(lane) for each subtree, once: where there are fewer than four, lanes are repeated.
template <class F>
void each_lane(const Alike& alike, const F& f) {
    for (int lane = 0; lane < Pack::lanes; ++lane) {
        if (lane > 0 && alike.first[at(lane)] == alike.first[at(lane - 1)]) return;
        f(lane);
    }
}

/// A parent's force gains what its child hands down.
template <class S>
void give_force(const Tree& tree, const PositionT<S>&, SpatialForceT<S>* F_W, int B,
                const SpatialForceT<S>& F) {
    F_W[tree[B].parent] += F;
}
inline void give_force(const Tree& tree, const PositionT<double>& x, SpatialForce* F_W, const Lanes& B,
                       const SpatialForceT<Pack>& F) {
    if (B.above >= 0) {
        x.in_lanes[B.above].F_W += F;
        return;
    }
    for (int lane = 0; lane < Pack::lanes; ++lane) {
        if (lane > 0 && B.at[lane] == B.at[lane - 1]) return;  // from here on lanes are repeated
        F_W[tree[B.at[lane]].parent] += lane_of<SpatialForce>(F, lane);
    }
}

/// Calls f(run) for every branch of the tree, maybe from several threads.
template <class F>
void each_branch(const Tree& tree, const F& f) {
    if (tree.branches.empty()) return;
    for_each_branch(static_cast<int>(tree.branches.size()),
                    [&](int i) { f(tree.runs[at(tree.branches[at(i)])]); });
}

/// Goes through all bodies, parents first: runs one by one, then branches, then subtrees that are alike in lanes, where
/// `together` agrees.
template <class Together, class OneByOne, class InLanes>
void outward_runs(const Tree& tree, const Together& together, const OneByOne& one_by_one,
                  const InLanes& in_lanes) {
    for (const BodyRun& run : tree.runs)
        if (run.alike < 0 && run.branch < 0) one_by_one(run.begin, run.end);
    each_branch(tree, [&](const BodyRun& run) { one_by_one(run.begin, run.end); });
    for (const Alike& alike : tree.alike)
        if (together(alike)) in_lanes(alike);
        else
            each_lane(alike, [&](int lane) {
                one_by_one(alike.first[at(lane)], alike.first[at(lane)] + alike.size);
            });
}

/// The same from tip to base: subtrees that are alike first, then runs in reverse.
template <class Together, class OneByOne, class InLanes>
void inward_runs(const Tree& tree, const Together& together, const OneByOne& one_by_one,
                 const InLanes& in_lanes) {
    for (const Alike& alike : tree.alike)
        if (together(alike)) in_lanes(alike);
        else
            each_lane(alike, [&](int lane) {
                one_by_one(alike.first[at(lane)], alike.first[at(lane)] + alike.size);
            });
    for (std::size_t i = tree.runs.size(); i-- > 0;)
        if (tree.runs[i].alike < 0) one_by_one(tree.runs[i].begin, tree.runs[i].end);
}

}  // namespace sinew
