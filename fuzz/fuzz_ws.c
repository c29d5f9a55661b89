// SPDX-License-Identifier: MIT
//
// Bytes as a client sends them after the handshake: frames, halves of frames, anything.
// They come through a pair of sockets, so what is tried is the whole of ws.c with wslay.
// The first byte says how many bytes come at a time.

#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "fuzz.h"
#include "server/bytes.h"
#include "server/limits.h"
#include "server/watch.h"
#include "server/ws.h"

typedef struct stage {
    ws_set *set;
    int gone, messages;
} stage;

static void on_message(void *self, uint64_t conn, const char *text, size_t size) {
    stage *s = self;
    fuzz_must(size <= LIMIT_FRAME, "a message is longer than allowed");
    bytes *echo = bytes_new(text, size);
    s->messages++;
    ws_send(s->set, conn, echo);
    bytes_drop(echo);
}

static void on_gone(void *self, uint64_t conn) {
    (void)conn;
    ((stage *)self)->gone++;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    stage s = {0};
    const ws_events events = {.self = &s, .message = on_message, .gone = on_gone};
    int pair[2], watched = watch_open();
    char sink[4096];
    if (size < 2 || size > 60000 ||
        socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, pair) != 0) {
        close(watched);
        return 0;
    }
    size_t step = (size_t)data[0] + 1, early = data[1] % 16;
    data += 2;
    size -= 2;
    early = early < size ? early : size;
    s.set = ws_new(watched, &events);
    fuzz_must(s.set != NULL, "out of memory");
    uint64_t conn = ws_add(s.set, pair[0], (const char *)data, early, 1);
    fuzz_must(conn != 0, "no connection");
    ws_ready(s.set, conn, WATCH_READ, 1);
    ws_flush(s.set);
    for (size_t at = early; at < size && !s.gone; at += step) {
        size_t n = size - at < step ? size - at : step;
        if (write(pair[1], data + at, n) != (ssize_t)n) {
            break;
        }
        ws_ready(s.set, conn, WATCH_READ, 1 + at);
        ws_flush(s.set);
        while (read(pair[1], sink, sizeof sink) > 0) {
        }
    }
    ws_sweep(s.set, 1000000); // silent for long
    ws_flush(s.set);
    fuzz_must(s.gone == 1, "a silent connection stays");
    ws_free(s.set);
    close(pair[1]);
    close(watched);
    return 0;
}
