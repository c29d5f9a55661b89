// SPDX-License-Identifier: MIT
//
// A game that is graded, or that another is graded by: begun, looked at, played on by its moves' texts.
#include "cli/grade.h"

#include <stdlib.h>
#include <string.h>

// A board that is drawn has places in hundredths of a cell.
static int rows_of_graph(const tsr_scene *scene, size_t zone) {
    int lowest = -1;
    for (size_t i = 0; i < scene->item_count; i++) {
        const tsr_item *item = &scene->items[i];
        lowest = item->zone == zone && item->row > lowest ? item->row : lowest;
    }
    return lowest < 0 ? 0 : lowest / 100 + 1;
}

static int rows_of(const tsr_scene *scene) {
    for (size_t i = 0; i < scene->zone_count; i++) {
        if (scene->zones[i].kind == TSR_ZONE_GRID) {
            return scene->zones[i].rows;
        }
        if (scene->zones[i].kind == TSR_ZONE_GRAPH) {
            return rows_of_graph(scene, i);
        }
    }
    return 0;
}

int grade_rows(const tsr_rules *r) {
    int rows = 0;
    tsr_scene scene = {0};
    void *state = tsr_mem_new(NULL, r->state_size);
    if (state) {
        tsr_init(r, state);
        rows = tsr_scene_take(r, state, 0, NULL, &scene) == TSR_OK ? rows_of(&scene) : 0;
        tsr_mem_free(NULL, state, r->state_size);
    }
    tsr_scene_free(NULL, &scene);
    return rows;
}

int grade_open(grade_side *s, const tsr_rules *r) {
    size_t room = r->max_moves > r->max_chance ? r->max_moves : r->max_chance;
    s->r = r;
    s->title = r->g.title;
    s->room = (int)room;
    s->state = tsr_mem_new(NULL, r->state_size);
    s->other = tsr_mem_new(NULL, r->state_size);
    s->moves = calloc(room, sizeof *s->moves);
    s->weights = calloc(room, sizeof *s->weights);
    s->list = calloc(room, sizeof *s->list);
    return s->state && s->other && s->moves && s->weights && s->list;
}

void grade_close(grade_side *s) {
    grade_program_close(s);
    if (s->r) {
        tsr_mem_free(NULL, s->state, s->r->state_size);
        tsr_mem_free(NULL, s->other, s->r->state_size);
    }
    free(s->moves);
    free(s->weights);
    free(s->list);
}

void grade_start(grade_side *s) {
    if (s->r) {
        tsr_init(s->r, s->state);
    } else {
        grade_program_say(s, "start", "");
    }
}

void grade_play(grade_side *s, const grade_move *m) {
    if (s->r) {
        tsr_play(s->r, s->state, tsr_mover(tsr_turn(s->r, s->state)), m->move);
    } else {
        grade_program_say(s, "play ", m->text);
    }
}

static void note_ranks(grade_side *s) {
    tsr_result result[TSR_MAX_PLAYERS];
    s->r->g.result(s->r, s->state, result);
    for (int i = 0; i < s->r->players; i++) {
        s->ranks[i] = result[i].rank;
    }
}

static int look_at_rules(grade_side *s) {
    s->who = tsr_mover(tsr_turn(s->r, s->state));
    s->count = s->who < 0             ? 0
               : s->who == TSR_CHANCE ? s->r->g.chance(s->r, s->state, s->moves, s->weights)
                                      : tsr_moves(s->r, s->state, s->who, s->moves);
    for (int i = 0; i < s->count; i++) {
        s->list[i].move = s->moves[i];
        tsr_move_text(s->r, s->state, s->who, s->moves[i], s->list[i].text, TSR_MOVE_TEXT_MAX);
    }
    if (s->who < 0) {
        note_ranks(s);
    }
    return 1;
}

int grade_look(grade_side *s) {
    int done = s->r ? look_at_rules(s) : grade_program_look(s);
    if (done) {
        grade_name(s);
    }
    return done;
}

// --- Reading back -------------------------------------------------------------------------

// The text of a position, new; NULL = no memory.
static char *text_of(const tsr_rules *r, const void *state) {
    int size = tsr_position_text(r, state, NULL, 0);
    char *text = malloc((size_t)size + 1);
    if (text) {
        tsr_position_text(r, state, text, (size_t)size + 1);
    }
    return text;
}

static int position_reads_back(grade_side *s, buffer *out) {
    tsr_error err = {0};
    char *text = text_of(s->r, s->state), *again = NULL;
    int same = 1;
    if (text && tsr_position_read(s->r, text, s->other, &err)) {
        buffer_addf(out, "its position \"%s\" cannot be read: %s", text, err.message);
        same = 0;
    } else if (text) {
        again = text_of(s->r, s->other);
        same = !again || strcmp(text, again) == 0;
        if (!same) {
            buffer_addf(out, "its position \"%s\" reads back as \"%s\"", text, again);
        }
    }
    free(again);
    free(text);
    return same;
}

int grade_reads_back(grade_side *s, const grade_move *m, buffer *out) {
    tsr_move read;
    if (!s->r) {
        return 1;
    }
    if (s->who != TSR_CHANCE &&
        (tsr_move_read(s->r, s->state, s->who, m->text, &read, NULL) || read != m->move)) {
        buffer_addf(out, "its move \"%s\" does not read back as itself", m->text);
        return 0;
    }
    return position_reads_back(s, out);
}
