// SPDX-License-Identifier: MIT
//
// Laws 7 and 8: moves and positions as text, there and back.
#include "law.h"

#include <stdlib.h>
#include <string.h>

// --- snprintf's rule ---------------------------------------------------------

typedef int (*writer)(law_run *run, const void *s, int who, tsr_move m, char *buf, size_t cap);

static int write_move(law_run *run, const void *s, int who, tsr_move m, char *buf, size_t cap) {
    return run->r->g.move_text(run->r, s, who, m, buf, cap);
}

static int write_position(law_run *run, const void *s, int who, tsr_move m, char *buf, size_t cap) {
    (void)who;
    (void)m;
    return run->r->g.text(run->r, s, buf, cap);
}

// A writer given `cap` bytes writes at most these, ends with NUL, and returns the
// whole length whatever `cap` is. `whole` is the text in full.
static void keeps_to_its_room(law_run *run, writer w, const char *what, const void *s, int who,
                              tsr_move m, const char *whole) {
    size_t n = strlen(whole);
    size_t cap = tsr_rng_below(&run->g, (uint32_t)n + 2);
    char *buf = law_memory(n + 16);
    memset(buf, 0x7e, n + 16);
    int claimed = w(run, s, who, m, cap ? buf : NULL, cap);
    int written = cap == 0 || (memcmp(buf, whole, cap - 1 < n ? cap - 1 : n) == 0 &&
                               buf[cap - 1 < n ? cap - 1 : n] == '\0');
    int kept = 1;
    for (size_t i = cap; i < n + 16; i++) {
        kept &= buf[i] == 0x7e;
    }
    LAW_HOLDS(run, claimed == (int)n, "%s with room for %zu says it needs %d, not %zu", what, cap,
              claimed, n);
    LAW_HOLDS(run, written && kept, "%s with room for %zu %s", what, cap,
              kept ? "does not write the beginning of the text" : "writes past its room");
    free(buf);
}

// --- Law 7: moves ------------------------------------------------------------

// One text for each of the moves, in rows of TSR_MOVE_TEXT_MAX.
static char (*texts_of(law_run *run, int who, const tsr_move *moves,
                       int count))[TSR_MOVE_TEXT_MAX] {
    char(*text)[TSR_MOVE_TEXT_MAX] = law_memory((size_t)count * sizeof *text);
    for (int i = 0; i < count; i++) {
        int n = run->r->g.move_text(run->r, run->spot.state, who, moves[i], text[i], sizeof *text);
        const char *fault = n >= TSR_MOVE_TEXT_MAX ? "is too long" : law_text_fault(text[i]);
        LAW_HOLDS(run, !fault, "the text '%s' of a move of %s %s", text[i], law_who(who), fault);
        LAW_HOLDS(run, n == (int)strlen(text[i]) || n >= TSR_MOVE_TEXT_MAX,
                  "move_text of '%s' returns %d", text[i], n);
    }
    return text;
}

static int by_text(const void *a, const void *b) {
    return strcmp(a, b);
}

static void texts_are_unique(law_run *run, int who, char (*text)[TSR_MOVE_TEXT_MAX], int count) {
    qsort(text, (size_t)count, sizeof *text, by_text);
    for (int i = 1; i < count; i++) {
        LAW_HOLDS(run, strcmp(text[i - 1], text[i]) != 0, "two moves of %s are both '%s'",
                  law_who(who), text[i]);
    }
}

static void reads_back(law_run *run, int who, tsr_move m, const char *text) {
    tsr_move back = 0;
    tsr_err code = tsr_move_read(run->r, run->spot.state, who, text, &back, NULL);
    LAW_HOLDS(run, code == TSR_OK && back == m, "'%s' of %s reads back as %s", text, law_who(who),
              code ? tsr_err_text(code) : "another move");
}

// Whatever somebody types: an answer, and no harm.
static void reads_anything(law_run *run, int who, const char *text) {
    char wrong[TSR_MOVE_TEXT_MAX + 32];
    tsr_move m = 0x1234;
    tsr_line why;
    memset(&why, 0, sizeof why);
    memcpy(wrong, text, strlen(text) + 1);
    law_mutate_text(&run->g, wrong, sizeof wrong);
    tsr_err code = tsr_move_read(run->r, run->spot.state, who, wrong, &m, &why);
    if (code) {
        LAW_HOLDS(run, m == 0x1234, "the unreadable move '%s' is written nonetheless", wrong);
        const char *fault = law_line_fault(run, &why);
        LAW_HOLDS(run, !fault, "the reason why '%s' is unreadable %s", wrong, fault);
    } else {
        LAW_HOLDS(run, tsr_why_not(run->r, run->spot.state, who, m, &why) >= 0,
                  "the move read from '%s' has no sound reason", wrong);
    }
}

// What a viewer sees of a move, masked or not, has words too.
static void seen_has_words(law_run *run, int who, tsr_move m, int viewer) {
    const tsr_rules *r = run->r;
    char text[TSR_MOVE_TEXT_MAX] = "";
    char event[512];
    tsr_line line;
    tsr_move seen = r->g.seen(r, run->spot.state, who, m, viewer);
    int n = r->g.move_text(r, run->spot.state, who, seen, text, sizeof text);
    const char *fault = n >= TSR_MOVE_TEXT_MAX ? "is too long" : law_text_fault(text);
    LAW_HOLDS(run, !fault, "the text '%s' of what %s sees of a move of %s %s", text,
              law_who(viewer), law_who(who), fault);
    memset(&line, 0xaa, sizeof line);
    r->more.say(r, run->spot.state, who, seen, &line);
    fault = line.code ? law_line_fault(run, &line) : NULL;
    LAW_HOLDS(run, !fault, "the sentence (code %d) about '%s' for %s %s", line.code, text,
              law_who(viewer), fault);
    if (!fault) {
        tsr_event_text(r, run->spot.state, who, seen, NULL, event, sizeof event);
        fault = law_text_fault(event);
        LAW_HOLDS(run, !fault, "the event '%s' %s", event, fault);
    }
}

static void law7_of(law_run *run, int who, const tsr_move *moves, int count) {
    enum { CLOSELY = 16 };
    char(*text)[TSR_MOVE_TEXT_MAX] = texts_of(run, who, moves, count);
    int step = law_stride(count, CLOSELY);
    for (int i = law_offset(run, step); i < count; i += step) {
        reads_back(run, who, moves[i], text[i]);
        reads_anything(run, who, text[i]);
        keeps_to_its_room(run, write_move, "move_text", run->spot.state, who, moves[i], text[i]);
        int index = (int)tsr_rng_below(&run->g, (uint32_t)run->viewers);
        seen_has_words(run, who, moves[i], law_viewer(run, index));
    }
    texts_are_unique(run, who, text, count);
    free(text);
}

static void law7_deep(law_run *run) {
    const law_spot *spot = &run->spot;
    for (int p = 0; p < run->r->players; p++) {
        if (spot->count[p] > 0) {
            law7_of(run, p, spot->moves[p], spot->count[p]);
        }
    }
    if (spot->outcomes > 0) {
        law7_of(run, TSR_CHANCE, spot->outcome, spot->outcomes);
    }
}

const law_hooks law_7 = {.deep = law7_deep};

// --- Law 8: positions --------------------------------------------------------

// `s` is written, read into memory of `byte`, and must be the same.
static void round_trip(law_run *run, const void *s, const char *text, const char *whose, int byte) {
    tsr_error err = {0};
    law_fill(run, run->scratch[0], byte);
    tsr_err code = run->r->g.parse(run->r, text, run->scratch[0], &err);
    if (LAW_HOLDS(run, !code, "the text of %s, '%.200s', is refused: %s", whose, text,
                  err.message)) {
        law_same(run, run->scratch[0], s, "%s, written and read back into memory of 0x%02x", whose,
                 byte);
    }
}

static void position_text_is_sound(law_run *run, const void *s, const char *whose) {
    const char *text = law_position_text(run, s, 0);
    if (!LAW_HOLDS(run, text != NULL, "the text of %s has no steady length", whose)) {
        return;
    }
    const char *fault = law_text_fault(text);
    LAW_HOLDS(run, !fault, "the text of %s, '%.200s', %s", whose, text, fault);
    round_trip(run, s, text, whose, 0x00);
    round_trip(run, s, text, whose, 0xaa);
    keeps_to_its_room(run, write_position, "text", s, 0, 0, text);
}

// A text that is wrong somewhere is refused and touches nothing, or is a sound
// position that can itself be written and read. Games without secrets can also
// be played on from there.
static void wrong_text(law_run *run, const char *text, char *wrong, size_t cap) {
    const tsr_rules *r = run->r;
    tsr_error err = {0};
    memcpy(wrong, text, strlen(text) + 1);
    law_mutate_text(&run->g, wrong, cap);
    law_fill(run, run->scratch[0], 0x5a);
    law_fill(run, run->scratch[1], 0x5a);
    if (r->g.parse(r, wrong, run->scratch[0], &err)) {
        law_same(run, run->scratch[0], run->scratch[1],
                 "the refused text '%.200s' is written nonetheless", wrong);
        LAW_HOLDS(run, err.message[0], "the text '%.200s' is refused without a word", wrong);
        return;
    }
    if (!LAW_HOLDS(run, r->g.check(r, run->scratch[0], NULL) == 0,
                   "the text '%.200s' is accepted, but check refuses the position", wrong)) {
        return;
    }
    const char *again = law_position_text(run, run->scratch[0], 1);
    int back = again && !r->g.parse(r, again, run->scratch[1], &err);
    if (LAW_HOLDS(run, back, "the text '%.200s' is accepted, but its own text is refused", wrong)) {
        law_same(run, run->scratch[1], run->scratch[0],
                 "read from '%.200s', written and read again", wrong);
    }
    if (!(r->g.flags & TSR_HAS_HIDDEN)) {
        const char *fault = law_play_on(run, run->scratch[0], 12);
        LAW_HOLDS(run, !fault, "the text '%.200s' is accepted, but playing on from there, %s",
                  wrong, fault);
    }
}

static void law8_deep(law_run *run) {
    const law_spot *spot = &run->spot;
    position_text_is_sound(run, spot->state, "the state");
    for (int i = 0; i < run->viewers && (run->r->g.flags & TSR_HAS_HIDDEN); i++) {
        char whose[32] = "the view of ";
        strcat(whose, law_who(law_viewer(run, i)));
        position_text_is_sound(run, spot->view[i], whose);
    }
    // Half of the wrong texts come from a state, half from a view.
    for (int i = 0; i < 12; i++) {
        int index = (int)tsr_rng_below(&run->g, (uint32_t)run->viewers * 2);
        const void *s = index < run->viewers ? spot->view[index] : spot->state;
        const char *text = law_position_text(run, s, 0);
        if (text) {
            size_t cap = strlen(text) * 2 + 16;
            char *wrong = law_memory(cap);
            wrong_text(run, text, wrong, cap);
            free(wrong);
        }
    }
}

const law_hooks law_8 = {.deep = law8_deep};
