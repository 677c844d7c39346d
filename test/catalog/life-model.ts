// Support: the life of plugins as a model (decision 0013): offered, waiting, approved, serving, dropped, back, renamed, resigned, restarted, the lock file lost,
// in any order. The catalog, the lock file and the operator's commands are the real ones.

import { join } from 'node:path';
import { expect } from 'chai';
import * as fc from 'fast-check';
import type { Manifest } from '../../packages/plugin/src/manifest.ts';
import { readBundleAt } from '../../src/catalog/bundle/bundle.ts';
import type { ApprovalPolicy } from '../../src/settings/config.ts';
import { Rules } from './life-rules.ts';
import { type Content, SIGNER_NAMES, World } from './life-world.ts';

const FIRST_NUMBER = '1.1.0';
const SLOTS = ['a', 'b'];
const CAPS = { bytes: 1_000_000, files: 10 };
const LEAST_STEPS = 8;
const MOST_STEPS = 24;

/** One of the values, some more often than others. */
const mostly = <Value>(...weights: readonly (readonly [number, Value])[]): fc.Arbitrary<Value> =>
  fc.constantFrom(...weights.flatMap(([weight, value]) => Array.from({ length: weight }, () => value)));

/** One thing that differs from the content before: what differs in everything waits for many reasons, and shows the breach of none. */
type Edit = Partial<Pick<Content, 'wallMs' | 'code' | 'signer' | 'isFolder'>> & {
  /** Text of a tool; null drops it. */
  readonly tools?: Readonly<Record<string, string | null>>;
};
const edits: fc.Arbitrary<Edit> = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record({
      tools: fc.record({ greet: mostly<string | null>([2, null], [1, 'Greets.'], [1, 'Greets otherwise.']) }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ tools: fc.record({ count: fc.constantFrom('Counts.', null) }) }) },
  { weight: 2, arbitrary: fc.record({ code: fc.constantFrom<Content['code']>('one', 'two', 'two', 'broken') }) },
  { weight: 1, arbitrary: fc.record({ wallMs: fc.constantFrom(100, 200, undefined) }) },
  { weight: 2, arbitrary: fc.record({ signer: fc.constantFrom(...SIGNER_NAMES, undefined) }) },
  { weight: 1, arbitrary: fc.record({ isFolder: fc.boolean() }) },
);

type Step =
  | {
      readonly does: 'write' | 'add';
      readonly plugin: string;
      readonly edit: Edit;
      readonly slot: string | undefined;
      readonly number: 'next' | 'same' | 'none' | 'first';
    }
  | { readonly does: 'erase'; readonly plugin: string }
  | { readonly does: 'approve' | 'unpin'; readonly plugin: string }
  | { readonly does: 'rollback' | 'remove'; readonly plugin: string; readonly isFirst: boolean }
  | { readonly does: 'policy'; readonly policy: ApprovalPolicy }
  | { readonly does: 'restart' | 'stop' | 'start' | 'lose the lock' };

const plugin = mostly([2, 'alpha'], [1, 'beta']);
const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 20,
    arbitrary: fc.record({
      does: mostly<'write' | 'add'>([5, 'write'], [1, 'add']),
      plugin,
      edit: edits,
      slot: mostly<string | undefined>([6, undefined], ...SLOTS.map((slot) => [1, slot] as const)),
      number: mostly<'next' | 'same' | 'none' | 'first'>([8, 'next'], [2, 'same'], [1, 'none'], [1, 'first']),
    }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('erase' as const), plugin }) },
  { weight: 7, arbitrary: fc.record({ does: mostly<'approve' | 'unpin'>([3, 'approve'], [1, 'unpin']), plugin }) },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constantFrom('rollback' as const, 'remove' as const),
      plugin,
      isFirst: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant('policy' as const),
      policy: mostly<ApprovalPolicy>([3, 'widening'], [1, 'any change'], [1, 'never']),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      does: mostly<'restart' | 'stop' | 'start' | 'lose the lock'>(
        [4, 'restart'],
        [1, 'stop'],
        [2, 'start'],
        [2, 'lose the lock'],
      ),
    }),
  },
);

const FIRST: Omit<Content, 'plugin'> = {
  version: undefined,
  tools: { greet: 'Greets.' },
  wallMs: undefined,
  code: 'one',
  signer: undefined,
  isFolder: true,
};

/** A plugin must have a tool: one that has dropped all others has one of its own. */
const edited = (before: Content, { tools: patch = {}, ...rest }: Edit): Content => {
  const own = `${before.plugin}Own`;
  const all = Object.entries({ ...before.tools, [own]: null, ...patch });
  const tools = Object.fromEntries(all.flatMap(([name, text]) => (text === null ? [] : [[name, text]])));
  return { ...before, ...rest, tools: Object.keys(tools).length > 0 ? tools : { [own]: 'Works.' } };
};

/** One life of a folder: what is done to the world is told to the rules, and what serves then is held against them. */
class Run {
  readonly world = new World();
  readonly #rules = new Rules();
  /** What each plugin was written as last. */
  readonly #written = new Map<string, Content>();
  #numbers = 0;

  async take(step: Step): Promise<void> {
    const before = await this.#lying();
    const served = new Map(this.world.serving.map((one) => [one.manifest.name, one]));
    await this.#do(step);
    await this.world.settle();
    await this.#judge();
    // If an older version has begun to serve, versions that wait are compared with that one from the next reading on, and one of them may serve.
    await this.world.settle();
    await this.#judge();
    // What lies there as it served goes on over a restart: no other plugin takes its names, nothing asks again.
    if (step.does !== 'restart' || [...served.values()].some((one) => before.get(one.bundle)?.digest !== one.digest))
      return;
    for (const [name, { digest }] of served)
      expect(this.#served(name)?.digest, `${name} after a restart`).to.equal(digest);
  }

  #next({ plugin, edit, number }: Step & { readonly does: 'write' | 'add' }): Content {
    const before = this.#written.get(plugin) ?? { ...FIRST, plugin };
    if (number === 'next') this.#numbers += 1;
    const version = { next: `1.${this.#numbers}.0`, same: before.version, none: undefined, first: FIRST_NUMBER }[
      number
    ];
    // A folder cannot be signed.
    const isFolder = edit.signer === undefined && (edit.isFolder ?? before.isFolder);
    const content = { ...edited(before, edit), version, isFolder };
    this.#written.set(plugin, content);
    return content;
  }

  #served(name: string) {
    return this.world.serving.find(({ manifest }) => manifest.name === name);
  }

  async #do(step: Step): Promise<void> {
    const { world } = this;
    const rules = this.#rules;
    const lying = await this.#lying();
    switch (step.does) {
      case 'write':
        return world.write(step.slot ?? step.plugin, this.#next(step));
      case 'erase':
        return world.erase(step.plugin);
      case 'add':
        return void (await world.add(this.#next(step)));
      case 'approve': {
        const approved = await world.approve(step.plugin);
        const bundle = lying.get(approved?.bundle ?? '');
        if (bundle) rules.approved(bundle);
        return;
      }
      case 'rollback': {
        const pinned = await world.rollback(step.plugin, step.isFirst ? FIRST_NUMBER : undefined);
        const bundle = lying.get(pinned?.bundle ?? '');
        if (bundle) rules.approved(bundle, pinned?.version);
        return;
      }
      case 'unpin':
        if (await world.unpin(step.plugin)) rules.unpinned(step.plugin);
        return;
      case 'remove': {
        const removed = await world.remove(step.plugin, step.isFirst ? FIRST_NUMBER : undefined);
        const isLast = ![...(await this.#lying()).values()].some(({ manifest }) => manifest.name === step.plugin);
        if (removed && isLast) rules.forgotten(step.plugin);
        return;
      }
      case 'policy':
        rules.policy = step.policy;
        return world.setPolicy(step.policy);
      case 'lose the lock':
        world.loseLock();
        if (!world.isRunning) rules.stopped({ isLockLost: true });
        return;
      case 'restart':
      case 'stop':
        await world.stop();
        rules.stopped({ isLockLost: false });
        if (step.does === 'restart') await world.start();
        return;
      case 'start':
        return world.start();
    }
  }

  async #judge(): Promise<void> {
    const { serving } = this.world;
    const lying = [...(await this.#lying()).values()].map(({ manifest }) => manifest);
    for (const bundle of serving) {
      const objection = this.#rules.objection(bundle, lying);
      if (objection) expect.fail(`${bundle.bundle} serves: ${objection}\n${JSON.stringify(this.world.told, null, 1)}`);
    }
    const names = serving.flatMap(({ manifest }) => manifest.tools.map(({ name }) => name));
    expect(new Set(names).size, 'a name that two serve').to.equal(names.length);
    if (this.world.isRunning) this.#rules.serves(serving);
  }

  /** What can be read of the folder, by bundle. */
  async #lying() {
    const found = new Map<string, { bundle: string; manifest: Manifest; digest: string; signedBy?: string }>();
    for (const bundle of this.world.bundles) {
      const trust = { trustedKeys: this.world.trustedKeys, requireSignature: false };
      found.set(bundle, { bundle, ...(await readBundleAt(join(this.world.folder, bundle), CAPS, trust)) });
    }
    return found;
  }
}

/** Lets plugins live so many lives, always the same for a seed. Rejects with the shortest life in which something serves that may not. */
export const liveLives = (numRuns: number, seed: number): Promise<void> =>
  fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: LEAST_STEPS, maxLength: MOST_STEPS, size: 'max' }), async (life) => {
      const run = new Run();
      try {
        await run.world.start();
        for (const step of life) await run.take(step);
        await run.take({ does: 'restart' });
      } finally {
        await run.world.close();
      }
    }),
    { numRuns, seed, includeErrorInReport: true },
  );
