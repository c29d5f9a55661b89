# SPDX-License-Identifier: MIT
#
# The built-in decks, in the order of the option `set`, as bytes for decks.c.

set(deck_files base two)
set(deck_bytes ${game_made}/decks.inc)
list(TRANSFORM deck_files PREPEND ${game_dir}/decks/)
list(TRANSFORM deck_files APPEND .cards)
list(JOIN deck_files "," deck_list)
add_custom_command(
    OUTPUT ${deck_bytes}
    COMMAND ${CMAKE_COMMAND} -DOUT=${deck_bytes} -DFILES=${deck_list}
        -P ${game_dir}/decks/embed.cmake
    DEPENDS ${deck_files} ${game_dir}/decks/embed.cmake
    COMMENT "Embedding the Unicorns decks"
    VERBATIM)
set_source_files_properties(${game_dir}/decks.c PROPERTIES
    OBJECT_DEPENDS ${deck_bytes}
    INCLUDE_DIRECTORIES ${game_made})
