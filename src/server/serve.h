// SPDX-License-Identifier: MIT
#ifndef TSR_SERVER_SERVE_H
#define TSR_SERVER_SERVE_H

// The server as a whole: sockets, files, threads and the clock around a hub.
//
// One thread has the hub, HTTP and all sockets in one loop. One thread writes
// the database. A few think for bots and hash passwords. They meet in lists behind
// an eventfd.

#include <tessera/registry.h>
#include <tessera/rules.h>

#include "base/buffer.h"
#include "server/hub.h"

typedef struct serve_config {
    const char *listen; // address
    int port;           // 0 = any free one
    const char *db;     // path of the SQLite file
    const char *store;  // postgres://...: the matches are there and not in the file; or NULL
    int lease_ms;       // for that: store_pg.h
    const char *bus; // nats://...: the matches are shared with other servers: serve_node.c; or NULL
    const char *origin; // the page's own address behind a proxy, or NULL
    const char *proxy;  // the proxy's address: its X-Forwarded-For is believed; or NULL
    int threads;        // for bots and passwords
    int hubs;           // threads that have the matches: serve_town.c; 0 or 1 = one
    hub_sign_up sign_up;
    const char *relay, *mail_from, *mail_user, *mail_password; // courier.h; NULL = no mail
    const char *push_contact;                                  // NULL = no pushes
    const char *engine;                                        // a folder: engine_files.h; or NULL
    const char *published; // a folder: annex.h; NULL = nobody may publish a game
    int published_number;  // serve_annex: of the game
    int no_limits;         // no rate limits, for tests on a closed network
    int bot_pause_ms;
    const tsr_registry *registry;
    void (*leaflet)(const tsr_rules *r, buffer *out);
    hub_words *words;                   // what cards say, or NULL
    void (*ready)(const char *address); // called once, when the page can be opened
} serve_config;

// Serves until SIGINT or SIGTERM.
TSR_NODISCARD tsr_err serve_run(const serve_config *config, tsr_error *err);

// Plays the only game of the registry, which somebody has published, for the server at the other end of
// `fd` (taken), until that closes it. `title` is told there first.
TSR_NODISCARD tsr_err serve_annex(const serve_config *config, int fd, const char *title,
                                  tsr_error *err);
void serve_annex_refuse(int fd, const char *why); // the rules cannot be played

#endif
