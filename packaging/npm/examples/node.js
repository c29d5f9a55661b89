// SPDX-License-Identifier: MIT
//
// Two bots play a game in the terminal:   node examples/node.js [game] [bot] [bot]

import { load } from '../index.js';

const [name = 'connect4', ...specs] = process.argv.slice(2);
const tessera = await load();
const rules = await tessera.open(name);
const match = rules.match({ seed: 7n, names: rules.info.seats });
const bots = await Promise.all(rules.info.seats.map((_, seat) => tessera.bot(rules, specs[seat % specs.length] ?? 'level:n=3')));

while (match.waiting.length) {
    const [seat] = match.waiting;
    const move = await bots[seat].choose(match.position, { seat, seed: BigInt(match.ply) });
    console.log(`${rules.info.seats[seat]}: ${move.text}`);
    match.play(move, seat);
}
match.result.forEach(({ rank, score }, seat) => console.log(`${rules.info.seats[seat]}: place ${rank}, ${score} points`));
bots.forEach((bot) => bot.close());
