// SPDX-License-Identifier: MIT
//
// Single steps of a rule: a verb and the words that belong to it.
#include "lang/front/kinds.h"

#include <string.h>

#include "base/near.h"

// --- Motions -----------------------------------------------------------------

static int starts_motion(const parser *p) {
    return parse_is(p, "step") || parse_is(p, "leap") || parse_is(p, "slide") ||
           parse_is(p, "hop") || parse_is(p, "vault");
}

static int motion_kind(const parser *p) {
    return parse_is(p, "step")    ? MOTION_STEP
           : parse_is(p, "leap")  ? MOTION_LEAP
           : parse_is(p, "slide") ? MOTION_SLIDE
           : parse_is(p, "hop")   ? MOTION_HOP
                                  : MOTION_VAULT;
}

static void parse_reach(parser *p, ast *n) {
    int32_t lo = 0, hi = 0;
    if (parse_take(p, "furthest")) {
        n->flag |= MOTION_FURTHEST;
    } else if (p->t->kind == T_INT) {
        span at = p->t->at;
        parse_int(p, "a distance", &lo);
        hi = lo;
        if (parse_take(p, "..")) {
            parse_int(p, "a distance", &hi);
        }
        if (lo < 1 || hi < lo || hi > 64) {
            diag_add(p->diags, DIAG_OUT_OF_RANGE, at, "a slide goes 1 to 64 cells");
            lo = hi = 1;
        }
        n->flag |= MOTION_REACH;
        n->num2 = (uint16_t)(lo | hi << 8);
    }
}

// `repeat move up to 3`: nothing that stands on an upper level.
static int is_up_to(const parser *p) {
    return parse_is(p, "up") && parse_is_at(p, 1, "to") && p->t[2].kind == T_INT;
}

static int ends_motion_head(const parser *p) {
    return is_up_to(p) || p->t->kind == T_NEWLINE || p->t->kind == T_END ||
           p->t->kind == T_DEDENT || parse_is(p, "to") || parse_is(p, "capturing") ||
           parse_is(p, "if") || parse_is(p, "then") || parse_is(p, "or") || parse_is(p, "else") ||
           parse_is(p, "when") || parse_is(p, ")") || parse_is(p, "where") || parse_is(p, "over") ||
           parse_is(p, ",") || parse_is(p, "by");
}

static ast *parse_motion(parser *p) {
    ast *n = parse_node(p, R_MOTION, p->t);
    n->num = motion_kind(p);
    parse_advance(p);
    if (!ends_motion_head(p)) {
        n->a = parse_set(p);
    }
    if (n->num == MOTION_SLIDE) {
        parse_reach(p, n);
    }
    if (n->num >= MOTION_HOP) {
        parse_expect(p, "over", "a hop says what it crosses: hop diagonal over enemy");
        n->list = parse_set(p);
    }
    if (parse_take(p, "to")) {
        n->b = parse_set(p);
    }
    if (parse_take(p, "capturing")) {
        n->c = parse_set(p);
        if (parse_take(p, "later")) {
            n->flag |= MOTION_LATER;
        }
    }
    return parse_finish(p, n);
}

// --- Other choices, and effects --------------------------------------------------

// hand, my hand, enemy hand; or cells on which such a piece lies
static void parse_source(parser *p, ast *n) {
    const int is_own = parse_is(p, "my"), is_enemy = parse_is(p, "enemy");
    if (!parse_is_at(p, is_own || is_enemy, "hand") ||
        parse_is_at(p, 1 + (is_own || is_enemy), "&")) {
        n->flag = PLACE_FROM_SET;
        n->c = parse_plain_set(p); // `on` begins what follows
        return;
    }
    (void)((is_own || is_enemy) && (parse_advance(p), 1));
    parse_advance(p);
    n->flag = is_enemy ? PLACE_FROM_ENEMY_HAND : PLACE_FROM_HAND;
    p->g->uses_hand = 1;
}

static ast *parse_place(parser *p) {
    ast *n = parse_node(p, R_PLACE, p->t);
    ast **tail = &n->list;
    parse_advance(p);
    n->name = parse_title(p, "a piece to place");
    kinds_refuse_family(p, n->name, p->t - 1);
    while (parse_take(p, "|")) {
        *tail = parse_node(p, A_TITLE, p->t);
        (*tail)->name = parse_title(p, "a piece to place");
        kinds_refuse_family(p, (*tail)->name, p->t - 1);
        tail = &(*tail)->next;
    }
    if (parse_take(p, "from")) {
        parse_source(p, n);
    }
    parse_expect(p, "on", "say where: place Stone on empty");
    n->a = parse_set(p);
    return parse_finish(p, n);
}

static ast *parse_choose(parser *p) {
    ast *n = parse_node(p, R_CHOOSE, p->t);
    parse_advance(p);
    n->name = parse_word(p, "a name for the chosen cell");
    parse_expect(p, "in", "say among which: choose pit in my pits");
    n->a = parse_set(p);
    if (parse_take(p, "..")) {
        n->flag = 1;
        n->b = parse_set(p);
    }
    return parse_finish(p, n);
}

// A soft word that begins a step: something of it follows, not the next step.
static int joins_next(const parser *p) {
    static const char *const joins[] = {"then", "or",   "else", "otherwise",
                                        "if",   "when", "and",  "where"};
    if (parse_is_at(p, 1, "up")) { // `say up`, but `repeat say up to 3`
        return parse_is_at(p, 2, "to");
    }
    for (size_t i = 0; i < sizeof joins / sizeof *joins; i++) {
        if (parse_is_at(p, 1, joins[i])) {
            return 1;
        }
    }
    return 0;
}

// Any word can be said, also one that means something elsewhere: `say roll`, and `say then` where the step ends behind
// it. But `say then pass` goes on with a rule whose name is `say`.
static int starts_say(const parser *p) {
    parser behind = *p;
    if (!parse_is(p, "say") || p->t[1].kind != T_WORD) {
        return 0;
    }
    behind.t += 2;
    return !joins_next(p) || (ends_motion_head(&behind) && !parse_is(&behind, "when"));
}

// `distinct` alone, or with arguments, may be a definition.
int parse_starts_distinct(const parser *p) {
    if (!parse_is(p, "distinct")) {
        return 0;
    }
    return p->t[1].kind == T_WORD ? !joins_next(p) || parse_is_at(p, 1, "when")
                                  : parse_is_at(p, 1, "(") && p->t[1].pos > p->t->pos + 8;
}

static ast *parse_say(parser *p) {
    ast *n = parse_node(p, R_SAY, p->t);
    parse_advance(p);
    n->name = p->t->text;
    parse_advance(p);
    return parse_finish(p, n);
}

static ast *parse_roll(parser *p) {
    ast *n = parse_node(p, R_ROLL, p->t);
    int32_t hi = 0;
    parse_advance(p);
    n->name = parse_word(p, "a name for the number");
    parse_expect(p, "in", "say which numbers: roll die in 1..6");
    parse_int(p, "the lowest number", &n->num);
    parse_expect(p, "..", "say which numbers: roll die in 1..6");
    parse_int(p, "the highest number", &hi);
    if (hi < n->num || hi - n->num > 255) {
        diag_add(p->diags, DIAG_OUT_OF_RANGE, n->at, "a roll has 1 to 256 outcomes");
        hi = n->num;
    }
    n->num2 = (uint16_t)(hi - n->num);
    return parse_finish(p, n);
}

// Man, Red Man, neutral Man
static void parse_whose(parser *p, ast *n) {
    n->name2 = parse_take(p, "neutral") ? "neutral" : NULL;
    n->name = parse_title(p, "a piece to put");
    if (!n->name2 && p->t->kind == T_NAME) {
        n->name2 = n->name;
        n->name = parse_title(p, "a piece to put");
    }
}

static ast *parse_put(parser *p) {
    const token *from = p->t;
    ast *n = parse_node(p, R_PUT, from);
    parse_advance(p);
    if (parse_take(p, "like")) {
        n->kind = R_PUT_LIKE;
        n->b = parse_sum(p); // `on` begins what follows
        parse_expect(p, "on", "say where: put like cup on cup");
        n->a = parse_set(p);
        return parse_finish(p, n);
    }
    if (parse_take(p, "every")) {
        n->name = parse_title(p, "a piece of which one of every kind is put");
        parse_expect(p, "on", "say where: put every Stone on my camp");
        return kinds_put_every(p, n->name, from, parse_set(p));
    }
    if (p->t->kind == T_INT) {
        n->flag = 1;
        parse_int(p, "how many", &n->num);
        if (p->t->kind == T_NAME || parse_is(p, "neutral")) {
            n->flag = 2;
            parse_whose(p, n);
        } else {
            n->name = parse_word(p, "the name of the tokens");
        }
    } else {
        parse_whose(p, n);
    }
    kinds_refuse_family(p, n->name, p->t - 1);
    parse_expect(p, "on", "say where: put Pawn on rank 2");
    n->a = parse_set(p);
    return parse_finish(p, n);
}

// `top of x`, `bottom 2 of x`: a part of a pile. `top` alone is the border of the board.
static void parse_part(parser *p, ast *n) {
    const int number = p->t[1].kind == T_INT || (p->t[1].kind == T_WORD && parse_is_at(p, 2, "of"));
    if ((!parse_is(p, "top") && !parse_is(p, "bottom")) || (!number && !parse_is_at(p, 1, "of"))) {
        return;
    }
    n->flag |= parse_is(p, "top") ? PART_TOP : PART_BOTTOM;
    parse_advance(p);
    if (!parse_is(p, "of")) {
        n->c = parse_unary(p);
    }
    parse_expect(p, "of", "of which pile: bring top 2 of x to y");
}

static ast *parse_remove(parser *p) {
    ast *n = parse_node(p, R_REMOVE, p->t);
    parse_advance(p);
    if (parse_take(p, "one")) {
        n->kind = R_TAKE;
    } else {
        parse_part(p, n);
    }
    n->a = parse_set(p);
    return parse_finish(p, n);
}

static ast *parse_becomes(parser *p, ast *subject, const token *from) {
    ast *n = parse_node(p, R_BECOMES, from);
    ast **tail = &n->list;
    parse_expect(p, "becomes", "say what it becomes");
    n->a = subject;
    if (p->t->kind == T_WORD) { // mine, enemy, neutral
        n->name = parse_word(p, "an owner or a piece");
        return parse_finish(p, n);
    }
    n->flag = 1;
    do {
        *tail = parse_node(p, A_TITLE, p->t);
        (*tail)->name = parse_title(p, "a piece or a player");
        kinds_refuse_family(p, (*tail)->name, p->t - 1);
        parse_finish(p, *tail);
        tail = &(*tail)->next;
    } while (parse_take(p, "|") && !p->failed);
    return parse_finish(p, n);
}

static ast *parse_bring(parser *p) {
    ast *n = parse_node(p, R_BRING, p->t);
    parse_advance(p);
    if (p->t->kind == T_WORD && parse_is_at(p, 1, "from")) {
        n->name = p->t->text;
        parse_advance(p);
        parse_advance(p);
    }
    if (!n->name) {
        parse_part(p, n);
    }
    n->a = parse_set(p);
    if (!n->name && !n->flag && parse_take(p, "by")) {
        n->flag = BRING_BY;
        n->b = parse_set(p);
        return parse_finish(p, n);
    }
    if (!n->name && parse_take(p, "under")) {
        n->flag |= BRING_UNDER;
    } else {
        parse_expect(p, "to", "say where: bring rook to here - d");
    }
    n->b = parse_set(p);
    return parse_finish(p, n);
}

static ast *parse_sow(parser *p) {
    ast *n = parse_node(p, R_SOW, p->t);
    parse_advance(p);
    n->name = parse_word(p, "the name of the tokens");
    parse_expect(p, "from", "say from where: sow seeds from pit");
    n->a = parse_set(p);
    if (parse_take(p, "along")) {
        n->b = parse_set(p);
    }
    if (parse_take(p, "skipping")) {
        n->c = parse_set(p);
    }
    return parse_finish(p, n);
}

static int outcome_of(const parser *p) {
    if (parse_is(p, "win") || parse_is(p, "wins")) return OUT_WIN;
    if (parse_is(p, "lose") || parse_is(p, "loses")) return OUT_LOSE;
    if (parse_is(p, "draw")) return OUT_DRAW;
    if (parse_is(p, "finish")) return OUT_FINISH;
    return 0;
}

static ast *parse_outcome(parser *p) {
    ast *n = parse_node(p, R_OUTCOME, p->t);
    if (p->t->kind == T_NAME) {
        n->name = parse_title(p, "a player");
    }
    n->num = outcome_of(p);
    parse_advance(p);
    n->num2 = (uint16_t)parse_reason(p, NULL);
    return parse_finish(p, n);
}

static ast *parse_assignment(parser *p) {
    ast *n = parse_node(p, R_ASSIGN, p->t);
    n->name = parse_word(p, "a var");
    n->name2 = p->t->text;
    parse_advance(p);
    n->a = parse_set(p);
    n->num2 = (uint16_t)parse_reason(p, n->name);
    return parse_finish(p, n);
}

static ast *parse_simple(parser *p, ast_kind kind, int words) {
    ast *n = parse_node(p, kind, p->t);
    while (words-- > 0) {
        parse_advance(p);
    }
    return parse_finish(p, n);
}

static ast *parse_require(parser *p) {
    ast *n = parse_node(p, R_REQUIRE, p->t);
    parse_advance(p);
    n->a = parse_both(p);
    return parse_finish(p, n);
}

static ast *parse_close(parser *p) {
    ast *n = parse_node(p, R_CLOSE, p->t);
    parse_advance(p);
    n->a = parse_set(p);
    return parse_finish(p, n);
}

static ast *parse_move(parser *p) {
    ast *n = parse_node(p, R_MOVE, p->t);
    parse_advance(p);
    if (!ends_motion_head(p)) {
        n->a = parse_set(p);
    }
    return parse_finish(p, n);
}

static ast *parse_out(parser *p) {
    ast *n = parse_simple(p, R_OUT, 1);
    n->num2 = (uint16_t)parse_reason(p, NULL);
    return parse_finish(p, n);
}

// --- Which one it is -----------------------------------------------------------

static int ends_step(const parser *p) {
    return ends_motion_head(p) || parse_is(p, "otherwise") || parse_is(p, "up") ||
           p->t->kind == T_MARK || p->panicking;
}

// `stepp forward`: a word followed by something is meant as a verb.
static void unknown_verb(parser *p, const ast *e) {
    static const char *const verbs[] = {
        "move",   "step",   "leap", "slide",    "hop",    "vault",   "place",   "choose",  "pass",
        "remove", "swap",   "say",  "roll",     "put",    "bring",   "sow",     "close",   "win",
        "lose",   "finish", "draw", "optional", "repeat", "longest", "require", "distinct"};
    const char *best = NULL;
    int distance = near_limit(e->name) + 1;
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++) {
        int far = near_distance(e->name, verbs[i]);
        if (far < distance) {
            distance = far;
            best = verbs[i];
        }
    }
    p->panicking = 1;
    diag *d =
        diag_add(p->diags, DIAG_UNKNOWN_WORD, e->at, "there is no action called `%s`", e->name);
    if (best) {
        diag_note(d, "did you mean `%s`?", best);
    } else {
        diag_help(d, "choices are move, step, slide, leap, hop, place, choose, remove one, pass");
    }
}

// An expression where a rule was expected: a name used as a rule, the subject of
// `becomes`, or the author's mistake.
ast *parse_named_step(parser *p) {
    const token *from = p->t;
    int saved = p->in_rule;
    ast *e = parse_both(p);
    p->in_rule = saved;
    if (parse_is(p, "becomes")) {
        return parse_becomes(p, e, from);
    }
    if (e->kind == A_WORD && !ends_step(p)) {
        unknown_verb(p, e);
        return parse_wrap(p, R_NOTHING, e);
    }
    if (e->kind == A_WORD || e->kind == A_CALL) {
        e->kind = R_REF;
        return e;
    }
    if (!p->panicking) {
        p->panicking = 1;
        diag *d =
            diag_add(p->diags, DIAG_OR_IN_RULE, e->at, "I expected something the player can do");
        diag_note(d, "this is a condition");
        if (from > p->t - 200 && from->pos > 3 &&
            strncmp(p->source + from->pos - 3, "or ", 3) == 0) {
            (void)strcpy(d->head, "after `or` I expected something the player can do");
            diag_help(d, "inside a rule `or` separates choices; for \"either is enough\" use "
                         "brackets: require (… or …)");
        } else {
            diag_help(d, "choices are move, step, slide, leap, hop, place, choose, remove one, "
                         "pass; a test is written `require …`");
        }
    }
    return parse_wrap(p, R_NOTHING, e);
}

static int is_assignment(const parser *p) {
    return p->t->kind == T_WORD &&
           (parse_is_at(p, 1, "=") || parse_is_at(p, 1, "+=") || parse_is_at(p, 1, "-="));
}

static int player_outcome(const parser *p) {
    parser look = *p;
    look.t++;
    return p->t->kind == T_NAME && outcome_of(&look);
}

// Words that are names elsewhere begin such a step only with what follows them here.
static int starts_card_step(const parser *p) {
    const int has_more = p->t[1].kind == T_INT || p->t[1].kind == T_WORD || p->t[1].kind == T_NAME;
    return (parse_is(p, "let") && has_more && !parse_is_reserved(p->t[1].text)) ||
           (parse_is(p, "each") && (parse_is_at(p, 1, "player") || parse_is_at(p, 2, "in"))) ||
           (parse_is(p, "next") && parse_is_at(p, 1, "is")) ||
           ((parse_is(p, "deal") || parse_is(p, "show") || parse_is(p, "shuffle")) && has_more &&
            !parse_is_reserved(p->t[1].text));
}

static ast *parse_card_step(parser *p) {
    return parse_is(p, "let") ? parse_let(p)
           : parse_is(p, "each")
               ? (parse_is_at(p, 1, "player") ? parse_each_player : parse_each_cell)(p)
           : parse_is(p, "next") ? parse_next_is(p)
           : parse_is(p, "deal") ? parse_deal(p)
           : parse_is(p, "show") ? parse_show(p)
                                 : parse_shuffle(p);
}

// A number that is rolled has a name, and says from where to where.
static int throws_dice(const parser *p) {
    const token *what = p->t + 1;
    return what->kind == T_INT || what->kind == T_NAME ||
           (what->kind == T_WORD && !parse_is_reserved(what->text) && !parse_is_at(p, 2, "in"));
}

// Whatever begins with a verb, or with a name that is used as one.
ast *parse_verb(parser *p) {
    if (is_assignment(p)) return parse_assignment(p);
    if (parse_is(p, "move")) return parse_move(p);
    if (starts_motion(p)) return parse_motion(p);
    if (parse_is(p, "place")) return parse_place(p);
    if (parse_is(p, "choose")) return parse_choose(p);
    if (parse_is(p, "roll")) return throws_dice(p) ? parse_throw(p) : parse_roll(p);
    if (parse_is(p, "put")) return parse_put(p);
    if (parse_is(p, "remove")) return parse_remove(p);
    if (parse_is(p, "becomes")) return parse_becomes(p, NULL, p->t);
    if (parse_is(p, "bring")) return parse_bring(p);
    if (parse_is(p, "sow")) return parse_sow(p);
    if (parse_is(p, "require")) return parse_require(p);
    if (parse_is(p, "close")) return parse_close(p);
    if (parse_is(p, "pass")) return parse_simple(p, R_PASS, 1);
    if (parse_is(p, "swap")) return parse_simple(p, R_SWAP, 1);
    if (starts_say(p)) return parse_say(p);
    if (parse_is(p, "again")) return parse_simple(p, R_AGAIN, 1);
    if (parse_is(p, "nothing")) return parse_simple(p, R_NOTHING, 1);
    if (parse_is(p, "next") && parse_is_at(p, 1, "player")) {
        return parse_simple(p, R_NEXT_PLAYER, 2);
    }
    if (outcome_of(p) || player_outcome(p)) return parse_outcome(p);
    if (parse_starts_out(p)) return parse_out(p);
    return starts_card_step(p) ? parse_card_step(p) : parse_named_step(p);
}
