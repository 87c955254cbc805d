// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/base/fetch.h>
#include <sinew/dynamics/hinge.h>
#include <sinew/math/pack.h>

#include <type_traits>

namespace sinew {

// A step of a pass is written once, for one body (an int) or for four bodies that are alike (Lanes). What it reads and
// writes lies body by body in memory either way; here it is turned into one number per lane and back. (7.15)

/// Places in an array, one for each lane.
struct Lanes {
    int at[Pack::lanes];
    friend Lanes operator+(const Lanes& a, int step) {
        return {{a.at[0] + step, a.at[1] + step, a.at[2] + step, a.at[3] + step}};
    }
};

/// The body that tells what all lanes have in common.
inline int first_of(int body) { return body; }
inline int first_of(const Lanes& bodies) { return bodies.at[0]; }

/// Whether a joint's motion is given; bodies in lanes are those where none is.
inline bool is_given(const std::uint8_t* prescribed, int body) { return prescribed && prescribed[body]; }
constexpr bool is_given(const std::uint8_t*, const Lanes&) { return false; }

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

/// V + H s for one column of the hinge map.
template <bool turns, class T, class Kind, class S, class Index>
void add_hinge_at(MotionT<T, Kind>& V, const SpatialVelocityT<S>* H_W, const Index& column, const T& s) {
    V.w += s * get(H_W, column, &SpatialVelocityT<S>::w);
    if constexpr (!turns) V.v += s * get(H_W, column, &SpatialVelocityT<S>::v);
}

/// Asks for what lies a few bodies further.
template <bool to_write = false, class Record>
void fetch(const Record* array, int i, std::ptrdiff_t ahead) {
    fetch<to_write>(array, i + ahead);
}
template <bool to_write = false, class Record>
void fetch(const Record* array, const Lanes& i, std::ptrdiff_t ahead) {
    for (const int place : i.at) fetch<to_write>(array, place + ahead / 3);  // a step is four bodies
}

/// The bodies of a step: the first ones of subtrees that are alike, and so on.
inline Lanes bodies_at(const Alike& alike, int step) {
    return Lanes{{alike.first[0], alike.first[1], alike.first[2], alike.first[3]}} + step;
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

/// Whether a flag per body, if there are any, is nowhere set in these subtrees.
inline bool none_set(const std::uint8_t* flags, const Alike& alike) {
    if (!flags) return true;
    for (const int first : alike.first)
        for (int B = first; B < first + alike.size; ++B)
            if (flags[B]) return false;
    return true;
}

inline constexpr auto always = [](const Alike&) { return true; };

/// f(body) for each of them, once.
template <class F>
void each_body(const Lanes& bodies, const F& f) {
    for (int lane = 0; lane < Pack::lanes; ++lane) {
        if (lane > 0 && bodies.at[lane] == bodies.at[lane - 1]) return;  // from here on lanes are repeated
        f(bodies.at[lane]);
    }
}

/// Goes through all bodies, parents first: runs one by one, then subtrees that are alike in lanes, where `together`
/// agrees.
template <class Together, class OneByOne, class InLanes>
void outward_runs(const Tree& tree, const Together& together, const OneByOne& one_by_one,
                  const InLanes& in_lanes) {
    for (const BodyRun& run : tree.runs)
        if (run.alike < 0) one_by_one(run.begin, run.end);
    for (const Alike& alike : tree.alike)
        if (together(alike)) in_lanes(alike);
        else each_body(bodies_at(alike, 0), [&](int first) { one_by_one(first, first + alike.size); });
}

}  // namespace sinew
