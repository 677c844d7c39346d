import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { appendEntries } from '../../../src/server/audit/append.ts';
import { lostEntries } from '../../../src/server/audit/lost.ts';

describe('entries of the audit log that are gone', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'toolcell-lost-'));
    file = join(folder, 'audit.jsonl');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const append = (count: number, rotateBytes = 1e6): Promise<unknown> =>
    appendEntries(
      { file, rotateBytes },
      Array.from({ length: count }, () => ({
        time: '2026-01-01T00:00:00.000Z',
        who: 'server',
        action: 'x',
        outcome: 'ok',
      })),
    );

  it('are told if the log was cut, and not once it is as long again', async () => {
    expect(await lostEntries(file)).to.equal(undefined);
    await append(3);
    expect(await lostEntries(file)).to.equal(undefined);
    const lines = readFileSync(file, 'utf8').split('\n');
    writeFileSync(file, `${lines.slice(0, 2).join('\n')}\n`);
    const { hash } = JSON.parse(lines[2] ?? '') as { hash: string };
    expect(await lostEntries(file))
      .to.contain('had 3 entries and ends with entry 2 now')
      .and.contain(hash);
    await append(1);
    expect(await lostEntries(file)).to.equal(undefined);
  });

  it('are none if the last file has just begun', async () => {
    await append(2);
    await append(1, 1);
    await append(1, 1);
    writeFileSync(file, '');
    expect(await lostEntries(file)).to.contain('had 4 entries and ends with entry 3 now');
  });

  it('are not told by a note that nobody can read', async () => {
    await append(2);
    writeFileSync(join(folder, '.audit.jsonl.known'), '{"sequence":9');
    expect(await lostEntries(file)).to.equal(undefined);
  });
});
