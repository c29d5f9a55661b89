// SPDX-License-Identifier: MIT
//
// What a player may type besides moves. One row a word; help is made from it.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tessera/text.h>

#include "arena/advise.h"
#include "cli/leaflet.h"
#include "cli/session.h"

struct session_word {
    const char *name;
    const char *args;
    const char *help;
    int (*act)(session *s, const char *args); // non-zero: ask anew
};

// --- Help ----------------------------------------------------------------------------

static int act_help(session *s, const char *args);

static int act_rules(session *s, const char *args) {
    buffer text;
    (void)args;
    buffer_init(&text, NULL);
    cli_leaflet(s->r, &text);
    session_answer(s, "rules", buffer_text(&text));
    buffer_deinit(&text);
    return 0;
}

static int begins_with(const char *text, const char *start) {
    for (; *start; text++, start++) {
        if (tolower((unsigned char)*text) != tolower((unsigned char)*start)) {
            return 0;
        }
    }
    return 1;
}

// The moves in as many columns as fit, or those that begin with `args`.
static int act_moves(session *s, const char *args) {
    tsr_move *moves = calloc(s->r->max_moves, sizeof *moves);
    buffer text;
    int shown = 0, x = 0;
    if (!moves || s->asked < 0) {
        free(moves);
        return 0;
    }
    buffer_init(&text, NULL);
    tsr_match_view(s->match, s->asked, s->view);
    int count = tsr_moves(s->r, s->view, s->asked, moves);
    for (int i = 0; i < count; i++) {
        char move[TSR_MOVE_TEXT_MAX];
        int size = tsr_move_text(s->r, s->view, s->asked, moves[i], move, sizeof move);
        if (!begins_with(move, args)) {
            continue;
        }
        if (x > 0 && x + size + 3 > 78) {
            buffer_add_text(&text, "\n");
            x = 0;
        }
        buffer_addf(&text, "%s%s", x ? "   " : "  ", move);
        x += size + 3;
        shown++;
    }
    buffer_addf(&text, "%s%d of %d legal moves\n", x ? "\n" : "", shown, count);
    session_answer(s, "moves", buffer_text(&text));
    buffer_deinit(&text);
    free(moves);
    return 0;
}

// --- Hints ---------------------------------------------------------------------------

enum { HINTS_MAX = 20, HINT_TRIALS = 4000, HINT_MS = 1500 };

typedef struct hint_clock {
    uint64_t until;
} hint_clock;

static int hint_stopped(void *self) {
    const hint_clock *c = self;
    return tsr_now_ms() > c->until || term_interrupts() > 0;
}

// What a strong agent would play, if one is built in; it sees what the player sees.
static int suggest(session *s, char *move, size_t cap) {
    static const char spec[] = "level:n=6";
    tsr_move best = TSR_NO_MOVE;
    tsr_error err = {0};
    if (!s->adviser &&
        seats_open_agent(s->table.registry, spec, s->r, &s->adviser, &err) != TSR_OK) {
        return 0;
    }
    tsr_match_view(s->match, s->asked, s->view);
    tsr_query query = {.view = s->view,
                       .who = s->asked,
                       .seed = (uint64_t)tsr_match_ply_count(s->match),
                       .host = &s->seats.host};
    if (s->adviser->type->start) {
        s->adviser->type->start(s->adviser, s->asked);
    }
    if (s->adviser->type->choose(s->adviser, &query, &best, &err) != TSR_OK) {
        return 0;
    }
    tsr_move_text(s->r, s->view, s->asked, best, move, cap);
    return 1;
}

// The N moves that do best when the rest is played at random.
static void rank_moves(session *s, int wanted, buffer *out) {
    advise_move best[HINTS_MAX];
    int count = 0;
    hint_clock clock = {tsr_now_ms() + HINT_MS};
    tsr_match_view(s->match, s->asked, s->view);
    tsr_err e = advise(s->r, s->view, s->asked, (uint64_t)tsr_match_ply_count(s->match),
                       HINT_TRIALS, hint_stopped, &clock, best, wanted, &count);
    for (int i = 0; e == TSR_OK && i < count; i++) {
        char move[TSR_MOVE_TEXT_MAX];
        tsr_move_text(s->r, s->view, s->asked, best[i].move, move, sizeof move);
        buffer_addf(out, "  %-24s %3.0f %%  in %u random games\n", move, 100 * best[i].score,
                    best[i].trials);
    }
}

static int act_hint(session *s, const char *args) {
    tsr_in in = tsr_in_from(args);
    int64_t wanted = 3;
    char move[TSR_MOVE_TEXT_MAX];
    buffer text;
    if (s->asked < 0) {
        session_note(s, "there is no hint: no player is on turn");
        return 0;
    }
    if (*args && (!tsr_take_int(&in, 1, HINTS_MAX, &wanted) || !tsr_at_end(&in))) {
        session_note(s, "hint takes a number from 1 to %d", HINTS_MAX);
        return 0;
    }
    if (s->full_screen) { // it may take seconds; the next picture wipes this out
        fputs("thinking ...\r\n", stdout);
        fflush(stdout);
    }
    buffer_init(&text, NULL);
    if (!*args && suggest(s, move, sizeof move)) {
        buffer_addf(&text, "try %s   ('hint 3' ranks moves by random play)\n", move);
    } else {
        rank_moves(s, (int)wanted, &text);
    }
    session_answer(s, "hint", buffer_text(&text));
    buffer_deinit(&text);
    return 0;
}

// --- Stepping back -------------------------------------------------------------------

// Beyond one's own turn, stepping back is for practice: where nothing is hidden,
// nobody learns from it what they should not know.
static int may_practise(session *s) {
    if (s->r->g.flags & TSR_HAS_HIDDEN) {
        session_note(s, "cannot go back further: that would reveal hidden information");
        return 0;
    }
    return 1;
}

static int step_to(session *s, int ply) {
    int forward = ply > tsr_match_ply_count(s->match);
    tsr_err e = forward ? tsr_match_forward(s->match, ply, tsr_now_ms())
                        : tsr_match_back(s->match, ply, tsr_now_ms());
    if (e != TSR_OK) {
        session_note(s, "that is not possible: %s", tsr_err_text(e));
        return 0;
    }
    session_jumped(s);
    return 1;
}

// The last decision of a person before now; -1 if there was none.
static int last_human_ply(const session *s) {
    int last = -1;
    for (int i = 0; i < s->r->players; i++) {
        int ply = s->humans >> i & 1u ? tsr_match_previous(s->match, i) : -1;
        last = ply > last ? ply : last;
    }
    return last;
}

static int act_undo(session *s, const char *args) {
    int now = tsr_match_ply_count(s->match);
    (void)args;
    // Within one's own turn, as far as the rules themselves allow.
    if (s->asked >= 0) {
        int previous = tsr_match_previous(s->match, s->asked);
        if (previous >= 0 && previous < now &&
            previous >= tsr_match_take_back(s->match, s->asked)) {
            return step_to(s, previous);
        }
    }
    int target = last_human_ply(s);
    if (target < 0 || target >= now) {
        session_note(s, "there is nothing to undo");
        return 0;
    }
    return may_practise(s) ? step_to(s, target) : 0;
}

// Forward to the next decision of a person, or the end.
static int act_redo(session *s, const char *args) {
    (void)args;
    if (tsr_match_redo_count(s->match) == 0) {
        session_note(s, "there is nothing to redo");
        return 0;
    }
    int changed = 0;
    int ply = tsr_match_ply_count(s->match);
    int last = ply + tsr_match_redo_count(s->match);
    while (++ply <= last) {
        if (tsr_match_forward(s->match, ply, tsr_now_ms()) == TSR_OK) {
            changed = 1;
            if (tsr_match_waiting(s->match) & s->humans) {
                break;
            }
        }
    }
    if (changed) {
        session_jumped(s);
    }
    return changed;
}

static int act_goto(session *s, const char *args) {
    tsr_in in = tsr_in_from(args);
    int64_t ply = 0;
    int last = tsr_match_ply_count(s->match) + tsr_match_redo_count(s->match);
    if (!tsr_take_int(&in, 0, last, &ply) || !tsr_at_end(&in)) {
        session_note(s, "goto takes the number of a move from 0 to %d; history lists them", last);
        return 0;
    }
    return may_practise(s) ? step_to(s, (int)ply) : 0;
}

static int act_history(session *s, const char *args) {
    buffer text;
    int viewer = session_viewer(s);
    int count = tsr_match_ply_count(s->match);
    (void)args;
    buffer_init(&text, NULL);
    for (int i = 0; i < count; i++) {
        char sentence[512];
        session_event(s, i, viewer, sentence, sizeof sentence);
        buffer_addf(&text, "%4d. %s\n", i + 1, sentence);
    }
    if (count == 0) {
        buffer_add_text(&text, "no moves have been made\n");
    }
    session_answer(s, "history", buffer_text(&text));
    buffer_deinit(&text);
    return 0;
}

// --- Keeping and ending --------------------------------------------------------------

static int act_save(session *s, const char *args) {
    tsr_error err = {0};
    if (!*args) {
        session_note(s, "'save' needs a file name, for example: save mygame.tsr");
        return 0;
    }
    if (session_save(s, args, &err) != TSR_OK) {
        session_note(s, "%s", err.message);
    } else {
        session_note(s, "saved: %s", args);
    }
    return 0;
}

static int act_load(session *s, const char *args) {
    char *text = NULL;
    size_t size = 0;
    tsr_error err = {0};
    tsr_record record;
    if (!*args || strlen(args) >= sizeof s->next) {
        session_note(s, "'load' needs a file name, for example: load mygame.tsr");
        return 0;
    }
    tsr_err e = tsr_file_read(args, CLI_RECORD_LIMIT, &text, &size, &err);
    if (e == TSR_OK) {
        e = tsr_record_read(text, size, NULL, &record, &err);
        tsr_mem_free(NULL, text, size + 1);
    }
    if (e != TSR_OK) {
        char words[512];
        cli_error_text(args, &err, words, sizeof words);
        session_note(s, "%s", words);
        return 0;
    }
    tsr_record_free(&record);
    snprintf(s->next, sizeof s->next, "%s", args);
    s->leaving = 1;
    return 1;
}

// Asks for a yes on the screen; a script means what it says.
static int is_sure(session *s, const char *question) {
    const char *line = "";
    if (!s->full_screen) {
        return 1;
    }
    printf("%s (yes/no) ", question);
    fflush(stdout);
    return term_edit_read(s->edit, "", &line) == TERM_LINE && tolower((unsigned char)*line) == 'y';
}

static int act_resign(session *s, const char *args) {
    (void)args;
    if (s->asked < 0 || !is_sure(s, "Resign the game?")) {
        return 0;
    }
    tsr_err e = tsr_match_resign(s->match, s->asked, tsr_now_ms());
    if (e != TSR_OK) {
        session_note(s, "that is not possible: %s", tsr_err_text(e));
        return 0;
    }
    return 1;
}

static int act_rematch(session *s, const char *args) {
    (void)args;
    if (tsr_match_waiting(s->match)) {
        session_note(s, "the game is not over; resign first, or quit");
        return 0;
    }
    s->rematch = s->leaving = 1;
    return 1;
}

static int act_flip(session *s, const char *args) {
    (void)args;
    s->show.flip = !s->show.flip;
    s->drawn = -1;
    session_draw(s);
    return 0;
}

static int act_board(session *s, const char *args) {
    (void)args;
    s->drawn = -1;
    session_draw(s);
    return 0;
}

static int act_where(session *s, const char *args) {
    session_where(s, args);
    return 0;
}

static int act_what(session *s, const char *args) {
    session_what(s, args);
    return 0;
}

static int act_scores(session *s, const char *args) {
    (void)args;
    session_scores(s);
    return 0;
}

static int act_quit(session *s, const char *args) {
    (void)args;
    s->leaving = 1;
    return 1;
}

// --- The table -----------------------------------------------------------------------

static const session_word WORDS[] = {
    {"help", "", "this list", act_help},
    {"rules", "", "how the game is played", act_rules},
    {"moves", "[BEGINNING]", "the legal moves, or those with this beginning", act_moves},
    {"hint", "[N]", "a good move, or the N best by random play", act_hint},
    {"undo", "", "take a move back", act_undo},
    {"redo", "", "redo a move that was taken back", act_redo},
    {"goto", "N", "go to the position after move N", act_goto},
    {"history", "", "the moves so far", act_history},
    {"where", "THING", "where an item is: where king", act_where},
    {"what", "PLACE", "what is there, or the text of a card: what 1,1", act_what},
    {"scores", "", "the scores", act_scores},
    {"board", "", "draw the board again", act_board},
    {"flip", "", "rotate the board", act_flip},
    {"save", "FILE", "write the game to a file", act_save},
    {"load", "FILE", "continue a saved game; this one stays saved", act_load},
    {"resign", "", "resign the game", act_resign},
    {"rematch", "", "another game, when this one is over", act_rematch},
    {"quit", "", "leave; the game is saved", act_quit},
};

enum { WORD_COUNT = (int)(sizeof WORDS / sizeof WORDS[0]) };

// Whether one of the moves before number `i` begins with the same word.
static int is_repeated(session *s, const tsr_move *moves, int i, const char *text) {
    size_t size = strcspn(text, " ");
    for (int j = 0; j < i; j++) {
        char other[TSR_MOVE_TEXT_MAX];
        tsr_move_text(s->r, s->view, s->asked, moves[j], other, sizeof other);
        if (strcspn(other, " ") == size && strncmp(text, other, size) == 0) {
            return 1;
        }
    }
    return 0;
}

// "take W1, top B, master": a legal move of each sort, as many as fit on a line.
static void add_examples(session *s, buffer *out) {
    tsr_move *moves = s->asked >= 0 ? calloc(s->r->max_moves, sizeof *moves) : NULL;
    size_t end = out->size + 58;
    if (!moves) {
        return;
    }
    tsr_match_view(s->match, s->asked, s->view);
    int count = tsr_moves(s->r, s->view, s->asked, moves);
    for (int i = 0, shown = 0; i < count; i++) {
        char text[TSR_MOVE_TEXT_MAX];
        tsr_move_text(s->r, s->view, s->asked, moves[i], text, sizeof text);
        if (out->size + strlen(text) > end) {
            break;
        }
        if (!is_repeated(s, moves, i, text)) {
            buffer_addf(out, "%s%s", shown++ ? ", " : ", such as ", text);
        }
    }
    free(moves);
}

static int act_help(session *s, const char *args) {
    buffer text;
    (void)args;
    buffer_init(&text, NULL);
    buffer_add_text(&text, "Type a move");
    add_examples(s, &text);
    buffer_add_text(&text, ",\nor one of these commands, which may be abbreviated:\n");
    for (int i = 0; i < WORD_COUNT; i++) {
        char form[40];
        snprintf(form, sizeof form, "%s %s", WORDS[i].name, WORDS[i].args);
        buffer_addf(&text, "  %-18s %s\n", form, WORDS[i].help);
    }
    buffer_add_text(&text,
                    "\nTab completes. A colon marks a command that could be a move: ':help'.\n");
    session_answer(s, "help", buffer_text(&text));
    buffer_deinit(&text);
    return 0;
}

const session_word *session_word_find(const char *text, int *whole) {
    const session_word *found = NULL;
    int fits = 0;
    text += *text == ':';
    size_t size = strcspn(text, " ");
    *whole = 0;
    if (strcmp(text, "?") == 0) {
        *whole = 1;
        return &WORDS[0];
    }
    for (int i = 0; size > 0 && i < WORD_COUNT; i++) {
        if (strncmp(WORDS[i].name, text, size) == 0) {
            found = &WORDS[i];
            fits++;
            if (WORDS[i].name[size] == '\0') {
                *whole = 1;
                return found;
            }
        }
    }
    return fits == 1 ? found : NULL;
}

int session_word_do(session *s, const session_word *word, const char *text) {
    text += *text == ':';
    text += strcspn(text, " ");
    text += strspn(text, " ");
    return word->act(s, text);
}

void session_words_complete(const char *typed, void (*add)(void *list, const char *text),
                            void *list) {
    for (int i = 0; i < WORD_COUNT; i++) {
        if (strncmp(WORDS[i].name, typed, strlen(typed)) == 0) {
            add(list, WORDS[i].name);
        }
    }
}
