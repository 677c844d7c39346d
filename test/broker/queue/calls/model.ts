// Lets anything happen to the calls of a host, in any order, and looks for what must never happen; see records.ts and promises.ts.

import fc from 'fast-check';
import { COMMANDS, type Command } from './commands.ts';
import { KINDS } from './plugins.ts';
import { finish } from './promises.ts';
import { World, type WorldOptions } from './world.ts';

const PLUGIN = fc.record({ kind: fc.constantFrom(...KINDS), concurrency: fc.integer({ min: 1, max: 8 }) });

const OPTIONS: fc.Arbitrary<WorldOptions> = fc.record({
  runners: fc.integer({ min: 1, max: 3 }),
  callsPerRunner: fc.integer({ min: 1, max: 3 }),
  spares: fc.integer({ min: 0, max: 1 }),
  cores: fc.integer({ min: 1, max: 2 }),
  maxQueued: fc.integer({ min: 1, max: 20 }),
  recycleAfterCalls: fc.constantFrom(1_000, 3),
  kills: fc.constantFrom(1_000, 2),
  isEager: fc.constantFrom(true, true, false),
  isThreadEager: fc.boolean(),
  plugins: fc.record({ a: PLUGIN, b: PLUGIN }),
});

/** Runs one life. Throws at the first thing that must not happen. */
const live = async (options: WorldOptions, commands: readonly Command[]): Promise<void> => {
  const world = new World(options);
  try {
    await world.settle();
    for (const command of commands) if (command.isPossible(world)) await command.run(world);
    await finish(world);
  } finally {
    world.dispose();
  }
};

/** Leaves out every command that a failure does not need. Returns the commands and the failure. */
const shortest = async (
  options: WorldOptions,
  commands: readonly Command[],
  failure: unknown,
): Promise<readonly [commands: readonly Command[], failure: unknown]> => {
  for (const left of commands) {
    const others = commands.filter((command) => command !== left);
    const error = await live(options, others).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    if (error !== undefined) return shortest(options, others, error);
  }
  return [commands, failure];
};

/** Runs `runs` lives. Throws with the shortest list of commands that shows a fault, and with the seed. */
export const liveCalls = async (runs: number, seed: number): Promise<void> => {
  const property = fc.asyncProperty(OPTIONS, COMMANDS, live);
  const { failed, counterexample, counterexamplePath, errorInstance, numRuns } = await fc.check(property, {
    numRuns: runs,
    seed,
  });
  if (!failed || !counterexample) return;
  const [options] = counterexample;
  const [commands, failure] = await shortest(options, counterexample[1], errorInstance);
  throw new Error(
    [
      `run ${numRuns} of seed ${seed} (path ${counterexamplePath}) found a fault.`,
      `Host: ${JSON.stringify(options)}`,
      `Commands: ${commands.join(', ')}`,
      `Fault: ${failure instanceof Error ? failure.message : failure}`,
    ].join('\n'),
    { cause: failure },
  );
};
