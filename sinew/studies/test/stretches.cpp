// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/math/lu.h>
#include <sinew/studies/stretches.h>
#include <sinew/studies/track.h>
#include <sinew/system/jacobians.h>
#include <sinew/system/kinematics.h>

#include <doctest/doctest.h>
#include <tests/support/random_model.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

using namespace sinew;
using namespace sinew::testing;

namespace {

/// Three markers on each body of a random tree that waves about a posture; they are seen with a millimetre of noise.
struct Waving {
    System system;
    State start;
    Trackers trackers{};
    MotionFrames seen{};
    std::vector<AnyJointId> lines{};

    Waving(Model model, std::uint64_t seed, int frames, bool lines_move = true)
        : system(std::move(model)), start(random_state(system, seed)) {
        Random random(seed + 100);
        const auto vector = [&](double size) {
            return Vec3{random.within(-size, size), random.within(-size, size), random.within(-size, size)};
        };
        for (int body = 1; body < static_cast<int>(system.model().bodies.size()); ++body)
            for (int i = 0; i < 3; ++i)
                trackers.markers.push_back({"m", {BodyId{body}, vector(0.3)}, 1.0 + i});
        std::vector<double> amplitude(at(system.nu())), phase(at(system.nu()));
        for (double& a : amplitude) a = random.within(0.01, 0.02);
        for (double& p : phase) p = random.within(0, 6.28);
        for (int j = 0; j < static_cast<int>(system.model().joints.size()); ++j) {
            const AnyJoint& joint = system.model().joints[at(j)].joint;
            if (!joint.is<LineOrientation>() && !joint.is<FreeLine>()) continue;
            lines.push_back(AnyJointId{{j}});
            const Range own = system.layout().u_of_joint[at(j)];
            if (!lines_move) std::fill_n(amplitude.begin() + own.first, own.count, 0.0);
        }
        State state = start;
        for (int frame = 0; frame < frames; ++frame) {
            std::vector<double> u(at(system.nu())), q_dot(at(system.nq()));
            for (std::size_t i = 0; i < u.size(); ++i)
                u[i] = amplitude[i] * std::cos(0.05 * frame + phase[i]);
            multiply_by_N(system, state, u, q_dot);
            std::vector<double> q(state.q().begin(), state.q().end());
            for (std::size_t i = 0; i < q.size(); ++i) q[i] += q_dot[i];
            state.set_q(q);
            normalise_quaternions(system, state);
            seen.times.push_back(0.01 * frame);
            for (const TrackedMarker& marker : trackers.markers)
                seen.markers.push_back(position(system, state, marker.station) + vector(0.001));
        }
    }
    static std::size_t at(int i) { return static_cast<std::size_t>(i); }
    Vec3& seen_at(int frame, int marker) {
        return seen.markers[at(frame) * trackers.markers.size() + at(marker)];
    }
    int frames() const { return static_cast<int>(seen.times.size()); }

    /// Frame by frame, as they would come in.
    Tracking in_turn(const TrackOptions& options) const {
        TrackingLedger ledger(system, trackers, seen);
        Tracker tracker(system, start, trackers, options);
        for (int i = 0; i < frames(); ++i) {
            const RecordedFrame frame = ledger.frame(i);
            ledger.put(i, tracker.follow(frame.time, frame.markers, {}, frame.coordinates),
                       tracker.state().q(), tracker.marker_errors(), {});
        }
        return ledger.finish();
    }
};

Model chain_of_pins(int count, std::uint64_t seed) {
    Model model;
    Random random(seed);
    BodyId last = world;
    for (int i = 0; i < count; ++i) last = hang(model, random, Pin{}, last, false);
    return model;
}

double largest_difference(std::span<const double> a, std::span<const double> b) {
    double most = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        if (std::isfinite(a[i]) || std::isfinite(b[i])) {
            const double apart = std::abs(a[i] - b[i]);
            most = apart <= most ? most : apart;  // NaN beside a number stays
        }
    return most;
}

/// The misfit f = ½ Σ w r² of one frame, its slope along the mobilities, and JᵀWJ.
struct Misfit {
    double value = 0;
    std::vector<double> slope, H;

    Misfit(const Waving& waving, const State& state, int frame)
        : slope(Waving::at(waving.system.nu())), H(slope.size() * slope.size()) {
        const std::size_t n = slope.size();
        std::vector<double> J(3 * n);
        const std::vector<TrackedMarker>& markers = waving.trackers.markers;
        for (std::size_t m = 0; m < markers.size(); ++m) {
            const Vec3 seen = waving.seen.markers[Waving::at(frame) * markers.size() + m];
            const Vec3 r = position(waving.system, state, markers[m].station) - seen;
            if (!std::isfinite(r.x + r.y + r.z)) continue;
            const double w = markers[m].weight, miss[] = {r.x, r.y, r.z};
            station_jacobian(waving.system, state, markers[m].station, J);
            value += 0.5 * w * dot(r, r);
            for (std::size_t row = 0; row < 3; ++row)
                for (std::size_t i = 0; i < n; ++i) {
                    slope[i] += w * J[row * n + i] * miss[row];
                    for (std::size_t k = 0; k < n; ++k) H[i * n + k] += w * J[row * n + i] * J[row * n + k];
                }
        }
        for (std::size_t i = 0; i < n; ++i)
            if (H[i * n + i] == 0) H[i * n + i] = 1;  // nobody sees it, and it stays
    }
};

State moved_along(const Waving& waving, const State& state, std::size_t k, double by) {
    std::vector<double> unit(state.u().size()), change(state.q().size()),
        q(state.q().begin(), state.q().end());
    unit[k] = by;
    multiply_by_N(waving.system, state, unit, change);
    for (std::size_t i = 0; i < q.size(); ++i) q[i] += change[i];
    State there = state;
    there.set_q(q);
    return there;
}

/// How far from the best coordinates of a frame such may be as have settled: a further step would be no longer than
/// `accuracy`, or take no more than 1e-14 off the misfit f. With H its Hessian that step p has ½ p·H p ≤ 1e-14 f, and
/// moves coordinate i by no more than sqrt(2e-14 f (N H⁻¹ Nᵀ)_ii). bent: H as differences of the slope tell, not JᵀWJ,
/// which is larger where noise and curvature leave a direction soft.
std::vector<double> unsettled(const Waving& waving, std::span<const double> q, int frame, double accuracy,
                              bool bent) {
    const System& system = waving.system;
    const std::size_t n = Waving::at(system.nu()), nq = Waving::at(system.nq());
    State state = waving.start;
    state.set_q(q);
    Misfit misfit(waving, state, frame);
    std::vector<double> far(nq, INFINITY), N(nq * n);
    for (std::size_t k = 0; k < n; ++k) {
        const double h = 1e-5;
        const State there = moved_along(waving, state, k, h), back = moved_along(waving, state, k, -h);
        for (std::size_t i = 0; i < nq; ++i) N[i * n + k] = (there.q()[i] - back.q()[i]) / (2 * h);
        if (!bent) continue;
        const Misfit plus(waving, there, frame), minus(waving, back, frame);
        for (std::size_t i = 0; i < n; ++i)
            if (plus.slope[i] != minus.slope[i])
                misfit.H[i * n + k] = (plus.slope[i] - minus.slope[i]) / (2 * h);
    }
    Lu factors(system.nu());
    if (!factors.factor(misfit.H)) return far;
    for (std::size_t i = 0; i < nq; ++i) {
        const std::span<const double> row = std::span(N).subspan(i * n, n);
        std::vector<double> x(row.begin(), row.end());
        double shortest = accuracy, square = 0;
        for (const double a : row) shortest += accuracy * std::abs(a);
        factors.solve(x);
        for (std::size_t k = 0; k < n; ++k) square += row[k] * x[k];
        far[i] = std::max(shortest, std::sqrt(2e-14 * misfit.value * std::max(square, 0.0)));
    }
    return far;
}

/// What stretches find is what following in turn finds, as far as both have settled.
void check_as_in_turn(const Waving& waving, TrackOptions options = {}) {
    options.accuracy = 1e-7;
    const bool lines_move = !waving.lines.empty() && options.kept.empty();
    REQUIRE(count_stretches(waving.system, waving.trackers, options, waving.frames()) > 1);
    const Tracking at_once = track(waving.system, waving.start, waving.trackers, waving.seen, options);
    const Tracking in_turn = waving.in_turn(options);
    CHECK(at_once.lost == in_turn.lost);
    double worst = 0, largest = 0;
    for (int frame = 0; frame < waving.frames(); ++frame) {
        const std::span<const double> one = at_once.q_of(frame), other = in_turn.q_of(frame);
        const auto share = [&](bool bent) {  // of what both may be apart
            const std::vector<double> far = unsettled(waving, other, frame, options.accuracy, bent);
            double most = 0;
            for (std::size_t i = 0; i < far.size(); ++i)
                most = std::max(most, std::abs(one[i] - other[i]) / (2 * far[i]));
            return most;
        };
        const double plain = lines_move ? 0 : share(false);
        worst = std::max(worst, plain < 1 || lines_move ? plain : share(true));
        largest = std::max(largest, largest_difference(one, other));
    }
    // How a line is turned about itself follows from the way its direction took, and that from the steps: those of
    // lanes and those of a Tracker leave half the product of two small angles in each frame.
    if (lines_move) CHECK(largest < 1e-5);
    else CHECK(worst < 1);
    if (std::getenv("SINEW_SHOW_ERRORS"))
        MESSAGE("worst: " << worst << " of the bound, q apart by " << largest);
    CHECK(largest_difference(at_once.marker_errors, in_turn.marker_errors) <
          (lines_move ? 20 : 2) * options.accuracy);  // a step of each
    CHECK(at_once.rms == doctest::Approx(in_turn.rms).epsilon(1e-6));
    CHECK(at_once.markers[0].seen == in_turn.markers[0].seen);
}

}  // namespace

TEST_CASE("stretches of a recording that are followed at once are followed as in turn: every joint") {
    for (const std::uint64_t seed : {1, 2, 3, 4}) {
        CAPTURE(seed);
        check_as_in_turn(Waving(random_model(seed), seed, 170));
        const Waving but_lines(random_model(seed), seed, 170, false);
        TrackOptions options;
        options.kept = but_lines.lines;
        check_as_in_turn(but_lines, options);
    }
}

TEST_CASE("markers that are not seen pull nothing in any lane") {
    Waving waving(random_model(5), 5, 150);
    Random random(77);
    for (int frame = 0; frame < waving.frames(); ++frame)
        for (int marker = 0; marker < static_cast<int>(waving.trackers.markers.size()); ++marker)
            if (marker % 3 == 0 && random.within(0, 1) < 0.3) waving.seen_at(frame, marker).y = NAN;
    check_as_in_turn(waving);
}

TEST_CASE("a body that nobody sees for a while stays as it was, across stretches") {
    Waving waving(chain_of_pins(4, 3), 6, 160);
    for (int frame = 25; frame < 80; ++frame)
        for (int marker = 9; marker < 12; ++marker) waving.seen_at(frame, marker).x = NAN;
    check_as_in_turn(waving);
}

TEST_CASE("bounds hold in stretches, and joints that are kept stay to the last bit") {
    Waving waving(chain_of_pins(5, 4), 8, 200);
    TrackOptions options;
    const double q1 = waving.start.q()[1];
    options.bounds = {{{AnyJointId{1}, 0}, q1 - 0.05, q1 + 0.05}};
    options.kept = {AnyJointId{3}};
    check_as_in_turn(waving, options);
    const Tracking found = track(waving.system, waving.start, waving.trackers, waving.seen, options);
    int at_bound = 0;
    for (int i = 0; i < waving.frames(); ++i) {
        CHECK(std::abs(found.q_of(i)[1] - q1) <= 0.05 + 1e-15);
        at_bound += std::abs(std::abs(found.q_of(i)[1] - q1) - 0.05) < 1e-12;
        CHECK(found.q_of(i)[3] == waving.start.q()[3]);
    }
    CHECK(at_bound > 10);
}

TEST_CASE("coordinates that were recorded are followed in stretches") {
    Waving waving(chain_of_pins(4, 5), 9, 96);
    waving.trackers.coordinates = {{{AnyJointId{2}, 0}, 3.0}};
    for (int i = 0; i < waving.frames(); ++i)
        waving.seen.coordinates.push_back(i % 7 == 0 ? NAN : waving.start.q()[2] + 0.1 * std::sin(0.1 * i));
    check_as_in_turn(waving);
}

TEST_CASE("a leap in the middle of a stretch is followed as it is in turn") {
    Waving waving(chain_of_pins(3, 6), 10, 128);
    const Waving other(chain_of_pins(3, 6), 10, 128);
    const std::size_t each = waving.trackers.markers.size();
    for (std::size_t i = 0; i < 60 * each; ++i)  // goes back by sixty frames of motion in one
        waving.seen.markers[i + 68 * each] = other.seen.markers[i];
    check_as_in_turn(waving);
}

TEST_CASE("what is found in stretches has the same bits on any number of threads") {
    const Waving waving(random_model(2), 11, 300);
    const Tracking one = track(waving.system, waving.start, waving.trackers, waving.seen, {.threads = 1});
    for (const int threads : {2, 3}) {
        const Tracking many =
            track(waving.system, waving.start, waving.trackers, waving.seen, {.threads = threads});
        CHECK(one.q == many.q);
        CHECK(one.rms == many.rms);
    }
}
