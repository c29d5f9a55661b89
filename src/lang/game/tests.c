// SPDX-License-Identifier: MIT
//
// Runs the `test` lines of a rules file: moves that are legal or not, endings, counts of positions.
#include "lang/game/tests.h"

#include <stdio.h>
#include <string.h>

#include <tessera/perft.h>
#include <tessera/rules.h>
#include <tessera/text.h>

int lang_has_views(const program *p) {
    for (int i = 2; i < p->node_count; i++) {
        const ir_node *n = &p->node[i];
        int kind = n->kind == N_CHOICE ? p->choice[n->choice].kind : CH_BECOME;
        if (kind <= CH_TAKE && ir_path(p, n)->tail == TAIL_CHOICE) {
            return 1;
        }
    }
    return 0;
}

// --- Perft ------------------------------------------------------------------------------

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
        tsr_perft below = {0};
        memcpy(s, start, r->state_size);
        tsr_play(r, s, who, moves[i]);
        if (tsr_perft_run(r, s, depth - 1, 0, alloc, &below)) {
            break;
        }
        tsr_move_text(r, start, who, moves[i], text, sizeof text);
        tsr_putf(o, "%s%s %llu", i ? ", " : "", text, (unsigned long long)below.nodes);
        if (i + 1 < count && o->len >= 110) {
            tsr_put(o, " …");
        }
    }
    tsr_mem_free(alloc, s, r->state_size);
    tsr_mem_free(alloc, moves, size);
}

static tsr_err run_perft(lang_unit *u, const tsr_rules *r, const decl_test *t, void *s,
                         const tsr_alloc *alloc) {
    tsr_perft got;
    tsr_init(r, s);
    tsr_err e = tsr_perft_run(r, s, t->depth, 0, alloc, &got);
    if (!e && (int64_t)got.nodes != t->nodes) {
        diag *d = diag_add(&u->diags, DIAG_TEST_FAILED, t->at, "perft %d is %llu, not %lld",
                           t->depth, (unsigned long long)got.nodes, (long long)t->nodes);
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

static int player_index(const tsr_rules *r, const char *word) {
    for (int i = 0; r->seats && i < r->players; i++) {
        size_t n = strlen(r->seats[i]);
        if (strncmp(r->seats[i], word, n) == 0 && word[n] == ' ') {
            return i;
        }
    }
    return -1;
}

static int verdict_holds(const tsr_rules *r, const void *s, int mover, const char *verdict) {
    tsr_result result[TSR_MAX_PLAYERS];
    int who = player_index(r, verdict), first = 0;
    const char *what = strrchr(verdict, ' ') ? strrchr(verdict, ' ') + 1 : verdict;
    if (tsr_turn(r, s)) {
        return 0;
    }
    r->g.result(r, s, result);
    for (int i = 0; i < r->players; i++) {
        first += result[i].rank == 1;
    }
    who = who < 0 ? mover : who;
    if (what[0] == 'w') return result[who].rank == 1 && (first < r->players || first == 1);
    if (what[0] == 'l') return result[who].rank > 1;
    if (what[0] == 'd') return first == r->players;
    return 1; // finish: over, whoever won
}

static void run_moves(lang_unit *u, const tsr_rules *r, const decl_test *t, void *s) {
    char word[128];
    const char *at = t->moves;
    int mover = 0, illegal = strcmp(t->verdict, "illegal") == 0;
    tsr_init(r, s);
    while (next_word(&at, word, sizeof word)) {
        tsr_move m = TSR_NO_MOVE;
        tsr_line why;
        const char *rest = at;
        while (*rest == ' ') {
            rest++;
        }
        mover = tsr_mover(tsr_turn(r, s));
        int bad = mover < 0 || tsr_move_read(r, s, mover, word, &m, &why) ||
                  tsr_why_not(r, s, mover, m, &why);
        if (bad && illegal && !*rest) {
            return; // the last move is refused, as it should be
        }
        if (bad) {
            say_failed(u, t, "this move is not legal:", word);
            return;
        }
        tsr_play(r, s, mover, m);
    }
    if (illegal) {
        say_failed(u, t, "its last move is legal", "");
    } else if (strcmp(t->verdict, "legal") != 0 && !verdict_holds(r, s, mover, t->verdict)) {
        say_failed(u, t, tsr_turn(r, s) ? "the game is not over, so not" : "it does not end with",
                   t->verdict);
    }
}

static int verdict_is_known(const char *v) {
    static const char *const words[] = {"legal", "illegal", "win",  "wins",
                                        "lose",  "loses",   "draw", "finish"};
    const char *last = strrchr(v, ' ') ? strrchr(v, ' ') + 1 : v;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strcmp(words[i], last) == 0) {
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
