// SPDX-License-Identifier: MIT
// Opening a deck: it is read, its own tests are run, and the narrowest engine that it fits into
// takes the seat.
#include <string.h>

#include "unicorns/engine.h"
#include "unicorns/lines.h"
#include "unicorns/parts.h"
#include "unicorns/verb.h"

// --- Engines ------------------------------------------------------------------------

extern const uni_engine uni_engine_own_2, uni_engine_own_4; // the others of width.h

const uni_engine *uni_engine_for(const uni_deck *d) {
    static const uni_engine *const narrow[] = {&uni_engine_own_2, &uni_engine_own_4};
    for (int i = 0; i < 2; i++) {
        const uni_engine *e = narrow[i];
        if (d->card_count <= e->cards && d->jobs_most <= e->jobs && d->loans_most <= e->loans) {
            return e;
        }
    }
    return &uni_engine_own; // what does not fit here is refused when the deck is read
}

// --- Opening ------------------------------------------------------------------------

static const char *const class_words[UNI_WORD_CLASSES] = {
    "a baby unicorn", "a basic unicorn", "a magical unicorn", "a magic card", "an instant",
    "an upgrade",     "a downgrade",     "a unicorn",         "a card"};

static void fill_names(tsr_rules *r, uni_rules *u) {
    int n = 0;
    for (int k = 0; k < u->deck.kind_count; k++) {
        u->names[n++] = uni_kind_name(&u->deck, k);
    }
    for (int i = 0; i < UNI_WORD_CLASSES; i++) {
        u->names[n++] = class_words[i];
    }
    for (int i = 0; i < uni_verb_count; i++) {
        u->names[n++] = uni_verbs[i]->word;
    }
    for (int i = 0; i < u->deck.added_count; i++) {
        u->names[n++] = u->deck.added[i]->word;
    }
    r->names = u->names;
    r->name_count = (uint16_t)n;
}

static tsr_err load(tsr_rules *r, uni_rules *u, const uni_source *file, bool own, tsr_error *err) {
    uni_report *report = tsr_mem_new(r->alloc, sizeof *report);
    if (!report) {
        return tsr_fail(err, TSR_ERR_MEMORY, "no memory for the deck");
    }
    tsr_err e = uni_deck_load(file, &u->added, r->alloc, &u->deck, report);
    if (e == TSR_ERR_MEMORY) {
        (void)tsr_fail(err, e, "no memory for the deck");
    } else if (e) {
        e = uni_report_error(report, err);
    } else if (own && uni_engine_for(&u->deck)->run_tests(&u->deck, report) > 0) {
        e = uni_report_error(report, err);
    }
    tsr_mem_free(r->alloc, report, sizeof *report);
    return e;
}

tsr_err uni_open(tsr_rules *r, const char *data, size_t size, tsr_error *err) {
    uni_source file = uni_builtin(r->opt[0]);
    if (data) {
        file = (uni_source){"deck", data, size};
    }
    uni_rules *u = tsr_mem_new(r->alloc, sizeof *u);
    if (!u) {
        return tsr_fail(err, TSR_ERR_MEMORY, "no memory for the deck");
    }
    tsr_err e = uni_added_list(r->more.extras, &u->added, err);
    e = e ? e : load(r, u, &file, data != NULL, err);
    uni_deck *d = &u->deck;
    if (!e && (r->players < d->players_min || r->players > d->players_max)) {
        e = tsr_fail(err, TSR_ERR_ARGUMENT, "the deck \"%s\" is for %d to %d players",
                     uni_deck_text(d, d->title), d->players_min, d->players_max);
    }
    if (e) {
        tsr_mem_free(r->alloc, u, sizeof *u);
        return e;
    }
    d->players = r->players;
    fill_names(r, u);
    u->engine = uni_engine_for(d);
    u->engine->bind(r, d);
    r->hash = tsr_hash_bytes(file.text, file.size, r->hash);
    for (int i = 0; i < d->added_count; i++) {
        r->hash = tsr_hash_bytes(d->added[i]->word, strlen(d->added[i]->word), r->hash);
    }
    r->data = u;
    return TSR_OK;
}

void uni_close(tsr_rules *r) {
    tsr_mem_free(r->alloc, r->data, sizeof(uni_rules));
}
