// Runs a program of `wasm32-wasip1`: `node run.mjs PROGRAM ARGUMENT...`, with the environment and the exit code.
import { readFile } from 'node:fs/promises';
import { argv, env } from 'node:process';
import { WASI } from 'node:wasi';

const wasi = new WASI({ version: 'preview1', args: argv.slice(2), env, returnOnExit: true });
const program = await WebAssembly.compile(await readFile(argv[2]));
process.exitCode = wasi.start(await WebAssembly.instantiate(program, wasi.getImportObject()));
