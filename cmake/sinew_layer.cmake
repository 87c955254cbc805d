# SPDX-FileCopyrightText: The Sinew authors
# SPDX-License-Identifier: Apache-2.0

# sinew_layer(NAME [KERNELS] USES a b c): the whole CMakeLists.txt of a layer's folder.
#
# Its *.cpp become the object library sinew_NAME (an interface library if it has only headers), its test/*.cpp the
# doctest program test_NAME, linked with this layer and those below it and nothing else. The test "check_layers" reads these same
# lines and fails on an include that they do not allow. KERNELS marks layers that do the counting: they are optimised in debug
# builds too, where the others are only compiled soon.
function(sinew_layer NAME)
    cmake_parse_arguments(PARSE_ARGV 1 layer "KERNELS" "" "USES")
    get_filename_component(folder "${CMAKE_CURRENT_SOURCE_DIR}" NAME)
    if(NOT folder STREQUAL NAME OR layer_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "sinew_layer(${NAME} ${ARGN}) in folder ${folder}: say sinew_layer(${folder} [KERNELS] USES ...).")
    endif()

    set(below "")
    foreach(used IN LISTS layer_USES)
        if(NOT TARGET sinew_${used})
            message(FATAL_ERROR "Layer ${NAME} USES ${used}, which does not exist or is not below it.")
        endif()
        get_property(closure GLOBAL PROPERTY sinew_below_${used})
        list(APPEND below sinew_${used} ${closure})
    endforeach()
    list(REMOVE_DUPLICATES below)
    set_property(GLOBAL PROPERTY sinew_below_${NAME} "${below}")

    file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/*.cpp")
    if(sources)
        add_library(sinew_${NAME} OBJECT ${sources})
        target_include_directories(sinew_${NAME} PUBLIC "${PROJECT_SOURCE_DIR}")
        target_link_libraries(sinew_${NAME} PRIVATE sinew_flags sinew_parts)
        if(SINEW_TOGETHER)
            sinew_together(sinew_${NAME} 4)
        endif()
        if(layer_KERNELS)
            target_compile_options(sinew_${NAME} PRIVATE $<$<CONFIG:Debug>:-O1>)
        endif()
        set_property(GLOBAL APPEND PROPERTY sinew_objects "$<TARGET_OBJECTS:sinew_${NAME}>")
    else()
        add_library(sinew_${NAME} INTERFACE)
        target_include_directories(sinew_${NAME} INTERFACE "${PROJECT_SOURCE_DIR}")
    endif()

    file(GLOB tests CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/test/*.cpp")
    if(SINEW_TESTS AND tests)
        sinew_test_program(test_${NAME} ${tests})
        target_link_libraries(test_${NAME} PRIVATE sinew_${NAME} ${below})
    endif()
endfunction()

# The library sinew::sinew: the objects of all layers in one file.
function(sinew_library)
    get_property(objects GLOBAL PROPERTY sinew_objects)
    add_library(sinew "${PROJECT_SOURCE_DIR}/sinew/version.cpp" ${objects})
    add_library(sinew::sinew ALIAS sinew)
    target_compile_features(sinew PUBLIC cxx_std_20)
    target_compile_definitions(sinew PRIVATE SINEW_VERSION="${PROJECT_VERSION}")
    target_include_directories(sinew PUBLIC "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>")
    target_link_libraries(sinew PRIVATE $<BUILD_INTERFACE:sinew_flags> fmt::fmt SQLite::SQLite3 pugixml::pugixml
                          ZLIB::ZLIB sundials_cvode PUBLIC Threads::Threads)
    set_target_properties(sinew PROPERTIES VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
endfunction()

# What is tested is the library as it is released; the tests' own code need not be fast, but soon compiled.
function(sinew_test_options NAME)
    target_compile_options(${NAME} PRIVATE -O0)
    if(SINEW_SANITIZE MATCHES undefined)  # watches the library; in the tests' own code it doubles the time of compilation
        target_compile_options(${NAME} PRIVATE -fno-sanitize=undefined)
    endif()
endfunction()

# A doctest program and its entry in CTest.
function(sinew_test_program NAME)
    add_executable(${NAME} ${ARGN})
    target_link_libraries(${NAME} PRIVATE sinew_flags sinew_parts sinew_test_main sinew_test_support Eigen3::Eigen)
    sinew_test_options(${NAME})
    target_precompile_headers(${NAME} REUSE_FROM sinew_test_support)
    if(SINEW_TOGETHER_TESTS)
        sinew_together(${NAME} 4)
    endif()
    set(arguments "")
    if(SINEW_SANITIZE)  # every step costs twenty times as much: what goes through the same code for long is left to release builds
        set(arguments "--test-case-exclude=*(long)" "--subcase-exclude=*(long)")
    endif()
    add_test(NAME ${NAME} COMMAND ${NAME} ${arguments})
    set_tests_properties(${NAME} PROPERTIES TIMEOUT 1800 SKIP_RETURN_CODE 77)
endfunction()
