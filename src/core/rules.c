// SPDX-License-Identifier: MIT
#include <tessera/rules.h>

#include <stdio.h>
#include <string.h>

#include <tessera/text.h>

#include "base/hash.h"
#include "base/near.h"
#include "core/defaults.h"

// --- Checking a table --------------------------------------------------------

// The tables as contract 3.0 has them; later minors fill reserved slots and change no size.
static const size_t FIRST_RELEASE_SIZE = offsetof(tsr_game, reserved);
static const size_t FIRST_MORE_SIZE = offsetof(tsr_game_more, reserved);

static int is_name(const char *s) {
    if (!s || !*s || strlen(s) > 32) {
        return 0;
    }
    for (; *s; s++) {
        int letter = *s >= 'a' && *s <= 'z';
        int digit = *s >= '0' && *s <= '9';
        if (!letter && !digit && *s != '-' && *s != '_') {
            return 0;
        }
    }
    return 1;
}

static tsr_err check_version(const tsr_game *g, tsr_error *err) {
    if (g->abi >> 16 != TSR_ABI_MAJOR) {
        return tsr_fail(err, TSR_ERR_ABI,
                        "the game was built for Tessera's game contract %u, this is %u",
                        (unsigned)(g->abi >> 16), TSR_ABI_MAJOR);
    }
    if (g->size < FIRST_RELEASE_SIZE) {
        return tsr_fail(err, TSR_ERR_ABI, "the game's table has %u bytes, at least %u are needed",
                        (unsigned)g->size, (unsigned)FIRST_RELEASE_SIZE);
    }
    if (g->more && g->more->size < FIRST_MORE_SIZE) {
        return tsr_fail(err, TSR_ERR_ABI,
                        "the game's second table has %u bytes, at least %u are needed",
                        (unsigned)g->more->size, (unsigned)FIRST_MORE_SIZE);
    }
    return TSR_OK;
}

static int has_words(const char *const *words, int count) {
    for (int i = 0; i < count; i++) {
        if (!words || !words[i]) {
            return 0;
        }
    }
    return 1;
}

static tsr_err check_option(const tsr_game *g, const tsr_option *o, tsr_error *err) {
    if (!is_name(o->name) || !o->help) {
        return tsr_fail(err, TSR_ERR_GAME, "%s: an option has no proper name or help", g->name);
    }
    if (o->kind == TSR_OPTION_FILE) {
        return TSR_OK;
    }
    if (o->kind < TSR_OPTION_INT || o->kind > TSR_OPTION_FILE || o->min > o->def ||
        o->def > o->max) {
        return tsr_fail(err, TSR_ERR_GAME, "%s: option %s has an impossible range", g->name,
                        o->name);
    }
    if (o->kind == TSR_OPTION_FLAG && (o->min != 0 || o->max != 1)) {
        return tsr_fail(err, TSR_ERR_GAME, "%s: option %s is a flag, from 0 to 1", g->name,
                        o->name);
    }
    if (o->kind == TSR_OPTION_CHOICE &&
        (o->min != 0 || o->max > UINT8_MAX || !has_words(o->choices, o->max + 1))) {
        return tsr_fail(err, TSR_ERR_GAME, "%s: option %s has no choices", g->name, o->name);
    }
    return TSR_OK;
}

static tsr_err check_options(const tsr_game *g, tsr_error *err) {
    int files = 0;
    if (g->option_count > TSR_MAX_OPTIONS || (g->option_count && !g->options)) {
        return tsr_fail(err, TSR_ERR_GAME, "%s has %u options, at most %d are possible", g->name,
                        g->option_count, TSR_MAX_OPTIONS);
    }
    for (int i = 0; i < g->option_count; i++) {
        tsr_err e = check_option(g, &g->options[i], err);
        if (e) {
            return e;
        }
        files += g->options[i].kind == TSR_OPTION_FILE;
        for (int j = 0; j < i; j++) {
            if (strcmp(g->options[j].name, g->options[i].name) == 0) {
                return tsr_fail(err, TSR_ERR_GAME, "%s has two options called %s", g->name,
                                g->options[i].name);
            }
        }
    }
    if (files > 1) {
        return tsr_fail(err, TSR_ERR_GAME, "%s has more than one file option", g->name);
    }
    return TSR_OK;
}

tsr_err tsr_game_check(const tsr_game *game, tsr_error *err) {
    if (!game) {
        return tsr_fail(err, TSR_ERR_GAME, "there is no game table");
    }
    tsr_err e = check_version(game, err);
    if (e) {
        return e;
    }
    if (!is_name(game->name)) {
        return tsr_fail(err, TSR_ERR_GAME,
                        "a game's name must be lower-case letters, digits, - and _ (at most 32)");
    }
    if (!game->title) {
        return tsr_fail(err, TSR_ERR_GAME, "%s has no title", game->name);
    }
    const char *missing = defaults_missing(game);
    if (missing) {
        return tsr_fail(err, TSR_ERR_GAME, "%s lacks the function '%s'", game->name, missing);
    }
    if (game->min_players < 1 || game->max_players > TSR_MAX_PLAYERS ||
        game->min_players > game->max_players || game->default_players > game->max_players ||
        (game->default_players && game->default_players < game->min_players)) {
        return tsr_fail(err, TSR_ERR_GAME, "%s: impossible numbers of players", game->name);
    }
    if ((game->line_count && !game->lines) || game->line_count >= TSR_LINE_CORE ||
        !has_words(game->names, game->name_count) ||
        (game->seats && !has_words(game->seats, game->max_players))) {
        return tsr_fail(err, TSR_ERR_GAME, "%s: its lines, names or seats lack words", game->name);
    }
    return check_options(game, err);
}

// --- Setup -------------------------------------------------------------------

void tsr_setup_init(tsr_setup *setup, const tsr_game *game) {
    *setup = (tsr_setup){.game = game};
    setup->players = game->default_players ? game->default_players : game->min_players;
    for (int i = 0; i < game->option_count && i < TSR_MAX_OPTIONS; i++) {
        setup->opt[i] = game->options[i].def;
    }
}

tsr_err tsr_setup_players(tsr_setup *setup, int players, tsr_error *err) {
    const tsr_game *g = setup->game;
    if (players >= g->min_players && players <= g->max_players) {
        setup->players = players;
        return TSR_OK;
    }
    if (g->min_players == g->max_players) {
        return tsr_fail(err, TSR_ERR_ARGUMENT, "%s is for %d player%s, not %d", g->name,
                        g->min_players, g->min_players == 1 ? "" : "s", players);
    }
    return tsr_fail(err, TSR_ERR_ARGUMENT, "%s is for %d to %d players, not %d", g->name,
                    g->min_players, g->max_players, players);
}

static int find_option(const tsr_game *g, const char *name) {
    for (int i = 0; i < g->option_count; i++) {
        if (strcmp(g->options[i].name, name) == 0) {
            return i;
        }
    }
    return -1;
}

static tsr_err unknown_option(const tsr_game *g, const char *name, tsr_error *err) {
    const char *best = NULL;
    int best_distance = near_limit(name) + 1;
    for (int i = 0; i < g->option_count; i++) {
        int d = near_distance(name, g->options[i].name);
        if (d < best_distance) {
            best_distance = d;
            best = g->options[i].name;
        }
    }
    if (best) {
        return tsr_fail(err, TSR_ERR_UNKNOWN, "%s has no option '%.40s'; did you mean '%s'?",
                        g->name, name, best);
    }
    if (g->option_count == 0) {
        return tsr_fail(err, TSR_ERR_UNKNOWN, "%s has no option '%.40s'; it has no options",
                        g->name, name);
    }
    char list[160];
    tsr_out o = tsr_out_to(list, sizeof list);
    for (int i = 0; i < g->option_count; i++) {
        tsr_putf(&o, "%s%s", i ? ", " : "", g->options[i].name);
    }
    tsr_out_end(&o);
    return tsr_fail(err, TSR_ERR_UNKNOWN, "%s has no option '%.40s'; its options are: %s", g->name,
                    name, list);
}

static int choice_of(const tsr_option *o, const char *value) {
    for (int i = 0; i <= o->max; i++) {
        if (strcmp(o->choices[i], value) == 0) {
            return i;
        }
    }
    return -1;
}

static int flag_of(const char *value) {
    static const char *const words[2][4] = {{"no", "off", "false", "0"},
                                            {"yes", "on", "true", "1"}};
    for (int v = 0; v < 2; v++) {
        for (int i = 0; i < 4; i++) {
            if (strcmp(words[v][i], value) == 0) {
                return v;
            }
        }
    }
    return -1;
}

static tsr_err refuse_choice(const tsr_option *o, const char *value, tsr_error *err) {
    char list[160];
    tsr_out out = tsr_out_to(list, sizeof list);
    for (int i = 0; i <= o->max; i++) {
        tsr_putf(&out, "%s%s", i == 0 ? "" : i == o->max ? " or " : ", ", o->choices[i]);
    }
    tsr_out_end(&out);
    return tsr_fail(err, TSR_ERR_ARGUMENT, "option %s must be %s, not '%.40s'", o->name, list,
                    value);
}

tsr_err tsr_setup_option(tsr_setup *setup, const char *name, const char *value, tsr_error *err) {
    int i = find_option(setup->game, name);
    if (i < 0) {
        return unknown_option(setup->game, name, err);
    }
    const tsr_option *o = &setup->game->options[i];
    int64_t v = -1;
    tsr_in in = tsr_in_from(value);
    switch ((tsr_option_kind)o->kind) {
    case TSR_OPTION_FILE:
        return tsr_fail(err, TSR_ERR_ARGUMENT, "option %s is a file; its contents must be given",
                        o->name);
    case TSR_OPTION_CHOICE:
        v = choice_of(o, value);
        if (v < 0) {
            return refuse_choice(o, value, err);
        }
        break;
    case TSR_OPTION_FLAG:
        v = flag_of(value);
        if (v < 0) {
            return tsr_fail(err, TSR_ERR_ARGUMENT, "option %s must be yes or no, not '%.40s'",
                            o->name, value);
        }
        break;
    case TSR_OPTION_INT:
        if (!tsr_take_int(&in, o->min, o->max, &v) || !tsr_at_end(&in)) {
            return tsr_fail(err, TSR_ERR_ARGUMENT,
                            "option %s must be a number from %d to %d, not '%.40s'", o->name,
                            (int)o->min, (int)o->max, value);
        }
        break;
    }
    setup->opt[i] = (int32_t)v;
    return TSR_OK;
}

// --- Opening -----------------------------------------------------------------

static tsr_err check_setup(const tsr_setup *setup, tsr_error *err) {
    const tsr_game *g = setup->game;
    tsr_setup copy = *setup;
    tsr_err e = tsr_setup_players(&copy, setup->players, err);
    for (int i = 0; !e && i < g->option_count; i++) {
        const tsr_option *o = &g->options[i];
        int file = o->kind == TSR_OPTION_FILE;
        if (!file && (setup->opt[i] < o->min || setup->opt[i] > o->max)) {
            e = tsr_fail(err, TSR_ERR_ARGUMENT, "option %s must be from %d to %d, not %d", o->name,
                         (int)o->min, (int)o->max, (int)setup->opt[i]);
        }
    }
    return e;
}

static uint64_t rules_hash(const tsr_setup *setup) {
    const tsr_game *g = setup->game;
    uint64_t h = hash_string(g->name, g->rules_version);
    h = tsr_mix(h ^ (uint64_t)setup->players);
    for (int i = 0; i < g->option_count; i++) {
        h = hash_string(g->options[i].name, h);
        h = tsr_mix(h ^ (uint64_t)(int64_t)setup->opt[i]);
    }
    return setup->data ? tsr_hash_bytes(setup->data, setup->data_size, h) : h;
}

// Copies as much of a table as both sides know, so that an older, shorter one
// works and a newer, longer one does no harm.
static void copy_table(void *out, const void *table, size_t size, size_t known) {
    memcpy(out, table, size < known ? size : known);
}

static void bind_table(tsr_rules *r, const tsr_game *game) {
    copy_table(&r->g, game, game->size, sizeof r->g);
    r->g.size = (uint32_t)sizeof r->g;
    defaults_fill(&r->g);
    if (game->more) {
        copy_table(&r->more, game->more, game->more->size, sizeof r->more);
    }
    r->more.size = (uint32_t)sizeof r->more;
    defaults_fill_more(&r->more);
    r->g.more = &r->more; // for those who have only the table at hand
    r->lines = game->lines;
    r->line_count = game->line_count;
    r->names = game->names;
    r->name_count = game->name_count;
    r->seats = game->seats;
}

static tsr_err check_opened(const tsr_rules *r, tsr_error *err) {
    if (r->state_size == 0 || r->state_size % 8 != 0 || r->state_size > TSR_MAX_STATE) {
        return tsr_fail(err, TSR_ERR_GAME, "%s: a state of %u bytes is not possible", r->g.name,
                        (unsigned)r->state_size);
    }
    if (r->max_moves == 0 || r->max_moves > TSR_MAX_MOVES || r->max_chance > TSR_MAX_MOVES ||
        r->max_plies == 0) {
        return tsr_fail(err, TSR_ERR_GAME, "%s: its bounds on moves, chance or plies are wrong",
                        r->g.name);
    }
    return TSR_OK;
}

tsr_err tsr_rules_open(const tsr_setup *setup, const tsr_alloc *alloc, tsr_rules **out,
                       tsr_error *err) {
    tsr_err e = tsr_game_check(setup->game, err);
    if (!e) {
        e = check_setup(setup, err);
    }
    if (e) {
        return e;
    }
    tsr_rules *r = tsr_mem_new(alloc, sizeof *r);
    if (!r) {
        return tsr_fail(err, TSR_ERR_MEMORY, "out of memory");
    }
    bind_table(r, setup->game);
    r->alloc = alloc;
    r->players = (uint8_t)setup->players;
    if (r->players != 2) {
        r->g.flags &= ~(uint32_t)TSR_ZERO_SUM;
    }
    memcpy(r->opt, setup->opt, sizeof r->opt);
    r->hash = rules_hash(setup);
    e = r->g.open(r, setup->data, setup->data_size, err);
    if (e) {
        tsr_mem_free(alloc, r, sizeof *r);
        return e;
    }
    if (!defaults_has_action(&r->more)) {
        r->action_count = 0;
    }
    e = check_opened(r, err);
    if (e) {
        tsr_rules_close(r);
        return e;
    }
    *out = r;
    return TSR_OK;
}

void tsr_rules_close(tsr_rules *r) {
    if (r) {
        r->g.close(r);
        tsr_mem_free(r->alloc, r, sizeof *r);
    }
}

int tsr_option_text(const tsr_rules *r, int i, char *buf, size_t cap) {
    const tsr_option *o = &r->g.options[i];
    switch ((tsr_option_kind)o->kind) {
    case TSR_OPTION_CHOICE: return snprintf(buf, cap, "%s", o->choices[r->opt[i]]);
    case TSR_OPTION_FLAG: return snprintf(buf, cap, "%s", r->opt[i] ? "yes" : "no");
    case TSR_OPTION_FILE: return snprintf(buf, cap, "%s", "");
    case TSR_OPTION_INT: break;
    }
    return snprintf(buf, cap, "%d", (int)r->opt[i]);
}
