// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_IR_H
#define TSR_LANG_IR_H

// The program: what a rules file becomes, and all that back ends need.
//
// Two layers. The *automaton* is a graph of nodes, one graph for each player and
// phase: choices, effects, branches. A legal turn is a path from its start to
// N_END. The *code* is a list of instructions over registers that hold sets of
// cells (1, 2 or n words) and numbers; a node refers to code for its guards, for
// the choices it offers, and for what a choice does. Code is written once for each
// player, so `forward` is a constant and nothing in it asks whose turn it is.
//
//     turn: jump else walk            ELSE -+- CHOICE Man jump -- ELSE (again) -- DO --+
//                                           +- CHOICE Man walk ----------------- DO --+- END
//
// The machine (vm.c) runs code; ways through the automaton are functions that the plan
// makes of it (plan/ways.h); the generator of C prints both. A program never changes after lowering and is
// shared between threads.
//
// A state is one flat block:
//
//     ir_head | sets: own[players] neutral type[..] closed latch last.. | here it later
//             | named cells | numbers: vars hands tokens piles | counters | ring of keys
//
// The part before `here` and the numbers before the counters are the position, of
// which keys are made. The rest is only used inside a turn and zero between turns.

#include <stddef.h>
#include <stdint.h>

#include <tessera/game.h>
#include <tessera/text.h>

#include "lang/ir/board.h"
#include "lang/ir/facts.h"
#include "lang/ir/native.h"
#include "lang/ir/ops.h"
#include "lang/ir/rt/piles.h"

// The tree that a program was made of. Nobody below `lower` and `game` looks inside.
typedef struct ast ast;
struct game_ast;
struct plan_ways;

typedef enum node_kind {
    N_END,     // the turn is complete
    N_DEAD,    // no way
    N_DO,      // code: effects; then next
    N_TEST,    // code answers 0: no way; else next
    N_WHEN,    // code answers 1: next, 0: alt
    N_OR,      // both next and alt are ways
    N_ELSE,    // alt only if next leads nowhere
    N_FOR,     // code answers a set; `reg` is each of its cells in turn; then next
    N_LONGEST, // of the paths from next to the mark only the longest
    N_MARK,    // end of longest; code, if any: the length is the number it leaves, as a score
    N_CHOICE,  // code offers, `apply` does it, then next
    N_ROLL // chance fills number register `reg` with one of apply + 1 numbers from `code` on: all alike, or,
    // if it has `reach`, each with the weight that this code leaves, as a score, when it finds the number
    // in `reg`. `zone` says what it is for: chance_kind
} node_kind;

// What an N_ROLL is for; back ends need not know.
typedef enum chance_kind {
    CHANCE_ROLL, // the number itself
    CHANCE_LET,  // no chance at all: the next node says who is asked behind it
    CHANCE_DEAL // a type: the next node, an N_DO, brings one to area choice >> 3 of player choice & 7
} chance_kind;

// A node of the automaton: what it is and where it leads. What has been found out about it
// is in facts.h.
typedef struct ir_node {
    uint8_t kind;   // node_kind
    uint8_t within; // inside a `longest`
    uint16_t next, alt;
    uint16_t choice; // N_CHOICE: which
    uint16_t reg;
    uint16_t
        zone; // N_WHEN that asks whether `here` is in a constant: the constant + 1, else 0; N_ROLL
    uint32_t code, apply;
    uint32_t reach; // a motion: what it could reach if nothing else mattered, or 0;
                    // N_FOR: the cells before a pass left some out, or 0; N_ROLL: weights, or 0
    uint16_t explain, explains; // conditions one by one, for reasons: ir_explain
    uint32_t place; // N_ROLL that deals, in a program to be tried: lower_place_of its step
} ir_node;

_Static_assert(sizeof(ir_node) == 32, "the number of a node is a shift away from its address");

// What the end of a turn has to do in this game. Most games need little of it.
typedef enum ir_duty {
    DUTY_LATER = 1, // take off what was captured for later
    DUTY_LAST = 2,  // remember the turn for `last`
    DUTY_LATCH = 4, // drop worthless latches
    DUTY_QUIET = 8, // count quiet turns
    DUTY_PHASE = 16,
    DUTY_RING = 32,  // remember the position
    DUTY_START = 64, // a turn may begin with a roll, or end without a choice
    DUTY_LATER_ENDINGS = 128,
    DUTY_TRACES = 256, // joined turns leave events or named cells behind
    DUTY_SETTLE = DUTY_LATER | DUTY_LAST | DUTY_LATCH | DUTY_QUIET | DUTY_PHASE | DUTY_TRACES
} ir_duty;

typedef enum choice_kind {
    CH_MOTION,   // from, to
    CH_CONTINUE, // to; from where the piece stands
    CH_PLACE,    // cell
    CH_CHOOSE,   // cell
    CH_TAKE,     // cell
    CH_BECOME,   // nothing: the type is in the table
    CH_PASS,
    CH_SWAP,
    CH_DONE,
    CH_SAY,   // nothing: the word is its label
    CH_NUMBER // nothing: the number is in the table
} choice_kind;

typedef struct ir_choice {
    uint8_t kind;       // choice_kind
    uint8_t type;       // piece that moves, is placed or promoted to; 255 = any
    uint8_t label;      // index + 1 into labels, 0 = none
    uint8_t motion;     // ast_motion
    const ast *rule;    // what the author wrote, for reasons
    const ast *guard;   // chain of conditions (R_IF nodes by ->c) or NULL
    uint8_t reads_last; // it depends on the turn before
    uint8_t alike;      // the first choice that does the same: with the same cells it is one move
    uint8_t any_owner;  // a motion of pieces that need not be the mover's
    uint8_t takes_crossed; // a hop over pieces that takes the one it crosses
    uint8_t idle;          // a motion of one type of pieces out of those of another: never offered
    uint8_t number;        // CH_NUMBER
    uint8_t distinct;      // inside a `distinct`
    uint8_t by_place; // of cards in several areas: what they are does not say which one is meant
} ir_choice;

// Where the registers of a state are. BOARD_NONE = this game has none.
typedef struct ir_layout {
    uint16_t own, neutral, type, closed, latch;
    uint16_t
        known; // first of a set a player: hidden cells of which that player knows what lies there
    uint16_t last_from, last_to, last_over;
    uint16_t position_sets; // sets before this one make the key
    uint16_t
        could_not; // first of a set a type: cells whose hidden piece, as everybody can tell, is none of it
    uint16_t
        could_not_have; // a set: in hidden areas, where kinds would lie that are, as everybody can tell, not there
    uint16_t here, it, later, next_from, next_to, next_over;
    uint16_t named;      // first of named_count
    uint16_t state_sets; // in the state; registers from here on are scratch
    uint16_t from, to;   // scratch: the choice being applied
    uint16_t set_count;  // registers in all
    // numbers
    uint16_t vars, hands, tokens, last_label;
    uint16_t
        gone; // where something is hidden: things of each type that have left the game, where pieces are
              // hidden by owner
    uint16_t position_nums;
    uint16_t quiet;
    uint16_t why; // of a program that replays moves: reasons, lower/lower_told.c
    uint16_t events, loops, rolls;
    uint16_t joint;   // which of program.joint is being answered, from 1; 0 = none
    uint16_t answers; // room for answers, IR_ANSWER numbers a player: game/joint.c
    uint16_t state_nums, num_count;
    uint16_t
        piles;    // the first number behind which piles are kept as bytes, + 1; 0 = there are none
    uint16_t out; // first of a number a player, + 1: who is out, the how-manieth; 0 = nobody can be
} ir_layout;

enum {
    IR_PLAN_CODE = 1 << 11,
    IR_MAX_PLAYERS = 8, // these as many as the language has: lower_game.c
    IR_MAX_TYPES = 64,
    IR_MAX_OUTCOMES = IR_MAX_TYPES, // of chance, if they have weights
    IR_EVENT_TYPES = 24,            // types whose moves can be listened to
    IR_MAX_VARS = 24,
    IR_MAX_OPTIONS = 12,
    IR_MAX_TOKENS = 2,
    IR_MAX_PHASES = 8,
    IR_MAX_NEXT = 4,
    IR_MAX_CODE = (1 << 15) + IR_PLAN_CODE, // the last ones are for the plan alone
    IR_MAX_NODES = 1 << 12,
    IR_MAX_CONSTS = 512,
    IR_MAX_CHOICES = 255,
    IR_MAX_SETS = 200,
    IR_MAX_NUMS = 2400,
    IR_MAX_QUIET = 4,
    IR_MAX_NAMED = 24,
    IR_MAX_LABELS = 24,
    IR_MAX_GUARDS = 200,
    IR_MAX_EXPLAINS = 600,
    IR_MAX_SET_WORDS = 2048, // registers x words
    IR_MAX_AREAS = 8,
    IR_MAX_JOINTS = 32,
    IR_ANSWER = 4,
    IR_NEUTRAL = 15,  // the player operand of neutral pieces
    VM_FUEL = 2000000 // nodes that one call may visit; a turn of chess takes under 1000
};

// Events of a turn, as bits: what `n turns without ...` listens to.
enum { EVENT_CAPTURE = 1, EVENT_TYPE = 1 };

static inline uint32_t event_of_type(int type) {
    return type < IR_EVENT_TYPES ? 1u << (EVENT_TYPE + type) : 0;
}

typedef struct ir_quiet { // n turns without ...
    uint32_t events;
    uint32_t labels;
    int32_t limit;
} ir_quiet;

typedef struct ir_phase {
    uint16_t start[IR_MAX_PLAYERS];  // nodes
    uint32_t offers[IR_MAX_PLAYERS]; // code that offers all that may begin a turn, or 0
    uint32_t next_code[IR_MAX_PLAYERS][IR_MAX_NEXT]; // conditions
    uint8_t next_phase[IR_MAX_NEXT];
    int next_count;
} ir_phase;

typedef struct ir_range {
    int32_t min, max;
} ir_range;

// An area: its cells, one player's after another's.
typedef struct ir_area {
    uint16_t first, size; // of one player
    uint8_t each, hidden;
    uint8_t sorted; // every kind has cells of its own: program.slot_kind
    uint8_t room;   // things it holds at most, a cell each
} ir_area;

// Choices made at once: where each player's begin, 0 = that player is not asked.
typedef struct ir_joint {
    uint16_t start[IR_MAX_PLAYERS];
} ir_joint;

// A condition the author wrote, for reasons why a move is refused.
typedef struct ir_guard {
    const ast *at; // the R_IF, R_REQUIRE or R_MOTION it belongs to
    const ast *cond;
    uint16_t word; // its text, in `names`
    uint16_t pad[3];
} ir_guard;

// Code for one condition of a choice or a `require`, with `here` set: whether it
// holds, and which cells are to blame.
typedef struct ir_explain {
    uint32_t code;
    uint32_t cells; // answers a set, or 0
    const ast *cond;
    uint8_t attacked; // the cells are to blame because they are attacked
    uint8_t pad[7];
} ir_explain;

// For sentences, pictures and notation: what the author called things. Only the storey `game`, the
// reasons of the walker and comments in printed code read it; nothing that plays depends on it.
typedef struct ir_words {
    const char *source; // of this file, for quoting
    const char *title;
    const char *player[IR_MAX_PLAYERS], *type[IR_MAX_TYPES], *token[IR_MAX_TOKENS],
        *var[IR_MAX_VARS];
    const char *label[IR_MAX_LABELS];
    int label_count;
    const char *choice[IR_MAX_CHOICES + 1]; // what the author wrote, on one line; NULL = nothing
    char letter[IR_MAX_TYPES];
    const char **names; // words for sentences: cells, then types, labels, reasons, guards
    int name_count, name_types, name_cells, name_reasons;
    ir_explain explain[IR_MAX_EXPLAINS];
    int explain_count;
    ir_guard guard[IR_MAX_GUARDS];
    int guard_count;
    const ast *roll_rule[16];
    uint32_t check_code[IR_MAX_PLAYERS];  // `def check`, where the author wrote one
    uint32_t always_code;                 // what the author says is always so, 0 = nothing
    uint32_t unseen_code[IR_MAX_PLAYERS]; // answers the cells a player does not look into, 0 = none
    int fen, sfen;                        // positions are written as FEN, as SFEN
    uint8_t plain[IR_MAX_TYPES];          // there: what a type was before it was promoted
    uint8_t writes, reads;                // how moves are written (notation_kind), read too (bits)
    int8_t way[IR_MAX_PLAYERS];           // points: where a player's men go, 1 = to higher cells
} ir_words;

// Sizes that follow from the rules: of moves, of games, of states.
typedef struct ir_sizes {
    int cell_bits, choice_bits; // of a choice and a cell in the code of a move
    int max_moves, max_plies, max_chance;
    int most_own, most_all;         // pieces of one player, of all; where that is not known,
    uint16_t most_of[IR_MAX_TYPES]; // and of a type: as many as there are cells
    uint32_t state_size, head_sets, head_nums, ring_off; // bytes, and byte offsets in a state
} ir_sizes;

// Where the code and the nodes of one player begin. (Those of turns are in ir_phase.)
typedef struct ir_roots {
    uint32_t endings; // before `stuck`; answers 1 when over
    uint32_t whole;   // the same without a look at what the turn added, or 0
    uint32_t later;   // endings after `stuck`
    uint32_t score;   // answers in number register 0 of scratch
    uint16_t stuck;   // node: effects of `stuck`
    uint16_t setup;   // node
    // The plan's:
    uint32_t end;        // what happens when a turn of this player is complete
    uint32_t judge;      // an ending below `stuck` holds: does it, or is the next player stuck?
    uint32_t when_stuck; // the effects of `stuck`, 0 = none
    uint32_t set_up;     // those of the setup
} ir_roots;

// What of the past the rules can still ask for.
typedef struct ir_past {
    uint32_t asked_labels; // labels that `last is` asks for
    int keep_last;         // `last` is read without a label too
    int last_elsewhere;    // not only by choices that begin a turn: endings, `stuck`, effects
    uint64_t last_choices; // choices that read `last`, as bits (choice & 63)
    ir_quiet quiet[IR_MAX_QUIET];
    int quiet_count;
    int uses_ring; // 1 repeated, 2 new position
    int ring_cap;
    int latch_pair[2]; // types whose `unmoved` is only asked together, or -1
    uint8_t latch_types[IR_MAX_TYPES];
    uint64_t *latch_start; // cells
    uint32_t latch_code;   // drops latches that are worth nothing, 0 = there are none
    uint32_t forget_code;  // drops `last` where nobody can use it, 0 = it is always kept
} ir_past;

// The program. What plays comes first: all of it is in ir_hash.
typedef struct program {
    board b;
    ir_layout at;
    insn *code;
    uint32_t code_count;
    uint32_t plan_code; // from here on it is the plan's: plan/plan.h
    ir_node *node;      // node 0 is N_END
    int node_count;
    uint64_t *consts; // [const_count * words]
    int const_count;
    ir_choice choice[IR_MAX_CHOICES + 1]; // from 1
    int choice_count;
    ir_phase phase[IR_MAX_PHASES];
    ir_roots root[IR_MAX_PLAYERS];
    ir_past past;
    int players, types, phases, tokens, vars;
    uint8_t team[IR_MAX_PLAYERS]; // players of one number play together
    int teams;                    // whether any do
    int has_stuck, has_score, half_points;
    int score_hides;  // the score asks what lies in a hidden area
    int split;        // one choice a move
    int always_split; // ... whoever asks: whole turns would be too many to list
    int undivided;    // a rule that compares whole turns cannot do without them
    int distinct; // of turns that differ inside a `distinct` only, those to one position are one
    int limit;    // turns
    uint16_t named_count, loop_count, roll_count;
    ir_range var_range[IR_MAX_VARS];
    uint16_t var_at[IR_MAX_VARS]; // first number register; `each`: one per player
    uint8_t var_each[IR_MAX_VARS];
    int32_t var_start[IR_MAX_VARS];
    int32_t hand_start[IR_MAX_TYPES]; // pieces of a type that each player begins with
    int32_t option_value[IR_MAX_OPTIONS];
    int setup_count; // players the setup is done for
    pile_form pile;  // `at` is NULL where nothing lies on anything
    ir_area area[IR_MAX_AREAS];
    int areas;
    uint8_t *slot_kind; // of each cell: the type that alone lies there, 255 = any
    uint16_t
        *slot_at; // of each sorted area and type: which of its cells are the first of that type,
                  // with one more for the end; types + 1 a row, NULL where no area is sorted
    uint16_t kind_count[IR_MAX_TYPES]; // ... and of each type: how many the setup puts down
    uint8_t hidden_type[IR_MAX_TYPES]; // which kind it is, only its player knows
    int hides_pieces;                  // whether there are such
    int unknown; // the type of what a viewer does not know, only in views; -1 = nothing is hidden
    ir_joint joint[IR_MAX_JOINTS];
    int joints;
    uint16_t dealt;  // node: what of the setup is chance, 0 = nothing
    int pile_most;   // things there can ever be
    uint64_t *start; // the first position, state_size bytes

    ir_facts fact;
    ir_sizes size;
    ir_words words;
    int has_sides; // the rules speak of forward or ranks: players look at each other
    int places;    // pieces may come onto the board during play

    struct game_ast *g;     // the tree it was made of, for those who know trees
    insn *vm;               // the code as the machine runs it: vm_prepare.h
    struct plan_ways *ways; // functions that walk the automaton: plan/ways.h
    uint32_t passes_off;    // rewrites that are not done, as bits: pass.h
} program;

// Whether `last` is forgotten where no choice of the next player can use it.
static inline int ir_forgets_last(const program *p) {
    return p->at.last_to != BOARD_NONE && !p->past.keep_last && !p->past.last_elsewhere;
}

// What lies covered in a state, as bytes behind its numbers.
static inline const uint8_t *ir_pile_bytes(const program *p, const int32_t *nums) {
    return (const uint8_t *)(nums + p->at.piles - 1);
}

// Whether a node deals; whether it only says who is asked; and the node behind all that is done there.
static inline int ir_is_deal(const ir_node *n) {
    return n->kind == N_ROLL && n->zone == CHANCE_DEAL;
}
static inline int ir_is_let(const ir_node *n) {
    return n->kind == N_ROLL && n->zone == CHANCE_LET;
}
static inline int ir_behind_chance(const program *p, int node) {
    const ir_node *n = &p->node[node];
    return ir_is_deal(n) || ir_is_let(n) ? p->node[n->next].next : n->next;
}

// Whether nodes of this kind lead two ways.
static inline int ir_has_alt(int kind) {
    return kind == N_OR || kind == N_ELSE || kind == N_WHEN;
}

// The number of a node; the facts about it.
static inline int ir_index(const program *p, const ir_node *n) {
    return (int)(n - p->node);
}
static inline const fact_path *ir_path(const program *p, const ir_node *n) {
    return &p->fact.path[n - p->node];
}
static inline const fact_turn *ir_turn(const program *p, const ir_node *n) {
    return &p->fact.turn[n - p->node];
}
static inline const fact_test *ir_test(const program *p, const ir_node *n) {
    return &p->fact.test[n - p->node];
}
static inline const fact_weight *ir_weight(const program *p, const ir_node *n) {
    return &p->fact.weight[n - p->node];
}

// Checks code and automaton before anything runs: opcodes, registers, jumps,
// constants, nodes. Returns 0 if sound, else writes what is wrong to `buf`.
int ir_verify(const program *p, char *buf, size_t cap);

// One instruction as a line of text; the program as text, by snprintf's rule.
void ir_put_insn(tsr_out *o, const program *p, uint32_t at);
int ir_disasm(const program *p, char *buf, size_t cap);
// Where turns begin and what can be reached from there, a line each: lang.h.
int ir_automaton(const program *p, char *buf, size_t cap);

// The area that a cell lies in, and the first cell there of the same player; NULL on the board.
const ir_area *ir_area_at(const program *p, int cell, int *first);

// The instructions that can be reached from `at`, in order; at most `cap` are written to `out`.
// Answers how many there are.
int ir_block(const program *p, uint32_t at, const insn **out, int cap);
int ir_may_end_game(const program *p, uint32_t code); // whether these instructions can decide it

// Of the choices that stand side by side from node `at` on (what a piece may become): how many, and
// number *r of them, which is counted down.
int ir_promotion_count(const program *p, int at);
const ir_node *ir_promotion(const program *p, int at, int *r);

// What can become more during play: pieces of a player, of all together, of a type.
typedef struct ir_growth {
    uint8_t own, all, changes_sides; // changes_sides: pieces change to other players
    uint8_t type[IR_MAX_TYPES];
} ir_growth;
ir_growth ir_grows(const program *p);

// What follows from the graph: facts about paths and weights.
void ir_analyse(program *p);

// A number for all that plays: two programs with the same one play alike, so code compiled
// from one may stand in for the other.
uint64_t ir_hash(const program *p);

// What follows from sizes and code: fact.duties. Last of all.
void ir_find_duties(program *p);

#endif
