// SPDX-License-Identifier: MIT

// The opponent of the solo game: it takes one puzzle a turn, at once completed.
//
//      lock pieces     1 2 1       above the columns; a column is locked while
//                    +-------      it has any
//      grid of nine  | 1 2 3
//      open puzzles, | 4 5 6
//      numbered      | 7 8 9
//
// Lock pieces are counters: the rulebook lets them be exchanged with the reserve
// at will, so they are not taken from it.

#include "projectl_state.h"

enum { COLUMNS = 3 };

// The player has taken a puzzle at `place`: a lock piece of that column goes to
// the opponent.
void projectl_unlock(projectl_state *s, int place) {
    int column = place % COLUMNS;
    if (s->locks[column]) {
        s->locks[column]--;
        s->enemy_supply++;
    }
}

// The dearest puzzle of an unlocked column, the lowest place of equal ones; -1 = none.
static int choose(const projectl_data *d, const projectl_state *s) {
    int best = -1, best_points = -1;
    for (int place = 0; place < TSR_PL_GRID; place++) {
        if (!s->row[place] || s->locks[place % COLUMNS]) {
            continue;
        }
        int points = projectl_puzzle(d, s->row[place])->points;
        if (points > best_points) {
            best = place;
            best_points = points;
        }
    }
    return best;
}

static int all_locked(const projectl_state *s) {
    return s->locks[0] && s->locks[1] && s->locks[2];
}

// All of the opponent's pieces and one from each other column lock this column.
static void lock(projectl_state *s, int column) {
    s->locks[column] = (uint8_t)(s->locks[column] + s->enemy_supply);
    s->enemy_supply = 0;
    for (int other = 0; other < COLUMNS; other++) {
        if (other != column && s->locks[other]) {
            s->locks[other]--;
            s->locks[column]++;
        }
    }
}

void projectl_enemy_turn(const projectl_data *d, projectl_state *s) {
    if (all_locked(s)) {
        for (int column = 0; column < COLUMNS; column++) {
            s->locks[column]--; // back to the reserve
        }
        return;
    }
    int place = choose(d, s);
    if (place < 0) {
        return; // only locked columns have puzzles left
    }
    int stored = s->row[place];
    s->row[place] = 0;
    projectl_where(d, s)[stored - 1] = PROJECTL_DONE + 1;
    s->seat[1].points += projectl_puzzle(d, stored)->points;
    s->seat[1].completed++;
    lock(s, place % COLUMNS);
    s->fill = (uint16_t)(1u << place);
}
