// SPDX-License-Identifier: MIT
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
    buffer_addf(out, "%s unless given)\n", value);
}

// A few moves as they are typed at the start, if a player has the first decision.
static void add_examples(const tsr_rules *r, buffer *out) {
    void *state = tsr_mem_new(NULL, r->state_size);
    tsr_move *moves = calloc(r->max_moves, sizeof *moves);
    int who = -1;
    if (state && moves) {
        tsr_init(r, state);
        who = tsr_mover(tsr_turn(r, state));
    }
    if (who >= 0 && who < TSR_CHANCE) {
        int count = tsr_moves(r, state, who, moves);
        buffer_add_text(out, "\nMoves are typed like this: ");
        for (int i = 0; i < count && i < 4; i++) {
            char text[TSR_MOVE_TEXT_MAX];
            tsr_move_text(r, state, who, moves[(int64_t)i * count / 4], text, sizeof text);
            buffer_addf(out, "%s%s", i ? ", " : "", text);
        }
        buffer_add_text(out, "\n");
    }
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
