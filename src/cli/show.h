// SPDX-License-Identifier: MIT
#ifndef TSR_CLI_SHOW_H
#define TSR_CLI_SHOW_H

// Pictures on standard output: the options that say how, and the drawing.

#include <stdio.h>

#include "cli/command.h"
#include "term/skin.h"
#include "term/tty.h"

typedef struct cli_show_values {
    int64_t color, glyphs;
    const char *view;
} cli_show_values;

extern const char *const cli_color_choices[];
extern const char *const cli_glyph_choices[];

#define CLI_SHOW_OPTIONS(type, member)                                                             \
    CLI_ROW_CHOICE("color", "WHEN", "colours", type, member.color, cli_color_choices),             \
        CLI_ROW_CHOICE("glyphs", "SET", "character set for pictures", type, member.glyphs,         \
                       cli_glyph_choices),                                                         \
        CLI_ROW_TEXT("view", "NAME", "a game's own layout, or 'board' for the standard one", type, \
                     member.view)

typedef struct cli_show {
    term_tty tty;
    const tsr_skin *skin;
    int flip;
} cli_show;

// Looks at the terminal. `game` NULL = no skin is looked for.
cli_exit cli_show_init(cli_show *show, const cli_show_values *values, const tsr_game *game);

// What the last move touched, for the picture; see term_touched.
typedef struct cli_last {
    uint32_t ref[48];
    int count;
} cli_last;

// Draws on `out`, an empty canvas, in at most `rows` (0 = any) by `cols`.
cli_exit cli_show_draw(const cli_show *show, const term_subject *subject, const cli_last *last,
                       int rows, int cols, term_canvas *out);

// Draws and prints with a line feed after each row.
cli_exit cli_show_print(const cli_show *show, const term_subject *subject, const cli_last *last,
                        FILE *out);

// Plays a move that was typed, by whoever decides; it must be legal. `last` may be NULL.
cli_exit cli_play_text(const tsr_rules *r, void *s, const char *text, cli_last *last);

// --- Words -----------------------------------------------------------------------

// A player's name: from `names`, or the game's word, or "player 1".
void cli_player_name(const tsr_rules *r, tsr_player_names names, int player, char *out, size_t cap);

// "Ann and Ben", by the bits of `players`; "chance", "nobody".
void cli_player_list(const tsr_rules *r, tsr_player_names names, uint32_t players, char *out,
                     size_t cap);

#endif
