// Entry of a runner process. Its only door is the inherited descriptor 3; when that closes, the process has no more use.

import { Socket } from 'node:net';
import { RunnerSession } from './session.ts';

const channel = new Socket({ fd: 3, readable: true, writable: true });
// SIGKILL, not exit: a thread that is busy in a builtin would keep an exit waiting.
channel.on('close', () => process.kill(process.pid, 'SIGKILL'));
channel.on('error', () => process.kill(process.pid, 'SIGKILL'));
new RunnerSession(channel).start();
