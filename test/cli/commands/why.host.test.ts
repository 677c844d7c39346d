// `toolcell why`: the story of a call from the log that a server wrote, from renamed files and from a pipe, and a clear answer if it is not there.

import { mkdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import type { CallLogEntry } from '../../../src/front/http/call-log.ts';
import { type Log, openLog } from '../../../src/server/log/log.ts';
import { type Ran, runHere, temporaryFolder } from '../run-command.ts';

const ID = '0b1f6f0e-5f4e-4a53-9d4e-0f6a0a1b2c3d';
const OTHER_ID = '1f0c77aa-5f4e-4a53-9d4e-0f6a0a1b2c3d';
const ORIGIN = { callId: ID, toolName: 'spin', pluginName: 'stranger' };

const ENTRY: CallLogEntry = {
  callId: ID,
  method: 'POST',
  path: '/mcp/callTool',
  toolName: 'spin',
  pluginName: 'stranger',
  version: '0.3.1',
  digest: `sha256-${'0f'.repeat(32)}`,
  caller: 'client:ada',
  client: 'ada',
  org: 'acme',
  keyId: '1f0c77aa',
  remoteAddress: '192.0.2.7',
  code: 'exceeded_cpu',
  status: 504,
  queueMs: 2,
  runMs: 1009.25,
  cpuMs: 1004.2,
  hostCalls: 3,
  fetches: 2,
  storeCalls: 1,
  requestBytes: 30,
  responseBytes: 400,
  origins: ['https://api.example'],
  totalMs: 1012.5,
  argumentsBytes: 12,
  replyBytes: 300,
  detail: 'The tool passed its limit of 1000 ms of CPU time and was stopped.',
  limit: 'cpuMs',
  allowed: 1000,
  used: 1004,
  setting: 'limits.cpuMs',
};

describe('toolcell why', () => {
  let folder: ReturnType<typeof temporaryFolder>;
  let file: string;
  beforeEach(() => {
    folder = temporaryFolder();
    file = join(folder.path, 'toolcell.log');
    configure({});
  });
  afterEach(() => folder.remove());

  const configure = (log: object): void =>
    writeFileSync(join(folder.path, 'sandbox.config.json'), JSON.stringify({ log: { file: 'toolcell.log', ...log } }));
  const run = (words: readonly string[], input?: string): Promise<Ran> =>
    runHere(['why', ...words], { cwd: folder.path, ...(input !== undefined && { input }) });
  const why = (callId = ID): Promise<Ran> => run([callId]);

  /** Has the server's own log write to the file. */
  const logged = async (write: (log: Log) => void, format: 'json' | 'pretty' = 'json'): Promise<void> => {
    const log = openLog(
      { level: 'debug', format, file, payloads: {} },
      { isTerminal: false, env: {}, onFault: () => {} },
    );
    write(log);
    await log.drained(5_000);
  };
  const wholeStory = (log: Log): void => {
    log.call({ ...ENTRY, callId: OTHER_ID, code: 'ok', status: 200, client: 'bob', caller: 'client:bob' });
    log.plugin('info', { ...ORIGIN, guestLevel: 'info', atMs: 4, text: 'first\nsecond \u001b[31m' }, 'guest');
    log.plugin(
      'info',
      { ...ORIGIN, callId: OTHER_ID, guestLevel: 'info', atMs: 4, text: `of another, names ${ID}` },
      'guest',
    );
    const denied = {
      target: 'GET https://other.example',
      rule: 'grant',
      hint: 'grants.stranger.fetch: ["https://other.example"]',
    };
    log.plugin('warn', { ...ORIGIN, atMs: 8, text: 'NotAllowedError: not granted', ...denied }, 'denied');
    log.call(ENTRY);
  };

  it('tells who, what, when, the limit, what was reached and written, the cost, and what to do', async () => {
    await logged(wholeStory);
    const { code, stdout, stderr } = await why();
    expect(code, stderr).to.equal(0);
    for (const part of [
      'spin failed with exceeded_cpu 504: The tool used more CPU time than it may',
      ENTRY.detail,
      'client:ada (client ada, of acme, key 1f0c77aa) from 192.0.2.7',
      'tool spin of stranger 0.3.1 (sha256-0f0f0f0f0f0f), POST /mcp/callTool',
      '1012.5 ms in all, 2 ms of it queued, 1009.25 ms running',
      'cpuMs, allowed 1000, used 1004, setting limits.cpuMs',
      'plugin: the author of the plugin has to change something. Until then the same call fails again.',
      'https://api.example, 2 requests, 30 bytes sent, 400 bytes received, 1 store calls, 3 host calls',
      'CPU 1004.2 ms, arguments 12 bytes, reply 300 bytes',
      '+4 ms  first',
      'second \\u001b[31m',
      '+8 ms, GET https://other.example, by grant',
      'Send less input; or raise the setting that setting names, for this tool alone.',
      'grants.stranger.fetch',
    ])
      expect(stdout).to.contain(part);
    expect(stdout).not.to.contain('of another').and.not.contain('\u001b');
  });

  it('gives the same as JSON', async () => {
    await logged(wholeStory);
    const story = JSON.parse((await run([ID, '--json'])).stdout);
    expect(story).to.deep.include({ ok: true, callId: ID, leftOut: 0, repeats: [] });
    expect(story.who).to.deep.include({ client: 'ada', org: 'acme', keyId: '1f0c77aa', remoteAddress: '192.0.2.7' });
    expect(story.outcome).to.deep.include({ code: 'exceeded_cpu', fault: 'plugin', retryable: false, limit: 'cpuMs' });
    expect(story.lines.map(({ kind }: { kind: string }) => kind)).to.deep.equal(['guest', 'denied']);
    expect(Date.parse(story.ended) - Date.parse(story.began)).to.be.within(1012, 1013);
    expect(story.read.files).to.deep.equal([file]);
  });

  it('leads from a script to its calls, and from each of them back', async () => {
    const script = { ...ENTRY, code: 'ok', status: 200, toolName: 'run_script', pluginName: '(scripts)' } as const;
    const inner = { ...script, pluginName: 'stranger', path: '/mcp/runScript' };
    await logged((log) => {
      log.call({ ...inner, callId: `${ID}.1`, toolName: 'spin' });
      log.call({ ...inner, callId: `${ID}.2`, toolName: 'turn', code: 'tool_error', status: 422 });
      log.call({ ...inner, callId: `${OTHER_ID}.1`, toolName: 'other' });
      log.call({ ...inner, callId: `${ID}.12`, toolName: 'spin' });
      log.call(script);
    });
    const whole = await why();
    expect(whole.stdout).to.match(new RegExp(`calls +${ID}\\.1 {2}spin {2}ok`));
    expect(whole.stdout).to.contain(`${ID}.2  turn  tool_error`).and.contain(`${ID}.12  spin`).and.not.contain('other');
    const second = await why(`${ID}.2`);
    expect(second.code, second.stderr).to.equal(0);
    expect(second.stdout).to.contain('turn failed with tool_error').and.contain(`toolcell why ${ID} `);
    expect((await why(`${ID}.1`)).stdout)
      .to.contain('spin succeeded')
      .and.not.contain(`${ID}.12`);
    const story = JSON.parse((await run([`${ID}.2`, '--json'])).stdout);
    expect([story.script, story.calls]).to.deep.equal([ID, []]);
    expect(JSON.parse((await run([ID, '--json'])).stdout).calls[1]).to.deep.equal({
      ...{ callId: `${ID}.2`, toolName: 'turn', code: 'tool_error', totalMs: 1012.5 },
    });
  });

  it('tells of calls that succeeded, of repeats, and of the rule that denied one', async () => {
    await logged((log) => {
      log.call({ ...ENTRY, code: 'ok', status: 200 });
      log.call({ ...ENTRY, callId: OTHER_ID, code: 'ok', status: 200, replayOf: ID });
    });
    const first = (await why()).stdout;
    expect(first).to.contain('✓ spin succeeded (200)').and.contain(`repeats   ${OTHER_ID}`).and.not.contain('to do');
    expect((await why(OTHER_ID)).stdout).to.contain(`toolcell why ${ID} tells of the call that ran`);
    rmSync(file);
    const { setting: _, limit: __, ...denied } = ENTRY;
    await logged((log) =>
      log.call({ ...denied, code: 'tool_not_found', status: 404, deniedBy: 'access.rules.careful' }),
    );
    const { stdout } = await why();
    expect(stdout).to.contain('access.rules.careful').and.contain('toolcell access spin --as ada names the rule');
  });

  it('quotes the names of callers in commands, because a token may name its client by any text', async () => {
    const evil = "a'; rm -rf /";
    const denied = { ...ENTRY, client: evil, code: 'forbidden', status: 403, deniedBy: 'access.default' } as const;
    await logged((log) => log.call(denied));
    expect((await why()).stdout).to.contain(String.raw`toolcell access spin --as 'a'\''; rm -rf /' names`);
  });

  it('reads renamed files from the newest on, packed ones too, and no older ones than it needs', async () => {
    const renamed = (name: string, daysAgo: number, pack = (text: Buffer): Buffer => text): void => {
      const path = join(folder.path, name);
      writeFileSync(path, pack(readFileSync(file)));
      rmSync(file);
      utimesSync(path, Date.now() / 1000 - daysAgo * 86_400, Date.now() / 1000 - daysAgo * 86_400);
    };
    const noise = (log: Log): void => log.call({ ...ENTRY, callId: OTHER_ID });
    writeFileSync(file, 'cannot be unpacked');
    renamed('toolcell.log.3.gz', 40);
    await logged(noise);
    renamed('toolcell.log-20260101', 30);
    await logged((log) => log.plugin('info', { ...ORIGIN, atMs: 1, text: 'before the file ended' }, 'guest'));
    renamed('toolcell.log.2.gz', 20, gzipSync);
    await logged((log) => log.call(ENTRY));
    renamed('toolcell.log.20260131T120000123Z', 10);
    await logged(noise);
    const { code, stdout, stderr } = await run([ID, '--json']);
    expect(code, stderr + stdout).to.equal(0);
    const { lines, read } = JSON.parse(stdout);
    expect(lines).to.have.length(1);
    expect(read.files.map((path: string) => path.slice(folder.path.length + 1))).to.deep.equal([
      'toolcell.log',
      'toolcell.log.20260131T120000123Z',
      'toolcell.log.2.gz',
      'toolcell.log-20260101',
    ]);
    const old = await why('ffffffff-5f4e-4a53-9d4e-0f6a0a1b2c3d');
    expect([old.code, old.stderr]).to.deep.equal([
      3,
      `✗ ${join(folder.path, 'toolcell.log.3.gz')} cannot be unpacked (Z_DATA_ERROR).\n  Run the command as the user of the server, or as root; or name another FILE.\n`,
    ]);
  });

  it('reads standard input, with what a journal or a container writes before each line', async () => {
    await logged(wholeStory);
    const text = readFileSync(file, 'utf8');
    rmSync(join(folder.path, 'sandbox.config.json'));
    for (const before of ['', 'Nov 24 12:00:00 host toolcell[12]: ', 'toolcell-1  | ']) {
      const { code, stdout } = await run([ID, '-'], text.replaceAll(/^(?=.)/gm, before));
      expect(code).to.equal(0);
      expect(stdout)
        .to.contain('client:ada')
        .and.contain('+8 ms, GET https://other.example')
        .and.contain('standard input');
    }
  });

  it('reads what a journal or a container wraps in JSON of its own', async () => {
    await logged(wholeStory);
    const lines = readFileSync(file, 'utf8').trim().split('\n');
    for (const wrap of [
      (line: string) => ({ PRIORITY: '6', MESSAGE: line, _PID: '12' }),
      (line: string) => ({ log: `${line}\n`, stream: 'stderr', time: '2026-11-24T12:00:00Z' }),
    ]) {
      const input = `${lines.map((line) => JSON.stringify(wrap(line))).join('\n')}\n`;
      const { code, stdout, stderr } = await run([ID, '-'], input);
      expect(code, stderr).to.equal(0);
      expect(stdout).to.contain('client:ada').and.contain('+8 ms, GET https://other.example');
      const other = await run(['ffffffff-5f4e-4a53-9d4e-0f6a0a1b2c3d', '-'], input);
      expect(other.stderr).to.contain('The logs do not have the call').and.contain('They reach from 2');
    }
  });

  it('says of a line that is cut, or of another program, that it is no whole line, and not that the log is for people', async () => {
    await logged((log) => {
      log.call({ ...ENTRY, callId: OTHER_ID });
      log.call(ENTRY);
    });
    const whole = readFileSync(file, 'utf8');
    const cuts = [whole.slice(0, -40), whole.replace(/^.*\n/, '').slice(30) + whole.split('\n')[0]];
    const foreign = `${whole.split('\n')[0]}\nsudo: root : COMMAND=/usr/bin/toolcell why ${ID}\n`;
    for (const text of [...cuts, foreign]) {
      const { code, stderr } = await run([ID, '-'], text);
      expect(code).to.equal(1);
      expect(stderr).to.contain('no whole line of the call').and.not.contain('for people');
    }
  });

  it('tells of a call although an older file is cut, and of what it could not read', async () => {
    await logged((log) => log.call(ENTRY));
    const whole = readFileSync(file);
    writeFileSync(`${file}.1.gz`, gzipSync(whole).subarray(0, 60));
    const { code, stdout, stderr } = await why();
    expect(code, stderr).to.equal(0);
    expect(stdout).to.contain('spin failed with').and.contain(`${file}.1.gz cannot be unpacked (Z_BUF_ERROR)`);
    expect(JSON.parse((await run([ID, '--json'])).stdout).read.unread).to.contain('Z_BUF_ERROR');
    // The call is in a file that is older than one that is cut.
    renameSync(file, `${file}.2`);
    utimesSync(`${file}.2`, 1_700_000_000, 1_700_000_000);
    writeFileSync(file, '');
    const older = await why();
    expect(older.code, older.stderr).to.equal(0);
    expect(older.stdout).to.contain('spin failed with').and.contain('cannot be unpacked');
  });

  it('says how far back the logs reach if they do not have the call', async () => {
    await logged((log) => log.call({ ...ENTRY, callId: OTHER_ID }));
    const [, from] = /"time":"([^"]+)"/.exec(readFileSync(file, 'utf8')) ?? [];
    const { code, stdout, stderr } = await why();
    expect([code, stdout]).to.deep.equal([1, '']);
    expect(stderr).to.contain(`do not have the call ${ID}`).and.contain(`They reach from ${from} to ${from} (${file})`);
    configure({ level: 'warn' });
    expect((await why()).stderr).to.contain('log.level is warn: successful calls and mistakes of callers have no line');
    expect(JSON.parse((await run([ID, '--json'])).stdout)).to.have.property('ok', false);
    writeFileSync(file, '');
    expect((await why()).stderr).to.contain('Nothing was there to read');
    renameSync(file, `${file}.1.xz`);
    writeFileSync(file, '');
    expect((await why()).stderr).to.contain(`Not read, since they are packed: ${file}.1.xz`);
  });

  it('tells of a call that has lines and no end', async () => {
    await logged((log) => log.plugin('info', { ...ORIGIN, atMs: 1, text: 'begun' }, 'guest'));
    const { code, stdout } = await why();
    expect(code).to.equal(0);
    expect(stdout).to.contain('but not how it ended').and.contain('begun');
  });

  it('says that lines for people cannot be read, and shows the line', async () => {
    await logged((log) => log.call(ENTRY), 'pretty');
    const { code, stderr } = await why();
    expect(code).to.equal(1);
    expect(stderr)
      .to.contain('written for people')
      .and.contain('call spin: 504 exceeded_cpu')
      .and.contain('log.format to "json"');
    expect((await why(OTHER_ID)).stderr).to.contain('written for people');
  });

  it('says what is wrong with its arguments', async () => {
    expect((await run(['nonsense'])).stderr).to.contain('CALL_ID: "nonsense" is none');
    const missing = await why();
    expect([missing.code, missing.stderr]).to.deep.equal([
      2,
      `✗ There is no log ${file}.\n  Name its FILE, or - for standard input.\n`,
    ]);
    configure({ file: '' });
    const unset = await why();
    expect(unset.code).to.equal(2);
    expect(unset.stderr).to.contain('log.file is not set').and.contain('journalctl -u toolcell -o cat | toolcell why');
  });

  it('says that the log cannot be read', async () => {
    mkdirSync(file);
    const { code, stderr } = await why();
    expect(code).to.equal(3);
    expect(stderr).to.contain(`${file} cannot be read (EISDIR)`);
  });
});
