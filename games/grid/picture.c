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
                     .cols = b->width,
                     .material = kit_of(r)->def.material,
                     .form = kit_of(r)->def.form};
    if (!zone.material) {
        zone.material = TSR_MATERIAL_WOOD;
    }
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
    int16_t z = r->players == 1
                    ? tsr_add_zone(out, zone, reserve ? "reserve" : "to place")
                    : tsr_add_zone(out, zone, reserve ? "reserve of %s" : "to place for %s", seat);
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
        const char *word = k->def.score_word ? k->def.score_word : "score";
        char seat[32], number[16];
        tsr_zone zone = {
            .kind = TSR_ZONE_COUNTER, .owner = (uint8_t)p, .parent = -1, .role = TSR_ROLE_SCORE};
        tsr_item item = {.kind = TSR_ITEM_NUMBER, .owner = (uint8_t)p};
        int score = k->def.score(r, b, p);
        seat_name(r, p, seat, sizeof seat);
        snprintf(number, sizeof number, "%d", score);
        item.zone = (uint16_t)(r->players == 1 ? tsr_add_zone(out, zone, "%s", word)
                                               : tsr_add_zone(out, zone, "%s of %s", word, seat));
        tsr_add_item(out, item, number, "%s: %d", word, score);
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

// The cell of a ref, -1 if it is none.
static int picked_cell(const grid_kit *k, uint32_t ref) {
    return ref >= 1 && ref <= (uint32_t)k->cells ? (int)ref - 1 : -1;
}

// The letter of a ref, 0 if it is none.
static char picked_letter(const grid_kit *k, uint32_t ref) {
    uint32_t i = ref - PIECE_REF; // from 1
    return ref > PIECE_REF && i <= k->def.piece_count ? k->def.pieces[i - 1].letter : '\0';
}

// A game with picks of its own: one of its legal moves, or none.
static tsr_move picked_among_legal(const tsr_rules *r, const tsr_grid *b, const uint32_t *pick,
                                   int picks) {
    tsr_move list[TSR_MAX_MOVES];
    int n = tsr_grid_moves(r, b, b->player, list);
    for (int i = 0; i < n; i++) {
        tsr_picks path = {0};
        if (tsr_grid_path(r, b, b->player, list[i], &path) == picks &&
            memcmp(path.pick, pick, (size_t)picks * sizeof *pick) == 0) {
            return list[i];
        }
    }
    return TSR_NO_MOVE;
}

// One pick: a placement, unless it begins a movement.
static tsr_move picked_one(const grid_kit *k, const tsr_grid *b, int cell) {
    int own = cell >= 0 && kit_owner(k, tsr_grid_cells(b)[cell]) == b->player;
    int begins = own && (k->def.flags & TSR_GRID_MOVES);
    if (cell < 0 || begins || picks_piece(k, b->player) || !(k->def.flags & TSR_GRID_PLACES)) {
        return TSR_NO_MOVE;
    }
    return kit_placement(k, k->letters[b->player][0], cell);
}

tsr_move tsr_grid_picked(const tsr_rules *r, const void *s, int who, const uint32_t *pick,
                         int picks) {
    const grid_kit *k = kit_of(r);
    const tsr_grid *b = s;
    if (who != b->player || who >= TSR_MAX_PLAYERS || picks < 1 || picks > TSR_PICKS_MAX) {
        return TSR_NO_MOVE;
    }
    if (k->def.picks) {
        return picked_among_legal(r, b, pick, picks);
    }
    int cell = picked_cell(k, pick[picks - 1]);
    if (picks == 1) {
        return picked_one(k, b, cell);
    }
    int from = picked_cell(k, pick[0]);
    char letter = picked_letter(k, pick[0]);
    if (picks != 2 || cell < 0 || (from < 0 && !letter)) {
        return TSR_NO_MOVE;
    }
    return letter ? kit_placement(k, letter, cell) : kit_movement(k, from, cell);
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
