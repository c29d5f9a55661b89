# SPDX-License-Identifier: MIT
#
# Writes the headers that printed C begins with as strings, for src/lang/cgen/cgen_impl.h:
#
#   cmake -D OUT=cgen_text.c -D RNG=rng.h -D NATIVE=native.h -D RT=cgen_rt.inc
#         -P cmake/embed_text.cmake

set(text "// Made by cmake/embed_text.cmake.\n#include \"lang/cgen/cgen_impl.h\"\n")
foreach(name IN ITEMS rng native rt)
    string(TOUPPER ${name} variable)
    file(READ ${${variable}} hex HEX)
    string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," data "${hex}")
    string(REGEX REPLACE "((0x..,)(0x..,)(0x..,)(0x..,)(0x..,)(0x..,)(0x..,)(0x..,))" "\\1\n"
        data "${data}")
    string(APPEND text "\nconst char cgen_text_${name}[] = {\n${data}0};\n")
endforeach()
file(WRITE ${OUT} "${text}")
