// SPDX-License-Identifier: MIT
#ifndef TSR_SERVER_ANNEX_LINE_H
#define TSR_SERVER_ANNEX_LINE_H

// What a server and the process of one published game (annex.h) tell each other: frames over a pair of
// sockets. Both ends keep what the other has not read yet, up to a limit, and neither waits.
//
// A frame is believed as far as its shape goes and no further: sizes are checked here, meanings by
// whoever takes it.

#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"

typedef enum annex_word {
    // To the game's process. `user` and text[0] say for whom.
    ANNEX_REQUEST = 1, // number; method, path, query, body, token of a new guest
    ANNEX_CONNECT,     // number: a socket; query
    ANNEX_TEXT,        // number: a socket; what it said
    ANNEX_GONE,        // number: a socket
    ANNEX_BEAT,        // number: to be sent back when all before it is done
    // And back.
    ANNEX_READY, // value: 1 = the rules can be played, text[0] their title; 0 = they cannot: why
    ANNEX_REPLY, // number: a request; value: status; type, body, token
    ANNEX_SEND,  // number: a socket; what it is told
    ANNEX_CLOSE  // number: a socket; value: code; why
} annex_word;

enum { ANNEX_TEXTS = 6, ANNEX_FRAME_MAX = 4 << 20, ANNEX_QUEUE_MAX = 8 << 20 };

typedef struct annex_frame {
    annex_word word;
    int value;
    uint64_t number, user, ip;
    const char *text[ANNEX_TEXTS]; // each ends with NUL; NULL when put = ""
    size_t size[ANNEX_TEXTS];
} annex_frame;

typedef struct annex_line {
    int fd; // -1 = closed
    buffer in, out;
    size_t taken, sent; // of them
} annex_line;

void annex_line_open(annex_line *l, int fd); // takes fd, which must not block
void annex_line_close(annex_line *l);

// A text of a frame that is to be put.
void annex_frame_text(annex_frame *f, int i, const char *text, size_t size);

// 0: the other end has not read for too long, or memory is short; then the line is of no use any more.
int annex_put(annex_line *l, const annex_frame *f);
int annex_flush(annex_line *l); // 0: the other end is gone
int annex_fill(annex_line *l);  // reads what is there; 0: the other end is gone

// The next frame, its texts valid until the line is filled again. 1 = there is one, 0 = not yet,
// -1 = what came is no frame.
int annex_take(annex_line *l, annex_frame *out);

static inline int annex_has_unsent(const annex_line *l) {
    return l->sent < l->out.size;
}

#endif
