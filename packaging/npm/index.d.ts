// SPDX-License-Identifier: MIT
//
// The types of tessera. Scene and Question are those of docs/wire.md.

/** What the engine refused. `code` is one word: argument, unknown, parse, illegal, mismatch, limit, state ... */
export class TesseraError extends Error {
    readonly code: string;
    /** Of rules text, from 1. */
    readonly line?: number;
    readonly column?: number;
    /** For Tessera.explain. */
    readonly number?: number;
    readonly advice?: string;
}

/** An option: "size", "5 to 19", "rows and columns". */
export interface Choice { name: string; values: string; help: string }

export interface GameInfo {
    name: string;
    title: string;
    about: string;
    /** If none is said. */
    players: number;
    options: Choice[];
    /** It is written in C and comes as this side module. */
    module?: string;
    /** It is a rules file that inherits from this one. */
    parent?: string;
}

export interface RulesInfo {
    readonly name: string;
    readonly title: string;
    readonly about: string;
    readonly leaflet: string;
    /** As opened: "size=9". */
    readonly options: string;
    readonly players: number;
    readonly seats: readonly string[];
    readonly maxMoves: number;
    readonly stateSize: number;
    readonly hash: bigint;
    readonly chance: boolean;
    readonly hidden: boolean;
    readonly simultaneous: boolean;
    readonly zeroSum: boolean;
    readonly cooperative: boolean;
    readonly compiled: boolean;
}

export interface Setup {
    players?: number;
    options?: Record<string, string | number | boolean>;
    /** Loads compiled rules too, where the game is played much: several times faster. */
    compiled?: boolean;
}

export interface Move { readonly text: string; readonly code: bigint }
export interface Result { score: number; rank: number }
export type Viewer = number | 'watcher';
export interface Message { number: number; warning: 0 | 1 | 2; line: number; col: number; len: number; why: string; text: string }
export interface Report { errors: number; messages: Message[] }

export interface Zone {
    kind: string; label?: string; rows?: number; cols?: number; owner?: number; flags?: string[];
    [more: string]: unknown
}
export interface Item {
    zone: number; row?: number; col?: number; ref?: number; key?: number; kind?: string; label?: string; glyph?: string;
    [more: string]: unknown
}
export interface Scene { zones: Zone[]; items: Item[]; edges?: [number, number][] }
export interface Question {
    seat: number; kind: string; prompt: string;
    moves: { text: string; pick: number[]; mark?: number[]; note?: string }[];
}

/** A value: playing makes another one. */
export class Position {
    readonly rules: Rules;
    readonly viewer: Viewer | null;
    readonly bytes: Uint8Array;
    readonly turn: number[];
    readonly isChance: boolean;
    readonly over: Result[] | null;
    moves(seat?: number): Move[];
    play(move: Move | string, seat?: number): Position;
    draw(random: bigint | number): Position;
    why(text: string, seat?: number): string | null;
    view(viewer: Viewer): Position;
    scene(viewer?: Viewer): Scene;
    ask(seat: number): Question | null;
    svg(viewer?: Viewer): string;
    text(): string;
    prompt(): string;
    key(): bigint;
    perft(depth: number): bigint;
}

export class Match {
    readonly rules: Rules;
    readonly ply: number;
    readonly waiting: number[];
    readonly position: Position;
    readonly result: Result[] | null;
    play(move: Move | string, seat?: number): this;
    back(ply: number): this;
    at(ply: number): Position;
    record(): string;
    /** Of plies `from` up to `to`, as a viewer saw them. */
    log(from: number, to: number, viewer?: Viewer, options?: { isNew?: boolean }): Entry[];
    scene(ply: number, viewer?: Viewer): Scene;
    ask(seat: number): Question | null;
    reason(seat: number, picks: number[]): string;
    readonly ended: { result: Result[]; end: string; parts: { name: string; values: number[] }[] } | null;
    resign(seat: number): this;
    stepBack(seat: number, options?: { alone?: boolean }): number | null;
    close(): void;
}

/** An entry of a log, as in docs/wire.md. */
export interface Entry {
    ply: number; who: number | null; text: string; sentence: string; pick?: number[]; told?: string[];
    steps?: Record<string, unknown>[];
}

/** What a turn may be: nodes and where they lead (-1 = nowhere); `kind` as in include/tessera/lang.h. */
export interface Automaton {
    starts: { phase: number; player: string; node: number }[];
    nodes: { number: number; kind: string; next: number; alt: number; words: string }[];
}

export class Rules {
    readonly info: RulesInfo;
    readonly choices: Choice[];
    start(): Position;
    read(text: string): Position;
    match(options?: { seed?: bigint | number; names?: string[] }): Match;
    /** Null for games written in C. */
    automaton(): Automaton | null;
    resume(record: string): Match;
    perft(depth: number): bigint;
    close(): void;
}

export interface Thought { seat?: number; seed?: bigint | number; nodes?: bigint | number; ms?: number }

export interface Bot {
    choose(position: Position, options?: Thought & { signal?: AbortSignal }): Promise<Move>;
    close(): void;
}

/** A player that thinks where it is called. */
export interface Thinker {
    /** From what `seat` sees: position.view(seat).bytes. */
    choose(bytes: Uint8Array, options: Thought & { seat: number }): Move;
    /** What each seat can hope for, 0 to 1 (null where it did not have to think), and the moves it expects. */
    think(bytes: Uint8Array, options: { seat: number; seed?: bigint | number; nodes?: bigint | number }):
        { move: string; nodes: number; win: number[] | null; line: string[] };
    close(): void;
}

export interface Tessera {
    readonly version: string;
    games(): GameInfo[];
    open(game: string | { rules: string; parents?: string[] }, setup?: Setup): Promise<Rules>;
    /** What a game is, as the list of games of docs/wire.md tells it, without bots. */
    about(name: string): Promise<Record<string, any>>;
    /** Loads the compiler; `check`, `format` and `explain` need it. `load` has done it, unless told otherwise. */
    compiler(): Promise<void>;
    check(text: string, options?: { tests?: boolean }): Report;
    format(text: string): string | null;
    explain(number: number): string | null;
    /** What a game says of a file of its own, as `tessera cards` prints it; null if it reads none. */
    deck(name: string, text: string): Promise<{ fine: boolean; report: string; things: unknown } | null>;
    /** "random", "greedy", "mcts:nodes=400", "alphabeta:depth=4", "level:n=6", a game's own. */
    bot(rules: Rules, spec: string): Promise<Bot>;
    /** The same here and now: for workers and scripts, which may wait. */
    thinker(rules: Rules, spec: string): Promise<Thinker>;
}

export function load(options?: {
    /** Where the files of the package lie. */
    base?: string | URL;
    /** engine.wasm, if it is compiled already. */
    module?: WebAssembly.Module;
    /** False: the compiler of rules texts is loaded when it is first wanted. */
    compiler?: boolean;
    /** A game that will be opened; where there are compiled rules of it, they are loaded together with the engine. */
    ahead?: string | Promise<string>;
}): Promise<Tessera>;
