// SPDX-License-Identifier: MIT
//
// What is printed on a card. The four French suits have their signs and colours, and with them numbers from eleven on
// are jack, queen, king and ace, and one is an ace, too; the values of other attributes are told by their number or their first letter.
#include "lang/game/card_face.h"

#include <stdio.h>
#include <string.h>

#include <tessera/scene.h>
#include <tessera/text.h>

#include "lang/front/ast.h"

typedef struct card_suit {
    const char *word, *sign;
    uint8_t colour;
} card_suit;

static const card_suit suits[] = {{"clubs", "♣", TSR_COLOUR_BLACK},
                                  {"diamonds", "♦", TSR_COLOUR_RED},
                                  {"hearts", "♥", TSR_COLOUR_RED},
                                  {"spades", "♠", TSR_COLOUR_BLACK}};

static const struct {
    const char *word;
    int number; // that it stands for in a pack of cards
    char letter;
} courts[] = {{"ten", 10, 'T'},  {"jack", 11, 'J'}, {"queen", 12, 'Q'},
              {"king", 13, 'K'}, {"ace", 14, 'A'},  {"ace", 1, 'A'}};

enum { COURTS = sizeof courts / sizeof *courts };

int card_is_one(const program *p, int type) {
    return p->b.kind == BOARD_EMPTY &&
           (type == p->unknown || (p->g->pieces[type].family && !p->g->pieces[type].neutral));
}

// The name of an attribute's value, or NULL where it is a number.
static const char *value_word(const program *p, int type, int attr) {
    const decl_attr *a = &p->g->attrs[attr];
    return a->value[0] ? a->value[p->g->pieces[type].value[attr] - 1] : NULL;
}

static int has_attr(const program *p, int type, int attr) {
    return p->g->pieces[type].has_attr >> attr & 1;
}

static const card_suit *suit_of(const program *p, int type) {
    for (int a = 0; a < p->g->attr_count; a++) {
        const char *word = has_attr(p, type, a) ? value_word(p, type, a) : NULL;
        for (size_t i = 0; word && i < sizeof suits / sizeof *suits; i++) {
            if (strcmp(suits[i].word, word) == 0) {
                return &suits[i];
            }
        }
    }
    return NULL;
}

// Which of the court cards a value is, or -1: by its word, or in a pack by its number.
static int court_of(const char *word, int number, int in_pack) {
    for (int i = 0; i < COURTS; i++) {
        if (word ? strcmp(courts[i].word, word) == 0 : in_pack && courts[i].number == number) {
            return i;
        }
    }
    return -1;
}

// A value that is not the suit: its sign, and its word before "of spades".
static void put_rank(const program *p, int type, int attr, int in_pack, tsr_out *sign,
                     tsr_out *words) {
    const char *word = value_word(p, type, attr);
    const int number = p->g->pieces[type].value[attr], court = court_of(word, number, in_pack);
    if (court >= 0) {
        tsr_putf(sign, "%c", courts[court].letter);
    } else if (word) {
        tsr_putf(sign, "%c", word[0] & ~32);
    } else {
        tsr_putf(sign, "%d", number);
    }
    if (word || court > 0) { // ten stays a number
        tsr_put(words, word ? word : courts[court].word);
    } else {
        tsr_putf(words, "%d", number);
    }
}

card_face card_face_of(const program *p, int type) {
    card_face face = {.colour = TSR_COLOUR_NONE};
    const card_suit *suit = suit_of(p, type);
    tsr_out sign = tsr_out_to(face.glyph, sizeof face.glyph),
            words = tsr_out_to(face.name, sizeof face.name);
    tsr_put(&sign, suit ? suit->sign : "");
    for (int a = 0, put = 0; a < p->g->attr_count; a++) {
        const char *word = has_attr(p, type, a) ? value_word(p, type, a) : NULL;
        if (!has_attr(p, type, a) || (suit && word && strcmp(word, suit->word) == 0)) {
            continue;
        }
        tsr_put(&words, put++ ? " " : "");
        put_rank(p, type, a, suit != NULL, &sign, &words);
    }
    if (suit) {
        tsr_putf(&words, " of %s", suit->word);
        face.colour = suit->colour;
    }
    (void)tsr_out_end(&sign);
    (void)tsr_out_end(&words);
    return face;
}
