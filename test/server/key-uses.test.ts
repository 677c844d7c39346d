// When API keys were last used: noted without a write, kept now and then, merged with what other servers kept.

import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { createKey } from '../../src/front/doors/issue-keys.ts';
import { addUses, readUses, usesFileOf } from '../../src/front/doors/key-uses.ts';
import { Keyring } from '../../src/front/doors/keyring.ts';
import { keepUses } from '../../src/server/key-uses.ts';
import type { Notice } from '../../src/shared/protocol/task.ts';

const [ONE, TWO] = ['0000000a', '0000000b'];
const at = (hour: number): string => `2026-01-31T${String(hour).padStart(2, '0')}:00:00.000Z`;
const always = (): boolean => true;

describe('the last uses of API keys', () => {
  let folder: string;
  let keysFile: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'toolcell-uses-'));
    keysFile = join(folder, 'keys.json');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('are merged with those of other servers: the later time counts, and keys that are gone are left out', async () => {
    expect(await readUses(keysFile)).to.deep.equal(new Map());
    await addUses(
      keysFile,
      new Map([
        [ONE, at(3)],
        [TWO, at(1)],
      ]),
      always,
    );
    await addUses(
      keysFile,
      new Map([
        [ONE, at(2)],
        [TWO, at(2)],
      ]),
      always,
    );
    expect(await readUses(keysFile)).to.deep.equal(
      new Map([
        [ONE, at(3)],
        [TWO, at(2)],
      ]),
    );
    await addUses(keysFile, new Map([[TWO, at(4)]]), (id) => id !== ONE);
    expect(await readUses(keysFile)).to.deep.equal(new Map([[TWO, at(4)]]));
    if (process.platform !== 'win32') expect(statSync(usesFileOf(keysFile)).mode & 0o777).to.equal(0o600);
  });

  it('are none in a file that is damaged, made up or huge, which the next ones replace', async () => {
    for (const text of ['{', 'null', '{"used":[1]}', `{"used":{"__proto__":"x","${ONE}":"never","id":"${at(1)}"}}`]) {
      writeFileSync(usesFileOf(keysFile), text);
      expect(await readUses(keysFile), text).to.deep.equal(new Map());
    }
    truncateSync(usesFileOf(keysFile), 100_000_000);
    await addUses(keysFile, new Map([[ONE, at(1)]]), always);
    expect(readFileSync(usesFileOf(keysFile), 'utf8')).to.equal(`{"version":1,"used":{"${ONE}":"${at(1)}"}}\n`);
  });

  it('of many calls are one write, and are kept later if they cannot be kept now, with one line in the log', async () => {
    const { record } = createKey([], { client: 'ada', scopes: [] }, undefined).result;
    const keyring = new Keyring([record]);
    const written: ReadonlyMap<string, string>[] = [];
    const notices: Notice[] = [];
    let isBroken = true;
    const keeping = keepUses({
      keyring,
      everyMs: 5,
      onNotice: (notice) => notices.push(notice),
      keep: async (uses) => {
        if (isBroken) throw new Error('EROFS');
        written.push(uses);
      },
    });
    for (let call = 0; call < 1_000; call += 1) keyring.noteUse(record, Date.parse(at(5)) + call);
    while (notices.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await new Promise((resolve) => setTimeout(resolve, 50));
    isBroken = false;
    while (written.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await keeping.close();
    expect(written).to.deep.equal([new Map([[record.id, at(5)]])]);
    expect(notices.map(({ level }) => level)).to.deep.equal(['warn']);
    keyring.noteUse(record);
    keyring.replace([]);
    expect(keyring.takeUses().size).to.equal(0);
  });
});
