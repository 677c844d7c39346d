// A server of the soak of the doors, started as an operator does it: `toolcell serve` with a configuration file that changes while it runs.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BIN, environmentOf } from '../../../test/cli/run-command.ts';
import { scrape } from '../../../test/support/exposition.ts';
import { pause } from '../statistics.ts';
import type { Alone } from './quota-model.ts';
import type { RuleSet } from './rule-model.ts';

/** A rule set, and the time in which a call may have been judged by it, in milliseconds of `performance.now()`. */
interface Reign {
  readonly set: RuleSet;
  readonly fromMs: number;
  untilMs: number;
}

export interface DoorServerOptions {
  readonly pluginsFolder: string;
  /** Every setting but the rules. */
  readonly settings: Readonly<Record<string, object>> & { readonly access: object };
  readonly env: Readonly<Record<string, string>>;
  readonly rules: RuleSet;
}

const TAKEN_UP = 'configuration taken up';
const TAKE_UP_MS = 20_000;

/** One `toolcell serve`. `end` must be called. */
export class DoorServer {
  readonly url: string;
  readonly #child: ChildProcess;
  readonly #folder: string;
  readonly #metricsUrl: string;
  readonly #settings: DoorServerOptions['settings'];
  #reigns: Reign[];

  private constructor(parts: {
    readonly url: string;
    readonly child: ChildProcess;
    readonly folder: string;
    readonly metricsUrl: string;
    readonly options: DoorServerOptions;
  }) {
    this.url = parts.url;
    this.#child = parts.child;
    this.#folder = parts.folder;
    this.#metricsUrl = parts.metricsUrl;
    this.#settings = parts.options.settings;
    this.#reigns = [{ set: parts.options.rules, fromMs: 0, untilMs: Infinity }];
  }

  /** Starts a server on a free port. Rejects with its output if it ends before it serves. */
  static async start(options: DoorServerOptions): Promise<DoorServer> {
    const folder = mkdtempSync(join(tmpdir(), 'toolcell-doors-'));
    const metricsPort = await freePort();
    const settings = {
      ...options.settings,
      log: { file: 'server.log' },
      metrics: { enabled: true, port: metricsPort },
    };
    writeConfig(folder, settings, options.rules);
    const child = spawn(process.execPath, [BIN, 'serve', '--port', '0', '--plugins', options.pluginsFolder], {
      cwd: folder,
      env: { ...environmentOf(folder), ...options.env },
    });
    const url = await announced(child);
    const metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`;
    return new DoorServer({ url, child, folder, metricsUrl, options: { ...options, settings } });
  }

  /** Writes other rules into the configuration file. Resolves when they are in force. */
  async use(rules: RuleSet): Promise<void> {
    const offset = statSync(this.#log).size;
    const [last] = this.#reigns.slice(-1) as [Reign];
    this.#reigns = [last, { set: rules, fromMs: performance.now(), untilMs: Infinity }];
    writeConfig(this.#folder, this.#settings, rules);
    for (const sinceMs = performance.now(); !this.#isTakenUpSince(offset); await pause(50))
      if (performance.now() - sinceMs > TAKE_UP_MS) throw new Error('the server did not take up its configuration');
    last.untilMs = performance.now();
  }

  /** The rule sets by which a call may have been judged that was sent and answered at these times. */
  rulesBetween(sentMs: number, answeredMs: number): readonly RuleSet[] {
    return this.#reigns
      .filter(({ fromMs, untilMs }) => fromMs <= answeredMs && untilMs >= sentMs)
      .map(({ set }) => set);
  }

  /** Resident memory of the front process, in MB. */
  async memoryMb(): Promise<number> {
    const figures = await scrape(this.#metricsUrl);
    return (figures.valueOf('process_resident_memory_bytes') ?? 0) / 2 ** 20;
  }

  /** The times in which it counted quotas by itself, by its log, in milliseconds of `performance.now()`. */
  alone(): readonly Alone[] {
    const times: { fromMs: number; untilMs: number }[] = [];
    for (const line of this.#lines(/"msg":"Redis (?:answers again|does not answer)/)) {
      const { time, msg } = JSON.parse(line) as { readonly time: string; readonly msg: string };
      const atMs = Date.parse(time) - performance.timeOrigin;
      const last = times.at(-1);
      if (msg.startsWith('Redis does not answer')) times.push({ fromMs: atMs, untilMs: Infinity });
      else if (last !== undefined) last.untilMs = atMs;
    }
    return times.map((each) => (each.untilMs === Infinity ? { ...each, untilMs: performance.now() } : each));
  }

  /** The lines of all its log files that match, in order. */
  #lines(pattern: RegExp): readonly string[] {
    const files = readdirSync(this.#folder).filter((name) => name.startsWith('server') && name.includes('.log'));
    return files
      .flatMap((name) => readFileSync(join(this.#folder, name), 'utf8').split('\n'))
      .filter((line) => pattern.test(line))
      .sort((one, other) => timeIn(one) - timeIn(other));
  }

  /** Ends it, and removes its folder. */
  async end(): Promise<void> {
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGTERM');
    await ended;
    rmSync(this.#folder, { recursive: true, force: true });
  }

  get #log(): string {
    return join(this.#folder, 'server.log');
  }

  /** The log has a line for each call, so only its end is read. */
  #isTakenUpSince(offset: number): boolean {
    const bytes = Buffer.alloc(statSync(this.#log).size - offset);
    const log = openSync(this.#log, 'r');
    try {
      readSync(log, bytes, 0, bytes.length, offset);
    } finally {
      closeSync(log);
    }
    return bytes.includes(TAKEN_UP);
  }
}

/** Replaces the file in one step, so that no server reads half of it. */
const writeConfig = (folder: string, { access, ...settings }: DoorServerOptions['settings'], rules: RuleSet): void => {
  const text = JSON.stringify({ ...settings, access: { ...access, rules: rules.rules, default: rules.default } });
  const file = join(folder, 'sandbox.config.json');
  writeFileSync(`${file}.next`, text);
  renameSync(`${file}.next`, file);
};

const announced = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = '';
    const take = (part: unknown): void => {
      text += part;
      const [, url] = /Toolcell serves on (\S+)/.exec(text) ?? [];
      if (url !== undefined) resolve(url);
    };
    child.stdout?.on('data', take);
    child.stderr?.on('data', take);
    child.once('exit', () => reject(new Error(`the server has ended: ${text}`)));
  });

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
};

const timeIn = (line: string): number => Date.parse((JSON.parse(line) as { readonly time: string }).time);
