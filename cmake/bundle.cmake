# SPDX-License-Identifier: MIT
#
# Scripts that are always needed together become one file: a page that asks for fifty of them waits
# for a slow line again and again. For cmake/embed.cmake.
#
#   bundle(js/main.js js/leaflet.js)   everything js/main.js and the others import lies in js/main.js
#   bundle_link(js/setup.js text)      a script, or a whole bundle, as the page gets it
#   bundle_of(js/dom.js name)          the bundle a script lies in; "" = none
#
# The text of every script is in text_FILE, without comments. In a bundle each module is a function of
# its own that runs once and leaves what it exports in a table, under its name. Whoever imports it, in
# the bundle or outside, takes it from there. This reads imports and exports as this page writes them:
# at the beginning of a line, names in braces or a default, nothing exported that changes later, and no
# circles.

function(bundle_imports file out)
    string(REGEX MATCHALL "\nimport [^;]*from '[^']*'" lines "${text_${file}}")
    get_filename_component(folder ${file} DIRECTORY)
    set(files "")
    foreach(line IN LISTS lines)
        string(REGEX REPLACE ".*from '([^']*)'" "\\1" path "${line}")
        cmake_path(SET path NORMALIZE "${folder}/${path}")
        list(APPEND files ${path})
    endforeach()
    set(${out} "${files}" PARENT_SCOPE)
endfunction()

function(bundle_of file out)
    get_property(found GLOBAL PROPERTY bundle_of_${file})
    set(${out} "${found}" PARENT_SCOPE)
endfunction()

# The place of a module in the table: art/signs.js is $m.signs, since whole paths were a fiftieth of the page.
function(bundle_place file out)
    get_filename_component(name ${file} NAME_WE)
    get_property(other GLOBAL PROPERTY bundle_called_${name})
    if(NOT name MATCHES "^[a-z0-9]+$" OR (other AND NOT other STREQUAL file))
        message(FATAL_ERROR "web/${file} needs a name of its own, of small letters (${other})")
    endif()
    set_property(GLOBAL PROPERTY bundle_called_${name} ${file})
    set(${out} "$m.${name}" PARENT_SCOPE)
endfunction()

# Puts a module into a bundle, behind everything it imports.
function(bundle_gather name file)
    bundle_of(${file} known)
    get_property(is_open GLOBAL PROPERTY bundle_open_${file})
    if(is_open)
        message(FATAL_ERROR "web/${file} imports itself by way of others")
    endif()
    if(known)
        return()
    endif()
    set_property(GLOBAL PROPERTY bundle_of_${file} ${name})
    set_property(GLOBAL PROPERTY bundle_open_${file} 1)
    bundle_imports(${file} needed)
    foreach(need IN LISTS needed)
        bundle_gather(${name} ${need})
    endforeach()
    set_property(GLOBAL PROPERTY bundle_open_${file} "")
    set_property(GLOBAL APPEND PROPERTY bundle_order_${name} ${file})
endfunction()

function(bundle name)
    foreach(file IN LISTS ARGN ITEMS ${name})
        bundle_gather(${name} ${file})
    endforeach()
endfunction()

# A script that takes what is in bundles from the table.
function(bundle_imported file out)
    set(text "${text_${file}}")
    string(REGEX MATCHALL "\nimport [^;]*from '[^']*'" lines "${text}")
    bundle_imports(${file} needed)
    bundle_of(${file} own)
    foreach(line need IN ZIP_LISTS lines needed)
        bundle_of(${need} where)
        if(NOT where)
            continue()
        endif()
        string(REGEX REPLACE "\nimport (.*) from .*" "\\1" names "${line}")
        bundle_place(${need} place)
        if(names MATCHES "^{")
            string(REPLACE " as " ":" names "${names}")
            string(REGEX REPLACE "[ \n]" "" names "${names}")
            string(REPLACE ",}" "}" names "${names}")
            set(taken "const${names}=${place}")
        else()
            set(taken "const ${names}=${place}.default")
        endif()
        if(NOT own AND NOT where STREQUAL "js/main.js") # which is there before all others
            get_filename_component(folder ${file} DIRECTORY)
            file(RELATIVE_PATH there /${folder} /${where})
            set(taken "import'./${there}';${taken}")
        endif()
        string(REPLACE "${line};" "\n${taken};" text "${text}")
    endforeach()
    set(${out} "${text}" PARENT_SCOPE)
endfunction()

# One module of a bundle.
function(bundle_module file out)
    bundle_imported(${file} text)
    string(REGEX MATCHALL "\nexport (async function|function|class|const) [A-Za-z0-9_]+" lines "${text}")
    set(names "")
    foreach(line IN LISTS lines)
        string(REGEX REPLACE ".* " "" one "${line}")
        string(APPEND names "${one},")
    endforeach()
    if(text MATCHES "\nexport default ")
        string(APPEND names "default:standard,")
        string(REPLACE "\nexport default " "\nconst standard=" text "${text}")
    endif()
    string(REGEX REPLACE "\nexport (async function|function|class|const) " "\n\\1 " text "${text}")
    bundle_place(${file} place)
    set(${out} "${place}=(()=>{${text}return{${names}}})();\n" PARENT_SCOPE)
endfunction()

function(bundle_link file out)
    get_property(order GLOBAL PROPERTY bundle_order_${file})
    if(NOT order)
        bundle_imported(${file} text)
        string(FIND "${text}" "$m." taken)
        if(NOT taken EQUAL -1)
            set(text "const $m=globalThis.$m;${text}")
        endif()
        set(${out} "${text}" PARENT_SCOPE)
        return()
    endif()
    set(all "const $m=globalThis.$m??={};\n")
    foreach(part IN LISTS order)
        bundle_module(${part} text)
        string(APPEND all "${text}")
    endforeach()
    # What others get by import() is exported again.
    string(REGEX MATCHALL "\nexport (async function|function|class|const) [A-Za-z0-9_]+" lines "${text_${file}}")
    foreach(line IN LISTS lines)
        string(REGEX REPLACE ".* " "" one "${line}")
        bundle_place(${file} place)
        string(APPEND all "export const ${one}=${place}.${one};\n")
    endforeach()
    set(${out} "${all}" PARENT_SCOPE)
endfunction()
