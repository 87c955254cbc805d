// SPDX-FileCopyrightText: The Sinew authors
// SPDX-License-Identifier: Apache-2.0
// Tables in OpenSim's storage format and as CSV come back to the last bit; faults are told with their line.
#include <sinew/formats/compare_recordings.h>
#include <sinew/formats/recorder.h>
#include <sinew/formats/table.h>
#include <sinew/formats/test/pendulum.h>
#include <sinew/formats/text_file.h>

#include <doctest/doctest.h>

#include <cmath>
#include <cstring>
#include <limits>

using namespace sinew;
using namespace sinew::testing;

namespace {

bool same_bits(const Table& a, const Table& b) {
    return a.columns == b.columns && a.values.size() == b.values.size() &&
           std::memcmp(a.values.data(), b.values.data(), a.values.size() * sizeof(double)) == 0;
}

}  // namespace

TEST_CASE("tables of any numbers come back from .sto, .mot and .csv to the last bit") {
    const double inf = std::numeric_limits<double>::infinity(),
                 nan = std::numeric_limits<double>::quiet_NaN();
    Table table{
        .name = "trial 1", .in_degrees = true, .columns = {"time", "knee.angle", "a name, with \"quotes\""}};
    table.values = {
        0,   1.0 / 3, -0.0, 0.1, 5e-324, 1.7976931348623157e308, 0.2, inf, -inf, 0.30000000000000004,
        nan, 1e22};
    const Folder folder;
    for (const char* file : {"a.sto", "a.MOT", "a.csv"}) {
        CAPTURE(file);
        write_table(folder / file, table);
        CHECK(same_bits(read_table(folder / file), table));
    }
    CHECK(from_sto(to_sto(table)).in_degrees);
    CHECK(from_sto(to_sto(table)).name == "trial 1");
    CHECK(to_sto({.name = "n", .columns = {"time", "x"}, .values = {0, 0.1}}) ==
          "n\nversion=1\nnRows=1\nnColumns=2\ninDegrees=no\nendheader\ntime\tx\n0\t0.1\n");
    CHECK(to_csv({.columns = {"time", "x,y"}, .values = {0, 0.1}}) == "time,\"x,y\"\n0,0.1\n");
    CHECK(table.column("knee.angle")[0] == 1.0 / 3);
    CHECK(said_by([&] { table.column("knee.angel"); }) ==
          "table \"trial 1\" has no column \"knee.angel\". Did you mean \"knee.angle\"?");
}

TEST_CASE("storage files of other programs are read: line ends, blanks, SIMM's header, vectors in a cell") {
    const Table a = from_sto(
        "walk\r\ndatacolumns 3\r\ndatarows 2\r\nrange 0 1\r\nendheader\r\ntime x y\r\n"
        " 0.0   1.5e+00  -2 \r\n 1.0\t+3\t nan\r\n\r\n");
    CHECK(a.name == "walk");
    CHECK(a.columns == std::vector<std::string>{"time", "x", "y"});
    CHECK(a.at(1, 1) == 3);
    CHECK(std::isnan(a.at(1, 2)));
    const Table b = from_sto(
        "DataRate=100\nDataType=Vec3\nversion=3\nOpenSimVersion=4.5\nendheader\n"
        "time\thip\n0.5\t1,2,3\n");
    CHECK(b.columns == std::vector<std::string>{"time", "hip_1", "hip_2", "hip_3"});
    CHECK(b.values == std::vector<double>{0.5, 1, 2, 3});
    const Table c = from_csv("\xef\xbb\xbftime,\"a\"\"b\",c\n0,1,\n1,2,3");
    CHECK(c.columns[1] == "a\"b");
    CHECK(std::isnan(c.at(0, 2)));
    CHECK(c.at(1, 2) == 3);
}

TEST_CASE("a table with a fault names the file, the line and what is wrong") {
    const auto sto = [](const char* text) { return said_by([&] { from_sto(text, "walk.sto"); }); };
    const auto csv = [](const char* text) { return said_by([&] { from_csv(text, "walk.csv"); }); };
    CHECK(sto("") == "walk.sto:0: there is no line \"endheader\".");
    CHECK(sto("name\nnRows=x\nendheader\n") ==
          "walk.sto:2: \"nrows\" should be a number of rows or columns, not \"x\".");
    CHECK(sto("name\nendheader\n") == "walk.sto:2: there is no line with the names of the columns.");
    CHECK(sto("endheader\nx\ty\n") == "walk.sto:2: the first column is \"x\"; it should be \"time\".");
    CHECK(sto("nColumns=3\nendheader\ntime\ty\n") ==
          "walk.sto:3: the header says 3 columns; there are 2 names.");
    CHECK(sto("endheader\ntime\ty\n0\t1\n0\n") == "walk.sto:4: there are 1 numbers for 2 columns.");
    CHECK(sto("endheader\ntime\ty\n0\tlow\n") ==
          "walk.sto:3: column 2 (\"y\") holds \"low\", which is not a number.");
    CHECK(sto("nRows=2\nendheader\ntime\ty\n0\t1\n") ==
          "walk.sto:4: the header says 2 rows; there are 1. The file may be cut off.");
    CHECK(sto("DataType=Vec3\nendheader\ntime\ty\n0\t1,2\n") ==
          "walk.sto:4: column 2 holds \"1,2\", which is not 3 numbers.");
    CHECK(csv("time,\"y\n0,1\n") == "walk.csv:1: a quote is not closed.");
    CHECK(csv("time,y\n0,1,2\n") == "walk.csv:2: there are 3 numbers for 2 columns.");
    CHECK(said_by([] {
              to_sto({.columns = {"time", "a\tb"}});
          }).find("column \"a\\tb\" can not be written") == 0);
    CHECK(said_by([] { read_table("walk.xls"); }) ==
          "\"walk.xls\" has an ending that says nothing: tables are .sto, .mot or .csv.");
    CHECK(said_by([] { read_table("no_such.csv"); }) ==
          "\"no_such.csv\" can not be read: No such file or directory.");
    // Every prefix and every deletion of a byte: a table or a FileError.
    const std::string good =
        to_sto({.name = "n", .columns = {"time", "x"}, .values = {0, 0.1, 1, -2.5e-300}});
    for (std::size_t i = 0; i <= good.size(); ++i) {
        for (const std::string& text :
             {good.substr(0, i), good.substr(0, i) + good.substr(std::min(i + 1, good.size()))}) {
            try {
                from_sto(text);
                from_csv(text);
            } catch (const FileError&) {}
        }
    }
}

TEST_CASE("a recording becomes a table with its coordinates, speeds and outputs") {
    const System system(double_pendulum());
    const Folder folder;
    Recorder recorder(folder / "run", system, {.outputs = {"height"}});
    State state = system.default_state();
    state.set_q(std::vector{0.1, 0.2});
    state.set_u(std::vector{0.3, 0.4});
    recorder.append(state, std::vector{0.5});
    recorder.commit();
    const Table table = Recording(folder / "run").table();
    CHECK(table.name == "double pendulum");
    CHECK(table.columns == std::vector<std::string>{"time", "shoulder.angle", "elbow.angle",
                                                    "shoulder.angle/speed", "elbow.angle/speed", "height"});
    CHECK(table.values == std::vector{0.0, 0.1, 0.2, 0.3, 0.4, 0.5});
}

TEST_CASE("two recordings are compared by name, with where and when they are furthest apart") {
    const System system(double_pendulum());
    const Folder folder;
    const auto record = [&](const char* name, double change, double mass, int frames) {
        Recorder recorder(folder / name, system, {.outputs = {change == 0 ? "height" : "depth"}});
        State state = system.default_state();
        for (int i = 0; i < frames; ++i) {
            state.set_time(0.1 * i);
            state.set_q(std::vector{std::sin(i), 2 + (i == 3 ? change : 0)});
            if (i > 4) state.set_parameter("lower.mass", mass);
            recorder.append(state, std::vector{1.0 * i});
        }
        recorder.close();
        return Recording(folder / name);
    };
    const Recording a = record("a", 0, 1, 10), b = record("b", 1e-3, 2, 10), c = record("c", 0, 1, 8),
                    d = record("d", 0, 1, 10);
    CHECK(compare(a, d).same());
    CHECK(compare(a, d).text() == "10 frames compared\n5 of 5 variables are equal\n");
    const RecordingComparison found = compare(a, b, 1e-6);
    CHECK_FALSE(found.same());
    CHECK(found.worst()->name == "elbow.angle");
    CHECK(found.worst()->frame_of_a == 3);
    CHECK(found.worst()->difference == doctest::Approx(1e-3));
    CHECK(found.text() ==
          "10 frames compared\n"
          "q elbow.angle: 0.001 at time 0.30000000000000004 (frame 3): 2 | 2.001\n"
          "output height: only in the first\n"
          "output depth: only in the second\n"
          "parameter \"lower.mass\" differs from time 0.5 on\n"
          "3 of 4 variables are within tolerance 1e-06\n");
    CHECK(compare(a, b, 1e-3).variables[1].within());
    CHECK(compare(a, c).compared == 8);
    CHECK_FALSE(compare(a, c).same());
    CHECK(compare(a, c).text().find("8 frames compared, of 10 and 8; the others have no partner") == 0);
}
