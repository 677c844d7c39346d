// Measures what a neighbour notices while one caller asks for ever new lists of tools, over many connections.

import { Agent, request } from 'node:http';
import { bodyFile } from '../jobs/workshop.ts';
import { type LoadReport, runLoad } from '../load/load.ts';
import type { PeerProcess } from '../measure/peer-process.ts';
import { median, medianRatio } from '../measure/statistics.ts';
import { type Figure, shortNumber, withUnit } from '../report/figure.ts';
import { writeCopies } from './many-plugins.ts';
import { newFolder, type Part, SMALL_JOB, startToolcell } from './part.ts';

const TOOLS = 300;
const ASKERS = 60;
/** The most names that one selection may have. */
const NAMES = 20;
const PAUSE_MS = 3;

/** Rows for the neighbour of a caller who asks for ever new selections of 300 tools over 60 connections, at each door. */
export const measureSelections: Part = async (options) => {
  const { workshop, loadTool, seconds, rounds } = options;
  const pluginsFolder = newFolder(options, 'selections-plugins');
  const [copy] = writeCopies(workshop, pluginsFolder, SMALL_JOB, TOOLS);
  const host = await startToolcell(options, { name: 'selections', pluginsFolder, readyBody: copy?.body ?? '' });
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
      const asked = { answered: 0, refused: 0 };
      for (let round = 0; round <= rounds; round += 1) {
        options.onProgress(`selections, ${door.name}: round ${round} of ${rounds}`);
        const ofQuiet = await load();
        const askers = new Askers(door);
        const ofBusy = await load();
        const { answered, refused } = await askers.end();
        if (round === 0) continue;
        asked.answered += answered;
        asked.refused += refused;
        quiet.push(ofQuiet);
        busy.push(ofBusy);
      }
      figures.push(rowOf(door.name, quiet, busy, asked));
    }
    return figures;
  } finally {
    await host.stop();
  }
};

interface Asked {
  answered: number;
  refused: number;
}

const rowOf = (door: string, quiet: readonly LoadReport[], busy: readonly LoadReport[], asked: Asked): Figure => {
  const p50 = (reports: readonly LoadReport[]): number[] => reports.map(({ p50Us }) => p50Us);
  const us = (values: readonly number[]): string => withUnit(median(values), 'µs');
  return {
    name: `median of small calls while ${ASKERS} connections ask ${door} for ever new selections of ${TOOLS} tools, to the quiet server`,
    reached: medianRatio(p50(busy), p50(quiet)),
    unit: '×',
    goal: { atMost: 3 },
    detail: `quiet ${us(p50(quiet))}, busy ${us(p50(busy))}; ${shortNumber(asked.answered)} lists answered, ${shortNumber(asked.refused)} refused`,
  };
};

interface DoorOfLists {
  readonly name: string;
  readonly method: string;
  /** Where the query follows. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const doorsOf = ({ url }: PeerProcess): readonly DoorOfLists[] => [
  { name: 'GET /mcp/metadata', method: 'GET', url: new URL('/mcp/metadata', url).href, headers: {}, body: '' },
  {
    name: 'POST /mcp',
    method: 'POST',
    url: new URL('/mcp', url).href,
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'MCP-Protocol-Version': '2025-11-25',
    },
    body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
  },
];

let lastSelection = 0;

/** About 200 of the tools, and others each time. */
const newSelection = (): string => {
  lastSelection += 1;
  const some = Array.from({ length: NAMES - 2 }, (_, bit) => ((lastSelection >> bit) & 1 ? [`*-${10 + bit}*`] : []));
  return `tools=${['*-2*', '*-3*', ...some.flat()].join(',')}`;
};

/** Asks over several connections, one request after the other on each, until it is ended. */
class Askers {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: ASKERS });
  readonly #running: readonly Promise<void>[];
  readonly #asked: Asked = { answered: 0, refused: 0 };
  #isEnded = false;

  constructor(door: DoorOfLists) {
    this.#running = Array.from({ length: ASKERS }, async () => {
      while (!this.#isEnded) await this.#ask(door);
    });
  }

  async end(): Promise<Asked> {
    this.#isEnded = true;
    await Promise.all(this.#running);
    this.#agent.destroy();
    return this.#asked;
  }

  async #ask({ method, url, headers, body }: DoorOfLists): Promise<void> {
    const status = await new Promise<number | undefined>((resolve) => {
      const sent = request(`${url}?${newSelection()}`, { method, agent: this.#agent, headers });
      sent.on('response', (response) => response.resume().on('close', () => resolve(response.statusCode)));
      sent.on('error', () => resolve(undefined));
      sent.end(body);
    });
    if (status === 200) this.#asked.answered += 1;
    else this.#asked.refused += 1;
  }
}
