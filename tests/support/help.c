// SPDX-License-Identifier: MIT
#include "support/help.h"

tsr_rules *help_open(const tsr_game *game, int players) {
    tsr_setup setup;
    tsr_rules *r = NULL;
    tsr_error err = {0};
    tsr_setup_init(&setup, game);
    setup.players = players ? players : setup.players;
    if (tsr_rules_open(&setup, NULL, &r, &err)) {
        fail_msg("%s does not open: %s", game->name, err.message);
    }
    return r;
}

// --- Paper -------------------------------------------------------------------

static tsr_err paper_write(void *self, const char *bytes, size_t size) {
    paper *p = self;
    p->writes++;
    if (p->refuse_at && (p->writes == p->refuse_at || (p->stays && p->writes > p->refuse_at))) {
        return TSR_ERR_IO;
    }
    if (p->size + size + 1 > p->cap) {
        p->cap = (p->size + size) * 2 + 4096;
        p->bytes = realloc(p->bytes, p->cap);
        assert_non_null(p->bytes);
    }
    memcpy(p->bytes + p->size, bytes, size);
    p->size += size;
    p->bytes[p->size] = '\0';
    if (p->writes <= PAPER_ENDS) {
        p->ends[p->writes - 1] = p->size;
    }
    return TSR_OK;
}

tsr_sink paper_sink(paper *p) {
    return (tsr_sink){p, paper_write};
}

void paper_free(paper *p) {
    free(p->bytes);
    *p = (paper){0};
}

const char *paper_text(paper *p) {
    return p->bytes ? p->bytes : "";
}

const char *paper_line(const paper *p, int number) {
    static char line[2048];
    const char *at = p->bytes ? p->bytes : "";
    while (--number > 0 && *at) {
        at += strcspn(at, "\n");
        at += *at == '\n';
    }
    snprintf(line, sizeof line, "%.*s", (int)strcspn(at, "\n"), at);
    return line;
}

int paper_lines(const paper *p) {
    int n = 0;
    for (size_t i = 0; i < p->size; i++) {
        n += p->bytes[i] == '\n';
    }
    return n;
}

int paper_count(const paper *p, int field, const char *word) {
    int found = 0, lines = paper_lines(p);
    for (int i = 1; i <= lines; i++) {
        const char *at = paper_line(p, i);
        for (int f = 0; f < field && *at; f++) {
            at += strcspn(at, "\t");
            at += *at == '\t';
        }
        size_t n = strcspn(at, "\t");
        found += n == strlen(word) && memcmp(at, word, n) == 0;
    }
    return found;
}

// --- Matches -----------------------------------------------------------------

tsr_match *help_match(const tsr_rules *r, uint64_t seed, paper *p) {
    tsr_match_config config;
    tsr_match *m = NULL;
    tsr_error err = {0};
    tsr_match_config_init(&config, r);
    config.seed = seed;
    if (p) {
        config.sink = paper_sink(p);
    }
    if (tsr_match_open(&config, &m, &err)) {
        fail_msg("no match begins: %s", err.message);
    }
    return m;
}

void help_say(tsr_match *m, int seat, const char *text, tsr_answer expected) {
    tsr_answer answer;
    tsr_line why;
    char words[256] = "";
    memset(&why, 0, sizeof why);
    assert_int_equal(tsr_match_submit_text(m, seat, text, 0, &answer, &why), TSR_OK);
    if (answer != expected) {
        if (why.code) {
            tsr_line_text(tsr_match_rules(m), &why, NULL, words, sizeof words);
        }
        fail_msg("'%s' of seat %d is answered with %d, not %d; %s", text, seat, answer, expected,
                 words);
    }
}

void help_play(tsr_match *m, int plies, tsr_rng *g) {
    const tsr_rules *r = tsr_match_rules(m);
    for (int i = 0; i < plies; i++) {
        uint32_t waiting = tsr_match_waiting(m);
        tsr_answer answer;
        if (!waiting) {
            return;
        }
        int seat = (int)tsr_rng_below(g, r->players);
        while (!(waiting >> seat & 1u)) {
            seat = (seat + 1) % r->players;
        }
        tsr_move move = tsr_sample(r, tsr_match_state(m), seat, g);
        assert_int_equal(tsr_match_submit(m, seat, move, 0, &answer, NULL), TSR_OK);
        assert_true(answer == TSR_ANSWER_PLAYED || answer == TSR_ANSWER_HELD);
    }
}

void help_finish(tsr_match *m, uint64_t seed) {
    tsr_rng g;
    tsr_rng_init(&g, seed);
    help_play(m, 100000, &g);
    assert_int_equal(tsr_match_waiting(m), 0);
}

tsr_match *help_resume(const tsr_rules *r, const char *bytes, size_t size, paper *p,
                       tsr_record *rec, tsr_error *err) {
    tsr_match_config config;
    tsr_match *m = NULL;
    memset(err, 0, sizeof *err);
    memset(rec, 0, sizeof *rec);
    if (tsr_record_read(bytes, size, NULL, rec, err)) {
        return NULL;
    }
    tsr_match_config_init(&config, r);
    if (p) {
        config.sink = paper_sink(p);
    }
    return tsr_record_resume(rec, &config, &m, err) ? NULL : m;
}
