// Log lines are written in order and whole, to a new file after a rotation, and a full disk costs a bounded amount of memory.

import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, unlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { expect } from 'chai';
import fc from 'fast-check';
import { fileSink, type LogSink } from '../../../src/server/log/sink.ts';
import { skipWithout } from '../../support/skip.ts';

const until = async (isTrue: () => boolean): Promise<void> => {
  for (let turn = 0; !isTrue() && turn < 500; turn += 1) await setTimeout(10);
  expect(isTrue()).to.equal(true);
};

describe('the file of a log', () => {
  let folder: string;
  let path: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'toolcell-log-'));
    path = join(folder, 'server.log');
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const drained = (sink: LogSink): Promise<void> => sink.drained(5_000);

  it('has every line in order, behind its earlier content', async () => {
    const before = fileSink(path);
    before.write('old\n');
    await drained(before);
    const sink = fileSink(path);
    for (let n = 0; n < 1_000; n += 1) sink.write(`${n}\n`);
    await drained(sink);
    expect(readFileSync(path, 'utf8')).to.equal(`old\n${Array.from({ length: 1_000 }, (_, n) => `${n}\n`).join('')}`);
  });

  it('gets the remaining lines when the process ends, also those of a moment before', () => {
    const sink = fileSink(path);
    sink.write('one\n');
    sink.write('two\n');
    sink.flushSync();
    expect(readFileSync(path, 'utf8')).to.equal('one\ntwo\n');
  });

  it('gets each line once, whenever the process ends', async () => {
    const steps = fc.array(fc.constantFrom('write', 'microtask', 'turn', 'written'), { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(steps, async (each) => {
        rmSync(path, { force: true });
        const sink = fileSink(path, { lookEveryMs: 0 });
        let count = 0;
        for (const step of each) {
          if (step === 'write') sink.write(`${count++}\n`);
          if (step === 'microtask') await Promise.resolve();
          if (step === 'turn') await setImmediate();
          if (step === 'written') await drained(sink);
        }
        sink.flushSync();
        await setTimeout(2);
        const found = readFileSync(path, 'utf8').split('\n').filter(Boolean).map(Number);
        expect(found.toSorted((one, other) => one - other)).to.deep.equal(Array.from({ length: count }, (_, at) => at));
      }),
    );
  });

  it('is begun anew after it was renamed, and again after it was removed', async () => {
    const sink = fileSink(path, { lookEveryMs: 0 });
    sink.write('one\n');
    await drained(sink);
    renameSync(path, `${path}.1`);
    sink.write('two\n');
    await drained(sink);
    unlinkSync(path);
    sink.write('three\n');
    await drained(sink);
    expect(readFileSync(`${path}.1`, 'utf8')).to.equal('one\n');
    expect(readFileSync(path, 'utf8')).to.equal('three\n');
  });

  it('that cannot be opened throws', () => {
    expect(() => fileSink(join(folder, 'missing', 'server.log'))).to.throw('ENOENT');
  });

  it('loses lines on a full disk, takes no memory, and then tells how many were lost', async function () {
    skipWithout(this, 'a log on a full disk', existsSync('/dev/full') ? undefined : 'there is no /dev/full');
    symlinkSync('/dev/full', path);
    const faults: string[] = [];
    const sink = fileSink(path, {
      lookEveryMs: 0,
      faultPauseMs: 20,
      mostCharacters: 100,
      onFault: (fault) => faults.push(fault),
      lostLine: (lines, cause) => `lost ${lines} ${cause}\n`,
    });
    sink.write('first\n');
    await until(() => faults.length > 0);
    for (let n = 0; n < 1_000; n += 1) sink.write('123456789\n');
    expect(faults).to.deep.equal([`the log cannot be written to ${path} (ENOSPC)`]);
    unlinkSync(path);
    await drained(sink);
    sink.write('last\n');
    await drained(sink);
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
    expect(lines[0]).to.equal('first');
    expect(lines.filter((line) => line === '123456789')).to.have.lengthOf(9);
    expect(lines.filter((line) => line.startsWith('lost'))).to.deep.equal(['lost 991 ENOSPC']);
    expect(lines.at(-1)).to.equal('last');
  });
});
