// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_OPT_H
#define TSR_LANG_OPT_H

// The optimiser: from the program as it was lowered to one that means the same.
//
// A *region* is a piece of code being rewritten: fragments of the program are copied into
// it, with registers of its own (opt_region.c); it is simplified (opt_values.c), frequent
// groups become one instruction (opt_fuse.c), registers are given out (opt_regs.c), and it
// is appended to the program, whose nodes then refer to it. opt_join.c says which fragments
// belong together: all choices that may begin a turn, and all that follows one choice.
// opt.c calls them. What cannot be rewritten stays as it was: every step may give up.
//
// Inside a region every scratch register is written in one place only, or is *shared* and
// left alone; code runs forward but for loops that end in a jump back to EACH. So an
// instruction at i comes before one at k on every way to it unless a jump leads from
// before i to between i and k.

#include "lang/ir/pass.h"

// Rewrites `p`: runs the schedule of opt.c. Memory comes from `a`, which must outlive the program.
void opt_program(program *p, arena *a);

// --- Regions ------------------------------------------------------------------------

enum { REGION_MAX = 1500, REGION_REGS = 1200, REGION_LOCALS = 32 };

// One scratch register of a region.
typedef struct region_reg {
    int16_t def;         // the instruction that writes it, -1 = none yet
    uint16_t uses;       // how often it is read
    uint8_t shared;      // written in several places, or by a loop
    int16_t first, last; // from where to where its value is needed
    uint16_t at;         // the register it gets in the end
} region_reg;

typedef struct region {
    program *p;
    insn x[REGION_MAX];
    int count;
    uint16_t label[REGION_MAX]; // while building: instruction of each label
    int labels;
    int set0, num0;                   // the first scratch registers
    int sets, nums;                   // scratch registers so far
    uint16_t local[REGION_LOCALS][2]; // registers of the state that are scratch in here
    int locals;
    int16_t dom[REGION_MAX];    // see region_dominates
    uint16_t epoch[REGION_MAX]; // effects before each instruction
    region_reg set[REGION_REGS], num[REGION_REGS];
    uint16_t node; // what copied code offers belongs to this choice
    uint16_t pad;
    int failed; // it did not fit
} region;

// Whether an instruction changes the state, if only by a register of it.
int insn_is_effect(const region *g, const insn *x);

// Building. A label is a place to jump to; region_seal puts instructions for labels.
void region_begin(region *g, program *p);
int region_label(region *g);
void region_place(region *g, int label); // the next instruction
void region_add(region *g, opcode op, int a, int b, int c, int d, int e);
int region_new_set(region *g);
void region_make_local(region *g, int reg); // before any code is added

// Copies the code at `start`. RET 1 goes to label `yes`, RET 0 to `no`; -1 = stays RET. An
// answer of RETS goes to register `set`.
void region_copy(region *g, uint32_t start, int yes, int no, int set);
// The same right behind the answer no of the code `before`, which was copied when the region had `base` registers (sets
// and nums): where both begin alike only what is different. 0 = they do not, or more is needed; nothing is copied.
int region_copy_after(region *g, uint32_t start, uint32_t before, const int base[2], int yes,
                      int no);
void region_seal(region *g);

// Drops the instructions that are not marked.
void region_keep(region *g, const uint8_t *keep);

// Appends the region to the program and answers where; 0 = it does not fit.
uint32_t region_finish(region *g);

// --- Looking at a region ----------------------------------------------------------------

// Gives every value its own register; fills in everything about registers.
void region_name_values(region *g);
void region_count(region *g); // dom, epoch, and def, uses, shared of each register

// Whether instruction i has always run before k.
static inline int region_dominates(const region *g, int i, int k) {
    return i < k && k < g->dom[i];
}

region_reg *region_set(region *g, int reg); // NULL for registers of the state
region_reg *region_num(region *g, int reg);

// --- Rewrites ------------------------------------------------------------------------------

void opt_values(region *g);   // fold, common, dead
void opt_fuse(region *g);     // fuse
int opt_registers(region *g); // gives out registers; 0 = there are not enough
// A rule that code asks about reads cells that joined code keeps to itself. If none does, `seen`
// is -1 for the nodes that are in no such rule: the others may begin with a `here`.
int opt_asked_read_names(const program *p, int64_t *seen);
void opt_join(program *p, region *g);  // joined code of all phases and choices
void opt_reads(program *p, region *g); // facts about tests
void opt_find_pairs(program *p);       // fact_weight.pair; after all codes are as they will be
uint32_t opt_code(program *p, region *g, uint32_t code); // the same code, better

#endif
