// SPDX-License-Identifier: MIT
// Moves as text. Cards in stables are named with their owner, and with a number
// where the stable holds another of the same kind.
#include "unicorns/notation.h"

#include <string.h>

#include "unicorns/cards.h"
#include "unicorns/table.h"
#include "unicorns/verb.h"

const char *uni_pc_word(int pc) {
    static const char *const words[] = {
#define X(name, word) word,
        UNI_PCS(X)
#undef X
    };
    return words[pc];
}

const char *uni_ask_word(int ask) {
    static const char *const words[] = {
#define X(name, word) word,
        UNI_ASKS(X)
#undef X
    };
    return words[ask];
}

static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

int uni_kind_named(const uni_deck *d, const char *text, size_t length) {
    for (int k = 0; k < d->kind_count; k++) {
        const char *name = uni_kind_name(d, k);
        size_t i = 0;
        while (i < length && name[i] && lower(name[i]) == lower(text[i])) {
            i++;
        }
        if (i == length && name[i] == '\0') {
            return k;
        }
    }
    return -1;
}

static void put_card(tsr_out *o, const uni_deck *d, const uni_state *s, int card) {
    int kind = d->kind_of[card], owner = uni_owner(s, card);
    tsr_put(o, uni_kind_name(d, kind));
    if (owner < 0) {
        return;
    }
    if (uni_tally(d, s->stable[owner], kind) > 1) {
        tsr_putf(o, "#%d", card - d->kind[kind].first + 1);
    }
    tsr_putf(o, " of p%d", owner + 1);
}

// The word a job's questions are answered with: "destroy", "discard".
static const char *verb_word(const uni_deck *d, const uni_state *s) {
    if (s->ask == UNI_ASK_LIMIT) {
        return "discard";
    }
    return uni_verb_word(d, &d->node[uni_job_at_work(s)->node]);
}

static void put_variant(tsr_out *o, const uni_deck *d, const uni_state *s, int i) {
    uint16_t variant[UNI_VARIANTS];
    char text[120];
    int count = uni_variants(d, uni_job_at_work(s)->node, variant);
    if (i < count) {
        uni_node_text(d, variant[i], text, sizeof text);
        tsr_putf(o, "%d: %s", i + 1, text);
    }
}

static void put_chance(tsr_out *o, const uni_deck *d, tsr_move m) {
    bool hidden = m & TSR_HIDDEN;
    int a = uni_move_a(m);
    switch (tsr_move_byte(m, 0)) {
    case UNI_MOVE_DRAWN: tsr_putf(o, "draw %s", hidden ? "?" : uni_kind_name(d, a)); break;
    case UNI_MOVE_TOPPED: tsr_putf(o, "top %s", hidden ? "?" : uni_kind_name(d, a)); break;
    case UNI_MOVE_LOOK: tsr_put(o, "look"); break;
    case UNI_MOVE_PULLED: tsr_putf(o, "pull %s", hidden ? "?" : uni_kind_name(d, a)); break;
    default:
        if (a < d->players) {
            tsr_putf(o, "quickest p%d %s", a + 1, uni_kind_name(d, uni_move_b(m)));
        } else {
            tsr_put(o, "quickest nobody");
        }
        break;
    }
}

static void put_play(tsr_out *o, const uni_deck *d, int kind, int stable) {
    tsr_putf(o, "play %s", uni_kind_name(d, kind));
    if (stable < d->players) {
        tsr_putf(o, " on p%d", stable + 1);
    }
}

int uni_move_text(const uni_deck *d, const uni_state *s, int who, tsr_move m, char *buf,
                  size_t cap) {
    tsr_out o = tsr_out_to(buf, cap);
    int a = uni_move_a(m);
    (void)who;
    switch (tsr_move_byte(m, 0)) {
    case UNI_MOVE_DRAW: tsr_put(&o, "draw"); break;
    case UNI_MOVE_DONE: tsr_put(&o, "done"); break;
    case UNI_MOVE_PLAY: put_play(&o, d, a, uni_move_b(m)); break;
    case UNI_MOVE_PASS: tsr_put(&o, m & TSR_HIDDEN ? "answer ?" : "pass"); break;
    case UNI_MOVE_ANSWER: tsr_putf(&o, "answer %s", uni_kind_name(d, a)); break;
    case UNI_MOVE_YES: tsr_put(&o, "yes"); break;
    case UNI_MOVE_NO: tsr_put(&o, "no"); break;
    case UNI_MOVE_VARIANT: put_variant(&o, d, s, a); break;
    case UNI_MOVE_PLAYER: tsr_putf(&o, "choose p%d", a + 1); break;
    case UNI_MOVE_STABLE: tsr_putf(&o, "to p%d", a + 1); break;
    case UNI_MOVE_TARGET:
        tsr_putf(&o, "%s ", verb_word(d, s));
        put_card(&o, d, s, a);
        break;
    case UNI_MOVE_KIND:
        tsr_putf(&o, "%s %s", verb_word(d, s), m & TSR_HIDDEN ? "?" : uni_kind_name(d, a));
        break;
    case UNI_MOVE_NONE: tsr_put(&o, "none"); break;
    case UNI_MOVE_USE:
        tsr_put(&o, "use ");
        put_card(&o, d, s, a);
        break;
    default: put_chance(&o, d, m); break;
    }
    return tsr_out_end(&o);
}

// --- Reading --------------------------------------------------------------------------

static bool same_text(const char *a, const char *b, bool prefix) {
    while (*a && *b && lower(*a) == lower(*b)) {
        a++;
        b++;
    }
    return *a == '\0' && (prefix || *b == '\0');
}

// Among the legal moves: the same text, or a beginning that fits only one.
static bool read_listed(const uni_deck *d, const uni_state *s, int who, const char *text,
                        tsr_move *out) {
    tsr_move list[UNI_MOVES];
    char own[TSR_MOVE_TEXT_MAX];
    int n = uni_list_moves(d, s, who, list), fits = 0;
    for (int i = 0; i < n; i++) {
        uni_move_text(d, s, who, list[i], own, sizeof own);
        if (same_text(text, own, false)) {
            *out = list[i];
            return true;
        }
        if (same_text(text, own, true)) {
            *out = list[i];
            fits++;
        }
    }
    return fits == 1 && *text;
}

// "p3" at the very end of a text, after `word`; cuts it off. -1 = not there.
static int cut_player(char *text, const char *word) {
    char *at = NULL;
    for (char *p = strstr(text, word); p; p = strstr(p + 1, word)) {
        at = p;
    }
    if (!at) {
        return -1;
    }
    const char *name = at + strlen(word);
    if (name[0] != 'p' || name[1] < '1' || name[1] > '9' || name[2]) {
        return -1;
    }
    *at = '\0';
    return name[1] - '1';
}

// A card in a stable, as put_card writes it; -1 = there is no such card.
static int read_card(const uni_deck *d, const uni_state *s, char *text) {
    int owner = cut_player(text, " of "), copy = 0;
    char *number = strchr(text, '#');
    if (number) {
        *number = '\0';
        copy = number[1] >= '1' && number[1] <= '9' ? number[1] - '0' : 0;
        copy = copy && number[2] >= '0' && number[2] <= '9' ? 10 * copy + number[2] - '0' : copy;
    }
    int kind = uni_kind_named(d, text, strlen(text));
    if (kind < 0 || owner >= d->players || copy > d->kind[kind].copies) {
        return -1;
    }
    if (copy) {
        return d->kind[kind].first + copy - 1;
    }
    return owner >= 0 ? uni_first(uni_and(s->stable[owner], d->range[kind].set)) : -1;
}

// The word in front of a card: 0 if it is the one that is asked for, or "choose"; 1 + the verb if
// it is another one, which makes it another move; -1 if it is none.
static int read_verb(const uni_deck *d, const uni_state *s, const char *word) {
    if (same_text(word, "choose", false) ||
        (uni_asks_for_cards(s) && same_text(word, verb_word(d, s), false))) {
        return 0;
    }
    for (int i = 0; i < uni_verb_count; i++) {
        if (same_text(word, uni_verbs[i]->word, false)) {
            return i + 1;
        }
    }
    return -1;
}

// Moves that may not be possible now, so that a reason can be given.
static bool read_any(const uni_deck *d, const uni_state *s, char *text, tsr_move *out) {
    static const struct {
        const char *word;
        uni_move_kind kind;
    } words[] = {{"draw", UNI_MOVE_DRAW}, {"done", UNI_MOVE_DONE}, {"pass", UNI_MOVE_PASS},
                 {"yes", UNI_MOVE_YES},   {"no", UNI_MOVE_NO},     {"none", UNI_MOVE_NONE}};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (same_text(text, words[i].word, false)) {
            *out = uni_move_of((int)words[i].kind, 0, 0);
            return true;
        }
    }
    char *name = strchr(text, ' ');
    if (!name) {
        return false;
    }
    *name++ = '\0';
    if (same_text(text, "play", false)) {
        int stable = cut_player(name, " on ");
        int kind = uni_kind_named(d, name, strlen(name));
        *out = uni_move_of(UNI_MOVE_PLAY, kind, stable < 0 ? UNI_NO_PLAYER : stable);
        return kind >= 0;
    }
    if (same_text(text, "answer", false)) {
        int kind = uni_kind_named(d, name, strlen(name));
        *out = uni_move_of(UNI_MOVE_ANSWER, kind, 0);
        return kind >= 0;
    }
    if (same_text(text, "use", false)) {
        int card = read_card(d, s, name);
        *out = uni_move_of(UNI_MOVE_USE, card, 0);
        return card >= 0;
    }
    bool choose = same_text(text, "choose", false);
    if ((choose || same_text(text, "to", false)) && name[0] == 'p' && name[1] >= '1' &&
        name[1] <= '9' && !name[2]) {
        *out = uni_move_of(choose ? UNI_MOVE_PLAYER : UNI_MOVE_STABLE, name[1] - '1', 0);
        return true;
    }
    int verb = read_verb(d, s, text);
    int card = read_card(d, s, name);
    int kind = uni_kind_named(d, name, strlen(name));
    *out = card >= 0 ? uni_move_of(UNI_MOVE_TARGET, card, 0) : uni_move_of(UNI_MOVE_KIND, kind, 0);
    *out |= (tsr_move)(verb & 0xff) << 32;
    return verb >= 0 && (card >= 0 || kind >= 0);
}

bool uni_move_read(const uni_deck *d, const uni_state *s, int who, const char *text,
                   tsr_move *out) {
    char copy[TSR_MOVE_TEXT_MAX];
    if (read_listed(d, s, who, text, out)) {
        return true;
    }
    if (strlen(text) >= sizeof copy) {
        return false;
    }
    memcpy(copy, text, strlen(text) + 1);
    return read_any(d, s, copy, out);
}
