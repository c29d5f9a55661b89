// SPDX-License-Identifier: MIT
// Letters through NATS: one line, one subject for this life, one for everybody.
#include "server/bus.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <nats/nats.h>
#include <sodium.h>

enum {
    PIECE_MOST = 512 << 10,
    WAITING_MOST = 256 << 20,
    PING_MS = 500,
    PINGS_OUT = 2,
    AGAIN_MS = 100
};

// Before every piece of a letter.
typedef struct piece {
    uint64_t letter; // its number: pieces of one have the same
    uint32_t from, index, count, size;
} piece;

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

// --- What comes --------------------------------------------------------------

static void lay_down(bus *b, char *data, size_t size) { // takes it
    lying *l = malloc(sizeof *l);
    pthread_mutex_lock(&b->lock);
    int fits = l && b->bytes + size <= WAITING_MOST;
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

static void on_letter(natsConnection *line, natsSubscription *s, natsMsg *m, void *self) {
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

static void on_nudge(natsConnection *line, natsSubscription *s, natsMsg *m, void *self) {
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

static void send_letter(mailbox *m, int to, char *data, size_t size) {
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

static void on_closed(natsConnection *line, void *self) {
    bus *b = self;
    (void)line;
    pthread_mutex_lock(&b->lock);
    b->closed = 1;
    pthread_mutex_unlock(&b->lock);
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

// --- Addresses ---------------------------------------------------------------

static int is_this_machine(const char *host, size_t size) {
    static const char *const own[] = {"localhost", "127.", "[::1]", "::1"};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
        size_t n = strlen(own[i]);
        if (size >= n && strncmp(host, own[i], n) == 0 &&
            (own[i][n - 1] == '.' || size == n || host[n] == ':')) {
            return 1;
        }
    }
    return 0;
}

static int is_one_safe(const char *url, size_t size) {
    const char *host = memchr(url, ':', size);
    int scheme = host && size - (size_t)(host - url) > 3 && strncmp(host, "://", 3) == 0;
    host = scheme ? host + 3 : url;
    size_t left = size - (size_t)(host - url);
    const char *at = memchr(host, '@', left);
    int closed = scheme && strncmp(url, "tls://", 6) == 0 && at;
    left -= at ? (size_t)(at + 1 - host) : 0;
    return closed || is_this_machine(at ? at + 1 : host, left);
}

int bus_is_safe(const char *url) {
    int safe = *url != '\0';
    for (const char *at = url; safe && *at;) {
        size_t size = strcspn(at, ",");
        safe = is_one_safe(at, size);
        at += size + (at[size] == ',');
    }
    return safe;
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

static natsStatus connect_line(bus *b) {
    char subject[100];
    natsStatus e = natsConnection_Connect(&b->line, b->options);
    if (e == NATS_OK) {
        set_up(b, 1);
    }
    e = e == NATS_NOT_YET_CONNECTED ? NATS_OK : e;
    (void)snprintf(subject, sizeof subject, "%s.%" PRIu64, b->town, b->life);
    e = e ? e : natsConnection_Subscribe(&b->mine, b->line, subject, on_letter, b);
    e = e ? e : natsSubscription_SetPendingLimits(b->mine, -1, WAITING_MOST);
    (void)snprintf(subject, sizeof subject, "%s.all", b->town);
    return e ? e : natsConnection_Subscribe(&b->all, b->line, subject, on_nudge, b);
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
    b->box.send = send_letter;
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
        natsStatus e = connect_line(b);
        pthread_mutex_lock(&b->lock);
        b->closed = b->closed || e;
        pthread_mutex_unlock(&b->lock);
    }
}

void bus_close(bus *b) {
    size_t size;
    if (!b) {
        return;
    }
    if (b->line && bus_is_up(b)) {
        (void)natsConnection_FlushTimeout(b->line, AGAIN_MS);
    }
    end_line(b);
    natsOptions_Destroy(b->options);
    nats_CloseAndWait(1000); // its threads call nobody any more
    for (char *data; (data = bus_take(b, &size)) != NULL;) {
        free(data);
    }
    for (int i = 0; i < LEASE_PLACES; i++) {
        forget(&b->partials[i]);
    }
    pthread_mutex_destroy(&b->lock);
    free(b);
}
