# SPDX-FileCopyrightText: The Sinew authors
# SPDX-License-Identifier: Apache-2.0

# The browser page of reports (apps/workbench/web) as a .cpp file of the target. It takes node and npm to build; without them
# reports say how to get it.
function(sinew_add_page TARGET)
    set(page "${CMAKE_CURRENT_BINARY_DIR}/built_report_page.cpp")
    set(web "${PROJECT_SOURCE_DIR}/apps/workbench/web")
    file(GLOB sources CONFIGURE_DEPENDS "${web}/src/*" "${web}/*.json" "${web}/*.js" "${web}/*.mjs" "${web}/index.html")
    add_custom_command(OUTPUT "${page}" COMMAND sh "${PROJECT_SOURCE_DIR}/tools/page" "${page}"
                       DEPENDS ${sources} "${PROJECT_SOURCE_DIR}/tools/page" COMMENT "Building the page of reports" VERBATIM)
    target_sources(${TARGET} PRIVATE "${page}")
    set_source_files_properties("${page}" PROPERTIES COMPILE_OPTIONS "-Wno-overlength-strings")
endfunction()
