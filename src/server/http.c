// SPDX-License-Identifier: MIT
#include "server/http.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

#include <microhttpd.h>
#include <sodium.h>

#include <tessera/rules.h>

#include "server/assets.h"
#include "server/limits.h"
#include "server/map.h"
#include "server/peer.h"
#include "server/sha1.h"

struct http {
    http_config config;
    struct MHD_Daemon *daemon;
    int port;
    map waiting; // request's number -> request
    uint64_t next_id;
    int resumed; // an answer waits for http_run
};

typedef struct request {
    http *http;
    struct MHD_Connection *connection;
    uint64_t id;
    char *body;
    size_t body_size;
    int asked;     // the hub has it
    int suspended; // and has not answered yet
    // The reply.
    int status;
    const char *type;
    bytes *reply;
    char token[TOKEN_BYTES];
    int has_token;
} request;

typedef struct upgrade {
    http *http;
    char query[256];
    char token[TOKEN_BYTES];
    uint64_t ip;
} upgrade;

// --- What a request says -----------------------------------------------------

static const char *header(struct MHD_Connection *c, const char *name) {
    return MHD_lookup_connection_value(c, MHD_HEADER_KIND, name);
}

static enum MHD_Result keep_last(void *self, enum MHD_ValueKind kind, const char *key,
                                 const char *value) {
    const char **last = self;
    (void)kind;
    if (key && value && strcasecmp(key, "X-Forwarded-For") == 0) {
        *last = value;
    }
    return MHD_YES;
}

// The last header of that name: one that the visitor sent itself comes before the proxy's.
static const char *forwarded(struct MHD_Connection *c) {
    const char *last = NULL;
    MHD_get_connection_values(c, MHD_HEADER_KIND, keep_last, (void *)&last);
    return last;
}

static const struct sockaddr *peer_of(struct MHD_Connection *c) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(c, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    return info ? info->client_addr : NULL;
}

static uint64_t address_of(const http *h, struct MHD_Connection *c) {
    return peer_number(peer_of(c), forwarded(c), h->config.proxy);
}

// A program's token is sent on purpose; a browser's cookie goes with whatever page asks.
static const char *bearer_of(struct MHD_Connection *c) {
    const char *value = header(c, "Authorization");
    return value && strncasecmp(value, "Bearer ", 7) == 0 ? value + 7 : NULL;
}

// Whether the Origin is our own: as configured, or the host the request was sent to.
static int is_same_origin(const http *h, struct MHD_Connection *c) {
    const char *origin = header(c, "Origin"), *host = header(c, "Host");
    if (!origin) {
        return bearer_of(c) != NULL;
    }
    if (h->config.origin) {
        return strcmp(origin, h->config.origin) == 0;
    }
    const char *name = strstr(origin, "://");
    return name && host && strcmp(name + 3, host) == 0;
}

static int is_secure(const http *h) {
    return h->config.origin && strncmp(h->config.origin, "https://", 8) == 0;
}

// Every connection knows whose it is.
static void on_connection(void *self, struct MHD_Connection *c, void **context,
                          enum MHD_ConnectionNotificationCode what) {
    (void)c;
    if (what == MHD_CONNECTION_NOTIFY_STARTED) {
        *context = self;
    }
}

static const http *http_of(struct MHD_Connection *c) {
    return MHD_get_connection_info(c, MHD_CONNECTION_INFO_SOCKET_CONTEXT)->socket_context;
}

static const char *cookie_name(const http *h) {
    return is_secure(h) ? "__Host-tsr_session" : "tsr_session";
}

static const char *token_of(const http *h, struct MHD_Connection *c) {
    const char *bearer = bearer_of(c);
    return bearer ? bearer : MHD_lookup_connection_value(c, MHD_COOKIE_KIND, cookie_name(h));
}

static enum MHD_Result add_argument(void *self, enum MHD_ValueKind kind, const char *key,
                                    const char *value) {
    buffer *b = self;
    (void)kind;
    if (key && value && b->size < 200) {
        buffer_addf(b, "%s%s=%s", b->size ? "&" : "", key, value);
    }
    return MHD_YES;
}

static void query_of(struct MHD_Connection *c, char *out, size_t cap) {
    buffer b;
    buffer_init(&b, NULL);
    MHD_get_connection_values(c, MHD_GET_ARGUMENT_KIND, add_argument, &b);
    (void)snprintf(out, cap, "%s", buffer_text(&b));
    buffer_deinit(&b);
}

// --- Responses ---------------------------------------------------------------

static void add_safety(struct MHD_Response *r) {

    static const char policy[] =
        "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; "
        "img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; "
        "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types worker";
    (void)MHD_add_response_header(r, "Content-Security-Policy", policy);
    (void)MHD_add_response_header(r, "X-Content-Type-Options", "nosniff");
    (void)MHD_add_response_header(r, "Referrer-Policy", "same-origin");
    (void)MHD_add_response_header(r, "Cross-Origin-Opener-Policy", "same-origin");
}

static enum MHD_Result queue(struct MHD_Connection *c, int status, struct MHD_Response *r) {
    if (!r) {
        return MHD_NO;
    }
    if (is_secure(http_of(c))) { // browsers shall never come without TLS again
        (void)MHD_add_response_header(r, "Strict-Transport-Security",
                                      "max-age=31536000; includeSubDomains");
    }
    enum MHD_Result done = MHD_queue_response(c, (unsigned)status, r);
    MHD_destroy_response(r);
    return done;
}

static struct MHD_Response *text_response(const char *text, size_t size, const char *type,
                                          enum MHD_ResponseMemoryMode mode) {
    // The library takes a pointer to what it may change, but changes nothing.
    union {
        const char *in;
        void *out;
    } data = {.in = text};
    struct MHD_Response *r = MHD_create_response_from_buffer(size, data.out, mode);
    if (r) {
        add_safety(r);
        (void)MHD_add_response_header(r, "Content-Type", type);
    }
    return r;
}

static enum MHD_Result refuse(struct MHD_Connection *c, int status, const char *why) {
    char text[200];
    int n = snprintf(text, sizeof text, "{\"error\":\"%s\"}", why);
    return queue(c, status,
                 text_response(text, (size_t)n, "application/json", MHD_RESPMEM_MUST_COPY));
}

// Where `word` stands in a list separated by commas, or NULL.
static const char *word_in(const char *list, const char *word) {
    size_t n = strlen(word);
    for (const char *at = list; *at; at += strcspn(at, ","), at += *at == ',') {
        at += strspn(at, " ");
        if (strncasecmp(at, word, n) == 0 && strchr(" ,;", at[n])) {
            return at;
        }
    }
    return NULL;
}

// Whether the list of codings has `word`, and not with a weight of zero.
static int takes(const char *list, const char *word) {
    const char *at = list ? word_in(list, word) : NULL;
    if (!at) {
        return 0;
    }
    at += strlen(word);
    at += strspn(at, " ");
    return strncmp(at, ";q=0", 4) != 0 || (at[4] == '.' && at[5 + strspn(at + 5, "0")] >= '1');
}

static enum MHD_Result send_asset(struct MHD_Connection *c, const asset *a, int fixed) {
    const char *coding = header(c, "Accept-Encoding"), *has = header(c, "If-None-Match");
    int brotli = a->brotli && takes(coding, "br"),
        gzip = !brotli && a->gzip && takes(coding, "gzip");
    const unsigned char *data = brotli ? a->brotli : gzip ? a->gzip : a->data;
    size_t size = brotli ? a->brotli_size : gzip ? a->gzip_size : a->size;
    char tag[40];
    (void)snprintf(tag, sizeof tag, "\"%s%s\"", asset_version, brotli ? "-br" : gzip ? "-gz" : "");
    int same = has && strcmp(has, tag) == 0;
    struct MHD_Response *r =
        text_response((const char *)data, same ? 0 : size, asset_type(a), MHD_RESPMEM_PERSISTENT);
    if (r) {
        (void)MHD_add_response_header(r, "ETag", tag);
        (void)MHD_add_response_header(r, "Vary", "Accept-Encoding");
        (void)MHD_add_response_header(r, "Cache-Control",
                                      fixed ? "public, max-age=31536000, immutable" : "no-cache");
        if ((brotli || gzip) && !same) {
            (void)MHD_add_response_header(r, "Content-Encoding", brotli ? "br" : "gzip");
        }
    }
    return queue(c, same ? 304 : 200, r);
}

static void add_cookie(const http *h, struct MHD_Response *r, const char *token) {
    char text[160];
    (void)snprintf(text, sizeof text, "%s=%s; Path=/; HttpOnly; SameSite=Lax%s%s", cookie_name(h),
                   token, is_secure(h) ? "; Secure" : "",
                   token[0] ? "; Max-Age=31536000" : "; Max-Age=0");
    (void)MHD_add_response_header(r, "Set-Cookie", text);
}

static enum MHD_Result send_reply(request *q) {
    static const char none[] = "{\"error\":\"The server is out of memory.\"}";
    const char *text = q->reply ? q->reply->data : none;
    size_t size = q->reply ? q->reply->size : sizeof none - 1;
    struct MHD_Response *r = text_response(text, size, q->type, MHD_RESPMEM_MUST_COPY);
    if (r) {
        (void)MHD_add_response_header(r, "Cache-Control", "no-store");
        if (q->has_token) {
            add_cookie(q->http, r, q->token);
        }
    }
    return queue(q->connection, q->status, r);
}

void http_reply(http *h, const hub_reply *reply) {
    request *q = map_get(&h->waiting, reply->id);
    if (!q) {
        return; // has gone away meanwhile
    }
    q->status = reply->status;
    q->type = reply->type;
    q->reply = bytes_hold(reply->body);
    q->has_token = reply->token != NULL;
    (void)snprintf(q->token, sizeof q->token, "%s", reply->token ? reply->token : "");
    if (q->suspended) {
        q->suspended = 0;
        MHD_resume_connection(q->connection);
        h->resumed = 1; // the library's own timeout does not tell
    }
}

// --- WebSockets --------------------------------------------------------------

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

static enum MHD_Result ask_hub(request *q, const char *path, const char *method);

static enum MHD_Result open_socket(request *q) {
    http *h = q->http;
    struct MHD_Connection *c = q->connection;
    const char *key = header(c, "Sec-WebSocket-Key");
    const char *version = header(c, "Sec-WebSocket-Version");
    if (!key || strlen(key) != 24 || !version || strcmp(version, "13") != 0 ||
        !has_word(header(c, "Upgrade"), "websocket") ||
        !has_word(header(c, "Connection"), "upgrade")) {
        return refuse(c, 400, "This address is for WebSockets.");
    }
    if (!is_same_origin(h, c)) {
        return refuse(c, 403, "This socket was not opened by the server's own page.");
    }
    return ask_hub(q, "/ws", "GET");
}

// The hub has allowed the socket.
static enum MHD_Result send_upgrade(request *q) {
    struct MHD_Connection *c = q->connection;
    const char *key = header(c, "Sec-WebSocket-Key"), *token = token_of(q->http, c);
    char accept[32];
    upgrade *u = calloc(1, sizeof *u);
    struct MHD_Response *r = u ? MHD_create_response_for_upgrade(on_upgrade, u) : NULL;
    if (!r) {
        free(u);
        return MHD_NO;
    }
    u->http = q->http;
    u->ip = address_of(q->http, c);
    (void)snprintf(u->token, sizeof u->token, "%s", token ? token : "");
    query_of(c, u->query, sizeof u->query);
    accept_key(key, accept);
    (void)MHD_add_response_header(r, "Upgrade", "websocket");
    (void)MHD_add_response_header(r, "Sec-WebSocket-Accept", accept);
    return queue(c, 101, r);
}

// --- Requests ----------------------------------------------------------------

static request *new_request(http *h, struct MHD_Connection *c) {
    request *q = calloc(1, sizeof *q);
    if (!q) {
        return NULL;
    }
    q->http = h;
    q->connection = c;
    q->id = ++h->next_id;
    if (!map_put(&h->waiting, q->id, q)) {
        free(q);
        return NULL;
    }
    return q;
}

static void on_completed(void *self, struct MHD_Connection *c, void **context,
                         enum MHD_RequestTerminationCode code) {
    request *q = *context;
    http *h = self;
    (void)c;
    (void)code;
    if (q) {
        map_remove(&h->waiting, q->id);
        bytes_drop(q->reply);
        free(q->body);
        free(q);
        *context = NULL;
    }
}

// Keeps a piece of the body; 0 if it is too much.
static int add_body(request *q, const char *data, size_t size) {
    if (q->body_size + size > LIMIT_BODY) {
        return 0;
    }
    char *p = realloc(q->body, q->body_size + size + 1);
    if (!p) {
        return 0;
    }
    memcpy(p + q->body_size, data, size);
    q->body = p;
    q->body_size += size;
    p[q->body_size] = '\0';
    return 1;
}

static enum MHD_Result answer(request *q) {
    return q->status == 101 ? send_upgrade(q) : send_reply(q);
}

static enum MHD_Result ask_hub(request *q, const char *path, const char *method) {
    http *h = q->http;
    char query[256];
    query_of(q->connection, query, sizeof query);
    const hub_request in = {.id = q->id,
                            .method = method,
                            .path = path,
                            .query = query,
                            .token = token_of(h, q->connection),
                            .same_origin = is_same_origin(h, q->connection),
                            .body = q->body ? q->body : "",
                            .body_size = q->body_size,
                            .ip = address_of(h, q->connection)};
    q->asked = 1;
    h->config.request(h->config.self, &in);
    if (q->status) {
        return answer(q);
    }
    q->suspended = 1;
    MHD_suspend_connection(q->connection);
    return MHD_YES;
}

// A connection of this machine itself, and not one that a proxy here passes on.
static int is_local(struct MHD_Connection *c) {
    return peer_is_local(peer_of(c)) && !forwarded(c) && !header(c, "Forwarded");
}

static enum MHD_Result send_buffer(struct MHD_Connection *c, int status, buffer *b,
                                   const char *type) {
    struct MHD_Response *r = text_response(buffer_text(b), b->size, type, MHD_RESPMEM_MUST_COPY);
    buffer_deinit(b);
    return queue(c, status, r);
}

static enum MHD_Result send_ready(const http *h, struct MHD_Connection *c) {
    buffer b;
    buffer_init(&b, NULL);
    int ready = h->config.ready(h->config.self, &b);
    if (!is_local(c)) { // the reasons are for whoever operates it
        buffer_clear(&b);
        buffer_add_text(&b, ready ? "{\"ready\":true}\n" : "{\"ready\":false}\n");
    }
    return send_buffer(c, ready ? 200 : 503, &b, "application/json");
}

static enum MHD_Result send_page(request *q, const char *path, const char *method) {
    const http *h = q->http;
    struct MHD_Connection *c = q->connection;
    if (strcmp(path, "/healthz") == 0) {
        return queue(c, 200, text_response("ok\n", 3, "text/plain", MHD_RESPMEM_PERSISTENT));
    }
    if (strcmp(path, "/readyz") == 0) {
        return send_ready(h, c);
    }
    if (strcmp(path, "/ws") == 0) {
        return strcmp(method, "GET") == 0 ? open_socket(q)
                                          : refuse(c, 405, "That cannot be done here.");
    }
    if (strcmp(path, "/metrics") == 0 && is_local(c)) {
        buffer b;
        buffer_init(&b, NULL);
        h->config.metrics(h->config.self, &b);
        return send_buffer(c, 200, &b, "text/plain; version=0.0.4");
    }
    int fixed = 0;
    const asset *a = asset_find(path, &fixed);
    if (!h->config.may_fetch(h->config.self, address_of(h, c))) {
        return refuse(c, 429, "Too many requests. Please wait a moment.");
    }
    return a ? send_asset(c, a, fixed) : refuse(c, 404, "There is nothing at this address.");
}

static enum MHD_Result count_header(void *self, enum MHD_ValueKind kind, const char *key,
                                    const char *value) {
    static const char *const names[] = {"Host", "Content-Length", "Transfer-Encoding"};
    int *counts = self;
    (void)kind;
    (void)value;
    for (int i = 0; key && i < 3; i++) {
        counts[i] += strcasecmp(key, names[i]) == 0;
    }
    return MHD_YES;
}

// Whether there is no doubt where the request goes and where it ends: a proxy in front of us
// might see another end, and what follows as somebody else's request.
static int is_clear(struct MHD_Connection *c, const char *version) {
    int counts[3] = {0};
    const char *coding = header(c, "Transfer-Encoding");
    MHD_get_connection_values(c, MHD_HEADER_KIND, count_header, counts);
    int one_host = counts[0] == 1 || (counts[0] == 0 && strcmp(version, "HTTP/1.1") != 0);
    int one_end = counts[1] + counts[2] <= 1 && (!coding || strcasecmp(coding, "chunked") == 0);
    return one_host && one_end;
}

static enum MHD_Result on_request(void *self, struct MHD_Connection *c, const char *path,
                                  const char *method, const char *version, const char *data,
                                  size_t *size, void **context) {
    http *h = self;
    request *q = *context;
    if (!q) {
        const char *length = header(c, "Content-Length");
        *context = q = new_request(h, c);
        if (!q) {
            return MHD_NO;
        }
        if (!is_clear(c, version)) {
            return refuse(c, 400, "The head of the request is not clear.");
        }
        if (length && strtoull(length, NULL, 10) > LIMIT_BODY) {
            return refuse(c, 413, "The request is too large.");
        }
        return MHD_YES;
    }
    if (*size) {
        int fits = add_body(q, data, *size);
        *size = 0;
        return fits ? MHD_YES : MHD_NO;
    }
    if (q->asked) {
        return answer(q);
    }
    int is_get = strcmp(method, "GET") == 0 || strcmp(method, "HEAD") == 0;
    if (strncmp(path, "/api/", 5) == 0) {
        return ask_hub(q, path, strcmp(method, "HEAD") == 0 ? "GET" : method);
    }
    return is_get ? send_page(q, path, method) : refuse(c, 405, "That cannot be done here.");
}

// --- Life --------------------------------------------------------------------

static int listen_on(const http_config *config, int *port, tsr_error *err) {
    struct addrinfo hints = {.ai_family = AF_UNSPEC,
                             .ai_socktype = SOCK_STREAM,
                             .ai_flags = AI_PASSIVE | AI_NUMERICHOST};
    struct addrinfo *found = NULL;
    char service[12];
    int on = 1;
    (void)snprintf(service, sizeof service, "%d", config->port);
    if (getaddrinfo(config->listen, service, &hints, &found) != 0 || !found) {
        (void)tsr_fail(err, TSR_ERR_ARGUMENT, "'%s' is not an address to listen on",
                       config->listen);
        return -1;
    }
    int fd = socket(found->ai_family, SOCK_STREAM, 0);
    if (fd >= 0) {
        (void)setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    }
    if (fd < 0 || bind(fd, found->ai_addr, found->ai_addrlen) != 0 || listen(fd, 1024) != 0) {
        const char *hint =
            errno == EADDRINUSE ? "; is it running already? --port takes another" : "";
        (void)tsr_fail(err, TSR_ERR_IO, "cannot listen on %s port %d: %s%s", config->listen,
                       config->port, strerror(errno), hint);
        if (fd >= 0) {
            close(fd);
        }
        fd = -1;
    } else {
        struct sockaddr_storage bound;
        socklen_t size = sizeof bound;
        (void)getsockname(fd, (struct sockaddr *)&bound, &size);
        *port =
            ntohs(bound.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)(void *)&bound)->sin6_port
                                              : ((struct sockaddr_in *)(void *)&bound)->sin_port);
    }
    freeaddrinfo(found);
    return fd;
}

tsr_err http_open(const http_config *config, http **out, tsr_error *err) {
    http *h = calloc(1, sizeof *h);
    if (!h) {
        return tsr_fail(err, TSR_ERR_MEMORY, "out of memory");
    }
    h->config = *config;
    int fd = listen_on(config, &h->port, err);
    if (fd < 0) {
        free(h);
        return err ? err->code : TSR_ERR_IO;
    }
    h->daemon = MHD_start_daemon(
        MHD_USE_EPOLL | MHD_ALLOW_UPGRADE | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, on_request, h,
        MHD_OPTION_LISTEN_SOCKET, fd, MHD_OPTION_NOTIFY_COMPLETED, on_completed, h,
        MHD_OPTION_NOTIFY_CONNECTION, on_connection, h, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
        (size_t)LIMIT_HEADER + 4096, MHD_OPTION_CONNECTION_LIMIT, 40000u,
        MHD_OPTION_CONNECTION_TIMEOUT, 10u, MHD_OPTION_PER_IP_CONNECTION_LIMIT,
        config->no_limits || config->proxy ? 0u : 200u, MHD_OPTION_END);
    if (!h->daemon) {
        close(fd);
        free(h);
        return tsr_fail(err, TSR_ERR_IO, "the HTTP server cannot be started");
    }
    *out = h;
    return TSR_OK;
}

void http_close(http *h) {
    if (!h) {
        return;
    }
    size_t at = 0;
    const map_slot *s;
    while ((s = map_next(&h->waiting, &at)) != NULL) {
        request *q = s->value;
        if (q->suspended) {
            q->suspended = 0;
            q->status = 503;
            q->type = "application/json";
            MHD_resume_connection(q->connection);
        }
    }
    MHD_stop_daemon(h->daemon);
    map_deinit(&h->waiting);
    free(h);
}

int http_port(const http *h) {
    return h->port;
}

int http_epoll(const http *h) {
    return MHD_get_daemon_info(h->daemon, MHD_DAEMON_INFO_EPOLL_FD)->epoll_fd;
}

int http_is_due(const http *h) {
    MHD_UNSIGNED_LONG_LONG ms = 0;
    return h->resumed || (MHD_get_timeout(h->daemon, &ms) == MHD_YES && ms == 0);
}

void http_run(http *h) {
    h->resumed = 0;
    (void)MHD_run(h->daemon);
}
