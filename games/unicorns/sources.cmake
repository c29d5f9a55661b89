# SPDX-License-Identifier: MIT

set(sources
    ai.c
    aim.c
    can.c
    cards_build.c
    cards_check.c
    cards_effect.c
    cards_lex.c
    cards_load.c
    cards_parse.c
    cards_report.c
    cards_rule.c
    chain.c
    check.c
    choose.c
    decks.c
    hooks.c
    know.c
    leaflet.c
    moves.c
    notation.c
    perform.c
    position.c
    position_read.c
    public.c
    react.c
    say.c
    scene.c
    screen.c
    script.c
    skin_term.c
    stack.c
    table.c
    things.c
    turn.c
    unicorns.c
    verbs.c
    view.c
    why.c
    words.c)

# A verb is a row in verbs.def and a file in verbs/.
tsr_rows(verbs unicorns/verbs.def VERB)
list(TRANSFORM verbs PREPEND verbs/)
list(TRANSFORM verbs APPEND .c)
list(APPEND sources ${verbs})

# The built-in decks, in the order of the option `set`, as bytes for decks.c.
set(deck_folder ${CMAKE_CURRENT_SOURCE_DIR}/unicorns/decks)
set(deck_files base two)
set(deck_bytes ${CMAKE_CURRENT_BINARY_DIR}/unicorns/decks.inc)
list(TRANSFORM deck_files PREPEND ${deck_folder}/)
list(TRANSFORM deck_files APPEND .cards)
list(JOIN deck_files "," deck_list)
add_custom_command(
    OUTPUT ${deck_bytes}
    COMMAND ${CMAKE_COMMAND} -DOUT=${deck_bytes} -DFILES=${deck_list} -P ${deck_folder}/embed.cmake
    DEPENDS ${deck_files} ${deck_folder}/embed.cmake
    COMMENT "Embedding the Unicorns decks"
    VERBATIM)
set_source_files_properties(unicorns/decks.c PROPERTIES
    OBJECT_DEPENDS ${deck_bytes}
    INCLUDE_DIRECTORIES ${CMAKE_CURRENT_BINARY_DIR}/unicorns)
