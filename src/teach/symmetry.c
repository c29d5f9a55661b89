// SPDX-License-Identifier: MIT
// Symmetries found by playing two games side by side; see symmetry.h.
#include "teach/symmetry.h"

#include <stdlib.h>
#include <string.h>

enum { GAMES = 30, PLIES = 300, UNKNOWN = -1 };

// --- What inputs become -----------------------------------------------------------------

static uint32_t turn_cell(const schema *s, int way, uint32_t cell) {
    uint32_t w = s->sight.width, h = s->sight.height, x = cell % w, y = cell / w;
    x = way & 1 ? w - 1 - x : x;
    y = way & 2 ? h - 1 - y : y;
    return way & 4 ? x * w + y : y * w + x;
}

// The line on these cells in this order or the other; -1 = there is none.
static int find_line(const schema *s, const uint32_t *cell, int *backwards) {
    for (uint32_t i = 0; i < s->lines; i++) {
        const uint16_t *on = s->line_cell + (size_t)i * s->line;
        uint32_t same = 0, other = 0;
        for (uint32_t j = 0; j < s->line; j++) {
            same += on[j] == cell[j];
            other += on[s->line - 1 - j] == cell[j];
        }
        if (same == s->line || other == s->line) {
            *backwards = same != s->line;
            return (int)i;
        }
    }
    return UNKNOWN;
}

static uint32_t turn_content(const schema *s, uint32_t content) {
    uint32_t out = 0;
    for (uint32_t j = 0; j < s->line; j++, content /= s->digits) {
        out = out * s->digits + content % s->digits;
    }
    return out;
}

static int map_lines(const schema *s, symmetry *y) {
    for (uint32_t i = 0; i < s->lines; i++) {
        uint32_t cell[SCHEMA_LINE];
        int backwards = 0;
        for (uint32_t j = 0; j < s->line; j++) {
            cell[j] = turn_cell(s, y->way, s->line_cell[(size_t)i * s->line + j]);
        }
        int to = find_line(s, cell, &backwards);
        for (uint32_t c = 0; to >= 0 && c < s->contents; c++) {
            y->input[s->first_line + i * s->contents + c] =
                s->first_line + (uint32_t)to * s->contents + (backwards ? turn_content(s, c) : c);
        }
        if (to < 0) {
            return 0;
        }
    }
    return 1;
}

static int map_inputs(const schema *s, symmetry *y) {
    for (uint32_t i = 0; i < s->ranges; i++) {
        const schema_range *range = &s->range[i];
        uint32_t cells = range->scalar ? 1 : s->cells;
        for (uint32_t k = 0; k < cells * range->steps; k++) {
            uint32_t cell = k / range->steps;
            uint32_t to = range->scalar ? cell : turn_cell(s, y->way, cell);
            y->input[range->first + k] = range->first + to * range->steps + k % range->steps;
        }
    }
    return map_lines(s, y);
}

// --- Two games side by side -------------------------------------------------------------

typedef struct pair {
    const tsr_rules *r;
    const schema *s;
    symmetry *y;
    schema_eye eye;
    void *first, *second, *tried;
    tsr_move *moves, *others;
    uint32_t *want, *got; // inputs
    tsr_rng g;
} pair;

static int ascending(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

// What is to be seen in the second game where `state` is seen in the first.
static uint32_t expect(pair *p, const void *state, int viewer) {
    uint32_t n = schema_look(p->s, p->r, &p->eye, state, viewer, p->want);
    for (uint32_t i = 0; i < n; i++) {
        p->want[i] = p->y->input[p->want[i]];
    }
    qsort(p->want, n, sizeof *p->want, ascending);
    return n;
}

static int is_expected(pair *p, uint32_t n, const void *state, int viewer) {
    uint32_t m = schema_look(p->s, p->r, &p->eye, state, viewer, p->got);
    return m == n && memcmp(p->want, p->got, n * sizeof *p->got) == 0;
}

static int note_rows(pair *p, int who, tsr_move m, tsr_move other) {
    uint32_t a[SCHEMA_MOVE_ROWS], b[SCHEMA_MOVE_ROWS];
    int n = schema_move(p->s, p->r, p->first, who, m, a);
    int k = schema_move(p->s, p->r, p->second, who, other, b);
    for (int i = 0; n == k && i < n; i++) {
        uint32_t *to = &p->y->move[a[i]];
        if (*to != UINT32_MAX && *to != b[i]) {
            return 0;
        }
        *to = b[i];
    }
    return n == k;
}

// One ply of both games; 0 = there is no move that does the same.
static int step(pair *p, int who) {
    const tsr_rules *r = p->r;
    int n = tsr_moves(r, p->first, who, p->moves), k = tsr_moves(r, p->second, who, p->others);
    if (n != k) {
        return 0;
    }
    tsr_move m = p->moves[tsr_rng_below(&p->g, (uint32_t)n)];
    memcpy(p->tried, p->first, r->state_size);
    tsr_play(r, p->tried, who, m);
    uint32_t seen = expect(p, p->tried, who);
    for (int i = 0; i < k; i++) {
        memcpy(p->tried, p->second, r->state_size);
        tsr_play(r, p->tried, who, p->others[i]);
        if (is_expected(p, seen, p->tried, who)) {
            int ok = note_rows(p, who, m, p->others[i]);
            tsr_play(r, p->first, who, m);
            memcpy(p->second, p->tried, r->state_size);
            return ok;
        }
    }
    return 0;
}

static int same_end(const pair *p) {
    float a[TSR_MAX_PLAYERS], b[TSR_MAX_PLAYERS];
    tsr_utility(p->r, p->first, a);
    tsr_utility(p->r, p->second, b);
    return memcmp(a, b, p->r->players * sizeof *a) == 0;
}

static int play(pair *p) {
    uint32_t turn;
    tsr_init(p->r, p->first);
    tsr_init(p->r, p->second);
    for (int w = 0; w < p->r->players; w++) {
        if (!is_expected(p, expect(p, p->first, w), p->second, w)) {
            return 0;
        }
    }
    for (int ply = 0; ply < PLIES; ply++) {
        turn = tsr_turn(p->r, p->first);
        if (turn != tsr_turn(p->r, p->second)) {
            return 0;
        }
        if (turn == 0) {
            return same_end(p);
        }
        if (!step(p, tsr_mover(turn))) {
            return 0;
        }
    }
    return 1;
}

static int holds(pair *p) {
    int ok = map_inputs(p->s, p->y);
    memset(p->y->move, 0xff, p->s->moves * sizeof *p->y->move);
    for (uint64_t i = 0; ok && i < GAMES; i++) {
        tsr_rng_init(&p->g, tsr_seed_of((uint64_t)p->y->way, i));
        ok = play(p);
    }
    return ok;
}

// --- Finding ----------------------------------------------------------------------------

static int make_pair(pair *p, arena *a) {
    p->first = arena_new(a, p->r->state_size);
    p->second = arena_new(a, p->r->state_size);
    p->tried = arena_new(a, p->r->state_size);
    p->moves = arena_new(a, p->r->max_moves * sizeof *p->moves);
    p->others = arena_new(a, p->r->max_moves * sizeof *p->others);
    p->want = arena_new(a, (p->s->most + 1) * sizeof *p->want);
    p->got = arena_new(a, (p->s->most + 1) * sizeof *p->got);
    return !schema_eye_open(&p->eye, p->s, a, NULL) && !a->failed;
}

static int is_candidate(const tsr_rules *r, const schema *s, int way) {
    uint32_t unsure = TSR_HAS_CHANCE | TSR_HAS_HIDDEN | TSR_HAS_SIMULTANEOUS;
    int flat = s->sight.height > 1 && s->sight.width > 1;
    return flat && !(r->g.flags & unsure) && (!(way & 4) || s->sight.height == s->sight.width);
}

tsr_err symmetries_find(const tsr_rules *r, const schema *s, symmetries *out, tsr_error *err) {
    arena scratch;
    pair p = {.r = r, .s = s};
    *out = (symmetries){0};
    arena_init(&out->memory, s->memory.alloc, 0);
    arena_init(&scratch, s->memory.alloc, 0);
    int ok = make_pair(&p, &scratch);
    for (int way = 1; ok && way <= SYMMETRY_MOST; way++) {
        if (!is_candidate(r, s, way)) {
            continue;
        }
        symmetry *y = &out->one[out->count];
        y->way = way;
        y->input = y->input ? y->input : arena_new(&out->memory, s->inputs * sizeof *y->input);
        y->move = y->move ? y->move : arena_new(&out->memory, s->moves * sizeof *y->move);
        ok = y->input && y->move;
        p.y = y;
        out->count += ok && holds(&p);
    }
    arena_deinit(&scratch);
    if (!ok) {
        symmetries_free(out);
        return tsr_fail(err, TSR_ERR_MEMORY, "no memory to look for symmetries");
    }
    return TSR_OK;
}

void symmetries_free(symmetries *s) {
    arena_deinit(&s->memory);
    *s = (symmetries){0};
}

const char *symmetry_name(int way) {
    static const char *const name[] = {
        "nothing",      "left and right", "top and bottom",      "half a turn",
        "the diagonal", "a quarter turn", "a quarter turn back", "the other diagonal"};
    return name[way & 7];
}

int symmetry_apply(const symmetry *y, sample_room *room, const brain_lesson *l) {
    uint32_t rows = 0;
    for (uint32_t i = 0; i < l->moves; i++) {
        rows += room->rows[i];
    }
    for (uint32_t i = 0; i < rows; i++) {
        if (y->move[room->row[i]] == UINT32_MAX) {
            return 0;
        }
    }
    for (uint32_t i = 0; i < rows; i++) {
        room->row[i] = y->move[room->row[i]];
    }
    for (uint32_t i = 0; i < l->inputs; i++) {
        room->input[i] = y->input[room->input[i]];
    }
    return 1;
}
