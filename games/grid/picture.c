// SPDX-License-Identifier: MIT
// What people see and hear: the scene, the picks of a move, prompts, sentences.
#include "grid/kit.h"

enum { PIECE_REF = TSR_GRID_MAX_SIDE * TSR_GRID_MAX_SIDE + 1 };

uint32_t tsr_grid_piece_ref(const tsr_rules *r, char letter) {
    return PIECE_REF + (uint32_t)kit_of(r)->index_of[(unsigned char)letter];
}

// --- The scene ---------------------------------------------------------------

static void seat_name(const tsr_rules *r, int player, char *buf, size_t cap) {
    if (r->seats) {
        snprintf(buf, cap, "%s", r->seats[player]);
    } else {
        snprintf(buf, cap, "player %d", player + 1);
    }
}

// With several players a piece is named with its side, unless its word is the
// side's: "black king", but "X".
void picture_name(const tsr_rules *r, const tsr_grid_piece *p, char *buf, size_t cap) {
    char seat[32];
    if (r->players == 1 || p->owner >= r->players) {
        snprintf(buf, cap, "%s", p->word);
        return;
    }
    seat_name(r, p->owner, seat, sizeof seat);
    if (strcmp(seat, p->word) == 0) {
        snprintf(buf, cap, "%s", seat);
    } else {
        snprintf(buf, cap, "%s %s", seat, p->word);
    }
}

static tsr_item piece_item(const tsr_grid_piece *p) {
    tsr_item item = {.kind = TSR_ITEM_PIECE, .owner = p->owner, .shape = p->shape};
    item.colour = p->colour;
    if (!p->colour && p->owner < TSR_MAX_PLAYERS) {
        item.colour = (uint8_t)(TSR_COLOUR_PLAYER + p->owner);
    }
    return item;
}

static const char *glyph_of(const tsr_grid_piece *p, char letter[2]) {
    letter[0] = p->letter;
    letter[1] = '\0';
    return p->glyph ? p->glyph : letter;
}

static void add_piece(const tsr_rules *r, const tsr_grid_piece *p, int row, int col,
                      tsr_scene *out) {
    char name[96], letter[2];
    tsr_item item = piece_item(p);
    item.row = (int16_t)row;
    item.col = (int16_t)col;
    picture_name(r, p, name, sizeof name);
    tsr_add_item(out, item, glyph_of(p, letter), "%s on %d,%d", name, row, col);
}

static const tsr_grid_piece *look(const tsr_rules *r, const tsr_grid *b, int row, int col) {
    const grid_kit *k = kit_of(r);
    const tsr_grid_piece *p = k->def.look ? k->def.look(r, b, row, col) : NULL;
    return p ? p : tsr_grid_piece_of(r, tsr_grid_at(b, row, col));
}

static void add_cell(const tsr_rules *r, const tsr_grid *b, int row, int col, tsr_scene *out) {
    const tsr_grid_piece *p = look(r, b, row, col);
    tsr_item cell = {.ref = tsr_grid_cell_ref(b, row, col),
                     .kind = TSR_ITEM_CELL,
                     .owner = TSR_NOBODY,
                     .row = (int16_t)row,
                     .col = (int16_t)col};
    if (tsr_grid_at(b, row, col) == TSR_GRID_NO_CELL) {
        return;
    }
    tsr_add_item(out, cell, ".", p ? "cell %d,%d" : "free cell %d,%d", row, col);
    if (p) {
        add_piece(r, p, row, col, out);
    }
}

static void add_board(const tsr_rules *r, const tsr_grid *b, tsr_scene *out) {
    tsr_zone zone = {.kind = TSR_ZONE_GRID,
                     .owner = TSR_NOBODY,
                     .coords = TSR_COORDS_NUMBERS,
                     .parent = -1,
                     .rows = b->height,
                     .cols = b->width};
    if (kit_of(r)->def.flags & TSR_GRID_CHECKED) {
        zone.flags |= TSR_ZONE_CHECKED;
    }
    tsr_add_zone(out, zone, "%s", r->g.title);
    for (int row = 0; row < b->height; row++) {
        for (int col = 0; col < b->width; col++) {
            add_cell(r, b, row, col, out);
        }
    }
}

static void add_hand_piece(const tsr_rules *r, const tsr_grid_piece *p, int16_t zone, int count,
                           tsr_scene *out) {
    char name[96], letter[2];
    tsr_item item = piece_item(p);
    item.ref = tsr_grid_piece_ref(r, p->letter);
    item.zone = (uint16_t)zone;
    item.count = (uint16_t)count;
    picture_name(r, p, name, sizeof name);
    if (count) {
        tsr_add_item(out, item, glyph_of(p, letter), "%s, %d in reserve", name, count);
    } else {
        tsr_add_item(out, item, glyph_of(p, letter), "%s", name);
    }
}

// What a player can place: the reserve, or the palette of all letters.
static void add_hand(const tsr_rules *r, const tsr_grid *b, int player, int reserve,
                     tsr_scene *out) {
    const grid_kit *k = kit_of(r);
    char seat[32];
    tsr_zone zone = {.kind = TSR_ZONE_HAND, .owner = (uint8_t)player, .parent = -1};
    seat_name(r, player, seat, sizeof seat);
    int16_t z = tsr_add_zone(out, zone, reserve ? "reserve of %s" : "pieces to place for %s", seat);
    for (int i = 0; i < k->letter_count[player]; i++) {
        const tsr_grid_piece *p = tsr_grid_piece_of(r, k->letters[player][i]);
        int count = reserve ? kit_reserve(k, b, p->letter) : 0;
        if (count || !reserve) {
            add_hand_piece(r, p, z, count, out);
        }
    }
}

// Whether the piece itself must be picked before the cell.
static int picks_piece(const grid_kit *k, int player) {
    return (k->def.flags & TSR_GRID_RESERVES) || k->letter_count[player] > 1;
}

static void add_hands(const tsr_rules *r, const tsr_grid *b, tsr_scene *out) {
    const grid_kit *k = kit_of(r);
    int reserve = (k->def.flags & TSR_GRID_RESERVES) != 0;
    for (int p = 0; (k->def.flags & TSR_GRID_PLACES) && p < r->players; p++) {
        if (reserve || (p == b->player && !b->over && picks_piece(k, p))) {
            add_hand(r, b, p, reserve, out);
        }
    }
}

static void add_scores(const tsr_rules *r, const tsr_grid *b, tsr_scene *out) {
    const grid_kit *k = kit_of(r);
    for (int p = 0; k->def.score && p < r->players; p++) {
        char seat[32], number[16];
        tsr_zone zone = {.kind = TSR_ZONE_COUNTER, .owner = (uint8_t)p, .parent = -1};
        tsr_item item = {.kind = TSR_ITEM_NUMBER, .owner = (uint8_t)p};
        int score = k->def.score(r, b, p);
        seat_name(r, p, seat, sizeof seat);
        snprintf(number, sizeof number, "%d", score);
        item.zone = (uint16_t)tsr_add_zone(out, zone, "score of %s", seat);
        tsr_add_item(out, item, number, "%s has %d", seat, score);
    }
}

void tsr_grid_scene(const tsr_rules *r, const void *s, int viewer, tsr_scene *out) {
    (void)viewer;
    add_board(r, s, out);
    add_hands(r, s, out);
    add_scores(r, s, out);
}

// --- Picks -------------------------------------------------------------------

int tsr_grid_path(const tsr_rules *r, const void *s, int who, tsr_move code, tsr_picks *out) {
    const grid_kit *k = kit_of(r);
    const tsr_grid *b = s;
    tsr_grid_move m = tsr_grid_decode(code);
    (void)who;
    *out = (tsr_picks){0};
    if (k->def.picks) {
        k->def.picks(r, b, m, out);
    } else {
        if (m.kind == TSR_GRID_MOVEMENT) {
            tsr_pick(out, tsr_grid_cell_ref(b, m.from_row, m.from_col));
        } else if (b->player < TSR_MAX_PLAYERS && picks_piece(k, b->player)) {
            tsr_pick(out, tsr_grid_piece_ref(r, m.piece));
        }
        tsr_pick(out, tsr_grid_cell_ref(b, m.row, m.col));
    }
    if (k->def.marks) {
        k->def.marks(r, b, m, out);
    }
    return out->picks;
}

// --- Words -------------------------------------------------------------------

static void say_end(const tsr_rules *r, const tsr_grid *b, tsr_line *out) {
    const grid_kit *k = kit_of(r);
    if (k->def.finish_message) {
        k->def.finish_message(r, b, out);
    } else if (b->winner != TSR_NOBODY) {
        (void)tsr_say(out, TSR_GRID_WINS, TSR_PLAYER(b->winner));
    } else if (r->players == 1) {
        (void)tsr_say(out, TSR_GRID_LOST, TSR_PLAYER(0));
    } else {
        (void)tsr_say(out, TSR_GRID_DRAWN);
    }
}

void tsr_grid_info(const tsr_rules *r, const void *s, tsr_info *out) {
    const grid_kit *k = kit_of(r);
    const tsr_grid *b = s;
    *out = (tsr_info){.stamp = b->stamp, .round = b->round, .ask = TSR_ASK_MOVE};
    if (b->over) {
        out->ask = TSR_ASK_OVER;
        say_end(r, b, &out->prompt);
    } else if (b->player == TSR_CHANCE) {
        out->ask = TSR_ASK_CHANCE;
        (void)tsr_say(&out->prompt, TSR_LINE_DRAWING);
    } else if (k->def.prompt) {
        k->def.prompt(r, b, &out->prompt);
    } else {
        (void)tsr_say(&out->prompt, TSR_LINE_YOUR_MOVE, TSR_PLAYER(b->player));
    }
}

void tsr_grid_say(const tsr_rules *r, const void *s, int who, tsr_move code, tsr_line *out) {
    const grid_kit *k = kit_of(r);
    const tsr_grid *b = s;
    tsr_grid_move m = tsr_grid_decode(code);
    if (k->def.say) {
        k->def.say(r, b, who, m, out);
        return;
    }
    if (who == TSR_CHANCE) {
        (void)tsr_say(out, TSR_GRID_DREW, TSR_CHAR(m.piece), TSR_CELL(m.row, m.col));
        return;
    }
    if (m.kind == TSR_GRID_PLACEMENT) {
        (void)tsr_say(out, TSR_GRID_PLACED, TSR_PLAYER(who), tsr_grid_word(r, m.piece),
                      TSR_CELL(m.row, m.col));
        return;
    }
    char victim = tsr_grid_at(b, m.row, m.col);
    int takes = victim != TSR_GRID_FREE && victim != TSR_GRID_NO_CELL;
    char named = takes ? victim : tsr_grid_at(b, m.from_row, m.from_col);
    (void)tsr_say(out, takes ? TSR_GRID_TOOK : TSR_GRID_MOVED, TSR_PLAYER(who),
                  tsr_grid_word(r, named), TSR_CELL(m.from_row, m.from_col),
                  TSR_CELL(m.row, m.col));
}
