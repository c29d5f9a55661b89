// SPDX-License-Identifier: MIT
//
// Cards in moves: written as what they are, and found again by that.
#include "lang/game/card_text.h"

#include <string.h>

#include "lang/front/ast.h"
#include "lang/game/state.h"

enum { KIND_TEXT = 48 };

static char lower_case(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

void card_put_kind(tsr_out *o, const program *p, int type) {
    const decl_piece *d = &p->g->pieces[type];
    for (const char *c = d->mark ? d->mark : d->name; *c; c++) {
        if (*c != ' ') {
            tsr_put_char(o, lower_case(*c));
        }
    }
}

// Where all are of one kind, what tells them apart is where they lie.
void card_put_cell(tsr_out *o, const program *p, int cell) {
    if (p->slot_kind[cell] != 255 && p->types > 1) {
        card_put_kind(o, p, p->slot_kind[cell]);
    } else {
        tsr_put(o, p->b.name[cell] ? p->b.name[cell] : "?");
    }
}

static size_t kind_text(const program *p, int type, char *buf) {
    tsr_out o = tsr_out_to(buf, KIND_TEXT);
    card_put_kind(&o, p, type);
    const int n = tsr_out_end(&o);
    return n > 0 && n < KIND_TEXT ? (size_t)n : 0;
}

static int cell_of(const program *p, const void *s, int type) {
    const ir_head *h = s;
    int other = -1;
    for (int c = p->b.cells - 1; c >= 0; c--) {
        if (p->slot_kind[c] == type) {
            if (lang_owner_at(p, s, c) == h->me) {
                return c;
            }
            other = c;
        }
    }
    return other;
}

int card_take(const program *p, const void *s, const char **text) {
    size_t longest = 0;
    int best = -1;
    for (int t = 0; t < p->types; t++) {
        char kind[KIND_TEXT];
        const size_t n = kind_text(p, t, kind);
        if (n > longest && strncmp(*text, kind, n) == 0 && cell_of(p, s, t) >= 0) {
            best = t;
            longest = n;
        }
    }
    *text += longest;
    return best < 0 ? -1 : cell_of(p, s, best);
}

const ir_area *card_hidden_area(const program *p, int cell) {
    int first;
    const ir_area *a = ir_area_at(p, cell, &first);
    return a && a->hidden ? a : NULL;
}
