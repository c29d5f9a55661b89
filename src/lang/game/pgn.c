// SPDX-License-Identifier: MIT
//
// Portable game notation: tag pairs, then moves in algebraic notation. Reading skips
// comments, variations, glyphs and move numbers.
#include <tessera/lang.h>

#include <stdio.h>
#include <string.h>

#include <tessera/rules.h>
#include <tessera/text.h>

typedef union state_buffer {
    char bytes[TSR_MAX_STATE];
    uint64_t align;
} state_buffer;

int tsr_lang_has_pgn(const tsr_rules *r) {
    for (int i = 0; i < r->name_count; i++) {
        if (strcmp(r->names[i], "King") == 0) {
            return r->players == 2 && tsr_lang_is(r);
        }
    }
    return 0;
}

// --- Writing ------------------------------------------------------------------------------

static const char *result_of(const tsr_rules *r, const void *s) {
    tsr_result result[TSR_MAX_PLAYERS];
    if (tsr_turn(r, s)) {
        return "*";
    }
    r->g.result(r, s, result);
    return result[0].rank == result[1].rank ? "1/2-1/2" : result[0].rank == 1 ? "1-0" : "0-1";
}

static void put_tag(tsr_out *o, const char *name, const char *text) {
    tsr_putf(o, "[%s \"", name);
    for (const char *c = text ? text : "?"; *c; c++) {
        if (*c == '"' || *c == '\\') {
            tsr_put_char(o, '\\');
        }
        tsr_put_char(o, *c);
    }
    tsr_put(o, "\"]\n");
}

// A word of the move text, wrapped before column 80.
static void put_word(tsr_out *o, int *column, const char *word) {
    int n = (int)strlen(word);
    if (*column && *column + 1 + n > 79) {
        tsr_put_char(o, '\n');
        *column = 0;
    } else if (*column) {
        tsr_put_char(o, ' ');
        (*column)++;
    }
    tsr_put(o, word);
    *column += n;
}

int tsr_lang_pgn(const tsr_rules *r, const tsr_pgn *head, const tsr_move *moves, int count,
                 char *buf, size_t cap) {
    state_buffer s;
    tsr_out o = tsr_out_to(buf, cap);
    char word[64];
    int column = 0;
    tsr_init(r, s.bytes);
    if (head->fen && tsr_position_read(r, head->fen, s.bytes, NULL)) {
        return -1;
    }
    int first = tsr_mover(tsr_turn(r, s.bytes)) == 1;
    tsr_out body = {NULL, 0, 0};
    for (int pass = 0; pass < 2; pass++) { // the result stands in the head: play first
        tsr_out *to = pass ? &o : &body;
        state_buffer t = s;
        for (int i = 0; i < count; i++) {
            if (pass && ((i + first) % 2 == 0 || i == 0)) {
                (void)snprintf(word, sizeof word, (i + first) % 2 ? "%d..." : "%d.",
                               (i + first) / 2 + 1);
                put_word(to, &column, word);
            }
            if (pass) {
                (void)tsr_lang_san(r, t.bytes, moves[i], word, sizeof word);
                put_word(to, &column, word);
            }
            tsr_play(r, t.bytes, tsr_mover(tsr_turn(r, t.bytes)), moves[i]);
        }
        if (!pass) {
            const char *result = head->result ? head->result : result_of(r, t.bytes);
            put_tag(&o, "Event", head->event);
            put_tag(&o, "Site", head->site);
            put_tag(&o, "Date", head->date ? head->date : "????.??.??");
            put_tag(&o, "Round", head->round);
            put_tag(&o, "White", head->white);
            put_tag(&o, "Black", head->black);
            put_tag(&o, "Result", result);
            if (head->fen) {
                put_tag(&o, "SetUp", "1");
                put_tag(&o, "FEN", head->fen);
            }
            for (int i = 0; i < head->tag_count; i++) {
                put_tag(&o, head->tags[i].name, head->tags[i].value);
            }
            tsr_put_char(&o, '\n');
        } else {
            put_word(&o, &column, head->result ? head->result : result_of(r, t.bytes));
            tsr_put_char(&o, '\n');
        }
    }
    return tsr_out_end(&o);
}

// --- Reading --------------------------------------------------------------------------------

typedef struct pgn_reader {
    const char *at;
    uint32_t line;
} pgn_reader;

static void skip_to(pgn_reader *p, char end) {
    while (*p->at && *p->at != end) {
        p->line += *p->at == '\n';
        p->at++;
    }
    p->at += *p->at != '\0';
}

// A tag, whose value may hold brackets and, escaped, quotes.
static void skip_tag(pgn_reader *p) {
    int quoted = 0;
    while (*p->at && *p->at != '\n' && (quoted || *p->at != ']')) {
        if (*p->at == '\\' && quoted && p->at[1] && p->at[1] != '\n') {
            p->at++;
        } else if (*p->at == '"') {
            quoted = !quoted;
        }
        p->at++;
    }
    p->at += *p->at == ']';
}

static void skip_variation(pgn_reader *p) {
    int depth = 0;
    do {
        depth += *p->at == '(';
        depth -= *p->at == ')';
        p->line += *p->at == '\n';
        p->at += *p->at != '\0';
    } while (depth > 0 && *p->at);
}

// The next word of the move text, or 0 at the end.
static int next_word(pgn_reader *p, char *buf, size_t cap) {
    for (;;) {
        while (*p->at == ' ' || *p->at == '\n' || *p->at == '\r' || *p->at == '\t') {
            p->line += *p->at == '\n';
            p->at++;
        }
        if (*p->at == '{')
            skip_to(p, '}');
        else if (*p->at == ';')
            skip_to(p, '\n');
        else if (*p->at == '(')
            skip_variation(p);
        else if (*p->at == '$') {
            while (*p->at && *p->at != ' ' && *p->at != '\n')
                p->at++;
        } else
            break;
    }
    size_t n = 0;
    while (*p->at && !strchr(" \n\r\t{(;", *p->at)) {
        if (n + 1 < cap) {
            buf[n++] = *p->at;
        }
        p->at++;
    }
    buf[n] = '\0';
    return n > 0;
}

// `[Name "value"]`: only FEN matters for the moves.
static tsr_err read_tags(pgn_reader *p, const tsr_rules *r, void *start, tsr_error *err) {
    for (;;) {
        while (*p->at == ' ' || *p->at == '\n' || *p->at == '\r') {
            p->line += *p->at == '\n';
            p->at++;
        }
        if (*p->at != '[') {
            return TSR_OK;
        }
        char fen[256];
        if (strncmp(p->at, "[FEN \"", 6) == 0) {
            size_t n = 0;
            for (const char *c = p->at + 6; *c && *c != '"' && n + 1 < sizeof fen; c++) {
                fen[n++] = *c;
            }
            fen[n] = '\0';
            tsr_err e = tsr_position_read(r, fen, start, err);
            if (e) {
                return e;
            }
        }
        skip_tag(p);
    }
}

static int is_result(const char *w) {
    return strcmp(w, "1-0") == 0 || strcmp(w, "0-1") == 0 || strcmp(w, "1/2-1/2") == 0 ||
           strcmp(w, "*") == 0;
}

// "12.", "12..." and "12.e4" all begin with a number that says nothing.
static const char *without_number(const char *w) {
    const char *at = w;
    while (*at >= '0' && *at <= '9') {
        at++;
    }
    if (at == w || *at != '.') {
        return w;
    }
    while (*at == '.') {
        at++;
    }
    return at;
}

tsr_err tsr_lang_pgn_read(const tsr_rules *r, const char *text, void *start, tsr_move *moves,
                          int cap, int *count, tsr_error *err) {
    state_buffer s;
    pgn_reader p = {text, 1};
    char word[64];
    int n = 0;
    tsr_init(r, s.bytes);
    tsr_err e = read_tags(&p, r, s.bytes, err);
    if (e) {
        return e;
    }
    state_buffer first = s;
    while (next_word(&p, word, sizeof word) && !is_result(word)) {
        const char *san = without_number(word);
        if (!*san) {
            continue;
        }
        if (n >= cap) {
            return tsr_fail_at(err, TSR_ERR_LIMIT, p.line, 0, "the game has more than %d moves",
                               cap);
        }
        int mover = tsr_mover(tsr_turn(r, s.bytes));
        if (mover < 0) {
            return tsr_fail_at(err, TSR_ERR_ILLEGAL, p.line, 0,
                               "'%s' comes after the end of the game", san);
        }
        tsr_error why;
        e = tsr_lang_san_read(r, s.bytes, san, &moves[n], &why);
        if (e) {
            return tsr_fail_at(err, e, p.line, 0, "move %d: %s", n / 2 + 1, why.message);
        }
        tsr_play(r, s.bytes, mover, moves[n++]);
    }
    memcpy(start, first.bytes, r->state_size);
    *count = n;
    return TSR_OK;
}
