// SPDX-License-Identifier: MIT
//
// The state as a struct of C: what its registers are called, how it is read from the flat
// block and written back, and the key of its position.
#include <stdio.h>
#include <string.h>

#include "lang/cgen/cgen_impl.h"

// --- Registers ------------------------------------------------------------------------------

static void append_name(char *to, size_t cap, const char *name) {
    size_t n = strlen(to);
    for (; *name && n + 1 < cap && n < 40; name++) {
        int plain = (*name >= 'a' && *name <= 'z') || (*name >= 'A' && *name <= 'Z') ||
                    (*name >= '0' && *name <= '9');
        to[n++] = plain ? *name : '_';
    }
    to[n] = '\0';
}

static const char *plain_member(const cgen *g, int r) {
    const ir_layout *at = &g->p->at;
    const struct {
        uint16_t reg;
        const char *name;
    } names[] = {
        {at->neutral, "neutral"},     {at->closed, "closed"},   {at->latch, "unmoved"},
        {at->last_from, "last_from"}, {at->last_to, "last_to"}, {at->last_over, "last_over"},
        {at->here, "here"},           {at->it, "it"},           {at->later, "later"},
        {at->next_from, "next_from"}, {at->next_to, "next_to"}, {at->next_over, "next_over"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (names[i].reg == r && r != BOARD_NONE) {
            return names[i].name;
        }
    }
    return NULL;
}

// The name of a state's register as a member of st.
static cgen_word member(const cgen *g, int r) {
    const program *p = g->p;
    cgen_word w;
    const char *plain = plain_member(g, r);
    if (r >= p->at.own && r < p->at.own + p->players) {
        cgen_set(w.t, sizeof w.t, "own%d_", r - p->at.own);
        append_name(w.t, sizeof w.t, p->words.player[r - p->at.own]);
    } else if (p->at.type != BOARD_NONE && r >= p->at.type && r < p->at.type + p->types) {
        cgen_set(w.t, sizeof w.t, "is%d_", r - p->at.type);
        append_name(w.t, sizeof w.t, p->words.type[r - p->at.type]);
    } else if (plain) {
        cgen_set(w.t, sizeof w.t, "%s", plain);
    } else {
        cgen_set(w.t, sizeof w.t, "set%d", r);
    }
    return w;
}

cgen_word cgen_reg(const cgen *g, int r) {
    cgen_word w;
    if (r < g->p->at.state_sets) {
        cgen_set(w.t, sizeof w.t, "s->%s", member(g, r).t);
    } else if (r == g->p->at.from) {
        cgen_set(w.t, sizeof w.t, "from");
    } else if (r == g->p->at.to) {
        cgen_set(w.t, sizeof w.t, "to");
    } else if (r >= g->p->at.set_count) { // of an expansion
        cgen_set(w.t, sizeof w.t, "x%d", r - g->p->at.set_count);
    } else {
        cgen_set(w.t, sizeof w.t, "t%d", r);
    }
    return w;
}

cgen_word cgen_num(const cgen *g, int r) {
    cgen_word w;
    cgen_set(w.t, sizeof w.t, r < g->p->at.state_nums ? "s->n[%d]" : "i%d", r);
    return w;
}

// All sets as one piece, on boards of many words: compilers take seconds over hundreds of words. They are the first
// members of a state. 0 = it is a line for each.
static int put_as_one(cgen *g, const char *to, const char *from) {
    if (!cgen_has_spans(g)) {
        return 0;
    }
    cgen_put(g, "    memcpy(%s, %s, %d * sizeof(set));\n", to, from, g->p->at.state_sets);
    return 1;
}

static void put_load(cgen *g) {
    const program *p = g->p;
    cgen_put(g,
             "\nRT void load(st *s, const void *state) {\n    const char *bytes = state;\n"
             "    const ir_head *h = state;\n"
             "    const uint64_t *w = (const uint64_t *)(const void *)(bytes + %u);\n"
             "    const int32_t *n = (const int32_t *)(const void *)(bytes + %u);\n"
             "    (void)n;\n",
             p->size.head_sets, p->size.head_nums);
    cgen_copy_head(g, "s->h", "(*h)", 0);
    const int lines = put_as_one(g, "s", "w") ? 0 : p->at.state_sets;
    for (int r = 0; r < lines; r++) {
        cgen_put(g, "    s->%s = set_load(w + %d * WORDS);\n", member(g, r).t, r);
    }
    for (int i = 0; i < p->at.state_nums; i++) {
        if (!cgen_is_piled(g, i)) {
            cgen_put(g, "    s->n[%d] = n[%d];\n", i, i);
        }
    }
    cgen_copy_piles(g, "s->n", "n");
    cgen_put(g, "    s->ring = (uint64_t *)(uintptr_t)(bytes + %u);\n    s->now = 0;\n%s%s}\n",
             p->size.ring_off, p->past.ring_cap ? "    s->one_way = 0;\n" : "",
             cgen_sieve_words(g) ? "    s->sieve = NULL;\n" : "");
}

static void put_store(cgen *g) {
    const program *p = g->p;
    cgen_put(g,
             "\nRT void store(const st *s, void *state) {\n    char *bytes = state;\n"
             "    ir_head *h = state;\n    uint64_t *w = (uint64_t *)(void *)(bytes + %u);\n"
             "    int32_t *n = (int32_t *)(void *)(bytes + %u);\n    (void)n;\n",
             p->size.head_sets, p->size.head_nums);
    cgen_copy_head(g, "(*h)", "s->h", 1);
    const int lines = put_as_one(g, "w", "s") ? 0 : p->at.state_sets;
    for (int r = 0; r < lines; r++) {
        cgen_put(g, "    set_store(w + %d * WORDS, s->%s);\n", r, member(g, r).t);
    }
    for (int i = 0; i < p->at.state_nums; i++) {
        if (!cgen_is_piled(g, i)) {
            cgen_put(g, "    n[%d] = s->n[%d];\n", i, i);
        }
    }
    cgen_copy_piles(g, "n", "s->n");
    cgen_put(g, "}\n");
}

// Where numbers begin; games without them never ask.
static int place(uint16_t reg) {
    return reg == BOARD_NONE ? 0 : reg;
}

// With piles, what stands in front of them by itself: for those who look at numbers alone.
static void put_copy(cgen *g) {
    const program *p = g->p;
    const int piles = p->pile.at != NULL;
    cgen_put(g, "\nRT void copy%s(st *to, const st *from) {\n", piles ? "_front" : "");
    cgen_copy_head(g, "to->h", "from->h", 0);
    const int lines = put_as_one(g, "to", "from") ? 0 : p->at.state_sets;
    for (int r = 0; r < lines; r++) {
        cgen_put(g, "    to->%s = from->%s;\n", member(g, r).t, member(g, r).t);
    }
    for (int i = 0; i < p->at.state_nums; i++) {
        if (!cgen_is_piled(g, i)) {
            cgen_put(g, "    to->n[%d] = from->n[%d];\n", i, i);
        }
    }
    cgen_put(g, "    to->ring = from->ring;\n%s%s}\n",
             p->past.ring_cap ? "    to->now = from->now;\n    to->one_way = from->one_way;\n" : "",
             cgen_sieve_words(g) ? "    to->sieve = from->sieve;\n" : "");
    if (piles) {
        cgen_put(g, "\nRT void copy(st *to, const st *from) {\n    copy_front(to, from);\n");
        cgen_copy_piles(g, "to->n", "from->n");
        cgen_put(g, "}\n");
    }
}

void cgen_state_struct(cgen *g) {
    const program *p = g->p;
    cgen_put(g, "\n// A position taken apart. What is used inside a turn only is zero between "
                "turns.\ntypedef struct st {\n");
    for (int r = 0; r < p->at.state_sets; r++) {
        cgen_put(g, "    set %s;\n", member(g, r).t);
    }
    cgen_put(
        g,
        "    int32_t n[%d];\n    ir_head h;\n    uint64_t *ring;\n"
        "    uint64_t now; // the key of the position, when a turn has ended\n%s%s} st;\n",
        p->at.state_nums ? p->at.state_nums : 1,
        p->past.ring_cap ? "    int one_way; // IN_STEP: no earlier position can return\n" : "",
        cgen_sieve_words(g) ? "    uint64_t *sieve; // a bit for every key of `ring`, or NULL\n"
                            : "");
    cgen_put(
        g,
        "\n// Its numbers, where it is `s`.\n#define TOKENS(kind)  (s->n + %d + (kind) * CELLS)\n"
        "#define HANDS         (s->n + %d)\n#define EVENTS        (s->n + %d)\n"
        "#define HEEDS_EVENTS  %d\n#define TYPES         %d\n",
        place(p->at.tokens), place(p->at.hands), place(p->at.events), p->fact.heeds_events != 0,
        p->types);
    put_load(g);
    put_store(g);
    put_copy(g);
}

// LLVM copies a struct byte by byte on a GPU; what has members of its own it copies by these.
cgen_word cgen_own(const cgen *g, const char *name, const char *from) {
    cgen_word w;
    if (g->lanes) {
        cgen_set(w.t, sizeof w.t, "    st %s;\n    copy(&%s, %s);\n", name, name, from);
    } else {
        cgen_set(w.t, sizeof w.t, "    st %s = *%s;\n", name, from);
    }
    return w;
}

// --- Keys --------------------------------------------------------------------------------------

// Whether the players move strictly in turn, so that a position can only be the same as one a
// whole round or more before it. Keys of `new position` do not say whose turn it is.
static int takes_turns(const program *p) {
    int strictly = p->past.uses_ring == 1 && !p->at.out;
    for (uint32_t i = 0; i < p->code_count; i++) {
        int op = p->code[i].op;
        strictly &= op != OP_AGAIN && op != OP_SWAP && op != OP_HALFPLY && op != OP_NEXTIS;
    }
    return strictly;
}

// Whoever looks through the history at every ply waits: a lane for memory, a processor for jumps that it cannot
// foresee, since the history is of another length each time. So a playout first asks whether the key can be in it
// at all: four bits of one word for every key, since one bit alone let every twentieth through in a long game, and
// the lanes of a warp wait for each other. A lane has no room for that where the history is short.
int cgen_sieve_words(const cgen *g) {
    enum { LONG = 64, KEYS_A_WORD = 16, MOST = 1024 };
    int words = g->lanes ? 4 : 16;
    while (words < MOST && words * KEYS_A_WORD < g->p->past.ring_cap) {
        words *= 2;
    }
    return g->p->past.ring_cap >= (g->lanes ? LONG : 1) ? words : 0;
}

static void put_sieve(cgen *g) {
    const int words = cgen_sieve_words(g);
    cgen_put(g,
             "\n#define SIEVE_WORDS %d\n"
             "RT uint64_t sieve_bits(uint64_t now) {\n"
             "    return (uint64_t)1 << (now & 63) | (uint64_t)1 << (now >> 40 & 63) |\n"
             "           (uint64_t)1 << (now >> 48 & 63) | (uint64_t)1 << (now >> 56 & 63);\n}\n"
             "RT void sieve_add(st *s, uint64_t now) {\n"
             "    s->sieve[now >> 6 & %d] |= sieve_bits(now);\n}\n"
             "RT void sieve_clear(uint64_t *words) {\n"
             "    for (int i = 0; i < SIEVE_WORDS; i++) {\n        words[i] = 0;\n    }\n}\n"
             "\n// For a state that was loaded.\n"
             "RT void sieve_open(st *s, uint64_t *words) {\n    s->sieve = words;\n"
             "    sieve_clear(words);\n"
             "    for (int i = 0; i < s->h.ring_count; i++) {\n"
             "        sieve_add(s, s->ring[i]);\n    }\n}\n",
             words, words - 1);
}

// The key of a position as vm_key makes it: four chains of folds side by side, so that the
// machine need not wait for one multiplication after the other.
void cgen_keys(cgen *g) {
    const program *p = g->p;
    int lane = 0;
    cgen_put(g,
             "\n// The key of the position, as the interpreter makes it.\n"
             "RT uint64_t key(const st *s) {\n"
             "    uint64_t h0 = key_fold(0x2545f4914f6cdd1du, %s | (uint64_t)s->h.phase << 8);\n"
             "    uint64_t h1 = 1, h2 = 2, h3 = 3;\n",
             p->past.uses_ring == 2 ? "0u" : "s->h.me");
    for (int r = 0; r < p->at.position_sets; r++) {
        for (int i = 0; i < p->b.words; i++, lane++) {
            cgen_put(g, "    h%d = key_fold(h%d, set_word(%s, %d));\n", lane & 3, lane & 3,
                     cgen_reg(g, r).t, i);
        }
    }
    for (int i = 0; i < p->at.position_nums; i++, lane++) {
        cgen_put(g, "    h%d = key_fold(h%d, (uint64_t)(uint32_t)s->n[%d] + 1);\n", lane & 3,
                 lane & 3, i);
    }
    cgen_put(g, "    return key_join(h0, h1, h2, h3);\n}\n");
    if (cgen_sieve_words(g)) {
        put_sieve(g);
    }
    cgen_put(g, "\nRT int has_been(const st *s, const uint64_t now, int times) {\n");
    if (cgen_sieve_words(g)) {
        cgen_put(g,
                 "    if (s->sieve && sieve_bits(now) & ~s->sieve[now >> 6 & %d]) {\n"
                 "        return times <= 1;\n    }\n",
                 cgen_sieve_words(g) - 1);
    }
    cgen_put(g,
             "    enum { STEP = %d };\n    int seen = 1, i = s->h.ring_count - STEP;\n"
             "    for (; i >= 3 * STEP; i -= 4 * STEP) {\n"
             "        seen += (s->ring[i] == now) + (s->ring[i - STEP] == now) +\n"
             "                (s->ring[i - 2 * STEP] == now) + (s->ring[i - 3 * STEP] == now);\n"
             "    }\n    for (; i >= 0; i -= STEP) {\n        seen += s->ring[i] == now;\n    }\n"
             "    return seen >= times;\n}\n",
             takes_turns(p) ? p->players : 1);
    cgen_put(g, "\nRT int repeated(const st *s, int times) {\n"
                "    return s->h.ring_count + 1 >= times && has_been(s, key(s), times);\n}\n");
    cgen_put(g, "\nRT void note_key(st *s) {\n    %s;\n}\n",
             p->past.ring_cap ? "s->now = key(s)" : "(void)s");
}
