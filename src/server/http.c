// SPDX-License-Identifier: MIT
// HTTP's life, and which request goes where.
#include "server/http.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "server/http_impl.h"
#include "server/limits.h"

static const char too_large[] = "The request is too large.";

// --- Requests ----------------------------------------------------------------

static http_request *new_request(http *h, struct MHD_Connection *c) {
    http_request *q = calloc(1, sizeof *q);
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
    http_request *q = *context;
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

// A body in chunks does not say how long it is. One that is too large is heard to its end, so that it
// can be told so, but not for ever.
static int let_pass(http_request *q, size_t size) {
    enum { PATIENCE = 16 * LIMIT_BODY };
    q->passed += q->body_size + size;
    free(q->body);
    q->body = NULL;
    q->body_size = 0;
    return q->passed <= PATIENCE;
}

// Keeps a piece of the body; 0 ends the connection.
static int add_body(http_request *q, const char *data, size_t size) {
    if (q->passed || q->body_size + size > LIMIT_BODY) {
        return let_pass(q, size);
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

static enum MHD_Result answer(http_request *q) {
    return q->status == 101 ? http_send_upgrade(q) : http_send_reply(q);
}

static enum MHD_Result ask_hub(http_request *q, const char *path, const char *method) {
    http *h = q->http;
    char query[256];
    http_query(q->connection, query, sizeof query);
    const hub_request in = {.id = q->id,
                            .method = method,
                            .path = path,
                            .query = query,
                            .token = http_token(h, q->connection),
                            .same_origin = http_is_same_origin(h, q->connection),
                            .body = q->body ? q->body : "",
                            .body_size = q->body_size,
                            .ip = http_address(h, q->connection)};
    q->asked = 1;
    q->common = strcmp(method, "GET") == 0 && strncmp(path, "/api/games", 10) == 0;
    h->config.request(h->config.self, &in);
    if (q->status) {
        return answer(q);
    }
    q->suspended = 1;
    MHD_suspend_connection(q->connection);
    return MHD_YES;
}

// --- The server's own addresses ----------------------------------------------

static enum MHD_Result send_health(http_request *q, const char *method) {
    (void)method;
    return http_queue(q->connection, 200,
                      http_text("ok\n", 3, "text/plain", MHD_RESPMEM_PERSISTENT));
}

static enum MHD_Result send_ready(http_request *q, const char *method) {
    const http *h = q->http;
    buffer b;
    (void)method;
    buffer_init(&b, NULL);
    int ready = h->config.ready(h->config.self, &b);
    if (!http_is_local(q->connection)) { // the reasons are for whoever operates it
        buffer_clear(&b);
        buffer_add_text(&b, ready ? "{\"ready\":true}\n" : "{\"ready\":false}\n");
    }
    return http_send_buffer(q->connection, ready ? 200 : 503, &b, "application/json");
}

static enum MHD_Result open_socket(http_request *q, const char *method) {
    int status = 405;
    const char *why = strcmp(method, "GET") == 0 ? http_socket_problem(q, &status)
                                                 : "This address does not support that method.";
    return why ? http_refuse(q->connection, status, why) : ask_hub(q, "/ws", "GET");
}

static enum MHD_Result send_metrics(http_request *q, const char *method) {
    const http *h = q->http;
    buffer b;
    (void)method;
    if (!http_is_local(q->connection)) {
        return http_refuse(q->connection, 404, "There is nothing at this address.");
    }
    buffer_init(&b, NULL);
    h->config.metrics(h->config.self, &b);
    return http_send_buffer(q->connection, 200, &b, "text/plain; version=0.0.4");
}

// Of the engine's files, which *own says, or of the page's.
static const asset *file_at(const http *h, const char *path, int *own, int *fixed) {
    const asset *a = h->config.engine ? engine_files_find(h->config.engine, path) : NULL;
    *own = a != NULL;
    return a ? a : asset_find(path, fixed);
}

static enum MHD_Result send_file(http_request *q, const char *path) {
    const http *h = q->http;
    struct MHD_Connection *c = q->connection;
    int own = 0, fixed = 0;
    const asset *a = file_at(h, path, &own, &fixed);
    if (!h->config.may_fetch(h->config.self, http_address(h, c))) {
        return http_refuse(c, 429, "Too many requests. Please wait a moment.");
    }
    return a ? http_send_asset(c, a, own ? engine_files_version(h->config.engine) : asset_version,
                               fixed)
             : http_send_missing(c, file_at(h, "/", &own, &fixed));
}

static enum MHD_Result send_page(http_request *q, const char *path, const char *method) {
    static const struct {
        const char *path;
        enum MHD_Result (*send)(http_request *q, const char *method);
    } own[] = {{"/healthz", send_health},
               {"/readyz", send_ready},
               {"/ws", open_socket},
               {"/metrics", send_metrics}};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
        if (strcmp(path, own[i].path) == 0) {
            return own[i].send(q, method);
        }
    }
    return send_file(q, path);
}

// --- What comes in -----------------------------------------------------------

static enum MHD_Result on_request(void *self, struct MHD_Connection *c, const char *path,
                                  const char *method, const char *version, const char *data,
                                  size_t *size, void **context) {
    http *h = self;
    http_request *q = *context;
    if (!q) {
        const char *length = http_header(c, "Content-Length");
        *context = q = new_request(h, c);
        if (!q) {
            return MHD_NO;
        }
        if (!http_is_clear(c, version)) {
            return http_refuse(c, 400, "The header of the request is ambiguous.");
        }
        if (length && strtoull(length, NULL, 10) > LIMIT_BODY) {
            return http_refuse(c, 413, too_large);
        }
        return MHD_YES;
    }
    if (*size) {
        int goes_on = add_body(q, data, *size);
        *size = 0;
        return goes_on ? MHD_YES : MHD_NO;
    }
    if (q->passed) {
        return http_refuse(c, 413, too_large);
    }
    if (q->asked) {
        return answer(q);
    }
    int is_get = strcmp(method, "GET") == 0 || strcmp(method, "HEAD") == 0;
    if (strncmp(path, "/api/", 5) == 0) {
        return ask_hub(q, path, strcmp(method, "HEAD") == 0 ? "GET" : method);
    }
    return is_get ? send_page(q, path, method)
                  : http_refuse(c, 405, "This address does not support that method.");
}

void http_reply(http *h, const hub_reply *reply) {
    http_request *q = map_get(&h->waiting, reply->id);
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

// Every connection knows whose it is.
static void on_connection(void *self, struct MHD_Connection *c, void **context,
                          enum MHD_ConnectionNotificationCode what) {
    (void)c;
    if (what == MHD_CONNECTION_NOTIFY_STARTED) {
        *context = self;
    }
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
        http_request *q = s->value;
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

int http_descriptor(const http *h) {
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
