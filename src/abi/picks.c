// SPDX-License-Identifier: MIT
// Moves by fixed numbers, by listing them all; see picks.h.
#include "abi/picks.h"

#include <inttypes.h>
#include <string.h>

#include <tessera/text.h>

// Where the numbers of a move go on with what was picked, the one after it; else -1.
static int64_t next_number(const tsr_rules *r, const void *s, int who, tsr_move m, const picks *p) {
    uint32_t number[TSR_MAX_ACTIONS];
    int n = r->more.action(r, s, who, m, number);
    if (n <= (int)p->count || memcmp(number, p->at, p->count * sizeof *number) != 0) {
        return -1;
    }
    return number[p->count];
}

int picks_mask(const tsr_rules *r, const void *s, int who, const picks *p, uint64_t *bits,
               tsr_move *room) {
    int n = tsr_moves(r, s, who, room), left = 0;
    memset(bits, 0, (r->action_count + 63) / 64 * sizeof *bits);
    for (int i = 0; i < n; i++) {
        int64_t id = next_number(r, s, who, room[i], p);
        if (id >= 0 && id < (int64_t)r->action_count) {
            bits[id / 64] |= (uint64_t)1 << (id % 64);
            left++;
        }
    }
    return left;
}

int picks_take(const tsr_rules *r, const void *s, int who, picks *p, uint32_t action, tsr_move *out,
               tsr_move *room) {
    int n = tsr_moves(r, s, who, room), left = 0;
    for (int i = 0; i < n; i++) {
        if (next_number(r, s, who, room[i], p) == (int64_t)action) {
            *out = room[i];
            left++;
        }
    }
    if (left > 1) {
        p->at[p->count++] = action;
    }
    return left;
}

void picks_explain(const tsr_rules *r, const uint64_t *bits, int64_t action, char *buf,
                   size_t cap) {
    enum { NAMED = 8 };
    char text[64];
    tsr_out out = tsr_out_to(buf, cap);
    int count = 0;
    tsr_putf(&out, "action %" PRId64, action);
    if (action >= 0 && action < (int64_t)r->action_count) {
        (void)r->more.action_text(r, (uint32_t)action, text, sizeof text);
        tsr_putf(&out, " (%s)", text);
    }
    tsr_put(&out, " is not legal now; legal:");
    for (uint32_t i = 0; i < r->action_count; i++) {
        if (bits[i / 64] >> (i % 64) & 1 && count++ < NAMED) {
            (void)r->more.action_text(r, i, text, sizeof text);
            tsr_putf(&out, "%s %u (%s)", count > 1 ? "," : "", (unsigned)i, text);
        }
    }
    if (count > NAMED) {
        tsr_putf(&out, " and %d more", count - NAMED);
    } else if (!count) {
        tsr_put(&out, " none");
    }
    (void)tsr_out_end(&out);
}
