// SPDX-License-Identifier: MIT
//
// Moves as text: e2e4, e7e8q, c3e5g7, d4, pass. Several picks of one turn follow each
// other: a piece placed after a motion behind /, a piece taken off behind x. Where two
// moves would have the same text, the label of one stands before it: charge:e4e5.
#include "lang/front/ast.h"
#include "lang/game/card_text.h"
#include "lang/game/slots.h"

#include <stdio.h>
#include <string.h>

#include <tessera/lang.h>
#include <tessera/rules.h>
#include <tessera/text.h>

#include "base/hash.h"
#include "lang/game/distinct.h"
#include "lang/game/notation.h"
#include "lang/game/noted.h"
#include "lang/game/unseen.h"

static int places_several_types(const program *p) {
    int type = -1;
    for (int i = 2; i <= p->choice_count; i++) {
        if (p->choice[i].kind == CH_PLACE) {
            if (type >= 0 && type != p->choice[i].type) {
                return 1;
            }
            type = p->choice[i].type;
        }
    }
    return 0;
}

static char lower_case(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

// `masked`: cells that are not told, or NULL; and what lies hidden is not told then, but its label.
static void put_step(tsr_out *o, const program *p, const walk_step *s, int first,
                     const uint64_t *masked) {
    const ir_choice *c = &p->choice[s->choice];
    char to[64];
    tsr_out cell = tsr_out_to(to, sizeof to);
    if (masked && (card_hidden_area(p, s->to) || (s->to >= 0 && board_has(masked, s->to)))) {
        if (c->label) tsr_putf(&cell, "%.32s:", p->words.label[c->label - 1]);
        tsr_put(&cell, "?");
    } else if (s->to >= 0 && c->by_place) {
        tsr_put(&cell, p->b.name[s->to] ? p->b.name[s->to] : "?");
    } else if (s->to >= 0) {
        card_put_cell(&cell, p, s->to);
    }
    (void)tsr_out_end(&cell);
    switch ((choice_kind)c->kind) {
    case CH_MOTION:
        tsr_put(o, first ? "" : "/");
        tsr_put(o, p->b.name[s->from] ? p->b.name[s->from] : "?");
        tsr_put(o, to);
        break;
    case CH_CONTINUE: tsr_put(o, to); break;
    case CH_PLACE:
        if (!first) tsr_put_char(o, '/');
        if (places_several_types(p)) tsr_putf(o, "%c@", p->words.letter[c->type]);
        tsr_put(o, to);
        break;
    case CH_CHOOSE:
        tsr_put(o, first ? "" : ",");
        tsr_put(o, to);
        break;
    case CH_TAKE:
        tsr_put_char(o, 'x');
        tsr_put(o, to);
        break;
    case CH_BECOME:
        tsr_putf(o, "%s%c", first ? "=" : "", lower_case(p->words.letter[c->type]));
        break;
    case CH_PASS: tsr_put(o, first ? "pass" : "/pass"); break;
    case CH_SWAP: tsr_put(o, "swap"); break;
    case CH_DONE: tsr_put(o, "done"); break;
    case CH_NUMBER: tsr_putf(o, "%s%d", first ? "" : ",", c->number); break;
    case CH_SAY:
        tsr_put(o, first ? "" : ",");
        tsr_put(o, p->words.label[c->label - 1]);
        break;
    }
}

int lang_path_text(const program *p, const walk_step *step, int count, char *buf, size_t cap) {
    tsr_out o = tsr_out_to(buf, cap);
    for (int i = 0; i < count; i++) {
        put_step(&o, p, &step[i], i == 0, NULL);
    }
    return tsr_out_end(&o);
}

// What others see of a move.
static int masked_text(const program *p, const void *s, tsr_move m, char *buf, size_t cap) {
    walk_step step[WALK_MAX_CHOICES];
    tsr_out o = tsr_out_to(buf, cap);
    uint64_t unseen[BOARD_MAX_WORDS] = {0};
    const int n = m == 1 ? 0 : walk_steps(p, s, m, step, WALK_MAX_CHOICES);
    if (n > 0 && unseen_any(p)) {
        unseen_cells(p, s, p->players, unseen); // what nobody who looks on sees
    }
    for (int i = 0; i < n; i++) {
        put_step(&o, p, &step[i], i == 0, unseen);
    }
    if (n <= 0) {
        tsr_put(&o, "?");
    }
    return tsr_out_end(&o);
}

// As cells.
static void base_text(const program *p, const spelled *m, char *buf, size_t cap) {
    if (m->count < 0) {
        (void)snprintf(buf, cap, "?%llx", (unsigned long long)m->move);
    } else {
        (void)lang_path_text(p, m->step, m->count, buf, cap);
    }
}

// Marks what comes next from a node: choices in `choice`, the nodes of them in `node`.
static void mark_next(const program *p, int at, uint8_t *seen, uint8_t *choice, uint8_t *node) {
    const ir_node *n = &p->node[at];
    if (seen[at] || n->kind == N_END || n->kind == N_DEAD) {
        return;
    }
    seen[at] = 1;
    if (n->kind == N_CHOICE) {
        choice[n->choice] = node[at] = 1;
        return;
    }
    mark_next(p, n->next, seen, choice, node);
    if (ir_has_alt(n->kind)) {
        mark_next(p, n->alt, seen, choice, node);
    }
}

// Whether two choices may both be the first, or the second, and so on, of a turn.
static int share_a_place(const program *p, int a, int b) {
    enum { PLACES = 6 }; // where turns are longer, nothing is known
    uint8_t now[IR_MAX_NODES] = {0};
    for (int k = 0; k < PLACES; k++) {
        uint8_t seen[IR_MAX_NODES] = {0}, next[IR_MAX_NODES] = {0},
                choice[IR_MAX_CHOICES + 1] = {0};
        int any = 0;
        for (int i = 0; k == 0 && i < p->phases * p->players; i++) {
            mark_next(p, p->phase[i / p->players].start[i % p->players], seen, choice, next);
        }
        for (int i = 0; k > 0 && i < p->node_count; i++) {
            if (now[i]) {
                mark_next(p, p->node[i].next, seen, choice, next);
            }
        }
        if (choice[a] && choice[b]) {
            return 1;
        }
        for (int i = 0; i < p->node_count; i++) {
            now[i] = next[i];
            any |= next[i];
        }
        if (!any) {
            return 0;
        }
    }
    return 1;
}

// Whether equal cards can lie in one area, known to different players: then each is a choice of its own.
static int has_unlike_copies(const program *p) {
    int found = 0;
    for (int c = p->b.area0; p->at.known != BOARD_NONE && c + 1 < p->b.cells; c++) {
        found |= p->slot_kind[c] != 255 && p->slot_kind[c] == p->slot_kind[c + 1];
    }
    return found;
}

// Whether two kinds of moves of this game could have the same text.
static int may_clash(const program *p) {
    if (has_unlike_copies(p)) {
        return 1;
    }
    for (int i = 2; i <= p->choice_count; i++) {
        for (int k = i + 1; k <= p->choice_count; k++) {
            const ir_choice *a = &p->choice[i], *b = &p->choice[k];
            int motions = a->kind == CH_MOTION && b->kind == CH_MOTION;
            if ((motions && (a->type == b->type || a->type == 255 || b->type == 255)) ||
                (a->kind == b->kind && !motions && a->kind != CH_BECOME && a->kind < CH_SAY) ||
                (((a->kind == CH_PLACE && b->kind == CH_CHOOSE) ||
                  (a->kind == CH_CHOOSE && b->kind == CH_PLACE)) &&
                 share_a_place(p, i, k))) {
                return 1;
            }
        }
    }
    return 0;
}

// The label of a move's first choice; 0 = none.
static int label_of(const program *p, const spelled *m) {
    return m->count > 0 ? p->choice[m->step[0].choice].label : 0;
}

typedef struct move_twins {
    int any;    // other legal moves have the same text
    int before; // so many of them come earlier and have the same label
} move_twins;

// The cells of a move, or as its author wants it written (notation.h); 1 = that.
static int short_text(const tsr_rules *r, const void *s, const spelled *m, int as_cells, char *buf,
                      size_t cap) {
    if (!as_cells && notation_text(r, s, m, buf, cap) > 0) {
        return 1;
    }
    base_text(program_of(r), m, buf, cap);
    return 0;
}

// Twins in any notation go over the same cells, which are soon compared.
static move_twins twins_of(const tsr_rules *r, const void *s, const spelled *m, int as_cells,
                           const char *text) {
    const program *p = program_of(r);
    tsr_move list[TSR_MAX_MOVES];
    char cells[TSR_MOVE_TEXT_MAX], other[TSR_MOVE_TEXT_MAX];
    move_twins twins = {0, 0};
    noted known;
    spelled x;
    int n = noted_list(&known, p, s, list), earlier = 1;
    base_text(p, m, cells, sizeof cells);
    for (int i = 0; i < n; i++) {
        if (list[i] == m->move) {
            earlier = 0;
            continue;
        }
        noted_spell(&known, p, s, i, list[i], &x);
        base_text(p, &x, other, sizeof other);
        if (strcmp(other, cells) != 0) {
            continue;
        }
        (void)short_text(r, s, &x, as_cells, other, sizeof other);
        if (strcmp(other, text) == 0) {
            twins.any = 1;
            twins.before += earlier && label_of(p, &x) == label_of(p, m);
        }
    }
    return twins;
}

// A number, or what was dealt: `king`, `hearts5`.
static int roll_text(const program *p, const void *s, tsr_move m, char *buf, size_t cap) {
    const int value = (int)(m & 0xffffffff) - 1;
    if (!ir_is_deal(&p->node[walk_at_roll(p, s)]) || value >= p->types) {
        return snprintf(buf, cap, "%d", value);
    }
    tsr_out o = tsr_out_to(buf, cap);
    card_put_kind(&o, p, value);
    return tsr_out_end(&o);
}

// `as_cells`: whatever the author wants.
static int full_text(const tsr_rules *r, const void *s, const spelled *m, int as_cells, char *buf,
                     size_t cap) {
    const program *p = program_of(r);
    char text[TSR_MOVE_TEXT_MAX];
    const int label = label_of(p, m);
    const int is_short = short_text(r, s, m, as_cells, text, sizeof text - 48);
    move_twins twins = {0, 0};
    if (is_short || may_clash(p)) {
        twins = twins_of(r, s, m, as_cells, text);
    }
    // Where a text could mean several moves, the label says which: charge:e4e5.
    tsr_out o = tsr_out_to(buf, cap);
    if (twins.any && label) {
        tsr_putf(&o, "%.32s:", p->words.label[label - 1]);
    }
    tsr_put(&o, text);
    if (twins.before) {
        tsr_putf(&o, "~%d", twins.before + 1);
    }
    return tsr_out_end(&o);
}

int slot_move_text(const tsr_rules *r, const void *s, int who, tsr_move m, char *buf, size_t cap) {
    const program *p = program_of(r);
    if (m & TSR_HIDDEN) {
        return masked_text(p, s, m & ~TSR_HIDDEN, buf, cap);
    }
    if (who == TSR_CHANCE) {
        return roll_text(p, s, m, buf, cap);
    }
    spelled x;
    spell(&x, p, s, m);
    return full_text(r, s, &x, !notation_writes(p), buf, cap);
}

// --- Reading ---------------------------------------------------------------------------------

// Takes the longest cell name at the start of `*text`.
static int take_cell(const board *b, const char **text) {
    int best = -1;
    size_t longest = 0;
    for (int c = 0; c < b->cells; c++) {
        size_t n = b->name[c] ? strlen(b->name[c]) : 0;
        if (n > longest && strncmp(*text, b->name[c], n) == 0) {
            best = c;
            longest = n;
        }
    }
    *text += longest;
    return best;
}

// Takes `label:` at the start of `*text`; 0 if there is none.
static int take_label(const program *p, const char **text) {
    for (int i = 0; i < p->words.label_count; i++) {
        size_t n = strlen(p->words.label[i]);
        if (strncmp(*text, p->words.label[i], n) == 0 && (*text)[n] == ':') {
            *text += n + 1;
            return i + 1;
        }
    }
    return 0;
}

static int fitting_choice(const program *p, const void *s, int from, int cells, int label) {
    int fallback = 0;
    for (int i = 2; i <= p->choice_count; i++) {
        const ir_choice *c = &p->choice[i];
        if (cells == 2 ? c->kind != CH_MOTION
                       : c->kind != CH_PLACE && c->kind != CH_CHOOSE && c->kind != CH_TAKE) {
            continue;
        }
        if (label && c->label != label) {
            continue;
        }
        fallback = fallback ? fallback : i;
        if (cells == 1 || (lang_owner_at(p, s, from) >= 0 && c->type == lang_type_at(p, s, from))) {
            return i;
        }
    }
    return fallback;
}

// `Ke2`, which no king can do: the cell of a piece of that kind, to talk about. -1 = none.
static int take_figure(const program *p, const void *s, const char **text) {
    const ir_head *h = s;
    for (int t = 0; p->words.reads >> NOTATION_SAN & 1 && t < p->types; t++) {
        if (**text != p->words.letter[t]) {
            continue;
        }
        for (int c = 0; c < p->b.cells; c++) {
            if (lang_owner_at(p, s, c) == h->me && lang_type_at(p, s, c) == t) {
                (*text)++;
                return c;
            }
        }
    }
    return -1;
}

// A move that is not legal but can be talked about: two cells, or one.
static tsr_err read_unlisted(const program *p, const void *s, const char *text, tsr_move *out) {
    const char *at = text;
    int label = take_label(p, &at);
    int figure = take_figure(p, s, &at);
    int a = figure >= 0 ? figure : take_cell(&p->b, &at);
    a = a >= 0 ? a : card_take(p, s, &at);
    while (*at == '-' || *at == ' ' || *at == 'x') {
        at++;
    }
    int b = a < 0 || !*at ? -1 : take_cell(&p->b, &at);
    if (a < 0 || (*at && b < 0)) {
        return TSR_ERR_PARSE;
    }
    int choice = fitting_choice(p, s, a, b < 0 ? 1 : 2, label);
    if (!choice) {
        return TSR_ERR_PARSE;
    }
    tsr_move m = (tsr_move)choice | (tsr_move)a << p->size.choice_bits;
    *out = b < 0 ? m : m | (tsr_move)b << (p->size.choice_bits + p->size.cell_bits);
    return TSR_OK;
}

// `charge:e4e5` where no other move is e4e5, so that its text would do without the label.
static tsr_err read_labelled(const tsr_rules *r, const void *s, int who, const char *text,
                             tsr_move *out) {
    const program *p = program_of(r);
    tsr_move list[TSR_MAX_MOVES];
    char other[TSR_MOVE_TEXT_MAX];
    const int label = take_label(p, &text);
    noted known;
    spelled x;
    if (!label) {
        return TSR_ERR_PARSE;
    }
    const int n = slot_moves(r, s, who, list);
    noted_begin(&known, p, s, list, n);
    for (int i = 0; i < n; i++) {
        noted_spell(&known, p, s, i, list[i], &x);
        base_text(p, &x, other, sizeof other);
        if (label_of(p, &x) == label && strcmp(other, text) == 0) {
            *out = list[i];
            return TSR_OK;
        }
    }
    return TSR_ERR_PARSE;
}

// Whether two cells of an area are for things of one kind, and something lies on both.
static int are_copies(const program *p, const void *s, int first, int cell) {
    int at = cell, begin = cell;
    (void)ir_area_at(p, cell, &begin);
    while (at > first && at > begin && p->slot_kind[at] != 255 &&
           p->slot_kind[at] == p->slot_kind[at - 1]) {
        at--;
    }
    return at == first && lang_owner_at(p, s, cell) >= 0;
}

// Things of areas by their cells, as they once were written: hand2_queen. Any of several that are equal is the first.
static tsr_err read_by_cells(const tsr_rules *r, const void *s, int who, const char *text,
                             tsr_move *out) {
    const program *p = program_of(r);
    tsr_move list[TSR_MAX_MOVES];
    const int cell = p->slot_at ? board_cell(&p->b, text) : -1;
    const int n = cell >= 0 ? slot_moves(r, s, who, list) : 0;
    for (int i = 0; i < n; i++) {
        walk_step step[WALK_MAX_CHOICES];
        const int count = walk_steps(p, s, list[i], step, WALK_MAX_CHOICES);
        if (count == 1 && step[0].to >= 0 && are_copies(p, s, step[0].to, cell)) {
            *out = list[i];
            return TSR_OK;
        }
    }
    return TSR_ERR_PARSE;
}

// A hash of the parts of a text, in whatever order they stand.
static uint64_t parts_of(const char *text) {
    uint64_t sum = 0;
    while (*text) {
        const size_t n = strcspn(text, "/, ");
        sum += n ? tsr_hash_bytes(text, n, 0) : 0;
        text += n + (text[n] != '\0');
    }
    return sum;
}

// The only move of the same parts: things of which any number was taken, in another order.
static tsr_err read_any_order(const program *p, const void *s, const char *text, tsr_move *out) {
    tsr_move list[TSR_MAX_MOVES];
    char other[TSR_MOVE_TEXT_MAX];
    const uint64_t parts = parts_of(text);
    noted known;
    spelled x;
    int found = 0;
    const int n = p->undivided ? noted_list(&known, p, s, list) : 0;
    for (int i = 0; i < n; i++) {
        noted_spell(&known, p, s, i, list[i], &x);
        base_text(p, &x, other, sizeof other);
        if (parts_of(other) == parts) {
            *out = list[i];
            found++;
        }
    }
    return found == 1 ? TSR_OK : TSR_ERR_PARSE;
}

// Another way to where one of the listed moves leads.
static tsr_err read_other_way(const program *p, const void *s, const char *text, tsr_move *out) {
    tsr_move list[TSR_MAX_MOVES];
    char other[TSR_MOVE_TEXT_MAX];
    noted known;
    spelled x;
    const int n = noted_list(&known, p, s, list);
    for (int i = 0; i < n; i++) {
        noted_spell(&known, p, s, i, list[i], &x);
        base_text(p, &x, other, sizeof other);
        if (strcmp(other, text) == 0) {
            *out = distinct_same(p, s, list[i]);
            return TSR_OK;
        }
    }
    return TSR_ERR_PARSE;
}

// A move whose text is exactly this: as it is written, or as cells. A label and a number, which only twins have, are
// looked at last: to write them takes all other moves.
static tsr_err read_exactly(const tsr_rules *r, const void *s, int who, const char *text,
                            int as_cells, tsr_move *out) {
    tsr_move list[TSR_MAX_MOVES];
    char other[TSR_MOVE_TEXT_MAX];
    const char *bare = text;
    (void)take_label(program_of(r), &bare);
    const size_t size = strcspn(bare, "~");
    const int n = r->g.moves(r, s, who, list);
    noted known;
    spelled x;
    noted_begin(&known, program_of(r), s, list, n);
    for (int i = 0; i < n; i++) {
        noted_spell(&known, program_of(r), s, i, list[i], &x);
        (void)short_text(r, s, &x, as_cells, other, sizeof other);
        if (strncmp(other, bare, size) != 0 || other[size]) {
            continue;
        }
        (void)full_text(r, s, &x, as_cells, other, sizeof other);
        if (strcmp(other, text) == 0) {
            *out = list[i];
            return TSR_OK;
        }
    }
    return TSR_ERR_PARSE;
}

// The only legal move that a text means in some notation.
static int read_only(const tsr_rules *r, const void *s, int who, const char *text, tsr_move *out) {
    tsr_move m;
    const int is_one = !notation_read(r, s, who, text, &m) && notation_refuses(m) < 0;
    *out = is_one ? m : *out;
    return is_one;
}

// Where moves are not written as cells: first what is certain, so that the beginning of a longer text is not taken for
// it. As cells they are in older records. Of points that may be moved in any order, the order counts that is written.
static tsr_err read_written(const tsr_rules *r, const void *s, int who, const char *text,
                            tsr_move *out) {
    const int writes = program_of(r)->words.writes;
    if (!notation_writes(program_of(r))) {
        return TSR_ERR_PARSE;
    }
    const int found = (writes != NOTATION_POINTS && read_only(r, s, who, text, out)) ||
                      (writes != NOTATION_SAN && !read_exactly(r, s, who, text, 0, out)) ||
                      !read_exactly(r, s, who, text, 1, out) ||
                      (writes == NOTATION_POINTS && read_only(r, s, who, text, out));
    return found ? TSR_OK : TSR_ERR_PARSE;
}

tsr_err slot_move_parse(const tsr_rules *r, const void *s, int who, const char *text,
                        tsr_move *out) {
    const program *p = program_of(r);
    if (who != TSR_CHANCE && !read_written(r, s, who, text, out)) {
        return TSR_OK;
    }
    tsr_err e = tsr_move_read_listed(r, s, who, text, out);
    if (!e || who == TSR_CHANCE) {
        return e;
    }
    if (!read_labelled(r, s, who, text, out) || !read_by_cells(r, s, who, text, out)) {
        return TSR_OK;
    }
    if (!notation_read(r, s, who, text, out)) {
        return TSR_OK;
    }
    if (p->distinct && (!read_other_way(p, s, text, out) || !read_any_order(p, s, text, out))) {
        return TSR_OK;
    }
    return read_unlisted(p, s, text, out);
}
