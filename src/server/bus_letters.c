// SPDX-License-Identifier: MIT
// Letters on the bus: put together from pieces as they come, and taken apart as they go.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/bus_nats_impl.h"

enum { PIECE_MOST = 512 << 10 };

// Before every piece of a letter.
typedef struct piece {
    uint64_t letter; // its number: pieces of one have the same
    uint32_t from, index, count, size;
} piece;

// --- What comes --------------------------------------------------------------

static void lay_down(bus *b, char *data, size_t size) { // takes it
    lying *l = malloc(sizeof *l);
    pthread_mutex_lock(&b->lock);
    int fits = l && b->bytes + size <= BUS_WAITING_MOST;
    if (fits) {
        *l = (lying){data, size, NULL};
        *(b->last ? &b->last->next : &b->first) = l;
        b->last = l;
        b->bytes += size;
        b->figures.came++;
    }
    pthread_mutex_unlock(&b->lock);
    if (!fits) {
        free(l);
        free(data);
    }
}

static void forget(partial *p) {
    free(p->data);
    *p = (partial){0};
}

// Pieces come in the order in which they were sent; where one is missing, the letter is lost.
static void put_together(bus *b, const piece *h, const char *data) {
    partial *p = &b->partials[h->from];
    if (h->index == 0) {
        forget(p);
        p->letter = h->letter;
    }
    char *more = p->letter == h->letter && p->next == h->index && p->size + h->size <= LETTER_MAX
                     ? realloc(p->data, p->size + h->size + 1)
                     : NULL;
    if (!more) {
        forget(p);
        return;
    }
    p->data = more;
    memcpy(p->data + p->size, data, h->size);
    p->size += h->size;
    p->next++;
    if (p->next == h->count) {
        lay_down(b, p->data, p->size);
        *p = (partial){0};
    }
}

void bus_on_letter(natsConnection *line, natsSubscription *s, natsMsg *m, void *self) {
    bus *b = self;
    piece h;
    int size = natsMsg_GetDataLength(m);
    (void)line;
    (void)s;
    if (size >= (int)sizeof h) {
        memcpy(&h, natsMsg_GetData(m), sizeof h);
        if (h.from < LEASE_PLACES && h.size == (size_t)size - sizeof h && h.count > 0) {
            put_together(b, &h, natsMsg_GetData(m) + sizeof h);
            b->ring(b->self);
        }
    }
    natsMsg_Destroy(m);
}

void bus_on_nudge(natsConnection *line, natsSubscription *s, natsMsg *m, void *self) {
    bus *b = self;
    (void)line;
    (void)s;
    natsMsg_Destroy(m);
    pthread_mutex_lock(&b->lock);
    b->nudged = 1;
    pthread_mutex_unlock(&b->lock);
    b->ring(b->self);
}

char *bus_take(bus *b, size_t *size) {
    pthread_mutex_lock(&b->lock);
    lying *l = b->first;
    if (l) {
        b->first = l->next;
        b->last = b->first ? b->last : NULL;
        b->bytes -= l->size;
    }
    pthread_mutex_unlock(&b->lock);
    char *data = l ? l->data : NULL;
    *size = l ? l->size : 0;
    free(l);
    return data;
}

int bus_was_nudged(bus *b) {
    pthread_mutex_lock(&b->lock);
    int nudged = b->nudged;
    b->nudged = 0;
    pthread_mutex_unlock(&b->lock);
    return nudged;
}

// --- What goes ---------------------------------------------------------------

static int send_piece(bus *b, const char *subject, char *room, const piece *h, const char *data) {
    memcpy(room, h, sizeof *h);
    memcpy(room + sizeof *h, data, h->size);
    return natsConnection_Publish(b->line, subject, room, (int)(sizeof *h + h->size)) == NATS_OK;
}

static void count(bus *b, int sent) {
    pthread_mutex_lock(&b->lock);
    b->figures.sent += sent != 0;
    b->figures.lost += !sent;
    pthread_mutex_unlock(&b->lock);
}

void bus_send_letter(mailbox *m, int to, char *data, size_t size) {
    bus *b = (bus *)m;
    char subject[100];
    uint64_t life = to >= 0 && to < LEASE_PLACES ? b->there[to] : 0;
    size_t first = size < PIECE_MOST ? size : PIECE_MOST;
    char *room = life ? malloc(sizeof(piece) + first) : NULL;
    piece h = {.letter = ++b->next_letter,
               .from = (uint32_t)b->place,
               .count = (uint32_t)((size + PIECE_MOST - 1) / PIECE_MOST)};
    int fine = room != NULL;
    (void)snprintf(subject, sizeof subject, "%s.%" PRIu64, b->town, life);
    for (size_t at = 0; fine && at < size; at += h.size, h.index++) {
        h.size = (uint32_t)(size - at < PIECE_MOST ? size - at : PIECE_MOST);
        fine = send_piece(b, subject, room, &h, data + at);
    }
    count(b, fine);
    free(room);
    free(data);
}

void bus_nudge(bus *b) {
    char subject[100];
    (void)snprintf(subject, sizeof subject, "%s.all", b->town);
    (void)natsConnection_Publish(b->line, subject, "", 0);
}

mailbox *bus_box(bus *b) {
    return &b->box;
}

void bus_know(bus *b, const store_leases *leases) {
    memcpy(b->there, leases->there, sizeof b->there);
}

void bus_forget_letters(bus *b) {
    size_t size;
    for (char *data; (data = bus_take(b, &size)) != NULL;) {
        free(data);
    }
    for (int i = 0; i < LEASE_PLACES; i++) {
        forget(&b->partials[i]);
    }
}
