// SPDX-License-Identifier: MIT
//
// Words that read the scene aloud: where is a thing, what lies at a place, how
// do the scores stand. They work for every game, and for people who cannot see
// the picture.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tessera/text.h>

#include "cli/session.h"
#include "cli/things.h"
#include "term/scene_view.h"

static tsr_err take_scene(session *s, tsr_scene *sc) {
    int viewer = session_viewer(s);
    memset(sc, 0, sizeof *sc);
    tsr_match_view(s->match, viewer, s->view);
    return tsr_scene_take(s->r, s->view, viewer, NULL, sc);
}

// Whether `text` contains `part`, in any case.
static int contains(const char *text, const char *part) {
    size_t n = strlen(part);
    for (; *text; text++) {
        size_t i = 0;
        while (i < n && tolower((unsigned char)text[i]) == tolower((unsigned char)part[i])) {
            i++;
        }
        if (i == n) {
            return 1;
        }
    }
    return n == 0;
}

static void add_item(const tsr_scene *sc, const tsr_item *item, buffer *out) {
    const char *zone = sc->text + sc->zones[item->zone].label;
    const char *label = sc->text + item->label;
    buffer_addf(out, "  %s%s%s", zone, *zone ? ": " : "", label);
    if (item->count > 1) {
        buffer_addf(out, " (%u)", item->count);
    }
    buffer_add_text(out, "\n");
}

void session_where(session *s, const char *words) {
    tsr_scene sc;
    buffer text;
    if (!*words) {
        session_note(s, "'where' needs a name, for example: where king");
        return;
    }
    buffer_init(&text, NULL);
    if (take_scene(s, &sc) == TSR_OK) {
        for (uint32_t i = 0; i < sc.item_count; i++) {
            if (contains(sc.text + sc.items[i].label, words)) {
                add_item(&sc, &sc.items[i], &text);
            }
        }
    }
    if (text.size > 0) {
        session_answer(s, "where", buffer_text(&text));
    } else {
        session_note(s, "there is no item called '%.60s'", words);
    }
    buffer_deinit(&text);
    tsr_scene_free(NULL, &sc);
}

// --- Places --------------------------------------------------------------------------

// Reads "1,2" or "c3" as a place of `zone`.
static int read_place(const tsr_zone *zone, const char *text, int *row, int *col) {
    tsr_in in = tsr_in_from(text);
    int64_t a = 0, b = 0;
    if (zone->coords == TSR_COORDS_NUMBERS) {
        if (!tsr_take_int(&in, 0, 999, &a) || !tsr_take_char(&in, ',') ||
            !tsr_take_int(&in, 0, 999, &b)) {
            return 0;
        }
        *row = (int)a;
        *col = (int)b;
        return tsr_at_end(&in);
    }
    if (zone->coords != TSR_COORDS_LETTERS || !isalpha((unsigned char)*in.at)) {
        return 0;
    }
    while (isalpha((unsigned char)*in.at)) {
        b = b * 26 + (tolower((unsigned char)*in.at++) - 'a' + 1);
    }
    if (!tsr_take_int(&in, 1, zone->rows, &a) || !tsr_at_end(&in)) {
        return 0;
    }
    *row = zone->rows - (int)a;
    *col = (int)b - 1;
    return 1;
}

static void add_place(const tsr_scene *sc, uint32_t zone, int row, int col, buffer *out) {
    for (uint32_t i = 0; i < sc->item_count; i++) {
        const tsr_item *item = &sc->items[i];
        if (item->zone == zone && item->row == row && item->col == col) {
            add_item(sc, item, out);
        }
    }
}

// Adds what the things say whose name has `words` in it, or is just that; returns how many.
static int add_things(session *s, const char *words, int exact, buffer *out) {
    char name[128], says[2048];
    thing it;
    things all;
    int count = 0;
    if (!*words || !things_open(&all, s->r)) {
        return 0;
    }
    while (things_next(&all, &it)) {
        (void)thing_member(&it, "name", name, sizeof name);
        int named = contains(name, words) && (!exact || strlen(name) == strlen(words));
        if (named && thing_member(&it, "text", says, sizeof says)) {
            buffer_addf(out, "  %s: %s\n", name, says);
            count++;
        }
    }
    things_close(&all);
    return count;
}

// What the cards of that name say, on the table or not.
static int add_cards(session *s, const char *words, buffer *out) {
    int named = add_things(s, words, 1, out);
    return named ? named : add_things(s, words, 0, out);
}

void session_what(session *s, const char *place) {
    tsr_scene sc;
    buffer text;
    buffer_init(&text, NULL);
    int is_card = add_cards(s, place, &text) > 0;
    if (take_scene(s, &sc) == TSR_OK) {
        for (uint32_t z = 0; !is_card && z < sc.zone_count; z++) {
            int row, col;
            if (read_place(&sc.zones[z], place, &row, &col)) {
                add_place(&sc, z, row, col, &text);
            } else if (*place && contains(sc.text + sc.zones[z].label, place)) {
                for (uint32_t i = 0; i < sc.item_count; i++) {
                    if (sc.items[i].zone == z) {
                        add_item(&sc, &sc.items[i], &text);
                    }
                }
            }
        }
    }
    for (uint32_t i = 0; text.size == 0 && *place && i < sc.item_count; i++) {
        if (contains(sc.text + sc.items[i].label, place)) {
            add_item(&sc, &sc.items[i], &text);
            break; // what a thing is, not where all of them are
        }
    }
    if (text.size > 0) {
        session_answer(s, "what", buffer_text(&text));
    } else {
        session_note(s,
                     "there is no cell or item '%.60s'; cells are written as at the margin of "
                     "the board",
                     place);
    }
    buffer_deinit(&text);
    tsr_scene_free(NULL, &sc);
}

// --- The score sheet -------------------------------------------------------------------

enum { SHEET_ROUNDS = 128 };

// What everybody won and lost in each round, by what was told.
typedef struct sheet {
    long points[SHEET_ROUNDS][TSR_MAX_PLAYERS];
    int rounds; // the last one with anything in it
} sheet;

static void add_row(const session *s, const char *name, const long *points, buffer *out) {
    buffer_addf(out, "  %-20s", name);
    for (int i = 0; i < s->r->players; i++) {
        buffer_addf(out, " %8ld", points[i]);
    }
    buffer_add_text(out, "\n");
}

static void add_ply(session *s, int ply, int viewer, sheet *out) {
    tsr_story story = {0};
    tsr_info info;
    tsr_ply made = tsr_match_ply(s->match, ply);
    void *after = tsr_mem_new(NULL, s->r->state_size);
    if (!after) {
        return;
    }
    memset(&info, 0, sizeof info);
    tsr_match_state_at(s->match, ply, s->view);
    tsr_match_state_at(s->match, ply + 1, after);
    tsr_move seen = s->r->g.seen(s->r, s->view, made.who, made.move, viewer);
    s->r->g.view(s->r, s->view, viewer, s->view);
    s->r->g.view(s->r, after, viewer, after);
    s->r->g.info(s->r, s->view, &info);
    int row = info.round < SHEET_ROUNDS ? info.round : SHEET_ROUNDS - 1;
    if (tsr_story_take(s->r, s->view, made.who, seen, after, viewer, NULL, &story) == TSR_OK) {
        for (uint32_t i = 0; i < story.count; i++) {
            const tsr_event *e = &story.events[i];
            if (e->points && e->who < s->r->players) {
                out->points[row][e->who] += e->points;
                out->rounds = row > out->rounds ? row : out->rounds;
            }
        }
    }
    tsr_story_free(NULL, &story);
    tsr_mem_free(NULL, after, s->r->state_size);
}

// A game that tells reasons only has turns, which are no rounds.
static int tells_rounds(const tsr_rules *r) {
    return r->more.told && !(r->g.flags & TSR_TELLS_REASONS);
}

// Round by round, for games that have rounds and tell of their points.
static void add_rounds(session *s, buffer *out) {
    sheet *all = calloc(1, sizeof *all);
    int viewer = session_viewer(s);
    for (int i = 0; all && tells_rounds(s->r) && i < tsr_match_ply_count(s->match); i++) {
        add_ply(s, i, viewer, all);
    }
    for (int round = 1; all && all->rounds > 1 && round <= all->rounds; round++) {
        char name[32];
        snprintf(name, sizeof name, "round %d", round);
        add_row(s, name, all->points[round], out);
    }
    free(all);
}

static void add_parts(session *s, buffer *out) {
    tsr_part part[TSR_MAX_PARTS];
    int count = s->r->more.parts(s->r, s->view, part);
    for (int i = 0; i < count && i < TSR_MAX_PARTS; i++) {
        long points[TSR_MAX_PLAYERS] = {0};
        for (int p = 0; p < s->r->players; p++) {
            points[p] = part[i].points[p];
        }
        add_row(s, part[i].name, points, out);
    }
}

void session_scores(session *s) {
    tsr_result result[TSR_MAX_PLAYERS] = {{0}};
    long points[TSR_MAX_PLAYERS] = {0};
    buffer text;
    buffer_init(&text, NULL);
    buffer_addf(&text, "  %-20s", "");
    for (int i = 0; i < s->r->players; i++) {
        buffer_addf(&text, " %8.8s", s->player[i].name);
    }
    buffer_add_text(&text, "\n");
    add_rounds(s, &text);
    tsr_match_view(s->match, session_viewer(s), s->view);
    add_parts(s, &text);
    s->r->g.result(s->r, s->view, result);
    for (int i = 0; i < s->r->players; i++) {
        points[i] = result[i].score;
    }
    add_row(s, "score", points, &text);
    session_answer(s, "scores", buffer_text(&text));
    buffer_deinit(&text);
}
