// SPDX-License-Identifier: MIT
#ifndef TSR_CLI_SESSION_H
#define TSR_CLI_SESSION_H

// A game in the terminal: people and agents round one keyboard.
//
//   session_open.c      a new match, or one from its record; saving; closing
//   session_show.c      the picture, the result
//   session_tell.c      what happened
//   session_loop.c      who is asked next, and what becomes of the answer
//   session_words.c     the words a player may type besides moves
//   session_look.c      words that read the scene: where, what
//   session_watch.c     a rules file that is written while it is played
//
// Two ways to show it. On a terminal the game fills the screen: picture, the last
// events, a prompt. On a pipe or a dumb terminal everything is lines: events,
// pictures, answers to words and the result go to standard output, everything
// else (refusals, where the game is kept) to standard error.
//
// Every move is in the record file before it counts. Not thread-safe.

#include <tessera/host.h>

#include "arena/seats.h"
#include "cli/keep.h"
#include "cli/loaded.h"
#include "cli/players.h"
#include "cli/rules_file.h"
#include "cli/show.h"
#include "cli/table.h"
#include "term/edit.h"

// What the command line asks for.
typedef struct session_wish {
    const char *game; // NULL = `resume`
    const char *resume;
    int player_count;
    cli_player player[TSR_MAX_PLAYERS];
    int wanted; // number of players, 0 = by the game and those named
    cli_list option, plugin;
    cli_compiled compiled;
    cli_seed seed;
    tsr_clock clock; // of every seat; all 0 = none
    const char *position;
    const char *record; // where to keep it; NULL = the usual place
    int no_record;
    cli_show_values show;
    int json, quiet, strict;
    int watch;        // `game` is a rules file: read it again whenever it is saved
    int64_t delay_ms; // between the moves of agents when nobody else plays
} session_wish;

// The files a game was read from, as they were when they were last looked at.
typedef struct session_watch {
    char *path[1 + BESIDE_MOST];
    int count;
    uint64_t stamp;    // of their times and sizes
    uint64_t texts;    // of what they say
    uint64_t fresh;    // a stamp that has just been seen: the file may still be written
    uint64_t fresh_ms; // since when
} session_watch;

typedef struct session {
    const session_wish *wish;
    // What is played.
    cli_table table;
    const tsr_rules *r; // table.rules
    tsr_match *match;
    cli_loaded loaded; // the record it came from; names point into it
    cli_player player[TSR_MAX_PLAYERS];
    tsr_agent *agent[TSR_MAX_PLAYERS];
    tsr_agent *adviser; // for `hint`; opened when it is first asked
    uint32_t humans;    // seats of people
    seats seats;
    pace pace;  // for people at a terminal
    void *view; // scratch, state_size bytes
    // Where it is kept.
    tsr_record_file *file;
    char path[KEEP_PATH_MAX]; // "" = nowhere
    int kept_by_itself;       // the path was not chosen by the player
    int write_failed;
    buffer log; // all lines of the record
    // How it is shown.
    cli_show show;
    term_edit *edit; // borrowed: it has read ahead, and outlives a session
    int full_screen;
    int asked;                 // the seat that is asked now, -1 = none
    int facing;                // the person who last saw the screen, -1 = nobody
    int told[TSR_WATCHER + 1]; // plies each viewer has been told about
    int drawn;                 // plies in the last picture that must not repeat, -1 = none
    buffer notes;              // full screen: lines between picture and prompt
    size_t events_size;        // of the notes: what happened; the rest is talk
    size_t paged_size;         // of these: what was read on a page of its own
    int notes_room;            // lines of notes the last drawing had room for
    char pending[256];         // a line typed at the end of a page of help, "" = none
    char typed[256];           // that line while it is read
    // How it goes on.
    int leaving;              // the loop ends
    int rematch;              // and a new game begins with the same players
    int reload;               // and goes on by the rules as they are in the file now
    int warned;               // Ctrl-C was pressed once
    char next[KEEP_PATH_MAX]; // `load`: the record to go on with
    cli_exit code;
    session_watch watch;
} session;

// --- session_open.c ----------------------------------------------------------------

cli_exit session_open(session *s, const session_wish *wish);
void session_close(session *s);

// Writes all lines so far to a new file.
tsr_err session_save(session *s, const char *path, tsr_error *err);

// --- session_loop.c ----------------------------------------------------------------

// Plays until the end, or until somebody leaves. `edit` reads what people type; `host`,
// which it was made with, is filled in here.
cli_exit session_run(session *s, term_edit *edit, term_edit_host *host);

// --- session_jump.c ----------------------------------------------------------------

void session_clear_notes(session *s);

// After a jump through the match: agents and viewers start over from here.
void session_jumped(session *s);

// --- session_show.c ----------------------------------------------------------------

// Whose eyes the picture is for.
int session_viewer(const session *s);

// Draws everything up to the prompt (full screen), or prints the picture.
void session_draw(session *s);

// Full screen: gives a long story that the last drawing had no room for a page of its own, once.
void session_page_story(session *s);

// One line for the player who is asked: noted on the screen, or on standard error.
void session_note(session *s, const char *format, ...) TSR_PRINTF(2, 3);

// Adds text to the notes; lines too long for the screen go on in the next one.
void session_add_notes(session *s, const char *text);

// A longer answer to a word: pages on the screen, else standard output.
void session_answer(session *s, const char *word, const char *text);

// The move that an empty line makes, as text: the neutral answer of somebody who may, but
// need not, answer a card that another plays. Returns 0 where an empty line means nothing.
int session_neutral(session *s, char *out, size_t cap);

// The end: who won, and the scores.
void session_result(session *s, buffer *out);

// --- session_tell.c ----------------------------------------------------------------

// Prints or notes what has happened since the viewer was last told.
void session_tell(session *s);

// A sentence about one ply, as `viewer` sees it.
void session_event(session *s, int ply, int viewer, char *out, size_t cap);

// --- session_words.c ---------------------------------------------------------------

// The word that `text` begins with, or NULL. `whole` tells whether it was written out.
typedef struct session_word session_word;
const session_word *session_word_find(const char *text, int *whole);

// Does what it says. Returns non-zero if the position changed or the game ends, so
// that whoever was asked must be asked anew.
int session_word_do(session *s, const session_word *word, const char *text);

// Adds every word that begins with `typed`.
void session_words_complete(const char *typed, void (*add)(void *list, const char *text),
                            void *list);

// --- session_look.c ----------------------------------------------------------------

void session_where(session *s, const char *words);
void session_what(session *s, const char *place);
void session_scores(session *s);

// --- session_watch.c ---------------------------------------------------------------

cli_exit session_watch_begin(session *s);
void session_watch_end(session *s);

// Looks whether the file was saved. Non-zero: the screen has news, either what is wrong
// with the file, or `reload` and `leaving` are set.
int session_watch_look(session *s);

// What the file is about now: noted for the player, or an object of JSON.
void session_watch_say(session *s, const char *event, const char *text);

// --- session_reload.c --------------------------------------------------------------

// The session to go on with: a new one by the rules in the file, with the moves that still
// fit, or `s` itself if that cannot be. `s` came from calloc; so does what is returned.
session *session_reload(session *s, session_wish *wish);

#endif
