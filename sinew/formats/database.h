// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sinew/formats/error.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

struct sqlite3;
struct sqlite3_stmt;

namespace sinew {

/// An SQLite file. What goes wrong becomes a FileError with the file's name and the way out.
class Database {
public:
    enum class Use : unsigned char { create, write, read, salvage };

    Database(std::string file, Use use);
    /// The bytes of such a file, to be read; `name` is what messages call it. They are copied.
    struct Bytes {
        std::string_view all;
        bool may_be_cut_off = false;
    };
    Database(std::string name, const Bytes& bytes);
    ~Database();
    Database(const Database&) = delete;
    Database& operator=(const Database&) = delete;

    const std::string& file() const { return file_; }
    /// SQL that gives no rows; and SQL whose first row is one number.
    void run(const char* sql);
    std::int64_t number(const char* sql);
    std::string word(const char* sql);

    /// Throws what a code of SQLite means for this file; with the system's reason (errno), if there is one.
    [[noreturn]] void fail(int code, int reason = 0) const;
    void check(int code) const;

private:
    friend class Statement;
    void open_copy(const Bytes& bytes);
    /// What is read may come from anyone: nothing in it is run.
    void distrust();
    std::string file_;
    sqlite3* handle_ = nullptr;
    bool trusted_ = true;
};

/// One prepared statement. Places of arguments count from 1, columns from 0.
class Statement {
public:
    Statement(Database& database, std::string_view sql);
    ~Statement();
    Statement(const Statement&) = delete;
    Statement& operator=(const Statement&) = delete;

    Statement& bind(int place, double value);
    Statement& bind(int place, std::int64_t value);
    Statement& bind(int place, std::string_view text);
    Statement& bind_blob(int place, std::string_view bytes);
    Statement& bind_blob(int place, std::span<const double> numbers);
    /// What is bound without a copy must live until run() or the last next().
    bool next();
    /// To the end, ready for the next time.
    void run();
    void reset();

    double real(int column) const;
    std::int64_t integer(int column) const;
    std::string_view text(int column) const;
    std::string_view blob(int column) const;
    bool is_null(int column) const;

private:
    Database& database_;
    sqlite3_stmt* statement_ = nullptr;
};

}  // namespace sinew
