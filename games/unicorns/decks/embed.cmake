# SPDX-License-Identifier: MIT
#
# cmake -DOUT=decks.inc -DFILES=base.cards,two.cards -P embed.cmake
#
# Writes each file as a row DECK("name", bytes...) for decks.c, so that the
# built-in decks are the very files of this folder.

set(rows "")
string(REPLACE "," ";" FILES "${FILES}")
foreach(file IN LISTS FILES)
    get_filename_component(name ${file} NAME)
    file(READ ${file} hex HEX)
    string(REGEX REPLACE "(..)" "0x\\1," bytes "${hex}")
    string(REGEX REPLACE "((0x..,)(0x..,)(0x..,)(0x..,)(0x..,)(0x..,)(0x..,)(0x..,))" "\\1\n" bytes
        "${bytes}")
    string(APPEND rows "DECK(\"${name}\",\n${bytes}0x00)\n")
endforeach()
file(WRITE ${OUT} "${rows}")
