// SPDX-License-Identifier: MIT
//
// Cards: things whose order in an area does not count, and which are dealt.
//
// Where a game hides or deals anything, or takes any number of things, every kind has cells of its own in an area of
// several cells (it is *sorted*): as many as there are of that kind, so there is room for whatever may come. So two
// equal hands are equal positions, and the cards of one kind in a hand are one AND. An area whose cells hold piles is
// not sorted. In other games areas are sorted if there is one kind only, and no more of it comes, as in Ludo.
#include "lang/lower/lower_expr.h"

#include <stdio.h>

// --- What is put down ------------------------------------------------------------------------------

typedef struct step_search {
    ast_kind kind;
    int found;
} step_search;

static int look_for_step(const ast *n, void *with) {
    step_search *s = with;
    s->found |= n->kind == s->kind;
    return 1;
}

static int has_step(const lower *l, const ast *steps, ast_kind kind) {
    step_search s = {.kind = kind};
    scan_named(l->g, steps, look_for_step, &s);
    return s.found;
}

int lower_deals(const lower *l, const ast *steps) {
    return has_step(l, steps, R_DEAL) || has_step(l, steps, R_THROW);
}

static int any_deals(const lower *l) {
    int found = lower_deals(l, l->g->setup.steps);
    for (int i = 0; i < l->g->phase_count; i++) {
        found |= lower_deals(l, l->g->phases[i].turn);
    }
    return found;
}

static const decl_piece *hidden_piece(const game_ast *g) {
    for (int t = 0; t < g->piece_count; t++) {
        if (g->pieces[t].hidden) {
            return &g->pieces[t];
        }
    }
    return NULL;
}

static int any_hidden(const game_ast *g) {
    int found = hidden_piece(g) != NULL || g->unseen;
    for (int i = 0; i < g->area_count; i++) {
        found |= g->areas[i].hidden;
    }
    return found;
}

// A hidden piece is hidden in its player's areas, too; in those of all everybody sees it.
static void hide_pieces(lower *l) {
    game_ast *g = l->g;
    const decl_piece *d = hidden_piece(g);
    if (!d) {
        return;
    }
    if (d->neutral || g->hand_count || g->has_hand || g->board.flags & TOPO_PILES || any_deals(l)) {
        diag *m = diag_add(l->diags, DIAG_SYNTAX, d->at,
                           "hidden pieces stand one on a cell, and have an owner");
        diag_note(m, "they cannot be neutral, dealt, in hands or in piles");
        return;
    }
    for (int i = 0; i < g->area_count; i++) {
        g->areas[i].hidden |= g->areas[i].each;
    }
    for (int t = 0; t < g->piece_count; t++) {
        l->p->hidden_type[t] = g->pieces[t].hidden;
    }
    l->p->hides_pieces = 1;
}

enum { MOST_COPIES = 16, MOST_STEPS = 10000 };

// Counts what a part of the setup puts down, done `times` times. Definitions that name others twice, and these
// others too, are more steps than a program may have: then it does not matter what is counted.
static void count_copies(lower *l, const ast *n, int times, int *steps) {
    game_ast *g = l->g;
    for (; n && ++*steps < MOST_STEPS; n = n->next) {
        const int each =
            n->name ? MOST_COPIES : g->player_count; // of how many cells is not known yet
        const int more = n->kind == R_EACH ? times * each : times;
        for (int t = 0; n->kind == R_PUT && n->flag != 1 && t < g->piece_count; t++) {
            decl_piece *d = &g->pieces[t];
            const int count =
                !d->absent && strcmp(d->name, n->name) == 0 ? times * (n->flag ? n->num : 1) : 0;
            d->copies =
                (uint8_t)(d->copies + count > MOST_COPIES ? MOST_COPIES : d->copies + count);
        }
        const decl_def *d = n->kind == R_REF ? lower_find_def(l, n->name) : NULL;
        count_copies(l, d && d->is_rule ? d->body : NULL, times, steps);
        count_copies(l, n->b, more, steps);
        count_copies(l, n->list, more, steps);
    }
}

// What somebody does not know, in his view of the game, is a piece of a kind of its own.
static void add_unknown(lower *l) {
    game_ast *g = l->g;
    if (g->piece_count == MAX_PIECES) {
        diag_add(l->diags, DIAG_TOO_BIG, g->pieces[0].at,
                 "where something is hidden there are at most %d kinds", MAX_PIECES - 1);
        return;
    }
    decl_piece *d = &g->pieces[g->piece_count];
    memset(d, 0, sizeof *d);
    d->name = d->mark = "?";
    d->letter = 'U';
    d->at = g->pieces[0].at;
    l->p->unknown = g->piece_count++;
}

// Where things are put down like others, there may be as many of a kind as there is room for.
static void plan_likes(lower *l) {
    game_ast *g = l->g;
    int found = 0;
    for (int i = 0; i < g->phase_count; i++) {
        found |= has_step(l, g->phases[i].turn, R_PUT_LIKE);
    }
    for (int t = 0; found && t < g->piece_count; t++) {
        g->pieces[t].copies = g->pieces[t].absent ? 0 : MOST_COPIES;
    }
}

// An area of which the rules ask what lies on a certain cell keeps the order in which things came.
static int note_order(const ast *n, void *with) {
    game_ast *g = with;
    for (int i = 0; n->kind == A_NTH && i < g->area_count; i++) {
        g->areas[i].ordered |= strcmp(g->areas[i].name, n->name) == 0;
    }
    return 1;
}

static void find_order(game_ast *g) {
    for (int i = 0; i < g->def_count; i++) {
        scan_tree(g->defs[i].body, note_order, g);
    }
    for (int i = 0; i < g->phase_count; i++) {
        scan_tree(g->phases[i].turn, note_order, g);
        for (int k = 0; k < g->phases[i].next_count; k++) {
            scan_tree(g->phases[i].next[k].cond, note_order, g);
        }
    }
    for (int i = 0; i < g->ending_count; i++) {
        scan_tree(g->endings[i].cond, note_order, g);
        scan_tree(g->endings[i].stuck, note_order, g);
    }
    scan_tree(g->setup.steps, note_order, g);
    scan_tree(g->score, note_order, g);
}

// `any number of` takes things from an area, and in which order must not matter where they come to lie.
static int takes_some(const lower *l) {
    int found = 0;
    for (int i = 0; i < l->g->phase_count; i++) {
        found |= has_step(l, l->g->phases[i].turn, R_NUMBER);
    }
    return found;
}

// Whether all that will ever lie in an area is put down in the setup, and is of one kind.
static int is_all_alike(const lower *l) {
    const game_ast *g = l->g;
    int found = g->piece_count != 1 || g->has_hand || g->hand_count;
    for (int i = 0; !found && i < g->phase_count; i++) {
        found |=
            has_step(l, g->phases[i].turn, R_PUT) || has_step(l, g->phases[i].turn, R_PUT_LIKE);
    }
    return !found;
}

void lower_plan_cards(lower *l) {
    game_ast *g = l->g;
    const int hides = any_hidden(g);
    l->p->unknown = -1;
    if ((!hides && !any_deals(l) && !takes_some(l) && !is_all_alike(l)) || l->diags->errors) {
        return;
    }
    count_copies(l, g->setup.steps, 1, &(int){0});
    lower_plan_dice(l);
    plan_likes(l);
    find_order(g);
    hide_pieces(l);
    for (int i = 0; i < g->area_count; i++) {
        decl_area *d = &g->areas[i];
        d->sorted = !d->piles && !d->ordered && d->size != NULL &&
                    !(d->size->kind == A_NUM && d->size->num == 1);
        if (d->hidden && d->piles) {
            diag_add(l->diags, DIAG_SYNTAX, d->at, "an area of piles cannot be hidden");
        }
    }
    if (hides) {
        add_unknown(l);
    }
}

// --- Cells for kinds -------------------------------------------------------------------------------

static void note_slots(lower *l, const ir_area *area, int room) {
    int c = area->first;
    uint16_t *at = l->p->slot_at + (area - l->p->area) * (l->g->piece_count + 1);
    for (int k = 0; k < (area->each ? l->p->players : 1); k++) {
        for (int t = 0; t < l->g->piece_count; t++) {
            const int copies = l->g->pieces[t].copies, slots = copies < room ? copies : room;
            at[t + 1] = (uint16_t)(at[t] + slots);
            for (int i = 0; i < slots && c < l->b->cells; i++, c++) {
                l->p->slot_kind[c] = (uint8_t)t;
            }
        }
    }
}

// Whether the next cell is one more of the same area for the same kind.
static int has_next_copy(const program *p, int cell) {
    const uint8_t *kind = p->slot_kind;
    int first;
    return kind[cell] != 255 && kind[cell] == kind[cell + 1] &&
           !(ir_area_at(p, cell + 1, &first) && first == cell + 1);
}

// One direction leads from each cell of a kind to the next one of that kind.
static void link_copies(lower *l) {
    int found = 0;
    for (int c = l->b->area0; c + 1 < l->b->cells; c++) {
        found |= has_next_copy(l->p, c);
    }
    if (!found) {
        return;
    }
    const uint16_t s = board_shift_new(l->b);
    for (int c = l->b->area0; !l->b->failed && c + 1 < l->b->cells; c++) {
        if (has_next_copy(l->p, c)) {
            l->b->shift[s].to[c] = (uint16_t)(c + 1);
        }
    }
    if (!l->b->failed) {
        board_shift_finish(l->b, s);
        l->next_copy = s;
    }
}

// Room for where kinds lie in areas, all nothing; NULL where no area is sorted.
static uint16_t *new_slots(lower *l) {
    const size_t size = (size_t)(l->g->area_count * (l->g->piece_count + 1)) * sizeof(uint16_t);
    int sorted = 0;
    for (int i = 0; i < l->g->area_count; i++) {
        sorted |= l->g->areas[i].sorted;
    }
    uint16_t *at = sorted ? arena_new(l->a, size) : NULL;
    l->broken |= sorted && !at;
    if (at) {
        memset(at, 0, size);
    }
    return at;
}

void lower_note_areas(lower *l, option_values opt) {
    program *p = l->p;
    p->areas = l->g->area_count;
    for (int t = 0; t < l->g->piece_count; t++) {
        p->kind_count[t] = l->g->pieces[t].copies;
    }
    l->next_copy = BOARD_NONE;
    p->slot_kind = arena_new(l->a, (size_t)p->b.cells);
    p->slot_at = new_slots(l);
    if (!p->slot_kind || l->broken) {
        l->broken = 1;
        return;
    }
    memset(p->slot_kind, 255, (size_t)p->b.cells);
    for (int i = 0; i < p->areas; i++) {
        const decl_area *d = &l->g->areas[i];
        uint64_t *cells = lower_fresh_set(l);
        const int first = board_area_cells(l->b, l->g, opt, i, 0, cells);
        p->area[i] = (ir_area){.first = (uint16_t)first,
                               .size = (uint16_t)lower_count_cells(l, cells),
                               .each = d->each != 0,
                               .hidden = d->hidden != 0,
                               .sorted = d->sorted != 0,
                               .room = (uint8_t)board_area_room(l->g, opt, i)};
        if (d->sorted) {
            note_slots(l, &p->area[i], p->area[i].room);
        }
    }
    link_copies(l);
}

// A cell of a sorted area that a kind, by its number, has there: the first that is free, or the last that is taken.
static int emit_slot(lower *l, int area, int player, int kind, int is_taken) {
    const ir_area *a = &l->p->area[area];
    const int out = lower_new_set(l), first = a->first + (a->each ? player * a->size : 0);
    lower_emit(l, OP_SLOT, out, kind, lower_pieces(l), first, area << 1 | is_taken);
    return out;
}

int lower_free_slot(lower *l, int area, int player, int type) {
    const value kind = lower_value_of_int(type);
    return emit_slot(l, area, player, lower_num_reg(l, &kind), 0);
}

// Where what lies on `from` goes in an area.
int lower_place_in(lower *l, int area, int player, int from) {
    if (!l->g->areas[area].sorted) {
        return lower_free_cell(l, area, player);
    }
    if (l->p->at.type == BOARD_NONE) {
        return lower_free_slot(l, area, player, 0);
    }
    const int kind = lower_new_num(l);
    lower_emit(l, OP_KIND, kind, from, 0, 0, 0);
    return emit_slot(l, area, player, kind, 0);
}

// Of `behind`, those whose copy before is not known to the same players.
static void drop_known_otherwise(lower *l, int behind) {
    const int saved = l->set_top, before = lower_new_set(l), some = lower_new_set(l);
    for (int i = 0; l->p->at.known != BOARD_NONE && i < l->p->players; i++) {
        const int known = l->p->at.known + i;
        lower_emit(l, OP_SHIFT, before, known, l->next_copy, 0, 0);
        lower_emit(l, OP_ANDN, some, before, known, 0, 0);
        lower_emit(l, OP_ANDN, behind, behind, some, 0, 0);
        lower_emit(l, OP_ANDN, some, known, before, 0, 0);
        lower_emit(l, OP_ANDN, behind, behind, some, 0, 0);
    }
    lower_free_sets(l, saved);
}

int lower_first_copies(lower *l, int cells) {
    if (l->next_copy == BOARD_NONE) {
        return cells;
    }
    const int out = lower_new_set(l), behind = lower_new_set(l);
    lower_emit(l, OP_SHIFT, behind, cells, l->next_copy, 0, 0);
    drop_known_otherwise(l, behind);
    lower_emit(l, OP_ANDN, out, cells, behind, 0, 0);
    return out;
}

// A card has left `hole`: those of its kind behind it move up.
void lower_close_gap(lower *l, int hole) {
    const int saved = l->set_top;
    int most = 1;
    label done = {0};
    for (int t = 0; t < l->g->piece_count; t++) {
        most = l->g->pieces[t].copies > most ? l->g->pieces[t].copies : most;
    }
    if (l->next_copy == BOARD_NONE) {
        return;
    }
    const int gap = lower_new_set(l), next = lower_new_set(l);
    lower_emit(l, OP_MOV, gap, hole, 0, 0, 0);
    for (int i = 1; i < most; i++) {
        lower_emit(l, OP_SHIFT, next, gap, l->next_copy, 0, 0);
        lower_emit(l, OP_AND, next, next, lower_pieces(l), 0, 0);
        lower_emit_jump(l, OP_JNONE, next, 0, &done);
        lower_emit(l, OP_CARRY, next, gap, 0, 0, 0);
        lower_know_moved(l, next, gap);
        lower_emit(l, OP_MOV, gap, next, 0, 0, 0);
    }
    lower_emit_label(l, &done);
    lower_free_sets(l, saved);
}

// --- Dealing -----------------------------------------------------------------------------------------

// The card of the type that chance came to: the last of its kind.
static int emit_drawn(lower *l, const ast *r, int number) {
    int player;
    const int deck = lower_area_of(l, r->b, &player);
    return l->g->areas[deck].sorted ? emit_slot(l, deck, player, number, 1)
                                    : lower_set(l, r->b, "`deal … from` needs an area");
}

// What dealing one card does, once chance has filled the number.
static int deal_effect(lower *l, const ast *r, int area, int player, int number, int next) {
    const int node = lower_new_node(l, N_DO, next, 0);
    const uint32_t code = lower_begin_code(l);
    const int from = emit_drawn(l, r, number), to = lower_place_in(l, area, player, from);
    lower_emit(l, OP_CARRY, from, to, 0, 0, 0);
    lower_know_arrived(l, from, to, area, player);
    lower_own_in_area(l, area, player, to);
    lower_emit(l, OP_KINT, number, 0, 0, 0, 0); // or it would tell what was dealt
    lower_end_code(l, 1);
    l->p->node[node].code = code;
    return node;
}

// Where nothing lies nothing is dealt.
static int unless_empty(lower *l, const ast *r, int deal, int next) {
    const int node = lower_new_node(l, N_WHEN, deal, next);
    label none = {0};
    const uint32_t code = lower_begin_code(l);
    lower_emit_jump(l, OP_JNONE, lower_set(l, r->b, "`deal … from` needs an area"), 0, &none);
    lower_end_code(l, 1);
    lower_emit_label(l, &none);
    lower_end_code(l, 0);
    l->p->node[node].code = code;
    return node;
}

// The weight of a deal that comes to type `number`: how many things of it lie there.
static uint32_t deal_weight(lower *l, const ast *r, int number) {
    const uint32_t code = lower_begin_code(l);
    const int out = lower_new_num(l);
    const int from = lower_set(l, r->b, "`deal … from` needs an area");
    const int one_type = l->p->at.type == BOARD_NONE;
    lower_emit(l, one_type ? OP_COUNT : OP_COUNTKIND, out, from, one_type ? 0 : number, 0, 0);
    lower_end_code(l, 1);
    return code;
}

static int deal_one(lower *l, const ast *r, int area, int player, int next) {
    const int number = lower_roll_register(l, r);
    const int effect = deal_effect(l, r, area, player, number, next);
    const int node = lower_new_node(l, N_ROLL, effect, 0);
    const uint32_t code = deal_weight(l, r, number);
    ir_node *n = &l->p->node[node];
    n->reg = (uint16_t)number;
    n->apply = (uint32_t)l->p->types - 1;
    n->reach = code;
    n->zone = CHANCE_DEAL;
    n->choice = (uint16_t)(area << 3 | player);
    n->place = l->g->to_try ? lower_place_of(r) : 0;
    if (l->p->size.max_chance < l->p->types) {
        l->p->size.max_chance = l->p->types;
    }
    return l->g->to_try ? node : unless_empty(l, r, node, next);
}

static void refuse_deal(lower *l, const ast *at, const char *what) {
    diag *d = diag_add(l->diags, DIAG_WRONG_TYPE, at->at, "%s", what);
    diag_help(d, "for example:   deal 1 from deck to my hand");
}

int lower_deal(lower *l, const ast *r, int next) {
    int player, ignored;
    const int area = lower_area_of(l, r->c, &player), deck = lower_area_of(l, r->b, &ignored);
    l->here = NO_REG;
    const value n = lower_int(l, r->a, "so many are dealt");
    if (area < 0 || deck < 0) {
        refuse_deal(l, area < 0 ? r->c : r->b, "things are dealt from an area to an area");
        return next;
    }
    if (!n.konst || n.num < 1 || n.num > 64) {
        refuse_deal(l, r->a, "how many are dealt is a number from 1 to 64, known before play");
        return next;
    }
    for (int i = 0; i < n.num; i++) {
        next = deal_one(l, r, area, player, next);
    }
    return next;
}

// --- The setup ---------------------------------------------------------------------------------------

// The steps of a setup before the first that deals, as a list of its own; NULL if there are none.
const ast *lower_setup_before_deals(lower *l, const ast *steps) {
    ast *first = NULL, **tail = &first;
    if (!lower_deals(l, steps)) {
        return steps;
    }
    for (const ast *x = steps->kind == R_SEQ ? steps->list : NULL; x; x = x->next) {
        ast only = *x;
        only.next = NULL;
        ast *copy = lower_deals(l, &only) ? NULL : arena_new(l->a, sizeof *copy);
        if (!copy) {
            break;
        }
        *copy = only;
        *tail = copy;
        tail = &copy->next;
    }
    ast *list = first ? arena_new(l->a, sizeof *list) : NULL;
    if (list) {
        *list = *steps;
        list->list = first;
    }
    return list;
}

// The first turn: the first player's, or whose the setup says (`next is …`).
static int first_turn(lower *l) {
    int node = l->p->phase[0].start[0];
    for (int who = l->p->players - 1; who > 0 && has_step(l, l->g->setup.steps, R_NEXT_IS); who--) {
        const int asks = lower_new_node(l, N_WHEN, l->p->phase[0].start[who], node);
        label yes = {0};
        const uint32_t code = lower_begin_code(l);
        lower_emit_jump(l, OP_JTURN, who, 0, &yes);
        lower_end_code(l, 0);
        lower_emit_label(l, &yes);
        lower_end_code(l, 1);
        l->p->node[asks].code = code;
        node = asks;
    }
    return node;
}

// The others: nodes that lead to the first turn.
void lower_setup_deals(lower *l) {
    const ast *steps = l->g->setup.steps;
    if (!steps || !lower_deals(l, steps) || l->broken || l->diags->errors) {
        return;
    }
    ast rest = *steps;
    if (steps->kind == R_SEQ) {
        const ast *x = steps->list;
        for (;;) {
            ast only = *x;
            only.next = NULL;
            if (lower_deals(l, &only)) {
                break;
            }
            x = x->next;
        }
        rest.list = (ast *)(uintptr_t)x;
    }
    const rule_context ctx = {.bound = HERE_OPEN, .type = -1};
    l->me = 0;
    l->setup = SETUP_FIRST;
    const int node = lower_rule(l, &rest, ctx, first_turn(l));
    l->p->dealt = (uint16_t)node;
    l->setup = 0;
}
