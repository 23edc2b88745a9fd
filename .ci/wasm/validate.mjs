// Whether this engine takes the modules: `node validate.mjs MODULE...`.
import { readFileSync } from 'node:fs';
import { argv } from 'node:process';

for (const file of argv.slice(2)) {
    if (!WebAssembly.validate(readFileSync(file))) throw new Error(`${file} is not valid here`);
}
