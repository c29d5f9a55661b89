// SPDX-License-Identifier: MIT
//
// replay: reads a record, checks every line of it, and shows the game again.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tessera/host.h>
#include <tessera/match.h>
#include <tessera/text.h>

#include "cli/json.h"
#include "cli/loaded.h"
#include "cli/show.h"
#include "cli/story.h"
#include "term/edit.h"
#include "term/scene_view.h"

struct values {
    cli_game_values game;
    cli_show_values show;
    int64_t at, seat;
    int step, json, quiet;
};

static const cli_option options[] = {
    CLI_ROW_INT("at", "N", "only the position after move N", struct values, at, 0, 1000000000, -1),
    CLI_ROW_FLAG("step", "step through it with the keyboard; on a pipe, every picture",
                 struct values, step),
    CLI_ROW_INT("seat", "N", "show what this player saw", struct values, seat, 1, 8, 0),
    CLI_ROW_FLAG("quiet", "check only", struct values, quiet),
    CLI_ROW_FLAG("json", "one JSON object per line", struct values, json),
    CLI_PLUGIN_OPTION(struct values, game),
    CLI_SHOW_OPTIONS(struct values, show),
};

typedef struct replay {
    const struct values *v;
    cli_table table;
    cli_loaded loaded;
    tsr_match *match;
    const tsr_rules *r;
    cli_show show;
    int viewer;
    void *state, *before; // scratch
} replay;

// --- One position --------------------------------------------------------------------

// The sentence about ply `i`, as the viewer saw it. A record holds the whole
// truth; without --seat it is told.
static void event(replay *p, int i, char *out, size_t cap) {
    tsr_ply ply = tsr_match_ply(p->match, i);
    tsr_match_state_at(p->match, i, p->before);
    tsr_move seen = ply.move;
    if (p->v->seat) {
        seen = p->r->g.seen(p->r, p->before, ply.who, ply.move, p->viewer);
        p->r->g.view(p->r, p->before, p->viewer, p->before);
    }
    tsr_event_text(p->r, p->before, ply.who, seen, tsr_match_names(p->match), out, cap);
}

static void take_state(replay *p, int ply) {
    tsr_match_state_at(p->match, ply, p->state);
    if (p->v->seat) {
        p->r->g.view(p->r, p->state, p->viewer, p->state);
    }
}

// What followed from ply `i`; the positions are p->before and p->state.
static cli_story story_of(replay *p, int i) {
    tsr_ply ply = tsr_match_ply(p->match, i);
    take_state(p, i + 1);
    tsr_match_state_at(p->match, i, p->before);
    tsr_move seen = ply.move;
    if (p->v->seat) {
        seen = p->r->g.seen(p->r, p->before, ply.who, ply.move, p->viewer);
        p->r->g.view(p->r, p->before, p->viewer, p->before);
    }
    return (cli_story){.r = p->r,
                       .before = p->before,
                       .after = p->state,
                       .who = ply.who,
                       .viewer = p->viewer,
                       .move = seen,
                       .names = tsr_match_names(p->match)};
}

// Ply `i` and what followed from it, in lines.
static void print_ply(replay *p, int i) {
    char sentence[512];
    buffer text;
    event(p, i, sentence, sizeof sentence);
    cli_story story = story_of(p, i);
    buffer_init(&text, NULL);
    (void)cli_story_add(&story, "   ", "\n", &text);
    printf("%d. %s\n%s", i + 1, sentence, buffer_text(&text));
    buffer_deinit(&text);
}

// The picture after `ply` plies on `out`.
static cli_exit draw(replay *p, int ply, int rows, int cols, term_canvas *out) {
    cli_last last = {.count = 0};
    for (int i = ply - 1; i >= 0; i--) {
        tsr_ply made = tsr_match_ply(p->match, i);
        if (made.who < TSR_MAX_PLAYERS) {
            tsr_match_state_at(p->match, i, p->before);
            last.count = term_touched(p->r, p->before, made.who, made.move, last.ref);
            break;
        }
    }
    take_state(p, ply);
    term_subject subject = {p->r, p->state, p->viewer, tsr_match_names(p->match)};
    return cli_show_draw(&p->show, &subject, &last, rows, cols, out);
}

static cli_exit print_picture(replay *p, int ply) {
    int rows, cols;
    term_canvas canvas;
    buffer text;
    term_tty_size(&rows, &cols);
    term_canvas_init(&canvas);
    buffer_init(&text, NULL);
    cli_exit code = draw(p, ply, 18, p->show.tty.out_tty ? cols : 80, &canvas);
    term_canvas_text(&canvas, p->show.tty.depth, &text);
    printf("\n%s\n", buffer_text(&text));
    buffer_deinit(&text);
    term_canvas_deinit(&canvas);
    return code;
}

// --- Reports -----------------------------------------------------------------------

static void print_header(const replay *p) {
    const tsr_record *rec = &p->loaded.record;
    printf("%s", p->r->g.title);
    for (int i = 0; i < p->r->players; i++) {
        printf("%s%s (%s)", i ? ", " : ": ", rec->seat[i].name, rec->seat[i].kind);
    }
    if (rec->seed_withheld) {
        puts("; seed withheld");
    } else {
        printf("; seed %" PRIu64 "%s\n", rec->seed, rec->seed_high ? " and 64 bits more" : "");
    }
}

static const char *end_word(tsr_end end) {
    static const char *const words[] = {"unfinished", "rules", "forfeit", "resigned", "agreed"};
    return words[end];
}

static void print_result(const replay *p) {
    tsr_result result[TSR_MAX_PLAYERS] = {{0}};
    tsr_end end = tsr_match_end(p->match);
    tsr_match_result(p->match, result);
    if (end == TSR_END_NONE) {
        printf("unfinished after %d moves\n", tsr_match_ply_count(p->match));
        return;
    }
    printf("result: %s;", end_word(end));
    for (int i = 0; i < p->r->players; i++) {
        printf("%s %s is %d. with %d", i ? "," : "", p->loaded.record.seat[i].name, result[i].rank,
               (int)result[i].score);
    }
    printf("\n");
}

static void print_header_json(const replay *p) {
    const tsr_record *rec = &p->loaded.record;
    json j;
    json_begin(&j, "record");
    json_text(&j, "game", rec->game);
    json_hex(&j, "rules_hash", rec->rules_hash);
    json_seed(&j, "seed", rec->seed);
    json_open_array(&j, "seats");
    for (int i = 0; i < p->r->players; i++) {
        json_open_object(&j, NULL);
        json_text(&j, "name", rec->seat[i].name);
        json_text(&j, "kind", rec->seat[i].kind);
        json_close(&j, '}');
    }
    json_close(&j, ']');
    json_bool(&j, "torn", rec->torn);
    json_end(&j, stdout);
}

static void print_move_json(replay *p, int i) {
    char sentence[512], text[TSR_MOVE_TEXT_MAX];
    tsr_ply ply = tsr_match_ply(p->match, i);
    event(p, i, sentence, sizeof sentence);
    tsr_match_state_at(p->match, i, p->before);
    tsr_move seen =
        p->v->seat ? p->r->g.seen(p->r, p->before, ply.who, ply.move, p->viewer) : ply.move;
    tsr_move_text(p->r, p->before, ply.who, seen, text, sizeof text);
    json j;
    json_begin(&j, "move");
    json_int(&j, "ply", i + 1);
    json_int(&j, "seat", ply.who == TSR_CHANCE ? 0 : ply.who + 1);
    json_text(&j, "move", text);
    json_int(&j, "ms", ply.time_ms);
    json_text(&j, "text", sentence);
    cli_story story = story_of(p, i);
    cli_story_json(&story, &j);
    json_end(&j, stdout);
}

// The position after `ply` plies: what another run must reach too.
static void print_position_json(replay *p, int ply) {
    tsr_result result[TSR_MAX_PLAYERS] = {{0}};
    take_state(p, ply);
    int size = tsr_position_text(p->r, p->state, NULL, 0);
    char *text = malloc((size_t)size + 1);
    int at_end = ply == tsr_match_ply_count(p->match);
    if (!text) {
        return;
    }
    tsr_position_text(p->r, p->state, text, (size_t)size + 1);
    p->r->g.result(p->r, p->state, result);
    if (at_end) {
        tsr_match_result(p->match, result);
    }
    json j;
    json_begin(&j, "position");
    json_int(&j, "ply", ply);
    json_text(&j, "position", text);
    json_hex(&j, "hash", p->r->more.hash(p->r, p->state));
    json_text(&j, "end", end_word(at_end ? tsr_match_end(p->match) : TSR_END_NONE));
    json_open_array(&j, "ranks");
    for (int i = 0; i < p->r->players; i++) {
        json_int(&j, NULL, result[i].rank);
    }
    json_close(&j, ']');
    json_open_array(&j, "scores");
    for (int i = 0; i < p->r->players; i++) {
        json_int(&j, NULL, result[i].score);
    }
    json_close(&j, ']');
    json_end(&j, stdout);
    free(text);
}

// --- Ways to show it -----------------------------------------------------------------

static cli_exit show_at(replay *p, int ply) {
    if (p->v->json) {
        print_position_json(p, ply);
        return CLI_OK;
    }
    if (ply > 0) {
        print_ply(p, ply - 1);
    }
    return print_picture(p, ply);
}

static cli_exit show_all(replay *p) {
    int count = tsr_match_ply_count(p->match);
    cli_exit code = CLI_OK;
    if (p->v->json) {
        print_header_json(p);
    } else {
        print_header(p);
    }
    for (int i = 0; code == CLI_OK && i < count && !p->v->quiet; i++) {
        if (p->v->json) {
            print_move_json(p, i);
            continue;
        }
        print_ply(p, i);
        if (p->v->step) {
            code = print_picture(p, i + 1);
        }
    }
    if (p->v->json) {
        print_position_json(p, count);
        return code;
    }
    if (code == CLI_OK && !p->v->quiet && !p->v->step) {
        code = print_picture(p, count);
    }
    print_result(p);
    return code;
}

// One screen: the picture after `ply` plies and what led to it.
static void draw_step(replay *p, int ply) {
    int rows, cols;
    char sentence[512] = "the start";
    term_canvas canvas;
    buffer text;
    term_tty_size(&rows, &cols);
    term_canvas_init(&canvas);
    buffer_init(&text, NULL);
    (void)draw(p, ply, rows - 6, cols - 2, &canvas);
    buffer followed;
    buffer_init(&followed, NULL);
    if (ply > 0) {
        event(p, ply - 1, sentence, sizeof sentence);
        cli_story story = story_of(p, ply - 1);
        (void)cli_story_add(&story, "; ", "", &followed);
    }
    term_canvas_text(&canvas, p->show.tty.depth, &text);
    printf("\033[H\033[2J%s   %d of %d\n\n%s\n%s%s\n", p->r->g.title, ply,
           tsr_match_ply_count(p->match), buffer_text(&text), sentence, buffer_text(&followed));
    fflush(stdout);
    buffer_deinit(&followed);
    buffer_deinit(&text);
    term_canvas_deinit(&canvas);
}

typedef struct stepper {
    replay *p;
    int ply;
} stepper;

static void redraw_step(void *self) {
    const stepper *at = self;
    draw_step(at->p, at->ply);
}

// Where a line sends the reader; -1 = away.
static int next_step(const replay *p, int ply, const char *line) {
    tsr_in in = tsr_in_from(line);
    int64_t n = 0;
    int last = tsr_match_ply_count(p->match);
    if (tsr_take_int(&in, 0, last, &n)) {
        return (int)n;
    }
    switch (*line) {
    case 'q': return -1;
    case 'b':
    case 'p': return ply > 0 ? ply - 1 : 0;
    case 'f': return 0;
    case 'l': return last;
    default: return ply < last ? ply + 1 : last;
    }
}

static cli_exit step_through(replay *p) {
    stepper at = {p, 0};
    term_edit_host host = {.self = &at, .redraw = redraw_step};
    term_edit *edit = term_edit_new(&p->show.tty, &host);
    if (!edit) {
        cli_complain("the line editor cannot be started");
        return CLI_FILE;
    }
    term_signals_init();
    term_screen_open();
    while (at.ply >= 0) {
        const char *line = "q";
        draw_step(p, at.ply);
        term_input in =
            term_edit_read(edit, "Enter next, b back, f first, l last, a number, q quit: ", &line);
        at.ply = in == TERM_LINE ? next_step(p, at.ply, line) : -1;
    }
    term_screen_close();
    term_edit_free(edit);
    return term_interrupts() || term_terminated() ? CLI_INTERRUPTED : CLI_OK;
}

// --- Running -----------------------------------------------------------------------

static cli_exit show_match(replay *p) {
    int count = tsr_match_ply_count(p->match);
    p->viewer = p->v->seat ? (int)p->v->seat - 1 : TSR_WATCHER;
    if (p->v->seat > p->r->players) {
        cli_complain("there is no seat %d: the game has %d players", (int)p->v->seat,
                     p->r->players);
        return CLI_USAGE;
    }
    if (p->loaded.record.torn) {
        cli_complain("%s: the last line is incomplete and was ignored", p->loaded.path);
    }
    if (p->v->at > count) {
        cli_complain("--at %" PRId64 ": the record has only %d moves", p->v->at, count);
        return CLI_USAGE;
    }
    if (p->v->at >= 0) {
        return show_at(p, (int)p->v->at);
    }
    int on_screen = p->show.tty.in_tty && p->show.tty.out_tty && !p->show.tty.dumb;
    return p->v->step && on_screen && !p->v->json ? step_through(p) : show_all(p);
}

static cli_exit run(const cli_call *call) {
    replay p = {.v = call->values};
    cli_exit code = cli_table_init(&p.table, &p.v->game.plugin);
    if (code == CLI_OK) {
        code = cli_loaded_open(&p.loaded, &p.table, call->argv[0], NULL);
    }
    if (code == CLI_OK) {
        code = cli_loaded_match(&p.loaded, &p.table, (tsr_sink){0}, &p.match);
    }
    if (code == CLI_OK) {
        code = cli_show_init(&p.show, &p.v->show, &p.table.rules->g);
    }
    if (code == CLI_OK) {
        p.r = p.table.rules;
        p.state = tsr_mem_new(NULL, p.r->state_size);
        p.before = tsr_mem_new(NULL, p.r->state_size);
        code = p.state && p.before ? show_match(&p) : CLI_FILE;
        tsr_mem_free(NULL, p.state, p.r->state_size);
        tsr_mem_free(NULL, p.before, p.r->state_size);
    }
    tsr_match_close(p.match);
    cli_loaded_close(&p.loaded);
    cli_table_deinit(&p.table);
    return code;
}

const cli_command cli_cmd_replay = {
    .name = "replay",
    .usage = "FILE",
    .about = "Check a record and replay the game.",
    .examples = "  tessera replay game.tsr\n"
                "  tessera replay game.tsr --at 12\n"
                "  tessera replay game.tsr --step\n",
    .min_args = 1,
    .max_args = 1,
    .options = options,
    .option_count = CLI_COUNT(options),
    .values_size = sizeof(struct values),
    .run = run,
};
