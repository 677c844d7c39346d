// Peer: Koa and a Node process per call, at most two per core at a time.

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { serveWithKoa } from './koa-server.ts';
import { CAP_MS, commandLine, cores, gate, MEMORY_MB } from './tool-folder.ts';

const { port, folder } = commandLine();
const inTurn = gate(2 * cores);
const ENTRY = join(import.meta.dirname, 'node-process-entry.js');

const callInProcess = (toolName: string, argumentsText: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn(
      process.execPath,
      [`--max-old-space-size=${MEMORY_MB}`, ENTRY, join(folder, `${toolName}.mjs`), toolName],
      { env: {}, stdio: ['pipe', 'pipe', 'ignore'] },
    );
    let output = '';
    const timer = setTimeout(() => child.kill('SIGKILL'), CAP_MS);
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    child.on('error', reject);
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      if (code === 0) resolve(output);
      else reject(new Error(`The process ended with ${signal ?? code}.`));
    });
    // A process that has ended takes no more input. Its exit code says whether it failed.
    child.stdin.on('error', () => undefined);
    child.stdin.end(argumentsText);
  });

serveWithKoa(port, (toolName, args) => inTurn(() => callInProcess(toolName, JSON.stringify(args))));
