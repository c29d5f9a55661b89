// SPDX-License-Identifier: MIT
//
// A game that is a program: it is told moves, and asked what may be played (docs/grading.md).
//
//     > game 1                 once
//     < ready
//     > start                  a new game; nothing is answered
//     > play b2                a move of the list it gave; nothing is answered
//     > look
//     < turn p1                or "turn chance", or "over 1 2": everybody's rank
//     < move a1                for every legal move
//     < .
//     > quit
#include "cli/grade.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tessera/host.h>
#include <tessera/text.h>

enum { ANSWER_S = 30, MOST_MOVES = 1 << 16, MOST_NOISE = 1000, QUIT_US = 100000, SHOWN = 60 };

static int TSR_PRINTF(2, 3) fail(grade_side *s, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(s->problem, sizeof s->problem, format, args);
    va_end(args);
    for (char *p = s->problem; *p;
         p++) { // what a program wrote must not reach a terminal as orders
        *p = (unsigned char)*p < 0x20 || *p == 0x7f ? ' ' : *p;
    }
    return 0;
}

static int fail_ended(grade_side *s) {
    char how[60];
    child_how_ended(s->program, how, sizeof how);
    const char *tail = s->program->tail;
    int size = (int)s->program->tail_size;
    int shown = size < 200 ? size : 200;
    return fail(s, "the program %s%s%.*s", how, size ? "; it wrote: " : "", shown,
                tail + size - shown);
}

// The next line of an answer; 0 = there is none.
static int next_line(grade_side *s, uint64_t deadline, char **line) {
    switch (child_line(s->program, deadline, line)) {
    case CHILD_LINE: return 1;
    case CHILD_NOTHING: return fail(s, "the program gave no answer within %d s", ANSWER_S);
    case CHILD_ENDED: return fail_ended(s);
    case CHILD_FLOOD: break;
    }
    return fail(s, "the program wrote more than %d bytes in one answer, or a line of more than %d",
                CHILD_TURN_MAX, CHILD_LINE_MAX);
}

static uint64_t deadline_now(void) {
    return tsr_now_us() + (uint64_t)ANSWER_S * 1000000;
}

void grade_program_say(grade_side *s, const char *word, const char *rest) {
    char line[TSR_MOVE_TEXT_MAX + 16];
    int size = snprintf(line, sizeof line, "%s%s\n", word, rest);
    if (!s->problem[0] && !child_say(s->program, line, (size_t)size)) {
        fail(s, "the program does not read its input");
    }
}

int grade_open_program(grade_side *s, const char *command) {
    tsr_error err = {0};
    char *line = NULL;
    s->title = "The program";
    s->program = malloc(sizeof *s->program);
    if (!s->program) {
        return 0;
    }
    child_init(s->program);
    if (child_open(s->program, command, 0, &err)) {
        return fail(s, "%s", err.message);
    }
    grade_program_say(s, "game 1", "");
    uint64_t deadline = deadline_now();
    for (int i = 0; i < MOST_NOISE; i++) { // other words are of later versions
        if (!next_line(s, deadline, &line)) {
            return 0;
        }
        if (strcmp(line, "ready") == 0) {
            return 1;
        }
    }
    return fail(s, "the program does not say \"ready\"");
}

void grade_program_close(grade_side *s) {
    if (s->program) {
        child_say(s->program, "quit\n", 5);
        child_close(s->program, QUIT_US);
        free(s->program);
    }
}

// --- What it answers ----------------------------------------------------------------------

static int add_move(grade_side *s, const char *text) {
    if (strlen(text) >= TSR_MOVE_TEXT_MAX || !text[0]) {
        return fail(s, "a move has 1 to %d letters, not as in \"%.*s\"", TSR_MOVE_TEXT_MAX - 1,
                    SHOWN, text);
    }
    if (s->count == s->room) {
        int room = s->room ? 2 * s->room : 256;
        grade_move *list =
            room <= MOST_MOVES ? realloc(s->list, (size_t)room * sizeof *list) : NULL;
        if (!list) {
            return fail(s, "the program lists more than %d moves", s->room);
        }
        s->list = list;
        s->room = room;
    }
    memset(&s->list[s->count], 0, sizeof *s->list);
    memcpy(s->list[s->count++].text, text, strlen(text) + 1);
    return 1;
}

static int take_turn(grade_side *s, const char *word) {
    if (strcmp(word, "chance") == 0) {
        s->who = TSR_CHANCE;
    } else if (word[0] == 'p' && word[1] >= '1' && word[1] < '1' + TSR_MAX_PLAYERS && !word[2]) {
        s->who = word[1] - '1';
    } else {
        return fail(s, "\"turn\" names p1 to p%d, or chance, not \"%.*s\"", TSR_MAX_PLAYERS, SHOWN,
                    word);
    }
    return 1;
}

// "over 1 2": the first player won; "over 1 1" is shared.
static int take_ranks(grade_side *s, const char *words) {
    tsr_in in = tsr_in_from(words);
    int n = 0;
    for (tsr_skip_blanks(&in); !tsr_at_end(&in) && n < TSR_MAX_PLAYERS; tsr_skip_blanks(&in)) {
        int64_t rank;
        if (!tsr_take_int(&in, 1, TSR_MAX_PLAYERS, &rank)) {
            break;
        }
        s->ranks[n++] = (int)rank;
    }
    if (!n || !tsr_at_end(&in)) {
        return fail(s, "\"over\" has everybody's rank, 1 for the first, not \"%.*s\"", SHOWN,
                    words);
    }
    s->who = -1;
    return 1;
}

enum { UNSAID = -100 };

static int take_line(grade_side *s, const char *line) {
    return strncmp(line, "move ", 5) == 0   ? add_move(s, line + 5)
           : strncmp(line, "turn ", 5) == 0 ? take_turn(s, line + 5)
           : strncmp(line, "over ", 5) == 0
               ? take_ranks(s, line + 5)
               : fail(s, "the program wrote \"%.*s\", not turn, over, move or a full stop", SHOWN,
                      line);
}

int grade_program_look(grade_side *s) {
    char *line = NULL;
    s->count = 0;
    s->who = UNSAID;
    memset(s->ranks, 0, sizeof s->ranks);
    if (!s->problem[0]) {
        child_new_turn(s->program);
        grade_program_say(s, "look", "");
    }
    uint64_t deadline = deadline_now();
    while (!s->problem[0] && next_line(s, deadline, &line)) {
        if (strcmp(line, ".") == 0) {
            return s->who != UNSAID ||
                   fail(s, "the program says neither whose turn it is nor that the game is over");
        }
        take_line(s, line);
    }
    return 0;
}
