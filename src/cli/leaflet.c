// SPDX-License-Identifier: MIT
//
// Prints how a game is played.
#include "cli/leaflet.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void cli_option_value(const tsr_option *o, int32_t value, char *buf, size_t cap) {
    switch ((tsr_option_kind)o->kind) {
    case TSR_OPTION_FLAG: snprintf(buf, cap, "%s", value ? "yes" : "no"); break;
    case TSR_OPTION_CHOICE: snprintf(buf, cap, "%s", o->choices[value]); break;
    case TSR_OPTION_FILE: snprintf(buf, cap, "none"); break;
    case TSR_OPTION_INT: snprintf(buf, cap, "%d", (int)value); break;
    }
}

static void add_option(const tsr_option *o, buffer *out) {
    char value[80];
    cli_option_value(o, o->def, value, sizeof value);
    buffer_addf(out, "  %-12s %s (", o->name, o->help);
    switch ((tsr_option_kind)o->kind) {
    case TSR_OPTION_INT: buffer_addf(out, "%d to %d; ", (int)o->min, (int)o->max); break;
    case TSR_OPTION_FLAG: buffer_add_text(out, "yes or no; "); break;
    case TSR_OPTION_FILE: buffer_add_text(out, "a file; "); break;
    case TSR_OPTION_CHOICE:
        for (int i = 0; i <= o->max; i++) {
            buffer_addf(out, "%s%s", i ? ", " : "", o->choices[i]);
        }
        buffer_add_text(out, "; ");
        break;
    }
    buffer_addf(out, "default %s)\n", value);
}

// The first decision of a player, whatever chance brings before it; -1 if none.
static int first_decision(const tsr_rules *r, void *state) {
    tsr_rng rng;
    tsr_rng_init(&rng, 1);
    tsr_init(r, state);
    for (uint32_t i = 0; i < r->max_plies; i++) {
        int who = tsr_mover(tsr_turn(r, state));
        if (who != TSR_CHANCE) {
            return who;
        }
        tsr_play(r, state, TSR_CHANCE, tsr_draw(r, state, &rng));
    }
    return -1;
}

// A few moves as they are typed at the start.
static void add_examples(const tsr_rules *r, buffer *out) {
    void *state = tsr_mem_new(NULL, r->state_size);
    tsr_move *moves = calloc(r->max_moves, sizeof *moves);
    int who = state && moves ? first_decision(r, state) : -1;
    int count = who >= 0 ? tsr_moves(r, state, who, moves) : 0;
    int shown = count < 4 ? count : 4;
    for (int i = 0; i < shown; i++) {
        char text[TSR_MOVE_TEXT_MAX];
        tsr_move_text(r, state, who, moves[(int64_t)i * count / shown], text, sizeof text);
        buffer_addf(out, "%s%s", i ? "   " : "\nMoves are typed like this:\n  ", text);
    }
    buffer_add_text(out, shown ? "\n" : "");
    free(moves);
    tsr_mem_free(NULL, state, r->state_size);
}

void cli_leaflet(const tsr_rules *r, buffer *out) {
    const tsr_game *g = &r->g;
    buffer_addf(out, "%s\n", g->title);
    if (g->about) {
        buffer_addf(out, "%s\n", g->about);
    }
    if (g->rules) {
        size_t size = strlen(g->rules);
        buffer_addf(out, "\n%s%s", g->rules, size && g->rules[size - 1] == '\n' ? "" : "\n");
    }
    if (g->min_players == g->max_players) {
        buffer_addf(out, "\nPlayers: %d\n", g->min_players);
    } else {
        buffer_addf(out, "\nPlayers: %d to %d\n", g->min_players, g->max_players);
    }
    for (int i = 0; i < g->option_count; i++) {
        buffer_add_text(out, i ? "" : "\nOptions:\n");
        add_option(&g->options[i], out);
    }
    add_examples(r, out);
}
