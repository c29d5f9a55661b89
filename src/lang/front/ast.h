// SPDX-License-Identifier: MIT
#ifndef TSR_LANG_AST_H
#define TSR_LANG_AST_H

// The tree of a rules file: what the author wrote, with its place.
//
// One node type serves expressions, conditions and rules; the comment beside each
// kind says what its kids are. Trees are data: they can be printed (fmt.c),
// compared and lowered once for every player. All nodes live in the
// compilation's arena and are never changed once lowering has begun.

#include "lang/front/diag.h"

typedef enum ast_kind {
    // --- expressions ---
    A_NUM,       // num; flag = in halves
    A_WORD,      // name: lower-case word
    A_TITLE,     // name: a capitalised word, player or piece type
    A_SPAN,      // a..b, kid 0 and 1 are words
    A_VEC,       // (num,num2)
    A_CALL,      // name(list)
    A_MEMBER,    // kid 0 . name
    A_UNION,     // a | b
    A_MEET,      // a & b, also `on` and `with`
    A_ADD,       // a + b
    A_SUB,       // a - b
    A_MUL,       // a * b
    A_NEG,       // - a
    A_COUNT,     // count a
    A_TOWARD,    // toward a
    A_AROUND,    // left around a, right around a; num = quarter turns to the left
    A_OWNED,     // flag 0 my, 1 enemy; name
    A_LINE,      // line a of b
    A_RAY,       // ray a [while/until b]; flag 1 = until; kid 1 may be NULL
    A_FLOOD,     // flood a within b
    A_RANK,      // rank a / rank of a (flag 1) / rank a..b
    A_POINT,     // point a, of a star
    A_ROW,       // row ...
    A_COLUMN,    // column ...
    A_EACH,      // each name in a: b [if c]; list = wheres
    A_REPEATED,  // repeated num
    A_NEW_POS,   // new position
    A_PASSED,    // all passed
    A_QUIET,     // num turns without list of events (A_EVENT)
    A_EVENT,     // name; flag 0 capture, 1 TYPE move, 2 label
    A_AT,        // name at a; height at a, rank at a
    A_OF,        // area name of owner of a; without a: of player name2, or of b (A_WHO)
    A_NTH,       // a.num: one cell of an area
    A_KINDS,     // attribute `name` of kinds in list (A_TITLE; num its value); flag asks
    A_CAN,       // can(rule)
    A_SUPPOSING, // supposing(rule, cond)
    A_FOR,       // a for b, a player (A_WHO): as that player reads it
    A_WHO, // a player: name is me, enemy, others, all, partner, next (player), owner (of a), or the player's own name
    A_WAS, // was(a): the set as it stood when the turn began
    // --- conditions ---
    A_NOT,      // not a
    A_NO,       // no a
    A_AND,      // a and b
    A_OR,       // a or b
    A_CMP,      // a op b; name is the operator
    A_IS,       // a is b; flag 1 = is not; kid 0 NULL = here
    A_IN,       // a in b; kid 0 NULL = here
    A_CONNECTS, // a connects b to c
    // --- rules ---
    R_SEQ,      // list, one after the other
    R_UNION,    // list, the player picks one
    R_ELSE,     // a else b
    R_LABEL,    // name: a
    R_IF,       // a if b
    R_WHEN,     // when a: b [otherwise c]
    R_WHERE,    // a, with list of A_LET
    R_LET,      // name = a, of where
    R_OPTIONAL, // optional a
    R_REPEAT,   // repeat a; num = limit or 0
    R_LONGEST,  // longest a [by b]
    R_DISTINCT, // distinct a
    R_NUMBER,   // any number of a; a motion has MOTION_MANY instead
    R_FOR,      // for name in a: b; a is cells or directions
    R_MOVE,     // move [a]
    R_MOTION,   // see motion fields
    R_PLACE,    // place name [from hand or c (flag, PLACE_*)] on a; list = further types
    R_CHOOSE,   // choose name in a; flag 1: a number in a..b
    R_TAKE,     // remove one a
    R_PASS,
    R_SWAP,
    R_SAY,      // say name
    R_ROLL,     // roll name in num..num2
    R_PUT,      // put [name2] name on a, or put num [name2] name on a (flag 1: tokens, 2: pieces)
    R_PUT_LIKE, // put like b on a: one more of everything in b
    R_REMOVE,   // remove a; part of it: flag, PART_* bits, and c
    R_BECOMES,  // [a] becomes name (flag 0: who) or list of types (flag 1)
    R_BRING, // bring [name from] a to b; flag: PART_* bits, c how many; BRING_BY: bring a by b, a direction
    R_SOW, // sow name from a [along b] [skipping c]
    R_ASSIGN, // name op a; name2 = operator; num2 = reason + 1, also of R_OUTCOME and R_OUT; 0 = none is given
    R_AGAIN,
    R_NEXT_PLAYER,
    R_CLOSE,   // close a
    R_REQUIRE, // require a
    R_OUTCOME, // [name] win lose draw finish; num = ast_outcome
    R_ASK,     // let a: b; a player (A_WHO) does it
    R_EACH,    // each player: b; each name in a: b, of cells or directions
    R_DEAL,    // deal a from b to c
    R_THROW,   // roll num name on a, dice; without name: roll a, the dice there
    R_SHOW,    // show a [to b, a player]
    R_NEXT_IS, // next is a, a player
    R_OUT,     // out: the others play on
    R_SHUFFLE, // shuffle a: nobody knows any more what lies where in it
    R_REF,     // name [(list)]: a label or a def
    R_NOTHING
} ast_kind;

// What of a pile: `top 2 of x`, `bottom n of x`; `under` what is there.
enum {
    BRING_BY = 1,
    PART_TOP = 2,
    PART_BOTTOM = 4,
    BRING_UNDER = 8,
    PART_OF = PART_TOP | PART_BOTTOM
};

// What A_KINDS asks: number a, number a..b; number of a; highest, lowest number in a; sum number in a; a.number.
typedef enum kinds_question {
    KINDS_WITH,
    KINDS_SAME,
    KINDS_HIGHEST,
    KINDS_LOWEST,
    KINDS_SUM,
    KINDS_VALUE
} kinds_question;

// The last one ends it for one player only.
typedef enum ast_outcome { OUT_WIN = 1, OUT_LOSE, OUT_DRAW, OUT_FINISH, OUT_OUT } ast_outcome;

typedef enum ast_motion {
    MOTION_STEP,
    MOTION_LEAP,
    MOTION_SLIDE,
    MOTION_HOP,
    MOTION_VAULT
} ast_motion;

typedef struct ast ast;
struct ast {
    uint8_t kind; // ast_kind
    uint8_t flag;
    uint16_t num2;
    int32_t num;
    span at;
    const char *name, *name2;
    ast *a, *b, *c;
    ast *list; // first of a chain by `next`
    ast *next;
    uint32_t pos, end; // bytes in the source, for quoting
    const char *src;   // that source: an inherited rule stands in another file
};

enum { PLACE_FROM_HAND = 1, PLACE_FROM_ENEMY_HAND, PLACE_FROM_SET };

// The parts of `slide forward 1..3 over x to y capturing z later`, in A nodes:
// kind R_MOTION, num = ast_motion, a = dirs or NULL, b = to or NULL, c = capturing
// or NULL, list = over or NULL, flag = MOTION_* bits, num2 packs the reach.
enum { MOTION_LATER = 1, MOTION_FURTHEST = 2, MOTION_REACH = 4, MOTION_MANY = 8 };

static inline int motion_reach_min(const ast *m) {
    return m->num2 & 0xff;
}
static inline int motion_reach_max(const ast *m) {
    return m->num2 >> 8;
}

// --- Declarations ------------------------------------------------------------

typedef struct decl_player {
    const char *name;
    const char *facing; // or NULL
    const char *from;   // on a loop or track the cell of rank 1, or NULL
    span from_at;
    int place; // in the list of all who may play
    span at;
} decl_player;

// Who plays when there are so many: `seats 3 Red, Yellow, Blue`.
typedef struct decl_seats {
    int32_t players;
    const char *name[8]; // MAX_PLAYERS
    int count;
    span at;
} decl_seats;

// Who plays together: `teams North with South, East with West`, one of these for each player named.
typedef struct decl_team {
    const char *name;
    int number; // of the team, from 1
    span at;
} decl_team;

enum { MAX_ATTRS = 4, MAX_PIECES = 64 };

// What tells the kinds of a piece apart: `number 1..6`, `suit clubs | hearts`.
typedef struct decl_attr {
    const char *name;
    const char *value[MAX_PIECES]; // names of its values; of numbers NULL
    int32_t first;                 // the lowest number
    int count;
    const char *least, *most; // options that say which is the lowest and the highest, or NULL
    span at;
} decl_attr;

typedef struct decl_piece {
    const char *name;
    const char *family; // what it is one kind of, or NULL
    const char *mark;   // what tells it from the others: "3", "hearts 5"
    uint8_t has_attr;   // which attributes it has, as bits
    int32_t value[MAX_ATTRS];
    char letter; // 0 = the first of its name
    uint8_t neutral;
    uint8_t hidden; // which kind it is, its player alone knows
    uint8_t copies; // how many the setup puts down, where that is asked for
    uint8_t absent; // a kind that the options leave out
    span at;
    ast *abilities;   // chain of rules
    ast *after;       // or NULL
    ast *taken;       // what becomes of it when it is taken, or NULL
    const char *like; // it can do what this piece can, or NULL
    span like_at;
} decl_piece;

typedef struct decl_def {
    const char *name;
    const char *param[4];
    int param_count;
    int borrowed; // how many of them, the last, nobody writes: names of choices that it reads
    ast *body;    // expression, or rule if is_rule
    int is_rule;
    int used;
    int busy;     // it is being lowered: whoever meets it again has found a circle
    int unfolded; // every call of it has been replaced by what it stands for
    span at;
} decl_def;

typedef struct decl_has {
    const char *player, *name;
    ast *value;
    span at;
} decl_has;

typedef struct decl_number { // option or var
    const char *name;
    int32_t def, min, max;
    int each; // var: one per player
    const ast
        *unproved; // var: the first assignment that may leave the range, as far as can be seen
    span at;
} decl_number;

typedef struct decl_hand {
    int count;
    const char *type;
    span at;
} decl_hand;

// More cells than those of the board: `area lifted piles`.
typedef struct decl_area {
    const char *name;
    ast *size; // how many cells, NULL = one
    int each;  // of every player
    int piles;
    int hidden;  // what lies there is known to its player alone, or to nobody
    int sorted;  // every kind has its own cells there: order does not count
    int ordered; // the rules ask what lies on one of its cells: trick.1
    span at;
} decl_area;

typedef struct decl_link {
    const char *name;
    const char *from, *to;
    span at;
} decl_link;

typedef struct decl_ending {
    const char *player; // or NULL
    ast_outcome what;
    ast *cond; // NULL for `stuck`
    ast *stuck;
    int reason; // + 1, 0 = none is given
    span at;
} decl_ending;

// `for "the pot"`: why a var changes, or a game ends.
typedef struct decl_reason {
    const char *text;
    const char *var; // NULL = of an ending, or of leaving
} decl_reason;

typedef struct decl_next {
    const char *phase;
    ast *cond;
    span at;
} decl_next;

enum { MAX_NEXT = 4 };

typedef struct decl_phase {
    const char *name;
    ast *turn;
    decl_next next[MAX_NEXT];
    int next_count;
    span at;
} decl_phase;

typedef struct decl_test {
    span at;
    const char *title;   // NULL for perft
    const char *moves;   // the words after the colon, without the verdict
    const char *who;     // the last of them without quotes, if it may be a player's name; else NULL
    const char *verdict; // legal, illegal, win, wins, lose, loses, draw or finish
    int depth;
    int64_t nodes;
} decl_test;

enum {
    MAX_PLAYERS = 8,
    MAX_DEFS = 64,
    MAX_HAS = 64,
    MAX_OPTIONS = 12,
    MAX_VARS = 24,
    MAX_HANDS = 16,
    MAX_LINKS = 256,
    MAX_ENDINGS = 24,
    MAX_PHASES = 8,
    MAX_TESTS = 64,
    MAX_TOKENS = 2,
    MAX_AREAS = 8,
    MAX_ALWAYS = 4,
    MAX_REASONS = 32,
    MAX_WHERES = 16 // values that one list of `where` names
};

typedef enum topo_kind {
    TOPO_NONE,
    TOPO_GRID,
    TOPO_HEX,
    TOPO_HEXAGON,
    TOPO_LOOP,
    TOPO_TRACK,
    TOPO_DRAWN,
    TOPO_SHAPE,
    TOPO_GRAPH,
    TOPO_STAR
} topo_kind;

enum { TOPO_DARK = 1, TOPO_ORTHOGONAL = 2, TOPO_WRAP = 4, TOPO_TORUS = 8, TOPO_PILES = 16 };

typedef struct decl_board {
    topo_kind kind;
    ast *width, *height; // sums and products of numbers and options
    int flags;
    const char *picture;
    uint32_t picture_size;
    uint32_t picture_line;
    ast *cells;       // loop and track: chain of words; graph: A_SPAN chain
    const char *each; // every player has such a grid, an area of this name; NULL = all share it
    span at;
} decl_board;

typedef struct decl_setup {
    const char *picture;
    uint32_t picture_size, picture_line;
    ast *steps;
    span at;
} decl_setup;

typedef enum turn_view { VIEW_AUTO, VIEW_JOINED, VIEW_SPLIT } turn_view;

// How positions (fen, sfen) and moves (all others) are written. `plain` is an older word for coordinates.
typedef enum notation_kind {
    NOTATION_COORDINATES,
    NOTATION_FEN,
    NOTATION_SFEN,
    NOTATION_POINTS,
    NOTATION_PTN,
    NOTATION_SAN,
    NOTATION_KINDS
} notation_kind;

typedef struct decl_notation {
    int kind; // notation_kind
    span at;
} decl_notation;

typedef struct game_ast {
    const char *title, *parent;
    span title_at, parent_at;
    decl_player players[MAX_PLAYERS]; // those who play; before seats_take, all who may
    const char *may_play[MAX_PLAYERS];
    decl_seats seats[MAX_PLAYERS];
    decl_team team[MAX_PLAYERS];
    decl_board board;
    decl_piece pieces[MAX_PIECES];
    decl_attr attrs[MAX_ATTRS];
    int attr_count;
    decl_def defs[MAX_DEFS];
    decl_has has[MAX_HAS];
    decl_number options[MAX_OPTIONS];
    decl_number vars[MAX_VARS];
    decl_hand hands[MAX_HANDS];
    const char *tokens[MAX_TOKENS];
    span tokens_at[MAX_TOKENS];
    decl_link links[MAX_LINKS];
    decl_ending endings[MAX_ENDINGS];
    decl_phase phases[MAX_PHASES]; // phase 0 is the only one where none is named
    decl_test tests[MAX_TESTS];
    decl_setup setup;
    ast *score;
    span score_at;
    ast *always[MAX_ALWAYS]; // what holds in every position, for those who guess
    int always_count;
    ast *unseen; // cells of which a player does not see whether anything is there, or NULL
    span unseen_at;
    ast *taken; // what becomes of whatever is taken, or NULL
    span taken_at;
    decl_area areas[MAX_AREAS];
    decl_area hand_area; // `area hand each n`: players hold pieces, ...
    int has_hand;        // ... there is one
    int uses_hand;       // something is placed from hand
    span hand_at;
    decl_reason reasons[MAX_REASONS];
    const char *about;                   // the first comment lines, or NULL
    int32_t least_players, most_players; // `players 2..6 of`; 0 = all of the list play
    span players_at;
    int may_play_count, seats_count, team_count, area_count;
    int player_count, piece_count, def_count, has_count, option_count, var_count, hand_count;
    int token_count, link_count, ending_count, phase_count, test_count, reason_count;
    int32_t limit; // turns, 0 = the compiler's choice
    span limit_at;
    int view;    // turn_view
    int to_try;  // lowered for random play only: deals do not ask whether anything is left
    int to_tell; // lowered to replay moves: it notes what happens for which reason
    decl_notation notation[NOTATION_KINDS]; // in the author's order: the first writes moves
    int notation_count;
    span notation_at;
    int inherited_endings; // how many of the endings came from the parent
} game_ast;

// What the author wrote for `n`, on one line: comments left out, blanks and line ends one
// blank, cut where `cap` ends. Returns its length.
size_t ast_line(const ast *n, char *out, size_t cap);

#endif
