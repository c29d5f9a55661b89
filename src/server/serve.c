// SPDX-License-Identifier: MIT
#include "server/serve.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>

#include <sodium.h>

#include <tessera/host.h>

#include "server/control.h"
#include "server/courier.h"
#include "server/http.h"
#include "server/hub.h"
#include "server/jobs.h"
#include "server/log.h"
#include "server/peer.h"
#include "server/store_writer.h"
#include "server/timing.h"
#include "server/wire_json.h"
#include "server/workers.h"
#include "server/ws.h"

enum { TAG_HTTP, TAG_NEWS, TAG_SIGNAL, TAG_CONTROL };
// Work for other threads: each kind has its own, so that none waits for another.
typedef enum job_kind { JOB_THOUGHT, JOB_SECRET, JOB_ASK, JOB_CHECK, JOB_NOTICE } job_kind;
enum { POOL_BOTS, POOL_SECRETS, POOL_READS, POOL_NOTICES, POOLS };
static const int pool_of[] = {POOL_BOTS, POOL_SECRETS, POOL_READS, POOL_SECRETS, POOL_NOTICES};
enum { TICK_MS = 50, HTTP_MS = 20, STOP_MS = 3000, CHECK_MS = 3600000 };

// A look through the whole file for damage, by SQLite itself.
typedef struct check {
    const char *path;
    char why[200]; // "" = it is whole
} check;

typedef struct server {
    serve_config config;
    int epoll, news, signals;
    int lock;          // on the database: one server a file
    store_db *reader;  // the hub's own glances
    store_db *library; // the reading thread's
    store_writer *writer;
    workers *pool[POOLS];
    hub *hub;
    http *http;
    ws_set *ws;
    control *control;
    courier *courier; // NULL = nobody is told anything outside
    char address[80]; // of the page, where no origin is given
    uint64_t tick_ms, sweep_ms, http_ms;
    uint64_t commits, batches;
    int disk_fails;
    uint64_t check_ms; // when the file was looked through last, 0 = never
    int checking;
    char damage[200]; // what was found; "" = nothing
    timing times;
    uint64_t commit_us; // when the oldest change that waits was handed to the writer
} server;

// --- What the hub asks for ---------------------------------------------------

static void wake(void *self) {
    const server *s = self;
    uint64_t one = 1;
    (void)!write(s->news, &one, sizeof one);
}

static void io_send(void *self, uint64_t conn, bytes *message) {
    ws_send(((server *)self)->ws, conn, message);
}

static void io_close(void *self, uint64_t conn, int code, const char *why) {
    ws_close(((server *)self)->ws, conn, code, why);
}

static void io_reply(void *self, const hub_reply *reply) {
    server *s = self;
    if (reply->id >= CONTROL_FIRST) {
        control_reply(s->control, reply);
    } else {
        http_reply(s->http, reply);
    }
}

static void io_commit(void *self, store_batch *b) {
    server *s = self;
    s->commit_us = s->commit_us ? s->commit_us : tsr_now_us();
    store_writer_put(s->writer, b);
}

static void io_random(void *self, void *out, size_t size) {
    (void)self;
    randombytes_buf(out, size);
}

static int is_stopping(void *self) {
    const worker_job *job = self;
    return atomic_load(job->stopping);
}

static void work_thought(worker_job *job) {
    jobs_think(job->arg, is_stopping, job);
}

static void work_secret(worker_job *job) {
    jobs_secret(job->arg);
}

static void work_ask(worker_job *job) {
    const server *s = job->self;
    hub_ask_answer(job->arg, s->library);
}

static void work_check(worker_job *job) {
    check *c = job->arg;
    store_db_check(c->path, c->why, sizeof c->why);
}

static void work_notice(worker_job *job) {
    const server *s = job->self;
    courier_carry(s->courier, job->arg);
}

static void put_job(server *s, job_kind kind, void *arg) {
    static void (*const work[])(worker_job * job) = {work_thought, work_secret, work_ask,
                                                     work_check, work_notice};
    worker_job *job = calloc(1, sizeof *job);
    if (!job && kind == JOB_ASK) { // another thread may be using the library's handle
        hub_ask *ask = arg;
        ask->found = ASK_DAMAGED;
        (void)snprintf(ask->why, sizeof ask->why, "out of memory");
        hub_ask_done(s->hub, ask, tsr_now_ms());
        return;
    }
    if (!job) { // do it here and now rather than never
        static const atomic_int going = 0;
        worker_job now = {.arg = arg, .self = s, .kind = (int)kind, .stopping = &going};
        work[kind](&now);
        return;
    }
    *job = (worker_job){.work = work[kind], .arg = arg, .self = s, .kind = (int)kind};
    workers_put(s->pool[pool_of[kind]], job);
}

static void io_think(void *self, hub_thought *thought) {
    put_job(self, JOB_THOUGHT, thought);
}

static void io_secret(void *self, hub_secret *secret) {
    put_job(self, JOB_SECRET, secret);
}

static void io_ask(void *self, hub_ask *ask) {
    put_job(self, JOB_ASK, ask);
}

// Not carried for lack of memory is lost, and said so.
static void io_notify(void *self, hub_notice *n) {
    put_job(self, JOB_NOTICE, n);
}

static void io_log(void *self, const char *event, const char *const *pairs) {
    (void)self;
    log_pairs(event, pairs);
}

// --- What comes in -----------------------------------------------------------

static void on_request(void *self, const hub_request *q) {
    server *s = self;
    uint64_t begin = tsr_now_us();
    hub_request_in(s->hub, q, begin / 1000);
    timing_add(&s->times, timing_request(q->path), tsr_now_us() - begin);
}

static int on_may_fetch(void *self, uint64_t ip) {
    return hub_may_fetch(((server *)self)->hub, ip, tsr_now_ms());
}

static void on_connect(void *self, int fd, const char *early, size_t early_size, const char *query,
                       const char *token, uint64_t ip) {
    server *s = self;
    uint64_t now = tsr_now_ms();
    uint64_t conn = ws_add(s->ws, fd, early, early_size, now);
    if (!conn) {
        return;
    }
    hub_connect(s->hub, conn, query, token, ip, now);
    if (early_size) {
        ws_ready(s->ws, conn, EPOLLIN, now);
    }
}

static void on_message(void *self, uint64_t conn, const char *text, size_t size) {
    server *s = self;
    uint64_t begin = tsr_now_us();
    int kind = timing_message(text, size);
    hub_receive(s->hub, conn, text, size, begin / 1000);
    timing_add(&s->times, kind, tsr_now_us() - begin);
}

static void on_gone(void *self, uint64_t conn) {
    hub_disconnect(((server *)self)->hub, conn, tsr_now_ms());
}

static void on_lag(void *self, uint64_t conn, uint32_t ms) {
    hub_lag(((server *)self)->hub, conn, ms);
}

static void add_problem(buffer *out, int *count, const char *words) {
    buffer_addf(out, "%s", (*count)++ ? "," : "");
    wire_string(out, words);
}

// Whether moves can be stored and matches be read: what /readyz says, with the reasons.
static int on_ready(void *self, buffer *out) {
    const server *s = self;
    struct statvfs disk;
    int problems = 0;
    buffer_add_text(out, "{\"problems\":[");
    if (s->disk_fails) {
        add_problem(out, &problems, "the last write to the disk failed");
    }
    if (hub_oldest_wait_ms(s->hub) > 5000) {
        add_problem(out, &problems, "a change has been waiting for the disk for over 5 seconds");
    }
    if (!store_writer_is_in_place(s->writer)) {
        add_problem(out, &problems, "the database file is gone or has been replaced");
    }
    if (s->damage[0]) {
        add_problem(out, &problems, s->damage);
    }
    if (fstatvfs(s->lock, &disk) == 0 && (uint64_t)disk.f_bavail * disk.f_frsize < 64u << 20) {
        add_problem(out, &problems, "less than 64 MB are free on the disk");
    }
    buffer_addf(out, "],\"ready\":%s,\"damaged_matches\":%" PRIu64 "}\n",
                problems ? "false" : "true", hub_damaged(s->hub));
    return problems == 0;
}

static void on_metrics(void *self, buffer *out) {
    const server *s = self;
    struct rusage usage;
    hub_metrics(s->hub, out);
    (void)getrusage(RUSAGE_SELF, &usage);
    buffer_addf(out,
                "# TYPE tessera_store_commits_total counter\ntessera_store_commits_total %" PRIu64
                "\n# TYPE tessera_store_batches_total counter\ntessera_store_batches_total "
                "%" PRIu64 "\n# TYPE tessera_memory_peak_kb gauge\ntessera_memory_peak_kb %ld\n",
                s->commits, s->batches, usage.ru_maxrss);
    timing_metrics(&s->times, out);
}

static void check_done(server *s, check *c) {
    s->checking = 0;
    s->check_ms = tsr_now_ms();
    if (strcmp(c->why, s->damage) != 0) {
        log_event("integrity", c->why[0] ? "error" : "state", c->why[0] ? c->why : "whole", NULL);
    }
    memcpy(s->damage, c->why, sizeof s->damage);
    free(c);
}

static void take_job(server *s, worker_job *job) {
    uint64_t now = tsr_now_ms();
    switch ((job_kind)job->kind) {
    case JOB_THOUGHT: hub_thought_done(s->hub, job->arg, now); return;
    case JOB_SECRET: hub_secret_done(s->hub, job->arg, now); return;
    case JOB_ASK: hub_ask_done(s->hub, job->arg, now); return;
    case JOB_CHECK: check_done(s, job->arg); return;
    case JOB_NOTICE: hub_notice_done(s->hub, job->arg, now); return;
    }
}

static void take_news(server *s) {
    uint64_t count;
    worker_job *job;
    (void)!read(s->news, &count, sizeof count);
    store_news news = store_writer_news(s->writer);
    s->commits = news.commits;
    s->batches = news.batches;
    if (news.durable) {
        if (s->commit_us) {
            timing_add(&s->times, timing_disk(), tsr_now_us() - s->commit_us);
            s->commit_us = 0;
        }
        hub_durable(s->hub, news.durable, news.refused, tsr_now_ms());
        store_batch_free_all(news.refused);
        if (s->disk_fails && !news.failed) {
            s->disk_fails = 0;
            log_event("disk", "state", "writing works again", NULL);
        }
    }
    if (news.failed) {
        if (!s->disk_fails) {
            log_event("disk", "error", news.why, NULL);
        }
        s->disk_fails = 1;
        hub_disk_failed(s->hub, tsr_now_ms());
    }
    for (int i = 0; i < POOLS; i++) {
        while ((job = workers_done(s->pool[i])) != NULL) {
            take_job(s, job);
            free(job);
        }
    }
}

// --- The loop ----------------------------------------------------------------

// Damage that nobody stumbles over is found within the hour.
static void look_through(server *s, uint64_t now) {
    check *c = NULL;
    if (!s->checking && (!s->check_ms || now - s->check_ms > CHECK_MS)) {
        c = calloc(1, sizeof *c);
    }
    if (c) {
        s->checking = 1;
        c->path = s->config.db;
        put_job(s, JOB_CHECK, c);
    }
}

static void beat(server *s) {
    uint64_t now = tsr_now_ms();
    if (now - s->tick_ms >= TICK_MS) {
        s->tick_ms = now;
        hub_tick(s->hub, now);
    }
    if (now - s->sweep_ms >= 5000) {
        s->sweep_ms = now;
        ws_sweep(s->ws, now);
        look_through(s, now);
    }
}

// One turn; 0 when a signal asks to stop.
static int turn(server *s) {
    struct epoll_event events[256];
    // An answer that has just come from the disk, or a request that came behind another on its
    // connection, makes no descriptor readable: HTTP itself knows that it has work.
    int n = epoll_wait(s->epoll, events, 256, http_is_due(s->http) ? 0 : HTTP_MS);
    int goes_on = 1, asked = 0;
    for (int i = 0; i < n; i++) {
        uint64_t tag = events[i].data.u64;
        if (tag == TAG_NEWS) {
            take_news(s);
        } else if (tag == TAG_SIGNAL) {
            goes_on = 0;
        } else if (tag == TAG_CONTROL) {
            control_ready(s->control);
        } else if (tag == TAG_HTTP) {
            asked = 1;
        } else if (tag >= WS_FIRST) {
            ws_ready(s->ws, tag, events[i].events, tsr_now_ms());
        }
    }
    uint64_t now = tsr_now_ms();
    if (asked || http_is_due(s->http) || now - s->http_ms >= HTTP_MS) { // it has timeouts too
        s->http_ms = now;
        http_run(s->http);
    }
    beat(s);
    ws_flush(s->ws);
    return goes_on;
}

// --- Life --------------------------------------------------------------------

static tsr_err watch(server *s, int fd, uint64_t tag, tsr_error *err) {
    struct epoll_event ev = {.events = EPOLLIN, .data.u64 = tag};
    return fd >= 0 && epoll_ctl(s->epoll, EPOLL_CTL_ADD, fd, &ev) == 0
               ? TSR_OK
               : tsr_fail(err, TSR_ERR_IO, "epoll: %s", strerror(errno));
}

static tsr_err open_signals(server *s, tsr_error *err) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    (void)pthread_sigmask(SIG_BLOCK, &set, NULL); // before any thread is started
    (void)signal(SIGPIPE, SIG_IGN);
    (void)signal(SIGXFSZ, SIG_IGN); // a file that may not grow is a full disk, no reason to die
    s->signals = signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
    return watch(s, s->signals, TAG_SIGNAL, err);
}

// Hashes of passwords and everybody's matches: nobody else on the machine reads them. SQLite
// makes its other files with the rights of this one.
static void hide_from_others(int fd) {
    struct stat st;
    if (fstat(fd, &st) == 0 && (st.st_mode & 07)) {
        (void)fchmod(fd, st.st_mode & 0770);
    }
}

// Two servers on one file would each believe that the matches are theirs. The lock is taken
// before SQLite opens the file and goes after SQLite has closed it: closing another handle
// in between would lose SQLite's own locks.
static tsr_err lock_store(server *s, tsr_error *err) {
    s->lock = open(s->config.db, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (s->lock < 0) {
        return tsr_fail(err, TSR_ERR_IO, "%s: %s", s->config.db, strerror(errno));
    }
    if (flock(s->lock, LOCK_EX | LOCK_NB) != 0) {
        return tsr_fail(err, TSR_ERR_IO, "%s is being used by another server; --db takes another",
                        s->config.db);
    }
    hide_from_others(s->lock);
    return TSR_OK;
}

static tsr_err open_store(server *s, tsr_error *err) {
    store_db *db = NULL;
    tsr_err e = lock_store(s, err);
    e = e ? e : store_db_open(s->config.db, &db, err);
    if (!e) {
        e = store_writer_open(db, wake, s, &s->writer, err);
        if (e) {
            store_db_close(db);
        }
    }
    e = e ? e : store_db_open(s->config.db, &s->reader, err);
    return e ? e : store_db_open(s->config.db, &s->library, err);
}

// Mails and pushes, if the operator wants them. The key for pushes lies beside the database.
static tsr_err open_courier(server *s, tsr_error *err) {
    char key[4096];
    (void)snprintf(key, sizeof key, "%s.push-key", s->config.db);
    (void)snprintf(s->address, sizeof s->address, "http://localhost:%d", s->config.port);
    const courier_config config = {.relay = s->config.relay,
                                   .from = s->config.mail_from,
                                   .user = s->config.mail_user,
                                   .password = s->config.mail_password,
                                   .contact = s->config.push_contact,
                                   .key_file = key,
                                   .anywhere = s->config.no_limits};
    return config.relay || config.contact ? courier_open(&config, &s->courier, err) : TSR_OK;
}

static tsr_err open_hub(server *s, tsr_error *err) {
    const hub_config config = {.registry = s->config.registry,
                               .db = s->reader,
                               .io = {.self = s,
                                      .send = io_send,
                                      .close = io_close,
                                      .reply = io_reply,
                                      .think = io_think,
                                      .secret = io_secret,
                                      .ask = io_ask,
                                      .commit = io_commit,
                                      .random = io_random,
                                      .notify = s->courier ? io_notify : NULL,
                                      .log = io_log},
                               .wall_s = (int64_t)time(NULL),
                               .now_ms = tsr_now_ms(),
                               .bot_pause_ms = (uint32_t)s->config.bot_pause_ms,
                               .bots_at_once = s->config.threads,
                               .secrets_at_once = 4,
                               .asks_at_once = 8,
                               .no_limits = s->config.no_limits,
                               .sign_up = s->config.sign_up,
                               .mail = courier_has_mail(s->courier),
                               .push_key = courier_push_key(s->courier),
                               .origin = s->config.origin ? s->config.origin : s->address,
                               .leaflet = s->config.leaflet,
                               .words = s->config.words};
    return hub_new(&config, &s->hub, err);
}

static tsr_err open_http(server *s, tsr_error *err) {
    const http_config config = {.listen = s->config.listen,
                                .port = s->config.port,
                                .origin = s->config.origin,
                                .proxy = s->config.proxy,
                                .no_limits = s->config.no_limits,
                                .self = s,
                                .request = on_request,
                                .may_fetch = on_may_fetch,
                                .ready = on_ready,
                                .connect = on_connect,
                                .metrics = on_metrics};
    tsr_err e = http_open(&config, &s->http, err);
    return e ? e : watch(s, http_epoll(s->http), TAG_HTTP, err);
}

static tsr_err open_all(server *s, tsr_error *err) {
    const ws_events events = {.self = s,
                              .message = on_message,
                              .gone = on_gone,
                              .lag = on_lag,
                              .no_limits = s->config.no_limits};
    if (s->config.proxy && !peer_is_address(s->config.proxy)) {
        return tsr_fail(err, TSR_ERR_ARGUMENT, "'%s' is not a proxy's address, such as 127.0.0.1",
                        s->config.proxy);
    }
    if (sodium_init() < 0) {
        return tsr_fail(err, TSR_ERR_IO, "there is no source of randomness");
    }
    s->epoll = epoll_create1(EPOLL_CLOEXEC);
    s->news = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    tsr_err e = open_signals(s, err);
    e = e ? e : watch(s, s->news, TAG_NEWS, err);
    e = e ? e : open_store(s, err);
    if (!e) {
        s->pool[POOL_BOTS] = workers_open(s->config.threads, 10, wake, s);
        s->pool[POOL_SECRETS] = workers_open(2, 5, wake, s);
        s->pool[POOL_READS] = workers_open(1, 0, wake, s);
        s->pool[POOL_NOTICES] = workers_open(1, 10, wake, s);
        s->ws = ws_new(s->epoll, &events);
        e = s->pool[POOL_BOTS] && s->pool[POOL_SECRETS] && s->pool[POOL_READS] &&
                    s->pool[POOL_NOTICES] && s->ws
                ? TSR_OK
                : tsr_fail(err, TSR_ERR_MEMORY, "out of memory");
    }
    e = e ? e : open_courier(s, err);
    e = e ? e : open_hub(s, err);
    if (!e) {
        const control_events orders = {.self = s, .request = on_request};
        e = control_open(s->config.db, s->epoll, TAG_CONTROL, &orders, &s->control, err);
    }
    return e ? e : open_http(s, err);
}

// Goodbye to all, then a moment for it to arrive; what is being written is finished.
static void stop(server *s) {
    uint64_t start = tsr_now_ms();
    ws_goodbye(s->ws);
    for (int i = 0; i < 5 && tsr_now_ms() - start < STOP_MS; i++) {
        (void)turn(s);
    }
}

static void drop_job(server *s, worker_job *job) {
    switch ((job_kind)job->kind) {
    case JOB_THOUGHT: hub_thought_drop(s->hub, job->arg); break;
    case JOB_ASK: hub_ask_drop(s->hub, job->arg); break;
    case JOB_SECRET:
    case JOB_NOTICE:
    case JOB_CHECK: free(job->arg); break;
    }
    free(job);
}

static void close_all(server *s) {
    worker_job *job;
    for (int i = 0; i < POOLS; i++) {
        if (s->pool[i]) {
            workers_stop(s->pool[i]);
        }
    }
    http_close(s->http);
    control_close(s->control);
    s->control = NULL;
    for (int i = 0; i < POOLS; i++) {
        while (s->pool[i] && (job = workers_done(s->pool[i])) != NULL) {
            drop_job(s, job);
        }
        workers_close(s->pool[i]);
    }
    ws_free(s->ws);
    store_writer_close(s->writer);
    hub_free(s->hub);
    courier_close(s->courier);
    store_db_close(s->reader);
    store_db_close(s->library);
    int fds[] = {s->epoll, s->news, s->signals, s->lock};
    for (int i = 0; i < 4; i++) {
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

tsr_err serve_run(const serve_config *config, tsr_error *err) {
    server s = {.config = *config, .epoll = -1, .news = -1, .signals = -1, .lock = -1};
    raise_limits();
    tsr_err e = open_all(&s, err);
    if (!e) {
        char address[300];
        (void)snprintf(address, sizeof address, "http://%s:%d",
                       strcmp(config->listen, "127.0.0.1") == 0 ? "localhost" : config->listen,
                       http_port(s.http));
        log_event("start", "address", address, "db", config->db, NULL);
        if (config->ready) {
            config->ready(address);
        }
        while (turn(&s)) {
        }
        log_event("stop", NULL);
        stop(&s);
    }
    close_all(&s);
    return e;
}
