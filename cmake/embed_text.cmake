# SPDX-License-Identifier: MIT
#
# Writes files as C strings, for what prints C that begins with them:
#
#   cmake -D OUT=cgen_text.c -D HEADER=lang/cgen/cgen_impl.h -D PREFIX=cgen_text_
#         -D NAMES=rng,native -D FILES=rng.h,native.h -P cmake/embed_text.cmake

set(text "// Made by cmake/embed_text.cmake.\n#include \"${HEADER}\"\n")
string(REPLACE "," ";" names "${NAMES}")
string(REPLACE "," ";" files "${FILES}")
foreach(name file IN ZIP_LISTS names files)
    file(READ ${file} hex HEX)
    string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," data "${hex}")
    string(REGEX REPLACE "((0x..,)(0x..,)(0x..,)(0x..,)(0x..,)(0x..,)(0x..,)(0x..,))" "\\1\n"
        data "${data}")
    string(APPEND text "\nconst char ${PREFIX}${name}[] = {\n${data}0};\n")
endforeach()
file(WRITE ${OUT} "${text}")
