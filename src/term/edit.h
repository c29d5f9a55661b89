// SPDX-License-Identifier: MIT
#ifndef TSR_TERM_EDIT_H
#define TSR_TERM_EDIT_H

// Reading lines from a person or from a pipe.
//
// On a terminal, lines are edited with history (arrow keys) and completion (Tab)
// by libedit, which this file hides. On a pipe or a dumb terminal they are
// simply read. Either way, lines are bounded, interrupts are noticed at once,
// and the reader is told when the screen must be drawn again.
//
// One reader a process: it reads standard input ahead.

#include "term/tty.h"

// What the reader asks of its owner. Every member may be NULL.
typedef struct term_edit_host {
    void *self;
    // Adds everything the line `typed` could become, with `add(list, text)`.
    void (*complete)(void *self, const char *typed, void (*add)(void *list, const char *text),
                     void *list);
    // Draws the screen again, up to where the prompt begins.
    void (*redraw)(void *self);
    // Looked at before each line and a few times a second while nobody types; non-zero
    // ends the reading with TERM_WOKEN. What was typed by then is there again next time.
    int (*wake)(void *self);
} term_edit_host;

typedef enum term_input {
    TERM_LINE = 0,    // a line, without its line feed
    TERM_LONG,        // a line over TERM_LINE_MAX bytes, which has been skipped
    TERM_END,         // the input has ended
    TERM_INTERRUPTED, // a signal came: see tty.h
    TERM_WOKEN        // the host's `wake` said so
} term_input;

enum { TERM_LINE_MAX = 4096 };

typedef struct term_edit term_edit;

// NULL for lack of memory. Keeps `tty` and `host`.
term_edit *term_edit_new(const term_tty *tty, const term_edit_host *host);
void term_edit_free(term_edit *e); // NULL is fine

// Reads a line. The prompt is shown only on a terminal. *line is valid until the
// next call; control characters in it have become "?".
term_input term_edit_read(term_edit *e, const char *prompt, const char **line);

// Keeps `line` for the arrow keys.
void term_edit_remember(term_edit *e, const char *line);

#endif
