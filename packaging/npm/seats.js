// SPDX-License-Identifier: MIT
//
// Who is meant: seats are numbers from 0, as in abi.h.

export const CHANCE = 8, WATCHER = 9, ON_TURN = -1;

/** The seats whose bits are set. */
export function seatsOf(bits) {
    const seats = [];
    for (let seat = 0; seat < CHANCE; seat++) if (bits >> seat & 1) seats.push(seat);
    return seats;
}

/** A viewer as the engine counts them. */
export const eyesOf = (viewer) => (viewer === 'watcher' ? WATCHER : viewer);
