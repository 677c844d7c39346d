// Measures scripts: what one that calls tools costs beside the same calls one by one, what one costs that is known and calls nothing, and what a model reads.

import { bodyOf } from '../jobs/jobs.ts';
import { oneConnection, post } from '../measure/request.ts';
import { median } from '../measure/statistics.ts';
import { type Figure, shortNumber } from '../report/figure.ts';
import { fastState, type Part, type PartOptions, SMALL_JOB, startToolcell } from './part.ts';
import { measureScriptTokens } from './script-tokens.ts';

const CALLS = 5;
const WARM_UP = 10;
const SAMPLES_PER_SECOND = 40;
const TIMEOUT_MS = 60_000;
const KNOWN_MS = 8;

const { arguments: ARGUMENTS } = JSON.parse(bodyOf(SMALL_JOB)) as { arguments: object };

/** A script of 20 lines, as a model writes it, with five calls one after the other. */
const SCRIPT = `
const input = ${JSON.stringify(ARGUMENTS)};
const limit = 400;
const kept = [];
let length = 0;
for (let round = 0; round < ${CALLS}; round += 1) {
  const summary = await tools.${SMALL_JOB.toolName}(input);
  const text = JSON.stringify(summary);
  length += text.length;
  if (text.length > limit) {
    console.log('long', round, text.length);
  } else {
    kept.push({ round, text });
  }
}
const shortest = kept.toSorted((a, b) => a.text.length - b.text.length)[0];
const answer = {
  kept: kept.length,
  length,
};
return { ...answer, shortest: shortest?.round ?? null };
`.trim();

const NO_CALLS = 'const sum = [1, 2, 3].reduce((one, other) => one + other, 0);\nreturn sum;';

interface ScriptAnswer {
  readonly calls: readonly { readonly code: string; readonly ms: number }[];
}

/** Measures over one kept connection each; the ways take turns. */
export const measureScripts: Part = async (options) => {
  const pluginsFolder = options.workshop.pluginsFolder;
  const settings = { 'scripts.enabled': true, 'scripts.allow': ['all'] };
  const host = await startToolcell(options, { name: 'scripts', pluginsFolder, freshState: fastState(), settings });
  const isolated = await startToolcell(options, { name: 'scripts-isolate', pluginsFolder, freshState: 'isolate' });
  try {
    return [...(await timesOf(options, host.url, isolated.url)), ...(await measureScriptTokens(options))];
  } finally {
    await host.stop();
    await isolated.stop();
  }
};

const timesOf = async (options: PartOptions, url: string, isolatedUrl: string): Promise<readonly Figure[]> => {
  const sender = (base: string, path: string, body: string) => {
    const [agent, address] = [oneConnection(), new URL(path, base).href];
    return async () => {
      const answer = await post(address, body, TIMEOUT_MS, agent);
      if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.text.slice(0, 300)}`);
      return answer;
    };
  };
  const script = sender(url, '/mcp/runScript', JSON.stringify({ code: SCRIPT }));
  const known = sender(url, '/mcp/runScript', JSON.stringify({ code: NO_CALLS }));
  const direct = sender(url, '/mcp/callTool', bodyOf(SMALL_JOB));
  const isolate = sender(isolatedUrl, '/mcp/callTool', bodyOf(SMALL_JOB));
  const taken = { script: [] as number[], known: [] as number[], direct: [] as number[], isolate: [] as number[] };
  const inner: number[] = [];
  const samples = Math.round(options.seconds * options.rounds * SAMPLES_PER_SECOND);
  options.onProgress(`scripts: ${samples} of each`);
  for (let at = -WARM_UP; at < samples; at += 1) {
    const [ran, alone] = [await script(), await known()];
    let directMs = 0;
    for (let call = 0; call < CALLS; call += 1) directMs += (await direct()).elapsedMs;
    const single = await isolate();
    if (at < 0) continue;
    taken.script.push(ran.elapsedMs);
    taken.known.push(alone.elapsedMs);
    taken.direct.push(directMs);
    taken.isolate.push(single.elapsedMs);
    const { calls } = JSON.parse(ran.text) as ScriptAnswer;
    if (calls.length !== CALLS || calls.some(({ code }) => code !== 'ok')) throw new Error(`calls failed: ${ran.text}`);
    inner.push(calls.reduce((sum, { ms }) => sum + ms, 0));
  }
  const of = (values: readonly number[]): number => median(values) as number;
  const isolateMs = of(taken.isolate);
  const what = `a script of 20 lines with ${CALLS} calls of ${SMALL_JOB.toolName}, p50`;
  return [
    {
      name: `${what}, to one call in isolate mode plus its ${CALLS} inner calls`,
      reached: of(taken.script) / (isolateMs + of(inner)),
      unit: '×',
      goal: { atMost: 1.5 },
      detail: `${shortNumber(of(taken.script))} ms; ${shortNumber(isolateMs)} ms and ${shortNumber(of(inner))} ms`,
    },
    {
      name: `${what}, to one call in isolate mode plus ${CALLS} calls one after the other over one connection`,
      reached: of(taken.script) / (isolateMs + of(taken.direct)),
      unit: '×',
      goal: { atMost: 1 },
      detail: `${shortNumber(isolateMs)} ms and ${shortNumber(of(taken.direct))} ms`,
    },
    { name: 'a known script without calls, p50', reached: of(taken.known), unit: 'ms', goal: { atMost: KNOWN_MS } },
  ];
};
