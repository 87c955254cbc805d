// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/at.h>
#include <sinew/integrators/point_masses.h>

#include <algorithm>
#include <cmath>

namespace sinew {

double UniformGravity::energy(std::span<const Vec3> p) const {
    double sum = 0;
    for (std::size_t i = 0; i < p.size(); ++i) sum -= masses_[i] * dot(g_, p[i]);
    return sum;
}

void UniformGravity::gradient(std::span<const Vec3> p, std::span<Vec3> out) const {
    for (std::size_t i = 0; i < p.size(); ++i) out[i] = -masses_[i] * g_;
}

PointMasses::PointMasses(std::vector<double> masses, std::vector<PointRod> rods,
                         const PointPotential& potential)
    : masses_(std::move(masses)), rods_(std::move(rods)), potential_(potential) {
    for (auto* x : {&p, &v, &next_, &free_, &force_, &middle_, &moved_, &kept_}) x->resize(masses_.size());
    along_.resize(rods_.size()), lambda_.resize(rods_.size()), g_.resize(rods_.size());
    A_.resize(rods_.size() * rods_.size());
    lu_ = Lu(static_cast<int>(rods_.size()));
}

Vec3 PointMasses::span_of(const PointRod& rod, const std::vector<Vec3>& places) const {
    return places[at(rod.to)] - (rod.from < 0 ? rod.place : places[at(rod.from)]);
}

/// How the span changes with its ends.
Vec3 PointMasses::change_of(const PointRod& rod, const std::vector<Vec3>& rates) const {
    return rates[at(rod.to)] - (rod.from < 0 ? Vec3{} : rates[at(rod.from)]);
}

/// to += amount M⁻¹ of a force along the rod's ends.
void PointMasses::add(const PointRod& rod, double amount, const Vec3& along, std::vector<Vec3>& to) const {
    to[at(rod.to)] += (amount / masses_[at(rod.to)]) * along;
    if (rod.from >= 0) to[at(rod.from)] -= (amount / masses_[at(rod.from)]) * along;
}

/// next = free + share M⁻¹ Σ λ along, with λ such that all rods have their lengths (12.71): Newton's method, to
/// rounding.
bool PointMasses::meet(const std::vector<Vec3>& along, double share) {
    const std::size_t m = rods_.size();
    double before = INFINITY;
    for (int i = 0; i < 50; ++i) {
        next_ = free_;
        for (std::size_t k = 0; k < m; ++k) add(rods_[k], share * lambda_[k], along[k], next_);
        double worst = 0;
        for (std::size_t k = 0; k < m; ++k) {
            const Vec3 r = span_of(rods_[k], next_);
            g_[k] = 0.5 * (dot(r, r) - rods_[k].length * rods_[k].length);
            worst = std::max(worst, std::abs(g_[k]) / (rods_[k].length * rods_[k].length));
        }
        if (worst == 0 || (worst < 1e-11 && worst >= 0.5 * before)) return true;
        before = worst;
        for (std::size_t j = 0; j < m; ++j) {
            std::fill(moved_.begin(), moved_.end(), Vec3{});
            add(rods_[j], share, along[j], moved_);
            for (std::size_t k = 0; k < m; ++k) {
                const PointRod& rod = rods_[k];
                A_[k * m + j] = dot(span_of(rod, next_), change_of(rod, moved_));
            }
        }
        if (!lu_.factor(A_)) return false;
        lu_.solve(g_);
        for (std::size_t k = 0; k < m; ++k) lambda_[k] -= g_[k];
    }
    return false;
}

/// Removes from v what would change the rods' lengths (12.73).
void PointMasses::obey() {
    const std::size_t m = rods_.size();
    for (std::size_t k = 0; k < m; ++k) {
        along_[k] = span_of(rods_[k], p);
        g_[k] = dot(along_[k], change_of(rods_[k], v));
    }
    for (std::size_t j = 0; j < m; ++j) {
        std::fill(moved_.begin(), moved_.end(), Vec3{});
        add(rods_[j], 1, along_[j], moved_);
        for (std::size_t k = 0; k < m; ++k) A_[k * m + j] = dot(along_[k], change_of(rods_[k], moved_));
    }
    if (!lu_.factor(A_)) return;
    lu_.solve(g_);
    for (std::size_t k = 0; k < m; ++k) add(rods_[k], -g_[k], along_[k], v);
}

bool PointMasses::step(double h, PointMethod method) {
    if (method == PointMethod::energy_momentum) return energy_momentum_step(h);
    const double kick = method == PointMethod::shake ? h : 0.5 * h;
    potential_.gradient(p, force_);
    for (std::size_t i = 0; i < p.size(); ++i) {
        v[i] -= (kick / masses_[i]) * force_[i];
        free_[i] = p[i] + h * v[i];
    }
    for (std::size_t k = 0; k < rods_.size(); ++k) along_[k] = span_of(rods_[k], p);
    if (!meet(along_, h * h)) return false;
    for (std::size_t k = 0; k < rods_.size(); ++k) add(rods_[k], h * lambda_[k], along_[k], v);
    p = next_;
    if (method == PointMethod::shake) return true;
    potential_.gradient(p, force_);
    for (std::size_t i = 0; i < p.size(); ++i) v[i] -= (kick / masses_[i]) * force_[i];
    obey();
    return true;
}

/// A gradient whose work along the step is the change of V to the last digit (12.75) [Gonzalez 1996].
void PointMasses::discrete_gradient() {
    for (std::size_t i = 0; i < p.size(); ++i) middle_[i] = 0.5 * (p[i] + next_[i]);
    potential_.gradient(middle_, force_);
    double work = 0, square = 0;
    for (std::size_t i = 0; i < p.size(); ++i) {
        const Vec3 d = next_[i] - p[i];
        work += dot(force_[i], d);
        square += dot(d, d);
    }
    if (square == 0) return;
    const double missing = (potential_.energy(next_) - potential_.energy(p) - work) / square;
    for (std::size_t i = 0; i < p.size(); ++i) force_[i] += missing * (next_[i] - p[i]);
}

bool PointMasses::energy_momentum_step(double h) {
    for (std::size_t i = 0; i < p.size(); ++i) next_[i] = p[i] + h * v[i];
    double before = INFINITY;
    for (int iteration = 0; iteration < 200; ++iteration) {
        discrete_gradient();
        for (std::size_t k = 0; k < rods_.size(); ++k)
            along_[k] = 0.5 * (span_of(rods_[k], p) + span_of(rods_[k], next_));
        kept_ = next_;
        for (std::size_t i = 0; i < p.size(); ++i)
            free_[i] = p[i] + h * v[i] - (0.5 * h * h / masses_[i]) * force_[i];
        if (!meet(along_, 0.5 * h * h)) return false;
        double change = 0, size = 0;
        for (std::size_t i = 0; i < p.size(); ++i) {
            change = std::max(change, norm(next_[i] - kept_[i]));
            size = std::max(size, norm(next_[i]));
        }
        if (change == 0 || (change < 1e-12 * size && change >= 0.5 * before)) {
            for (std::size_t i = 0; i < p.size(); ++i) v[i] -= (h / masses_[i]) * force_[i];
            for (std::size_t k = 0; k < rods_.size(); ++k) add(rods_[k], h * lambda_[k], along_[k], v);
            p = next_;
            return true;
        }
        before = change;
    }
    return false;
}

double PointMasses::kinetic_energy() const {
    double sum = 0;
    for (std::size_t i = 0; i < p.size(); ++i) sum += 0.5 * masses_[i] * dot(v[i], v[i]);
    return sum;
}

Vec3 PointMasses::angular_momentum() const {
    Vec3 sum;
    for (std::size_t i = 0; i < p.size(); ++i) sum += masses_[i] * cross(p[i], v[i]);
    return sum;
}

double PointMasses::rod_error() const {
    double worst = 0;
    for (const PointRod& rod : rods_) {
        const Vec3 r = span_of(rod, p);
        worst = std::max(worst, std::abs(0.5 * (dot(r, r) - rod.length * rod.length)));
    }
    return worst;
}

}  // namespace sinew
