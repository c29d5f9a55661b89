// SPDX-License-Identifier: MIT
//
// What the package promises, in node and in a browser alike: every check throws when it does not hold.

// Those of whom the package has compiled rules in every build.
const COMPILED = ['connect4', 'reversi'];
const perfts = { chess: [20n, 400n, 8902n], connect4: [7n, 49n, 343n], reversi: [4n, 12n, 56n] };

function same(is, should, what) {
    if (is !== should) throw new Error(`${what}: ${is}, not ${should}`);
}

async function refusal(act) {
    try {
        await act();
    } catch (problem) {
        if (problem.name !== 'TesseraError') throw problem;
        return problem;
    }
    throw new Error(`nothing was refused: ${act}`);
}

const checks = {
    async 'every game opens, is drawn, and has moves'(tessera) {
        for (const { name, title } of tessera.games()) {
            const rules = await tessera.open(name);
            same(rules.info.title, title, name);
            const match = rules.match({ seed: 3n }), [seat] = match.waiting;
            const moves = match.position.moves(seat);
            if (!moves.length || !match.position.scene(seat).zones.length) throw new Error(`${name} has nothing to show`);
            same(match.position.ask(seat).moves.length > 0, true, `${name} asks`);
            match.play(moves.at(-1), seat);
            match.close();
            rules.close();
        }
    },

    async 'positions are counted as everywhere'(tessera) {
        for (const [name, counts] of Object.entries(perfts)) {
            for (const compiled of COMPILED.includes(name) ? [false, true] : [false]) {
                const rules = await tessera.open(name, { compiled });
                counts.forEach((count, i) => same(rules.perft(i + 1), count, `${name} ${i + 1}`));
                same(rules.info.compiled, compiled, `${name} compiled`);
                rules.close();
            }
        }
    },

    async 'a match is told as a server tells it'(tessera) {
        const rules = await tessera.open('tictactoe'), match = rules.match({ seed: 1n, names: ['Anna', 'Ben'] });
        const question = match.ask(match.waiting[0]);
        same(question.ply, 1, 'the ply that is asked for');
        same(/Anna|Ben/.test(question.prompt), true, `names in ${question.prompt}`);
        same(match.ask(1 - match.waiting[0]), null, 'only who is on turn is asked');
        const [first] = match.waiting, other = 1 - first;
        for (const [seat, cell] of [[first, '0,0'], [other, '1,0'], [first, '0,1'], [other, '1,1']]) match.play(cell, seat);
        same(match.reason(first, [match.ask(first).moves[0].pick[0] - 2]).length > 5, true, 'a reason for a taken cell');
        same(match.stepBack(first, { alone: false }), 2, 'back to the last decision');
        match.play('0,2', first);
        const log = match.log(0, match.ply, 'watcher', { isNew: true });
        same(log.length, 5, 'entries');
        same(log[4].steps.length > 0 && log[4].pick.length > 0, true, 'steps and picks');
        same(match.ended.end, 'rules', 'its end');
        same(match.ended.result[first].rank, 1, 'who has won');
        same(match.scene(2).items.length < match.scene(5).items.length, true, 'scenes of earlier plies');
        const about = await tessera.about('go');
        same(about.options[0].name, 'size', 'options');
        same(about.minutes, 60, 'minutes');
        same(rules.match().resign(0).ended.end, 'resigned', 'resigned');
        match.close();
        rules.close();
    },

    async 'positions are values'(tessera) {
        const chess = await tessera.open('chess');
        const start = chess.start(), key = start.key();
        const after = start.play('e2e4').play('e7e5');
        same(start.key(), key, 'the first position stays');
        same(after.text(), 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2', 'text');
        same(chess.read(after.text()).key(), after.key(), 'read again');
        same(after.why('e4e5') !== null, true, 'a reason');
        same(after.why('g1f3'), null, 'no reason');
        same((await refusal(() => after.play('e4e5'))).code, 'illegal', 'refused');
        same((await refusal(() => chess.read('nonsense'))).code, 'parse', 'no position');
        same(after.svg().startsWith('<svg'), true, 'a picture');
    },

    async 'views hide, and cannot be played on'(tessera) {
        const rules = await tessera.open('unicorns', { players: 3 });
        const match = rules.match({ seed: 9n }), position = match.position, [seat] = match.waiting;
        const other = (seat + 1) % 3;
        same(rules.info.hidden, true, 'hidden');
        same(position.view(seat).key() === position.view(other).key(), false, 'each sees something else');
        const tried = await refusal(() => position.view(seat).play(position.moves(seat)[0], seat));
        same(tried.code, 'state', 'a view is for looking');
        same(position.ask(other) === null || !match.waiting.includes(other), true, 'who is not on turn is not asked');
    },

    async 'a match is stepped back and resumed from its record'(tessera) {
        const chess = await tessera.open('chess');
        const match = chess.match({ names: ['Anna', 'Ben'] }).play('e2e4').play('e7e5').back(1).play('c7c5');
        same(match.ply, 2, 'plies');
        same(match.at(1).turn[0], 1, 'at');
        const again = chess.resume(match.record()).play('g1f3');
        same(again.record().startsWith(match.record()), true, 'the record goes on');
        same(again.record().includes('Anna'), true, 'names');
        same((await refusal(() => match.back(9))).code, 'argument', 'no such ply');
        const azul = await tessera.open('azul');
        same((await refusal(() => azul.resume(match.record()))).code, 'mismatch', 'another game');
    },

    async 'rules are opened from text, and mistakes have a place'(tessera) {
        const report = tessera.check('game "Three"\nbord grid 3x3\n');
        same(report.errors > 0, true, 'a mistake');
        same(report.messages[0].line, 2, 'its line');
        same(tessera.explain(report.messages[0].number) !== null, true, 'a lesson');
        const problem = await refusal(() => tessera.open({ rules: 'game "Three"\nbord grid 3x3\n' }));
        same(problem.line, 2, 'the same when it is opened');
        const child = await tessera.open({ rules: 'game "Mine" from "Chess"\n', parents: ['chess'] });
        same(child.perft(2), 400n, 'what was inherited');
        same(tessera.format('game   "Mine" from "Chess"\n'), 'game "Mine" from "Chess"\n', 'formatted');
        same(tessera.check('game "Mine" from "Chess"\n', { tests: true }).errors, 0, 'tested');
    },

    async 'a turn is told as an automaton, and a deck is looked at'(tessera) {
        const { starts, nodes } = (await tessera.open('reversi')).automaton();
        same(starts.length, 2, 'a start for each player');
        const known = new Set(nodes.map(({ number }) => number));
        same(nodes.every(({ next, alt }) => [next, alt].every((to) => to === -1 || known.has(to))), true, 'all nodes are told');
        same(nodes.some(({ kind, words }) => kind === 'choice' && /place/.test(words)), true, 'words of choices');
        same((await tessera.open('azul')).automaton(), null, 'a game written in C');
        const deck = 'language 1\ndeck "Mine" from "base.cards"\nmagical "Own Unicorn" enter: draw 1\n';
        const { fine, report, things } = await tessera.deck('unicorns', deck);
        same(fine, true, `a deck: ${report}`);
        same(JSON.stringify(things).includes('Own Unicorn'), true, 'its cards');
        const wrong = await tessera.deck('unicorns', deck.replace('draw', 'drew'));
        same(wrong.fine, false, 'a mistake');
        same(/:3:\d+/.test(wrong.report), true, `its place: ${wrong.report}`);
        same(await tessera.deck('chess', deck), null, 'no file is read');
    },

    async 'bots think in workers, the same for the same seed'(tessera) {
        for (const [name, spec] of [['connect4', 'mcts:nodes=300'], ['azul', 'level:n=4'], ['chess', 'alphabeta:nodes=1k']]) {
            const rules = await tessera.open(name, { compiled: COMPILED.includes(name) });
            const { position } = rules.match({ seed: 4n });
            const bot = await tessera.bot(rules, spec), thinker = await tessera.thinker(rules, spec);
            const [a, b] = [await bot.choose(position, { seed: 5n }), await bot.choose(position, { seed: 5n })];
            same(a.text, b.text, `${name}, asked twice`);
            const [seat] = position.turn;
            same(thinker.choose(position.view(seat).bytes, { seat, seed: 5n }).text, a.text, `${name}, asked here`);
            same(position.moves(seat).some(({ code }) => code === a.code), true, `${name}, legal`);
            bot.close();
        }
        const chess = await tessera.open('chess');
        same((await refusal(() => tessera.bot(chess, 'nobody'))).code, 'unknown', 'no such player');
    },

    async 'a search tells what it thinks of a position'(tessera) {
        const chess = await tessera.open('chess'), match = chess.match();
        for (const move of ['e2e4', 'e7e5', 'f1c4', 'b8c6', 'd1h5', 'g8f6']) match.play(move);
        for (const spec of ['mcts', 'alphabeta']) {
            const { position } = match, thinker = await tessera.thinker(chess, spec);
            const { move, win, line, nodes } = thinker.think(position.view(0).bytes, { seat: 0, nodes: 2000 });
            same(move, 'h5f7', `${spec} sees the mate`);
            same(line[0], 'h5f7', `${spec}, its line`);
            same(win.length === 2 && win[0] > 0.9 && win[1] < 0.1 && nodes > 0, true, `${spec}, chances ${win}`);
            same((await refusal(() => thinker.think(position.view(1).bytes, { seat: 1 }))).code, 'state', 'not its turn');
            thinker.close();
        }
    },

    async 'a thought can be given up, and the bot asked again'(tessera) {
        const chess = await tessera.open('chess');
        const bot = await tessera.bot(chess, 'mcts');
        const later = () => new Promise((go) => { setTimeout(go, 50); }); // wall clock: while it thinks, most likely
        for (const wait of [() => {}, later]) { // before it is asked, and later
            const giving = new AbortController();
            const thought = refusal(() => bot.choose(chess.start(), { nodes: 2n ** 40n, signal: giving.signal }));
            await wait();
            giving.abort();
            same((await thought).code, 'state', 'given up');
        }
        same((await bot.choose(chess.start(), { nodes: 50 })).text.length > 3, true, 'and goes on');
        bot.close();
        same((await refusal(() => bot.choose(chess.start()))).code, 'state', 'closed');
    },

    async 'bad input is refused in words'(tessera) {
        same((await refusal(() => tessera.open('ches'))).code, 'unknown', 'no such game');
        same((await refusal(() => tessera.open('go', { options: { size: 'large' } }))).code, 'argument', 'a bad option');
        same((await refusal(() => tessera.open('chess', { players: 5 }))).code, 'argument', 'too many');
        same((await refusal(() => tessera.open('chess', { options: { a: 'b,c' } }))).code, 'argument', 'a comma');
        const rules = await tessera.open('tron');
        rules.close();
        same((await refusal(() => rules.start())).code, 'state', 'closed rules');
    },
};

/** Runs all checks on a loaded package; answers how many there were. */
export async function run(tessera, say = () => {}) {
    for (const [name, check] of Object.entries(checks)) {
        try {
            await check(tessera);
        } catch (problem) {
            throw new Error(`${name}: ${problem.stack ?? problem}`);
        }
        say(name);
    }
    return Object.keys(checks).length;
}
