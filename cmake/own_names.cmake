# SPDX-License-Identifier: MIT
#
# An archive in which only the names of the public headers are what they are: every other global name gets
# `tsr__` before it, so that a program that links it may use the same name for something of its own. (Making
# them local would want one object of all, and a program would then get all of it.)
#
# cmake -D NM=nm -D OBJCOPY=objcopy -D IN=lib.a -D OUT=lib.a -D MAP=libtessera.map -P own_names.cmake

file(READ ${MAP} map)
string(REGEX MATCHALL "tsr_[a-z0-9_]+" public "${map}")

execute_process(COMMAND ${NM} -g --defined-only --format=posix ${IN}
    OUTPUT_VARIABLE listed ERROR_QUIET COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "(^|\n)[A-Za-z_][A-Za-z0-9_]* [A-Z]" listed "${listed}")
list(TRANSFORM listed REPLACE "^\n?([A-Za-z0-9_]+) .*$" "\\1")
list(REMOVE_DUPLICATES listed)
list(REMOVE_ITEM listed ${public})

list(TRANSFORM listed REPLACE "^(.+)$" "\\1 tsr__\\1\n")
list(JOIN listed "" renamed)
cmake_path(GET OUT PARENT_PATH folder)
file(MAKE_DIRECTORY ${folder})
file(WRITE ${OUT}.names "${renamed}")
execute_process(COMMAND ${OBJCOPY} --redefine-syms=${OUT}.names ${IN} ${OUT} COMMAND_ERROR_IS_FATAL ANY)
