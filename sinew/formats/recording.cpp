// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/names.h>
#include <sinew/formats/database.h>
#include <sinew/formats/recording.h>
#include <sinew/formats/recording_format.h>
#include <sinew/state/variables.h>

#include <cstring>
#include <limits>
#include <optional>

namespace sinew {

namespace {

constexpr std::int64_t most_frames = std::int64_t{1} << 48;

std::vector<double> numbers_of(std::string_view bytes) {
    std::vector<double> numbers(bytes.size() / sizeof(double));
    if (!numbers.empty()) std::memcpy(numbers.data(), bytes.data(), numbers.size() * sizeof(double));
    return numbers;
}

void check_kind(Database& database) {
    const std::string name = quoted(database.file());
    if (database.number("PRAGMA application_id") != recording_id)
        throw FileError(name + " is an SQLite file, but not a recording of Sinew.");
    const std::int64_t version = database.number("PRAGMA user_version");
    if (version != recording_version)
        throw FileError(name + " is a recording of format " + std::to_string(version) +
                        "; this program reads format " + std::to_string(recording_version) +
                        (version > recording_version ? ". Use a newer Sinew." : "."));
    if (database.number("SELECT count(*) FROM sqlite_master WHERE type NOT IN ('table', 'index') OR "
                        "sql LIKE 'create virtual%'") > 0)
        throw FileError(name +
                        " was not written by Sinew: it holds views, triggers or virtual tables, and no "
                        "recording does. Do not trust it.");
}

std::vector<std::string> names_of(const std::vector<RecordedLayout::Entry>& entries) {
    std::vector<std::string> names;
    for (const RecordedLayout::Entry& entry : entries) names.push_back(entry.name);
    return names;
}

}  // namespace

struct Recording::Inside {
    Database database;
    RecordedLayout layout;
    std::vector<std::string> outputs;
    std::optional<std::int64_t> whole_frames;  ///< of a damaged file
    std::optional<Statement> count, read_time, read_frame, read_checkpoint, read_parameters, read_discrete;

    /// From a file and its use, or a name and the bytes.
    template <class From>
    Inside(const std::string& file, const From& from) : database(file, from) {
        check_kind(database);
        layout = RecordedLayout::read(database);
        outputs = names_of(layout.outputs);
        count.emplace(database, "SELECT max(frame) FROM frames");
        read_time.emplace(database, "SELECT time, next_step FROM frames WHERE frame = ?");
        read_frame.emplace(database,
                           "SELECT time, next_step, q, u, z, outputs, parameters, discrete, checksum FROM "
                           "frames WHERE frame = ?");
        read_checkpoint.emplace(database,
                                "SELECT time, next_step, q, u, z, outputs, parameters, discrete, checksum, "
                                "frames, events, memory FROM checkpoint");
        read_parameters.emplace(database, "SELECT numbers FROM parameters WHERE id = ?");
        read_discrete.emplace(database, "SELECT bytes FROM discrete WHERE id = ?");
    }

    std::int64_t frames() {
        if (whole_frames) return *whole_frames;
        count->next();
        const std::int64_t last = count->is_null(0) ? -1 : count->integer(0);
        const bool none = count->is_null(0);
        count->reset();
        if (!none && (last < 0 || last >= most_frames))
            throw FileError(quoted(database.file()) + " is damaged: its last frame has the number " +
                            std::to_string(last) + ".");
        return last + 1;
    }

    [[noreturn]] void no_such(long frame) {
        const std::int64_t all = frames();
        throw FileError(quoted(database.file()) + " has no frame " + std::to_string(frame) + ": " +
                        (all == 0 ? "it has none." : "they go from 0 to " + std::to_string(all - 1) + "."));
    }

    /// The row a statement stands at, if it is whole.
    FrameRow row(const Statement& at, long frame) {
        const FrameRow row{.time = at.real(0),
                           .next_step = at.real(1),
                           .q = at.blob(2),
                           .u = at.blob(3),
                           .z = at.blob(4),
                           .outputs = at.blob(5),
                           .parameters = at.integer(6),
                           .discrete = at.integer(7)};
        const auto sized = [](std::string_view bytes, std::size_t numbers) {
            return bytes.size() == numbers * sizeof(double);
        };
        if (row.checksum() != at.integer(8) || !sized(row.q, layout.q.size()) ||
            !sized(row.u, layout.u.size()) || !sized(row.z, layout.z.size()))
            throw FileError((frame < 0 ? "the checkpoint" : "frame " + std::to_string(frame)) + " of " +
                            quoted(database.file()) +
                            " is damaged: its checksum is wrong. Recording::salvage reads the frames before "
                            "the damage.");
        return row;
    }

    /// f(row) for one frame. Views in it end with f.
    template <class F>
    void with_frame(long frame, F&& f) {
        if (frame < 0 || (whole_frames && frame >= *whole_frames)) no_such(frame);
        if (!read_frame->bind(1, std::int64_t{frame}).next()) no_such(frame);
        struct Reset {
            Statement& statement;
            ~Reset() { statement.reset(); }
        } const reset{*read_frame};
        f(row(*read_frame, frame));
    }

    std::string content(Statement& statement, std::int64_t id, const char* what) {
        if (!statement.bind(1, id).next())
            throw FileError(quoted(database.file()) + " is damaged: " + what + " of a frame are not there.");
        std::string bytes(statement.blob(0));
        statement.reset();
        if (static_cast<std::int64_t>(checksum_of(bytes)) != id)
            throw FileError(quoted(database.file()) + " is damaged: the checksum of " + what + " is wrong.");
        return bytes;
    }
    /// What was read last: nearly always the next frame has the same.
    struct Kept {
        std::optional<std::int64_t> id;
        std::string bytes;
    } kept_parameters, kept_discrete;

    const std::string& kept(Kept& last, Statement& statement, std::int64_t id, const char* what) {
        if (last.id != id) {
            last.id.reset();
            last.bytes = content(statement, id, what);
            last.id = id;
        }
        return last.bytes;
    }
    const std::string& parameters(std::int64_t id) {
        return kept(kept_parameters, *read_parameters, id, "the parameters");
    }
    const std::string& discrete(std::int64_t id) {
        return kept(kept_discrete, *read_discrete, id, "the discrete variables");
    }

    std::optional<std::uint64_t> fits;  ///< fingerprint of the system that was found to fit

    void check(const System& system) {
        if (fits == system.layout().fingerprint) return;
        const RecordedLayout here = RecordedLayout::of(system.layout(), {});
        if (const std::string difference = first_difference(layout, here); !difference.empty())
            throw FileError(quoted(database.file()) + " was recorded from system " +
                            quoted(database.word("SELECT value FROM about WHERE key = 'system'")) +
                            " and does not fit system " + quoted(system.layout().system_name) + ": " +
                            difference);
        fits = system.layout().fingerprint;
    }

    /// Writes only what differs, so that what depends on parameters need not be computed again for each frame.
    void fill(const FrameRow& row, State& into) {
        const StateLayout& of = into.layout();
        const std::vector<double> values = numbers_of(parameters(row.parameters));
        if (values.size() != of.parameter_defaults.size())
            throw FileError(quoted(database.file()) + " is damaged: parameters are missing.");
        for (std::size_t i = 0; i < of.parameters.size(); ++i) {
            const Range r = of.parameters[i].range;
            const auto wanted = std::span(values).subspan(static_cast<std::size_t>(r.first),
                                                          static_cast<std::size_t>(r.count));
            const ParameterId id{static_cast<int>(i)};
            if (bytes_of(wanted) != bytes_of(into.parameter(id))) into.set_parameter(id, wanted);
        }
        const std::string& packed = discrete(row.discrete);
        const std::vector<std::string_view> variables = unpack_discrete(packed);
        if (variables.size() != of.variables.size())
            throw FileError(quoted(database.file()) + " is damaged: discrete variables are missing.");
        for (int v = 0; v < static_cast<int>(variables.size()); ++v) {
            const std::string_view wanted = variables[static_cast<std::size_t>(v)];
            if (sinew::bytes_of(into, v) != wanted) set_from_bytes(into, v, wanted);
        }
        into.set_time(row.time);
        into.set_q(numbers_of(row.q));
        into.set_u(numbers_of(row.u));
        into.set_z(numbers_of(row.z));
    }
};

Recording::Recording(const std::string& file)
    : inside_(std::make_unique<Inside>(file, Database::Use::read)) {}
Recording::Recording(std::unique_ptr<Inside> inside) : inside_(std::move(inside)) {}
Recording::Recording(Recording&&) noexcept = default;
Recording& Recording::operator=(Recording&&) noexcept = default;
Recording::~Recording() = default;

Recording Recording::from_bytes(std::string_view bytes, const std::string& name) {
    return Recording(std::make_unique<Inside>(name, Database::Bytes{.all = bytes}));
}

Recording Recording::salvage(const std::string& file) {
    return salvaged(std::make_unique<Inside>(file, Database::Use::salvage));
}

Recording Recording::salvage_bytes(std::string_view bytes, const std::string& name) {
    return salvaged(std::make_unique<Inside>(name, Database::Bytes{.all = bytes, .may_be_cut_off = true}));
}

Recording Recording::salvaged(std::unique_ptr<Inside> inside) {
    std::int64_t whole = 0;
    try {
        for (;; ++whole)
            inside->with_frame(static_cast<long>(whole), [&](const FrameRow& row) {
                inside->parameters(row.parameters);
                inside->discrete(row.discrete);
            });
    } catch (const FileError&) {  // here it ends
    }
    inside->whole_frames = whole;
    return Recording(std::move(inside));
}

const std::string& Recording::file() const { return inside_->database.file(); }
const RecordedLayout& Recording::layout() const { return inside_->layout; }
const std::vector<std::string>& Recording::outputs() const { return inside_->outputs; }

RecordingAbout Recording::about() const {
    RecordingAbout about;
    Statement rows(inside_->database, "SELECT key, value FROM about");
    while (rows.next()) {
        const std::string_view key = rows.text(0);
        if (key == "sinew") about.sinew = rows.text(1);
        else if (key == "system") about.system = rows.text(1);
        else if (key == "model") about.model = rows.text(1);
        else if (key == "options") about.options = rows.text(1);
        else if (key == "created") about.created = rows.real(1);
        else if (key == "complete") about.complete = rows.integer(1) != 0;
    }
    return about;
}

long Recording::frames() const { return static_cast<long>(inside_->frames()); }

double Recording::time(long frame) const {
    Statement& at = *inside_->read_time;
    if (!at.bind(1, std::int64_t{frame}).next()) inside_->no_such(frame);
    const double t = at.real(0);
    at.reset();
    return t;
}

double Recording::next_step(long frame) const {
    Statement& at = *inside_->read_time;
    if (!at.bind(1, std::int64_t{frame}).next()) inside_->no_such(frame);
    const double step = at.real(1);
    at.reset();
    return step;
}

std::vector<double> Recording::times() const {
    std::vector<double> all;
    if (inside_->whole_frames) {  // one by one: a damaged page may hold anything
        for (long frame = 0; frame < *inside_->whole_frames; ++frame) all.push_back(time(frame));
        return all;
    }
    Statement rows(inside_->database, "SELECT time FROM frames ORDER BY frame");
    while (rows.next()) all.push_back(rows.real(0));
    return all;
}

long Recording::at_or_before(double t) const {
    long low = 0, high = frames();
    if (high == 0) inside_->no_such(0);
    while (high - low > 1) {
        const long middle = low + (high - low) / 2;
        (time(middle) <= t ? low : high) = middle;
    }
    return low;
}

long Recording::nearest(double t) const {
    const long before = at_or_before(t), after = before + 1;
    return after < frames() && time(after) - t < t - time(before) ? after : before;
}

void Recording::check(const System& system) const { inside_->check(system); }

State Recording::state(const System& system, long frame) const {
    State state = system.default_state();
    read(system, frame, state);
    return state;
}

void Recording::read(const System& system, long frame, State& into) const {
    inside_->check(system);
    inside_->with_frame(frame, [&](const FrameRow& row) { inside_->fill(row, into); });
}

void Recording::read(const Place& place, const System& system, State& into) const {
    if (place.frame >= 0) return read(system, place.frame, into);
    inside_->check(system);
    Statement& at = *inside_->read_checkpoint;
    if (!at.next()) throw FileError(quoted(file()) + " has no checkpoint.");
    inside_->fill(inside_->row(at, -1), into);
    at.reset();
}

Recording::Place Recording::place_to_resume() const {
    const auto one = [&](const char* sql) { return static_cast<long>(inside_->database.number(sql)); };
    Place place;
    Statement& at = *inside_->read_checkpoint;
    const bool checkpoint = at.next();
    if (checkpoint)
        place = {.frame = -1,
                 .frames = static_cast<long>(at.integer(9)),
                 .events = static_cast<long>(at.integer(10)),
                 .next_step = at.real(1),
                 .memory = std::string(at.blob(11))};
    at.reset();
    const long marked = one("SELECT coalesce(max(frame), -1) FROM frames WHERE next_step > 0");
    const long last = frames() - 1;
    long from = marked >= (checkpoint ? place.frames : 0) ? marked : -1;
    if (from < 0 && checkpoint) return place;
    if (from < 0) from = last;  // nothing tells the next step, but the run can go on
    if (from > last)
        throw FileError(quoted(file()) + " is damaged: a run would go on from frame " + std::to_string(from) +
                        " of " + std::to_string(last + 1) + ".");
    if (from < 0)
        throw FileError(quoted(file()) +
                        " holds no frame to go on from: the run ended before its first commit.");
    place = {.frame = from, .frames = from + 1, .events = 0, .next_step = next_step(from), .memory = {}};
    Statement events(inside_->database, "SELECT count(*) FROM events WHERE frames <= ?");
    events.bind(1, std::int64_t{from}).next();
    place.events = static_cast<long>(events.integer(0));
    return place;
}

std::vector<RecordedEvent> Recording::events() const {
    std::vector<RecordedEvent> all;
    Statement rows(inside_->database, "SELECT time, name, text, frames FROM events ORDER BY event");
    while (rows.next())
        all.push_back({.time = rows.real(0),
                       .name = std::string(rows.text(1)),
                       .text = std::string(rows.text(2)),
                       .frames = static_cast<long>(rows.integer(3))});
    return all;
}

std::vector<RecordedStatistic> Recording::statistics() const {
    std::vector<RecordedStatistic> all;
    Statement rows(inside_->database, "SELECT name, value FROM statistics ORDER BY name");
    while (rows.next()) all.push_back({.name = std::string(rows.text(0)), .value = rows.real(1)});
    return all;
}

std::vector<std::string> Recording::log() const {
    std::vector<std::string> lines;
    Statement rows(inside_->database, "SELECT text FROM log ORDER BY line");
    while (rows.next()) lines.emplace_back(rows.text(0));
    return lines;
}

std::vector<double> Recording::column(Recorded kind, std::size_t place) const {
    std::vector<double> all;
    for (std::int64_t frame = 0, count = inside_->frames(); frame < count; ++frame)
        inside_->with_frame(static_cast<long>(frame), [&](const FrameRow& row) {
            const std::string_view bytes = kind == Recorded::q   ? row.q
                                           : kind == Recorded::u ? row.u
                                           : kind == Recorded::z ? row.z
                                                                 : row.outputs;
            double x = std::numeric_limits<double>::quiet_NaN();
            if (bytes.size() >= (place + 1) * sizeof x)
                std::memcpy(&x, bytes.data() + place * sizeof x, sizeof x);
            all.push_back(x);
        });
    return all;
}

Recording::Raw Recording::raw(long frame) const {
    Raw made;
    inside_->with_frame(frame, [&](const FrameRow& row) {
        made = {.time = row.time,
                .q = numbers_of(row.q),
                .u = numbers_of(row.u),
                .z = numbers_of(row.z),
                .outputs = numbers_of(row.outputs),
                .parameters = row.parameters,
                .discrete = row.discrete};
    });
    return made;
}

std::vector<double> Recording::raw_parameters(std::int64_t id) const {
    return numbers_of(inside_->parameters(id));
}

std::vector<std::string> Recording::raw_discrete(std::int64_t id) const {
    const std::string& packed = inside_->discrete(id);
    std::vector<std::string> all;
    for (const std::string_view part : unpack_discrete(packed)) all.emplace_back(part);
    return all;
}

}  // namespace sinew
