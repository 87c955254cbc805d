// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/at.h>
#include <sinew/integrators/events.h>

#include <algorithm>
#include <cmath>

namespace sinew {

namespace {

constexpr int fewest = 4, most = 64;  ///< intervals between samples of a piece

int sign_of(double x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }

/// The finest window that times near t can tell.
double finest(double t) { return 4 * std::numeric_limits<double>::epsilon() * std::abs(t) + 1e-300; }

/// Where a search for the smallest value of a parabola through three points goes next.
double lowest(double a, double fa, double b, double fb, double c, double fc) {
    const double p = (b - a) * (fb - fc), q = (b - c) * (fb - fa), down = 2 * (p - q);
    return down == 0 ? 0.5 * (a + c) : b - ((b - a) * p - (b - c) * q) / down;
}

}  // namespace

EventFinder::EventFinder(std::vector<WitnessOptions> witnesses) : options_(std::move(witnesses)) {
    memory_.resize(options_.size());
    samples_.resize(options_.size() * (most + 1));
    extra_.resize(options_.size());
    crossings_.reserve(options_.size());
    for (const WitnessOptions& o : options_)
        spacing_ = std::min(spacing_, o.spacing), window_ = std::min(window_, o.window);
}

Finding EventFinder::fault(Finding kind, int witness, double from, double to) {
    crossings_.assign(1, CrossedZero{.witness = witness});
    found_ = {from, to, all_found()};
    return kind;
}

bool EventFinder::counts(int i, int to) const {
    const Direction d = options_[at(i)].direction;
    return d == Direction::both || (d == Direction::rising) == (to > 0);
}

Finding EventFinder::start(Witnesses& w, double t) {
    t_ = t;
    scale_ = std::numeric_limits<double>::infinity();
    crossings_.clear();
    for (int i = 0; i < size(); ++i) {
        Memory& m = memory_[at(i)];
        m = {};
        m.value = w.value(t, i);
        if (std::isnan(m.value) && !options_[at(i)].may_be_undefined)
            return fault(Finding::undefined, i, t, t);
        m.sign = sign_of(m.value);
        m.zero_since = t;
        m.zeros = m.value == 0;
        if (options_[at(i)].fires_at_start && options_[at(i)].direction != Direction::both && m.sign != 0 &&
            counts(i, m.sign))
            crossings_.push_back({i, m.sign > 0, m.value, m.value});
    }
    found_ = {t, t, all_found()};
    return crossings_.empty() ? Finding::nothing : Finding::crossing;
}

/// Values become the present ones; what was crossed without counting is remembered, and how long a value was zero.
Finding EventFinder::move_to(double t, const double* values) {
    for (int i = 0; i < size(); ++i) {
        Memory& m = memory_[at(i)];
        const double v = values[i];
        m.value = v;
        if (m.level != 0 && std::abs(v) > 2 * std::abs(m.level)) {
            m.level = 0;
            m.sign = sign_of(v);
        } else if (const int s = sign_of(v - m.level); s != 0 || std::isnan(v)) {
            m.sign = s;
        }
        if (v != 0) {
            m.zeros = 0;
        } else if (m.zeros++ == 0) {
            m.zero_since = t;
        } else if (m.zeros > 3 && t - m.zero_since > 10 * options_[at(i)].window &&
                   !options_[at(i)].may_be_flat) {
            const double since = m.zero_since;
            t_ = t;
            return fault(Finding::flat, i, since, t);
        }
    }
    t_ = t;
    return Finding::nothing;
}

Finding EventFinder::search(Witnesses& w, double t_end) {
    crossings_.clear();
    if (options_.empty()) t_ = t_end;
    if (const Finding finding = search_start(w, t_end); finding != Finding::nothing) return finding;
    while (t_ < t_end) {
        const double apart = std::min(spacing_, scale_);
        const double pieces = std::ceil((t_end - t_) / (fewest * apart) * (1 + 1e-12));
        const double end = pieces > 1 ? t_ + (t_end - t_) / pieces : t_end;
        if (const Finding finding = search_piece(w, end > t_ ? end : t_end); finding != Finding::nothing)
            return finding;
    }
    return Finding::nothing;
}

/// Which way a witness goes that has no sign is seen soon after, before it may turn.
Finding EventFinder::search_start(Witnesses& w, double t_end) {
    double soon = std::numeric_limits<double>::infinity();
    for (int i = 0; i < size(); ++i)
        if (memory_[at(i)].sign == 0)
            soon = std::min(soon, t_ + 2 * std::max(options_[at(i)].window, finest(t_)));
    if (!(soon < t_end)) return Finding::nothing;
    for (int i = 0; i < size(); ++i) samples_[at(i)] = memory_[at(i)].value;
    if (const Finding f = sample(w, soon, &samples_[at(size())]); f != Finding::nothing) return f;
    if (const Finding f = take(w, t_, samples_.data(), soon, &samples_[at(size())]); f != Finding::nothing)
        return f;
    return move_to(soon, &samples_[at(size())]);
}

Finding EventFinder::sample(Witnesses& w, double t, double* out) {
    for (int i = 0; i < size(); ++i) {
        out[i] = w.value(t, i);
        if (std::isnan(out[i]) && !options_[at(i)].may_be_undefined)
            return fault(Finding::undefined, i, t_, t);
    }
    return Finding::nothing;
}

/// Whether every other sample is told by three of the rest: parabolas between them are true to a twentieth of what the
/// witness varies by, or of how far it stays from its zero: rounding of what hardly varies is no reason to look closer.
bool EventFinder::is_resolved(int intervals) const {
    const int n = size();
    for (int i = 0; i < n; ++i) {
        const auto f = [&](int k) { return samples_[at(k * n + i)]; };
        double low = f(0), high = f(0), off = 0;
        for (int k = 1; k <= intervals; ++k) low = std::min(low, f(k)), high = std::max(high, f(k));
        for (int k = 1; k < intervals; k += 2) {
            const double told = k + 3 <= intervals ? (3 * f(k - 1) + 6 * f(k + 1) - f(k + 3)) / 8
                                                   : (3 * f(k + 1) + 6 * f(k - 1) - f(k - 3)) / 8;
            off = std::max(off, std::abs(told - f(k)));
        }
        const double level = memory_[at(i)].level, away = std::max({low - level, level - high, 0.0});
        if (off > 0.05 * std::max(high - low, away)) return false;
    }
    return true;
}

/// Samples of (t_, end], as many as it takes; then interval after interval.
Finding EventFinder::search_piece(Witnesses& w, double end) {
    const int n = size();
    const double begin = t_;
    const auto time = [&](int k, int of) { return k == of ? end : begin + (end - begin) * k / of; };
    for (int i = 0; i < n; ++i) samples_[at(i)] = memory_[at(i)].value;
    int m = fewest;
    for (int k = 1; k <= m; ++k)
        if (const Finding f = sample(w, time(k, m), &samples_[at(k * n)]); f != Finding::nothing) return f;
    while (m < most && !is_resolved(m)) {
        for (int k = m; k > 0; --k) std::copy_n(&samples_[at(k * n)], n, &samples_[at(2 * k * n)]);
        m *= 2;
        for (int k = 1; k < m; k += 2)
            if (const Finding f = sample(w, time(k, m), &samples_[at(k * n)]); f != Finding::nothing)
                return f;
    }
    // What was seen closely is not at once seen from afar; but what still varies within a window is noise.
    const double apart = (end - begin) / m;
    scale_ = m == fewest ? 2 * scale_ : apart > window_ ? apart : std::numeric_limits<double>::infinity();
    for (int k = 0; k < m; ++k) {
        const double lo = time(k, m), hi = time(k + 1, m);
        double dip = hi;
        for (int i = 0; i < n; ++i) dip = std::min(dip, probe_for_dip(w, i, k, m, lo, hi));
        const double* values = &samples_[at((k + 1) * n)];
        if (dip < hi) {
            if (const Finding f = sample(w, dip, extra_.data()); f != Finding::nothing) return f;
            values = extra_.data();
        }
        if (const Finding f = take(w, lo, &samples_[at(k * n)], dip, values); f != Finding::nothing) return f;
        if (const Finding f = move_to(dip, values); f != Finding::nothing) return f;
        if (dip < hi) return Finding::nothing;  // the rest is sampled anew
    }
    return Finding::nothing;
}

/// A time between two samples of one sign where the other sign is met, if the slopes at them look like it; hi if not.
double EventFinder::probe_for_dip(Witnesses& w, int i, int k, int intervals, double lo, double hi) {
    const int n = size();
    const double level = memory_[at(i)].level;
    const auto f = [&](int j) { return samples_[at(j * n + i)] - level; };
    const double f0 = f(k), f1 = f(k + 1);
    const int s = sign_of(f0);
    if (s == 0 || sign_of(f1) != s) return hi;
    const double g0 = k > 0 ? (f(k + 1) - f(k - 1)) / 2 : (-3 * f(0) + 4 * f(1) - f(2)) / 2;
    const double g1 = k + 2 <= intervals ? (f(k + 2) - f(k)) / 2 : (3 * f(k + 1) - 4 * f(k) + f(k - 1)) / 2;
    if (!(s * g0 < 0 && s * g1 > 0)) return hi;
    const double x = (f1 - f0 - g1) / (g0 - g1);  // where the tangents meet, below what is between them
    if (!(x > 0 && x < 1) || s * (f0 + g0 * x) > 0) return hi;
    double a = lo, fa = s * f0, c = hi, fc = s * f1, b = lo + x * (hi - lo);
    double fb = s * (w.value(b, i) - level);
    for (int tries = 0; fb >= 0 && tries < 12 && c - a > options_[at(i)].window; ++tries) {
        double next = lowest(a, fa, b, fb, c, fc);
        if (!(next > a && next < c) || std::abs(next - b) < 0.01 * (c - a)) {
            const double a_side = b - a, c_side = c - b;
            next = a_side > c_side ? b - 0.1 * a_side : b + 0.1 * c_side;
        }
        const double fn = s * (w.value(next, i) - level);
        if (std::isnan(fn)) return hi;
        const bool lower = fn < fb;
        if (next < b) lower ? (c = b, fc = fb) : (a = next, fa = fn);
        else lower ? (a = b, fa = fb) : (c = next, fc = fn);
        if (lower) b = next, fb = fn;
    }
    return fb < 0 && b > lo && b < hi ? b : hi;
}

/// Narrows a bracket to the witness' window by interpolation that is cut off and projected onto bisection's bound: no
/// more than one step beyond bisection's count, far fewer on smooth functions [Oliveira & Takahashi 2020]. False if
/// the value jumps.
bool EventFinder::localise(Witnesses& w, int i, Bracket& x) {
    const Memory& m = memory_[at(i)];
    const double s = m.sign, first_width = x.b - x.a, first_rise = std::abs(x.fb - x.fa);
    double window = std::max(options_[at(i)].window, finest(x.b));
    const auto narrow = [&] {
        const double width0 = x.b - x.a;
        int left = 1 + static_cast<int>(std::ceil(std::log2(std::max(1.0, width0 / window))));
        for (; x.b - x.a > window; --left) {
            const double half = 0.5 * (x.a + x.b), width = x.b - x.a;
            const double radius = std::max(0.0, 0.5 * window * std::exp2(left) - 0.5 * width);
            const double secant = (x.fb * x.a - x.fa * x.b) / (x.fb - x.fa);
            const double toward = half < secant ? -1 : 1, cut = 0.2 * width * width / width0;
            double t = cut <= std::abs(half - secant) ? secant + toward * cut : half;
            if (std::abs(t - half) > radius) t = half - toward * radius;
            if (!(t > x.a && t < x.b)) t = half;
            if (!(t > x.a && t < x.b)) break;
            const double f = w.value(t, i) - m.level;
            if (s * f < 0) x.b = t, x.fb = f;
            else x.a = t, x.fa = f;
        }
    };
    narrow();
    const auto stands = [&] {
        return std::abs(x.fb - x.fa) > 0.5 * first_rise && x.b - x.a < 1e-3 * first_width;
    };
    if (options_[at(i)].may_jump || first_rise <= 4 * m.noise || !stands()) return true;
    const Bracket found = x;
    window = finest(x.b);
    narrow();
    if (stands()) return false;
    x = found;
    return true;
}

/// The earliest of what crosses in (lo, hi], with all that crosses in its window.
Finding EventFinder::take(Witnesses& w, double lo, const double* at_lo, double hi, const double* at_hi) {
    crossings_.clear();
    double after = hi, before = hi;
    int earliest = -1;
    for (int i = 0; i < size(); ++i) {
        const Memory& m = memory_[at(i)];
        const int to = sign_of(at_hi[i] - m.level);
        if (m.sign == 0 || to != -m.sign || !counts(i, to)) continue;
        Bracket x{lo, hi, at_lo[i] - m.level, at_hi[i] - m.level};
        if (!localise(w, i, x)) return fault(Finding::jump, i, x.a, x.b);
        if (earliest < 0 || x.b < after) earliest = i, after = x.b, before = x.a;
    }
    if (earliest < 0) return Finding::nothing;
    if (const Finding f = sample(w, after, extra_.data()); f != Finding::nothing) return f;
    for (int i = 0; i < size(); ++i) {
        Memory& m = memory_[at(i)];
        const int to = sign_of(extra_[at(i)] - m.level);
        if (m.sign == 0 || to != -m.sign || !counts(i, to)) continue;
        double f = w.value(before, i) - m.level;
        if (sign_of(f) == to) {  // it crossed a little earlier: the window takes that in
            Bracket x{lo, before, at_lo[i] - m.level, f};
            if (!localise(w, i, x)) return fault(Finding::jump, i, x.a, x.b);
            before = x.a, f = x.fa;
        }
        crossings_.push_back({i, to > 0, f + m.level, extra_[at(i)]});
        m.noise = std::max(std::abs(f), std::abs(extra_[at(i)] - m.level));
    }
    if (const Finding f = move_to(after, extra_.data()); f != Finding::nothing) return f;
    for (const CrossedZero& c : crossings_) {
        memory_[at(c.witness)].level = 0;
        memory_[at(c.witness)].sign = c.rising ? 1 : -1;
    }
    found_ = {before, after, all_found()};
    return Finding::crossing;
}

void EventFinder::settle(Witnesses& w) {
    for (const CrossedZero& c : crossings_) {
        Memory& m = memory_[at(c.witness)];
        m.value = w.value(t_, c.witness);
        m.noise = std::max(m.noise, std::abs(m.value));
    }
}

bool EventFinder::is_beyond(Witnesses& w, const CrossedZero& c) const {
    const double v = w.value(t_, c.witness);
    return std::abs(v) <= 4 * memory_[at(c.witness)].noise || (v > 0) == c.rising;
}

Finding EventFinder::resume(Witnesses& w) {
    const std::size_t had = crossings_.size();
    for (int i = 0; i < size(); ++i) {
        Memory& m = memory_[at(i)];
        const double v = w.value(t_, i);
        if (std::isnan(v) && !options_[at(i)].may_be_undefined) return fault(Finding::undefined, i, t_, t_);
        const auto end = crossings_.begin() + static_cast<std::ptrdiff_t>(had);
        const auto crossed =
            std::find_if(crossings_.begin(), end, [&](const CrossedZero& c) { return c.witness == i; });
        m.zeros = 0;
        if (crossed != end && std::abs(v) <= 4 * m.noise) {
            const double rate = (crossed->after - crossed->before) / (found_.t_after - found_.t_before);
            m.level = v;
            m.sign = !w.is_pushed_on(i, rate) ? 0 : crossed->rising ? -1 : 1;
        } else {
            if (std::abs(v) > 2 * std::abs(m.level)) m.level = 0;  // else an event of it is still near
            const int to = sign_of(v - m.level);
            if (crossed == end && m.sign != 0 && to == -m.sign && counts(i, to)) {
                crossings_.push_back({i, to > 0, m.value, v});
                m.noise = 0;
            }
            if (to != 0 || std::isnan(v)) m.sign = to;
        }
        m.value = v;
    }
    crossings_.erase(crossings_.begin(), crossings_.begin() + static_cast<std::ptrdiff_t>(had));
    found_ = {t_, t_, all_found()};
    return crossings_.empty() ? Finding::nothing : Finding::crossing;
}

}  // namespace sinew
