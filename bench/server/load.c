// SPDX-License-Identifier: MIT
//
// Load on a server, from one process on the same machine:
//
//     load PORT GAME pace SOCKETS MATCHES SECONDS    as people play: watchers, moves, pings
//     load PORT GAME flood MATCHES SECONDS           as fast as acknowledged moves allow
//     load PORT GAME finish MATCHES COUNT            the same, until COUNT matches are over
//
// Pairs of players make matches, join them over HTTP and play random legal moves
// (one of those they are asked for) over WebSockets; watchers only listen and ping. Measured are the time from
// sending a move to its acknowledgement and to the opponent's event, and whether each
// ply arrived once and in order. A finished match is replaced by a new one, made by one of
// a few threads: while its two players wait for the server, the other matches go on.

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { IN_SIZE = 1 << 18, PING_US = 2500000, MAKERS = 8 };

typedef struct client {
    int fd;
    struct client *other; // the opponent, or NULL for a watcher
    char match[16];
    char cookie[80];
    int seat;
    int ply;     // plies known of
    int is_turn; // asked to move
    int waiting; // for an ack
    int is_away; // its match is over and a maker has it
    uint64_t sent_us, next_us, ping_us;
    char move[64]; // chosen from what it is asked
    char *in;
    size_t size;
} client;

typedef struct figures {
    uint64_t *us;
    size_t count, cap;
} figures;

static int port, epoll, over;
static int ended[2], begun[2]; // pipes of players (the first of a pair), to the makers and back
static const char *game;
static uint64_t pace_us; // between a question and its answer; 0 = at once
static figures acks, relays;
static uint64_t moves, wrong, finished, refused;
static uint64_t enough = UINT64_MAX; // matches to finish
static uint64_t rng_state = 88172645463325252u;

static uint64_t now_us(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

static uint32_t below(uint32_t n) {
    rng_state ^= rng_state << 13;
    rng_state ^= rng_state >> 7;
    rng_state ^= rng_state << 17;
    return (uint32_t)(rng_state >> 33) % n;
}

static void note(figures *f, uint64_t us) {
    if (f->count == f->cap) {
        f->cap = f->cap ? f->cap * 2 : 65536;
        f->us = realloc(f->us, f->cap * sizeof *f->us);
        if (!f->us) {
            exit(1);
        }
    }
    f->us[f->count++] = us;
}

static int by_size(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

static void report(const char *what, figures *f) {
    if (!f->count) {
        return;
    }
    qsort(f->us, f->count, sizeof *f->us, by_size);
    printf("%s: p50 %.2f ms, p99 %.2f ms, max %.2f ms\n", what, (double)f->us[f->count / 2] / 1e3,
           (double)f->us[f->count * 99 / 100] / 1e3, (double)f->us[f->count - 1] / 1e3);
}

// --- HTTP --------------------------------------------------------------------

static int dial(void) {
    struct sockaddr_in a = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    int on = 1, fd = socket(AF_INET, SOCK_STREAM, 0);
    a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (fd < 0 || connect(fd, (struct sockaddr *)&a, sizeof a) != 0) {
        perror("connect");
        exit(1);
    }
    (void)setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    return fd;
}

static void write_all(int fd, const char *text, size_t size) {
    while (size) {
        ssize_t n = write(fd, text, size);
        if (n < 0 && errno == EAGAIN) {
            continue;
        }
        if (n <= 0) {
            perror("write");
            exit(1);
        }
        text += n;
        size -= (size_t)n;
    }
}

// One request on a connection that is kept; the answer with its head is in `out`.
static void request(client *c, const char *path, const char *body, char *out, size_t cap) {
    static _Thread_local int fd = -1;
    char text[1024];
    size_t size = 0;
    fd = fd < 0 ? dial() : fd;
    int n = snprintf(text, sizeof text,
                     "POST %s HTTP/1.1\r\nHost: localhost:%d\r\nOrigin: http://localhost:%d\r\n"
                     "%s%s%sContent-Length: %zu\r\n\r\n%s",
                     path, port, port, c->cookie[0] ? "Cookie: " : "", c->cookie,
                     c->cookie[0] ? "\r\n" : "", strlen(body), body);
    out[0] = '\0';
    (void)send(fd, text, (size_t)n, MSG_NOSIGNAL);
    for (;;) {
        ssize_t got = read(fd, out + size, cap - 1 - size);
        if (got <= 0 && !size) { // was idle for too long: once more, on a new connection
            close(fd);
            fd = dial();
            write_all(fd, text, (size_t)n);
            continue;
        }
        if (got <= 0) {
            close(fd);
            fd = -1;
            break;
        }
        size += (size_t)got;
        out[size] = '\0';
        const char *end = strstr(out, "\r\n\r\n");
        const char *length = strstr(out, "Content-Length: ");
        if (end && length && size >= (size_t)(end - out) + 4 + (size_t)atoi(length + 16)) {
            break;
        }
    }
    const char *cookie = strstr(out, "Set-Cookie: ");
    if (cookie) {
        snprintf(c->cookie, sizeof c->cookie, "%.*s", (int)strcspn(cookie + 12, ";"), cookie + 12);
    }
    if (!strstr(out, " 200 ")) {
        fprintf(stderr, "%s: %.300s\n", path, out);
        exit(1);
    }
}

// --- WebSocket ---------------------------------------------------------------

static void open_socket(client *c) {
    char text[600];
    c->fd = dial();
    int n = snprintf(text, sizeof text,
                     "GET /ws?match=%s&s=load HTTP/1.1\r\nHost: localhost:%d\r\n"
                     "Origin: http://localhost:%d\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                     "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                     "%s%s%s\r\n",
                     c->match, port, port, c->cookie[0] ? "Cookie: " : "", c->cookie,
                     c->cookie[0] ? "\r\n" : "");
    write_all(c->fd, text, (size_t)n);
    // The head of the answer, byte by byte so that no frame is swallowed.
    for (int seen = 0; seen < 4;) {
        char b;
        if (read(c->fd, &b, 1) != 1) {
            fprintf(stderr, "the socket was refused\n");
            exit(1);
        }
        seen = (seen % 2 ? b == '\n' : b == '\r') ? seen + 1 : 0;
    }
}

static void listen_to(client *c) {
    struct epoll_event ev = {.events = EPOLLIN, .data.ptr = c};
    c->is_away = 0;
    (void)fcntl(c->fd, F_SETFL, O_NONBLOCK);
    (void)epoll_ctl(epoll, EPOLL_CTL_ADD, c->fd, &ev);
    c->ping_us = now_us() + below(PING_US);
}

static void send_frame(client *c, const char *text) {
    unsigned char frame[512];
    size_t size = strlen(text), head = size < 126 ? 2 : 4;
    frame[0] = 0x81;
    frame[1] = (unsigned char)(0x80 | (size < 126 ? size : 126));
    frame[2] = (unsigned char)(size >> 8); // overwritten for short ones
    frame[3] = (unsigned char)size;
    memset(frame + head, 0, 4); // a mask of zeros changes nothing
    memcpy(frame + head + 4, text, size);
    write_all(c->fd, (const char *)frame, head + 4 + size);
}

// --- Matches -----------------------------------------------------------------

static void text_between(const char *from, const char *before, char *out, size_t cap) {
    const char *at = strstr(from, before);
    at = at ? at + strlen(before) : "";
    snprintf(out, cap, "%.*s", (int)strcspn(at, "\""), at);
}

static void begin_match(client *a, client *b) {
    char out[4096], path[80], body[200];
    snprintf(body, sizeof body,
             "{\"game\":\"%s\",\"players\":2,\"seats\":[{\"kind\":\"me\"},{\"kind\":\"open\"}]}",
             game);
    request(a, "/api/matches", body, out, sizeof out);
    text_between(out, "\"id\":\"", a->match, sizeof a->match);
    snprintf(path, sizeof path, "/api/matches/%s/join", a->match);
    request(b, path, "{\"seat\":1}", out, sizeof out);
    memcpy(b->match, a->match, sizeof a->match);
    for (int i = 0; i < 2; i++) {
        client *c = i ? b : a;
        c->other = i ? a : b;
        c->seat = i;
        c->ply = 0;
        c->is_turn = c->waiting = 0;
        c->size = 0;
        open_socket(c);
    }
}

static void hand_over(int pipe, client *a) {
    if (write(pipe, &a, sizeof a) != sizeof a) {
        perror("pipe");
        exit(1);
    }
}

// A thread that begins matches anew for pairs whose match is over.
static void *make_matches(void *unused) {
    for (client *a; read(ended[0], &a, sizeof a) == sizeof a;) {
        begin_match(a, a->other);
        hand_over(begun[1], a);
    }
    return unused;
}

static void start_makers(void) {
    struct epoll_event ev = {.events = EPOLLIN, .data.ptr = NULL};
    pthread_t thread;
    if (pipe(ended) != 0 || pipe(begun) != 0 ||
        epoll_ctl(epoll, EPOLL_CTL_ADD, begun[0], &ev) != 0) {
        perror("pipe");
        exit(1);
    }
    for (int i = 0; i < MAKERS; i++) {
        if (pthread_create(&thread, NULL, make_matches, NULL) != 0) {
            perror("pthread_create");
            exit(1);
        }
    }
}

static void take_begun(void) {
    client *a;
    if (read(begun[0], &a, sizeof a) == sizeof a) {
        listen_to(a);
        listen_to(a->other);
    }
}

static void play(client *c, uint64_t now) {
    char text[200];
    snprintf(text, sizeof text, "{\"t\":\"move\",\"a\":%d,\"seat\":%d,\"ply\":%d,\"text\":\"%s\"}",
             c->ply + 1, c->seat, c->ply + 1, c->move);
    c->is_turn = 0;
    c->waiting = 1;
    c->sent_us = now;
    send_frame(c, text);
}

// One of the moves of a question, at random.
static void choose(client *c, const char *ask) {
    static const char mark[] = "{\"text\":\"";
    uint32_t seen = 0;
    for (const char *at = strstr(ask, mark); at; at = strstr(at + 1, mark)) {
        if (below(++seen) == 0) {
            at += sizeof mark - 1;
            snprintf(c->move, sizeof c->move, "%.*s", (int)strcspn(at, "\""), at);
        }
    }
}

// --- What the server says ----------------------------------------------------

static void end_match(client *c) {
    client *a = c->seat ? c->other : c, *b = c->seat ? c : c->other;
    close(a->fd);
    close(b->fd);
    a->is_away = b->is_away = 1;
    finished++;
    hand_over(ended[1], a);
}

static int ply_of(const char *text) {
    // The log comes first and has plies of its own; the last "ply" before "clocks" is it.
    const char *at = strstr(text, "\"turn\":");
    at = at ? strstr(at, "\"ply\":") : NULL;
    return at ? atoi(at + 6) : -1;
}

// Returns 0 if the client's socket is no more.
static int on_text(client *c, const char *text) {
    uint64_t now = now_us();
    if (strncmp(text, "{\"t\":\"ack\"", 10) == 0) {
        note(&acks, now - c->sent_us);
        moves++;
        c->waiting = 0;
        return 1;
    }
    if (strncmp(text, "{\"t\":\"refuse\"", 13) == 0) {
        refused++;
        fprintf(stderr, "refused: %.200s\n", text);
        c->waiting = 0;
        return 1;
    }
    int full = strncmp(text, "{\"t\":\"full\"", 11) == 0;
    if (!full && strncmp(text, "{\"t\":\"event\"", 12) != 0) {
        if (strstr(text, "\"t\":\"over\"") && c->other) {
            client *b = c->other;
            if (b->waiting || c->waiting) {
                moves += (uint64_t)(b->waiting + c->waiting);
            }
            end_match(c);
            return 0;
        }
        return 1;
    }
    int ply = ply_of(text);
    if (c->other && !full) {
        wrong += ply != c->ply + 1;
        if (!c->waiting && c->other->sent_us) {
            note(&relays, now - c->other->sent_us);
        }
    }
    c->ply = ply;
    const char *ask = c->other ? strstr(text, "\"ask\":{") : NULL;
    if (ask) {
        choose(c, ask);
        c->is_turn = 1;
        c->next_us = now + (pace_us ? pace_us / 2 + below((uint32_t)pace_us) : 0);
        if (!pace_us) {
            play(c, now);
        }
    }
    return 1;
}

static void on_bytes(client *c) {
    if (c->is_away) {
        return; // its opponent heard first that the match is over
    }
    c->in = c->in ? c->in : malloc(IN_SIZE);
    ssize_t n = c->in ? read(c->fd, c->in + c->size, IN_SIZE - 1 - c->size) : -1;
    if (n == 0 || (n < 0 && errno != EAGAIN)) {
        fprintf(stderr, "a socket was closed by the server\n");
        over = 2;
        return;
    }
    c->size += n > 0 ? (size_t)n : 0;
    size_t at = 0;
    for (;;) {
        const unsigned char *f = (unsigned char *)c->in + at;
        size_t left = c->size - at, head = 2, size;
        if (left < 2) {
            break;
        }
        size = f[1] & 127;
        if (size == 126 && left >= 4) {
            head = 4;
            size = (size_t)f[2] << 8 | f[3];
        } else if (size == 127 && left >= 10) {
            head = 10;
            size = (size_t)f[6] << 24 | (size_t)f[7] << 16 | (size_t)f[8] << 8 | f[9];
        } else if (size >= 126) {
            break;
        }
        if (left < head + size) {
            break;
        }
        char *text = c->in + at + head;
        char saved = text[size];
        text[size] = '\0';
        int stays = (f[0] & 15) == 1 ? on_text(c, text) : 1;
        if (!stays) {
            return; // begins anew, with an empty buffer
        }
        text[size] = saved;
        at += head + size;
    }
    memmove(c->in, c->in + at, c->size - at);
    c->size -= at;
    if (c->size == 0 && pace_us) {
        free(c->in); // thousands of idle clients need no buffers
        c->in = NULL;
    }
}

// --- The loop ----------------------------------------------------------------

static void beat(client *all, int count) {
    uint64_t now = now_us();
    for (int i = 0; i < count; i++) {
        client *c = &all[i];
        if (c->is_away) {
            continue;
        }
        if (c->is_turn && pace_us && now >= c->next_us) {
            play(c, now);
        }
        if (now >= c->ping_us) {
            c->ping_us = now + PING_US;
            send_frame(c, "{\"t\":\"ping\"}");
        }
    }
}

static void run(client *all, int count, double seconds) {
    struct epoll_event events[512];
    uint64_t start = now_us(), beat_us = start, end = start + (uint64_t)(seconds * 1e6);
    acks.count = relays.count = 0;
    moves = 0;
    while (!over && now_us() < end && finished < enough) {
        int n = epoll_wait(epoll, events, 512, 2);
        for (int i = 0; i < n && !over; i++) {
            client *c = events[i].data.ptr;
            if (c) {
                on_bytes(c);
            } else {
                take_begun();
            }
        }
        if (now_us() - beat_us > 5000) {
            beat_us = now_us();
            beat(all, count);
        }
    }
    seconds = (double)(now_us() - start) / 1e6;
    printf("%.0f acknowledged moves in %.1f s: %.0f a second\n", (double)moves, seconds,
           (double)moves / seconds);
    report("move to acknowledgement", &acks);
    report("move to opponent", &relays);
    printf("%llu matches finished, %llu refused, %llu plies out of order\n",
           (unsigned long long)finished, (unsigned long long)refused, (unsigned long long)wrong);
}

int main(int argc, char **argv) {
    int paced = argc == 7 && strcmp(argv[3], "pace") == 0;
    int counted = argc == 6 && strcmp(argv[3], "finish") == 0;
    if (!paced && !counted && !(argc == 6 && strcmp(argv[3], "flood") == 0)) {
        fprintf(stderr, "load PORT GAME pace SOCKETS MATCHES SECONDS\n"
                        "load PORT GAME flood MATCHES SECONDS\n"
                        "load PORT GAME finish MATCHES COUNT\n");
        return 2;
    }
    port = atoi(argv[1]);
    game = argv[2];
    int matches = atoi(argv[paced ? 5 : 4]), sockets = paced ? atoi(argv[4]) : 2 * matches;
    epoll = epoll_create1(0);
    client *all = calloc((size_t)sockets, sizeof *all);
    if (!all) {
        return 1;
    }
    pace_us = paced ? 10000000 / 2 : 0; // two players alternate: one move in ten seconds each
    start_makers();
    for (int i = 0; i < matches; i++) {
        begin_match(&all[2 * i], &all[2 * i + 1]);
        listen_to(&all[2 * i]);
        listen_to(&all[2 * i + 1]);
    }
    for (int i = 2 * matches; i < sockets; i++) {
        memcpy(all[i].match, all[2 * below((uint32_t)matches)].match, sizeof all[i].match);
        open_socket(&all[i]);
        listen_to(&all[i]);
    }
    printf("%d sockets, %d matches\n", sockets, matches);
    fflush(stdout);
    if (paced) {
        uint64_t real = pace_us; // the first seconds are not measured
        run(all, sockets, 3);
        pace_us = real;
        printf("--- measured:\n");
    }
    enough = counted ? strtoull(argv[5], NULL, 10) : UINT64_MAX;
    run(all, sockets, counted ? 3600 : atof(argv[paced ? 6 : 5]));
    return over || wrong || refused;
}
