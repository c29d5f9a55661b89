// SPDX-License-Identifier: MIT
// Unstable Unicorns, 2 to 8 players. Base game with the second edition's end: when
// the deck runs out, whoever has most unicorns wins. docs/unicorns.md has the rules,
// the rulings and the notation; this file is the table of slots.
//
//     cards_*.c, words.c       the card language; decks/*.cards are the cards
//     state.h                  the flat state
//     turn.c, stack.c, chain.c the machine: phases, instants, links (choose.c, react.c)
//     verbs/                   what cards can do, one file each
//     table.c, hooks.c, know.c zones and movement, standing rules, knowledge
//     aim.c, can.c, moves.c    targets, feasibility, moves; why.c, say.c: sentences
//     view.c, check.c          views and guesses; soundness
//     notation.c, position*.c  moves and positions as text; script.c: tests in decks
//     scene.c, screen.c, ai.c  the picture, the terminal's text, features for bots
//     told.c, things.c         what followed from a move; the cards as data
//     mind.c, expert_*.c       its players
#include <string.h>

#include <tessera/rules.h>

#include "unicorns/cards.h"
#include "unicorns/lines.h"
#include "unicorns/notation.h"
#include "unicorns/parts.h"
#include "unicorns/script.h"
#include "unicorns/table.h"
#include "unicorns/verb.h"

// --- Opening ----------------------------------------------------------------------

static const char *const class_words[UNI_WORD_CLASSES] = {
    "a baby unicorn", "a basic unicorn", "a magical unicorn", "a magic card", "an instant",
    "an upgrade",     "a downgrade",     "a unicorn",         "a card"};

static void fill_names(tsr_rules *r, uni_rules *u) {
    int n = 0;
    for (int k = 0; k < u->deck.kind_count; k++) {
        u->names[n++] = uni_kind_name(&u->deck, k);
    }
    for (int i = 0; i < UNI_WORD_CLASSES; i++) {
        u->names[n++] = class_words[i];
    }
    for (int i = 0; i < uni_verb_count; i++) {
        u->names[n++] = uni_verbs[i]->word;
    }
    r->names = u->names;
    r->name_count = (uint16_t)n;
}

static void set_bounds(tsr_rules *r, const uni_deck *d) {
    r->action_count = uni_action_count;
    r->state_size = sizeof(uni_state);
    r->max_moves = (uint32_t)(d->kind_count * d->players + 1);
    if (r->max_moves < UNI_CARDS) {
        r->max_moves = UNI_CARDS; // targets on the table
    }
    r->max_chance = d->kind_count;
    // Once UNI_MAX_PLIES are made the chain that runs is cut at the end of its link,
    // and a link asks at most this often.
    r->max_plies = UNI_MAX_PLIES + UNI_JOBS * UNI_CARDS;
}

static tsr_err load(tsr_rules *r, uni_rules *u, const uni_source *file, bool own, tsr_error *err) {
    uni_report *report = tsr_mem_new(r->alloc, sizeof *report);
    if (!report) {
        return tsr_fail(err, TSR_ERR_MEMORY, "no memory for the deck");
    }
    tsr_err e = uni_deck_load(file, r->alloc, &u->deck, report);
    if (e == TSR_ERR_MEMORY) {
        (void)tsr_fail(err, e, "no memory for the deck");
    } else if (e) {
        e = uni_report_error(report, err);
    } else if (own && uni_run_tests(&u->deck, report) > 0) {
        e = uni_report_error(report, err);
    }
    tsr_mem_free(r->alloc, report, sizeof *report);
    return e;
}

static tsr_err open(tsr_rules *r, const char *data, size_t size, tsr_error *err) {
    uni_source file = uni_builtin(r->opt[0]);
    if (data) {
        file = (uni_source){"deck", data, size};
    }
    uni_rules *u = tsr_mem_new(r->alloc, sizeof *u);
    if (!u) {
        return tsr_fail(err, TSR_ERR_MEMORY, "no memory for the deck");
    }
    tsr_err e = load(r, u, &file, data != NULL, err);
    uni_deck *d = &u->deck;
    if (!e && (r->players < d->players_min || r->players > d->players_max)) {
        e = tsr_fail(err, TSR_ERR_ARGUMENT, "the deck \"%s\" is for %d to %d players",
                     uni_deck_text(d, d->title), d->players_min, d->players_max);
    }
    if (e) {
        tsr_mem_free(r->alloc, u, sizeof *u);
        return e;
    }
    d->players = r->players;
    fill_names(r, u);
    set_bounds(r, d);
    r->hash = tsr_hash_bytes(file.text, file.size, r->hash);
    r->data = u;
    return TSR_OK;
}

static void close(tsr_rules *r) {
    tsr_mem_free(r->alloc, r->data, sizeof(uni_rules));
}

// --- Playing ------------------------------------------------------------------------

static void init(const tsr_rules *r, void *out) {
    uni_init(uni_deck_of(r), out);
}

static uint32_t turn(const tsr_rules *r, const void *s) {
    (void)r;
    return ((const uni_state *)s)->deciders;
}

static int moves(const tsr_rules *r, const void *s, int who, tsr_move *out) {
    return uni_list_moves(uni_deck_of(r), s, who, out);
}

static int chance(const tsr_rules *r, const void *s, tsr_move *out, uint32_t *weight) {
    return uni_list_chance(uni_deck_of(r), s, out, weight);
}

static tsr_move sample(const tsr_rules *r, const void *state, int who, tsr_rng *g) {
    const uni_deck *d = uni_deck_of(r);
    const uni_state *s = state;
    if (who == TSR_CHANCE && (s->ask == UNI_ASK_DRAW || s->ask == UNI_ASK_PULL)) {
        // A card out of a pool is a bit out of a set.
        bool draw = s->ask == UNI_ASK_DRAW;
        uni_set pool = draw ? s->deck : s->hand[uni_job_at_work(s)->to];
        int card = uni_nth(pool, (int)tsr_rng_below(g, (uint32_t)uni_count(pool)));
        return tsr_move_of(draw ? UNI_MOVE_DRAWN : UNI_MOVE_PULLED, d->kind_of[card], 0, 0, 0);
    }
    tsr_move list[UNI_CARDS * UNI_PLAYERS + 1];
    uint32_t weight[UNI_CARDS];
    int n =
        who == TSR_CHANCE ? uni_list_chance(d, s, list, weight) : uni_list_moves(d, s, who, list);
    return n == 1 ? list[0] : n > 1 ? list[tsr_rng_below(g, (uint32_t)n)] : TSR_NO_MOVE;
}

static int why_not(const tsr_rules *r, const void *s, int who, tsr_move m, tsr_line *out) {
    tsr_move list[UNI_CARDS * UNI_PLAYERS + 1];
    int n = uni_list_moves(uni_deck_of(r), s, who, list);
    for (int i = 0; i < n; i++) {
        if (list[i] == m) {
            return tsr_say(out, 0);
        }
    }
    return uni_reason(uni_deck_of(r), s, who, m, out);
}

static void play(const tsr_rules *r, void *s, int who, tsr_move m) {
    uni_play_move(uni_deck_of(r), s, who, m);
}

static void view(const tsr_rules *r, const void *s, int viewer, void *out) {
    uni_view(uni_deck_of(r), s, viewer, out);
}

static void guess(const tsr_rules *r, const void *s, int viewer, tsr_rng *g, void *out) {
    uni_guess(uni_deck_of(r), s, viewer, g, out);
}

static tsr_move seen(const tsr_rules *r, const void *s, int who, tsr_move m, int viewer) {
    return uni_seen(uni_deck_of(r), s, who, m, viewer);
}

static void result(const tsr_rules *r, const void *state, tsr_result *out) {
    const uni_state *s = state;
    for (int p = 0; p < r->players; p++) {
        out[p] = (tsr_result){uni_value(uni_deck_of(r), s, p), s->place[p], {0}};
    }
}

// --- Text ---------------------------------------------------------------------------

static int move_text(const tsr_rules *r, const void *s, int who, tsr_move m, char *buf,
                     size_t cap) {
    return uni_move_text(uni_deck_of(r), s, who, m, buf, cap);
}

static tsr_err move_parse(const tsr_rules *r, const void *s, int who, const char *t,
                          tsr_move *out) {
    return uni_move_read(uni_deck_of(r), s, who, t, out) ? TSR_OK : TSR_ERR_PARSE;
}

static int text(const tsr_rules *r, const void *s, char *buf, size_t cap) {
    return uni_position_text(uni_deck_of(r), s, buf, cap);
}

static tsr_err parse(const tsr_rules *r, const char *t, void *out, tsr_error *err) {
    return uni_position_read(uni_deck_of(r), t, out, err);
}

static int check(const tsr_rules *r, const void *s, tsr_line *out) {
    return uni_check(uni_deck_of(r), s, out);
}

static tsr_move neutral_move(const uni_state *s) {
    switch ((uni_ask)s->ask) {
    case UNI_ASK_ANSWER: return tsr_move_of(UNI_MOVE_PASS, 0, 0, 0, 0);
    case UNI_ASK_MAY:
    case UNI_ASK_INSTEAD: return tsr_move_of(UNI_MOVE_NO, 0, 0, 0, 0);
    case UNI_ASK_ACT: return tsr_move_of(s->played ? UNI_MOVE_DONE : UNI_MOVE_DRAW, 0, 0, 0, 0);
    default: return TSR_NO_MOVE;
    }
}

static void info(const tsr_rules *r, const void *state, tsr_info *out) {
    const uni_state *s = state;
    memset(out, 0, sizeof *out);
    out->stamp = s->stamp;
    out->round = s->turns;
    out->ask = s->deciders == 0                ? TSR_ASK_OVER
               : s->deciders >> TSR_CHANCE & 1 ? TSR_ASK_CHANCE
               : s->ask == UNI_ASK_ACT         ? TSR_ASK_MOVE
               : s->ask == UNI_ASK_ANSWER      ? TSR_ASK_REACT
                                               : TSR_ASK_CHOICE;
    out->timeout_move = neutral_move(s);
    uni_prompt(uni_deck_of(r), s, &out->prompt);
}

static void say(const tsr_rules *r, const void *s, int who, tsr_move m, tsr_line *out) {
    uni_say_move(uni_deck_of(r), s, who, m, out);
}

// Counters and news have no future; of the chain only what is in use.
static uint64_t hash(const tsr_rules *r, const void *state) {
    const uni_state *s = state;
    const char *from = (const char *)s->stable, *to = (const char *)s->cont;
    (void)r;
    uint64_t h = tsr_hash_bytes(from, (size_t)(to - from), 0);
    h = tsr_hash_bytes(s->cont, s->cont_count * sizeof s->cont[0], h);
    h = tsr_hash_bytes(s->now, s->now_count * sizeof s->now[0], h);
    return tsr_hash_bytes(s->next, s->next_count * sizeof s->next[0], h);
}

// --- The table ------------------------------------------------------------------------

static const char *const sets[] = {"base", "two"};

static const tsr_option options[] = {
    {"set", "which of the built-in decks", TSR_OPTION_CHOICE, 0, 0, 1, sets},
    {"deck", "a card file of your own instead (*.cards)", TSR_OPTION_FILE, 0, 0, 0, NULL},
};

static const tsr_agent_type *const agents[] = {&tsr_agent_unicorns_rules,
                                               &tsr_agent_unicorns_weights, NULL};
static const tsr_skin *const skins[] = {&uni_skin_term, NULL};

// Measured in docs/strength.md: the rules of thumb alone, then searches that follow them.
static const char *const levels[TSR_OWN_LEVELS] = {
    "unicorns-rules", "ismcts:nodes=150,time=2s", "ismcts:nodes=600,time=2s",
    "ismcts:nodes=2k,time=3s", "ismcts:time=3s,memory=256M"};

static const tsr_game_more more = {
    .size = sizeof(tsr_game_more),
    .minutes = 30,
    .tags = "cards hidden take-that",
    .agents = agents,
    .skins = skins,
    .levels = levels,
    .action = uni_action,
    .sample = sample,
    .say = say,
    .told = uni_told,
    .words = uni_words,
    .parts = uni_parts,
    .hash = hash,
    .picked = uni_picked,
    .things = uni_things,
    .data_faults = uni_data_faults,
};

const tsr_game tsr_game_unicorns = {
    .size = sizeof(tsr_game),
    .abi = TSR_ABI,
    .name = "unicorns",
    .title = "Unstable Unicorns",
    .about = "fill your stable with unicorns, spoil everybody else's",
    .rules = uni_leaflet,
    .rules_version = 1,
    .flags = TSR_HAS_CHANCE | TSR_HAS_HIDDEN | TSR_HAS_SIMULTANEOUS,
    .min_players = 2,
    .max_players = UNI_PLAYERS,
    .default_players = 2,
    .option_count = sizeof options / sizeof options[0],
    .line_count = UNI_LINE_COUNT,
    .options = options,
    .lines = uni_lines,
    .open = open,
    .close = close,
    .init = init,
    .turn = turn,
    .moves = moves,
    .chance = chance,
    .why_not = why_not,
    .play = play,
    .view = view,
    .guess = guess,
    .seen = seen,
    .result = result,
    .move_text = move_text,
    .move_parse = move_parse,
    .text = text,
    .parse = parse,
    .check = check,
    .info = info,
    .scene = uni_scene,
    .path = uni_path,
    .more = &more,
    .ai = &uni_ai,
};
