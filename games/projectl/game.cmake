# SPDX-License-Identifier: MIT
#
# The puzzles of the base game, as bytes for projectl_builtin.c to include.

set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${game_dir}/puzzles.txt)
file(READ ${game_dir}/puzzles.txt projectl_bytes HEX)
string(REGEX REPLACE "(..)" "0x\\1," projectl_bytes "${projectl_bytes}")
file(CONFIGURE OUTPUT ${game_made}/projectl_puzzles.inc CONTENT "${projectl_bytes}\n" @ONLY)
set_source_files_properties(${game_dir}/projectl_builtin.c PROPERTIES
    INCLUDE_DIRECTORIES ${game_made}
    OBJECT_DEPENDS ${game_made}/projectl_puzzles.inc)
