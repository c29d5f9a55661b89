// SPDX-License-Identifier: MIT
#ifndef TSR_UNICORNS_ENGINE_H
#define TSR_UNICORNS_ENGINE_H

// The engines, one for each length of sets (width.h), as those see them who do not know which
// one plays: what fits into it, how it takes its seat, and what others ask about its states.

#include <tessera/rules.h>

#include "unicorns/cards.h"

struct tsr_unicorns; // unicorns.h
struct tsr_unicorns_move;

typedef struct uni_engine {
    // The largest deck that it can play.
    int cards, jobs, loans;
    // Puts its slots and bounds into rules that are being opened for this deck.
    void (*bind)(tsr_rules *r, const uni_deck *d);
    // script.h, unicorns.h
    int (*run_tests)(uni_deck *d, uni_report *report);
    void (*read)(const uni_deck *d, const void *view, struct tsr_unicorns *out);
    struct tsr_unicorns_move (*read_move)(const uni_deck *d, const void *view, tsr_move m);
    int (*draw)(const tsr_rules *r, const void *view, int viewer, tsr_player_names names, int width,
                int height, char *buf, size_t cap);
} uni_engine;

// The engine of this compilation (unicorns.c).
extern const uni_engine uni_engine_own;

// The narrowest engine for a deck (open.c).
const uni_engine *uni_engine_for(const uni_deck *d);

// Slots that are the same for all engines (open.c).
tsr_err uni_open(tsr_rules *r, const char *data, size_t size, tsr_error *err);
void uni_close(tsr_rules *r);

#endif
