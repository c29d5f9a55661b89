// SPDX-License-Identifier: MIT
//
// Runs a program through the rules of the player protocol, one check after another.
#include "agents/exec_check.h"

#include <stdio.h>
#include <string.h>

#include <tessera/host.h>
#include <tessera/rules.h>

#include "agents/exec.h"
#include "host/child.h"

enum { START_MS = 10000, PING_MS = 1000, QUIT_MS = 1000, STOP_AFTER_MS = 200, STOP_MS = 50 };

extern const tsr_agent_type tsr_agent_exec;

typedef struct check {
    const exec_check_config *config;
    int broken;
    uint32_t patience; // at least 1
    child child;
} check;

static uint64_t limit_us(const check *c, uint64_t ms) {
    return ms * 1000 * c->patience;
}

static void report(check *c, int ok, exec_verdict otherwise, const char *rule, const char *detail) {
    exec_verdict verdict = ok ? EXEC_KEEPS : otherwise;
    c->broken += verdict == EXEC_BREAKS;
    c->config->report(c->config->self, verdict, rule, ok ? "" : detail);
}

// --- Line by line ------------------------------------------------------------

static void send_text(check *c, const char *text) {
    child_say(&c->child, text, strlen(text));
}

// Waits for a line that begins with `start`; others are skipped.
static int hear(check *c, const char *start, uint64_t ms, char *detail, size_t cap) {
    uint64_t deadline = tsr_now_us() + limit_us(c, ms);
    char *line;
    for (;;) {
        switch (child_line(&c->child, deadline, &line)) {
        case CHILD_LINE:
            if (strncmp(line, start, strlen(start)) == 0) {
                return 1;
            }
            break;
        case CHILD_NOTHING:
            snprintf(detail, cap, "no line \"%s\" came within %d ms; is every line flushed?", start,
                     (int)(limit_us(c, ms) / 1000));
            return 0;
        case CHILD_ENDED: child_how_ended(&c->child, detail, cap); return 0;
        case CHILD_FLOOD: snprintf(detail, cap, "it wrote far too much"); return 0;
        }
    }
}

// Does it go by itself once told to?
static int quits(check *c, const char *how) {
    char line[8];
    uint64_t start = tsr_now_us();
    char *ignored;
    child_got got;
    snprintf(line, sizeof line, "%s", how);
    send_text(c, line);
    do {
        got = child_line(&c->child, start + limit_us(c, QUIT_MS), &ignored);
    } while (got == CHILD_LINE);
    return got == CHILD_ENDED;
}

// What needs no game: the handshake, pings, unknown lines, the end.
static int check_manners(check *c) {
    char detail[160] = "";
    tsr_error err = {0};
    if (child_open(&c->child, c->config->command, 0, &err)) {
        report(c, 0, EXEC_BREAKS, "it can be started", err.message);
        return 0;
    }
    send_text(c, "hello 1\n");
    int ready = hear(c, "ready", START_MS, detail, sizeof detail);
    report(c, ready, EXEC_BREAKS, "it says \"ready\" after \"hello 1\"", detail);
    if (ready) {
        send_text(c, "ping 42\n");
        int pong = hear(c, "pong 42", PING_MS, detail, sizeof detail);
        report(c, pong, EXEC_ADVICE, "it answers \"ping 42\" with \"pong 42\"", detail);
        child_new_turn(&c->child);
        send_text(c, "aword of a later version\n\nping 43\n");
        int skips = !pong || hear(c, "pong 43", PING_MS, detail, sizeof detail);
        report(c, skips, EXEC_BREAKS, "it skips lines it does not know", detail);
        report(c, quits(c, "quit\n"), EXEC_ADVICE, "it ends after \"quit\"",
               "it was still there when its time was up, and was killed");
    }
    child_close(&c->child, 0);
    return ready;
}

// --- Games -------------------------------------------------------------------

static uint64_t now(void *self) {
    (void)self;
    return tsr_now_us();
}

static tsr_err open_player(const check *c, const tsr_rules *r, tsr_agent **out, tsr_error *err) {
    char spec[1024];
    int n = snprintf(spec, sizeof spec, "exec:%s,time=%ums,start=%ums,grace=%ums",
                     c->config->command, (unsigned)c->config->move_ms,
                     (unsigned)(START_MS * c->patience), (unsigned)(STOP_MS * c->patience));
    if (n < 0 || (size_t)n >= sizeof spec || strchr(c->config->command, ',')) {
        return tsr_fail(err, TSR_ERR_ARGUMENT,
                        "the command is too long or has a comma in it: put it into a script");
    }
    return tsr_agent_open(&tsr_agent_exec, spec, r, NULL, out, err);
}

// One game with the program on all seats. 0 = it failed; `err` says how.
static int play_game(check *c, tsr_agent *a, uint64_t seed, void *s, void *view, tsr_error *err) {
    const tsr_rules *r = a->rules;
    tsr_agent_host host = {.now_us = now};
    tsr_rng g;
    uint32_t turn;
    tsr_rng_init(&g, seed);
    tsr_init(r, s);
    for (int first = 1; (turn = tsr_turn(r, s)) != 0;) {
        int who = tsr_mover(turn);
        if (who == TSR_CHANCE) {
            tsr_play(r, s, who, tsr_draw(r, s, &g));
            continue;
        }
        if (first || r->players > 1) {
            a->type->start(a, who); // every seat in turn, as a match of its own
            first = 0;
        }
        r->g.view(r, s, who, view);
        tsr_query q = {.view = view, .who = who, .seed = tsr_rng_next(&g), .host = &host};
        q.time_ms = c->config->move_ms;
        tsr_move m = TSR_NO_MOVE;
        tsr_line why;
        if (a->type->choose(a, &q, &m, err)) {
            return 0;
        }
        if (tsr_play_checked(r, s, who, m, &why)) {
            char words[160];
            tsr_line_text(r, &why, NULL, words, sizeof words);
            (void)tsr_fail(err, TSR_ERR_ILLEGAL, "illegal: %s", words);
            return 0;
        }
    }
    return 1;
}

static void check_games(check *c, const tsr_rules *r, void *s, void *view) {
    char rule[120];
    tsr_agent *a = NULL;
    tsr_error err = {0};
    int played = 0;
    snprintf(rule, sizeof rule, "it plays %s: %d games, legal moves, in time", r->g.name,
             c->config->games);
    int ok = !open_player(c, r, &a, &err);
    while (ok && played < c->config->games) {
        ok = play_game(c, a, tsr_seed_of(c->config->seed, (uint64_t)played), s, view, &err);
        played++;
    }
    report(c, ok, EXEC_BREAKS, rule, err.message);
    if (ok) {
        report(c, exec_count(a).late == 0, EXEC_ADVICE, "it never has to be told to stop",
               "some answers came only after \"stop\": keep a margin");
    }
    tsr_agent_close(a);
}

// The first decision of a game, as its decider sees it.
static int first_decision(const tsr_rules *r, uint64_t seed, void *s, void *view) {
    tsr_rng g;
    tsr_rng_init(&g, seed);
    tsr_init(r, s);
    while (tsr_turn(r, s) == 1u << TSR_CHANCE) {
        tsr_play(r, s, TSR_CHANCE, tsr_draw(r, s, &g));
    }
    int who = tsr_mover(tsr_turn(r, s));
    if (who >= 0) {
        r->g.view(r, s, who, view);
    }
    return who;
}

static int stopped_after_a_while(void *self) {
    return tsr_now_us() >= *(const uint64_t *)self;
}

static void check_stop(check *c, const tsr_rules *r, void *s, void *view) {
    char rule[60];
    tsr_agent *a;
    tsr_error err = {0};
    if (open_player(c, r, &a, &err)) {
        return; // has been reported with the games
    }
    uint64_t stop_at = tsr_now_us() + limit_us(c, STOP_AFTER_MS);
    tsr_agent_host host = {.self = &stop_at, .stopped = stopped_after_a_while};
    tsr_query q = {.view = view, .host = &host, .seed = 1};
    q.who = first_decision(r, c->config->seed, s, view);
    tsr_move m;
    int ok = q.who < 0 || !a->type->choose(a, &q, &m, &err);
    snprintf(rule, sizeof rule, "it answers within %u ms when told to stop",
             (unsigned)(STOP_MS * c->patience));
    report(c, ok, EXEC_ADVICE, rule, err.message);
    tsr_agent_close(a);
}

static void check_seeds(check *c, const tsr_rules *r, void *s, void *view) {
    tsr_move m[2] = {TSR_NO_MOVE, TSR_NO_MOVE};
    tsr_agent_host host = {.now_us = now};
    tsr_error err = {0};
    for (int i = 0; i < 2; i++) {
        tsr_agent *a;
        if (open_player(c, r, &a, &err)) {
            return;
        }
        tsr_query q = {.view = view, .host = &host, .seed = 99, .time_ms = c->config->move_ms};
        q.who = first_decision(r, c->config->seed, s, view);
        a->type->start(a, q.who < 0 ? 0 : q.who);
        (void)(q.who < 0 ? TSR_OK : a->type->choose(a, &q, &m[i], &err));
        tsr_agent_close(a);
    }
    if (!m[0] || !m[1]) {
        return; // it does not play at all, which has been reported
    }
    report(c, m[0] == m[1], EXEC_ADVICE, "the same seed gives the same move",
           "it gave two; its matches cannot be repeated");
}

int exec_check(const exec_check_config *config) {
    check *c = tsr_mem_new(NULL, sizeof *c);
    size_t size = 0;
    for (int i = 0; i < config->rules_count; i++) {
        size = config->rules[i]->state_size > size ? config->rules[i]->state_size : size;
    }
    unsigned char *states = tsr_mem_new(NULL, 2 * size);
    int broken = 1;
    if (c && states) {
        c->config = config;
        c->patience = config->patience ? config->patience : 1;
        child_init(&c->child);
        if (check_manners(c)) {
            for (int i = 0; i < config->rules_count; i++) {
                check_games(c, config->rules[i], states, states + size);
            }
            check_stop(c, config->rules[0], states, states + size);
            check_seeds(c, config->rules[0], states, states + size);
        }
        broken = c->broken;
    } else {
        config->report(config->self, EXEC_BREAKS, "there is memory to check it", "out of memory");
    }
    tsr_mem_free(NULL, states, 2 * size);
    tsr_mem_free(NULL, c, sizeof *c);
    return broken;
}
