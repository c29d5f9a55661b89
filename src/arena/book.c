// SPDX-License-Identifier: MIT
#include "arena/book.h"

#include <stdio.h>
#include <string.h>

#include <tessera/lang.h>
#include <tessera/record.h>

#include "arena/pgn_games.h"

enum { LINE = 1 << 16, MOVES = 4096 };

// --- Games ------------------------------------------------------------------------------

static int record_plies(const tsr_match *m, uint32_t plies) {
    int count = tsr_match_ply_count(m);
    return count < (int)plies ? count : (int)plies;
}

static tsr_err read_record(openings *o, const char *text, size_t size, uint32_t plies,
                           tsr_error *err) {
    const tsr_rules *r = o->rules;
    tsr_record rec;
    tsr_match *m = NULL;
    tsr_match_config config;
    tsr_err e = tsr_record_read(text, size, NULL, &rec, err);
    if (e) {
        return e;
    }
    tsr_match_config_init(&config, r);
    if (rec.rules_hash != r->hash) {
        e = tsr_fail(err, TSR_ERR_MISMATCH, "the record is of other rules than these of %s",
                     r->g.name);
    } else {
        e = tsr_record_resume(&rec, &config, &m, err);
    }
    if (!e) {
        tsr_match_state_at(m, record_plies(m, plies), o->tried);
        (void)openings_take(o, o->tried);
    }
    tsr_match_close(m);
    tsr_record_free(&rec);
    return e;
}

// One game of a PGN file: `text` ends with it.
static tsr_err read_game(openings *o, const char *text, uint32_t plies, tsr_move *moves,
                         tsr_error *err) {
    const tsr_rules *r = o->rules;
    int count = 0;
    tsr_err e = tsr_lang_pgn_read(r, text, o->tried, moves, MOVES, &count, err);
    for (int i = 0; !e && i < count && (uint32_t)i < plies; i++) {
        tsr_play(r, o->tried, tsr_mover(tsr_turn(r, o->tried)), moves[i]);
    }
    if (!e) {
        (void)openings_take(o, o->tried);
    }
    return e;
}

static tsr_err read_pgn(openings *o, const char *text, uint32_t plies, tsr_error *err) {
    pgn_cursor c = pgn_games(text);
    pgn_game g;
    tsr_err e = TSR_OK;
    tsr_move *moves = tsr_mem_new(NULL, MOVES * sizeof *moves);
    for (int n = 1; !e && pgn_next(&c, &g); n++) {
        char *copy = moves ? tsr_mem_new(NULL, g.size + 1) : NULL;
        if (!copy) {
            e = tsr_fail(err, TSR_ERR_MEMORY, "no memory for a book");
            break;
        }
        memcpy(copy, g.text, g.size);
        e = read_game(o, copy, plies, moves, err);
        if (e && err) {
            err->line += err->line ? g.line - 1 : g.line;
        }
        tsr_mem_free(NULL, copy, g.size + 1);
    }
    tsr_mem_free(NULL, moves, MOVES * sizeof *moves);
    return e;
}

// --- Positions ----------------------------------------------------------------------------

// The first four words of an EPD line; its operations say nothing about the position. 0 = there are
// fewer.
static int four_words(const char *line, char *out, size_t cap) {
    const char *at = line;
    for (int i = 0; i < 4; i++) {
        at += strspn(at, " \t");
        size_t n = strcspn(at, " \t;");
        if (n == 0) {
            return 0;
        }
        at += n;
    }
    return snprintf(out, cap, "%.*s 0 1", (int)(at - line), line) < (int)cap;
}

static tsr_err read_position(openings *o, const char *line, tsr_error *err) {
    char words[1024];
    tsr_err e = tsr_position_read(o->rules, line, o->tried, err);
    if (e && four_words(line, words, sizeof words) &&
        tsr_position_read(o->rules, words, o->tried, NULL) == TSR_OK) {
        e = TSR_OK;
    }
    if (!e && openings_is_view(o->rules, o->tried)) {
        e = tsr_fail(err, TSR_ERR_PARSE, "this is what one player sees, not a whole position");
    }
    if (!e) {
        (void)openings_take(o, o->tried);
    }
    return e;
}

static tsr_err read_positions(openings *o, const char *text, tsr_error *err) {
    static const char blanks[] = " \t\r";
    tsr_err e = TSR_OK;
    char *line = tsr_mem_new(NULL, LINE);
    for (uint32_t number = 1; line && !e && *text; number++) {
        size_t n = strcspn(text, "\n"), whole = n;
        while (n > 0 && strchr(blanks, text[n - 1])) {
            n--;
        }
        if (n >= LINE) {
            e = tsr_fail(err, TSR_ERR_LIMIT, "no position is so long");
        } else if (n > 0 && text[strspn(text, blanks)] != '#') {
            memcpy(line, text, n);
            line[n] = '\0';
            e = read_position(o, line, err);
        }
        if (e && err) {
            err->line = number; // the column is that of the text
        }
        text += whole + (text[whole] == '\n');
    }
    tsr_mem_free(NULL, line, LINE);
    return line ? e : tsr_fail(err, TSR_ERR_MEMORY, "no memory for a book");
}

// Tags, or moves without any: no position begins so in a game that has PGN.
static int is_pgn(const tsr_rules *r, const char *text) {
    const char *at = text + strspn(text, " \t\r\n");
    return tsr_lang_has_pgn(r) && (*at == '[' || *at == '%' || strncmp(at, "1.", 2) == 0);
}

tsr_err book_read(openings *o, const char *text, size_t size, uint32_t plies, tsr_error *err) {
    tsr_err e;
    if (strlen(text) != size) {
        return tsr_fail(err, TSR_ERR_PARSE, "this is not a text file");
    }
    size_t mark = strncmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    text += mark;
    size -= mark;
    if (strncmp(text, "tessera\t", 8) == 0) {
        e = read_record(o, text, size, plies, err);
    } else if (is_pgn(o->rules, text)) {
        e = read_pgn(o, text, plies, err);
    } else {
        e = read_positions(o, text, err);
    }
    if (!e && o->count == 0) {
        e = tsr_fail(err, TSR_ERR_PARSE, "the book has no position from which a game goes on");
    }
    return e;
}
