// SPDX-License-Identifier: MIT
//
// Whisper: a small game with everything hidden that hot-seat play must cover, and
// agents that misbehave or take their time. For the program's tests.
//
// Everybody is dealt a hidden card from 1 to 5. In turn, each keeps it or swaps it
// for another. Then all bet at once, in secret, "high" or "low". After the reveal
// a high bet scores the card, a low bet 6 minus the card.

#define _POSIX_C_SOURCE 200809L
#include <stdlib.h>
#include <unistd.h>

#include <tessera/plugin.h>
#include <tessera/rules.h>
#include <tessera/text.h>

enum { DEAL, KEEP, REDEAL, BET, REVEAL, OVER };
enum { M_CARD = 1, M_KEEP, M_SWAP, M_BET, M_REVEAL };
enum { LOW = 1, HIGH };
enum { L_WAITS = 1, L_BETS, L_DEALT, L_NO };
enum { MAX = 4 };

typedef struct state {
    uint8_t stage, mover, answered, pad;
    uint8_t card[MAX], bet[MAX]; // 0 = none, or not known to the viewer
    uint32_t stamp;
} state;

static tsr_err open_game(tsr_rules *r, const char *data, size_t size, tsr_error *err) {
    (void)data, (void)size, (void)err;
    r->state_size = sizeof(state);
    r->max_moves = 8;
    r->max_chance = 5;
    r->max_plies = 40;
    return TSR_OK;
}

static void init(const tsr_rules *r, void *out) {
    (void)r;
    memset(out, 0, sizeof(state));
}

static uint32_t turn(const tsr_rules *r, const void *p) {
    const state *s = p;
    switch (s->stage) {
    case DEAL:
    case REDEAL:
    case REVEAL: return 1u << TSR_CHANCE;
    case KEEP: return 1u << s->mover;
    case BET: return ((1u << r->players) - 1) & ~(uint32_t)s->answered;
    default: return 0;
    }
}

static int moves(const tsr_rules *r, const void *p, int who, tsr_move *out) {
    const state *s = p;
    if (!(turn(r, p) >> who & 1u)) {
        return 0;
    }
    out[0] = tsr_move_of(s->stage == KEEP ? M_KEEP : M_BET, s->stage == BET ? LOW : 0, 0, 0, 0);
    out[1] = tsr_move_of(s->stage == KEEP ? M_SWAP : M_BET, s->stage == BET ? HIGH : 0, 0, 0, 0);
    return 2;
}

static int chance(const tsr_rules *r, const void *p, tsr_move *out, uint32_t *weight) {
    const state *s = p;
    int n = s->stage == REVEAL ? 1 : 5;
    (void)r;
    for (int i = 0; i < n; i++) {
        out[i] = tsr_move_of(s->stage == REVEAL ? M_REVEAL : M_CARD, s->stage == REVEAL ? 0 : i + 1,
                             0, 0, 0);
        weight[i] = 1;
    }
    return n;
}

static void next_keeper(const tsr_rules *r, state *s) {
    s->stage = s->mover + 1 < r->players ? KEEP : BET;
    s->mover = s->stage == KEEP ? (uint8_t)(s->mover + 1) : 0;
}

static void play(const tsr_rules *r, void *p, int who, tsr_move m) {
    state *s = p;
    switch (tsr_move_byte(m, 0)) {
    case M_CARD:
        s->card[s->mover] = (uint8_t)tsr_move_byte(m, 1);
        if (s->stage == REDEAL) {
            next_keeper(r, s);
        } else if (s->mover + 1 < r->players) {
            s->mover++;
        } else {
            s->mover = 0;
            s->stage = KEEP;
        }
        break;
    case M_KEEP: next_keeper(r, s); break;
    case M_SWAP: s->stage = REDEAL; break;
    case M_BET:
        s->bet[who] = (uint8_t)tsr_move_byte(m, 1);
        s->answered |= (uint8_t)(1u << who);
        s->stage = s->answered == (1u << r->players) - 1 ? REVEAL : BET;
        break;
    default: s->stage = OVER; break;
    }
    s->stamp++;
}

static void view(const tsr_rules *r, const void *p, int viewer, void *out) {
    state s = *(const state *)p;
    for (int i = 0; i < r->players && s.stage != OVER; i++) {
        if (i != viewer) {
            s.card[i] = s.bet[i] = 0;
        }
    }
    memcpy(out, &s, sizeof s);
}

static void guess(const tsr_rules *r, const void *v, int viewer, tsr_rng *g, void *out) {
    state s = *(const state *)v;
    for (int i = 0; i < r->players && s.stage != OVER; i++) {
        int dealt = s.stage > DEAL || i < s.mover;
        if (i != viewer) {
            s.card[i] = dealt ? (uint8_t)(1 + tsr_rng_below(g, 5)) : 0;
            s.bet[i] = s.answered >> i & 1u ? (uint8_t)(1 + tsr_rng_below(g, 2)) : 0;
        }
    }
    memcpy(out, &s, sizeof s);
}

static tsr_move seen(const tsr_rules *r, const void *p, int who, tsr_move m, int viewer) {
    const state *s = p;
    int kind = tsr_move_byte(m, 0);
    (void)r;
    if ((kind == M_CARD && viewer != s->mover) || (kind == M_BET && viewer != who)) {
        return TSR_HIDDEN | (tsr_move)kind;
    }
    return m;
}

static void result(const tsr_rules *r, const void *p, tsr_result *out) {
    const state *s = p;
    memset(out, 0, sizeof *out * r->players);
    for (int i = 0; s->stage == OVER && i < r->players; i++) {
        out[i].score = s->bet[i] == HIGH ? s->card[i] : 6 - s->card[i];
    }
    for (int i = 0; s->stage == OVER && i < r->players; i++) {
        out[i].rank = 1;
        for (int k = 0; k < r->players; k++) {
            out[i].rank = (uint8_t)(out[i].rank + (out[k].score > out[i].score));
        }
    }
}

static int move_text(const tsr_rules *r, const void *s, int who, tsr_move m, char *buf,
                     size_t cap) {
    tsr_out o = tsr_out_to(buf, cap);
    int a = tsr_move_byte(m, 1);
    (void)r, (void)s, (void)who;
    switch (tsr_move_byte(m, 0)) {
    case M_CARD: tsr_putf(&o, m & TSR_HIDDEN ? "card ?" : "card %d", a); break;
    case M_KEEP: tsr_put(&o, "keep"); break;
    case M_SWAP: tsr_put(&o, "swap"); break;
    case M_BET: tsr_put(&o, m & TSR_HIDDEN ? "bet" : a == HIGH ? "high" : "low"); break;
    default: tsr_put(&o, "reveal"); break;
    }
    return tsr_out_end(&o);
}

static int text(const tsr_rules *r, const void *p, char *buf, size_t cap) {
    const unsigned char *b = p;
    tsr_out o = tsr_out_to(buf, cap);
    (void)r;
    for (size_t i = 0; i < sizeof(state); i++) {
        tsr_putf(&o, "%02x", b[i]);
    }
    return tsr_out_end(&o);
}

static tsr_err parse(const tsr_rules *r, const char *t, void *out, tsr_error *err) {
    unsigned char bytes[sizeof(state)];
    (void)r, (void)err;
    for (size_t i = 0; i < sizeof bytes; i++) {
        unsigned value = 0;
        for (int k = 0; k < 2; k++, t++) {
            const char *digits = "0123456789abcdef", *at = *t ? strchr(digits, *t) : NULL;
            if (!at) {
                return TSR_ERR_PARSE;
            }
            value = value * 16 + (unsigned)(at - digits);
        }
        bytes[i] = (unsigned char)value;
    }
    if (*t) {
        return TSR_ERR_PARSE;
    }
    memcpy(out, bytes, sizeof bytes);
    return TSR_OK;
}

static int check(const tsr_rules *r, const void *p, tsr_line *out) {
    const state *s = p;
    return s->stage > OVER || s->mover >= r->players ? tsr_say(out, L_NO) : 0;
}

static void info(const tsr_rules *r, const void *p, tsr_info *out) {
    const state *s = p;
    (void)r;
    memset(out, 0, sizeof *out);
    out->stamp = s->stamp;
    out->round = 1;
    out->ask = s->stage == OVER ? TSR_ASK_OVER : TSR_ASK_MOVE;
    if (s->stage == KEEP) {
        (void)tsr_say(&out->prompt, L_WAITS, TSR_PLAYER(s->mover));
    } else if (s->stage == BET) {
        (void)tsr_say(&out->prompt, L_BETS);
    }
}

static void scene(const tsr_rules *r, const void *p, int viewer, tsr_scene *out) {
    const state *s = p;
    (void)viewer;
    for (int i = 0; i < r->players; i++) {
        tsr_zone group = {.kind = TSR_ZONE_GROUP, .owner = (uint8_t)i, .parent = -1};
        int16_t g = tsr_add_zone(out, group, "player %d", i + 1);
        tsr_zone hand = {.kind = TSR_ZONE_HAND, .owner = (uint8_t)i, .parent = g};
        tsr_item card = {.kind = TSR_ITEM_CARD, .owner = (uint8_t)i};
        card.zone = (uint16_t)tsr_add_zone(out, hand, "hand");
        if (s->card[i]) {
            tsr_add_item(out, card, "", "card %d", s->card[i]);
        } else {
            card.flags = TSR_ITEM_FACE_DOWN;
            tsr_add_item(out, card, "", "a hidden card");
        }
    }
    tsr_zone actions = {.kind = TSR_ZONE_ACTIONS, .owner = TSR_NOBODY, .parent = -1};
    tsr_item button = {.kind = TSR_ITEM_BUTTON, .owner = TSR_NOBODY};
    button.zone = (uint16_t)tsr_add_zone(out, actions, "actions");
    button.ref = 1;
    tsr_add_item(out, button, "", "%s", s->stage == KEEP ? "keep" : "low");
    button.ref = 2;
    tsr_add_item(out, button, "", "%s", s->stage == KEEP ? "swap" : "high");
}

static int path(const tsr_rules *r, const void *s, int who, tsr_move m, tsr_picks *out) {
    (void)r, (void)s, (void)who;
    int kind = tsr_move_byte(m, 0);
    tsr_pick(out, kind == M_SWAP || (kind == M_BET && tsr_move_byte(m, 1) == HIGH) ? 2 : 1);
    return out->picks;
}

static const char *const lines[] = {NULL, "{0}: keep or swap", "all bet: high or low",
                                    "a card is dealt", "not possible"};

static const tsr_game whisper = {
    .size = sizeof(tsr_game),
    .abi = TSR_ABI,
    .name = "whisper",
    .title = "Whisper",
    .about = "hidden cards and secret bets",
    .rules_version = 1,
    .flags = TSR_HAS_CHANCE | TSR_HAS_HIDDEN | TSR_HAS_SIMULTANEOUS,
    .min_players = 2,
    .max_players = MAX,
    .line_count = sizeof lines / sizeof lines[0],
    .lines = lines,
    .open = open_game,
    .init = init,
    .turn = turn,
    .moves = moves,
    .chance = chance,
    .play = play,
    .view = view,
    .guess = guess,
    .seen = seen,
    .result = result,
    .move_text = move_text,
    .text = text,
    .parse = parse,
    .check = check,
    .info = info,
    .scene = scene,
    .path = path,
};

// --- Agents that misbehave -----------------------------------------------------------

// Gives no answer at all.
static tsr_err choose_nothing(tsr_agent *a, const tsr_query *q, tsr_move *out, tsr_error *err) {
    (void)a, (void)q, (void)out, (void)err;
    return TSR_ERR_AGENT;
}

// Answers with nonsense.
static tsr_err choose_nonsense(tsr_agent *a, const tsr_query *q, tsr_move *out, tsr_error *err) {
    (void)a, (void)q, (void)err;
    *out = 0x7fffffffffffffffu;
    return TSR_OK;
}

// Fails unless what it was told agrees with what it is shown: each event's view must be
// the view of the question that follows, and no other seat's card may be in it.
typedef struct listener {
    unsigned char last[sizeof(state)];
    int heard;
} listener;

static tsr_err open_listener(tsr_agent *a, tsr_error *err) {
    (void)err;
    a->self = tsr_mem_new(a->alloc, sizeof(listener));
    return a->self ? TSR_OK : TSR_ERR_MEMORY;
}

static void close_listener(tsr_agent *a) {
    tsr_mem_free(a->alloc, a->self, sizeof(listener));
}

static void start_listener(tsr_agent *a, int who) {
    listener *l = a->self;
    (void)who;
    memset(l, 0, sizeof *l);
}

static void hear(tsr_agent *a, int by, tsr_move what, const void *shown) {
    listener *l = a->self;
    (void)by, (void)what;
    memcpy(l->last, shown,
           a->rules->state_size < sizeof l->last ? a->rules->state_size : sizeof l->last);
    l->heard++;
}

static tsr_err choose_checked(tsr_agent *a, const tsr_query *q, tsr_move *out, tsr_error *err) {
    const listener *l = a->self;
    const state *s = q->view;
    tsr_move list[8];
    (void)err;
    if (a->rules->state_size != sizeof(state) || l->heard == 0 ||
        memcmp(l->last, q->view, sizeof(state)) != 0) {
        return TSR_ERR_AGENT;
    }
    for (int i = 0; i < a->rules->players; i++) {
        if (i != q->who && (s->card[i] || s->bet[i])) {
            return TSR_ERR_AGENT;
        }
    }
    a->rules->g.moves(a->rules, q->view, q->who, list);
    *out = list[q->seed & 1];
    return TSR_OK;
}

// Plays at random, and after so many moves as WHISPER_HOLD says waits to be killed, so that a kill
// finds it in mid-game.
static tsr_err choose_slowly(tsr_agent *a, const tsr_query *q, tsr_move *out, tsr_error *err) {
    static int made;
    const char *hold = getenv("WHISPER_HOLD");
    tsr_move list[TSR_MAX_MOVES];
    int count = a->rules->g.moves(a->rules, q->view, q->who, list);
    (void)err;
    if (hold && made++ >= (int)strtol(hold, NULL, 10)) {
        pause();
    }
    *out = list[q->seed % (uint64_t)count];
    return TSR_OK;
}

static const tsr_agent_type slow = {.size = sizeof(tsr_agent_type),
                                    .abi = TSR_ABI,
                                    .name = "slow",
                                    .about = "plays at random; can be held",
                                    .choose = choose_slowly};
static const tsr_agent_type mute = {.size = sizeof(tsr_agent_type),
                                    .abi = TSR_ABI,
                                    .name = "mute",
                                    .about = "never answers",
                                    .choose = choose_nothing};
static const tsr_agent_type liar = {.size = sizeof(tsr_agent_type),
                                    .abi = TSR_ABI,
                                    .name = "liar",
                                    .about = "always answers nonsense",
                                    .choose = choose_nonsense};
static const tsr_agent_type ear = {.size = sizeof(tsr_agent_type),
                                   .abi = TSR_ABI,
                                   .name = "ear",
                                   .about = "plays whisper, and fails if it is told wrong",
                                   .game = "whisper",
                                   .open = open_listener,
                                   .close = close_listener,
                                   .start = start_listener,
                                   .event = hear,
                                   .choose = choose_checked};

const tsr_plugin *tessera_plugin(uint32_t host_abi) {
    static const tsr_game *const games[] = {&whisper};
    static const tsr_agent_type *const agents[] = {&mute, &liar, &ear, &slow};
    static const tsr_plugin plugin = {sizeof plugin, TSR_ABI, 1, 4, games, agents, 0, 0, NULL};
    (void)host_abi;
    return &plugin;
}
