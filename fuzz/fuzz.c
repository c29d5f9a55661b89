// SPDX-License-Identifier: MIT
//
// Opens every registered game once for the fuzz targets, and reports what is wrong.
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tessera/text.h>

void fuzz_must(int holds, const char *what) {
    if (!holds) {
        fprintf(stderr, "fuzz: %s\n", what);
        abort();
    }
}

void *fuzz_memory(size_t size) {
    void *p = calloc(1, size ? size : 1);
    fuzz_must(p != NULL, "out of memory");
    return p;
}

const tsr_registry *fuzz_registry(void) {
    static tsr_registry *reg;
    if (!reg) {
        reg = tsr_registry_new(NULL);
        fuzz_must(reg && !tsr_registry_add_builtin(reg, NULL), "no registry");
    }
    return reg;
}

static int game_index(const char *name) {
    const tsr_registry *reg = fuzz_registry();
    int count = tsr_registry_game_count(reg);
    for (int i = 0; i < count; i++) {
        if (strcmp(tsr_registry_game_at(reg, i)->name, name) == 0) {
            return i;
        }
    }
    return (int)(tsr_hash_bytes(name, strlen(name), 0) % (uint64_t)count);
}

const tsr_rules *fuzz_rules(const char *name, unsigned players) {
    static tsr_rules *opened[256][TSR_MAX_PLAYERS + 1];
    int i = game_index(name) % 256;
    const tsr_game *g = tsr_registry_game_at(fuzz_registry(), i);
    unsigned n = players >= g->min_players && players <= g->max_players
                     ? players
                     : g->min_players + players % (g->max_players - g->min_players + 1u);
    if (!opened[i][n]) {
        tsr_setup setup;
        tsr_setup_init(&setup, g);
        setup.players = (int)n;
        fuzz_must(!tsr_rules_open(&setup, NULL, &opened[i][n], NULL), "a game does not open");
    }
    return opened[i][n];
}

// The input as a NUL-ended text without NULs inside.
static char *as_text(const uint8_t *data, size_t size) {
    char *text = fuzz_memory(size + 1);
    for (size_t i = 0; i < size; i++) {
        text[i] = data[i] ? (char)data[i] : '0';
    }
    return text;
}

fuzz_input fuzz_read(const uint8_t *data, size_t size) {
    fuzz_input in = {.whole = as_text(data, size)};
    int64_t number[3] = {0};
    size_t line = strcspn(in.whole, "\n");
    in.text = in.whole + line + (in.whole[line] == '\n');
    in.whole[line] = '\0';
    size_t name = strcspn(in.whole, " ");
    tsr_in rest = tsr_in_from(in.whole + name);
    for (int i = 0; i < 3 && tsr_take_char(&rest, ' '); i++) {
        (void)tsr_take_int(&rest, 0, 255, &number[i]);
    }
    in.whole[name] = '\0';
    in.r = fuzz_rules(in.whole, (unsigned)number[0]);
    in.number[0] = (unsigned)number[1];
    in.number[1] = (unsigned)number[2];
    return in;
}

static void look_at_scene(const tsr_rules *r, const void *s, int viewer) {
    tsr_scene count = {0}, fill = {0};
    tsr_scene_clear(&count);
    r->g.scene(r, s, viewer, &count);
    fill.zone_cap = count.zone_count;
    fill.item_cap = count.item_count;
    fill.edge_cap = count.edge_count;
    fill.text_cap = count.text_size;
    fill.zones = fuzz_memory(count.zone_count * sizeof(tsr_zone));
    fill.items = fuzz_memory(count.item_count * sizeof(tsr_item));
    fill.edges = fuzz_memory(count.edge_count * sizeof(tsr_edge));
    fill.text = fuzz_memory(count.text_size);
    tsr_scene_clear(&fill);
    r->g.scene(r, s, viewer, &fill);
    fuzz_must(fill.item_count == count.item_count && fill.text_size == count.text_size,
              "a scene's two passes differ");
    free(fill.zones);
    free(fill.items);
    free(fill.edges);
    free(fill.text);
}

static void look_at_moves(const tsr_rules *r, const void *s, int who) {
    tsr_move *list = fuzz_memory(r->max_moves * sizeof *list);
    char text[TSR_MOVE_TEXT_MAX];
    int n = tsr_moves(r, s, who, list);
    fuzz_must(n > 0 && (uint32_t)n <= r->max_moves, "one who decides has no moves, or too many");
    fuzz_must(r->more.count(r, s, who) == n, "count differs from moves");
    for (int i = 0; i < n && i < 64; i++) {
        tsr_picks picks = {0};
        fuzz_must(tsr_why_not(r, s, who, list[i], NULL) == 0, "a listed move is refused");
        fuzz_must(tsr_move_text(r, s, who, list[i], text, sizeof text) > 0, "a move has no text");
        fuzz_must(r->g.path(r, s, who, list[i], &picks) > 0, "a move has no path");
    }
    free(list);
}

void fuzz_look(const tsr_rules *r, const void *s) {
    void *view = fuzz_memory(r->state_size);
    tsr_result result[TSR_MAX_PLAYERS];
    tsr_info info;
    uint32_t turn = tsr_turn(r, s);
    r->g.info(r, s, &info);
    r->g.result(r, s, result);
    (void)r->more.hash(r, s);
    for (int p = 0; p < r->players; p++) {
        if (turn >> p & 1u) {
            look_at_moves(r, s, p);
        }
    }
    for (int i = 0; i <= r->players; i++) {
        int viewer = i < r->players ? i : TSR_WATCHER;
        r->g.view(r, s, viewer, view);
        fuzz_must(r->g.check(r, view, NULL) == 0, "the view of a sound state is unsound");
        look_at_scene(r, view, viewer);
    }
    free(view);
}

void fuzz_play(const tsr_rules *r, void *s, int plies, uint64_t seed) {
    tsr_rng g;
    tsr_rng_init(&g, seed);
    for (int i = 0; i < plies; i++) {
        uint32_t turn = tsr_turn(r, s);
        if (turn == 0) {
            return;
        }
        int who = tsr_mover(turn);
        tsr_move m = tsr_sample(r, s, who, &g);
        fuzz_must(m != TSR_NO_MOVE, "the one to decide has no move");
        fuzz_must(tsr_play_checked(r, s, who, m, NULL) == 0, "a sampled move is refused");
        fuzz_must(r->g.check(r, s, NULL) == 0, "a legal move leads to an unsound position");
    }
}
