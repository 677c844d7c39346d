// Entry of a runner process. Its only connection is the inherited descriptor 3. When that closes, the process ends.
// Decision 0061.

import { Socket } from 'node:net';
import { setEngineFlags, setStartFlags } from './engine-flags.ts';
import { RunnerSession } from './session.ts';

setEngineFlags();
setStartFlags();

// Signals that end a whole service or terminal are for the host, which ends its runners by SIGKILL after their calls are answered.
for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});

/** Bytes that are read at a time. */
const READ_BYTES = 65_536;

const channel: Socket = new Socket({
  fd: 3,
  readable: true,
  writable: true,
  // One piece of memory for all that is read. A stream of chunks makes a new piece for each, and passes it through four layers.
  onread: {
    buffer: Buffer.alloc(READ_BYTES),
    callback: (byteCount, bytes) => {
      session.take(Buffer.from(bytes.buffer, bytes.byteOffset, byteCount));
      return true;
    },
  },
});
// SIGKILL, not exit: an exit would wait for a thread that is busy in a builtin.
const end = (): void => {
  process.kill(process.pid, 'SIGKILL');
  // The first process of a PID namespace cannot be killed from within, but a crash ends it.
  process.abort();
};
channel.on('close', end);
channel.on('error', end);
const session = new RunnerSession(channel);
session.start();
