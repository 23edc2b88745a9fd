// Texts to measure on: the files of a folder, or made here of the letters of each script.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** First and last letter by script; what `benches/src/texts` knows of words and punctuation is not here. */
const SCRIPTS = {
    Latin: [0x61, 0x7a],
    Arabic: [0x627, 0x64a],
    Hebrew: [0x5d0, 0x5ea],
    Russian: [0x430, 0x44f],
    Hindi: [0x905, 0x939],
    Chinese: [0x4e00, 0x8fff],
    Japanese: [0x3041, 0x3093],
    Korean: [0xac00, 0xd7a3],
    Emoji: [0x1f600, 0x1f64f],
};

/** Words of one to eight letters with a space between, always the same. */
function generate([first, last], size) {
    let state = 1;
    const random = (below) => {
        state = (Math.imul(state, 1103515245) + 12345) >>> 0;
        return (state >>> 8) % below;
    };
    let text = '';
    for (let bytes = 0; bytes < size; ) {
        for (let left = 1 + random(8); left > 0; left--) {
            const letter = String.fromCodePoint(first + random(last - first + 1));
            text += letter;
            bytes += Buffer.byteLength(letter);
        }
        text += ' ';
        bytes += 1;
    }
    return text;
}

/** The front of `bytes`, without a character that does not fit. */
function cut(bytes, size) {
    let end = Math.min(size, bytes.length);
    while (end < bytes.length && (bytes[end] & 0xc0) === 0x80) end -= 1;
    return bytes.slice(0, end);
}

/** Names and UTF-8 of at most `size` bytes. */
export function texts(folder, size) {
    const all = folder
        ? readdirSync(folder).map((file) => [file.split(/[-.]/)[0], new Uint8Array(readFileSync(join(folder, file)))])
        : Object.entries(SCRIPTS).map(([name, letters]) => [name, new TextEncoder().encode(generate(letters, size))]);
    return all.map(([name, bytes]) => [name, cut(bytes, size)]);
}
