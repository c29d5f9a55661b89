// SPDX-License-Identifier: MIT
// The fixed numbers of moves in use; see actions.h.
#include "lang/game/actions.h"

#include <stdio.h>

#include "lang/game/move_text.h"
#include "lang/game/state.h"

// --- Steps of learners ---------------------------------------------------------------------------

int64_t actions_first(const program *p, const lang_actions *f, tsr_move m) {
    const uint64_t choices = ((uint64_t)1 << p->size.choice_bits) - 1;
    const uint64_t cells = ((uint64_t)1 << p->size.cell_bits) - 1;
    int choice = (int)(m & choices);
    if (m >> 62 || choice < 1 || choice > p->choice_count) {
        return -1; // hashed
    }
    int kind = p->choice[choice].kind;
    m >>= p->size.choice_bits;
    if (kind == CH_MOTION && f->by_cells) {
        return f->from_base + f->rank[m & cells];
    }
    if (kind == CH_MOTION) {
        return f->pair[f->ids.layer[choice] + (int32_t)(m & cells) * p->b.cells +
                       (int32_t)(m >> p->size.cell_bits & cells)];
    }
    return kind == CH_DONE ? ACTION_STOP
                           : f->base[choice] + (kind <= CH_TAKE ? f->rank[m & cells] : 0);
}

// --- The slots -----------------------------------------------------------------------------------

static const lang_actions *actions_of(const tsr_rules *r) {
    return ((const lang_unit *)r->data)->actions;
}

static int put_step(const program *p, const lang_actions *f, const walk_step *s, uint32_t *out) {
    size_t cells = (size_t)p->b.cells;
    if (p->choice[s->choice].kind != CH_MOTION) {
        out[0] = (uint32_t)(f->base[s->choice] + (s->to >= 0 ? f->rank[s->to] : 0));
        return 1;
    }
    if (f->by_cells) {
        out[0] = (uint32_t)(f->from_base + f->rank[s->from]);
        out[1] = (uint32_t)(f->base[s->choice] + f->rank[s->to]);
        return 2;
    }
    size_t layer = f->layer[s->choice];
    out[0] = (uint32_t)f->pair[(layer * cells + (size_t)s->from) * cells + (size_t)s->to];
    return 1;
}

// Takes a move apart that is a single step, which most are; 0 = it is none.
static int read_single(const program *p, tsr_move m, walk_step *out) {
    const uint64_t choices = ((uint64_t)1 << p->size.choice_bits) - 1;
    const uint64_t cells = ((uint64_t)1 << p->size.cell_bits) - 1;
    *out = (walk_step){(int)(m & choices), -1, -1};
    if (m >> 62 || out->choice < 1 || out->choice > p->choice_count) {
        return 0;
    }
    int kind = p->choice[out->choice].kind;
    m >>= p->size.choice_bits;
    if (kind == CH_MOTION) {
        out->from = (int)(m & cells);
        m >>= p->size.cell_bits;
    }
    if (kind <= CH_TAKE) {
        out->to = (int)(m & cells);
        m >>= p->size.cell_bits;
    }
    return m == 0 && out->from < p->b.cells && out->to < p->b.cells;
}

int slot_action(const tsr_rules *r, const void *s, int who, tsr_move m, uint32_t *out) {
    const program *p = program_of(r);
    const lang_actions *f = actions_of(r);
    walk_step step[WALK_MAX_CHOICES], single;
    if (read_single(p, m, &single) && !f->goes_on[single.choice]) {
        return put_step(p, f, &single, out);
    }
    int n = walk_steps(p, s, m, step, WALK_MAX_CHOICES), count = 0;
    (void)who;
    for (int i = 0; i < n; i++) {
        count += put_step(p, f, &step[i], out + count);
    }
    if (n > 0 && f->goes_on[step[n - 1].choice]) {
        out[count++] = ACTION_STOP;
    }
    return count;
}

int slot_action_text(const tsr_rules *r, uint32_t action, char *buf, size_t cap) {
    const program *p = program_of(r);
    const lang_actions *f = actions_of(r);
    if (action >= f->count || !f->step[action]) {
        return snprintf(buf, cap, "done");
    }
    uint32_t code = f->step[action];
    int from = (int)(code >> ACTION_FROM & ACTION_CELL), to = (int)(code & ACTION_CELL);
    walk_step step = {(int)(code >> ACTION_CHOICE), from == ACTION_NO_CELL ? -1 : from,
                      to == ACTION_NO_CELL ? -1 : to};
    if (f->by_cells && p->choice[step.choice].kind == CH_MOTION) {
        int cell = step.from >= 0 ? step.from : step.to;
        return snprintf(buf, cap, "%s %s", step.from >= 0 ? "from" : "to", p->words.names[cell]);
    }
    return lang_path_text(p, &step, 1, buf, cap);
}
