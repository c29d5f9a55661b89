// SPDX-License-Identifier: MIT
//
// Law 17: a game can be written down as text and played again from it, and what
// is written for one viewer tells nothing that is hidden from that viewer.
#include "law.h"

#include <stdlib.h>
#include <string.h>

#include <tessera/match.h>
#include <tessera/record.h>

// --- A record of texts -------------------------------------------------------

typedef struct texts {
    char *bytes; // NUL-ended texts, one after another
    size_t size, cap;
    int unreadable;
} texts;

static void law17_begin(law_run *run) {
    texts *t = law_keep(run, sizeof *t);
    t->size = 0;
    t->unreadable = 0;
}

static void law17_moved(law_run *run, int who, tsr_move m, const void *after) {
    texts *t = law_keep(run, sizeof *t);
    char text[TSR_MOVE_TEXT_MAX];
    (void)after;
    int n = run->r->g.move_text(run->r, run->spot.state, who, m, text, sizeof text);
    if (n <= 0 || n >= (int)sizeof text) {
        t->unreadable = 1; // law 7 has more to say about it
        return;
    }
    if (t->size + (size_t)n + 1 > t->cap) {
        t->cap = t->cap * 2 + 4096;
        char *more = realloc(t->bytes, t->cap);
        if (!more) {
            exit(3);
        }
        t->bytes = more;
    }
    memcpy(t->bytes + t->size, text, (size_t)n + 1);
    t->size += (size_t)n + 1;
}

// Plays the texts from the start through the checked door.
static void replay_texts(law_run *run, const texts *t) {
    const tsr_rules *r = run->r;
    void *s = run->scratch[0];
    const char *at = t->bytes;
    law_fill(run, s, 0);
    r->g.init(r, s);
    for (int i = 0; i < run->step_count; i++, at += strlen(at) + 1) {
        tsr_move m = 0;
        int who = run->steps[i].who;
        int fits = !tsr_move_read(r, s, who, at, &m, NULL) && m == run->steps[i].move;
        if (!LAW_HOLDS(run, fits, "ply %d of %s, recorded as '%s', reads back as another move",
                       i + 1, law_who(who), at) ||
            !LAW_HOLDS(run, tsr_play_checked(r, s, who, m, NULL) == 0,
                       "ply %d of %s, recorded as '%s', is refused on replay", i + 1, law_who(who),
                       at)) {
            return;
        }
    }
    law_same(run, s, run->pristine, "the replayed record ends otherwise");
}

// --- The referee's own record ------------------------------------------------

typedef struct paper {
    char *bytes;
    size_t size, cap;
} paper;

static tsr_err paper_write(void *self, const char *bytes, size_t size) {
    paper *p = self;
    if (p->size + size > p->cap) {
        p->cap = p->cap * 2 + size + 4096;
        char *more = realloc(p->bytes, p->cap);
        if (!more) {
            return TSR_ERR_MEMORY;
        }
        p->bytes = more;
    }
    memcpy(p->bytes + p->size, bytes, size);
    p->size += size;
    return TSR_OK;
}

// Plays a match to its end with random answers, given in random order.
static tsr_err play_match(law_run *run, tsr_match *match) {
    for (uint32_t i = 0; i < run->r->max_plies; i++) {
        uint32_t waiting = tsr_match_waiting(match);
        if (!waiting) {
            return TSR_OK;
        }
        int seat = law_random_mover(waiting, &run->g);
        tsr_move m = law_random_move(run, tsr_match_state(match), seat, &run->g);
        tsr_answer answer;
        tsr_err code = tsr_match_submit(match, seat, m, i, &answer, NULL);
        if (code || answer > TSR_ANSWER_HELD) {
            return code ? code : TSR_ERR_ILLEGAL;
        }
    }
    return TSR_OK;
}

static void resume_match(law_run *run, const paper *p, const tsr_match *match) {
    tsr_record rec;
    tsr_match_config config;
    tsr_match *again = NULL;
    tsr_error err = {0};
    tsr_err code = tsr_record_read(p->bytes, p->size, NULL, &rec, &err);
    if (!LAW_HOLDS(run, !code, "its record does not load: line %u: %s", err.line, err.message)) {
        return;
    }
    tsr_match_config_init(&config, run->r);
    code = tsr_record_resume(&rec, &config, &again, &err);
    if (LAW_HOLDS(run, !code, "its record does not resume: line %u: %s", err.line, err.message)) {
        law_same(run, tsr_match_state(again), tsr_match_state(match),
                 "its record resumes otherwise");
        LAW_HOLDS(run, tsr_match_ply_count(again) == tsr_match_ply_count(match),
                  "its record resumes with another number of plies");
        tsr_match_close(again);
    }
    tsr_record_free(&rec);
}

// Whether the game's own moves give the same bytes in two places. The referee
// relies on that (and asserts it); where it fails, laws 1 and 16 say so.
static int plays_alike(law_run *run) {
    const tsr_rules *r = run->r;
    for (int k = 0; k < 2; k++) {
        law_fill(run, run->scratch[k], 0);
        r->g.init(r, run->scratch[k]);
        for (int i = 0; i < run->step_count; i++) {
            r->g.play(r, run->scratch[k], run->steps[i].who, run->steps[i].move);
        }
    }
    return memcmp(run->scratch[0], run->scratch[1], r->state_size) == 0 &&
           memcmp(run->scratch[0], run->pristine, r->state_size) == 0;
}

// A real match with a real record, once for a setup.
static void record_match(law_run *run) {
    paper p = {0};
    tsr_match_config config;
    tsr_match *match = NULL;
    tsr_error err = {0};
    tsr_match_config_init(&config, run->r);
    config.seed = run->seed;
    config.sink = (tsr_sink){&p, paper_write};
    tsr_err code = tsr_match_open(&config, &match, &err);
    if (LAW_HOLDS(run, !code, "no match begins: %s", err.message)) {
        code = play_match(run, match);
        if (LAW_HOLDS(run, !code, "a match with random answers stops: %s", tsr_err_text(code))) {
            resume_match(run, &p, match);
        }
        tsr_match_close(match);
    }
    free(p.bytes);
}

static void law17_end(law_run *run) {
    texts *t = law_keep(run, sizeof *t);
    if (!t->unreadable) {
        replay_texts(run, t);
    }
    if (run->game == 0 && plays_alike(run)) {
        record_match(run);
    }
}

static void law17_finish(law_run *run) {
    texts *t = law_keep(run, sizeof *t);
    free(t->bytes);
    t->bytes = NULL;
}

// --- Redaction ---------------------------------------------------------------
//
// Two moves of one mover that a viewer cannot tell apart make two truths with
// one view: twins. Both are played on with the same moves as long as the viewer's
// views stay equal, and the two records, redacted for that viewer, must be equal.

// Fills `out` with the line a viewer reads about a move.
static void redacted(law_run *run, const void *s, int who, tsr_move m, int viewer, char *out,
                     size_t cap) {
    const tsr_rules *r = run->r;
    tsr_move seen = r->g.seen(r, s, who, m, viewer);
    int n = r->g.move_text(r, s, who, seen, out, cap);
    n = n < 0 ? 0 : n;
    if ((size_t)n + 3 < cap) {
        memcpy(out + n, " | ", 4);
        tsr_event_text(r, s, who, seen, NULL, out + n + 3, cap - (size_t)n - 3);
    }
}

// A masked code is put into words from what the viewer sees, nothing else.
static void masked_words(law_run *run, int who, tsr_move m, int index) {
    const tsr_rules *r = run->r;
    char full[TSR_MOVE_TEXT_MAX], seen_text[TSR_MOVE_TEXT_MAX];
    tsr_move seen = r->g.seen(r, run->spot.state, who, m, law_viewer(run, index));
    if (seen == m) {
        return;
    }
    r->g.move_text(r, run->spot.state, who, seen, full, sizeof full);
    r->g.move_text(r, run->spot.view[index], who, seen, seen_text, sizeof seen_text);
    LAW_HOLDS(run, strcmp(full, seen_text) == 0,
              "what %s sees of a move of %s is '%s' in the state and '%s' in the view",
              law_who(law_viewer(run, index)), law_who(who), full, seen_text);
}

// Two moves of `who` that look the same to `viewer` but differ; 0 if none is found.
static int find_twins(law_run *run, int who, int viewer, tsr_move twin[2]) {
    const tsr_rules *r = run->r;
    const law_spot *spot = &run->spot;
    const tsr_move *moves = who == TSR_CHANCE ? spot->outcome : spot->moves[who];
    int count = who == TSR_CHANCE ? spot->outcomes : spot->count[who];
    int start = (int)tsr_rng_below(&run->g, (uint32_t)count);
    twin[0] = moves[start];
    tsr_move seen = r->g.seen(r, spot->state, who, twin[0], viewer);
    for (int i = 1; i < count && seen != twin[0]; i++) {
        twin[1] = moves[(start + i) % count];
        if (r->g.seen(r, spot->state, who, twin[1], viewer) == seen) {
            return 1;
        }
    }
    return 0;
}

// Follows the twins in scratch 0 and 1 for some plies.
static void follow_twins(law_run *run, int viewer) {
    const tsr_rules *r = run->r;
    void *a = run->scratch[0], *b = run->scratch[1];
    char line[2][768];
    for (int ply = 0; ply < 12; ply++) {
        uint32_t turn = r->g.turn(r, a);
        int who = turn ? law_random_mover(turn, &run->g) : -1;
        tsr_move m = who >= 0 ? law_random_move(run, a, who, &run->g) : 0;
        if (m == 0 || tsr_why_not(r, b, who, m, NULL)) {
            return; // over, or the twins part
        }
        redacted(run, a, who, m, viewer, line[0], sizeof line[0]);
        redacted(run, b, who, m, viewer, line[1], sizeof line[1]);
        r->g.play(r, a, who, m);
        r->g.play(r, b, who, m);
        r->g.view(r, a, viewer, run->scratch[2]);
        r->g.view(r, b, viewer, run->scratch[3]);
        if (memcmp(run->scratch[2], run->scratch[3], r->state_size) != 0) {
            return; // something is shown: the records may differ from here on
        }
        LAW_HOLDS(run, strcmp(line[0], line[1]) == 0,
                  "%s sees the same either way, but reads '%s' or '%s'", law_who(viewer), line[0],
                  line[1]);
    }
}

static void redaction_of(law_run *run, int who) {
    const tsr_rules *r = run->r;
    const law_spot *spot = &run->spot;
    const tsr_move *moves = who == TSR_CHANCE ? spot->outcome : spot->moves[who];
    int count = who == TSR_CHANCE ? spot->outcomes : spot->count[who];
    for (int i = 0; i < run->viewers; i++) {
        tsr_move twin[2];
        int viewer = law_viewer(run, i);
        masked_words(run, who, moves[tsr_rng_below(&run->g, (uint32_t)count)], i);
        if (find_twins(run, who, viewer, twin)) {
            for (int k = 0; k < 2; k++) {
                law_copy(run, run->scratch[k], spot->state);
                r->g.play(r, run->scratch[k], who, twin[k]);
            }
            follow_twins(run, viewer);
        }
    }
}

static void law17_deep(law_run *run) {
    const law_spot *spot = &run->spot;
    if (!(run->r->g.flags & TSR_HAS_HIDDEN)) {
        return;
    }
    for (int p = 0; p < run->r->players; p++) {
        if (spot->count[p] > 0) {
            redaction_of(run, p);
        }
    }
    if (spot->outcomes > 0) {
        redaction_of(run, TSR_CHANCE);
    }
}

const law_hooks law_17 = {.begin = law17_begin,
                          .deep = law17_deep,
                          .moved = law17_moved,
                          .end = law17_end,
                          .finish = law17_finish};
