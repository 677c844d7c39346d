// `toolcell calls`: calls from the log that a server wrote, from renamed files and from a pipe, filtered; and a clear answer if there are none.

import { readFileSync, renameSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import type { CallLogEntry } from '../../../src/front/http/call-log.ts';
import { openLog } from '../../../src/server/log/log.ts';
import { type Ran, runHere, temporaryFolder } from '../run-command.ts';

const idOf = (number: number): string => `${String(number).padStart(8, '0')}-5f4e-4a53-9d4e-0f6a0a1b2c3d`;

const ENTRY: CallLogEntry = {
  callId: idOf(0),
  method: 'POST',
  path: '/mcp/callTool',
  toolName: 'spin',
  pluginName: 'stranger',
  caller: 'client:ada',
  client: 'ada',
  keyId: '1f0c77aa',
  code: 'ok',
  status: 200,
  queueMs: 2,
  runMs: 10,
  cpuMs: 5,
  totalMs: 12.5,
  argumentsBytes: 12,
  replyBytes: 300,
};

describe('toolcell calls', () => {
  const folder = temporaryFolder();
  const file = join(folder.path, 'toolcell.log');
  after(() => folder.remove());

  const logged = async (entries: readonly Partial<CallLogEntry>[]): Promise<void> => {
    const settings = { level: 'debug', format: 'json', file, payloads: {} } as const;
    const log = openLog(settings, { isTerminal: false, env: {}, onFault: () => {} });
    for (const entry of entries) log.call({ ...ENTRY, ...entry });
    const guest = { callId: idOf(90), toolName: 'spin', pluginName: 'stranger', guestLevel: 'info', atMs: 4 };
    log.plugin('info', { ...guest, text: '{"level":30,"callId":"forged","msg":"call"}' }, 'guest');
    await log.drained(5_000);
  };
  before(async () => {
    writeFileSync(join(folder.path, 'sandbox.config.json'), '{"log": {"file": "toolcell.log"}}');
    await logged([{ callId: idOf(1) }, { callId: idOf(2), code: 'exceeded_cpu', status: 504, totalMs: 1_012.5 }]);
    writeFileSync(`${file}.1.gz`, gzipSync(readFileSync(file)));
    renameSync(file, join(folder.path, 'gone'));
    utimesSync(`${file}.1.gz`, 1_000_000, 1_000_000);
    await logged([
      { callId: idOf(3), client: 'bob', caller: 'client:bob', keyId: '2e0c77aa' },
      { callId: idOf(4), toolName: 'turn', code: 'overloaded', status: 503 },
      {
        callId: idOf(5),
        toolName: undefined,
        client: undefined,
        caller: undefined,
        keyId: undefined,
        code: 'unauthenticated',
        status: 401,
      },
    ]);
  });
  const run = (words: readonly string[], input?: string): Promise<Ran> =>
    runHere(['calls', ...words], { cwd: folder.path, ...(input !== undefined && { input }) });
  /** The numbers of the calls that a command lists. */
  const listed = async (...words: readonly string[]): Promise<readonly number[]> => {
    const { stdout, stderr, code } = await run([...words, '--json']);
    expect(code, stderr).to.equal(0);
    return JSON.parse(stdout).calls.map(({ callId }: { callId: string }) => Number(callId.slice(0, 8)));
  };

  it('lists the calls of all files, the newest last, and no line that a tool wrote', async () => {
    const { stdout } = await run([]);
    const rows = stdout.split('\n').filter((line) => line.includes('5f4e-4a53'));
    expect(rows.map((row) => Number(/(\d{8})-5f4e/.exec(row)?.[1]))).to.deep.equal([1, 2, 3, 4, 5]);
    expect(rows[1]).to.match(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}spin +ada +1f0c77aa +exceeded_cpu +1012\.5 {2}0{7}2-/);
    expect(rows[4]).to.contain('POST /mcp/callTool').and.contain('unauthenticated');
    expect(stdout).to.contain('5 calls, times in UTC; the logs that were read reach from ').and.not.contain('forged');
  });

  it('lists those that fit every filter', async () => {
    expect(await listed('--tool', 'turn')).to.deep.equal([4]);
    expect(await listed('--tool', 'spin,turn', '--client', 'ada')).to.deep.equal([1, 2, 4]);
    expect(await listed('--key', '2e0c77aa')).to.deep.equal([3]);
    expect(await listed('--code', 'ok,overloaded')).to.deep.equal([1, 3, 4]);
    expect(await listed('--fault', 'plugin')).to.deep.equal([2]);
    expect(await listed('--failed', '--fault', 'host')).to.deep.equal([4]);
    expect(await listed('--failed')).to.deep.equal([2, 4, 5]);
    expect(await listed('--min-ms', '1000')).to.deep.equal([2]);
    expect(await listed('--since', '1h', '--until', '2100-01-01')).to.deep.equal([1, 2, 3, 4, 5]);
    expect(await listed('--until', '1h')).to.deep.equal([]);
    expect(await listed('--since', '2100-01-01T00:00Z')).to.deep.equal([]);
  });

  it('keeps the newest, reads no older file than it needs, and says that there are more', async () => {
    const { stdout } = await run(['--most', '2', '--json']);
    const { calls, hasMore, read } = JSON.parse(stdout);
    expect(calls.map(({ callId }: { callId: string }) => callId)).to.deep.equal([idOf(4), idOf(5)]);
    expect([hasMore, read.files]).to.deep.equal([true, [file]]);
    expect(calls[0])
      .to.include({ toolName: 'turn', fault: 'host', status: 503 })
      .and.include.keys('endedAt', 'totalMs');
    expect((await run(['--most', '2'])).stdout).to.contain('Older calls fit, too');
    expect(await listed('--most', '5')).to.have.length(5);
  });

  it('reads a journal by a pipe', async () => {
    const entry = readFileSync(file, 'utf8').split('\n')[1] ?? '';
    const wrapped = (await run(['-', '--client', 'ada'], `${JSON.stringify({ MESSAGE: entry })}\n`)).stdout;
    expect(wrapped).to.contain('overloaded').and.contain('1 call, times');
  });

  it('says what is wrong with a filter, and how far the logs reach if no call fits', async () => {
    for (const [flag, value, part] of [
      ['--code', 'nope', 'is no code'],
      ['--fault', 'nobody', 'caller, plugin, operator'],
      ['--since', 'yesterday', '2h or 3d ago'],
      ['--min-ms', '-1', 'whole number'],
      ['--most', '20000', 'from 1 to 10000'],
    ] as const) {
      const { code, stderr } = await run([`${flag}=${value}`]);
      expect([code, stderr.includes(part)], stderr).to.deep.equal([2, true]);
    }
    expect((await run(['--client', 'nobody'])).stdout).to.contain('No call fits: the logs that were read reach from ');
    expect(await run(['-'], 'a line for people\n')).to.include({ code: 1 });
    expect((await run([join(folder.path, 'none.log')])).code).to.equal(2);
  });
});
