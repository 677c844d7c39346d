// Sends frames to bare-runner.ts, and reports its CPU per call, in microseconds, to the process that forked this one (share.ts).

import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { encodeFrame, FrameReader } from '../../src/shared/protocol/frames.ts';

const BATCH = 64;
const CAPS = { headBytes: 65_536, bodyBytes: 2 ** 24 };
const [file = '', exportName = '', argumentsText = '', seconds = '1'] = process.argv.slice(2);

const runner = spawn(process.execPath, [join(import.meta.dirname, 'bare-runner.ts'), file, exportName], {
  stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
});
const socket = (runner.stdio as readonly unknown[])[3] as Socket;
const untilMs = performance.now() + Number(seconds) * 1_000;
let answered = 0;
let sent = 0;

const sendBatch = (): void => {
  socket.cork();
  for (let i = 0; i < BATCH; i += 1) {
    sent += 1;
    socket.write(encodeFrame(JSON.stringify({ t: 'call', id: sent, callId: `call-${sent}` }), argumentsText));
  }
  socket.uncork();
};

const reader = new FrameReader(CAPS, (head) => {
  const message = JSON.parse(head.toString()) as { t: string; cpuUs?: number };
  if (message.t === 'hello') return sendBatch();
  if (message.t === 'cpu') {
    process.send?.((message.cpuUs ?? 0) / answered, () => process.exit(0));
    return;
  }
  answered += 1;
  if (answered < sent) return;
  if (performance.now() < untilMs) sendBatch();
  else socket.write(encodeFrame(JSON.stringify({ t: 'cpu' })));
});
socket.on('data', (chunk: Buffer) => reader.push(chunk));
