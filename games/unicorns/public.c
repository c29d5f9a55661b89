// SPDX-License-Identifier: MIT
// unicorns.h: what others ask about decks, views and moves; of views, the engine that plays is asked.
#include <string.h>

#include "unicorns/appraise.h"
#include "unicorns/engine.h"
#include "unicorns/notation.h"
#include "unicorns/parts.h"
#include "unicorns/unicorns.h"

int tsr_is_unicorns(const tsr_rules *r) {
    return r->g.name && strcmp(r->g.name, "unicorns") == 0;
}

// --- Cards --------------------------------------------------------------------------

int tsr_unicorns_kind_count(const tsr_rules *r) {
    return uni_deck_of(r)->kind_count;
}

tsr_unicorns_kind tsr_unicorns_kind_at(const tsr_rules *r, int kind) {
    const uni_deck *d = uni_deck_of(r);
    const uni_kind *k = &d->kind[kind];
    return (tsr_unicorns_kind){uni_kind_name(d, kind), k->class_, k->copies, k->value};
}

int tsr_unicorns_kind_named(const tsr_rules *r, const char *name) {
    return uni_kind_named(uni_deck_of(r), name, strlen(name));
}

int tsr_unicorns_kind_of(const tsr_rules *r, int card) {
    return uni_deck_of(r)->kind_of[card];
}

int tsr_unicorns_worth(const tsr_rules *r, int kind) {
    return uni_appraise(uni_deck_of(r), kind);
}

int tsr_unicorns_use_worth(const tsr_rules *r, int kind) {
    return uni_appraise_use(uni_deck_of(r), kind);
}

int tsr_unicorns_card_text(const tsr_rules *r, int kind, char *buf, size_t cap) {
    return uni_card_text(uni_deck_of(r), kind, buf, cap);
}

// --- Views and moves ------------------------------------------------------------------

static const uni_engine *engine_of(const tsr_rules *r) {
    return ((const uni_rules *)r->data)->engine;
}

void tsr_unicorns_read(const tsr_rules *r, const void *view, tsr_unicorns *out) {
    engine_of(r)->read(uni_deck_of(r), view, out);
}

tsr_unicorns_move tsr_unicorns_move_of(const tsr_rules *r, const void *view, tsr_move m) {
    return engine_of(r)->read_move(uni_deck_of(r), view, m);
}

int tsr_unicorns_draw(const tsr_rules *r, const void *view, int viewer, tsr_player_names names,
                      int width, int height, char *buf, size_t cap) {
    return engine_of(r)->draw(r, view, viewer, names, width, height, buf, cap);
}

// --- Card files -----------------------------------------------------------------------------

int tsr_unicorns_lint(const char *name, const char *text, size_t size, const tsr_alloc *alloc,
                      char *buf, size_t cap) {
    uni_deck *d = tsr_mem_new(alloc, sizeof *d);
    uni_report *report = tsr_mem_new(alloc, sizeof *report);
    int errors = -1;
    if (cap) {
        buf[0] = '\0';
    }
    if (d && report) {
        uni_source file = {name, text, size};
        tsr_err e = uni_deck_load(&file, NULL, alloc, d, report);
        if (e != TSR_ERR_MEMORY) {
            if (!e) {
                (void)uni_engine_for(d)->run_tests(d, report);
            }
            errors = report->error_count;
            uni_report_text(report, buf, cap);
        }
    }
    tsr_mem_free(alloc, report, sizeof *report);
    tsr_mem_free(alloc, d, sizeof *d);
    return errors;
}
