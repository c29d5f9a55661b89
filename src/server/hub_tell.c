// SPDX-License-Identifier: MIT
// What other hubs are told once it is on disk: what has become of people, and matches made for them.
#include <stdlib.h>

#include "server/hub_town.h"

static void post(hub *h, uint64_t to, const letter *l, uint64_t seq) {
    size_t size;
    char *data = letter_pack(l, &size);
    bytes *b = data ? bytes_new(data, size) : NULL;
    if (b) {
        hub_post(h, OUT_LETTER, seq, to, 0, b, NULL);
    }
    bytes_drop(b);
    free(data);
}

void hub_tell_ended(hub *h, uint64_t user, const unsigned char *hash) {
    if (h->town) {
        letter l = {
            .word = LETTER_PEOPLE, .user = user, .value = user ? PEOPLE_SESSIONS : PEOPLE_SESSION};
        letter_text(&l, 0, (const char *)hash, hash ? 32 : 0);
        post(h, TOWN_ALL, &l, h->next_seq + 1);
    }
}

void hub_tell_erased(hub *h, uint64_t user, uint64_t seq) {
    if (h->town) {
        const letter l = {.word = LETTER_PEOPLE, .user = user, .value = PEOPLE_ERASED};
        post(h, TOWN_ALL, &l, seq);
    }
}

// Its clock and its bots begin when the hub that has it reads it: nothing happens in it here.
void hub_give_room(hub *h, room *r) {
    const letter l = {.word = LETTER_WAKE, .number = r->id};
    int owner = town_owner_of(h, r->id);
    if (owner >= 0) {
        post(h, (uint64_t)owner, &l, r->seq);
    }
    room_free(h->town->given);
    h->town->given = r;
}

uint64_t hub_people_known(const hub *h) {
    return h->people_seq + (h->town ? h->town->people : 0);
}
