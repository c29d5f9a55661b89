# SPDX-License-Identifier: MIT
#
# The toolchain for the other architecture: arm64 where x86-64 works, x86-64 where arm64 does.
# Debian's cross compiler builds, the libraries are those tools/cross-sysroot fetched, and
# qemu-user runs the result, always by name: the kernel need not know foreign programs. The
# preset `cross` and the variants of tests/signature use it.

set(CMAKE_SYSTEM_NAME Linux)
if(CMAKE_HOST_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    set(CMAKE_SYSTEM_PROCESSOR aarch64)
    set(debian_name arm64)
    set(emulator qemu-aarch64)
else()
    set(CMAKE_SYSTEM_PROCESSOR x86_64)
    set(debian_name amd64)
    set(emulator qemu-x86_64 -cpu max) # with AVX2
endif()
set(triplet ${CMAKE_SYSTEM_PROCESSOR}-linux-gnu)

set(CMAKE_SYSROOT ${CMAKE_CURRENT_LIST_DIR}/../build/sysroot/${debian_name})
cmake_path(NORMAL_PATH CMAKE_SYSROOT)
if(NOT EXISTS ${CMAKE_SYSROOT}/complete)
    message(FATAL_ERROR "${CMAKE_SYSROOT} is not there: tools/cross-sysroot ${debian_name} ${CMAKE_SYSROOT}")
endif()

# -D TSR_CROSS_COMPILER=clang takes clang, which has every architecture in it.
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES TSR_CROSS_COMPILER)
if(TSR_CROSS_COMPILER STREQUAL clang)
    set(CMAKE_C_COMPILER clang)
    set(CMAKE_C_COMPILER_TARGET ${triplet})
else()
    set(CMAKE_C_COMPILER ${triplet}-gcc)
endif()
set(CMAKE_LIBRARY_ARCHITECTURE ${triplet})
list(POP_FRONT emulator qemu)
find_program(TSR_QEMU ${qemu} REQUIRED NO_CMAKE_FIND_ROOT_PATH) # its path: some tests empty $PATH
set(CMAKE_CROSSCOMPILING_EMULATOR ${TSR_QEMU} ${emulator} -L ${CMAKE_SYSROOT})

# Libraries and headers of the other architecture only, programs of this one.
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(ENV{PKG_CONFIG_SYSROOT_DIR} ${CMAKE_SYSROOT})
set(ENV{PKG_CONFIG_LIBDIR}
    ${CMAKE_SYSROOT}/usr/lib/${triplet}/pkgconfig:${CMAKE_SYSROOT}/usr/share/pkgconfig)
