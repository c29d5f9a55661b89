// SPDX-License-Identifier: MIT
//
// Pieces that can do what others can: the same rules, in both.
#include "lang/front/like.h"

#include <string.h>

static const decl_piece *find_piece(const game_ast *g, const char *name) {
    for (int i = 0; i < g->piece_count; i++) {
        if (strcmp(g->pieces[i].name, name) == 0) {
            return &g->pieces[i];
        }
    }
    return NULL;
}

// Behind its own abilities come the other's, which end where they ended.
static void take_abilities(decl_piece *d, const decl_piece *other) {
    ast **tail = &d->abilities;
    while (*tail) {
        tail = &(*tail)->next;
    }
    *tail = other->abilities;
}

int pieces_like(game_ast *g, diag_list *diags) {
    for (int i = 0; i < g->piece_count; i++) {
        decl_piece *d = &g->pieces[i];
        const decl_piece *other = d->like ? find_piece(g, d->like) : NULL;
        if (d->like && (!other || other->like)) {
            diag *said = diag_add(
                diags, DIAG_UNKNOWN_WORD, d->like_at,
                "`like` names a piece with abilities of its own, and `%s` is none", d->like);
            diag_note(said, other ? "it is like another itself" : "there is no such piece");
            return 0;
        }
        if (other) {
            take_abilities(d, other);
        }
    }
    return 1;
}
