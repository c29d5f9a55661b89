// SPDX-License-Identifier: MIT
//
// Registers: every value of a region gets one for as long as it is needed.
#include "lang/opt/opt.h"

#include <string.h>

// From the first to the last mention in the order of the code.
static void measure(region *g) {
    for (int r = 0; r < g->sets; r++) {
        g->set[r].first = -1;
    }
    for (int r = 0; r < g->nums; r++) {
        g->num[r].first = -1;
    }
    for (int i = 0; i < g->count; i++) {
        const char *format = ir_op_format[g->x[i].op];
        for (int k = 0; format[k]; k++) {
            uint16_t v = *insn_operand(&g->x[i], k);
            int set = format[k] == 'D' || format[k] == 'S' || format[k] == 'B';
            int num = format[k] == 'E' || format[k] == 'I';
            region_reg *r = set ? region_set(g, v) : num ? region_num(g, v) : NULL;
            if (r) {
                r->first = r->first < 0 ? (int16_t)i : r->first;
                r->last = (int16_t)i;
            }
        }
    }
}

// A value needed in a loop and made outside it, or in several places, must last for all
// of the loop.
static int stretch(region *g, region_reg *list, int count) {
    int changed = 0;
    for (int e = 0; e < g->count; e++) {
        int h = g->x[e].a;
        if (g->x[e].op != OP_JMP || h >= e) {
            continue;
        }
        for (int r = 0; r < count; r++) {
            region_reg *v = &list[r];
            if (v->first < 0 || v->last < h || v->first > e || (v->first <= h && v->last >= e)) {
                continue;
            }
            if (v->first < h || v->shared || v->def > v->first) {
                changed = 1;
                v->first = (int16_t)(v->first < h ? v->first : h);
                v->last = (int16_t)(v->last > e ? v->last : e);
            }
        }
    }
    return changed;
}

// Gives out registers in the order in which values begin. Answers how many there are.
static int give_out(region *g, region_reg *list, int count, int from, int limit) {
    int16_t busy_until[IR_MAX_NUMS], begins[REGION_MAX], next[REGION_REGS];
    int used = 0;
    for (int at = 0; at < g->count; at++) {
        begins[at] = -1;
    }
    for (int r = count - 1; r >= 0; r--) {
        if (list[r].first >= 0) {
            next[r] = begins[list[r].first];
            begins[list[r].first] = (int16_t)r;
        }
    }
    for (int at = 0; at < g->count; at++) {
        for (int r = begins[at]; r >= 0; r = next[r]) {
            int k = 0;
            while (k < used && busy_until[k] >= at) {
                k++;
            }
            if (k >= limit - from) {
                return -1;
            }
            used = k == used ? used + 1 : used;
            busy_until[k] = list[r].last;
            list[r].at = (uint16_t)(from + k);
        }
    }
    return used;
}

int opt_registers(region *g) {
    program *p = g->p;
    int room = IR_MAX_SET_WORDS / p->b.words;
    room = room > IR_MAX_SETS ? IR_MAX_SETS : room;
    measure(g);
    for (int changed = 1; changed;) {
        changed = stretch(g, g->set, g->sets);
        changed |= stretch(g, g->num, g->nums);
    }
    int sets = give_out(g, g->set, g->sets, g->set0, room);
    int nums = give_out(g, g->num, g->nums, g->num0, IR_MAX_NUMS);
    if (sets < 0 || nums < 0) {
        return 0;
    }
    for (int i = 0; i < g->count; i++) {
        const char *format = ir_op_format[g->x[i].op];
        for (int k = 0; format[k]; k++) {
            uint16_t *v = insn_operand(&g->x[i], k);
            int set = format[k] == 'D' || format[k] == 'S' || format[k] == 'B';
            int num = format[k] == 'E' || format[k] == 'I';
            region_reg *r = set ? region_set(g, *v) : num ? region_num(g, *v) : NULL;
            *v = r ? r->at : *v;
        }
    }
    p->at.set_count =
        (uint16_t)(g->set0 + sets > p->at.set_count ? g->set0 + sets : p->at.set_count);
    p->at.num_count =
        (uint16_t)(g->num0 + nums > p->at.num_count ? g->num0 + nums : p->at.num_count);
    return 1;
}
