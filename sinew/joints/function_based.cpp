// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/error.h>
#include <sinew/base/names.h>
#include <sinew/joints/fit.h>
#include <sinew/joints/function_based.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace sinew {

namespace {

/// The coordinates that a drive's arguments are.
std::vector<int> arguments_of(const FunctionBased::Drive& drive) {
    std::vector<int> of = drive.of;
    const auto n = static_cast<std::size_t>(drive.function.arguments());
    if (of.empty())
        for (std::size_t i = 0; i < n; ++i) of.push_back(static_cast<int>(i));
    else of.resize(std::min(of.size(), n));
    return of;
}

constexpr const char* words[] = {"first turn",  "second turn",  "third turn",
                                 "first shift", "second shift", "third shift"};

const FunctionBased::Drive& drive(const FunctionBased& joint, std::size_t i) {
    return i < 3 ? joint.turns[i] : joint.shifts[i - 3];
}

FunctionBased::Tables::Track compiled(const FunctionBased::Drive& drive, int& scratch) {
    using Along = FunctionBased::Tables::Along;
    FunctionBased::Tables::Track track;
    track.axis = drive.axis / norm(drive.axis);
    track.function = drive.function;
    for (const Along along : {Along::x, Along::y, Along::z}) {
        const double share = track.axis[static_cast<int>(along)];
        if (std::abs(share) != 1) continue;
        track.along = along;
        if (share > 0) continue;
        track.axis = -track.axis;  // the same motion by the opposite function about the plain axis
        track.function = -track.function;
    }
    const std::vector<int> of = arguments_of(drive);
    track.n = static_cast<int>(of.size());
    std::copy(of.begin(), of.end(), track.of);
    if (track.n < 2) track.constant = track.function(0.0);
    if (track.n == 1 && track.function.compiled()->op == function::Op::affine) {
        track.straight = true;
        track.slope = track.function.compiled()->b;
        track.constant = track.function.compiled()->a;
    }
    track.scratch = scratch;
    scratch += track.n + track.n * track.n;
    return track;
}

}  // namespace

void FunctionBased::check(const std::string& joint, Faults& faults) const {
    const int n = static_cast<int>(coordinates.size());
    if (n < 1 || n > max_nu)
        return faults.add(fmt::format("joint {} has {} coordinates; a function-based joint has one to six.",
                                      quoted(joint), n));
    std::vector<bool> used(coordinates.size());
    for (std::size_t i = 0; i < 6; ++i) {
        const Drive& d = drive(*this, i);
        const int arguments = d.function.arguments();
        if (!(norm(d.axis) > 0) || !std::isfinite(norm(d.axis)))
            faults.add(fmt::format("joint {}, {}: the axis ({}, {}, {}) has no direction.", quoted(joint),
                                   words[i], d.axis.x, d.axis.y, d.axis.z));
        if (!d.of.empty() && arguments > static_cast<int>(d.of.size()))
            faults.add(
                fmt::format("joint {}, {}: its function has {} arguments, but 'of' names {} coordinates.",
                            quoted(joint), words[i], arguments, d.of.size()));
        for (const int c : arguments_of(d))
            if (c < 0 || c >= n)
                faults.add(fmt::format("joint {}, {}: there is no coordinate {}; it has {}, the first is 0.",
                                       quoted(joint), words[i], c, n));
            else used[static_cast<std::size_t>(c)] = true;
        if (std::vector<int> of = arguments_of(d);
            std::sort(of.begin(), of.end()), std::unique(of.begin(), of.end()) != of.end())
            faults.add(
                fmt::format("joint {}, {}: 'of' names one coordinate twice.", quoted(joint), words[i]));
    }
    for (std::size_t c = 0; c < coordinates.size(); ++c) {
        if (!used[c])
            faults.add(fmt::format("joint {}: its coordinate {} moves nothing.", quoted(joint),
                                   quoted(coordinates[c])));
        if (std::find(coordinates.begin(), coordinates.begin() + static_cast<std::ptrdiff_t>(c),
                      coordinates[c]) != coordinates.begin() + static_cast<std::ptrdiff_t>(c))
            faults.add(fmt::format("joint {}: two coordinates are called {}.", quoted(joint),
                                   quoted(coordinates[c])));
    }
}

std::shared_ptr<const JointData> FunctionBased::data() const {
    Faults faults;
    check(name, faults);
    faults.throw_if_any();
    auto tables = std::make_shared<Tables>();
    tables->nq = tables->nu = static_cast<int>(coordinates.size());
    tables->coordinate_names = coordinates;
    tables->scratch_size = 6;  // b₂, b₃
    for (std::size_t i = 0; i < 3; ++i) tables->turns[i] = compiled(turns[i], tables->scratch_size);
    for (const Drive& shift : shifts) {
        const Tables::Track track = compiled(shift, tables->scratch_size);
        if (track.n > 0) tables->shifts.push_back(track);
        else tables->shift_by_constants += track.constant * track.axis;
    }
    tables->only_turns = tables->shifts.empty() && tables->shift_by_constants == Vec3{};
    const auto moves = [](const Tables::Track& track) { return track.n > 0; };
    const auto bends = [](const Tables::Track& track) { return track.n > 0 && !track.straight; };
    tables->fixed_hinge = std::count_if(tables->turns.begin(), tables->turns.end(), moves) <= 1 &&
                          std::none_of(tables->turns.begin(), tables->turns.end(), bends) &&
                          std::none_of(tables->shifts.begin(), tables->shifts.end(), bends);
    std::vector<int> seen(coordinates.size());
    const auto is_line_of_its_own = [&](const Tables::Track& track) {
        return track.n == 0 || (track.straight && seen[static_cast<std::size_t>(track.of[0])]++ == 0);
    };
    tables->plain = std::all_of(tables->turns.begin(), tables->turns.end(), is_line_of_its_own) &&
                    std::all_of(tables->shifts.begin(), tables->shifts.end(), is_line_of_its_own);
    return tables;
}

void FunctionBased::fit(const JointInput<double>& in, const Transform& X_FM, double* q) {
    fit_by_iteration<FunctionBased>(in, X_FM, q);
}

}  // namespace sinew
