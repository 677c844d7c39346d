// The processes that `npm test` and `npm run test:all` run: each tier once.

import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';

export const CHECKOUT = join(import.meta.dirname, '../..');

/** A process of a tier. Runs in the checkout. */
export interface Job {
  readonly name: string;
  /** Path of a JavaScript file below node_modules. */
  readonly script: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** Test files that run at a time: one per core, at least two. */
const WORKERS = Math.max(2, availableParallelism());
/** For the unit tier, in which a file waits for half of its time: for time-outs, servers and other processes. */
const WAITING_WORKERS = WORKERS + 1;

const MOCHA = 'mocha/bin/mocha.js';
const BIOME = '@biomejs/biome/bin/biome';
const TSC = 'typescript/bin/tsc';

/** Packages that are installed below `test/` have tests of their own. */
const filesLike = (pattern: string): readonly string[] =>
  globSync(pattern, { cwd: CHECKOUT, exclude: ['**/node_modules/**'] }).sort();

const SMOKE = ['test/smoke.host.test.ts', 'test/attacks/sample.host.test.ts'];
const SOAK = filesLike('test/**/*.soak.test.ts');
const UNIT = filesLike('test/**/*.test.ts').filter((file) => !/\.(?:host|soak|nightly)\.test\.ts$/.test(file));
/** Every attack, in each mode and as a script. A run of its own: the smoke tests have a sample of it. */
const CORPUS = ['isolate.host', 'realm.host', 'scripts.nightly'].map((way) => `test/attacks/${way}.test.ts`);
const NIGHTLY = filesLike('test/**/*.nightly.test.ts').filter((file) => !CORPUS.includes(file));
/** The files that take longest. They come first, so that no worker starts one when the others are done. */
const LONG = [
  'test/state/state.host.test.ts',
  'test/compatibility/compatibility.host.test.ts',
  'test/host/reload.host.test.ts',
];
const HOST = [...new Set([...LONG, ...filesLike('test/**/*.host.test.ts')])].filter(
  (file) => !SMOKE.includes(file) && !CORPUS.includes(file),
);

const mocha = (name: string, files: readonly string[], workers = WORKERS): Job => ({
  name,
  script: MOCHA,
  args: ['--forbid-only', ...(workers > 1 ? ['--parallel', '--jobs', String(workers)] : []), ...files],
});

const CHECKS: readonly Job[] = [
  { name: 'lint', script: BIOME, args: ['check', '.'] },
  ...['.', 'src/cell/guest', 'src/cell/guest/web', 'plugins'].map((folder) => ({
    name: `types of ${folder}`,
    script: TSC,
    args: ['-p', folder],
  })),
];

/** Runs without `--parallel`, because mocha ends its workers before they can write their coverage. */
const COVERAGE: Job = {
  name: 'coverage of unit and smoke tests',
  script: 'c8/bin/c8.js',
  args: [process.execPath, join(CHECKOUT, 'node_modules', MOCHA), '--exit', ...UNIT, ...SMOKE],
  // Coverage is less precise for code from the compile cache.
  env: { NODE_DISABLE_COMPILE_CACHE: '1' },
};

/** A run. `checks` run at the same time as `tests`; each list runs one after the other. */
export interface Run {
  readonly checks: readonly Job[];
  readonly tests: readonly Job[];
}

export const RUNS: Readonly<Record<string, Run>> = {
  quick: { checks: CHECKS, tests: [mocha('unit and smoke tests', [...SMOKE, ...UNIT], WAITING_WORKERS)] },
  // Soaks measure memory and need the machine for themselves.
  rest: { checks: [], tests: [mocha('host tests', HOST), mocha('soaks', SOAK, 1)] },
  attacks: { checks: [], tests: [mocha('the corpus of attacks', CORPUS)] },
  unit: { checks: [], tests: [mocha('unit tests', UNIT, WAITING_WORKERS)] },
  host: { checks: [], tests: [mocha('host tests', HOST)] },
  soak: { checks: [], tests: [mocha('soaks', SOAK, 1)] },
  nightly: {
    checks: [],
    tests: [mocha('nightly tests', NIGHTLY, 1), mocha('the corpus of attacks', CORPUS)],
  },
  coverage: { checks: [], tests: [COVERAGE] },
};
