// SPDX-License-Identifier: MIT
// A server's life and its loop: one thread waits for sockets, HTTP, news and signals.
#include "server/serve.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include <sodium.h>

#include <tessera/host.h>

#include "server/log.h"
#include "server/peer.h"
#include "server/serve_impl.h"
#include "server/watch.h"

enum { STOP_MS = 3000, RETRY_MS = 200 };

static tsr_err watch(server *s, int fd, uint64_t tag, tsr_error *err) {
    return fd >= 0 && watch_add(s->watched, fd, tag)
               ? TSR_OK
               : tsr_fail(err, TSR_ERR_IO, "cannot watch a descriptor: %s", strerror(errno));
}

static tsr_err open_store(server *s, tsr_error *err) {
    return s->config.hubs > 1 ? serve_town_open(s, err)
                              : serve_open_base(s, serve_wake, s, &s->store, err);
}

static tsr_err open_signals(server *s, tsr_error *err) {
    (void)signal(SIGPIPE, SIG_IGN);
    (void)signal(SIGXFSZ, SIG_IGN); // a file that may not grow is a full disk, no reason to die
    s->signals = watch_signals();
    return watch(s, s->signals, SERVE_SIGNAL, err);
}

// Mails and pushes, if the operator wants them. The key for pushes lies beside the database.
static tsr_err open_courier(server *s, tsr_error *err) {
    char key[4096];
    (void)snprintf(key, sizeof key, "%s.push-key", s->config.db);
    const courier_config config = {.relay = s->config.relay,
                                   .from = s->config.mail_from,
                                   .user = s->config.mail_user,
                                   .password = s->config.mail_password,
                                   .contact = s->config.push_contact,
                                   .key_file = key,
                                   .anywhere = s->config.no_limits};
    return config.relay || config.contact ? courier_open(&config, &s->courier, err) : TSR_OK;
}

static tsr_err check_bus(const serve_config *config, tsr_error *err) {
    const char *why =
        !config->bus       ? NULL
        : !config->store   ? "needs --store: servers share a PostgreSQL database"
        : config->hubs > 1 ? "takes one hub a server: start more servers instead"
        : config->published
            ? "does not go with --published: those games are in a folder of one server"
            : NULL;
    return why ? tsr_fail(err, TSR_ERR_ARGUMENT, "--bus %s", why) : TSR_OK;
}

static tsr_err check_config(const serve_config *config, tsr_error *err) {
    tsr_err e = check_bus(config, err);
    if (e) {
        return e;
    }
    if (config->proxy && !peer_is_address(config->proxy)) {
        return tsr_fail(err, TSR_ERR_ARGUMENT, "'%s' is not a proxy's address, such as 127.0.0.1",
                        config->proxy);
    }
    return sodium_init() < 0 ? tsr_fail(err, TSR_ERR_IO, "there is no source of randomness")
                             : TSR_OK;
}

static tsr_err open_all(server *s, tsr_error *err) {
    tsr_err e = check_config(&s->config, err);
    if (e) {
        return e;
    }
    s->watched = watch_open();
    s->news = watch_bell();
    e = open_signals(s, err);
    e = e ? e : watch(s, s->news, SERVE_NEWS, err);
    e = e ? e : open_store(s, err);
    e = e || !s->config.bus ? e : serve_node_open(s, err);
    e = e ? e : serve_open_jobs(s, err);
    e = e ? e : serve_open_sockets(s, err);
    e = e ? e : open_courier(s, err);
    e = e ? e : serve_open_http(s, err);
    e = e ? e : serve_open_annexes(s, err);
    if (!e && s->annexes) {
        e = watch(s, annexes_descriptor(s->annexes), SERVE_ANNEXES, err);
    }
    e = e ? e : serve_open_hub(s, err);
    e = e ? e : serve_town_start(s, err);
    e = e ? e : serve_open_control(s, SERVE_CONTROL, err);
    return e ? e : watch(s, http_descriptor(s->http), SERVE_HTTP, err);
}

// Goodbye to all, then a moment for it to arrive; what is being written is finished. Where others wait
// for the matches of this one, its pages need not wait for it to come back.
static void stop(server *s) {
    enum { GOING_AWAY = 1001, SERVICE_RESTART = 1012 };
    uint64_t start = tsr_now_ms();
    if (s->config.store) {
        ws_goodbye(s->ws, SERVICE_RESTART, "another server takes over");
    } else {
        ws_goodbye(s->ws, GOING_AWAY, "the server stops");
    }
    serve_town_end(s);
    serve_node_leave(s);
    for (int i = 0;
         (i < 5 || (!s->taken_over && serve_node_has_any(s))) && tsr_now_ms() - start < STOP_MS;
         i++) {
        (void)serve_turn(s);
    }
}

static void close_all(server *s) {
    serve_town_end(s);
    serve_stop_jobs(s);
    annexes_close(s->annexes);
    http_close(s->http);
    engine_files_close(s->engine);
    control_close(s->control);
    s->control = NULL;
    serve_close_jobs(s);
    ws_free(s->ws);
    serve_town_stop(s);
    if (s->store) {
        store_stop(s->store);
    }
    hub_free(s->hub);
    courier_close(s->courier);
    store_close(s->store);
    serve_town_close(s);
    serve_node_close(s);
    int fds[] = {s->watched, s->news, s->signals};
    for (int i = 0; i < 3; i++) {
        if (fds[i] >= 0) {
            close(fds[i]);
        }
    }
}

// As many sockets as the system lets us have.
static void raise_limits(void) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max;
        (void)setrlimit(RLIMIT_NOFILE, &limit);
    }
}

static void say_ready(const server *s) {
    const serve_config *config = &s->config;
    char address[300];
    (void)snprintf(address, sizeof address, "http://%s:%d",
                   strcmp(config->listen, "127.0.0.1") == 0 ? "localhost" : config->listen,
                   http_port(s->http));
    log_event("start", "address", address, "db", config->db, NULL);
    if (config->ready) {
        config->ready(address);
    }
}

// Until a signal asks to stop, or another server has taken over; then the port it had is in `config`.
static tsr_err serve_once(serve_config *config, int *again, tsr_error *err) {
    server s = {.config = *config, .watched = -1, .news = -1, .signals = -1};
    tsr_err e = open_all(&s, err);
    if (!e) {
        say_ready(&s);
        while (serve_turn(&s)) {
        }
        *again = s.taken_over;
        config->port = http_port(s.http);
        log_event("stop", "state", s.taken_over ? "stands by" : "ends", NULL);
        stop(&s);
    } else if (serve_is_asked_to_stop(&s)) { // while it stood by: nothing is wrong with that
        e = TSR_OK;
    }
    close_all(&s);
    return e;
}

tsr_err serve_run(const serve_config *config, tsr_error *err) {
    serve_config own = *config;
    tsr_err e = TSR_OK;
    int again = 1, served = 0;
    raise_limits();
    while (again) {
        again = 0;
        e = serve_once(&own, &again, err);
        if (e &&
            served) { // whoever took over may have done so because the database hangs: it comes back
            log_event("store", "error", err->message, NULL);
            nanosleep(&(struct timespec){.tv_nsec = RETRY_MS * 1000000L}, NULL);
            again = 1;
        }
        served |= again;
    }
    return e;
}
