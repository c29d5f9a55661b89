// SPDX-License-Identifier: MIT
//
// Names: what a word of the source refers to.
#include "lang/lower/lower_expr.h"

#include <string.h>

const binding *lower_find_binding(const lower *l, const char *name) {
    for (const binding *b = l->env; b; b = b->up) {
        if (strcmp(b->name, name) == 0) {
            return b;
        }
    }
    return NULL;
}

void lower_bind_lets(lower *l, const ast *let, binding *lets) {
    for (int n = 0; let && n < MAX_WHERES; let = let->next, n++) {
        memset(&lets[n], 0, sizeof lets[n]);
        lets[n].name = let->name;
        lets[n].kind = BIND_LET;
        lets[n].let = let->a;
        lets[n].env = l->env;
        lets[n].up = l->env;
        l->env = &lets[n];
    }
}

const decl_def *lower_find_def(lower *l, const char *name) {
    for (int i = 0; i < l->g->def_count; i++) {
        if (strcmp(l->g->defs[i].name, name) == 0) {
            l->g->defs[i].used = 1;
            return &l->g->defs[i];
        }
    }
    return NULL;
}

int lower_find_type(const lower *l, const char *name) {
    for (int i = 0; i < l->g->piece_count; i++) {
        if (strcmp(l->g->pieces[i].name, name) == 0) {
            return i;
        }
    }
    return -1;
}

int lower_find_player(const lower *l, const char *name) {
    for (int i = 0; i < l->g->player_count; i++) {
        if (strcmp(l->g->players[i].name, name) == 0) {
            return i;
        }
    }
    return -1;
}

int lower_find_label(lower *l, const char *name, int add) {
    program *p = l->p;
    for (int i = 0; i < p->words.label_count; i++) {
        if (strcmp(p->words.label[i], name) == 0) {
            return i + 1;
        }
    }
    if (!add || p->words.label_count >= IR_MAX_LABELS) {
        return 0;
    }
    p->words.label[p->words.label_count++] = name;
    return p->words.label_count;
}

span lower_span_of(const ast *e) {
    return e->at;
}

span lower_first_of(const ast *r) {
    while (r->kind == R_SEQ && r->list) {
        r = r->list;
    }
    return r->at;
}

int lower_find_area(const lower *l, const char *name) {
    for (int i = 0; i < l->g->area_count; i++) {
        if (strcmp(l->g->areas[i].name, name) == 0) {
            return i;
        }
    }
    return -1;
}

static int is_called(const ast *who, const char *word) {
    return strcmp(who->name, word) == 0;
}

// Who that is, if it is one player, the same in every position; or -1.
static int known_seat(lower *l, const ast *who) {
    int seat = -1, count = 0;
    for (int p = 0; p < l->p->players; p++) {
        if (lower_is_who(l, who, p)) {
            seat = p;
            count++;
        }
    }
    return count == 1 && !(is_called(who, "next") && l->has_out) ? seat : -1;
}

int lower_area_of(lower *l, const ast *e, int *player) {
    int area = -1;
    *player = l->me;
    if (e->kind == A_WORD && !lower_find_binding(l, e->name)) {
        area = lower_find_area(l, e->name);
        return area >= 0 && !l->g->areas[area].each ? area : -1;
    }
    if (e->kind == A_OWNED && (!e->flag || l->p->players == 2)) {
        area = lower_find_area(l, e->name);
        *player = e->flag ? 1 - l->me : l->me;
    }
    if (e->kind == A_OF && !e->a) {
        area = lower_find_area(l, e->name);
        *player = e->b ? known_seat(l, e->b) : lower_find_player(l, e->name2);
        area = *player < 0 ? -1 : area;
    }
    return area >= 0 && l->g->areas[area].each ? area : -1;
}

int lower_token_kind(lower *l, const ast *r, const char *name) {
    for (int i = 0; i < l->g->token_count; i++) {
        if (strcmp(l->g->tokens[i], name) == 0) {
            return i;
        }
    }
    ast word = *r;
    word.name = name;
    lower_unknown_word(l, &word, "kind of tokens");
    return -1;
}

int lower_next_player(const lower *l) {
    return (l->me + 1) % l->p->players;
}

int lower_is_who(lower *l, const ast *who, int player) {
    if (*who->name < 'a' || *who->name > 'z') { // no word of the language
        const int p = lower_find_player(l, who->name);
        if (p < 0 && player == 0) {
            ast word = *who;
            word.kind = A_TITLE;
            lower_unknown_word(l, &word, "player");
        }
        return p == player;
    }
    return is_called(who, "all")       ? 1
           : is_called(who, "me")      ? player == l->me
           : is_called(who, "next")    ? player == lower_next_player(l)
           : is_called(who, "enemy")   ? lower_is_enemy(l, player)
           : is_called(who, "others")  ? player != l->me
           : is_called(who, "partner") ? player != l->me && !lower_is_enemy(l, player)
                                       : 0;
}

// The seats that a word for one player may mean, in the order in which they are asked; several only if it is the next
// player, and somebody may be out. 0: it is not one player, which is said.
int lower_one_of(lower *l, const ast *who, int *seat) {
    const int players = l->p->players, is_next = strcmp(who->name, "next") == 0;
    int count = 0;
    for (int i = 1; i <= players; i++) {
        const int p = (l->me + i) % players;
        if (is_next && l->has_out ? p != l->me : lower_is_who(l, who, p)) {
            seat[count++] = p;
        }
    }
    if (count == 1 || (count > 1 && is_next)) {
        return count;
    }
    if (!l->diags->errors) {
        diag *d = diag_add(l->diags, DIAG_ON_WHOM, who->at, "this is not one player");
        diag_help(d, "one player is   next player   partner   or a name");
    }
    return 0;
}

int lower_has_label(const ast *r, const char *name) {
    for (; r; r = r->next) {
        if ((r->kind == R_LABEL && strcmp(r->name, name) == 0) ||
            (r->kind == R_FOR && lower_has_label(r->b, name)) ||
            (r->kind == R_UNION && lower_has_label(r->list, name)) ||
            ((r->kind == R_WHERE || r->kind == R_IF) && lower_has_label(r->a, name))) {
            return 1;
        }
    }
    return 0;
}
