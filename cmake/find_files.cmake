# SPDX-License-Identifier: MIT
#
# How others find an installed Tessera: tessera.pc for pkg-config, tesseraConfig.cmake for CMake. Both
# tell places from where they themselves lie, so that `cmake --install --prefix` elsewhere, or moving the
# whole folder, does no harm. Folders that were given as absolute paths stay what they are.

include(CMakePackageConfigHelpers)

# tsr_place(<out> <folder> <prefix>): the folder, below a prefix unless it is absolute.
function(tsr_place out folder prefix)
    if(IS_ABSOLUTE ${folder})
        set(${out} ${folder} PARENT_SCOPE)
    else()
        set(${out} "${prefix}/${folder}" PARENT_SCOPE)
    endif()
endfunction()

set(pc_folder ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
set(cmake_folder ${CMAKE_INSTALL_LIBDIR}/cmake/tessera)
if(IS_ABSOLUTE ${CMAKE_INSTALL_LIBDIR})
    set(pc_prefix ${CMAKE_INSTALL_PREFIX})
    file(RELATIVE_PATH cmake_up ${cmake_folder} ${CMAKE_INSTALL_PREFIX})
else()
    file(RELATIVE_PATH up /prefix/${pc_folder} /prefix)
    set(pc_prefix "\${pcfiledir}/${up}")
    file(RELATIVE_PATH cmake_up /prefix/${cmake_folder} /prefix)
endif()
tsr_place(pc_libdir ${CMAKE_INSTALL_LIBDIR} "\${prefix}")
tsr_place(pc_includedir ${CMAKE_INSTALL_INCLUDEDIR} "\${prefix}")
tsr_place(cmake_libdir ${CMAKE_INSTALL_LIBDIR} "\${_tessera_prefix}")
tsr_place(cmake_includedir ${CMAKE_INSTALL_INCLUDEDIR} "\${_tessera_prefix}")

configure_file(packaging/tessera.pc.in ${PROJECT_BINARY_DIR}/tessera.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/tessera.pc DESTINATION ${pc_folder})

configure_file(packaging/tesseraConfig.cmake.in ${PROJECT_BINARY_DIR}/tesseraConfig.cmake @ONLY)
# Before 1.0 a minor version may change what programs see.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/tesseraConfigVersion.cmake
    COMPATIBILITY SameMinorVersion)
install(FILES
    ${PROJECT_BINARY_DIR}/tesseraConfig.cmake
    ${PROJECT_BINARY_DIR}/tesseraConfigVersion.cmake
    DESTINATION ${cmake_folder})
