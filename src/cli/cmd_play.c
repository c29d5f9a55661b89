// SPDX-License-Identifier: MIT
//
// `tessera play`: a game at this terminal, and another when it is over.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/asking.h"
#include "cli/play.h"
#include "cli/session.h"

struct values {
    session_wish wish;
    cli_game_values game;
};

static const cli_option options[] = {
    CLI_ROW_SEED("seed", "N", "seed of all randomness", struct values, wish.seed),
    CLI_ROW_CLOCK("time", "TIME[+TIME]", "time for each player, and increment per move: 5m+2s",
                  struct values, wish.clock),
    CLI_ROW_TEXT("position", "TEXT", "start from this position", struct values, wish.position),
    CLI_ROW_TEXT("record", "FILE", "write the record to this file", struct values, wish.record),
    CLI_ROW_FLAG("no-record", "do not write a record", struct values, wish.no_record),
    CLI_ROW_TEXT("resume", "FILE", "continue a recorded game ('last': the latest)", struct values,
                 wish.resume),
    CLI_ROW_FLAG("strict", "exit with status 3 at the first illegal move", struct values,
                 wish.strict),
    CLI_ROW_INT("delay", "MS", "pause between agents' moves when only agents play", struct values,
                wish.delay_ms, 0, 60000, 400),
    CLI_ROW_FLAG("quiet", "no pictures on a pipe", struct values, wish.quiet),
    CLI_ROW_FLAG("json", "events and questions as JSON, one object per line", struct values,
                 wish.json),
    CLI_ROW_FLAG("watch", "read the rules file again whenever it is saved", struct values,
                 wish.watch),
    CLI_GAME_OPTIONS(struct values, game),
    CLI_SHOW_OPTIONS(struct values, wish.show),
};

// The same players, each one seat further on. Who had no name of their own gets the
// word for the new seat.
static void rotate_players(session_wish *wish, const session *s) {
    int n = s->r->players;
    cli_player before[TSR_MAX_PLAYERS];
    memcpy(before, s->player, sizeof before);
    for (int i = 0; i < n; i++) {
        wish->player[i] = before[(i + n - 1) % n];
    }
    wish->player_count = n;
}

// A wish must outlive the session whose strings it points into.
typedef struct kept_strings {
    char resume[KEEP_PATH_MAX];
    char game[64];
    char spec[TSR_MAX_PLAYERS][512];
    char option[TSR_MAX_OPTIONS][256];
} kept_strings;

// The options of the rules that are open, as they would be typed.
static void keep_options(session_wish *wish, const session *s, kept_strings *kept) {
    wish->option.count = 0;
    for (int i = 0; i < s->r->g.option_count; i++) {
        char value[160];
        const tsr_option *o = &s->r->g.options[i];
        const char *file = s->table.setup.data_name;
        if (o->kind == TSR_OPTION_FILE && !file) {
            continue;
        }
        tsr_option_text(s->r, i, value, sizeof value);
        snprintf(kept->option[i], sizeof kept->option[i], "%.60s=%s", o->name,
                 o->kind == TSR_OPTION_FILE ? file : value);
        wish->option.item[wish->option.count++] = kept->option[i];
    }
}

// What follows a session: another one by `load` or `rematch`, or nothing.
static int next_wish(session *s, session_wish *wish, kept_strings *kept) {
    if (s->next[0]) {
        snprintf(kept->resume, sizeof kept->resume, "%s", s->next);
        wish->resume = kept->resume;
        wish->game = NULL;
        return 1;
    }
    if (!s->rematch) {
        return 0;
    }
    rotate_players(wish, s);
    keep_options(wish, s, kept);
    if (!s->table.made) { // a rules file is opened again by its path
        snprintf(kept->game, sizeof kept->game, "%s", s->r->g.name);
        wish->game = kept->game;
    } else if (s->loaded.is_open) {
        snprintf(kept->resume, sizeof kept->resume, "%s", s->loaded.record.data_name);
        wish->game = kept->resume;
    }
    for (int i = 0; i < s->r->players; i++) {
        snprintf(kept->spec[i], sizeof kept->spec[i], "%s", wish->player[i].spec);
        wish->player[i].spec = kept->spec[i];
    }
    wish->resume = wish->record = wish->position = NULL;
    wish->wanted = s->r->players;
    wish->seed.given = 0;
    return 1;
}

// One session after another, all reading from the same place.
static cli_exit play_all(const session_wish *first, session **at, kept_strings *kept) {
    session *s = *at;
    session_wish wish = *first;
    term_edit_host host = {0};
    cli_show show;
    cli_exit code = cli_show_init(&show, &wish.show, NULL);
    term_edit *edit = term_edit_new(&show.tty, &host);
    int again = edit != NULL && code == CLI_OK;
    if (!edit) {
        cli_complain("the line editor cannot be started");
        code = CLI_FILE;
    }
    while (again) {
        code = session_open(s, &wish);
        again = 0;
        if (code == CLI_OK) {
            code = session_run(s, edit, &host);
            while (s->reload) {
                s = *at = session_reload(s, &wish);
                code = session_run(s, edit, &host);
            }
            again = next_wish(s, &wish, kept);
        }
        session_close(s);
    }
    term_edit_free(edit);
    term_screen_close();
    return code;
}

enum { PATIENCE = 5 }; // a move that is thought about ends at once; what takes longer is stuck

cli_exit cli_play(const session_wish *first) {
    session *s = calloc(1, sizeof *s);
    kept_strings *kept = calloc(1, sizeof *kept);
    cli_exit code = CLI_FILE;
    term_signals_init();
    term_be_patient(PATIENCE);
    if (s && kept) {
        code = play_all(first, &s, kept);
    } else {
        cli_complain("%s", tsr_err_text(TSR_ERR_MEMORY));
    }
    free(s);
    free(kept);
    return code;
}

static cli_exit read_players(const cli_call *call, session_wish *wish) {
    cli_exit code = CLI_OK;
    for (int i = 1; code == CLI_OK && i < call->argc; i++) {
        code = cli_player_read(call->argv[i], &wish->player[wish->player_count++]);
    }
    return code;
}

// On a terminal, a game for a varying number of players asks who they are. 0 when
// the person wants to leave.
static int ask_players(session_wish *wish, cli_asking *asking) {
    cli_show show;
    cli_table table;
    term_edit_host host = {0};
    int ready = 1;
    if (!wish->game || wish->player_count || wish->wanted || wish->json ||
        cli_show_init(&show, &wish->show, NULL) != CLI_OK || !show.tty.in_tty ||
        !show.tty.out_tty) {
        return 1;
    }
    if (cli_table_init(&table, &wish->plugin) == CLI_OK) {
        const tsr_game *game = tsr_registry_game(table.registry, wish->game, NULL);
        if (game && game->min_players != game->max_players) {
            asking->registry = table.registry;
            asking->edit = term_edit_new(&show.tty, &host);
            ready = asking->edit && cli_ask_players(asking, game, wish);
            term_edit_free(asking->edit);
        }
    }
    cli_table_deinit(&table);
    return ready;
}

static cli_exit run(const cli_call *call) {
    const struct values *v = call->values;
    session_wish wish = v->wish;
    char latest[KEEP_PATH_MAX];
    wish.option = v->game.option;
    wish.plugin = v->game.plugin;
    wish.compiled = (cli_compiled)v->game.compiled;
    wish.wanted = (int)v->game.players;
    wish.game = call->argc > 0 ? call->argv[0] : NULL;
    if (!wish.game == !wish.resume) {
        cli_complain("%s", wish.game ? "give a game or --resume FILE, not both"
                                     : "which game? 'tessera list' shows them");
        return CLI_USAGE;
    }
    if (wish.watch && (!wish.game || !cli_is_rules_file(wish.game) || wish.record)) {
        cli_complain("%s", wish.record ? "a game that is watched is not recorded: give --watch or "
                                         "--record, not both"
                                       : "--watch wants a rules file, such as mygame.game");
        return CLI_USAGE;
    }
    wish.no_record |= wish.watch; // a record is of one set of rules
    if (wish.resume && strcmp(wish.resume, "last") == 0) {
        if (!keep_latest(latest)) {
            cli_complain("there is no unfinished game to resume");
            return CLI_FILE;
        }
        wish.resume = latest;
    }
    cli_asking asking = {0};
    cli_exit code = read_players(call, &wish);
    if (code != CLI_OK) {
        return code;
    }
    term_signals_init();
    if (!ask_players(&wish, &asking)) {
        return term_interrupts() || term_terminated() ? CLI_INTERRUPTED : CLI_OK;
    }
    return cli_play(&wish);
}

const cli_command cli_cmd_play = {
    .name = "play",
    .usage = "GAME [PLAYER...]",
    .about = "Play in the terminal, with people and agents.",
    .examples = "  tessera play tictactoe                       you against a bot\n"
                "  tessera play tictactoe random human          the bot begins\n"
                "  tessera play tron Ann=human Ben=human        two people, one keyboard\n"
                "  tessera play mastermind --seed 7             the same game every time\n"
                "  tessera play mygame.game --watch             while you write it\n"
                "  tessera play --resume last                   continue where you left\n",
    .details =
        "A player is 'human' or an agent ('tessera list agents'), with NAME= before it\n"
        "for a name. Unassigned seats go to you and then to bots; on a terminal, a game with\n"
        "a variable number of players asks who they are.\n"
        "In the game, 'help' lists what can be typed.\n"
        "With --watch, a rules file is read again whenever it is saved. The moves are\n"
        "replayed as far as they are legal; while the file has errors, they are shown and the\n"
        "previous rules stay in force. Such a game is not recorded ('save FILE' writes it).\n",
    .max_args = 9,
    .options = options,
    .option_count = CLI_COUNT(options),
    .values_size = sizeof(struct values),
    .run = run,
};
