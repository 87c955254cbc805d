# SPDX-FileCopyrightText: The Sinew authors
# SPDX-License-Identifier: Apache-2.0
#
# The one place for compiler flags: everything of ours links sinew_flags privately, so users of the library get none of them.

set(SINEW_SANITIZE "" CACHE STRING "Sanitizers to compile with, such as address,undefined or thread")
option(SINEW_WERROR "Treat warnings as errors" OFF)
option(SINEW_COVERAGE "Count the lines that tests reach" OFF)

if(PROJECT_IS_TOP_LEVEL)
    if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
        set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
    endif()
    find_program(CCACHE ccache)
    if(CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
        set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE})
    endif()
endif()

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
if(BUILD_SHARED_LIBS)
    set(CMAKE_POSITION_INDEPENDENT_CODE ON)
endif()

add_library(sinew_flags INTERFACE)
target_compile_options(sinew_flags INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Wold-style-cast
    # Same bits everywhere: no -ffast-math and no -march. These two only free us from errno and from trap handlers.
    -fno-math-errno -fno-trapping-math
    # Packs never go between functions that are not inlined. (four.h says so too; a precompiled header forgets it.)
    $<$<CXX_COMPILER_ID:GNU>:-Wno-psabi>
    # g++ 12 warns of overlaps in std::string that cannot happen (gcc bug 105651).
    $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
    # Packing neighbouring scalars of a body, or the two or three columns of a hinge, into short vectors costs more in
    # shuffles and stalled loads than it saves: 5.1 -> 4.3 us for forward dynamics of a 36-dof tree, 28 -> 24 us for 127
    # ball joints with g++ 12. Lanes are for states, not for x and y.
    $<$<CXX_COMPILER_ID:GNU>:-fno-tree-vectorize>)
if(SINEW_WERROR)
    target_compile_options(sinew_flags INTERFACE -Werror)
endif()
if(SINEW_SANITIZE)
    target_compile_options(sinew_flags INTERFACE
        -fsanitize=${SINEW_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_link_options(sinew_flags INTERFACE -fsanitize=${SINEW_SANITIZE})
endif()
if(SINEW_SANITIZE STREQUAL thread)  # its map of memory does not fit the random addresses of newer kernels
    execute_process(COMMAND setarch -R true RESULT_VARIABLE fixed_addresses OUTPUT_QUIET ERROR_QUIET)
    if(fixed_addresses EQUAL 0)
        set(CMAKE_CROSSCOMPILING_EMULATOR setarch -R)
    endif()
endif()
if(SINEW_COVERAGE)
    target_compile_options(sinew_flags INTERFACE --coverage -fprofile-update=atomic)
    target_link_options(sinew_flags INTERFACE --coverage)
endif()
