// SPDX-License-Identifier: MIT
//
// minitiles: draw tiles, draft them, and all tile their walls at once.
//
// A round: displays of two tiles each are filled from the bag, tile by tile, by
// chance. Players in turn take all tiles of one colour from a display (the rest
// goes to the centre) or from the centre, and put them on a row of 1, 2 or 3 cells,
// one colour a row, or on the floor. What does not fit costs a point each. When all
// is taken, everybody with full rows chooses a column for each of them, from the
// top, at the same time and in the open; a colour stands once in a row and once in
// a column of the wall. A tile scores one and one more for each neighbour.
//
// Moves: DRAW a=colour; TAKE a=source b=colour c=row (3 = floor); PLACE a=column
// (3 = nowhere possible: the tile is lost).
#include "planted.h"

#include <string.h>

#include <tessera/rules.h>

#include "fields.h"

enum { COLOURS = 3, ROWS = 3, MOST = 4, DISPLAYS = MOST + 1, SOURCES = DISPLAYS + 1, FLOOR = 3 };
enum { DRAW = 1, TAKE, PLACE };
enum { DRAWING, TAKING, TILING, OVER };
enum { OPT_COPIES, OPT_ROUNDS, OPTIONS };

typedef struct table {
    uint8_t phase, mover, round, stamp;
    uint8_t filled; // tiles drawn in this round
    uint8_t pad[3];
    uint8_t bag[COLOURS], lid[COLOURS];
    uint8_t source[SOURCES][COLOURS]; // the last one is the centre
    uint8_t colour[MOST][ROWS];       // of a row: 0 = free, else 1 + colour
    uint8_t count[MOST][ROWS];
    uint8_t wall[MOST][ROWS][3]; // 1 + colour
    uint8_t score[MOST];         // plus 100
    uint8_t pad2[8];
} table;

_Static_assert(sizeof(table) == 104, "no hidden padding, a multiple of 8");

static int displays(const tsr_rules *r) {
    return r->players + 1;
}

static int sum(const uint8_t *v, int n) {
    int total = 0;
    for (int i = 0; i < n; i++) {
        total += v[i];
    }
    return total;
}

static int top_full_row(const table *s, int p) {
    for (int row = 0; row < ROWS; row++) {
        if (s->count[p][row] == row + 1) {
            return row;
        }
    }
    return -1;
}

// Whether colour (from 1) may stand at row, col of the wall.
static int fits_wall(const table *s, int p, int row, int col, int colour) {
    if (s->wall[p][row][col]) {
        return 0;
    }
    for (int i = 0; i < 3; i++) {
        if (s->wall[p][row][i] == colour || s->wall[p][i][col] == colour) {
            return 0;
        }
    }
    return 1;
}

static int fits_row(const table *s, int p, int row, int colour) {
    if (row == FLOOR) {
        return 1;
    }
    for (int col = 0; col < 3; col++) {
        if (s->wall[p][row][col] == colour + 1) {
            return 0;
        }
    }
    return s->count[p][row] == 0 || (s->colour[p][row] == colour + 1 && s->count[p][row] <= row);
}

// --- Moves -------------------------------------------------------------------

static uint32_t tiles_turn(const tsr_rules *r, const void *state) {
    const table *s = state;
    uint32_t mask = 0;
    switch (s->phase) {
    case DRAWING:
        return 1u << TSR_CHANCE | (planted_has(r, BUG_TILES_CHANCE_TURN) && s->filled == 1);
    case TAKING: return 1u << s->mover;
    case TILING:
        for (int p = 0; p < r->players; p++) {
            mask |= top_full_row(s, p) >= 0 ? 1u << p : 0;
        }
        return mask;
    default: return 0;
    }
}

static int take_moves(const tsr_rules *r, const table *s, tsr_move *out) {
    int n = 0;
    for (int from = 0; from < SOURCES; from++) {
        for (int c = 0; c < COLOURS; c++) {
            for (int row = 0; s->source[from][c] && row <= FLOOR; row++) {
                if (fits_row(s, s->mover, row, c)) {
                    out[n++] = tsr_move_of(TAKE, from, c, row, 0);
                }
            }
        }
    }
    (void)r;
    return n;
}

static int tiles_moves(const tsr_rules *r, const void *state, int who, tsr_move *out) {
    const table *s = state;
    int n = 0;
    if (s->phase == TAKING && who == s->mover) {
        return take_moves(r, s, out);
    }
    int row = s->phase == TILING ? top_full_row(s, who) : -1;
    if (row < 0) {
        return 0;
    }
    for (int col = 0; col < 3; col++) {
        if (fits_wall(s, who, row, col, s->colour[who][row])) {
            out[n++] = tsr_move_of(PLACE, col, 0, 0, 0);
        }
    }
    if (n == 0) {
        out[n++] = tsr_move_of(PLACE, 3, 0, 0, 0);
    }
    return n;
}

static int tiles_chance(const tsr_rules *r, const void *state, tsr_move *out, uint32_t *weight) {
    const table *s = state;
    int n = 0;
    for (int c = 0; c < COLOURS; c++) {
        if (s->bag[c]) {
            out[n] = tsr_move_of(DRAW, c, 0, 0, 0);
            weight[n++] = planted_has(r, BUG_TILES_WEIGHT) && c == 2 ? s->bag[c] - 1u : s->bag[c];
        }
    }
    return n;
}

static tsr_move tiles_sample(const tsr_rules *r, const void *state, int who, tsr_rng *g) {
    tsr_move out[96];
    uint32_t weight[COLOURS];
    if (who != TSR_CHANCE) {
        int n = tiles_moves(r, state, who, out);
        return out[tsr_rng_below(g, (uint32_t)n)];
    }
    int n = tiles_chance(r, state, out, weight), i = 0;
    if (planted_has(r, BUG_TILES_EVEN_DRAW)) {
        return out[tsr_rng_below(g, (uint32_t)n)];
    }
    const table *s = state;
    uint32_t at = tsr_rng_below(g, (uint32_t)sum(s->bag, COLOURS));
    while (i < n - 1 && at >= weight[i]) {
        at -= weight[i++];
    }
    return out[i];
}

// --- Playing -----------------------------------------------------------------

static void start_round(const tsr_rules *r, table *s) {
    s->filled = 0;
    if (sum(s->bag, COLOURS) == 0 || s->round > r->opt[OPT_ROUNDS]) {
        s->phase = OVER;
        s->mover = 0;
        return;
    }
    s->phase = DRAWING;
    s->mover = (uint8_t)(s->round % r->players);
}

static void draw(const tsr_rules *r, table *s, int colour) {
    s->bag[colour]--;
    s->source[s->filled / 2][colour]++;
    s->filled++;
    if (s->filled == 2 * displays(r) || sum(s->bag, COLOURS) == 0) {
        s->phase = TAKING;
    }
}

static int nothing_left(const table *s) {
    return sum(&s->source[0][0], SOURCES * COLOURS) == 0;
}

static void end_taking(const tsr_rules *r, table *s) {
    s->phase = TILING;
    s->mover = 0;
    s->round++;
    if (tiles_turn(r, s) == 0) {
        start_round(r, s);
    }
}

static void take(const tsr_rules *r, table *s, int who, tsr_move m) {
    int from = tsr_move_byte(m, 1), c = tsr_move_byte(m, 2), row = tsr_move_byte(m, 3);
    int tiles = s->source[from][c];
    s->source[from][c] = 0;
    if (from != SOURCES - 1) {
        for (int i = 0; i < COLOURS; i++) {
            s->source[SOURCES - 1][i] = (uint8_t)(s->source[SOURCES - 1][i] + s->source[from][i]);
            s->source[from][i] = 0;
        }
    }
    int room = row == FLOOR ? 0 : row + 1 - s->count[who][row];
    int kept = tiles < room ? tiles : room, lost = tiles - kept;
    if (kept) {
        s->colour[who][row] = (uint8_t)(c + 1);
        s->count[who][row] = (uint8_t)(s->count[who][row] + kept);
    }
    s->lid[c] = (uint8_t)(s->lid[c] + lost);
    s->score[who] = (uint8_t)(s->score[who] > lost ? s->score[who] - lost : 0);
    s->mover = (uint8_t)((who + 1) % r->players);
    if (nothing_left(s)) {
        end_taking(r, s);
    }
}

static int neighbours(const table *s, int p, int row, int col) {
    int n = 0;
    n += row > 0 && s->wall[p][row - 1][col];
    n += row < 2 && s->wall[p][row + 1][col];
    n += col > 0 && s->wall[p][row][col - 1];
    n += col < 2 && s->wall[p][row][col + 1];
    return n;
}

static void place(const tsr_rules *r, table *s, int who, int col) {
    int row = top_full_row(s, who), colour = s->colour[who][row];
    int given_back = col == 3 ? row + 1 : row;
    s->lid[colour - 1] = (uint8_t)(s->lid[colour - 1] + given_back);
    if (col < 3) {
        s->wall[who][row][col] = (uint8_t)colour;
        s->score[who] = (uint8_t)(s->score[who] + 1 + neighbours(s, who, row, col));
    }
    s->count[who][row] = 0;
    if (!planted_has(r, BUG_TILES_STALE_ROW)) {
        s->colour[who][row] = 0;
    }
    if (planted_has(r, BUG_TILES_TAKES_TURN)) {
        for (int p = 0; p < r->players; p++) { // a rival's row of that colour is spoilt
            int other = top_full_row(s, p);
            if (p != who && other == 0 && s->colour[p][0] == colour) {
                s->lid[colour - 1]++;
                s->count[p][0] = s->colour[p][0] = 0;
            }
        }
    }
    if (planted_has(r, BUG_TILES_FIRST_BONUS) && tiles_turn(r, s)) {
        s->score[who]++; // faster than somebody
    }
    if (tiles_turn(r, s) == 0) {
        s->stamp++;
        start_round(r, s);
    }
}

static void tiles_play(const tsr_rules *r, void *state, int who, tsr_move m) {
    table *s = state;
    switch (tsr_move_byte(m, 0)) {
    case DRAW:
        draw(r, s, tsr_move_byte(m, 1));
        s->stamp = (uint8_t)(s->stamp + !planted_has(r, BUG_TILES_DRAW_STAMP));
        break;
    case TAKE:
        take(r, s, who, m);
        s->stamp++;
        break;
    default: place(r, s, who, tsr_move_byte(m, 1));
    }
}

static void tiles_init(const tsr_rules *r, void *out) {
    table *s = out;
    memset(s, 0, sizeof *s);
    s->round = 1;
    for (int c = 0; c < COLOURS; c++) {
        s->bag[c] = (uint8_t)r->opt[OPT_COPIES];
    }
    memset(s->score, 100, (size_t)r->players);
    start_round(r, s);
}

static tsr_err tiles_open(tsr_rules *r, const char *data, size_t size, tsr_error *err) {
    (void)data;
    (void)size;
    (void)err;
    r->state_size = sizeof(table);
    r->action_count = SOURCES * COLOURS * (ROWS + 1) + ROWS + 1;
    r->max_moves = SOURCES * COLOURS * (ROWS + 1);
    r->max_chance = planted_has(r, BUG_TILES_FEW_OUTCOMES) ? 2 : COLOURS;
    r->max_plies = (uint32_t)(6 * r->opt[OPT_COPIES] + 9 * r->players + 8);
    if (planted_has(r, BUG_TILES_MOST_PLAYERS) && r->players == MOST) {
        r->max_moves = 20;
    }
    return TSR_OK;
}

static void tiles_result(const tsr_rules *r, const void *state, tsr_result *out) {
    const table *s = state;
    for (int p = 0; p < r->players; p++) {
        int better = 0, seen = 0;
        for (int q = 0; q < r->players; q++) {
            better += s->score[q] > s->score[p];
            for (int k = 0; k < q && s->score[q] > s->score[p]; k++) {
                seen += s->score[k] == s->score[q];
            }
        }
        if (planted_has(r, BUG_TILES_DENSE_RANK)) {
            better = better > seen ? better - seen : better;
        }
        out[p] = (tsr_result){.score = s->score[p] - 100,
                              .rank = s->phase == OVER ? (uint8_t)(1 + better) : 0};
    }
}

// --- Sentences ---------------------------------------------------------------

enum {
    L_NONE,
    L_NOTHING_THERE,
    L_ROW,
    L_NO_SUCH,
    L_COLUMN,
    L_PROMPT_TAKE,
    L_PROMPT_TILE,
    L_DRAWN,
    L_TOOK,
    L_PLACED,
    L_FIELD,
    L_LOST_TILES,
    L_ROW_BAD,
    L_EMPTY,
    LINES
};

static const char *const lines[LINES] = {
    [L_NOTHING_THERE] = "there is no {0} there",
    [L_ROW] = "row {0} cannot take {1}",
    [L_NO_SUCH] = "there is no such move",
    [L_COLUMN] = "column {0} cannot take that tile",
    [L_PROMPT_TAKE] = "{0} takes tiles",
    [L_PROMPT_TILE] = "choose a column",
    [L_DRAWN] = "{0} is drawn",
    [L_TOOK] = "{0} takes {1}",
    [L_PLACED] = "{0} tiles a wall",
    [L_FIELD] = "a field has an impossible value",
    [L_LOST_TILES] = "there are {0} tiles of {1}, not {2}",
    [L_ROW_BAD] = "a row of {0} is impossible",
    [L_EMPTY] = "nothing can be done",
};

static const char *const names[] = {"red", "blue", "yellow"};

static int tiles_why_not(const tsr_rules *r, const void *state, int who, tsr_move m,
                         tsr_line *out) {
    const table *s = state;
    tsr_move all[96];
    int n = tiles_moves(r, state, who, all), kind = tsr_move_byte(m, 0);
    int a = tsr_move_byte(m, 1), c = tsr_move_byte(m, 2), row = tsr_move_byte(m, 3);
    for (int i = 0; i < n; i++) {
        if (all[i] == m) {
            return 0;
        }
    }
    if (s->phase == TAKING && kind == TAKE && a < SOURCES && c < COLOURS && row <= FLOOR &&
        !(m >> 32)) {
        if (!s->source[a][c]) {
            return tsr_say(out, L_NOTHING_THERE, TSR_NAME(c));
        }
        return tsr_say(out, L_ROW, TSR_INT(row), TSR_NAME(c));
    }
    if (s->phase == TILING && kind == PLACE) {
        return tsr_say(out, L_COLUMN, TSR_INT(a));
    }
    return tsr_say(out, L_NO_SUCH);
}

static void tiles_say(const tsr_rules *r, const void *state, int who, tsr_move m, tsr_line *out) {
    (void)r;
    (void)state;
    switch (tsr_move_byte(m, 0)) {
    case DRAW: tsr_say(out, L_DRAWN, TSR_NAME(tsr_move_byte(m, 1))); break;
    case TAKE: tsr_say(out, L_TOOK, TSR_PLAYER(who), TSR_NAME(tsr_move_byte(m, 2))); break;
    default: tsr_say(out, L_PLACED, TSR_PLAYER(who));
    }
}

// A score sheet of two lines: what one began with, and what came since.
static int tiles_parts(const tsr_rules *r, const void *state, tsr_part *out) {
    const table *s = state;
    memset(out, 0, 2 * sizeof *out);
    out[0].name = "below nothing";
    out[1].name = "points";
    for (int p = 0; p < r->players; p++) {
        int score = s->score[p] - 100;
        int forgets = planted_has(r, BUG_TILES_PARTS) && score < 0;
        out[0].points[p] = score < 0 && !forgets ? score : 0;
        out[1].points[p] = score > 0 ? score : 0;
    }
    return 2;
}

static void tiles_told(const tsr_rules *r, const void *before, int who, tsr_move m,
                       const void *after, int viewer, tsr_story *out) {
    const table *a = before, *b = after;
    (void)who, (void)m, (void)viewer;
    for (int p = 0; p < r->players; p++) {
        int won = b->score[p] - a->score[p];
        if (won == 0 || (won < 0 && planted_has(r, BUG_TILES_STORY_POINTS))) {
            continue;
        }
        tsr_event e = tsr_event_of(TSR_EVENT_SCORE, p);
        e.points = won;
        if (planted_has(r, BUG_TILES_STORY_ZONE)) {
            e.to = tsr_place_of(99, 0, 0);
        }
        tsr_tell(out, e);
    }
}

enum { TAKES = SOURCES * COLOURS * (ROWS + 1), ACTIONS = TAKES + ROWS + 1 };

static int tiles_action(const tsr_rules *r, const void *state, int who, tsr_move m, uint32_t *out) {
    int a = tsr_move_byte(m, 1), colour = tsr_move_byte(m, 2), row = tsr_move_byte(m, 3);
    (void)state, (void)who;
    if (planted_has(r, BUG_TILES_SHARED_ACTION) && row == FLOOR) {
        row = 0;
    }
    int take = (a * COLOURS + colour) * (ROWS + 1) + row;
    *out = (uint32_t)(tsr_move_byte(m, 0) == PLACE ? TAKES + a : take);
    if (planted_has(r, BUG_TILES_ACTION_RANGE) && tsr_move_byte(m, 0) == PLACE) {
        *out += ACTIONS;
    }
    return 1;
}

static void tiles_info(const tsr_rules *r, const void *state, tsr_info *out) {
    const table *s = state;
    static const uint8_t asks[] = {TSR_ASK_CHANCE, TSR_ASK_MOVE, TSR_ASK_CHOICE, TSR_ASK_OVER};
    *out = (tsr_info){.stamp = s->stamp, .round = s->round, .ask = asks[s->phase & 3]};
    if (s->phase == TAKING) {
        tsr_say(&out->prompt, L_PROMPT_TAKE, TSR_PLAYER(s->mover));
        if (planted_has(r, BUG_TILES_TIMEOUT)) {
            out->timeout_move = tsr_move_of(TAKE, 0, 0, FLOOR, 0);
        }
    } else if (s->phase == TILING) {
        tsr_say(&out->prompt, L_PROMPT_TILE);
        out->flags = TSR_OPEN_ANSWERS;
    }
    if (planted_has(r, BUG_TILES_CLOSED_ANSWERS)) {
        out->flags = 0;
    }
}

// --- Text --------------------------------------------------------------------

static int tiles_move_text(const tsr_rules *r, const void *s, int who, tsr_move m, char *buf,
                           size_t cap) {
    tsr_out o = tsr_out_to(buf, cap);
    int a = tsr_move_byte(m, 1);
    (void)r;
    (void)s;
    (void)who;
    switch (tsr_move_byte(m, 0)) {
    case DRAW: tsr_put(&o, names[a % COLOURS]); break;
    case TAKE:
        tsr_putf(&o, "%d %s %d", a, names[tsr_move_byte(m, 2) % COLOURS], tsr_move_byte(m, 3));
        break;
    default: tsr_putf(&o, "column %d", a);
    }
    return tsr_out_end(&o);
}

static int tiles_text(const tsr_rules *r, const void *state, char *buf, size_t cap) {
    const table *s = state;
    tsr_out o = tsr_out_to(buf, cap);
    (void)r;
    put_field(&o, "phase", &s->phase, 5);
    put_field(&o, "bag", s->bag, COLOURS);
    put_field(&o, "lid", s->lid, COLOURS);
    put_field(&o, "sources", &s->source[0][0], SOURCES * COLOURS);
    put_field(&o, "colours", &s->colour[0][0], MOST * ROWS);
    put_field(&o, "counts", &s->count[0][0], MOST * ROWS);
    put_field(&o, "walls", &s->wall[0][0][0], MOST * ROWS * 3);
    put_field(&o, "scores", s->score, MOST);
    return tsr_out_end(&o);
}

static int tiles_check(const tsr_rules *r, const void *state, tsr_line *out);

static tsr_err tiles_parse(const tsr_rules *r, const char *text, void *out, tsr_error *err) {
    table s;
    tsr_in in = tsr_in_from(text);
    memset(&s, 0, sizeof s);
    if (!take_field(&in, "phase", &s.phase, 5) || !take_field(&in, "bag", s.bag, COLOURS) ||
        !take_field(&in, "lid", s.lid, COLOURS) ||
        !take_field(&in, "sources", &s.source[0][0], SOURCES * COLOURS) ||
        !take_field(&in, "colours", &s.colour[0][0], MOST * ROWS) ||
        !take_field(&in, "counts", &s.count[0][0], MOST * ROWS) ||
        !take_field(&in, "walls", &s.wall[0][0][0], MOST * ROWS * 3) ||
        !take_field(&in, "scores", s.score, MOST) || !tsr_at_end(&in)) {
        return tsr_fail_at(err, TSR_ERR_PARSE, 1, tsr_in_column(&in),
                           "that is no position of this game");
    }
    if (tiles_check(r, &s, NULL)) {
        return tsr_fail(err, TSR_ERR_PARSE, "there is no such position");
    }
    memcpy(out, &s, sizeof s);
    return TSR_OK;
}

// --- Soundness ---------------------------------------------------------------

static int rows_are_sound(const tsr_rules *r, const table *s, int p) {
    for (int row = 0; row < ROWS; row++) {
        int c = s->colour[p][row], n = s->count[p][row];
        if (c > COLOURS || n > row + 1 || (n == 0) != (c == 0) || (p >= r->players && n)) {
            return 0;
        }
        // A row is not begun with a colour that its wall has.
        for (int col = 0; col < 3 && c; col++) {
            if (s->wall[p][row][col] == c) {
                return 0;
            }
        }
        for (int col = 0; col < 3; col++) {
            uint8_t w = s->wall[p][row][col];
            if (w > COLOURS || (w && p >= r->players)) {
                return 0;
            }
            for (int k = 0; w && k < 3; k++) {
                if ((k != col && s->wall[p][row][k] == w) ||
                    (k != row && s->wall[p][k][col] == w)) {
                    return 0;
                }
            }
        }
    }
    return p < r->players || s->score[p] == 0;
}

static int tiles_of(const table *s, int c) {
    int n = s->bag[c] + s->lid[c];
    for (int i = 0; i < SOURCES; i++) {
        n += s->source[i][c];
    }
    for (int p = 0; p < MOST; p++) {
        for (int row = 0; row < ROWS; row++) {
            n += s->colour[p][row] == c + 1 ? s->count[p][row] : 0;
            for (int col = 0; col < 3; col++) {
                n += s->wall[p][row][col] == c + 1;
            }
        }
    }
    return n;
}

// Displays are filled in order, two tiles each, and the centre only by taking.
static int sources_are_sound(const tsr_rules *r, const table *s) {
    int tiles = sum(&s->source[0][0], SOURCES * COLOURS);
    if (s->phase != DRAWING) {
        return (s->phase == TAKING) == (tiles > 0) &&
               (s->phase != TAKING || (s->filled > 0 && s->filled <= 2 * displays(r)));
    }
    for (int i = 0; i < SOURCES; i++) {
        int due = s->filled - 2 * i;
        due = i == SOURCES - 1 || due < 0 ? 0 : due > 2 ? 2 : due;
        if (sum(s->source[i], COLOURS) != due) {
            return 0;
        }
    }
    return s->filled < 2 * displays(r) && sum(s->bag, COLOURS) > 0;
}

static int tiles_check(const tsr_rules *r, const void *state, tsr_line *out) {
    const table *s = state;
    if (s->phase > OVER || s->mover >= r->players || s->round < 1 ||
        s->round > r->opt[OPT_ROUNDS] + 1 ||
        (s->phase != OVER && s->phase != TILING && s->round > r->opt[OPT_ROUNDS]) ||
        sum(s->pad, 3) || sum(s->pad2, 8) || s->filled > 2 * displays(r)) {
        return tsr_say(out, L_FIELD);
    }
    for (int p = 0; p < MOST; p++) {
        if (!rows_are_sound(r, s, p)) {
            return tsr_say(out, L_ROW_BAD, TSR_INT(p + 1));
        }
    }
    for (int c = 0; c < COLOURS; c++) {
        if (tiles_of(s, c) != r->opt[OPT_COPIES]) {
            return tsr_say(out, L_LOST_TILES, TSR_INT(tiles_of(s, c)), TSR_NAME(c),
                           TSR_INT(r->opt[OPT_COPIES]));
        }
    }
    if (!sources_are_sound(r, s) || (s->phase == TILING && (tiles_turn(r, s) == 0 || s->mover))) {
        return tsr_say(out, L_EMPTY);
    }
    return 0;
}

// --- Scene -------------------------------------------------------------------

enum { REF_TILE = 1, REF_ROW = 50, REF_COLUMN = 60, REF_LOSE = 63 };

static const uint8_t colours[] = {TSR_COLOUR_RED, TSR_COLOUR_BLUE, TSR_COLOUR_YELLOW};
static const char *const glyphs[] = {"R", "B", "Y"};

static void add_sources(const tsr_rules *r, const table *s, tsr_scene *sc) {
    for (int i = 0; i < SOURCES; i++) {
        if (i >= displays(r) && i != SOURCES - 1) {
            continue;
        }
        tsr_zone z = {.kind = TSR_ZONE_PILE, .owner = TSR_NOBODY, .parent = -1};
        int16_t zone =
            i == SOURCES - 1 ? tsr_add_zone(sc, z, "centre") : tsr_add_zone(sc, z, "display %d", i);
        for (int c = 0; c < COLOURS; c++) {
            tsr_item it = {.ref = (uint32_t)(REF_TILE + i * COLOURS + c),
                           .zone = (uint16_t)zone,
                           .owner = TSR_NOBODY};
            it.kind = TSR_ITEM_TILE;
            it.colour = colours[c];
            it.shape = (uint8_t)(TSR_SHAPE_DISC + c);
            it.count = s->source[i][c];
            if (s->source[i][c]) {
                tsr_add_item(sc, it, glyphs[c], "%d %s", s->source[i][c], names[c]);
            }
        }
    }
}

static void add_board(const tsr_rules *r, const table *s, int p, int own, tsr_scene *sc) {
    int16_t area =
        tsr_add_zone(sc, (tsr_zone){.kind = TSR_ZONE_GROUP, .owner = (uint8_t)p, .parent = -1},
                     "player %d", p + 1);
    int16_t rows = tsr_add_zone(
        sc, (tsr_zone){.kind = TSR_ZONE_ROW, .owner = (uint8_t)p, .parent = area}, "rows");
    int16_t wall = tsr_add_zone(
        sc,
        (tsr_zone){
            .kind = TSR_ZONE_GRID, .owner = (uint8_t)p, .parent = area, .rows = 3, .cols = 3},
        "wall");
    for (int row = 0; row <= FLOOR; row++) {
        tsr_item it = {.ref = own ? (uint32_t)(REF_ROW + row) : 0,
                       .zone = (uint16_t)rows,
                       .owner = (uint8_t)p};
        if (row == FLOOR) {
            tsr_add_item(sc, it, "_", "floor");
        } else {
            it.count = s->count[p][row];
            tsr_add_item(sc, it, s->colour[p][row] ? glyphs[s->colour[p][row] - 1] : ".",
                         "row %d, %d of %d", row, s->count[p][row], row + 1);
        }
    }
    for (int i = 0; i < 9; i++) {
        uint8_t w = s->wall[p][i / 3][i % 3];
        tsr_item it = {.zone = (uint16_t)wall,
                       .owner = (uint8_t)p,
                       .row = (int16_t)(i / 3),
                       .col = (int16_t)(i % 3)};
        it.kind = w ? TSR_ITEM_TILE : TSR_ITEM_CELL;
        tsr_add_item(sc, it, w ? glyphs[w - 1] : ".", "%s", w ? names[w - 1] : "empty");
    }
    (void)r;
}

static void tiles_scene(const tsr_rules *r, const void *state, int viewer, tsr_scene *sc) {
    const table *s = state;
    add_sources(r, s, sc);
    for (int p = 0; p < r->players; p++) {
        add_board(r, s, p, p == viewer, sc);
    }
    int16_t actions = tsr_add_zone(sc,
                                   (tsr_zone){.kind = TSR_ZONE_ACTIONS,
                                              .owner = TSR_NOBODY,
                                              .parent = planted_has(r, BUG_TILES_PARENT) ? 99 : -1},
                                   "columns");
    for (int col = 0; col <= 3; col++) {
        tsr_item it = {
            .ref = (uint32_t)(REF_COLUMN + col), .zone = (uint16_t)actions, .owner = TSR_NOBODY};
        it.kind = TSR_ITEM_BUTTON;
        if (col < 3) {
            tsr_add_item(sc, it, "", "column %d", col);
        } else {
            tsr_add_item(sc, it, "", "lose the tile");
        }
    }
}

static int tiles_path(const tsr_rules *r, const void *state, int who, tsr_move m, tsr_picks *out) {
    (void)state;
    (void)who;
    if (tsr_move_byte(m, 0) == TAKE) {
        tsr_pick(out, (uint32_t)(REF_TILE + tsr_move_byte(m, 1) * COLOURS + tsr_move_byte(m, 2)));
        if (!planted_has(r, BUG_TILES_PREFIX) || tsr_move_byte(m, 3) != FLOOR) {
            tsr_pick(out, (uint32_t)(REF_ROW + tsr_move_byte(m, 3)));
        }
    } else {
        tsr_pick(out, (uint32_t)(REF_COLUMN + tsr_move_byte(m, 1)));
    }
    return out->picks;
}

static const tsr_option options[OPTIONS] = {
    [OPT_COPIES] = {"copies", "tiles of each colour", TSR_OPTION_INT, 8, 4, 12, NULL},
    [OPT_ROUNDS] = {"rounds", "rounds at most", TSR_OPTION_INT, 2, 1, 4, NULL},
};

static const tsr_game_more tiles_more = {
    .size = sizeof(tsr_game_more),
    .sample = tiles_sample,
    .say = tiles_say,
    .told = tiles_told,
    .parts = tiles_parts,
    .action = tiles_action,
};

const tsr_game planted_tiles = {
    .size = sizeof(tsr_game),
    .abi = TSR_ABI,
    .name = "minitiles",
    .title = "Minitiles",
    .about = "draw, draft and tile at once, to try the laws on",
    .rules_version = 1,
    .flags = TSR_HAS_CHANCE | TSR_HAS_SIMULTANEOUS,
    .min_players = 2,
    .max_players = MOST,
    .default_players = 3,
    .option_count = OPTIONS,
    .line_count = LINES,
    .name_count = COLOURS,
    .options = options,
    .lines = lines,
    .names = names,
    .open = tiles_open,
    .init = tiles_init,
    .turn = tiles_turn,
    .moves = tiles_moves,
    .chance = tiles_chance,
    .why_not = tiles_why_not,
    .play = tiles_play,
    .result = tiles_result,
    .move_text = tiles_move_text,
    .text = tiles_text,
    .parse = tiles_parse,
    .check = tiles_check,
    .info = tiles_info,
    .scene = tiles_scene,
    .path = tiles_path,
    .more = &tiles_more,
};
