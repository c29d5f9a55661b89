# SPDX-License-Identifier: MIT
#
# Project L has several files, and one that is made here: the puzzles of the
# base game, as bytes for projectl_builtin.c to include.

set(sources
    projectl.c
    projectl_ai.c
    projectl_builtin.c
    projectl_check.c
    projectl_joined.c
    projectl_lines.c
    projectl_look.c
    projectl_moves.c
    projectl_notation.c
    projectl_path.c
    projectl_position.c
    projectl_puzzles.c
    projectl_scene.c
    projectl_shapes.c
    projectl_solo.c
    projectl_solve.c
    projectl_supply.c
    projectl_text.c
    projectl_things.c
    projectl_turn.c
    projectl_why.c
    skin_term.c)

set(projectl_text ${CMAKE_CURRENT_SOURCE_DIR}/projectl/puzzles.txt)
set(projectl_made ${CMAKE_CURRENT_BINARY_DIR}/projectl)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${projectl_text})
file(READ ${projectl_text} projectl_bytes HEX)
string(REGEX REPLACE "(..)" "0x\\1," projectl_bytes "${projectl_bytes}")
file(CONFIGURE OUTPUT ${projectl_made}/projectl_puzzles.inc CONTENT "${projectl_bytes}\n" @ONLY)
set_source_files_properties(projectl/projectl_builtin.c PROPERTIES
    INCLUDE_DIRECTORIES ${projectl_made}
    OBJECT_DEPENDS ${projectl_made}/projectl_puzzles.inc)
