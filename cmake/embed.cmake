# SPDX-License-Identifier: MIT
#
# Writes the files below a folder into one C file, for src/server/assets.h, scripts without their
# comments, each as it is and packed by gzip and, where there is one, brotli:
#
#   cmake -D ROOT=web -D OUT=assets_data.c -P cmake/embed.cmake
#
# What all of it is together has a version. Pages refer to their scripts and styles below
# /v/VERSION/, so that browsers may keep them for ever; scripts refer to each other by relative
# paths and come along.

file(GLOB_RECURSE files RELATIVE ${ROOT} ${ROOT}/*)
list(SORT files)
find_program(GZIP gzip)
find_program(BROTLI brotli)
set(scratch ${OUT}.pack)

set(sums "")
foreach(file IN LISTS files)
    file(SHA256 ${ROOT}/${file} sum)
    string(APPEND sums "${sum}")
endforeach()
string(SHA256 version "${sums}")
string(SUBSTRING ${version} 0 12 version)

# A C array called `name` of the bytes in hex.
function(add_array name hex)
    string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," data "${hex}")
    # Short lines, for editors and compilers alike.
    string(REGEX REPLACE "((0x..,)(0x..,)(0x..,)(0x..,)(0x..,)(0x..,)(0x..,)(0x..,))" "\\1\n"
        data "${data}")
    set(arrays "${arrays}static const unsigned char ${name}[] = {\n${data}0};\n" PARENT_SCOPE)
endfunction()

# The file packed by a command, as an array, if that makes it smaller; `row` gets its part.
function(add_packed name path size command)
    set(row "${row}, NULL, 0" PARENT_SCOPE)
    if(NOT command)
        return()
    endif()
    execute_process(COMMAND ${command} ${ARGN} INPUT_FILE ${path} OUTPUT_FILE ${scratch}
        RESULT_VARIABLE failed)
    file(SIZE ${scratch} packed)
    if(NOT failed AND packed LESS size)
        file(READ ${scratch} hex HEX)
        add_array(${name} "${hex}")
        set(arrays "${arrays}" PARENT_SCOPE)
        set(row "${row}, ${name}, sizeof ${name} - 1" PARENT_SCOPE)
    endif()
endfunction()

set(arrays "")
set(rows "")
set(count 0)
foreach(file IN LISTS files)
    set(path ${ROOT}/${file})
    if(file MATCHES "[.](js|css)$")
        # Comments and indentation are for us: the page is loaded faster without them.
        file(READ ${path} text)
        string(REGEX REPLACE "\n[ \t]*/[*]([^*]|[*][^/])*[*]/" "\n" text "\n${text}")
        string(REGEX REPLACE "\n[ \t]*//[^\n]*" "\n" text "${text}")
        if(file MATCHES "[.]js$")
            # Types within a line, and remarks behind one; none that has a quote, so no text is hit.
            string(REGEX REPLACE "/[*][*] @[^*\n]*[*]/ ?" "" text "${text}")
            string(REGEX REPLACE "([],;{(}]) +// [^\n'\"`]*\n" "\\1\n" text "${text}")
        endif()
        string(REGEX REPLACE "\n[ \t\n]+" "\n" text "${text}")
        if(file MATCHES "[.]css$")
            string(REPLACE ": " ":" text "${text}")
            string(REPLACE ", " "," text "${text}")
            string(REPLACE ",\n" "," text "${text}")
            string(REGEX REPLACE "([ ,:(])0([.][0-9])" "\\1\\2" text "${text}")
            string(REPLACE ";\n}" "}" text "${text}")
            string(REPLACE " {\n" "{" text "${text}")
            string(REPLACE "}\n" "}" text "${text}")
        endif()
        set(path ${OUT}.page)
        file(WRITE ${path} "${text}")
    elseif(file MATCHES "\\.html$")
        file(READ ${path} text)
        string(REGEX REPLACE "(src|href)=\"/(js/|lang/|css/|icon\\.svg)" "\\1=\"/v/${version}/\\2"
            text "${text}")
        set(path ${OUT}.page)
        file(WRITE ${path} "${text}")
    endif()
    file(READ ${path} hex HEX)
    file(SIZE ${path} size)
    add_array(file${count} "${hex}")
    set(row "\"/${file}\", file${count}, sizeof file${count} - 1")
    add_packed(gzip${count} ${path} ${size} "${GZIP}" -9 -n -c)
    add_packed(brotli${count} ${path} ${size} "${BROTLI}" -q 11 -c)
    string(APPEND rows "    {${row}},\n")
    math(EXPR count "${count} + 1")
endforeach()
file(REMOVE ${scratch} ${OUT}.page)

file(WRITE ${OUT} "// Made by cmake/embed.cmake from web/.\n#include \"server/assets.h\"\n\n"
    "${arrays}\nconst asset assets[] = {\n${rows}};\nconst int asset_count = ${count};\n"
    "const char asset_version[] = \"${version}\";\n")
