// SPDX-License-Identifier: MIT
//
// Runs the `test` lines of a rules file: moves that are legal or not, endings, counts of positions.
#include "lang/game/tests.h"

#include <stdio.h>
#include <string.h>

#include <tessera/rules.h>
#include <tessera/text.h>

// --- Perft ------------------------------------------------------------------------------

// Nobody waits for a test that takes hours.
enum { MOST_POSITIONS = 50000000, MOST_TURNS = 100, MOST_MADE = 2000000 };

// A count that gives up: a state and a list of moves a level.
typedef struct counter {
    const tsr_rules *r;
    unsigned char *level;
    size_t stride;
    uint32_t *weight;
    int64_t nodes, left; // left: positions that may still be visited
    int64_t made; // turns that were made on the way, which takes longer than to count the last ones
} counter;

static void count_from(counter *c, int at, int depth) {
    const tsr_rules *r = c->r;
    unsigned char *state = c->level + (size_t)at * c->stride, *next = state + c->stride;
    tsr_move *list = (tsr_move *)(void *)(state + r->state_size);
    uint32_t turn = depth ? tsr_turn(r, state) : 0;
    int who = turn ? tsr_mover(turn) : 0;
    if (--c->left < 0 || (depth && !turn)) {
        return;
    }
    if (depth <= 1 && who != TSR_CHANCE) {
        int n = depth ? r->more.count(r, state, who) : 1;
        c->nodes += n;
        c->left -= n;
        return;
    }
    int n =
        who == TSR_CHANCE ? r->g.chance(r, state, list, c->weight) : tsr_moves(r, state, who, list);
    for (int i = 0; i < n && c->left >= 0; i++) {
        c->left = ++c->made > MOST_MADE ? -1 : c->left;
        memcpy(next, state, r->state_size);
        tsr_play(r, next, who, list[i]);
        count_from(c, at + 1, depth - 1);
    }
}

// How many positions lie `depth` turns away from `s`; -1 = too many to visit.
static tsr_err count_positions(const tsr_rules *r, const void *s, int depth, const tsr_alloc *alloc,
                               int64_t *out) {
    size_t fan = r->max_moves > r->max_chance ? r->max_moves : r->max_chance;
    counter c = {.r = r, .stride = r->state_size + (fan + 1) * sizeof(tsr_move)};
    size_t levels = ((size_t)depth + 2) * c.stride, size = levels + fan * sizeof *c.weight;
    c.level = tsr_mem_new(alloc, size);
    if (!c.level) {
        return TSR_ERR_MEMORY;
    }
    c.weight = (uint32_t *)(void *)(c.level + levels);
    c.left = MOST_POSITIONS;
    memcpy(c.level, s, r->state_size);
    count_from(&c, 0, depth);
    *out = c.left < 0 ? -1 : c.nodes;
    tsr_mem_free(alloc, c.level, size);
    return TSR_OK;
}

// The count below every first move, as far as it fits on a line.
static void divide(const tsr_rules *r, const void *start, int depth, const tsr_alloc *alloc,
                   tsr_out *o) {
    int who = tsr_mover(tsr_turn(r, start));
    void *s = tsr_mem_new(alloc, r->state_size);
    size_t size = ((size_t)r->max_moves + 1) * sizeof(tsr_move);
    tsr_move *moves = tsr_mem_new(alloc, size);
    int count = s && moves && who >= 0 && who < r->players ? tsr_moves(r, start, who, moves) : 0;
    for (int i = 0; i < count && o->len < 110; i++) {
        char text[TSR_MOVE_TEXT_MAX];
        int64_t below = 0;
        memcpy(s, start, r->state_size);
        tsr_play(r, s, who, moves[i]);
        if (count_positions(r, s, depth - 1, alloc, &below) || below < 0) {
            break;
        }
        tsr_move_text(r, start, who, moves[i], text, sizeof text);
        tsr_putf(o, "%s%s %lld", i ? ", " : "", text, (long long)below);
        if (i + 1 < count && o->len >= 110) {
            tsr_put(o, " …");
        }
    }
    tsr_mem_free(alloc, s, r->state_size);
    tsr_mem_free(alloc, moves, size);
}

static tsr_err run_perft(lang_unit *u, const tsr_rules *r, const decl_test *t, void *s,
                         const tsr_alloc *alloc) {
    int64_t got = -1;
    tsr_init(r, s);
    tsr_err e = TSR_OK;
    if (t->depth <= MOST_TURNS) {
        e = count_positions(r, s, t->depth, alloc, &got);
    }
    if (!e && got < 0) {
        diag *d = diag_add(&u->diags, DIAG_TEST_FAILED, t->at,
                           "perft %d is more than a test can count", t->depth);
        diag_note(d, "at most %d positions, %d turns made on the way, and %d turns deep",
                  MOST_POSITIONS, MOST_MADE, MOST_TURNS);
        diag_help(d, "count fewer turns:   test perft 3 = …");
    } else if (!e && got != t->nodes) {
        diag *d = diag_add(&u->diags, DIAG_TEST_FAILED, t->at, "perft %d is %lld, not %lld",
                           t->depth, (long long)got, (long long)t->nodes);
        diag_note(d, "this test failed");
        char counts[DIAG_TEXT] = "";
        tsr_out o = tsr_out_to(counts, sizeof counts);
        if (t->depth > 1) {
            divide(r, s, t->depth, alloc, &o);
            (void)tsr_out_end(&o);
            diag_help(d, "by first move: %s", counts);
        }
    }
    return e;
}

// --- Moves ------------------------------------------------------------------------------

static int next_word(const char **at, char *buf, size_t cap) {
    size_t n = 0;
    while (**at == ' ') {
        (*at)++;
    }
    while (**at && **at != ' ') {
        if (n + 1 < cap) {
            buf[n++] = **at;
        }
        (*at)++;
    }
    buf[n] = '\0';
    return n > 0;
}

static void say_failed(lang_unit *u, const decl_test *t, const char *what, const char *move) {
    diag *d = diag_add(&u->diags, DIAG_TEST_FAILED, t->at, "test \"%s\" failed: %s%s%s", t->title,
                       what, *move ? " " : "", move);
    diag_note(d, "this test failed");
}

static void say_verdict(lang_unit *u, const decl_test *t, const tsr_rules *r, const void *s,
                        int named) {
    char verdict[128];
    (void)snprintf(verdict, sizeof verdict, "%s%s%s", named < 0 ? "" : r->seats[named],
                   named < 0 ? "" : " ", t->verdict);
    say_failed(u, t, tsr_turn(r, s) ? "the game is not over, so not" : "it does not end with",
               verdict);
}

// The player whom "White wins" names; -1 = none, then the verdict is about whoever moved last.
static int player_index(const tsr_rules *r, const char *word) {
    for (int i = 0; word && r->seats && i < r->players; i++) {
        if (strcmp(r->seats[i], word) == 0) {
            return i;
        }
    }
    return -1;
}

static int verdict_holds(const tsr_rules *r, const void *s, int who, const char *what) {
    tsr_result result[TSR_MAX_PLAYERS];
    int first = 0;
    if (tsr_turn(r, s)) {
        return 0;
    }
    r->g.result(r, s, result);
    for (int i = 0; i < r->players; i++) {
        first += result[i].rank == 1;
    }
    if (what[0] == 'w') return result[who].rank == 1 && (first < r->players || first == 1);
    if (what[0] == 'l') return result[who].rank > 1;
    if (what[0] == 'd') return first == r->players;
    return 1; // finish: over, whoever won
}

static void run_moves(lang_unit *u, const tsr_rules *r, const decl_test *t, void *s) {
    char word[128];
    const char *at = t->moves;
    int illegal = strcmp(t->verdict, "illegal") == 0, named = player_index(r, t->who), who = 0;
    tsr_init(r, s);
    while (next_word(&at, word, sizeof word)) {
        int last = !at[strspn(at, " ")];
        if (last && named >= 0) {
            who = named; // no move, but the player of whom the verdict speaks
            break;
        }
        tsr_move m = TSR_NO_MOVE;
        tsr_line why;
        int mover = tsr_mover(tsr_turn(r, s));
        int bad = mover < 0 || tsr_move_read(r, s, mover, word, &m, &why) ||
                  tsr_why_not(r, s, mover, m, &why);
        if (bad && illegal && last) {
            return; // the last move is refused, as it should be
        }
        if (bad) {
            say_failed(u, t,
                       last && t->who ? "neither a player nor a legal move:"
                                      : "this move is not legal:",
                       word);
            return;
        }
        tsr_play(r, s, mover, m);
        who = mover == TSR_CHANCE ? who : mover;
    }
    if (illegal) {
        say_failed(u, t, "its last move is legal", "");
    } else if (strcmp(t->verdict, "legal") != 0 && !verdict_holds(r, s, who, t->verdict)) {
        say_verdict(u, t, r, s, named);
    }
}

static int verdict_is_known(const char *v) {
    static const char *const words[] = {"legal", "illegal", "win",  "wins",
                                        "lose",  "loses",   "draw", "finish"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strcmp(words[i], v) == 0) {
            return 1;
        }
    }
    return 0;
}

tsr_err lang_run_tests(lang_unit *u, const tsr_game *game, const tsr_alloc *alloc) {
    tsr_setup setup;
    tsr_rules *r = NULL;
    tsr_error err;
    tsr_setup_init(&setup, game);
    // Tests and perft are about whole turns.
    for (int i = 0; i < game->option_count; i++) {
        if (strcmp(game->options[i].name, "turns") == 0) {
            setup.opt[i] = 0;
        }
    }
    tsr_err e = tsr_rules_open(&setup, alloc, &r, &err);
    if (e) {
        return e;
    }
    void *s = tsr_mem_new(alloc, r->state_size);
    e = s ? TSR_OK : TSR_ERR_MEMORY;
    for (int i = 0; !e && i < u->g.test_count; i++) {
        const decl_test *t = &u->g.tests[i];
        if (!t->title) {
            e = run_perft(u, r, t, s, alloc);
        } else if (!verdict_is_known(t->verdict)) {
            say_failed(u, t, "I do not know the verdict", t->verdict);
        } else {
            run_moves(u, r, t, s);
        }
    }
    tsr_mem_free(alloc, s, r->state_size);
    tsr_rules_close(r);
    return e;
}
