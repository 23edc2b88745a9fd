// Runs a program of `wasm32-wasip1`: `node run.mjs PROGRAM ARGUMENT...`, with the environment and the exit code.
import { readFile } from 'node:fs/promises';
import { argv, env } from 'node:process';
import { WASI } from 'node:wasi';

const wasi = new WASI({ version: 'preview1', args: argv.slice(2), env, returnOnExit: true });
const program = await WebAssembly.compile(await readFile(argv[2]));
const instance = await WebAssembly.instantiate(program, wasi.getImportObject());
// All the memory that it will need, 1 GiB, which its allocator then begins with. Where a program lets its memory
// grow, node 20.20 crashed at the end of the suite; why is not known. It has not since.
instance.exports.memory.grow(1 << 14);
process.exitCode = wasi.start(instance);
