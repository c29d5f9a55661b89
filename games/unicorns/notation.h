// SPDX-License-Identifier: MIT
#ifndef TSR_UNICORNS_NOTATION_H
#define TSR_UNICORNS_NOTATION_H

// Cards, moves and positions as text. docs/unicorns.md has the grammar.

#include <tessera/rules.h>
#include <tessera/text.h>

#include "unicorns/machine.h"

// "play Basic Unicorn on p2", "destroy Narwhal of p1", "draw ?"; snprintf's rule.
int uni_move_text(const uni_deck *d, const uni_state *s, int who, tsr_move m, char *buf,
                  size_t cap);

// Reads a move that somebody typed; it may not be possible now. False = it is no
// move of this game.
bool uni_move_read(const uni_deck *d, const uni_state *s, int who, const char *text, tsr_move *out);

// A position, and back (position.c, position_read.c).
int uni_position_text(const uni_deck *d, const uni_state *s, char *buf, size_t cap);
tsr_err uni_position_read(const uni_deck *d, const char *text, uni_state *out, tsr_error *err);

// The kind whose name is the `length` letters at `text`, in whatever case; -1 = none.
int uni_kind_named(const uni_deck *d, const char *text, size_t length);

// Words of the enumerations in state.h.
const char *uni_pc_word(int pc);
const char *uni_ask_word(int ask);

#endif
