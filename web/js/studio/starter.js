// SPDX-License-Identifier: MIT
// The game that lies in the studio at the first visit: small enough to be read, and whole.

export const STARTER = `# four in a row: change a word and see what happens
#
# Put a stone on any empty square. Four of your own in a line, in any
# direction, win. A full board is a draw.
game "My Game"
players White, Black
board grid 6x6
piece Stone
turn: place Stone on empty
win when line 4 of mine
stuck: draw
test perft 2 = 1260
test "four in a row win": a1 a6 b1 b6 c1 c6 d1 White wins
test "a taken square": a1 a1 illegal
`;
