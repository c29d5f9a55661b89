// SPDX-License-Identifier: MIT
//
// Mastermind: find a hidden code of 4 letters from A to F in 6 guesses. One player.
//
// The board has a row for each guess, its letters on the left, the answer on the
// right of an empty column, and a last row with the code:
//
//       0 1 2 3 4 5 6 7 8
//     0 A A B C   Y N E N       first guess and its answer
//     1 B A _ _   _ _ _ _       second guess, half done
//     ...
//     6 ? ? ? ?                 the code, hidden until the end
//
// The answer has a letter for each position: Y right letter and place; E the letter
// is elsewhere in the code; N neither. First all Y are given, then E from left to
// right as often as the letter is left in the code, N otherwise. So the code
// AABB answers ABAB with Y E E Y, and ABCD answers AAAA with Y N N N.
//
// Decided here: a guess is not one move of 1296 but a pick for each letter, from
// left to right, which may be taken back until the last one is made. The code is drawn
// letter by letter at the start, and nobody sees it; everybody sees it after the
// end. The score is the number of guesses left over plus one, 0 if not found.
//
// In the state the number of moves made tells where the game stands: the first
// `length` are the draws, then come the guesses, `length` moves each.

#include <tessera/grid.h>

enum { GUESSES, LENGTH, COLOURS, OPTIONS };
enum { MAX_LENGTH = 5, MAX_COLOURS = 8, HIDDEN = '?' };

static const tsr_option options[OPTIONS] = {
    [GUESSES] = {"guesses", "how many guesses there are", TSR_OPTION_INT, 6, 1, 12, NULL},
    [LENGTH] = {"length", "letters of the code", TSR_OPTION_INT, 4, 2, MAX_LENGTH, NULL},
    [COLOURS] = {"colours", "different letters, from A on", TSR_OPTION_INT, 6, 2, MAX_COLOURS,
                 NULL},
};

#define LETTER(letter_, word_, colour_, shape_)                                                    \
    { .letter = letter_, .owner = 0, .colour = colour_, .shape = shape_, .word = word_ }
#define MARK(letter_, colour_, shape_, word_)                                                      \
    { .letter = letter_, .owner = TSR_NOBODY, .colour = colour_, .shape = shape_, .word = word_ }

// E is both a letter of codes and an answer. From five letters on, it is a letter
// here, and `look` tells the answer E by its column.
static const tsr_grid_piece elsewhere =
    MARK('E', TSR_COLOUR_YELLOW, TSR_SHAPE_RING, "right letter elsewhere");

// Letters come last, and a game has the first COLOURS of them.
enum { MARKS = 3 };
static const tsr_grid_piece pieces[MARKS + MAX_COLOURS] = {
    MARK('Y', TSR_COLOUR_GREEN, TSR_SHAPE_DISC, "right place"),
    MARK('N', TSR_COLOUR_GREY, TSR_SHAPE_CROSS, "not there"),
    MARK(HIDDEN, TSR_COLOUR_GREY, TSR_SHAPE_SQUARE, "hidden letter"),
    LETTER('A', "A", TSR_COLOUR_RED, TSR_SHAPE_DISC),
    LETTER('B', "B", TSR_COLOUR_BLUE, TSR_SHAPE_SQUARE),
    LETTER('C', "C", TSR_COLOUR_YELLOW, TSR_SHAPE_TRIANGLE),
    LETTER('D', "D", TSR_COLOUR_GREEN, TSR_SHAPE_DIAMOND),
    LETTER('E', "E", TSR_COLOUR_PURPLE, TSR_SHAPE_STAR),
    LETTER('F', "F", TSR_COLOUR_ORANGE, TSR_SHAPE_HEXAGON),
    LETTER('G', "G", TSR_COLOUR_CYAN, TSR_SHAPE_CROSS),
    LETTER('H', "H", TSR_COLOUR_PINK, TSR_SHAPE_RING),
};

enum { FEW_MARKS = 4 };
static const tsr_grid_piece few_pieces[FEW_MARKS + 4] = {
    MARK('Y', TSR_COLOUR_GREEN, TSR_SHAPE_DISC, "right place"),
    MARK('N', TSR_COLOUR_GREY, TSR_SHAPE_CROSS, "not there"),
    MARK('E', TSR_COLOUR_YELLOW, TSR_SHAPE_RING, "right letter elsewhere"),
    MARK(HIDDEN, TSR_COLOUR_GREY, TSR_SHAPE_SQUARE, "hidden letter"),
    LETTER('A', "A", TSR_COLOUR_RED, TSR_SHAPE_DISC),
    LETTER('B', "B", TSR_COLOUR_BLUE, TSR_SHAPE_SQUARE),
    LETTER('C', "C", TSR_COLOUR_YELLOW, TSR_SHAPE_TRIANGLE),
    LETTER('D', "D", TSR_COLOUR_GREEN, TSR_SHAPE_DIAMOND),
};

static const char *const seats[] = {"the player"};

enum {
    NEXT_CELL = TSR_GRID_OWN,
    ASK_LETTER,
    DRAWN,
    PICKED,
    FOUND,
    NOT_FOUND,
    BAD_PLACE,
    BAD_ANSWER,
    NO_CODE_FITS
};

static const char *const lines[] = {
    TSR_GRID_LINE_ROWS,
    [NEXT_CELL] = "letters go from left to right: the next one goes on {0}",
    [ASK_LETTER] = "guess {0} of {1}: letter {2} of {3}",
    [DRAWN] = "letter {0} of the code is drawn",
    [PICKED] = "{0} puts {1} on {2}",
    [FOUND] = "the code is found in {0} {0?guess:guesses}",
    [NOT_FOUND] = "the code is not found in {0} {0?guess:guesses}",
    [BAD_PLACE] = "{0} does not hold what it should after so many moves",
    [BAD_ANSWER] = "the answer to guess {0} is wrong",
    [NO_CODE_FITS] = "no code fits all the answers",
};

// --- Where we are ------------------------------------------------------------

static int length_of(const tsr_rules *r) {
    return r->opt[LENGTH];
}

static int code_row(const tsr_rules *r) {
    return r->opt[GUESSES];
}

// Guesses that are answered, and letters of the next one.
static int guesses_made(const tsr_rules *r, const tsr_grid *b) {
    return b->ply < length_of(r) ? 0 : b->ply / length_of(r) - 1;
}

static int letters_made(const tsr_rules *r, const tsr_grid *b) {
    return b->ply % length_of(r);
}

static int letters_drawn(const tsr_rules *r, const tsr_grid *b) {
    return b->ply < length_of(r) ? b->ply : length_of(r);
}

static const char *row_of(const tsr_grid *b, int row) {
    return tsr_grid_cells(b) + row * b->width;
}

static int is_hidden(const tsr_rules *r, const tsr_grid *b) {
    return row_of(b, code_row(r))[0] == HIDDEN;
}

// --- Answers -----------------------------------------------------------------

static void answer(int length, const char *code, const char *guess, char *out) {
    int left[MAX_COLOURS] = {0};
    for (int i = 0; i < length; i++) {
        left[code[i] - 'A'] += code[i] != guess[i];
    }
    for (int i = 0; i < length; i++) {
        int letter = guess[i] - 'A';
        out[i] = 'N';
        if (code[i] == guess[i]) {
            out[i] = 'Y';
        } else if (left[letter] > 0) {
            left[letter]--;
            out[i] = 'E';
        }
    }
}

static int answer_fits(const tsr_rules *r, const tsr_grid *b, const char *code, int row) {
    char expected[MAX_LENGTH];
    int length = length_of(r);
    answer(length, code, row_of(b, row), expected);
    return memcmp(expected, row_of(b, row) + length + 1, (size_t)length) == 0;
}

static int code_fits(const tsr_rules *r, const tsr_grid *b, const char *code) {
    for (int row = guesses_made(r, b) - 1; row >= 0; row--) {
        if (!answer_fits(r, b, code, row)) {
            return 0;
        }
    }
    return 1;
}

// --- The kit's functions -----------------------------------------------------

static void adapt(const tsr_rules *r, tsr_grid_game *mine) {
    int colours = r->opt[COLOURS], length = r->opt[LENGTH];
    mine->height = (uint8_t)(r->opt[GUESSES] + 1);
    mine->width = (uint8_t)(2 * length + 1);
    mine->pieces = colours > 4 ? pieces : few_pieces;
    mine->piece_count = (uint16_t)((colours > 4 ? MARKS : FEW_MARKS) + colours);
    mine->ply_limit = (uint16_t)(length * (r->opt[GUESSES] + 1));
    mine->max_moves = mine->max_chance = (uint32_t)colours;
}

static void begin(const tsr_rules *r, tsr_grid *b) {
    for (int row = 0; row < b->height; row++) {
        int first = length_of(r), last = row == code_row(r) ? b->width : first + 1;
        for (int col = first; col < last; col++) {
            tsr_grid_set(b, row, col, TSR_GRID_NO_CELL);
        }
    }
}

static int first_player(const tsr_rules *r) {
    (void)r;
    return TSR_CHANCE;
}

static int next_player(const tsr_rules *r, const tsr_grid *b) {
    return b->ply < length_of(r) ? TSR_CHANCE : 0;
}

static int next_round(const tsr_rules *r, const tsr_grid *b) {
    return guesses_made(r, b) + 1;
}

static int chance(const tsr_rules *r, const void *s, tsr_move *out, uint32_t *weight) {
    const tsr_grid *b = s;
    for (int i = 0; i < r->opt[COLOURS]; i++) {
        out[i] = tsr_grid_placement((char)('A' + i), code_row(r), letters_drawn(r, b));
        weight[i] = 1;
    }
    return r->opt[COLOURS];
}

static int validate(const tsr_rules *r, const tsr_grid *b, tsr_grid_move m, tsr_line *why) {
    int row = guesses_made(r, b), col = letters_made(r, b);
    if (m.row != row || m.col != col) {
        return tsr_say(why, NEXT_CELL, TSR_CELL(row, col));
    }
    return tsr_say(why, 0);
}

static int candidates(const tsr_rules *r, const tsr_grid *b, tsr_move *out, int cap) {
    int n = r->opt[COLOURS] < cap ? r->opt[COLOURS] : cap;
    for (int i = 0; i < n; i++) {
        out[i] = tsr_grid_placement((char)('A' + i), guesses_made(r, b), letters_made(r, b));
    }
    return n;
}

// A draw and an answer cannot be taken back: the stamp moves on.
static void perform(const tsr_rules *r, tsr_grid *b, tsr_grid_move m) {
    int length = length_of(r);
    char answers[MAX_LENGTH];
    tsr_grid_set(b, m.row, m.col, m.piece);
    if (m.row == code_row(r)) {
        b->stamp++;
    } else if (m.col == length - 1) {
        b->stamp++;
        answer(length, row_of(b, code_row(r)), row_of(b, m.row), answers);
        for (int i = 0; i < length; i++) {
            tsr_grid_set(b, m.row, length + 1 + i, answers[i]);
        }
    }
}

static int is_found(const tsr_rules *r, const tsr_grid *b) {
    int made = guesses_made(r, b);
    return made > 0 &&
           memcmp(row_of(b, made - 1), row_of(b, code_row(r)), (size_t)length_of(r)) == 0;
}

static int finished(const tsr_rules *r, const tsr_grid *b, tsr_grid_move m) {
    int answered = m.row != code_row(r) && m.col == length_of(r) - 1;
    return answered && (is_found(r, b) || guesses_made(r, b) == r->opt[GUESSES]);
}

static int winner(const tsr_rules *r, const tsr_grid *b) {
    return is_found(r, b) ? 0 : TSR_NOBODY;
}

static int score(const tsr_rules *r, const tsr_grid *b, int player) {
    (void)player;
    return b->over && b->winner == 0 ? r->opt[GUESSES] - guesses_made(r, b) + 1 : 0;
}

// --- Words and pictures ------------------------------------------------------

// The code is drawn face down, even from the true state.
static const tsr_grid_piece *look(const tsr_rules *r, const tsr_grid *b, int row, int col) {
    int is_answer = col > length_of(r);
    if (row == code_row(r)) {
        int hidden = !b->over && col < letters_drawn(r, b);
        return hidden ? tsr_grid_piece_of(r, HIDDEN) : NULL;
    }
    return is_answer && tsr_grid_at(b, row, col) == 'E' ? &elsewhere : NULL;
}

// One pick is enough: where the letter goes is not for the player to say.
static void picks(const tsr_rules *r, const tsr_grid *b, tsr_grid_move m, tsr_picks *out) {
    tsr_pick(out, tsr_grid_piece_ref(r, m.piece));
    tsr_mark(out, tsr_grid_cell_ref(b, m.row, m.col));
}

static tsr_move shorthand(const tsr_rules *r, const tsr_grid *b, const char *text) {
    char letter = text[0] >= 'a' && text[0] <= 'z' ? (char)(text[0] - 'a' + 'A') : text[0];
    if (letter < 'A' || letter > 'Z' || text[1] != '\0') {
        return TSR_NO_MOVE;
    }
    return tsr_grid_placement(letter, guesses_made(r, b), letters_made(r, b));
}

static void prompt(const tsr_rules *r, const tsr_grid *b, tsr_line *out) {
    (void)tsr_say(out, ASK_LETTER, TSR_INT(guesses_made(r, b) + 1), TSR_INT(r->opt[GUESSES]),
                  TSR_INT(letters_made(r, b) + 1), TSR_INT(length_of(r)));
}

static void finish_message(const tsr_rules *r, const tsr_grid *b, tsr_line *out) {
    (void)tsr_say(out, b->winner == 0 ? FOUND : NOT_FOUND, TSR_INT(guesses_made(r, b)));
}

static void say(const tsr_rules *r, const tsr_grid *b, int who, tsr_grid_move m, tsr_line *out) {
    (void)b;
    if (who == TSR_CHANCE) {
        (void)tsr_say(out, DRAWN, TSR_INT(m.col + 1));
    } else {
        (void)tsr_say(out, PICKED, TSR_PLAYER(who), tsr_grid_word(r, m.piece),
                      TSR_CELL(m.row, m.col));
    }
}

// --- What is hidden ----------------------------------------------------------

static void view(const tsr_rules *r, const void *s, int viewer, void *out) {
    tsr_grid *b = out;
    (void)viewer;
    memmove(out, s, r->state_size);
    for (int i = 0; !b->over && i < letters_drawn(r, b); i++) {
        tsr_grid_set(b, code_row(r), i, HIDDEN);
    }
}

static tsr_move seen(const tsr_rules *r, const void *s, int who, tsr_move m, int viewer) {
    tsr_grid_move move = tsr_grid_decode(m);
    (void)r, (void)s, (void)viewer;
    return who == TSR_CHANCE ? TSR_HIDDEN | tsr_grid_placement(HIDDEN, move.row, move.col) : m;
}

static uint32_t code_count(const tsr_rules *r) {
    uint32_t n = 1;
    for (int i = 0; i < length_of(r); i++) {
        n *= (uint32_t)r->opt[COLOURS];
    }
    return n;
}

static void code_number(const tsr_rules *r, uint32_t n, char *out) {
    for (int i = length_of(r) - 1; i >= 0; i--) {
        out[i] = (char)('A' + n % (uint32_t)r->opt[COLOURS]);
        n /= (uint32_t)r->opt[COLOURS];
    }
}

// The code after `skip` others among all that fit; 0 if there are not so many.
static int fitting_code(const tsr_rules *r, const tsr_grid *b, uint32_t skip, char *out) {
    uint32_t count = code_count(r);
    for (uint32_t n = 0; n < count; n++) {
        code_number(r, n, out);
        if (code_fits(r, b, out) && skip-- == 0) {
            return 1;
        }
    }
    return 0;
}

// Draws a code among all that fit, each with the same chance. Tries at random
// first, which is quick while many fit; then counts them.
static void draw_fitting(const tsr_rules *r, const tsr_grid *b, tsr_rng *g, char *out) {
    enum { TRIES = 64 };
    char code[MAX_LENGTH];
    uint32_t count = code_count(r), fitting = 0;
    for (int i = 0; i < TRIES; i++) {
        code_number(r, tsr_rng_below(g, count), out);
        if (code_fits(r, b, out)) {
            return;
        }
    }
    for (uint32_t n = 0; n < count; n++) {
        code_number(r, n, code);
        fitting += code_fits(r, b, code) != 0;
    }
    if (fitting) {
        (void)fitting_code(r, b, tsr_rng_below(g, fitting), out);
    }
}

static void guess(const tsr_rules *r, const void *seen_state, int viewer, tsr_rng *g, void *out) {
    tsr_grid *b = out;
    char code[MAX_LENGTH];
    (void)viewer;
    memmove(out, seen_state, r->state_size);
    if (b->ply == 0 || !is_hidden(r, b)) {
        return;
    }
    draw_fitting(r, b, g, code);
    for (int i = 0; i < letters_drawn(r, b); i++) {
        tsr_grid_set(b, code_row(r), i, code[i]);
    }
}

// --- Soundness ---------------------------------------------------------------

static int is_code_letter(const tsr_rules *r, char c) {
    return c >= 'A' && c < 'A' + r->opt[COLOURS];
}

// What may stand on a cell after so many moves.
static int is_sound_cell(const tsr_rules *r, const tsr_grid *b, int row, int col) {
    int length = length_of(r), made = guesses_made(r, b);
    char c = tsr_grid_at(b, row, col);
    if (c == TSR_GRID_NO_CELL) {
        return 1; // the kit knows where these are
    }
    if (row == code_row(r)) {
        return col >= letters_drawn(r, b)    ? c == TSR_GRID_FREE
               : !b->over && is_hidden(r, b) ? c == HIDDEN
                                             : is_code_letter(r, c);
    }
    if (col > length) {
        return row < made ? c == 'Y' || c == 'E' || c == 'N' : c == TSR_GRID_FREE;
    }
    int filled = row < made || (row == made && b->ply >= length && col < letters_made(r, b));
    return filled ? is_code_letter(r, c) : c == TSR_GRID_FREE;
}

static int check_answers(const tsr_rules *r, const tsr_grid *b, tsr_line *why) {
    char any[MAX_LENGTH];
    if (b->ply < length_of(r)) {
        return tsr_say(why, 0);
    }
    if (is_hidden(r, b)) {
        return tsr_say(why, fitting_code(r, b, 0, any) ? 0 : NO_CODE_FITS);
    }
    for (int row = 0; row < guesses_made(r, b); row++) {
        if (!answer_fits(r, b, row_of(b, code_row(r)), row)) {
            return tsr_say(why, BAD_ANSWER, TSR_INT(row + 1));
        }
    }
    return tsr_say(why, 0);
}

// Chance is on turn just while the code is drawn, and a game goes on just while
// the code is not found and a guess is left.
static int is_sound_turn(const tsr_rules *r, const tsr_grid *b) {
    int drawing = b->ply < length_of(r);
    if (b->over) {
        int done = is_found(r, b) || guesses_made(r, b) == r->opt[GUESSES];
        return done && letters_made(r, b) == 0 && (b->winner == 0) == is_found(r, b);
    }
    return (b->player == TSR_CHANCE) == drawing && (is_hidden(r, b) || !is_found(r, b)) &&
           b->round == guesses_made(r, b) + 1;
}

static int check(const tsr_rules *r, const tsr_grid *b, tsr_line *why) {
    for (int row = 0; row < b->height; row++) {
        for (int col = 0; col < b->width; col++) {
            if (!is_sound_cell(r, b, row, col)) {
                return tsr_say(why, BAD_PLACE, TSR_CELL(row, col));
            }
        }
    }
    if (!is_sound_turn(r, b)) {
        return tsr_say(why, TSR_GRID_BAD_END);
    }
    return check_answers(r, b, why);
}

// --- The game ----------------------------------------------------------------

static const tsr_grid_game mastermind = {
    .size = TSR_GRID_SIZE,
    .flags = TSR_GRID_PLACES | TSR_GRID_EXACT,
    .form = TSR_FORM_DISC,
    .adapt = adapt,
    .begin = begin,
    .first_player = first_player,
    .validate = validate,
    .perform = perform,
    .finished = finished,
    .winner = winner,
    .score = score,
    .next_player = next_player,
    .next_round = next_round,
    .candidates = candidates,
    .prompt = prompt,
    .finish_message = finish_message,
    .say = say,
    .look = look,
    .picks = picks,
    .shorthand = shorthand,
    .check = check,
};

static const char leaflet[] =
    "Mastermind is for one player. A code of 4 letters from A to F is drawn, the same\n"
    "letter perhaps more than once, and you have 6 guesses to find it (options:\n"
    "length, colours and guesses).\n"
    "\n"
    "Each guess is answered with one mark for each of its letters:\n"
    "\n"
    "  Y  the right letter in the right place\n"
    "  E  the letter is elsewhere in the code\n"
    "  N  the letter is not in the code, or not once more\n"
    "\n"
    "You win by guessing the code. The fewer guesses, the higher your score.\n"
    "\n"
    "Letters are given one by one, from left to right: A, then C, and so on. Until\n"
    "the last one is given you may take them back.\n"
    "\n"
    "Tags: puzzle, deduction, classic.\n";

static const tsr_game_more more = {TSR_GRID_MORE, .minutes = 5};

const tsr_game tsr_game_mastermind = {
    TSR_GRID_SLOTS_BUT_MORE, // what the kit does
    TSR_GRID_LINES_OF(lines),
    .chance = chance,
    .view = view,
    .guess = guess,
    .seen = seen,
    .self = &mastermind,
    .more = &more,
    .name = "mastermind",
    .title = "Mastermind",
    .about = "find the hidden code of letters from the answers to your guesses",
    .rules = leaflet,
    .rules_version = 1,
    .flags = TSR_HAS_CHANCE | TSR_HAS_HIDDEN,
    .min_players = 1,
    .max_players = 1,
    .option_count = OPTIONS,
    .options = options,
    .seats = seats,
};
