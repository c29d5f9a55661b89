// SPDX-License-Identifier: MIT
//
// Reads the tests of card files and runs them: sets the table up, plays the moves, looks where cards lie.
#include "unicorns/script.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "unicorns/lines.h"
#include "unicorns/notation.h"
#include "unicorns/table.h"
#include "unicorns/verb.h"

enum { LINE_MAX_SIZE = 400, SETUP_MAX = 4000, PATIENCE = 1000 };

typedef struct script {
    uni_deck *d;
    uni_report *report;
    uni_state s;
    char title[80];
    char setup[SETUP_MAX]; // position text, as far as it was read
    size_t setup_size;
    bool started, failed;
    int question; // moves made so far, for messages
    uni_place place;
} script;

// --- Failing ----------------------------------------------------------------------------

static void TSR_PRINTF(3, 4) complain(script *t, int number, const char *format, ...) {
    char text[200];
    va_list args;
    if (t->failed) {
        return;
    }
    t->failed = true;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (number == 19) {
        uni_complain(t->report, 19, t->place, text, "test \"%s\" ended differently", t->title);
    } else {
        uni_complain(t->report, number, t->place, NULL, "test \"%s\": %s", t->title, text);
    }
}

// --- Words of a line ----------------------------------------------------------------------

static bool take(const char **at, const char *word) {
    size_t n = strlen(word);
    if (strncmp(*at, word, n) != 0 || ((*at)[n] != ' ' && (*at)[n] != '\0')) {
        return false;
    }
    *at += n;
    while (**at == ' ') {
        (*at)++;
    }
    return true;
}

// "p3" or "watcher"; -1 = neither.
static int take_seat(const char **at) {
    if (take(at, "watcher")) {
        return UNI_WATCHER;
    }
    if ((*at)[0] == 'p' && (*at)[1] >= '1' && (*at)[1] <= '8' &&
        ((*at)[2] == ' ' || (*at)[2] == '\0')) {
        int p = (*at)[1] - '1';
        *at += 2;
        while (**at == ' ') {
            (*at)++;
        }
        return p;
    }
    return -1;
}

// --- Setting up -----------------------------------------------------------------------------

static void add_setup(script *t, const char *prefix, const char *text) {
    int n = snprintf(t->setup + t->setup_size, SETUP_MAX - t->setup_size, "%s%s%s",
                     t->setup_size ? "; " : "", prefix, text);
    if (n < 0 || t->setup_size + (size_t)n >= SETUP_MAX) {
        complain(t, 26, "the table is too big to write down");
        return;
    }
    t->setup_size += (size_t)n;
}

// "p1: hand Neigh; stable Baby Unicorn"
static void setup_seat(script *t, int p, char *text) {
    char prefix[16];
    snprintf(prefix, sizeof prefix, "p%d ", p + 1);
    for (char *part = text; part;) {
        char *stop = strchr(part, ';');
        if (stop) {
            *stop = '\0';
        }
        add_setup(t, prefix, part + strspn(part, " "));
        part = stop ? stop + 1 : NULL;
    }
}

// A line that describes the table; false = it is none.
static bool setup_line(script *t, char *text) {
    const char *at = text;
    char *colon = strchr(text, ':');
    if (take(&at, "players")) {
        int players = atoi(at);
        if (players < t->d->players_min || players > t->d->players_max) {
            complain(t, 26, "this deck is not for %d players", players);
            return true;
        }
        t->d->players = (uint8_t)players;
    } else if (take(&at, "turn") || take(&at, "top") || take(&at, "phase") || take(&at, "know") ||
               take(&at, "plays") || take(&at, "some")) {
        add_setup(t, "", text);
    } else if (colon && colon == text + 2 && text[0] == 'p' && text[1] >= '1' && text[1] <= '8') {
        setup_seat(t, text[1] - '1', colon + 1);
    } else if (colon && (strncmp(text, "discard:", 8) == 0 || strncmp(text, "nursery:", 8) == 0 ||
                         strncmp(text, "deck:", 5) == 0)) {
        *colon = ' ';
        add_setup(t, "", text);
    } else {
        return false;
    }
    return true;
}

static void start(script *t) {
    tsr_error err = {0};
    tsr_line why;
    t->started = true;
    if (uni_position_read(t->d, t->setup, &t->s, &err)) {
        complain(t, 26, "%s", err.message);
    } else if (uni_check(t->d, &t->s, &why)) {
        complain(t, 26, "that is no possible table");
    }
}

// --- Moving ---------------------------------------------------------------------------------

// Makes the move that needs no telling: chance, no answer, the only one there is.
static bool move_by_itself(script *t) {
    tsr_move list[UNI_MOVES];
    uint32_t weight[UNI_CARDS];
    int who = tsr_mover(t->s.deciders);
    if (who < 0) {
        return false;
    }
    int n = who == TSR_CHANCE ? uni_list_chance(t->d, &t->s, list, weight)
                              : uni_list_moves(t->d, &t->s, who, list);
    bool free =
        who == TSR_CHANCE || t->s.ask == UNI_ASK_ANSWER || (n == 1 && t->s.ask != UNI_ASK_ACT);
    if (free) {
        uni_play_move(t->d, &t->s, who, list[0]);
    }
    return free;
}

// Chance is told "chance draw Neigh", in whole words from the beginning.
static bool try_chance(script *t, const char *text) {
    tsr_move list[UNI_CARDS];
    uint32_t weight[UNI_CARDS];
    char own[TSR_MOVE_TEXT_MAX];
    size_t length = strlen(text); // "quickest p2" will do for "quickest p2 Neigh"
    int n = t->s.deciders >> TSR_CHANCE & 1 ? uni_list_chance(t->d, &t->s, list, weight) : 0;
    for (int i = 0; i < n; i++) {
        uni_move_text(t->d, &t->s, TSR_CHANCE, list[i], own, sizeof own);
        if (strncmp(own, text, length) == 0 && (own[length] == ' ' || own[length] == '\0')) {
            uni_play_move(t->d, &t->s, TSR_CHANCE, list[i]);
            return true;
        }
    }
    return false;
}

static bool is_listed(script *t, int who, tsr_move m) {
    tsr_move list[UNI_MOVES];
    int n = uni_list_moves(t->d, &t->s, who, list);
    for (int i = 0; i < n; i++) {
        if (list[i] == m) {
            return true;
        }
    }
    return false;
}

static bool try_move(script *t, int who, const char *text) {
    tsr_move m;
    if (who == TSR_CHANCE) {
        return try_chance(t, text);
    }
    if (!(t->s.deciders >> who & 1) || !uni_move_read(t->d, &t->s, who, text, &m) ||
        !is_listed(t, who, m)) {
        return false;
    }
    uni_play_move(t->d, &t->s, who, m);
    return true;
}

static const char *asked_word(const script *t) {
    return t->s.deciders ? uni_ask_word(t->s.ask) : "nothing: it is over";
}

// What somebody is shown after a move is shown at once.
static void show(script *t) {
    while (t->s.ask == UNI_ASK_LOOK || t->s.ask == UNI_ASK_UNVEIL) {
        (void)move_by_itself(t);
    }
}

static void make_move(script *t, int who, const char *text) {
    t->question++;
    for (int i = 0; i < PATIENCE; i++) {
        if (try_move(t, who, text)) {
            show(t);
            return;
        }
        if (!move_by_itself(t)) {
            break;
        }
    }
    int mover = tsr_mover(t->s.deciders);
    complain(t, 19, "move %d, \"%s\", is not possible; p%d is asked: %s", t->question, text,
             mover < 0 ? 0 : mover + 1, asked_word(t));
}

// Goes on to the next real decision, but not into the draw of a new turn.
static void settle(script *t) {
    for (int i = 0; i < PATIENCE; i++) {
        bool new_turn = t->s.pc == UNI_PC_DRAW && t->s.drawn == 0 && t->s.ask == UNI_ASK_DRAW;
        if (new_turn || !move_by_itself(t)) {
            return;
        }
    }
}

// --- Expecting --------------------------------------------------------------------------------

// "Neigh, 2*Basic Unicorn" as a tally; false = cannot be read.
static bool read_list(script *t, const char *text, uni_set *out) {
    *out = uni_none();
    if (strcmp(text, "nothing") == 0) {
        return true;
    }
    while (*text) {
        size_t n = strcspn(text, ",");
        size_t digits = strspn(text, "0123456789");
        int copies = 1;
        const char *name = text;
        if (digits && text[digits] == '*') {
            copies = atoi(text);
            name = text + digits + 1;
        }
        size_t length = n - (size_t)(name - text);
        while (length && name[length - 1] == ' ') {
            length--;
        }
        int kind = uni_kind_named(t->d, name, length);
        if (kind < 0) {
            complain(t, 26, "there is no card \"%.*s\"", (int)length, name);
            return false;
        }
        for (int i = 0; i < copies; i++) {
            uni_tally_add(t->d, out, kind);
        }
        text += n + (text[n] == ',');
        text += strspn(text, " ");
    }
    return true;
}

static uni_set tally_of(const uni_deck *d, uni_set cards) {
    uni_set tally = uni_none();
    while (uni_any(cards)) {
        uni_tally_add(d, &tally, d->kind_of[uni_pop(&cards)]);
    }
    return tally;
}

static void list_text(const uni_deck *d, uni_set tally, char *buf, size_t cap) {
    tsr_out o = tsr_out_to(buf, cap);
    for (uni_set kinds = uni_and(tally, d->firsts); uni_any(kinds);) {
        int kind = d->kind_of[uni_pop(&kinds)], n = uni_tally(d, tally, kind);
        tsr_put(&o, o.len ? ", " : "");
        if (n > 1) {
            tsr_putf(&o, "%d*", n);
        }
        tsr_put(&o, uni_kind_name(d, kind));
    }
    if (o.len == 0) {
        tsr_put(&o, "nothing");
    }
    tsr_out_end(&o);
}

// Compares a zone with what the line says: a list, "has", "lacks", "3 cards".
static void expect_zone(script *t, const char *what, uni_set zone, const char *text) {
    uni_set tally = tally_of(t->d, zone), wanted;
    char got[160];
    char *end;
    long count = strtol(text, &end, 10);
    list_text(t->d, tally, got, sizeof got);
    if (end != text && (strcmp(end, " cards") == 0 || strcmp(end, " card") == 0)) {
        if (uni_count(tally) != count) {
            complain(t, 19, "expected %ld cards %s; got %d", count, what, uni_count(tally));
        }
        return;
    }
    const char *list = text;
    bool has = take(&list, "has"), lacks = !has && take(&list, "lacks");
    if (!read_list(t, list, &wanted)) {
        return;
    }
    bool good = has     ? !uni_any(uni_minus(wanted, tally))
                : lacks ? !uni_meet(uni_and(wanted, t->d->firsts), tally)
                        : uni_same(wanted, tally);
    if (!good) {
        complain(t, 19, "expected %s: %s; got: %s; after move %d", what, text, got, t->question);
    }
}

static void expect_can(script *t, int who, const char *text, bool can) {
    char move[LINE_MAX_SIZE], reason[200] = "";
    tsr_move m;
    snprintf(move, sizeof move, "%s", text);
    char *because = strstr(move, " because ");
    if (because) {
        *because = '\0';
    }
    if (!uni_move_read(t->d, &t->s, who, move, &m)) {
        complain(t, 26, "\"%.80s\" is no move", move);
        return;
    }
    bool listed = (t->s.deciders >> who & 1) && is_listed(t, who, m);
    if (listed != can) {
        complain(t, 19, "p%d %s \"%.80s\"", who + 1, listed ? "can" : "cannot", move);
        return;
    }
    if (because && !can) {
        tsr_line line;
        (void)uni_reason(t->d, &t->s, who, m, &line);
        snprintf(reason, sizeof reason, "%s", uni_lines[line.code]);
        for (int i = 0; i < line.argc; i++) { // the name of a card that the reason gives
            size_t n = strlen(reason);
            if (line.kind[i] == TSR_ARG_NAME && line.v[i] < t->d->kind_count) {
                snprintf(reason + n, sizeof reason - n, " %s", uni_kind_name(t->d, line.v[i]));
            }
        }
        if (!strstr(reason, because + 9)) {
            complain(t, 19, "the reason is not \"%.60s\" but \"%.80s\"", because + 9, reason);
        }
    }
}

static void expect_knows(script *t, int who, const char *text) {
    char what[40];
    int p = take_seat(&text);
    if (p < 0) {
        snprintf(what, sizeof what, "known to be in some hand");
        expect_zone(t, what, t->s.some[who], text);
        return;
    }
    snprintf(what, sizeof what, "known in the hand of p%d", p + 1);
    expect_zone(t, what, t->s.know[who][p], text);
}

static void expect_asked(script *t, int who, const char *text) {
    bool asked = t->s.deciders >> who & 1;
    if (!asked || (*text && strcmp(text, uni_ask_word(t->s.ask)) != 0)) {
        int mover = tsr_mover(t->s.deciders);
        complain(t, 19, "expected p%d to be asked: %s; but p%d is asked: %s", who + 1, text,
                 mover < 0 ? 0 : mover + 1, asked_word(t));
    }
}

static void expect_number(script *t, const char *what, int got, const char *text) {
    if (atoi(text) != got) {
        complain(t, 19, "expected %s %s; got %d", what, text, got);
    }
}

static void expect_of_seat(script *t, int p, const char *text) {
    char what[40];
    if (take(&text, "hand")) {
        snprintf(what, sizeof what, "p%d hand", p + 1);
        expect_zone(t, what, t->s.hand[p], text);
    } else if (take(&text, "stable")) {
        snprintf(what, sizeof what, "p%d stable", p + 1);
        expect_zone(t, what, t->s.stable[p], text);
    } else if (take(&text, "knows")) {
        expect_knows(t, p, text);
    } else if (take(&text, "is asked")) {
        expect_asked(t, p, text);
    } else if (take(&text, "is not asked")) {
        if (t->s.deciders >> p & 1) {
            complain(t, 19, "p%d is asked: %s", p + 1, asked_word(t));
        }
    } else if (take(&text, "can")) {
        expect_can(t, p, text, true);
    } else if (take(&text, "cannot")) {
        expect_can(t, p, text, false);
    } else if (take(&text, "counts")) {
        expect_number(t, "unicorns", uni_value(t->d, &t->s, p), text);
    } else if (take(&text, "wins")) {
        if (t->s.pc != UNI_PC_OVER || t->s.place[p] != 1) {
            complain(t, 19, "expected p%d to win", p + 1);
        }
    } else {
        complain(t, 26, "\"%.60s\" cannot be expected", text);
    }
}

// "top Neigh, Yay": the cards on top, the next one first.
static void expect_top(script *t, const char *text) {
    char got[200];
    tsr_out o = tsr_out_to(got, sizeof got);
    for (int i = 0; i < t->s.top_count; i++) {
        tsr_putf(&o, "%s%s", i ? ", " : "", uni_kind_name(t->d, t->s.top[i] - 1));
    }
    tsr_put(&o, t->s.top_count ? "" : "nothing");
    tsr_out_end(&o);
    if (strcmp(got, text) != 0) {
        complain(t, 19, "expected on top: %s; got: %s", text, got);
    }
}

static void expect_line(script *t, const char *text) {
    int seat = take_seat(&text);
    if (seat == UNI_WATCHER || (seat >= 0 && seat < t->d->players)) {
        if (seat != UNI_WATCHER || strncmp(text, "knows", 5) == 0) {
            expect_of_seat(t, seat, text);
            return;
        }
    }
    if (take(&text, "discard")) {
        expect_zone(t, "discard", t->s.discard, text);
    } else if (take(&text, "nursery")) {
        expect_zone(t, "nursery", t->s.nursery, text);
    } else if (take(&text, "top")) {
        expect_top(t, text);
    } else if (take(&text, "deck")) {
        expect_zone(t, "deck", t->s.deck, text);
    } else if (take(&text, "turn")) {
        seat = take_seat(&text);
        if (seat != t->s.turn) {
            complain(t, 19, "expected the turn of p%d; it is p%d's", seat + 1, t->s.turn + 1);
        }
    } else if (take(&text, "phase")) {
        if (strcmp(text, uni_pc_word(t->s.pc)) != 0) {
            complain(t, 19, "expected phase %s; got %s", text, uni_pc_word(t->s.pc));
        }
    } else if (take(&text, "nobody wins")) {
        bool over = t->s.pc == UNI_PC_OVER;
        for (int p = 0; p < t->d->players; p++) {
            over = over && t->s.place[p] != 1;
        }
        if (!over) {
            complain(t, 19, "expected the game to end without a winner");
        }
    } else {
        complain(t, 26, "\"%.60s\" cannot be expected", text);
    }
}

// --- Lines ------------------------------------------------------------------------------------

static void run_line(script *t, char *text) {
    const char *at = text;
    if (!t->started && setup_line(t, text)) {
        return;
    }
    if (!t->started) {
        start(t);
        if (t->failed) {
            return;
        }
    }
    if (take(&at, "then")) {
        settle(t);
        expect_line(t, at);
        return;
    }
    if (take(&at, "now")) { // the same without going on first
        expect_line(t, at);
        return;
    }
    int who = take(&at, "chance") ? TSR_CHANCE : take_seat(&at);
    if (who < 0 || (who != TSR_CHANCE && who >= t->d->players)) {
        complain(t, 26, "\"%.60s\" is neither a table, a move nor `then`", text);
        return;
    }
    make_move(t, who, at);
}

// Copies a line without quotes, comment and blanks at its ends; its indent.
static size_t clean_line(const char *from, size_t size, char *out) {
    size_t n = 0, indent = 0;
    while (indent < size && from[indent] == ' ') {
        indent++;
    }
    for (size_t i = indent; i < size && n + 1 < LINE_MAX_SIZE; i++) {
        if (from[i] == '#' && (i == indent || from[i - 1] == ' ')) {
            break;
        }
        if (from[i] != '"' && from[i] != '\r') {
            out[n++] = from[i];
        }
    }
    while (n && out[n - 1] == ' ') {
        n--;
    }
    out[n] = '\0';
    return indent;
}

// Seats named in the block, at least as many as the deck needs.
static int seats_in(const uni_deck *d, const char *text, const char *end) {
    int seats = d->players_min;
    for (const char *at = text; at + 1 < end; at++) {
        bool word = at[0] == 'p' && at[1] >= '1' && at[1] <= '8' && (at == text || at[-1] == ' ');
        if (word && at[1] - '0' > seats) {
            seats = at[1] - '0';
        }
    }
    return seats < d->players_max ? seats : d->players_max;
}

static void run_test(uni_deck *d, uni_report *report, uni_place where) {
    const uni_source *src = &report->source[where.file];
    const char *at = src->text, *end = src->text + src->size;
    script t = {.d = d, .report = report, .place = where};
    char line[LINE_MAX_SIZE];
    uint16_t number = 1;
    for (; number < where.line && at < end; number++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        at = stop ? stop + 1 : end;
    }
    const char *block = at;
    for (bool first = true; at < end && !t.failed; first = false, number++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        size_t size = (size_t)((stop ? stop : end) - at);
        size_t indent = clean_line(at, size, line);
        if (first) {
            const char *quote = strchr(line, ' ');
            snprintf(t.title, sizeof t.title, "%s", quote ? quote + 1 : "");
            const char *tail = at;
            do { // the block ends at the next line that begins at the margin
                const char *next = memchr(tail, '\n', (size_t)(end - tail));
                tail = next ? next + 1 : end;
            } while (tail < end && (*tail == ' ' || *tail == '\n' || *tail == '#'));
            d->players = (uint8_t)seats_in(d, block, tail);
        } else if (line[0] && indent == 0) {
            break;
        } else if (line[0]) {
            t.place =
                (uni_place){where.file, (uint8_t)strlen(line), number, (uint16_t)(indent + 1)};
            run_line(&t, line);
        }
        at = stop ? stop + 1 : end;
    }
    if (!t.failed && t.question == 0 && !t.started) {
        complain(&t, 26, "there is nothing to test");
    }
}

int uni_run_tests(uni_deck *d, uni_report *report) {
    uint8_t players = d->players;
    int before = report->error_count;
    for (int i = 0; i < report->test_count; i++) {
        run_test(d, report, report->test[i]);
    }
    d->players = players;
    return report->error_count - before;
}
