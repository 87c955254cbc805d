# SPDX-FileCopyrightText: The Sinew authors
# SPDX-License-Identifier: Apache-2.0
#
# Most of what compiling a file costs is not its own lines but the headers' functions that it uses. So tests, and the
# library where it is tested with sanitizers, are compiled several files at a time; the library that users get, one by one.
#
# Two files of a folder may use one name for different things. Find one of them a better name, or list its file here.

option(SINEW_TOGETHER "Compile several files of the library at a time" OFF)
option(SINEW_TOGETHER_TESTS "Compile several files of a test at a time" ON)

set(SINEW_ALONE
    sinew/dynamics/velocity.cpp  # specialises what others instantiate
    sinew/formats/test/mjcf.cpp sinew/formats/test/urdf.cpp sinew/formats/test/xml.cpp
    tests/bad_input/projection.cpp tests/bad_input/states.cpp tests/bad_input/users_own.cpp
    tests/laws/balance.cpp tests/laws/constraints.cpp tests/laws/invariance.cpp tests/laws/projection.cpp)

# sinew_together(TARGET COUNT): compiles the files of TARGET by COUNT at a time, but for those that are listed above.
function(sinew_together TARGET COUNT)
    set_target_properties(${TARGET} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${COUNT}
        UNITY_BUILD_CODE_BEFORE_INCLUDE "#pragma GCC diagnostic ignored \"-Wshadow\"")  # of names of other files
    get_target_property(sources ${TARGET} SOURCES)
    foreach(source IN LISTS sources)
        file(RELATIVE_PATH path "${PROJECT_SOURCE_DIR}" "${source}")
        if(path IN_LIST SINEW_ALONE)
            set_source_files_properties("${source}" PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
        endif()
    endforeach()
endfunction()
