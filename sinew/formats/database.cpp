// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/names.h>
#include <sinew/formats/database.h>

#include <sqlite3.h>

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <new>

namespace sinew {

namespace {

namespace fs = std::filesystem;

std::string reason_of(int errno_value) {
    return errno_value == 0 ? std::string() : " (" + std::string(std::strerror(errno_value)) + ")";
}

/// The bytes that the first page says there should be; 0 if it does not say.
std::uintmax_t size_by_header(const std::string& file) {
    std::ifstream in(file, std::ios::binary);
    unsigned char head[32];
    if (!in.read(reinterpret_cast<char*>(head), sizeof head)) return 0;
    if (std::memcmp(head, "SQLite format 3", 16) != 0) return 0;
    const std::uintmax_t page = head[16] * 256u + head[17];
    const std::uintmax_t pages =
        head[28] * 0x1000000ull + head[29] * 0x10000ull + head[30] * 0x100ull + head[31];
    return (page == 1 ? 65536 : page) * pages;
}

std::string why_not_opened(const std::string& file) {
    std::error_code error;
    const fs::path folder = fs::path(file).has_parent_path() ? fs::path(file).parent_path() : fs::path(".");
    if (!fs::is_directory(folder, error)) return "there is no folder " + sinew::quoted(folder.string());
    if (fs::is_directory(file, error)) return "it is a folder";
    const auto allowed = [](const std::string& path, int use) {
        return faccessat(AT_FDCWD, path.c_str(), use, AT_EACCESS) == 0;
    };
    if (fs::exists(file, error) && !allowed(file, R_OK)) return "you have no permission to read it";
    if (!allowed(folder.string(), W_OK))
        return "you have no permission to write in folder " + sinew::quoted(folder.string());
    return "the system refused";
}

/// What is there in place of a recording, if it can be told without opening it.
void look(const std::string& file) {
    std::error_code error;
    const fs::file_status status = fs::status(file, error);
    if (!fs::exists(status)) throw FileError("there is no file " + sinew::quoted(file) + ".");
    if (fs::is_directory(status)) throw FileError(sinew::quoted(file) + " is a folder, not a recording.");
    if (!fs::is_regular_file(status)) throw FileError(sinew::quoted(file) + " is not a regular file.");
    if (fs::file_size(file, error) == 0 && !error && !fs::exists(file + "-wal", error))
        throw FileError(sinew::quoted(file) + " is empty: no recording was ever written to it.");
}

/// Undoes what a program that was killed while it created the file left half done. Only a writer may: one who reads
/// would be told that there is no permission.
void roll_back(const std::string& file) {
    std::error_code error;
    if (!fs::exists(file + "-journal", error)) return;
    sqlite3* writer = nullptr;
    if (sqlite3_open_v2(file.c_str(), &writer, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nullptr) ==
        SQLITE_OK) {
        sqlite3_busy_timeout(writer, 2000);
        sqlite3_exec(writer, "SELECT count(*) FROM sqlite_master", nullptr, nullptr, nullptr);
    }
    sqlite3_close_v2(writer);
}

}  // namespace

Database::Database(std::string file, Use use) : file_(std::move(file)) {
    if (use != Use::create) look(file_);
    if (use == Use::salvage) {
        open_copy();
        return;
    }
    if (use == Use::read) roll_back(file_);
    const int flags = use == Use::create  ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
                      : use == Use::write ? SQLITE_OPEN_READWRITE
                                          : SQLITE_OPEN_READONLY;
    const int code = sqlite3_open_v2(file_.c_str(), &handle_, flags | SQLITE_OPEN_NOMUTEX, nullptr);
    try {
        check(code);
        check(sqlite3_extended_result_codes(handle_, 1));
        check(sqlite3_busy_timeout(handle_, use == Use::read ? 2000 : 200));
        if (use == Use::write && sqlite3_db_readonly(handle_, "main") == 1) fail(SQLITE_READONLY);
        if (use != Use::create) {
            const std::int64_t pages = number("PRAGMA page_count");  // fails unless it is SQLite's
            std::error_code error;
            const auto size = static_cast<std::int64_t>(fs::file_size(file_, error));
            if (!error && !fs::exists(file_ + "-wal", error) && size < pages * number("PRAGMA page_size"))
                fail(SQLITE_CORRUPT);
        }
    } catch (...) {
        sqlite3_close_v2(handle_);
        throw;
    }
}

/// A copy in memory, as long as its first page says, with zeros where bytes are missing.
void Database::open_copy() {
    std::error_code error;
    const std::uintmax_t has = fs::file_size(file_, error), should = size_by_header(file_);
    if (should == 0) fail(SQLITE_NOTADB);
    if (should > std::uintmax_t{1} << 32 || has > std::uintmax_t{1} << 32)
        throw FileError(sinew::quoted(file_) + " is too large to be salvaged: more than 4 GB.");
    const std::uintmax_t size = std::max(has, should);
    auto* bytes = static_cast<unsigned char*>(sqlite3_malloc64(size));
    if (!bytes) throw std::bad_alloc();
    std::memset(bytes, 0, size);
    std::ifstream(file_, std::ios::binary)
        .read(reinterpret_cast<char*>(bytes), static_cast<std::streamsize>(has));
    bytes[18] = bytes[19] = 1;  // without a write-ahead log
    const int opened =
        sqlite3_open_v2(":memory:", &handle_, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nullptr);
    const auto length = static_cast<sqlite3_int64>(size);
    const unsigned owned = SQLITE_DESERIALIZE_FREEONCLOSE;
    const int code =
        opened != SQLITE_OK ? opened : sqlite3_deserialize(handle_, "main", bytes, length, length, owned);
    if (code == SQLITE_OK) return;
    sqlite3_close_v2(handle_);
    handle_ = nullptr;
    fail(code);
}

Database::~Database() { sqlite3_close_v2(handle_); }

void Database::check(int code) const {
    if (code != SQLITE_OK) fail(code);
}

void Database::fail(int code, int reason) const {
    const std::string name = sinew::quoted(file_);
    const std::string system = reason_of(reason);
    switch (code & 0xff) {
        case SQLITE_NOTADB:
            throw FileError(name + " is not a recording: it does not begin as an SQLite file does.");
        case SQLITE_CORRUPT: {
            std::error_code error;
            const std::uintmax_t has = fs::file_size(file_, error), should = size_by_header(file_);
            if (!error && has < should)
                throw FileError(name + " is cut off: it has " + std::to_string(has) + " of its " +
                                std::to_string(should) +
                                " bytes. Copy it again from where it came; salvage() reads what is left.");
            throw FileError(name + " is damaged: " + sqlite3_errmsg(handle_) +
                            ". Copy it again from where it came; salvage() reads what is left.");
        }
        case SQLITE_FULL:
            throw FileError(name + " can not grow: the disk is full" + system +
                            ". All frames that were committed are whole; make room and resume.");
        case SQLITE_READONLY:
        case SQLITE_PERM:
        case SQLITE_AUTH:
            throw FileError(name + " can not be written: there is no permission" + system +
                            ". Change the permissions of the file and its folder, or write elsewhere.");
        case SQLITE_CANTOPEN: throw FileError(name + " can not be opened: " + why_not_opened(file_) + ".");
        case SQLITE_BUSY:
        case SQLITE_LOCKED:
            throw FileError(name + " is being written by another program or another Recorder.");
        case SQLITE_IOERR:
            throw FileError(name + " can not be read or written: the system refused" + system +
                            ". All frames that were committed are whole.");
        case SQLITE_NOMEM: throw std::bad_alloc();
        default:
            throw FileError(name + ": SQLite says \"" + (handle_ ? sqlite3_errmsg(handle_) : "no handle") +
                            "\" (code " + std::to_string(code) + ").");
    }
}

void Database::run(const char* sql) { check(sqlite3_exec(handle_, sql, nullptr, nullptr, nullptr)); }

std::int64_t Database::number(const char* sql) {
    Statement statement(*this, sql);
    return statement.next() ? statement.integer(0) : 0;
}

std::string Database::word(const char* sql) {
    Statement statement(*this, sql);
    return statement.next() ? std::string(statement.text(0)) : std::string();
}

Statement::Statement(Database& database, std::string_view sql) : database_(database) {
    database.check(sqlite3_prepare_v3(database.handle_, sql.data(), static_cast<int>(sql.size()),
                                      SQLITE_PREPARE_PERSISTENT, &statement_, nullptr));
}

Statement::~Statement() { sqlite3_finalize(statement_); }

Statement& Statement::bind(int place, double value) {
    database_.check(sqlite3_bind_double(statement_, place, value));
    return *this;
}

Statement& Statement::bind(int place, std::int64_t value) {
    database_.check(sqlite3_bind_int64(statement_, place, value));
    return *this;
}

Statement& Statement::bind(int place, std::string_view text) {
    const char* from = text.empty() ? "" : text.data();  // null would become NULL
    database_.check(sqlite3_bind_text64(statement_, place, from, text.size(), SQLITE_STATIC, SQLITE_UTF8));
    return *this;
}

Statement& Statement::bind_blob(int place, std::string_view bytes) {
    const char* from = bytes.empty() ? "" : bytes.data();
    database_.check(sqlite3_bind_blob64(statement_, place, from, bytes.size(), SQLITE_STATIC));
    return *this;
}

Statement& Statement::bind_blob(int place, std::span<const double> numbers) {
    return bind_blob(place, {reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes()});
}

bool Statement::next() {
    const int code = sqlite3_step(statement_);
    if (code == SQLITE_ROW) return true;
    const int reason = errno;  // of the call that failed, if one did
    sqlite3_reset(statement_);
    if (code != SQLITE_DONE) database_.fail(code, reason);
    return false;
}

void Statement::run() {
    while (next()) {}
}

void Statement::reset() { sqlite3_reset(statement_); }

double Statement::real(int column) const { return sqlite3_column_double(statement_, column); }

std::int64_t Statement::integer(int column) const { return sqlite3_column_int64(statement_, column); }

std::string_view Statement::text(int column) const {
    const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement_, column));
    return text ? std::string_view(text, static_cast<std::size_t>(sqlite3_column_bytes(statement_, column)))
                : std::string_view();
}

std::string_view Statement::blob(int column) const {
    const auto* bytes = static_cast<const char*>(sqlite3_column_blob(statement_, column));
    return bytes ? std::string_view(bytes, static_cast<std::size_t>(sqlite3_column_bytes(statement_, column)))
                 : std::string_view();
}

bool Statement::is_null(int column) const { return sqlite3_column_type(statement_, column) == SQLITE_NULL; }

}  // namespace sinew
