// SPDX-License-Identifier: MIT
//
// A record of any game. The rules hash is not guessed by anybody, so the header's
// is replaced by the right one. What loads is resumed, played on, and its
// continuation must load again to the same position.
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#include <tessera/match.h>
#include <tessera/record.h>

typedef struct paper {
    char *bytes;
    size_t size, cap;
} paper;

static tsr_err paper_write(void *self, const char *bytes, size_t size) {
    paper *p = self;
    if (p->size + size > p->cap) {
        p->cap = (p->size + size) * 2 + 4096;
        p->bytes = realloc(p->bytes, p->cap);
        fuzz_must(p->bytes != NULL, "out of memory");
    }
    if (size) {
        memcpy(p->bytes + p->size, bytes, size);
    }
    p->size += size;
    return TSR_OK;
}

static tsr_match *resume(const tsr_rules *r, tsr_record *rec, paper *p, tsr_error *err) {
    tsr_match_config config;
    tsr_match *m = NULL;
    tsr_match_config_init(&config, r);
    config.sink = (tsr_sink){p, paper_write};
    rec->rules_hash = r->hash;
    return tsr_record_resume(rec, &config, &m, err) ? NULL : m;
}

static void play_on(tsr_match *m) {
    const tsr_rules *r = tsr_match_rules(m);
    for (int i = 0; i < 8; i++) {
        int seat = tsr_mover(tsr_match_waiting(m));
        tsr_rng g;
        if (seat < 0) {
            return;
        }
        tsr_rng_init(&g, tsr_match_agent_seed(m, seat));
        tsr_move move = tsr_sample(r, tsr_match_state(m), seat, &g);
        fuzz_must(tsr_match_submit(m, seat, move, 0, NULL, NULL) == TSR_OK,
                  "a resumed match stops");
    }
}

// The old record and what was added are a record too.
static void must_load_again(const tsr_rules *r, const uint8_t *data, size_t whole, const paper *p,
                            const tsr_match *m) {
    paper all = {0}, rest = {0};
    tsr_record rec;
    tsr_error err = {0};
    (void)paper_write(&all, (const char *)data, whole);
    (void)paper_write(&all, p->bytes, p->size);
    fuzz_must(!tsr_record_read(all.bytes, all.size, NULL, &rec, &err),
              "a continued record does not load");
    tsr_match *again = resume(r, &rec, &rest, &err);
    fuzz_must(again != NULL, "a continued record does not resume");
    fuzz_must(memcmp(tsr_match_state(again), tsr_match_state(m), r->state_size) == 0,
              "a continued record resumes otherwise");
    fuzz_must(tsr_match_end(again) == tsr_match_end(m), "a continued record ends otherwise");
    tsr_match_close(again);
    tsr_record_free(&rec);
    free(all.bytes);
    free(rest.bytes);
}

static void try_record(tsr_record *rec, const uint8_t *data) {
    const tsr_game *game = tsr_registry_game(fuzz_registry(), rec->game, NULL);
    tsr_setup setup;
    tsr_rules *r = NULL;
    tsr_error err = {0};
    paper p = {0};
    if (!game || tsr_record_setup(rec, game, &setup, &err) ||
        tsr_rules_open(&setup, NULL, &r, &err)) {
        return;
    }
    tsr_match *m = resume(r, rec, &p, &err);
    if (m) {
        play_on(m);
        must_load_again(r, data, rec->whole_size, &p, m);
        tsr_match_close(m);
    } else {
        fuzz_must(err.message[0] != '\0', "a record is refused without a word");
    }
    free(p.bytes);
    tsr_rules_close(r);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    tsr_record rec;
    tsr_error err = {0};
    if (tsr_record_read((const char *)data, size, NULL, &rec, &err)) {
        fuzz_must(err.message[0] != '\0', "a record is refused without a word");
        return 0;
    }
    try_record(&rec, data);
    tsr_record_free(&rec);
    return 0;
}
