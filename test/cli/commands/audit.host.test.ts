// `toolcell audit`: checks a log and shows it, with an exit code for scripts; and commands that leave out no change.

import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { type Ran, runHere, temporaryFolder } from '../run-command.ts';

describe('toolcell audit', () => {
  let folder: ReturnType<typeof temporaryFolder>;
  let file: string;
  beforeEach(async () => {
    folder = temporaryFolder();
    file = join(folder.path, 'audit.log');
    const config = { audit: { file: 'audit.log' }, access: { keysFile: 'keys.json' } };
    writeFileSync(join(folder.path, 'sandbox.config.json'), JSON.stringify(config));
    for (const client of ['ada', 'bob', 'eve'])
      expect((await run('key', 'create', '--client', client)).code).to.equal(0);
  });
  afterEach(() => folder.remove());

  const run = (...words: readonly string[]): Promise<Ran> => runHere(words, { cwd: folder.path });
  const audit = (...words: readonly string[]): Promise<Ran> => run('audit', ...words);

  it('refuses flags that the action would not heed', async () => {
    for (const [action, flag] of [
      ['verify', 'who'],
      ['show', 'head'],
    ] as const) {
      const { code, stderr } = await audit(action, `--${flag}`, 'x');
      expect(code).to.equal(2);
      expect(stderr).to.contain(`--${flag}: is for`).and.contain(`and not for ${action}`);
    }
  });

  it('names the head of a good log, and every fault of another', async () => {
    const good = await audit('verify');
    expect([good.code, good.stderr]).to.deep.equal([0, '']);
    const [, head = ''] =
      /3 entries in 1 file: none was changed[\s\S]*Head: entry 3 ([0-9a-f]{64})\n/.exec(good.stdout) ?? [];
    await run('key', 'create', '--client', 'dan');
    expect((await audit('verify', '--head', head)).code).to.equal(0);
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace('"client":"bob"', '"client":"bab"'));
    const changed = await audit('verify');
    expect([changed.code, changed.stdout]).to.deep.equal([1, '']);
    expect(changed.stderr).to.contain(`${file}:2 entry 2: the entry was changed or damaged`);
    writeFileSync(file, text.split('\n').slice(0, 2).join('\n').concat('\n'));
    expect((await audit('verify')).code).to.equal(0);
    const cut = await audit('verify', 'audit.log', '--head', head);
    expect(cut.code).to.equal(1);
    expect(cut.stderr).to.contain(`no entry has the hash ${head}`);
    appendFileSync(file, '{"torn');
    const report = JSON.parse((await audit('verify', '--json')).stdout);
    expect(report).to.deep.include({ ok: false, entries: 2 });
    expect(report.faults[0]).to.include({ line: 3, sequence: 3, wrong: 'the line is torn: its end is missing' });
  });

  it('shows entries, and only those that are asked for', async () => {
    const all = (await audit('show')).stdout.trimEnd().split('\n');
    expect(all).to.have.length(3);
    expect(all[0]).to.match(/^1 \d{4}-\S+Z {2}user:\S+ {2}key\.create [0-9a-f]{8} {2}- → \{.*"client":"ada"/);
    expect((await audit('show', '--action', 'plugin')).stdout).to.equal('');
    expect((await audit('show', '--action', 'key')).stdout.trimEnd().split('\n')).to.have.length(3);
    const { subject } = JSON.parse((await audit('show', '--json')).stdout.split('\n')[1] ?? '');
    expect((await audit('show', '--subject', subject)).stdout).to.match(/^2 [^\n]*"client":"bob"[^\n]*\n$/);
  });

  it('says what is wrong with its arguments', async () => {
    const cases: readonly (readonly [words: readonly string[], reason: RegExp])[] = [
      [['verfy'], /ACTION: "verfy" is none → did you mean verify\?/],
      [['verify', '--head', 'x'], /--head: is not a hash/],
      [['verify', 'nowhere.log'], /There is no audit log .*nowhere\.log/],
      [['show', 'nowhere.log'], /There is no audit log .*nowhere\.log/],
    ];
    for (const [words, reason] of cases) {
      const { code, stderr } = await audit(...words);
      expect(code, stderr).to.equal(2);
      expect(stderr).to.match(reason);
    }
    writeFileSync(join(folder.path, 'sandbox.config.json'), '{}');
    expect((await audit('verify')).stderr).to.contain('audit.file is not set');
  });

  it('is looked at by the doctor', async () => {
    writeFileSync(file, 'notes\n');
    const { auditLog } = await import('../../../src/cli/doctor/folders.ts');
    const audited = { file };
    const [found] = await auditLog({ audit: audited });
    expect(found).to.include({ check: 'audit log', level: 'bad' });
    expect(found?.found).to.contain('has no entry of an audit log');
    expect(await auditLog({ audit: { ...audited, file: '' } })).to.deep.equal([]);
    expect((await auditLog({ audit: { ...audited, file: join(folder.path, 'new.log') } }))[0]?.level).to.equal('good');
  });
});
