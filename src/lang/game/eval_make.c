// SPDX-License-Identifier: MIT
//
// All that a position may be worth, put together.
#include "lang/game/eval_make.h"

// Of a value for each player, type and cell.
static size_t table_size(const program *p) {
    return (size_t)p->players * (size_t)p->types * (size_t)p->b.cells * sizeof(int16_t);
}

static int find_royals(eval_maker *m) {
    const program *p = m->p;
    int any = 0;
    for (int t = 0; t < p->types; t++) {
        any |= m->e->royal[t] = (uint8_t)eval_is_royal(p->g, &p->g->pieces[t]);
    }
    m->e->shelter = any ? arena_new(m->keep, table_size(p)) : NULL;
    return !any || m->e->shelter;
}

static int read_rules(eval_maker *m) {
    const program *p = m->p;
    eval_words rules = {0};
    eval_look_at_game(p->g, &rules);
    if (!find_royals(m) || !eval_find_motions(m)) {
        return 0;
    }
    eval_judge_reach(m);
    if (!eval_read_endings(m, &rules) || !eval_find_rises(m)) {
        return 0;
    }
    if (eval_fewest_win(m)) {
        m->e->sign = -1;
    }
    int moves = m->e->motion_count[0] > 0;
    if (moves && (eval_find_goals(m) || eval_find_races(m) || (rules.takes && rules.quiet))) {
        m->e->counts |= EVAL_MATERIAL;
        m->e->counts |= m->e->slide_count[0] ? EVAL_SIGHT : 0;
    }
    if (p->has_score) {
        m->e->counts |= EVAL_SCORE;
    }
    if (!moves) {
        if (rules.flips) {
            eval_set_safe_places(m);
        } else {
            eval_prefer_middle(m);
            eval_count_men(m);
        }
    }
    return 1;
}

static int allocate(eval_maker *m, arena *keep) {
    const program *p = m->p;
    size_t kinds = (size_t)p->players * (size_t)p->types, cells = (size_t)p->b.cells;
    m->e->place = arena_new(keep, table_size(p));
    m->e->rise = arena_new(keep, kinds * (size_t)p->b.words * sizeof *m->e->rise);
    m->e->rises = arena_new(keep, (size_t)p->players * (size_t)p->b.words * sizeof *m->e->rises);
    m->reach = arena_new(m->a, kinds * cells * sizeof *m->reach);
    m->way = arena_new(m->a, cells * sizeof *m->way);
    m->state = arena_new(m->a, p->size.state_size);
    return m->e->place && m->e->rise && m->e->rises && m->reach && m->way && m->state;
}

static int start_material(const eval_maker *m, int me) {
    const program *p = m->p;
    int sum = 0;
    for (int c = 0; c < p->b.cells; c++) {
        int mine = lang_owner_at(p, p->start, c) == me;
        sum += mine ? m->e->value[lang_type_at(p, p->start, c)] : 0;
    }
    return sum;
}

// Its frame begins a line of the cache, where an arena begins anywhere.
static eval_maker *new_maker(arena *a) {
    char *room = arena_new(a, sizeof(eval_maker) + VM_LINE);
    return room ? (eval_maker *)(void *)(room + VM_LINE - (uintptr_t)room % VM_LINE) : NULL;
}

static void join_rises(const program *p, lang_eval *e) {
    for (int i = 0; i < p->players * p->types; i++) {
        set_or(&e->rises[i / p->types * p->b.words], &e->rise[i * p->b.words], p->b.words);
    }
}

lang_eval *eval_new(const program *p, arena *keep) {
    arena scratch;
    arena_init(&scratch, keep->alloc, 0);
    eval_maker *m = new_maker(&scratch);
    lang_eval *e = arena_new(keep, sizeof *e);
    if (m && e) {
        m->p = p;
        m->e = e;
        m->a = &scratch;
        m->keep = keep;
        m->f.can = walk_can;
    }
    int ok = m && e && allocate(m, keep) && read_rules(m);
    for (int i = 0; ok && i < p->players; i++) {
        int mine = start_material(m, i);
        e->full = mine > e->full ? mine : e->full;
    }
    if (ok) {
        join_rises(p, e);
    }
    arena_deinit(&scratch);
    return ok ? e : NULL;
}
