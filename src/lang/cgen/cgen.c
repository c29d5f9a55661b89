// SPDX-License-Identifier: MIT
//
// The C generator: asks for everything a module needs, and joins the sections.
#include "lang/cgen/cgen.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <tessera/lang.h>

#include "lang/cgen/cgen_impl.h"

enum {
    MAX_MELTED = 40, // nodes
    MAX_LOTS = 512,  // sets that a turn is drawn from
};

// --- The file ------------------------------------------------------------------------------------

static void put_comment_text(buffer *out, const char *text) {
    while (*text) {
        size_t n = strcspn(text, "\n");
        buffer_add_text(out, "//     ");
        for (size_t i = 0; i < n; i++) { // no line may end in a backslash
            char c = text[i] == '\\' ? '/' : text[i];
            if (c != '\r') {
                buffer_add(out, &c, 1);
            }
        }
        buffer_add_text(out, "\n");
        text += n + (text[n] == '\n');
    }
}

// One of our headers without the lines that only make sense in its own place.
static void put_runtime_text(buffer *out, const char *text) {
    while (*text) {
        size_t n = strcspn(text, "\n");
        int ours =
            strncmp(text, "#include <tessera", 17) == 0 || strncmp(text, "#include \"", 10) == 0;
        if (!ours) {
            buffer_add(out, text, n);
            buffer_add_text(out, "\n");
        }
        text += n + (text[n] == '\n');
    }
}

// Where a lane keeps what it writes much: in the memory that a block of a GPU shares.
#define CGEN_ROOMS                                                                                 \
    "#if defined(__NVPTX__)\n"                                                                     \
    "extern __attribute__((address_space(3))) uint64_t lanes_desks[];\n"                           \
    "#define ROOM_AT (ROOM_WORDS * __nvvm_read_ptx_sreg_tid_x())\n"                                \
    "#define ROOM_OF_LANE(r)                                                       \\\n"           \
    "    lane_room *const r =                                                      \\\n"           \
    "        (lane_room *)(void *)((uint32_t *)(uint64_t *)lanes_desks + ROOM_AT)\n"               \
    "#else\n#define ROOM_OF_LANE(r) lane_room r##_here, *const r = &r##_here\n#endif\n\n"          \
    "enum {\n    DRAW_AGAIN = -3, // what was drawn is not legal: in the next round\n"             \
    "    DRAW_LATER = -2  // when others have to list as well\n};\n"                               \
    "typedef struct draft draft;\n\n"

static void put_preface(const cgen *g, int lanes, buffer *out) {
    const program *p = g->p;
    buffer_addf(out, "// %s, as C. Made by `tessera build` from these rules; do not edit.\n//\n",
                p->words.title);
    put_comment_text(out, p->words.source);
    buffer_add_text(out, "\n#include <stddef.h>\n#include <stdint.h>\n");
    buffer_add_text(out, lanes ? "#define LANES 1 // kernels follow: lang/lanes\n"
                                 "#if defined(__NVPTX__) // which has no library\n"
                                 "void *memcpy(void *to, const void *from, size_t size);\n"
                                 "void *memmove(void *to, const void *from, size_t size);\n"
                                 "void *memset(void *to, int value, size_t size);\n"
                                 "#else\n#include <string.h>\n#endif\n\n" CGEN_ROOMS
                               : "#include <string.h>\n\n");
    buffer_add_text(out,
                    "// ---- The generator of random numbers, as everywhere in Tessera ----\n");
    buffer_add_text(out, "#if defined(__clang__) // some of it is not used here\n"
                         "#pragma clang diagnostic push\n"
                         "#pragma clang diagnostic ignored \"-Wunused-function\"\n#endif\n");
    put_runtime_text(out, cgen_text_rng);
    buffer_add_text(out, "#if defined(__clang__)\n#pragma clang diagnostic pop\n#endif\n");
    buffer_add_text(out, "\n// ---- States and the table that is exported ----\n");
    put_runtime_text(out, cgen_text_native);
    buffer_addf(out,
                "\n#define WORDS       %d\n#define CELLS       %d\n#define ROWS        %d\n"
                "#define CHOICE_BITS %d\n#define CELL_BITS   %d\n#define LONG_WAYS   %d\n"
                "#define LOADS       %d\n#define PLAYERS     %d\n#define FUEL        %d\n#define "
                "MAX_LOTS    %d\n\n",
                p->b.words, p->b.cells, p->b.words <= 2 ? 64 * p->b.words : p->b.cells,
                p->size.choice_bits, p->size.cell_bits, p->ways->is_long, p->ways->load.cell >= 0,
                p->players, VM_FUEL, MAX_LOTS);
    buffer_add_text(out, "// ---- Words, numbers, keys ----\n");
    put_runtime_text(out, cgen_text_words);
    buffer_add_text(out, "\n// ---- Tokens ----\n");
    put_runtime_text(out, cgen_text_tokens);
    buffer_add_text(out, "\n// ---- Whose turn it is ----\n");
    put_runtime_text(out, cgen_text_head);
    cgen_put_piles(g, put_runtime_text, out);
    cgen_put_slots(g, put_runtime_text, out);
    buffer_add_text(out, "\n// ---- Sets, moves, draws ----\n");
    put_runtime_text(out, cgen_text_rt);
}

static void put_choice_tables(const cgen *g, buffer *out) {
    const program *p = g->p;
    buffer_add_text(out,
                    "\n// The choices of the game: which cells each has, and which are alike.\n"
                    "static const uint8_t choice_shape[] = {0");
    for (int c = 1; c <= p->choice_count; c++) {
        int kind = p->choice[c].kind;
        buffer_addf(out, ", %d", (kind == CH_MOTION) + 2 * (kind <= CH_TAKE));
    }
    buffer_add_text(out, "};\n");
    if (p->fact.overlaps) {
        buffer_add_text(out, "static const uint8_t choice_alike[] = {0");
        for (int c = 1; c <= p->choice_count; c++) {
            buffer_addf(out, ", %d", p->choice[c].alike);
        }
        buffer_add_text(out, "};\n");
    }
}

static void put_moves(cgen *g) {
    const program *p = g->p;
    g->out = &g->turns;
    cgen_put(g, "\n// All legal moves of the player on turn.\n"
                "FN int moves_of(const st *s, uint64_t *out, int cap) {\n");
    if (p->fact.overlaps) {
        const int in_place =
            g->lanes && p->size.max_moves == TSR_MAX_MOVES; // there is room for twins, too
        cgen_put(g,
                 in_place ? "    uint64_t *const list = out; // with twins\n"
                          : "    uint64_t list[%d]; // with twins\n",
                 TSR_MAX_MOVES);
        cgen_put(g,
                 "    walk w = {.out = list, .cap = %d, .fuel = FUEL};\n"
                 "    (void)list_start(s, &w);\n"
                 "    int n = drop_twins(list, w.count, choice_shape, choice_alike, %d);\n%s",
                 TSR_MAX_MOVES, p->choice_count,
                 in_place ? "    (void)cap;\n"
                          : "    if (out) {\n        n = n < cap ? n : cap;\n"
                            "        memcpy(out, list, (size_t)n * sizeof *out);\n    }\n");
    } else {
        cgen_put(g, "    walk w = {.out = out, .cap = cap, .fuel = FUEL};\n"
                    "    (void)list_start(s, &w);\n    int n = w.count;\n");
    }
    if (p->split) {
        cgen_put(g, "    if (s->h.pc && n < cap && may_stop(s)) {\n        if (out) {\n"
                    "            out[n] = 1; // done\n        }\n        n++;\n    }\n");
    }
    cgen_put(g, "    return n;\n}\n");
}

static void put_bytes(buffer *out, const char *name, const char *text) {
    buffer_addf(out, "\nstatic const char %s[] = {", name);
    for (size_t i = 0; i <= strlen(text); i++) {
        buffer_addf(out, i % 20 ? " %d," : "\n    %d,", (int)(signed char)text[i]);
    }
    buffer_add_text(out, "\n};\n");
}

// The rules file and those it inherits from.
static void put_sources(const lang_sources *from, buffer *out) {
    char name[24];
    int n = 0;
    for (const lang_sources *s = from; s; s = s->parent) {
        (void)snprintf(name, sizeof name, "rules_%d", n++);
        put_bytes(out, name, s->text);
    }
    if (from) {
        buffer_add_text(out, "\nstatic const char *const parents[] = {");
        for (int i = 1; i < n; i++) {
            buffer_addf(out, "rules_%d, ", i);
        }
        buffer_add_text(out, "NULL};\n");
    }
}

// How many copies of nodes a function has that all ways from `at` have melted into; `most` is
// enough.
static int count_copies(const program *p, int at, int most) {
    const ir_node *n = &p->node[at];
    if (n->kind == N_END || n->kind == N_DEAD || most <= 0) {
        return 0;
    }
    int two = n->kind == N_OR || n->kind == N_ELSE || n->kind == N_WHEN;
    int count = 1 + count_copies(p, n->next, most - 1);
    return two ? count + count_copies(p, n->alt, most - count) : count;
}

// Whether the entrances may have all they call melted into them: some rules would take the
// compiler hours. Sets of many words make long code, and states where that saves little.
static int melts(const cgen *g) {
    const program *p = g->p;
    int copies = 0;
    for (int ph = 0; ph < p->phases; ph++) {
        for (int me = 0; me < p->players; me++) {
            copies += count_copies(p, cgen_start_of(g, ph, me), MAX_MELTED + 1);
        }
    }
    for (uint32_t i = 0; i < p->code_count; i++) {
        copies += p->code[i].op == OP_JCAN ? MAX_MELTED : 0; // code that walks
    }
    return !cgen_is_large(g) && !p->ways->cyclic && copies <= MAX_MELTED && p->b.words <= 2;
}

static void put_exports(const cgen *g, const cgen_source *source, buffer *out) {
    const program *p = g->p;
    if (source->lanes) {
        buffer_addf(out, "\n#define HAS_STEP   %d\n#define HAS_NODES  %d\n#define HAS_OFFERS %d\n",
                    g->has_step, p->ways->counts, g->has_step && source->asked);
        cgen_step_of(g, out);
        return;
    }
    const char *symbol = source->symbol ? source->symbol : TSR_LANG_NATIVE_SYMBOL;
    const char *entrance = melts(g) ? "FLAT" : "static";
    put_sources(source->embed, out);
    buffer_add_text(out, "\n// ---- What is exported ----\n\n");
    cgen_step_exports(g, entrance, out);
    cgen_chance_export(g, out);
    buffer_addf(out,
                "%s int moves(const void *state, uint64_t *out, int cap) {\n    st s;\n"
                "    load(&s, state);\n    return moves_of(&s, out, cap);\n}\n\n"
                "%s int play(void *state, uint64_t move) {\n    st s;\n    load(&s, state);\n"
                "    if (!play_move(&s, move, 0)) {\n        return 0;\n    }\n"
                "    store(&s, state);\n    return 1;\n}\n\n"
                "static void scores(const void *state, int32_t *out) {\n    st s;\n"
                "    load(&s, state);\n    scores_of(&s, out);\n}\n\n"
                "#ifdef NATIVE_V3 // the same code for newer machines, beside this one\n"
                "#define TABLE %s_v3\n#else\n#define TABLE %s\n#endif\n"
                "extern const lang_native TABLE;\nconst lang_native TABLE = {\n"
                "    .abi = LANG_NATIVE_ABI,\n    .size = sizeof(lang_native),\n"
                "    .program = 0x%" PRIx64 "u,\n    .state_size = %u,\n",
                entrance, entrance, symbol, symbol, ir_hash(p), p->size.state_size);
    if (source->embed) {
        buffer_addf(out, "    .text = rules_0,\n    .text_size = %zu,\n    .parents = parents,\n",
                    strlen(source->embed->text));
    }
    buffer_add_text(out, "    .moves = moves,\n    .sample = sample,\n    .play = play,\n"
                         "    .playout = playout,\n    .scores = scores,\n");
    buffer_add_text(out, g->p->ways->counts ? "    .nodes = nodes,\n" : "");
    buffer_add_text(out, cgen_has_chance(g) ? "    .rolled = play_rolled,\n" : "");
    buffer_add_text(out, g->has_step ? "    .mask = learn_mask,\n    .step = learn_step,\n};\n"
                                     : "};\n");
}

static void init_sections(cgen *g, const tsr_alloc *alloc) {
    buffer_init(&g->tables, alloc);
    buffer_init(&g->protos, alloc);
    buffer_init(&g->code, alloc);
    buffer_init(&g->nodes, alloc);
    buffer_init(&g->turns, alloc);
}

static void join_sections(cgen *g, const cgen_source *source, buffer *out) {
    buffer head;
    buffer_init(&head, out->alloc);
    g->out = &head;
    cgen_state_struct(g);
    cgen_effects(g);
    cgen_keys(g);
    cgen_put_draft(g);
    put_preface(g, source->lanes, out);
    put_choice_tables(g, out);
    buffer_add_text(out, "\n// ---- The board ----\n\n");
    buffer_add_text(out, buffer_text(&g->tables));
    buffer_add_text(out, "\n// ---- States ----\n");
    buffer_add_text(out, buffer_text(&head));
    buffer_add_text(out, "\n");
    buffer_add_text(out, buffer_text(&g->protos));
    buffer_add_text(out, "RARE void finish(st *s, int me, int lazy);\n");
    buffer_add_text(out,
                    cgen_begins_after_setup(g) ? "RARE void begin_first(st *s, int lazy);\n" : "");
    buffer_add_text(out, "\n// ---- Code: conditions, effects, endings ----\n");
    buffer_add_text(out, buffer_text(&g->code));
    buffer_add_text(out, "\n// ---- The automaton: ways through a turn ----\n");
    buffer_add_text(out, buffer_text(&g->nodes));
    buffer_add_text(out, "\n// ---- Turns ----\n");
    buffer_add_text(out, buffer_text(&g->turns));
    put_exports(g, source, out);
    g->failed |= head.failed;
    buffer_deinit(&head);
}

static int deinit_sections(cgen *g) {
    int failed =
        g->tables.failed | g->protos.failed | g->code.failed | g->nodes.failed | g->turns.failed;
    buffer_deinit(&g->tables);
    buffer_deinit(&g->protos);
    buffer_deinit(&g->code);
    buffer_deinit(&g->nodes);
    buffer_deinit(&g->turns);
    return failed;
}

tsr_err cgen_print(const program *p, const cgen_source *source, buffer *out, tsr_error *err) {
    cgen *g = tsr_mem_new(out->alloc, sizeof *g);
    if (!g) {
        return tsr_fail(err, TSR_ERR_MEMORY, "no memory to print the rules as C");
    }
    g->p = p;
    g->lanes = source->lanes != 0;
    g->asked = source->asked;
    init_sections(g, out->alloc);
    g->has_way = tsr_mem_new(out->alloc, p->ways->fn_count);
    if (!g->has_way) {
        (void)deinit_sections(g);
        tsr_mem_free(out->alloc, g, sizeof *g);
        return tsr_fail(err, TSR_ERR_MEMORY, "no memory to print the rules as C");
    }
    cgen_turns(g);
    put_moves(g);
    cgen_random(g);
    cgen_count(g);
    cgen_step(g);
    cgen_print_ways(g);
    join_sections(g, source, out);
    int short_of_memory = deinit_sections(g) | out->failed, failed = g->failed;
    tsr_mem_free(out->alloc, g->has_way, p->ways->fn_count);
    tsr_mem_free(out->alloc, g, sizeof *g);
    if (short_of_memory) {
        return tsr_fail(err, TSR_ERR_MEMORY, "no memory to print the rules as C");
    }
    return failed ? tsr_fail(err, TSR_ERR_LIMIT, "these rules use something that is not compiled")
                  : TSR_OK;
}
