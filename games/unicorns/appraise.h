// SPDX-License-Identifier: MIT
#ifndef TSR_UNICORNS_APPRAISE_H
#define TSR_UNICORNS_APPRAISE_H

// What cards and effects are worth, from their rules alone; see appraise.c.

#include "unicorns/deck.h"

// An effect to whoever it is for, in thousandths of a unicorn; negative = it costs.
int uni_appraise_effect(const uni_deck *d, uint16_t node);
// All rules of a kind to whoever has it in the stable, or plays it.
int uni_appraise_rules(const uni_deck *d, int kind);
// The same on the scale of players, 0 to 1000; of downgrades, how bad they are.
int uni_appraise(const uni_deck *d, int kind);
// What it does when it is used, once a turn.
int uni_appraise_use(const uni_deck *d, int kind);

#endif
