// SPDX-License-Identifier: MIT
//
// Naming values: lowering reuses scratch registers; here each value gets one of its own.
//
// The writes that can reach one read belong together and stay one register. A register
// with a single write has, wherever that write has run, one value: everything in
// opt_values.c rests on that.
#include "lang/opt/opt.h"

#include <string.h>

enum { MAX_WRITES = 60 }; // of one register; one with more stays as it is

int insn_is_effect(const region *g, const insn *x) {
    const char *format = ir_op_format[x->op];
    if (op_is_effect(x->op)) {
        return 1;
    }
    return ((format[0] == 'D' || format[0] == 'B') && x->a < g->set0) ||
           (format[0] == 'E' && x->a < g->num0) ||
           (format[0] && format[1] == 'B' && x->b < g->set0);
}

region_reg *region_set(region *g, int reg) {
    return reg < g->set0 ? NULL : &g->set[reg - g->set0];
}

region_reg *region_num(region *g, int reg) {
    return reg < g->num0 ? NULL : &g->num[reg - g->num0];
}

// --- Writes and reads of one register ---------------------------------------------------

typedef struct mention {
    int16_t at;     // instruction
    int8_t operand; // which
    int8_t write;   // number of the write, -1 = it only reads
    int8_t reads;
    uint64_t reach; // writes that may have come last
} mention;

typedef struct tracker {
    region *g;
    mention list[REGION_MAX];
    int count, writes;
    int group[MAX_WRITES]; // writes that belong together, by their lowest
} tracker;

static int is_set_kind(char c) {
    return c == 'D' || c == 'S' || c == 'B';
}

static int is_num_kind(char c) {
    return c == 'E' || c == 'I';
}

static int collect(tracker *t, int reg, int sets) {
    region *g = t->g;
    t->count = t->writes = 0;
    for (int i = 0; i < g->count; i++) {
        const char *format = ir_op_format[g->x[i].op];
        for (int k = 0; format[k]; k++) {
            if (!(sets ? is_set_kind(format[k]) : is_num_kind(format[k])) ||
                *insn_operand(&g->x[i], k) != reg) {
                continue;
            }
            int write = format[k] != 'S' && format[k] != 'I';
            if (t->count >= REGION_MAX || (write && t->writes >= MAX_WRITES)) {
                return 0;
            }
            mention m = {(int16_t)i, (int8_t)k, -1, (int8_t)(format[k] != 'D' && format[k] != 'E'),
                         0};
            m.write = write ? (int8_t)t->writes++ : (int8_t)-1;
            t->list[t->count++] = m;
        }
    }
    return 1;
}

// One pass through the code: which writes reach which mention. Answers whether more was
// learnt.
static int flow(tracker *t, uint64_t *into) {
    region *g = t->g;
    uint64_t now = 0;
    int next = 0, changed = 0;
    int from = t->list[0].at;
    for (int i = from; i < g->count; i++) {
        now |= into[i];
        uint64_t after = now;
        for (; next < t->count && t->list[next].at == i; next++) {
            mention *m = &t->list[next];
            changed |= m->reach != now;
            m->reach = now;
            if (m->write >= 0) {
                after = (uint64_t)1 << m->write;
            }
        }
        int j = insn_jump(&g->x[i]);
        if (j >= 0) {
            // EACH writes its cell only where it does not jump.
            uint64_t jumps = g->x[i].op == OP_EACH ? now | after : after;
            uint64_t *to = &into[*insn_operand(&g->x[i], j)];
            changed |= (*to | jumps) != *to;
            *to |= jumps;
        }
        now = after;
        uint16_t op = g->x[i].op;
        if (op == OP_JMP || op == OP_RET || op == OP_RETS || op == OP_OUTCOME) {
            now = 0;
        }
    }
    return changed;
}

static int find_group(tracker *t, int w) {
    while (t->group[w] != w) {
        w = t->group[w];
    }
    return w;
}

static void group_writes(tracker *t) {
    for (int i = 0; i < t->writes; i++) {
        t->group[i] = i;
    }
    for (int i = 0; i < t->count; i++) {
        mention *m = &t->list[i];
        int first = m->write >= 0 && !m->reads ? -1 : m->write;
        for (int w = 0; m->reads && w < t->writes; w++) {
            if (m->reach >> w & 1) {
                if (first < 0) {
                    first = w;
                }
                t->group[find_group(t, w)] = find_group(t, first);
            }
        }
    }
}

// Splits one register into as many as it has groups of writes.
static void split(region *g, tracker *t, int reg, int sets) {
    static const uint64_t nothing[REGION_MAX];
    uint64_t into[REGION_MAX];
    int given[MAX_WRITES];
    if (!collect(t, reg, sets) || t->writes < 2) {
        return;
    }
    memcpy(into, nothing, (size_t)g->count * sizeof *into);
    while (flow(t, into)) {
    }
    group_writes(t);
    for (int w = 0; w < t->writes; w++) {
        given[w] = -1;
    }
    int kept = 0; // the first group keeps the register
    for (int w = 0; w < t->writes; w++) {
        int root = find_group(t, w);
        if (given[root] < 0) {
            if (!kept) {
                given[root] = reg;
            } else if (sets ? g->sets < REGION_REGS : g->nums < REGION_REGS) {
                given[root] = sets ? g->set0 + g->sets++ : g->num0 + g->nums++;
            } else {
                g->failed = 1;
                return;
            }
            kept = 1;
        }
    }
    for (int i = 0; i < t->count; i++) {
        mention *m = &t->list[i];
        int w = m->write;
        for (int k = 0; w < 0 && k < t->writes; k++) {
            w = m->reach >> k & 1 ? k : -1;
        }
        if (w >= 0) {
            *insn_operand(&g->x[m->at], m->operand) = (uint16_t)given[find_group(t, w)];
        }
    }
}

// How often each register is written.
static void count_writes(region *g, uint16_t sets[REGION_REGS], uint16_t nums[REGION_REGS]) {
    memset(sets, 0, REGION_REGS * sizeof *sets);
    memset(nums, 0, REGION_REGS * sizeof *nums);
    for (int i = 0; i < g->count; i++) {
        const char *format = ir_op_format[g->x[i].op];
        for (int k = 0; format[k]; k++) {
            const int v = *insn_operand(&g->x[i], k);
            if ((format[k] == 'D' || format[k] == 'B') && v >= g->set0) {
                sets[v - g->set0]++;
            } else if (format[k] == 'E' && v >= g->num0) {
                nums[v - g->num0]++;
            }
        }
    }
}

void region_name_values(region *g) {
    tracker t;
    uint16_t set_writes[REGION_REGS], num_writes[REGION_REGS];
    int sets = g->sets, nums = g->nums;
    t.g = g;
    count_writes(g, set_writes, num_writes);
    for (int r = 0; r < sets && !g->failed; r++) {
        if (set_writes[r] > 1) {
            split(g, &t, g->set0 + r, 1);
        }
    }
    for (int r = 0; r < nums && !g->failed; r++) {
        if (num_writes[r] > 1) {
            split(g, &t, g->num0 + r, 0);
        }
    }
    region_count(g);
}

// --- Counting ---------------------------------------------------------------------------------

static void count_mention(region *g, int at, char kind, uint16_t v) {
    region_reg *r = is_set_kind(kind)   ? region_set(g, v)
                    : is_num_kind(kind) ? region_num(g, v)
                                        : NULL;
    if (!r) {
        return;
    }
    if (kind != 'D' && kind != 'E') {
        r->uses++;
    }
    if (kind != 'S' && kind != 'I') {
        r->shared |= r->def >= 0 || kind == 'B';
        r->def = (int16_t)at;
    }
}

// The nearest place after i that can be reached without passing i.
static void count_dominance(region *g) {
    for (int i = 0; i < g->count; i++) {
        g->dom[i] = (int16_t)g->count;
    }
    for (int s = 0; s < g->count; s++) {
        int j = insn_jump(&g->x[s]);
        int to = j >= 0 ? *insn_operand(&g->x[s], j) : 0;
        for (int i = s + 1; i < to; i++) {
            g->dom[i] = (int16_t)(to < g->dom[i] ? to : g->dom[i]);
        }
    }
}

void region_count(region *g) {
    static const region_reg fresh = {.def = -1};
    uint16_t epoch = 0;
    for (int r = 0; r < g->sets; r++) {
        g->set[r] = fresh;
    }
    for (int r = 0; r < g->nums; r++) {
        g->num[r] = fresh;
    }
    for (int i = 0; i < g->count; i++) {
        const char *format = ir_op_format[g->x[i].op];
        g->epoch[i] = epoch;
        epoch = (uint16_t)(epoch + insn_is_effect(g, &g->x[i]));
        for (int k = 0; format[k]; k++) {
            count_mention(g, i, format[k], *insn_operand(&g->x[i], k));
        }
    }
    count_dominance(g);
}
