// SPDX-License-Identifier: MIT
//
// Chooses picture, colours and width, and draws on standard output.
#include "cli/show.h"

#include <tessera/text.h>

#include "term/scene_view.h"

const char *const cli_color_choices[] = {"auto", "always", "never", NULL};
const char *const cli_glyph_choices[] = {"auto", "ascii", "unicode", NULL};

cli_exit cli_show_init(cli_show *show, const cli_show_values *values, const tsr_game *game) {
    static const term_when whens[] = {TERM_AUTO, TERM_ALWAYS, TERM_NEVER};
    static const int sets[] = {-1, TERM_ASCII, TERM_UNICODE};
    tsr_error err = {0};
    show->flip = 0;
    show->skin = NULL;
    term_tty_init(&show->tty, whens[values->color], sets[values->glyphs]);
    if (game && term_skin_find(game, values->view, &show->skin, &err) != TSR_OK) {
        cli_complain("%s", err.message);
        return CLI_USAGE;
    }
    return CLI_OK;
}

cli_exit cli_show_draw(const cli_show *show, const term_subject *subject, const cli_last *last,
                       int rows, int cols, term_canvas *out) {
    term_look look = {
        .glyphs = show->tty.glyphs,
        .depth = show->tty.depth,
        .rows = rows,
        .cols = cols,
        .flip = show->flip,
        .turn = tsr_turn(subject->rules, subject->view),
        .last = last ? last->ref : NULL,
        .last_count = last ? last->count : 0,
        .names = subject->names,
    };
    tsr_err e = term_draw(show->skin, subject, &look, out);
    if (e != TSR_OK) {
        cli_complain("the picture cannot be drawn: %s", tsr_err_text(e));
        return CLI_FILE;
    }
    return CLI_OK;
}

cli_exit cli_show_print(const cli_show *show, const term_subject *subject, const cli_last *last,
                        FILE *out) {
    int rows, cols;
    term_canvas canvas;
    buffer text;
    term_tty_size(&rows, &cols);
    term_canvas_init(&canvas);
    buffer_init(&text, NULL);
    // A pipe has no height; 24 rows keep the picture the same as on a terminal.
    cli_exit code = cli_show_draw(show, subject, last, show->tty.out_tty ? rows - 6 : 18,
                                  show->tty.out_tty ? cols : 80, &canvas);
    if (code == CLI_OK) {
        term_canvas_text(&canvas, show->tty.depth, &text);
        fwrite(buffer_text(&text), 1, text.size, out);
    }
    buffer_deinit(&text);
    term_canvas_deinit(&canvas);
    return code;
}

// --- Words -----------------------------------------------------------------------

void cli_player_name(const tsr_rules *r, tsr_player_names names, int player, char *out,
                     size_t cap) {
    if (player == TSR_CHANCE) {
        snprintf(out, cap, "chance");
    } else if (names && names[player]) {
        snprintf(out, cap, "%s", names[player]);
    } else if (r->seats && r->seats[player]) {
        snprintf(out, cap, "%s", r->seats[player]);
    } else {
        snprintf(out, cap, "player %d", player + 1);
    }
}

void cli_player_list(const tsr_rules *r, tsr_player_names names, uint32_t players, char *out,
                     size_t cap) {
    tsr_out o = tsr_out_to(out, cap);
    uint32_t left = players;
    for (int p = 0; p <= TSR_CHANCE; p++) {
        if (left >> p & 1u) {
            char name[80];
            left &= ~(1u << p);
            cli_player_name(r, names, p, name, sizeof name);
            tsr_put(&o, o.len == 0 ? "" : left ? ", " : " and ");
            tsr_put(&o, name);
        }
    }
    tsr_put(&o, players ? "" : "nobody");
    tsr_out_end(&o);
}

cli_exit cli_play_text(const tsr_rules *r, void *s, const char *text, cli_last *last) {
    int who = tsr_mover(tsr_turn(r, s));
    tsr_move move = TSR_NO_MOVE;
    tsr_line why = {0};
    char reason[256];
    if (who < 0) {
        cli_complain("'%.80s' cannot be played: the game is over", text);
        return CLI_ILLEGAL;
    }
    if (tsr_move_read(r, s, who, text, &move, &why) == TSR_OK &&
        tsr_why_not(r, s, who, move, &why) == 0) {
        if (last) {
            last->count = term_touched(r, s, who, move, last->ref);
        }
        tsr_play(r, s, who, move);
        return CLI_OK;
    }
    tsr_line_text(r, &why, NULL, reason, sizeof reason);
    cli_complain("'%.80s' cannot be played: %s", text, reason);
    return CLI_ILLEGAL;
}
