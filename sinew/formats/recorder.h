// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/formats/error.h>
#include <sinew/system/system.h>

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sinew {

struct RecorderOptions {
    std::string model{};                 ///< the model as text, for whoever opens the recording
    std::string options{};               ///< how it was run, as text
    std::vector<std::string> outputs{};  ///< names of further numbers that each frame holds
    double commit_every = 0.2;           ///< seconds of wall clock; 0: every frame at once
    bool sync = true;        ///< commits reach the disk: a power cut, too, loses nothing that was committed
    bool overwrite = false;  ///< what is in a file of that name
    bool repeats = true;     ///< a resumed run has the same bits; else resuming drops what lies beyond
};

struct Resumed;

/// Writes a recording (13.1): frames, events, log lines, statistics, in one SQLite file that others may read meanwhile.
/// What was appended is committed at least every commit_every seconds by a thread of its own, and by commit(). What was
/// committed survives whatever happens to the program. Any thread may call.
class Recorder {
public:
    Recorder(const std::string& file, const System& system, const RecorderOptions& options = {});
    /// Goes on with a recording that was left off, by the point nearest to its end from which a run can go on.
    /// Frames and events that the file already holds beyond it are compared with what is appended, not
    /// written twice; a difference throws FileError.
    static Resumed resume(const std::string& file, const System& system, const RecorderOptions& options = {});

    Recorder(Recorder&&) noexcept;
    Recorder& operator=(Recorder&&) noexcept;
    /// Commits.
    ~Recorder();

    /// Adds a frame; time does not go back. With the integrator's next step, a run can go on from it. Returns
    /// its number, from 0.
    long append(const State& state, std::span<const double> outputs = {}, double next_step = 0);
    /// The end of an integrator's step and the step it would take next: where a run can go on. Cheap enough for
    /// every step: only the last one before a commit is written. Wanted where frames lie between the ends of
    /// steps. With bytes of the program's own that it needs to go on, such as Observer::memory().
    void checkpoint(const State& state, double next_step, std::string_view memory = {});

    void event(double time, std::string_view name, std::string_view text = {});
    void log(std::string_view line);
    /// A number about the run: steps, rejections, seconds. A later value takes the place of an earlier one.
    void statistic(std::string_view name, double value);

    /// Commits now: frames below the number it returns are in the file whatever comes. Call it before telling anyone
    /// that a frame is recorded.
    long commit();
    /// Commits, marks the recording as complete and makes it a single file. Nothing can be added afterwards.
    void close();

    long frames() const;
    const std::string& file() const;

private:
    struct Inside;
    explicit Recorder(std::unique_ptr<Inside> inside);
    std::unique_ptr<Inside> inside_;
};

/// Where a run goes on. With a one-step method, from these and with these bits, it is as if it had never stopped.
struct Resumed {
    Recorder recorder;
    State state;
    double next_step = 0;  ///< 0 if the recording does not tell
    std::string memory{};  ///< the program's own, as the checkpoint was given it
};

}  // namespace sinew
