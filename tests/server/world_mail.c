// SPDX-License-Identifier: MIT
// The world's mailbox (server/letter.h): letters lie in one list until they are carried, and some of them are
// lost, come twice, or come after later ones.
#include "server/world.h"

static int chance(world *w, int in) {
    return in && tsr_rng_below(&w->rng, (uint32_t)in) == 0;
}

static void put_letter(world_mail *m, int to, char *data, size_t size) {
    if (m->count == m->room) {
        m->room = m->room ? 2 * m->room : 64;
        m->letters = realloc(m->letters, (size_t)m->room * sizeof *m->letters);
        assert_non_null(m->letters);
    }
    m->letters[m->count++] = (world_letter){to, data, size};
}

static void take_letter(mailbox *box, int to, char *data, size_t size) {
    world_mail *m = (world_mail *)box;
    world *w = m->w;
    if (chance(w, w->mail_lost)) {
        w->letters_lost++;
        free(data);
        return;
    }
    if (chance(w, w->mail_twice)) {
        char *again = malloc(size);
        assert_non_null(again);
        memcpy(again, data, size);
        put_letter(m, to, again, size);
    }
    put_letter(m, to, data, size);
    if (m->count > 1 && chance(w, w->mail_late)) { // the one before it comes after it
        world_letter before = m->letters[m->count - 2];
        m->letters[m->count - 2] = m->letters[m->count - 1];
        m->letters[m->count - 1] = before;
    }
}

void world_mail_deliver(world_mail *m, hub *const *hubs) {
    while (m->count) {
        world_letter l = m->letters[0];
        memmove(m->letters, m->letters + 1, (size_t)--m->count * sizeof *m->letters);
        m->w->letters_carried++;
        hub_letter_in(hubs[l.to], l.data, l.size, m->w->now_ms);
        free(l.data);
    }
}

void world_carry(world *w) {
    if (w->now.mail) {
        world_mail_deliver(w->now.mail, w->now.hubs);
    }
}

world_mail *world_mail_new(world *w) {
    world_mail *m = calloc(1, sizeof *m);
    assert_non_null(m);
    *m = (world_mail){.box.send = take_letter, .w = w};
    return m;
}

void world_mail_free(world_mail *m) {
    for (int i = 0; m && i < m->count; i++) {
        free(m->letters[i].data);
    }
    if (m) {
        free(m->letters);
    }
    free(m);
}

// --- Who has what ------------------------------------------------------------

static int owner(void *self, int shard) {
    const world_hub *end = self;
    return end->w->planted == PLANTED_TWO_OWNERS && shard ? end->number : shard % end->w->hubs;
}

static int has_shards(void *self, int number) {
    (void)self;
    (void)number;
    return 1;
}

void world_fill_town(world *w, world_process *p, int number, hub_town *out) {
    *out = (hub_town){.me = number,
                      .hubs = w->hubs,
                      .mail = p->mail ? &p->mail->box : NULL,
                      .self = &w->ends[number],
                      .owner = owner,
                      .has_shards = has_shards,
                      .start = w->now_ms << 20};
}
