// SPDX-License-Identifier: MIT
//
// `notation ptn`: moves of Tak as its programs write them.
//
//     a1 Sa1 Ca1      a flat stone, a wall, a capstone is placed
//     c3>             one stone goes from c3 to the right: > < + -
//     3c3>111         three stones, one of them dropped on each of the next three cells
//
// The count is left out if it is one, the drops if all fall on one cell. Reading takes Fa1, drops that could be left
// out, the stone behind a move of older files, and marks: ' " ! ? *
#include "lang/game/ptn.h"

#include <stdio.h>
#include <string.h>

#include <tessera/text.h>

enum { MOST_DROPS = 9 };

// The letter of what is placed, after it has become something else; flat stones have none.
static int placed_text(const program *p, const walk_step *step, int count, char *buf, size_t cap) {
    const ir_choice *c = &p->choice[step[count - 1].choice];
    const int becomes = count == 2 && c->kind == CH_BECOME;
    if (count > 1 && !becomes) {
        return 0;
    }
    const int type = becomes ? c->type : p->choice[step->choice].type;
    const char letter = p->words.letter[type];
    return letter == 'F' ? snprintf(buf, cap, "%s", p->b.name[step->to])
                         : snprintf(buf, cap, "%c%s", letter, p->b.name[step->to]);
}

// The sign of one step between two cells, or 0.
static char way_of(const board *b, int from, int to) {
    const int dx = b->x[to] - b->x[from], dy = b->y[to] - b->y[from];
    return dx == 1 && dy == 0    ? '>'
           : dx == -1 && dy == 0 ? '<'
           : dx == 0 && dy == 1  ? '+'
           : dx == 0 && dy == -1 ? '-'
                                 : '\0';
}

static int is_cell_and_number(const program *p, const walk_step *step) {
    return p->choice[step[0].choice].kind == CH_CHOOSE && step[0].to >= 0 &&
           step[0].to < p->b.area0 && p->choice[step[1].choice].kind == CH_NUMBER;
}

// A cell and how many are lifted there, then cells in a row and how many fall on each.
static int carried_text(const program *p, const walk_step *step, int count, char *buf, size_t cap) {
    tsr_out o = tsr_out_to(buf, cap);
    char way = '\0';
    if (count < 4 || count % 2 || count / 2 > MOST_DROPS + 1) {
        return 0;
    }
    for (int i = 0; i < count; i += 2) {
        if (!is_cell_and_number(p, step + i)) {
            return 0;
        }
        const char to = i ? way_of(&p->b, step[i - 2].to, step[i].to) : '\0';
        if (i && (!to || (i > 2 && to != way))) {
            return 0;
        }
        way = to;
    }
    const int lifted = p->choice[step[1].choice].number;
    if (lifted > 1) {
        tsr_put_int(&o, lifted);
    }
    tsr_put(&o, p->b.name[step->to]);
    tsr_put_char(&o, way);
    for (int i = 2; count > 4 && i < count; i += 2) {
        tsr_put_int(&o, p->choice[step[i + 1].choice].number);
    }
    return tsr_out_end(&o);
}

int ptn_text(const program *p, const walk_step *step, int count, char *buf, size_t cap) {
    const int kind = count > 0 ? p->choice[step->choice].kind : CH_PASS;
    return kind == CH_PLACE && step->to < p->b.area0 ? placed_text(p, step, count, buf, cap)
           : kind == CH_CHOOSE                       ? carried_text(p, step, count, buf, cap)
                                                     : 0;
}

// --- Reading -------------------------------------------------------------------------------------

static int is_digit(char c) {
    return c >= '1' && c <= '9';
}

// The drops of a carry, or none where all fall on one cell; 0 = they are not as many as were lifted.
static int read_drops(const char **at, int lifted, char drops[MOST_DROPS + 1]) {
    int n = 0, sum = 0;
    while (is_digit(**at) && n < MOST_DROPS) {
        sum += **at - '0';
        drops[n++] = *(*at)++;
    }
    drops[n < 2 ? 0 : n] = '\0';
    return n == 0 || sum == lifted;
}

static const char *after_cell(const char *at) {
    return *at >= 'a' && *at <= 'z' && is_digit(at[1]) ? at + 2 : NULL;
}

static int is_stone(char c) {
    return c != '\0' && strchr("FSC", c) != NULL;
}

// `at` stands behind the marks of a placement or a carry.
static int is_end(const char *at) {
    return at[strspn(at, "'\"!?*")] == '\0';
}

static int tidy_placing(const char *typed, char *buf, size_t cap) {
    const char *cell = typed + is_stone(*typed), *end = after_cell(cell);
    if (!end || !is_end(end)) {
        return 0;
    }
    return snprintf(buf, cap, "%.*s%.2s", *typed != 'F' && cell > typed, typed, cell);
}

int ptn_tidy(const char *typed, char *buf, size_t cap) {
    const char *cell = typed + is_digit(*typed), *at = after_cell(cell);
    const int lifted = cell > typed ? *typed - '0' : 1;
    char drops[MOST_DROPS + 1];
    if (!at || *at == '\0' || !strchr("<>+-", *at)) {
        return tidy_placing(typed, buf, cap);
    }
    const char way = *at++;
    if (!read_drops(&at, lifted, drops) || !is_end(at + is_stone(*at))) {
        return 0;
    }
    return snprintf(buf, cap, "%.*s%.2s%c%s", lifted > 1, typed, cell, way, drops);
}
