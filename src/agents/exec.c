// SPDX-License-Identifier: MIT
//
// exec: a player that is a program of its own, in any language. It is spoken to
// in lines (docs/protocol.md), gets views and never the state, and can do no harm:
// whatever goes wrong is an error with its kind as the first word,
//
//     crash      it ended, or could not be started        TSR_ERR_AGENT
//     hang       no answer in time, nor to "stop"         TSR_ERR_LIMIT
//     malformed  an answer that cannot be read            TSR_ERR_PARSE
//     flood      far too much output, or a line too long  TSR_ERR_LIMIT
//
// and the referee has a policy for it. Illegal moves are passed on for the referee
// to refuse. A program that has crashed or flooded gets another chance with the
// next match.

#include "agents/exec.h"

#include <stdio.h>
#include <string.h>

#include <tessera/host.h>
#include <tessera/rules.h>
#include <tessera/text.h>

#include "agents/exec_info.h"
#include "agents/game_data.h"
#include "agents/whatif.h"
#include "host/child.h"

enum { COMMAND, TIME, START, GRACE, MEMORY, OPTION_COUNT };
enum {
    DATA_MAX = 1 << 20,
    MAX_HANGS = 3,
    MAX_NOISE = 1000,
    INFO_EVERY_US = 50000,
    SLICE_US = 10000,
    QUIT_US = 100000
};

typedef struct exec {
    exec_faults faults;
    int seat;
    int protocol;      // 1, or 2 if the program asked for it
    int introduced;    // the program knows which game is played
    int dead;          // it failed in this match and is not asked any more
    int hangs;         // in a row
    uint64_t question; // the id of the last decision
    uint64_t info_us;
    unsigned char *before; // the seat's last view, for the text of events
    int knows_before;
    tsr_move *moves;
    whatif whatif;
    size_t memory;
    char name[64]; // what it calls itself
    child child;   // from here on not cleared: large
    char out[CHILD_QUEUE];
} exec;

// --- Failing -----------------------------------------------------------------

static double option(const tsr_agent *a, int i) {
    return a->value[i].number;
}

// What a program writes ends up on terminals, where control characters would be obeyed.
static void make_plain(char *text) {
    for (char *p = text; *p; p++) {
        *p = (unsigned char)*p < 0x20 || *p == 0x7f ? ' ' : *p;
    }
}

// The last line of what it wrote to stderr, to add to a message.
static void last_words(const child *c, char *out, size_t cap) {
    size_t end = c->tail_size;
    while (end > 0 && c->tail[end - 1] == '\n') {
        end--;
    }
    size_t start = end;
    while (start > 0 && c->tail[start - 1] != '\n' && end - start < 100) {
        start--;
    }
    out[0] = '\0';
    if (end > start) {
        snprintf(out, cap, "; it wrote: %.*s", (int)(end - start), c->tail + start);
    }
    make_plain(out);
}

static tsr_err fail_crash(exec *x, tsr_error *err) {
    char how[60], words[140];
    child_how_ended(&x->child, how, sizeof how);
    last_words(&x->child, words, sizeof words);
    child_close(&x->child, 0);
    x->faults.crash++;
    x->dead = 1;
    return tsr_fail(err, TSR_ERR_AGENT, "crash: the program %s%s", how, words);
}

static tsr_err fail_flood(exec *x, tsr_error *err) {
    child_close(&x->child, 0);
    x->faults.flood++;
    x->dead = 1;
    return tsr_fail(err, TSR_ERR_LIMIT,
                    "flood: the program wrote a line of more than %d bytes, or more than %d "
                    "bytes or %d lines in one turn",
                    CHILD_LINE_MAX, CHILD_TURN_MAX, MAX_NOISE);
}

static tsr_err fail_hang(exec *x, const char *what, double ms, tsr_error *err) {
    x->faults.hang++;
    if (++x->hangs >= MAX_HANGS) {
        child_close(&x->child, 0);
        x->dead = 1;
    }
    return tsr_fail(err, TSR_ERR_LIMIT, "hang: the program gave no %s within %.0f ms", what, ms);
}

// --- Starting ----------------------------------------------------------------

static int say(exec *x, tsr_out *o) {
    int n = tsr_out_end(o);
    return (size_t)n < o->cap && child_say(&x->child, o->buf, (size_t)n);
}

// "id name ..." is for people; other words before "ready" are of later versions.
static void note_id(exec *x, const char *line) {
    if (strncmp(line, "id name ", 8) == 0) {
        snprintf(x->name, sizeof x->name, "%s", line + 8);
        make_plain(x->name);
    } else if (strcmp(line, "protocol 2") == 0) {
        x->protocol = 2;
    }
}

static tsr_err greet(tsr_agent *a, tsr_error *err) {
    exec *x = a->self;
    tsr_out o = tsr_out_to(x->out, sizeof x->out);
    uint64_t deadline = tsr_now_us() + (uint64_t)option(a, START) * 1000;
    char *line;
    x->protocol = 1;
    tsr_put(&o, "hello 1\n");
    say(x, &o);
    for (int lines = 0;; lines++) {
        switch (child_line(&x->child, deadline, &line)) {
        case CHILD_LINE: break;
        case CHILD_NOTHING: return fail_hang(x, "\"ready\"", option(a, START), err);
        case CHILD_ENDED: return fail_crash(x, err);
        case CHILD_FLOOD: return fail_flood(x, err);
        }
        if (strcmp(line, "ready") == 0) {
            if (x->protocol == 2) {
                child_say(&x->child, "protocol 2\n", 11);
            }
            return TSR_OK;
        }
        if (lines > MAX_NOISE) {
            return fail_flood(x, err);
        }
        note_id(x, line);
    }
}

static tsr_err launch(tsr_agent *a, tsr_error *err) {
    exec *x = a->self;
    tsr_err e = child_open(&x->child, a->value[COMMAND].text, (uint64_t)option(a, MEMORY), err);
    if (e) {
        x->faults.crash++;
        x->dead = 1;
        return e;
    }
    x->dead = x->hangs = x->introduced = 0;
    e = greet(a, err);
    if (e) {
        child_close(&x->child, 0);
        x->dead = 1;
    }
    return e;
}

static void free_exec(tsr_agent *a, exec *x) {
    tsr_mem_free(a->alloc, x, x->memory);
}

static tsr_err open_exec(tsr_agent *a, tsr_error *err) {
    const tsr_rules *r = a->rules;
    if (!a->value[COMMAND].text[0]) {
        return tsr_fail(err, TSR_ERR_ARGUMENT,
                        "exec needs a command, for example exec:./mybot or exec:python3 mybot.py");
    }
    size_t moves = r->max_moves * sizeof(tsr_move);
    size_t memory = sizeof(exec) + moves + r->state_size + whatif_memory(r);
    exec *x = tsr_mem_resize(a->alloc, NULL, 0, memory);
    if (!x) {
        return tsr_fail(err, TSR_ERR_MEMORY, "no memory to run a program");
    }
    memset(x, 0, offsetof(exec, child));
    x->memory = memory;
    x->moves = (tsr_move *)(void *)(x + 1);
    x->before = (unsigned char *)x->moves + moves;
    whatif_init(&x->whatif, r, x->before + r->state_size);
    child_init(&x->child);
    a->self = x;
    tsr_err e = launch(a, err);
    if (e) {
        free_exec(a, x);
        a->self = NULL;
    }
    return e;
}

static void close_exec(tsr_agent *a) {
    exec *x = a->self;
    child_say(&x->child, "quit\n", 5);
    child_close(&x->child, QUIT_US);
    free_exec(a, x);
}

// --- Telling -----------------------------------------------------------------

static void start_exec(tsr_agent *a, int who) {
    exec *x = a->self;
    x->seat = who;
    x->introduced = 0;
    x->knows_before = 0;
    if (x->dead) {
        (void)launch(a, NULL); // if that fails, the next question says so
    }
}

static void put_who(tsr_out *o, int who) {
    if (who == TSR_CHANCE) {
        tsr_put(o, "chance");
    } else {
        tsr_putf(o, "p%d", who + 1);
    }
}

// "data {...}"; a game with more to tell than fits a line tells nothing.
static void tell_data(exec *x, const tsr_rules *r) {
    tsr_out o = tsr_out_to(x->out, DATA_MAX);
    tsr_put(&o, "data ");
    game_data_put(&o, r);
    if (o.len + 2 < o.cap) {
        tsr_out_end(&o);
        make_plain(x->out); // one line, whatever a game's own data hold
        tsr_put_char(&o, '\n');
        say(x, &o);
    }
}

// "game azul seats 2 you p1 rules 0123456789abcdef variant=0"
static void introduce(tsr_agent *a) {
    exec *x = a->self;
    const tsr_rules *r = a->rules;
    tsr_out o = tsr_out_to(x->out, sizeof x->out);
    if (x->introduced || x->dead) {
        return;
    }
    tsr_putf(&o, "game %s seats %d you p%d rules %016llx", r->g.name, r->players, x->seat + 1,
             (unsigned long long)r->hash);
    for (int i = 0; i < r->g.option_count; i++) {
        char value[64];
        tsr_option_text(r, i, value, sizeof value);
        if (r->g.options[i].kind != TSR_OPTION_FILE) {
            tsr_putf(&o, " %s=%s", r->g.options[i].name, value);
        }
    }
    tsr_put_char(&o, '\n');
    x->introduced = say(x, &o);
    if (x->introduced && x->protocol == 2) {
        tell_data(x, r);
    }
}

// The first event of a match comes before the seat has seen anything. Its text is
// made from the game's own start, if the move fits there at all: a match may
// also start elsewhere.
static int see_start(tsr_agent *a, int by, tsr_move seen) {
    exec *x = a->self;
    if (!x->knows_before) {
        tsr_init(a->rules, x->before);
        if (!(seen & TSR_HIDDEN) && tsr_why_not(a->rules, x->before, by, seen, NULL) != 0) {
            return 0;
        }
        a->rules->g.view(a->rules, x->before, x->seat, x->before);
    }
    return 1;
}

static void event_exec(tsr_agent *a, int by, tsr_move seen, const void *view) {
    exec *x = a->self;
    tsr_out o = tsr_out_to(x->out, sizeof x->out);
    char text[TSR_MOVE_TEXT_MAX] = "?";
    introduce(a);
    if (see_start(a, by, seen)) {
        tsr_move_text(a->rules, x->before, by, seen, text, sizeof text);
    }
    memcpy(x->before, view, a->rules->state_size);
    x->knows_before = 1;
    if (!x->dead) {
        tsr_put(&o, "event ");
        put_who(&o, by);
        tsr_putf(&o, " %s\n", text);
        say(x, &o); // a full queue shows when it is asked
    }
}

// "result rules ranks 1 2 scores 30 12": how it ended, and everybody's place and points.
static void end_exec(tsr_agent *a, const char *how, const tsr_result *result) {
    exec *x = a->self;
    tsr_out o = tsr_out_to(x->out, sizeof x->out);
    if (x->dead || x->protocol != 2) {
        return;
    }
    tsr_putf(&o, "result %s ranks", how);
    for (int p = 0; p < a->rules->players; p++) {
        tsr_putf(&o, " %d", result[p].rank);
    }
    tsr_put(&o, " scores");
    for (int p = 0; p < a->rules->players; p++) {
        tsr_putf(&o, " %d", (int)result[p].score);
    }
    tsr_put_char(&o, '\n');
    say(x, &o);
}

// --- Asking ------------------------------------------------------------------

static const char *kind_of(const tsr_agent *a, const void *view) {
    tsr_info info;
    a->rules->g.info(a->rules, view, &info);
    return info.ask == TSR_ASK_REACT ? "react" : info.ask == TSR_ASK_CHOICE ? "choice" : "move";
}

// The whole question. 0 = there is no room: it has not read for a long time.
static int ask(tsr_agent *a, const tsr_query *q, int n, uint32_t ms) {
    exec *x = a->self;
    const tsr_rules *r = a->rules;
    tsr_out o = tsr_out_to(x->out, sizeof x->out);
    tsr_putf(&o, "decide %llu %s %u %d\n", (unsigned long long)x->question, kind_of(a, q->view), ms,
             n);
    tsr_putf(&o, "seed %llu\nview ", (unsigned long long)q->seed);
    size_t room = o.len < o.cap ? o.cap - o.len : 0;
    o.len += (size_t)tsr_position_text(r, q->view, room ? o.buf + o.len : NULL, room);
    tsr_put_char(&o, '\n');
    for (int i = 0; i < n; i++) {
        char text[TSR_MOVE_TEXT_MAX];
        tsr_move_text(r, q->view, q->who, x->moves[i], text, sizeof text);
        tsr_putf(&o, "legal %d %s\n", i, text);
    }
    tsr_putf(&o, "go %llu\n", (unsigned long long)x->question);
    return say(x, &o);
}

static void say_stop(exec *x) {
    char line[40];
    int n = snprintf(line, sizeof line, "stop %llu\n", (unsigned long long)x->question);
    child_say(&x->child, line, (size_t)n);
}

static void pass_info(exec *x, const tsr_rules *r, char *line, const tsr_query *q) {
    tsr_agent_info info;
    uint64_t now = tsr_now_us();
    if (q->host->info && now - x->info_us >= INFO_EVERY_US) {
        x->info_us = now;
        make_plain(line);
        exec_info_read(line, r->players, &info);
        q->host->info(q->host->self, &info);
    }
}

// --- Requests of protocol 2 ---------------------------------------------------

static void put_reason(const tsr_rules *r, const tsr_line *why, tsr_out *o) {
    char words[256];
    tsr_line_text(r, why, NULL, words, sizeof words);
    make_plain(words);
    tsr_put(o, words);
}

// "why MOVE": whether it is legal now, and if not, why not.
static void explain(tsr_agent *a, const tsr_query *q, const char *text, tsr_out *o) {
    const tsr_rules *r = a->rules;
    tsr_move move;
    tsr_line why;
    if (tsr_move_read(r, q->view, q->who, text, &move, &why) == TSR_OK &&
        tsr_why_not(r, q->view, q->who, move, &why) == 0) {
        tsr_put(o, "why legal");
    } else {
        tsr_put(o, "why not ");
        put_reason(r, &why, o);
    }
}

// Answers a request; 0 = the line is none. What it costs is not noise: the program's own time
// and the limits of whatif.h bound it. `late`: it has been told to stop.
static int serve(tsr_agent *a, const tsr_query *q, const char *line, int late) {
    exec *x = a->self;
    tsr_out o = tsr_out_to(x->out, sizeof x->out);
    if (x->protocol != 2) {
        return 0;
    }
    if (strncmp(line, "why ", 4) == 0) {
        explain(a, q, line + 4, &o);
    } else if (strncmp(line, "what ", 5) == 0) {
        tsr_put(&o, "what ");
        if (late) {
            tsr_put(&o, "{\"error\":\"time is up\"}");
        } else {
            whatif_answer(&x->whatif, line + 5, &o);
        }
    } else {
        return 0;
    }
    if (o.len + 2 > o.cap) {
        o = tsr_out_to(x->out, sizeof x->out);
        tsr_put(&o, "what {\"error\":\"the answer is too long\"}");
    }
    tsr_put_char(&o, '\n');
    child_new_turn(&x->child);
    return say(x, &o); // who asks and does not read makes noise
}

// The words of an answer that is no legal move: for the record, and the reason for the program.
static void pass_refused(tsr_agent *a, const tsr_query *q, const char *text, const tsr_line *why) {
    exec *x = a->self;
    if (q->host->refused) {
        q->host->refused(q->host->self, text, why);
    }
    if (x->protocol == 2) {
        tsr_out o = tsr_out_to(x->out, sizeof x->out);
        tsr_put(&o, "refused ");
        put_reason(a->rules, why, &o);
        tsr_put_char(&o, '\n');
        say(x, &o);
    }
}

static tsr_err fail_malformed(tsr_agent *a, const tsr_query *q, const char *line,
                              const tsr_line *why, tsr_error *err) {
    exec *x = a->self;
    char shown[80];
    x->faults.malformed++;
    pass_refused(a, q, line, why);
    snprintf(shown, sizeof shown, "%s", line);
    make_plain(shown);
    return tsr_fail(err, TSR_ERR_PARSE, "malformed: this is not a move: %s", shown);
}

// Reads what follows "choose ". 1 = an answer, also a bad one (see *e); 0 = to an
// earlier question.
static int read_choice(tsr_agent *a, const tsr_query *q, const char *line, int n, tsr_move *out,
                       tsr_err *e, tsr_error *err) {
    exec *x = a->self;
    tsr_in in = tsr_in_from(line);
    int64_t id = 0, index = 0;
    tsr_line why;
    (void)tsr_say(&why, TSR_LINE_UNREADABLE);
    if (!tsr_take_int(&in, 0, INT64_MAX / 16, &id) || !tsr_take_char(&in, ' ')) {
        *e = fail_malformed(a, q, line, &why, err);
        return 1;
    }
    if ((uint64_t)id != x->question) {
        x->faults.late += (uint64_t)id < x->question;
        return 0;
    }
    tsr_skip_blanks(&in);
    const char *text = in.at;
    *e = TSR_OK;
    if (tsr_take_char(&in, '#')) {
        if (tsr_take_int(&in, 0, n - 1, &index) && tsr_at_end(&in)) {
            *out = x->moves[index];
        } else {
            *e = fail_malformed(a, q, text, &why, err);
        }
    } else if (tsr_move_read(a->rules, q->view, q->who, text, out, &why)) {
        *e = fail_malformed(a, q, text, &why, err);
    } else if (tsr_why_not(a->rules, q->view, q->who, *out, &why) != 0) {
        x->faults.illegal++;
        pass_refused(a, q, text, &why);
    }
    return 1;
}

// Waits for the answer: until the time is up or the host wants to stop, then says
// so and waits a moment longer.
static tsr_err hear(tsr_agent *a, const tsr_query *q, int n, uint32_t ms, tsr_move *out,
                    tsr_error *err) {
    exec *x = a->self;
    uint64_t start = tsr_now_us(), deadline = start + (uint64_t)ms * 1000;
    uint64_t grace = (uint64_t)option(a, GRACE) * 1000;
    int told = 0, noise = 0;
    for (;;) {
        char *line;
        tsr_err e = TSR_OK;
        uint64_t now = tsr_now_us();
        int stop = q->host->stopped && q->host->stopped(q->host->self);
        if (!told && (stop || now >= deadline)) {
            say_stop(x);
            told = 1;
            deadline = now + grace;
        } else if (told && now >= deadline) {
            return fail_hang(x, "answer", (double)(now - start) / 1000, err);
        }
        uint64_t until = now + SLICE_US < deadline ? now + SLICE_US : deadline;
        switch (child_line(&x->child, until, &line)) {
        case CHILD_NOTHING: continue;
        case CHILD_ENDED: return fail_crash(x, err);
        case CHILD_FLOOD: return fail_flood(x, err);
        case CHILD_LINE: break;
        }
        if (strncmp(line, "choose ", 7) == 0) {
            if (read_choice(a, q, line + 7, n, out, &e, err)) {
                x->faults.late += !e && told && !stop;
                x->hangs = 0;
                return e;
            }
        } else if (strncmp(line, "info ", 5) == 0) {
            pass_info(x, a->rules, line + 5, q);
        } else if (serve(a, q, line, told)) {
            noise--;
        }
        if (++noise > MAX_NOISE) {
            return fail_flood(x, err);
        }
    }
}

static tsr_err choose_exec(tsr_agent *a, const tsr_query *q, tsr_move *out, tsr_error *err) {
    exec *x = a->self;
    int n = tsr_moves(a->rules, q->view, q->who, x->moves);
    uint32_t limit = (uint32_t)option(a, TIME);
    uint32_t ms = q->time_ms && q->time_ms < limit ? q->time_ms : limit;
    if (n <= 0) {
        return tsr_fail(err, TSR_ERR_STATE, "there is no move to choose");
    }
    if (x->dead) {
        return tsr_fail(err, TSR_ERR_AGENT, "crash: the program failed earlier in this match");
    }
    x->seat = q->who;
    introduce(a);
    child_new_turn(&x->child);
    x->question++;
    memcpy(x->before, q->view, a->rules->state_size);
    x->knows_before = 1;
    tsr_move move = TSR_NO_MOVE;
    whatif_begin(&x->whatif, q, ms);
    tsr_err e =
        ask(a, q, n, ms) ? hear(a, q, n, ms, &move, err) : fail_hang(x, "sign of reading", 0, err);
    whatif_end(&x->whatif);
    if (!e) {
        *out = move;
    }
    return e;
}

exec_faults exec_count(const tsr_agent *a) {
    return ((const exec *)a->self)->faults;
}

const char *exec_name(const tsr_agent *a) {
    return ((const exec *)a->self)->name;
}

static const tsr_agent_option options[OPTION_COUNT] = {
    [COMMAND] = {"cmd", "the command line, run by the shell", TSR_VALUE_TEXT, 0, 0, 0, 0},
    [TIME] = {"time", "longest time for a move", TSR_VALUE_TIME, 0, 10000, 1, 1e9},
    [START] = {"start", "maximum time until ready", TSR_VALUE_TIME, 0, 10000, 1, 1e9},
    [GRACE] = {"grace", "time to answer after stop", TSR_VALUE_TIME, 0, 50, 0, 1e6},
    [MEMORY] = {"memory", "limit of its memory in bytes; 0 = no limit", TSR_VALUE_INT, 0, 0, 0,
                1e13},
};

extern const tsr_agent_type tsr_agent_exec;

const tsr_agent_type tsr_agent_exec = {
    .size = sizeof(tsr_agent_type),
    .abi = TSR_ABI,
    .name = "exec",
    .about = "an external program, in any language: exec:./mybot",
    .option_count = OPTION_COUNT,
    .options = options,
    .open = open_exec,
    .close = close_exec,
    .start = start_exec,
    .event = event_exec,
    .choose = choose_exec,
    .end = end_exec,
};
