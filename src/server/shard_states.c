// SPDX-License-Identifier: MIT
// What becomes of each shard.
#include "server/shard_states.h"

#include <string.h>

void shard_states_init(shard_states *s) {
    *s = (shard_states){0};
    memset(s->owner, LEASE_NOBODY, sizeof s->owner);
}

static void next_state(shard_states *s, int i, int mine, int leaving, shard_changes *c) {
    if (s->state[i] == SHARD_HERE && (!mine || leaving)) {
        s->state[i] = SHARD_GOING;
        c->go[i] = 1;
        c->going++;
    } else if (s->state[i] == SHARD_LEFT && !(mine && leaving)) {
        s->state[i] = SHARD_ELSEWHERE;
    }
    if (s->state[i] == SHARD_ELSEWHERE && mine && leaving) { // it is to go before it was here
        s->state[i] = SHARD_LEFT;
    } else if (s->state[i] == SHARD_ELSEWHERE && mine) {
        s->state[i] = SHARD_HERE;
        c->come[i] = 1;
        c->coming++;
    }
}

void shard_states_see(shard_states *s, const store_leases *now, shard_changes *out) {
    *out = (shard_changes){0};
    for (int i = 0; i < LEASE_SHARDS; i++) {
        int8_t before = s->owner[i];
        int mine = now->owner[i] == now->place;
        next_state(s, i, mine, now->leaving[i], out);
        s->owner[i] = (int8_t)(s->state[i] == SHARD_HERE ? now->place
                               : mine                    ? LEASE_NOBODY
                                                         : now->owner[i]);
        out->move[i] = before != s->owner[i] && before != now->place;
        out->moving += out->move[i];
    }
}

int shard_states_has_any(const shard_states *s) {
    for (int i = 0; i < LEASE_SHARDS; i++) {
        if (s->state[i] != SHARD_ELSEWHERE) {
            return 1;
        }
    }
    return 0;
}
