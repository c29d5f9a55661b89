# SPDX-License-Identifier: MIT
#
# The compiler and linker flags that all our own code shares, carried by one
# target, `tsr_flags`, which modules and tests link. Nothing is set globally,
# so a folder can always add to (or leave out) what it needs.

include(CheckCCompilerFlag)

add_library(tsr_flags INTERFACE)

# --- Warnings: the same set for both compilers -------------------------------

target_compile_options(tsr_flags INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow
    -Wconversion -Wsign-conversion -Wdouble-promotion
    -Wstrict-prototypes -Wmissing-prototypes -Wold-style-definition
    -Wvla -Wcast-qual -Wwrite-strings -Wpointer-arith
    -Wundef -Wformat=2 -Wimplicit-fallthrough)
if(CMAKE_C_COMPILER_ID STREQUAL "GNU")
    target_compile_options(tsr_flags INTERFACE
        -Wlogical-op -Wduplicated-cond -Wduplicated-branches)
endif()
if(TSR_WERROR)
    target_compile_options(tsr_flags INTERFACE -Werror)
endif()

# --- Includes ----------------------------------------------------------------
#
# <tessera/x.h> is public; "core/x.h", "grid/x.h" and "limits/x.h" are ours.
# Which folder may include which is for tools/check-layers to say.

target_include_directories(tsr_flags INTERFACE
    ${PROJECT_SOURCE_DIR}/include
    ${PROJECT_SOURCE_DIR}/src
    ${PROJECT_SOURCE_DIR}/games
    ${PROJECT_SOURCE_DIR}/bench)

# --- Code --------------------------------------------------------------------

target_compile_definitions(tsr_flags INTERFACE
    TSR_VERSION="${PROJECT_VERSION}"
    $<$<BOOL:${TSR_ASSERTIONS}>:TSR_ASSERTIONS=1>
    $<$<BOOL:${TSR_WASM}>:TSR_WASM=1>)

# Position independent code may normally be replaced function by function when
# it is loaded, which forbids inlining. We never use that.
if(NOT TSR_WASM) # where nothing can be
    target_compile_options(tsr_flags INTERFACE -fno-semantic-interposition)
endif()

# Where the machine can multiply and add in one step, clang does so, and rounds once instead of
# twice: arm64 and AVX2 would search otherwise than x86-64. gcc leaves it under -std=c17.
if(CMAKE_C_COMPILER_ID STREQUAL "Clang")
    target_compile_options(tsr_flags INTERFACE -ffp-contract=off)
endif()

if(TSR_NATIVE)
    check_c_compiler_flag(-march=native TSR_HAS_MARCH_NATIVE)
    if(TSR_HAS_MARCH_NATIVE)
        target_compile_options(tsr_flags INTERFACE -march=native)
    else()
        target_compile_options(tsr_flags INTERFACE -mcpu=native)
    endif()
endif()

# --- Sanitizers, or hardening ------------------------------------------------

if(TSR_SANITIZE)
    target_compile_options(tsr_flags INTERFACE
        -fsanitize=${TSR_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_link_options(tsr_flags INTERFACE -fsanitize=${TSR_SANITIZE})
elseif(NOT TSR_WASM AND NOT CMAKE_BUILD_TYPE STREQUAL "Debug")
    # Fortify needs optimisation, and sanitizers do the same work better. Some
    # compilers predefine it, hence -U first.
    target_compile_options(tsr_flags INTERFACE
        -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2 -fstack-protector-strong)
    target_link_options(tsr_flags INTERFACE LINKER:-z,relro LINKER:-z,now)
endif()

# --- Linking tests -------------------------------------------------------------

# A hundred programs with the whole library in each: LLVM's linker takes a third of the time.
if(TSR_TESTS AND NOT CMAKE_CROSSCOMPILING)
    find_program(TSR_LLD ld.lld)
    if(TSR_LLD)
        target_link_options(tsr_flags INTERFACE -fuse-ld=lld)
    endif()
endif()

# For tests themselves, and printed games that nobody measures.
set(TSR_SOONER_BUILT)
# For printed games and the machine's loops, the files that take a compiler longest: two thirds of the time.
set(TSR_SOON_BUILT)
if(CMAKE_C_COMPILER_ID STREQUAL GNU AND TSR_TESTS AND NOT CMAKE_BUILD_TYPE STREQUAL Debug)
    set(TSR_SOONER_BUILT -O0 -U_FORTIFY_SOURCE)
    set(TSR_SOON_BUILT -O1)
endif()

# What loops compute with is not spread over more variables, each with code of its own: a fiftieth of the engine. And
# functions are called wherever they are used more than once: a hundredth. For modules that seldom run (TSR_SMALL).
if(TSR_WASM)
    target_compile_options(tsr_flags INTERFACE
        $<$<BOOL:$<TARGET_PROPERTY:TSR_SMALL>>:SHELL:-mllvm -disable-lsr -mllvm -inline-threshold=-500>)
endif()
