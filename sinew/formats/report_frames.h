// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/contact/patch.h>
#include <sinew/forces/contract.h>
#include <sinew/formats/report.h>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace sinew {

/// What a page shows of each State, as one row of numbers: the time, a pose per body (position, quaternion), a force
/// per arrow, places where surfaces press on one another, a value per series. The same for reports and for runs that
/// are watched.
class ReportFrames {
public:
    struct Arrow {
        std::string name{}, kind{};
        BodyId body{};
        Vec3 p_B{};
    };
    struct Series {
        std::string name{}, unit{}, group{};
        bool exact = false;  ///< worth 64 bits
    };

    ReportFrames(const System& system, const ReportOptions& options, std::vector<std::string> outputs = {});

    std::size_t width() const;
    /// Fills a row of width() numbers. Quaternions keep to the side of the row before.
    void sample(const State& state, std::span<const double> outputs, std::span<double> row);

    const System& system() const { return *system_; }
    const std::vector<Arrow>& arrows() const { return arrows_; }
    const std::vector<Series>& series() const { return series_; }
    /// Places of contact that a row has room for: of more, the strongest are shown. Each has its point, the force on
    /// the first surface, and the semi-axes of its ellipse, three numbers each; all zero where there is none.
    std::size_t touches() const { return touches_; }
    /// Every place of contact of the State that was sampled last.
    const std::vector<ContactPatch>& patches() const { return patches_; }
    /// Where arrows, places of contact and series begin in a row.
    std::size_t first_arrow() const;
    std::size_t first_touch() const;
    std::size_t first_series() const;
    /// The names of the series that plots show at first.
    std::vector<std::vector<std::string>> plots() const;
    /// What could not be computed, once each.
    const std::vector<std::string>& warnings() const { return warnings_; }

private:
    void sample_arrows(const State& state, double* out);
    void sample_series(const State& state, std::span<const double> outputs, double* out) const;
    void sample_reactions(const State& state, double*& out) const;
    void sample_touches(double* out) const;
    void sample_surfaces(double*& out) const;

    const System* system_;
    bool forces_ = true;
    std::vector<std::string> outputs_;
    std::vector<ForceId> gravity_{};
    std::vector<Arrow> arrows_{};
    std::vector<Series> series_{};
    std::vector<double> side_{};  ///< the last quaternions
    std::vector<std::string> warnings_{};
    std::size_t touches_ = 0;
    bool surfaces_told_ = false;  ///< a series for each surface
    std::vector<ContactPatch> patches_{};
};

/// Springs of beds that press, frame by frame: where, and how much.
struct PressureMap {
    std::vector<std::uint32_t> begins{};  ///< by frame, and one behind the last
    std::vector<float> points{}, pressures{};
    double size = 0;  ///< of a triangle, m

    void add(const std::vector<ContactPatch>& patches);
};

/// What a report is called: as the options say, or the Model.
const std::string& report_title(const Model& model, const ReportOptions& options);

/// The page's head in JSON. `columns` has, for each number of a row, the JSON of where its column is.
std::string report_head(const ReportFrames& frames, const State& first, const ReportOptions& options,
                        const std::vector<SummaryLine>& summary, const std::vector<RecordedEvent>& events,
                        const std::vector<std::string>& columns, long count, const PressureMap& pressure,
                        class ReportBlob& blob);

/// The page with a head and packed numbers in it; without them, the page of a run that is watched.
std::string report_page(const std::string& title, const std::string& head, const std::string& data);

}  // namespace sinew
