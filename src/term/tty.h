// SPDX-License-Identifier: MIT
#ifndef TSR_TERM_TTY_H
#define TSR_TERM_TTY_H

// The terminal itself: what it can do, its size, its full screen, and signals.
//
// Colours and Unicode are used where they will be understood: colours only on a
// terminal that has them (and not under NO_COLOR), Unicode only in a UTF-8 locale;
// the user's word overrides both.
//
// However the program ends (normally, by Ctrl-C, by a signal, by a crash, or for a
// while by Ctrl-Z), the terminal is left as it was found. Signals belong to the
// process, so this module keeps the program's only mutable state outside main:
// use it from one thread.

#include "term/look.h"

typedef enum term_when { TERM_AUTO = 0, TERM_ALWAYS, TERM_NEVER } term_when;

typedef struct term_tty {
    int in_tty, out_tty; // standard input, standard output
    int dumb;            // no cursor movement: TERM=dumb, or no TERM
    term_depth depth;    // for standard output
    term_glyphs glyphs;
} term_tty;

// Looks at the environment. `glyphs` is -1 for "by the locale". The locale must
// have been set.
void term_tty_init(term_tty *t, term_when colour, int glyphs);

// Rows and columns; 24 x 80 where nobody knows.
void term_tty_size(int *rows, int *cols);

// --- Full screen -----------------------------------------------------------------

// Switches to the alternate screen and back; what was on the screen before
// returns. Each is harmless when already done.
void term_screen_open(void);
void term_screen_close(void);
int term_screen_is_open(void);

// --- Signals ---------------------------------------------------------------------

// Installs the handlers: interrupts and terminations are only noted (below),
// stops and crashes restore the terminal first.
void term_signals_init(void);

// Ctrl-C since the last term_interrupt_clear; the number of times.
int term_interrupts(void);
void term_interrupt_clear(void);

// How many seconds the program has to end by itself once it was told to; who is at work and does not listen is then
// stopped. 0, as at the start: as many as it takes.
void term_be_patient(int seconds);

// A request to end the program (SIGTERM, SIGHUP) has come: the signal's number, or 0.
int term_terminated(void);

// Waits until standard input can be read (1), or a signal came that somebody must
// look at, or `ms` have passed (0); -1 waits for ever. No signal slips through
// between looking and waiting.
int term_wait_input(int ms);

// The screen must be drawn again (it was resized, or the program was stopped);
// asking clears it.
int term_take_redraw(void);

#endif
