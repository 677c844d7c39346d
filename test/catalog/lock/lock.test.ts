// The lock file: what it takes, what it refuses, and that two who change it at once lose nothing.

import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Manifest } from '../../../packages/plugin/src/manifest.ts';
import { isLock } from '../../../schemas/checks.js';
import { acceptedWith } from '../../../src/catalog/lock/acceptance.ts';
import { changesBetween, mostOf, recordOf } from '../../../src/catalog/lock/changes.ts';
import {
  EMPTY_LOCK,
  LOCK_FILE,
  type LockedPlugin,
  lockText,
  readLock,
  updateLock,
  withEntry,
} from '../../../src/catalog/lock/lock.ts';

const DIGEST = `sha256-${'a'.repeat(64)}`;
const MANIFEST: Manifest = {
  name: 'subject',
  version: '1.0.0',
  tools: [
    {
      name: 'work',
      description: 'Works.',
      inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
      outputSchema: {},
    },
  ],
};
const entry = (changes: Partial<LockedPlugin> = {}): LockedPlugin => ({
  ...recordOf(MANIFEST, { version: '1.0.0', digest: DIGEST }),
  dropped: {},
  accepted: [DIGEST],
  versions: [{ version: '1.0.0', digest: DIGEST }],
  ...changes,
});

describe('the lock file', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'toolcell-lock-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const write = (text: string): void => writeFileSync(join(folder, LOCK_FILE), text);
  const problemOf = async (text: string): Promise<string> => {
    write(text);
    const problem = await readLock(folder).catch((error: Error) => error);
    expect(problem).to.include({ name: 'LockBroken' });
    return (problem as Error).message;
  };

  it('is empty if there is none', async () => {
    expect(await readLock(folder)).to.equal(EMPTY_LOCK);
    expect(await readLock(join(folder, 'missing'))).to.equal(EMPTY_LOCK);
  });

  it('comes back as it was written, sorted, and is not written where nothing changed', async () => {
    const lock = await updateLock(folder, (before) =>
      withEntry(withEntry(before, 'zeta', entry()), 'constructor', entry({ pinned: '1.0.0' })),
    );
    const text = readFileSync(join(folder, LOCK_FILE), 'utf8');
    expect(text).to.equal(lockText(lock));
    expect(text.indexOf('"constructor"')).to.be.lessThan(text.indexOf('"zeta"'));
    // Another time of change, so that it is read and not remembered.
    utimesSync(join(folder, LOCK_FILE), 1, 1);
    expect(JSON.stringify((await readLock(folder)).plugins)).to.equal(JSON.stringify(JSON.parse(text).plugins));
    await updateLock(folder, (before) => before);
    expect(readFileSync(join(folder, LOCK_FILE), 'utf8')).to.equal(text);
    expect(readdirSync(folder)).to.deep.equal([`.${LOCK_FILE}.turn`, LOCK_FILE]);
  });

  it('says where it is broken, and that nothing is taken from it', async () => {
    expect(await problemOf('{"lockVersion": 1,\n "plugins": }')).to.match(/toolcell\.lock:2:\d+: is not valid JSON/);
    expect(await problemOf('[]')).to.contain('must be object');
    expect(await problemOf('{"lockVersion": 3, "plugins": {}}')).to.contain('/lockVersion');
    expect(await problemOf('{"lockVersion": 1, "plugins": {"UPPER": {}}}')).to.contain('/plugins');
    const strange = { lockVersion: 1, plugins: { subject: { ...entry(), accepted: ['md5-1'] } } };
    expect(await problemOf(JSON.stringify(strange))).to.contain('/plugins/subject/accepted/0');
    const polluted = `{"lockVersion": 1, "plugins": {"__proto__": {"digest": "x"}}}`;
    expect(await problemOf(polluted)).to.contain('nothing is taken from it in part');
    expect(({} as { digest?: string }).digest).to.equal(undefined);
  });

  it('loses no change of many that are made at once', async () => {
    const names = Array.from({ length: 20 }, (_, index) => `plugin-${index}`);
    await Promise.all(names.map((name) => updateLock(folder, (lock) => withEntry(lock, name, entry()))));
    expect(Object.keys((await readLock(folder)).plugins)).to.have.members(names);
  });

  it('goes on after processes that died while they changed it', async () => {
    writeFileSync(join(folder, `.${LOCK_FILE}.turn`), '');
    await updateLock(folder, (lock) => withEntry(lock, 'subject', entry()));
    expect(Object.keys((await readLock(folder)).plugins)).to.deep.equal(['subject']);
    expect(readdirSync(folder)).to.deep.equal([`.${LOCK_FILE}.turn`, LOCK_FILE]);
  });

  it('remembers the digests that were accepted last, and no more of them than sixteen', () => {
    const all = Array.from({ length: 40 }, (_, index) => `sha256-${index}`);
    const kept = all.reduce<readonly string[]>((accepted, digest) => acceptedWith(accepted, digest), []);
    expect(kept).to.deep.equal(all.slice(-16));
    expect(acceptedWith(kept, 'sha256-30').at(-1)).to.equal('sha256-30');
    expect(acceptedWith(kept, 'sha256-30')).to.have.length(16);
  });
});

describe('changes of an upgrade', () => {
  const changed = (tool: object, rest: object = {}) =>
    changesBetween(entry(), { ...MANIFEST, tools: [{ ...MANIFEST.tools[0], ...tool }], ...rest } as Manifest);

  it('are none for the same manifest, whatever the order of members', () => {
    expect(changed({})).to.deep.equal([]);
    expect(changed({ inputSchema: { properties: { text: { type: 'string' } }, type: 'object' } })).to.deep.equal([]);
  });

  it('name the place in a schema', () => {
    expect(changed({ inputSchema: { type: 'object', properties: { text: { type: 'number' } } } })).to.deep.equal([
      { where: 'work /inputSchema/properties/text/type', before: 'string', after: 'number', isWidening: true },
    ]);
    expect(changed({ outputSchema: { 'a/b': 1 } })).to.deep.equal([
      { where: 'work /outputSchema/a~1b', after: '1', isWidening: true },
    ]);
  });

  it('widen where agents read something new of a tool they know', () => {
    for (const tool of [
      { description: 'Other.' },
      { title: 'Work' },
      { annotations: { readOnlyHint: true } },
      { contentBlocks: true },
    ])
      expect(changed(tool).map(({ isWidening }) => isWidening)).to.deep.equal([true]);
  });

  it('name content blocks, with a record of them that comes back', async () => {
    const { outputSchema: _, ...rest } = MANIFEST.tools[0] as Manifest['tools'][number];
    const tool = { ...rest, contentBlocks: true as const };
    const { tools } = recordOf({ ...MANIFEST, tools: [tool] }, { version: '1.0.0', digest: DIGEST });
    expect(tools.work).to.include({ contentBlocks: true }).and.not.to.have.property('outputSchema');
    expect(changed({ ...tool, outputSchema: undefined })).to.deep.equal([
      { where: 'work /outputSchema', before: '{}', isWidening: true },
      { where: 'work /contentBlocks', after: 'true', isWidening: true },
    ]);
    expect(isLock(JSON.parse(lockText({ plugins: { subject: entry({ tools }) } })))).to.equal(true);
  });

  it('do not widen for a tool that is new or gone', () => {
    const other = { ...MANIFEST.tools[0], name: 'more' };
    const more = changesBetween(entry(), { ...MANIFEST, tools: [...MANIFEST.tools, other] } as Manifest);
    expect(more).to.deep.equal([{ where: 'more ', after: 'Works.', isWidening: false }]);
    const none = changesBetween(entry(), { ...MANIFEST, tools: [other] } as Manifest);
    expect(none.map(({ isWidening }) => isWidening)).to.deep.equal([false, false]);
  });

  it('widen for a limit that is raised or no longer asked for, and not for a lower one', () => {
    const limited = entry({ limits: { wallMs: 100 } });
    const widens = (limits: Manifest['limits']) =>
      changesBetween(limited, { ...MANIFEST, ...(limits && { limits }) }).map(({ isWidening }) => isWidening);
    expect(widens({ wallMs: 200 })).to.deep.equal([true]);
    expect(widens({ wallMs: 50 })).to.deep.equal([false]);
    expect(widens(undefined)).to.deep.equal([true]);
    expect(widens({ wallMs: 100, cpuMs: 10 })).to.deep.equal([false]);
  });

  it('widen where the strict mode is no longer asked for', () => {
    expect(changed({}, { freshState: 'isolate' }).map(({ isWidening }) => isWidening)).to.deep.equal([false]);
    const strict = changesBetween(entry({ freshState: 'isolate' }), MANIFEST);
    expect(strict).to.deep.equal([{ where: '/freshState', before: 'isolate', isWidening: true }]);
  });

  it('are told to the two hundredth', () => {
    const properties = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`p${index}`, true]));
    expect(mostOf(changed({ inputSchema: { type: 'object', properties } }))).to.have.length(200);
  });
});
