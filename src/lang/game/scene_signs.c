// SPDX-License-Identifier: MIT
//
// How pieces of a rules file look: chess figures, discs, numbers, letters; the colours of their sides; piles.
#include "lang/game/scene_signs.h"

#include <string.h>

#include "lang/game/pile_text.h"
#include "lang/game/state.h"

// --- Glyphs ----------------------------------------------------------------------------------

typedef struct glyph_pair {
    const char *type;
    const char *glyph[2]; // White's, Black's
} glyph_pair;

// Chess, what came before it, and what moves like it.
static const glyph_pair figures[] = {
    {"King", {"♔", "♚"}},   {"Raja", {"♔", "♚"}},   {"Queen", {"♕", "♛"}},  {"Mantri", {"♕", "♛"}},
    {"Amazon", {"♕", "♛"}}, {"Rook", {"♖", "♜"}},   {"Ratha", {"♖", "♜"}},  {"Bishop", {"♗", "♝"}},
    {"Gaja", {"♗", "♝"}},   {"Knight", {"♘", "♞"}}, {"Ashva", {"♘", "♞"}},  {"Pawn", {"♙", "♟"}},
    {"Padati", {"♙", "♟"}}, {"Shah", {"♔", "♚"}},   {"Firzan", {"♕", "♛"}}, {"Rukh", {"♖", "♜"}},
    {"Pil", {"♗", "♝"}},    {"Faras", {"♘", "♞"}},  {"Baidaq", {"♙", "♟"}}};

static const glyph_pair discs[] = {
    {"Man", {"○", "●"}}, {"King", {"◎", "◉"}}, {"Stone", {"○", "●"}}, {"Disc", {"○", "●"}}};

// What belongs to nobody and looks alike from both sides.
static const glyph_pair things[] = {
    {"Dot", {"•", "•"}}, {"Line", {"━", "━"}}, {"Upright", {"┃", "┃"}}};

static const struct {
    const char *type;
    uint8_t shape;
} shapes[] = {{"Stone", TSR_SHAPE_DISC},  {"Disc", TSR_SHAPE_DISC}, {"Man", TSR_SHAPE_DISC},
              {"Ball", TSR_SHAPE_DISC},   {"King", TSR_SHAPE_STAR}, {"Arrow", TSR_SHAPE_CROSS},
              {"Wall", TSR_SHAPE_SQUARE}, {"Mark", TSR_SHAPE_NONE}, {"Neutron", TSR_SHAPE_RING}};

uint8_t scene_shape(const program *p, int type) {
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        if (strcmp(shapes[i].type, p->g->pieces[type].name) == 0) {
            return shapes[i].shape;
        }
    }
    return TSR_SHAPE_NONE;
}

static const char *find_glyph(const glyph_pair *list, size_t count, const char *type, int side) {
    for (size_t i = 0; i < count; i++) {
        if (strcmp(list[i].type, type) == 0) {
            return list[i].glyph[side];
        }
    }
    return NULL;
}

// Whether all pieces that players own are discs: stones, or men and their kings.
static int is_game_of_discs(const program *p) {
    int others = 0, flat = 0;
    for (int t = 0; t < p->types; t++) {
        const char *name = p->g->pieces[t].name;
        if (!p->g->pieces[t].neutral) {
            int disc = find_glyph(discs, sizeof discs / sizeof *discs, name, 0) != NULL;
            others += !disc;
            flat += disc && strcmp(name, "King") != 0;
        }
    }
    return flat && !others;
}

// White and Black have signs, and some things; other sides have letters.
static const char *sign_of(const program *p, int owner, const char *type) {
    if (owner == IR_NEUTRAL) {
        return find_glyph(things, sizeof things / sizeof *things, type, 0);
    }
    int white = strcmp(p->g->players[owner].name, "White") == 0;
    int black = strcmp(p->g->players[owner].name, "Black") == 0;
    if (!white && !black) {
        return NULL;
    }
    return is_game_of_discs(p) ? find_glyph(discs, sizeof discs / sizeof *discs, type, black)
                               : find_glyph(figures, sizeof figures / sizeof *figures, type, black);
}

// Kinds with a number show it, in a circle where sides must be told apart.
static const char *number_of(const program *p, int owner, int type, char buf[4]) {
    static const char *const plain[] = {"①", "②", "③", "④", "⑤", "⑥", "⑦", "⑧", "⑨"},
                             *const full[] = {"❶", "❷", "❸", "❹", "❺", "❻", "❼", "❽", "❾"};
    const char *mark = p->g->pieces[type].mark;
    if (!mark || mark[0] < '1' || mark[0] > '9' || mark[1]) {
        return NULL;
    }
    buf[0] = mark[0];
    buf[1] = '\0';
    return owner == 0 ? plain[mark[0] - '1'] : owner == 1 ? full[mark[0] - '1'] : buf;
}

// The sign of a piece: a number, a chess figure or a disc, the side's letter where there is one
// type only, else the type's letter in the case of its side.
const char *scene_glyph(const program *p, int owner, int type, char buf[4]) {
    const char *number = number_of(p, owner, type, buf);
    const char *sign = number ? number : sign_of(p, owner, p->g->pieces[type].name);
    if (sign) {
        return sign;
    }
    int moving = 0;
    for (int t = 0; t < p->types; t++) {
        moving += !p->g->pieces[t].neutral;
    }
    buf[1] = '\0';
    if (owner == IR_NEUTRAL) {
        int alone = p->types - moving == 1 && !p->g->pieces[type].abilities;
        buf[0] = alone ? '*' : p->words.letter[type];
    } else if (moving == 1) {
        buf[0] = p->g->players[owner].name[0];
    } else {
        buf[0] = owner == 1 ? (char)(p->words.letter[type] | 32) : p->words.letter[type];
    }
    return buf;
}

// The colour of this name, with a capital letter or without; grey if it is none.
static uint8_t colour_called(const char *name) {
    static const struct {
        char letters[3];
        const char *rest; // behind the first letter
        uint8_t colour;
    } known[] = {{"Ww", "hite", TSR_COLOUR_WHITE},   {"Bb", "lack", TSR_COLOUR_BLACK},
                 {"Rr", "ed", TSR_COLOUR_RED},       {"Bb", "lue", TSR_COLOUR_BLUE},
                 {"Yy", "ellow", TSR_COLOUR_YELLOW}, {"Gg", "reen", TSR_COLOUR_GREEN},
                 {"Oo", "range", TSR_COLOUR_ORANGE}, {"Vv", "iolet", TSR_COLOUR_PURPLE},
                 {"Pp", "urple", TSR_COLOUR_PURPLE}, {"Cc", "yan", TSR_COLOUR_CYAN},
                 {"Pp", "ink", TSR_COLOUR_PINK},     {"Bb", "rown", TSR_COLOUR_BROWN}};
    for (size_t i = 0; name && name[0] && i < sizeof known / sizeof *known; i++) {
        if (strchr(known[i].letters, name[0]) && strcmp(known[i].rest, name + 1) == 0) {
            return known[i].colour;
        }
    }
    return TSR_COLOUR_GREY;
}

// Players called White and Black look so.
uint8_t scene_colour(const program *p, int owner) {
    if (owner == IR_NEUTRAL) {
        return TSR_COLOUR_GREY;
    }
    const uint8_t colour = colour_called(p->g->players[owner].name);
    return colour != TSR_COLOUR_GREY ? colour : (uint8_t)(TSR_COLOUR_PLAYER + owner);
}

// --- On a cell ----

static int is_last(const program *p, const void *s, int cell) {
    return p->at.last_to != BOARD_NONE && board_has(state_set(p, s, p->at.last_to), cell);
}

uint32_t scene_add_joined(tsr_scene *out, tsr_item item, const char *sign,
                          const char *const words[], int count) {
    item.glyph = tsr_scene_copy(out, sign);
    item.label = tsr_scene_join(out, words, count);
    return tsr_put_item(out, item);
}

// What lies under the top one, in words and from there down: "on a white Flat, a black Flat".
static void put_covered(const program *p, const uint16_t *pile, int count, tsr_out *o) {
    for (int i = count - 2; i >= 0; i--) {
        const int owner = lang_thing_owner(p, pile[i]);
        tsr_putf(o, "%s%s%s%s", i == count - 2 ? ", over " : ", ",
                 owner == IR_NEUTRAL ? "" : p->g->players[owner].name,
                 owner == IR_NEUTRAL ? "" : " ", p->g->pieces[lang_thing_type(p, pile[i])].name);
    }
    (void)tsr_out_end(o);
}

// The piece on a cell, or the pile: `where` says so in words.
void scene_put_piece(const program *p, const void *s, int cell, const char *where, tsr_item item,
                     tsr_scene *out) {
    int owner = lang_owner_at(p, s, cell), type = lang_type_at(p, s, cell);
    uint16_t pile[PILE_MOST + 2];
    char buf[4], covered[400] = "";
    const int height = p->pile.at ? lang_things_at(p, s, cell, pile) : 1;
    if (owner != IR_NEUTRAL) {
        item.owner = (uint8_t)seat_of(s, owner);
    }
    item.colour =
        owner == IR_NEUTRAL ? colour_called(p->g->pieces[type].mark) : scene_colour(p, owner);
    item.shape = scene_shape(p, type);
    item.flags = is_last(p, s, cell) ? TSR_ITEM_LAST : 0;
    if (height > 1) {
        tsr_out o = tsr_out_to(covered, sizeof covered);
        item.count = (uint16_t)height;
        put_covered(p, pile, height, &o);
    }
    ADD_JOINED(out, item, scene_glyph(p, owner, type, buf),
               owner == IR_NEUTRAL ? "" : p->g->players[owner].name, owner == IR_NEUTRAL ? "" : " ",
               type == p->unknown ? "hidden piece" : p->g->pieces[type].name, where,
               p->b.name[cell], covered);
}

void scene_write_number(int n, char *buf, size_t cap) {
    tsr_out o = tsr_out_to(buf, cap);
    tsr_put_int(&o, n);
    (void)tsr_out_end(&o);
}
