// SPDX-License-Identifier: MIT
//
// Loads code beside the engine, into the engine's own memory: agents, games, compiled rules. Such a module
// says in its section `dylink.0` how much memory and how many places in the table of functions it wants, imports
// the rest from the engine by name, and is told where it lies by two numbers.

// A number of seven bits a byte; answers it and where it ends.
function leb(bytes, at) {
    let value = 0, shift = 0, byte;
    do {
        byte = bytes[at++];
        value |= (byte & 127) << shift;
        shift += 7;
    } while (byte & 128);
    return [value >>> 0, at];
}

const MEMORY_INFO = 1;

// { size, align (as a power of two), places } of a module.
function wishes(module) {
    const [section] = WebAssembly.Module.customSections(module, 'dylink.0');
    if (!section) throw new Error('this is no module to be loaded beside the engine');
    const bytes = new Uint8Array(section);
    for (let at = 0; at < bytes.length;) {
        const kind = bytes[at++];
        let length;
        [length, at] = leb(bytes, at);
        if (kind === MEMORY_INFO) {
            const numbers = [];
            for (let next = at; next < at + length;) {
                let one;
                [one, next] = leb(bytes, next);
                numbers.push(one);
            }
            return { size: numbers[0], align: numbers[1], places: numbers[2] };
        }
        at += length;
    }
    return { size: 0, align: 0, places: 0 };
}

const constant = (value) => new WebAssembly.Global({ value: 'i32', mutable: false }, value);

// Zeroed memory that stays: modules are never taken out again.
function room(engine, size, align) {
    const step = 2 ** Math.max(align, 4);
    const base = Math.ceil(engine.allocate(size + step) / step) * step;
    engine.bytes.fill(0, base, base + size);
    return base;
}

// Addresses that the module asks for by name are filled in once it is there: they may be its own.
function addresses(engine, module) {
    const asked = WebAssembly.Module.imports(module).filter(({ module: from }) => from.startsWith('GOT.'));
    const found = { 'GOT.mem': {}, 'GOT.func': {} };
    for (const { module: from, name } of asked) {
        found[from][name] = new WebAssembly.Global({ value: 'i32', mutable: true }, 0);
    }
    const fill = (own, base) => {
        const table = engine.x.__indirect_function_table;
        for (const [name, cell] of Object.entries(found['GOT.mem'])) {
            cell.value = name in own ? base + own[name].value : engine.x[name].value;
        }
        for (const [name, cell] of Object.entries(found['GOT.func'])) {
            cell.value = table.grow(1);
            table.set(cell.value, own[name] ?? engine.x[name]);
        }
    };
    return { found, fill };
}

// Functions on numbers that the engine itself does without; what they were compiled to is kept by the engine.
async function numbers(engine, module, math) {
    const { functions } = engine;
    const lacks = WebAssembly.Module.imports(module).some(({ module: from, name, kind }) =>
        from === 'env' && kind === 'function' && !(name in engine.x) && !(name in functions));
    if (lacks && math) Object.assign(functions, (await WebAssembly.instantiate(await math())).instance.exports);
    const { memory, ...rest } = functions; // theirs, which nobody reads
    return rest;
}

/**
 * @param engine an Engine
 * @param source the module's bytes, or what they were compiled to
 * @param math a function that answers the bytes of math.wasm, for modules that want it
 * @returns [name, address] of every table that the module shows
 */
export async function attach(engine, source, math) {
    const module = source instanceof WebAssembly.Module ? source : await WebAssembly.compile(source);
    const { size, align, places } = wishes(module);
    const base = room(engine, size, align);
    const table = engine.x.__indirect_function_table;
    const { found, fill } = addresses(engine, module);
    const env = {
        ...engine.x,
        ...await numbers(engine, module, math),
        __memory_base: constant(base),
        __table_base: constant(table.grow(places)),
    };
    const { exports } = await WebAssembly.instantiate(module, { env, ...found });
    fill(exports, base);
    exports.__wasm_apply_data_relocs?.();
    exports.__wasm_call_ctors?.();
    return Object.entries(exports)
        .filter(([, one]) => one instanceof WebAssembly.Global)
        .map(([name, one]) => [name, base + one.value]);
}
