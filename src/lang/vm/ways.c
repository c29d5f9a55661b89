// SPDX-License-Identifier: MIT
//
// Runs the functions of ways (plan/ways.h): one case an instruction. Which mode it is does not matter
// here. What an instruction means is in files below, which run further functions by what the frame has for that.
#include <limits.h>
#include <string.h>

#include "lang/ir/rt/sets.h"
#include "lang/vm/vm_play.h"

static int run(walker *w, uint32_t fn, int from, int to);

static int is_listed(const walker *w) {
    tsr_move m = walk_pack(w->p, &w->now);
    for (int i = 0; w->out && i < w->count; i++) {
        if (w->out[i] == m) {
            return 1;
        }
    }
    return 0;
}

// The most choices that a path to the mark makes from here, -1 = there is none.
static int measure(walker *w, uint32_t fn, int most) {
    const int count = w->count, longest = w->longest, base = w->base, before = w->most;
    w->longest = -1;
    w->most = most;
    w->base = w->now.count;
    (void)run(w, fn, -1, -1);
    const int found = w->longest;
    w->count = count;
    w->longest = longest;
    w->base = base;
    w->most = before;
    return found;
}

// ... which is looked for no further once it is as long as one can be.
static int measure_up(walker *w, const way_insn *x) {
    return measure(w, x->a, x->b ? measure(w, x->b - 1, INT_MAX) : INT_MAX);
}

static int note_length(walker *w, uint32_t code) {
    const int length = code ? walk_worth(w, code) : w->now.count - w->base;
    w->longest = length > w->longest ? length : w->longest;
    w->count++;
    return w->longest >= w->most;
}

// --- A given move --------------------------------------------------------------------------------

static const walk_step *next_step(const walker *w) {
    return w->goal_at < w->goal->count ? &w->goal->step[w->goal_at] : NULL;
}

static int ends_here(walker *w, int node) {
    const walk_step *s = next_step(w);
    w->ended = node;
    // It may say "done" where it could have gone on.
    return !s || (w->goal_at == w->goal->count - 1 && s->choice == 1);
}

// --- Functions -----------------------------------------------------------------------------------

// One that does nothing but list what is offered is not worth a call.
static int call(walker *w, uint32_t fn) {
    const way_insn *x = &w->p->ways->x[w->p->ways->fn[fn].first];
    if (x[0].op == WAY_ALL && x[1].op == WAY_RET && x[1].a == 0) {
        return --w->f->fuel >= 0 && walk_list_offers(w, x);
    }
    return run(w, fn, -1, -1);
}

static int run(walker *w, uint32_t fn, int from, int to) {
    const plan_ways *ways = w->p->ways;
    const way_insn *start = &ways->x[ways->fn[fn].first], *x = start;
    frame *f = w->f;
    const int steps = w->now.count, need = w->need, looks = ways->fn[fn].shape == SHAPE_LOOK;
    int r = 0, count = 0, taken = 0;
    if (--f->fuel < 0 || w->depth >= WALK_MAX_DEPTH) {
        f->cut |= w->depth >= WALK_MAX_DEPTH;
        return 0;
    }
    w->depth++;
    for (;; x++) {
        switch ((way_op)x->op) {
        case WAY_RUN:
            if (vm_run(f, x->a) == VM_OVER) {
                goto jump;
            }
            break;
        case WAY_ASK:
            if (vm_run(f, x->a) != VM_YES) {
                goto jump;
            }
            break;
        case WAY_APPLY:
            walk_load_choice(f, &w->p->node[x->c], from, to);
            if (vm_run(f, x->a) == VM_OVER) {
                goto jump;
            }
            break;
        case WAY_LEGAL: r = walk_is_legal(w, x->c, from, to); break;
        case WAY_FORK:
            taken = w->goal_at;
            if (!vm_save(f)) {
                f->cut = 1;
                r = 0;
                goto leave;
            }
            break;
        case WAY_BACK:
            w->goal_at = taken;
            vm_back(f);
            break;
        case WAY_KEEP: vm_drop(f); break;
        case WAY_ANY: r = walk_offers_any(f, x->a); goto leave_if;
        case WAY_ALL: r = walk_list_offers(w, x); goto leave_if;
        case WAY_OFFERS: r = walk_call_with_offers(w, x); goto leave_if;
        case WAY_EACH: r = walk_call_with_cells(w, x, looks); goto leave_if;
        case WAY_GUARD: guard_ask(w, x->a); break;
        case WAY_JOINED: r = walk_joined(w, x->a, (way_mode)ways->fn[fn].mode); goto leave_if;
        case WAY_SOME: r = 1; goto leave;
        case WAY_LISTS: r = walk_list_set(w, x->c); goto leave_if;
        case WAY_KNOWN: guard_knows(w, x->c); break;
        case WAY_TALLY: walk_tally(w, x->c); break;
        case WAY_CELLS: r = walk_call_with_set(w, x); goto leave_if;
        case WAY_TURNS:
            r = walk_call_with_turns(w, x, (way_kind)ways->fn[fn].kind, from, to);
            goto leave_if;
        case WAY_JSAFE:
            if (w->is_safe) {
                goto jump;
            }
            break;
        case WAY_JMORE:
            if (walk_goes_on(w, x, from, to)) {
                goto jump;
            }
            break;
        case WAY_BECOMES:
            if (!walk_becomes(w, x->c, to)) {
                r = 0;
                goto leave;
            }
            break;
        case WAY_DRAW: r = draw_turn(w, x); goto leave;
        case WAY_AMONG:
            r = draw_among(w);
            if (r == DRAWN_MADE) {
                goto jump;
            }
            break;
        case WAY_PAIRS: r = draw_pair(w, x); goto leave;
        case WAY_LADEN:
            if (load_height(f, w->p->ways->load.cell)) {
                goto jump;
            }
            break;
        case WAY_LOT: draw_lot(w, x->c); break;
        case WAY_HOPS: r = draw_hops(w, x); break;
        case WAY_LOTS: draw_lots(w, x); break;
        case WAY_MAKE:
            if (w->in_joined) {
                play_load(f, w->offer, to, w->sub, w->p->b.words);
            } else {
                walk_load_choice(f, &w->p->node[x->c], from, to);
                f->sub = w->sub;
            }
            r = vm_run(f, x->a) != VM_NO;
            break;
        case WAY_ACTS: f->h.passes = 0; break;
        case WAY_SKIP:
            if (w->nth >= (int)x->a) {
                w->nth -= (int)x->a;
                r = 0;
                goto leave;
            }
            break;
        case WAY_JFEW:
            if (w->nth >= (int)x->a) {
                goto jump;
            }
            break;
        case WAY_PART:
            if (load_is_second(w, x)) {
                goto jump;
            }
            break;
        case WAY_LOST: w->nth = -1; break;
        case WAY_NTH: r = w->nth-- == 0; break;
        case WAY_DREW: w->move = walk_pack(w->p, &w->now); break;
        case WAY_DRAWN:
            w->drawn = r = run(w, x->a, -1, -1);
            if (w->drawn == DRAWN_MADE) {
                goto jump;
            }
            break;
        case WAY_LISTED: r = draw_listed(w); break;
        case WAY_NEXT: turn_finish(f, w->lazy); break;
        case WAY_JBECOMES:
            if (walk_turns_at(w->p, x->c, to) > 1) {
                goto jump;
            }
            break;
        case WAY_AFTER: count_after(w); break;
        case WAY_READS: guard_reads(w, x->a); break;
        case WAY_FREE: guard_frees(w, x->c); break;
        case WAY_MEND: guard_mends(w, x->a); break;
        case WAY_LOOSE: break; // it would cost more than it spares
        case WAY_MEN:
            if (!guard_finds_men(w, x->a, x->c)) {
                goto jump;
            }
            break;
        case WAY_LIFT: guard_lifts_men(w); break;
        case WAY_EACHMAN: guard_tries_each(w, x->a); break;
        case WAY_STAY: guard_keeps_men(w); break;
        case WAY_CHOSE:
            if (!walk_add_step(w, (int)x->a, from, to)) {
                r = 0;
                goto leave;
            }
            break;
        case WAY_EMIT: r = walk_emit(w); break;
        case WAY_SEEN:
            if (is_listed(w)) {
                goto jump;
            }
            break;
        case WAY_FOUND:
            r = walk_pack(w->p, &w->now) == w->hash;
            w->ended = (int)x->a;
            break;
        case WAY_LONGEST:
            r = measure_up(w, x);
            w->need = (x->c ? 0 : w->now.count) + r;
            if (r < 0) {
                r = 0;
                goto leave;
            }
            break;
        case WAY_RESUME:
            r = measure_up(w, x);
            w->need = r < 0 ? -1 : (x->c ? 0 : w->now.count) + r;
            break;
        case WAY_FREELY: w->need = -1; break;
        case WAY_JREACH:
            if ((w->need >= 0 || !x->c) && measure(w, x->a, 0) >= 0) {
                goto jump;
            }
            break;
        case WAY_MORE:
            if (w->now.count >= WALK_MAX_CHOICES) {
                goto jump;
            }
            w->now.count++;
            break;
        case WAY_NOTE: r = note_length(w, x->a); break;
        case WAY_NEED:
            if (w->need >= 0 && (x->a ? walk_worth(w, x->a) : w->now.count) != w->need) {
                r = 0;
                goto leave;
            }
            break;
        case WAY_PICK: {
            const walk_step *s = next_step(w);
            const uint32_t picked = s ? ways->pick[x->a][s->choice] : 0;
            r = 0;
            if (!picked) {
                goto leave;
            }
            fn = picked - 1;
            goto go_on_there;
        }
        case WAY_TOLD: {
            const uint32_t told = walk_told(w, ways->told[x->a], &from, &to);
            if (told) {
                fn = told - 1;
                goto go_on_there;
            }
            break;
        }
        case WAY_STEP: {
            const walk_step *s = next_step(w);
            if (!s || s->choice != (int)x->a) {
                goto jump;
            }
            from = s->from;
            to = s->to;
            break;
        }
        case WAY_OFFERED:
            if (!walk_is_offered(f, x->a, from, to)) {
                goto jump;
            }
            break;
        case WAY_TAKE:
            if (w->watch && w->goal_at) {
                w->watch->see(w->watch, w->goal_at, f);
            }
            w->goal_at++;
            break;
        case WAY_DONE: r = ends_here(w, (int)x->a); break;
        case WAY_PAUSE: w->stop_node = (int)x->a; break;
        case WAY_WAIT:
            f->h.pc = (uint16_t)x->a;
            if (!x->a) {
                turn_begin(f, w->lazy);
            }
            break;
        case WAY_FINISH: turn_finish(f, w->lazy); break;
        case WAY_CALL: r = call(w, x->a); break;
        case WAY_TAIL: fn = x->a; goto go_on_there;
        case WAY_SET: r = (int)x->a; break;
        case WAY_JNO:
            if (!r) {
                goto jump;
            }
            break;
        case WAY_JMP: goto jump;
        case WAY_COUNT: count = w->count; break;
        case WAY_JGREW:
            if (w->count != count) {
                goto jump;
            }
            break;
        case WAY_RET: r = (int)x->a; goto leave;
        case WAY_LEAVE: goto leave;
        case WAY_LEADS:
            if (!why_leads(w, x->c)) {
                goto jump;
            }
            break;
        case WAY_WHYNOT: why_not_offered(w, x->c, from, to); break;
        case WAY_WHYTEST: why_test(w, x->c); break;
        case WAY_WHYFIRST: why_first(w, x->a, x->c); break;
        case WAY_WHYSHORT:
            if (why_short(w, x->a)) {
                goto jump;
            }
            break;
        case WAY_COUNT_: break;
        }
        continue;
    go_on_there:
        start = &ways->x[ways->fn[fn].first];
        x = start - 1;
        if (--f->fuel < 0) {
            r = 0;
            goto leave;
        }
        continue;
    jump:
        x = start + x->b - 1;
        continue;
    leave_if:
        if (r) {
            goto leave;
        }
    }
leave:
    w->depth--;
    w->need = need;
    if (looks || !r) {
        w->now.count = steps;
    }
    return r;
}

// --- Frames --------------------------------------------------------------------------------------

enum { MOST_CANS = 32 }; // rules ask each other a few deep; code that asks itself would never end

// `can(rule)`: walks without touching the registers of the code that asks.
int walk_can(frame *f, int node, const uint64_t *here) {
    uint64_t sets[IR_MAX_SET_WORDS];
    int32_t nums[IR_MAX_NUMS];
    const program *p = f->p;
    const int fn = way_of(p, WAYS_NODE, WAYS_EXISTS, node);
    size_t set_size = (size_t)(p->at.set_count * p->b.words) * sizeof *sets;
    size_t num_size = (size_t)p->at.num_count * sizeof *nums;
    uint32_t (*next)(frame *, int) = f->next;
    ir_head h = f->h;
    if (f->fuel < 0 || fn < 0 || f->cans >= MOST_CANS) {
        f->cut |= f->cans >= MOST_CANS;
        return 0;
    }
    f->fuel -= 10;
    f->cans++;
    f->next = NULL;
    memcpy(sets, f->set, set_size);
    memcpy(nums, f->num, num_size);
    memmove(vm_set(f, p->at.here), here, (size_t)p->b.words * sizeof *here);
    walker w;
    f->can = walk_can;
    f->run = run;
    walk_begin(&w, f);
    int found = run(&w, (uint32_t)fn, -1, -1);
    memcpy(f->set, sets, set_size);
    memcpy(f->num, nums, num_size);
    f->h = h;
    f->next = next;
    f->cans--;
    return found;
}

void walk_open(frame *f, const program *p, const void *state) {
    vm_load(f, p, state);
    f->can = walk_can;
    f->run = run;
    f->asks = turn_asks;
}
