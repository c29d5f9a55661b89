# SPDX-License-Identifier: MIT
#
# Writes the files below a folder into one C file, for src/server/assets.h; scripts without their comments:
#
#   cmake -D ROOT=web -D OUT=assets_data.c -P cmake/embed.cmake

file(GLOB_RECURSE files RELATIVE ${ROOT} ${ROOT}/*)
list(SORT files)

set(arrays "")
set(rows "")
set(count 0)
foreach(file IN LISTS files)
    if(file MATCHES "[.](js|css)$")
        # Comments and indentation are for us: the page is loaded faster without them. Only comments
        # that have their lines for themselves go.
        file(READ ${ROOT}/${file} text)
        string(REGEX REPLACE "\n[ \t]*/[*][*]([^*]|[*][^/])*[*]/" "\n" text "\n${text}")
        string(REGEX REPLACE "\n[ \t]*//[^\n]*" "\n" text "${text}")
        string(REGEX REPLACE "\n[ \t\n]+" "\n" text "${text}")
        string(HEX "${text}" hex)
    else()
        file(READ ${ROOT}/${file} hex HEX)
    endif()
    string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," data "${hex}")
    # Short lines, for editors and compilers alike.
    string(REGEX REPLACE "((0x..,)(0x..,)(0x..,)(0x..,)(0x..,)(0x..,)(0x..,)(0x..,))" "\\1\n"
        data "${data}")
    string(APPEND arrays "static const unsigned char file${count}[] = {\n${data}0};\n")
    string(APPEND rows "    {\"/${file}\", file${count}, sizeof file${count} - 1},\n")
    math(EXPR count "${count} + 1")
endforeach()

file(WRITE ${OUT} "// Made by cmake/embed.cmake from web/.\n#include \"server/assets.h\"\n\n"
    "${arrays}\nconst asset assets[] = {\n${rows}};\nconst int asset_count = ${count};\n")
