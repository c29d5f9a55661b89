// SPDX-License-Identifier: MIT
// Opening games by name, text, file and plugin, with options in words.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tessera/abi.h>
#include <tessera/host.h>
#include <tessera/lang.h>
#include <tessera/registry.h>

#include "abi/ruleset.h"
#include "core/learn.h"
#include "host/beside.h"

enum {
    MOST_FILE = 1 << 24, // bytes of rules or of a game's data
    MOST_OPTIONS = 4096  // bytes of options
};

tsr_registry *abi_registry(void) {
    tsr_registry *reg = tsr_registry_new(NULL);
    if (reg && tsr_registry_add_builtin(reg, NULL) != TSR_OK) {
        tsr_registry_free(reg);
        return NULL;
    }
    return reg;
}

// --- Options -------------------------------------------------------------------------------------

typedef struct opening {
    tsr_setup setup;
    char *data; // of the FILE option, owned
    size_t data_size;
} opening;

static const tsr_option *file_option(const tsr_game *game, const char *name) {
    for (int i = 0; i < game->option_count; i++) {
        if (game->options[i].kind == TSR_OPTION_FILE && strcmp(game->options[i].name, name) == 0) {
            return &game->options[i];
        }
    }
    return NULL;
}

static tsr_err take_file(opening *o, const char *path, tsr_error *err) {
    tsr_mem_free(NULL, o->data, o->data ? o->data_size + 1 : 0);
    o->data = NULL;
    tsr_err e = tsr_file_read(path, MOST_FILE, &o->data, &o->data_size, err);
    o->setup.data = o->data;
    o->setup.data_size = o->data_size;
    return e;
}

static tsr_err take_players(opening *o, const char *value, tsr_error *err) {
    char *end;
    long n = strtol(value, &end, 10);
    if (*end || end == value || n < 1 || n > TSR_MAX_PLAYERS) {
        return tsr_fail(err, TSR_ERR_ARGUMENT, "players must be a number, not '%.40s'", value);
    }
    return tsr_setup_players(&o->setup, (int)n, err);
}

static tsr_err take_option(opening *o, char *word, tsr_error *err) {
    char *equals = strchr(word, '=');
    if (!equals) {
        return tsr_fail(err, TSR_ERR_ARGUMENT, "options are written name=value, not '%.60s'", word);
    }
    *equals = '\0';
    const char *value = equals + 1;
    if (strcmp(word, "players") == 0) {
        return take_players(o, value, err);
    }
    return file_option(o->setup.game, word) ? take_file(o, value, err)
                                            : tsr_setup_option(&o->setup, word, value, err);
}

static tsr_err take_options(opening *o, const char *options, tsr_error *err) {
    char words[MOST_OPTIONS];
    size_t size = options ? strlen(options) : 0;
    tsr_err e = TSR_OK;
    if (size >= sizeof words) {
        return tsr_fail(err, TSR_ERR_LIMIT, "the options are longer than %d bytes",
                        MOST_OPTIONS - 1);
    }
    memcpy(words, options ? options : "", size + 1);
    for (char *at = words, *next; !e && at && *at; at = next) {
        next = strchr(at, ',');
        if (next) {
            *next++ = '\0';
        }
        e = *at ? take_option(o, at, err) : TSR_OK;
    }
    return e;
}

// --- Rulesets ------------------------------------------------------------------------------------

static int note_turned(tsr_ruleset *rs) {
    const tsr_game_learn *t = rs->r->g.learn;
    uint32_t n = rs->r->action_count, moved = 0;
    if (!n || !t || t->size < sizeof *t || !t->turned) {
        return 1;
    }
    rs->turned = malloc(n * sizeof *rs->turned);
    for (uint32_t i = 0; rs->turned && i < n; i++) {
        rs->turned[i] = t->turned(rs->r, i);
        moved += rs->turned[i] != i;
    }
    if (rs->turned && !moved) {
        free(rs->turned);
        rs->turned = NULL;
        return 1;
    }
    return rs->turned != NULL;
}

int ruleset_around(tsr_rules *r, tsr_ruleset **out, tsr_problem *why) {
    tsr_ruleset *rs = calloc(1, sizeof *rs);
    if (rs) {
        rs->r = r;
        rs->mask_words = (r->action_count + 63) / 64;
        learn_sight(r, &rs->sight);
    }
    if (!rs || !note_turned(rs)) {
        free(rs);
        return abi_fail(why, TSR_FAIL_MEMORY, "out of memory");
    }
    rs->action_hash = tsr_action_hash(r);
    *out = rs;
    return 0;
}

int ruleset_open(const tsr_game *game, tsr_game *owned, const char *options, tsr_ruleset **out,
                 tsr_problem *why) {
    opening o = {.data = NULL};
    tsr_error err = {0};
    tsr_rules *r = NULL;
    tsr_setup_init(&o.setup, game);
    tsr_err e = take_options(&o, options, &err);
    e = e ? e : tsr_rules_open(&o.setup, NULL, &r, &err);
    int code = e ? abi_fail_by(why, &err) : ruleset_around(r, out, why);
    tsr_mem_free(NULL, o.data, o.data ? o.data_size + 1 : 0);
    if (code) {
        tsr_rules_close(r);
        tsr_lang_free(owned);
    } else {
        (*out)->owned = owned;
    }
    return code;
}

void tsr_close(tsr_ruleset *rs) {
    if (rs) {
        tsr_rules_close(rs->r);
        tsr_lang_free(rs->owned);
        free(rs->turned);
        free(rs);
    }
}

int tsr_open_name(const char *name, const char *options, tsr_ruleset **out, tsr_problem *why) {
    tsr_error err = {.code = TSR_ERR_UNKNOWN};
    if (!name || !out) {
        return abi_fail(why, TSR_FAIL_ARGUMENT, "no name was given");
    }
    tsr_registry *reg = abi_registry();
    if (!reg) {
        return abi_fail(why, TSR_FAIL_MEMORY, "out of memory");
    }
    const tsr_game *game = tsr_registry_game(reg, name, &err);
    int code = game ? ruleset_open(game, NULL, options, out, why) : abi_fail_by(why, &err);
    tsr_registry_free(reg); // tables are static
    return code;
}

// --- Rules text ----------------------------------------------------------------------------------

// The first error, or the first thing said.
static int tell_report(tsr_problem *why, int code, const tsr_lang_report *report) {
    const tsr_lang_message *m = &report->message[0];
    for (int i = 0; i < report->count && m->warning; i++) {
        m = &report->message[i];
    }
    if (!report->count) {
        return abi_fail(why, code, "%s", tsr_err_text((tsr_err)code));
    }
    tsr_problem p = {
        .size = sizeof p, .code = code, .line = m->line, .column = m->column, .number = m->number};
    (void)snprintf(p.message, sizeof p.message, "%s", m->head);
    (void)snprintf(p.advice, sizeof p.advice, "%s", m->text);
    abi_tell(why, &p);
    return code;
}

static int open_source(const tsr_lang_source *source, const char *options, tsr_ruleset **out,
                       tsr_problem *why) {
    tsr_lang_report *report = calloc(1, sizeof *report);
    tsr_game *game = NULL;
    tsr_err e = report ? tsr_lang_compile(source, NULL, &game, report) : TSR_ERR_MEMORY;
    int code = !report ? abi_fail(why, TSR_FAIL_MEMORY, "out of memory")
               : e     ? tell_report(why, e, report)
                       : 0;
    free(report);
    return code ? code : ruleset_open(game, game, options, out, why);
}

int tsr_open_text(const char *text, const char *options, tsr_ruleset **out, tsr_problem *why) {
    if (!text || !out) {
        return abi_fail(why, TSR_FAIL_ARGUMENT, "no rules were given");
    }
    tsr_lang_source source = {.text = text};
    return open_source(&source, options, out, why);
}

// --- Files ---------------------------------------------------------------------------------------

int tsr_open_file(const char *path, const char *options, tsr_ruleset **out, tsr_problem *why) {
    tsr_error err = {0};
    char *text = NULL;
    size_t size = 0;
    if (!path || !out) {
        return abi_fail(why, TSR_FAIL_ARGUMENT, "no file was given");
    }
    beside *b = calloc(1, sizeof *b);
    if (!b) {
        return abi_fail(why, TSR_FAIL_MEMORY, "out of memory");
    }
    b->path = path;
    b->limit = MOST_FILE;
    tsr_err e = tsr_file_read(path, MOST_FILE, &text, &size, &err);
    const char *slash = strrchr(path, '/');
    tsr_lang_source source = {
        .text = text, .file = slash ? slash + 1 : path, .find = beside_find, .self = b};
    int code = e ? abi_fail_by(why, &err) : open_source(&source, options, out, why);
    tsr_mem_free(NULL, text, text ? size + 1 : 0);
    beside_close(b);
    free(b);
    return code;
}

int tsr_open_plugin(const char *path, const char *name, const char *options, tsr_ruleset **out,
                    tsr_problem *why) {
    tsr_error err = {.code = TSR_ERR_UNKNOWN};
    if (!path || !out) {
        return abi_fail(why, TSR_FAIL_ARGUMENT, "no plugin was given");
    }
    tsr_registry *reg = tsr_registry_new(NULL);
    if (!reg) {
        return abi_fail(why, TSR_FAIL_MEMORY, "out of memory");
    }
    int code = tsr_plugin_load(reg, path, &err) ? abi_fail_by(why, &err) : 0;
    int games = tsr_registry_game_count(reg);
    const tsr_game *game = NULL;
    if (!code && !name && games != 1) {
        code = abi_fail(why, TSR_FAIL_ARGUMENT, "the plugin has %d games; say which", games);
    } else if (!code) {
        game = name ? tsr_registry_game(reg, name, &err) : tsr_registry_game_at(reg, 0);
        code = game ? 0 : abi_fail_by(why, &err);
    }
    code = code ? code : ruleset_open(game, NULL, options, out, why);
    tsr_registry_free(reg); // plugins stay loaded
    return code;
}

// --- Machine code --------------------------------------------------------------------------------

int tsr_compile(tsr_ruleset *rs, tsr_problem *why) {
    tsr_error err = {0};
    char *text = NULL;
    size_t size = 0;
    const void *table = NULL;
    tsr_built built;
    if (!rs) {
        return abi_fail(why, TSR_FAIL_ARGUMENT, "no ruleset was given");
    }
    if (!tsr_lang_is(rs->r) || tsr_lang_is_compiled(rs->r)) {
        return 0; // games written in C are compiled already
    }
    tsr_err e = tsr_lang_print_c(rs->r, 0, &text, &size, &err);
    if (!e) {
        e = tsr_compile_load(text, size, TSR_LANG_NATIVE_SYMBOL, 1, &table, &built, &err);
        tsr_mem_free(rs->r->alloc, text, size + 1);
    }
    e = e ? e : tsr_lang_attach(rs->r, table, &err);
    return e ? abi_fail_by(why, &err) : 0;
}
