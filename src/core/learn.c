// SPDX-License-Identifier: MIT
// What learners get from games that say little about themselves; see learn.h.
#include "core/learn.h"

#include <stdio.h>

// Older minors of the table are shorter; none of them may be read past its end.
const tsr_game_learn *learn_of(const tsr_rules *r) {
    static const tsr_game_learn nothing = {.size = sizeof nothing};
    const tsr_game_learn *t = r->g.learn;
    return t && t->size >= sizeof *t ? t : &nothing;
}

static int has_sight(const tsr_game_learn *t) {
    return t->sight && t->observe;
}

static int has_features(const tsr_rules *r) {
    return r->g.ai && r->g.ai->features && r->g.ai->feature_count;
}

void learn_sight(const tsr_rules *r, tsr_sight *out) {
    const tsr_game_learn *t = learn_of(r);
    *out = (tsr_sight){0};
    if (has_sight(t)) {
        t->sight(r, out);
    } else {
        out->scalars = has_features(r) ? r->g.ai->feature_count : r->state_size;
    }
}

void learn_observe(const tsr_rules *r, const void *view, int viewer, uint8_t *planes,
                   float *scalars) {
    const tsr_game_learn *t = learn_of(r);
    if (has_sight(t)) {
        t->observe(r, view, viewer, planes, scalars);
    } else if (scalars && has_features(r)) {
        r->g.ai->features(r, view, viewer, scalars);
    } else if (scalars) {
        const unsigned char *byte = view;
        for (uint32_t i = 0; i < r->state_size; i++) {
            scalars[i] = (float)byte[i] * (1.0f / 255);
        }
    }
}

int learn_legend(const tsr_rules *r, uint32_t i, char *buf, size_t cap) {
    const tsr_game_learn *t = learn_of(r);
    if (has_sight(t) && t->legend) {
        return t->legend(r, i, buf, cap);
    }
    return snprintf(buf, cap, "%s %u", has_features(r) || has_sight(t) ? "feature" : "byte",
                    (unsigned)i);
}

uint32_t learn_turned(const tsr_rules *r, uint32_t action) {
    const tsr_game_learn *t = learn_of(r);
    return t->turned ? t->turned(r, action) : action;
}

uint64_t tsr_action_hash(const tsr_rules *r) {
    uint64_t h = tsr_mix(r->hash ^ r->action_count);
    char text[256];
    for (uint32_t i = 0; i < r->action_count; i++) {
        int n = r->more.action_text(r, i, text, sizeof text);
        n = n < 0 ? 0 : n < (int)sizeof text ? n : (int)sizeof text - 1;
        h = tsr_hash_bytes(text, (size_t)n, h);
    }
    return r->action_count ? h : 0;
}
