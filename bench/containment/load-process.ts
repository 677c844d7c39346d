// Runs callers in a process of their own, so that their event loop and the host's do not wait for each other. Takes one order
// after the other over IPC. load.ts starts it.

import { Connection } from './connection.ts';
import type { CallerGroup, GroupReport, LoadOrder } from './load.ts';
import { highest, pause, quantile, Tally } from './statistics.ts';

let isStopped = false;

const run = async ({ url, durationMs, groups }: LoadOrder): Promise<GroupReport[]> => {
  isStopped = false;
  const untilMs = performance.now() + durationMs;
  return Promise.all(groups.map((group) => runGroup(url, group, untilMs)));
};

const runGroup = async (url: string, group: CallerGroup, untilMs: number): Promise<GroupReport> => {
  const codes = new Tally();
  const latenciesMs: number[] = [];
  const startMs = performance.now();
  await Promise.all(Array.from({ length: group.callers }, () => keepCalling(url, group, untilMs, codes, latenciesMs)));
  return {
    toolName: group.toolName,
    codes: codes.counts,
    perSecond: (codes.total / (performance.now() - startMs)) * 1_000,
    p50Ms: quantile(latenciesMs, 0.5),
    p99Ms: quantile(latenciesMs, 0.99),
    highestMs: highest(latenciesMs),
  };
};

/** A closed loop: sends the next call when the last one is answered and `Retry-After` has passed. */
const keepCalling = async (
  url: string,
  { toolName, args, pauseMs = 0 }: CallerGroup,
  untilMs: number,
  codes: Tally,
  latenciesMs: number[],
): Promise<void> => {
  const connection = new Connection(url);
  while (performance.now() < untilMs && !isStopped) {
    const { code, elapsedMs, retryAfterMs } = await connection.call(toolName, args);
    codes.add(code);
    latenciesMs.push(elapsedMs);
    const restMs = Math.max(retryAfterMs, pauseMs);
    if (restMs > 0) await pause(Math.max(0, Math.min(restMs, untilMs - performance.now())));
  }
  connection.close();
};

process.on('message', (order) => {
  if (order === 'stop') isStopped = true;
  else void run(order as LoadOrder).then((reports) => process.send?.(reports));
});
process.on('disconnect', () => process.exit(0));
