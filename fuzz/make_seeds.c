// SPDX-License-Identifier: MIT
//
// make_seeds FOLDER: writes inputs for the fuzz targets from random games of every
// registered game to FOLDER/record, FOLDER/position and FOLDER/move. The ones that
// are kept lie in fuzz/corpus; run this again when games are added:
//
//     build/test/make_seeds fuzz/corpus

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <tessera/match.h>

#include "fuzz.h"

enum { PLIES = 14 }; // a match's length in the seeds; short inputs mutate best

static const char *top;

static void save(const char *target, const char *game, int number, const void *bytes, size_t size) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", top, target);
    (void)mkdir(path, 0777);
    snprintf(path, sizeof path, "%s/%s/%s-%d", top, target, game, number);
    FILE *f = fopen(path, "wb");
    fuzz_must(f && fwrite(bytes, 1, size, f) == size && fclose(f) == 0, "a seed cannot be written");
}

typedef struct page {
    char bytes[1 << 16];
    size_t size;
} page;

static tsr_err page_write(void *self, const char *bytes, size_t size) {
    page *p = self;
    if (p->size + size > sizeof p->bytes) {
        return TSR_ERR_LIMIT;
    }
    memcpy(p->bytes + p->size, bytes, size);
    p->size += size;
    return TSR_OK;
}

// A short match with a wrong answer and a step back in it.
static void save_record(const tsr_rules *r, int number) {
    static page p;
    tsr_match_config config;
    tsr_match *m = NULL;
    tsr_rng g;
    tsr_match_config_init(&config, r);
    config.seed = (uint64_t)number + 1;
    config.sink = (tsr_sink){&p, page_write};
    p.size = 0;
    tsr_rng_init(&g, (uint64_t)number);
    fuzz_must(!tsr_match_open(&config, &m, NULL), "no match");
    for (int i = 0; i < PLIES && tsr_match_waiting(m); i++) {
        int seat = tsr_mover(tsr_match_waiting(m));
        tsr_move move = tsr_sample(r, tsr_match_state(m), seat, &g);
        if (i == 3) {
            fuzz_must(!tsr_match_submit_text(m, seat, "what", 0, NULL, NULL), "no answer");
        }
        if (i == 6 && tsr_match_previous(m, seat) >= 0) {
            fuzz_must(!tsr_match_back(m, tsr_match_previous(m, seat), 0), "no step back");
            continue;
        }
        fuzz_must(!tsr_match_submit(m, seat, move, 5, NULL, NULL), "no move");
    }
    if (number == 1 && tsr_match_waiting(m)) {
        fuzz_must(!tsr_match_resign(m, tsr_mover(tsr_match_waiting(m)), 0), "no end");
    }
    tsr_match_close(m);
    save("record", r->g.name, number, p.bytes, p.size);
}

static void save_position(const tsr_rules *r, int number) {
    static page p;
    void *s = fuzz_memory(r->state_size);
    tsr_init(r, s);
    fuzz_play(r, s, number * 11, (uint64_t)number);
    int head = snprintf(p.bytes, sizeof p.bytes, "%s %d\n", r->g.name, r->players);
    int n = tsr_position_text(r, s, p.bytes + head, sizeof p.bytes - (size_t)head);
    save("position", r->g.name, number, p.bytes, (size_t)(head + n));
    free(s);
}

static void save_moves(const tsr_rules *r, int number) {
    static page p;
    void *s = fuzz_memory(r->state_size);
    tsr_rng g;
    tsr_rng_init(&g, (uint64_t)number + 40);
    p.size = (size_t)snprintf(p.bytes, sizeof p.bytes, "%s %d %d %d\n", r->g.name, r->players,
                              number * 9, number);
    tsr_init(r, s);
    fuzz_play(r, s, number * 9, (uint64_t)number);
    for (int i = 0; i < 10 && tsr_turn(r, s); i++) {
        int who = tsr_mover(tsr_turn(r, s));
        tsr_move m = tsr_sample(r, s, who, &g);
        int n = tsr_move_text(r, s, who, m, p.bytes + p.size, TSR_MOVE_TEXT_MAX);
        p.size += (size_t)n;
        p.bytes[p.size++] = '\n';
        tsr_play(r, s, who, m);
    }
    save("move", r->g.name, number, p.bytes, p.size);
    free(s);
}

int main(int argc, char **argv) {
    if (argc != 2) {
        fprintf(stderr, "usage: make_seeds FOLDER\n");
        return 2;
    }
    top = argv[1];
    for (int i = 0; i < tsr_registry_game_count(fuzz_registry()); i++) {
        for (int number = 0; number < 3; number++) {
            const char *name = tsr_registry_game_at(fuzz_registry(), i)->name;
            const tsr_rules *r = fuzz_rules(name, (unsigned)number);
            save_record(r, number);
            save_position(r, number);
            save_moves(r, number);
        }
    }
    return 0;
}
