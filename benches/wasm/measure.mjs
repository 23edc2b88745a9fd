// Measures the conversions of the module built with `simd128`, beside the module without and beside what the
// engine has itself: `node measure.mjs FOLDER-OF-MODULES [FOLDER-OF-TEXTS]`.
//
// A figure is the shortest time of many batches of at least a millisecond. All contenders of a text take turns,
// so that whatever else the machine does is shared by all. First, all of them have to give the same.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { argv, versions } from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { texts } from './texts.mjs';

const SIZE = 64 * 1024;
const ROUNDS = Number(process.env.ROUNDS ?? 60);

/** A module and views of its source and output. */
class Module {
    constructor(file) {
        this.exports = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(file))).exports;
        const { memory, source, output, size } = this.exports;
        const view = (type, at) => new type(memory.buffer, at(), size() / type.BYTES_PER_ELEMENT);
        this.source8 = view(Uint8Array, source);
        this.source16 = view(Uint16Array, source);
        this.output8 = view(Uint8Array, output);
        this.output16 = view(Uint16Array, output);
        this.sourceBuffer = Buffer.from(memory.buffer, source(), size());
        this.outputBuffer = Buffer.from(memory.buffer, output(), size());
    }
}

/** The nanoseconds of one call, by contender. */
async function measure(contenders) {
    const time = (run, times) => {
        const start = process.hrtime.bigint();
        for (let i = 0; i < times; i++) run();
        return Number(process.hrtime.bigint() - start);
    };
    // Until the engine has compiled them for good. It does so in threads, which may have to wait for this one to
    // sleep: where all have one core, with a priority of real time, no other comes before.
    for (const [, run] of [...contenders, ...contenders]) {
        for (let spent = 0; spent < 3e7; ) spent += time(run, 100);
        await sleep(50);
    }
    const batches = contenders.map(([, run]) => Math.ceil(1.1e6 / (time(run, 100) / 100)));
    const best = contenders.map(() => Infinity);
    for (let round = 0; round < ROUNDS; round++) {
        contenders.forEach(([, run], i) => {
            best[i] = Math.min(best[i], time(run, batches[i]) / batches[i]);
        });
    }
    return Object.fromEntries(contenders.map(([name], i) => [name, best[i]]));
}

function same(a, b, what) {
    if (a.length !== b.length || !a.every((unit, i) => unit === b[i])) throw new Error(`${what} gives something else`);
}

const units = (string) => Uint16Array.from({ length: string.length }, (_, i) => string.charCodeAt(i));
const toUtf8 = new TextEncoder();
const fromUtf8 = new TextDecoder('utf-8', { ignoreBOM: true });
const fromUtf8Strict = new TextDecoder('utf-8', { ignoreBOM: true, fatal: true });
const fromUtf16 = new TextDecoder('utf-16le', { ignoreBOM: true });

/** From UTF-8: each returns UTF-16, in a string or an array. */
function decoders(scalar, simd128, bytes) {
    scalar.source8.set(bytes);
    simd128.source8.set(bytes);
    const inside = (module) => () => module.output16.subarray(0, module.exports.utf8_to_utf16(bytes.length));
    // By the module's word that it is ASCII, the engine widens it as it copies, or has it in its own form.
    const isAscii = (module) => {
        module.source8.set(bytes);
        return module.exports.is_ascii(bytes.length);
    };
    const ascii = (module) => module.source8.subarray(0, bytes.length);
    const converted = (module) => module.output16.subarray(0, module.exports.utf8_to_utf16(bytes.length));
    const array = new Uint16Array(SIZE);
    const arrayBuffer = Buffer.from(array.buffer);
    return [
        ['scalar', inside(scalar)],
        ['simd128', inside(simd128)],
        ['into', () => {
            const units = isAscii(simd128) ? ascii(simd128) : converted(simd128);
            array.set(units);
            return array.subarray(0, units.length);
        }],
        ['array', () => (isAscii(simd128) ? new Uint16Array(ascii(simd128)) : converted(simd128).slice())],
        ['string', () => {
            simd128.source8.set(bytes);
            return fromUtf16.decode(converted(simd128));
        }],
        ['buffer', () => {
            if (isAscii(simd128)) return simd128.sourceBuffer.latin1Slice(0, bytes.length);
            return simd128.outputBuffer.ucs2Slice(0, 2 * simd128.exports.utf8_to_utf16(bytes.length));
        }],
        ['host', () => fromUtf8.decode(bytes)],
        ['host strict', () => fromUtf8Strict.decode(bytes)],
        // What the host has to do for an array, to which it has no other way than by a string.
        ['units by host', () => array.subarray(0, arrayBuffer.ucs2Write(fromUtf8.decode(bytes)) / 2)],
        ['new by host', () => {
            const made = Buffer.from(fromUtf8.decode(bytes), 'utf16le');
            return new Uint16Array(made.buffer, made.byteOffset, made.length / 2);
        }],
    ];
}

/** From UTF-16: each returns UTF-8. */
function encoders(scalar, simd128, string) {
    const array = units(string);
    scalar.source16.set(array);
    simd128.source16.set(array);
    const arrayBuffer = Buffer.from(array.buffer);
    const buffer = new Uint8Array(4 * SIZE);
    const inside = (module) => () => module.output8.subarray(0, module.exports.utf16_to_utf8(array.length));
    return [
        ['scalar', inside(scalar)],
        ['simd128', inside(simd128)],
        ['into', () => {
            simd128.source16.set(array);
            const written = simd128.exports.utf16_to_utf8(array.length);
            buffer.set(simd128.output8.subarray(0, written));
            return buffer.subarray(0, written);
        }],
        ['array', () => {
            simd128.source16.set(array);
            return simd128.output8.slice(0, simd128.exports.utf16_to_utf8(array.length));
        }],
        ['buffer', () => {
            simd128.sourceBuffer.write(string, 'utf16le');
            return simd128.output8.slice(0, simd128.exports.utf16_to_utf8(string.length));
        }],
        ['host', () => toUtf8.encode(string)],
        ['host into', () => buffer.subarray(0, toUtf8.encodeInto(string, buffer).written)],
        ['units by host', () => {
            const string = arrayBuffer.ucs2Slice(0, 2 * array.length);
            return buffer.subarray(0, toUtf8.encodeInto(string, buffer).written);
        }],
        ['new by host', () => toUtf8.encode(arrayBuffer.ucs2Slice(0, 2 * array.length))],
    ];
}

function table(title, rows) {
    console.log(`\n${title}`);
    const columns = Object.keys(rows[0][1]);
    const line = (name, cells) => console.log(name.padEnd(9) + cells.map((cell) => cell.padStart(14)).join(''));
    line('', columns);
    for (const [name, row] of rows) line(name, columns.map((column) => row[column].toFixed(2)));
}

/** Bytes of UTF-8 in a nanosecond of each, and how often one goes into the other. */
function row(bytes, took) {
    const rows = {};
    for (const [name, time] of Object.entries(took)) rows[name] = bytes / time;
    const isHost = (name) => name.startsWith('host');
    const host = Math.min(...Object.keys(took).filter(isHost).map((name) => took[name]));
    rows['simd/scalar'] = took.scalar / took.simd128;
    for (const name of Object.keys(took)) {
        if (name !== 'scalar' && !name.includes('host')) rows[`${name}/host`] = host / took[name];
    }
    // The same work on both sides.
    rows['into/same'] = took['units by host'] / took.into;
    rows['array/same'] = took['new by host'] / took.array;
    return rows;
}

const [, , modules, folder] = argv;
const [scalar, simd128] = ['scalar', 'simd128'].map((name) => new Module(join(modules, `${name}.wasm`)));
const [decoded, encoded] = [[], []];
for (const [name, bytes] of texts(folder, SIZE)) {
    const string = fromUtf8Strict.decode(bytes);
    const array = units(string);
    const decode = decoders(scalar, simd128, bytes);
    for (const [what, run] of decode) {
        const got = run();
        same(typeof got === 'string' ? units(got) : got, array, `${name}: ${what}`);
    }
    decoded.push([name, row(bytes.length, await measure(decode))]);
    const encode = encoders(scalar, simd128, string);
    for (const [what, run] of encode) same(run(), bytes, `${name}: ${what}`);
    encoded.push([name, row(bytes.length, await measure(encode))]);
}
console.log(`node ${versions.node}, V8 ${versions.v8}; ${SIZE} bytes of UTF-8; GB/s of UTF-8, and how many times as fast
scalar, simd128: from the module's memory to its memory
into, array: simd128, copied into the module and out of it, into an array that is there or into a new one
string: decoding, to a string by TextDecoder('utf-16le')
buffer: decoding, to a string by Buffer of node; encoding, from a string by Buffer
        what the module says is ASCII is not converted: into, array: the engine widens it; buffer: a string of Latin-1
units by host, new by host: by a string of the host from or to units in an array, into an array that is there or a new
        one; same: beside these
host:   TextDecoder('utf-8') with \`fatal\` and without, TextEncoder's encode and encodeInto; the faster counts`);
table('UTF-8 to UTF-16', decoded);
table('UTF-16 to UTF-8', encoded);
