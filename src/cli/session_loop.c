// SPDX-License-Identifier: MIT
#include <ctype.h>
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/json.h"
#include "cli/session.h"

// --- Leaving -------------------------------------------------------------------------

static void leave(session *s, cli_exit code) {
    s->leaving = 1;
    s->code = code;
}

// The record could not be written: the move does not count. On a screen the
// player can make room and try again; a script cannot.
static void write_failed(session *s) {
    const char *reason = s->write_failed ? strerror(s->write_failed) : "out of memory";
    session_note(s, "%s%s%s: the move was not played", s->path, *s->path ? ": " : "", reason);
    s->write_failed = 0;
    if (!s->full_screen || !s->humans) {
        leave(s, CLI_FILE);
    }
}

// --- Agents --------------------------------------------------------------------------

static void pause_ms(int64_t ms) {
    if (ms > 0 && term_interrupts() == 0) {
        (void)poll(NULL, 0, (int)ms);
    }
}

// While an agent thinks, people see what their own move has done.
static void show_thinking(session *s) {
    int plies = tsr_match_ply_count(s->match);
    if (s->full_screen && s->humans && s->drawn != plies) {
        s->drawn = plies;
        if ((s->humans & (s->humans - 1)) == 0) {
            session_tell(s);
        }
        session_draw(s);
    }
}

static void ask_agent(session *s, int seat) {
    seats_reply reply;
    errno = 0;
    show_thinking(s);
    if (seats_ask(&s->seats, seat, &reply) != TSR_OK) {
        write_failed(s);
        leave(s, CLI_FILE);
        return;
    }
    if (reply.failed) {
        session_note(s, "%s gave no answer: %s", s->player[seat].name, reply.error.message);
        s->code = CLI_AGENT;
    }
    if (s->humans == 0) {
        session_tell(s);
        session_draw(s);
        pause_ms(s->full_screen ? s->wish->delay_ms : 0);
    }
}

// --- People --------------------------------------------------------------------------

// Between two people who may not see each other's cards, the screen is covered.
static void draw_curtain(session *s, int seat) {
    const char *line = NULL;
    const char *name = s->player[seat].name;
    int several = (s->humans & (s->humans - 1)) != 0;
    if (!several || !(s->r->g.flags & TSR_HAS_HIDDEN) || s->facing == seat) {
        s->facing = seat;
        return;
    }
    if (s->full_screen) {
        if (s->facing >= 0) {
            s->asked = s->facing;
            session_tell(s);
            session_draw(s);
            s->asked = -1;
            (void)term_edit_read(s->edit, "Press Enter to continue ", &line);
        }
        printf("\033[H\033[2J\r\n\r\n   Pass to %s.\r\n\r\n", name);
        fflush(stdout);
        if (!term_terminated()) {
            (void)term_edit_read(s->edit, "   Press Enter when nobody else can see the screen ",
                                 &line);
        }
        session_clear_notes(s);
    } else if (s->show.tty.in_tty) {
        printf("%.*s--- pass to %s, who presses Enter ---\n", 40,
               "\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n",
               name);
        (void)term_edit_read(s->edit, "", &line);
    } else if (!s->wish->json) {
        printf("--- pass to %s ---\n", name);
    }
    s->drawn = -1; // other eyes, another picture
    s->facing = seat;
}

// Why a move was refused, and what comes near it.
static void refuse(session *s, int seat, const char *typed, const tsr_line *why) {
    tsr_move near[3];
    char reason[400];
    json j;
    tsr_match_view(s->match, seat, s->view);
    int count = tsr_moves_near(s->r, s->view, seat, typed, near, 3);
    int ambiguous = why->code == TSR_LINE_AMBIGUOUS; // at least two fit, and these come first
    if (ambiguous && why->v[0] < count) {
        count = why->v[0];
    }
    tsr_line_text(s->r, why, tsr_match_names(s->match), reason, sizeof reason);
    buffer list;
    buffer_init(&list, NULL);
    if (s->wish->json) {
        json_begin(&j, "refused");
        json_int(&j, "seat", seat + 1);
        json_text(&j, "typed", typed);
        json_text(&j, "reason", reason);
        json_open_array(&j, "near");
    }
    for (int i = 0; i < count; i++) {
        char text[TSR_MOVE_TEXT_MAX];
        tsr_move_text(s->r, s->view, seat, near[i], text, sizeof text);
        buffer_addf(&list, "%s%s", i ? "   " : "", text);
        if (s->wish->json) {
            json_text(&j, NULL, text);
        }
    }
    if (s->wish->json) {
        json_close(&j, ']');
        json_end(&j, stdout);
    } else {
        session_note(s, "'%.60s': %s", typed, reason);
        if (count > 0) {
            session_note(s, "  %s: %s   ('moves%s%.60s' lists all)",
                         ambiguous ? "such as" : "similar", buffer_text(&list),
                         ambiguous ? " " : "", ambiguous ? typed : "");
        }
    }
    buffer_deinit(&list);
    if (s->wish->strict) {
        leave(s, CLI_ILLEGAL);
    }
}

// A move that counts, or is held until others have answered. Non-zero: done.
static int submit(session *s, int seat, const char *text) {
    tsr_answer answer = TSR_ANSWER_NOT_TAKEN;
    tsr_line why = {0};
    errno = 0;
    if (tsr_match_submit_text(s->match, seat, text, tsr_now_ms(), &answer, &why) != TSR_OK) {
        write_failed(s);
        return s->leaving;
    }
    switch (answer) {
    case TSR_ANSWER_PLAYED:
    case TSR_ANSWER_REPLACED:
    case TSR_ANSWER_FORFEITED: session_clear_notes(s); return 1;
    case TSR_ANSWER_HELD:
        session_clear_notes(s);
        session_note(s, "%s has answered", s->player[seat].name);
        return 1;
    case TSR_ANSWER_REFUSED:
    case TSR_ANSWER_NOT_TAKEN: break;
    }
    refuse(s, seat, text, &why);
    return s->leaving;
}

// Whether the text is a legal move just as it stands.
static int is_legal(session *s, int seat, const char *text) {
    tsr_move move;
    tsr_match_view(s->match, seat, s->view);
    return tsr_move_read(s->r, s->view, seat, text, &move, NULL) == TSR_OK &&
           tsr_why_not(s->r, s->view, seat, move, NULL) == 0;
}

// A line is a word if it is written out or marked by a colon; then a move; then
// the beginning of a word. Moves win over words they look like.
static int take_line(session *s, int seat, const char *line) {
    int whole = 0;
    const session_word *word;
    char text[TERM_LINE_MAX + 1];
    line += strspn(line, " ");
    snprintf(text, sizeof text, "%s", line);
    for (size_t n = strlen(text); n > 0 && text[n - 1] == ' '; n--) {
        text[n - 1] = '\0';
    }
    if (!*text && session_neutral(s, text, sizeof text)) {
        return submit(s, seat, text);
    }
    if (!*text || *text == '#') {
        return 0; // a comment in a script
    }
    term_edit_remember(s->edit, text);
    if (s->notes.size > s->events_size) {
        s->notes.bytes[s->notes.size = s->events_size] = '\0'; // earlier talk has been read
    }
    word = session_word_find(text, &whole);
    if (word && (*text == ':' || !is_legal(s, seat, text))) {
        return session_word_do(s, word, text);
    }
    return submit(s, seat, text);
}

// Ctrl-C: ask once, then go. A script is not asked.
static void interrupted(session *s) {
    if (term_terminated() || !s->full_screen || s->warned) {
        leave(s, CLI_INTERRUPTED);
        return;
    }
    s->warned = 1;
    term_interrupt_clear();
    session_note(s, "Ctrl-C again to leave%s; any other input continues",
                 *s->path ? " (the game is saved)" : "");
}

// The next line: one that was typed at the end of a page of help, or a new one.
static term_input session_read(session *s, const char **line) {
    if (!*s->pending) {
        return term_edit_read(s->edit, "> ", line);
    }
    memcpy(s->typed, s->pending, sizeof s->typed);
    s->pending[0] = '\0';
    *line = s->typed;
    return TERM_LINE;
}

// Non-zero: the seat has answered, or everything has changed.
static int read_answer(session *s, int seat) {
    const char *line = "";
    switch (session_read(s, &line)) {
    case TERM_LINE: s->warned = 0; return take_line(s, seat, line);
    case TERM_LONG:
        session_note(s, "that line is too long for a move (over %d characters) and was skipped",
                     TERM_LINE_MAX);
        if (s->wish->strict) {
            leave(s, CLI_ILLEGAL);
        }
        return s->leaving;
    case TERM_INTERRUPTED: interrupted(s); return s->leaving;
    case TERM_END: leave(s, CLI_OK); return 1;
    case TERM_WOKEN: return s->leaving;
    }
    return 1;
}

static void ask_json(session *s, int seat) {
    tsr_info info;
    char prompt[300] = "";
    json j;
    memset(&info, 0, sizeof info);
    tsr_match_view(s->match, seat, s->view);
    s->r->g.info(s->r, s->view, &info);
    if (info.prompt.code) {
        tsr_line_text(s->r, &info.prompt, tsr_match_names(s->match), prompt, sizeof prompt);
    }
    json_begin(&j, "ask");
    json_int(&j, "seat", seat + 1);
    json_text(&j, "name", s->player[seat].name);
    json_int(&j, "ply", tsr_match_ply_count(s->match) + 1);
    json_text(&j, "prompt", prompt);
    json_end(&j, stdout);
    fflush(stdout);
}

static void ask_human(session *s, int seat) {
    s->asked = -1;
    draw_curtain(s, seat);
    s->asked = seat;
    session_tell(s);
    if (s->wish->json) {
        ask_json(s, seat);
    }
    do {
        session_draw(s);
        session_page_story(s);
    } while (!s->leaving && !read_answer(s, seat));
    s->asked = -1;
}

// --- For the line editor ---------------------------------------------------------------

static int begins_with(const char *text, const char *start) {
    for (; *start; text++, start++) {
        if (tolower((unsigned char)*text) != tolower((unsigned char)*start)) {
            return 0;
        }
    }
    return 1;
}

static void complete(void *self, const char *typed, void (*add)(void *list, const char *text),
                     void *list) {
    session *s = self;
    tsr_move *moves = s->asked >= 0 ? calloc(s->r->max_moves, sizeof *moves) : NULL;
    if (moves) {
        tsr_match_view(s->match, s->asked, s->view);
        int count = tsr_moves(s->r, s->view, s->asked, moves);
        for (int i = 0; i < count; i++) {
            char text[TSR_MOVE_TEXT_MAX];
            tsr_move_text(s->r, s->view, s->asked, moves[i], text, sizeof text);
            if (begins_with(text, typed)) {
                add(list, text);
            }
        }
        free(moves);
    }
    session_words_complete(typed, add, list);
}

static void redraw(void *self) {
    fputs("\033[2J", stdout);
    session_draw(self);
}

static int wake(void *self) {
    session *s = self;
    return s->wish->watch && session_watch_look(s);
}

// --- The loop ------------------------------------------------------------------------

// After the end, on a screen, one may still look back, undo, save or play again.
static void after_the_end(session *s) {
    buffer text;
    buffer_init(&text, NULL);
    session_tell(s);
    session_result(s, &text);
    buffer_add_text(&s->notes, buffer_text(&text));
    buffer_deinit(&text);
    while (!s->leaving && tsr_match_waiting(s->match) == 0) {
        const char *line = "";
        int whole;
        session_draw(s);
        term_input in = session_read(s, &line);
        const session_word *word = in == TERM_LINE ? session_word_find(line, &whole) : NULL;
        if (in == TERM_INTERRUPTED) {
            leave(s, CLI_INTERRUPTED);
        } else if (in == TERM_WOKEN) {
            continue; // the loop looks whether there is something to leave for
        } else if (in != TERM_LINE || !*line) {
            leave(s, s->code);
        } else if (word) {
            (void)session_word_do(s, word, line);
        } else {
            session_note(s, "'%.40s' is not a command; 'help' lists them", line);
        }
    }
    session_clear_notes(s);
}

static void play(session *s) {
    while (!s->leaving) {
        if (!s->humans && wake(s)) {
            continue;
        }
        uint32_t waiting = tsr_match_waiting(s->match);
        uint32_t agents = seats_waiting(&s->seats);
        if (waiting == 0) {
            if (!s->full_screen || !s->humans) {
                break;
            }
            after_the_end(s);
        } else if (agents) {
            if (term_terminated() || (term_interrupts() && !s->humans)) {
                leave(s, CLI_INTERRUPTED);
                break;
            }
            ask_agent(s, tsr_mover(agents));
        } else {
            ask_human(s, tsr_mover(waiting & s->humans));
        }
    }
}

// The path as a shell reads it back.
static void add_quoted(const char *path, buffer *out) {
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "/._-+,:@%";
    if (strspn(path, plain) == strlen(path)) {
        buffer_add_text(out, path);
        return;
    }
    buffer_add_text(out, "'");
    for (; *path; path++) {
        if (*path == '\'') {
            buffer_add_text(out, "'\\'");
        }
        buffer_add(out, path, 1);
    }
    buffer_add_text(out, "'");
}

// What stays on the screen or in the pipe: the last events, the picture, the
// result, and where the game is kept.
static void say_goodbye(session *s) {
    buffer text;
    int over = tsr_match_waiting(s->match) == 0;
    s->asked = -1;
    if (s->full_screen) {
        s->drawn = -1;
    } else {
        session_tell(s);
    }
    if (over || s->full_screen) {
        session_draw(s);
    }
    buffer_init(&text, NULL);
    if (over) {
        session_result(s, &text);
        fputs(buffer_text(&text), stdout);
    }
    fflush(stdout);
    buffer_clear(&text);
    for (int i = 0; i < s->wish->plugin.count; i++) {
        buffer_add_text(&text, "--plugin ");
        add_quoted(s->wish->plugin.item[i], &text);
        buffer_add_text(&text, " ");
    }
    buffer_add_text(&text, "--resume ");
    add_quoted(s->path, &text);
    if (*s->path && !over) {
        fprintf(stderr, "The game is saved: tessera play %s\n", buffer_text(&text));
    } else if (*s->path && s->full_screen) {
        fprintf(stderr, "Record: %s\n", s->path);
    } else if (!over && s->humans) {
        fprintf(stderr, "The game was not saved.\n");
    }
    buffer_deinit(&text);
}

cli_exit session_run(session *s, term_edit *edit, term_edit_host *host) {
    *host = (term_edit_host){s, complete, redraw, s->wish->watch ? wake : NULL};
    s->edit = edit;
    if (s->full_screen) {
        term_screen_open();
    }
    if (s->humans == 0) {
        session_draw(s);
        pause_ms(s->full_screen ? s->wish->delay_ms : 0);
    }
    play(s);
    seats_tell(&s->seats);
    // What is loaded next may be refused, in words that must be seen.
    if (!s->rematch && !s->reload) {
        term_screen_close();
        say_goodbye(s);
    }
    return s->code;
}
