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
    const world *w = end->w;
    return w->planted == PLANTED_TWO_OWNERS && shard ? end->number
           : w->moving[shard]                        ? -1
                                                     : (shard + w->shift[shard]) % w->hubs;
}

// Some shards, each of them wherever it is, are to go to the next hub.
void world_move_shards(world *w, int in) {
    unsigned char go[WORLD_HUBS][TOWN_SHARDS] = {{0}};
    assert_false(w->shards_move);
    w->shards_move = 1;
    for (int i = 0; i < TOWN_SHARDS; i++) {
        if (chance(w, in)) {
            go[owner(&w->ends[0], i)][i] = 1;
            w->moving[i] = 1;
        }
    }
    for (int k = 0; k < w->hubs; k++) {
        w->settles[k] = hub_shards_go(w->now.hubs[k], go[k], w->now_ms);
    }
}

static int has_settled(const world *w) {
    for (int k = 0; k < w->hubs; k++) {
        if (!hub_is_settled(w->now.hubs[k], w->settles[k])) {
            return 0;
        }
    }
    return 1;
}

static void tell_moved(world *w, const unsigned char *moved) {
    for (int k = 0; k < w->hubs; k++) {
        unsigned char come[TOWN_SHARDS] = {0}, other[TOWN_SHARDS] = {0};
        for (int i = 0; i < TOWN_SHARDS; i++) {
            int mine = owner(&w->ends[k], i) == k;
            come[i] = (unsigned char)(moved[i] && mine);
            other[i] = (unsigned char)(moved[i] && !mine);
        }
        hub_shards_come(w->now.hubs[k], come, w->now_ms);
        hub_shards_move(w->now.hubs[k], other, w->now_ms);
    }
}

int world_shards_arrive(world *w) {
    unsigned char moved[TOWN_SHARDS];
    if (!w->shards_move || !has_settled(w)) {
        return 0;
    }
    memcpy(moved, w->moving, sizeof moved);
    memset(w->moving, 0, sizeof w->moving);
    w->shards_move = 0;
    for (int i = 0; i < TOWN_SHARDS; i++) {
        w->shift[i] += moved[i];
    }
    tell_moved(w, moved);
    return 1;
}

// Whoever begins has them where they were to go.
void world_shards_begin(world *w) {
    for (int i = 0; i < TOWN_SHARDS; i++) {
        w->shift[i] += w->moving[i];
        w->moving[i] = 0;
    }
    w->shards_move = 0;
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
