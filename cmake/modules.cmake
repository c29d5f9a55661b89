# SPDX-License-Identifier: MIT
#
# The functions of our build: tsr_module, tsr_together, tsr_test with tsr_watched and tsr_leaks_elsewhere, and tsr_rows.

# tsr_module(<name> [POSIX] [SIDE] [HOT] [SOURCES file...] [DEPENDS module...]
#            [LIBRARIES target...])
#
# The sources of one folder as the object library tsr_<name>. DEPENDS names
# modules of lower layers; they must have been added before, which is how CMake
# sees that layers only point downwards (tools/check-layers looks at the
# includes). LIBRARIES are for the linker, from outside the project. POSIX is for
# modules that talk to the system, SIDE for those that WebAssembly loads beside the engine. HOT modules, which all
# others call all the time, are optimised where sanitizers watch; for the rest that takes longer than it saves.
# A module without sources is fine: it builds nothing.
function(tsr_module name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "POSIX;SIDE;HOT" "" "SOURCES;DEPENDS;LIBRARIES")
    if(arg_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "tsr_module(${name}): unknown arguments ${arg_UNPARSED_ARGUMENTS}")
    endif()

    set(target tsr_${name})
    if(arg_SOURCES)
        add_library(${target} OBJECT ${arg_SOURCES})
        target_link_libraries(${target} PRIVATE tsr_flags ${arg_LIBRARIES})
        if(arg_POSIX)
            target_compile_definitions(${target} PRIVATE _POSIX_C_SOURCE=200809L)
        endif()
        if(arg_HOT AND TSR_SANITIZE)
            target_compile_options(${target} PRIVATE -O1)
        endif()
        if(arg_SIDE AND TSR_WASM)
            target_compile_options(${target} PRIVATE ${TSR_SIDE_OPTIONS})
        endif()
        set_property(GLOBAL APPEND PROPERTY TSR_TOGETHER_MODULES ${target})
        set(scope PUBLIC)
    else()
        add_library(${target} INTERFACE)
        set(scope INTERFACE)
    endif()

    foreach(module IN LISTS arg_DEPENDS)
        if(NOT TARGET tsr_${module})
            message(FATAL_ERROR "tsr_module(${name}): there is no module '${module}' below it")
        endif()
        target_link_libraries(${target} ${scope} tsr_${module})
    endforeach()

    # Part of the library or of the program? The top CMakeLists.txt has the list.
    if(NOT arg_SOURCES)
        return()
    endif()
    file(RELATIVE_PATH folder ${PROJECT_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR})
    if(folder IN_LIST program_folders)
        set_property(GLOBAL APPEND PROPERTY TSR_PROGRAM_MODULES ${target})
    else()
        set_property(GLOBAL APPEND PROPERTY TSR_LIBRARY_MODULES ${target})
    endif()
endfunction()

# tsr_together([module...])
#
# Lets the compiler read up to eight files of a module as one, for these modules, or all that were added so far. It takes
# longer to start and to read headers than to compile a file without optimising: this saves a third of the time. What
# each file includes, and that no variable hides another one, is seen where they are compiled one by one: in other
# builds, or in another module of the same files.
function(tsr_together)
    find_package(Python3 REQUIRED COMPONENTS Interpreter)
    list(TRANSFORM ARGN PREPEND tsr_ OUTPUT_VARIABLE modules)
    if(NOT modules)
        get_property(modules GLOBAL PROPERTY TSR_TOGETHER_MODULES)
    endif()
    set(all)
    foreach(target IN LISTS modules)
        get_target_property(files ${target} SOURCES)
        get_target_property(folder ${target} SOURCE_DIR)
        list(TRANSFORM files PREPEND ${folder}/ REGEX "^[^/]")
        list(APPEND all -- ${files})
        set(files_${target} ${files})
    endforeach()
    execute_process(COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/cmake/together.py 8 ${all}
        OUTPUT_VARIABLE numbers COMMAND_ERROR_IS_FATAL ANY)
    string(REGEX MATCHALL "[-0-9]+" numbers "${numbers}")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/cmake/together.py)
    add_library(tsr_together_flags INTERFACE)
    target_compile_options(tsr_together_flags INTERFACE -Wno-shadow)
    foreach(target IN LISTS modules)
        foreach(file IN LISTS files_${target})
            list(POP_FRONT numbers number)
            if(number GREATER -1)
                set_source_files_properties(${file} TARGET_DIRECTORY ${target} PROPERTIES UNITY_GROUP ${number})
            endif()
        endforeach()
        set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${files_${target}}) # a new name may part two
        set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
        target_link_libraries(${target} PRIVATE tsr_together_flags)
    endforeach()
endfunction()

# What tests run as `tessera`. A program of the other architecture is started by a script, so
# that nobody who starts it has to know.
set(tessera_to_run ${PROJECT_BINARY_DIR}/tessera)
if(CMAKE_CROSSCOMPILING)
    set(tessera_to_run ${PROJECT_BINARY_DIR}/emulated/tessera)
    list(JOIN CMAKE_CROSSCOMPILING_EMULATOR " " emulator)
    file(CONFIGURE OUTPUT ${tessera_to_run} CONTENT
        "#!/bin/sh\nexec ${emulator} ${PROJECT_BINARY_DIR}/tessera \"$@\"\n")
    file(CHMOD ${tessera_to_run} PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE
        GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
endif()

# tsr_test(<name> <file>... [LONG] [ONCE] [LIBRARY] [STATIC] [HOT] [TIMEOUT seconds] [COST seconds] [ARGS argument...])
#
# One test for CTest. A .c file (and more, if given) becomes a cmocka program; the
# name of an earlier such test runs its program again; a .py or .sh file is run as it is. Each
# finds in its environment TESSERA, the program under test, TSR_SOURCE_DIR, the repository,
# TSR_BUILD_DIR, the build folder, TSR_SANITIZED where sanitizers watch, and TSR_EMULATOR, what
# other programs of that folder must be started with (empty unless they are of another
# architecture). LONG keeps it out of `make test`: `make test-long` runs it. So does ONCE in builds with sanitizers: for tests of what a program says
# or how strong it is, whose code others run there too. Tests that cost much begin first, so that
# nobody waits for the last one. LIBRARY is for those of the library alone, which need nothing of the program to be
# built, STATIC for those of them that want the library's objects in their program, to put something between them; HOT
# for those that compute much themselves, which are optimised as the library is.
function(tsr_test name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "LONG;ONCE;LIBRARY;STATIC;HOT" "TIMEOUT;COST" "ARGS")
    set(files ${arg_UNPARSED_ARGUMENTS})
    list(GET files 0 first)

    set(is_program FALSE)
    if(TARGET ${first})
        set(is_program TRUE)
        set(command ${first})
    elseif(first MATCHES "\\.c$")
        set(is_program TRUE)
        add_executable(${name} ${files})
        set_target_properties(${name} PROPERTIES
            RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
        target_compile_definitions(${name} PRIVATE _POSIX_C_SOURCE=200809L)
        if(NOT arg_HOT)
            set_source_files_properties(${files} PROPERTIES COMPILE_OPTIONS "${TSR_SOONER_BUILT}") # behind all others
        endif()
        target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/tests)
        target_link_libraries(${name} PRIVATE tsr_flags)
        if(arg_STATIC)
            target_link_libraries(${name} PRIVATE tessera_static)
        else()
            if(NOT arg_LIBRARY)
                target_link_libraries(${name} PRIVATE $<TARGET_NAME_IF_EXISTS:tsr_program>)
            endif()
            target_link_libraries(${name} PRIVATE tsr_tested)
        endif()
        target_link_libraries(${name} PRIVATE PkgConfig::CMOCKA)
        set(command ${name})
    elseif(first MATCHES "\\.py$")
        cmake_path(ABSOLUTE_PATH first BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} OUTPUT_VARIABLE script)
        set(command ${Python3_EXECUTABLE} ${script})
    else()
        set(command sh ${CMAKE_CURRENT_SOURCE_DIR}/${first})
    endif()
    add_test(NAME ${name} COMMAND ${command} ${arg_ARGS})

    set(label quick)
    set(timeout 1800) # hangs are caught; slow, busy and sanitized machines are not
    if(arg_LONG)
        set(label long)
        set(timeout 7200)
    elseif(arg_ONCE AND TSR_SANITIZE)
        set(label once)
        if(is_program AND NOT TARGET ${first}) # nor is it built, but by the target `once`
            set_target_properties(${name} PROPERTIES EXCLUDE_FROM_ALL TRUE)
            if(NOT TARGET once)
                add_custom_target(once)
            endif()
            add_dependencies(once ${name})
        endif()
    endif()
    if(arg_TIMEOUT)
        set(timeout ${arg_TIMEOUT})
    endif()

    # What a sanitizer finds must not look like an exit code of our own.
    set(asan_options exitcode=99)
    if(NOT is_program AND CMAKE_SYSTEM_PROCESSOR STREQUAL "aarch64")
        # On arm64 the search for leaks takes 3 seconds whenever a program ends
        # (clang 14 and gcc 12 both), and scripts start many. C tests keep it.
        string(APPEND asan_options :detect_leaks=0)
    endif()
    set(environment
        TESSERA=${tessera_to_run}
        TSR_SOURCE_DIR=${PROJECT_SOURCE_DIR}
        TSR_BUILD_DIR=${PROJECT_BINARY_DIR}
        ASAN_OPTIONS=${asan_options}
        UBSAN_OPTIONS=exitcode=99:print_stacktrace=1
        TSAN_OPTIONS=exitcode=99:halt_on_error=1)
    if(TSR_SANITIZE)
        list(APPEND environment TSR_SANITIZED=1)
    endif()
    if(CMAKE_CROSSCOMPILING)
        math(EXPR timeout "${timeout} * 10") # it is emulated
        list(JOIN CMAKE_CROSSCOMPILING_EMULATOR " " emulator)
        list(APPEND environment "TSR_EMULATOR=${emulator}"
            "CC=${CMAKE_C_COMPILER} --sysroot=${CMAKE_SYSROOT}")
    endif()
    set_tests_properties(${name} PROPERTIES
        LABELS ${label} TIMEOUT ${timeout} ENVIRONMENT "${environment}")
    if(arg_COST)
        set_tests_properties(${name} PROPERTIES COST ${arg_COST})
    endif()
endfunction()

# tsr_leaks_elsewhere(<test>...)
#
# For tests that run what another test runs as well: the other one looks for leaks. On arm64
# that saves the 3 seconds it takes (see above).
function(tsr_leaks_elsewhere)
    if(TSR_SANITIZE AND CMAKE_SYSTEM_PROCESSOR STREQUAL "aarch64")
        set_property(TEST ${ARGN} APPEND PROPERTY ENVIRONMENT
            ASAN_OPTIONS=exitcode=99:detect_leaks=0)
    endif()
endfunction()

# tsr_watched(<test>...)
#
# For tests that take seconds and look for memory that is used wrongly as much as for wrong results. Where a
# sanitized build is tested beside this one, as `make test` does, they run there alone; `make test-long` runs them in both.
function(tsr_watched)
    if(TSR_SANITIZED_BESIDE AND NOT TSR_SANITIZE)
        set_property(TEST ${ARGN} PROPERTY LABELS once)
    endif()
endfunction()

# tsr_rows(<out> <file.def> <MACRO>)
#
# The first argument of every row `MACRO(name, ...)` that starts a line of a
# .def file, in order. The C code includes the same file, so a new row is all
# it takes; CMake runs again by itself when the file changes.
function(tsr_rows out file macro)
    set(names)
    cmake_path(SET path NORMALIZE ${CMAKE_CURRENT_SOURCE_DIR}/${file})
    if(EXISTS ${path})
        set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${path})
        file(READ ${path} text)
        string(REGEX MATCHALL "\n${macro}\\( *[a-z0-9_]+" rows "\n${text}")
        list(TRANSFORM rows REPLACE ".*\\( *" "" OUTPUT_VARIABLE names)
    endif()
    set(${out} ${names} PARENT_SCOPE)
endfunction()
