// SPDX-License-Identifier: MIT
//
// list: what there is to play, with whom, and the words to find it by.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/game_order.h"
#include "cli/json.h"
#include "cli/table.h"
#include "core/tags.h"

struct values {
    cli_game_values game;
    cli_list tag;
    const char *search;
    int json;
};

static const cli_option options[] = {
    CLI_PLUGIN_OPTION(struct values, game),
    CLI_ROW_LIST("tag", "WORD",
                 "only games with this tag; 'tessera list tags' has them (repeatable)",
                 struct values, tag),
    CLI_ROW_TEXT("search", "WORDS",
                 "only games whose name, title, description or tags contain all words",
                 struct values, search),
    CLI_ROW_FLAG("json", "one JSON object per line", struct values, json),
};

// --- Games -------------------------------------------------------------------------

static void print_game(const tsr_game *g) {
    char players[16];
    if (g->min_players == g->max_players) {
        snprintf(players, sizeof players, "%d", g->min_players);
    } else {
        snprintf(players, sizeof players, "%d-%d", g->min_players, g->max_players);
    }
    printf("%-14s %-4s %s\n", g->name, players, g->about ? g->about : g->title);
}

static void json_option(json *j, const tsr_option *o) {
    static const char *const kinds[] = {"number", "choice", "flag", "file"};
    json_open_object(j, NULL);
    json_text(j, "name", o->name);
    json_text(j, "help", o->help);
    json_text(j, "kind", kinds[o->kind]);
    json_int(j, "default", o->def);
    json_int(j, "min", o->min);
    json_int(j, "max", o->max);
    json_open_array(j, "choices");
    for (int i = 0; o->kind == TSR_OPTION_CHOICE && i <= o->max; i++) {
        json_text(j, NULL, o->choices[i]);
    }
    json_close(j, ']');
    json_close(j, '}');
}

static void json_tags(json *j, const tsr_game *g) {
    char tags[TAGS_TEXT], word[TAGS_TEXT];
    const char *left = tags;
    size_t n;
    tags_of(g, tags);
    json_open_array(j, "tags");
    for (const char *one; (one = tags_next(&left, &n)) != NULL;) {
        snprintf(word, sizeof word, "%.*s", (int)n, one);
        json_text(j, NULL, word);
    }
    json_close(j, ']');
}

static void print_game_json(const tsr_game *g) {
    json j;
    json_begin(&j, "game");
    json_text(&j, "name", g->name);
    json_text(&j, "title", g->title);
    json_text(&j, "about", g->about);
    json_int(&j, "min_players", g->min_players);
    json_int(&j, "max_players", g->max_players);
    json_bool(&j, "chance", (g->flags & TSR_HAS_CHANCE) != 0);
    json_bool(&j, "hidden", (g->flags & TSR_HAS_HIDDEN) != 0);
    json_bool(&j, "simultaneous", (g->flags & TSR_HAS_SIMULTANEOUS) != 0);
    json_int(&j, "rules_version", g->rules_version);
    json_int(&j, "minutes", g->more ? g->more->minutes : 0);
    json_tags(&j, g);
    json_open_array(&j, "options");
    for (int i = 0; i < g->option_count; i++) {
        json_option(&j, &g->options[i]);
    }
    json_close(&j, ']');
    json_end(&j, stdout);
}

// --- Finding --------------------------------------------------------------------------

static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

// Whether `text` holds these letters somewhere, great or small.
static int holds(const char *text, const char *word, size_t size) {
    for (; text && *text; text++) {
        size_t n = 0;
        while (n < size && lower(text[n]) == lower(word[n])) {
            n++;
        }
        if (n == size) {
            return 1;
        }
    }
    return 0;
}

static int has_word(const tsr_game *g, const char *tags, const char *word, size_t size) {
    return holds(g->name, word, size) || holds(g->title, word, size) ||
           holds(g->about, word, size) || holds(tags, word, size);
}

static int is_wanted(const tsr_game *g, const struct values *v) {
    char tags[TAGS_TEXT];
    tags_of(g, tags);
    for (int i = 0; i < v->tag.count; i++) {
        if (!tags_have(tags, v->tag.item[i], strlen(v->tag.item[i]))) {
            return 0;
        }
    }
    const char *left = v->search ? v->search : "";
    size_t n;
    for (const char *word; (word = tags_next(&left, &n)) != NULL;) {
        if (!has_word(g, tags, word, n)) {
            return 0;
        }
    }
    return 1;
}

// --- Tags -----------------------------------------------------------------------------

enum { MOST_TAGS = 1024 };

typedef struct tag_count {
    char word[TAGS_TEXT];
    int games;
} tag_count;

static int by_word(const void *a, const void *b) {
    return strcmp(((const tag_count *)a)->word, ((const tag_count *)b)->word);
}

static void count_word(tag_count *all, int *count, const char *word, size_t size) {
    for (int i = 0; i < *count; i++) {
        if (strlen(all[i].word) == size && memcmp(all[i].word, word, size) == 0) {
            all[i].games++;
            return;
        }
    }
    if (*count < MOST_TAGS) {
        snprintf(all[*count].word, sizeof all->word, "%.*s", (int)size, word);
        all[(*count)++].games = 1;
    }
}

// All tags of the games at hand in the order of the alphabet; returns how many. NULL = no memory.
static tag_count *count_tags(const cli_table *t, int *count) {
    tag_count *all = calloc(MOST_TAGS, sizeof *all);
    *count = 0;
    for (int i = 0; all && i < tsr_registry_game_count(t->registry); i++) {
        char tags[TAGS_TEXT];
        const char *left = tags;
        size_t n;
        tags_of(tsr_registry_game_at(t->registry, i), tags);
        for (const char *word; (word = tags_next(&left, &n)) != NULL;) {
            count_word(all, count, word, n);
        }
    }
    if (all) {
        qsort(all, (size_t)*count, sizeof *all, by_word);
    }
    return all;
}

static void print_tag(const tag_count *t, int as_json) {
    json j;
    if (!as_json) {
        printf("%-14s %d\n", t->word, t->games);
        return;
    }
    json_begin(&j, "tag");
    json_text(&j, "name", t->word);
    json_int(&j, "games", t->games);
    json_end(&j, stdout);
}

static cli_exit list_tags(const cli_table *t, int as_json) {
    int count;
    tag_count *all = count_tags(t, &count);
    if (!all) {
        cli_complain("%s", tsr_err_text(TSR_ERR_MEMORY));
        return CLI_FILE;
    }
    for (int i = 0; i < count; i++) {
        print_tag(&all[i], as_json);
    }
    free(all);
    return CLI_OK;
}

// A tag that no game has is a slip of the pen.
static cli_exit check_tags(const cli_table *t, const cli_list *wanted) {
    int count;
    tag_count *all = count_tags(t, &count);
    const char **words = calloc((size_t)count + 1, sizeof *words);
    cli_exit code = CLI_OK;
    for (int i = 0; all && words && i < count; i++) {
        words[i] = all[i].word;
    }
    for (int i = 0; all && words && !code && i < wanted->count; i++) {
        const char *tag = wanted->item[i];
        int known = 0;
        for (int k = 0; k < count && !known; k++) {
            known = tags_have(words[k], tag, strlen(tag));
        }
        const char *near = known ? NULL : cli_nearest(tag, words);
        if (!known) {
            cli_complain(near ? "no game has the tag '%.40s'; did you mean '%s'?"
                              : "no game has the tag '%.40s'; 'tessera list tags' has them%s",
                         tag, near ? near : "");
            code = CLI_USAGE;
        }
    }
    free(words);
    free(all);
    return code;
}

// --- Agents ------------------------------------------------------------------------

static void print_agent(const tsr_agent_type *a) {
    printf("%-16s %s%s%s\n", a->name, a->about, a->game ? ": only " : "", a->game ? a->game : "");
    for (uint32_t i = 0; i < a->option_count; i++) {
        printf("  %-14s %s\n", a->options[i].name, a->options[i].help);
    }
}

static void print_agent_json(const tsr_agent_type *a) {
    json j;
    json_begin(&j, "agent");
    json_text(&j, "name", a->name);
    json_text(&j, "about", a->about);
    json_text(&j, "game", a->game);
    json_open_array(&j, "options");
    for (uint32_t i = 0; i < a->option_count; i++) {
        json_open_object(&j, NULL);
        json_text(&j, "name", a->options[i].name);
        json_text(&j, "help", a->options[i].help);
        json_close(&j, '}');
    }
    json_close(&j, ']');
    json_end(&j, stdout);
}

static cli_exit list_agents(const cli_table *t, const struct values *v) {
    if (v->tag.count || v->search) {
        cli_complain("--tag and --search are for games");
        return CLI_USAGE;
    }
    for (int i = 0; i < tsr_registry_agent_count(t->registry); i++) {
        const tsr_agent_type *a = tsr_registry_agent_at(t->registry, i);
        v->json ? print_agent_json(a) : print_agent(a);
    }
    return CLI_OK;
}

static cli_exit list_games(const cli_table *t, const struct values *v) {
    int found = 0;
    cli_exit code = check_tags(t, &v->tag);
    const tsr_game **games = cli_games_in_order(t->registry, CLI_BY_NAME);
    if (!games) {
        cli_complain("%s", tsr_err_text(TSR_ERR_MEMORY));
        return CLI_FILE;
    }
    for (int i = 0; !code && games[i]; i++) {
        if (is_wanted(games[i], v)) {
            v->json ? print_game_json(games[i]) : print_game(games[i]);
            found++;
        }
    }
    free(games);
    if (!code && !found) {
        cli_complain("no game fits");
    }
    return code;
}

static cli_exit run(const cli_call *call) {
    const struct values *v = call->values;
    const char *what = call->argc > 0 ? call->argv[0] : "games";
    int agents = strcmp(what, "agents") == 0, tags = strcmp(what, "tags") == 0;
    cli_table table;
    if (!agents && !tags && strcmp(what, "games") != 0) {
        cli_complain("'tessera list' shows 'games', 'agents' or 'tags', not '%.40s'", what);
        return CLI_USAGE;
    }
    cli_exit code = cli_table_init(&table, &v->game.plugin);
    if (code == CLI_OK) {
        code = agents ? list_agents(&table, v)
               : tags ? list_tags(&table, v->json)
                      : list_games(&table, v);
    }
    cli_table_deinit(&table);
    return code;
}

const cli_command cli_cmd_list = {
    .name = "list",
    .usage = "[games|agents|tags]",
    .about = "List the games (name, players, description), the agents, or the games' tags.",
    .examples = "  tessera list\n"
                "  tessera list --tag connection --search hex\n"
                "  tessera list agents\n"
                "  tessera list --plugin ./mygame.so --json\n",
    .max_args = 1,
    .options = options,
    .option_count = CLI_COUNT(options),
    .values_size = sizeof(struct values),
    .run = run,
};
