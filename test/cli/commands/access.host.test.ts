// `toolcell access`: the verdict on each tool for a caller, the rule that made it with its place, and warnings of rules that do nothing.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { type Ran, runHere, temporaryFolder } from '../run-command.ts';

const MANIFEST = {
  name: 'notes',
  version: '1.0.0',
  entry: 'index.js',
  tools: ['getNote', 'setNote'].map((name) => ({
    name,
    description: `Does ${name}.`,
    inputSchema: { type: 'object' },
    outputSchema: {},
    ...(name === 'getNote' && { annotations: { readOnlyHint: true } }),
  })),
};

describe('toolcell access', () => {
  let folder: ReturnType<typeof temporaryFolder>;
  const run = (...words: readonly string[]): Promise<Ran> => runHere(words, { cwd: folder.path });
  const configure = (access: object): void =>
    writeFileSync(join(folder.path, 'sandbox.config.json'), JSON.stringify({ access }, null, 2));

  beforeEach(() => {
    folder = temporaryFolder();
    const plugin = join(folder.path, 'plugins', 'notes');
    mkdirSync(plugin, { recursive: true });
    writeFileSync(join(plugin, 'plugin.json'), JSON.stringify(MANIFEST));
    writeFileSync(join(plugin, 'index.js'), 'export const getNote = () => 1; export const setNote = () => 2;');
    configure({
      keysFile: 'keys.json',
      default: 'deny',
      rules: {
        readers: { annotations: ['readOnlyHint'], clients: ['*'], limits: { cpuMs: 50 } },
        writers: { scopes: ['write'], tools: ['set*'] },
      },
    });
  });
  afterEach(() => folder.remove());

  it('names the rule that decides on each tool, with its place', async () => {
    const { code, stdout, stderr } = await run('access', '--as', 'ada');
    expect(stderr).to.equal('');
    expect(code).to.equal(0);
    expect(stdout).to.match(/^getNote +notes +allowed +access\.rules\.readers +sandbox\.config\.json:7:\d+$/m);
    expect(stdout).to.match(/^setNote +notes +denied +access\.default +sandbox\.config\.json:4:\d+$/m);
  });

  it('tells which scopes are missing and which limits are lower, and ends with 1 for a tool that may not be called', async () => {
    const denied = await run('access', '--as', 'ada', 'setNote');
    expect(denied.code).to.equal(1);
    expect(denied.stdout).to.contain('ada may not call setNote of notes. Decided by access.default');
    expect(denied.stdout).to.contain('  Missing scopes: write\n');
    const allowed = await run('access', '--as', 'ada', 'getNote');
    expect(allowed.code).to.equal(0);
    expect(allowed.stdout).to.contain('  cpuMs: at most 50, by access.rules.readers\n');
    expect((await run('access', '--scope', 'write', 'setNote')).stdout).to.contain('a caller without a key may call');
  });

  it('takes scopes and organisation from the newest key of the client', async () => {
    await run('key', 'create', '--client', 'ada', '--scope', 'write', '--org', 'acme');
    const { code, stdout } = await run('access', '--as', 'ada', 'setNote', '--json');
    expect(code).to.equal(0);
    expect(JSON.parse(stdout)).to.deep.include({ caller: { client: 'ada', org: 'acme', scopes: ['write'] } });
    expect(JSON.parse(stdout).tools[0]).to.include({ isAllowed: true, by: 'access.rules.writers' });
    expect((await run('access', '--as', 'bob')).stderr).to.contain('No key in force is for bob.');
  });

  it('warns of a scope that no rule asks for, also when a key is made', async () => {
    const created = await run('key', 'create', '--client', 'ada', '--scope', 'wirte');
    expect(created.stderr).to.contain('No rule in access.rules asks for the scope wirte.');
    expect((await run('access', '--as', 'ada')).stderr).to.contain('no rule asks for wirte, which keys have as scopes');
  });

  it('warns of rules that can never match or decide nothing', async () => {
    configure({
      rules: {
        slip: { effect: 'deny', tools: ['setNotes'] },
        empty: { clients: [] },
        open: { clients: ['ada'] },
        covered: { clients: ['bob', 'eve'], tools: ['getNote'] },
        covering: { effect: 'deny', clients: ['bob', 'e*'] },
        opposed: { effect: 'deny', annotations: ['readOnlyHint', '!readOnlyHint'] },
        nothing: { effect: 'deny', tools: ['getNote'], annotations: ['!readOnlyHint'] },
        other: { plugins: ['text-*'] },
      },
    });
    const { stderr } = await run('access');
    expect(stderr.trimEnd().split('\n')).to.deep.equal([
      '! access.rules.slip.tools: no tool has the name "setNotes" → did you mean "setNote"?',
      '! access.rules.empty.clients: the list is empty, so the rule matches nothing → name something, or remove it',
      '! access.rules.open: it allows what everyone may do already, because access.default is "allow" → set access.default to "deny", or remove the rule',
      '! access.rules.covered: access.rules.covering denies everything that it allows, and what denies wins → narrow that rule, or remove this one',
      '! access.rules.opposed.annotations: no tool has readOnlyHint and lacks it, too → keep one of the two',
      '! access.rules.nothing: it matches no tool that is in the plugins folder → correct it, or remove it',
      '! access.rules.other.plugins: no plugin matches "text-*" → correct it, or remove it',
    ]);
    expect((await run('config')).stderr).to.contain('access.rules.slip.tools');
  });

  it('says that everyone may call everything if there are no rules', async () => {
    configure({});
    expect((await run('access', 'setNote')).stdout).to.equal(
      'a caller without a key may call setNote of notes. There are no rules: everyone may call everything.\n',
    );
  });

  it('suggests the tool that was meant', async () => {
    const { code, stderr } = await run('access', 'setNot');
    expect(code).to.equal(2);
    expect(stderr).to.contain('TOOL: no plugin in the folder has a tool "setNot" → did you mean setNote?');
  });
});
