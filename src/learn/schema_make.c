// SPDX-License-Identifier: MIT
// A schema from rules: random games tell which numbers occur; see schema.h.
#include <stdio.h>
#include <string.h>

#include "base/hash.h"
#include "core/learn.h"
#include "learn/schema.h"

enum {
    GAMES = 100,
    PLIES = 400,     // of one game
    LOOKS = 6000,    // in all
    DISTINCT = 64,   // numbers of a scalar that are remembered
    LINE_PLANES = 64 // first planes, which may be part of lines
};

// What was seen of one range.
typedef struct seen {
    float number[DISTINCT]; // ascending
    int count;
    int crowd;      // cells of a plane that were not 0 at once, at most
    int from_start; // it was not empty at the start
    uint64_t with;  // planes that were not 0 on the same cell
} seen;

typedef struct survey {
    const tsr_rules *r;
    schema *s;
    schema_eye eye;
    seen *seen; // [ranges]
    void *state, *view;
    uint32_t looks;
} survey;

static void note_number(seen *x, float number) {
    int i = 0;
    while (i < x->count && x->number[i] < number) {
        i++;
    }
    if (x->count < DISTINCT && (i == x->count || x->number[i] > number)) {
        memmove(x->number + i + 1, x->number + i, (size_t)(x->count - i) * sizeof *x->number);
        x->number[i] = number;
        x->count++;
    }
}

static uint64_t planes_on(const survey *v, uint32_t cell) {
    const schema *s = v->s;
    uint64_t on = 0;
    for (uint32_t p = 0; p < s->sight.planes && p < LINE_PLANES; p++) {
        on |= (uint64_t)(v->eye.planes[(size_t)p * s->cells + cell] != 0) << p;
    }
    return on;
}

static void note_plane(survey *v, uint32_t p) {
    const uint8_t *plane = v->eye.planes + (size_t)p * v->s->cells;
    seen *x = &v->seen[p];
    int crowd = 0;
    for (uint32_t c = 0; c < v->s->cells; c++) {
        if (plane[c]) {
            note_number(x, plane[c]);
            x->with |= planes_on(v, c);
            crowd++;
        }
    }
    x->crowd = crowd > x->crowd ? crowd : x->crowd;
    x->from_start |= v->looks == 0 && crowd > 0;
}

static void note_position(survey *v, int who) {
    const tsr_rules *r = v->r;
    r->g.view(r, v->state, who, v->view);
    learn_observe(r, v->view, who, v->eye.planes, v->eye.scalars);
    for (uint32_t i = 0; i < v->s->ranges; i++) {
        if (v->s->range[i].scalar) {
            note_number(&v->seen[i], v->eye.scalars[v->s->range[i].source]);
        } else {
            note_plane(v, i);
        }
    }
    v->looks++;
}

static void play_random(survey *v, tsr_rng *g) {
    uint32_t turn;
    tsr_init(v->r, v->state);
    for (int ply = 0; ply < PLIES && (turn = tsr_turn(v->r, v->state)) != 0; ply++) {
        int who = tsr_mover(turn);
        if (who != TSR_CHANCE) {
            note_position(v, who);
        }
        tsr_play(v->r, v->state, who, tsr_sample(v->r, v->state, who, g));
    }
}

// --- Steps ------------------------------------------------------------------------------

// From a number to the next is a step; of many an even choice.
static void choose_steps(schema_range *range, const seen *x) {
    int skip = range->scalar || (x->count && x->number[0] <= 0); // the lowest always holds
    int all = x->count - skip;
    int n = all < SCHEMA_STEPS ? all : SCHEMA_STEPS;
    for (int i = 0; i < n; i++) {
        range->step[i] = x->number[skip + (all <= SCHEMA_STEPS ? i : i * (all - 1) / (n - 1))];
    }
    range->steps = (uint8_t)(n > 0 ? n : 0);
    if (!range->scalar && n <= 0) { // it did not happen to occur
        range->step[0] = 1;
        range->steps = 1;
    }
}

// Pieces that lines are made of: the first planes of 0 and 1 of which no two meet on a cell. A plane that is
// empty at the start and never has two cells is the memory of a move.
static void choose_digits(survey *v) {
    uint64_t taken = 0;
    uint16_t digit = 0;
    for (uint32_t p = 0; p < v->s->sight.planes && p < LINE_PLANES; p++) {
        const seen *x = &v->seen[p];
        int counts = x->count > 1 || (x->count == 1 && x->number[0] > 1);
        if (x->count && !counts && !(x->with & taken) && (x->crowd > 1 || x->from_start)) {
            v->s->range[p].digit = ++digit;
            taken |= (uint64_t)1 << p;
        }
    }
}

// Rows that lines of `line` cells would have; an estimate from above.
static uint64_t line_rows(const schema *s, int line) {
    uint64_t digits = 1, contents = 1;
    for (uint32_t i = 0; i < s->ranges; i++) {
        digits += s->range[i].digit != 0;
    }
    for (int i = 0; i < line && contents <= SCHEMA_INPUTS; i++) {
        contents *= digits;
    }
    return contents * 4 * s->cells;
}

static void choose_lines(schema *s, int line) {
    int flat = s->sight.height > 1 && s->sight.width > 1;
    uint64_t rows = flat ? line_rows(s, line < 0 ? 4 : line) : 0;
    int few = rows > 4 * (uint64_t)s->cells && rows <= SCHEMA_LINE_ROWS; // some content, too
    s->line = (uint32_t)(line < 0 ? (few ? 4 : 0) : flat ? line : 0);
}

// --- Making -----------------------------------------------------------------------------

static uint64_t hash_actions(const tsr_rules *r) {
    uint64_t h = tsr_mix(r->action_count);
    char text[256];
    for (uint32_t i = 0; i < r->action_count; i++) {
        (void)r->more.action_text(r, i, text, sizeof text);
        h = hash_string(text, h);
    }
    return h;
}

static void name_ranges(schema *s, const tsr_rules *r) {
    for (uint32_t i = 0; i < s->ranges; i++) {
        char *name = s->range[i].name;
        (void)learn_legend(r, i, name, SCHEMA_NAME);
        for (char *c = name; *c; c++) {
            *c = *c == '\n' ? ' ' : *c;
        }
    }
}

static schema *begin(const tsr_rules *r, const tsr_alloc *alloc, tsr_error *err) {
    tsr_sight sight;
    learn_sight(r, &sight);
    uint64_t most = (uint64_t)sight.planes * sight.height * sight.width + sight.scalars;
    if (sight.planes + sight.scalars > SCHEMA_RANGES || most > SCHEMA_INPUTS || most == 0) {
        (void)tsr_fail(err, TSR_ERR_LIMIT,
                       "%s shows %u planes and %u numbers; a network sees "
                       "1 to %d, and %d cells",
                       r->g.name, sight.planes, sight.scalars, SCHEMA_RANGES, SCHEMA_INPUTS);
        return NULL;
    }
    schema *s = schema_new(&sight, alloc);
    if (!s) {
        (void)tsr_fail(err, TSR_ERR_MEMORY, "no memory for the inputs of a network");
        return NULL;
    }
    const tsr_game_ai *ai = r->g.ai;
    snprintf(s->game, sizeof s->game, "%s", r->g.name);
    s->actions = r->action_count;
    s->pieces = s->actions && ai && ai->move_pieces ? ai->piece_count : 0;
    s->action_hash = hash_actions(r);
    s->values =
        r->players == 1 || (r->players == 2 && (r->g.flags & TSR_ZERO_SUM)) ? 1 : r->players;
    name_ranges(s, r);
    return s;
}

static tsr_err look_around(survey *v, int line, arena *a, tsr_error *err) {
    tsr_err e = schema_eye_open(&v->eye, v->s, a, err);
    v->seen = arena_new(a, (v->s->ranges + 1) * sizeof *v->seen);
    v->state = arena_new(a, v->r->state_size);
    v->view = arena_new(a, v->r->state_size);
    if (e || !v->seen || !v->state || !v->view) {
        return tsr_fail(err, TSR_ERR_MEMORY, "no memory to look at positions");
    }
    for (uint64_t game = 0; game < GAMES && v->looks < LOOKS; game++) {
        tsr_rng g;
        tsr_rng_init(&g, tsr_seed_of(1, game));
        play_random(v, &g);
    }
    for (uint32_t i = 0; i < v->s->ranges; i++) {
        choose_steps(&v->s->range[i], &v->seen[i]);
    }
    choose_digits(v);
    choose_lines(v->s, line);
    return schema_lay_out(v->s) ? TSR_OK
                                : tsr_fail(err, TSR_ERR_LIMIT,
                                           "%s would have more than %d inputs; try shorter lines",
                                           v->r->g.name, SCHEMA_INPUTS);
}

tsr_err schema_make(const tsr_rules *r, int line, const tsr_alloc *alloc, schema **out,
                    tsr_error *err) {
    arena scratch;
    survey v = {.r = r, .s = begin(r, alloc, err)};
    if (!v.s) {
        return err && err->code ? err->code : TSR_ERR_LIMIT;
    }
    arena_init(&scratch, alloc, 0);
    tsr_err e = look_around(&v, line, &scratch, err);
    arena_deinit(&scratch);
    if (e) {
        schema_free(v.s);
        return e;
    }
    *out = v.s;
    return TSR_OK;
}

// --- Comparing --------------------------------------------------------------------------

// The values and numbers of moves that these rules have now.
static tsr_err compare_moves(const schema *s, const schema *now, tsr_error *err) {
    if (s->values != now->values || s->actions != now->actions || s->pieces != now->pieces ||
        s->action_hash != now->action_hash) {
        return tsr_fail(err, TSR_ERR_MISMATCH,
                        "the network was made for other moves: %u numbers, these rules have %u",
                        s->actions + s->pieces, now->actions + now->pieces);
    }
    return TSR_OK;
}

static tsr_err compare(const schema *s, const schema *now, tsr_error *err) {
    const tsr_sight *a = &s->sight, *b = &now->sight;
    if (strcmp(s->game, now->game) != 0) {
        return tsr_fail(err, TSR_ERR_MISMATCH, "the network has learned %s, not %s", s->game,
                        now->game);
    }
    if (a->planes != b->planes || a->height != b->height || a->width != b->width ||
        a->scalars != b->scalars) {
        return tsr_fail(err, TSR_ERR_MISMATCH,
                        "the network was made for %u planes of %u x %u and %u numbers; these "
                        "rules show %u of %u x %u and %u",
                        a->planes, a->height, a->width, a->scalars, b->planes, b->height, b->width,
                        b->scalars);
    }
    for (uint32_t i = 0; i < s->ranges; i++) {
        if (strcmp(s->range[i].name, now->range[i].name) != 0) {
            return tsr_fail(err, TSR_ERR_MISMATCH,
                            "the network's input %u is '%s', these rules have '%s' there", i + 1,
                            s->range[i].name, now->range[i].name);
        }
    }
    return compare_moves(s, now, err);
}

tsr_err schema_fits(const schema *s, const tsr_rules *r, tsr_error *err) {
    schema *now = begin(r, s->memory.alloc, err);
    if (!now) {
        return err && err->code ? err->code : TSR_ERR_MEMORY;
    }
    tsr_err e = compare(s, now, err);
    schema_free(now);
    return e;
}
