// `toolcell pack`, `keygen`, `sign` and `verify`: from a folder to a signed file, by the real program and in this process.

import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { manifestOf, writeFiles } from '../plugin-folder.ts';
import { runBin, runHere, temporaryFolder } from '../run-command.ts';

const ARCHIVE = 'doubler-1.0.0.tgz';

describe('a packed and signed plugin', function () {
  this.timeout(120_000);
  let folder: ReturnType<typeof temporaryFolder>;
  const here = (...words: string[]) => runHere(words, { cwd: folder.path });
  const has = (name: string) => readdirSync(folder.path).includes(name);
  before(async () => {
    folder = temporaryFolder();
    writeFiles(folder.path, {
      'doubler/plugin.json': manifestOf('doubler', { double: {} }),
      'doubler/src/twice.ts': `export const twice = (value: number): number => {\n  if (value > 9) throw new Error('too much');\n  return 2 * value;\n};\n`,
      'doubler/index.ts': `import { twice } from './src/twice.ts';\nexport const double = (args: { value: number }) => twice(args.value);\n`,
    });
    await here('keygen', '--no-password', '--out', 'ada');
    await here('keygen', '--no-password', '--out', 'eve');
  });
  after(() => folder.remove());

  it('is packed by the program, which prints the file, its digest and its content', async () => {
    const { code, stdout } = await runBin(['pack', 'doubler'], { cwd: folder.path });
    expect(code).to.equal(0);
    expect(stdout)
      .to.match(/^✓ doubler-1\.0\.0\.tgz {2}[\d,]+ bytes\n {2}sha256-[0-9a-f]{64}\n/)
      .and.contain('index.js.map');
    expect(has(ARCHIVE)).to.equal(true);
  });

  it('is the same file each time, at the path of --out', async () => {
    mkdirSync(join(folder.path, 'out'), { recursive: true });
    const first = JSON.parse((await here('pack', 'doubler', '--json', '--out', 'out')).stdout) as {
      file: string;
      digest: string;
    };
    const second = JSON.parse((await here('pack', 'doubler', '--json', '--out', 'other.tgz')).stdout) as {
      file: string;
      digest: string;
    };
    expect(first.file).to.equal(join(folder.path, 'out', ARCHIVE));
    expect(second.digest).to.equal(first.digest);
    expect(readFileSync(second.file).equals(readFileSync(first.file))).to.equal(true);
  });

  it('is told to wait on a server if it replaces other content of the same version, and only then', async () => {
    const waits = async (words: readonly string[]): Promise<boolean> =>
      (await here('pack', 'doubler', ...words)).stderr.includes('until an operator approves this one');
    expect(await waits(['--out', 'again.tgz'])).to.equal(false);
    expect(await waits(['--out', 'again.tgz'])).to.equal(false);
    const path = join(folder.path, 'doubler/src/twice.ts');
    const before = readFileSync(path, 'utf8');
    writeFileSync(path, before.replace('2 * value', 'value + value'));
    expect(await waits(['--out', 'again.tgz'])).to.equal(true);
    writeFileSync(path, before);
  });

  it("names the author's own files in errors of the packed file", async () => {
    await here('pack', 'doubler');
    const { code, stderr } = await here('call', 'double', '{"value": 10}', '--plugin', ARCHIVE);
    expect(code).to.equal(1);
    expect(stderr).to.contain('  at twice (src/twice.ts:2:').and.contain('    > 2 |   if (value > 9) throw');
  });

  it('cannot be made of a folder that is not a plugin: the error names the place of the fault', async () => {
    writeFiles(folder.path, {
      'empty/notes.txt': '',
      'bad/plugin.json': manifestOf('bad', { double: {} }),
      'bad/index.js': 'export function double( {',
    });
    expect(await here('pack', 'empty')).to.deep.include({ code: 1 });
    expect((await here('pack', 'empty')).stderr)
      .to.contain('plugin.json: is missing')
      .and.contain('toolcell new NAME');
    expect((await here('pack', 'bad')).stderr).to.match(/✗ index\.js:1:\d+: /);
    const json = JSON.parse((await here('pack', 'bad', '--json')).stdout) as {
      ok: boolean;
      refused: { where: string }[];
    };
    expect(json.ok).to.equal(false);
    expect(json.refused[0]?.where).to.match(/^index\.js:1:/);
    expect(await here('pack', ARCHIVE)).to.deep.include({ code: 2 });
  });

  it('is signed and verified', async () => {
    await here('pack', 'doubler');
    expect(await here('sign', ARCHIVE, '--key', 'ada.key')).to.deep.include({
      code: 0,
      stdout: `✓ ${ARCHIVE}.minisig\n`,
    });
    const good = await here('verify', ARCHIVE, '--key', 'ada.pub');
    expect(good.code).to.equal(0);
    expect(good.stdout).to.match(/^✓ signed by [0-9A-F]{16}: file:doubler-1\.0\.0\.tgz\n$/);
    const stranger = await here('verify', ARCHIVE, '--key', 'eve.pub');
    expect([stranger.code, stranger.stderr]).to.match(
      /^1,✗ It is signed with the key [0-9A-F]{16}, which is not trusted here/m,
    );
  });

  it("is verified with the operator's keys if none is named", async () => {
    expect(await here('verify', ARCHIVE)).to.deep.include({ code: 2 });
    const key = readFileSync(join(folder.path, 'ada.pub'), 'utf8').split('\n')[1];
    writeFiles(folder.path, { 'operator.json': { plugins: { trustedKeys: [key] } } });
    expect(await here('verify', ARCHIVE, '--config', 'operator.json')).to.deep.include({ code: 0 });
    expect(await here('verify', ARCHIVE, '--key', key ?? '')).to.deep.include({ code: 0 });
  });

  it('is not confused with one that was changed or has no signature', async () => {
    const changed = join(folder.path, 'changed.tgz');
    writeFileSync(changed, Buffer.concat([readFileSync(join(folder.path, ARCHIVE)), Buffer.from('x')]));
    expect((await here('verify', 'changed.tgz', '--key', 'ada.pub')).stderr).to.contain('There is no signature.');
    writeFileSync(`${changed}.minisig`, readFileSync(join(folder.path, `${ARCHIVE}.minisig`)));
    const { code, stdout } = await here('verify', 'changed.tgz', '--key', 'ada.pub', '--json');
    expect(code).to.equal(1);
    expect(JSON.parse(stdout)).to.deep.include({ ok: false, state: 'bad' });
  });
});

describe('toolcell keygen', function () {
  this.timeout(120_000);
  let folder: ReturnType<typeof temporaryFolder>;
  beforeEach(() => {
    folder = temporaryFolder();
    writeFiles(folder.path, { password: 'correct horse\n', wrong: 'other\n', 'a.tgz': 'anything' });
  });
  afterEach(() => folder.remove());
  const here = (...words: string[]) => runHere(words, { cwd: folder.path });

  it('lets only its owner read the secret key, and never replaces one', async () => {
    expect(await here('keygen', '--no-password')).to.deep.include({ code: 0 });
    const path = join(folder.path, 'toolcell.key');
    if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).to.equal(0o600);
    const before = readFileSync(path, 'utf8');
    expect(await here('keygen', '--no-password')).to.deep.include({ code: 2 });
    expect(readFileSync(path, 'utf8')).to.equal(before);
  });

  it('does not ask without a terminal, and makes a key without a password only for --no-password', async () => {
    const { code, stderr } = await here('keygen');
    expect(code).to.equal(2);
    expect(stderr).to.contain('--password-file FILE or --no-password');
    expect(readdirSync(folder.path)).not.to.include('toolcell.key');
  });

  it('locks the key with a password, which signing then needs', async () => {
    await here('keygen', '--password-file', 'password');
    expect((await here('sign', 'a.tgz')).stderr).to.contain('Give --password-file FILE');
    expect((await here('sign', 'a.tgz', '--password-file', 'wrong')).stderr).to.contain(
      'password of the secret key is wrong',
    );
    expect(await here('sign', 'a.tgz', '--password-file', 'password')).to.deep.include({ code: 0 });
    expect(await here('verify', 'a.tgz', '--key', 'toolcell.pub')).to.deep.include({ code: 0 });
  });

  it('takes a password on a terminal without showing it', async () => {
    await here('keygen', '--password-file', 'password');
    const typed = { cwd: folder.path, isTerminal: true, input: 'correct horse\n' };
    const { code, stdout, stderr } = await runHere(['sign', 'a.tgz'], typed);
    expect(code).to.equal(0);
    expect(stderr).to.contain('Password of the secret key: ');
    expect(`${stdout}${stderr}`).not.to.contain('horse');
    expect(await runHere(['keygen', '--out', 'b'], { cwd: folder.path, isTerminal: true })).to.deep.include({
      code: 2,
    });
  });
});
