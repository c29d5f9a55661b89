// SPDX-License-Identifier: MIT
//
// The same rules three times (trio.h).
#include "trio.h"

#include <stdlib.h>
#include <string.h>

#include <tessera/host.h>
#include <tessera/lang.h>
#include <tessera/rng.h>
#include <tessera/rules.h>

#include "lang/game/slots.h"
#include "lang/vm/walk.h"
#include "ref_play.h"
#include "support/sanitized.h"

trio_limits trio_most = {
    .games = IS_SANITIZED ? 1 : 2,
    .plies = IS_SANITIZED ? 25 : 50,
    .work = IS_SANITIZED ? 1000 : 4000,
};

static tsr_rules *open_rules(const tsr_game *g, int joined) {
    tsr_setup setup;
    tsr_rules *r = NULL;
    tsr_error err = {0};
    tsr_setup_init(&setup, g);
    for (int i = 0; i < g->option_count; i++) {
        if (strcmp(g->options[i].name, "turns") == 0) {
            setup.opt[i] = joined ? 0 : 1;
        } else if (strcmp(g->options[i].name, "size") == 0 && g->options[i].def > 12) {
            setup.opt[i] = strcmp(g->title, "Go") == 0 ? 5 : 9;
        }
    }
    if (tsr_rules_open(&setup, NULL, &r, &err) != TSR_OK) {
        fail_msg("%s: %s", g->name, err.message);
    }
    return r;
}

static void *state_for(const tsr_rules *r) {
    void *s = calloc(1, r->state_size);
    assert_non_null(s);
    return s;
}

int trio_open(trio *t, const char *text, const tsr_game *as_is, int joined) {
    tsr_lang_source source = {.text = text, .passes_off = UINT32_MAX};
    tsr_error err = {0};
    memset(t, 0, sizeof *t);
    if (tsr_lang_compile(&source, NULL, &t->game, NULL) != TSR_OK) {
        return 0;
    }
    t->plain = open_rules(t->game, joined);
    t->vm = open_rules(as_is, joined);
    t->fast = open_rules(as_is, joined);
    assert_int_equal(tsr_lang_attach(t->vm, NULL, &err), TSR_OK);
    if (!tsr_lang_is_compiled(t->fast)) {
        tsr_rules_close(t->fast);
        t->fast = NULL;
    }
    assert_int_equal(t->plain->state_size, t->vm->state_size);
    t->a = state_for(t->vm);
    t->b = state_for(t->vm);
    t->c = state_for(t->vm);
    return 1;
}

void trio_compile(trio *t, const tsr_game *as_is, int joined, const char *path) {
    tsr_error err = {0};
    const void *table = NULL;
    char *text = NULL;
    size_t size = 0;
    t->fast = open_rules(as_is, joined);
    if (tsr_lang_print_c(t->fast, 0, &text, &size, &err)) { // nothing to compare
        tsr_rules_close(t->fast);
        t->fast = NULL;
        return;
    }
    if (tsr_compile_file(text, size, path, &err) ||
        tsr_module_open(path, TSR_LANG_NATIVE_SYMBOL, &table, &err) ||
        tsr_lang_attach(t->fast, table, &err)) {
        fail_msg("%s: %s", as_is->name, err.message);
    }
    tsr_mem_free(t->fast->alloc, text, size + 1);
}

void trio_close(trio *t) {
    free(t->a);
    free(t->b);
    free(t->c);
    tsr_rules_close(t->plain);
    tsr_rules_close(t->vm);
    tsr_rules_close(t->fast);
    tsr_lang_free(t->game);
}

static int by_number(const void *x, const void *y) {
    tsr_move a = *(const tsr_move *)x, b = *(const tsr_move *)y;
    return a < b ? -1 : a > b;
}

static void show(const trio *t, const char *what, int who, const tsr_move *list, int n) {
    print_message("%s:", what);
    for (int i = 0; i < n && i < 40; i++) {
        char text[TSR_MOVE_TEXT_MAX];
        tsr_move_text(t->vm, t->b, who, list[i], text, sizeof text);
        print_message(" %s", text);
    }
    print_message("\n");
}

static void check_lists(trio *t, const char *name, int who, int n, int m) {
    qsort(t->x, (size_t)n, sizeof *t->x, by_number);
    qsort(t->y, (size_t)m, sizeof *t->y, by_number);
    if (n != m || memcmp(t->x, t->y, (size_t)n * sizeof *t->x) != 0) {
        char text[16384];
        (void)t->vm->g.text(t->vm, t->b, text, sizeof text);
        show(t, "reference", who, t->x, n);
        show(t, "game", who, t->y, m);
        fail_msg("%s: %d moves by the reference, %d by the game in\n%s", name, n, m, text);
    }
}

// A hash of what comes of a move, by the game's own play: the reference is too slow for thousands of ways, and
// what it makes of the one that is played is compared with that below.
static uint64_t result_of(const trio *t, tsr_move m) {
    memcpy(t->c, t->b, t->vm->state_size); // where the compiled game is played
    walk_play(program_of(t->vm), t->c, m);
    const uint64_t hash = tsr_hash_bytes(t->c, t->vm->state_size, 0);
    memcpy(t->c, t->b, t->vm->state_size);
    return hash;
}

// `distinct`: the reference lists every way, the game one of those to a position. Each way of the reference must
// lead as a move of the game does, and each of these must be a way; they are what is left of the reference's list.
static int keep_distinct(trio *t, const char *name, int who, int n) {
    static uint64_t result[TSR_MAX_MOVES];
    const int m = tsr_moves(t->vm, t->b, who, t->y);
    int known = 0;
    for (int j = 0; j < m; j++) {
        result[j] = result_of(t, t->y[j]);
    }
    for (int i = 0; i < n; i++) {
        const uint64_t way = result_of(t, t->x[i]);
        int same = 0;
        for (int j = 0; j < m; j++) {
            known += t->x[i] == t->y[j];
            same |= way == result[j];
        }
        if (!same) fail_msg("%s: nothing leads where way %d of the reference does", name, i);
    }
    assert_int_equal(known, m);
    memcpy(t->x, t->y, (size_t)m * sizeof *t->x);
    return m;
}

static void check_states(const trio *t, const char *name, const void *other, const char *move) {
    if (memcmp(t->a, other, t->vm->state_size) != 0) {
        char a[16384], b[16384];
        (void)t->vm->g.text(t->vm, t->a, a, sizeof a);
        (void)t->vm->g.text(t->vm, other, b, sizeof b);
        fail_msg("%s: %s after %s\nreference %s\ngame      %s", name,
                 other == t->c ? "compiled code differs" : "the interpreter differs", move, a, b);
    }
}

static int play_roll(trio *t, tsr_rng *g) {
    tsr_move m = tsr_sample(t->vm, t->b, TSR_CHANCE, g);
    ref_roll(program_of(t->plain), t->a, (int32_t)m - 1);
    tsr_play(t->vm, t->b, TSR_CHANCE, m);
    if (t->fast) tsr_play(t->fast, t->c, TSR_CHANCE, m);
    return 1;
}

// Whose move is compared: of those who choose at once, any.
static int any_of(uint32_t turn, tsr_rng *g) {
    const int many = __builtin_popcount(turn);
    for (int skip = many > 1 ? (int)tsr_rng_below(g, (uint32_t)many) : 0; skip > 0; skip--) {
        turn &= turn - 1;
    }
    return tsr_mover(turn);
}

// The reference knows players by their colours, the game by their seats; each is the other's inverse.
static int colour_in(const trio *t, int who) {
    return seat_of((const ir_head *)(const void *)t->a, who);
}

static void check_asked(const trio *t, const char *name, uint32_t turn) {
    uint32_t asked = ref_asked(program_of(t->plain), t->a), seats = 0;
    for (int who = 0; who < t->vm->players; who++) {
        seats |= (asked >> colour_in(t, who) & 1) << who;
    }
    if (seats != turn) {
        fail_msg("%s: the reference asks players %x, the game %x", name, seats, turn);
    }
}

static int by_text(const void *x, const void *y) {
    return strcmp(x, y);
}

// No two moves of a position have one text, and each is read back from its own.
static void check_texts(trio *t, const char *name, int who, int n) {
    static char text[TSR_MAX_MOVES][TSR_MOVE_TEXT_MAX];
    for (int i = 0; i < n; i++) {
        tsr_move back = 0;
        tsr_move_text(t->vm, t->b, who, t->y[i], text[i], sizeof text[i]);
        if (n < 60 && (tsr_move_read(t->vm, t->b, who, text[i], &back, NULL) || back != t->y[i])) {
            fail_msg("%s: the move %s is not read back", name, text[i]);
        }
    }
    qsort(text, (size_t)n, sizeof text[0], by_text);
    for (int i = 1; i < n; i++) {
        if (strcmp(text[i], text[i - 1]) == 0) {
            fail_msg("%s: two moves are called %s", name, text[i]);
        }
    }
}

// One ply with all; the moves there were, 0 = the game is over.
static int play_ply(trio *t, const char *name, tsr_rng *g) {
    uint32_t turn = tsr_turn(t->vm, t->b);
    if (!turn) {
        return 0;
    }
    int who = any_of(turn, g), work = 1;
    char text[TSR_MOVE_TEXT_MAX] = "a roll";
    if (who == TSR_CHANCE) {
        (void)play_roll(t, g);
    } else {
        int colour = colour_in(t, who);
        check_asked(t, name, turn);
        int n = ref_moves(program_of(t->plain), t->a, colour, t->x, TSR_MAX_MOVES);
        if (program_of(t->vm)->distinct) n = keep_distinct(t, name, who, n);
        check_lists(t, name, who, n, tsr_moves(t->vm, t->b, who, t->y));
        check_texts(t, name, who, n);
        if (t->fast) check_lists(t, name, who, n, tsr_moves(t->fast, t->c, who, t->y));
        assert_true(n > 0);
        tsr_move m = t->x[tsr_rng_below(g, (uint32_t)n)];
        tsr_move_text(t->vm, t->b, who, m, text, sizeof text);
        assert_true(ref_play(program_of(t->plain), t->a, colour, m));
        tsr_play(t->vm, t->b, who, m);
        if (t->fast) tsr_play(t->fast, t->c, who, m);
        work = n;
    }
    check_states(t, name, t->b, text);
    if (t->fast) check_states(t, name, t->c, text);
    return work;
}

int trio_check(trio *t, const char *name) {
    int64_t work = 0;
    int plies = 0;
    if (program_of(t->vm)->always_split) {
        return plies; // the reference writes down whole turns, and they are too many
    }
    for (int game = 0; game < trio_most.games && work < trio_most.work; game++) {
        tsr_rng g;
        tsr_rng_init(&g, (uint64_t)game + 7);
        tsr_init(t->vm, t->b);
        memcpy(t->a, t->b, t->vm->state_size);
        memcpy(t->c, t->b, t->vm->state_size);
        if (((const ir_head *)(const void *)t->a)->whole) {
            return plies; // it begins with an ending that nobody's turn brought about
        }
        for (int ply = 0, n = 1; ply < trio_most.plies && n && work < trio_most.work; ply++) {
            n = play_ply(t, name, &g);
            work += n;
            plies += n > 0;
        }
    }
    return plies;
}
