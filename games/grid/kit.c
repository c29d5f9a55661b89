// SPDX-License-Identifier: MIT
// Opening a grid game: the author's table is checked, adapted to the options and
// turned into the kit's own data.
#include "grid/kit.h"

const char *const tsr_grid_lines[TSR_GRID_OWN] = {TSR_GRID_LINE_ROWS};
const tsr_game_more tsr_grid_more = {TSR_GRID_MORE};

// --- Checking what the author wrote ------------------------------------------

static int is_letter(char c) {
    return c > ' ' && c <= '~' && !strchr("_/.", c);
}

static tsr_err check_pieces(const tsr_rules *r, const tsr_grid_game *d, tsr_error *err) {
    uint8_t seen[128] = {0};
    if (d->piece_count > TSR_GRID_MAX_PIECES || (d->piece_count && !d->pieces)) {
        return tsr_fail(err, TSR_ERR_GAME, "%s has %d kinds of pieces, at most %d are possible",
                        r->g.name, d->piece_count, TSR_GRID_MAX_PIECES);
    }
    for (int i = 0; i < d->piece_count; i++) {
        const tsr_grid_piece *p = &d->pieces[i];
        if (!is_letter(p->letter) || seen[(unsigned char)p->letter]) {
            return tsr_fail(err, TSR_ERR_GAME,
                            "%s: piece %d must have a printable letter of its own, "
                            "not a blank, '_', '/' or '.'",
                            r->g.name, i + 1);
        }
        if (!p->word || (p->owner >= TSR_MAX_PLAYERS && p->owner != TSR_NOBODY)) {
            return tsr_fail(err, TSR_ERR_GAME, "%s: piece '%c' lacks a word or an owner", r->g.name,
                            p->letter);
        }
        if ((d->flags & TSR_GRID_RESERVES) && p->letter >= '0' && p->letter <= '9') {
            return tsr_fail(err, TSR_ERR_GAME,
                            "%s: piece '%c': in a game with reserves digits "
                            "are counts",
                            r->g.name, p->letter);
        }
        seen[(unsigned char)p->letter] = 1;
    }
    return TSR_OK;
}

static tsr_err check_extras(const tsr_rules *r, const tsr_grid_game *d, int *out_count,
                            tsr_error *err) {
    int count = 0;
    for (int i = 0; i < d->extra_count; i++) {
        const tsr_grid_extra *e = &d->extras[i];
        if (!e->name || !*e->name || strpbrk(e->name, " =") || e->count < 1 || e->start < e->min ||
            e->start > e->max) {
            return tsr_fail(err, TSR_ERR_GAME, "%s: extra number %d is not described properly",
                            r->g.name, i + 1);
        }
        count += e->count;
    }
    if (count > TSR_GRID_MAX_EXTRAS) {
        return tsr_fail(err, TSR_ERR_GAME, "%s has %d extra numbers, at most %d are possible",
                        r->g.name, count, TSR_GRID_MAX_EXTRAS);
    }
    *out_count = count;
    return TSR_OK;
}

static tsr_err check_bounds(const tsr_rules *r, const tsr_grid_game *d, tsr_error *err) {
    int endless = (d->flags & (TSR_GRID_MOVES | TSR_GRID_COVERS)) || d->max_chance;
    if (!(d->flags & (TSR_GRID_PLACES | TSR_GRID_MOVES))) {
        return tsr_fail(err, TSR_ERR_GAME,
                        "%s: its flags say neither TSR_GRID_PLACES nor TSR_GRID_MOVES", r->g.name);
    }
    if (endless && d->ply_limit == 0) {
        return tsr_fail(err, TSR_ERR_GAME,
                        "%s: ply_limit must say after how many moves a game ends at the latest",
                        r->g.name);
    }
    if (d->max_moves > TSR_MAX_MOVES || d->max_chance > TSR_GRID_MAX_CHANCE) {
        return tsr_fail(err, TSR_ERR_GAME, "%s: at most %d moves and %d draws can be listed",
                        r->g.name, TSR_MAX_MOVES, TSR_GRID_MAX_CHANCE);
    }
    return TSR_OK;
}

// The author's table in full: what an older header did not have is zero.
static tsr_err copy_table(const tsr_rules *r, tsr_grid_game *out, tsr_error *err) {
    const tsr_grid_game *given = r->g.self;
    if (!given || given->size < offsetof(tsr_grid_game, validate) || given->size > sizeof *given) {
        return tsr_fail(err, TSR_ERR_GAME, "%s: `self` must be a tsr_grid_game of this version",
                        r->g.name);
    }
    memset(out, 0, sizeof *out);
    memcpy(out, given, given->size);
    out->size = (uint32_t)sizeof *out;
    if (out->adapt) {
        out->adapt(r, out);
    }
    out->reach_count = out->reach ? out->reach_count : 0;
    return TSR_OK;
}

// --- Reckoning ---------------------------------------------------------------

static void index_pieces(grid_kit *k) {
    memset(k->owner_of, TSR_NOBODY, sizeof k->owner_of);
    for (int i = 0; i < k->def.piece_count; i++) {
        const tsr_grid_piece *p = &k->def.pieces[i];
        k->index_of[(unsigned char)p->letter] = (uint8_t)(i + 1);
        k->owner_of[(unsigned char)p->letter] = p->owner;
        if (p->owner < TSR_MAX_PLAYERS) {
            k->letters[p->owner][k->letter_count[p->owner]++] = p->letter;
        }
    }
}

static void set_targets(grid_kit *k) {
    for (int p = 0; p < TSR_MAX_PLAYERS; p++) {
        k->enter[p][(unsigned char)TSR_GRID_FREE] = 1;
        for (int i = 0; (k->def.flags & TSR_GRID_TAKES) && i < k->def.piece_count; i++) {
            const tsr_grid_piece *piece = &k->def.pieces[i];
            k->enter[p][(unsigned char)piece->letter] = piece->owner != p;
        }
    }
}

static uint32_t reckon_max_moves(const grid_kit *k) {
    const tsr_grid_game *d = &k->def;
    uint32_t cells = (uint32_t)k->cells;
    uint32_t letters = 1, n = 0;
    if (d->max_moves) {
        return d->max_moves;
    }
    for (int p = 0; p < TSR_MAX_PLAYERS; p++) {
        letters = k->letter_count[p] > letters ? k->letter_count[p] : letters;
    }
    if (d->flags & TSR_GRID_PLACES) {
        n += letters * cells;
    }
    if (d->flags & TSR_GRID_MOVES) {
        n += cells * (d->reach ? d->reach_count : cells);
    }
    return n < TSR_MAX_MOVES ? n : TSR_MAX_MOVES;
}

static int is_simple(const tsr_grid_game *d) {
    return (d->flags & (TSR_GRID_PLACES | TSR_GRID_MOVES | TSR_GRID_COVERS | TSR_GRID_RESERVES)) ==
               TSR_GRID_PLACES &&
           !d->validate && !d->candidates && !d->sample;
}

// Piece words come after the author's own names, so both can be said.
static void set_names(tsr_rules *r, grid_kit *k) {
    k->own_names = r->g.name_count;
    for (int i = 0; i < k->own_names; i++) {
        k->names[i] = r->g.names[i];
    }
    for (int i = 0; i < k->def.piece_count; i++) {
        k->names[k->own_names + i] = k->def.pieces[i].word;
    }
    r->names = k->names;
    r->name_count = (uint16_t)(k->own_names + k->def.piece_count);
}

static void set_cells(grid_kit *k) {
    int width = k->def.width;
    for (int i = 0; i < k->cells; i++) {
        int row = i / width, col = i % width;
        k->at[i] = (uint32_t)row << 16 | (uint32_t)col << 24;
        for (int j = 0; j < k->def.reach_count; j++) {
            int to_row = row + k->def.reach[j].row, to_col = col + k->def.reach[j].col;
            if (to_row >= 0 && to_row < k->def.height && to_col >= 0 && to_col < width) {
                uint16_t *to = k->reach + (size_t)i * k->def.reach_count;
                to[k->reach_size[i]++] = (uint16_t)(to_row * width + to_col);
            }
        }
    }
}

static void set_extras(const grid_kit *k, tsr_grid *b) {
    int at = 0;
    for (int i = 0; i < k->def.extra_count; i++) {
        for (int j = 0; j < k->def.extras[i].count; j++) {
            tsr_grid_set_extra(b, at++, k->def.extras[i].start);
        }
    }
    for (int i = 0; (k->def.flags & TSR_GRID_RESERVES) && i < k->def.piece_count; i++) {
        tsr_grid_set_extra(b, k->extras + i, k->def.pieces[i].reserve);
    }
}

static tsr_err check_start(const tsr_rules *r, const grid_kit *k, const tsr_grid *b,
                           tsr_error *err) {
    for (int i = 0; i < k->cells; i++) {
        char c = tsr_grid_cells(b)[i];
        if (c != TSR_GRID_FREE && c != TSR_GRID_NO_CELL && !k->index_of[(unsigned char)c]) {
            return tsr_fail(err, TSR_ERR_GAME,
                            "%s: the board starts with '%c' on %d,%d, which is "
                            "no piece of the game",
                            r->g.name, c, i / b->width, i % b->width);
        }
    }
    return TSR_OK;
}

// The start position, written once and copied by every `init`.
static tsr_err set_start(tsr_rules *r, grid_kit *k, tsr_grid *b, tsr_error *err) {
    const tsr_grid_game *d = &k->def;
    tsr_err e = tsr_grid_set_up(b, d->height, d->width, d->layout, err);
    if (e) {
        return e;
    }
    b->player = (uint8_t)(d->first_player ? d->first_player(r) : 0);
    set_extras(k, b);
    if (d->begin) {
        d->begin(r, b);
    }
    e = check_start(r, k, b, err);
    if (!e) {
        play_begin(r, b);
    }
    return e;
}

// --- One block of memory -----------------------------------------------------

enum { START, NAMES, AT, REACH, REACH_SIZE, TABLES };

// The bytes of each table behind the kit, rounded up to whole words; returns the sum.
static size_t table_sizes(const tsr_rules *r, const tsr_grid_game *d, size_t out[TABLES]) {
    size_t cells = (size_t)d->height * d->width, sum = 0;
    out[START] = r->state_size;
    out[NAMES] = (size_t)(r->g.name_count + d->piece_count) * sizeof(const char *);
    out[AT] = cells * sizeof(uint32_t);
    out[REACH] = cells * d->reach_count * sizeof(uint16_t);
    out[REACH_SIZE] = cells;
    for (int i = 0; i < TABLES; i++) {
        out[i] = (out[i] + 7) & ~(size_t)7;
        sum += out[i];
    }
    return sum;
}

static void set_tables(grid_kit *k, const size_t sizes[TABLES]) {
    void *table[TABLES];
    char *at = (char *)(k + 1);
    for (int i = 0; i < TABLES; i++) {
        table[i] = at;
        at += sizes[i];
    }
    k->start = table[START];
    k->names = table[NAMES];
    k->at = table[AT];
    k->reach = table[REACH];
    k->reach_size = table[REACH_SIZE];
}

static tsr_err build(tsr_rules *r, const tsr_grid_game *def, int extras, tsr_error *err) {
    size_t numbers = (size_t)extras + (def->flags & TSR_GRID_RESERVES ? def->piece_count : 0u);
    r->state_size =
        (uint32_t)(tsr_grid_bytes(def->height, def->width) + ((numbers * 2 + 7) & ~(size_t)7));
    size_t sizes[TABLES];
    size_t size = sizeof(grid_kit) + table_sizes(r, def, sizes);
    grid_kit *k = tsr_mem_new(r->alloc, size);
    if (!k) {
        return tsr_fail(err, TSR_ERR_MEMORY, "out of memory");
    }
    k->def = *def;
    k->size = size;
    k->cells = def->height * def->width;
    k->words = (k->cells + 7) / 8;
    k->extras = extras;
    k->simple = is_simple(def);
    set_tables(k, sizes);
    index_pieces(k);
    set_targets(k);
    set_names(r, k);
    set_cells(k);
    if (k->def.ply_limit == 0) {
        k->def.ply_limit = (uint16_t)k->cells;
    }
    r->data = k;
    r->max_moves = reckon_max_moves(k);
    r->action_count = kit_action_count(k);
    r->max_chance = def->max_chance;
    r->max_plies = k->def.ply_limit;
    tsr_err e = set_start(r, k, k->start, err);
    if (e) {
        tsr_grid_close(r);
    }
    return e;
}

// --- Slots -------------------------------------------------------------------

tsr_err tsr_grid_open(tsr_rules *r, const char *data, size_t data_size, tsr_error *err) {
    tsr_grid_game def;
    int extras = 0;
    (void)data, (void)data_size;
    tsr_err e = copy_table(r, &def, err);
    if (!e && (def.height < 1 || def.height > TSR_GRID_MAX_SIDE || def.width < 1 ||
               def.width > TSR_GRID_MAX_SIDE)) {
        e = tsr_fail(err, TSR_ERR_GAME, "%s: a board of %d x %d; each side is from 1 to %d",
                     r->g.name, def.height, def.width, TSR_GRID_MAX_SIDE);
    }
    if (!e) {
        e = check_pieces(r, &def, err);
    }
    if (!e) {
        e = check_extras(r, &def, &extras, err);
    }
    if (!e) {
        e = check_bounds(r, &def, err);
    }
    return e ? e : build(r, &def, extras, err);
}

void tsr_grid_close(tsr_rules *r) {
    grid_kit *k = r->data;
    if (k) {
        tsr_mem_free(r->alloc, k, k->size);
        r->data = NULL;
    }
}

void tsr_grid_init(const tsr_rules *r, void *out) {
    memcpy(out, kit_of(r)->start, r->state_size);
}
