// Entry of a runner process. Its only door is the inherited descriptor 3; when that closes, the process has no more use.

import { Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { RunnerSession } from './session.ts';

// A constructor that returns a frozen object could otherwise still hang a private field on it, and what the field holds
// would stay for as long as the realm. Node 24 does not know the flag and would complain.
if (Number.parseInt(process.versions.v8, 10) >= 14) setFlagsFromString('--js-nonextensible-applies-to-private');

// What asks a whole service or terminal to end is for the host, which ends its runners by SIGKILL when their calls are answered.
for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});

const channel = new Socket({ fd: 3, readable: true, writable: true });
// SIGKILL, not exit: a thread that is busy in a builtin would keep an exit waiting.
const end = (): void => {
  process.kill(process.pid, 'SIGKILL');
  // The first process of a PID namespace cannot be killed from within; a crash ends it.
  process.abort();
};
channel.on('close', end);
channel.on('error', end);
new RunnerSession(channel).start();
