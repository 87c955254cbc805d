// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/forces/contract.h>
#include <sinew/formats/report.h>

#include <span>
#include <string>
#include <vector>

namespace sinew {

/// What a page shows of each State, as one row of numbers: the time, a pose per body (position, quaternion), a force
/// per arrow, a value per series. The same for reports and for runs that are watched.
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
    /// Where arrows and series begin in a row.
    std::size_t first_arrow() const;
    std::size_t first_series() const;
    /// The names of the series that plots show at first.
    std::vector<std::vector<std::string>> plots() const;
    /// What could not be computed, once each.
    const std::vector<std::string>& warnings() const { return warnings_; }

private:
    void sample_arrows(const State& state, double* out);
    void sample_series(const State& state, std::span<const double> outputs, double* out) const;
    void sample_reactions(const State& state, double*& out) const;

    const System* system_;
    bool forces_ = true;
    std::vector<std::string> outputs_;
    std::vector<ForceId> gravity_{};
    std::vector<Arrow> arrows_{};
    std::vector<Series> series_{};
    std::vector<double> side_{};  ///< the last quaternions
    std::vector<std::string> warnings_{};
};

/// What a report is called: as the options say, or the Model.
const std::string& report_title(const Model& model, const ReportOptions& options);

/// The page's head in JSON. `columns` has, for each number of a row, the JSON of where its column is.
std::string report_head(const ReportFrames& frames, const State& first, const ReportOptions& options,
                        const std::vector<SummaryLine>& summary, const std::vector<RecordedEvent>& events,
                        const std::vector<std::string>& columns, long count, class ReportBlob& blob);

/// The page with a head and packed numbers in it; without them, the page of a run that is watched.
std::string report_page(const std::string& title, const std::string& head, const std::string& data);

}  // namespace sinew
