// The audit log: a chain that many processes add to, over several files, and in which every change is found.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import fc from 'fast-check';
import { type AuditFile, appendEntries } from '../../../src/server/audit/append.ts';
import {
  type AuditDraft,
  type AuditEntry,
  lineOf,
  MOST_LINE_BYTES,
  NO_HEAD,
  readLine,
} from '../../../src/server/audit/entry.ts';
import { AuditBroken, readEntries } from '../../../src/server/audit/files.ts';
import { MOST_FAULTS, verifyLog } from '../../../src/server/audit/verify.ts';
import { notLinux, skipWithout } from '../../support/skip.ts';

const WRITER = fileURLToPath(new URL('./writer.ts', import.meta.url));
/** Appends one entry, and stops itself right before it writes. */
const STOPPED = fileURLToPath(new URL('./stopped-writer.ts', import.meta.url));
const DAY_MS = 86_400_000;
const ROUNDS = 5;

const draft = (number: number, more: Partial<AuditDraft> = {}): AuditDraft => ({
  time: new Date().toISOString(),
  who: 'user:ada',
  action: 'plugin.approve',
  subject: `plugin-${number}`,
  from: '1.0.0',
  to: '1.1.0',
  outcome: 'ok',
  ...more,
});

const drafts = (count: number): readonly AuditDraft[] => Array.from({ length: count }, (_, index) => draft(index));

describe('the audit log', function () {
  this.timeout(60_000);
  let folder: string;
  let log: AuditFile;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'toolcell-audit-'));
    log = { file: join(folder, 'audit.log'), rotateBytes: 10_000_000, rotateDays: 90, keepFiles: 1_000 };
  });
  const writers: ChildProcess[] = [];
  afterEach(() => {
    for (const child of writers.splice(0)) child.kill('SIGKILL');
    rmSync(folder, { recursive: true });
  });

  /** The files of the log. */
  const files = (): readonly string[] => readdirSync(folder).filter((name) => name.startsWith('audit.log'));
  const text = (): string => readFileSync(log.file, 'utf8');
  const entries = (): readonly AuditEntry[] =>
    text()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as AuditEntry);
  const faults = async (): Promise<readonly string[]> =>
    (await verifyLog(log.file)).faults.map(({ line, sequence, wrong }) => `${line} ${sequence} ${wrong}`);

  it('has a line for each entry, each with the hash of the one before, for its owner alone', async () => {
    const { head } = await appendEntries(log, drafts(2));
    await appendEntries(log, [draft(2, { subject: 'a\u202eb\n"c' })]);
    const [first, second, third] = entries();
    expect(first).to.include({ sequence: 1, who: 'user:ada', previous: '0'.repeat(64) });
    expect(second).to.include({ sequence: 2, previous: first?.hash, hash: head.hash });
    expect(third).to.include({ sequence: 3, previous: head.hash, subject: 'a\u202eb\n"c' });
    expect(text()).not.to.contain('\u202e');
    expect(statSync(log.file).mode & 0o777).to.equal(0o600);
    expect(await verifyLog(log.file)).to.deep.include({ entries: 3, first: 1, faults: [], repaired: 0 });
  });

  it('shortens states that are too long for a line', async () => {
    await appendEntries(log, [draft(0, { to: 'x'.repeat(MOST_LINE_BYTES) }), draft(1)]);
    expect(entries()[0]?.to).to.equal('(too long: 65538 characters)');
    expect(await faults()).to.deep.equal([]);
  });

  it('has an entry also for states that JSON cannot have, so that none keeps others from being written', async () => {
    const circle: Record<string, unknown> = {};
    circle.self = circle;
    await appendEntries(log, [draft(0, { from: circle, to: 1n }), draft(1)]);
    expect(entries()[0]).to.include({ from: '(not JSON)', to: '(not JSON)', subject: 'plugin-0' });
    expect(await faults()).to.deep.equal([]);
  });

  it('is on the disk before the next batch begins, and before an entry is acknowledged', async () => {
    const probe = await open(folder, 'r');
    const handles = Object.getPrototypeOf(probe) as FileHandle;
    await probe.close();
    const { sync } = handles;
    const events: string[] = [];
    handles.sync = async function (this: FileHandle) {
      const isLog = (await this.stat()).isFile();
      if (isLog) events.push(`flushes ${entries().length}`);
      await setTimeout(5);
      await sync.call(this);
      if (isLog) events.push(`flushed ${entries().length}`);
    };
    try {
      const append = (number: number): Promise<void> =>
        appendEntries(log, [draft(number)]).then(({ head }) => void events.push(`acknowledged ${head.sequence}`));
      await Promise.all([append(0), append(1), append(2)]);
    } finally {
      handles.sync = sync;
    }
    const flushes = events.filter((event) => event.startsWith('flush'));
    expect(flushes).to.deep.equal([1, 2, 3].flatMap((count) => [`flushes ${count}`, `flushed ${count}`]));
    for (const count of [1, 2, 3])
      expect(events.indexOf(`acknowledged ${count}`)).to.be.greaterThan(events.indexOf(`flushed ${count}`));
  });

  it('shows any changed, removed or added byte', async () => {
    await appendEntries(log, drafts(6));
    const good = readFileSync(log.file);
    await fc.assert(
      fc.asyncProperty(
        fc.nat(good.length - 1),
        fc.integer({ min: 1, max: 255 }),
        fc.constantFrom('change', 'remove', 'add'),
        async (at, by, kind) => {
          const other = ((good[at] as number) + by) % 256;
          const before = good.subarray(0, at);
          const bytes = { change: [other], remove: [], add: [other, good[at] as number] }[kind];
          writeFileSync(log.file, Buffer.concat([before, Buffer.from(bytes), good.subarray(at + 1)]));
          const { faults: found } = await verifyLog(log.file);
          const line = before.filter((byte) => byte === 10).length + 1;
          expect(found.length).to.be.greaterThan(0);
          expect(found[0]?.line).to.be.within(line, line + 1);
        },
      ),
      { numRuns: 600, examples: [[3, 165, 'change']] },
    );
  });

  it('shows lines that were removed, moved, doubled or put in, with line and sequence', async () => {
    await appendEntries(log, drafts(8));
    const lines = text().trimEnd().split('\n');
    const write = (changed: readonly string[]): void => writeFileSync(log.file, `${changed.join('\n')}\n`);
    write(lines.toSpliced(3, 1));
    expect(await faults()).to.deep.equal(['4 5 entry 4 is missing before it, or in another place']);
    write(lines.toSpliced(2, 3));
    expect(await faults()).to.deep.equal(['3 6 the entries 3 to 5 are missing before it, or in another place']);
    write(lines.slice(1));
    expect(await faults()).to.deep.equal([
      '1 2 the entries before it are missing, from entry 1 on, and none says that they were removed',
    ]);
    write(lines.toSpliced(4, 0, lines[1] as string));
    expect((await faults())[0]).to.equal('5 2 it is in the wrong place: entry 5 belongs here');
    write(lines.toSpliced(4, 1, lines[4]?.replace('plugin-4', 'plugin-9') as string));
    expect(await faults()).to.deep.equal(['5 5 the entry was changed or damaged: its content does not fit its hash']);
    await fc.assert(
      fc.asyncProperty(fc.nat(7), fc.nat(7), async (one, other) => {
        fc.pre(one !== other);
        write(lines.with(one, lines[other] as string).with(other, lines[one] as string));
        const [found] = (await verifyLog(log.file)).faults;
        expect(found?.line).to.equal(Math.min(one, other) + 1);
      }),
    );
  });

  it('shows a cut end only to whoever knows a later hash', async () => {
    const { head } = await appendEntries(log, drafts(4));
    const lines = text().trimEnd().split('\n');
    await appendEntries(log, drafts(2));
    expect((await verifyLog(log.file, head.hash)).faults).to.deep.equal([]);
    writeFileSync(log.file, `${lines.slice(0, 3).join('\n')}\n`);
    expect(await faults()).to.deep.equal([]);
    const [found] = (await verifyLog(log.file, head.hash)).faults;
    expect(found).to.include({ line: 3, sequence: 3 });
    expect(found?.wrong).to.contain(`no entry has the hash ${head.hash}`);
  });

  it('reports a torn last line; the next entry names it, and goes on', async () => {
    await appendEntries(log, drafts(3));
    const { size } = statSync(log.file);
    truncateSync(log.file, size - 20);
    expect(await faults()).to.deep.equal(['3 3 the line is torn: its end is missing']);
    await appendEntries(log, [draft(3)]);
    const verdict = await verifyLog(log.file);
    expect(verdict).to.deep.include({ faults: [], repaired: 1, entries: 4 });
    expect(verdict.head.sequence).to.equal(4);
    // The rest of the torn line cannot be changed afterwards either.
    writeFileSync(log.file, text().replace('plugin-2', 'plugin-7'));
    expect((await faults())[0]).to.contain('3 3 the entry was changed or damaged');
  });

  it('goes on after a line of which only the newline is missing', async () => {
    await appendEntries(log, drafts(2));
    truncateSync(log.file, statSync(log.file).size - 1);
    expect(await faults()).to.deep.equal(['2 2 the line is torn: it has no newline at its end']);
    await appendEntries(log, [draft(2)]);
    expect(await verifyLog(log.file)).to.deep.include({ faults: [], repaired: 0, entries: 3 });
  });

  it('goes on after a first line that is torn', async () => {
    await appendEntries(log, [draft(0)]);
    truncateSync(log.file, 30);
    await appendEntries(log, [draft(1)]);
    expect(await verifyLog(log.file)).to.deep.include({ faults: [], repaired: 1, entries: 2 });
  });

  it('does not hide a changed last line behind the next entry', async () => {
    await appendEntries(log, drafts(3));
    writeFileSync(log.file, text().replace('plugin-2', 'plugin-7'));
    await appendEntries(log, [draft(3)]);
    expect(await faults()).to.deep.equal(['3 3 the entry was changed or damaged: its content does not fit its hash']);
  });

  it('adds nothing to a file of another kind', async () => {
    for (const other of ['{"server": {}}\n', 'notes', 'x'.repeat(1_000_000)]) {
      writeFileSync(log.file, other);
      const error = await appendEntries(log, [draft(0)]).catch((reason: unknown) => reason);
      expect(error).to.be.instanceOf(AuditBroken);
      expect(text()).to.equal(other);
    }
  });

  it('ends a file by size and by age; the chain goes on over all files', async () => {
    const small = { ...log, rotateBytes: 1_000 };
    for (let number = 0; number < 20; number += 1) await appendEntries(small, [draft(number)]);
    const names = files();
    expect(names.length).to.be.greaterThan(4);
    expect(names.slice(0, 2).every((name) => /^audit\.log(\.\d{12})?$/.test(name))).to.equal(true);
    expect(await verifyLog(log.file)).to.deep.include({ entries: 20, first: 1, faults: [] });
    await appendEntries(log, [draft(20)], Date.now() + 91 * DAY_MS);
    expect(files()).to.have.length(names.length + 1);
    expect(await verifyLog(log.file)).to.deep.include({ entries: 21, faults: [] });
    // A crash between the renaming and the next entry.
    rmSync(log.file);
    expect((await verifyLog(log.file)).faults).to.deep.equal([]);
    await appendEntries(log, [draft(21)]);
    expect(await verifyLog(log.file)).to.deep.include({ entries: 21, faults: [] });
    rmSync(join(folder, names[2] as string));
    const [found] = (await verifyLog(log.file)).faults;
    expect(found?.wrong).to.match(/^the entries \d+ to \d+ are missing before it/);
  });

  it('keeps as many files as the setting says, and names those that it removes', async () => {
    const small = { ...log, rotateBytes: 1_000, keepFiles: 2 };
    for (let number = 0; number < 30; number += 1) await appendEntries(small, [draft(number)]);
    const names = files();
    expect(names).to.have.length(3);
    const verdict = await verifyLog(log.file);
    expect(verdict.faults).to.deep.equal([]);
    expect(verdict.first).to.be.greaterThan(1);
    // Another file that goes is missed.
    rmSync(join(folder, names[1] as string));
    expect((await verifyLog(log.file)).faults[0]?.wrong).to.match(
      /^the entries before it are missing, from entry 1 on/,
    );
  });

  it('writes each entry once, also if an old file cannot be removed', async () => {
    // A folder has the name of the oldest file: unlink refuses it.
    const stuck = join(folder, 'audit.log.000000000000');
    const small = { ...log, rotateBytes: 1_000, keepFiles: 1 };
    await appendEntries(small, [draft(0)]);
    mkdirSync(stuck);
    for (let number = 1; number < 20; number += 1) {
      const { written, error } = await appendEntries(small, [draft(number)]);
      expect([written, error]).to.deep.equal([1, undefined]);
    }
    expect(files()).to.have.length(3).and.to.contain('audit.log.000000000000');
    rmSync(stuck, { recursive: true });
    expect(await verifyLog(log.file)).to.deep.include({ faults: [] });
    expect(subjects().filter((subject) => subject === 'plugin-19')).to.have.length(1);
  });

  it('gives a file that root makes to the owner of the folder', async function () {
    skipWithout(this, 'files of the audit log that root makes', process.getuid?.() === 0 ? undefined : 'not root');
    chownSync(folder, 65_534, 65_533);
    const small = { ...log, rotateBytes: 1_000 };
    for (let number = 0; number < 9; number += 1) await appendEntries(small, [draft(number)]);
    const names = files();
    expect(names.length).to.be.greaterThan(2);
    for (const name of names) {
      const { uid, gid, mode } = statSync(join(folder, name));
      expect([uid, gid, mode & 0o777]).to.deep.equal([65_534, 65_533, 0o600]);
    }
    // A link that the folder's owner made leads to a file that stays whose it is.
    const other = join(folder, 'other');
    writeFileSync(other, '');
    rmSync(log.file);
    symlinkSync(other, log.file);
    await appendEntries(log, [draft(9)]);
    expect(statSync(other).uid).to.equal(0);
  });

  const writer = (name: string, count: number, rotateBytes: number): ChildProcess => {
    const child = spawn(process.execPath, [WRITER, log.file, name, String(count), String(rotateBytes)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    writers.push(child);
    return child;
  };
  const subjects = (): readonly unknown[] =>
    files()
      .flatMap((name) => readFileSync(join(folder, name), 'utf8').trimEnd().split('\n'))
      .flatMap((line) => {
        try {
          return (JSON.parse(line) as AuditEntry).subject ?? [];
        } catch {
          return [];
        }
      });

  it('loses nothing while several processes write and files end', async () => {
    const running = ['a', 'b', 'c'].map((name) => once(writer(name, 25, 3_000), 'exit'));
    for (const [code] of await Promise.all(running)) expect(code).to.equal(0);
    const verdict = await verifyLog(log.file);
    expect(verdict).to.deep.include({ faults: [], entries: 75 });
    expect(verdict.files.length).to.be.greaterThan(3);
    const expected = ['a', 'b', 'c'].flatMap((name) => Array.from({ length: 25 }, (_, index) => `${name}${index}`));
    expect(subjects()).to.have.members(expected);
  });

  const tickets = (): readonly string[] => readdirSync(folder).filter((name) => name.startsWith('.'));

  it('keeps what was acknowledged when a process is killed while it writes', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const child = writer(`r${round}-`, 10_000, 20_000);
      let told = '';
      child.stdout?.on('data', (part: Buffer) => (told += part));
      while (told.length < 20) await setTimeout(5);
      await setTimeout(Math.random() * 50);
      child.kill('SIGKILL');
      await once(child, 'close');
      // Its ticket lies there, and would count for some seconds. The last one does.
      if (round < ROUNDS - 1) for (const ticket of tickets()) utimesSync(join(folder, ticket), 1, 1);
      const { faults: found } = await verifyLog(log.file);
      expect(found.every(({ wrong }) => wrong.startsWith('the line is torn'))).to.equal(true);
      const acknowledged = told.split('\n').slice(0, -1);
      const present = new Set(subjects());
      expect(acknowledged.filter((subject) => !present.has(subject))).to.deep.equal([]);
    }
    await appendEntries(log, [draft(0)]);
    expect((await verifyLog(log.file)).faults).to.deep.equal([]);
  });

  const stopped = async (): Promise<ChildProcess> => {
    const child = spawn(process.execPath, [STOPPED, log.file], { stdio: 'inherit' });
    writers.push(child);
    const state = (): string => /\) (\w)/.exec(readFileSync(`/proc/${child.pid}/stat`, 'utf8'))?.[1] ?? '';
    while (state() !== 'T') await setTimeout(5);
    return child;
  };

  it('stays one chain if a process is stopped right before it writes, and goes on later', async function () {
    skipWithout(this, 'processes that are stopped', notLinux());
    await appendEntries(log, drafts(2));
    const child = await stopped();
    let isWritten = false;
    const waiting = appendEntries(log, [draft(2)]).then(() => {
      isWritten = true;
    });
    await setTimeout(500);
    expect(isWritten).to.equal(false);
    child.kill('SIGCONT');
    expect(await once(child, 'exit')).to.deep.equal([0, null]);
    await waiting;
    expect(await verifyLog(log.file)).to.deep.include({ faults: [], entries: 4 });
    expect(entries().map(({ subject }) => subject)).to.deep.equal(['plugin-0', 'plugin-1', 'stopped', 'plugin-2']);
  });

  it('goes on at once if such a process is killed', async function () {
    skipWithout(this, 'processes that are stopped', notLinux());
    await appendEntries(log, drafts(2));
    const child = await stopped();
    child.kill('SIGKILL');
    await appendEntries(log, [draft(2)]);
    expect(await verifyLog(log.file)).to.deep.include({ faults: [], entries: 3 });
  });

  it('names a torn line of a killed process also if it was cut anywhere', async () => {
    await appendEntries(log, drafts(2));
    const good = readFileSync(log.file);
    await appendEntries(log, [draft(2)]);
    const third = readFileSync(log.file).subarray(good.length);
    for (const length of [1, 2, 40, third.length - 2]) {
      writeFileSync(log.file, good);
      appendFileSync(log.file, third.subarray(0, length));
      await appendEntries(log, [draft(3)]);
      expect(await verifyLog(log.file), String(length)).to.deep.include({ faults: [], repaired: 1, entries: 4 });
    }
  });

  it('names all torn lines if one process after the other is killed while it writes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 2 }), fc.array(fc.nat(), { maxLength: 4 }), async (count, cuts) => {
        rmSync(log.file, { force: true });
        if (count > 0) await appendEntries(log, drafts(count));
        let torn = 0;
        for (const cut of cuts) {
          const before = existsSync(log.file) ? statSync(log.file).size : 0;
          await appendEntries(log, [draft(count)]);
          // Of what was written, the newline that ends a torn line stays, and a part of the first line: the entry that names torn ones, or the draft.
          const lines = text()
            .trimEnd()
            .split('\n')
            .slice(torn > 0 ? -2 : -1);
          const first = Math.max(before, statSync(log.file).size - lines.join('\n').length - 1);
          const left = cut % ((lines[0] as string).length - 1);
          truncateSync(log.file, first + left);
          if (left > 0) torn += 1;
        }
        await appendEntries(log, [draft(count)]);
        expect(await verifyLog(log.file)).to.deep.include({ faults: [], repaired: torn });
        expect(subjects().filter((subject) => subject === `plugin-${count}`)).to.have.length(1);
      }),
      {
        numRuns: 60,
        // The second cut is right behind the hash that the torn entry names.
        examples: [[0, [94046140, 1151743000]]],
      },
    );
  });

  it('ends no file before the entry that names its torn lines', async () => {
    const small = { ...log, rotateBytes: 100 };
    for (const end of ['', '\n']) {
      rmSync(folder, { recursive: true });
      mkdirSync(folder);
      await appendEntries(log, [draft(0)]);
      appendFileSync(log.file, `{"sequence":2,"time":"20${end}`);
      await appendEntries(small, [draft(1)]);
      expect(files()).to.deep.equal(['audit.log']);
      await appendEntries(small, [draft(2)]);
      expect(files()).to.have.length(2);
      expect(await verifyLog(log.file)).to.deep.include({ faults: [], repaired: 1, entries: 4 });
    }
  });

  it('names at most twenty faults, and says if there are more', async () => {
    await appendEntries(log, drafts(30));
    const lines = text().trimEnd().split('\n');
    const write = (changed: readonly string[]): void => writeFileSync(log.file, `${changed.join('\n')}\n`);
    for (const [broken, more] of [
      [19, false],
      [20, false],
      [21, true],
    ] as const) {
      write(lines.map((line, at) => (at < broken ? line.replace('plugin-', 'plugin ') : line)));
      const { faults: found, hasMoreFaults } = await verifyLog(log.file);
      expect([found.length, hasMoreFaults]).to.deep.equal([Math.min(broken, MOST_FAULTS), more]);
    }
    // The entries before the first one are missing too, which comes first.
    write(lines.slice(1).map((line, at) => (at > 0 ? line.replace('plugin-', 'plugin ') : line)));
    const { faults: found, hasMoreFaults } = await verifyLog(log.file);
    expect([found.length, hasMoreFaults, found[0]?.sequence]).to.deep.equal([MOST_FAULTS, true, 2]);
  });

  it('has no line above the longest, whatever an entry holds, and each line is read as it was written', () => {
    const short = fc.string({ unit: 'binary', maxLength: 2_000 });
    const long = fc.oneof(
      short,
      fc.string({ unit: 'binary', maxLength: 5 }).map((part) => part.repeat(20_000)),
    );
    const entry = fc.record({ who: long, action: short, subject: long, from: fc.jsonValue(), to: long, detail: long });
    fc.assert(
      fc.property(entry, (parts) => {
        const { line, head } = lineOf({ ...draft(0), ...parts }, NO_HEAD);
        const bytes = Buffer.from(line);
        expect(bytes.length).to.be.at.most(MOST_LINE_BYTES + 1);
        expect(bytes.indexOf(10)).to.equal(bytes.length - 1);
        expect(readLine(bytes.subarray(0, -1))).to.include({ ...head, previous: NO_HEAD.hash });
      }),
      { numRuns: 40 },
    );
  });

  it('keeps all old files if the entry could not name the last of those that go', async () => {
    const small = { ...log, rotateBytes: 1_000, keepFiles: 100 };
    for (let number = 0; number < 12; number += 1) await appendEntries(small, [draft(number)]);
    const names = files();
    const newestToGo = names.filter((name) => name !== 'audit.log').at(-1) as string;
    writeFileSync(join(folder, newestToGo), 'damaged');
    for (let number = 12; files().length === names.length; number += 1)
      await appendEntries({ ...small, keepFiles: 1 }, [draft(number)]);
    expect(files()).to.include.members(names);
    expect(entries().map(({ action }) => action)).not.to.include('chain.dropped');
  });

  it('is read from the oldest entry on, without lines that are none', async () => {
    const small = { ...log, rotateBytes: 1_000 };
    for (let number = 0; number < 6; number += 1) await appendEntries(small, [draft(number)]);
    expect(files().length).to.be.greaterThan(1);
    appendFileSync(log.file, 'none\n');
    const sequences = [];
    for await (const { sequence } of readEntries(log.file)) sequences.push(sequence);
    expect(sequences).to.deep.equal([1, 2, 3, 4, 5, 6]);
  });
});
