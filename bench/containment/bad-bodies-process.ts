// Sends request bodies that are not valid calls, one every 100 ms, until a message arrives. Then sends back the counts of the answers'
// codes. byte-attacks.ts starts it as a process of its own.

import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { pause, Tally } from './statistics.ts';

const BODY_BYTES = 1_090_000;
const EVERY_MS = 100;

const filled = (unit: string, before = '', after = ''): string =>
  before + unit.repeat((BODY_BYTES - before.length - after.length) / unit.length) + after;

const BODIES = [
  filled(','),
  filled('a '),
  filled('"arguments":{},', '{', '"toolName":"echo"}'),
  filled('[],', '{"toolName":"echo","arguments":{"list":['),
];

const [url = ''] = process.argv.slice(2);
const codes = new Tally();
let isEnding = false;

const send = (body: string): Promise<string> =>
  new Promise((resolve) => {
    const sent = request(
      `${url}/mcp/callTool`,
      { method: 'POST', headers: { 'Content-Type': 'application/json' } },
      (response) =>
        text(response).then(
          (answer) => resolve(String((JSON.parse(answer) as { code?: string }).code)),
          () => resolve('broken'),
        ),
    );
    sent.on('error', () => resolve('no_answer'));
    sent.end(body);
  });

const run = async (): Promise<void> => {
  for (let turn = 0; !isEnding; turn += 1) {
    codes.add(await send(BODIES[turn % BODIES.length] as string));
    await pause(EVERY_MS);
  }
  process.send?.(codes.counts);
};

process.on('message', () => {
  isEnding = true;
});
process.on('disconnect', () => process.exit(0));
await run();
