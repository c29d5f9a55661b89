// SPDX-License-Identifier: MIT
//
// Prints the tables that kernels read, and joins the text; see lanes.h.
#include "lang/lanes/lanes.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <tessera/lang.h>

#include "base/buffer.h"
#include "lang/cgen/cgen.h"
#include "lang/game/actions.h"
#include "lang/game/observe.h"
#include "lang/game/state.h"
#include "lang/lanes/lanes_text.h"

const char *const lanes_entry[KERNELS] = {"tessera_batch", "tessera_games", "tessera_perft"};

lanes_kernel lanes_kernel_of(lanes_job job) {
    return job <= LANES_SAMPLE ? KERNEL_BATCH : job == LANES_PERFT ? KERNEL_PERFT : KERNEL_GAMES;
}

typedef struct source {
    const tsr_rules *r;
    const program *p;
    const lang_actions *numbers;
    const lang_sight *sight;
    buffer *out;
} source;

// --- Sizes -------------------------------------------------------------------------------------

static uint32_t words_of(uint64_t bits) {
    return (uint32_t)((bits + 63) / 64);
}

static uint32_t stream_words(const source *s) {
    return words_of((uint64_t)s->sight->planes * (uint64_t)s->p->b.cells);
}

static uint32_t game_words(const source *s) {
    return s->p->size.ring_off / 8 + words_of(s->numbers->count);
}

// Whether a state and its mask are so large that desks for them would leave a GPU little of its fast memory.
static int stays(const source *s) {
    enum { LARGE = 28 }; // words
    return game_words(s) > LARGE;
}

// Whether its steps wait for memory alone, so that more lanes at work are better than more registers for each.
static int is_light(const source *s) {
    enum { WORDS = 16, TEXT = 200 << 10 };
    return game_words(s) <= WORDS && s->out->size <= TEXT;
}

// As lanes_block.inc lays it out, without the mask that is turned round.
static uint32_t desk_words(const source *s) {
    return (stays(s) ? 0 : game_words(s)) + stream_words(s) + 3;
}

// How many numbers of a move may wait for the rest of it.
static uint32_t most_picks(const source *s) {
    uint32_t most = s->numbers->by_cells ? 2 : 0;
    for (int i = 1; i <= s->p->choice_count; i++) {
        most = s->numbers->goes_on[i] ? TSR_MAX_ACTIONS : most;
    }
    return most;
}

static int first_tokens(const source *s) {
    for (uint32_t i = 0; i < s->sight->planes; i++) {
        if (s->sight->plane[i].kind == PLANE_TOKENS) {
            return (int)i;
        }
    }
    return 0;
}

static int count_tokens(const source *s) {
    int n = 0;
    for (uint32_t i = 0; i < s->sight->planes; i++) {
        n += s->sight->plane[i].kind == PLANE_TOKENS;
    }
    return n;
}

static int or_zero(uint16_t reg) {
    return reg == BOARD_NONE ? 0 : reg;
}

static void put_sizes(const source *s, const char *symbol) {
    const program *p = s->p;
    const lang_actions *n = s->numbers;
    const lang_sight *f = s->sight;
    const struct {
        const char *name;
        int64_t value;
    } size[] = {
        {"ACTIONS", n->count},
        {"MASK_WORDS", words_of(n->count)},
        {"STATE_WORDS", p->size.state_size / 8},
        {"HOT_WORDS", p->size.ring_off / 8},
        {"HEAD_SETS", p->size.head_sets},
        {"HEAD_NUMS", p->size.head_nums},
        {"STREAM_WORDS", stream_words(s)},
        {"DESK_BYTES", desk_words(s) * 8},
        {"STAYS", stays(s)},
        {"PLANE_BYTES", (int64_t)f->planes * p->b.cells},
        {"SCALARS", f->scalars},
        {"TYPES", p->types},
        {"CHOICES", p->choice_count},
        {"BY_CELLS", n->by_cells},
        {"FROM_BASE", n->from_base},
        {"SPLIT", p->split},
        {"HAS_TURNED", n->turned != NULL},
        {"MIRRORS", f->mirrors},
        {"TURNS", f->turned != NULL},
        {"TOKEN_KINDS", count_tokens(s)},
        {"TOKENS_AT", or_zero(p->at.tokens)},
        {"TOKENS_PLANE", first_tokens(s)},
        {"HAS_SCORE", p->has_score},
        {"HALF_POINTS", p->half_points},
        {"TURN_LIMIT", p->limit},
        {"PHASES_SEEN", f->phases},
        {"HAND_COUNT", f->hands},
        {"HANDS_AT", or_zero(p->at.hands)},
        {"VARS_SEEN", f->vars},
        {"QUIETS", f->quiets},
        {"QUIET_AT", or_zero(p->at.quiet)},
        {"MAX_MOVES", p->size.max_moves},
        {"MAX_PLIES", p->size.max_plies},
        {"MOST_PICKS", most_picks(s)},
        {"NO_MOVER", NO_MOVER},
        {"SEVERAL_WHOLE", SEVERAL_WHOLE},
    };
    for (size_t i = 0; i < sizeof size / sizeof *size; i++) {
        buffer_addf(s->out, "#define %-14s %" PRId64 "\n", size[i].name, size[i].value);
    }
    buffer_addf(s->out, "#define PROGRAM        0x%" PRIx64 "u\n#define LANES_TABLE    %s\n",
                ir_hash(p), symbol);
}

// --- Numbers -----------------------------------------------------------------------------------

// One after the other, `at(table, i)`; never an empty table, which C has not got.
static void put_table(const source *s, const char *type, const char *name, size_t count,
                      uint64_t (*at)(const source *s, size_t i)) {
    buffer_addf(s->out, "static const %s %s[] __attribute__((unused)) = {", type, name);
    for (size_t i = 0; i < count; i++) {
        int64_t value = (int64_t)at(s, i);
        buffer_addf(s->out, "%s%" PRId64, i % 16 ? ", " : i ? ",\n    " : "\n    ", value);
    }
    buffer_add_text(s->out, count ? "\n};\n" : "0};\n");
}

static uint64_t base_at(const source *s, size_t i) {
    return (uint64_t)(int64_t)s->numbers->base[i];
}

static uint64_t rank_at(const source *s, size_t i) {
    return (uint64_t)(int64_t)s->numbers->rank[i];
}

static uint64_t pair_at(const source *s, size_t i) {
    return (uint64_t)(int64_t)s->numbers->pair[i];
}

static uint64_t layer_at(const source *s, size_t i) {
    return (uint64_t)(int64_t)s->numbers->ids.layer[i];
}

static uint64_t goes_on_at(const source *s, size_t i) {
    return s->numbers->goes_on[i];
}

static uint64_t whole_at(const source *s, size_t i) {
    return s->numbers->whole[i];
}

static uint64_t mover_at(const source *s, size_t i) {
    return s->numbers->mover[i];
}

static uint64_t turned_at(const source *s, size_t i) {
    return s->numbers->turned[i];
}

static uint64_t cell_at(const source *s, size_t i) {
    return s->sight->turned[i];
}

static uint64_t quiet_at(const source *s, size_t i) {
    return (uint64_t)(int64_t)s->p->past.quiet[i].limit;
}

static void put_numbers(const source *s) {
    const lang_actions *n = s->numbers;
    size_t choices = (size_t)s->p->choice_count + 1, cells = (size_t)s->p->b.cells;
    size_t pairs = n->by_cells ? 0 : (size_t)n->layers * cells * cells;
    put_table(s, "int32_t", "ids_pair", pairs, pair_at);
    put_table(s, "int32_t", "ids_layer", choices, layer_at);
    put_table(s, "int32_t", "ids_base", choices, base_at);
    put_table(s, "int32_t", "ids_rank", cells, rank_at);
    buffer_addf(s->out,
                "static const lang_ids ids __attribute__((unused)) = {ids_pair, ids_layer, "
                "ids_base, ids_rank, %d, 0};\n",
                n->ids.whole);
    put_table(s, "uint8_t", "number_goes_on", choices, goes_on_at);
    put_table(s, "uint64_t", "number_whole", n->count, whole_at);
    put_table(s, "uint16_t", "number_mover", n->count * (size_t)s->p->types, mover_at);
    put_table(s, "int32_t", "number_turned", n->turned ? n->count : 0, turned_at);
    put_table(s, "uint16_t", "cell_turned", s->sight->turned ? cells : 0, cell_at);
    put_table(s, "int32_t", "quiet_limit", (size_t)s->sight->quiets, quiet_at);
}

// --- Positions ---------------------------------------------------------------------------------

static void put_type_at(const source *s) {
    const ir_layout *at = &s->p->at;
    buffer_add_text(s->out, "\n// What kind of piece stands on a cell.\n"
                            "RT int type_at(const uint64_t *state, int cell) {\n"
                            "    const uint64_t *x = state + HEAD_SETS / 8 + (cell >> 6);\n"
                            "    (void)x;\n");
    for (int t = 0; at->type != BOARD_NONE && t < s->p->types; t++) {
        buffer_addf(s->out,
                    "    if (x[%d * WORDS] >> (cell & 63) & 1) {\n        return %d;\n    }\n",
                    at->type + t, t);
    }
    buffer_add_text(s->out, "    return 0;\n}\n");
}

// The register of an owner for each player who looks, as an expression.
static void put_owner(const source *s, const lang_plane *plane) {
    for (int me = 1; me < s->p->players; me++) {
        buffer_addf(s->out, "me == %d ? %d : ", me, plane->owner[me]);
    }
    buffer_addf(s->out, "%d", plane->owner[0]);
}

static void put_plane(const source *s, int i) {
    const lang_plane *plane = &s->sight->plane[i];
    if (plane->kind == PLANE_TOKENS) {
        return; // no bits: spread_tokens
    }
    buffer_addf(s->out, "    put_plane(stream, %d, turned_round(", i);
    if (plane->kind == PLANE_SET) {
        buffer_addf(s->out,
                    plane->only_inside ? "h->pc ? set_load(x + %d * WORDS) : NO_CELLS"
                                       : "set_load(x + %d * WORDS)",
                    plane->a);
    } else {
        int types = s->p->at.type != BOARD_NONE;
        buffer_add_text(s->out, types ? "set_and(set_load(x + (" : "set_load(x + (");
        put_owner(s, plane);
        buffer_add_text(s->out, ") * WORDS)");
        if (types) {
            buffer_addf(s->out, ", set_load(x + %d * WORDS))", s->p->at.type + plane->b);
        }
    }
    buffer_add_text(s->out, ", turns));\n");
}

static void put_planes(const source *s) {
    buffer_add_text(s->out,
                    "\n// All planes of bits, as player `me` sees them.\n"
                    "RT void put_planes(const uint64_t *state, int me, uint64_t *stream) {\n"
                    "    const ir_head *h = (const ir_head *)(const void *)state;\n"
                    "    const uint64_t *x = state + HEAD_SETS / 8;\n"
                    "    const int turns = TURNS && me == 1;\n"
                    "    (void)h, (void)x, (void)turns;\n"
                    "    for (int i = 0; i < STREAM_WORDS; i++) {\n"
                    "        stream[i] = 0;\n    }\n");
    for (uint32_t i = 0; i < s->sight->planes; i++) {
        put_plane(s, (int)i);
    }
    buffer_add_text(s->out, "}\n");
}

// --- The text ----------------------------------------------------------------------------------

static tsr_err check(const source *s, tsr_error *err) {
    const ir_sizes *size = &s->p->size;
    const ir_head *start = (const ir_head *)(const void *)s->p->start;
    if (size->state_size % 8 || size->ring_off % 8 || size->head_sets % 8) {
        return tsr_fail(err, TSR_ERR_LIMIT, "the states of these rules are no whole words");
    }
    if (size->max_chance) {
        return tsr_fail(err, TSR_ERR_LIMIT, "rules with dice have no kernels");
    }
    if (s->p->unknown >= 0) { // what a player sees is not what a state holds
        return tsr_fail(err, TSR_ERR_LIMIT, "rules that hide something have no kernels");
    }
    if (s->p->distinct) {
        return tsr_fail(err, TSR_ERR_LIMIT, "rules with `distinct` have no kernels");
    }
    if (start->whole) {
        return tsr_fail(
            err, TSR_ERR_LIMIT,
            "these rules begin with an ending on the board, which needs the interpreter");
    }
    return TSR_OK;
}

static void put_all(const source *s, const char *symbol) {
    buffer_add_text(s->out, "\n// ---- Many games side by side: the call ----\n");
    lanes_put_text(s->out, lanes_text_lots);
    lanes_put_text(s->out, lanes_text_call);
    buffer_add_text(s->out, "\n// ---- Fixed numbers and what is seen ----\n\n");
    put_sizes(s, symbol);
    put_numbers(s);
    put_type_at(s);
    lanes_put_text(s->out, lanes_text_numbers);
    lanes_put_text(s->out, lanes_text_see);
    put_planes(s);
    lanes_put_text(s->out, lanes_text_game);
    lanes_put_text(s->out, lanes_text_block);
    lanes_put_text(s->out, lanes_text_order);
    lanes_put_text(s->out, lanes_text_course);
    lanes_put_text(s->out, lanes_text_entry);
}

// The text without the lines that only make sense in its own place.
void lanes_put_text(buffer *out, const char *text) {
    while (*text) {
        size_t n = strcspn(text, "\n");
        if (strncmp(text, "#include", 8) != 0) {
            buffer_add(out, text, n);
            buffer_add_text(out, "\n");
        }
        text += n + (text[n] == '\n');
    }
}

// What stands behind this word in the text, or 0.
// Whether some number of a choice says not which of several choices of its piece is meant, each a whole move.
static int is_asked(const source *s, int choice) {
    const lang_actions *n = s->numbers;
    const size_t square = (size_t)s->p->b.cells * (size_t)s->p->b.cells,
                 types = (size_t)s->p->types;
    const uint8_t type = s->p->choice[choice].type;
    int is = 0;
    for (size_t i = 0; s->p->choice[choice].kind == CH_MOTION && i < square * types; i++) {
        const int32_t number = n->pair[(size_t)n->layer[choice] * square + i / types];
        is |= number >= 0 && (type == 255 || type == i % types) &&
              n->mover[(size_t)number * types + i % types] == SEVERAL_WHOLE;
    }
    return is;
}

static uint64_t asked(const source *s) {
    uint64_t all = 0;
    const int can_be = !s->numbers->by_cells && !s->p->split && s->p->choice_count < 64;
    for (int i = 1; can_be && i <= s->p->choice_count; i++) {
        all |= (uint64_t)is_asked(s, i) << i;
    }
    return all;
}

static uint32_t number_behind(const buffer *text, const char *word) {
    const char *at = strstr(buffer_text(text), word);
    return at ? (uint32_t)strtoul(at + strlen(word), NULL, 10) : 0;
}

tsr_err lanes_print(const tsr_rules *r, const char *symbol, char **out, size_t *size,
                    lanes_facts *facts, tsr_error *err) {
    buffer text;
    const lang_unit *u = r->data;
    *out = NULL;
    if (!tsr_lang_is(r)) {
        return tsr_fail(err, TSR_ERR_LIMIT, "%s is not written in the rules language", r->g.name);
    }
    source s = {r, &u->p, u->actions, u->sight, &text};
    tsr_err e = check(&s, err);
    if (e) {
        return e;
    }
    buffer_init(&text, r->alloc);
    e = cgen_print(s.p, &(cgen_source){.lanes = 1, .asked = asked(&s)}, &text, err);
    if (!e) {
        *facts = (lanes_facts){.program = ir_hash(s.p),
                               .hot = (uint32_t)s.p->size.ring_off,
                               .desk = desk_words(&s) * 8,
                               .shown = s.numbers->turned ? words_of(s.numbers->count) * 8 : 0,
                               .most_picks = most_picks(&s),
                               .room = 4 * number_behind(&text, "#define ROOM_WORDS "),
                               .in_step = number_behind(&text, "#define GOES_IN_STEP "),
                               .counts = number_behind(&text, "#define HAS_NODES ")};
        put_all(&s, symbol ? symbol : LANES_SYMBOL);
        facts->light = (uint32_t)is_light(&s);
        *size = text.size;
        *out = text.failed ? NULL : tsr_mem_new(r->alloc, text.size + 1);
        e = *out ? TSR_OK
                 : tsr_fail(err, TSR_ERR_MEMORY, "no memory to print the rules as kernels");
    }
    if (!e) {
        memcpy(*out, buffer_text(&text), text.size + 1);
    }
    buffer_deinit(&text);
    return e;
}
