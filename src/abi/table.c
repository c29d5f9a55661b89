// SPDX-License-Identifier: MIT
// Matches that write records: opened or resumed, played, looked at ply by ply, stepped back.
#include <stdlib.h>
#include <string.h>

#include <tessera/abi.h>
#include <tessera/host.h>

#include "abi/table.h"

static tsr_err keep(void *self, const char *bytes, size_t size) {
    buffer *b = self;
    buffer_add(b, bytes, size);
    return b->failed ? TSR_ERR_MEMORY : TSR_OK;
}

// Cuts "Anna,Ben" into seats' names, in place; seats without a word keep theirs.
static void name_seats(tsr_match_config *config, char *names, int players) {
    char *at = names;
    for (int i = 0; i < players && at && *at; i++) {
        char *next = strchr(at, ',');
        if (next) {
            *next++ = '\0';
        }
        if (*at) {
            config->seat[i].name = at;
        }
        at = next;
    }
}

static int is_plain(const char *text) {
    for (; *text; text++) {
        if ((unsigned char)*text < 0x20 || *text == 0x7f) {
            return 0;
        }
    }
    return 1;
}

int tsr_table_open(const tsr_ruleset *rs, uint64_t seed, const char *names, tsr_table **out,
                   tsr_problem *why) {
    tsr_error err = {0};
    tsr_match_config config;
    if (!rs || !out) {
        return abi_fail(why, TSR_FAIL_ARGUMENT, "no ruleset was given");
    }
    if (names && (strlen(names) >= sizeof((tsr_table *)NULL)->names || !is_plain(names))) {
        return abi_fail(why, TSR_FAIL_ARGUMENT, "the names are too long, or not one plain line");
    }
    tsr_table *t = calloc(1, sizeof *t);
    if (!t) {
        return abi_fail(why, TSR_FAIL_MEMORY, "out of memory");
    }
    t->rs = rs;
    buffer_init(&t->record, NULL);
    memcpy(t->names, names ? names : "", strlen(names ? names : "") + 1);
    tsr_match_config_init(&config, rs->r);
    name_seats(&config, t->names, rs->r->players);
    config.seed = seed;
    config.sink = (tsr_sink){&t->record, keep};
    config.now_ms = tsr_now_ms();
    if (tsr_match_open(&config, &t->match, &err) != TSR_OK) {
        tsr_table_close(t);
        return abi_fail_by(why, &err);
    }
    *out = t;
    return 0;
}

void tsr_table_close(tsr_table *t) {
    if (t) {
        tsr_match_close(t->match);
        tsr_record_free(&t->resumed);
        buffer_deinit(&t->record);
        free(t);
    }
}

uint32_t tsr_table_waiting(const tsr_table *t) {
    return t ? tsr_match_waiting(t->match) : 0;
}

int tsr_table_state(const tsr_table *t, tsr_state **out) {
    if (!t || !out) {
        return TSR_FAIL_ARGUMENT;
    }
    tsr_state *s = state_make(t->rs, tsr_match_state(t->match), 0);
    *out = s ? s : *out;
    return s ? 0 : TSR_FAIL_MEMORY;
}

static int answered(tsr_table *t, tsr_err e, tsr_answer answer, const tsr_line *reason,
                    tsr_problem *why) {
    if (e) {
        return abi_fail(why, e, "%s", tsr_err_text(e));
    }
    if (answer == TSR_ANSWER_NOT_TAKEN) {
        return abi_fail(why, TSR_FAIL_STATE, "it is not this seat's turn");
    }
    return answer == TSR_ANSWER_REFUSED ? abi_refuse(why, t->rs, reason) : 0;
}

static int table_seat(const tsr_table *t, int who) {
    if (!t || who < -1 || who >= t->rs->r->players) {
        return -2;
    }
    return who >= 0 ? who : tsr_mover(tsr_match_waiting(t->match));
}

int tsr_table_play(tsr_table *t, int who, uint64_t move, tsr_problem *why) {
    tsr_answer answer = TSR_ANSWER_NOT_TAKEN;
    tsr_line reason = {0};
    int seat = table_seat(t, who);
    if (seat < 0) {
        return abi_fail(why, seat == -1 ? TSR_FAIL_STATE : TSR_FAIL_ARGUMENT,
                        "there is no such seat, or the match is over");
    }
    tsr_err e = tsr_match_submit(t->match, seat, move, tsr_now_ms(), &answer, &reason);
    return answered(t, e, answer, &reason, why);
}

int tsr_table_play_text(tsr_table *t, int who, const char *text, tsr_problem *why) {
    tsr_answer answer = TSR_ANSWER_NOT_TAKEN;
    tsr_line reason = {0};
    int seat = text ? table_seat(t, who) : -2;
    if (seat < 0) {
        return abi_fail(why, seat == -1 ? TSR_FAIL_STATE : TSR_FAIL_ARGUMENT,
                        "there is no such seat or text, or the match is over");
    }
    tsr_err e = tsr_match_submit_text(t->match, seat, text, tsr_now_ms(), &answer, &reason);
    return answered(t, e, answer, &reason, why);
}

int tsr_table_record(const tsr_table *t, char *buf, size_t cap) {
    if (!t) {
        return TSR_FAIL_ARGUMENT;
    }
    if (buf && cap) {
        size_t n = t->record.size < cap - 1 ? t->record.size : cap - 1;
        memcpy(buf, buffer_text(&t->record), n);
        buf[n] = '\0';
    }
    return (int)t->record.size;
}

// --- Ply by ply ----------------------------------------------------------------------------------

int tsr_table_plies(const tsr_table *t) {
    return t ? tsr_match_ply_count(t->match) : TSR_FAIL_ARGUMENT;
}

int tsr_table_ply(const tsr_table *t, int ply, int *who, uint64_t *move) {
    if (!t || ply < 0 || ply >= tsr_match_ply_count(t->match)) {
        return TSR_FAIL_ARGUMENT;
    }
    tsr_ply one = tsr_match_ply(t->match, ply);
    if (who) {
        *who = one.who;
    }
    if (move) {
        *move = one.move;
    }
    return 0;
}

int tsr_table_at(const tsr_table *t, int ply, tsr_state **out) {
    if (!t || !out || ply < 0 || ply > tsr_match_ply_count(t->match)) {
        return TSR_FAIL_ARGUMENT;
    }
    tsr_state *s = state_make(t->rs, NULL, 0);
    if (!s) {
        return TSR_FAIL_MEMORY;
    }
    tsr_match_state_at(t->match, ply, s->at);
    *out = s;
    return 0;
}

int tsr_table_back(tsr_table *t, int ply, tsr_problem *why) {
    int plies = t ? tsr_match_ply_count(t->match) : -1;
    if (ply < 0 || ply > plies) {
        return abi_fail(why, TSR_FAIL_ARGUMENT, "there is no ply %d to go back to", ply);
    }
    tsr_err e = ply == plies ? TSR_OK : tsr_match_back(t->match, ply, tsr_now_ms());
    if (e == TSR_ERR_ARGUMENT) {
        return abi_fail(why, e, "nobody decides after %d plies: chance is on turn there", ply);
    }
    return e ? abi_fail(why, e, "%s", tsr_err_text(e)) : 0;
}

int tsr_table_resume(const char *bytes, size_t size, const tsr_ruleset *rs, tsr_table **out,
                     tsr_problem *why) {
    tsr_error err = {0};
    tsr_match_config config;
    if (!bytes || !rs || !out) {
        return abi_fail(why, TSR_FAIL_ARGUMENT, "no record was given, or no ruleset");
    }
    tsr_table *t = calloc(1, sizeof *t);
    if (!t) {
        return abi_fail(why, TSR_FAIL_MEMORY, "out of memory");
    }
    t->rs = rs;
    buffer_init(&t->record, NULL);
    tsr_err e = tsr_record_read(bytes, size, NULL, &t->resumed, &err);
    if (!e) {
        buffer_add(&t->record, bytes, t->resumed.whole_size);
        tsr_match_config_init(&config, rs->r);
        config.data_name = t->resumed.data_name;
        config.sink = (tsr_sink){&t->record, keep};
        config.now_ms = tsr_now_ms();
        e = t->record.failed ? tsr_fail(&err, TSR_ERR_MEMORY, "out of memory")
                             : tsr_record_resume(&t->resumed, &config, &t->match, &err);
    }
    if (e) {
        tsr_table_close(t);
        return abi_fail_by(why, &err);
    }
    *out = t;
    return 0;
}
