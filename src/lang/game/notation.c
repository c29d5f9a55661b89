// SPDX-License-Identifier: MIT
//
// The notations of a game, and who writes and reads in each.
#include "lang/game/notation.h"

#include <string.h>

#include <tessera/lang.h>
#include <tessera/rules.h>

#include "lang/front/ast.h"
#include "lang/game/points.h"
#include "lang/game/ptn.h"
#include "lang/game/state.h"

// A code no move has: the number of moves that fit follows the bit of moves that are hashes.
static tsr_move refusal(int fits) {
    return WALK_HASHED | (tsr_move)fits;
}

int notation_refuses(tsr_move m) {
    const tsr_move fits = m & ~WALK_HASHED;
    return m & WALK_HASHED && fits <= TSR_MAX_MOVES ? (int)fits : -1;
}

static int reads(const program *p, notation_kind kind) {
    return p->words.reads >> kind & 1;
}

int notation_writes(const program *p) {
    return p->words.writes >= NOTATION_POINTS;
}

// --- Writing -------------------------------------------------------------------------------------

// SAN is short: where it fits two moves, cells are written.
static int san_text(const tsr_rules *r, const void *s, tsr_move m, char *buf, size_t cap) {
    tsr_move back = TSR_NO_MOVE;
    const int n = tsr_lang_san(r, s, m, buf, cap);
    return n > 0 && (size_t)n < cap && !tsr_lang_san_read(r, s, buf, &back, NULL) && back == m ? n
                                                                                               : 0;
}

int notation_text(const tsr_rules *r, const void *s, const spelled *m, char *buf, size_t cap) {
    const program *p = program_of(r);
    points_play play;
    if (m->move == 1 || m->count < 1) {
        return 0;
    }
    switch (p->words.writes) {
    case NOTATION_POINTS:
        return points_of(p, s, m->step, m->count, &play) ? points_text(&play, buf, cap) : 0;
    case NOTATION_PTN: return p->split ? 0 : ptn_text(p, m->step, m->count, buf, cap);
    case NOTATION_SAN: return p->split ? 0 : san_text(r, s, m->move, buf, cap);
    default: return 0;
    }
}

// --- Reading -------------------------------------------------------------------------------------

typedef union after {
    char bytes[TSR_MAX_STATE];
    uint64_t align;
} after;

// What was found so far among the legal moves: those that fit best, and what the first of them leads to.
typedef struct found {
    tsr_move move;
    int fit, count;
    after end;
} found;

// Two moves to the same position are one.
static void note_fit(const tsr_rules *r, const void *s, int who, tsr_move m, int fit, found *f) {
    after end;
    if (fit < 1 || fit < f->fit) {
        return;
    }
    memcpy(end.bytes, s, r->state_size);
    r->g.play(r, end.bytes, who, m);
    if (fit > f->fit) {
        f->fit = fit;
        f->count = 0;
    } else if (memcmp(end.bytes, f->end.bytes, r->state_size) == 0) {
        return;
    }
    if (f->count++ == 0) {
        f->move = m;
        f->end = end;
    }
}

// A text as one notation has it, and how well a legal move fits it: 0 = not.
typedef struct typed {
    points_play points;
    char ptn[32];
    int (*fit)(const struct typed *t, const program *p, const void *s, const spelled *m);
} typed;

static int fits_points(const typed *t, const program *p, const void *s, const spelled *m) {
    points_play play;
    return points_of(p, s, m->step, m->count, &play) ? points_fits(&t->points, &play) : 0;
}

static int fits_ptn(const typed *t, const program *p, const void *s, const spelled *m) {
    char text[sizeof t->ptn];
    (void)s;
    return ptn_text(p, m->step, m->count, text, sizeof text) && strcmp(t->ptn, text) == 0;
}

// Which legal moves fit best.
static void read_typed(const tsr_rules *r, const void *s, int who, const typed *t, tsr_move *out) {
    const program *p = program_of(r);
    tsr_move list[TSR_MAX_MOVES];
    noted known;
    spelled m;
    found f = {.count = 0};
    const int n = r->g.moves(r, s, who, list);
    noted_begin(&known, p, s, list, n);
    for (int i = 0; i < n; i++) {
        noted_spell(&known, p, s, i, list[i], &m);
        note_fit(r, s, who, list[i], t->fit(t, p, s, &m), &f);
    }
    *out = f.count == 1 ? f.move : refusal(f.count);
}

tsr_err notation_read(const tsr_rules *r, const void *s, int who, const char *text, tsr_move *out) {
    const program *p = program_of(r);
    typed t;
    if (reads(p, NOTATION_SAN) && !tsr_lang_san_read(r, s, text, out, NULL)) {
        return TSR_OK;
    }
    if (reads(p, NOTATION_POINTS) && points_read(p, text, &t.points)) {
        t.fit = fits_points;
    } else if (reads(p, NOTATION_PTN) && !p->split && ptn_tidy(text, t.ptn, sizeof t.ptn)) {
        t.fit = fits_ptn;
    } else {
        return TSR_ERR_PARSE;
    }
    read_typed(r, s, who, &t, out);
    return TSR_OK;
}
