// SPDX-License-Identifier: MIT
//
// What endings are about: lines of one's own, links between borders, being stuck.
#include "lang/game/eval_make.h"

#include <string.h>

uint16_t eval_cell_before(const board *b, const board_shift *s, int cell) {
    for (int c = 0; c < b->cells; c++) {
        if (s->to[c] == cell) {
            return (uint16_t)c;
        }
    }
    return BOARD_NONE;
}

// Cells from which a line of this length stays on the board.
static int mark_lines(eval_maker *m) {
    const board *b = &m->p->b;
    for (int axis = 0; axis < b->axis_count; axis++) {
        const uint16_t *to = b->shift[b->axis[axis]].to;
        uint64_t *from = arena_new(m->keep, (size_t)b->words * sizeof *from);
        uint16_t *back = arena_new(m->keep, (size_t)b->cells * sizeof *back);
        m->e->line_from[axis] = from;
        m->e->line_back[axis] = back;
        if (!from || !back) {
            return 0;
        }
        for (int c = 0; c < b->cells; c++) {
            int at = c, k = 1;
            back[c] = eval_cell_before(b, &b->shift[b->axis[axis]], c);
            while (k < m->e->line && at != BOARD_NONE && board_has(b->all, at)) {
                at = to[at];
                k++;
            }
            if (at != BOARD_NONE && board_has(b->all, at)) {
                board_put(from, c);
            }
        }
    }
    return 1;
}

// The line along `axis` that begins at `cell`.
static uint64_t line_set(const eval_maker *m, int axis, int cell) {
    const uint16_t *to = m->p->b.shift[m->p->b.axis[axis]].to;
    uint64_t set = 0;
    for (int k = 0; k < m->e->line; k++, cell = to[cell]) {
        set |= (uint64_t)1 << cell;
    }
    return set;
}

// On a board of one word all lines through a cell are listed as sets, to rate moves quickly.
static int list_lines(eval_maker *m) {
    const board *b = &m->p->b;
    size_t most = (size_t)b->cells * (size_t)(b->axis_count * m->e->line), n = 0;
    m->e->through = arena_new(m->keep, most * sizeof *m->e->through);
    m->e->through_at = arena_new(m->keep, (size_t)(b->cells + 1) * sizeof *m->e->through_at);
    if (!m->e->through || !m->e->through_at) {
        return 0;
    }
    for (int cell = 0; cell < b->cells; cell++) {
        m->e->through_at[cell] = (uint16_t)n;
        for (int axis = 0; axis < b->axis_count; axis++) {
            int begin = cell;
            for (int off = 0; off < m->e->line && begin != BOARD_NONE; off++) {
                if (board_has(m->e->line_from[axis], begin)) {
                    m->e->through[n++] = line_set(m, axis, begin);
                }
                begin = m->e->line_back[axis][begin];
            }
        }
    }
    m->e->through_at[b->cells] = (uint16_t)n;
    return 1;
}

static int read_lines(eval_maker *m, const eval_words *ends, const eval_words *rules) {
    int line = ends->line ? ends->line : rules->line;
    if (line < 2 || line > EVAL_LINE_MAX) {
        return 1;
    }
    int worth = ends->line ? EVAL_PIECE : EVAL_PIECE / 4;
    worth = ends->line && ends->line_lost ? -worth : worth;
    m->e->line = line;
    m->e->line_worth[line] = worth * 16;
    for (int k = line - 1; k > 0 && k > line - 4; k--, worth /= 4) {
        m->e->line_worth[k] = worth;
    }
    m->e->counts |= EVAL_LINES;
    return mark_lines(m) && (m->p->b.words > 1 || list_lines(m));
}

static const uint64_t *border(const board *b, const ast *n) {
    static const char *const word[] = {"top", "bottom", "left", "right"};
    for (int i = 0; i < 4; i++) {
        if (eval_is_word(n, word[i])) {
            return b->border[i];
        }
    }
    return NULL;
}

static void read_links(eval_maker *m, const decl_ending *end, const eval_words *w) {
    const program *p = m->p;
    for (int i = 0; i < w->link_count; i++) {
        const uint64_t *from = border(&p->b, w->links[i]->b), *to = border(&p->b, w->links[i]->c);
        for (int me = 0; me < p->players && from && to; me++) {
            if (!end->player || strcmp(end->player, p->g->players[me].name) == 0) {
                m->e->side[me][0] = from;
                m->e->side[me][1] = to;
                m->e->counts |= EVAL_LINKS;
            }
        }
    }
}

static int is_none_mine(const ast *n, void *with) {
    *(int *)with |= n->kind == A_NO && eval_is_word(n->a, "mine");
    return 1;
}

int eval_read_endings(eval_maker *m, const eval_words *rules) {
    const game_ast *g = m->p->g;
    eval_words ends = {0};
    int stuck = 0;
    m->e->sign = 1;
    for (int i = 0; i < g->ending_count; i++) {
        eval_words one = {0};
        int bare = 0;
        scan_tree(g->endings[i].stuck, eval_look_for_outcome, &stuck);
        scan_tree(g->endings[i].cond, eval_look_at_rule, &one);
        scan_tree(g->endings[i].cond, is_none_mine, &bare);
        m->e->sign = bare && g->endings[i].what == OUT_WIN ? -1 : m->e->sign;
        // Where one line wins and another loses, the one that wins is the plan; a move that makes
        // the other ends the game, which every search sees by itself.
        int lost = g->endings[i].what == OUT_LOSE;
        if (one.line && (!ends.line || ends.line_lost || !lost)) {
            ends.line = one.line;
            ends.line_lost = lost;
        }
        if (g->endings[i].what == OUT_WIN) {
            read_links(m, &g->endings[i], &one);
        }
    }
    if (rules->won_line && (!ends.line || ends.line_lost)) {
        ends.line = rules->won_line;
        ends.line_lost = 0;
    } else if (rules->lost_line && !ends.line) {
        ends.line = rules->lost_line;
        ends.line_lost = 1;
    }
    m->e->sign = stuck & 1 << OUT_WIN ? -1 : m->e->sign;
    int fills = rules->fills || (m->p->at.neutral != BOARD_NONE && m->p->places);
    if (fills && stuck & 1 << OUT_LOSE && m->p->players == 2) {
        m->e->counts |= EVAL_REACH;
    }
    return read_lines(m, &ends, rules);
}
