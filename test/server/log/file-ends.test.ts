// A file of the log ends by size or age while lines are written, and no line is lost.

import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect } from 'chai';
import { endFile, hasToEnd } from '../../../src/server/log/file-ends.ts';
import { fileSink } from '../../../src/server/log/sink.ts';

const DAY_MS = 86_400_000;

describe('the end of a file of the log', () => {
  let folder: string;
  let path: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'toolcell-log-'));
    path = join(folder, 'toolcell.log');
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const ends = { rotateBytes: 1_000, rotateDays: 2, keepFiles: 1_000 };

  it('comes by size and by age, but not to an empty file', () => {
    expect(hasToEnd({ size: 999, birthtimeMs: 1_000 }, ends, 2_000)).to.equal(false);
    expect(hasToEnd({ size: 1_000, birthtimeMs: 1_000 }, ends, 2_000)).to.equal(true);
    expect(hasToEnd({ size: 1, birthtimeMs: 1_000 }, ends, 1_000 + 2 * DAY_MS)).to.equal(true);
    expect(hasToEnd({ size: 0, birthtimeMs: 1_000 }, ends, 1_000 + 2 * DAY_MS)).to.equal(false);
    expect(hasToEnd({ size: 1, birthtimeMs: 0 }, ends, 10 * DAY_MS)).to.equal(false);
  });

  it('loses no line of two writers', async () => {
    const sinks = [fileSink(path, { ends, lookEveryMs: 1 }), fileSink(path, { ends, lookEveryMs: 1 })];
    const sent: string[] = [];
    for (let number = 0; number < 400; number += 1) {
      const line = `line ${number} ${'x'.repeat(30)}`;
      sent.push(line);
      sinks[number % 2]?.write(`${line}\n`);
      if (number % 4 === 0) await setTimeout(2);
    }
    for (const sink of sinks) await sink.drained(5_000);
    const names = readdirSync(folder);
    expect(names.length).to.be.greaterThan(3);
    const read = names.flatMap((name) => readFileSync(join(folder, name), 'utf8').trimEnd().split('\n'));
    expect(read.filter((line) => line !== '')).to.have.members(sent);
  });

  it('keeps as many files as the setting says, and touches no others', async () => {
    const others = ['toolcell.log.1', 'toolcell.log.20200101', 'other.log.20260131T120000123Z'];
    for (const name of others) writeFileSync(join(folder, name), '');
    for (let day = 1; day < 6; day += 1) {
      writeFileSync(path, String(day));
      expect(await endFile(path, 2, new Date(Date.UTC(2026, 0, day)))).to.equal(true);
    }
    expect(readdirSync(folder)).to.have.members([
      ...others,
      'toolcell.log.20260104T000000000Z',
      'toolcell.log.20260105T000000000Z',
    ]);
    rmSync(path, { force: true });
    symlinkSync(join(folder, 'other.log.20260131T120000123Z'), path);
    expect(await endFile(path, 2, new Date())).to.equal(false);
    rmSync(path);
    writeFileSync(path, 'new');
    expect(await endFile(path, 2, new Date(Date.UTC(2026, 0, 5)))).to.equal(false);
    expect(readFileSync(path, 'utf8')).to.equal('new');
  });
});
