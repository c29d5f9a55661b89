// SPDX-License-Identifier: MIT
// Reading a position. Everything may be left out: whoever writes a position by
// hand names the hands and stables that matter and whose turn it is in what phase.
// Without `ask` the game goes on from that phase to its first question.
#include <stdio.h>
#include <string.h>

#include "unicorns/lines.h"
#include "unicorns/notation.h"
#include "unicorns/table.h"

typedef struct reader {
    tsr_in in;
    const uni_deck *d;
    uni_state *s;
    tsr_error *err;
    bool failed;
    bool asks;                // `ask` was given
    bool nursery;             // `nursery` was given
    bool deck;                // `deck` was given
    bool regular;             // `regular` was given: this is an extra turn
    int homeless;             // a kind that `nursery` left out and no other place takes; -1 = none
    int unknown[UNI_PLAYERS]; // "?" in hands
    // Cards without a number wait until all numbers are known.
    int later_count;
    struct {
        uint16_t kind;
        uint8_t at, stack;
    } later[UNI_CARDS];
} reader;

static void fail(reader *r, const char *what) {
    if (r->failed) {
        return;
    }
    r->failed = true;
    if (tsr_at_end(&r->in)) {
        (void)tsr_fail_at(r->err, TSR_ERR_PARSE, 1, tsr_in_column(&r->in), "%s, at the end", what);
    } else {
        (void)tsr_fail_at(r->err, TSR_ERR_PARSE, 1, tsr_in_column(&r->in), "%s at '%.20s'", what,
                          r->in.at);
    }
}

static bool take_word(reader *r, const char *word) {
    const char *at = r->in.at;
    size_t n = strlen(word);
    if (strncmp(at, word, n) != 0 || !strchr(" ,;", at[n])) { // or at the very end
        return false;
    }
    r->in.at += n;
    tsr_skip_blanks(&r->in);
    return true;
}

static int64_t number(reader *r, int64_t min, int64_t max) {
    int64_t n = min;
    if (!tsr_take_int(&r->in, min, max, &n)) {
        char what[64];
        snprintf(what, sizeof what, "a number from %lld to %lld was expected", (long long)min,
                 (long long)max);
        fail(r, what);
    }
    tsr_skip_blanks(&r->in);
    return n;
}

static uint8_t byte(reader *r) {
    return (uint8_t)number(r, 0, 255);
}

static uint16_t short_of(reader *r) {
    return (uint16_t)number(r, 0, UINT16_MAX);
}

static uint8_t player(reader *r) {
    int64_t p = 0;
    if (!tsr_take_char(&r->in, 'p') || !tsr_take_int(&r->in, 1, r->d->players, &p)) {
        fail(r, "a player (p1, p2 ...) was expected");
        return 0;
    }
    tsr_skip_blanks(&r->in);
    return (uint8_t)(p - 1);
}

static int observer(reader *r) {
    return take_word(r, "watcher") ? UNI_WATCHER : player(r);
}

// A card's name, up to a sign that ends it.
static int kind(reader *r) {
    size_t n = strcspn(r->in.at, ",;#");
    while (n > 0 && r->in.at[n - 1] == ' ') {
        n--;
    }
    int k = uni_kind_named(r->d, r->in.at, n);
    if (k < 0) {
        fail(r, "there is no such card");
        return 0;
    }
    r->in.at += n;
    tsr_skip_blanks(&r->in);
    return k;
}

// "#3" behind a name: the number of the card; -1 if none is given.
static int copy_of(reader *r, int k) {
    int64_t n = 0;
    if (!tsr_take_char(&r->in, '#')) {
        return -1;
    }
    if (!tsr_take_int(&r->in, 1, r->d->kind[k].copies, &n)) {
        fail(r, "there are not so many copies");
        return r->d->kind[k].first;
    }
    tsr_skip_blanks(&r->in);
    return r->d->kind[k].first + (int)n - 1;
}

static int numbered_card(reader *r) {
    int k = kind(r);
    int card = r->failed ? 0 : copy_of(r, k);
    if (card < 0) {
        fail(r, "the card needs a number (#1)");
        return 0;
    }
    return card;
}

// "3*" in front of a name.
static int copies(reader *r) {
    const char *at = r->in.at;
    int64_t n = 1;
    if (tsr_take_int(&r->in, 1, UNI_CARDS, &n) && tsr_take_char(&r->in, '*')) {
        return (int)n;
    }
    r->in.at = at;
    return 1;
}

static bool comma(reader *r) {
    if (r->failed || !tsr_take_char(&r->in, ',')) {
        return false;
    }
    tsr_skip_blanks(&r->in);
    return true;
}

static bool section_ends(const reader *r) {
    return r->in.at[0] == ';' || r->in.at[0] == '\0';
}

// --- Zones --------------------------------------------------------------------------------

static void place(reader *r, int card, int at) {
    uni_state *s = r->s;
    if (s->at[card] != UNI_AT_HIDDEN) {
        fail(r, "a card is named twice");
        return;
    }
    s->at[card] = (uint8_t)at;
    uni_add(&s->open, card);
    if (at < UNI_AT_DISCARD) {
        uni_add(&s->stable[at - UNI_AT_STABLE], card);
        uni_add(&s->tabled, card);
        uni_listen(r->d, s, card, 1);
    } else if (at == UNI_AT_DISCARD) {
        uni_add(&s->discard, card);
    } else if (at == UNI_AT_NURSERY) {
        uni_add(&s->nursery, card);
    }
}

// One card of an open zone, now or when all numbers are known.
static void lay(reader *r, int k, int card, int at, int stack) {
    if (card >= 0) {
        place(r, card, at);
    } else if (r->later_count < UNI_CARDS) {
        r->later[r->later_count].kind = (uint16_t)k;
        r->later[r->later_count].at = (uint8_t)at;
        r->later[r->later_count++].stack = (uint8_t)stack;
    } else {
        fail(r, "too many cards");
    }
}

static void read_zone(reader *r, int at) {
    if (section_ends(r) || take_word(r, "nothing")) {
        return;
    }
    do {
        int n = copies(r), k = kind(r);
        int card = r->failed ? -1 : copy_of(r, k);
        for (int i = 0; i < n && !r->failed; i++) {
            lay(r, k, card, at, 0);
        }
    } while (comma(r));
}

static void read_tally(reader *r, uni_set *tally, int *unknown) {
    if (section_ends(r) || take_word(r, "nothing")) {
        return;
    }
    do {
        int n = copies(r);
        if (unknown && take_word(r, "?")) {
            *unknown += n;
            continue;
        }
        int k = kind(r);
        for (int i = 0; i < n && !r->failed; i++) {
            if (uni_tally(r->d, *tally, k) == r->d->kind[k].copies) {
                fail(r, "there are not so many copies");
            }
            uni_tally_add(r->d, tally, k);
        }
    } while (comma(r));
}

static void read_stack(reader *r) {
    uni_state *s = r->s;
    if (s->stack_count >= UNI_STACK) {
        fail(r, "the stack is full");
        return;
    }
    uni_play *play = &s->stack[s->stack_count];
    int k = kind(r);
    int card = r->failed ? -1 : copy_of(r, k);
    *play = (uni_play){(uint16_t)(card < 0 ? 0 : card), 0, UNI_NO_PLAYER};
    lay(r, k, card, UNI_AT_STACK, s->stack_count);
    s->stack_count++;
    while (comma(r)) {
        if (take_word(r, "by")) {
            play->caster = player(r);
        } else if (take_word(r, "on")) {
            play->stable = player(r);
        } else {
            fail(r, "'by p1' or 'on p1' was expected");
        }
    }
}

// "top Neigh, known p1": the next card of the deck first.
static void read_top(reader *r) {
    uni_state *s = r->s;
    if (!r->d->ordered || s->top_count >= UNI_TOPS) {
        fail(r, "the deck keeps no such order");
        return;
    }
    int i = s->top_count++;
    if (!take_word(r, "?")) {
        s->top[i] = (uint16_t)(kind(r) + 1);
    }
    while (comma(r)) {
        if (!take_word(r, "known")) {
            fail(r, "'known p1' was expected");
        } else {
            s->top_known[i] = (uint16_t)(s->top_known[i] | 1u << observer(r));
        }
    }
}

static void read_willing(reader *r) {
    uint8_t p = player(r);
    int k = r->failed ? 0 : kind(r);
    if (!r->failed) {
        r->s->willing[p] = (uint16_t)(k + 1);
    }
}

// --- The chain ------------------------------------------------------------------------------

static void read_job_field(reader *r, uni_job *job) {
    struct {
        const char *word;
        uint8_t *field;
    } bytes[] = {{"stage", &job->stage},
                 {"flags", &job->flags},
                 {"cont", &job->cont},
                 {"zone", &job->zone},
                 {"times", &job->times}};
    struct {
        const char *word;
        uint16_t *field;
    } words[] = {{"many", &job->many},   {"picked", &job->picked}, {"made", &job->made},
                 {"tried", &job->tried}, {"fold", &job->fold},     {"node", &job->node}};
    for (size_t i = 0; i < sizeof bytes / sizeof bytes[0]; i++) {
        if (take_word(r, bytes[i].word)) {
            *bytes[i].field = byte(r);
            return;
        }
    }
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (take_word(r, words[i].word)) {
            *words[i].field = short_of(r);
            return;
        }
    }
    if (take_word(r, "of")) {
        job->you = player(r);
    } else if (take_word(r, "who")) {
        job->who = player(r);
    } else if (take_word(r, "to")) {
        job->to = player(r);
    } else if (take_word(r, "aims")) {
        uni_add(&job->targets, numbered_card(r));
    } else {
        fail(r, "no effect has such a field");
    }
}

static void read_job(reader *r, uni_job *jobs, uint8_t *count) {
    if (*count >= UNI_JOBS) {
        fail(r, "too many effects");
        return;
    }
    uni_job *job = &jobs[(*count)++];
    *job = (uni_job){0};
    job->src = (uint16_t)numbered_card(r);
    job->who = job->to = UNI_NO_PLAYER;
    job->times = 1;
    while (comma(r)) {
        read_job_field(r, job);
    }
}

static void read_cont(reader *r) {
    uni_job job = {0};
    uint8_t none = 0;
    read_job(r, &job, &none);
    if (r->s->cont_count >= UNI_JOBS) {
        fail(r, "too many effects");
        return;
    }
    r->s->cont[r->s->cont_count++] =
        (uni_cont){job.node, job.src, job.many, job.you, job.who, job.flags, 0};
}

static void read_lease(reader *r) {
    uni_state *s = r->s;
    if (s->lease_count >= UNI_LEASES) {
        fail(r, "too many borrowed cards");
        return;
    }
    uni_lease *lease = &s->lease[s->lease_count++];
    *lease = (uni_lease){(uint16_t)numbered_card(r), 0, 0, UNI_UNTIL_LEAVES};
    while (comma(r)) {
        if (take_word(r, "home")) {
            lease->home = player(r);
        } else if (take_word(r, "until")) {
            bool end = take_word(r, "end");
            lease->until = end ? UNI_UNTIL_END : UNI_UNTIL_LEAVES;
            if (!end && !take_word(r, "leaves")) {
                fail(r, "'until end' or 'until leaves' was expected");
            }
        } else if (take_word(r, "source")) {
            lease->source = (uint16_t)numbered_card(r);
        } else {
            fail(r, "'home p1', 'until end' or 'source ...' was expected");
        }
    }
}

static void read_cards(reader *r, uni_set *set) {
    do {
        uni_add(set, numbered_card(r));
    } while (comma(r));
}

static void read_news(reader *r) {
    uni_state *s = r->s;
    uni_news news = {0};
    news.what = byte(r);
    news.who = byte(r);
    news.kind = short_of(r);
    news.other = byte(r);
    if (s->news_count < UNI_NEWS) {
        s->news[s->news_count++] = news;
    } else {
        fail(r, "too much news");
    }
}

static void read_cursor(reader *r) {
    r->s->at_job = byte(r);
    r->s->at_card = short_of(r);
    r->s->at_rule = short_of(r);
    r->s->sub_job = byte(r);
}

// --- Sections ---------------------------------------------------------------------------------

static uint8_t read_enum(reader *r, const char *(*word)(int), int count) {
    for (int i = 0; i < count; i++) {
        if (take_word(r, word(i))) {
            return (uint8_t)i;
        }
    }
    fail(r, "there is no such word here");
    return 0;
}

// "extra-turns p2 1"
static bool read_owed(reader *r) {
    uni_state *s = r->s;
    const struct {
        const char *word;
        uint8_t *field;
    } owed[] = {{"extra-draws", s->more_draws},
                {"extra-plays", s->more_plays},
                {"extra-turns", s->more_turns}};
    for (int i = 0; i < 3; i++) {
        if (take_word(r, owed[i].word)) {
            uint8_t p = player(r);
            owed[i].field[p] = (uint8_t)number(r, 0, 99);
            return true;
        }
    }
    return false;
}

// The limits are those of `check`; here a number out of them has a place.
static bool read_counter(reader *r) {
    uni_state *s = r->s;
    const struct {
        const char *word;
        uint8_t *field;
        uint8_t max;
    } bytes[] = {{"plays", &s->plays, 100},
                 {"played", &s->played, 100},
                 {"drawn", &s->drawn, 100},
                 {"skip", &s->skip, 1},
                 {"dealt", &s->dealt, (uint8_t)(r->d->deal * r->d->players)},
                 {"links", &s->links, UNI_MAX_LINKS},
                 {"step", &s->step, UNI_STEPS - 1}};
    for (size_t i = 0; i < sizeof bytes / sizeof bytes[0]; i++) {
        if (take_word(r, bytes[i].word)) {
            *bytes[i].field = (uint8_t)number(r, 0, bytes[i].max);
            return true;
        }
    }
    if (read_owed(r)) {
        return true;
    }
    if (take_word(r, "turns")) {
        s->turns = (uint16_t)number(r, 1, UNI_MAX_TURNS + 1);
    } else if (take_word(r, "plies")) {
        s->plies = (uint32_t)number(r, 0, UINT32_MAX);
    } else if (take_word(r, "stamp")) {
        s->stamp = (uint32_t)number(r, 0, UINT32_MAX);
    } else {
        return false;
    }
    return true;
}

static bool read_turn(reader *r) {
    uni_state *s = r->s;
    if (take_word(r, "viewer")) {
        s->viewer = (uint8_t)(observer(r) + 1);
    } else if (take_word(r, "turn")) {
        s->turn = player(r);
    } else if (take_word(r, "phase")) {
        s->pc = read_enum(r, uni_pc_word, UNI_PC_OVER + 1);
    } else if (take_word(r, "then")) {
        s->ret = read_enum(r, uni_pc_word, UNI_PC_OVER + 1);
    } else if (take_word(r, "ask")) {
        s->ask = read_enum(r, uni_ask_word, UNI_ASK_UNVEIL + 1);
        r->asks = true;
    } else if (take_word(r, "regular")) {
        s->regular = player(r);
        r->regular = true;
    } else if (take_word(r, "drawer")) {
        s->drawer = player(r);
    } else if (take_word(r, "looks")) {
        s->looks = (uint8_t)(player(r) + 1);
    } else if (take_word(r, "places")) {
        for (int p = 0; p < r->d->players; p++) {
            s->place[p] = byte(r);
        }
    } else {
        return read_counter(r);
    }
    return true;
}

static bool read_chain(reader *r) {
    uni_state *s = r->s;
    if (take_word(r, "lent")) {
        read_lease(r);
    } else if (take_word(r, "cont")) {
        read_cont(r);
    } else if (take_word(r, "now")) {
        read_job(r, s->now, &s->now_count);
    } else if (take_word(r, "next")) {
        read_job(r, s->next, &s->next_count);
    } else if (take_word(r, "targeted")) {
        read_cards(r, &s->targeted);
    } else if (take_word(r, "off")) {
        read_cards(r, &s->off);
    } else if (take_word(r, "entered")) {
        read_cards(r, &s->entered);
    } else if (take_word(r, "reacted")) {
        read_cards(r, &s->reacted);
    } else if (take_word(r, "used")) {
        read_cards(r, &s->used);
    } else if (take_word(r, "cursor")) {
        read_cursor(r);
    } else if (take_word(r, "news")) {
        read_news(r);
    } else {
        return false;
    }
    return true;
}

static bool read_table(reader *r) {
    uni_state *s = r->s;
    if (take_word(r, "discard")) {
        read_zone(r, UNI_AT_DISCARD);
    } else if (take_word(r, "nursery")) {
        r->nursery = true;
        read_zone(r, UNI_AT_NURSERY);
    } else if (take_word(r, "deck")) {
        r->deck = true;
        read_tally(r, &s->deck, NULL);
    } else if (take_word(r, "top")) {
        read_top(r);
    } else if (take_word(r, "stack")) {
        read_stack(r);
    } else if (take_word(r, "asked")) {
        s->asked = (uint8_t)(s->asked | 1u << player(r));
    } else if (take_word(r, "willing")) {
        read_willing(r);
    } else if (take_word(r, "know")) {
        int o = observer(r);
        int p = player(r);
        read_tally(r, &s->know[o][p], NULL);
    } else if (take_word(r, "some")) {
        int o = observer(r);
        read_tally(r, &s->some[o], NULL);
    } else {
        return false;
    }
    return true;
}

static void read_seat(reader *r) {
    uint8_t p = player(r);
    if (r->failed) {
        return;
    }
    if (take_word(r, "hand")) {
        read_tally(r, &r->s->hand[p], &r->unknown[p]);
    } else if (take_word(r, "stable")) {
        read_zone(r, UNI_AT_STABLE + p);
    } else {
        fail(r, "'hand' or 'stable' was expected");
    }
}

static void read_section(reader *r) {
    if (r->in.at[0] == 'p' && r->in.at[1] >= '1' && r->in.at[1] <= '9') {
        read_seat(r);
    } else if (!read_turn(r) && !read_table(r) && !read_chain(r)) {
        fail(r, "there is no such section");
    }
}

// --- Filling in -------------------------------------------------------------------------------

static void lay_later(reader *r) {
    for (int i = 0; i < r->later_count && !r->failed; i++) {
        int card = uni_first(uni_minus(r->d->range[r->later[i].kind].set, r->s->open));
        if (card < 0) {
            fail(r, "there are not so many copies of a card");
            return;
        }
        place(r, card, r->later[i].at);
        if (r->later[i].at == UNI_AT_STACK) {
            r->s->stack[r->later[i].stack].card = (uint16_t)card;
        }
    }
}

// Puts the `left` copies of kind `k` that are named nowhere where they belong: babies
// into the nursery; the others into the deck, or into the discard pile if the deck
// was written out. Returns how many are hidden then.
static int fill_kind(reader *r, int k, int left) {
    uni_state *s = r->s;
    const uni_deck *d = r->d;
    int hidden = 0;
    if (left > 0 && r->nursery && uni_has(d->homebound, d->kind[k].first)) {
        r->homeless = k;
    }
    for (; left > 0; left--) {
        int card = uni_first(uni_minus(d->range[k].set, s->open));
        if (d->kind[k].class_ == UNI_BABY && !r->nursery) {
            place(r, card, UNI_AT_NURSERY);
        } else if (s->viewer) {
            hidden++;
        } else if (r->deck) {
            place(r, card, UNI_AT_DISCARD);
        } else {
            uni_tally_add(d, &s->deck, k);
            hidden++;
        }
    }
    return hidden;
}

static void fill_rest(reader *r) {
    uni_state *s = r->s;
    const uni_deck *d = r->d;
    int deck = r->deck && s->viewer == 0 ? uni_count(s->deck) : 0;
    for (int k = 0; k < d->kind_count; k++) {
        int left = d->kind[k].copies - uni_tally(d, s->open, k);
        for (int p = 0; p < d->players; p++) {
            left -= uni_tally(d, s->hand[p], k);
        }
        left -= s->viewer == 0 ? uni_tally(d, s->deck, k) : 0;
        for (int i = 0; i < s->top_count; i++) {
            left -= s->top[i] == k + 1;
            deck += s->top[i] == k + 1;
        }
        if (left < 0) {
            fail(r, "there are not so many copies of a card");
        }
        deck += fill_kind(r, k, left);
    }
    for (int p = 0; p < d->players; p++) {
        int size = uni_count(s->hand[p]) + r->unknown[p];
        deck -= r->unknown[p];
        s->hand_size[p] = (uint16_t)(size < UNI_CARDS ? size : UNI_CARDS);
        if (r->unknown[p] && s->viewer == 0) {
            fail(r, "'?' is for views only");
        }
        if (s->viewer && p != s->viewer - 1) {
            s->know[s->viewer - 1][p] = s->hand[p];
        }
    }
    if (deck < 0) {
        fail(r, "the hands hold more cards than there are");
    }
    s->deck_size = (uint16_t)(deck < 0 ? 0 : deck);
}

static void refuse(reader *r, const tsr_line *why) {
    r->failed = true;
    if (why->code == UNI_LINE_BAD_PLACE) {
        bool left_out = why->v[0] == r->homeless;
        (void)tsr_fail(r->err, TSR_ERR_PARSE, "not a possible position: %s %s",
                       uni_kind_name(r->d, why->v[0]),
                       left_out ? "is in no stable and not in the nursery" : "cannot be there");
        return;
    }
    (void)tsr_fail(r->err, TSR_ERR_PARSE, "not a possible position: %s", uni_lines[why->code]);
}

// Who decides: what `ask` says, or whatever the game asks next from this phase.
static void settle_question(reader *r) {
    uni_state *s = r->s;
    tsr_line why;
    if (uni_check_parts(r->d, s, &why)) {
        refuse(r, &why);
        return;
    }
    if (r->asks) {
        s->deciders = (uint16_t)uni_deciders(r->d, s);
        return;
    }
    if (s->pc != UNI_PC_BEGIN && s->pc != UNI_PC_DRAW && s->pc != UNI_PC_ACTION &&
        s->pc != UNI_PC_END) {
        fail(r, "a position that does not say what is asked begins with phase begin, draw, "
                "action or end");
        return;
    }
    if (s->viewer || s->next_count || s->now_count || s->stack_count || s->step) {
        fail(r, "a position with work in progress must say what is asked");
        return;
    }
    uni_resume(r->d, s);
    s->news_count = 0;
    memset(s->news, 0, sizeof s->news);
}

tsr_err uni_position_read(const uni_deck *d, const char *text, uni_state *out, tsr_error *err) {
    uni_state s;
    reader r = {.in = tsr_in_from(text), .d = d, .s = &s, .err = err, .homeless = -1};
    tsr_line why;
    memset(&s, 0, sizeof s);
    s.turns = 1;
    s.plays = 1;
    s.pc = UNI_PC_ACTION;
    tsr_skip_blanks(&r.in);
    while (!r.failed && !tsr_at_end(&r.in)) {
        read_section(&r);
        tsr_skip_blanks(&r.in);
        if (!r.failed && !tsr_at_end(&r.in) && !tsr_take_char(&r.in, ';')) {
            fail(&r, "';' was expected");
        }
        tsr_skip_blanks(&r.in);
    }
    if (!r.failed && s.stamp > s.plies) {
        fail(&r, "stamp is above plies");
    }
    s.regular = r.regular ? s.regular : s.turn;
    if (!r.failed) {
        lay_later(&r);
    }
    if (!r.failed) {
        fill_rest(&r);
    }
    if (!r.failed) {
        settle_question(&r);
    }
    if (!r.failed && uni_check(d, &s, &why)) {
        refuse(&r, &why);
    }
    if (r.failed) {
        return TSR_ERR_PARSE;
    }
    memcpy(out, &s, sizeof s);
    return TSR_OK;
}
