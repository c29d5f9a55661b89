// SPDX-License-Identifier: MIT
#include "unicorns/mind.h"

#include <string.h>

// --- What cards are worth ------------------------------------------------------------

// Tiers from players' experience, 0 the best.
static const char *const tiers[8][14] = {
    {"Extremely Fertile Unicorn", "Seductive Unicorn", "Zombie Unicorn", "Super Neigh",
     "Double Dutch", "Unicorn Lasso", "Yay"},
    {"Alluring Narwhal", "Majestic Flying Unicorn", "Queen Bee Unicorn", "Swift Flying Unicorn",
     "Mystical Vortex", "Two-for-one", "Neigh", "Glitter Bomb", "Rainbow Mane", "Summoning Ritual",
     "Tiny Stable"},
    {"Narwhal", "Americorn", "Angel Unicorn", "Classy Narwhal", "Magical Flying Unicorn",
     "Mermaid Unicorn", "Narwhal Torpedo", "Rainbow Unicorn", "Blatant Thievery", "Glitter Tornado",
     "Barbed Wire"},
    {"Annoying Flying Unicorn", "Greedy Flying Unicorn", "Shabby The Narwhal", "The Great Narwhal",
     "Unicorn On The Cob", "Unicorn Phoenix", "Back Kick", "Extra Tail"},
    {"Chainsaw Unicorn", "Extremely Destructive Unicorn", "Unfair Bargain", "Unicorn Shrinkray",
     "Unicorn Swap", "Sadistic Ritual"},
    {"Black Knight Unicorn", "Magical Kittencorn", "Rhinocorn", "Stabby The Unicorn",
     "Change of Luck", "Good Deal", "Re-target", "Unicorn Poison", "Slowdown"},
    {"Ginormous Unicorn", "Llamacorn", "Shark With A Horn", "Targeted Destruction", "Rainbow Aura",
     "Blinding Light"},
    {"Baby Unicorn", "Baby Narwhal", "Basic Unicorn", "Puppicorn", "Reset Button", "Shake Up",
     "Broken Stable", "Pandamonium"},
};

// By its tier; -1 = nobody has ranked it.
static int tier_worth(const tsr_unicorns_kind *kind) {
    for (int tier = 0; tier < 8; tier++) {
        for (int i = 0; i < 14 && tiers[tier][i]; i++) {
            if (strcmp(tiers[tier][i], kind->name) == 0) {
                return (8 - tier) * 125;
            }
        }
    }
    return -1;
}

static int worth_of(const tsr_rules *r, int kind, int reads) {
    static const int by_class[] = {100, 200, 500, 400, 800, 600, 500};
    tsr_unicorns_kind k = tsr_unicorns_kind_at(r, kind);
    int ranked = tier_worth(&k);
    return ranked >= 0 ? ranked : reads ? tsr_unicorns_worth(r, kind) : by_class[k.class_];
}

static int class_of(const tsr_rules *r, int kind) {
    return tsr_unicorns_kind_at(r, kind).class_;
}

static int is_unicorn(const tsr_rules *r, int kind) {
    return class_of(r, kind) <= TSR_UNICORNS_MAGICAL;
}

// What a card in a stable does for its owner: unicorns count, downgrades harm.
static int stable_worth(const mind *m, const tsr_rules *r, int kind) {
    tsr_unicorns_kind k = tsr_unicorns_kind_at(r, kind);
    switch (k.class_) {
    case TSR_UNICORNS_DOWNGRADE: return -500 - m->worth[kind];
    case TSR_UNICORNS_UPGRADE: return 300 + m->worth[kind];
    default: return 1000 * k.value + m->worth[kind] / 2;
    }
}

// --- The others ------------------------------------------------------------------------

// How dangerous a player is to `me`: near 1000 when about to win. The leader counts
// more than the rest, by the grudge.
static int danger(const mind *m, int me, int p) {
    const tsr_unicorns *t = &m->table;
    int best = 0;
    if (p == me) {
        return 0;
    }
    for (int q = 0; q < t->players; q++) {
        best = q != me && t->seat[q].value > best ? t->seat[q].value : best;
    }
    int near = 1000 * t->seat[p].value / t->goal;
    int leads = t->seat[p].value == best ? m->grudge : 0;
    return near * near / 1000 + 20 * t->seat[p].hand_size + leads;
}

// An unknown card in a hand counts as an average one.
enum { UNKNOWN_CARD = 450 };

// What the hand of `p` is worth to whoever takes a card from it.
static int hand_worth(const mind *m, const tsr_rules *r, int p) {
    const tsr_unicorns_seat *seat = &m->table.seat[p];
    int sum = UNKNOWN_CARD * (seat->hand_size - seat->known);
    for (int k = 0; k < tsr_unicorns_kind_count(r); k++) {
        sum += seat->hand[k] * m->worth[k];
    }
    return sum;
}

static int best_known(const mind *m, const tsr_rules *r, int p) {
    const tsr_unicorns_seat *seat = &m->table.seat[p];
    int best = seat->hand_size > seat->known ? UNKNOWN_CARD : 0;
    for (int k = 0; k < tsr_unicorns_kind_count(r); k++) {
        best = seat->hand[k] && m->worth[k] > best ? m->worth[k] : best;
    }
    return best;
}

// --- Playing ----------------------------------------------------------------------------

// The player on whom a downgrade does most good.
static int score_downgrade(const mind *m, int me, int kind, int p) {
    return p == me ? -10000 : 1500 + m->worth[kind] + danger(m, me, p);
}

static int score_magic(const mind *m, const tsr_rules *r, int me, int kind) {
    const tsr_unicorns *t = &m->table;
    const char *name = tsr_unicorns_kind_at(r, kind).name;
    int best = 0;
    for (int p = 0; p < t->players; p++) {
        best = danger(m, me, p) > best ? danger(m, me, p) : best;
    }
    if (strcmp(name, "Unfair Bargain") == 0) { // a bad hand for a good one
        int mine = hand_worth(m, r, me) - m->worth[kind], theirs = 0;
        for (int p = 0; p < t->players; p++) {
            int w = p == me ? 0 : hand_worth(m, r, p);
            theirs = w > theirs ? w : theirs;
        }
        return 1000 + theirs - mine;
    }
    if (strcmp(name, "Reset Button") == 0) {
        int swing = 0;
        for (int p = 0; p < t->players; p++) {
            for (int i = 0; i < t->seat[p].stable_count; i++) {
                int k = tsr_unicorns_kind_of(r, t->seat[p].stable[i]);
                int lost = !is_unicorn(r, k);
                swing += lost ? (p == me ? -10 : 3) * stable_worth(m, r, k) / 10 : 0;
            }
        }
        return 1000 + swing;
    }
    if (strcmp(name, "Shake Up") == 0) {
        return 2200 - hand_worth(m, r, me) / 2;
    }
    return 1000 + m->worth[kind] + best * 8 / 10;
}

static int score_resident(const mind *m, const tsr_rules *r, int me, int kind, int p) {
    const tsr_unicorns *t = &m->table;
    tsr_unicorns_kind k = tsr_unicorns_kind_at(r, kind);
    if (k.class_ == TSR_UNICORNS_DOWNGRADE) {
        return score_downgrade(m, me, kind, p);
    }
    if (p != me) {
        return -10000; // never a gift
    }
    if (k.class_ == TSR_UNICORNS_UPGRADE) {
        return 1600 + m->worth[kind];
    }
    if (t->seat[me].has_pandas) {
        return 900 + m->worth[kind] / 2;
    }
    int wins = t->seat[me].value + k.value >= t->goal ? 10000 : 0;
    return 2000 + 400 * k.value + m->worth[kind] * 6 / 10 + wins;
}

static int score_play(const mind *m, const tsr_rules *r, int me, tsr_unicorns_move move) {
    return move.player < 0 ? score_magic(m, r, me, move.kind)
                           : score_resident(m, r, me, move.kind, move.player);
}

// --- Answering --------------------------------------------------------------------------

// How much `me` wants the card at the bottom of the stack to happen: -1 to 1, beyond
// when the game is at stake.
static int wish(const mind *m, const tsr_rules *r, int me) {
    const tsr_unicorns *t = &m->table;
    tsr_unicorns_kind k = tsr_unicorns_kind_at(r, t->bottom_kind);
    int worth = m->worth[t->bottom_kind];
    int whose = t->bottom_stable >= 0 ? t->bottom_stable : t->bottom_caster;
    if (is_unicorn(r, t->bottom_kind) && !t->seat[whose].has_pandas &&
        t->seat[whose].value + k.value >= t->goal) {
        return whose == me ? 3000 : -3000;
    }
    if (k.class_ == TSR_UNICORNS_DOWNGRADE) {
        return whose == me ? -300 - worth * 7 / 10 : t->bottom_caster == me ? worth : 200;
    }
    if (whose == me) {
        return t->bottom_caster == me ? 200 + worth * 6 / 10 : 100;
    }
    return -worth * (350 + danger(m, me, whose) * 65 / 100) / 1000;
}

// An answer turns round whether the bottom card happens.
static int score_answer(const mind *m, const tsr_rules *r, int me, int kind) {
    int happens = (m->table.stack_count - 1) % 2 == 0;
    int now = wish(m, r, me) * (happens ? 1 : -1);
    return -now - m->patience - m->worth[kind] / 10; // passing scores 0
}

// --- Inside a chain -----------------------------------------------------------------------

// What `me` gains if a card of `p` leaves its stable.
static int gain_of_loss(const mind *m, const tsr_rules *r, int me, int kind, int p) {
    int w = stable_worth(m, r, kind);
    return p == me ? -w - 1000 : w * (400 + danger(m, me, p)) / 1000;
}

static int lowest_price(const mind *m, const tsr_rules *r, int me) {
    const tsr_unicorns_seat *seat = &m->table.seat[me];
    int least = 9000;
    for (int i = 0; i < seat->stable_count; i++) {
        int w = stable_worth(m, r, tsr_unicorns_kind_of(r, seat->stable[i]));
        least = w < least ? w : least;
    }
    return least;
}

static int best_prey(const mind *m, const tsr_rules *r, int me) {
    int best = 0;
    for (int p = 0; p < m->table.players; p++) {
        for (int i = 0; p != me && i < m->table.seat[p].stable_count; i++) {
            int kind = tsr_unicorns_kind_of(r, m->table.seat[p].stable[i]);
            int gain = gain_of_loss(m, r, me, kind, p);
            best = gain > best ? gain : best;
        }
    }
    return best;
}

// Whether to use an optional effect. Nearly always; a few have a price.
static int score_yes(const mind *m, const tsr_rules *r, int me) {
    const tsr_unicorns *t = &m->table;
    const char *name = t->source >= 0 ? tsr_unicorns_kind_at(r, t->source).name : "";
    int self = t->source >= 0 ? stable_worth(m, r, t->source) : 0;
    if (t->ask == TSR_UNICORNS_INSTEAD) {
        return stable_worth(m, r, t->target) - (t->source == t->target ? 400 : self);
    }
    if (strcmp(name, "Glitter Bomb") == 0) {
        return best_prey(m, r, me) - lowest_price(m, r, me);
    }
    if (strcmp(name, "Shark With A Horn") == 0) {
        return best_prey(m, r, me) - self;
    }
    if (strcmp(name, "Rhinocorn") == 0) { // costs the turn
        return best_prey(m, r, me) - 1200;
    }
    if (strcmp(name, "Angel Unicorn") == 0) {
        int best = 0;
        for (int k = 0; k < tsr_unicorns_kind_count(r); k++) {
            int w = t->discard[k] && is_unicorn(r, k) ? stable_worth(m, r, k) : 0;
            best = w > best ? w : best;
        }
        return best - self + 50;
    }
    tsr_unicorns_kind k =
        t->source >= 0 ? tsr_unicorns_kind_at(r, t->source) : (tsr_unicorns_kind){.name = ""};
    if (m->reads && tier_worth(&k) < 0) {
        return t->offer; // what it costs and brings
    }
    return 1000;
}

// Verbs that another player would be glad of.
static int is_gift(const char *verb) {
    return strcmp(verb, "draw") == 0 || strcmp(verb, "extra") == 0 || strcmp(verb, "bring") == 0;
}

static int score_player(const mind *m, const tsr_rules *r, int me, int p) {
    const char *verb = m->table.verb ? m->table.verb : "";
    if (m->reads && m->table.offer > 0 && is_gift(verb)) { // good for whoever gets it
        return p == me ? 5000 : -danger(m, me, p);
    }
    if (p == me) {
        return -5000;
    }
    if (strcmp(verb, "take") == 0) {
        return best_known(m, r, p) + danger(m, me, p) * 3 / 10;
    }
    if (strcmp(verb, "pull") == 0) {
        const tsr_unicorns_seat *seat = &m->table.seat[p];
        int average = seat->hand_size ? hand_worth(m, r, p) / seat->hand_size : 0;
        return average + danger(m, me, p) * 3 / 10;
    }
    if (strcmp(verb, "swap") == 0) {
        return hand_worth(m, r, p);
    }
    return danger(m, me, p) + 10 * m->table.seat[p].hand_size;
}

// Where a card goes that is moved: nothing good to others.
static int score_stable(const mind *m, int me, int p) {
    return p == me ? 1000 : -danger(m, me, p);
}

static int score_target(const mind *m, const tsr_rules *r, int me, tsr_unicorns_move move) {
    const char *verb = m->table.verb ? m->table.verb : "";
    int w = stable_worth(m, r, move.kind);
    if (strcmp(verb, "sacrifice") == 0 || strcmp(verb, "put") == 0) {
        return -w;
    }
    if (strcmp(verb, "steal") == 0) {
        return w + danger(m, me, move.player) / 2;
    }
    if (strcmp(verb, "exchange") == 0) { // my worst for their best
        return move.player == me ? -w : w + danger(m, me, move.player) / 2;
    }
    if (strcmp(verb, "copy") == 0) {
        return m->worth[move.kind];
    }
    if (strcmp(verb, "move") == 0) {
        if (is_unicorn(r, move.kind)) {
            return -w; // given away for a better one
        }
        return move.player == me ? -w : w; // my downgrade away, their upgrade here
    }
    return gain_of_loss(m, r, me, move.kind, move.player);
}

static int score_kind(const mind *m, const tsr_rules *r, int kind) {
    const char *verb = m->table.verb ? m->table.verb : "";
    int w = m->worth[kind];
    if (strcmp(verb, "discard") == 0 || strcmp(verb, "put") == 0) {
        return -w - (is_unicorn(r, kind) ? 250 : 0);
    }
    return w + (strcmp(verb, "bring") == 0 ? 1000 * tsr_unicorns_kind_at(r, kind).value : 0);
}

// --- Choosing -------------------------------------------------------------------------------

// Drawing is what is left when nothing is worth playing.
enum { DRAW_SCORE = 1000 };

static int score_variant(const tsr_rules *r, const tsr_query *q, tsr_move m) {
    char text[TSR_MOVE_TEXT_MAX];
    tsr_move_text(r, q->view, q->who, m, text, sizeof text);
    return strstr(text, "sacrifice") ? 900 : 1000; // rather theirs than mine
}

static int score(const mind *m, const tsr_rules *r, const tsr_query *q, tsr_move move) {
    tsr_unicorns_move x = tsr_unicorns_move_of(r, q->view, move);
    switch ((tsr_unicorns_act)x.act) {
    case TSR_UNICORNS_PLAYS: return score_play(m, r, q->who, x);
    case TSR_UNICORNS_DRAWS: return DRAW_SCORE;
    case TSR_UNICORNS_ENDS: return m->table.ask == TSR_UNICORNS_ACT ? 500 : 0;
    case TSR_UNICORNS_ANSWERS: return score_answer(m, r, q->who, x.kind);
    case TSR_UNICORNS_YES: return score_yes(m, r, q->who);
    case TSR_UNICORNS_PICKS_PLAYER: return score_player(m, r, q->who, x.player);
    case TSR_UNICORNS_PICKS_STABLE: return score_stable(m, q->who, x.player);
    case TSR_UNICORNS_PICKS_CARD: return score_target(m, r, q->who, x);
    case TSR_UNICORNS_PICKS_KIND: return score_kind(m, r, x.kind);
    case TSR_UNICORNS_PICKS_VARIANT: return score_variant(r, q, move);
    case TSR_UNICORNS_USES: // it costs no play: first of all, if it is any good
        return !m->reads || tsr_unicorns_use_worth(r, x.kind) > 0 ? 9000 : 0;
    case TSR_UNICORNS_NO:
    case TSR_UNICORNS_PASSES:
    case TSR_UNICORNS_HAS_NONE:
    case TSR_UNICORNS_OTHER: return 0;
    }
    return 0;
}

tsr_err mind_choose(mind *m, const tsr_rules *r, const tsr_query *q, tsr_move *out,
                    tsr_error *err) {
    int n = tsr_moves(r, q->view, q->who, m->moves);
    tsr_rng g;
    int best = 0;
    uint32_t equals = 0;
    if (n <= 0) {
        return tsr_fail(err, TSR_ERR_STATE, "there is nothing to decide");
    }
    *out = m->moves[0];
    if (n == 1) {
        return TSR_OK;
    }
    tsr_unicorns_read(r, q->view, &m->table);
    tsr_rng_init(&g, q->seed);
    for (int i = 0; i < n; i++) {
        int s = score(m, r, q, m->moves[i]);
        if (equals == 0 || s > best) {
            best = s;
            equals = 0;
        }
        if (s >= best && tsr_rng_below(&g, ++equals) == 0) {
            *out = m->moves[i];
        }
    }
    return TSR_OK;
}

// --- Making one ---------------------------------------------------------------------------------

mind *mind_new(const tsr_agent *a, int reads) {
    mind *m = tsr_mem_new(a->alloc, sizeof *m);
    if (!m) {
        return NULL;
    }
    m->moves = tsr_mem_new(a->alloc, a->rules->max_moves * sizeof *m->moves);
    if (!m->moves) {
        tsr_mem_free(a->alloc, m, sizeof *m);
        return NULL;
    }
    m->reads = reads;
    for (int k = 0; k < tsr_unicorns_kind_count(a->rules); k++) {
        m->worth[k] = worth_of(a->rules, k, reads);
    }
    return m;
}

void mind_free(const tsr_agent *a, mind *m) {
    if (m) {
        tsr_mem_free(a->alloc, m->moves, a->rules->max_moves * sizeof *m->moves);
        tsr_mem_free(a->alloc, m, sizeof *m);
    }
}
