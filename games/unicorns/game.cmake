# SPDX-License-Identifier: MIT
#
# The built-in decks, in the order of the option `set`, as bytes for decks.c.

set(deck_files base two comets tides all)
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

# The engine for each length of sets (width.h): 8 words is what everything is compiled with, the
# narrower ones are compiled beside it, without the files that read no states.
set(engine_files ${sources})
list(FILTER engine_files EXCLUDE REGEX
    "/(appraise|cards_[a-z]+|decks|expert_[a-z]+|leaflet|mind|open|public|sight|skin_term|things|words)[.]c$")
foreach(words 2 4)
    tsr_module(unicorns_${words} SIDE SOURCES ${engine_files} DEPENDS grid core base LIBRARIES tsr_game_flags)
    target_compile_definitions(tsr_unicorns_${words} PRIVATE UNI_WORDS=${words})
    target_compile_options(tsr_unicorns_${words} PRIVATE ${TSR_SOON_BUILT})
endforeach()
