// SPDX-License-Identifier: MIT
//
// What people see: the board, hands, scores, and buttons for what has no cell. References: cell + 1, then
// buttons.
#include "lang/game/slots.h"

#include <stdlib.h>
#include <string.h>

#include <tessera/rng.h>

#include "lang/game/noted.h"
#include "lang/game/promise.h"
#include "lang/game/scene_areas.h"
#include "lang/game/scene_board.h"
#include "lang/game/scene_numbers.h"
#include "lang/game/scene_signs.h"
#include "lang/game/unseen.h"
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
        scene_write_number(n, text, sizeof text);
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

// What is picked for the choices that make a move.
static void picks_of(const program *p, const spelled *x, tsr_picks *out) {
    memset(out, 0, sizeof *out);
    for (int i = 0; i < x->count; i++) {
        add_pick(p, &x->step[i], out);
    }
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
static uint64_t note_move(const program *p, const spelled *x, made_of *now) {
    tsr_picks picks;
    picks_of(p, x, &picks);
    for (int k = 0; k < x->count; k++) {
        const ir_choice *c = &p->choice[x->step[k].choice];
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
static int one_begins_another(const program *p, const void *s, const noted *known,
                              const tsr_move *list, uint64_t *whole, int n, int least) {
    tsr_picks picks;
    spelled x;
    qsort(whole, (size_t)n, sizeof *whole, by_size);
    for (int i = 0; i < n; i++) {
        noted_spell(known, p, s, i, list[i], &x);
        picks_of(p, &x, &picks);
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
    noted known;
    spelled x;
    int n = h->over || walk_at_roll(p, s) ? 0 : walk_moves(p, s, list, p->size.max_moves);
    noted_begin(&known, p, s, list, n);
    for (int i = 0; i < n; i++) {
        noted_spell(&known, p, s, i, list[i], &x);
        whole[i] = note_move(p, &x, &now);
    }
    now.parts = now.least < now.most && needs_telling(p) &&
                one_begins_another(p, s, &known, list, whole, n, now.least);
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

static void draw(const tsr_rules *r, const void *s, const uint64_t *unseen, tsr_scene *out) {
    const program *p = program_of(r);
    const scene_groups to = scene_add_groups(p, s, out);
    if (p->b.kind != BOARD_EMPTY) {
        scene_add_board(r, s, unseen, out);
    }
    scene_add_areas(p, s, &to, out);
    add_hands(p, s, out);
    scene_add_numbers(p, s, &to, out);
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
    const program *p = program_of(r);
    uint64_t unseen[BOARD_MAX_WORDS];
    if (p->unknown < 0) {
        draw(r, s, NULL, out);
        return;
    }
    lang_view(p, s, viewer, view.bytes);
    unseen_cells(p, s, viewer < TSR_MAX_PLAYERS ? seat_of(s, viewer) : viewer, unseen);
    draw(r, view.bytes, unseen, out);
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
    noted known;
    spelled x;
    int n = walk_moves(p, s, list, p->size.max_moves), same = 0, longer = 0;
    noted_begin(&known, p, s, list, n);
    for (int i = 0; i < n; i++) {
        if (list[i] == m) {
            continue;
        }
        noted_spell(&known, p, s, i, list[i], &x);
        picks_of(p, &x, &other);
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
    spelled x;
    (void)who;
    spell(&x, p, s, m);
    picks_of(p, &x, out);
    if (needs_telling(p)) {
        tell_apart(p, s, m, x.count > 0 ? x.step[0].choice : 0, out);
    }
    promise(p, s, m, out);
    return out->picks;
}
