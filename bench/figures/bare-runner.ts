// Takes calls as frames on descriptor 3, as a runner does, and runs the tool without a sandbox. bare-driver.ts starts it as a process.

import { Socket } from 'node:net';
import { pathToFileURL } from 'node:url';
import { encodeFrame, FrameReader } from '../../src/shared/protocol/frames.ts';

const CAPS = { headBytes: 65_536, bodyBytes: 2 ** 24 };
const [file = '', exportName = ''] = process.argv.slice(2);
const exported = (await import(pathToFileURL(file).href)) as Record<string, (args: unknown) => unknown>;
const tool = exported[exportName] as (args: unknown) => unknown;
const socket = new Socket({ fd: 3, readable: true, writable: true });

const send = (message: unknown, body = ''): void => {
  socket.write(encodeFrame(JSON.stringify(message), body));
};

const cpuUs = (): number => {
  const { user, system } = process.cpuUsage();
  return user + system;
};
const startUs = cpuUs();

const reader = new FrameReader(CAPS, (head, body) => {
  const { t, id } = JSON.parse(head.toString()) as { t: string; id?: number };
  if (t === 'cpu') return send({ t: 'cpu', cpuUs: cpuUs() - startUs });
  send({ t: 'done', id, cpuMs: 0 }, JSON.stringify(tool(JSON.parse(body.toString()))));
});
socket.on('data', (chunk: Buffer) => {
  socket.cork();
  reader.push(chunk);
  socket.uncork();
});
socket.on('close', () => process.exit(0));
send({ t: 'hello' });
