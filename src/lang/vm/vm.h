// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_VM_H
#define TSR_LANG_VM_H

// The rules machine: runs the code of a program on one frame.
//
// A frame holds a working copy of a state (its registers come first), scratch
// registers, the offers of the choices looked at, and saved copies for walking
// back. It is large and lives on the caller's stack; only the parts a game uses
// are ever touched. Every loop in code runs over the cells of a set, and the
// walker pays `fuel` for each node, so nothing runs for ever: when fuel is out,
// every answer is "no more".

#include "lang/ir/ir.h"
#include "lang/ir/rt/sets.h"

// A set on offer stands for at least one move, so as many sets as there may be moves are enough,
// whatever the size of the board.
enum {
    VM_MAX_OFFERS = TSR_MAX_MOVES,
    VM_OFFER_WORDS = VM_MAX_OFFERS * BOARD_MAX_WORDS,
    VM_SAVE_WORDS = 8192,
    VM_LINE = 64 // bytes that caches keep together
};

typedef struct offer {
    uint16_t form; // offer_form
    uint16_t aux;  // class: shift; origin: the cell it starts from
    uint16_t node; // the choice that is offered
    uint16_t with; // the cell that a `for` around it had named, or BOARD_NONE
    uint32_t size; // turns it stands for, if its node has a weight; else its cells
} offer;

struct playing; // playout.c

// What the end of a turn wants to know about the next one.
typedef enum frame_question { ASK_MOVES, ASK_LAST } frame_question;

typedef struct frame frame;
struct walker;
struct frame {
    const program *p;
    uint64_t *ring; // keys of earlier positions, newest last; in the state, for those who play
    uint64_t now;   // the key of the position when the turn had ended
    int64_t fuel;
    int cut;  // a path was given up because it was too long
    int cans; // how many walks of `can` go on in each other
    int offer_count, save_top;
    int offer_first;     // JOFFER asks about offers from this one on
    int offer_base;      // those before it belong to plies that are being counted
    int ret_set;         // register answered by RETS
    int sub;             // which promotion, for JSUB
    uint16_t node, with; // what new offers are marked with
    uint8_t lazy, plied; // how a turn ends: see JLAZY and JPLIED
    uint8_t knows_now;   // `now` has been noted
    uint8_t in_tree;     // what the ring remembers of earlier plies is still needed
    int (*can)(frame *f, int node, const uint64_t *here);
    // Runs a function of ways (walk_impl.h): for instructions that call one again and again.
    int (*run)(struct walker *w, uint32_t fn, int from, int to);
    int (*asks)(frame *f, frame_question what); // for ends of turns
    // In a playout: the code to go on with after this answer, 0 = leave. Else NULL.
    uint32_t (*next)(frame *f, int answer);
    struct playing *playing; // what `next` works on
    ir_head h;
    _Alignas(VM_LINE) uint64_t set[IR_MAX_SET_WORDS]; // so that few sets lie across two lines
    int32_t num[IR_MAX_NUMS];
    offer offer[VM_MAX_OFFERS];
    _Alignas(VM_LINE) uint64_t target[VM_OFFER_WORDS]; // words of offer i start at i * words
    uint64_t save[VM_SAVE_WORDS];
};

// Runs code from instruction `at` to its RET; the answer is its operand, or VM_OVER if
// the game ended.
int vm_run(frame *f, uint32_t at);

// A state into the frame and back. `state` is 8-aligned.
void vm_load(frame *f, const program *p, const void *state);
void vm_store(const frame *f, void *state);

// Pushes and pops the working copy. vm_save answers 0 when there is no room.
int vm_save(frame *f);
void vm_restore(frame *f); // copies back, keeps the saved one
void vm_drop(frame *f);
void vm_back(frame *f); // both

// The key of the position, the same for equal positions; noting it; adding what was noted to
// the ring, alone if `one_way`: no earlier position can return.
uint64_t vm_key(const frame *f);
void vm_note_key(frame *f);
void vm_push_key(frame *f, int one_way);

// The working copy's register, as words.
static inline uint64_t *vm_set(frame *f, int reg) {
    return f->set + reg * f->p->b.words;
}
static inline const uint64_t *vm_set_const(const frame *f, int reg) {
    return f->set + reg * f->p->b.words;
}

// What is used inside a turn only is zero.
VM_INLINE void clear_registers(frame *f, const int w) {
    const ir_layout *at = &f->p->at;
    uint64_t *set = f->set + at->here * w, *end = f->set + at->state_sets * w;
    while (set < end) {
        *set++ = 0;
        VM_KEEP_LOOP; // a few words: not worth a call
    }
    for (int i = at->events; i < at->state_nums; i++) {
        f->num[i] = 0;
        VM_KEEP_LOOP;
    }
    f->h.pc = 0;
}

// The lowest cell of a set, or -1.
static inline int vm_first(const uint64_t *s, int words) {
    for (int i = 0; i < words; i++) {
        if (s[i]) {
            return 64 * i + __builtin_ctzll(s[i]);
        }
    }
    return -1;
}

#endif
