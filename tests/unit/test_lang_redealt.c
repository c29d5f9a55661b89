// SPDX-License-Identifier: MIT
//
// A view tells nothing but what its viewer knows: whatever he does not know is dealt anew, among all places that hold
// such things and before or behind equal ones that he knows, and his view stays the same. Tried on every position of random
// play of the card games of the library and of the small ones in tests/lang/secret.
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <tessera/lang.h>
#include <tessera/rng.h>
#include <tessera/rules.h>

#include "lang/game/half_turn.h"
#include "lang/game/unseen.h"
#include "lang/ir/rt/sets.h"
#include "unit/opened_text.h"

enum { STATE_WORDS = TSR_MAX_STATE / 8, GAMES = 4, PLIES = 120, MOST_TEXT = 1 << 14 };

// --- Dealing anew ----------------------------------------------------------------------------------------

typedef struct dealt {
    thing is;
    const ir_area *area;
    int first, cell; // of the area, or his part of it; where it lay
    int known;
} dealt;

typedef struct redeal {
    int colour;
    int count;
    int chosen; // something there has been chosen: then places mean more than kinds
    dealt of[BOARD_MAX_CELLS];
} redeal;

static void take_area(const program *p, void *s, const ir_area *a, int first, void *with) {
    redeal *all = with;
    uint16_t reg[HALF_TURN_MOST];
    const int regs = half_turn_registers(p, reg);
    for (int c = first; !half_turn_is_own(a, first, all->colour) && c < first + a->size; c++) {
        for (int i = 0; i < regs; i++) {
            all->chosen |= board_has(state_set(p, s, reg[i]), c);
        }
        if (!thing_is_none(p, s, c)) {
            const int known = thing_is_known(p, s, all->colour, c);
            all->of[all->count++] = (dealt){thing_take(p, s, c), a, first, c, known};
        }
    }
}

// Known things keep their order, which a view may tell; unknown ones come anywhere between them.
static void shuffle(redeal *all, tsr_rng *g) {
    const redeal was = *all;
    int next = 0;
    for (int i = all->count - 1; i > 0; i--) {
        const int k = (int)tsr_rng_below(g, (uint32_t)i + 1);
        const dealt d = all->of[i];
        all->of[i] = all->of[k];
        all->of[k] = d;
    }
    for (int i = 0; i < all->count; i++) {
        if (all->of[i].known) {
            while (!was.of[next].known) {
                next++;
            }
            all->of[i] = was.of[next++];
        }
    }
}

// Every unknown thing gets the kind of another one.
static void mix_kinds(redeal *all, tsr_rng *g) {
    for (int i = 0; i < all->count; i++) {
        const int k = (int)tsr_rng_below(g, (uint32_t)i + 1);
        if (!all->of[i].known && !all->of[k].known) {
            const uint8_t type = all->of[i].is.type;
            all->of[i].is.type = all->of[k].is.type;
            all->of[k].is.type = type;
        }
    }
}

// Returns whether that can be done here.
static int deal_anew(const program *p, void *s, int colour, tsr_rng *g) {
    redeal all = {.colour = colour};
    things_each_hidden(p, s, take_area, &all);
    shuffle(&all, g);
    mix_kinds(&all, g);
    for (int i = 0; i < all.count; i++) {
        const dealt *d = &all.of[i];
        const int cell =
            d->area->sorted ? thing_room(p, s, d->area, d->first, d->is.type) : d->cell;
        if (cell < 0 || all.chosen) {
            return 0;
        }
        thing_lay(p, s, cell, d->is);
    }
    return all.count > 0;
}

// --- Positions -------------------------------------------------------------------------------------------

static int look_at(const tsr_rules *r, const uint64_t *s, int viewer, tsr_rng *g) {
    uint64_t other[STATE_WORDS], seen[STATE_WORDS] = {0}, again[STATE_WORDS] = {0};
    const program *p = program_of(r);
    memcpy(other, s, sizeof other);
    if (!deal_anew(p, other, colour_of((const ir_head *)(const void *)s, viewer), g)) {
        return 0;
    }
    r->g.view(r, s, viewer, seen);
    r->g.view(r, other, viewer, again);
    if (memcmp(seen, again, r->state_size) != 0) {
        char is[4096], was[4096];
        (void)r->g.text(r, seen, was, sizeof was);
        (void)r->g.text(r, again, is, sizeof is);
        fail_msg("%s, seat %d sees\n%s\nor\n%s", r->g.title, viewer, was, is);
    }
    return 1;
}

static void play_at_random(const tsr_rules *r, uint64_t *s, uint32_t turn, tsr_rng *g) {
    static tsr_move list[TSR_MAX_MOVES];
    static uint32_t weight[TSR_MAX_MOVES];
    const int who = __builtin_ctz(turn);
    const int n = who == TSR_CHANCE ? r->g.chance(r, s, list, weight) : r->g.moves(r, s, who, list);
    assert_true(n > 0);
    r->g.play(r, s, who, list[tsr_rng_below(g, (uint32_t)n)]);
}

static int walk_through(const tsr_rules *r, uint64_t seed) {
    uint64_t s[STATE_WORDS] = {0};
    tsr_rng g;
    int tried = 0;
    uint32_t turn;
    tsr_rng_init(&g, seed);
    tsr_init(r, s);
    for (int i = 0; i < PLIES && (turn = tsr_turn(r, s)) != 0; i++) {
        for (int viewer = 0; viewer < r->players; viewer++) {
            tried += look_at(r, s, viewer, &g);
        }
        tried += look_at(r, s, TSR_WATCHER, &g);
        play_at_random(r, s, turn, &g);
    }
    return tried;
}

// Where pieces on the board are hidden, or whether anything is there, other things are asked elsewhere.
static int try_rules(const tsr_rules *r) {
    const program *p = program_of(r);
    int tried = 0;
    for (int i = 0; p->unknown >= 0 && !p->hides_pieces && !unseen_any(p) && i < GAMES; i++) {
        tried += walk_through(r, 1 + (uint64_t)i);
    }
    return tried;
}

// --- Games -----------------------------------------------------------------------------------------------

static void test_library(void **state) {
    int tried = 0;
    (void)state;
    for (int i = 0; i < tsr_lang_builtin_count(); i++) {
        tsr_setup setup;
        tsr_rules *r;
        if (tsr_lang_builtin_at(i)->flags & TSR_HAS_HIDDEN) {
            tsr_setup_init(&setup, tsr_lang_builtin_at(i));
            assert_int_equal(tsr_rules_open(&setup, NULL, &r, NULL), TSR_OK);
            tried += try_rules(r);
            tsr_rules_close(r);
        }
    }
    assert_true(tried > 1000);
}

static int try_file(const char *folder, const char *name) {
    static char text[MOST_TEXT];
    char path[4096];
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    const size_t n = fread(text, 1, sizeof text - 1, f);
    (void)fclose(f);
    text[n] = '\0';
    const opened o = open_text(text);
    const int tried = try_rules(o.r);
    close_text(o);
    return tried;
}

static void test_small(void **state) {
    const char *root = getenv("TSR_SOURCE_DIR");
    char folder[2048];
    int tried = 0;
    (void)state;
    (void)snprintf(folder, sizeof folder, "%s/tests/lang/secret", root ? root : ".");
    DIR *d = opendir(folder);
    assert_non_null(d);
    for (struct dirent *e = readdir(d); e; e = readdir(d)) {
        tried += strstr(e->d_name, ".game") ? try_file(folder, e->d_name) : 0;
    }
    (void)closedir(d);
    assert_true(tried > 1000);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_library),
                                       cmocka_unit_test(test_small)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
