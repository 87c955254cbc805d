// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/formats/error.h>
#include <sinew/formats/recorded_layout.h>
#include <sinew/formats/table.h>
#include <sinew/system/system.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace sinew {

struct RecordedEvent {
    double time = 0;
    std::string name{}, text{};
    long frames = 0;  ///< how many frames were there before it
};

struct RecordedStatistic {
    std::string name{};
    double value = 0;
};

/// What a recording says of itself.
struct RecordingAbout {
    std::string sinew{};   ///< the version that wrote it
    std::string system{};  ///< the system's name
    std::string model{}, options{};
    double created = 0;     ///< seconds since 1970
    bool complete = false;  ///< closed by its Recorder; else the run goes on, or was killed
};

/// Which of a frame's numbers.
enum class Recorded : unsigned char { q, u, z, output };

/// A recording, opened for reading; while it is being written, too: what was committed meanwhile is there at the
/// next question. Frames are counted from 0; their times never fall. One thread at a time.
class Recording {
public:
    explicit Recording(const std::string& file);
    /// Opens what is left of a file that was cut off or damaged: the frames before the first that is not whole.
    static Recording salvage(const std::string& file);
    /// The same two from the bytes of a file, in memory; `name` is what messages call it.
    static Recording from_bytes(std::string_view bytes, const std::string& name);
    static Recording salvage_bytes(std::string_view bytes, const std::string& name);
    Recording(Recording&&) noexcept;
    Recording& operator=(Recording&&) noexcept;
    ~Recording();

    const std::string& file() const;
    RecordingAbout about() const;
    const RecordedLayout& layout() const;
    const std::vector<std::string>& outputs() const;

    long frames() const;
    double time(long frame) const;
    std::vector<double> times() const;
    double next_step(long frame) const;  ///< what the integrator would have tried; 0 if unknown
    /// The last frame that is not after t (the first one if all are); the frame whose time is nearest.
    long at_or_before(double t) const;
    long nearest(double t) const;

    /// Throws FileError with the first thing that differs, unless the recording's variables are the system's.
    void check(const System& system) const;
    /// A frame as a State of a system with the same variables, equal to the last bit to what was recorded.
    State state(const System& system, long frame) const;
    /// The same into a State that is there: for players.
    void read(const System& system, long frame, State& into) const;

    /// One number of all frames, by its name.
    std::vector<double> values(Recorded kind, std::string_view name) const;
    std::vector<double> output(std::string_view name) const { return values(Recorded::output, name); }
    /// All of them by time. Speeds are named as in "knee.angle/speed".
    Table table() const;
    Table table(std::vector<Recorded> kinds) const;

    std::vector<RecordedEvent> events() const;
    std::vector<RecordedStatistic> statistics() const;
    std::vector<std::string> log() const;

    /// Where a run goes on: a checkpoint, or a frame. For Recorder::resume.
    struct Place {
        long frame = -1;  ///< −1: the checkpoint
        long frames = 0, events = 0;
        double next_step = 0;
        std::string memory{};
    };
    Place place_to_resume() const;
    void read(const Place& place, const System& system, State& into) const;

    /// Numbers and bytes of one frame, without a System: for those who compare recordings.
    struct Raw {
        double time = 0;
        std::vector<double> q{}, u{}, z{}, outputs{};
        std::int64_t parameters = 0, discrete = 0;  ///< equal for equal contents
    };
    Raw raw(long frame) const;
    std::vector<double> raw_parameters(std::int64_t id) const;
    std::vector<std::string> raw_discrete(std::int64_t id) const;

private:
    std::vector<double> column(Recorded kind, std::size_t place) const;
    struct Inside;
    explicit Recording(std::unique_ptr<Inside> inside);
    static Recording salvaged(std::unique_ptr<Inside> inside);
    std::unique_ptr<Inside> inside_;
};

}  // namespace sinew
