// SPDX-License-Identifier: MIT
//
// An instruction as C by its row of ops.def: what it does there, with the names of printed C for the words
// that depend on the instruction or on how sets and states are kept.
#include <ctype.h>
#include <string.h>

#include "lang/cgen/cgen_insn.h"

enum {
    WHOLE = -1,
    EACH = -2 // the word that a loop is at
};

typedef struct row {
    cgen *g;
    const insn *x;
    int word; // which word of the sets is meant, or WHOLE, or EACH
    int failed;
    char *out;
    size_t used, cap;
} row;

static void add(row *r, const char *text, size_t size) {
    if (r->used + size >= r->cap) {
        r->failed = 1;
        return;
    }
    memcpy(r->out + r->used, text, size);
    r->used += size;
    r->out[r->used] = '\0';
}

static void add_text(row *r, const char *text) {
    add(r, text, strlen(text));
}

static void add_number(row *r, int32_t value) {
    char text[40];
    if (value == INT32_MIN) {
        cgen_set(text, sizeof text, "(-%d - 1)", INT32_MAX);
    } else {
        cgen_set(text, sizeof text, value < 0 ? "(%d)" : "%d", value);
    }
    add_text(r, text);
}

static int32_t long_number(uint16_t low, uint16_t high) {
    return (int32_t)((uint32_t)low | (uint32_t)high << 16);
}

static int is_word(const char *text, size_t size, const char *word) {
    return strlen(word) == size && memcmp(text, word, size) == 0;
}

// --- Sets ------------------------------------------------------------------------------------------

// A set, or one word of it: `indexed` says that `[i]` follows.
static void add_set(row *r, const char *name, int indexed) {
    char text[1300];
    if (!indexed || r->word == WHOLE) {
        add_text(r, name);
        return;
    }
    if (r->word == EACH) {
        cgen_set(text, sizeof text, "%s.w[i]", name);
        add_text(r, text);
        return;
    }
    cgen_set(text, sizeof text, r->g->p->b.words <= 2 ? "set_word(%s, %d)" : "%s.w[%d]", name,
             r->word);
    add_text(r, text);
}

// The set of operand `k`; a word of it that cannot have cells may have been left as it was.
static void add_register(row *r, int k, int indexed) {
    const int reg = insn_value(r->x, k);
    if (!indexed || r->word == WHOLE) {
        add_text(r, cgen_operand(r->g, r->x, k).t);
    } else if (r->word >= 0 && ir_op_format[r->x->op][k] == 'S' && cgen_has_spans(r->g) &&
               !(cgen_words_in(r->g, reg) >> r->word & 1)) {
        add_text(r, "(uint64_t)0");
    } else {
        add_set(r, cgen_reg(r->g, reg).t, indexed);
    }
}

// 1 = the word names a set.
static int add_if_set(row *r, const char *text, size_t size, int indexed) {
    const insn *x = r->x;
    if (is_word(text, size, "ALL")) {
        add_set(r, cgen_all(r->g).t, indexed);
    } else if (is_word(text, size, "KB")) {
        add_set(r, cgen_const(r->g, x->b).t, indexed);
    } else if (is_word(text, size, "KC")) {
        add_set(r, cgen_const(r->g, x->c).t, indexed);
    } else if (size == 1 && *text >= 'A' && *text <= 'E') {
        add_register(r, *text - 'A', indexed);
    } else {
        return 0;
    }
    return 1;
}

// --- Numbers ---------------------------------------------------------------------------------------

static int add_if_number(row *r, const char *text, size_t size) {
    const insn *x = r->x;
    const int var = insn_find(x, 'v');
    const ir_range *range = &r->g->p->var_range[var < 0 ? 0 : insn_value(x, var)];
    const struct {
        const char *word;
        int32_t value;
    } known[] = {{"LA", long_number(x->a, x->b)},
                 {"LB", long_number(x->b, x->c)},
                 {"LC", long_number(x->c, x->d)},
                 {"SC", (int16_t)x->c},
                 {"LEAST", range->min},
                 {"MOST", range->max},
                 {"VM_OVER", VM_OVER},
                 {"i", r->word == WHOLE ? 0 : r->word}};
    if (r->word == EACH && is_word(text, size, "i")) {
        add_text(r, "i");
        return 1;
    }
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (is_word(text, size, known[i].word)) {
            add_number(r, known[i].value);
            return 1;
        }
    }
    if (size == 2 && *text == 'I' && text[1] >= 'A' && text[1] <= 'C') {
        add_text(r, cgen_num(r->g, insn_value(x, text[1] - 'A')).t);
        return 1;
    }
    return 0;
}

// --- Everything ------------------------------------------------------------------------------------

static void add_other(row *r, const char *text, size_t size) {
    static const struct {
        const char *word, *name;
    } known[] = {
        {"LAZY", "lazy"}, {"PLIED", "plied"}, {"SUB", "sub"}, {"OFFERED", "offered"}, {"f", "s"}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (is_word(text, size, known[i].word)) {
            add_text(r, known[i].name);
            return;
        }
    }
    // The board, the program, and the words of a set are the machine's.
    r->failed |= is_word(text, size, "b") || is_word(text, size, "p") || is_word(text, size, "w");
    add(r, text, size);
}

// Adds what one word of the row means; returns where the row goes on.
static const char *add_word(row *r, const char *text) {
    size_t size = 0;
    while (isalnum((unsigned char)text[size]) || text[size] == '_') {
        size++;
    }
    const char *next = text + size;
    const int indexed = strncmp(next, "[i]", 3) == 0;
    if (is_word(text, size, "x") && strncmp(next, "->", 2) == 0) {
        add_number(r, insn_value(r->x, next[2] - 'a'));
        return next + 3;
    }
    if (is_word(text, size, "W")) { // with the blank before it
        r->used -= r->used > 0;
    } else if (add_if_set(r, text, size, indexed)) {
        return next + (indexed ? 3 : 0);
    } else if (!add_if_number(r, text, size)) {
        // Of a frame only the head is printed by that name.
        r->failed |= is_word(text, size, "f") && strncmp(next, "->", 2) == 0 &&
                     strncmp(next, "->h.", 4) && strncmp(next, "->h,", 4) &&
                     strncmp(next, "->h)", 4);
        add_other(r, text, size);
    }
    return next;
}

static void add_row(row *r, const char *text, const char *end) {
    while (text < end) {
        if (isalpha((unsigned char)*text) || *text == '_') {
            text = add_word(r, text);
        } else {
            add(r, text++, 1);
        }
    }
}

int cgen_row_text(cgen *g, const insn *x, char *out, size_t cap) {
    row r = {.g = g, .x = x, .word = WHOLE, .out = out, .cap = cap};
    const char *text = ir_op_what[x->op];
    *out = '\0';
    add_row(&r, text, text + strlen(text));
    return !r.failed;
}

// --- Word by word ----------------------------------------------------------------------------------

static const char by_word[] = "EACH_WORD(A[i] = ";

// Whether the row asks for the number of the word, not only for words of sets.
static int has_number(const char *text, const char *end) {
    for (const char *at = text; at < end; at++) {
        const int alone =
            *at == 'i' && !isalnum((unsigned char)at[-1]) && !isalnum((unsigned char)at[1]);
        if (alone && at[-1] != '[' && at[-1] != '_' && at[1] != '_') {
            return 1;
        }
    }
    return 0;
}

// How many words from `first` on are of `bits`.
static int run_from(uint32_t bits, int first) {
    int n = 0;
    while (bits >> (first + n) & 1) {
        n++;
    }
    return n;
}

// The words that matter, of many: loops over those side by side, the others one by one.
static int put_span(cgen *g, const insn *x, const char *text, const char *end) {
    enum { FEW = 2 };
    char one[2600];
    const cgen_span s = cgen_span_of(g, x);
    row r = {.g = g, .x = x, .out = one, .cap = sizeof one};
    for (int i = 0, n; i < g->p->b.words; i += n) {
        const int run = run_from(s.made & s.whole, i), is_loop = run > FEW;
        n = is_loop ? run : 1;
        r.used = 0;
        r.word = is_loop ? EACH : i;
        if (s.made >> i & 1) {
            add_row(&r, text, end);
        }
        if (is_loop) {
            cgen_put(g, "    for (int i = %d; i < %d; i++) %s.w[i] = %s;\n", i, i + n, A, one);
        } else if ((s.made | s.none) >> i & 1) {
            cgen_put(g, "    %s.w[%d] = %s;\n", A, i, s.made >> i & 1 ? one : "0");
        }
    }
    return !r.failed;
}

static int put_words(cgen *g, const insn *x) {
    char one[2600], two[2600];
    const char *text = ir_op_what[x->op] + sizeof by_word - 1, *end = text + strlen(text) - 1;
    const int words = g->p->b.words, whole = words == 1 || (words == 2 && !has_number(text, end));
    row r = {.g = g, .x = x, .word = WHOLE, .out = one, .cap = sizeof one};
    if (words <= 2) {
        r.word = whole ? WHOLE : 0;
        add_row(&r, text, end);
    }
    if (whole) {
        cgen_put(g, "    %s = %s;\n", A, one);
    } else if (words == 2) {
        row high = {.g = g, .x = x, .word = 1, .out = two, .cap = sizeof two};
        add_row(&high, text, end);
        r.failed |= high.failed;
        cgen_put(g, "    %s = SET2(%s, %s);\n", A, two, one);
    }
    if (cgen_has_spans(g)) {
        return put_span(g, x, text, end);
    }
    for (int i = 0; words > 2 && i < words; i++) {
        r.word = i;
        r.used = 0;
        add_row(&r, text, end);
        cgen_put(g, "    %s.w[%d] = %s;\n", A, i, one);
    }
    return !r.failed;
}

int cgen_put_row(cgen *g, const insn *x) {
    char text[2600];
    const op_class is = (op_class)ir_op_class[x->op];
    if (is == CLASS_JUMP || is == CLASS_LEAVE || is == CLASS_OFFER) { // no statements
        return 0;
    }
    if (strncmp(ir_op_what[x->op], by_word, sizeof by_word - 1) == 0) {
        return put_words(g, x);
    }
    if (!cgen_row_text(g, x, text, sizeof text)) {
        return 0;
    }
    cgen_put(g, is == CLASS_OVER ? "    return %s;\n" : "    %s;\n", text);
    return 1;
}
