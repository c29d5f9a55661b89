// SPDX-License-Identifier: MIT
//
// The maker of rules files (rules_maker.h): a walk through the grammar with a die in the hand.
#include "rules_maker.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <tessera/rng.h>

enum { MAX_TYPES = 3 };

typedef struct maker {
    char *out;
    size_t size, cap;
    tsr_rng rng;
    int types, players;
    int sides;  // `forward` and `rank` have a meaning
    int height; // rows, where there are some
    int has_var, has_def, has_fun, has_label, has_hand;
    int in_rule;  // `here` is known
    int captures; // an ability has taken something: it must not ask about attacks
    int attack;   // RULES_ATTACK
    int has_die;  // turns roll one
    int die;      // it has been rolled: conditions may ask for it
    int budget;   // nodes of expressions left
} maker;

static const char *const type_name[MAX_TYPES] = {"Man", "King", "Rook"};

__attribute__((format(printf, 2, 3))) static void put(maker *m, const char *format, ...) {
    va_list args;
    va_start(args, format);
    int n = vsnprintf(m->out + m->size, m->cap - m->size, format, args);
    va_end(args);
    size_t left = m->cap - m->size;
    m->size += n > 0 && (size_t)n < left ? (size_t)n : 0;
    m->out[m->size] = '\0';
}

static int roll(maker *m, int n) {
    return (int)tsr_rng_below(&m->rng, (uint32_t)n);
}

// 1 in `n` times.
static int once_in(maker *m, int n) {
    return roll(m, n) == 0;
}

#define PICK(m, list) ((list)[roll(m, (int)(sizeof(list) / sizeof *(list)))])

// --- Directions, sets, conditions -----------------------------------------------------------

static void put_dirs(maker *m) {
    static const char *const plain[] = {"any", "orthogonal", "any", "any"};
    static const char *const grid[] = {
        "any",      "orthogonal", "diagonal", "forward",        "forward + sideways",
        "sideways", "backward",   "north",    "(north | east)", "(any - north)"};
    if (m->sides) {
        put(m, "%s", PICK(m, grid));
    } else {
        put(m, "%s", PICK(m, plain));
    }
}

static void put_type(maker *m) {
    put(m, "%s", type_name[roll(m, m->types)]);
}

static void put_set(maker *m, int depth);

static void put_atom(maker *m) {
    static const char *const words[] = {"empty", "enemy", "mine", "pieces", "board", "edge"};
    switch (roll(m, m->in_rule ? 11 : 9)) {
    case 0: put(m, "my "), put_type(m); break;
    case 1: put(m, "enemy "), put_type(m); break;
    case 2: put_type(m); break;
    case 3:
        if (m->sides) {
            put(m, "rank %d", 1 + roll(m, m->height));
        } else {
            put(m, "edge");
        }
        break;
    case 4: put(m, m->has_def ? "zone" : "corners"); break;
    case 5:
        if (m->has_fun) {
            put(m, "near(%s)", once_in(m, 2) ? "mine" : "enemy");
            break;
        }
        put(m, "corners");
        break;
    case 9: put(m, "(here + "), put_dirs(m), put(m, ")"); break;
    case 10: put(m, once_in(m, 2) ? "(ray any while empty)" : "here"); break;
    default: put(m, "%s", PICK(m, words)); break;
    }
}

static void put_set(maker *m, int depth) {
    if (depth <= 0 || --m->budget < 0 || once_in(m, 3)) {
        put_atom(m);
        return;
    }
    static const char *const join[] = {" & ", " | ", " - ", " & ", " | "};
    put(m, "(");
    put_set(m, depth - 1);
    if (once_in(m, 6)) {
        put(m, " + "), put_dirs(m);
    } else {
        put(m, "%s", PICK(m, join)), put_set(m, depth - 1);
    }
    put(m, ")");
}

static void put_relation(maker *m, int most) {
    static const char *const ops[] = {"=", "<", ">", "<=", ">=", "!="};
    put(m, " %s", PICK(m, ops));
    put(m, " %d", roll(m, most));
}

static void put_cond(maker *m, int depth) {
    if (depth > 0 && once_in(m, 3)) {
        int form = roll(m, 3);
        put(m, "(");
        if (form == 2) {
            put(m, "not "), put_cond(m, 0);
        } else {
            put_cond(m, depth - 1), put(m, form ? " and " : " or "), put_cond(m, depth - 1);
        }
        put(m, ")");
        return;
    }
    switch (roll(m, m->in_rule ? 12 : 7)) {
    case 0: put(m, "count "), put_set(m, 1), put_relation(m, 6); break;
    case 1: put(m, "no "), put_set(m, 1); break;
    case 2: put_set(m, 1), put(m, once_in(m, 3) ? " is not " : " is "), put_set(m, 1); break;
    case 3: put(m, m->die ? "die" : "turns"), put_relation(m, m->die ? 4 : 8); break;
    case 4: put(m, m->has_var ? "n" : "turns"), put_relation(m, 4); break;
    case 5:
        put(m, m->sides && once_in(m, 2) ? "mine connects left to right" : "line 3 of mine");
        break;
    case 6: put_set(m, 2); break;
    case 7: put(m, "on "), put_set(m, 1); break;
    case 8: put(m, "unmoved"); break;
    case 9: put(m, m->has_label && !m->attack ? "last is jump" : "unmoved"); break;
    case 10: put(m, "here in "), put_set(m, 2); break;
    default: put(m, "here is not "), put_set(m, 1); break;
    }
}

// --- Rules ------------------------------------------------------------------------------------

static void put_effect(maker *m) {
    switch (roll(m, 9)) {
    case 0: put(m, "remove "), put_set(m, 1); break;
    case 1: put(m, "becomes "), put_type(m); break;
    case 2: put(m, "here becomes %s", once_in(m, 2) ? "enemy" : "mine"); break;
    case 3: put(m, m->attack ? "nothing" : "again"); break;
    case 4: put(m, m->has_var ? "n += 1 when n < 3" : "nothing"); break;
    case 5: put(m, m->has_var ? "n = %d" : "nothing", roll(m, 4)); break;
    case 6: put(m, "put "), put_type(m), put(m, " on "), put_set(m, 1); break;
    case 7: put_type(m), put(m, " becomes "), put_type(m); break;
    default: put(m, "becomes "), put_type(m), put(m, " when "), put_cond(m, 1); break;
    }
}

static void put_landing(maker *m, int may_capture) {
    static const char *const safe[] = {"empty", "empty & zone", "empty & edge"};
    static const char *const any[] = {"empty", "enemy", "empty | enemy", "board", "pieces"};
    if (!may_capture) {
        put(m, " to %s", m->has_def ? PICK(m, safe) : "empty");
    } else if (once_in(m, 3)) {
        put(m, " to "), put_set(m, 2);
    } else if (once_in(m, 2)) {
        put(m, " to %s", PICK(m, any));
    }
}

static void put_motion(maker *m) {
    static const char *const reach[] = {"", "", " 2", " 1..2", " furthest"};
    static const char *const over[] = {"enemy", "pieces", "mine", "enemy"};
    switch (roll(m, 6)) {
    case 0:
    case 1: put(m, "step "), put_dirs(m), put_landing(m, !once_in(m, 3)); break;
    case 2: put(m, "slide "), put_dirs(m), put(m, "%s", PICK(m, reach)), put_landing(m, 1); break;
    case 3:
        if (m->sides && once_in(m, 2)) {
            put(m, "leap (1,2)");
        } else {
            put(m, "leap 2*"), put_dirs(m);
        }
        put_landing(m, 1);
        break;
    case 4:
        put(m, "hop "), put_dirs(m), put(m, " over %s", PICK(m, over));
        put(m, "%s", once_in(m, 3) ? "" : once_in(m, 4) ? " capturing it later" : " capturing it");
        break;
    default:
        put(m, "vault "), put_dirs(m), put(m, " over %s", PICK(m, over));
        put(m, "%s", once_in(m, 2) ? "" : " capturing it");
        break;
    }
    if (once_in(m, 8)) {
        put(m, " capturing here + "), put_dirs(m);
    }
}

static void put_ability(maker *m, int number) {
    m->in_rule = 1;
    m->budget = 8;
    put(m, "  ");
    if (number == 0 && m->has_label) {
        put(m, "jump: ");
    } else if (once_in(m, 2)) {
        put(m, "way%d: ", number);
    }
    if (once_in(m, 6)) {
        put(m, "repeat hop "), put_dirs(m), put(m, " over enemy capturing it");
        put(m, once_in(m, 3) ? " up to 2\n" : "\n");
        return;
    }
    if (once_in(m, 10)) {
        put(m, "leap to "), put_set(m, 1);
    } else {
        put_motion(m);
    }
    if (once_in(m, 3)) {
        put(m, " if "), put_cond(m, 1);
    }
    if (once_in(m, 4)) {
        put(m, " then "), put_effect(m);
    }
    put(m, "\n");
}

static void put_piece(maker *m, int t) {
    put(m, "piece %s:\n", type_name[t]);
    for (int i = 0, n = 1 + roll(m, 3); i < n; i++) {
        put_ability(m, i);
    }
    if (once_in(m, 4)) {
        put(m, "  after: ");
        put(m, "becomes "), put_type(m);
        put(m, once_in(m, 2) ? " | %s" : "%.0s", type_name[t]);
        put(m, " when "), put_cond(m, 0), put(m, "\n");
    }
    m->in_rule = 0;
}

// Chance behind a choice, and what comes of it.
static void put_luck(maker *m) {
    static const char *const follows[] = {
        "again when luck = 0", "remove mine & edge when luck = 2",
        "enemy & corners becomes mine when luck > 0",
        "optional (remove one enemy & edge) if luck < 2",
        "choose spot in empty & edge if luck > 0 then put Man on spot"};
    put(m, "  roll luck in 0..2\n  %s\n", PICK(m, follows));
}

static void put_turn(maker *m) {
    static const char *const view[] = {"", "", " split", " joined"};
    put(m, "turn%s:\n", m->attack ? " joined" : PICK(m, view));
    m->budget = 10;
    m->die = m->has_die && !once_in(m, 3);
    if (m->die) {
        put(m, "  roll die in 1..%d\n", 2 + roll(m, 5));
    }
    switch (m->attack ? 0 : roll(m, 8)) {
    case 0:
    case 1: put(m, "  move"); break;
    case 2: put(m, m->has_label ? "  jump else move" : "  move"); break;
    case 3: put(m, m->has_label ? "  longest jump else move" : "  move"); break;
    case 4: put(m, "  move or pass if "), put_cond(m, 1); break;
    case 5:
        put(m, "  place "), put_type(m), put(m, m->has_hand ? " from hand" : "");
        put(m, " on empty & "), put_set(m, 1), put(m, " else move");
        break;
    case 6:
        put(m, "  choose one in mine then choose goal in (one + any) & empty\n");
        put(m, "  bring one to goal");
        m->in_rule = 1;
        break;
    default:
        put(m, "  place "), put_type(m), put(m, " on "), put_set(m, 2), m->in_rule = 1;
        if (once_in(m, 2)) {
            put(m, " if "), put_cond(m, 1);
        }
        if (once_in(m, 3)) {
            put(m, "\n  optional (remove one enemy & (here + any))");
        }
        break;
    }
    put(m, "\n");
    m->in_rule = 0;
    if (!m->attack && once_in(m, 3)) {
        put(m, "  "), put_effect(m), put(m, "\n");
    }
    if (!m->attack && once_in(m, 4)) {
        put(m, "  require "), put_cond(m, 1), put(m, "\n");
    } else if (!m->attack && once_in(m, 4)) {
        put(m, "  require no my Man on attacked\n");
    }
    m->die = 0;
    if (m->has_die && once_in(m, 2)) {
        put_luck(m);
    }
}

static void put_ending(maker *m) {
    static const char *const what[] = {"win", "win", "lose", "draw", "finish"};
    m->budget = 4;
    put(m, "%s when ", PICK(m, what)), put_cond(m, 1), put(m, "\n");
}

// --- The file -----------------------------------------------------------------------------------

static void put_board(maker *m) {
    static const char *const mods[] = {"", "", "", "", " orthogonal", " torus", " wrap", " dark"};
    int width = 3 + roll(m, 4);
    m->height = 3 + roll(m, 3);
    m->sides = m->players == 2;
    if (once_in(m, 6)) {
        put(m, "board hex %dx%d\n", width, m->height);
        m->sides = 0;
    } else if (once_in(m, 10)) {
        put(m, "board loop a b c d e f g h\n");
        m->sides = 0;
    } else if (once_in(m, 10)) {
        put(m, "board graph a-b b-c c-d d-a a-e c-e e-f\n");
        m->sides = 0;
    } else {
        put(m, "board grid %dx%d%s\n", width, m->height, PICK(m, mods));
    }
}

static void put_setup(maker *m) {
    if (m->sides) {
        put(m, "setup: put %s on rank 1", type_name[roll(m, m->types)]);
        put(m, once_in(m, 2) ? " then put %s on rank 2 & (left | right)\n" : "\n", type_name[0]);
        return;
    }
    put(m, "setup: put White %s on board & edge then put Black %s on corners\n",
        type_name[roll(m, m->types)], type_name[0]);
}

static void put_head(maker *m) {
    put(m, "game \"Made\"\nplayers White, Black%s\n", m->players > 2 ? ", Red" : "");
    put_board(m);
    if (m->has_def) {
        put(m, "def zone = %s\n", m->sides ? "rank 1 | rank 2" : "edge");
    }
    if (m->has_fun) {
        put(m, "def near(s) = s + any\n");
    }
    if (m->has_var) {
        put(m, "var n%s = 0 in 0..3\n", once_in(m, 2) ? " each" : "");
    }
}

size_t make_rules(uint64_t seed, int kind, char *out, size_t cap) {
    static const char *const stuck[] = {"stuck: lose\n", "stuck: draw\n", "stuck: pass\n", ""};
    maker m = {.out = out, .cap = cap, .attack = kind == RULES_ATTACK};
    tsr_rng_init(&m.rng, seed);
    m.types = 1 + roll(&m, MAX_TYPES);
    m.players = m.attack || !once_in(&m, 6) ? 2 : 3;
    m.has_def = 1;
    m.has_fun = once_in(&m, 3);
    m.has_var = once_in(&m, 2);
    m.has_label = once_in(&m, 2);
    m.has_hand = !m.attack && once_in(&m, 4);
    m.has_die = !m.attack && seed % 4 == 3;
    put_head(&m);
    for (int t = 0; t < m.types; t++) {
        put_piece(&m, t);
    }
    if (m.has_hand) {
        put(&m, "hand 3 Man\n");
    }
    put_setup(&m);
    put_turn(&m);
    for (int i = 0, n = m.attack ? 0 : roll(&m, 3); i < n; i++) {
        put_ending(&m);
    }
    put(&m, "%s", m.attack ? "" : PICK(&m, stuck));
    if (!m.attack && once_in(&m, 2)) {
        put(&m, "draw when repeated 3\n");
    }
    if (!m.attack && once_in(&m, 4)) {
        put(&m, "draw when 6 turns without capture\n");
    }
    if (!m.attack && once_in(&m, 3)) {
        put(&m, "score: count mine\n");
    }
    put(&m, "limit 30 turns\n");
    return m.size;
}
