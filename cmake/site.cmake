# SPDX-License-Identifier: MIT
#
# The page as files of any host, for cmake/embed.cmake: it says that an engine lies beside it and no server, and contains
# what a front page is drawn from. On a slow line the round trips cost most. So the styles, the first script and the list of
# games come in the first answer, and its head asks for all that a first match needs besides, at once and
# while the rest of that answer is still on its way.

set(SITE_INSIDE js/main.js js/early.js css/page.css) # what the page itself contains
set(SITE_ROOT index.html sw.js manifest.webmanifest) # files that do not lie below the version
set(SITE_AHEAD engine/wasm/engine.wasm engine/index.js engine/games.json v/VERSION/js/local/worker.js
    v/VERSION/js/local/tables.js)

# What the head says first.
function(site_head out)
    set(head "<meta charset=\"utf-8\">\n<meta name=\"engine\" content=\"/engine/\" data-alone>")
    foreach(file IN LISTS SITE_AHEAD)
        string(REPLACE VERSION ${version} file ${file})
        string(APPEND head "\n<link rel=\"preload\" as=\"fetch\" crossorigin href=\"/${file}\">")
    endforeach()
    string(APPEND head "\n<link rel=\"modulepreload\" href=\"/v/${version}/js/match.js\">")
    # The worker loads the engine while the page is still read, where a game is soon wanted; a frame has its parent's.
    string(APPEND head "\n<script>if(parent===window&&/^\\/($|[gm]\\/)/.test(location.pathname))earlyWorker="
        "new Worker('/v/${version}/js/local/worker.js',{type:'module',name:'early'})</script>")
    set(${out} "${head}" PARENT_SCOPE)
endfunction()

# The first script, which finds the others as if it lay where it would be a file.
function(site_script out)
    set(there /v/${version})
    bundle_link(js/main.js text)
    string(REPLACE "import('./local.js')" "Promise.resolve($m.local)" text "${text}") # embed.cmake bundles it
    string(REGEX REPLACE "import[(]([`'])[.]/" "import(\\1${there}/js/" text "${text}")
    string(REGEX REPLACE "import[(]([`'])[.][.]/" "import(\\1${there}/" text "${text}")
    string(REPLACE "import.meta.url" "new URL('${there}/js/main.js',location.origin)" text "${text}")
    if(text MATCHES "</script|<!--|import[(][^`']")
        message(FATAL_ERROR "web/js: a script that cannot stand in a page, or imports what cannot be found from there")
    endif()
    set(${out} "${text}" PARENT_SCOPE)
endfunction()

# The list of games, as api.js hears it when it was asked for early.
function(site_games out)
    file(READ ${SHELF} games)
    string(REPLACE "</" "<\\/" games "${games}")
    set(${out} "globalThis.early={'/api/games':Promise.resolve({ok:true,json:async()=>(${games})})}" PARENT_SCOPE)
endfunction()

# index.html with all of that.
function(site_page text out)
    site_head(head)
    site_script(script)
    site_games(games)
    set(files "/v/${version}")
    string(REPLACE "<meta charset=\"utf-8\">" "${head}" text "${text}")
    string(REPLACE "<link rel=\"stylesheet\" href=\"${files}/css/page.css\">" "<style>${text_css/page.css}</style>" text
        "${text}")
    string(REPLACE "<script type=\"module\" async src=\"${files}/js/early.js\"></script>" "<script>${games}</script>" text
        "${text}")
    string(REPLACE "<script type=\"module\" src=\"${files}/js/main.js\"></script>" "<script type=\"module\">${script}</script>"
        text "${text}")
    if(text MATCHES "(src|href)=\"${files}/(js/(main|early)[.]js|css/)")
        message(FATAL_ERROR "web/index.html: what the page should contain is still asked for")
    endif()
    set(${out} "${text}" PARENT_SCOPE)
endfunction()

# Writes a file of the site from `path`.
function(site_file file path)
    file(READ ${path} text)
    if(file STREQUAL index.html)
        site_page("${text}" text)
        file(WRITE ${SITE}/404.html "${text}") # addresses of screens are no files
    elseif(file STREQUAL icon.svg)
        file(WRITE ${SITE}/icon.svg "${text}")
    endif()
    if(file IN_LIST SITE_ROOT)
        file(WRITE ${SITE}/${file} "${text}")
    else()
        file(WRITE ${SITE}/v/${version}/${file} "${text}")
    endif()
endfunction()
