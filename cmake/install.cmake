# SPDX-FileCopyrightText: The Sinew authors
# SPDX-License-Identifier: Apache-2.0
#
# cmake --install: headers, library, the CMake package sinew (find_package(sinew), target sinew::sinew) and sinew.pc.

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(package_folder "${CMAKE_INSTALL_LIBDIR}/cmake/sinew")
install(TARGETS sinew EXPORT sinewTargets INCLUDES DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
install(DIRECTORY "${PROJECT_SOURCE_DIR}/sinew" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
        FILES_MATCHING PATTERN "*.h" PATTERN test EXCLUDE)
install(EXPORT sinewTargets NAMESPACE sinew:: DESTINATION "${package_folder}")

file(WRITE "${PROJECT_BINARY_DIR}/sinewConfig.cmake" [[
include(CMakeFindDependencyMacro)
find_dependency(Threads)
find_dependency(fmt)
find_dependency(SQLite3)
find_dependency(pugixml)
find_dependency(ZLIB)
include("${CMAKE_CURRENT_LIST_DIR}/sinewTargets.cmake")
]])
write_basic_package_version_file("${PROJECT_BINARY_DIR}/sinewConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/sinewConfig.cmake" "${PROJECT_BINARY_DIR}/sinewConfigVersion.cmake"
        DESTINATION "${package_folder}")

# Paths in sinew.pc follow the file, so the installed tree may be moved.
file(RELATIVE_PATH up "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
file(WRITE "${PROJECT_BINARY_DIR}/sinew.pc" "prefix=\${pcfiledir}/${up}
Name: sinew
Description: ${PROJECT_DESCRIPTION}
Version: ${PROJECT_VERSION}
Cflags: -I\${prefix}/${CMAKE_INSTALL_INCLUDEDIR}
Libs: -L\${prefix}/${CMAKE_INSTALL_LIBDIR} -lsinew -lfmt -lsqlite3 -lpugixml -lz -lsundials_cvode -pthread
")
install(FILES "${PROJECT_BINARY_DIR}/sinew.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
