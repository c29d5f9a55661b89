// SPDX-License-Identifier: MIT
//
// Profile pages at a steady rate, from one process on the same machine:
//
//     pages PORT NAME RATE SECONDS
//
// Makes the account NAME with fifty finished matches of chess, then asks for /api/users/NAME over
// sixteen connections that stay open, RATE times a second. Says how many answers came, how long they
// took, and exits with 1 if one was not 200.

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { CONNECTIONS = 16, ROOM = 1 << 18, MATCHES = 50 };

typedef struct line {
    int fd, busy;
    uint64_t sent_us;
    char in[ROOM];
    size_t size;
} line;

static int port;
static char cookie[200];
static line lines[CONNECTIONS];
static uint64_t *times, answers, wrong;

static uint64_t now_us(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

static int dial(void) {
    struct sockaddr_in a = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    int one = 1, fd = socket(AF_INET, SOCK_STREAM, 0);
    a.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (fd < 0 || connect(fd, (struct sockaddr *)&a, sizeof a) != 0) {
        perror("connect");
        exit(2);
    }
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    return fd;
}

// The whole answer in `in`, if it is there: its size, else 0.
static size_t whole(const char *in, size_t size) {
    const char *end = size ? strstr(in, "\r\n\r\n") : NULL;
    const char *length = end ? strstr(in, "Content-Length:") : NULL;
    size_t all = end ? (size_t)(end + 4 - in) + (length ? strtoul(length + 15, NULL, 10) : 0) : 0;
    return all && all <= size ? all : 0;
}

// One request, its answer in `out`.
static void ask(const char *method, const char *path, const char *body, char *out) {
    char text[1000];
    size_t size = 0;
    int fd = dial();
    int n = snprintf(text, sizeof text,
                     "%s %s HTTP/1.1\r\nHost: localhost:%d\r\nOrigin: http://localhost:%d\r\n%s%s%s"
                     "Content-Length: %zu\r\n\r\n%s",
                     method, path, port, port, cookie[0] ? "Cookie: " : "", cookie,
                     cookie[0] ? "\r\n" : "", strlen(body), body);
    if (write(fd, text, (size_t)n) != n) {
        perror("write");
        exit(2);
    }
    while (!whole(out, size)) {
        ssize_t got = read(fd, out + size, ROOM - 1 - size);
        if (got <= 0) {
            break;
        }
        size += (size_t)got;
        out[size] = '\0';
    }
    close(fd);
    const char *set = strstr(out, "Set-Cookie: ");
    if (set) {
        snprintf(cookie, sizeof cookie, "%.*s", (int)strcspn(set + 12, ";\r"), set + 12);
    }
}

static void make_account(const char *name) {
    static char out[ROOM];
    char body[300], path[80];
    snprintf(body, sizeof body, "{\"name\":\"%s\",\"password\":\"a quiet tall ship\"}", name);
    ask("POST", "/api/register", body, out);
    for (int i = 0; i < MATCHES; i++) {
        ask("POST", "/api/matches",
            "{\"game\":\"chess\",\"seats\":[{\"kind\":\"me\"},{\"kind\":\"here\",\"name\":\"B\"}]}",
            out);
        const char *id = strstr(out, "\"id\":\"");
        if (!id) {
            fprintf(stderr, "no match: %s\n", out);
            exit(2);
        }
        snprintf(path, sizeof path, "/api/matches/%.10s/turn", id + 6);
        ask("POST", path, "{\"seat\":0,\"resign\":true}", out);
    }
}

static void send_page(line *l, const char *name) {
    char text[300];
    int n = snprintf(text, sizeof text, "GET /api/users/%s HTTP/1.1\r\nHost: localhost:%d\r\n\r\n",
                     name, port);
    l->busy = 1;
    l->sent_us = now_us();
    if (write(l->fd, text, (size_t)n) != n) {
        wrong++;
    }
}

static void take(line *l) {
    ssize_t got = read(l->fd, l->in + l->size, ROOM - 1 - l->size);
    if (got <= 0) {
        fprintf(stderr, "a connection was closed\n");
        exit(2);
    }
    l->size += (size_t)got;
    l->in[l->size] = '\0';
    if (whole(l->in, l->size)) {
        wrong += strncmp(l->in, "HTTP/1.1 200", 12) != 0;
        times[answers++] = now_us() - l->sent_us;
        l->size = 0;
        l->busy = 0;
    }
}

static int by_size(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

int main(int argc, char **argv) {
    if (argc != 5) {
        fprintf(stderr, "pages PORT NAME RATE SECONDS\n");
        return 2;
    }
    port = atoi(argv[1]);
    uint64_t rate = strtoull(argv[3], NULL, 10), seconds = strtoull(argv[4], NULL, 10), sent = 0,
             late = 0;
    times = calloc(rate * seconds + 1, sizeof *times);
    make_account(argv[2]);
    for (int i = 0; i < CONNECTIONS; i++) {
        lines[i].fd = dial();
    }
    uint64_t begin = now_us();
    while (answers < rate * seconds && now_us() - begin < (seconds + 20) * 1000000) {
        struct pollfd fds[CONNECTIONS];
        for (int i = 0; i < CONNECTIONS; i++) {
            uint64_t due = begin + sent * 1000000 / rate;
            if (!lines[i].busy && sent < rate * seconds && now_us() >= due) {
                late += now_us() > due + 100000; // all lines were busy
                send_page(&lines[i], argv[2]);
                sent++;
            }
            fds[i] = (struct pollfd){.fd = lines[i].fd, .events = POLLIN};
        }
        (void)poll(fds, CONNECTIONS, 1);
        for (int i = 0; i < CONNECTIONS; i++) {
            if (fds[i].revents) {
                take(&lines[i]);
            }
        }
    }
    double took = (double)(now_us() - begin) / 1e6;
    qsort(times, answers, sizeof *times, by_size);
    printf("pages: %llu answers in %.1f s, %.0f a second; %.1f ms (median), %.1f ms (99 %%), %.1f "
           "ms (worst); "
           "%llu wrong, %llu over 0.1 s late\n",
           (unsigned long long)answers, took, (double)answers / took,
           (double)times[answers / 2] / 1e3, (double)times[answers * 99 / 100] / 1e3,
           (double)times[answers ? answers - 1 : 0] / 1e3, (unsigned long long)wrong,
           (unsigned long long)late);
    return wrong || answers < rate * seconds;
}
