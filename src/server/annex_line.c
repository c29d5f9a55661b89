// SPDX-License-Identifier: MIT
// Frames over a socket: a head of fixed size, then texts, each with its NUL.
#include "server/annex_line.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

typedef struct head {
    uint32_t size; // of all that follows it
    uint32_t word;
    int32_t value;
    uint32_t text[ANNEX_TEXTS]; // sizes without the NUL
    uint64_t number, user, ip;
} head;

void annex_line_open(annex_line *l, int fd) {
    *l = (annex_line){.fd = fd};
    buffer_init(&l->in, NULL);
    buffer_init(&l->out, NULL);
}

void annex_line_close(annex_line *l) {
    if (l->fd >= 0) {
        close(l->fd);
    }
    buffer_deinit(&l->in);
    buffer_deinit(&l->out);
    *l = (annex_line){.fd = -1};
}

void annex_frame_text(annex_frame *f, int i, const char *text, size_t size) {
    f->text[i] = text;
    f->size[i] = size;
}

// Takes the first `*count` bytes out.
static void forget(buffer *b, size_t *count) {
    if (*count) {
        memmove(b->bytes, b->bytes + *count, b->size - *count);
        b->size -= *count;
        *count = 0;
    }
}

int annex_put(annex_line *l, const annex_frame *f) {
    head h = {.word = (uint32_t)f->word,
              .value = f->value,
              .number = f->number,
              .user = f->user,
              .ip = f->ip};
    size_t size = 0;
    for (int i = 0; i < ANNEX_TEXTS; i++) {
        h.text[i] = (uint32_t)f->size[i];
        size += f->size[i] + 1;
    }
    forget(&l->out, &l->sent);
    if (l->fd < 0 || size > ANNEX_FRAME_MAX || l->out.size + size > ANNEX_QUEUE_MAX) {
        return 0;
    }
    h.size = (uint32_t)size;
    buffer_add(&l->out, &h, sizeof h);
    for (int i = 0; i < ANNEX_TEXTS; i++) {
        if (f->size[i]) {
            buffer_add(&l->out, f->text[i], f->size[i]);
        }
        buffer_add(&l->out, "", 1);
    }
    return !l->out.failed;
}

int annex_flush(annex_line *l) {
    while (annex_has_unsent(l)) {
        ssize_t n = send(l->fd, l->out.bytes + l->sent, l->out.size - l->sent, MSG_NOSIGNAL);
        if (n < 0) {
            return errno == EAGAIN || errno == EINTR;
        }
        l->sent += (size_t)n;
    }
    forget(&l->out, &l->sent);
    return 1;
}

int annex_fill(annex_line *l) {
    enum { PIECE = 64 << 10, TURN = 16 };
    forget(&l->in, &l->taken);
    for (int i = 0; i < TURN; i++) { // then others have their turn
        if (!buffer_reserve(&l->in, PIECE)) {
            return 0;
        }
        ssize_t n = recv(l->fd, l->in.bytes + l->in.size, PIECE, 0);
        if (n <= 0) {
            return n < 0 && (errno == EAGAIN || errno == EINTR);
        }
        l->in.size += (size_t)n;
    }
    return 1;
}

int annex_take(annex_line *l, annex_frame *out) {
    head h;
    if (l->in.size - l->taken < sizeof h) {
        return 0;
    }
    memcpy(&h, l->in.bytes + l->taken, sizeof h);
    if (h.size > ANNEX_FRAME_MAX) {
        return -1;
    }
    if (l->in.size - l->taken - sizeof h < h.size) {
        return 0;
    }
    const char *at = l->in.bytes + l->taken + sizeof h, *end = at + h.size;
    *out = (annex_frame){.word = (annex_word)h.word,
                         .value = h.value,
                         .number = h.number,
                         .user = h.user,
                         .ip = h.ip};
    for (int i = 0; i < ANNEX_TEXTS; i++) {
        if ((size_t)(end - at) <= h.text[i] || at[h.text[i]] != '\0') {
            return -1;
        }
        annex_frame_text(out, i, at, h.text[i]);
        at += h.text[i] + 1;
    }
    l->taken += sizeof h + h.size;
    return at == end ? 1 : -1;
}
