// SPDX-License-Identifier: MIT
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/session.h"

// --- The record ----------------------------------------------------------------------

// Lines go to the file first; only what is there is remembered.
static tsr_err write_lines(void *self, const char *bytes, size_t size) {
    session *s = self;
    if (s->file) {
        tsr_sink sink = tsr_record_sink(s->file);
        tsr_err e = sink.write(sink.self, bytes, size);
        if (e != TSR_OK) {
            s->write_failed = errno ? errno : EIO;
            return e;
        }
    }
    buffer_add(&s->log, bytes, size);
    return s->log.failed ? TSR_ERR_MEMORY : TSR_OK;
}

// People's games are always kept. If the usual place cannot be used, the game
// still goes on, and the player knows.
static cli_exit create_record(session *s) {
    tsr_error err = {0};
    const session_wish *w = s->wish;
    if (w->record) {
        snprintf(s->path, sizeof s->path, "%s", w->record);
        if (tsr_record_create(w->record, 0, &s->file, &err) != TSR_OK) {
            cli_complain_about(w->record, &err);
            s->path[0] = '\0';
            return CLI_FILE;
        }
    } else if (s->humans && !w->no_record) {
        s->kept_by_itself = 1;
        if (keep_create(s->r->g.name, s->path, &s->file, &err) != TSR_OK) {
            cli_complain("this game is not saved: %s", err.message);
            s->path[0] = '\0';
        }
    }
    return CLI_OK;
}

tsr_err session_save(session *s, const char *path, tsr_error *err) {
    tsr_record_file *file = NULL;
    tsr_err e = tsr_record_create(path, 1, &file, err);
    if (e != TSR_OK) {
        return e;
    }
    tsr_sink sink = tsr_record_sink(file);
    e = sink.write(sink.self, buffer_text(&s->log), s->log.size);
    if (e != TSR_OK) {
        (void)tsr_fail(err, e, "%s: %s", path, errno ? strerror(errno) : tsr_err_text(e));
    }
    tsr_record_close(file);
    return e;
}

// --- Players -------------------------------------------------------------------------

static cli_exit open_agents(session *s) {
    for (int i = 0; i < s->r->players; i++) {
        tsr_error err = {0};
        if (s->player[i].is_human) {
            s->humans |= 1u << i;
            continue;
        }
        tsr_err e =
            seats_open_agent(s->table.registry, s->player[i].spec, s->r, &s->agent[i], &err);
        if (e != TSR_OK) {
            cli_complain("%s", err.message);
            return cli_exit_of_agent(e);
        }
    }
    return CLI_OK;
}

// Seats nobody was named for: one person, and agents for the rest.
static void fill_players(session *s) {
    int levels = tsr_registry_agent(s->table.registry, "level", NULL) != NULL;
    const char *const fill[] = {"human", levels ? "level" : "random"};
    for (int i = 0; i < s->r->players; i++) {
        if (i < s->wish->player_count) {
            s->player[i] = s->wish->player[i];
        } else {
            (void)cli_player_read(fill[i > 0], &s->player[i]);
        }
    }
    cli_players_name(s->r, s->player);
}

static void players_of_record(session *s) {
    for (int i = 0; i < s->r->players; i++) {
        cli_player *p = &s->player[i];
        const tsr_seat *seat = &s->loaded.record.seat[i];
        char usual[CLI_NAME_MAX];
        memset(p, 0, sizeof *p);
        snprintf(p->name, sizeof p->name, "%s", seat->name);
        p->spec = seat->kind;
        p->is_human = strcmp(seat->kind, "human") == 0;
        cli_player_name(s->r, NULL, i, usual, sizeof usual);
        p->is_named = strcmp(usual, p->name) != 0;
    }
}

// --- A new match ---------------------------------------------------------------------

static cli_exit complain_match(session *s, const tsr_error *err) {
    if (s->write_failed) {
        cli_complain("%s: %s", s->path, strerror(s->write_failed));
    } else {
        cli_complain("%s", err->message);
    }
    return CLI_FILE;
}

static cli_exit open_match(session *s, const void *start) {
    tsr_error err = {0};
    tsr_match_config config;
    tsr_match_config_init(&config, s->r);
    config.seed = s->wish->seed.given ? s->wish->seed.value : tsr_fresh_seed();
    config.start = start;
    config.sink = (tsr_sink){s, write_lines};
    config.now_ms = tsr_now_ms();
    config.data_name = s->table.setup.data_name;
    for (int i = 0; i < s->r->players; i++) {
        config.seat[i].name = s->player[i].name;
        config.seat[i].kind = s->player[i].spec;
        config.seat[i].clock = s->wish->clock;
        // A person is asked again; an agent that fails must not stop the game.
        config.seat[i].policy = s->player[i].is_human ? TSR_POLICY_ASK : TSR_POLICY_FALLBACK;
    }
    if (tsr_match_open(&config, &s->match, &err) != TSR_OK) {
        return complain_match(s, &err);
    }
    return CLI_OK;
}

static cli_exit open_new(session *s) {
    const session_wish *w = s->wish;
    void *start = NULL;
    cli_exit code = cli_table_choose(&s->table, w->game);
    if (code != CLI_OK) {
        return code;
    }
    int players = cli_players_wanted(s->table.game, w->player_count, w->wanted);
    if (w->player_count > players) {
        cli_complain("%d players are given, but the game has %d", w->player_count, players);
        return CLI_USAGE;
    }
    code = cli_table_open(&s->table, w->game, players, &w->option);
    if (code != CLI_OK) {
        return code;
    }
    s->r = s->table.rules;
    fill_players(s);
    code = open_agents(s);
    if (code == CLI_OK && w->position) {
        code = cli_table_start(&s->table, w->position, &start);
    }
    if (code == CLI_OK) {
        code = create_record(s);
    }
    if (code == CLI_OK) {
        code = open_match(s, start);
    }
    if (start) {
        tsr_mem_free(NULL, start, s->r->state_size);
    }
    return code;
}

// --- From a record -------------------------------------------------------------------

static cli_exit open_record(session *s) {
    const char *path = s->wish->resume;
    tsr_error err = {0};
    cli_exit code = cli_loaded_open(&s->loaded, &s->table, path, &s->log);
    if (code != CLI_OK) {
        return code;
    }
    s->r = s->table.rules;
    players_of_record(s);
    // Open before the match is rebuilt, which writes what a crash kept from the file.
    if (tsr_record_append(path, s->loaded.record.whole_size, 0, &s->file, &err) != TSR_OK) {
        cli_complain_about(path, &err);
        return CLI_FILE;
    }
    snprintf(s->path, sizeof s->path, "%s", path);
    code = open_agents(s);
    if (code != CLI_OK) {
        return code == CLI_USAGE ? CLI_AGENT : code;
    }
    return cli_loaded_match(&s->loaded, &s->table, (tsr_sink){s, write_lines}, &s->match);
}

// --- Both ----------------------------------------------------------------------------

static int agent_stopped(void *self) {
    (void)self;
    return term_interrupts() > 0 || term_terminated() != 0;
}

static uint64_t agent_now(void *self) {
    (void)self;
    return tsr_now_us();
}

static cli_exit open_table(session *s) {
    if (seats_init(&s->seats, s->r) != TSR_OK ||
        (s->view = tsr_mem_new(NULL, s->r->state_size)) == NULL) {
        cli_complain("%s", tsr_err_text(TSR_ERR_MEMORY));
        return CLI_FILE;
    }
    s->seats.host = (tsr_agent_host){.self = s, .now_us = agent_now, .stopped = agent_stopped};
    s->seats.now_ms = tsr_now_ms;
    pace_init(&s->pace);
    s->seats.pace = s->humans && isatty(STDIN_FILENO) ? &s->pace : NULL;
    seats_begin(&s->seats, s->match, s->agent);
    for (int i = 0; i <= TSR_WATCHER; i++) {
        s->told[i] = s->loaded.is_open ? tsr_match_ply_count(s->match) : 0;
    }
    return CLI_OK;
}

cli_exit session_open(session *s, const session_wish *wish) {
    memset(s, 0, sizeof *s);
    s->wish = wish;
    s->asked = s->facing = s->drawn = -1;
    buffer_init(&s->log, NULL);
    buffer_init(&s->notes, NULL);
    cli_exit code = cli_table_init(&s->table, &wish->plugin);
    s->table.compiled = wish->compiled;
    if (code == CLI_OK) {
        code = wish->resume ? open_record(s) : open_new(s);
    }
    if (code == CLI_OK) {
        code = open_table(s);
    }
    if (code == CLI_OK) {
        code = cli_show_init(&s->show, &wish->show, &s->r->g);
    }
    if (code == CLI_OK && wish->watch) {
        code = session_watch_begin(s);
    }
    s->full_screen = s->show.tty.in_tty && s->show.tty.out_tty && !s->show.tty.dumb && !wish->json;
    return code;
}

void session_close(session *s) {
    session_watch_end(s);
    seats_deinit(&s->seats);
    for (int i = 0; i < TSR_MAX_PLAYERS; i++) {
        tsr_agent_close(s->agent[i]);
    }
    tsr_agent_close(s->adviser);
    tsr_match_close(s->match);
    cli_loaded_close(&s->loaded);
    tsr_record_close(s->file);
    if (s->view) {
        tsr_mem_free(NULL, s->view, s->r->state_size);
    }
    buffer_deinit(&s->log);
    buffer_deinit(&s->notes);
    cli_table_deinit(&s->table);
}
