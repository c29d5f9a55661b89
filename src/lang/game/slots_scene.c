// SPDX-License-Identifier: MIT
//
// What people see: the board as a grid, a hex field or a graph, hands, scores, and
// buttons for what has no cell. References: cell + 1, then buttons.
#include "lang/game/slots.h"

#include <stdlib.h>
#include <string.h>

#include <tessera/rng.h>

#include "lang/game/ring_place.h"
#include "lang/game/scene_areas.h"
#include "lang/game/scene_signs.h"
#include "lang/ir/rt/sets.h"

enum {
    REF_PASS = 5000,
    REF_SWAP,
    REF_DONE,
    REF_SAY = 5050,
    REF_TYPE = 5100,
    REF_CHOICE = 5200,
    REF_NUMBER = 5500
};

// --- The board ---------------------------------------------------------------------------------

static const board_face *look_of(const tsr_rules *r) {
    return &((const lang_unit *)r->data)->look;
}

static tsr_zone board_zone(const program *p, const board_face *look) {
    const board *b = &p->b;
    tsr_zone z = {.owner = TSR_NOBODY,
                  .parent = -1,
                  .material = look->material,
                  .form = look->form,
                  .layout = look->ring ? TSR_LAYOUT_RING : TSR_LAYOUT_AUTO};
    z.rows = (uint16_t)(b->max_y + 1);
    z.cols = (uint16_t)(b->max_x + 1);
    if (b->kind == BOARD_HEX || b->kind == BOARD_HEXAGON) {
        z.kind = TSR_ZONE_HEX;
    } else if (b->lattice) {
        z.kind = TSR_ZONE_GRID;
    } else {
        z.kind = TSR_ZONE_GRAPH;
    }
    if (b->max_x < 26 && (b->lattice || b->kind == BOARD_DRAWN)) {
        z.coords = TSR_COORDS_LETTERS;
    }
    // Boards where pieces walk diagonally or differ are drawn chequered.
    if (z.kind == TSR_ZONE_GRID && p->types > 1 && b->max_x < 12 && !look->plain) {
        z.flags = TSR_ZONE_CHECKED;
    }
    for (int i = 0; i < 4; i++) {
        z.sides[i] = look->owner[i] == IR_NEUTRAL ? 0 : scene_colour(p, look->owner[i]);
    }
    return z;
}

// Long loops go round a square, clockwise from its lower left corner.
static int is_square(const board *b) {
    return b->kind == BOARD_LOOP && b->area0 >= 24 && b->area0 % 4 == 0;
}

static void place_on_square(const board *b, tsr_item *item, int cell) {
    const int side = b->area0 / 4, far = 100 * (cell % side), end = 100 * side;
    const int row[4] = {end - far, 0, far, end}, col[4] = {0, far, end, end - far};
    item->row = (int16_t)row[cell / side];
    item->col = (int16_t)col[cell / side];
}

static void place_item(const program *p, tsr_item *item, int cell) {
    const board *b = &p->b;
    int unit = b->lattice ? 1 : 100;
    int y = b->max_y - b->y[cell];
    if (is_square(b)) {
        place_on_square(b, item, cell);
        return;
    }
    if (b->kind == BOARD_LOOP) { // a ring drawn as two rows, one against the other
        int half = (b->area0 + 1) / 2;
        item->row = (int16_t)(cell < half ? 200 : 100); // names stand above and below
        item->col = (int16_t)(100 * (cell < half ? cell : b->area0 - 1 - cell));
        return;
    }
    if (b->kind == BOARD_GRAPH) {
        int side = 1, row, col;
        if (ring_place(b, cell, &row, &col)) {
            item->row = (int16_t)row;
            item->col = (int16_t)col;
            return;
        }
        while (side * side < b->cells) {
            side++;
        }
        item->row = (int16_t)(100 * (cell / side));
        item->col = (int16_t)(100 * (cell % side));
        return;
    }
    item->row = (int16_t)(y * unit);
    item->col = (int16_t)(b->x[cell] * unit);
}

static int tokens_at(const program *p, const void *s, int cell) {
    return p->at.tokens == BOARD_NONE ? -1 : state_nums(p, s)[p->at.tokens + cell];
}

static void write_number(int n, char *buf, size_t cap) {
    tsr_out o = tsr_out_to(buf, cap);
    tsr_put_int(&o, n);
    (void)tsr_out_end(&o);
}

static uint32_t add_cell(const program *p, const void *s, int cell, int stars, tsr_scene *out) {
    tsr_item item = {.ref = (uint32_t)cell + 1, .kind = TSR_ITEM_CELL, .owner = TSR_NOBODY};
    int owner = lang_owner_at(p, s, cell), tokens = tokens_at(p, s, cell);
    int closed = p->at.closed != BOARD_NONE && board_has(state_set(p, s, p->at.closed), cell);
    const char *name = p->b.name[cell];
    place_item(p, &item, cell);
    if (stars && board_is_star(p->b.max_x + 1, item.row, item.col)) {
        item.flags |= TSR_ITEM_GHOST;
    }
    if (closed) {
        item.flags |= TSR_ITEM_DIM;
        return ADD_JOINED(out, item, "#", name, ", closed");
    }
    if (tokens >= 0 && owner < 0) {
        char count[24];
        write_number(tokens, count, sizeof count);
        return ADD_JOINED(out, item, tokens < 100 ? count : "++", name, ", ", count, " ",
                          p->g->tokens[0]);
    }
    return ADD_JOINED(out, item, ".", name, owner < 0 ? ", free" : "");
}

static void add_piece(const program *p, const void *s, int cell, tsr_scene *out) {
    tsr_item item = {.kind = TSR_ITEM_PIECE, .owner = TSR_NOBODY};
    if (lang_owner_at(p, s, cell) >= 0) {
        place_item(p, &item, cell);
        scene_put_piece(p, s, cell, " on ", item, out);
    }
}

// The names of cells that have no coordinates: above the upper row of a loop, below
// everything else.
static void add_name(const program *p, int cell, tsr_scene *out) {
    tsr_item item = {.kind = TSR_ITEM_TEXT, .owner = TSR_NOBODY, .flags = TSR_ITEM_DIM};
    const char *name = p->b.name[cell];
    place_item(p, &item, cell);
    item.row = (int16_t)(item.row + (p->b.kind == BOARD_LOOP && item.row < 200 ? -100 : 100));
    if (strlen(name) <= 2) {
        ADD_JOINED(out, item, name, "the name of ", name);
    }
}

static void add_edges(const program *p, const uint32_t *item, tsr_scene *out) {
    const board *b = &p->b;
    for (int i = 0; i < b->any_count; i++) {
        const board_shift *s = &b->shift[b->any[i]];
        for (int c = 0; c < b->cells; c++) {
            if (s->to[c] != BOARD_NONE && s->to[c] > c) {
                tsr_add_edge(out, item[c], item[s->to[c]]);
            }
        }
    }
}

static void add_board(const tsr_rules *r, const program *p, const void *s, tsr_scene *out) {
    uint32_t item[BOARD_MAX_CELLS];
    const board_face *look = look_of(r);
    tsr_zone z = board_zone(p, look);
    tsr_add_zone(out, z, "%s", r->g.title);
    for (int y = p->b.max_y; y >= 0; y--) {
        for (int c = 0; c < p->b.cells; c++) {
            if (p->b.y[c] == y && board_has(p->b.all, c)) {
                item[c] = add_cell(p, s, c, look->stars, out);
                add_piece(p, s, c, out);
            }
        }
    }
    if (z.kind == TSR_ZONE_GRAPH) {
        add_edges(p, item, out);
    }
    for (int c = 0; c < p->b.area0 && !is_square(&p->b); c++) {
        if (p->b.kind == BOARD_LOOP || p->b.kind == BOARD_TRACK) {
            add_name(p, c, out);
        }
    }
}

// --- Beside the board -----------------------------------------------------------------------------

static void add_hands(const program *p, const void *s, tsr_scene *out) {
    for (int i = 0; p->at.hands != BOARD_NONE && i < p->players; i++) {
        tsr_zone z = {.kind = TSR_ZONE_HAND, .owner = (uint8_t)seat_of(s, i), .parent = -1};
        int16_t zone = tsr_add_zone(out, z, "%s's hand", p->g->players[i].name);
        for (int t = 0; t < p->types; t++) {
            int n = state_nums(p, s)[p->at.hands + i * p->types + t];
            char buf[4];
            if (n <= 0) {
                continue;
            }
            tsr_item item = {.kind = TSR_ITEM_PIECE, .owner = (uint8_t)seat_of(s, i)};
            item.zone = (uint16_t)zone;
            item.count = (uint16_t)(n > 65000 ? 65000 : n);
            item.colour = scene_colour(p, i);
            item.shape = scene_shape(p, t);
            tsr_add_item(out, item, scene_glyph(p, i, t, buf), "%d %s in hand", n,
                         p->g->pieces[t].name);
        }
    }
}

static void add_numbers(const program *p, const void *s, const scene_groups *to, tsr_scene *out) {
    int32_t score[MAX_PLAYERS] = {0};
    if (p->has_score) {
        walk_scores(p, s, score);
    }
    for (int i = 0; p->has_score && i < p->players; i++) {
        tsr_zone z = {.kind = TSR_ZONE_COUNTER,
                      .owner = (uint8_t)seat_of(s, i),
                      .parent = to->of[i],
                      .role = TSR_ROLE_SCORE};
        int16_t zone = to->of[i] < 0 ? tsr_add_zone(out, z, "%s's score", p->g->players[i].name)
                                     : tsr_add_zone(out, z, "score");
        tsr_item item = {
            .kind = TSR_ITEM_NUMBER, .owner = (uint8_t)seat_of(s, i), .zone = (uint16_t)zone};
        const int whole = p->half_points ? score[i] / 2 : score[i];
        const char *half = p->half_points && score[i] % 2 ? ".5" : "";
        char text[24];
        write_number(whole, text, sizeof text);
        item.count = (uint16_t)(whole & 0x7fff);
        ADD_JOINED(out, item, strlen(text) + strlen(half) < 3 ? text : "", p->g->players[i].name,
                   " has ", text, half);
    }
    for (int i = 0; i < p->g->var_count; i++) {
        const decl_number *d = &p->g->vars[i];
        for (int k = 0; k < (d->each ? p->players : 1); k++) {
            uint8_t owner = d->each ? (uint8_t)seat_of(s, k) : TSR_NOBODY;
            tsr_zone z = {.kind = TSR_ZONE_COUNTER,
                          .owner = owner,
                          .parent = d->each ? to->of[k] : to->table,
                          .role = TSR_ROLE_FACT};
            int16_t zone = d->each && z.parent < 0
                               ? tsr_add_zone(out, z, "%s of %s", d->name, p->g->players[k].name)
                               : tsr_add_zone(out, z, "%s", d->name);
            tsr_item item = {.kind = TSR_ITEM_NUMBER, .owner = owner, .zone = (uint16_t)zone};
            char text[24];
            (void)snprintf(text, sizeof text, "%d", state_nums(p, s)[p->var_at[i] + k]);
            item.count = (uint16_t)(state_nums(p, s)[p->var_at[i] + k] & 0x7fff);
            tsr_add_item(out, item, strlen(text) < 3 ? text : "", "%s is %s", d->name, text);
        }
    }
}

// What has been rolled in the turn that is being made; a roll of nothing is not shown.
static void add_rolls(const program *p, const void *s, tsr_scene *out) {
    const ir_head *h = s;
    for (int i = 0; h->pc && i < p->roll_count; i++) {
        const ast *rule = p->words.roll_rule[i];
        const int n = state_nums(p, s)[p->at.rolls + i];
        if (!rule || rule->kind != R_ROLL || !n) {
            continue;
        }
        tsr_zone z = {
            .kind = TSR_ZONE_COUNTER, .owner = TSR_NOBODY, .parent = -1, .role = TSR_ROLE_FACT};
        tsr_item item = {
            .kind = TSR_ITEM_NUMBER, .owner = TSR_NOBODY, .count = (uint16_t)(n & 0x7fff)};
        char text[24];
        item.zone = (uint16_t)tsr_add_zone(out, z, "%s", rule->name);
        write_number(n, text, sizeof text);
        ADD_JOINED(out, item, strlen(text) < 3 ? text : "", rule->name, " is ", text);
    }
}

// --- Picks ---------------------------------------------------------------------------------------

static int place_choices(const program *p) {
    int n = 0;
    for (int i = 2; i <= p->choice_count; i++) {
        n += p->choice[i].kind == CH_PLACE;
    }
    return n;
}

static void add_pick(const program *p, const walk_step *s, tsr_picks *out) {
    const ir_choice *c = &p->choice[s->choice];
    switch ((choice_kind)c->kind) {
    case CH_MOTION:
        tsr_pick(out, (uint32_t)s->from + 1);
        tsr_pick(out, (uint32_t)s->to + 1);
        break;
    case CH_PLACE:
        if (place_choices(p) > 1) {
            tsr_pick(out, REF_TYPE + c->type);
        }
        tsr_pick(out, (uint32_t)s->to + 1);
        break;
    case CH_CONTINUE:
    case CH_CHOOSE:
    case CH_TAKE: tsr_pick(out, (uint32_t)s->to + 1); break;
    case CH_BECOME: tsr_pick(out, REF_TYPE + c->type); break;
    case CH_PASS: tsr_pick(out, REF_PASS); break;
    case CH_SWAP: tsr_pick(out, REF_SWAP); break;
    case CH_DONE: tsr_pick(out, REF_DONE); break;
    case CH_NUMBER: tsr_pick(out, REF_NUMBER + (uint32_t)c->number); break;
    case CH_SAY: tsr_pick(out, REF_SAY + (uint32_t)c->label - 1); break;
    }
}

// The choices that make a move, and what is picked for them.
static int steps_and_picks(const program *p, const void *s, tsr_move m,
                           walk_step step[WALK_MAX_CHOICES], tsr_picks *out) {
    int n = walk_steps(p, s, m, step, WALK_MAX_CHOICES);
    memset(out, 0, sizeof *out);
    for (int i = 0; i < n; i++) {
        add_pick(p, &step[i], out);
    }
    return n;
}

static int picks_of(const program *p, const void *s, tsr_move m, tsr_picks *out) {
    walk_step step[WALK_MAX_CHOICES];
    return steps_and_picks(p, s, m, step, out) > 0 ? step[0].choice : 0;
}

// Whether picks alone might not say which move is meant.
static int needs_telling(const program *p) {
    int motions[MAX_PIECES + 1] = {0}, chains = 0, cells = 0;
    for (int i = 2; i <= p->choice_count; i++) {
        const ir_choice *c = &p->choice[i];
        if (c->kind == CH_MOTION && motions[c->type == 255 ? MAX_PIECES : c->type]++) {
            return 1;
        }
        chains |= c->kind == CH_CONTINUE;
        cells += c->kind == CH_PLACE || c->kind == CH_CHOOSE || c->kind == CH_TAKE;
    }
    return chains || cells > 1;
}

// --- Buttons -------------------------------------------------------------------------------------

static int has_choice_kind(const program *p, int kind) {
    for (int i = 2; i <= p->choice_count; i++) {
        if (p->choice[i].kind == kind) {
            return 1;
        }
    }
    return 0;
}

static void add_button(tsr_scene *out, int16_t zone, uint32_t ref, const char *word) {
    tsr_item item = {
        .ref = ref, .kind = TSR_ITEM_BUTTON, .owner = TSR_NOBODY, .zone = (uint16_t)zone};
    tsr_add_item(out, item, "", "%s", word);
}

// What legal moves of this position are made of, as bits.
typedef struct made_of {
    uint32_t kinds; // of choices
    uint32_t words; // that are said: labels
    uint64_t number[4];
    int numbers;
    int least, most; // picks of a move
    int parts;       // one move's picks begin another's
} made_of;

static uint64_t sum_of(const tsr_picks *picks, int count) {
    uint64_t sum = (uint64_t)count;
    for (int i = 0; i < count; i++) {
        sum = tsr_mix(sum ^ picks->pick[i]);
    }
    return sum;
}

// Adds a move to what is known of all; the picks of it as one number.
static uint64_t note_move(const program *p, const void *s, tsr_move m, made_of *now) {
    walk_step step[WALK_MAX_CHOICES];
    tsr_picks picks;
    const int count = steps_and_picks(p, s, m, step, &picks);
    for (int k = 0; k < count; k++) {
        const ir_choice *c = &p->choice[step[k].choice];
        now->kinds |= 1u << c->kind;
        now->words |= c->kind == CH_SAY ? 1u << (c->label - 1) : 0;
        if (c->kind == CH_NUMBER) {
            board_put(now->number, c->number);
            now->numbers = 1;
        }
    }
    now->least = picks.picks < now->least ? picks.picks : now->least;
    now->most = picks.picks > now->most ? picks.picks : now->most;
    return sum_of(&picks, picks.picks);
}

static int by_size(const void *a, const void *b) {
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

// Whether one move's picks begin another's. There may be thousands, so `whole` has each of them
// as one number, and is sorted.
static int one_begins_another(const program *p, const void *s, const tsr_move *list,
                              uint64_t *whole, int n, int least) {
    tsr_picks picks;
    qsort(whole, (size_t)n, sizeof *whole, by_size);
    for (int i = 0; i < n; i++) {
        (void)picks_of(p, s, list[i], &picks);
        for (int k = least; k < picks.picks; k++) {
            const uint64_t sum = sum_of(&picks, k);
            if (bsearch(&sum, whole, (size_t)n, sizeof *whole, by_size)) {
                return 1;
            }
        }
    }
    return 0;
}

static made_of moves_now(const program *p, const void *s) {
    tsr_move list[TSR_MAX_MOVES];
    uint64_t whole[TSR_MAX_MOVES];
    const ir_head *h = s;
    made_of now = {.least = TSR_PICKS_MAX};
    int n = h->over || walk_at_roll(p, s) ? 0 : walk_moves(p, s, list, p->size.max_moves);
    for (int i = 0; i < n; i++) {
        whole[i] = note_move(p, s, list[i], &now);
    }
    now.parts = now.least < now.most && needs_telling(p) &&
                one_begins_another(p, s, list, whole, n, now.least);
    return now;
}

static void add_buttons(const program *p, const void *s, tsr_scene *out) {
    tsr_zone z = {.kind = TSR_ZONE_ACTIONS, .owner = TSR_NOBODY, .parent = -1};
    if (!has_choice_kind(p, CH_PASS) && !has_choice_kind(p, CH_SWAP) &&
        !has_choice_kind(p, CH_DONE) && !has_choice_kind(p, CH_SAY) &&
        !has_choice_kind(p, CH_NUMBER) && !needs_telling(p)) {
        return;
    }
    const made_of now = moves_now(p, s);
    int pass = now.kinds >> CH_PASS & 1, swap = now.kinds >> CH_SWAP & 1,
        done = now.parts || now.kinds >> CH_DONE & 1;
    if (pass || swap || done || now.words || now.numbers) {
        int16_t zone = tsr_add_zone(out, z, "actions");
        if (pass) add_button(out, zone, REF_PASS, "pass");
        if (swap) add_button(out, zone, REF_SWAP, "swap");
        if (done) add_button(out, zone, REF_DONE, "done");
        for (int i = 0; i < p->words.label_count; i++) {
            if (now.words >> i & 1) add_button(out, zone, REF_SAY + (uint32_t)i, p->words.label[i]);
        }
        for (int n = 0; n < 256; n++) {
            char text[8];
            (void)snprintf(text, sizeof text, "%d", n);
            if (board_has(now.number, n)) add_button(out, zone, REF_NUMBER + (uint32_t)n, text);
        }
    }
}

static void add_popup(const program *p, const void *s, tsr_scene *out) {
    const ir_head *h = s;
    tsr_zone z = {.kind = TSR_ZONE_ROW, .owner = TSR_NOBODY, .parent = -1, .flags = TSR_ZONE_POPUP};
    int several = 0, place_types = 0;
    for (int i = 2; i <= p->choice_count; i++) {
        several |= p->choice[i].kind == CH_BECOME;
        place_types += p->choice[i].kind == CH_PLACE;
    }
    if (several || place_types > 1) {
        int16_t zone = tsr_add_zone(out, z, "which piece?");
        for (int t = 0; t < p->types; t++) {
            char buf[4];
            tsr_item item = {.ref = REF_TYPE + (uint32_t)t,
                             .kind = TSR_ITEM_PIECE,
                             .owner = (uint8_t)seat_of(s, h->me),
                             .zone = (uint16_t)zone};
            item.colour = scene_colour(p, h->me);
            tsr_add_item(out, item, scene_glyph(p, h->me, t, buf), "%s", p->g->pieces[t].name);
        }
    }
    if (p->words.label_count) {
        int16_t zone = tsr_add_zone(out, z, "which move?");
        for (int i = 2; i <= p->choice_count; i++) {
            tsr_item item = {.ref = REF_CHOICE + (uint32_t)i,
                             .kind = TSR_ITEM_BUTTON,
                             .owner = TSR_NOBODY,
                             .zone = (uint16_t)zone};
            const char *word =
                p->choice[i].label ? p->words.label[p->choice[i].label - 1] : "plain";
            tsr_add_item(out, item, "", "%s %d", word, i);
        }
    }
}

static void draw(const tsr_rules *r, const void *s, tsr_scene *out) {
    const program *p = program_of(r);
    const scene_groups to = scene_add_groups(p, s, out);
    if (p->b.kind != BOARD_EMPTY) {
        add_board(r, p, s, out);
    }
    scene_add_areas(p, s, &to, out);
    add_hands(p, s, out);
    add_numbers(p, s, &to, out);
    add_rolls(p, s, out);
    add_buttons(p, s, out);
    add_popup(p, s, out);
}

// Drawn is what the viewer sees.
void slot_scene(const tsr_rules *r, const void *s, int viewer, tsr_scene *out) {
    union {
        char bytes[TSR_MAX_STATE];
        uint64_t align;
    } view;
    if (program_of(r)->unknown < 0) {
        draw(r, s, out);
        return;
    }
    lang_view(program_of(r), s, viewer, view.bytes);
    draw(r, view.bytes, out);
}

// --- Paths ---------------------------------------------------------------------------------------

static int is_prefix(const tsr_picks *a, const tsr_picks *b) {
    return a->picks <= b->picks && memcmp(a->pick, b->pick, a->picks * sizeof *a->pick) == 0;
}

// Picks must not be the beginning of another move's. A move that could go on gets a
// "done"; two moves with the same picks are told apart by a last question.
static void tell_apart(const program *p, const void *s, tsr_move m, int choice, tsr_picks *out) {
    tsr_move list[TSR_MAX_MOVES];
    tsr_picks other;
    int n = walk_moves(p, s, list, p->size.max_moves), same = 0, longer = 0;
    for (int i = 0; i < n; i++) {
        if (list[i] == m) {
            continue;
        }
        (void)picks_of(p, s, list[i], &other);
        int equal = other.picks == out->picks && is_prefix(out, &other);
        same |= equal;
        longer |= !equal && is_prefix(out, &other);
    }
    if (longer) {
        tsr_pick(out, REF_DONE);
    }
    if (same) {
        tsr_pick(out, REF_CHOICE + (uint32_t)choice);
    }
}

int slot_path(const tsr_rules *r, const void *s, int who, tsr_move m, tsr_picks *out) {
    const program *p = program_of(r);
    (void)who;
    int choice = picks_of(p, s, m, out);
    if (needs_telling(p)) {
        tell_apart(p, s, m, choice, out);
    }
    return out->picks;
}
