// SPDX-License-Identifier: MIT
// What the functions of a game ask about pieces and reserves.
#include "grid/kit.h"

int tsr_grid_owner(const tsr_rules *r, char letter) {
    return kit_owner(kit_of(r), letter);
}

const tsr_grid_piece *tsr_grid_piece_of(const tsr_rules *r, char letter) {
    const grid_kit *k = kit_of(r);
    int i = k->index_of[(unsigned char)letter];
    return i ? &k->def.pieces[i - 1] : NULL;
}

int tsr_grid_in_reserve(const tsr_rules *r, const tsr_grid *b, char letter) {
    const grid_kit *k = kit_of(r);
    int known = (k->def.flags & TSR_GRID_RESERVES) && k->index_of[(unsigned char)letter];
    return known ? kit_reserve(k, b, letter) : 0;
}

void tsr_grid_add_reserve(const tsr_rules *r, tsr_grid *b, char letter, int n) {
    const grid_kit *k = kit_of(r);
    if ((k->def.flags & TSR_GRID_RESERVES) && k->index_of[(unsigned char)letter]) {
        int at = k->extras + k->index_of[(unsigned char)letter] - 1;
        tsr_grid_set_extra(b, at, tsr_grid_get_extra(b, at) + n);
    }
}

tsr_arg tsr_grid_word(const tsr_rules *r, char letter) {
    const grid_kit *k = kit_of(r);
    int i = k->index_of[(unsigned char)letter];
    return i ? TSR_NAME(k->own_names + i - 1) : TSR_CHAR((unsigned char)letter);
}
