// SPDX-License-Identifier: MIT
#ifndef TSR_AGENTS_JSON_OUT_H
#define TSR_AGENTS_JSON_OUT_H

// What programs are told as JSON: strings, and everything about a game that its program
// may want to know before it plays (docs/protocol.md).

#include <tessera/game.h>
#include <tessera/text.h>

// A string with its quotes. Bytes that are no UTF-8 become U+FFFD.
void json_put_text(tsr_out *o, const char *text);

// One object: names, options, flags, the rules' text, and the game's things (cards, puzzles).
void json_put_game(tsr_out *o, const tsr_rules *r);

#endif
