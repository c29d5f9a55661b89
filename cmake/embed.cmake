# SPDX-License-Identifier: MIT
#
# Writes the files below a folder for src/server/assets.h, scripts without their comments and those that are needed
# together as one, each as it is and packed by gzip and, where there is one, brotli. They lie in a folder beside the C
# file, which names them: the assembler takes their bytes as they are, in a tenth of the time that a compiler needs for
# numbers in braces.
#
#   cmake -D ROOT=web -D OUT=assets_data.c -P cmake/embed.cmake
#
# With SITE=FOLDER the same files are written there instead, for hosts of plain files (tools/page-site, cmake/site.cmake).
#
# What all of it is together has a version. Pages refer to their scripts and styles below
# /v/VERSION/, so that browsers may keep them for ever; scripts refer to each other by relative
# paths and come along.

cmake_minimum_required(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/bundle.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/site.cmake)

file(GLOB_RECURSE files RELATIVE ${ROOT} ${ROOT}/*)
list(SORT files)
find_program(GZIP gzip)
find_program(BROTLI brotli)
set(folder ${OUT}.files)
file(REMOVE_RECURSE ${folder})
file(MAKE_DIRECTORY ${folder})

set(sums "")
set(own ${CMAKE_CURRENT_LIST_DIR})
foreach(file IN LISTS files ITEMS ${own}/embed.cmake ${own}/bundle.cmake ${own}/site.cmake)
    cmake_path(ABSOLUTE_PATH file BASE_DIRECTORY ${ROOT} OUTPUT_VARIABLE path)
    file(SHA256 ${path} sum)
    string(APPEND sums "${sum}")
endforeach()
string(SHA256 version "${sums}${SALT}") # SALT: what else belongs to it
string(SUBSTRING ${version} 0 12 version)

# The bytes of a file of `size`, called `name` in C, and their part of a row. A zero follows them.
function(add_bytes name path size)
    string(APPEND bytes "BYTES(${name}, \"${path}\")\n")
    string(APPEND row ", ${name}, ${size}")
    return(PROPAGATE bytes row)
endfunction()

# The file packed by a command, if that makes it smaller, in PATH.SUFFIX.
function(add_packed name path suffix command)
    file(SIZE ${path} size)
    set(packed_path ${path}.${suffix})
    if(command)
        execute_process(COMMAND ${command} ${ARGN} INPUT_FILE ${path} OUTPUT_FILE ${packed_path} RESULT_VARIABLE failed)
        file(SIZE ${packed_path} packed)
        if(NOT failed AND packed LESS size)
            add_bytes(${name} ${packed_path} ${packed})
            return(PROPAGATE bytes row)
        endif()
    endif()
    string(APPEND row ", NULL, 0")
    return(PROPAGATE row)
endfunction()

# --- Scripts and styles, without what is for us ---------------------------------

foreach(file IN LISTS files)
    if(NOT file MATCHES "[.](js|css)$")
        continue()
    endif()
    # Comments and indentation are for us: the page is loaded faster without them.
    file(READ ${ROOT}/${file} text)
    string(REGEX REPLACE "\n[ \t]*/[*]([^*]|[*][^/])*[*]/" "\n" text "\n${text}")
    string(REGEX REPLACE "\n[ \t]*//[^\n]*" "\n" text "${text}")
    if(file MATCHES "[.]js$")
        # Types within a line, and remarks behind one; none that has a quote, so no text is hit.
        string(REGEX REPLACE "/[*][*] @[^*\n]*[*]/ ?" "" text "${text}")
        string(REGEX REPLACE "([],;{(}]) +// [^\n'\"`]*\n" "\\1\n" text "${text}")
    endif()
    string(REGEX REPLACE "\n[ \t\n]+" "\n" text "${text}")
    if(file MATCHES "^js/.*[.]js$" AND NOT text MATCHES "//[^\n]*([[{(,]\n|\n[]})])")
        # Lines that cannot end there go on, and nothing follows a last comma; not where a remark stands behind one of them.
        string(REGEX REPLACE ",\n([]})])" "\\1" text "${text}")
        string(REPLACE "=>\n" "=>" text "${text}")
        string(REGEX REPLACE "([[{(,])\n" "\\1" text "${text}")
        string(REGEX REPLACE "\n([]})])" "\\1" text "${text}")
    endif()
    if(file MATCHES "^js/((art|local)/)?[a-z]+[.]js$" AND NOT text MATCHES "//[^\n]*;\n")
        # Sentences stand in one line; not before import and export, which bundle.cmake finds at the beginning of one.
        string(REGEX REPLACE ";\n([^ei\n])" ";\\1" text "${text}")
    endif()
    if(file MATCHES "^js/((art|local)/)?[a-z]+[.]js$")
        # Room round signs that no text and no expression for sentences in these scripts has; web_learn and web_shelf
        # fail where one has, as lessons.js has commas with room behind them.
        string(REGEX REPLACE " (=>|===|!==|&&|[|][|]|[?][?]|=|[?]|:|<|>|<=|>=) " "\\1" text "${text}")
        string(REPLACE ") {" "){" text "${text}")
        string(REGEX REPLACE "(if|for|async|return|,) ([[{(])" "\\1\\2" text "${text}")
        string(REGEX REPLACE " ([+/]) ([A-Za-z(])" "\\1\\2" text "${text}") # '3 min + 2 s' and ' / ' are left
        string(REPLACE ") return" ")return" text "${text}")
        string(REPLACE "} else {" "}else{" text "${text}")
        string(REPLACE "{ " "{" text "${text}")
        string(REPLACE " }" "}" text "${text}")
    endif()
    if(file MATCHES "[.]css$")
        string(REGEX REPLACE "[ \t]*/[*]([^*]|[*][^/])*[*]/" "" text "${text}")
        string(REPLACE ": " ":" text "${text}")
        string(REPLACE ", " "," text "${text}")
        string(REPLACE " > " ">" text "${text}")
        string(REPLACE ",\n" "," text "${text}")
        string(REGEX REPLACE "([ ,:(])0([.][0-9])" "\\1\\2" text "${text}")
        string(REPLACE ";\n}" "}" text "${text}")
        string(REPLACE ";\n" ";" text "${text}")
        string(REPLACE " {\n" "{" text "${text}")
        string(REPLACE "}\n" "}" text "${text}")
    endif()
    set(text_${file} "${text}")
endforeach()

# --- What is needed together ---------------------------------------------------

# The front page; what pages of games share with matches comes with it.
if(SITE)
    set(here js/local.js) # where there is no server its worker is wanted at once
endif()
bundle(js/main.js js/delay.js js/leaflet.js ${here})
bundle(js/match.js)

# Tables without a server, for the page's worker and the studio's.
bundle(js/local/tables.js js/local/lines.js js/local/store.js)

# The styles that index.html names are one.
file(READ ${ROOT}/index.html text)
string(REGEX MATCHALL "<link rel=\"stylesheet\" href=\"/css/[a-z]+[.]css\">" links "${text}")
set(text_css/page.css "")
foreach(link IN LISTS links)
    string(REGEX REPLACE ".*/css/([a-z]+).*" "css/\\1.css" style "${link}")
    string(APPEND text_css/page.css "${text_${style}}")
endforeach()
list(GET links 0 first)
string(REPLACE "${first}" "<link rel=\"stylesheet\" href=\"/css/page.css\">" text "${text}")
foreach(link IN LISTS links)
    string(REPLACE "${link}\n" "" text "${text}")
endforeach()
set(text_index.html "${text}")
list(APPEND files css/page.css)

# What the service worker keeps: everything that has its place below the version.
set(shell "")
foreach(file IN LISTS files)
    bundle_of(${file} where)
    string(FIND "${links}" "/${file}\"" linked)
    if((where AND NOT where STREQUAL file) OR file IN_LIST SITE_ROOT OR NOT linked EQUAL -1)
        continue()
    endif()
    if(SITE AND file IN_LIST SITE_INSIDE)
        continue()
    endif()
    string(APPEND shell "'/v/${version}/${file}',")
endforeach()

# --- The C file ------------------------------------------------------------------

set(bytes "")
set(rows "")
set(count 0)
foreach(file IN LISTS files)
    set(path ${folder}/${count})
    bundle_of(${file} where)
    if(where AND NOT where STREQUAL file)
        continue() # it comes with another
    endif()
    if(file MATCHES "[.]js$")
        bundle_link(${file} text)
        if(SITE)
            string(REPLACE "import('./local.js')" "Promise.resolve($m.local)" text "${text}")
        endif()
        string(REPLACE "/*version*/" "${version}" text "${text}")
        string(REPLACE "/*files*/" "${shell}" text "${text}")
        file(WRITE ${path} "${text}")
    elseif(file MATCHES "[.]css$")
        file(WRITE ${path} "${text_${file}}")
    elseif(file MATCHES "[.]html$")
        if(file STREQUAL "index.html")
            set(text "${text_index.html}")
        else()
            file(READ ${ROOT}/${file} text)
        endif()
        string(REGEX REPLACE "(src|href)=\"/(js/|lang/|css/|icon\\.svg)" "\\1=\"/v/${version}/\\2"
            text "${text}")
        file(WRITE ${path} "${text}")
    else()
        file(COPY_FILE ${ROOT}/${file} ${path})
    endif()
    if(SITE)
        if(NOT file IN_LIST SITE_INSIDE)
            site_file(${file} ${path})
        endif()
        continue()
    endif()
    file(SIZE ${path} size)
    set(row "\"/${file}\"")
    add_bytes(file${count} ${path} ${size})
    add_packed(gzip${count} ${path} gz "${GZIP}" -9 -n -c)
    add_packed(brotli${count} ${path} br "${BROTLI}" -q 11 -c)
    string(APPEND rows "    {${row}},\n")
    math(EXPR count "${count} + 1")
endforeach()
if(SITE)
    file(REMOVE_RECURSE ${folder})
    return()
endif()

file(WRITE ${OUT} "// Made by cmake/embed.cmake from web/.\n#include \"server/assets.h\"\n
#define BYTES(name, path) \\
    extern const unsigned char name[] __attribute__((visibility(\"hidden\"))); \\
    __asm__(\".pushsection .rodata\\n.globl \" #name \"\\n.hidden \" #name \"\\n\" #name \":\\n\" \\
            \".incbin \\\"\" path \"\\\"\\n.byte 0\\n.popsection\\n\");
${bytes}
const asset assets[] = {\n${rows}};\nconst int asset_count = ${count};\nconst char asset_version[] = \"${version}\";\n")
