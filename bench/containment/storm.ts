// Makes many calls while runners are killed all the time: does each call get exactly one answer, and the right one?

import { createHash } from 'node:crypto';
import { Connection, type Reply } from './connection.ts';
import type { Figure, Measurement, Progress } from './figure.ts';
import { innermostOf } from './process-table.ts';
import { type ServedHost, serveHost } from './served-host.ts';
import { pause, Tally, tallyText } from './statistics.ts';

const CONNECTIONS = 16;
const KILL_EVERY_MS = 200;
const PLUGINS = 3;
const GIVE_UP_MS = 30_000;
/** No pauses, because the plugins are not to blame for the kills, and calls of a paused plugin would be answered without running; and two spares instead of one, because a start takes about as long as the time between two kills. */
const BOUNDS = { quarantine: { kills: 1_000_000 }, spares: 2 };

/** The tool's result depends on its arguments, so a result of another call shows. */
const SOURCE = `
const mix = (text) => { let h = 2166136261; for (let i = 0; i < text.length; i += 1) h = Math.imul(h ^ text.charCodeAt(i), 16777619) >>> 0; return h; };
const answer = ({ n, text }) => ({ n, mixed: mix(text + n), length: text.length });
`;
const pluginSource = (index: number): string => `${SOURCE}
export const quick${index} = (args) => answer(args);
export const slow${index} = (args) => new Promise((done) => setTimeout(() => done(answer(args)), 5 + (args.n % 20)));`;

export interface StormOptions {
  readonly calls: number;
}

interface StormResult {
  readonly codes: Tally;
  readonly callIds: string[];
  readonly kills: number;
  readonly killsOfBusy: number;
  readonly elapsedMs: number;
  wrong: number;
  unanswered: number;
}

/** Calls over {@link CONNECTIONS} connections, every tenth call slow, and kills a runner every 200 ms meanwhile. */
export const measureStorm = async ({ calls }: StormOptions, progress: Progress): Promise<Measurement> => {
  const plugins = Object.fromEntries(
    Array.from({ length: PLUGINS }, (_, index) => [
      `storm-${index}`,
      { source: pluginSource(index), tools: { [`quick${index}`]: {}, [`slow${index}`]: {} } },
    ]),
  );
  const host = await serveHost({ plugins, keepsCallLog: true, changes: { bounds: BOUNDS } });
  try {
    const result = await storm(host, calls, progress);
    const logged = await host.callLog();
    return {
      figures: figuresOf(
        result,
        calls,
        countTwice(
          result.callIds,
          logged.map(({ callId }) => callId),
        ),
      ),
      setting: `${calls} calls of ${PLUGINS} plugins at ${CONNECTIONS} keep-alive connections, every tenth call 5 to 24 ms long, while a SIGKILL every ${KILL_EVERY_MS} ms ends a runner, one with calls in flight if there is one. The default limits, but no plugin is paused for lost runners, and there are ${BOUNDS.spares} spares. Each result holds the call's number and a checksum of its arguments. An answer is wrong if its result differs, or if it is a failure other than runner_lost or overloaded. A call counts as answered twice if two answers, or two lines of the host's call log, have its id.`,
      details: [
        ['kills', 'with calls in flight', 'calls/s'],
        [String(result.kills), String(result.killsOfBusy), ((calls / result.elapsedMs) * 1_000).toFixed(0)],
      ],
    };
  } finally {
    await host.close();
  }
};

const storm = async (host: ServedHost, calls: number, progress: Progress): Promise<StormResult> => {
  const callers = { codes: new Tally(), callIds: [] as string[], wrong: 0, unanswered: 0 };
  const startMs = performance.now();
  const ended = new AbortController();
  const killing = keepKilling(host, ended.signal);
  const numbers = Array.from({ length: calls }, (_, n) => n).values();
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      const connection = new Connection(host.url);
      for (const n of numbers) {
        const text = createHash('sha256').update(String(n)).digest('hex');
        const index = n % PLUGINS;
        const reply = await connection.call(`${n % 10 === 0 ? 'slow' : 'quick'}${index}`, { n, text }, GIVE_UP_MS);
        note(callers, reply, n, text);
        if (n % 2_000 === 0) progress(`storm: ${n} of ${calls}: ${tallyText(callers.codes.counts)}`);
      }
      connection.close();
    }),
  );
  ended.abort();
  return { ...callers, ...(await killing), elapsedMs: performance.now() - startMs };
};

const note = (
  result: Pick<StormResult, 'codes' | 'callIds' | 'wrong' | 'unanswered'>,
  reply: Reply,
  n: number,
  text: string,
): void => {
  result.codes.add(reply.code);
  if (reply.callId === '') result.unanswered += 1;
  else result.callIds.push(reply.callId);
  const expected = JSON.stringify({ n, mixed: checksum(text + n), length: text.length });
  if (reply.code === 'ok' && reply.body !== expected) result.wrong += 1;
};

const checksum = (text: string): number => {
  let hash = 2166136261;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 16777619) >>> 0;
  return hash;
};

/** Kills a runner every 200 ms: one that serves calls if there is one, else one that has a plugin, else a spare. */
const keepKilling = async (host: ServedHost, signal: AbortSignal): Promise<{ kills: number; killsOfBusy: number }> => {
  let kills = 0;
  let killsOfBusy = 0;
  while (!signal.aborted) {
    const nextMs = performance.now() + KILL_EVERY_MS;
    const { brokers } = await host.status();
    const runners = brokers.flatMap(({ runners }) => runners).filter(({ state }) => state !== 'exited');
    const busy = runners.filter(({ callsInFlight }) => callsInFlight > 0);
    const owned = runners.filter(({ cordon }) => cordon !== undefined);
    const candidates = busy.length > 0 ? busy : owned.length > 0 ? owned : runners;
    const victim = candidates[Math.floor(Math.random() * candidates.length)]?.processId;
    if (victim !== undefined && kill(innermostOf(victim))) {
      kills += 1;
      killsOfBusy += busy.length > 0 ? 1 : 0;
    }
    await pause(Math.max(0, nextMs - performance.now()));
  }
  return { kills, killsOfBusy };
};

const kill = (processId: number): boolean => {
  try {
    process.kill(processId, 'SIGKILL');
    return true;
  } catch {
    return false;
  }
};

/** Number of call ids that occur in more than one answer, or in more than one line of the host's log. */
const countTwice = (answered: readonly string[], logged: readonly string[]): number =>
  answered.length - new Set(answered).size + logged.length - new Set(logged).size;

/** Codes of right answers: a result, or a failure that the kills explain. */
const HONEST_CODES = new Set(['ok', 'runner_lost', 'overloaded']);

const figuresOf = ({ codes, wrong, unanswered, kills }: StormResult, calls: number, twice: number): Figure[] => {
  const odd = Object.entries(codes.counts).filter(([code]) => !HONEST_CODES.has(code) && code !== 'no_answer');
  const wrongs = wrong + odd.reduce((sum, [, count]) => sum + count, 0);
  return [
    { name: 'calls lost', asked: '0', reached: `${unanswered} of ${calls} (${kills} kills)`, met: unanswered === 0 },
    { name: 'answers wrong', asked: '0', reached: `${wrongs} (${tallyText(codes.counts)})`, met: wrongs === 0 },
    { name: 'calls answered twice', asked: '0', reached: String(twice), met: twice === 0 },
  ];
};
