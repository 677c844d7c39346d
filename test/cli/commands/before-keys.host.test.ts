// Commands in the image before the first key is made: it sets TOOLCELL_HOST to an address that others can reach, and nothing says yet who may call.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { COMMANDS } from '../../../src/cli/command-list.ts';
import { writePlugins } from '../../support/config.ts';
import { type Ran, runHere, temporaryFolder } from '../run-command.ts';

const ENV = { TOOLCELL_HOST: '0.0.0.0' };
const ASKS = /nothing says who may call/;

/** Words with which each command gets past its arguments and reads the configuration, if it reads one. */
const WORDS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  new: [['hello', '--template', 'javascript']],
  test: [['plugins/one']],
  check: [['plugins/one']],
  call: [['plugins/one', 'one', '{}']],
  pack: [['plugins/one']],
  keygen: [['--help']],
  sign: [['nothing.tgz']],
  verify: [['nothing.tgz']],
  types: [['plugins/one']],
  init: [[]],
  config: [[], ['--json']],
  attack: [['--help']],
  add: [['plugins/one']],
  remove: [['two']],
  list: [[]],
  import: [['--list']],
  status: [[]],
  doctor: [[]],
  approve: [['one']],
  grant: [['one', '--yes']],
  revoke: [['one', '--yes']],
  rollback: [['one']],
  admin: [['create', 'ann', '--yes']],
  access: [['--as', 'ada']],
  calls: [[]],
  run: [['none.ts']],
  why: [['00000000-0000-0000-0000-000000000000']],
  audit: [['verify'], ['show']],
  connect: [['claude-code']],
  completion: [['bash']],
  key: [['list'], ['create', '--client', 'ada', '--yes'], ['rotate', '00000000'], ['revoke', '00000000']],
};
/** `dev` waits for a person; the others start a server. */
const LEFT_OUT = ['dev', 'mcp', 'serve'];
/** They say so, and do their work. */
const TELLING = ['config', 'doctor'];

describe('commands before the first key is made', function () {
  this.timeout(90_000);
  const folder = temporaryFolder();
  before(() => {
    writePlugins({ one: { source: 'export const one = () => 1;', tools: { one: {} } } }, join(folder.path, 'plugins'));
  });
  after(() => folder.remove());

  const run = (words: readonly string[]): Promise<Ran> => runHere(words, { cwd: folder.path, env: ENV });

  it('are all looked at here', () => {
    expect([...Object.keys(WORDS), ...LEFT_OUT].sort()).to.deep.equal(COMMANDS.map(({ name }) => name).sort());
  });

  it('refuse to serve', async () => {
    const { code, stderr } = await run(['config', '--json']);
    expect([code, stderr]).to.deep.equal([0, '']);
    const doctor = await run(['doctor', '--json']);
    const { findings } = JSON.parse(doctor.stdout) as { findings: readonly Readonly<Record<string, string>>[] };
    expect(doctor.code).to.equal(3);
    const bad = findings.filter(({ level }) => level === 'bad');
    expect(bad.map(({ check }) => check)).to.deep.equal(['who may call']);
    expect(bad[0]?.found).to.match(ASKS);
    expect(bad[0]?.advice).to.contain('"toolcell key create" makes a key');
  });

  for (const [name, calls] of Object.entries(WORDS))
    for (const words of calls)
      it(`do not ask who may call: ${[name, ...words].join(' ')}`, async () => {
        const { stdout, stderr } = await run([name, ...words]);
        if (!TELLING.includes(name)) expect(stdout + stderr).to.not.match(ASKS);
        else if (!words.includes('--json')) expect(stdout + stderr).to.match(ASKS);
      });

  it('have made the key by which others may call', async () => {
    expect(readFileSync(join(folder.path, 'sandbox.config.json'), 'utf8')).to.contain('toolcell-keys.json');
    expect((await run(['doctor'])).stdout).to.not.match(ASKS);
  });
});
