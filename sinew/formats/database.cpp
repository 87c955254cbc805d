// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <sinew/base/names.h>
#include <sinew/formats/database.h>
#include <sinew/formats/text_file.h>

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

constexpr const char* salvage_it = "Copy it again from where it came; salvage() reads what is left.";
constexpr std::uintmax_t most_in_memory = std::uintmax_t{1} << 32;
constexpr int largest_value = 1 << 28;  ///< bytes of one number or text in a file that is read

[[noreturn]] void refuse_too_large(const std::string& file) {
    throw FileError(sinew::quoted(file) + " is too large to be salvaged: more than 4 GB.");
}

std::string reason_of(int errno_value) {
    return errno_value == 0 ? std::string() : " (" + std::string(std::strerror(errno_value)) + ")";
}

/// What the first page of a file says: bytes of a page, and how many pages there should be; zeros if it does not say.
struct Head {
    std::uintmax_t page = 0, pages = 0;
    explicit Head(std::string_view bytes) {
        if (bytes.size() < 32 || bytes.substr(0, 16) != std::string_view("SQLite format 3", 16)) return;
        const auto at = [&](std::size_t i) { return std::uintmax_t{static_cast<unsigned char>(bytes[i])}; };
        page = at(16) * 256 + at(17);
        if (page == 1) page = 65536;
        pages = at(28) * 0x1000000 + at(29) * 0x10000 + at(30) * 0x100 + at(31);
    }
    std::uintmax_t size() const { return page * pages; }
};

std::uintmax_t size_by_header_of(const std::string& file) {
    std::string head(32, '\0');
    std::ifstream in(file, std::ios::binary);
    in.read(head.data(), static_cast<std::streamsize>(head.size()));
    return Head(std::string_view(head).substr(0, static_cast<std::size_t>(in.gcount()))).size();
}

[[noreturn]] void refuse_cut_off(const std::string& name, std::uintmax_t has, std::uintmax_t should) {
    throw FileError(sinew::quoted(name) + " is cut off: it has " + std::to_string(has) + " of its " +
                    std::to_string(should) + " bytes. " + salvage_it);
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
        std::error_code error;
        if (fs::file_size(file_, error) > most_in_memory) refuse_too_large(file_);
        open_copy({.all = read_text_file(file_), .may_be_cut_off = true});
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
        if (use == Use::read) distrust();
    } catch (...) {
        sqlite3_close_v2(handle_);
        throw;
    }
}

Database::Database(std::string name, const Bytes& bytes) : file_(std::move(name)) { open_copy(bytes); }

void Database::open_copy(const Bytes& bytes) {
    const Head head(bytes.all);
    const std::uintmax_t has = bytes.all.size();
    if (head.size() == 0) fail(SQLITE_NOTADB);
    if (has < head.size() && !bytes.may_be_cut_off) refuse_cut_off(file_, has, head.size());
    if (has > most_in_memory) refuse_too_large(file_);
    const std::uintmax_t pages = (has + head.page - 1) / head.page, size = pages * head.page;
    auto* copy = static_cast<unsigned char*>(sqlite3_malloc64(size));
    if (!copy) throw std::bad_alloc();
    std::memcpy(copy, bytes.all.data(), has);
    std::memset(copy + has, 0, size - has);
    copy[18] = copy[19] = 1;  // without a write-ahead log
    if (has < head.size())    // pages that are missing are damage where they are looked for, not before
        for (int i = 0; i < 4; ++i) copy[28 + i] = static_cast<unsigned char>(pages >> (24 - 8 * i));
    const int opened =
        sqlite3_open_v2(":memory:", &handle_, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nullptr);
    const auto length = static_cast<sqlite3_int64>(size);
    const unsigned owned = SQLITE_DESERIALIZE_FREEONCLOSE;
    const int code =
        opened != SQLITE_OK ? opened : sqlite3_deserialize(handle_, "main", copy, length, length, owned);
    if (code == SQLITE_OK) return distrust();
    sqlite3_close_v2(handle_);
    handle_ = nullptr;
    fail(code);
}

void Database::distrust() {
    trusted_ = false;
    for (const int harmful :
         {SQLITE_DBCONFIG_TRUSTED_SCHEMA, SQLITE_DBCONFIG_ENABLE_VIEW, SQLITE_DBCONFIG_ENABLE_TRIGGER})
        sqlite3_db_config(handle_, harmful, 0, nullptr);
    sqlite3_db_config(handle_, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_limit(handle_, SQLITE_LIMIT_LENGTH, largest_value);
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
            const std::uintmax_t has = fs::file_size(file_, error), should = size_by_header_of(file_);
            if (!error && has < should) refuse_cut_off(file_, has, should);
            throw FileError(name + " is damaged: " + sqlite3_errmsg(handle_) + ". " + salvage_it);
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
        case SQLITE_NOMEM:
            if (trusted_) throw std::bad_alloc();
            throw FileError(name + " is damaged: it asks for more memory than there is. " + salvage_it);
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
