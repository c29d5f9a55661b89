// SPDX-License-Identifier: MIT
//
// Standard algebraic notation, for games like chess.
//
// The letters are those of the pieces, Pawn has none. Castling is a motion with the
// label `castle`; O-O is the one towards the higher column. + and # are found by
// playing the move: mate is a lost game, check an attack on what `stuck` asks about.
#include <tessera/lang.h>

#include <stdio.h>
#include <string.h>

#include <tessera/rules.h>
#include <tessera/text.h>

#include "lang/game/slots.h"

typedef struct san_move {
    int type, from, to, become, capture, castle;
} san_move;

static int take_apart(const program *p, const void *s, tsr_move m, san_move *out) {
    walk_step step[WALK_MAX_CHOICES];
    int n = walk_steps(p, s, m, step, WALK_MAX_CHOICES);
    memset(out, 0, sizeof *out);
    out->become = -1;
    if (n < 1 || step[0].from < 0 || step[0].to < 0) {
        return 0;
    }
    const ir_choice *c = &p->choice[step[0].choice];
    out->from = step[0].from;
    out->to = step[0].to;
    out->type = lang_type_at(p, s, out->from);
    out->castle = c->label && strcmp(p->words.label[c->label - 1], "castle") == 0;
    // Taking a piece that stands elsewhere (en passant) is said by the rule.
    out->capture = lang_owner_at(p, s, out->to) >= 0 || (c->rule && c->rule->c);
    if (n > 1 && p->choice[step[1].choice].kind == CH_BECOME) {
        out->become = p->choice[step[1].choice].type;
    }
    return 1;
}

static int is_pawn(const program *p, int type) {
    return strcmp(p->g->pieces[type].name, "Pawn") == 0;
}

// How much of the origin must be said so that no other piece of the type fits:
// 0 nothing, 1 the column, 2 the row, 3 both.
static int needed_origin(const tsr_rules *r, const void *s, const san_move *m) {
    const program *p = program_of(r);
    tsr_move list[TSR_MAX_MOVES];
    int n = walk_moves(p, s, list, p->size.max_moves), others = 0, column = 0, row = 0;
    for (int i = 0; i < n; i++) {
        san_move o;
        if (!take_apart(p, s, list[i], &o) || o.to != m->to || o.type != m->type ||
            o.from == m->from || o.castle) {
            continue;
        }
        others = 1;
        column |= p->b.x[o.from] == p->b.x[m->from];
        row |= p->b.y[o.from] == p->b.y[m->from];
    }
    return !others ? 0 : !column ? 1 : !row ? 2 : 3;
}

static void put_origin(tsr_out *o, const program *p, int cell, int what) {
    if (what & 1) tsr_put_char(o, (char)('a' + p->b.x[cell]));
    if (what & 2) tsr_put_int(o, p->b.y[cell] + 1);
}

// Whether the player to move stands in check: `def check`, asked as the author wrote it.
static int in_check(const tsr_rules *r, const void *s) {
    const program *p = program_of(r);
    const ir_head *h = s;
    frame f;
    if (!p->words.check_code[h->me]) {
        return 0;
    }
    vm_load(&f, p, s);
    return vm_run(&f, p->words.check_code[h->me]) == VM_YES;
}

static void put_check(tsr_out *o, const tsr_rules *r, const void *s, tsr_move m) {
    union {
        char bytes[TSR_MAX_STATE];
        uint64_t align;
    } after;
    memcpy(after.bytes, s, r->state_size);
    walk_play(program_of(r), after.bytes, m);
    const ir_head *h = (const ir_head *)(const void *)after.bytes;
    if (h->over == OUT_LOSE || h->over == OUT_WIN) {
        tsr_put_char(o, '#');
    } else if (in_check(r, after.bytes)) {
        tsr_put_char(o, '+');
    }
}

int tsr_lang_san(const tsr_rules *r, const void *s, tsr_move m, char *buf, size_t cap) {
    const program *p = program_of(r);
    tsr_out o = tsr_out_to(buf, cap);
    san_move x;
    if (!take_apart(p, s, m, &x)) {
        return lang_table.move_text(r, s, tsr_mover(tsr_turn(r, s)), m, buf, cap);
    }
    if (x.castle) {
        tsr_put(&o, p->b.x[x.to] > p->b.x[x.from] ? "O-O" : "O-O-O");
    } else {
        int pawn = is_pawn(p, x.type);
        if (!pawn) {
            tsr_put_char(&o, p->words.letter[x.type]);
        }
        put_origin(&o, p, x.from, pawn ? x.capture : needed_origin(r, s, &x));
        if (x.capture) {
            tsr_put_char(&o, 'x');
        }
        tsr_put(&o, p->b.name[x.to]);
        if (x.become >= 0) {
            tsr_putf(&o, "=%c", p->words.letter[x.become]);
        }
    }
    put_check(&o, r, s, m);
    return tsr_out_end(&o);
}

// --- Reading ----------------------------------------------------------------------------

typedef struct san_pattern {
    int type, column, row, to, become, castle; // -1 = not said; castle 1 short, 2 long
} san_pattern;

static int type_of_letter(const program *p, char c) {
    for (int t = 0; t < p->types; t++) {
        if (p->words.letter[t] == c) {
            return t;
        }
    }
    return -1;
}

static int pawn_type(const program *p) {
    for (int t = 0; t < p->types; t++) {
        if (is_pawn(p, t)) {
            return t;
        }
    }
    return 0;
}

// From the end: decoration, promotion, target; what is left is piece and origin.
static int read_pattern(const program *p, const char *text, san_pattern *out) {
    char t[24];
    size_t n = 0;
    for (; *text && n + 1 < sizeof t; text++) {
        if (!strchr("+#!?x:", *text)) {
            t[n++] = *text;
        }
    }
    t[n] = '\0';
    san_pattern x = {-1, -1, -1, -1, -1, 0};
    *out = x;
    if (strcmp(t, "O-O") == 0 || strcmp(t, "0-0") == 0 || strcmp(t, "O-O-O") == 0 ||
        strcmp(t, "0-0-0") == 0) {
        out->castle = strlen(t) == 3 ? 1 : 2;
        return 1;
    }
    if (n > 2 && type_of_letter(p, t[n - 1]) >= 0) {
        out->become = type_of_letter(p, t[--n]);
        n -= t[n - 1] == '=';
        t[n] = '\0';
    }
    size_t digits = n;
    while (digits > 0 && t[digits - 1] >= '0' && t[digits - 1] <= '9') {
        digits--;
    }
    if (digits == n || digits == 0) {
        return 0;
    }
    out->to = board_cell(&p->b, t + digits - 1);
    t[digits - 1] = '\0';
    const char *at = t;
    out->type = *at >= 'A' && *at <= 'Z' ? type_of_letter(p, *at++) : pawn_type(p);
    if (*at >= 'a' && *at <= 'z') {
        out->column = *at++ - 'a';
    }
    if (*at >= '1' && *at <= '9') {
        out->row = *at++ - '1';
    }
    return out->to >= 0 && out->type >= 0 && *at == '\0';
}

static int fits(const program *p, const san_pattern *x, const san_move *m) {
    if (x->castle || m->castle) {
        int side = p->b.x[m->to] > p->b.x[m->from] ? 1 : 2;
        return m->castle && x->castle == side;
    }
    return m->to == x->to && m->type == x->type && m->become == x->become &&
           (x->column < 0 || p->b.x[m->from] == x->column) &&
           (x->row < 0 || p->b.y[m->from] == x->row);
}

tsr_err tsr_lang_san_read(const tsr_rules *r, const void *s, const char *text, tsr_move *out,
                          tsr_error *err) {
    const program *p = program_of(r);
    tsr_move list[TSR_MAX_MOVES], found = TSR_NO_MOVE;
    san_pattern x;
    int hits = 0;
    if (!read_pattern(p, text, &x)) {
        return tsr_fail(err, TSR_ERR_PARSE, "'%s' is no move in algebraic notation", text);
    }
    int n = walk_moves(p, s, list, p->size.max_moves);
    for (int i = 0; i < n; i++) {
        san_move m;
        if (take_apart(p, s, list[i], &m) && fits(p, &x, &m)) {
            found = list[i];
            hits++;
        }
    }
    if (hits != 1) {
        return tsr_fail(err, TSR_ERR_ILLEGAL,
                        hits ? "'%s' fits several moves" : "'%s' is not legal here", text);
    }
    *out = found;
    return TSR_OK;
}
