# SPDX-License-Identifier: MIT

set(sources
    azul.c
    azul_ai.c
    azul_board.c
    azul_check.c
    azul_draw.c
    azul_moves.c
    azul_play.c
    azul_position.c
    azul_read.c
    azul_scene.c
    azul_score.c
    azul_things.c
    azul_words.c
    skin_term.c)
