// SPDX-License-Identifier: MIT
//
// playthrough: writes down a whole seeded game as the contract tells it.
//
//     playthrough --list          the registered games
//     playthrough GAME            its playthrough, to standard output
//
// For every registered game a file in this folder holds what this prints. A change
// that alters what a game says or does shows up as a difference in that file,
// to be read and approved; `tests/playthroughs/regenerate` writes them anew.
//
// Long games are sampled: some positions are shown in full, other plies in one
// line, the rest only counted.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tessera/registry.h>
#include <tessera/rules.h>

enum { SEED = 2024, FULL = 14, SHORT = 100, LISTED = 12, VIEWS = 2, LONGEST = 600 };

typedef struct teller {
    const tsr_rules *r;
    void *state;
    void *view;
    tsr_move *list;
    uint32_t *weight;
    char *text;
    size_t text_cap;
} teller;

static void *room(size_t size) {
    void *p = calloc(1, size ? size : 1);
    if (!p) {
        fprintf(stderr, "playthrough: out of memory\n");
        exit(3);
    }
    return p;
}

static const char *who_word(int who) {
    static const char *const words[] = {"player 1", "player 2", "player 3", "player 4", "player 5",
                                        "player 6", "player 7", "player 8", "chance",   "watcher"};
    return words[who];
}

static const char *position(teller *t, const void *s) {
    int n = tsr_position_text(t->r, s, NULL, 0);
    if ((size_t)n + 1 > t->text_cap) {
        free(t->text);
        t->text_cap = (size_t)n * 2 + 128;
        t->text = room(t->text_cap);
    }
    tsr_position_text(t->r, s, t->text, t->text_cap);
    if (n > LONGEST) {
        // Go's memory of positions fills pages: its hash tells a change as well.
        uint64_t rest = tsr_hash_bytes(t->text + LONGEST, (size_t)(n - LONGEST), 0);
        (void)snprintf(t->text + LONGEST, t->text_cap - LONGEST, "... and %d more, %016llx",
                       n - LONGEST, (unsigned long long)rest);
    }
    return t->text;
}

// --- One position in full ----------------------------------------------------

static void tell_turn(const teller *t) {
    uint32_t turn = tsr_turn(t->r, t->state);
    printf("turn      ");
    for (int p = 0; p <= TSR_CHANCE; p++) {
        if (turn >> p & 1u) {
            printf(" %s", who_word(p));
        }
    }
    printf("%s\n", turn ? "" : " nobody: over");
}

static void tell_info(const teller *t) {
    static const char *const asks[] = {"over", "move", "choice", "react", "chance"};
    const tsr_rules *r = t->r;
    tsr_info info;
    char words[512], move[TSR_MOVE_TEXT_MAX] = "none";
    r->g.info(r, t->state, &info);
    if (info.timeout_move) {
        tsr_move_text(r, t->state, tsr_mover(tsr_turn(r, t->state)), info.timeout_move, move,
                      sizeof move);
    }
    printf("info       ask %s, round %u, stamp %u, flags %u, neutral move: %s\n",
           info.ask < 5 ? asks[info.ask] : "?", info.round,
           info.flags & TSR_INFO_NO_TAKE_BACK ? 0 : info.stamp, info.flags, move);
    if (info.prompt.code) {
        tsr_line_text(r, &info.prompt, NULL, words, sizeof words);
        printf("prompt     %s\n", words);
    }
}

static void tell_list(const teller *t, int who, int n, int weighted) {
    char move[TSR_MOVE_TEXT_MAX];
    uint64_t h = 0;
    printf("%-10s %d:", weighted ? "chance" : "moves", n);
    for (int i = 0; i < n; i++) {
        tsr_move_text(t->r, t->state, who, t->list[i], move, sizeof move);
        h = tsr_hash_bytes(move, strlen(move), h);
        if (i < LISTED) {
            printf("%s %s", i ? " |" : "", move);
            if (weighted) {
                printf(" x%u", t->weight[i]);
            }
        }
    }
    if (n > LISTED) {
        printf(" | ... (all: %016llx)", (unsigned long long)h);
    }
    printf("\n");
}

static void tell_moves(const teller *t) {
    uint32_t turn = tsr_turn(t->r, t->state);
    for (int p = 0; p < t->r->players; p++) {
        if (turn >> p & 1u) {
            tell_list(t, p, tsr_moves(t->r, t->state, p, t->list), 0);
        }
    }
    if (turn >> TSR_CHANCE & 1u) {
        tell_list(t, TSR_CHANCE, t->r->g.chance(t->r, t->state, t->list, t->weight), 1);
    }
}

static void tell_views(teller *t) {
    if (!(t->r->g.flags & TSR_HAS_HIDDEN)) {
        return;
    }
    int views = t->r->players < VIEWS ? t->r->players : VIEWS; // and the watcher's
    for (int i = 0; i <= views; i++) {
        int viewer = i < views ? i : TSR_WATCHER;
        t->r->g.view(t->r, t->state, viewer, t->view);
        printf("view       %s: %s\n", who_word(viewer), position(t, t->view));
    }
}

static void fill_scene(const teller *t, const void *s, int viewer, tsr_scene *sc) {
    memset(sc, 0, sizeof *sc);
    tsr_scene_clear(sc);
    t->r->g.scene(t->r, s, viewer, sc);
    sc->zone_cap = sc->zone_count;
    sc->item_cap = sc->item_count;
    sc->edge_cap = sc->edge_count;
    sc->text_cap = sc->text_size;
    sc->zones = room(sc->zone_cap * sizeof *sc->zones);
    sc->items = room(sc->item_cap * sizeof *sc->items);
    sc->edges = room(sc->edge_cap * sizeof *sc->edges);
    sc->text = room(sc->text_cap);
    tsr_scene_clear(sc);
    t->r->g.scene(t->r, s, viewer, sc);
}

// Of a table with a zone for each of its cards only the first are named.
enum { MANY_ZONES = 40, ZONES_SHOWN = 8 };

// Zones by name with their items counted; the words of all items as one hash.
static void tell_scene(teller *t, int viewer) {
    tsr_scene sc;
    uint64_t h = 0;
    t->r->g.view(t->r, t->state, viewer, t->view);
    fill_scene(t, t->view, viewer, &sc);
    for (uint32_t i = 0; i < sc.item_count; i++) {
        const tsr_item *it = &sc.items[i];
        h = tsr_hash_bytes(sc.text + it->label, strlen(sc.text + it->label), h ^ it->ref);
        h = tsr_hash_bytes(sc.text + it->glyph, strlen(sc.text + it->glyph), h);
    }
    printf("scene      %s, %u items %016llx:", who_word(viewer), sc.item_count,
           (unsigned long long)h);
    const uint32_t shown = sc.zone_count > MANY_ZONES ? ZONES_SHOWN : sc.zone_count;
    for (uint32_t z = 0; z < shown; z++) {
        int items = 0;
        for (uint32_t i = 0; i < sc.item_count; i++) {
            items += sc.items[i].zone == z;
        }
        printf("%s %s %d", z ? "," : "", sc.text + sc.zones[z].label, items);
    }
    if (shown < sc.zone_count) {
        printf(", ... (%u zones)", sc.zone_count);
    }
    printf("\n");
    free(sc.zones);
    free(sc.items);
    free(sc.edges);
    free(sc.text);
}

static void tell_results(const teller *t) {
    tsr_result out[TSR_MAX_PLAYERS];
    t->r->g.result(t->r, t->state, out);
    for (int p = 0; p < t->r->players; p++) {
        printf("result     %s: score %d, rank %u\n", who_word(p), (int)out[p].score, out[p].rank);
    }
}

static void tell_position(teller *t, int ply) {
    printf("\n== ply %d\n", ply);
    printf("position   %s\n", position(t, t->state));
    tell_turn(t);
    tell_info(t);
    tell_moves(t);
    tell_views(t);
    tell_scene(t, 0);
    tell_scene(t, TSR_WATCHER);
    if (tsr_turn(t->r, t->state) == 0) {
        tell_results(t);
    }
}

// --- One ply -----------------------------------------------------------------

// What followed from the ply, as the watcher is told.
static void tell_story(const teller *t, int who, tsr_move m) {
    const tsr_rules *r = t->r;
    char *before = calloc(2, r->state_size), *after = before ? before + r->state_size : NULL;
    tsr_story story = {0};
    if (!before) {
        return;
    }
    memcpy(after, t->state, r->state_size);
    tsr_play(r, after, who, m);
    tsr_move seen = r->g.seen(r, t->state, who, m, TSR_WATCHER);
    r->g.view(r, t->state, TSR_WATCHER, before);
    r->g.view(r, after, TSR_WATCHER, after);
    if (tsr_story_take(r, before, who, seen, after, TSR_WATCHER, NULL, &story) == TSR_OK) {
        for (uint32_t i = 0; i < story.count; i++) {
            char words[512];
            if (story.events[i].line.code) {
                tsr_line_text(r, &story.events[i].line, NULL, words, sizeof words);
                printf("told       %s\n", words);
            }
        }
    }
    tsr_story_free(NULL, &story);
    free(before);
}

static void tell_ply(teller *t, int ply, int who, tsr_move m) {
    char move[TSR_MOVE_TEXT_MAX], words[512];
    const tsr_rules *r = t->r;
    tsr_move_text(r, t->state, who, m, move, sizeof move);
    tsr_event_text(r, t->state, who, m, NULL, words, sizeof words);
    printf("%-10d %s: %s (%s)", ply + 1, who_word(who), move, words);
    tsr_move seen = r->g.seen(r, t->state, who, m, TSR_WATCHER);
    if (seen != m) {
        tsr_move_text(r, t->state, who, seen, move, sizeof move);
        printf("; watcher: %s", move);
    }
    printf("\n");
    tell_story(t, who, m);
}

// The ply to play: random, from a generator of its own for each ply.
static tsr_move choose(const teller *t, int ply, int *who) {
    tsr_rng g;
    uint32_t turn = tsr_turn(t->r, t->state);
    tsr_rng_init(&g, tsr_seed_of(SEED, (uint64_t)ply));
    *who = tsr_mover(turn);
    if (*who == TSR_CHANCE) {
        uint64_t sum = 0;
        int n = t->r->g.chance(t->r, t->state, t->list, t->weight), i = 0;
        for (int k = 0; k < n; k++) {
            sum += t->weight[k];
        }
        uint64_t at = tsr_rng_below(&g, (uint32_t)sum);
        while (at >= t->weight[i]) {
            at -= t->weight[i++];
        }
        return t->list[i];
    }
    int n = tsr_moves(t->r, t->state, *who, t->list);
    return t->list[tsr_rng_below(&g, (uint32_t)n)];
}

static int length_of_game(const teller *t) {
    int who, ply = 0;
    tsr_init(t->r, t->state);
    for (; tsr_turn(t->r, t->state); ply++) {
        tsr_move m = choose(t, ply, &who);
        tsr_play(t->r, t->state, who, m);
    }
    return ply;
}

// Whether one of about `count` among `length`, evenly spread.
static int is_sample(int ply, int length, int count) {
    int step = length / count + 1;
    return ply % step == 0;
}

static void tell_header(const teller *t, int length) {
    const tsr_rules *r = t->r;
    printf("# %s: %s\n", r->g.name, r->g.about);
    printf("# Written by tests/playthroughs/regenerate; seed %d, %d plies.\n\n", SEED, length);
    printf("rules      %016llx, version %u, flags %u\n", (unsigned long long)r->hash,
           r->g.rules_version, r->g.flags);
    printf("players    %u of %u to %u\n", r->players, r->g.min_players, r->g.max_players);
    for (int i = 0; i < r->g.option_count; i++) {
        char value[128];
        tsr_option_text(r, i, value, sizeof value);
        printf("option     %s=%s\n", r->g.options[i].name, value);
    }
    printf("bounds     %u moves, %u outcomes, %u plies\n", r->max_moves, r->max_chance,
           r->max_plies);
}

static void tell_game(teller *t) {
    int length = length_of_game(t), skipped = 0;
    tell_header(t, length);
    tsr_init(t->r, t->state);
    for (int ply = 0;; ply++) {
        int full = ply < 3 || ply == length || is_sample(ply, length, FULL);
        int line = full || is_sample(ply, length, SHORT);
        if (skipped && line) {
            printf("...        %d plies\n", skipped);
        }
        skipped = line ? 0 : skipped + 1;
        if (full) {
            tell_position(t, ply);
        }
        if (ply == length) {
            return;
        }
        int who;
        tsr_move m = choose(t, ply, &who);
        if (line) {
            tell_ply(t, ply, who, m);
        }
        tsr_play(t->r, t->state, who, m);
    }
}

static int tell(const tsr_game *game) {
    tsr_setup setup;
    tsr_rules *r = NULL;
    tsr_error err = {0};
    tsr_setup_init(&setup, game);
    if (tsr_rules_open(&setup, NULL, &r, &err)) {
        fprintf(stderr, "playthrough: %s: %s\n", game->name, err.message);
        return 1;
    }
    size_t most = r->max_moves > r->max_chance ? r->max_moves : r->max_chance;
    teller t = {.r = r,
                .state = room(r->state_size),
                .view = room(r->state_size),
                .list = room(most * sizeof(tsr_move)),
                .weight = room(most * sizeof(uint32_t))};
    tell_game(&t);
    free(t.state);
    free(t.view);
    free(t.list);
    free(t.weight);
    free(t.text);
    tsr_rules_close(r);
    return 0;
}

int main(int argc, char **argv) {
    tsr_registry *reg = tsr_registry_new(NULL);
    tsr_error err = {0};
    int status = 2;
    if (argc != 2 || !reg || tsr_registry_add_builtin(reg, &err)) {
        fprintf(stderr, "usage: playthrough --list | GAME\n");
    } else if (strcmp(argv[1], "--list") == 0) {
        for (int i = 0; i < tsr_registry_game_count(reg); i++) {
            puts(tsr_registry_game_at(reg, i)->name);
        }
        status = 0;
    } else {
        const tsr_game *game = tsr_registry_game(reg, argv[1], &err);
        if (!game) {
            fprintf(stderr, "playthrough: %s\n", err.message);
        } else {
            status = tell(game);
        }
    }
    tsr_registry_free(reg);
    return status;
}
