// `toolcell key`, and a running server that follows it.

import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect } from 'chai';
import { manifestOf, writeFiles } from '../plugin-folder.ts';
import { BIN, environmentOf, type Ran, runHere, temporaryFolder } from '../run-command.ts';

const KEY = /^toolcell_[0-9A-Za-z]{49}\n$/;

describe('toolcell key', function () {
  this.timeout(120_000);
  let folder: ReturnType<typeof temporaryFolder>;
  let home: string;
  beforeEach(() => {
    folder = temporaryFolder();
    home = realpathSync(folder.path);
  });
  afterEach(() => folder.remove());

  const configure = (config: object): void =>
    writeFileSync(join(home, 'sandbox.config.json'), JSON.stringify({ access: { keysFile: 'keys.json' }, ...config }));
  const key = (...words: readonly string[]): Promise<Ran> => runHere(['key', ...words], { cwd: home });
  const json = async <Value>(...words: readonly string[]): Promise<Value> =>
    JSON.parse((await key(...words, '--json')).stdout) as Value;

  it('writes the setting with the first key, after it has shown what changes', async () => {
    const refused = await key('create', '--client', 'ada');
    expect(refused.code).to.equal(2);
    expect(refused.stderr).to.contain('this begins a new installation');
    expect(refused.stderr).to.contain('from its next start on').and.contain('toolcell key create --client ada --yes');
    expect(existsSync(join(home, 'sandbox.config.json'))).to.equal(false);
    const dry = await key('create', '--client', 'ada', '--dry-run');
    expect([dry.code, dry.stdout]).to.deep.equal([0, '']);
    const made = await key('create', '--client', 'ada', '--yes');
    expect(made.code).to.equal(0);
    expect(made.stdout).to.match(KEY);
    expect(JSON.parse(readFileSync(join(home, 'sandbox.config.json'), 'utf8'))).to.deep.equal({
      access: { keysFile: 'toolcell-keys.json' },
    });
    expect(statSync(join(home, 'toolcell-keys.json')).mode & 0o777).to.equal(0o600);
  });

  it('revokes all keys of one client in one step, and none of another', async () => {
    configure({});
    const [first, second, other] = [
      await json<{ id: string }>('create', '--client', 'ada'),
      await json<{ id: string }>('create', '--client', 'ada'),
      await json<{ id: string }>('create', '--client', 'bob'),
    ];
    const both = await key('revoke', first.id, '--client', 'ada');
    expect([both.code, both.stderr]).to.have.property('0', 2);
    const { id: next } = await json<{ id: string }>('rotate', second.id);
    const revoked = await json<{ client: string; keys: { id: string }[] }>('revoke', '--client', 'ada');
    expect(revoked.keys.map(({ id }) => id)).to.have.members([first.id, second.id, next]);
    const left = await json<{ keys: { id: string }[] }>('list');
    expect(left.keys.map(({ id }) => id)).to.deep.equal([other.id]);
    const again = await key('revoke', '--client', 'ada');
    expect([again.code, again.stderr.includes('No key is of the client "ada"')]).to.deep.equal([2, true]);
    expect((await key('revoke', '--client', 'bob')).stdout).to.contain(`The only key of bob is revoked: ${other.id}.`);
  });

  it('writes the access rule of a client before there is a key', async () => {
    writeFiles(join(home, 'plugins', 'notes'), {
      'plugin.json': manifestOf('notes', { getNote: {}, putNote: {}, dropNote: {} }),
      'index.js': 'export const getNote = () => 1, putNote = () => 1, dropNote = () => 1;',
    });
    configure({});
    const words = ['create', '--client', 'ada', '--tools', 'getNote,putNote'];
    const unasked = await key(...words);
    expect(unasked.code).to.equal(2);
    expect(unasked.stderr)
      .to.contain('ada could call getNote, putNote only, with each of its keys.')
      .and.to.contain('toolcell key create --client ada --tools getNote,putNote --yes');
    expect(existsSync(join(home, 'keys.json'))).to.equal(false);
    expect((await key(...words, '--dry-run')).stdout).to.equal('');
    const made = await key(...words, '--yes');
    expect(made.code, made.stderr).to.equal(0);
    expect(made.stdout).to.match(KEY);
    const rules = () => JSON.parse(readFileSync(join(home, 'sandbox.config.json'), 'utf8')).access.rules;
    expect(rules()).to.deep.equal({ ada: { effect: 'deny', clients: ['ada'], tools: ['!getNote', '!putNote'] } });
    const access = await runHere(['access', 'dropNote', '--as', 'ada'], { cwd: home });
    expect(access.stdout).to.contain('access.rules.ada');
    const again = await key('create', '--client', 'ada', '--plugins', 'notes', '--yes');
    expect([again.code, again.stderr]).to.have.property('0', 2);
    expect(again.stderr).to.contain('There is a rule access.rules.ada already');
    const slip = await key('create', '--client', 'a.b', '--tools', 'getNot', '--yes');
    expect(slip.stderr).to.contain('access.rules.a-b.tools: no tool has the name "getNot" → did you mean "getNote"?');
    expect((await key('create', '--client', 'eve', '--tools', '!getNote', '--yes')).code).to.equal(2);
  });

  it('writes a rule that allows if nothing is allowed without one, and names the rules that allow more', async () => {
    const more = { clients: ['*'], tools: ['list*'] };
    configure({ access: { keysFile: 'keys.json', default: 'deny', rules: { everyone: more } } });
    const made = await key('create', '--client', 'ada', '--plugins', 'notes', '--yes');
    expect(made.code, made.stderr).to.equal(0);
    expect(made.stderr).to.contain('ada could call the tools of notes, and what everyone allows it');
    const { access } = JSON.parse(readFileSync(join(home, 'sandbox.config.json'), 'utf8'));
    expect(access.rules).to.deep.equal({ everyone: more, ada: { clients: ['ada'], plugins: ['notes'] } });
  });

  it('writes the rules of a toolset, whether everything is allowed without one or nothing', async () => {
    const own = join(home, 'sets');
    const here = (...words: readonly string[]) => runHere(words, { cwd: own });
    const readOnly = { annotations: { readOnlyHint: true } };
    writeFiles(join(own, 'plugins', 'notes'), {
      'plugin.json': manifestOf('notes', { getNote: readOnly, getSecret: readOnly, putNote: {} }),
      'index.js': 'export const getNote = () => 1, getSecret = () => 1, putNote = () => 1;',
    });
    writeFiles(join(own, 'plugins', 'texts'), {
      'plugin.json': manifestOf('texts', { getText: readOnly }),
      'index.js': 'export const getText = () => 1;',
    });
    const reading = { plugins: ['notes'], tools: ['get*', '!getSecret'], annotations: ['readOnlyHint'] };
    const clients = ['ada'];
    const deny = { effect: 'deny', clients };
    const cases = {
      deny: { ada: { clients, ...reading } },
      allow: {
        ada: { ...deny, plugins: ['!notes'] },
        'ada-2': { ...deny, tools: ['!get*'] },
        'ada-3': { ...deny, tools: ['getSecret'] },
        'ada-4': { ...deny, annotations: ['!readOnlyHint'] },
      },
    };
    for (const [byDefault, rules] of Object.entries(cases)) {
      const config = { access: { keysFile: 'keys.json', default: byDefault }, discovery: { toolsets: { reading } } };
      writeFiles(own, { 'sandbox.config.json': JSON.stringify(config) });
      const made = await here('key', 'create', '--client', 'ada', '--set', 'reading', '--yes');
      expect(made.code, made.stderr).to.equal(0);
      expect(made.stderr).to.contain('ada could call what the toolset reading has today only');
      const { access } = JSON.parse(readFileSync(join(own, 'sandbox.config.json'), 'utf8'));
      expect(access.rules).to.deep.equal(rules);
      const { stdout } = await here('access', '--as', 'ada', '--json');
      const { tools } = JSON.parse(stdout) as { tools: readonly { toolName: string; isAllowed: boolean }[] };
      const allowed = tools.filter(({ isAllowed }) => isAllowed).map(({ toolName }) => toolName);
      expect(allowed, byDefault).to.deep.equal(['getNote']);
      expect((await here('access', '--as', 'bob')).stdout).to.contain(byDefault === 'allow' ? 'allowed' : 'denied');
    }
    const slip = await here('key', 'create', '--client', 'eve', '--set', 'readin', '--yes');
    expect([slip.code, slip.stdout]).to.deep.equal([2, '']);
    expect(slip.stderr).to.contain('discovery.toolsets has no "readin" → did you mean "reading"?');
  });

  it('writes the key alone to standard output, and lists it without', async () => {
    configure({});
    const made = await key('create', '--client', 'ada', '--org', 'acme', '--scope', 'tools:call,x', '--expires', '90d');
    expect(made.stdout).to.match(KEY);
    const { stdout } = await key('list');
    expect(stdout).to.match(
      /^ID +CLIENT +ORG +SCOPES +CREATED +LAST USED +UNTIL\n[0-9a-f]{8} +ada +acme +tools:call x +\d{4}-\d\d-\d\d +- +/,
    );
    const { keys } = await json<{ keys: readonly Record<string, unknown>[] }>('list');
    expect(keys[0]).to.include({ client: 'ada', org: 'acme' });
    expect(keys[0]).not.to.have.property('hash');
    const text = readFileSync(join(home, 'keys.json'), 'utf8') + stdout + JSON.stringify(keys);
    expect(text).not.to.contain(made.stdout.trim().slice(0, 30));
  });

  it('says what is wrong, all at once, and changes nothing', async () => {
    configure({});
    const cases: readonly (readonly [words: readonly string[], wrong: readonly RegExp[]])[] = [
      [['create'], [/--client NAME is missing/]],
      [
        ['create', '--client', 'a b', '--org', '"', '--scope', 'ok,no good'],
        [/--client: "a b" is no name/, /--org: ".*" is no name/, /--scope: "no good" is no scope/],
      ],
      [['create', '--client', 'a', '--expires', '0d'], [/--expires: "0d" is no length of time → 90d/]],
      [['create', '--client', 'a', '--expires', '99999999d'], [/--expires/]],
      [['revoke'], [/ID is missing/]],
      [['revoke', '00000000'], [/No key has the id "00000000"/]],
      [['rotate', '__proto__'], [/No key has the id/]],
      [
        ['rotate', '00000000', '--scope', 'a', '--expires', '1d'],
        [/--scope: is for create, and not for rotate/, /--expires: is for create/],
      ],
      [['revoke', '00000000', '--dry-run'], [/--dry-run: is for create, and not for revoke/]],
      [['list', '--grace', '1h'], [/--grace: is for rotate, and not for list/]],
      [['rotat', 'x'], [/ACTION: "rotat" is none → did you mean rotate\?/]],
    ];
    for (const [words, wrong] of cases) {
      const { code, stdout, stderr } = await key(...words);
      expect([code, stdout], stderr).to.deep.equal([2, '']);
      for (const reason of wrong) expect(stderr).to.match(reason);
    }
    expect(existsSync(join(home, 'keys.json'))).to.equal(false);
  });

  it('says that there is no file of keys yet, or what is wrong with it', async () => {
    const none = await key('list');
    expect(none.code).to.equal(2);
    expect(none.stderr).to.contain('toolcell key create --client NAME');
    configure({});
    expect((await key('list')).stdout).to.contain('There is no key in ');
    writeFileSync(join(home, 'keys.json'), '{', { mode: 0o600 });
    const broken = await key('list');
    expect([broken.code, broken.stderr]).to.deep.equal([
      2,
      `✗ ${join(home, 'keys.json')}: is not JSON → restore the file, or remove it and create the keys again\n`,
    ]);
  });

  it('is shown with what it would make, and not made, with --dry-run', async () => {
    configure({});
    const dry = await key('create', '--client', 'ada', '--dry-run');
    expect([dry.code, dry.stdout]).to.deep.equal([0, '']);
    expect(dry.stderr).to.contain('A key of ada would be made').and.contain('Nothing was changed');
    expect((await key('list')).stdout).to.contain('There is no key in ');
  });

  it('is not rotated a second time, and says which key to rotate', async () => {
    configure({});
    const first = await json<{ id: string }>('create', '--client', 'ada');
    expect((await key('list')).stdout).to.match(/ no end\n/);
    const second = await json<{ id: string }>('rotate', first.id, '--grace', '1h');
    const again = await key('rotate', first.id);
    expect([again.code, again.stdout]).to.deep.equal([2, '']);
    expect(again.stderr).to.contain(`toolcell key rotate ${second.id}; with --grace 0s if that one was lost`);
    const third = await json<{ id: string; expiresAt?: string }>('rotate', second.id, '--grace', '0s');
    expect(third).not.to.have.property('expiresAt');
    expect((await key('list')).stdout).to.match(new RegExp(`${second.id} .*\\(expired\\)`));
    await key('revoke', third.id);
    const gone = await key('rotate', second.id);
    expect(gone.stderr).to.contain('was revoked → toolcell key create --client ada');
  });

  it('is followed by a running server', async () => {
    configure({ server: { port: 0, trustedProxies: ['127.0.0.1'] } });
    mkdirSync(join(home, 'plugins'));
    const server = await serve(home);
    try {
      let clients = 0;
      /** Each request comes from another address, because answers to further wrong keys of one wait for longer. */
      const call = async (sent?: string): Promise<number> => {
        clients += 1;
        const headers = {
          'x-forwarded-for': `192.0.${clients >> 8}.${clients & 255}`,
          ...(sent !== undefined && { 'x-api-key': sent }),
        };
        const response = await fetch(`${server.url}/mcp/metadata`, { headers });
        await response.arrayBuffer();
        return response.status;
      };
      const until = async (sent: string, status: number): Promise<void> => {
        while ((await call(sent)) !== status) await setTimeout(20);
      };
      expect(await call()).to.equal(401);
      const made = await json<{ key: string; id: string }>('create', '--client', 'ada');
      await until(made.key, 200);
      const next = await json<{ key: string; id: string }>('rotate', made.id, '--grace', '1h');
      await until(next.key, 200);
      expect(await call(made.key)).to.equal(200);
      const tool = ['call', 'none', '--url', server.url];
      expect((await runHere(tool, { cwd: home })).stderr).to.contain('unauthenticated');
      const env = { TOOLCELL_KEY: next.key };
      expect((await runHere(tool, { cwd: home, env })).stderr).to.contain('tool_not_found');
      await key('revoke', made.id);
      await until(made.key, 401);
      expect(await call(next.key)).to.equal(200);
      writeFileSync(join(home, 'keys.json'), '{', { mode: 0o600 });
      await server.says(/keys\.json: is not JSON.*callers with keys get identity_unavailable/);
      expect(await call(next.key)).to.equal(503);
    } finally {
      await server.end();
    }
  });

  it('was last used when a server says so, which it keeps beside the file, also when it ends', async () => {
    configure({ server: { port: 0 } });
    const made = await json<{ key: string; id: string }>('create', '--client', 'ada');
    const { id: unused } = await json<{ id: string }>('create', '--client', 'bob');
    const sinceMs = Date.now();
    const server = await serve(home);
    try {
      const headers = { 'x-api-key': made.key };
      expect((await fetch(`${server.url}/mcp/metadata`, { headers })).status).to.equal(200);
    } finally {
      await server.end();
    }
    const { keys } = await json<{ keys: { id: string; lastUsedAt?: string }[] }>('list');
    const usedAt = (id: string) => keys.find((each) => each.id === id)?.lastUsedAt;
    expect(Date.parse(usedAt(made.id) ?? '')).to.be.within(sinceMs - 60_000, Date.now());
    expect(usedAt(unused)).to.equal(undefined);
    expect((await key('list')).stdout).to.contain(`  ${usedAt(made.id)?.slice(0, 16).replace('T', ' ')}  no end`);
  });

  it('is read before a server starts, which refuses a file that others may write', async () => {
    configure({ server: { port: 0 } });
    writeFileSync(join(home, 'keys.json'), '{"version":1,"keys":[]}');
    chmodSync(join(home, 'keys.json'), 0o666);
    const server = serveProcess(home);
    expect(await server.ended).to.equal(3);
    expect(server.text()).to.contain('others may write to it');
  });
});

const serveProcess = (cwd: string) => {
  const child: ChildProcess = spawn(process.execPath, [BIN, 'serve'], { cwd, env: environmentOf(cwd) });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => (text += part));
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return { child, ended, text: () => text };
};

const serve = async (cwd: string) => {
  const { child, ended, text } = serveProcess(cwd);
  const says = async (form: RegExp): Promise<RegExpExecArray> => {
    for (;;) {
      const found = form.exec(text());
      if (found) return found;
      if (child.exitCode !== null) throw new Error(text());
      await setTimeout(20);
    }
  };
  const [, url = ''] = await says(/Toolcell serves on (\S+) /);
  await says(/Callers need an API key\. To make one: toolcell key create --client NAME/);
  return {
    url,
    says,
    end: () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
};
