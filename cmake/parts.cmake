# SPDX-FileCopyrightText: The Sinew authors
# SPDX-License-Identifier: Apache-2.0
#
# The parts we take from others. All of them stay inside .cpp files: no public header of ours includes one,
# so whoever uses the installed library needs none of them, but for libfmt, libsqlite3, libpugixml, libz and
# libsundials_cvode to link with.

find_package(Threads REQUIRED)
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(SQLite3 REQUIRED)
find_package(pugixml REQUIRED)
find_package(ZLIB REQUIRED)
find_package(Eigen3 REQUIRED NO_MODULE)  # headers, of one file of sinew/math and of tests
find_library(SINEW_CVODE sundials_cvode REQUIRED)  # linked by its name, so that no path of this machine is installed
mark_as_advanced(SINEW_CVODE)

add_library(sinew_parts INTERFACE)
target_link_libraries(sinew_parts INTERFACE fmt::fmt nlohmann_json::nlohmann_json SQLite::SQLite3 pugixml::pugixml
                      ZLIB::ZLIB sundials_cvode Threads::Threads)

if(SINEW_TESTS)
    find_package(doctest REQUIRED)
endif()
