// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/names.h>
#include <sinew/formats/database.h>
#include <sinew/formats/recorded_layout.h>
#include <sinew/formats/recorder.h>
#include <sinew/formats/recording.h>
#include <sinew/formats/recording_format.h>
#include <sinew/state/parameters.h>
#include <sinew/state/variables.h>

#include <chrono>
#include <cmath>
#include <condition_variable>
#include <exception>
#include <filesystem>
#include <mutex>
#include <optional>
#include <thread>

namespace sinew {

namespace {

double seconds_since_1970() {
    return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

void refuse_existing(const std::string& file, bool overwrite) {
    std::error_code error;
    if (!std::filesystem::exists(file, error)) return;
    if (!overwrite)
        throw FileError(sinew::quoted(file) +
                        " exists already. Choose another name, set overwrite, or go on with it by "
                        "Recorder::resume.");
    if (std::filesystem::is_directory(file, error)) throw FileError(sinew::quoted(file) + " is a folder.");
    if (!std::filesystem::is_regular_file(file, error))
        throw FileError(sinew::quoted(file) +
                        " is a device or a pipe, which holds no recording. Choose another name.");
    for (const char* tail : {"", "-wal", "-shm"}) std::filesystem::remove(file + tail, error);
}

}  // namespace

struct Recorder::Inside {
    Database database;
    System system;
    RecorderOptions options;

    mutable std::mutex mutex;
    std::condition_variable wake;
    std::thread committer;
    bool stop = false, open = false, pending = false;
    std::exception_ptr failure;

    /// Frames and events appended in this run and before it, and those that the file holds.
    std::int64_t frames = 0, events = 0, written_frames = 0, written_events = 0;
    double last_time = -INFINITY;

    std::int64_t parameters_id = 0, discrete_id = 0;
    bool have_parameters = false, have_discrete = false;
    std::string last_parameters, last_discrete, discrete;

    std::optional<State> held;  ///< the checkpoint that the next commit writes
    double held_step = 0;
    std::string held_memory;
    std::int64_t held_frames = 0, held_events = 0;
    bool held_is_new = false;

    std::optional<Statement> insert_frame, read_checksum, insert_parameters, insert_discrete, insert_event,
        read_event, insert_log, set_statistic, set_checkpoint, begin, commit_now;

    Inside(const std::string& file, Database::Use use, const System& of, const RecorderOptions& how)
        : database(file, use), system(of), options(how) {
        if (!(options.commit_every >= 0)) options.commit_every = 0;
    }

    ~Inside() {
        stop_thread();
        try {
            if (open && !failure) commit(false);
        } catch (...) {  // what is in the file stays whole
        }
    }

    void create() {
        database.word("PRAGMA journal_mode = WAL");
        set_sync();
        database.run("BEGIN IMMEDIATE");
        database.run(recording_tables);
        database.run(("PRAGMA application_id = " + std::to_string(recording_id)).c_str());
        database.run(("PRAGMA user_version = " + std::to_string(recording_version)).c_str());
        Statement about(database, "INSERT INTO about VALUES(?, ?)");
        const auto tell = [&](std::string_view key, std::string_view value) {
            about.bind(1, key).bind(2, value).run();
        };
        tell("sinew", SINEW_VERSION);
        tell("system", system.layout().system_name);
        tell("model", options.model);
        tell("options", options.options);
        about.bind(1, std::string_view("created")).bind(2, seconds_since_1970()).run();
        about.bind(1, std::string_view("complete")).bind(2, std::int64_t{0}).run();
        RecordedLayout::of(system.layout(), options.outputs).write(database);
        database.run("COMMIT");
        start();
    }

    void drop_beyond(std::int64_t frame, std::int64_t event) {
        Statement(database, "DELETE FROM frames WHERE frame >= ?").bind(1, frame).run();
        Statement(database, "DELETE FROM events WHERE event >= ?").bind(1, event).run();
        pending = true;
    }

    void set_sync() {
        database.run(options.sync ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL");
    }

    /// Takes the right to write, and keeps it from commit to commit: a second writer is refused at once.
    void start() {
        insert_frame.emplace(database,
                             "INSERT INTO frames(frame, time, next_step, q, u, z, outputs, parameters, "
                             "discrete, checksum) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
        read_checksum.emplace(database, "SELECT checksum FROM frames WHERE frame = ?");
        insert_parameters.emplace(database, "INSERT OR IGNORE INTO parameters(id, numbers) VALUES(?, ?)");
        insert_discrete.emplace(database, "INSERT OR IGNORE INTO discrete(id, bytes) VALUES(?, ?)");
        insert_event.emplace(database,
                             "INSERT INTO events(event, time, name, text, frames) VALUES(?, ?, ?, ?, ?)");
        read_event.emplace(database, "SELECT time, name FROM events WHERE event = ?");
        insert_log.emplace(database, "INSERT INTO log(at, text) VALUES(?, ?)");
        set_statistic.emplace(database, "INSERT OR REPLACE INTO statistics(name, value) VALUES(?, ?)");
        set_checkpoint.emplace(database,
                               "INSERT OR REPLACE INTO checkpoint(id, frames, events, time, next_step, q, u, "
                               "z, outputs, parameters, discrete, checksum, memory) "
                               "VALUES(0, ?, ?, ?, ?, ?, ?, ?, x'', ?, ?, ?, ?)");
        begin.emplace(database, "BEGIN IMMEDIATE");
        commit_now.emplace(database, "COMMIT");
        begin->run();
        open = true;
        if (options.commit_every > 0) committer = std::thread([this] { commit_by_the_clock(); });
    }

    void commit_by_the_clock() {
        std::unique_lock lock(mutex);
        while (!stop) {
            wake.wait_for(lock, std::chrono::duration<double>(options.commit_every));
            if (stop || !pending || failure) continue;
            try {
                commit(true);
            } catch (...) {
                failure = std::current_exception();  // told at the next call
            }
        }
    }

    void stop_thread() {
        {
            const std::lock_guard lock(mutex);
            stop = true;
        }
        wake.notify_all();
        if (committer.joinable()) committer.join();
    }

    /// Runs f; what it throws is what every later call throws, too.
    template <class F>
    void guarded(F&& f) {
        if (failure) std::rethrow_exception(failure);
        if (!open) throw FileError("the recording " + sinew::quoted(database.file()) + " is closed.");
        try {
            f();
        } catch (const FileError&) {
            failure = std::current_exception();
            throw;
        }
        if (pending && options.commit_every == 0) {
            try {
                commit(true);
            } catch (const FileError&) {
                failure = std::current_exception();
                throw;
            }
        }
    }

    void commit(bool go_on) {
        if (held_is_new) write_checkpoint();
        commit_now->run();
        open = false;
        pending = false;
        if (!go_on) return;
        begin->run();
        open = true;
    }

    /// The row of a State; what it shares with the last one is not written again.
    FrameRow row_of(const State& state, std::span<const double> outputs, double next_step) {
        const StateLayout& layout = system.layout();
        if (&state.layout() != &layout && state.layout().fingerprint != layout.fingerprint)
            throw StateError("a state of system " + sinew::quoted(state.layout().system_name) +
                             " can not be recorded in " + sinew::quoted(database.file()) +
                             ", which records system " + sinew::quoted(layout.system_name) + ".");
        const std::string_view parameters = bytes_of(state.parameter_block().values);
        if (!have_parameters || parameters != last_parameters) {
            last_parameters = parameters;
            have_parameters = true;
            parameters_id = static_cast<std::int64_t>(checksum_of(parameters));
            insert_parameters->bind(1, parameters_id).bind_blob(2, last_parameters).run();
        }
        pack_discrete(state, discrete);
        if (!have_discrete || discrete != last_discrete) {
            last_discrete = discrete;
            have_discrete = true;
            discrete_id = static_cast<std::int64_t>(checksum_of(discrete));
            insert_discrete->bind(1, discrete_id).bind_blob(2, last_discrete).run();
        }
        return {.time = state.time(),
                .next_step = next_step,
                .q = bytes_of(state.q()),
                .u = bytes_of(state.u()),
                .z = bytes_of(state.z()),
                .outputs = bytes_of(outputs),
                .parameters = parameters_id,
                .discrete = discrete_id};
    }

    void write_checkpoint() {
        const FrameRow row = row_of(*held, {}, held_step);
        set_checkpoint->bind(1, held_frames).bind(2, held_events).bind(3, row.time).bind(4, row.next_step);
        set_checkpoint->bind_blob(5, row.q).bind_blob(6, row.u).bind_blob(7, row.z);
        set_checkpoint->bind(8, row.parameters).bind(9, row.discrete).bind(10, row.checksum());
        set_checkpoint->bind_blob(11, held_memory).run();
        held_is_new = false;
    }

    void append(const State& state, std::span<const double> outputs, double next_step) {
        if (outputs.size() != options.outputs.size())
            throw StateError("a frame of " + sinew::quoted(database.file()) + " has " +
                             std::to_string(options.outputs.size()) + " outputs; these are " +
                             std::to_string(outputs.size()) + ".");
        if (state.time() < last_time)
            throw StateError("a frame at time " + shortest(state.time()) + " can not follow one at " +
                             shortest(last_time) + " in " + sinew::quoted(database.file()) +
                             ": time does not go back in a recording.");
        const FrameRow row = row_of(state, outputs, next_step);
        if (frames < written_frames) {
            const bool there = read_checksum->bind(1, frames).next();
            const bool same = there && read_checksum->integer(0) == row.checksum();
            read_checksum->reset();
            if (!same)
                throw FileError("frame " + std::to_string(frames) + " of " + sinew::quoted(database.file()) +
                                ", at time " + shortest(state.time()) +
                                ", came out differently when the run was resumed: its model, its options or "
                                "its method are not those that it was begun with.");
        } else {
            insert_frame->bind(1, frames).bind(2, row.time).bind(3, row.next_step);
            insert_frame->bind_blob(4, row.q).bind_blob(5, row.u).bind_blob(6, row.z).bind_blob(7,
                                                                                                row.outputs);
            insert_frame->bind(8, row.parameters).bind(9, row.discrete).bind(10, row.checksum()).run();
            pending = true;
        }
        ++frames;
        last_time = state.time();
    }

    void event(double time, std::string_view name, std::string_view text) {
        if (events < written_events) {
            const bool there = read_event->bind(1, events).next();
            const bool same = there && read_event->real(0) == time && read_event->text(1) == name;
            read_event->reset();
            if (!same)
                throw FileError("event " + std::to_string(events) + " of " + sinew::quoted(database.file()) +
                                ", " + sinew::quoted(name) + " at time " + shortest(time) +
                                ", came out differently when the run was resumed.");
        } else {
            insert_event->bind(1, events).bind(2, time).bind(3, name).bind(4, text).bind(5, frames).run();
            pending = true;
        }
        ++events;
    }
};

Recorder::Recorder(const std::string& file, const System& system, const RecorderOptions& options) {
    refuse_existing(file, options.overwrite);
    inside_ = std::make_unique<Inside>(file, Database::Use::create, system, options);
    inside_->create();
}

Recorder::Recorder(std::unique_ptr<Inside> inside) : inside_(std::move(inside)) {}
Recorder::Recorder(Recorder&&) noexcept = default;
Recorder& Recorder::operator=(Recorder&&) noexcept = default;
Recorder::~Recorder() = default;

Resumed Recorder::resume(const std::string& file, const System& system, const RecorderOptions& options) {
    auto inside = std::make_unique<Inside>(file, Database::Use::write, system, options);
    Recording recording(file);
    recording.check(system);
    const std::vector<std::string>& recorded = recording.outputs();
    if (!options.outputs.empty() && options.outputs != recorded)
        throw FileError(sinew::quoted(file) +
                        " was begun with other outputs; leave them empty to keep those it has.");
    inside->options.outputs = recorded;
    inside->database.word("PRAGMA journal_mode = WAL");
    inside->set_sync();
    inside->start();  // from here on nobody else writes
    const Recording::Place place = recording.place_to_resume();
    State state = system.default_state();
    recording.read(place, system, state);
    inside->frames = place.frames;
    inside->events = place.events;
    if (!options.repeats) inside->drop_beyond(place.frames, place.events);
    inside->written_frames = inside->database.number("SELECT count(*) FROM frames");
    inside->written_events = inside->database.number("SELECT count(*) FROM events");
    inside->database.run("UPDATE about SET value = 0 WHERE key = 'complete'");
    if (!options.options.empty())  // such as a later end
        Statement(inside->database, "UPDATE about SET value = ? WHERE key = 'options'")
            .bind(1, std::string_view(options.options))
            .run();
    if (place.frames > 0) inside->last_time = recording.time(place.frames - 1);
    return {Recorder(std::move(inside)), std::move(state), place.next_step, place.memory};
}

long Recorder::append(const State& state, std::span<const double> outputs, double next_step) {
    const std::lock_guard lock(inside_->mutex);
    inside_->guarded([&] { inside_->append(state, outputs, next_step); });
    return static_cast<long>(inside_->frames - 1);
}

void Recorder::checkpoint(const State& state, double next_step, std::string_view memory) {
    Inside& in = *inside_;
    const std::lock_guard lock(in.mutex);
    in.guarded([&] {
        if (in.held) *in.held = state;
        else in.held.emplace(state);
        in.held_step = next_step;
        in.held_memory = memory;
        in.held_frames = in.frames;
        in.held_events = in.events;
        in.held_is_new = in.pending = true;
    });
}

void Recorder::event(double time, std::string_view name, std::string_view text) {
    const std::lock_guard lock(inside_->mutex);
    inside_->guarded([&] { inside_->event(time, name, text); });
}

void Recorder::log(std::string_view line) {
    const std::lock_guard lock(inside_->mutex);
    inside_->guarded([&] {
        inside_->insert_log->bind(1, seconds_since_1970()).bind(2, line).run();
        inside_->pending = true;
    });
}

void Recorder::statistic(std::string_view name, double value) {
    const std::lock_guard lock(inside_->mutex);
    inside_->guarded([&] {
        inside_->set_statistic->bind(1, name).bind(2, value).run();
        inside_->pending = true;
    });
}

long Recorder::commit() {
    const std::lock_guard lock(inside_->mutex);
    inside_->guarded([&] {
        if (inside_->pending) inside_->commit(true);
    });
    return static_cast<long>(inside_->frames);
}

void Recorder::close() {
    Inside& in = *inside_;
    in.stop_thread();
    const std::lock_guard lock(in.mutex);
    in.guarded([&] {
        in.database.run("UPDATE about SET value = 1 WHERE key = 'complete'");
        in.commit(false);
    });
    try {  // into one file, unless someone is reading it
        in.database.word("PRAGMA journal_mode = DELETE");
    } catch (const FileError&) {}
}

long Recorder::frames() const {
    const std::lock_guard lock(inside_->mutex);
    return static_cast<long>(inside_->frames);
}

const std::string& Recorder::file() const { return inside_->database.file(); }

}  // namespace sinew
