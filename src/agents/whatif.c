// SPDX-License-Identifier: MIT
//
// Answers the requests of a program that tries moves, one after another.
#include "agents/whatif.h"

#include <string.h>

#include <tessera/json.h>
#include <tessera/rules.h>

static size_t list_size(const tsr_rules *r) {
    return r->max_moves > r->max_chance ? r->max_moves : r->max_chance;
}

static int room_for(const tsr_rules *r) {
    size_t most = WHATIF_BYTES / r->state_size;
    return most < WHATIF_PLIES ? (int)most + 1 : WHATIF_PLIES + 1;
}

size_t whatif_memory(const tsr_rules *r) {
    return (size_t)(room_for(r) + 1) * r->state_size +
           list_size(r) * (sizeof(tsr_move) + sizeof(uint32_t));
}

void whatif_init(whatif *w, const tsr_rules *r, void *memory) {
    *w = (whatif){.r = r, .room = room_for(r), .depth = -1};
    leaf_init(&w->leaf, r, -1);
    w->moves = memory;
    w->states = (unsigned char *)(w->moves + list_size(r));
    w->spare = w->states + (size_t)w->room * r->state_size;
    w->weights = (uint32_t *)(void *)(w->spare + r->state_size);
}

void whatif_end(whatif *w) {
    w->q = NULL;
}

void whatif_begin(whatif *w, const tsr_query *q, uint32_t ms) {
    w->q = q;
    w->depth = -1;
    w->requests = 0;
    w->count = 0;
    budget_begin(&w->budget, q, 0, ms);
    leaf_reset(&w->leaf);
}

static unsigned char *here(whatif *w) {
    return w->states + (size_t)w->depth * w->r->state_size;
}

// Who decides where we stand; of several at once the one who asks comes first. -1 = it is over.
static int mover(whatif *w) {
    uint32_t turn = tsr_turn(w->r, here(w));
    return turn >> w->q->who & 1u ? w->q->who : tsr_mover(turn);
}

// Randomness that depends on the question and on how many requests there were.
static void seed_rng(const whatif *w, uint64_t number, tsr_rng *g) {
    tsr_rng_init(g, tsr_seed_of(w->q->seed, number));
}

// --- Replies -----------------------------------------------------------------

static void put_error(tsr_out *o, const char *why) {
    tsr_put(o, "{\"error\":");
    tsr_put_json(o, why);
    tsr_put_char(o, '}');
}

static void put_numbers(tsr_out *o, const char *name, const float *v, int n) {
    tsr_putf(o, ",\"%s\":[", name);
    for (int i = 0; i < n; i++) {
        // Without the locale's opinion on points: four digits are enough.
        int x = (int)(v[i] * 10000.0f + 0.5f);
        tsr_putf(o, "%s%d.%04d", i ? "," : "", x / 10000, x % 10000);
    }
    tsr_put_char(o, ']');
}

static void put_scores(tsr_out *o, const tsr_rules *r, const void *s) {
    tsr_result result[TSR_MAX_PLAYERS] = {{0}};
    r->g.result(r, s, result);
    tsr_put(o, ",\"scores\":[");
    for (int p = 0; p < r->players; p++) {
        tsr_putf(o, "%s%d", p ? "," : "", (int)result[p].score);
    }
    tsr_put_char(o, ']');
}

// Where we stand: who decides, how deep, the scores.
static void put_place(whatif *w, tsr_out *o) {
    int who = mover(w);
    if (who < 0) {
        tsr_put(o, "\"turn\":null");
    } else if (who == TSR_CHANCE) {
        tsr_put(o, "\"turn\":\"chance\"");
    } else {
        tsr_putf(o, "\"turn\":\"p%d\"", who + 1);
    }
    tsr_putf(o, ",\"depth\":%d", w->depth);
    put_scores(o, w->r, here(w));
}

static void tell_place(whatif *w, tsr_out *o) {
    tsr_put_char(o, '{');
    put_place(w, o);
    tsr_put_char(o, '}');
}

// --- Requests ----------------------------------------------------------------

static void guess(whatif *w, tsr_in *in, tsr_out *o) {
    int64_t number = 0;
    tsr_rng g;
    tsr_skip_blanks(in);
    if (!tsr_at_end(in) && !(tsr_take_int(in, 0, INT32_MAX, &number) && tsr_at_end(in))) {
        put_error(o, "a guess has a number from 0 on");
        return;
    }
    seed_rng(w, (uint64_t)number, &g);
    w->depth = 0;
    w->count = 0;
    memcpy(here(w), w->q->view, w->r->state_size);
    if (w->r->g.flags & TSR_HAS_HIDDEN) {
        w->r->g.guess(w->r, w->q->view, w->q->who, &g, here(w));
    }
    tell_place(w, o);
}

// Fills `moves` for where we stand; who decides, -1 = nobody.
static int list_moves(whatif *w) {
    int who = mover(w);
    if (who >= 0 && w->count == 0) {
        w->count = who == TSR_CHANCE ? w->r->g.chance(w->r, here(w), w->moves, w->weights)
                                     : tsr_moves(w->r, here(w), who, w->moves);
    }
    return who;
}

static void list(whatif *w, tsr_out *o) {
    int who = list_moves(w);
    tsr_put_char(o, '{');
    put_place(w, o);
    tsr_put(o, ",\"moves\":[");
    for (int i = 0; i < w->count; i++) {
        char text[TSR_MOVE_TEXT_MAX];
        tsr_move_text(w->r, here(w), who, w->moves[i], text, sizeof text);
        tsr_put(o, i ? "," : "");
        tsr_put_json(o, text);
    }
    tsr_put_char(o, ']');
    if (who == TSR_CHANCE) {
        tsr_put(o, ",\"weights\":[");
        for (int i = 0; i < w->count; i++) {
            tsr_putf(o, "%s%u", i ? "," : "", (unsigned)w->weights[i]);
        }
        tsr_put_char(o, ']');
    }
    tsr_put_char(o, '}');
}

// The move that a request names. 0 = none; the reply says why.
static int read_move(whatif *w, tsr_in *in, int who, tsr_move *out, tsr_out *o) {
    int64_t index = 0;
    tsr_line why;
    char words[256];
    tsr_skip_blanks(in);
    if (strcmp(in->at, "*") == 0) {
        tsr_rng g;
        seed_rng(w, ((uint64_t)1 << 32) + w->requests, &g);
        *out = tsr_sample(w->r, here(w), who, &g);
        return 1;
    }
    if (tsr_take_char(in, '#')) {
        list_moves(w);
        if (tsr_take_int(in, 0, w->count - 1, &index) && tsr_at_end(in)) {
            *out = w->moves[index];
            return 1;
        }
        put_error(o, "there is no move of that number");
        return 0;
    }
    if (tsr_move_read(w->r, here(w), who, in->at, out, &why) == TSR_OK &&
        tsr_why_not(w->r, here(w), who, *out, &why) == 0) {
        return 1;
    }
    tsr_line_text(w->r, &why, NULL, words, sizeof words);
    put_error(o, words);
    return 0;
}

static void play(whatif *w, tsr_in *in, tsr_out *o) {
    int who = mover(w);
    tsr_move move;
    if (who < 0) {
        put_error(o, "the game is over");
    } else if (w->depth + 1 >= w->room) {
        put_error(o, "too many moves deep: undo first");
    } else if (read_move(w, in, who, &move, o)) {
        unsigned char *from = here(w);
        w->depth++;
        memcpy(here(w), from, w->r->state_size);
        tsr_play(w->r, here(w), who, move);
        w->count = 0;
        tell_place(w, o);
    }
}

static void undo(whatif *w, tsr_in *in, tsr_out *o) {
    int64_t plies = 1;
    tsr_skip_blanks(in);
    if (!tsr_at_end(in) && !(tsr_take_int(in, 0, INT32_MAX, &plies) && tsr_at_end(in))) {
        put_error(o, "undo takes a number of plies");
    } else if (plies > w->depth) {
        put_error(o, "so many moves have not been played");
    } else {
        w->depth -= (int)plies;
        w->count = 0;
        tell_place(w, o);
    }
}

static void value(whatif *w, tsr_out *o) {
    float out[TSR_MAX_PLAYERS] = {0};
    tsr_rng g;
    seed_rng(w, ((uint64_t)1 << 32) + w->requests, &g);
    memcpy(w->spare, here(w), w->r->state_size);
    if (!leaf_value(&w->leaf, w->spare, &g, &w->budget, out)) {
        put_error(o, "time is up");
        return;
    }
    tsr_put_char(o, '{');
    put_place(w, o);
    put_numbers(o, "values", out, w->r->players);
    tsr_put_char(o, '}');
}

static void text(whatif *w, tsr_out *o) {
    char position[4096];
    int n = tsr_position_text(w->r, here(w), position, sizeof position);
    if (n < 0 || (size_t)n >= sizeof position) {
        put_error(o, "the position's text is too long");
        return;
    }
    tsr_put(o, "{\"text\":");
    tsr_put_json(o, position);
    tsr_put_char(o, '}');
}

void whatif_answer(whatif *w, const char *request, tsr_out *o) {
    char word[16];
    tsr_in in = tsr_in_from(request);
    if (!tsr_take_word(&in, word, sizeof word)) {
        word[0] = '\0';
    }
    if (!w->q) {
        put_error(o, "nothing has been asked yet");
    } else if (++w->requests > WHATIF_REQUESTS) {
        put_error(o, "too many requests for one question");
    } else if (strcmp(word, "guess") == 0) {
        guess(w, &in, o);
    } else if (w->depth < 0) {
        put_error(o, "begin with guess");
    } else if (strcmp(word, "list") == 0) {
        list(w, o);
    } else if (strcmp(word, "play") == 0) {
        play(w, &in, o);
    } else if (strcmp(word, "undo") == 0) {
        undo(w, &in, o);
    } else if (strcmp(word, "value") == 0) {
        value(w, o);
    } else if (strcmp(word, "text") == 0) {
        text(w, o);
    } else {
        put_error(o, "requests are guess, list, play, undo, value and text");
    }
}
