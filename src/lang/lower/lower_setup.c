// SPDX-License-Identifier: MIT
//
// The setup: letters for pieces, pictures of the first position, steps that make it.
#include "lang/lower/lower.h"

#include <stdio.h>
#include <string.h>

// --- Pieces and letters ----------------------------------------------------------------------

static char upper(char c) {
    return c >= 'a' && c <= 'z' ? (char)(c - 32) : c;
}

static int is_letter(char c) {
    return upper(c) >= 'A' && upper(c) <= 'Z';
}

// The letter that was given, or the first one of ASCII that the name has.
static char natural_letter(const decl_piece *d) {
    const char *name = d->name;
    while (*name && !is_letter(*name)) {
        name++;
    }
    return d->letter ? upper(d->letter) : *name ? upper(*name) : 'A';
}

static int letter_taken(const program *p, int before, char c) {
    for (int i = 0; i < before; i++) {
        if (p->words.letter[i] == c) {
            return 1;
        }
    }
    return 0;
}

// For texts every type needs its own letter; where names clash a later one is used.
void lower_give_letters(program *p) {
    for (int t = 0; t < p->types; t++) {
        const decl_piece *d = &p->g->pieces[t];
        char c = natural_letter(d);
        for (const char *x = d->name + 1; letter_taken(p, t, c) && *x; x++) {
            c = *x == ' ' || (unsigned char)*x >= 0x80 ? c : upper(*x); // of kinds: Card clubs 1
        }
        for (char x = 'A'; letter_taken(p, t, c) && x <= 'Z'; x++) {
            c = x;
        }
        p->words.letter[t] = c;
    }
}

// --- Setup -----------------------------------------------------------------------------------

static int is_relative(const ast *n, void *with) {
    int *found = with;
    static const char *const words[] = {"mine",     "enemy",     "forward", "backward",
                                        "leftward", "rightward", "sideways"};
    *found |= n->kind == A_RANK || n->kind == A_OWNED || n->kind == A_POINT;
    for (size_t i = 0; n->kind == A_WORD && i < sizeof words / sizeof *words; i++) {
        *found |= strcmp(n->name, words[i]) == 0;
    }
    return 1;
}

static int lacks_owner(const ast *n, void *with) {
    lower *l = with;
    int t = n->kind == R_PUT && n->flag != 1 && !n->name2 ? lower_find_type(l, n->name) : -1;
    int player, area = t < 0 ? -1 : lower_area_of(l, n->a, &player);
    return t < 0 || l->g->pieces[t].neutral || (area >= 0 && !l->g->areas[area].each);
}

typedef struct name_search {
    lower *l;
    const ast *put;
    int found;
} name_search;

// each x in rank 1: put Man on x
static int look_for_name(const ast *n, void *with) {
    name_search *s = with;
    if (n->kind == R_EACH && n->name && lower_mentions_word(s->l, s->put, n->name)) {
        ast through = *n->a;
        through.next = NULL;
        scan_tree(&through, is_relative, &s->found);
    }
    return 1;
}

// `put King on e1` is done by every player in turn, and only the last one's king stays:
// surely not what was meant.
static int refuse_ownerless(const ast *n, void *with) {
    lower *l = with;
    int relative = 0, player;
    if (lacks_owner(n, l) || lower_area_of(l, n->a, &player) >= 0) {
        return 1;
    }
    name_search names = {.l = l, .put = n->a};
    scan_tree(n->a, is_relative, &relative);
    scan_named(l->g, l->g->setup.steps, look_for_name, &names);
    if (!relative && !names.found && l->g->player_count > 1) {
        diag *d =
            diag_add(l->diags, DIAG_ON_WHOM, n->at, "it is not said whose %s this is", n->name);
        diag_note(d, "every player would put one on the same cells");
        diag_help(d, "say whose:   put %s %s on %.*s", l->g->players[0].name, n->name,
                  (int)(n->a->end - n->a->pos), n->a->src + n->a->pos);
    }
    return 1;
}

// Where the first choice stands.
static int find_choice(const ast *n, void *with) {
    int is_choice = n->kind == R_MOVE || n->kind == R_MOTION || n->kind == R_PLACE ||
                    n->kind == R_CHOOSE || n->kind == R_TAKE || n->kind == R_PASS ||
                    n->kind == R_SWAP || n->kind == R_SAY;
    if (is_choice) {
        *(span *)with = n->at;
    }
    return !is_choice;
}

static int is_each_player(const ast *n, void *with) {
    int *found = with;
    *found |= n->kind == R_EACH && !n->name;
    return 1;
}

// Whether all players do it, one after the other: it speaks of `my` things, and does not say itself what each does.
// What `let` has somebody do is that player's.
static int is_done_by_each(lower *l, const ast *steps) {
    int relative = 0, says_each = 0;
    scan_own_steps(l->g, steps, is_relative, &relative);
    scan_named(l->g, steps, is_each_player, &says_each);
    return !says_each && (relative || !scan_own_steps(l->g, steps, lacks_owner, l));
}

void lower_setup_steps(lower *l) {
    const ast *all = l->g->setup.steps, *steps = lower_setup_before_deals(l, all);
    scan_own_steps(l->g, all, refuse_ownerless, l);
    if (!steps) {
        return;
    }
    const int per_player = is_done_by_each(l, steps);
    l->setup = SETUP_FIRST;
    if (lower_has_choice(l, steps)) {
        span at = l->g->setup.at;
        scan_named(l->g, steps, find_choice, &at);
        diag *d = diag_add(l->diags, DIAG_SYNTAX, at, "nobody chooses during the setup");
        diag_help(d, "a phase of its own lets players place their pieces: phase Deploy: …");
    }
    l->p->setup_count = per_player ? l->p->players : 1;
    for (int i = 0; i < l->p->setup_count; i++) {
        rule_context ctx = {.bound = HERE_OPEN, .type = -1};
        l->me = i;
        l->choices = 1;
        l->setup = i ? SETUP_AGAIN : SETUP_FIRST;
        int node = lower_rule(l, steps, ctx, 0);
        l->p->root[i].setup = (uint16_t)node;
    }
    l->setup = 0;
}

typedef struct picture_reader {
    lower *l;
    const char *at, *end;
    uint32_t line;
    int only_letters; // first pass: look for letters that mean two things
    int only_first;   // ... among the letters of the first player
    int ambiguous;    // there was one; one message is enough
    uint64_t *cells[MAX_PLAYERS + 1][MAX_PIECES]; // last row: neutral
} picture_reader;

// A letter of the picture that no piece has, which the name of one of the two contains:
// probably the one the author means.
static char free_letter(lower *l, const char *name) {
    const decl_setup *s = &l->g->setup;
    for (int i = 1; name[i]; i++) {
        char c = upper(name[i]);
        int used = 0;
        for (int t = 0; t < l->p->types; t++) {
            used |= natural_letter(&l->g->pieces[t]) == c;
        }
        if (!used && (memchr(s->picture, c, s->picture_size) ||
                      memchr(s->picture, c + 32, s->picture_size))) {
            return c;
        }
    }
    return 0;
}

// What follows the name of a piece on its line: ": leap (1,2)".
static void abilities_on_line(const decl_piece *d, char *buf, size_t cap) {
    const ast *a = d->abilities;
    (void)snprintf(buf, cap, "%s", a ? ":" : "");
    if (a && !a->next && a->at.line == d->at.line &&
        !memchr(a->src + a->pos, '\n', a->end - a->pos)) {
        (void)snprintf(buf, cap, ": %.*s", (int)(a->end - a->pos), a->src + a->pos);
    }
}

static void ambiguous(lower *l, span at, char c, int first, int second) {
    const decl_piece *a = &l->g->pieces[first], *b = &l->g->pieces[second];
    int in_order = strcmp(a->name, b->name) < 0;
    char letter = free_letter(l, a->name), does[80];
    const decl_piece *other = letter ? a : b;
    letter = letter ? letter : free_letter(l, b->name);
    diag *d = diag_add(l->diags, DIAG_SAME_LETTER, at, "`%c` could be a %s or a %s", c,
                       in_order ? a->name : b->name, in_order ? b->name : a->name);
    diag_note(d, "both names start with %c", c);
    abilities_on_line(other, does, sizeof does);
    diag_help(d, "give one of them its own letter:   piece %s as %c%s", other->name,
              letter           ? letter
              : other->name[1] ? upper(other->name[1])
                               : 'X',
              does);
}

// The type that letter `c` (upper case) means, or -1.
static int type_of_letter(lower *l, char c, span at) {
    int found = -1;
    for (int t = 0; t < l->p->types; t++) {
        if (natural_letter(&l->g->pieces[t]) == c) {
            if (found >= 0) {
                ambiguous(l, at, c, found, t);
                return -2;
            }
            found = t;
        }
    }
    return found;
}

static void read_token(picture_reader *r, const char *tok, int len, span at, int cell) {
    lower *l = r->l;
    if ((len == 1 && tok[0] == '.') || r->ambiguous) {
        return;
    }
    char c = upper(tok[0]);
    int player = tok[0] == c ? 0 : 1;
    if (r->only_first && player != 0) {
        return;
    }
    if (len == 2 && tok[1] >= '1' && tok[1] <= '8') {
        player = tok[1] - '1';
    }
    int t = type_of_letter(l, c, at);
    if (t == -2) {
        r->ambiguous = 1;
        return;
    }
    if (r->only_letters) {
        return;
    }
    if (t < 0 || len > 2 || player >= l->p->players) {
        diag *d =
            diag_add(l->diags, DIAG_UNKNOWN_PIECE, at, "`%.*s` is no piece of this game", len, tok);
        diag_help(d, "upper case is %s, lower case %s, an empty square is written `.`",
                  l->g->players[0].name,
                  l->g->player_count > 1 ? l->g->players[1].name : "the second player");
        return;
    }
    int row = l->g->pieces[t].neutral ? MAX_PLAYERS : player;
    if (!r->cells[row][t]) {
        r->cells[row][t] = board_set_new(l->b);
    }
    if (r->cells[row][t]) {
        board_put(r->cells[row][t], cell);
    }
}

// The cells of one row of the picture, from left to right.
static int row_cells(const board *b, int y, int *out) {
    int n = 0;
    for (int x = 0; x <= b->max_x; x++) {
        for (int c = 0; c < b->cells; c++) {
            if (b->x[c] == x && b->y[c] == y && (board_has(b->on, c) || b->kind == BOARD_GRID)) {
                out[n++] = c;
            }
        }
    }
    return n;
}

static void read_row(picture_reader *r, const char *line, int len, int y) {
    int cells[BOARD_MAX_CELLS];
    int want = row_cells(r->l->b, y, cells), got = 0, i = 0;
    uint16_t file = r->l->g->setup.at.file;
    span last = {.line = r->line, .col = 1, .len = 1, .file = file};
    while (i < len) {
        while (i < len && line[i] == ' ') {
            i++;
        }
        int from = i;
        while (i < len && line[i] != ' ') {
            i++;
        }
        if (i > from) {
            span at = {.line = r->line,
                       .col = (uint16_t)(from + 1),
                       .len = (uint16_t)(i - from),
                       .file = file};
            last = at;
            if (got < want) {
                read_token(r, line + from, i - from, at, cells[got]);
            }
            got++;
        }
    }
    if (got != want && !r->only_letters) {
        span at = last;
        at.col = (uint16_t)(got < want ? last.col + last.len + 0 : last.col);
        diag *d = diag_add(r->l->diags, DIAG_ROW_WIDTH, at,
                           "this row has %d squares but the board is %d wide", got, want);
        if (got < want) {
            diag_note(d,
                      want - got == 1 ? "one square short; an empty square is written `.`"
                                      : "%d squares short; an empty square is written `.`",
                      want - got);
        } else {
            diag_note(d, "too many");
        }
    }
}

static int read_rows(lower *l, picture_reader *r) {
    const decl_setup *s = &l->g->setup;
    const char *at = s->picture, *end = at + s->picture_size;
    int rows = 0;
    r->line = s->picture_line;
    while (at < end) {
        const char *eol = memchr(at, '\n', (size_t)(end - at));
        int len = (int)((eol ? eol : end) - at), blank = 1;
        const char *hash = memchr(at, '#', (size_t)len);
        len = hash ? (int)(hash - at) : len;
        while (len > 0 && (at[len - 1] == ' ' || at[len - 1] == '\r')) {
            len--;
        }
        blank = len == 0;
        if (!blank) {
            if (rows <= l->b->max_y) {
                read_row(r, at, len, l->b->max_y - rows);
            }
            rows++;
        }
        at = eol ? eol + 1 : end;
        r->line++;
    }
    return rows;
}

void lower_setup_picture(lower *l) {
    picture_reader r = {.l = l, .only_letters = 1, .only_first = 1};
    const decl_setup *s = &l->g->setup;
    // A letter that could be two pieces is best shown where it looks like their names.
    (void)read_rows(l, &r);
    r.only_first = 0;
    (void)read_rows(l, &r);
    r.only_letters = 0;
    int rows = read_rows(l, &r);
    if (rows != l->b->max_y + 1) {
        span here = {.line = s->picture_line, .col = 1, .len = 1, .file = s->at.file};
        diag_add(l->diags, DIAG_ROW_WIDTH, here, "this picture has %d rows but the board %d", rows,
                 l->b->max_y + 1);
    }
    int node = lower_new_node(l, N_DO, 0, 0);
    uint32_t code = lower_begin_code(l);
    for (int p = 0; p <= MAX_PLAYERS; p++) {
        for (int t = 0; t < l->p->types; t++) {
            if (r.cells[p][t]) {
                int k = l->p->at.from;
                lower_emit(l, OP_KSET, k, lower_new_const(l, r.cells[p][t]), 0, 0, 0);
                lower_emit(l, OP_PUT, k, p == MAX_PLAYERS ? IR_NEUTRAL : p, t, 0, 0);
                lower_know_set(l, k);
            }
        }
    }
    lower_end_code(l, 1);
    l->p->node[node].code = code;
    l->p->root[0].setup = (uint16_t)node;
    l->p->setup_count = 1;
}
