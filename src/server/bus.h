// SPDX-License-Identifier: MIT
#ifndef TSR_SERVER_BUS_H
#define TSR_SERVER_BUS_H

// The mailbox (letter.h) of servers on several machines: letters go through a NATS server. Only in programs
// that were built with libnats.
//
// NATS keeps nothing: what is sent while the line is down, or while nobody listens, is lost, and hub_lines.c
// notices. A letter goes to a place and to the life that is there (store_leases.h): who was there before
// does not hear it. Letters that are longer than NATS takes travel in pieces.
//
// Letters carry what only one player may see, and moves in players' names. A line that leaves this machine must
// be closed to others (tls://) and ask who comes (a user or a token); otherwise the bus is not opened.

#include <tessera/error.h>

#include "server/letter.h"
#include "server/store_leases.h"

typedef struct bus bus;

typedef struct bus_config {
    const char *url;            // nats://host, tls://user:password@host; several, with commas
    const char *authorities;    // a file of certificates to trust for tls://; NULL = the system's
    const store_leases *leases; // whose place, life and seal these are
    void (*ring)(
        void *self); // in any thread: a letter or a nudge has come, or the line has changed
    void *self;
} bus_config;

// Does not wait for the NATS server: it may come later. *out is new: bus_close.
TSR_NODISCARD tsr_err bus_open(const bus_config *config, bus **out, tsr_error *err);
void bus_close(bus *b); // NULL is fine

mailbox *bus_box(bus *b);                          // for the thread that calls bus_know
void bus_know(bus *b, const store_leases *leases); // who is where now
char *bus_take(bus *b, size_t *size); // the next letter, to be freed; NULL = there is none
// A line that libnats has given up for good, as it does where it could not be made at the start, is made anew; about
// once a second.
void bus_mend(bus *b);
int bus_is_up(bus *b);
uint32_t bus_breaks(bus *b); // how often the line was down: letters may be missing

void bus_nudge(bus *b);     // all others: who has what has changed
int bus_was_nudged(bus *b); // since this was asked last

typedef struct bus_figures {
    uint64_t sent, came, lost; // letters, and those that could not be sent
} bus_figures;

bus_figures bus_count(bus *b);

// Whether an address is one that may be used: closed to others, or of this machine.
int bus_is_safe(const char *url);

#endif
