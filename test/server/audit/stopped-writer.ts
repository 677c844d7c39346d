// Appends an entry to an audit log: `node stopped-writer.ts FILE`. Stops itself with SIGSTOP right before it writes the line.

import { type FileHandle, open } from 'node:fs/promises';
import { appendEntries } from '../../../src/server/audit/append.ts';

const [file = ''] = process.argv.slice(2);
const probe = await open(file, 'r');
const handles = Object.getPrototypeOf(probe) as FileHandle;
await probe.close();
const { write } = handles;
handles.write = function (this: FileHandle, ...rest: unknown[]) {
  handles.write = write;
  process.kill(process.pid, 'SIGSTOP');
  return Reflect.apply(write, this, rest);
} as typeof write;
const draft = { time: new Date().toISOString(), who: 'user:test', action: 'plugin.approve', outcome: 'ok' };
const log = { file, rotateBytes: 10_000_000, rotateDays: 90, keepFiles: 1_000 };
const { error } = await appendEntries(log, [{ ...draft, subject: 'stopped' }]);
if (error) throw error;
