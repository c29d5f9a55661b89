// SPDX-License-Identifier: MIT
// Questions and news: how the machine stops to ask, and what it tells whoever watches.
#include "unicorns/machine.h"

bool uni_ask_for(uni_machine *m, uni_ask ask, int who) {
    if (m->fresh) {
        m->fresh = false;
        m->s->ask = UNI_ASK_NOTHING;
        m->s->deciders = 0;
        return true;
    }
    m->s->ask = (uint8_t)ask;
    m->s->deciders = (uint16_t)(1u << who);
    return false;
}

void uni_tell(uni_machine *m, uni_news_kind what, int who, int kind, int other) {
    uni_state *s = m->s;
    if (s->news_count < UNI_NEWS) {
        s->news[s->news_count++] =
            (uni_news){(uint8_t)what, (uint8_t)who, (uint16_t)kind, (uint8_t)other, 0};
    }
}
