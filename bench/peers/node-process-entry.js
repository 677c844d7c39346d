// Runs one call of node-process.ts in a process of its own: arguments on standard input, result on standard output.

import { readFileSync, writeSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const [file, name] = process.argv.slice(2);
const tool = (await import(pathToFileURL(file).href))[name];
const result = Buffer.from(JSON.stringify(tool(JSON.parse(readFileSync(0, 'utf8')))));
for (let sent = 0; sent < result.length; ) sent += writeSync(1, result, sent);
