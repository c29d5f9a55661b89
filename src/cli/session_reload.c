// SPDX-License-Identifier: MIT
// A session that goes on by the new rules of its file: another one, in which the moves are played again as far
// as they still fit.
#include <stdio.h>
#include <stdlib.h>

#include "cli/session.h"

// Plays ply `i` of the old match in the new one. Non-zero if it no longer fits; `reason`
// then says why.
static int play_again(session *s, const session *old, int i, char *text, size_t text_cap,
                      char *reason, size_t cap) {
    tsr_ply ply = tsr_match_ply(old->match, i);
    tsr_move move = TSR_NO_MOVE;
    tsr_line why = {0};
    tsr_answer answer;
    tsr_match_state_at(old->match, i, old->view);
    tsr_move_text(old->r, old->view, ply.who, ply.move, text, text_cap);
    uint32_t waiting = tsr_match_waiting(s->match);
    if (!(waiting >> ply.who & 1u)) {
        snprintf(reason, cap, "%s", waiting ? "it is another player's turn" : "the game is over");
        return 1;
    }
    tsr_match_view(s->match, ply.who, s->view);
    if (tsr_move_read(s->r, s->view, ply.who, text, &move, &why) != TSR_OK ||
        tsr_why_not(s->r, s->view, ply.who, move, &why) ||
        tsr_match_submit(s->match, ply.who, move, tsr_now_ms(), &answer, &why) != TSR_OK) {
        tsr_line_text(s->r, &why, tsr_match_names(s->match), reason, cap);
        return 1;
    }
    return 0;
}

// Chance is drawn anew by the match itself, from the same seed.
static void play_moves_again(session *s, const session *old) {
    char text[TSR_MOVE_TEXT_MAX] = "", reason[400] = "", line[800];
    int moves = 0, kept = 0, fits = 1;
    for (int i = 0; i < tsr_match_ply_count(old->match); i++) {
        if (tsr_match_ply(old->match, i).who >= TSR_MAX_PLAYERS) {
            continue;
        }
        moves++;
        fits = fits && !play_again(s, old, i, text, sizeof text, reason, sizeof reason);
        kept += fits;
    }
    session_jumped(s);
    if (fits) {
        snprintf(line, sizeof line, "The rules were read again: %d move%s kept.", moves,
                 moves == 1 ? "" : "s");
    } else {
        snprintf(line, sizeof line,
                 "The rules were read again: %d of %d moves kept. Move %d, %s, is no longer "
                 "possible: %s",
                 kept, moves, kept + 1, text, reason);
    }
    session_watch_say(s, "reloaded", line);
}

session *session_reload(session *s, session_wish *wish) {
    session *next = calloc(1, sizeof *next);
    wish->seed = (cli_seed){.given = 1, .value = tsr_match_seed(s->match)};
    cli_exit code = next ? session_open(next, wish) : CLI_FILE;
    if (code == CLI_OK) {
        play_moves_again(next, s);
        session_close(s);
        free(s);
        return next;
    }
    if (next) {
        session_close(next);
        free(next);
    }
    s->reload = s->leaving = 0;
    s->drawn = -1;
    session_watch_say(s, "mistakes",
                      "The new rules cannot be opened with the options of this game; the previous "
                      "rules stay in force.");
    return s;
}
