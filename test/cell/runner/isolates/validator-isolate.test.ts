// The isolate that checks results: short checks on the runner's main thread, others on another thread.

import { expect } from 'chai';
import type { Isolate } from 'isolated-vm';
import { compileValidators } from '../../../../src/cell/runner/inspection/schema-compile.ts';
import type { CpuShares } from '../../../../src/cell/runner/isolates/cpu-shares.ts';
import type { Program } from '../../../../src/shared/protocol/program.ts';
import { loadRunner, tracked } from '../../../support/guest-realm.ts';

type Loaded = {
  readonly isolates: Set<Isolate>;
} & typeof import('../../../../src/cell/runner/isolates/validator-isolate.ts') &
  typeof import('../../../../src/cell/runner/isolates/cpu-shares.ts');

const SCHEMAS = {
  count: { type: 'integer' },
  // Takes twice as long for each further "a".
  slow: { type: 'string', pattern: '^(a|a)*$' },
  lists: { type: 'array' },
};
const CODE = compileValidators(
  {
    tools: Object.entries(SCHEMAS).map(([name, outputSchema]) => ({ name, inputSchema: true, outputSchema })),
  } as unknown as Program,
  () => {},
);
const slowText = (letters: number): string => JSON.stringify(`${'a'.repeat(letters)}b`);
const FAR_MS = 60_000;

describe('the isolate of the validators', function () {
  this.timeout(60_000);
  let loaded: Loaded;
  before(async () => {
    loaded = await loadRunner<Loaded>(
      `export { isolates } from 'isolated-vm'; export * from './isolates/validator-isolate.ts'; export * from './isolates/cpu-shares.ts';`,
      {
        isolatedVm: tracked,
      },
    );
  });
  afterEach(() => {
    for (const isolate of loaded.isolates) if (!isolate.isDisposed) isolate.dispose();
    loaded.isolates.clear();
  });

  describe('on a busy machine', () => {
    const checked = async (shares: CpuShares): Promise<unknown> => {
      const validators = new loaded.ValidatorIsolate(CODE, () => {}, { shares });
      await validators.violationsOf('slow', 'output', '""', FAR_MS, FAR_MS);
      return validators.violationsOf('slow', 'output', slowText(24), 20, FAR_MS).catch(String);
    };

    it('charges a check with nothing while the process gets no CPU time', async () => {
      expect(await checked(new loaded.CpuShares(() => 0))).to.contain('pattern');
    });

    it('charges it with its own part of what the process used', async () => {
      let usedMs = 0;
      // The process used 200 ms at each look, of which the check had next to nothing.
      const shares = new loaded.CpuShares(() => (usedMs += 200));
      shares.add({ takeRunMs: () => 1e6, charge: () => {} });
      expect(await checked(shares)).to.contain('pattern');
    });
  });

  for (const mayHold of [true, false])
    describe(mayHold ? 'that may use the main thread' : 'that may not use the main thread', () => {
      const make = () => new loaded.ValidatorIsolate(CODE, () => {}, { mayHold });

      it('accepts results that fit and lists the violations of others, again and again', async () => {
        const validators = make();
        const check = (text: string) => validators.violationsOf('count', 'output', text, FAR_MS, FAR_MS);
        for (let i = 0; i < 4; i += 1) {
          expect(await check(`${i}`)).to.equal('');
          expect(JSON.parse(await check(`"${i}"`))).to.have.nested.property('[0].keyword', 'type');
        }
        expect(loaded.isolates).to.have.lengthOf(1);
      });

      it('takes long texts of many small values, and short ones after them', async () => {
        const validators = make();
        const check = (text: string) => validators.violationsOf('lists', 'output', text, FAR_MS, FAR_MS);
        expect(await check('[]')).to.equal('');
        expect(await check(`[${'[1],'.repeat(2_000_000)}1]`)).to.equal('');
        expect(JSON.parse(await check('1'))).to.have.nested.property('[0].keyword', 'type');
      });

      it('reports every text that is not JSON', async () => {
        const validators = make();
        for (let i = 0; i < 3; i += 1) {
          const error = await validators.violationsOf('count', 'output', '{', FAR_MS, FAR_MS).catch((thrown) => thrown);
          expect(error).to.be.an('error');
          expect(await validators.violationsOf('count', 'output', '1', FAR_MS, FAR_MS)).to.equal('');
        }
      });

      it('runs a longer check on another thread, to its end', async () => {
        const validators = make();
        await validators.violationsOf('slow', 'output', '""', FAR_MS, FAR_MS);
        const told = await validators.violationsOf('slow', 'output', slowText(22), FAR_MS, FAR_MS);
        expect(JSON.parse(told)).to.have.nested.property('[0].keyword', 'pattern');
      });

      it('ends a check that passes its limit, and runs the next one in a new isolate', async () => {
        const validators = make();
        await validators.violationsOf('slow', 'output', '""', FAR_MS, FAR_MS);
        let turns = 0;
        const clock = setInterval(() => (turns += 1), 10);
        for (const [cpuMs, wallMs] of [
          [100, FAR_MS],
          [FAR_MS, 100],
        ] as const) {
          const startMs = performance.now();
          const error = await validators
            .violationsOf('slow', 'output', slowText(60), cpuMs, wallMs)
            .catch((thrown: unknown) => thrown);
          expect(error).to.be.an.instanceOf(loaded.CheckExceeded);
          expect(performance.now() - startMs).to.be.below(5_000);
          expect(await validators.violationsOf('count', 'output', '1', FAR_MS, FAR_MS)).to.equal('');
        }
        clearInterval(clock);
        // The main thread was free nearly all the time.
        expect(turns).to.be.above(5);
        expect(loaded.isolates).to.have.lengthOf(3);
      });

      it('queues a check while another one runs', async () => {
        const validators = make();
        await validators.violationsOf('count', 'output', '1', FAR_MS, FAR_MS);
        const ended: string[] = [];
        const slow = validators
          .violationsOf('slow', 'output', slowText(22), FAR_MS, FAR_MS)
          .then(() => ended.push('slow'));
        const quick = validators
          .violationsOf('count', 'output', '1', FAR_MS, FAR_MS)
          .then((told) => ended.push(`quick${told}`));
        await Promise.all([slow, quick]);
        expect(ended).to.deep.equal(['slow', 'quick']);
      });
    });
});
