// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_LOWER_H
#define TSR_LANG_LOWER_H

// Lowering: from the tree to the program, with types checked on the way.
//
// Everything is lowered once for every player, so words such as `forward` and
// `mine` are constants. Expressions become code over set registers
// (lower_expr.c and its parts), conditions become jumps (lower_cond.c), conditions on many
// cells at once become sets (lift.c), `attacked` is turned round (attack.c),
// rules become nodes of the automaton (lower_rule.c, lower_choice.c with its parts in
// choice.h, lower_ability.c, lower_effect.c), and lower_game.c lays out the state and puts
// the parts together. scan.c finds out beforehand which parts of a state the game needs.
//
// Names are resolved through a chain of bindings on the C stack. Mistakes are
// reported as diagnostics and lowering goes on with a harmless value.

#include "lang/ir/ir.h"
#include "lang/lower/board_decl.h"

typedef enum value_type { V_NONE, V_SET, V_DIR, V_DIRI, V_INT, V_TURN } value_type;

typedef struct value {
    uint8_t type;           // value_type
    uint8_t owned;          // scratch register that may be overwritten
    uint16_t reg;           // V_SET, V_INT, V_DIRI; V_TURN: the cell around which
    const uint64_t *k;      // V_SET known before play, reg unused; else NULL
    const uint64_t *within; // V_SET, V_TURN: the cells it can be one of, as far as known; or NULL
    int konst;              // V_INT known before play
    int32_t num;            // its value; V_DIRI: how many times; V_TURN: quarters to the left
    int32_t lo, hi;         // V_INT: range
    int count;              // V_DIR
    uint16_t shift[DIRSET_MAX];
} value;

typedef enum bind_kind { BIND_LET, BIND_VALUE } bind_kind;

typedef struct binding binding;
struct binding {
    const char *name;
    bind_kind kind;
    const ast *let;     // BIND_LET: means this text ...
    const binding *env; // ... among these names
    value v;            // BIND_VALUE
    const ast *picked;  // ... a cell that was chosen among these, or NULL
    const binding *up;
};

typedef struct guard_names guard_names;

typedef struct guard guard;
struct guard { // `x if c`, waiting for its choice
    const ast *cond;
    const binding *env;
    const guard *up;
};

typedef struct rule_context {
    int bound; // HERE_*
    int type;  // of the ability's piece, -1 outside abilities
    int any_owner;
    const ast *origin;         // of `move S`, or NULL
    const binding *origin_env; // the names that S is read among
    int label;                 // index + 1
    const char *only;          // only abilities with this label
    const guard *guards;
} rule_context;

enum {
    HERE_OPEN,  // the first motion picks the piece
    HERE_GIVEN, // here is set, but the move must still say from where
    HERE_MOVED  // the piece has moved: from is known
};

enum { NO_REG = 0xffff, MAX_SAME_NAMES = 16 };

enum { SETUP_FIRST = 1, SETUP_AGAIN };

// An ability that is being lowered must not come up again inside itself.
typedef struct busy_ability busy_ability;
struct busy_ability {
    const ast *rule;
    const busy_ability *up;
};

// What a definition stands for is worked out once in an expression, however often it is named.
enum { MAX_SHARED = 96 };
typedef struct shared_value {
    const void *what; // a decl_def, or the binding of a `where`
    int here, me;
    value v;
} shared_value;

typedef struct lower lower;
typedef struct label label;

// What trees mean: expressions, conditions and rules nest in one another. A file calls those below it by name, and has
// what stands above it by lower_expr, lower_cond and lower_rule (lower_tree.c), which ask here.
typedef struct lower_meanings {
    value (*expr)(lower *l, const ast *e);                           // lower_expr.c
    void (*cond)(lower *l, const ast *e, int want, label *to);       // lower_cond.c
    int (*rule)(lower *l, const ast *r, rule_context ctx, int next); // lower_rule.c
} lower_meanings;

struct lower {
    const lower_meanings *means;
    program *p;
    game_ast *g;
    board *b;
    arena *a;
    diag_list *diags;
    int me;
    const binding *env;
    int here;             // register, or NO_REG when nothing is moving
    const ast *failed;    // alternatives that were impossible, if that tells something of a hand
    int in_repeat;        // ... what is repeated as often as possible
    int in_attack;        // lowering an enemy's ability to see what it attacks
    int set_top, num_top; // next free scratch registers
    int in_expr;          // how deep we are in an expression
    shared_value shared[MAX_SHARED]; // of the outermost one
    int shared_count;
    int choices; // counted for this player
    int named, loops, rolls;
    int broken; // a table overflowed; reported once
    int in_longest, in_distinct;
    int passed_by; // `any number of` in order: register of what was there and not chosen, or NO_REG
    int setup;     // lowering the setup; SETUP_AGAIN: what the second player does, and so on
    int mover;     // endings: who has moved, if only `to` was added; else -1
    int in_turn;   // lowering a turn
    int in_stuck;  // lowering what `stuck` looks ahead to
    int has_out;   // players may leave the game
    const struct features *has; // what the game makes use of
    const busy_ability *busy;   // abilities being lowered, innermost first
    const char *wanted;         // what an unknown word was meant to be
    ir_range var_now[MAX_VARS]; // what conditions around us guarantee
    const ast *named_rule[IR_MAX_NAMED];
    const ast *same_name[MAX_SAME_NAMES][2]; // choices that give one name: the later, the first
    int same_names;
    uint64_t *area[MAX_AREAS][MAX_PLAYERS]; // cells of areas, of each player if they are `each`
    int area_most[MAX_AREAS];               // things that can lie in one of its cells
    int area_put[MAX_AREAS][MAX_PLAYERS];   // things that the setup puts there
    const ast *overfull[MAX_AREAS];         // the first step of it for which there is no room
    uint16_t next_copy; // the shift to the next cell for the same kind, BOARD_NONE = all are single
    // Where a chosen cell lies from `here`, or the one way of a motion; or BOARD_NONE.
    uint16_t choice_shift[IR_MAX_CHOICES + 1];
    uint8_t choice_me[IR_MAX_CHOICES + 1]; // who makes it
    const ast **way_rule;                  // by node: the rule whose ways an N_OR is, or NULL
    // What the words of its condition mean (overlap_names.c).
    const guard_names *choice_names[IR_MAX_CHOICES + 1];
};

// --- emit.c: code, labels, registers, constants ---------------------------------

struct label {
    int head; // last jump + 1, chained through the operand; 0 = none
};

int lower_emit(lower *l, opcode op, int a, int b, int c, int d, int e);
void lower_emit_label(lower *l, label *to); // here is where its jumps go
void lower_emit_jump(lower *l, opcode op, int a, int b, label *to);
uint32_t lower_emit_here(const lower *l);
int lower_new_set(lower *l);
void lower_free_sets(lower *l, int top); // those from `top` on may be used again
int lower_new_num(lower *l);
int lower_new_const(lower *l, const uint64_t *k);
int lower_new_node(lower *l, node_kind kind, int next, int alt);
void lower_too_big(lower *l, span at, const char *what);

// --- values ---------------------------------------------------------------------

value lower_value_of_set(int reg, int owned);
value lower_value_of_const(const uint64_t *k);
value lower_value_of_int(int32_t n);
value lower_value_of_reg(lower *l, int num_reg, int32_t lo, int32_t hi);
int lower_set_reg(lower *l, const value *v); // the register of a set; constants are loaded
int lower_own_reg(lower *l, const value *v); // ... one that may be overwritten
int lower_num_reg(lower *l, const value *v);

// --- lower_tree.c -----------------------------------------------------------------

value lower_expr(lower *l, const ast *e);
// What it is, without code or messages; type 0 = that cannot be told here.
value lower_peek(lower *l, const ast *e);
int lower_set(lower *l, const ast *e, const char *what); // a register; `what` for errors
value lower_int(lower *l, const ast *e, const char *what);
value lower_dirs(lower *l, const ast *e, const char *what);
void lower_cond(lower *l, const ast *e, int want, label *to);       // jump if it is `want`
uint32_t lower_cond_code(lower *l, const ast *e);                   // code that answers 0 or 1
int lower_rule(lower *l, const ast *r, rule_context ctx, int next); // a node

// --- lower_stand.c ----------------------------------------------------------------

int lower_empty(lower *l);
int lower_pieces(lower *l);
int lower_owner_set(lower *l, int player); // IR_NEUTRAL too
int lower_type_set(lower *l, int type);
int lower_enemies(lower *l);
int lower_on_board(lower *l, int reg); // what of a set is not in areas
int lower_count_cells(const lower *l, const uint64_t *set);
int lower_free_cell(lower *l, int area, int player); // where something arrives there

// --- lower_names.c, lower_defs.c, lower_depends.c, lower_rays.c ----------------------

int lower_flank(lower *l, const ast *e, int from, int all_cells);
int lower_is_flank(lower *l, const ast *e);
const decl_def *lower_find_def(lower *l, const char *name);
const binding *lower_find_binding(const lower *l, const char *name);

// Around whatever a definition stands for; 0 = it is inside itself, which is said.
int lower_enter_def(lower *l, const ast *e, const decl_def *d);
void lower_leave_def(lower *l, const decl_def *d);

// The names of a list of `where`, put before all others; `lets` has room for MAX_WHERES and must
// outlive them.
void lower_bind_lets(lower *l, const ast *let, binding *lets);
int lower_find_type(const lower *l, const char *name);     // -1 = none
int lower_find_player(const lower *l, const char *name);   // -1 = none
int lower_find_label(lower *l, const char *name, int add); // index + 1, 0 = none
int lower_bind_arguments(lower *l, const decl_def *d, const ast *call, binding *out);
int lower_bind_argument_texts(lower *l, const decl_def *d, const ast *call,
                              binding *out); // of a rule
void lower_unknown_word(lower *l, const ast *e, const char *what);
int lower_mentions_here(lower *l, const ast *e);
int lower_mentions_word(lower *l, const ast *e, const char *word);
int lower_mentions_pieces(lower *l, const ast *e); // what stands where
void lower_wrong_type(lower *l, const ast *e, const char *wanted, value_type got);
span lower_span_of(const ast *e);
span lower_first_of(const ast *r); // the first of several steps

// --- lower_expr.c, lower_cond.c -------------------------------------------------------

value lower_mean_expr(lower *l, const ast *e);
void lower_mean_cond(lower *l, const ast *e, int want, label *to);
// An ending's condition by what was added; named: the ending says who wins.
int lower_delta(lower *l, const ast *e, int is_named, label *no);
int lower_is_condition(lower *l, const ast *e);

// --- lift.c ---------------------------------------------------------------------------

int lower_can_lift(lower *l, const ast *cond);
int lower_lift_cond(lower *l, const ast *cond); // set of the cells for `here` where it holds

// --- attack.c ---------------------------------------------------------------------------

// The cells of `cells` that an enemy ability would capture on; with `hit` it jumps there
// at the first one and answers NO_REG.
int lower_attacked(lower *l, int cells, label *hit);

// --- lower_rule.c, lower_choice.c, lower_ability.c, lower_effect.c --------------------

enum { NODE_DEAD = 1 }; // no way

// The turn that is being made: where its piece came from, where it is, what it has crossed.
extern const char *const lower_this_word[]; // from, to, over
typedef enum this_cells { THIS_FROM, THIS_TO, THIS_OVER, THIS_CELLS } this_cells;

int lower_mean_rule(lower *l, const ast *r, rule_context ctx, int next);
int lower_steps(lower *l, const ast *r, rule_context ctx, int next);
// lower_repeat.c: what goes on
int lower_repeat(lower *l, const ast *r, rule_context ctx, int next);
int lower_longest(lower *l, const ast *r, rule_context ctx, int next);
int lower_distinct(lower *l, const ast *r, rule_context ctx, int next);
int lower_any_number(lower *l, const ast *r, rule_context ctx, int next);
int lower_choice(lower *l, const ast *r, rule_context ctx, int next);
int lower_named(lower *l, const ast *r);         // register of a named cell
int lower_roll_register(lower *l, const ast *r); // ... of a number that is rolled or chosen
int lower_this(lower *l, this_cells which);      // ... of `this.from`, or NO_REG
int lower_has_choice(lower *l, const ast *r);    // lower_choices.c: somebody is asked
int lower_chooses_cells(lower *l, const ast *r); // ... for a cell
int lower_abilities(lower *l, const ast *at, const ast *origin, const char *only, rule_context ctx,
                    int next);
int lower_ability(lower *l, const ast *r, rule_context ctx, int next);
int lower_origin(lower *l, const rule_context *ctx); // the cells of `move S`
uint32_t lower_begin_code(lower *l);                 // nothing is shared with other code
void lower_end_code(lower *l, int answer);
int lower_default_target(lower *l, const ast *m);
void lower_explain(lower *l, int node, const ast *cond);        // reasons for one condition
int lower_is_empty_set(lower *l, const ast *e);                 // all its cells are certainly empty
int lower_token_kind(lower *l, const ast *r, const char *name); // -1 = none, which is said
void lower_bring(lower *l, const ast *r);                       // lower_bring.c: the effect's code
int lower_is_single(lower *l, const ast *e); // not more than one cell, as far as that can be seen
void lower_need_one(lower *l, const ast *e); // says so where it is known to be several
void lower_check_players(lower *l);          // lower_race.c: what they say of themselves can be so
int lower_race_way(const lower *l,
                   int player); // along a loop or track: 1 next, -1 prev, 0 = not said
void lower_emit_taken(lower *l, int cells, int is_one);        // lower_taken.c: before a capture
void lower_stuck(lower *l, const ast *e, int want, label *to); // lower_taken.c: a condition
void lower_check_taken(lower *l);                              // says what is wrong with it
int lower_next_player(const lower *l);
void lower_bring_by(lower *l, const ast *r);                 // lower_turn.c: many at once
int lower_has_label(const ast *abilities, const char *name); // one of a list
int lower_any_has_label(lower *l, const char *name);         // some piece's
// Ends the code of a `for` with its cells: only what has not moved, where nothing else will do.
// Returns 1 if that leaves cells out, which reasons still want to see.
int lower_ret_unmoved(lower *l, const ast *r, const char *name, int cells);
int lower_is_effect(
    const ast *r); // effect_kinds.c: something that happens without anybody choosing
void lower_emit_effect(lower *l, const ast *r);
void lower_say_overfull(lower *l); // of which areas the setup puts more than there is room for

// --- lower_area.c, lower_pile.c -------------------------------------------------------------

void lower_plan_areas(lower *l, option_values opt);
int lower_find_area(const lower *l, const char *name); // -1 = none
value lower_area_value(lower *l, int area, int player);
int lower_area_of(lower *l, const ast *e,
                  int *player); // `lifted`, `my bar`, `bar of partner`: the area, or -1
value lower_area_of_player(lower *l, const ast *e); // hand of North
value lower_area_cell(lower *l, const ast *e);      // trick.1
value lower_each(lower *l, const ast *e);
value lower_number_call(lower *l, const ast *e); // min(a, b), max(a, b)

void lower_plan_piles(lower *l); // how much may lie where; before numbers are laid out
int lower_has_piles(const lower *l);
value lower_height(lower *l, const ast *e);   // height at x
void lower_bury(lower *l, int cells);         // before something is put there
void lower_raze(lower *l, int cells);         // after all that stands there was taken
void lower_carry(lower *l, int from, int to); // whatever stands on a cell, with all below it
void lower_bring_part(lower *l, const ast *r, int from, int to); // bring top n of x to y
void lower_remove(lower *l, const ast *r);

// --- lower_out.c: who has left the game, and who plays together ---------------------------------

void lower_plan_out(lower *l);   // before what is used is counted
void lower_plan_teams(lower *l); // program.team
static inline int lower_is_enemy(const lower *l, int player) {
    return l->p->team[player] != l->p->team[l->me];
}
void lower_jump_if_out(lower *l, int player, label *to);
int lower_unless_out(lower *l, int player, int cells); // a set
int lower_node_unless_out(lower *l, int player, int body, int next);
// Those whom a word for one player may mean, the first that is not out; returns how many.
int lower_one_of(lower *l, const ast *who, int *seat);
void lower_out(lower *l, span at);

// --- lower_told.c: programs that replay moves note what happens for which reason -----------------

int lower_reason_numbers(const game_ast *g); // numbers in a state, 0 in programs that play
// OP_ISUB before `reg` changes for that reason, OP_IADD after it; reason 0 = none is given.
void lower_note_change(lower *l, opcode op, int reason, int reg);
void lower_note_end(lower *l, int reason); // an ending, or a player is out
void lower_warn_no_reason(lower *l);       // where a score changes without one

// --- lower_card.c, lower_throw.c, dice.c, lower_know.c, lower_who.c ---------------------------------------------------

void lower_plan_cards(lower *l); // what is hidden or sorted; before the board is built
void lower_note_areas(lower *l, option_values opt); // program.area and slot_kind
int lower_free_slot(lower *l, int area, int player,
                    int type); // of a sorted area: a free cell for it
int lower_place_in(lower *l, int area, int player,
                   int from); // where what lies on `from` goes there
int lower_first_copies(
    lower *l, int cells); // of equal cards on them the first: to choose is to choose a kind
void lower_close_gap(lower *l, int hole); // after something has left a cell of an area
void lower_own_in_area(lower *l, int area, int player,
                       int cell);                  // whose a thing is that came there
int lower_deals(const lower *l, const ast *steps); // whether they deal
int lower_deal(lower *l, const ast *r, int next);  // a node
void lower_plan_dice(lower *l);                    // room for their faces
int lower_throw(lower *l, const ast *r, int next); // a node
int lower_is_dice(const lower *l);                 // all pieces are
int lower_most_dice(lower *l);                     // that lie anywhere at once, or -1
const ast *lower_setup_before_deals(lower *l, const ast *steps);
void lower_setup_deals(lower *l); // program.dealt

void lower_know_moved(lower *l, int from, int to); // inside one hidden area
void lower_know_gone(lower *l, int cells);
void lower_shuffle(lower *l, const ast *r);
void lower_know_taken(lower *l, int cells, int from); // by what comes from there
void lower_know_set(lower *l, int cells);             // pieces were put there, on the board
void lower_know_arrived(lower *l, int from, int to, int area, int owner); // area -1: on the board
void lower_know_put(lower *l, int cells, int area, int owner);
void lower_show(lower *l, const ast *r);

int lower_is_who(lower *l, const ast *who,
                 int player); // `enemy`, `all`, a name: is it this player?
int lower_asks(lower *l);     // whether somebody chooses in another's turn
int lower_let(lower *l, const ast *r, rule_context ctx, int next);
int lower_each_player(lower *l, const ast *r, rule_context ctx, int next);
void lower_next_is(lower *l, const ast *r);
void lower_each_step(lower *l, const ast *r); // lower_each_step.c: the effect's code

// --- lower_unseen.c -----------------------------------------------------------------------

void lower_unseen(lower *l); // program.words.unseen_code, and whether it tells nothing by itself

// --- endless.c ---------------------------------------------------------------------------

// Says if a `repeat` without a limit may go on for ever, and answers 1.
int lower_refuse_endless(lower *l, const ast *r);

// Whether a motion crosses pieces only, and takes the one it crosses.
int lower_takes_crossed(lower *l, const ast *m);

// Whether a motion of `any number of` is one fill: it changes nothing on the way. If not, that is said.
int lower_can_go_on(lower *l, const ast *m);
// The area from which every pass brings one chosen thing away, and none there; or -1.
int lower_area_emptied(lower *l, const ast *pass);

// --- overlap.c -------------------------------------------------------------------------

void lower_find_overlaps(lower *l); // after a player's turns are lowered, for each player

// --- lower_setup.c -----------------------------------------------------------------------

void lower_give_letters(program *p); // every type gets one of its own
void lower_setup_steps(lower *l);    // setup: put ...
void lower_setup_picture(lower *l);  // a drawn one

// --- lower_game.c ------------------------------------------------------------------------

// Makes the program of `g`. Returns 0 for lack of memory.
int lower_game(program *p, game_ast *g, option_values opt, arena *a, diag_list *diags);

// --- scan.c -------------------------------------------------------------------------

enum { MAX_WAS = IR_MAX_NAMED };

typedef struct features {
    int removes; // things leave the game
    int outs;    // players do
    int unmoved, last, later, closed, tokens, repeated, fresh, quiet, neutral, swap, roll, was;
    int taken;          // some type has lines of its own for when it is taken
    int attacked;       // somebody asks what is
    int follows;        // ... of hands what they do not hold
    int left_out;       // choices tell of hidden pieces what they are not
    int attack_walks;   // ... and some ability has to be walked for that
    int last_elsewhere; // `last` is read by others than choices that begin a turn
    int named, loops, rolls;
    int asks;           // somebody chooses in another's turn, or several at once
    uint8_t of_this[3]; // this_cells that are asked for
    uint8_t latch_types[MAX_PIECES];
    const ast *was_rule[MAX_WAS]; // every `was(...)` there is
} features;

void scan_game(const game_ast *g, features *out);
// Notes the types that turns, definitions and endings ask whether they are unmoved.
void scan_unmoved(const game_ast *g, features *out);

// Calls `visit` for `n` and everything below it; stops when it answers 0.
int scan_tree(const ast *n, int (*visit)(const ast *n, void *with), void *with);
// The same, and what the rules say that are named in it, each of them once.
int scan_named(const game_ast *g, const ast *n, int (*visit)(const ast *n, void *with), void *with);
// The same, but not what `let` has other players do.
int scan_own_steps(const game_ast *g, const ast *n, int (*visit)(const ast *n, void *with),
                   void *with);

// Where a step stands in its file, as one number.
static inline uint32_t lower_place_of(const ast *r) {
    return r->at.line << 12 | (r->at.col & 0xfffu);
}

// borrow.c: names of choices that definitions read become their parameters. Before all else.
void lower_borrow(game_ast *g, arena *a);

// unfold.c: calls that ask what was stand for themselves from now on. Before what follows.
void lower_unfold(game_ast *g, arena *a, diag_list *diags);

// notation.c: program.fen, once all rules are lowered.
void lower_notation(lower *l);

#endif
