// SPDX-License-Identifier: MIT
//
// What a game at a terminal shows: whose view, the picture, the end.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tessera/text.h>

#include "cli/json.h"
#include "cli/session.h"
#include "cli/story.h"
#include "term/scene_view.h"

static int is_over(const session *s) {
    return tsr_match_waiting(s->match) == 0;
}

int session_viewer(const session *s) {
    if (s->asked >= 0) {
        return s->asked;
    }
    // One person sees the game with their own eyes all the time.
    if (s->humans && (s->humans & (s->humans - 1)) == 0) {
        return tsr_mover(s->humans);
    }
    return TSR_WATCHER;
}

// What the viewer sees now. When all is over, nothing is hidden any more.
static const void *view_of(session *s, int viewer) {
    if (is_over(s)) {
        return tsr_match_state(s->match);
    }
    tsr_match_view(s->match, viewer, s->view);
    return s->view;
}

void session_add_notes(session *s, const char *text) {
    int rows, cols, x = 0;
    term_tty_size(&rows, &cols);
    while (*text) {
        size_t blanks = strspn(text, " "), word = strcspn(text + blanks, " \n");
        int wide = (int)blanks;
        for (size_t i = 0, more; i < word; i += more) {
            int columns;
            more = term_char(text + blanks + i, &columns);
            wide += columns;
        }
        if (x > 0 && x + wide > cols) {
            buffer_add_text(&s->notes, "\n    ");
            x = 4 + wide - (int)blanks;
            text += blanks;
            blanks = 0;
        } else {
            x += wide;
        }
        buffer_add(&s->notes, text, blanks + word);
        text += blanks + word;
        if (*text == '\n') {
            buffer_add_text(&s->notes, "\n");
            x = 0;
            text++;
        }
    }
}

// --- The picture ---------------------------------------------------------------------

// What the last move of a player touched, if the viewer saw it.
static void find_last(session *s, int viewer, cli_last *last) {
    last->count = 0;
    for (int i = tsr_match_ply_count(s->match) - 1; i >= 0; i--) {
        tsr_ply ply = tsr_match_ply(s->match, i);
        if (ply.who < TSR_MAX_PLAYERS) {
            tsr_match_state_at(s->match, i, s->view);
            tsr_move seen = s->r->g.seen(s->r, s->view, ply.who, ply.move, viewer);
            last->count = term_touched(s->r, s->view, ply.who, seen, last->ref);
            return;
        }
    }
}

static cli_exit draw_picture(session *s, int rows, int cols, term_canvas *out) {
    int viewer = session_viewer(s);
    cli_last last;
    find_last(s, viewer, &last);
    term_subject subject = {s->r, view_of(s, viewer), viewer, tsr_match_names(s->match)};
    return cli_show_draw(&s->show, &subject, &last, rows, cols, out);
}

// Who sits where: "X: you", "O: random", or just a name.
static void seat_text(const session *s, int seat, char *out, size_t cap) {
    const cli_player *p = &s->player[seat];
    const char *word = s->r->seats ? s->r->seats[seat] : NULL;
    int alone = p->is_human && (s->humans & (s->humans - 1)) == 0;
    const char *who = alone && !p->is_named ? "you" : p->name;
    uint32_t left = tsr_match_time_left(s->match, seat, tsr_now_ms());
    tsr_out o = tsr_out_to(out, cap);
    if (!word && who != p->name) {
        tsr_putf(&o, "%s: you", p->name);
    } else if (word && strcmp(word, who) != 0) {
        tsr_putf(&o, "%s: %s", word, who);
    } else {
        tsr_put(&o, who);
    }
    if (left != UINT32_MAX) {
        tsr_putf(&o, " %u:%02u", (unsigned)(left / 60000), (unsigned)(left / 1000 % 60));
    }
    tsr_out_end(&o);
}

// "Tic-tac-toe   X: you, O: random   move 3", in the players' colours.
static void draw_title(session *s, int cols, term_canvas *out) {
    static const term_style title = {0, 0, TERM_BOLD, 0};
    static const term_style quiet = {TSR_COLOUR_GREY, 0, 0, 0};
    int x = term_put(out, 0, 0, title, s->r->g.title) + 3;
    for (int i = 0; s->r->players > 1 && i < s->r->players; i++) {
        term_style style = {(uint8_t)(TSR_COLOUR_PLAYER + i), 0, 0, 0};
        char text[CLI_NAME_MAX + 100];
        seat_text(s, i, text, sizeof text);
        if (x + term_columns(text) >= cols - 12) {
            x += term_put(out, 0, x, quiet, "...");
            break;
        }
        if (i > 0) {
            x += term_put(out, 0, x, quiet, ", ");
        }
        x += term_put(out, 0, x, style, text);
    }
    char count[32];
    snprintf(count, sizeof count, "move %d", tsr_match_ply_count(s->match) + 1);
    if (!is_over(s) && x + (int)strlen(count) + 2 < cols) {
        term_put(out, 0, cols - (int)strlen(count) - 1, quiet, count);
    }
}

// The last lines of the notes, so many as there is room for.
static const char *last_lines(const char *text, int most) {
    const char *at = text + strlen(text);
    int lines = 0;
    while (at > text) {
        if (at[-1] == '\n' && lines++ == most) {
            break;
        }
        at--;
    }
    return at;
}

// One who may interfere at every card others play mostly does not want to: for a
// person alone before a screen, Enter says so.
int session_neutral(session *s, char *out, size_t cap) {
    tsr_info info;
    int alone = (s->humans & (s->humans - 1)) == 0;
    if (!s->full_screen || !alone || s->asked < 0) {
        return 0;
    }
    memset(&info, 0, sizeof info);
    const void *view = view_of(s, s->asked);
    s->r->g.info(s->r, view, &info);
    if (info.ask != TSR_ASK_REACT || !info.timeout_move) {
        return 0;
    }
    tsr_move_text(s->r, view, s->asked, info.timeout_move, out, cap);
    return 1;
}

// What is asked, as the game puts it: "X to move".
static void question(session *s, char *out, size_t cap) {
    tsr_info info;
    memset(&info, 0, sizeof info);
    out[0] = '\0';
    if (is_over(s)) {
        snprintf(out, cap,
                 "The game is over: undo, history, save FILE, rematch, or Enter to leave");
        return;
    }
    s->r->g.info(s->r, view_of(s, session_viewer(s)), &info);
    if (info.prompt.code) {
        tsr_line_text(s->r, &info.prompt, tsr_match_names(s->match), out, cap);
    } else if (s->asked >= 0) {
        snprintf(out, cap, "%s to move", s->player[s->asked].name);
    }
}

// Lines a page of pictures really takes: those wider than the screen wrap.
static int wrapped_rows(const term_canvas *page, int cols) {
    int rows = page->rows;
    for (int y = 0; y < page->rows; y++) {
        buffer line;
        buffer_init(&line, NULL);
        term_canvas_line(page, y, TERM_PLAIN, &line);
        rows += term_columns(buffer_text(&line)) > cols;
        buffer_deinit(&line);
    }
    return rows;
}

// The first `most` lines of a page; where it has more, the last of them says so.
static void add_page(const term_canvas *page, int most, term_depth depth, buffer *out) {
    int cut = page->rows > most;
    for (int y = 0; y < (cut ? most - 1 : page->rows); y++) {
        term_canvas_line(page, y, depth, out);
        buffer_add_text(out, "\033[K\r\n");
    }
    if (cut) {
        buffer_addf(out, "... %d more lines; enlarge the window to see them\033[K\r\n",
                    page->rows - most + 1);
    }
}

static int count_lines(const char *text) {
    int lines = 0;
    for (; *text; text++) {
        lines += *text == '\n';
    }
    return lines;
}

// The last notes, at most `most` lines of them, each on one line of the screen.
static void add_notes(session *s, int most, int cols, buffer *out) {
    for (const char *line = last_lines(buffer_text(&s->notes), most); *line;) {
        size_t n = strcspn(line, "\n"), used = 0;
        for (int x = 0, wide; used < n; x += wide) {
            size_t more = term_char(line + used, &wide);
            if (x + wide > cols) {
                break;
            }
            used += more;
        }
        buffer_add(out, line, used);
        buffer_add_text(out, "\033[K\r\n");
        line += n + (line[n] == '\n');
    }
}

// Title, picture, notes and question fill the screen from the top; the cursor ends
// on the line for the prompt. Where room is short the title goes first, then old
// notes, then the end of the picture: its beginning is what matters most, and why
// a move was refused takes two lines.
static void draw_screen(session *s) {
    enum { TITLE = 2, BELOW = 3, NOTES = 3, REASON = 2 }; // lines; REASON must fit
    int wanted = is_over(s) ? s->r->players + 1 : NOTES;  // the result, or what happened
    int rows, cols;
    char asked[400];
    term_canvas title, picture;
    buffer text;
    term_tty_size(&rows, &cols);
    term_canvas_init(&title);
    term_canvas_init(&picture);
    buffer_init(&text, NULL);
    (void)draw_picture(s, rows - TITLE - BELOW - wanted, cols, &picture);
    int notes = count_lines(buffer_text(&s->notes));
    int must = notes < REASON ? notes : REASON, shall = notes < wanted ? notes : wanted;
    int room = rows - BELOW - wrapped_rows(&picture, cols);
    buffer_add_text(&text, "\033[H");
    if (room >= TITLE + shall) {
        draw_title(s, cols, &title);
        term_canvas_extend(&title, TITLE, 1);
        add_page(&title, TITLE, s->show.tty.depth, &text);
        room -= TITLE;
    }
    int cut = room < must ? must - room : 0;
    int most = picture.rows - cut;
    add_page(&picture, most > 1 ? most : 1, s->show.tty.depth, &text);
    buffer_add_text(&text, "\033[K\r\n");
    s->notes_room = room + cut;
    add_notes(s, s->notes_room, cols, &text);
    question(s, asked, sizeof asked);
    buffer_addf(&text, "%s%s%s", s->show.tty.depth ? "\033[1m" : "", asked,
                s->show.tty.depth ? "\033[0m" : "");
    if (session_neutral(s, asked, sizeof asked)) {
        buffer_addf(&text, " (Enter: %s)", asked);
    }
    buffer_add_text(&text, "\033[K\r\n\033[J");
    fwrite(buffer_text(&text), 1, text.size, stdout);
    fflush(stdout);
    buffer_deinit(&text);
    term_canvas_deinit(&title);
    term_canvas_deinit(&picture);
}

// Lines: the picture once for each position somebody is asked about.
static void print_picture(session *s) {
    int plies = tsr_match_ply_count(s->match);
    int viewer = session_viewer(s);
    cli_last last;
    if (s->wish->json || s->wish->quiet || s->drawn == plies) {
        return;
    }
    s->drawn = plies;
    find_last(s, viewer, &last);
    term_subject subject = {s->r, view_of(s, viewer), viewer, tsr_match_names(s->match)};
    printf("\n");
    (void)cli_show_print(&s->show, &subject, &last, stdout);
    printf("\n");
    fflush(stdout);
}

void session_draw(session *s) {
    if (s->full_screen && term_screen_is_open()) {
        draw_screen(s);
    } else {
        print_picture(s);
    }
}

// --- Talking -------------------------------------------------------------------------

void session_note(session *s, const char *format, ...) {
    char line[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    if (s->full_screen && term_screen_is_open()) {
        session_add_notes(s, line);
        buffer_add_text(&s->notes, "\n");
    } else {
        fflush(stdout);
        fprintf(stderr, "%s\n", line);
    }
}

// Shows one page after another; any line that begins with q ends it early.
static void show_pages(session *s, const char *text, const char *last_prompt) {
    int rows, cols;
    term_tty_size(&rows, &cols);
    while (*text) {
        const char *line = NULL;
        fputs("\033[H\033[2J", stdout);
        for (int y = 0; y < rows - 2 && *text; y++) {
            size_t n = strcspn(text, "\n");
            printf("%.*s\r\n", (int)n, text);
            text += n + (text[n] == '\n');
        }
        fflush(stdout);
        term_input in = term_edit_read(
            s->edit, *text ? "-- Enter for more, q to go back -- " : last_prompt, &line);
        if (in != TERM_LINE || strcmp(line, "q") == 0) {
            break;
        }
        if (*line) { // somebody goes on playing: that line is not for the page
            snprintf(s->pending, sizeof s->pending, "%s", line);
            break;
        }
    }
}

void session_answer(session *s, const char *word, const char *text) {
    if (s->full_screen && term_screen_is_open()) {
        if (count_lines(text) <= 3) {
            session_add_notes(s, text);
        } else {
            show_pages(s, text, "-- Enter to go back -- ");
        }
    } else if (s->wish->json) {
        json j;
        json_begin(&j, "answer");
        json_text(&j, "word", word);
        json_text(&j, "text", text);
        json_end(&j, stdout);
    } else {
        fputs(text, stdout);
        fflush(stdout);
    }
}

// Whether the lines before `shown` have one with at least two that go on from it: such a story
// (a round is settled, a chain runs off) changes more than the picture can tell.
static int hides_story(const char *text, const char *shown) {
    enum { LONG = 3 };
    for (int lines = 0; text < shown; text += strcspn(text, "\n") + 1) {
        lines = *text == ' ' ? lines + 1 : 1;
        if (lines == LONG) {
            return 1;
        }
    }
    return 0;
}

void session_page_story(session *s) {
    const char *notes = buffer_text(&s->notes);
    if (s->full_screen && term_screen_is_open() && s->paged_size < s->events_size &&
        hides_story(notes + s->paged_size, last_lines(notes, s->notes_room))) {
        char *story = strndup(notes, s->events_size); // more notes may come meanwhile
        s->paged_size = s->events_size;
        if (story) {
            show_pages(s, story, "-- Enter to go on -- ");
            free(story);
            session_draw(s);
        }
    }
}

// --- The end -------------------------------------------------------------------------

static uint32_t first_players(const session *s, const tsr_result *result) {
    uint32_t first = 0;
    for (int i = 0; i < s->r->players; i++) {
        first |= result[i].rank == 1 ? 1u << i : 0;
    }
    return first;
}

// "Anna wins", "a draw", "Anna and Ben share the first place".
static void verdict(session *s, const tsr_result *result, char *out, size_t cap) {
    char names[200];
    uint32_t all = (1u << s->r->players) - 1;
    uint32_t first = first_players(s, result);
    cli_player_list(s->r, tsr_match_names(s->match), first, names, sizeof names);
    if (first == 0) {
        snprintf(out, cap, "%s", s->r->players == 1 ? "lost" : "everybody has lost");
    } else if ((first & (first - 1)) == 0) {
        snprintf(out, cap, "%s wins", names);
    } else if (first == all && s->r->g.flags & TSR_COOPERATIVE) {
        snprintf(out, cap, "everybody has won");
    } else if (first == all) {
        snprintf(out, cap, "a draw");
    } else {
        snprintf(out, cap, "%s share the first place", names);
    }
}

static const char *how_it_ended(tsr_end end) {
    switch (end) {
    case TSR_END_FORFEIT: return " by forfeit";
    case TSR_END_RESIGNED: return " by resignation";
    case TSR_END_AGREED: return " by agreement";
    case TSR_END_NONE:
    case TSR_END_RULES: break;
    }
    return "";
}

static void result_json(session *s, const tsr_result *result, const char *words) {
    static const char *const ends[] = {"none", "rules", "forfeit", "resigned", "agreed"};
    json j;
    json_begin(&j, "result");
    json_text(&j, "text", words);
    json_text(&j, "end", ends[tsr_match_end(s->match)]);
    json_int(&j, "plies", tsr_match_ply_count(s->match));
    json_open_array(&j, "names");
    for (int i = 0; i < s->r->players; i++) {
        json_text(&j, NULL, s->player[i].name);
    }
    json_close(&j, ']');
    json_open_array(&j, "ranks");
    for (int i = 0; i < s->r->players; i++) {
        json_int(&j, NULL, result[i].rank);
    }
    json_close(&j, ']');
    json_open_array(&j, "scores");
    for (int i = 0; i < s->r->players; i++) {
        json_int(&j, NULL, result[i].score);
    }
    json_close(&j, ']');
    json_end(&j, stdout);
}

// Scores are listed where they say more than who won.
static int has_scores(const session *s, const tsr_result *result) {
    for (int i = 0; i < s->r->players; i++) {
        if (result[i].score != 0 && result[i].score != 1 && result[i].score != -1) {
            return 1;
        }
    }
    return s->r->players > 2;
}

void session_result(session *s, buffer *out) {
    tsr_result result[TSR_MAX_PLAYERS] = {{0}};
    char words[300];
    tsr_match_result(s->match, result);
    verdict(s, result, words, sizeof words);
    if (s->wish->json) {
        result_json(s, result, words);
        return;
    }
    buffer_addf(out, "Result: %s%s\n", words, how_it_ended(tsr_match_end(s->match)));
    for (int rank = 1; has_scores(s, result) && rank <= s->r->players; rank++) {
        for (int i = 0; i < s->r->players; i++) {
            if (result[i].rank == rank) {
                const char *left = tsr_match_forfeited(s->match, i) ? "  left the game" : "";
                buffer_addf(out, "  %d. %-20s %6d%s\n", rank, s->player[i].name,
                            (int)result[i].score, left);
            }
        }
    }
}
