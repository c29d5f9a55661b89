// SPDX-License-Identifier: MIT
// Requests that become WebSockets.
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>

#include <sodium.h>

#include "server/http_impl.h"
#include "server/sha1.h"

typedef struct upgrade {
    http *http;
    char query[256];
    char token[TOKEN_BYTES];
    uint64_t ip;
} upgrade;

// The library would keep the request's 12 KB as long as the socket is open. So the socket goes on
// as a descriptor of its own, and the library closes its one.
static void on_upgrade(void *self, struct MHD_Connection *c, void *context, const char *early,
                       size_t early_size, MHD_socket fd, struct MHD_UpgradeResponseHandle *handle) {
    upgrade *u = self;
    int on = 1, own = fcntl(fd, F_DUPFD_CLOEXEC, 0);
    (void)c;
    (void)context;
    if (own >= 0) {
        (void)setsockopt(own, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        u->http->config.connect(u->http->config.self, own, early, early_size, u->query,
                                u->token[0] ? u->token : NULL, u->ip);
    }
    u->http->resumed = 1; // the library has something to tidy up
    free(u);
    (void)MHD_upgrade_action(handle, MHD_UPGRADE_ACTION_CLOSE);
}

static void accept_key(const char *key, char out[32]) {
    char text[128];
    unsigned char hash[20];
    int n = snprintf(text, sizeof text, "%.60s258EAFA5-E914-47DA-95CA-C5AB0DC85B11", key);
    sha1(text, (size_t)n, hash);
    sodium_bin2base64(out, 32, hash, sizeof hash, sodium_base64_VARIANT_ORIGINAL);
}

static int has_word(const char *list, const char *word) {
    size_t n = strlen(word);
    for (const char *at = list ? list : ""; *at; at++) {
        if (strncasecmp(at, word, n) == 0) {
            return 1;
        }
    }
    return 0;
}

const char *http_socket_problem(const http_request *q, int *status) {
    struct MHD_Connection *c = q->connection;
    const char *key = http_header(c, "Sec-WebSocket-Key");
    const char *version = http_header(c, "Sec-WebSocket-Version");
    if (!key || strlen(key) != 24 || !version || strcmp(version, "13") != 0 ||
        !has_word(http_header(c, "Upgrade"), "websocket") ||
        !has_word(http_header(c, "Connection"), "upgrade")) {
        *status = 400;
        return "This address is for WebSockets.";
    }
    if (!http_is_same_origin(q->http, c)) {
        *status = 403;
        return "This socket was not opened by the server's own page.";
    }
    return NULL;
}

// The hub has allowed the socket.
enum MHD_Result http_send_upgrade(http_request *q) {
    struct MHD_Connection *c = q->connection;
    const char *key = http_header(c, "Sec-WebSocket-Key"), *token = http_token(q->http, c);
    char accept[32];
    upgrade *u = calloc(1, sizeof *u);
    struct MHD_Response *r = u ? MHD_create_response_for_upgrade(on_upgrade, u) : NULL;
    if (!r) {
        free(u);
        return MHD_NO;
    }
    u->http = q->http;
    u->ip = http_address(q->http, c);
    (void)snprintf(u->token, sizeof u->token, "%s", token ? token : "");
    http_query(c, u->query, sizeof u->query);
    accept_key(key, accept);
    (void)MHD_add_response_header(r, "Upgrade", "websocket");
    (void)MHD_add_response_header(r, "Sec-WebSocket-Accept", accept);
    return http_queue(c, 101, r);
}
