// SPDX-License-Identifier: MIT
#ifndef TSR_LSP_SPOT_H
#define TSR_LSP_SPOT_H

// The word that a request points to: an open file, those it inherits from, and a token.

#include "lsp/family.h"
#include "lsp/lsp.h"

typedef struct spot {
    const paper *p;
    family f;
    size_t offset;
    int token; // -1 = no word
} spot;

// Finds it; 0 with a fault. To be closed if it was found.
int spot_open(lsp *l, const json_t *params, spot *s, lsp_fault *fault);
void spot_close(spot *s);

const token *spot_token(const spot *s); // NULL = no word

// Where a token of a member of the family lies, as a location of the protocol; NULL if that member
// is part of the program and no file. `t` NULL = the beginning of the file.
json_t *spot_location(const lsp *l, const spot *s, const family_member *m, const token *t);

#endif
