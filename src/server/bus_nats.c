// SPDX-License-Identifier: MIT
// The line to NATS: one subject for this life, one for everybody; made, broken and made anew.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include "server/bus_nats_impl.h"

enum { PING_MS = 500, PINGS_OUT = 2, AGAIN_MS = 100 };

// --- The line ----------------------------------------------------------------

static void set_up(bus *b, int up) {
    pthread_mutex_lock(&b->lock);
    b->breaks += b->up && !up;
    b->up = up;
    pthread_mutex_unlock(&b->lock);
    b->ring(b->self);
}

static void on_up(natsConnection *line, void *self) {
    (void)line;
    set_up(self, 1);
}

static void on_down(natsConnection *line, void *self) {
    (void)line;
    set_up(self, 0);
}

static void note_closed(bus *b) {
    pthread_mutex_lock(&b->lock);
    b->closed = 1;
    pthread_mutex_unlock(&b->lock);
}

static void on_closed(natsConnection *line, void *self) {
    (void)line;
    note_closed(self);
}

// Without it libnats writes to the terminal. Letters that were dropped here are missed by the hub.
static void on_error(natsConnection *line, natsSubscription *s, natsStatus e, void *self) {
    (void)line;
    (void)s;
    (void)e;
    (void)self;
}

int bus_is_up(bus *b) {
    pthread_mutex_lock(&b->lock);
    int up = b->up;
    pthread_mutex_unlock(&b->lock);
    return up;
}

uint32_t bus_breaks(bus *b) {
    pthread_mutex_lock(&b->lock);
    uint32_t breaks = b->breaks;
    pthread_mutex_unlock(&b->lock);
    return breaks;
}

bus_figures bus_count(bus *b) {
    pthread_mutex_lock(&b->lock);
    bus_figures figures = b->figures;
    pthread_mutex_unlock(&b->lock);
    return figures;
}

// --- Life --------------------------------------------------------------------

// A name for the town that those who share the store know alone.
static void name_town(bus *b, const unsigned char seal[32]) {
    unsigned char hash[12];
    static const char what[] = "bus 1"; // another number where letters are others
    char hex[2 * sizeof hash + 1];
    crypto_generichash(hash, sizeof hash, (const unsigned char *)what, sizeof what - 1, seal, 32);
    sodium_bin2hex(hex, sizeof hex, hash, sizeof hash);
    (void)snprintf(b->town, sizeof b->town, "tessera.%s", hex);
}

static natsStatus set_options(bus *b, const bus_config *c) {
    natsStatus e = natsOptions_Create(&b->options);
    e = e ? e : natsOptions_SetURL(b->options, NULL);
    const char *list[16];
    char urls[1000];
    int n = 0;
    (void)snprintf(urls, sizeof urls, "%s", c->url);
    for (char *rest = urls, *one; n < 16 && (one = strtok_r(rest, ",", &rest)) != NULL;) {
        list[n++] = one;
    }
    e = e ? e : natsOptions_SetServers(b->options, list, n);
    e = e ? e : natsOptions_SetMaxReconnect(b->options, -1);
    e = e ? e : natsOptions_SetReconnectWait(b->options, AGAIN_MS);
    e = e ? e : natsOptions_SetReconnectJitter(b->options, AGAIN_MS, AGAIN_MS);
    e = e ? e : natsOptions_SetPingInterval(b->options, PING_MS);
    e = e ? e : natsOptions_SetMaxPingsOut(b->options, PINGS_OUT);
    e = e ? e : natsOptions_SetTimeout(b->options, 2000);
    e = e ? e : natsOptions_SetReconnectBufSize(b->options, 0);
    e = e ? e : natsOptions_SetSendAsap(b->options, true);
    e = e ? e : natsOptions_SetNoEcho(b->options, true);
    e = e ? e : natsOptions_SetErrorHandler(b->options, on_error, b);
    e = e ? e : natsOptions_SetDisconnectedCB(b->options, on_down, b);
    e = e ? e : natsOptions_SetReconnectedCB(b->options, on_up, b);
    e = e ? e : natsOptions_SetClosedCB(b->options, on_closed, b);
    e = e ? e : natsOptions_SetRetryOnFailedConnect(b->options, true, on_up, b);
    if (!e && strncmp(c->url, "tls://", 6) == 0) {
        e = natsOptions_SetSecure(b->options, true);
        e = e || !c->authorities
                ? e
                : natsOptions_LoadCATrustedCertificates(b->options, c->authorities);
    }
    return e;
}

static natsStatus subscribe(bus *b) {
    char subject[100];
    (void)snprintf(subject, sizeof subject, "%s.%" PRIu64, b->town, b->life);
    natsStatus e = natsConnection_Subscribe(&b->mine, b->line, subject, bus_on_letter, b);
    e = e ? e : natsSubscription_SetPendingLimits(b->mine, -1, BUS_WAITING_MOST);
    (void)snprintf(subject, sizeof subject, "%s.all", b->town);
    return e ? e : natsConnection_Subscribe(&b->all, b->line, subject, bus_on_nudge, b);
}

// A line that is gone again before the subscriptions are made is closed, and mended like any other.
static natsStatus connect_line(bus *b) {
    natsStatus e = natsConnection_Connect(&b->line, b->options);
    if (e == NATS_OK) {
        set_up(b, 1);
    }
    e = e == NATS_NOT_YET_CONNECTED ? NATS_OK : e;
    if (!e && subscribe(b) != NATS_OK) {
        note_closed(b);
    }
    return e;
}

tsr_err bus_open(const bus_config *config, bus **out, tsr_error *err) {
    if (!bus_is_safe(config->url)) {
        return tsr_fail(err, TSR_ERR_ARGUMENT,
                        "--bus: what goes over it is secret; beyond this machine it takes "
                        "tls://user:password@host");
    }
    bus *b = calloc(1, sizeof *b);
    if (!b) {
        return tsr_fail(err, TSR_ERR_MEMORY, "out of memory");
    }
    b->box.send = bus_send_letter;
    b->place = config->leases->place;
    b->life = config->leases->life;
    b->ring = config->ring;
    b->self = config->self;
    pthread_mutex_init(&b->lock, NULL);
    name_town(b, config->leases->seal);
    natsStatus e = set_options(b, config);
    e = e ? e : connect_line(b);
    if (e) {
        bus_close(b);
        return tsr_fail(err, TSR_ERR_IO, "--bus %s: %s", config->url, natsStatus_GetText(e));
    }
    *out = b;
    return TSR_OK;
}

static void end_line(bus *b) {
    natsConnection_Close(b->line);
    natsSubscription_Destroy(b->mine);
    natsSubscription_Destroy(b->all);
    natsConnection_Destroy(b->line);
    b->line = NULL;
    b->mine = b->all = NULL;
}

void bus_mend(bus *b) {
    pthread_mutex_lock(&b->lock);
    int closed = b->closed;
    b->closed = 0;
    pthread_mutex_unlock(&b->lock);
    if (closed) {
        end_line(b);
        pthread_mutex_lock(&b->lock);
        b->closed = 0; // ending it has said so once more
        pthread_mutex_unlock(&b->lock);
        if (connect_line(b) != NATS_OK) {
            note_closed(b);
        }
    }
}

void bus_close(bus *b) {
    if (!b) {
        return;
    }
    if (b->line && bus_is_up(b)) {
        (void)natsConnection_FlushTimeout(b->line, AGAIN_MS);
    }
    end_line(b);
    natsOptions_Destroy(b->options);
    nats_CloseAndWait(1000); // its threads call nobody any more
    bus_forget_letters(b);
    pthread_mutex_destroy(&b->lock);
    free(b);
}
