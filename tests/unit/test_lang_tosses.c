// SPDX-License-Identifier: MIT
//
// Games of tosses whose values are known: how often the first player wins if both play as well as can be, by value
// iteration over all positions. Piglet, 4 in 7, is tests/lang/texts/piglet.game; Pig with a hundred points, which the
// long form solves, is on the shelf (Neller and Presser, 2004).
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <tessera/lang.h>
#include <tessera/rules.h>

static int is_long;

enum { MOST_WAYS = 16, KIND_OVER = -2, KIND_CHANCE = -1 };

typedef struct place {
    int kind; // KIND_*, or who is to move
    int ways; // positions that may follow
    uint32_t to[MOST_WAYS];
    float chance[MOST_WAYS];
    double value; // for the first player
} place;

// All positions, found by their hash; `slot` is an open table of indices + 1.
typedef struct places {
    const tsr_rules *r;
    place *at;
    char *states;
    uint64_t *hash;
    uint32_t *slot, count, most;
} places;

static places places_new(const tsr_rules *r, uint32_t most) {
    places p = {.r = r, .most = most};
    p.at = calloc(most, sizeof *p.at);
    p.states = calloc(most, r->state_size);
    p.hash = calloc(most, sizeof *p.hash);
    p.slot = calloc((size_t)most * 2, sizeof *p.slot);
    assert_true(p.at && p.states && p.hash && p.slot);
    return p;
}

static void places_free(places *p) {
    free(p->at);
    free(p->states);
    free(p->hash);
    free(p->slot);
}

// The number of a position, which is new or known.
static uint32_t place_of(places *p, const void *s) {
    const uint64_t hash = p->r->more.hash(p->r, s);
    uint64_t i = hash % ((uint64_t)p->most * 2);
    for (; p->slot[i]; i = (i + 1) % ((uint64_t)p->most * 2)) {
        if (p->hash[p->slot[i] - 1] == hash) {
            return p->slot[i] - 1;
        }
    }
    assert_true(p->count < p->most);
    p->slot[i] = ++p->count;
    p->hash[p->count - 1] = hash;
    memcpy(p->states + (size_t)(p->count - 1) * p->r->state_size, s, p->r->state_size);
    return p->count - 1;
}

static double won_by_first(const tsr_rules *r, const void *s) {
    tsr_result result[TSR_MAX_PLAYERS];
    r->g.result(r, s, result);
    return result[0].rank == result[1].rank ? 0.5 : result[0].rank == 1 ? 1 : 0;
}

static void add_way(places *p, uint32_t from, int who, tsr_move move, uint32_t weight) {
    uint64_t next[TSR_MAX_STATE / 8];
    memcpy(next, p->states + (size_t)from * p->r->state_size, p->r->state_size);
    tsr_play(p->r, next, who, move);
    place *x = &p->at[from];
    assert_true(x->ways < MOST_WAYS);
    x->chance[x->ways] = (float)weight;
    x->to[x->ways++] = place_of(p, next);
}

static void expand(places *p, uint32_t i) {
    static tsr_move list[TSR_MAX_MOVES];
    uint32_t weight[MOST_WAYS];
    const void *s = p->states + (size_t)i * p->r->state_size;
    const uint32_t turn = tsr_turn(p->r, s);
    place *x = &p->at[i];
    if (!turn) {
        x->kind = KIND_OVER;
        x->value = won_by_first(p->r, s);
        return;
    }
    const int by_chance = (turn >> TSR_CHANCE & 1) != 0;
    x->kind = by_chance ? KIND_CHANCE : tsr_mover(turn);
    const int n =
        by_chance ? p->r->g.chance(p->r, s, list, weight) : tsr_moves(p->r, s, x->kind, list);
    float sum = 0;
    for (int k = 0; k < n; k++) {
        add_way(p, i, by_chance ? TSR_CHANCE : x->kind, list[k], by_chance ? weight[k] : 1);
        sum += p->at[i].chance[k];
    }
    for (int k = 0; k < n; k++) {
        p->at[i].chance[k] /= sum;
    }
}

static double improved(const places *p, const place *x) {
    double best = x->kind == 0 ? -1 : x->kind == 1 ? 2 : 0;
    for (int k = 0; k < x->ways; k++) {
        const double v = p->at[x->to[k]].value;
        best = x->kind == KIND_CHANCE ? best + (double)x->chance[k] * v
               : x->kind == 0         ? fmax(best, v)
                                      : fmin(best, v);
    }
    return best;
}

// Positions found later are nearer to the end, so they are improved first.
static void iterate(places *p) {
    double change = 1;
    while (change > 1e-9) {
        change = 0;
        for (uint32_t i = p->count; i-- > 0;) {
            place *x = &p->at[i];
            const double v = x->kind == KIND_OVER ? x->value : improved(p, x);
            change = fmax(change, fabs(v - x->value));
            x->value = v;
        }
    }
}

static places solved(const tsr_rules *r, uint32_t most) {
    uint64_t start[TSR_MAX_STATE / 8];
    places p = places_new(r, most);
    tsr_init(r, start);
    (void)place_of(&p, start);
    for (uint32_t i = 0; i < p.count; i++) {
        expand(&p, i);
    }
    iterate(&p);
    return p;
}

static tsr_rules *open_to(const tsr_game *game, const char *goal) {
    tsr_setup setup;
    tsr_rules *r = NULL;
    tsr_setup_init(&setup, game);
    assert_int_equal(tsr_setup_players(&setup, 2, NULL), TSR_OK);
    assert_int_equal(tsr_setup_option(&setup, "goal", goal, NULL), TSR_OK);
    assert_int_equal(tsr_rules_open(&setup, NULL, &r, NULL), TSR_OK);
    return r;
}

static char *read_text(const char *name) {
    char path[4096];
    const char *root = getenv("TSR_SOURCE_DIR");
    (void)snprintf(path, sizeof path, "%s/tests/lang/texts/%s.game", root ? root : ".", name);
    FILE *f = fopen(path, "rb");
    char *text = calloc(1, 8192);
    assert_true(f && text && fread(text, 1, 8191, f) > 0);
    (void)fclose(f);
    return text;
}

static void test_piglet(void **state) {
    (void)state;
    tsr_lang_report report;
    tsr_game *game = NULL;
    char *text = read_text("piglet");
    tsr_lang_source source = {.text = text};
    assert_int_equal(tsr_lang_compile(&source, NULL, &game, &report), TSR_OK);
    tsr_rules *r = open_to(game, "2");
    places p = solved(r, 256);
    int positions = 0;
    for (uint32_t i = 0; i < p.count; i++) {
        positions += p.at[i].kind != KIND_CHANCE;
    }
    assert_int_equal(positions, 20);
    assert_true(fabs(p.at[0].value - 4.0 / 7) < 1e-6);
    places_free(&p);
    tsr_rules_close(r);
    tsr_lang_free(game);
    free(text);
}

static const tsr_game *on_shelf(const char *name) {
    const tsr_game *found = NULL;
    for (int i = 0; i < tsr_lang_builtin_count(); i++) {
        if (strcmp(tsr_lang_builtin_at(i)->name, name) == 0) {
            found = tsr_lang_builtin_at(i);
        }
    }
    assert_non_null(found);
    return found;
}

static void test_pig(void **state) {
    (void)state;
    if (!is_long) {
        skip();
    }
    tsr_rules *r = open_to(on_shelf("pig"), "100");
    places p = solved(r, 4000000);
    print_message("%u positions, %.6f\n", p.count, p.at[0].value);
    assert_true(fabs(p.at[0].value - 0.5306) < 5e-5);
    places_free(&p);
    tsr_rules_close(r);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_piglet),
        cmocka_unit_test(test_pig),
    };
    is_long = argc > 1 && strcmp(argv[1], "pig") == 0;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
