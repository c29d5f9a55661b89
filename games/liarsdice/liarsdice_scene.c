// SPDX-License-Identifier: MIT
//
// Liar's Dice: what is asked and told, and the picture: a row of dice for each player, what was bid, and how the last
// round ended. A bid is picked as a number, then a face.

#include <string.h>

#include "liarsdice/liarsdice.h"

void liars_info(const tsr_rules *r, const void *p, tsr_info *out) {
    const liars *s = p;
    memset(out, 0, sizeof *out);
    uint32_t said = s->phase == LIARS_BIDDING
                        ? 8u + (uint32_t)(s->bid.count * LIARS_FACES + s->bid.face)
                        : (uint32_t)(liars_roller(r, s) + 1);
    out->stamp = (uint32_t)s->rounds << 9 | said;
    out->round = (uint16_t)(1 + s->rounds);
    out->ask = (uint8_t)(s->phase == LIARS_OVER      ? TSR_ASK_OVER
                         : s->phase == LIARS_ROLLING ? TSR_ASK_CHANCE
                                                     : TSR_ASK_MOVE);
    out->timeout_move = s->phase == LIARS_BIDDING && s->bid.count ? LIARS_LIAR : TSR_NO_MOVE;
    if (s->phase != LIARS_BIDDING) {
        (void)tsr_say(&out->prompt, s->phase == LIARS_OVER ? 0 : TSR_LINE_DRAWING);
    } else {
        (void)tsr_say(&out->prompt, s->bid.count ? ASK_NEXT : ASK_FIRST, TSR_PLAYER(s->player),
                      TSR_INT(s->bid.count), TSR_INT(s->bid.face));
    }
}

void liars_say(const tsr_rules *r, const void *p, int who, tsr_move m, tsr_line *out) {
    switch (tsr_move_byte(m, 0)) {
    case LIARS_THROW: (void)tsr_say(out, THROWS, TSR_PLAYER(liars_roller(r, p))); break;
    case LIARS_BID:
        (void)tsr_say(out, BIDS, TSR_PLAYER(who), TSR_INT(tsr_move_byte(m, 1)),
                      TSR_INT(tsr_move_byte(m, 2)));
        break;
    case LIARS_LIAR: (void)tsr_say(out, CALLS, TSR_PLAYER(who)); break;
    default: (void)tsr_say(out, CALLS_EXACT, TSR_PLAYER(who)); break;
    }
}

// --- The picture -------------------------------------------------------------

// A row for each player, with a letter and this round's dice. Those that were shown last lie below them, or where that
// would be too high beside them.
static int is_low(const tsr_rules *r) {
    return r->players <= 3;
}

static int rows_of(const tsr_rules *r) {
    return is_low(r) ? 2 * r->players + 1 : r->players;
}

static int columns_of(const tsr_rules *r) {
    int dice = r->opt[LIARS_OPT_DICE];
    return 1 + dice + (is_low(r) ? 0 : 1 + dice);
}

static tsr_item item_at(uint16_t zone, int row, int col) {
    return (tsr_item){.zone = zone, .owner = TSR_NOBODY, .row = (int16_t)row, .col = (int16_t)col};
}

// A die of this round, or one that was shown in the last.
static void add_die(const tsr_rules *r, uint16_t zone, int who, int i, int die, int is_shown,
                    tsr_scene *out) {
    int below = is_shown && is_low(r) ? r->players + 1 : 0;
    int beside = is_shown && !is_low(r) ? r->opt[LIARS_OPT_DICE] + 1 : 0;
    int is_hidden = die == LIARS_UNKNOWN;
    tsr_item item = item_at(zone, who + below, 1 + i + beside);
    char sign[2] = {(char)(is_hidden ? '?' : die ? '0' + die : '.'), '\0'};
    item.kind = TSR_ITEM_TILE;
    item.owner = (uint8_t)who;
    item.colour = TSR_COLOUR_YELLOW;
    item.flags = is_hidden ? TSR_ITEM_FACE_DOWN : is_shown ? TSR_ITEM_DIM : 0;
    if (is_hidden) {
        tsr_add_item(out, item, sign, "hidden die of player %d", who + 1);
    } else {
        tsr_add_item(out, item, sign, "%s%s of player %d", is_shown ? "shown last: " : "die ", sign,
                     who + 1);
    }
}

static void add_player(const tsr_rules *r, const liars *s, uint16_t zone, int who, tsr_scene *out) {
    tsr_item disc = item_at(zone, who, 0);
    char letter[2] = {(char)('A' + who), '\0'};
    disc.kind = TSR_ITEM_PIECE;
    disc.owner = (uint8_t)who;
    disc.colour = (uint8_t)(TSR_COLOUR_PLAYER + who);
    disc.shape = (uint8_t)(TSR_SHAPE_DISC + who);
    tsr_add_item(out, disc, letter, "player %d", who + 1);
    for (int i = 0; i < s->left[who]; i++) {
        add_die(r, zone, who, i, s->dice[who][i], 0, out);
    }
    for (int i = 0; i < LIARS_MOST && s->shown[who][i]; i++) {
        add_die(r, zone, who, i, s->shown[who][i], 1, out);
    }
}

static void add_line(uint16_t zone, const char *what, const liars_bid *bid, tsr_scene *out) {
    tsr_item line = {.zone = zone, .kind = TSR_ITEM_TEXT, .owner = TSR_NOBODY};
    tsr_add_item(out, line, "", "%s: player %d said %d x %d", what, bid->by + 1, bid->count,
                 bid->face);
}

static void add_words(const tsr_rules *r, const liars *s, tsr_scene *out) {
    tsr_zone text = {.kind = TSR_ZONE_TEXT, .owner = TSR_NOBODY, .parent = -1};
    uint16_t zone = (uint16_t)tsr_add_zone(out, text, "bids");
    tsr_item line = {.zone = zone, .kind = TSR_ITEM_TEXT, .owner = TSR_NOBODY};
    if (s->bid.count) {
        add_line(zone, "now", &s->bid, out);
    }
    if (s->called) {
        add_line(zone, "last round", &s->last, out);
        tsr_add_item(out, line, "", "player %d said %s, and there were %d", s->caller + 1,
                     s->called == LIARS_LIAR ? "liar" : "exact",
                     liars_matches(r, s->shown, s->last.face));
    }
}

static void add_button(tsr_scene *out, uint16_t zone, uint32_t ref, const char *word, int n) {
    tsr_item button = {.zone = zone, .ref = ref, .kind = TSR_ITEM_BUTTON, .owner = TSR_NOBODY};
    if (n) {
        tsr_add_item(out, button, "", "%s%d", word, n);
    } else {
        tsr_add_item(out, button, "", "%s", word);
    }
}

static void add_buttons(const tsr_rules *r, const liars *s, tsr_scene *out) {
    tsr_zone bar = {.kind = TSR_ZONE_ACTIONS, .owner = TSR_NOBODY, .parent = -1};
    tsr_zone more = bar;
    uint16_t zone = (uint16_t)tsr_add_zone(out, bar, "say");
    more.flags = TSR_ZONE_POPUP;
    uint16_t faces = (uint16_t)tsr_add_zone(out, more, "of");
    if (s->phase != LIARS_BIDDING) {
        return;
    }
    if (s->bid.count) {
        add_button(out, zone, LIARS_REF_LIAR, "liar", 0);
    }
    if (s->bid.count && r->opt[LIARS_OPT_EXACT]) {
        add_button(out, zone, LIARS_REF_EXACT, "exact", 0);
    }
    for (int n = 1; n <= liars_total(s); n++) {
        if (liars_is_higher(s, n, LIARS_FACES)) {
            add_button(out, zone, (uint32_t)(LIARS_REF_COUNT + n), "", n);
        }
    }
    for (int face = 1; face <= LIARS_FACES; face++) {
        add_button(out, faces, (uint32_t)(LIARS_REF_FACE + face), "x ", face);
    }
}

static void add_score(const liars *s, int who, tsr_scene *out) {
    tsr_zone zone = {
        .kind = TSR_ZONE_COUNTER, .owner = (uint8_t)who, .parent = -1, .role = TSR_ROLE_SCORE};
    tsr_item item = {.zone = (uint16_t)tsr_add_zone(out, zone, "dice of player %d", who + 1),
                     .kind = TSR_ITEM_NUMBER,
                     .owner = (uint8_t)who,
                     .count = s->left[who]};
    tsr_add_item(out, item, "", "dice: %d", s->left[who]);
}

void liars_scene(const tsr_rules *r, const void *p, int viewer, tsr_scene *out) {
    liars seen;
    liars_view(r, p, viewer, &seen);
    tsr_zone board = {.kind = TSR_ZONE_GRID,
                      .owner = TSR_NOBODY,
                      .parent = -1,
                      .rows = (uint16_t)rows_of(r),
                      .cols = (uint16_t)columns_of(r),
                      .material = TSR_MATERIAL_FELT};
    uint16_t zone = (uint16_t)tsr_add_zone(out, board, "table");
    for (int who = 0; who < r->players; who++) {
        add_player(r, &seen, zone, who, out);
    }
    add_words(r, &seen, out);
    for (int who = 0; who < r->players; who++) {
        add_score(&seen, who, out);
    }
    add_buttons(r, &seen, out);
}

int liars_path(const tsr_rules *r, const void *p, int who, tsr_move m, tsr_picks *out) {
    if (tsr_move_byte(m, 0) != LIARS_BID) {
        tsr_pick(out, m == LIARS_LIAR ? LIARS_REF_LIAR : LIARS_REF_EXACT);
        return 1;
    }
    tsr_pick(out, (uint32_t)(LIARS_REF_COUNT + tsr_move_byte(m, 1)));
    tsr_pick(out, (uint32_t)(LIARS_REF_FACE + tsr_move_byte(m, 2)));
    return 2;
}
