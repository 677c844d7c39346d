// The whole corpus against the operator's own configuration, on the operator's own machine.

import type { Config } from '../config/config.ts';
import { Arena } from './arena.ts';
import type { Attack } from './corpus.ts';
import { layerLines, progressLine, tableOf } from './table.ts';
import type { Verdict } from './verdict.ts';

/** What a call may take over its wallMs and killGraceMs, as promised. Milliseconds. */
const SLACK_MS = 500;

export interface AttackRun {
  readonly config: Config;
  readonly attacks: readonly Attack[];
  /** The verdicts as JSON, once all are in; else a line for each attack, and a table. */
  readonly json: boolean;
  /** `PATH` to look for the tools of the OS sandbox in. */
  readonly searchPath: string;
  readonly print: (text: string) => void;
}

/** Makes every attack, and prints what held. Resolves with true if all did. Rejects with what `startHost` rejects with. */
export const runAttacks = async (run: AttackRun): Promise<boolean> => {
  const { config, attacks, json, searchPath, print } = run;
  if (!json) print(`Loading ${attacks.length} hostile plugins and a good one …`);
  const rules = { slackMs: SLACK_MS, anyLimit: true };
  // Without a cache: it would keep hostile plugins among the operator's own.
  const arena = await Arena.open({ config, attacks, searchPath, rules });
  const verdicts: Verdict[] = [];
  try {
    for (const attack of attacks) {
      const verdict = await arena.run(attack);
      verdicts.push(verdict);
      if (!json) print(progressLine(verdict, verdicts.length, attacks.length));
    }
    return await report(arena, verdicts, run);
  } finally {
    await arena.close();
  }
};

const report = async (arena: Arena, verdicts: readonly Verdict[], { json, print }: AttackRun): Promise<boolean> => {
  const memory = await arena.peakRss();
  const { layers } = arena.host.launch;
  const notHeld = verdicts.filter(({ complaints }) => complaints.length > 0).length;
  const skipped = verdicts.filter((verdict) => verdict.skipped !== undefined).length;
  const held = verdicts.length - notHeld - skipped;
  if (json) print(JSON.stringify({ held, notHeld, skipped, ...memory, layers, verdicts }, null, 2));
  else {
    print(`\n${tableOf(verdicts)}\n\nIsolation layers in force:\n${layerLines(layers).join('\n')}\n`);
    print(`Highest memory of a runner: ${memory.peakRssMb} MB (allowed: ${memory.allowedRssMb} MB)`);
    print(`${held} held, ${notHeld} not held, ${skipped} skipped`);
  }
  return notHeld === 0 && memory.peakRssMb <= memory.allowedRssMb;
};
