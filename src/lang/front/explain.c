// SPDX-License-Identifier: MIT
//
// Lessons: what `tessera explain N` prints, and the starter file of `tessera new`.
#include <tessera/lang.h>

#include <string.h>

#include <tessera/text.h>

#include "lang/front/diag.h"

static const struct {
    int number;
    const char *text;
} lessons[] = {
    {1, "Every word in a rules file is known: it is part of the language, a name you gave\n"
        "(`def`, `var`, `option`, `where`, `choose`), a cell, or a piece or player, which start\n"
        "with a capital letter. Nothing unknown is ever ignored.\n\n"
        "    piece Rook: slide orthogonal\n\n"
        "Directions: north south east west northeast ..., forward backward sideways leftward\n"
        "rightward, orthogonal diagonal any, (1,2) for leaps, next prev on loops, link names.\n"},
    {2, "In a setup picture a piece is its first letter, upper case for the first player and\n"
        "lower case for the second. Two pieces with the same letter need an `as`:\n\n"
        "    piece Knight as N: leap (1,2)\n"},
    {3, "A setup picture has one sign for each cell, with blanks between, and one line for each\n"
        "row of the board, top row first. An empty cell is written `.`:\n\n"
        "    setup\n      . x .\n      . . .\n      . X .\n"},
    {4, "`if` is about what is possible: it limits a choice, and a choice that fails it is not\n"
        "offered. `when` is about what is true: a consequence happens or does not.\n\n"
        "    slide forward 2 to empty if on rank 2\n    becomes Queen when on rank 8\n"},
    {5, "Inside a rule, `or` separates what the player may do: `place Stone on empty or pass`.\n"
        "For a condition with two ways to be true use brackets:\n\n"
        "    then require (mine = live(mine) or new position)\n"},
    {6, "A set of cells, a set of directions and a number are different things. Directions\n"
        "become cells when they start somewhere: `here + any` are the neighbours of the piece,\n"
        "`ray any while empty` is all it sees.\n\n"
        "    place Arrow on ray any while empty\n"},
    {7, "Cells of a grid are called a1, b1 ... from the lower left corner; the letter is the\n"
        "column, the number the row. Loops, tracks and graphs name their own cells.\n\n"
        "    board grid 8x8\n    setup: put White King on e1 then put Black King on e8\n"},
    {8, "`attacked` and `safe` ask what every enemy piece could capture. If an ability that asks\n"
        "could itself capture, the answer would depend on itself. Castling never captures:\n\n"
        "    castle: leap 2*d to empty if unmoved and here + d is safe\n"},
    {9, "`here` is the piece that moves, or the cell just chosen. When endings are tested or the\n"
        "board is set up nothing is moving. The cell just played is `last.to`:\n\n"
        "    win when line 5 of mine\n"},
    {10, "`A else B` offers B only where A is impossible. If A is always possible, B never\n"
         "happens. To let the player choose, write `A or B`.\n\n"
         "    turn: place Stone on empty or pass\n    turn: jump else walk\n"},
    {11, "`repeat A` does A again as long as A is possible. What nobody chooses is always\n"
         "possible. Repeat a choice, or give a limit:\n\n"
         "    repeat hop diagonal over enemy capturing it\n    repeat (step any) up to 3\n"},
    {12, "Pieces that can step back may go to and fro for ever. Most such games have a rule\n"
         "against it. Without one, a game is drawn (or scored) after 5000 turns.\n\n"
         "    draw when repeated 3\n    draw when 100 turns without capture or Pawn move\n"
         "    limit 300 turns\n"},
    {13, "A var has a range, and must never leave it. A condition proves it:\n\n"
         "    var pot = 0 in 0..10\n    turn: place Stone on empty then pot += 4 when pot <= 6\n"},
    {14, "A move is what the player chooses. Two rules that offer the same choice but do\n"
         "different things need labels, so that players can say which they mean:\n\n"
         "    piece Ram:\n      step any to empty\n"
         "      charge: step forward to empty capturing here + sideways\n\n"
         "What a `for` goes through is not said either, unless the player chooses it:\n\n"
         "    choose goal in man + orthogonal then bring man to goal\n"},
    {15, "`forward` is where the player looks. On grids the first player looks north and the\n"
         "second south. On other boards, or with more players, say so:\n\n"
         "    players White facing north, Black facing south\n"},
    {16, "A file reads like a leaflet, one statement a line:\n\n"
         "    game \"Tic-Tac-Toe\"\n    players X, O\n    board grid 3x3\n    piece Mark\n"
         "    turn: place Mark on empty\n    win when line 3 of mine\n    stuck: draw\n"},
    {17, "Indentation says what belongs together, and a tab is as wide as every editor likes.\n"
         "Use blanks; `tessera fmt` puts the rest in order.\n\n"
         "    piece Pawn:\n      step forward to empty\n      step forward + sideways to enemy\n"},
    {18, "Words, numbers, texts in quotes, comments after #, and the signs ( ) , : | & + - * =\n"
         "< > . are all there is. Only the moves of a test may have others. Texts are UTF-8 and\n"
         "have no control characters, which could play tricks on a reader's terminal.\n\n"
         "    turn: place Stone on empty & (row 1 | row 2)   # a comment\n"},
    {19, "A line belongs to the line above that starts further left. Start it exactly below its\n"
         "neighbours. A deeper line that starts with then, or, else, if, when, and, where goes on\n"
         "with the line above.\n\n"
         "    turn: place Stone on empty\n"
         "            then require mine = live(mine)\n          or pass\n"},
    {20,
     "Every player, piece, definition, option and var has one declaration and a name of its own,\n"
     "and a game has one board, setup, turn, score and `stuck`. In a file that inherits the same\n"
     "name replaces the parent's.\n\n"
     "    game \"Hill Chess\" from \"Chess\"\n    piece King: step any\n"},
    {21, "Every game has players, a board, pieces or tokens, and a turn.\n\n"
         "    players White, Black\n    board grid 8x8\n    piece Pawn: step forward\n    turn: "
         "move\n"},
    {22,
     "The letters of a picture are the first letters of pieces, or those given with `as`: upper\n"
     "case for the first player, lower case for the second, P3 for the third. An empty cell\n"
     "is written `.`.\n\n"
     "    piece Knight as N: leap (1,2)\n    setup\n      n . n\n      . . .\n      N . N\n"},
    {23,
     "The language has limits, so that no file can exhaust a machine: 8 players, 24 kinds of\n"
     "pieces, 1024 cells, 64 definitions, 262144 bytes. Most games are far below them. What is\n"
     "written again and again is better a definition:\n\n"
     "    def live(s) = flood s & (empty + any) within s\n"},
    {24,
     "`game \"X\" from \"Y\"` takes over everything of Y that X does not say itself. Y is the\n"
     "title of a game on the shelf (`tessera list`) or of a file in the same folder: \"Los\n"
     "Alamos\" is losalamos.game. Y may inherit in turn, up to eight games.\n\n"
     "    game \"King of the Hill\" from \"Chess\"\n    win when my King on d4 | e4 | d5 | e5\n"},
    {25, "Sizes, ranks and lengths are computed before play: numbers and options only.\n\n"
         "    option size = 9 in 5..19\n    board grid size x size\n    win when line 5 of mine\n"},
    {26, "A definition is used with as many arguments as it has parameters:\n\n"
         "    def live(s) = flood s & (empty + any) within s\n    ... live(mine)\n"},
    {27,
     "A definition stands for its text, so it cannot contain itself; and `move` stands for all\n"
     "abilities of pieces, so it cannot be one of them. `flood`, `repeat` and `ray` go on until\n"
     "nothing changes.\n\n"
     "    def group(s) = flood s within mine\n"},
    {28, "In every turn the player chooses something: move, place, choose, remove one, pass, or a\n"
         "motion. What follows from it needs no choice.\n\n"
         "    turn:\n      place Stone on empty\n      remove enemy & (here + any)\n"},
    {29, "Tests stand in the file and are run by `tessera check`:\n\n"
         "    test perft 3 = 8902\n    test \"fool's mate\": f2f3 e7e5 g2g4 d8h4 Black wins\n"
         "    test \"too far\": e2e5 illegal\n"},
    {30,
     "`language 1` names the version a file is written for. A file for a newer language needs a\n"
     "newer program; without this line a file is for language 1.\n\n"
     "    language 1\n    game \"Chess\"\n"},
    {31, "`repeat A` goes on as long as A is possible, so every pass must use something up: a "
         "piece is\n"
         "captured, a cell is filled, a hand empties, a var runs to the end of its range, or the "
         "piece\n"
         "only ever goes one way. Where nothing is used up, say how often at most:\n\n"
         "    repeat hop any over enemy capturing it\n    repeat hop any over pieces up to 4\n\n"
         "Where only the end counts, a step or a hop goes on by itself, and where it ends is the "
         "move:\n\n"
         "    any number of hop any over pieces\n"},
    {32, "`bring` moves one thing to one cell. Where there could be several, it would not be said "
         "which\n"
         "of them goes where. A chosen cell, `here` and a cell's name are one:\n\n"
         "    choose man in mine then bring man to man + north\n"},
    {33,
     "Attributes belong to the pieces they were declared with: `piece Card of suit clubs | "
     "hearts`\n"
     "gives every Card a suit, and other pieces none. Where the text says that another piece lies\n"
     "there, the answer would always be nothing.\n\n"
     "    piece Card of suit clubs | hearts, value 2..14\n    choose card in my hand & suit of "
     "led\n"},
    {34,
     "`let all: …` lets several players choose at once: each is asked what may be chosen before "
     "any of them has, and\n"
     "nobody sees the others' answers. If two could take the same card, what one does would decide "
     "what the other may\n"
     "do. Random games are played to find out.\n\n"
     "Let them choose from what is their own, `choose card in my hand`, or one after the other:\n\n"
     "    turn:\n"
     "      let Ann: choose card in table then bring card to my hand\n"
     "      let Ben: choose card in table then bring card to my hand\n"},
    {35,
     "What a player may do must follow from what that player sees. Here a choice, or whether it "
     "is\n"
     "possible, depends on kinds of things that are hidden from whoever is on turn. How many lie\n"
     "somewhere is no secret, and neither is what lies in the open or is one's own: `mine - "
     "bomb`,\n"
     "`my hand & hearts`. What is hidden may decide what happens after the choice.\n\n"
     "    area hand each 5 hidden\n    choose card in my hand then bring card to table\n"},
    {36,
     "`unseen` names cells of which a player does not see whether anything is there. Everybody "
     "can\n"
     "work out which cells these are, so the set must not depend on what it hides: `enemy Ship`\n"
     "would be exactly where the ships are. Begin with all cells that might hold one, and "
     "subtract\n"
     "what everybody sees.\n\n"
     "    unseen: enemy sea - Hit - Miss\n    unseen: board - mine - (mine + any)\n"},
    {37,
     "A deal takes something from an area, and here that area may have run out: random games were\n"
     "played to find out. Say that things are dealt only while there are some, or end the game\n"
     "before that.\n\n"
     "    deal 1 from deck to my hand when deck\n    finish when no deck\n"},
    {38, "`taken:` says what becomes of every piece that a motion takes, and of a type what "
         "becomes of it first.\n"
         "Nobody is asked: the move is over.\n\n"
         "    area hand each 38\n    taken: bring it to my hand\n"
         "    piece Tokin like Gold: taken: becomes Pawn\n"},
    {39,
     "A choice is something the player says: a move, a place, a cell, a piece to become. Two\n"
     "consequences joined by `or`, or one with `optional` before it, are two results and nothing\n"
     "to say. Name the pieces to choose from, or say when it happens:\n\n"
     "    after: becomes Man | King when on rank 8\n"},
    {40, "A list of moves has at most 4096. A turn of several choices that has more is asked "
         "choice by\n"
         "choice, and nothing is left out. To have it so anyway:\n\n"
         "    turn split: choose a in mine then choose b in empty\n"},
    {41,
     "`lose` ends the game: the player who loses is last, all others share the first place. With\n"
     "three players that is often not what was meant. `out` lets the others play on: turns pass\n"
     "the player over, and whoever is left last, or the last team, has won.\n\n"
     "    out when no mine\n    stuck: out\n"},
    {42,
     "Bots imagine what they do not see: they put it on any of the hidden cells. They cannot know\n"
     "that the cells of a ship lie side by side, unless the file says so. An `always` line tells\n"
     "what holds in every position, and they keep to it. If nothing does, because every piece "
     "lies\n"
     "where it likes, guesses are as good as they can be.\n\n"
     "    always no Ship - ((Ship | Hit) + orthogonal)\n"},
    {43, "A definition that nobody uses does nothing. Use it, or take it out; perhaps its name is\n"
         "written otherwise elsewhere.\n\n"
         "    def home = rank 1 | rank 2\n    setup: put Pawn on home\n"},
    {44,
     "A setup that does not say whose a piece is, is done by every player in turn. That is right\n"
     "where it speaks of `rank`, `my` or `forward`; on fixed cells the last player's piece would\n"
     "replace the others'.\n\n"
     "    setup: put White King on e1 then put Black King on e8\n    setup: put Pawn on rank 2\n"},
    {45, "Cells, the words of the language and what you have declared keep their meaning: a "
         "definition,\n"
         "var, option or chosen cell needs a name of its own.\n\n"
         "    def rows = row 1 | row 8\n"},
    {46,
     "Endings are tested from top to bottom, and the first that holds decides. A second one with\n"
     "the same condition is never asked.\n\n"
     "    win when my Man on rank 8\n    lose when enemy Man on rank 8\n\n"
     "A second `when` on a line applies to everything before it. Brackets limit it:\n\n"
     "    A when x otherwise (B when y)\n"},
    {47,
     "Whoever lists the moves of a position tries the ways through its turn. A turn has at most "
     "40\n"
     "choices, a list at most 4096 moves, and finding them takes at most 200000 steps. `tessera\n"
     "check` tries 200 random positions.\n\n"
     "    turn split: choose a in mine then choose b in empty\n    repeat (step any) up to 3\n"},
    {48,
     "A line of the leaflet may say what the board looks like: what it is made of, how its places\n"
     "look, and that its squares are not chequered. Rules do not ask for it, and pages and "
     "terminals\n"
     "may. Other words mean nothing.\n\n"
     "    # Board: slate, points, plain.\n"},
    {49,
     "A label names the choice behind it, up to `or`. What stands behind `or` is a choice without\n"
     "that label, and whoever asks for the label does not mean it. Brackets name them all; where\n"
     "only one is meant, write it last.\n\n"
     "    walk: (step north to empty or step east to empty)\n"
     "    step east to empty or walk: step north to empty\n"},
    {50,
     "Where something is hidden, bots imagine it: they deal what they do not see at random. An\n"
     "`always` line says what they may rely on, so it must hold in every position, also while\n"
     "cards are dealt. It is tried in 200 random positions.\n\n"
     "    always count my hand = count enemy hand\n"},
    {51,
     "Where a score counts a var, players want to know what their points were for. A reason in\n"
     "quotes is told with the move: in the terminal, on the page, by a screen reader.\n\n"
     "    points = points + 3 for \"the row\"\n    win when line 4 of mine for \"four in a "
     "row\"\n"},
    {52,
     "A var never leaves the range it was declared with. Where the rules around an assignment do\n"
     "not prove that it stays there, `tessera check` plays random games: if it is left in one of\n"
     "them, that is error 13. If not, this note says where a number would be cut off. A condition\n"
     "or a bound proves it.\n\n"
     "    points = min(points + n, 100)\n    pot += 1 when pot < 50\n"},
};

const char *tsr_lang_explain(int number) {
    for (size_t i = 0; i < sizeof lessons / sizeof *lessons; i++) {
        if (lessons[i].number == number) {
            return lessons[i].text;
        }
    }
    return NULL;
}

int tsr_lang_starter(const char *title, char *buf, size_t cap) {
    tsr_out o = tsr_out_to(buf, cap);
    tsr_putf(&o,
             "# One line about your game, for lists and menus.\n"
             "#\n"
             "# The lines below it explain the game to people: `tessera rules` shows them.\n"
             "# How to move, what is taken, who wins.\n"
             "game \"%s\"\n",
             title);
    tsr_put(&o, "players White, Black                 # the first one begins\n"
                "board grid 6x6                       # cells a1 to f6\n"
                "\n"
                "# A piece and what it can do. Every line is one ability. Landing on an enemy\n"
                "# captures it, unless `to` says otherwise.\n"
                "piece Pawn:\n"
                "  step forward to empty\n"
                "  step forward + sideways to enemy\n"
                "\n"
                "# Done once for each player, seen from that player's side.\n"
                "setup: put Pawn on rank 1 | rank 2\n"
                "\n"
                "turn: move\n"
                "\n"
                "# Endings, tested from top to bottom after every turn.\n"
                "win when my Pawn on rank 6 or no enemy\n"
                "stuck: lose                          # the player who cannot move\n"
                "\n"
                "# Run by `tessera check`.\n"
                "test perft 2 = 36\n");
    return tsr_out_end(&o);
}
