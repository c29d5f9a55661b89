// SPDX-License-Identifier: MIT
#ifndef PROJECTL_LINES_H
#define PROJECTL_LINES_H

// Every sentence of Project L: reasons, prompts, events and broken invariants, one
// row each. X(code, template); see line.h for the templates.
//
// The first nineteen rows are the kinds of failure a verifier must tell apart;
// the others are reasons that only small decisions have.

#define PROJECTL_LINES(X)                                                                          \
    /* why a move is illegal */                                                                    \
    X(WHY_NO_BASIC, "no {0} is left in the reserve, so no new piece can be taken")                 \
    X(WHY_BAD_CHANGE, "{0} can become a piece of level {1} at most; {2} is of level {3}")          \
    X(WHY_NOT_OWNED, "you have no {0} in your supply")                                             \
    X(WHY_ROW_UNFINISHED, "{0} {0?puzzle:puzzles} of the {1} row must still go under the deck")    \
    X(WHY_ROW_EMPTY, "the {0} row is empty, there is nothing to recycle")                          \
    X(WHY_NOT_IN_ROW, "place {0} of the {1} row has no puzzle left to put under the deck")         \
    X(WHY_NOT_AVAILABLE, "there is no puzzle at place {0} of the {1} row")                         \
    X(WHY_NO_SUCH_PLACE, "that names no puzzle: a row has places 1 to {0}")                        \
    X(WHY_DECK_EMPTY, "the {0} deck is empty")                                                     \
    X(WHY_FOUR_PUZZLES, "you already have {0} unfinished puzzles")                                 \
    X(WHY_NOT_SHAPE, "these {0} {0?cell is:cells are} not {1}, however it is turned")              \
    X(WHY_NO_PUZZLE, "you have no puzzle {0}")                                                     \
    X(WHY_NO_FIT, "{0} does not fit there: {1} of puzzle {2} is not free")                         \
    X(WHY_MASTER_USED, "you have used the master action in this turn")                             \
    X(WHY_MASTER_TWICE, "puzzle {0} has had its piece in this master action")                      \
    X(WHY_MASTER_PIECES, "you have no further {0} for this master action")                         \
    X(WHY_TOUCHES_ONLY, "in the finishing touches you can only place pieces or end")               \
    X(WHY_NO_TOUCHES, "only finishing touches are ended, and this is round {0}")                   \
    X(WHY_SECOND_BLACK, "you have taken a black puzzle in this turn, and the end is near: "        \
                        "one a turn")                                                              \
    X(WHY_NOT_A_MOVE, "that is not a move of Project L")                                           \
    X(WHY_OVERHANG, "{0} would hang over the edge of puzzle {1}")                                  \
    X(WHY_OUTSIDE, "{0} does not fit there: {1} is outside the recess of puzzle {2}")              \
    X(WHY_SAME_CHANGE, "{0} would be changed into {0}")                                            \
    X(WHY_CHANGE_OUT, "no {0} is left in the reserve")                                             \
    X(WHY_NOT_BASIC, "a new piece is of level {0} now, and {1} is of level {2}")                   \
    X(WHY_MASTER_OPEN, "finish the master action first: place a piece or say done")                \
    X(WHY_MASTER_NOTHING, "none of your pieces fits into any of your puzzles")                     \
    X(WHY_MASTER_EMPTY, "a master action places at least one piece")                               \
    X(WHY_NO_MASTER, "no master action is going on")                                               \
    X(WHY_NO_RECYCLING, "no row is being recycled")                                                \
    X(WHY_ROW_COUNT, "the {0} row has {1} puzzles, and {2} {2?was:were} named")                    \
    X(WHY_REWARD_OPEN, "choose your reward first: there is no {0} left")                           \
    X(WHY_NO_REWARD, "no reward is waiting")                                                       \
    X(WHY_NOT_REWARD, "{0} cannot stand in for {1} now")                                           \
    X(WHY_NO_SKIP, "an action cannot be skipped while there is something to do")                   \
    X(WHY_SOLO_RECYCLE, "nothing is recycled in the solo game")                                    \
    X(WHY_SOLO_GRID, "the solo game has one grid and one deck")                                    \
    X(WHY_SOLO_EMPTY, "there is no puzzle at place {0} of the grid")                               \
    X(WHY_SOLO_DECK, "the deck is empty")                                                          \
    X(WHY_NOT_SOLO, "name a colour: W or B")                                                       \
    /* what is asked */                                                                            \
    X(ASK_FIRST, "chance decides who begins")                                                      \
    X(ASK_DRAW, "the next {0} puzzle is turned over")                                              \
    X(ASK_TURN, "{0} has {1} {1?action:actions} left")                                             \
    X(ASK_LAST_TURN, "{0} has {1} {1?action:actions} left in the last round")                      \
    X(ASK_RECYCLE, "{0}, which {1} puzzle goes under the deck next?")                              \
    X(ASK_MASTER, "{0} may place one piece in each puzzle, then done")                             \
    X(ASK_REWARD, "{0}, there is no {1} left: choose another piece")                               \
    X(ASK_TOUCH, "{0} may place finishing touches at 1 point each, then end")                      \
    X(ASK_OVER, "the game is over")                                                                \
    /* what happened */                                                                            \
    X(SAY_TAKE, "{0} takes {1} from {2}")                                                          \
    X(SAY_TOP, "{0} takes the top {1} puzzle unseen")                                              \
    X(SAY_TOP_SOLO, "{0} takes the top puzzle unseen")                                             \
    X(SAY_RECYCLE, "{0} recycles the {1} row")                                                     \
    X(SAY_PUT, "{0} puts {1} from {2} under the deck")                                             \
    X(SAY_BASIC, "{0} takes a new {1}")                                                            \
    X(SAY_UPGRADE, "{0} changes {1} into {2}")                                                     \
    X(SAY_PLACE, "{0} places {1} into {2}")                                                        \
    X(SAY_COMPLETE, "{0} places {1} into {2}, which is then complete")                             \
    X(SAY_MASTER, "{0} begins a master action")                                                    \
    X(SAY_DONE, "{0} ends the master action")                                                      \
    X(SAY_DONE_COMPLETE, "{0} ends the master action and completes {1} {1?puzzle:puzzles}")        \
    X(SAY_REWARD, "{0} takes {1} instead of {2}")                                                  \
    X(SAY_SKIP, "{0} does nothing")                                                                \
    X(SAY_TOUCH, "{0} places {1} into {2} as a finishing touch")                                   \
    X(SAY_END, "{0} ends the finishing touches")                                                   \
    X(SAY_REVEAL, "{0} is turned over to {1}")                                                     \
    X(SAY_REVEAL_TO, "{0} gets {1}")                                                               \
    X(SAY_FIRST, "{0} begins")                                                                     \
    /* what followed */                                                                            \
    X(TOLD_COMPLETE, "{0} completes {1}: +{2}")                                                    \
    X(TOLD_OPPONENT, "the opponent takes {0} for {1} {1?point:points}")                            \
    X(TOLD_BACK, "{0} comes back from the bottom of its deck")                                     \
    X(TOLD_REWARD, "{0} gets {1} {2}")                                                             \
    X(TOLD_TOUCH, "{0}: a finishing touch -1")                                                     \
    X(TOLD_UNFINISHED, "{0}: {1} is unfinished -{2}")                                              \
    X(TOLD_LAST, "the deck is empty: round {0} is the last")                                       \
    X(TOLD_ROUND, "round {0} begins")                                                              \
    X(TOLD_TOUCHES, "the last round is over; finishing touches cost a point each")                 \
    /* what would come of a move */                                                                \
    X(NOTE_COMPLETE, "completes this puzzle: {0} {0?point:points} and {1}")                        \
    X(NOTE_TOUCH, "costs {0} {0?point:points}")                                                    \
    X(NOTE_SAVES, "costs {0} {0?point:points} and saves {1}")                                      \
    /* what is wrong with a position */                                                            \
    X(BAD_FIELD, "the {0} of the position cannot be {1}")                                          \
    X(BAD_PAD, "unused bytes of the position are not zero")                                        \
    X(BAD_PIECES, "there are {0} {1} pieces, there should be {2}")                                 \
    X(BAD_PLACE, "{0} is not where it should be")                                                  \
    X(BAD_DECK, "the {0} deck has {1} puzzles, there should be {2}")                               \
    X(BAD_SLOT, "puzzle {0} of {1} does not hold pieces")                                          \
    X(BAD_POINTS, "seat {0} should have {1} points from {2} puzzles")

// The parts of a position, as `check` and the position text name them.
#define PROJECTL_FIELDS(X)                                                                         \
    X(FIELD_ROUND, "round")                                                                        \
    X(FIELD_LAST_ROUND, "last round")                                                              \
    X(FIELD_PHASE, "phase")                                                                        \
    X(FIELD_PLAYER, "player")                                                                      \
    X(FIELD_FIRST, "first player")                                                                 \
    X(FIELD_ACTIONS, "number of actions")                                                          \
    X(FIELD_MASTER_USED, "master flag")                                                            \
    X(FIELD_BLACK_TAKEN, "number of black puzzles taken")                                          \
    X(FIELD_MASTER_SLOTS, "set of puzzles mastered")                                               \
    X(FIELD_WANTED, "wanted reward")                                                               \
    X(FIELD_AFTER, "reason of the draw")                                                           \
    X(FIELD_RECYCLING, "row being recycled")                                                       \
    X(FIELD_FILL, "set of gaps to fill")                                                           \
    X(FIELD_ROW, "open puzzle")                                                                    \
    X(FIELD_QUEUED, "bottom of a deck")                                                            \
    X(FIELD_SOLO, "number of locks")                                                               \
    X(FIELD_SLOT, "puzzle before a player")                                                        \
    X(FIELD_TOUCHES, "number of finishing touches")

enum {
#define X(name, text) PROJECTL_##name,
    PROJECTL_FIELDS(X)
#undef X
        PROJECTL_FIELD_COUNT
};

enum {
    PROJECTL_LINE_NONE = 0,
#define X(name, text) PROJECTL_##name,
    PROJECTL_LINES(X)
#undef X
        PROJECTL_LINE_COUNT
};

#endif
