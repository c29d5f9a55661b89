// SPDX-License-Identifier: MIT
//
// Moves compared by their texts, whichever way cells are written in them, and what differs, in words.
#include "cli/grade.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include <tessera/text.h>

#include "cli/show.h"

enum { SHOWN = 12, LETTERS = 26 }; // moves that are named; columns that have a letter

// --- Plain texts --------------------------------------------------------------------------

// "2,3": row and column from the upper left corner, from 0.
static int take_cell(tsr_in *in, int rows, int *row, int *col) {
    tsr_in at = *in;
    int64_t r, c;
    if (!tsr_take_int(&at, 0, rows - 1, &r) || !tsr_take_char(&at, ',') ||
        !tsr_take_int(&at, 0, LETTERS - 1, &c)) {
        return 0;
    }
    *row = (int)r;
    *col = (int)c;
    *in = at;
    return 1;
}

// "3,3 2,3" and "d5-d6" on a board of eight rows are both "d5d6". A cell by numbers begins the text, or stands
// behind a blank, a slash or an x.
static void write_plain(const char *text, int rows, char *out) {
    tsr_in in = tsr_in_from(text);
    tsr_out to = tsr_out_to(out, TSR_MOVE_TEXT_MAX);
    int row, col, begins = 1;
    while (!tsr_at_end(&in)) {
        if (begins && isdigit((unsigned char)*in.at) && take_cell(&in, rows, &row, &col)) {
            tsr_putf(&to, "%c%d", 'a' + col, rows - row);
            continue;
        }
        char c = *in.at++;
        begins = strchr(" /x", c) != NULL;
        if (!strchr(" -@", c)) {
            tsr_put_char(&to, (char)tolower((unsigned char)c));
        }
    }
    tsr_out_end(&to);
}

// The letter of a piece that is put down: X of "X 0,2" and "X@c3"; 0 = the text begins otherwise.
static int piece_of(const char *text) {
    return text[0] && (text[1] == ' ' || text[1] == '@') ? tolower((unsigned char)text[0]) : 0;
}

// Whether all moves put the same piece down, so that its letter says nothing.
static int is_one_piece(const grade_side *s) {
    int letter = s->count ? piece_of(s->list[0].text) : 0;
    for (int i = 1; letter && i < s->count; i++) {
        letter = piece_of(s->list[i].text) == letter ? letter : 0;
    }
    return letter != 0;
}

static int by_plain(const void *a, const void *b) {
    const grade_move *x = a, *y = b;
    int plain = strcmp(x->plain, y->plain);
    return plain ? plain : strcmp(x->text, y->text);
}

void grade_name(grade_side *s) {
    int skipped = is_one_piece(s) ? 2 : 0;
    for (int i = 0; i < s->count; i++) {
        write_plain(s->list[i].text + skipped, s->rows, s->list[i].plain);
    }
    qsort(s->list, (size_t)s->count, sizeof *s->list, by_plain);
}

// --- What differs -------------------------------------------------------------------------

// The same, but that one may add, after "/", what follows from the other: "c3" and "c3/d3".
static int is_like(const char *a, const char *b) {
    while (*a && *a == *b) {
        a++;
        b++;
    }
    return *a ? *a == '/' && !*b : !*b || *b == '/';
}

static int has_like(const grade_side *s, const char *plain) {
    int low = 0, high = s->count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (strcmp(s->list[middle].plain, plain) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return (low < s->count && is_like(s->list[low].plain, plain)) ||
           (low > 0 && is_like(s->list[low - 1].plain, plain));
}

// The moves of `a` that `b` has not.
static int tell_missing(const grade_side *a, const grade_side *b, const char *what, buffer *out) {
    int missing = 0;
    for (int i = 0; i < a->count; i++) {
        if (!has_like(b, a->list[i].plain)) {
            if (missing < SHOWN) {
                buffer_addf(out, "%s%s", missing ? ", " : what, a->list[i].text);
            }
            missing++;
        }
    }
    if (missing > SHOWN) {
        buffer_addf(out, " and %d more", missing - SHOWN);
    }
    return missing;
}

// Names are those of the reference: a program has none.
static void tell_turn(const grade_side *s, const tsr_rules *names, buffer *out) {
    char name[80] = "";
    int first = 0, shared = 0;
    for (int i = 0; i < names->players; i++) {
        shared += s->ranks[i] == 1;
        first = s->ranks[i] == 1 ? i : first;
    }
    int who = s->who < 0 ? first : s->who;
    if (s->who != TSR_CHANCE && who < names->players) {
        cli_player_name(names, NULL, who, name, sizeof name);
    }
    if (s->who == TSR_CHANCE) {
        buffer_addf(out, "chance decides");
    } else if (s->who >= 0) {
        buffer_addf(out, "%s is to move", name[0] ? name : "a player too many");
    } else if (shared == 1) {
        buffer_addf(out, "the game is over, %s wins", name);
    } else {
        buffer_addf(out, "the game is over, %s", shared ? "it is shared" : "nobody wins");
    }
}

static int is_same_turn(const grade_side *work, const grade_side *wanted) {
    int same = work->who == wanted->who;
    for (int i = 0; same && work->who < 0 && i < wanted->r->players; i++) {
        same = work->ranks[i] == wanted->ranks[i];
    }
    return same;
}

int grade_is_same(const grade_side *work, const grade_side *wanted, buffer *out) {
    if (!is_same_turn(work, wanted)) {
        buffer_addf(out, "in the reference ");
        tell_turn(wanted, wanted->r, out);
        buffer_addf(out, "; here ");
        tell_turn(work, wanted->r, out);
        return 0;
    }
    int missing = tell_missing(wanted, work, "moves that are missing: ", out);
    int added = tell_missing(
        work, wanted, missing ? "; moves that should not be: " : "moves that should not be: ", out);
    if (!missing && !added && work->count != wanted->count) {
        buffer_addf(out, "%d moves are listed, not %d", work->count, wanted->count);
    }
    return !missing && !added && work->count == wanted->count;
}
