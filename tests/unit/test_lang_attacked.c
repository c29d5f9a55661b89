// SPDX-License-Identifier: MIT
//
// `attacked` is what its definition says: a cell is attacked if, with a piece of mine on it, an enemy
// ability would take it. For made rules files (rules_maker.h) and random positions, the set that the
// compiler's code finds is compared with what comes of putting a piece there and making every move
// of the enemy.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <tessera/rng.h>

#include "lang/game/compile.h"
#include "lang/vm/walk.h"
#include "rules_maker.h"

enum { ME, ENEMY, POSITIONS = 6, MAX_CELLS = 64 };

static uint64_t first_seed = 1, seeds = 250;

// What both programs are told: who stands where, which of them have not moved.
typedef struct scene {
    int owner[MAX_CELLS], type[MAX_CELLS]; // owner -1 = nobody
    int unmoved[MAX_CELLS];
    int var[MAX_VARS];
    uint32_t turns;
} scene;

static uint64_t *set_of(const program *p, void *state, int reg) {
    return (uint64_t *)(void *)((char *)state + p->size.head_sets) + reg * p->b.words;
}

static int32_t *num_of(const program *p, void *state, int reg) {
    return (int32_t *)(void *)((char *)state + p->size.head_nums) + reg;
}

static int has_cell(const program *p, int c) {
    return board_has(p->b.all, c);
}

static scene random_scene(const program *p, tsr_rng *g) {
    scene s = {.turns = tsr_rng_below(g, 8)};
    for (int c = 0; c < p->b.cells; c++) {
        s.owner[c] = has_cell(p, c) && tsr_rng_below(g, 100) < 45 ? (int)tsr_rng_below(g, 2) : -1;
        s.type[c] = (int)tsr_rng_below(g, (uint32_t)p->types);
        s.unmoved[c] = s.owner[c] >= 0 && tsr_rng_below(g, 2) == 0;
    }
    for (int i = 0; i < p->g->var_count; i++) {
        s.var[i] = (int)tsr_rng_below(g, 4);
    }
    return s;
}

// The state of the scene, with `me` to move.
static void *state_of(const program *p, const scene *s, int me) {
    ir_head *h = calloc(1, p->size.state_size);
    assert_non_null(h);
    h->me = (uint8_t)me;
    h->turns = s->turns;
    for (int c = 0; c < p->b.cells; c++) {
        if (s->owner[c] < 0) {
            continue;
        }
        board_put(set_of(p, h, p->at.own + s->owner[c]), c);
        if (p->at.type != BOARD_NONE) {
            board_put(set_of(p, h, p->at.type + s->type[c]), c);
        }
        if (p->at.latch != BOARD_NONE && s->unmoved[c]) {
            board_put(set_of(p, h, p->at.latch), c);
        }
    }
    for (int i = 0; i < p->g->var_count; i++) {
        for (int k = 0; k < (p->g->vars[i].each ? p->players : 1); k++) {
            *num_of(p, h, p->var_at[i] + k) = s->var[i];
        }
    }
    return h;
}

// What took a piece last, for whoever wonders.
static char taker[200];

static void note_taker(const program *p, const void *state, tsr_move m, int type) {
    walk_step step[8];
    int n = walk_steps(p, state, m, step, 8), used;
    used = snprintf(taker, sizeof taker, "%s by", p->g->pieces[type].name);
    for (int i = 0; i < n; i++) {
        used += snprintf(taker + used, sizeof taker - (size_t)used, " %s-%s",
                         step[i].from < 0 ? "" : p->b.name[step[i].from],
                         step[i].to < 0 ? "" : p->b.name[step[i].to]);
    }
}

// Whether some move of the enemy takes the piece of mine on `cell`.
static int is_taken(const program *p, const scene *s, int cell) {
    static tsr_move list[TSR_MAX_MOVES];
    void *state = state_of(p, s, ENEMY), *after = malloc(p->size.state_size);
    int n = walk_moves(p, state, list, TSR_MAX_MOVES), taken = 0;
    assert_non_null(after);
    for (int i = 0; i < n && !taken; i++) {
        memcpy(after, state, p->size.state_size);
        walk_play(p, after, list[i]);
        taken = !board_has(set_of(p, after, p->at.own + ME), cell);
        if (taken) {
            note_taker(p, state, list[i], s->type[cell]);
        }
    }
    free(state);
    free(after);
    return taken;
}

// By the definition: the piece of mine that stands there, or any other.
static int is_attacked(const program *p, const scene *s, int cell) {
    if (s->owner[cell] == ME) {
        return is_taken(p, s, cell);
    }
    int taken = 0;
    for (int t = 0; t < p->types && !taken; t++) {
        scene with = *s;
        with.owner[cell] = ME;
        with.type[cell] = t;
        with.unmoved[cell] = 0;
        taken = is_taken(p, &with, cell);
    }
    return taken;
}

static lang_unit *unit_of(const char *text) {
    lang_sources src = {.text = text};
    lang_unit *u = lang_unit_new(&src, NULL, 0, NULL);
    assert_non_null(u);
    if (u->diags.errors) {
        lang_unit_free(u);
        return NULL;
    }
    return u;
}

static void check_scene(uint64_t seed, const char *text, const program *moves, const program *asks,
                        const scene *s) {
    static tsr_move list[TSR_MAX_MOVES];
    uint64_t said[BOARD_MAX_WORDS] = {0};
    void *state = state_of(asks, s, ME);
    int n = walk_moves(asks, state, list, TSR_MAX_MOVES);
    for (int i = 0; i < n; i++) {
        walk_step step;
        if (walk_steps(asks, state, list[i], &step, 1) == 1 && step.to >= 0) {
            board_put(said, step.to);
        }
    }
    for (int c = 0; c < moves->b.cells; c++) {
        if (has_cell(moves, c) && board_has(said, c) != is_attacked(moves, s, c)) {
            for (int k = 0; k < moves->b.cells; k++) {
                if (s->owner[k] >= 0) {
                    print_message("%s: %s of player %d%s\n", moves->b.name[k],
                                  moves->g->pieces[s->type[k]].name, s->owner[k],
                                  s->unmoved[k] ? ", unmoved" : "");
                }
            }
            fail_msg("seed %llu: %s is %sattacked, says `attacked`; turn %u, n = %d (%s)\n%s",
                     (unsigned long long)seed, moves->b.name[c], board_has(said, c) ? "" : "not ",
                     s->turns, s->var[0], taker, text);
        }
    }
    free(state);
}

// The file with a turn that lists what is attacked.
static int asking_text(const char *text, char *out, size_t cap) {
    const char *move = strstr(text, "turn joined:\n  move\n");
    if (!move) {
        return 0;
    }
    (void)snprintf(out, cap, "%.*sturn joined:\n  choose spot in attacked\n%s", (int)(move - text),
                   text, move + strlen("turn joined:\n  move\n"));
    return 1;
}

// 1 = it was a game.
static int try_seed(uint64_t seed) {
    char text[8192], asking[8400];
    tsr_rng g;
    tsr_rng_init(&g, seed ^ 77);
    (void)make_rules(seed, RULES_ATTACK, text, sizeof text);
    if (!asking_text(text, asking, sizeof asking)) {
        return 0;
    }
    lang_unit *moves = unit_of(text), *asks = moves ? unit_of(asking) : NULL;
    if (moves && !asks) {
        fail_msg("seed %llu: a game, but not with `attacked`\n%s", (unsigned long long)seed, text);
    }
    for (int i = 0; asks && i < POSITIONS; i++) {
        scene s = random_scene(&moves->p, &g);
        check_scene(seed, text, &moves->p, &asks->p, &s);
    }
    int was_game = moves != NULL;
    lang_unit_free(moves);
    lang_unit_free(asks);
    return was_game;
}

static void test_attacked(void **state) {
    (void)state;
    uint64_t games = 0;
    for (uint64_t i = 0; i < seeds; i++) {
        games += (uint64_t)try_seed(first_seed + i);
    }
    print_message("%llu of %llu files are games\n", (unsigned long long)games,
                  (unsigned long long)seeds);
    assert_true(games * 4 > seeds);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_attacked)};
    if (argc > 2) {
        first_seed = strtoull(argv[1], NULL, 10);
        seeds = strtoull(argv[2], NULL, 10);
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
