// SPDX-License-Identifier: MIT
#ifndef TSR_SERVER_BUS_NATS_IMPL_H
#define TSR_SERVER_BUS_NATS_IMPL_H

// What the parts of the bus share: the line to NATS (bus_nats.c) and the letters on it (bus_letters.c).

#include <pthread.h>

#include <nats/nats.h>

#include "server/bus.h"

enum { BUS_WAITING_MOST = 256 << 20 }; // bytes of letters that nobody has taken

// A letter of which some pieces have come.
typedef struct partial {
    uint64_t letter;
    uint32_t next;
    char *data;
    size_t size;
} partial;

typedef struct lying {
    char *data;
    size_t size;
    struct lying *next;
} lying;

struct bus {
    mailbox box; // first
    natsOptions *options;
    natsConnection *line;
    natsSubscription *mine, *all;
    char town[33]; // the beginning of all subjects: whoever does not know the seal cannot guess it
    int place;
    uint64_t life, next_letter;
    uint64_t there[LEASE_PLACES];
    void (*ring)(void *self);
    void *self;
    partial partials[LEASE_PLACES]; // NATS's thread's own
    pthread_mutex_t lock;           // guards what follows
    lying *first, *last;
    size_t bytes;
    int nudged, up;
    int closed; // libnats has given the line up
    uint32_t breaks;
    bus_figures figures;
};

// --- Letters (bus_letters.c) -------------------------------------------------

void bus_on_letter(natsConnection *line, natsSubscription *s, natsMsg *m, void *self);
void bus_on_nudge(natsConnection *line, natsSubscription *s, natsMsg *m, void *self);
void bus_send_letter(mailbox *m, int to, char *data, size_t size); // takes `data`
void bus_forget_letters(bus *b);                                   // all that lie here, and parts

#endif
