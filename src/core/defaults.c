// SPDX-License-Identifier: MIT
//
// A function for each optional slot, in terms of the slots that every game has.
#include "core/defaults.h"

#include <stdio.h>
#include <string.h>

#include <tessera/rules.h>

static void close_nothing(tsr_rules *r) {
    (void)r;
}

static int chance_none(const tsr_rules *r, const void *s, tsr_move *out, uint32_t *weight) {
    (void)r, (void)s, (void)out, (void)weight;
    return 0;
}

static tsr_move sample_outcome(const tsr_rules *r, const void *s, tsr_rng *g) {
    tsr_move list[TSR_MAX_MOVES];
    uint32_t weight[TSR_MAX_MOVES];
    int n = r->g.chance(r, s, list, weight);
    uint32_t total = 0;
    for (int i = 0; i < n; i++) {
        total += weight[i];
    }
    if (n <= 0 || total == 0) {
        return TSR_NO_MOVE;
    }
    uint32_t at = tsr_rng_below(g, total);
    int i = 0;
    while (at >= weight[i]) {
        at -= weight[i++];
    }
    return list[i];
}

static tsr_move sample_listed(const tsr_rules *r, const void *s, int who, tsr_rng *g) {
    if (who == TSR_CHANCE) {
        return sample_outcome(r, s, g);
    }
    tsr_move list[TSR_MAX_MOVES];
    int n = r->g.moves(r, s, who, list);
    return n > 0 ? list[tsr_rng_below(g, (uint32_t)n)] : TSR_NO_MOVE;
}

static int why_not_listed(const tsr_rules *r, const void *s, int who, tsr_move m, tsr_line *out) {
    tsr_move list[TSR_MAX_MOVES];
    int n = r->g.moves(r, s, who, list);
    for (int i = 0; i < n; i++) {
        if (list[i] == m) {
            return tsr_say(out, 0);
        }
    }
    return tsr_say(out, TSR_LINE_NOT_LISTED);
}

static void view_copy(const tsr_rules *r, const void *s, int viewer, void *out) {
    (void)viewer;
    memmove(out, s, r->state_size);
}

static void guess_copy(const tsr_rules *r, const void *view, int viewer, tsr_rng *g, void *out) {
    (void)viewer, (void)g;
    memmove(out, view, r->state_size);
}

static tsr_move seen_all(const tsr_rules *r, const void *s, int who, tsr_move m, int viewer) {
    (void)r, (void)s, (void)who, (void)viewer;
    return m;
}

static uint64_t hash_state(const tsr_rules *r, const void *s) {
    return tsr_hash_bytes(s, r->state_size, 0);
}

// Without the game's own word on take-back nothing is taken back. The stamp says
// nothing then: it must be the same on a view as on the state.
static void info_plain(const tsr_rules *r, const void *s, tsr_info *out) {
    uint32_t turn = r->g.turn(r, s);
    int who = tsr_mover(turn);
    tsr_info info = {.round = 1, .flags = TSR_INFO_NO_TAKE_BACK};
    if (who == TSR_CHANCE) {
        info.ask = TSR_ASK_CHANCE;
        tsr_say(&info.prompt, TSR_LINE_DRAWING);
    } else if (who >= 0) {
        info.ask = TSR_ASK_MOVE;
        tsr_say(&info.prompt, TSR_LINE_YOUR_MOVE, TSR_PLAYER(who));
    } else {
        tsr_say(&info.prompt, TSR_LINE_OVER);
    }
    *out = info;
}

static void say_nothing(const tsr_rules *r, const void *s, int who, tsr_move m, tsr_line *out) {
    (void)r, (void)s, (void)who, (void)m;
    tsr_say(out, 0);
}

static int count_listed(const tsr_rules *r, const void *s, int who) {
    tsr_move list[TSR_MAX_MOVES];
    if (who == TSR_CHANCE) {
        uint32_t weight[TSR_MAX_MOVES];
        return r->g.chance(r, s, list, weight);
    }
    return r->g.moves(r, s, who, list);
}

static uint32_t playout_sampled(const tsr_rules *r, void *s, tsr_rng *g, uint32_t max_plies) {
    uint32_t plies = 0;
    while (plies < max_plies) {
        uint32_t turn = r->g.turn(r, s);
        if (turn == 0) {
            break;
        }
        int who = tsr_mover(turn);
        r->g.play(r, s, who, r->more.sample(r, s, who, g));
        plies++;
    }
    return plies;
}

static tsr_move picked_listed(const tsr_rules *r, const void *s, int who, const uint32_t *pick,
                              int picks) {
    tsr_move list[TSR_MAX_MOVES];
    int n = r->g.moves(r, s, who, list);
    for (int i = 0; i < n; i++) {
        tsr_picks path = {0};
        r->g.path(r, s, who, list[i], &path);
        if (path.picks == picks && memcmp(path.pick, pick, (size_t)picks * sizeof *pick) == 0) {
            return list[i];
        }
    }
    return TSR_NO_MOVE;
}

static int turn_parse_none(const tsr_rules *r, const void *s, int who, const char *text,
                           tsr_move *out, tsr_line *why) {
    (void)r, (void)s, (void)who, (void)text, (void)out, (void)why;
    return 0;
}

static int nodes_none(const tsr_rules *r, const void *s, int depth, int made, uint64_t *out) {
    (void)r, (void)s, (void)depth, (void)made, (void)out;
    return 0;
}

static int words_none(const tsr_rules *r, const void *s, int viewer, const tsr_item *item,
                      char *buf, size_t cap) {
    (void)r, (void)s, (void)viewer, (void)item;
    return snprintf(buf, cap, "%s", "");
}

static int parts_none(const tsr_rules *r, const void *s, tsr_part *out) {
    (void)r, (void)s, (void)out;
    return 0;
}

static int things_none(const tsr_rules *r, char *buf, size_t cap) {
    (void)r;
    return snprintf(buf, cap, "%s", "");
}

static int data_faults_none(const char *data, size_t size, const char *name, char *buf,
                            size_t cap) {
    (void)data, (void)size, (void)name;
    return snprintf(buf, cap, "%s", "");
}

static int data_wants_none(const char *data, size_t size, char *buf, size_t cap) {
    (void)data, (void)size;
    return snprintf(buf, cap, "%s", "");
}

static int action_none(const tsr_rules *r, const void *s, int who, tsr_move m, uint32_t *out) {
    (void)r, (void)s, (void)who, (void)m, (void)out;
    return 0;
}

static int action_number(const tsr_rules *r, uint32_t action, char *buf, size_t cap) {
    (void)r;
    return snprintf(buf, cap, "#%u", (unsigned)action);
}

#define DEFAULT(slot, function) g->slot = g->slot ? g->slot : (function)

void defaults_fill(tsr_game *g) {
    DEFAULT(close, close_nothing);
    DEFAULT(chance, chance_none);
    DEFAULT(why_not, why_not_listed);
    DEFAULT(view, view_copy);
    DEFAULT(guess, guess_copy);
    DEFAULT(seen, seen_all);
    DEFAULT(move_parse, tsr_move_read_listed);
    DEFAULT(info, info_plain);
}

void defaults_fill_more(tsr_game_more *g) {
    DEFAULT(say, say_nothing);
    // `told` stays empty: what is told then is found by comparing scenes (core/story.c), which
    // takes memory, and slots take none.
    DEFAULT(words, words_none);
    DEFAULT(parts, parts_none);
    DEFAULT(things, things_none);
    DEFAULT(data_faults, data_faults_none);
    DEFAULT(data_wants, data_wants_none);
    DEFAULT(picked, picked_listed);
    DEFAULT(turn_parse, turn_parse_none);
    DEFAULT(action, action_none);
    DEFAULT(action_text, action_number);
    DEFAULT(sample, sample_listed);
    DEFAULT(hash, hash_state);
    DEFAULT(count, count_listed);
    DEFAULT(playout, playout_sampled);
    DEFAULT(nodes, nodes_none);
}

#undef DEFAULT

int defaults_has_action(const tsr_game_more *g) {
    return g->action != action_none;
}

const char *defaults_missing(const tsr_game *g) {
#define REQUIRED(slot)                                                                             \
    if (!g->slot) {                                                                                \
        return #slot;                                                                              \
    }
    REQUIRED(open)
    REQUIRED(init)
    REQUIRED(turn)
    REQUIRED(moves)
    REQUIRED(play)
    REQUIRED(result)
    REQUIRED(move_text)
    REQUIRED(text)
    REQUIRED(parse)
    REQUIRED(check)
    REQUIRED(scene)
    REQUIRED(path)
#undef REQUIRED
    return NULL;
}
