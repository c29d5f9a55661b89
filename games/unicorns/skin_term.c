// SPDX-License-Identifier: MIT
//
// The Unicorns table in words, for a terminal: stables and hands in lists, the piles, what is
// being played and who may answer, the effects at work and what happened last.

#include "unicorns/parts.h"
#include "unicorns/unicorns.h"

static int draw_unicorns(const tsr_rules *r, const void *view, int viewer, const char *const *names,
                         const tsr_skin_look *look, char *buf, size_t cap) {
    return tsr_unicorns_draw(r, view, viewer, names, look->cols, look->rows, buf, cap);
}

const tsr_skin uni_skin_term = {
    .size = sizeof(tsr_skin),
    .name = "lists",
    .about = "stables, hands and effects as lists",
    .draw = draw_unicorns,
};
