// Entry of a runner process. Its only door is the inherited descriptor 3; when that closes, the process has no more use.

import { Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { RunnerSession } from './session.ts';

// A constructor that returns a frozen object could otherwise still hang a private field on it, and what the field holds
// would stay for as long as the realm. Node 24 does not know the flag and would complain.
if (Number.parseInt(process.versions.v8, 10) >= 14) setFlagsFromString('--js-nonextensible-applies-to-private');

const channel = new Socket({ fd: 3, readable: true, writable: true });
// SIGKILL, not exit: a thread that is busy in a builtin would keep an exit waiting.
channel.on('close', () => process.kill(process.pid, 'SIGKILL'));
channel.on('error', () => process.kill(process.pid, 'SIGKILL'));
new RunnerSession(channel).start();
