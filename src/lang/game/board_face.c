// SPDX-License-Identifier: MIT
//
// The look of a board, from the rules and from one line of the leaflet.
#include "lang/game/board_face.h"

#include <string.h>

#include "lang/front/ast.h"
#include "lang/game/leaflet.h"
#include "lang/game/ring_place.h"

static const char head[] = "Board: ";

// --- Words of the leaflet ----------------------------------------------------------------------

typedef struct look_word {
    const char *word;
    uint8_t material, form, plain; // form: one more than tsr_form, 0 = says nothing of it
} look_word;

static const look_word words[] = {{"wood", TSR_MATERIAL_WOOD, 0, 0},
                                  {"oak", TSR_MATERIAL_OAK, 0, 0},
                                  {"slate", TSR_MATERIAL_SLATE, 0, 0},
                                  {"felt", TSR_MATERIAL_FELT, 0, 0},
                                  {"ceramic", TSR_MATERIAL_CERAMIC, 0, 0},
                                  {"paper", TSR_MATERIAL_PAPER, 0, 0},
                                  {"cloth", TSR_MATERIAL_CLOTH, 0, 0},
                                  {"lacquer", TSR_MATERIAL_LACQUER, 0, 0},
                                  {"squares", 0, 1 + TSR_FORM_SQUARE, 0},
                                  {"points", 0, 1 + TSR_FORM_POINT, 0},
                                  {"pits", 0, 1 + TSR_FORM_PIT, 0},
                                  {"discs", 0, 1 + TSR_FORM_DISC, 0},
                                  {"plain", 0, 0, 1}};

// Where the words of a line end: a remark may follow them.
static const char *words_end(const char *line, size_t size) {
    const char *remark = line ? memchr(line, '#', size) : NULL;
    return remark ? remark : line ? line + size : NULL;
}

// The word at `at`, before `end`; 0 = there is none left.
static size_t next_word(const char **at, const char *end) {
    static const char between[] = " ,.;";
    *at += strspn(*at, between);
    size_t n = *at < end ? strcspn(*at, between) : 0, left = *at < end ? (size_t)(end - *at) : 0;
    return n < left ? n : left;
}

static const look_word *find_word(const char *at, size_t n) {
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strlen(words[i].word) == n && memcmp(words[i].word, at, n) == 0) {
            return &words[i];
        }
    }
    return NULL;
}

// The nearest text that says anything.
static const char *said(const lang_sources *src, size_t *size) {
    const char *line = NULL;
    for (; src && !line; src = src->parent) {
        line = leaflet_line(src->text, head, size, NULL);
    }
    return line;
}

static void take_words(const lang_sources *src, board_face *look) {
    size_t size = 0, n;
    const char *at = said(src, &size), *end = words_end(at, size);
    for (; at && (n = next_word(&at, end)) != 0; at += n) {
        const look_word *w = find_word(at, n);
        if (w) {
            look->material = w->material ? w->material : look->material;
            look->form = w->form ? (uint8_t)(w->form - 1) : look->form;
            look->plain |= w->plain;
        }
    }
}

void board_face_check(const char *text, diag_list *diags) {
    size_t size = 0, n;
    uint32_t line = 0;
    const char *at = leaflet_line(text, head, &size, &line), *end = words_end(at, size);
    const char *start = at;
    while (start && start > text && start[-1] != '\n') {
        start--;
    }
    for (; at && (n = next_word(&at, end)) != 0; at += n) {
        if (!find_word(at, n)) {
            const span where = {
                .line = line, .col = (uint16_t)(at - start + 1), .len = (uint16_t)n};
            diag *d =
                diag_add(diags, DIAG_BOARD_LOOK, where, "no board looks like `%.*s`", (int)n, at);
            diag_note(d, "this word is not known");
            diag_help(
                d,
                "wood, oak, slate, felt, ceramic, paper, cloth or lacquer; squares, points, pits "
                "or discs; plain");
        }
    }
}

// --- What follows from the rules ---------------------------------------------------------------

// Stones that are only put down: go, five in a row. On a large board they lie on crossings.
static int is_for_stones(const program *p) {
    const game_ast *g = p->g;
    int moves = p->b.kind != BOARD_GRID;
    for (int i = 0; i < g->piece_count; i++) {
        moves |= strcmp(g->pieces[i].name, "Stone") != 0 || g->pieces[i].abilities != NULL;
    }
    return g->piece_count == 1 && !moves;
}

static int player_called(const game_ast *g, const char *name) {
    for (int i = 0; name && i < g->player_count; i++) {
        if (strcmp(g->players[i].name, name) == 0) {
            return i;
        }
    }
    return IR_NEUTRAL;
}

// 0 to 3 for the north, east, south and west side; -1 for other cells.
static int side_called(const ast *e) {
    static const char *const side[] = {"top", "right", "bottom", "left"};
    for (int i = 0; e && e->name && i < 4; i++) {
        if (strcmp(side[i], e->name) == 0) {
            return i;
        }
    }
    return -1;
}

// "Red wins when Red connects top to bottom": these sides are Red's. A side two players join is nobody's.
static void take_sides(const program *p, board_face *look) {
    int claims[4] = {0};
    memset(look->owner, IR_NEUTRAL, sizeof look->owner);
    for (int i = 0; i < p->g->ending_count; i++) {
        const ast *e = p->g->endings[i].cond;
        if (!e || e->kind != A_CONNECTS || p->g->endings[i].what != OUT_WIN) {
            continue;
        }
        const int who = player_called(p->g, p->g->endings[i].player);
        const int from = side_called(e->b), to = side_called(e->c);
        if (who != IR_NEUTRAL && from >= 0 && to >= 0) {
            look->owner[from] = look->owner[to] = (uint8_t)who;
            claims[from]++;
            claims[to]++;
        }
    }
    for (int i = 0; i < 4; i++) {
        look->owner[i] = claims[i] == 1 ? look->owner[i] : IR_NEUTRAL;
    }
}

// Long loops go round a square, and what is given by its lines may be a ring.
static int is_ring(const board *b) {
    int row, col;
    return (b->kind == BOARD_LOOP && b->area0 >= 24 && b->area0 % 4 == 0) ||
           (b->kind == BOARD_GRAPH && b->cells && ring_place(b, 0, &row, &col));
}

board_face board_face_of(const program *p, const lang_sources *src) {
    board_face look = {.material = TSR_MATERIAL_WOOD};
    if (p->b.kind == BOARD_HEX || p->b.kind == BOARD_HEXAGON) {
        look.material = TSR_MATERIAL_OAK;
        look.form = TSR_FORM_HEX;
    } else if (p->at.tokens != BOARD_NONE && p->b.kind == BOARD_LOOP) { // seeds
        look.form = TSR_FORM_PIT;
    } else if (is_for_stones(p)) {
        look.form = p->b.max_x >= 8 && p->b.max_y >= 8 ? TSR_FORM_POINT : TSR_FORM_SQUARE;
        look.stars = p->b.max_x == p->b.max_y;
    }
    look.ring = (uint8_t)is_ring(&p->b);
    look.goals = (uint8_t)goal_cells(p, look.goal);
    take_sides(p, &look);
    take_words(src, &look);
    look.stars &= look.form == TSR_FORM_POINT;
    return look;
}
