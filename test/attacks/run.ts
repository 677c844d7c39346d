// `npm run attack`: the whole corpus against the operator's own configuration, on his own machine.

import { StartRefused } from '../../src/host.ts';
import { Arena } from './harness/arena.ts';
import { HELP, type Request, readRequest } from './harness/command-line.ts';
import { layerLines, progressLine, tableOf } from './harness/table.ts';
import type { Verdict } from './harness/verdict.ts';

/** What a call may take over its wallMs and killGraceMs, as promised. Milliseconds. */
const SLACK_MS = 500;

const say = (text: string): void => void process.stdout.write(`${text}\n`);
const complain = (text: string): void => void process.stderr.write(`${text}\n`);

const runAll = async ({ config, attacks, json }: Request & { kind: 'run' }): Promise<number> => {
  if (!json) say(`Loading ${attacks.length} hostile plugins and a good one …`);
  const rules = { slackMs: SLACK_MS, anyLimit: true };
  const arena = await Arena.open({ config, attacks, searchPath: process.env.PATH ?? '', rules });
  const verdicts: Verdict[] = [];
  try {
    for (const attack of attacks) {
      const verdict = await arena.run(attack);
      verdicts.push(verdict);
      if (!json) say(progressLine(verdict, verdicts.length, attacks.length));
    }
    const memory = await arena.peakRss();
    const notHeld = verdicts.filter(({ complaints }) => complaints.length > 0).length;
    const skipped = verdicts.filter((verdict) => verdict.skipped !== undefined).length;
    const held = verdicts.length - notHeld - skipped;
    const memoryHeld = memory.peakRssMb <= memory.allowedRssMb;
    if (json)
      say(JSON.stringify({ held, notHeld, skipped, ...memory, layers: arena.host.launch.layers, verdicts }, null, 2));
    else {
      say(`\n${tableOf(verdicts)}\n\nIsolation layers in force:\n${layerLines(arena.host.launch.layers).join('\n')}\n`);
      say(`Highest memory of a runner: ${memory.peakRssMb} MB (allowed: ${memory.allowedRssMb} MB)`);
      say(`${held} held, ${notHeld} not held, ${skipped} skipped`);
    }
    return notHeld === 0 && memoryHeld ? 0 : 1;
  } finally {
    await arena.close();
  }
};

const main = async (): Promise<number> => {
  const request = readRequest(process.argv.slice(2), { cwd: process.cwd(), env: process.env });
  if (request.kind === 'help') {
    say(HELP);
    return 0;
  }
  if (request.kind === 'bad') {
    complain(request.problems.join('\n'));
    return 2;
  }
  try {
    return await runAll(request);
  } catch (error) {
    if (!(error instanceof StartRefused)) throw error;
    complain(error.message);
    return 2;
  }
};

process.exitCode = await main();
