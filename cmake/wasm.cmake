# SPDX-License-Identifier: MIT
#
# The toolchain for WebAssembly: Debian's clang, lld and wasi-libc. What it builds is run by
# node (tools/wasm-run), the programs of the build among it, so nothing has to be built twice.
#
# Two kinds of code come out. The engine is linked once, as a whole. What is loaded beside it when it
# is wanted (agents, games, compiled rules) is compiled to be put anywhere in its memory, which clang
# does for the target of another system only; the C library's headers stay the same.

set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_C_COMPILER clang)
set(CMAKE_C_COMPILER_TARGET wasm32-wasi)
set(CMAKE_SYSROOT /usr)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)

find_program(TSR_NODE NAMES node nodejs REQUIRED NO_CMAKE_FIND_ROOT_PATH)
find_program(TSR_WASM_LD NAMES wasm-ld wasm-ld-19 wasm-ld-17 wasm-ld-14 REQUIRED NO_CMAKE_FIND_ROOT_PATH)
find_program(TSR_WASM_OPT NAMES wasm-opt REQUIRED NO_CMAKE_FIND_ROOT_PATH)
find_program(CMAKE_AR NAMES llvm-ar llvm-ar-19 llvm-ar-17 llvm-ar-14 REQUIRED NO_CMAKE_FIND_ROOT_PATH)
find_program(CMAKE_RANLIB NAMES llvm-ranlib llvm-ranlib-19 llvm-ranlib-17 llvm-ranlib-14
    REQUIRED NO_CMAKE_FIND_ROOT_PATH)
set(CMAKE_CROSSCOMPILING_EMULATOR ${TSR_NODE} ${CMAKE_CURRENT_LIST_DIR}/../tools/wasm-run)

if(NOT EXISTS ${CMAKE_SYSROOT}/include/wasm32-wasi/stdio.h)
    message(FATAL_ERROR "the C library for WebAssembly is not there: tools/setup wasm")
endif()

# For modules that are put anywhere.
set(TSR_SIDE_OPTIONS --target=wasm32-unknown-emscripten -D__wasi__ -fPIC
    -isystem ${CMAKE_SYSROOT}/include/wasm32-wasi)

# Memory grows as it is asked for, up to a limit; the stack lies below everything else, so that one
# that is too deep ends the program instead of overwriting what it has. clang runs wasm-opt by itself
# when it is told to optimise while linking, and then sizes would depend on what is installed.
set(CMAKE_EXE_LINKER_FLAGS_INIT "-O0 -Wl,--stack-first -Wl,-z,stack-size=8388608 -Wl,--max-memory=1073741824 -Wl,--strip-all")
