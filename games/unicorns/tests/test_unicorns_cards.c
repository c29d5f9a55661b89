// SPDX-License-Identifier: MIT
//
// The card language: the built-in decks, every message an author can get, decks
// that build on others, tests inside decks, failing memory.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <tessera/host.h>

#include "unicorns/cards.h"
#include "unicorns/unicorns.h"

extern const tsr_game tsr_game_unicorns;

static char report[64 * 1024];

static int lint(const char *text) {
    return tsr_unicorns_lint("my.cards", text, strlen(text), NULL, report, sizeof report);
}

// --- Messages --------------------------------------------------------------------------

#define DECK "deck \"Mine\" from \"base.cards\"\n"
#define ALONE                                                                                      \
    "deck \"Mine\"\nplayers 2..2\ndeal 1\nstart \"Foal\"\nbaby \"Foal\" x2\nbasic \"Plain\" x9\n"

static const struct {
    const char *text;     // a card file with a mistake
    const char *expected; // the first line of the message
    const char *hint;     // a part of what follows
} mistakes[] = {
    {DECK "magical \"A\"  enter: stea a card\n", "error 1: `stea` is not something a card can do",
     "did you mean `steal`?"},
    {DECK "magical \"A\"  enter: may\n", "error 1: something to do is missing here", "draw 1"},
    {DECK "magical \"A\"  enter: steal an upgrad\n",
     "error 2: there is no kind of card called `upgrad`", "did you mean `upgrade`?"},
    {DECK "magcal \"A\"  enter: draw 1\n", "error 3: `magcal` does not start a card",
     "did you mean `magical`? a card begins with its class: magical \"Name\""},
    {DECK "magical \"A\"  is flyng\n", "error 4: there is no trait `flyng`",
     "did you mean `flying`? (defined at line 11)"},
    {DECK "magical \"A\"  enter: bring a unicorn\n", "error 5: `bring` needs a place to bring from",
     "`from hand`, `from discard` or `from nursery`"},
    {DECK "magical \"A\"  if this would be destroyed: draw 1\n",
     "error 6: `if ... would` rules end in `instead`", "write `when this is destroyed: ...`"},
    {DECK "magical \"A\"  enter: draw\n", "error 7: draw how many?", "`draw 2`"},
    {DECK "without \"Quen Bee Unicorn\"\n",
     "error 8: there is no card \"Quen Bee Unicorn\" to leave out",
     "did you mean \"Queen Bee Unicorn\"?"},
    {DECK "deal 5 with \"Nay\"\n", "error 8: there is no card \"Nay\" in this deck",
     "did you mean \"Yay\"?"},
    {DECK "magic \"A\"  enter: draw 1\n",
     "error 9: a magic card never enters a stable, so `enter` cannot happen", "use `play:`"},
    {DECK "instant \"A\"  start: draw 1\n",
     "error 9: an instant never enters a stable, so `start` cannot happen", "use `answer:`"},
    {DECK "magical \"A\"  play: draw 1\n", "error 9: a card that lives in a stable has no `play`",
     "use `enter:`"},
    {DECK "magical \"A\"  enter: draw 1 then that player: discard a card\n",
     "error 10: `that player` has nobody to point at", "the step before must return, move or take"},
    {DECK "magical \"A\"  enter: draw 1 then bring that many babies from nursery\n",
     "error 10: `that many` has nothing to count", "the step before must move cards"},
    {DECK "magical \"A\"  if this would be destroyed: discard a card then draw 1 instead\n",
     "error 11: `instead` cannot wait: this effect has `then` in it", "use one verb or `and`"},
    {DECK "magical \"A\"  if this would be destroyed: draw 1 and (may draw 1) instead\n",
     "error 11: `may` stands inside this substitute", "begin it with `may`"},
    {DECK "magical \"A\"  enter: (draw 1 then draw 2) then draw 3\n",
     "error 12: `(A then B) then C` is read two ways", "write `A then B then C`"},
    {DECK "magical \"A\"  enter: stop\n",
     "error 13: `stop` only makes sense as an `answer` of an instant", "answer: stop"},
    {DECK "magical \"A\"\nmagical \"A\"\n", "error 14: two cards named \"A\" in one file",
     "first at line 2; copies are written `x2`"},
    {DECK "basic \"A\" x99\nbasic \"B\" x99\nbasic \"C\" x99\nbasic \"D\" x90\n",
     "error 15: 513 cards in this deck; a game holds 512", ""},
    {DECK "magical \"Toll\" x40  start: draw 1\n",
     "error 15: up to 67 effects can meet in one link, 64 fit", "the most come from \"Toll\" x40"},
    {DECK
     "without \"Basic Unicorn\"\nmagical \"Grab\" x25  enter: steal a card until this leaves\n",
     "error 15: up to 27 cards can be borrowed at once, 24 fit", ""},
    {DECK "magical \"Hot Potato\"  enter: move this to another stable\n",
     "warning 16: \"Hot Potato\" may set itself off for ever", "a chain is cut after 200 links"},
    {ALONE "magical \"A\"  enter: may search for an upgrade\nwin 2 for 2\n",
     "warning 17: this is never asked: the deck has no such card to search", ""},
    {ALONE "win 99 for 2\n", "warning 18: nobody can win: 99 unicorns needed, the deck has 11", ""},
    {DECK "test \"wrong\"\n  p1: hand Narwhal\n  p1 play Narwhal on p1\n  then p1 stable nothing\n",
     "error 19: test \"wrong\" ended differently",
     "expected p1 stable: nothing; got: Narwhal; after move 1"},
    {DECK "test \"stuck\"\n  p1: hand Narwhal\n  p1 play Neigh\n",
     "error 19: test \"stuck\" ended differently",
     "\"play Neigh\", is not possible; p1 is asked: act"},
    {DECK "magical \"A\"\tenter: draw 1\n", "error 20: there is a tab in this line", "use blanks"},
    {DECK "magical \"A\"  enter: draw 1 !\n", "error 20: `!` is not part of the card language", ""},
    {DECK "magical \"A  enter: draw 1\n", "error 20: this text has no end", ""},
    {DECK "magical \"A\"  enter draw 1\n", "error 21: `:` was expected before `draw`", ""},
    {DECK "magical \"A\"  entr: draw 1\n", "error 21: no rule begins with `entr`",
     "did you mean `enter`?"},
    {DECK "magical \"A\"  enter: destroy unicorn\n", "error 21: which cards?", "`a unicorn`"},
    {DECK "magical \"A\"  enter: draw 1 2\n", "error 21: `2` is too much here", ""},
    {DECK "magical \"A\"  this cannot fly\n", "error 21: cannot what?", "`cannot be destroyed`"},
    {DECK "magical \"A\"  when a unicorn dies: draw 1\n", "error 21: this `when` cannot be read",
     ""},
    {DECK "magical \"A\"  enter: steal a card until tomorrow\n",
     "error 21: `steal` is not complete", "`steal a unicorn until this leaves`"},
    {DECK "magical \"A\"  enter: discard a card from nursery\n",
     "error 21: `discard` takes nothing from there", ""},
    {DECK "magical \"A\"  enter: (draw 1\n", "error 21: `)` is missing at the end of the line", ""},
    {DECK "  enter: draw 1\n", "error 21: this line belongs to nothing", "left margin"},
    {"magical \"A\"\n", "error 21: a card file begins with the deck's name", "deck \"My deck\""},
    {DECK "magical \"A, B\"\n", "error 22: a name has 1 to 40 letters", ""},
    {"deck \"X\" from \"bass.cards\"\n", "error 23: there is no deck \"bass.cards\" to build on",
     "or on base.cards, two.cards, comets.cards, tides.cards, all.cards"},
    {"deck \"X\"\nbaby \"B\" x8\nbasic \"C\" x20\nstart \"B\"\n",
     "error 24: 40 cards are dealt to 8 players, the deck has only 20", "deal fewer"},
    {"deck \"X\"\nplayers 2..2\nbaby \"B\"\nbasic \"C\" x20\nstart \"B\"\n",
     "error 24: there is not a baby called \"B\" for each of 2 players", ""},
    {DECK "magic \"Idle\"\n", "error 25: \"Idle\" does nothing", "play: draw 2"},
    {DECK "test \"odd\"\n  p1 jump\n", "error 19: test \"odd\" ended differently",
     "\"jump\", is not possible"},
    {DECK "test \"odd\"\n  hello\n", "error 26: test \"odd\": \"hello\" is neither a table", ""},
    {DECK "magical \"A\"  enter: if I am cold: draw 1\n", "error 27: this condition cannot be read",
     "`if I have fewer unicorns than another player: ...`"},
    {DECK "magical \"A\"  enter: if I have lots of unicorns: draw 1\n", "error 27: have how many?",
     "`more than 2 unicorns`"},
    {DECK "magical \"A\"  enter: if I have more unicorns than nobody: draw 1\n",
     "error 27: compared with whom?", "`each other player`"},
    {DECK "magical \"A\"  enter: draw 1 for each upgrade\n", "error 27: whose cards are counted?",
     "`for each upgrade of mine`"},
    {DECK "magical \"A\"  enter: recycle for each upgrade of mine\n",
     "error 27: `recycle` has no number that `for each` could multiply", "`draw 1 for each ...`"},
    {DECK "magical \"A\"  enter: if I have 2 instants in hand: draw 1\n",
     "error 27: have how many?", ""},
    {DECK "magical \"A\"  enter: if I have at least 2 instants in hand: draw 1\n",
     "error 28: what a hand or the deck holds is secret", "write `cards in hand`"},
    {DECK "magical \"A\"  when I draw a unicorn: draw 1\n",
     "error 28: nobody else sees what is drawn", "`when I draw a card: ...`"},
    {DECK "magical \"A\"  enter: look at the top 3\n",
     "error 29: this deck keeps no order, so it has no top to look", "write `ordered`"},
    {DECK "ordered\nmagical \"A\"  enter: reorder the top 9\n",
     "error 29: the order of up to 8 cards is kept", ""},
    {DECK "magical \"A\"  enter: exchange 2 cards of mine for a card of others\n",
     "error 21: `exchange` takes one card for one", ""},
    {DECK "magical \"A\"  enter: if that player has no unicorns: draw 1\n",
     "error 10: `that player` has nobody to point at", ""},
    {DECK "test \"odd\"\n  p1: hand Narval\n  p1 draw\n",
     "error 26: test \"odd\": there is no such card", ""},
};

static void test_every_message(void **unused) {
    (void)unused;
    for (size_t i = 0; i < sizeof mistakes / sizeof mistakes[0]; i++) {
        int errors = lint(mistakes[i].text);
        if (!strstr(report, mistakes[i].expected) || !strstr(report, mistakes[i].hint)) {
            fail_msg("for:\n%s\nexpected:\n%s\n%s\ngot:\n%s", mistakes[i].text,
                     mistakes[i].expected, mistakes[i].hint, report);
        }
        int is_warning = strncmp(mistakes[i].expected, "warning", 7) == 0;
        assert_int_equal(errors > 0, !is_warning);
    }
}

// A message shows where: file, line, column, the line itself and what is meant.
static void test_message_shows_the_place(void **unused) {
    (void)unused;
    lint(DECK "magical \"A\"\n  enter: may stea a card\n");
    assert_string_equal(report, "error 1: `stea` is not something a card can do\n"
                                "  my.cards:3:14\n"
                                "      3 |   enter: may stea a card\n"
                                "        |              ^^^^\n"
                                "  did you mean `steal`?\n");
}

// One run finds many mistakes, and stops counting them at twenty.
static void test_many_mistakes(void **unused) {
    char text[4000] = DECK;
    (void)unused;
    for (int i = 0; i < 30; i++) {
        size_t n = strlen(text);
        snprintf(text + n, sizeof text - n, "magical \"A%d\"  enter: jump\n", i);
    }
    assert_int_equal(lint(text), 30);
    assert_non_null(strstr(report, "my.cards:21:"));
    assert_null(strstr(report, "my.cards:22:"));
    assert_non_null(strstr(report, "and more of the kind"));
}

// Whatever the bytes, reading ends with a report.
static void test_garbage(void **unused) {
    static const char *const pieces[] = {DECK,
                                         "magical \"A\" ",
                                         "enter: ",
                                         "may ",
                                         "(",
                                         ")",
                                         "draw 1",
                                         " then ",
                                         " if done ",
                                         "\n",
                                         "  ",
                                         "x3",
                                         "each player: ",
                                         "destroy a unicorn",
                                         "\"",
                                         "#",
                                         "test \"t\"\n  p1: hand Neigh\n",
                                         "\t",
                                         "\xff",
                                         "this",
                                         "steal a card until ",
                                         "trait t ",
                                         "is t\n",
                                         "or "};
    tsr_rng g;
    (void)unused;
    tsr_rng_init(&g, 5);
    for (int i = 0; i < 3000; i++) {
        char text[600] = "";
        for (int j = 0; j < 14; j++) {
            uint32_t k = tsr_rng_below(&g, sizeof pieces / sizeof pieces[0]);
            strncat(text, pieces[k], sizeof text - strlen(text) - 1);
        }
        assert_true(lint(text) >= 0);
    }
    char deep[3000] = DECK "magical \"A\" enter: ";
    for (int i = 0; i < 2500; i++) {
        strcat(deep, "(");
    }
    assert_int_equal(lint(deep), 1);
    assert_non_null(strstr(report, "brackets inside each other"));
}

// --- Decks -----------------------------------------------------------------------------

static tsr_rules *rules_with(int players, int set, const char *deck, tsr_error *err) {
    tsr_setup setup;
    tsr_rules *r = NULL;
    tsr_setup_init(&setup, &tsr_game_unicorns);
    setup.players = players;
    setup.opt[0] = set;
    setup.data = deck;
    setup.data_size = deck ? strlen(deck) : 0;
    return tsr_rules_open(&setup, NULL, &r, err) ? NULL : r;
}

static int cards_of_class(const tsr_rules *r, int class_) {
    int n = 0;
    for (int k = 0; k < tsr_unicorns_kind_count(r); k++) {
        tsr_unicorns_kind kind = tsr_unicorns_kind_at(r, k);
        n += kind.class_ == class_ ? kind.copies : 0;
    }
    return n;
}

static void test_base_deck(void **unused) {
    static const int per_class[] = {13, 22, 30, 25, 15, 14, 7};
    tsr_error err;
    tsr_rules *r = rules_with(8, 0, NULL, &err);
    (void)unused;
    assert_non_null(r);
    assert_int_equal(tsr_unicorns_kind_count(r), 66);
    for (int c = 0; c < 7; c++) {
        assert_int_equal(cards_of_class(r, c), per_class[c]);
    }
    tsr_rules_close(r);
}

static void test_deck_for_two(void **unused) {
    tsr_error err;
    tsr_rules *r = rules_with(2, 1, NULL, &err);
    int total = 0;
    (void)unused;
    assert_non_null(r);
    for (int c = 0; c < 7; c++) {
        total += cards_of_class(r, c);
    }
    assert_int_equal(total, 97);
    assert_int_equal(tsr_unicorns_kind_named(r, "Narwhal"), -1);
    assert_int_equal(tsr_unicorns_kind_named(r, "Seductive Unicorn"), -1);

    void *s = test_malloc(r->state_size);
    tsr_unicorns t;
    tsr_init(r, s);
    tsr_unicorns_read(r, s, &t);
    int neigh = tsr_unicorns_kind_named(r, "neigh");
    assert_int_equal(t.seat[0].hand[neigh], 1);
    assert_int_equal(t.seat[1].hand[neigh], 1);
    tsr_rng g;
    tsr_rng_init(&g, 1);
    while (tsr_turn(r, s) >> TSR_CHANCE & 1 && t.seat[1].hand_size < 6) {
        tsr_play(r, s, TSR_CHANCE, tsr_sample(r, s, TSR_CHANCE, &g));
        tsr_unicorns_read(r, s, &t);
    }
    assert_int_equal(t.seat[0].hand_size, 6);
    test_free(s);
    tsr_rules_close(r);
    assert_null(rules_with(3, 1, NULL, &err));
    assert_string_equal(err.message,
                        "the deck \"Unstable Unicorns for two\" is for 2 to 2 players");
}

// A deck of one's own: the parent's cards, some replaced, some left out.
static void test_inheriting(void **unused) {
    tsr_error err;
    tsr_rules *r = rules_with(2, 0,
                              DECK "without \"Yay\"\n"
                                   "upgrade \"Rainbow Aura\" x2  my unicorns cannot be stolen\n"
                                   "magical \"Tourist\"  is flying\n",
                              &err);
    char text[300];
    (void)unused;
    assert_non_null(r);
    assert_int_equal(tsr_unicorns_kind_count(r), 66);
    assert_int_equal(tsr_unicorns_kind_named(r, "Yay"), -1);
    int aura = tsr_unicorns_kind_named(r, "Rainbow Aura");
    assert_int_equal(tsr_unicorns_kind_at(r, aura).copies, 2);
    tsr_unicorns_card_text(r, aura, text, sizeof text);
    assert_string_equal(text, "Your Unicorns cannot be stolen.");
    tsr_unicorns_card_text(r, tsr_unicorns_kind_named(r, "Tourist"), text, sizeof text);
    assert_string_equal(
        text,
        "If this card would be sacrificed or destroyed, it goes to its owner's hand instead.");
    tsr_rules_close(r);
}

// A deck of files: the one that is played, then those it builds on, which know each other.
static void test_files_that_come_along(void **unused) {
    static const char text[] = "deck \"Party\" from \"winter.cards\", \"summer.cards\"\n"
                               "magical \"Host\"  is cosy\n"
                               "file \"winter.cards\"\n"
                               "deck \"Winter\" from \"base.cards\"\n"
                               "trait cosy  this cannot be stolen\n"
                               "magical \"Skier\"  enter: draw 1\n"
                               "file \"summer.cards\"\n"
                               "deck \"Summer\" from \"base.cards\"\n"
                               "without \"Yay\"\n"
                               "magical \"Diver\"  enter: draw 2\n";
    tsr_error err;
    char wants[80];
    (void)unused;
    tsr_rules *r = rules_with(2, 0, text, &err);
    assert_non_null(r);
    assert_int_equal(tsr_unicorns_kind_count(r), 66 - 1 + 3);
    assert_true(tsr_unicorns_kind_named(r, "Skier") >= 0);
    assert_true(tsr_unicorns_kind_named(r, "Diver") >= 0);
    tsr_rules_close(r);
    const tsr_game_more *more = tsr_game_unicorns.more;
    assert_int_equal(more->data_wants(text, strlen(text), wants, sizeof wants), 0);
    (void)more->data_wants(text, 120, wants, sizeof wants); // without its last file
    assert_string_equal(wants, "summer.cards");
    // A mistake in a file that came along is shown there; circles are found.
    assert_true(lint("deck \"A\" from \"b.cards\"\nfile \"b.cards\"\ndeck \"B\"\nbasc \"C\"\n") >
                0);
    assert_non_null(strstr(report, "  b.cards:2:1\n"));
    assert_true(lint("deck \"A\" from \"b.cards\"\nfile \"b.cards\"\n"
                     "deck \"B\" from \"c.cards\"\nfile \"c.cards\"\n"
                     "deck \"C\" from \"b.cards\"\n") > 0);
    assert_non_null(strstr(report, "error 23: \"b.cards\" builds on itself"));
}

// Room for expansions: 512 cards of 300 kinds, for eight.
static void test_a_large_deck(void **unused) {
    static char text[32 * 1024];
    tsr_error err;
    (void)unused;
    size_t n =
        (size_t)snprintf(text, sizeof text, "deck \"Large\"\nstart \"Foal\"\nbaby \"Foal\" x8\n");
    for (int i = 0; i < 299; i++) {
        n += (size_t)snprintf(text + n, sizeof text - n,
                              "magical \"Number %d\" x%d  enter: draw 1\n", i, i < 205 ? 2 : 1);
    }
    tsr_rules *r = rules_with(8, 0, text, &err);
    assert_non_null(r);
    assert_int_equal(tsr_unicorns_kind_count(r), 300);
    void *s = test_malloc(r->state_size);
    tsr_rng g;
    tsr_rng_init(&g, 3);
    tsr_init(r, s);
    while (tsr_turn(r, s)) {
        int who = tsr_mover(tsr_turn(r, s));
        tsr_play(r, s, who, tsr_sample(r, s, who, &g));
    }
    assert_int_equal(r->g.check(r, s, NULL), 0);
    test_free(s);
    tsr_rules_close(r);
}

static void test_bad_deck_is_refused(void **unused) {
    tsr_error err;
    (void)unused;
    assert_null(rules_with(2, 0, DECK "magical \"A\"  enter: jump\n", &err));
    assert_int_equal(err.code, TSR_ERR_PARSE);
    assert_int_equal(err.line, 2);
    assert_int_equal(err.column, 21);
    assert_string_equal(err.message, "`jump` is not something a card can do");
    // A deck whose own tests fail does not open either.
    assert_null(rules_with(2, 0, DECK "test \"no\"\n  p1: hand Neigh\n  then p1 hand Yay\n", &err));
    assert_int_equal(err.line, 4);
}

static void test_card_texts(void **unused) {
    static const struct {
        const char *name, *text;
    } cards[] = {
        {"Angel Unicorn", "At the start of your turn: you may sacrifice this card; if you do, "
                          "bring a Unicorn from the discard pile into your stable."},
        {"Queen Bee Unicorn", "Basic Unicorns can enter no stable but yours."},
        {"Reset Button", "Each player (you too) sacrifices all Upgrade or Downgrade cards, then "
                         "shuffle the discard pile into the deck."},
        {"Neigh", "When another player plays a card: stop it (it is discarded)."},
        {"Ginormous Unicorn", "Counts as 2 Unicorns. You cannot play Instant cards."},
        {"Tiny Stable", "Whenever you have more than 5 Unicorns: sacrifice a Unicorn."},
        {"Basic Unicorn", "No effect."},
    };
    tsr_error err;
    tsr_rules *r = rules_with(2, 0, NULL, &err);
    char text[400];
    (void)unused;
    for (size_t i = 0; i < sizeof cards / sizeof cards[0]; i++) {
        int kind = tsr_unicorns_kind_named(r, cards[i].name);
        tsr_unicorns_card_text(r, kind, text, sizeof text);
        assert_string_equal(text, cards[i].text);
        assert_int_equal(tsr_unicorns_card_text(r, kind, NULL, 0), (int)strlen(text));
    }
    tsr_rules_close(r);
}

// --- Memory ---------------------------------------------------------------------------

typedef struct failing {
    int left; // calls that still succeed
    int live; // blocks
} failing;

static void *failing_resize(void *self, void *old, size_t old_size, size_t new_size) {
    failing *f = self;
    (void)old_size;
    if (new_size == 0) {
        f->live--;
        free(old);
        return NULL;
    }
    if (f->left-- <= 0) {
        return NULL;
    }
    f->live += old == NULL;
    return realloc(old, new_size);
}

static void test_failing_memory(void **unused) {
    int opened = 0;
    (void)unused;
    for (int n = 0; n < 50 && !opened; n++) {
        failing f = {n, 0};
        tsr_alloc alloc = {failing_resize, &f};
        tsr_setup setup;
        tsr_rules *r;
        tsr_error err;
        tsr_setup_init(&setup, &tsr_game_unicorns);
        if (tsr_rules_open(&setup, &alloc, &r, &err) == TSR_OK) {
            opened = n;
            tsr_rules_close(r);
        }
        assert_int_equal(f.live, 0);
        f = (failing){n, 0};
        (void)tsr_unicorns_lint("x", DECK, strlen(DECK), &alloc, report, sizeof report);
        assert_int_equal(f.live, 0);
    }
    assert_true(opened > 2);
}

// --- The manual -----------------------------------------------------------------------

// Every card file printed in docs/cards.md between ```cards and ``` is a deck that
// loads, and whose tests pass.
static void test_manual(void **unused) {
    char path[600];
    char *text;
    size_t size;
    int decks = 0;
    tsr_error err;
    (void)unused;
    snprintf(path, sizeof path, "%s/docs/cards.md", getenv("TSR_SOURCE_DIR"));
    assert_int_equal(tsr_file_read(path, 1 << 20, &text, &size, &err), TSR_OK);
    for (const char *at = text; (at = strstr(at, "\n```cards\n")); decks++) {
        const char *begin = at + 10, *end = strstr(begin, "\n```");
        assert_non_null(end);
        int errors = tsr_unicorns_lint("docs/cards.md", begin, (size_t)(end + 1 - begin), NULL,
                                       report, sizeof report);
        if (errors || report[0]) {
            fail_msg("%.*s\n%s", (int)(end - begin), begin, report);
        }
        at = end;
    }
    assert_true(decks >= 3);
    tsr_mem_free(NULL, text, size + 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_message), cmocka_unit_test(test_message_shows_the_place),
        cmocka_unit_test(test_many_mistakes), cmocka_unit_test(test_garbage),
        cmocka_unit_test(test_base_deck),     cmocka_unit_test(test_deck_for_two),
        cmocka_unit_test(test_inheriting),    cmocka_unit_test(test_bad_deck_is_refused),
        cmocka_unit_test(test_card_texts),    cmocka_unit_test(test_failing_memory),
        cmocka_unit_test(test_manual),        cmocka_unit_test(test_files_that_come_along),
        cmocka_unit_test(test_a_large_deck),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
