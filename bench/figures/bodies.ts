// Measures what callers of short bodies notice while long ones are under way to the same server.

import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { bodyFile, toolOf, writeBundle } from '../jobs/workshop.ts';
import { type LoadReport, runLoad } from '../load/load.ts';
import type { PeerProcess } from '../measure/peer-process.ts';
import { median, medianRatio } from '../measure/statistics.ts';
import { type Figure, withUnit } from '../report/figure.ts';
import { writeCopies } from './many-plugins.ts';
import { newFolder, type Part, SMALL_JOB, startToolcell } from './part.ts';

const SENDERS = 8;
const BODY_BYTES = 30_000_000;
/** Each body is sent in pieces over about this time, so that the senders leave a core free. */
const SENDING_MS = 2_000;
const PIECES = 40;
const PAUSE_MS = 3;
/** The server refused the body while it arrived. */
const NO_ROOM = 503;
const SWALLOW = 'swallow';

/** Rows for the neighbour of 8 callers who send 30 MB each, at each door. */
export const measureBodies: Part = async (options) => {
  const { workshop, loadTool, seconds, rounds } = options;
  const pluginsFolder = newFolder(options, 'bodies-plugins');
  const [copy] = writeCopies(workshop, pluginsFolder, SMALL_JOB, 1);
  const tool = { ...toolOf(SMALL_JOB), name: SWALLOW, export: SWALLOW, examples: [], inputSchema: { type: 'object' } };
  writeBundle(`${pluginsFolder}/${SWALLOW}`, { ...tool, outputSchema: {} }, `export const ${SWALLOW} = () => null;\n`);
  const settings = {
    'server.bodyBytes': 2 * BODY_BYTES,
    'limits.argumentsBytes': BODY_BYTES + 1_000,
    'limits.memoryMb': 768,
    'limits.runnerRssMb': 1_024,
    'limits.wallMs': 30_000,
    'limits.cpuMs': 10_000,
  };
  const host = await startToolcell(options, { name: 'bodies', pluginsFolder, readyBody: copy?.body ?? '', settings });
  const load = (): Promise<LoadReport> =>
    runLoad({
      tool: loadTool,
      url: host.url,
      bodyFiles: [copy?.bodyFile ?? bodyFile(workshop.folder, SMALL_JOB)],
      connections: 1,
      seconds,
      ...(loadTool === 'wrk' && { pauseMs: PAUSE_MS }),
    });
  try {
    const figures: Figure[] = [];
    for (const door of doorsOf(host)) {
      const quiet: LoadReport[] = [];
      const busy: LoadReport[] = [];
      const sent = { answered: 0, refused: 0 };
      for (let round = 0; round <= rounds; round += 1) {
        options.onProgress(`bodies, ${door.name}: round ${round} of ${rounds}`);
        const ofQuiet = await load();
        const senders = new Senders(door);
        await sleep(SENDING_MS);
        const ofBusy = await load();
        const { answered, refused } = await senders.end();
        sent.answered += answered;
        sent.refused += refused;
        if (round === 0) continue;
        quiet.push(ofQuiet);
        busy.push(ofBusy);
      }
      figures.push(rowOf(door.name, quiet, busy, sent));
    }
    return figures;
  } finally {
    await host.stop();
  }
};

const rowOf = (
  door: string,
  quiet: readonly LoadReport[],
  busy: readonly LoadReport[],
  sent: { readonly answered: number; readonly refused: number },
): Figure => {
  const p50 = (reports: readonly LoadReport[]): number[] => reports.map(({ p50Us }) => p50Us);
  const p99 = (reports: readonly LoadReport[]): number[] => reports.map(({ p99Us }) => p99Us);
  const us = (values: readonly number[]): string => withUnit(median(values), 'µs');
  return {
    name: `p99 of small calls while ${SENDERS} bodies of 30 MB are under way to ${door}, to the quiet server`,
    reached: medianRatio(p99(busy), p99(quiet)),
    unit: '×',
    goal: { atMost: 2 },
    detail: `quiet ${us(p50(quiet))}, p99 ${us(p99(quiet))}; busy ${us(p50(busy))}, p99 ${us(p99(busy))}; ${sent.answered} bodies read, ${sent.refused} refused`,
  };
};

interface DoorOfBodies {
  readonly name: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

const doorsOf = ({ url }: PeerProcess): readonly DoorOfBodies[] => {
  const item = JSON.stringify('A line of a long document, with "quotes" in it. '.repeat(2_000));
  const items = Array.from({ length: Math.floor(BODY_BYTES / (item.length + 1)) }, () => item).join(',');
  const args = `{"items":[${items}]}`;
  const rpc = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${SWALLOW}","arguments":${args}}}`;
  return [
    {
      name: 'POST /mcp/callTool',
      url,
      headers: {},
      body: Buffer.from(`{"toolName":"${SWALLOW}","arguments":${args}}`),
    },
    {
      name: 'POST /mcp',
      url: new URL('/mcp', url).href,
      headers: { Accept: 'application/json, text/event-stream', 'MCP-Protocol-Version': '2025-11-25' },
      body: Buffer.from(rpc),
    },
  ];
};

/** Sends bodies over several connections, one after the other on each, until it is ended. */
class Senders {
  readonly #running: readonly Promise<void>[];
  #isEnded = false;
  #answered = 0;
  #refused = 0;

  constructor(door: DoorOfBodies) {
    this.#running = Array.from({ length: SENDERS }, async (_, sender) => {
      await sleep((sender * SENDING_MS) / SENDERS);
      while (!this.#isEnded) await this.#send(door, `127.0.0.${sender + 2}`);
    });
  }

  /** Resolves with the numbers of bodies that were read whole, and of those for which there was no room. */
  async end(): Promise<{ readonly answered: number; readonly refused: number }> {
    this.#isEnded = true;
    await Promise.all(this.#running);
    return { answered: this.#answered, refused: this.#refused };
  }

  async #send({ url, headers, body }: DoorOfBodies, localAddress: string): Promise<void> {
    const sent = request(url, {
      method: 'POST',
      agent: false,
      // One address may hold half of the bytes that arrive.
      localAddress,
      headers: { 'Content-Type': 'application/json', 'Content-Length': body.length, ...headers },
    });
    const answered = new Promise<number | undefined>((resolve) => {
      sent.on('response', (response) => response.resume().on('close', () => resolve(response.statusCode)));
      sent.on('error', () => resolve(undefined));
    });
    for (let piece = 0; piece < PIECES; piece += 1) {
      sent.write(body.subarray((piece * body.length) / PIECES, ((piece + 1) * body.length) / PIECES));
      await sleep(SENDING_MS / PIECES);
    }
    sent.end();
    if ((await answered) !== NO_ROOM) this.#answered += 1;
    else this.#refused += 1;
  }
}
