// What the server's own log says of what tools write: the real program, its standard error read as an operator's tools read it.

import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { BIN, environmentOf } from '../../cli/run-command.ts';
import { callTool, writePlugins } from '../../support/host.ts';

const SOURCE = `export const fails = () => {
  console.log('one\\n{"level":60,"msg":"forged"}\\u001b[2J');
  throw new RangeError('no such thing');
};

export async function goes(_args, { progress }) {
  progress(1, 3, 'first');
  await new Promise((resolve) => setTimeout(resolve, 20));
  for (let i = 0; i < 30; i += 1) console.debug('line', i);
  return null;
}
`;

type Entry = Readonly<Record<string, unknown>>;

describe('the log of a server', function () {
  this.timeout(120_000);
  let folder: string;
  let child: ChildProcess;
  let url: string;
  let text = '';
  before(async () => {
    const plugins = { talker: { source: SOURCE, tools: { fails: {}, goes: { limits: { logLines: 10 } } } } };
    folder = writePlugins(plugins);
    const env = environmentOf(folder);
    writeFileSync(join(folder, 'sandbox.config.json'), '{ "log": { "level": "debug" } }');
    child = spawn(process.execPath, [BIN, 'serve', '--port', '0', '--plugins', folder], { cwd: folder, env });
    child.stderr?.on('data', (part) => (text += part));
    url = await new Promise((resolve, reject) => {
      let said = '';
      child.once('exit', () => reject(new Error(`it has ended: ${said}${text}`)));
      child.stdout?.on('data', (part) => {
        said += part;
        const [, found] = /Toolcell serves on (\S+) /.exec(said) ?? [];
        if (found !== undefined) resolve(found);
      });
    });
  });
  after(() => {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  /** The lines of one call, all of them: the program is asked to end first. */
  const entriesOf = (callId: string | null): readonly Entry[] =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Entry)
      .filter((entry) => entry.callId === callId && entry.msg === 'guest')
      .map(({ callId: _, time: __, ...entry }) => entry);

  it('has a line for each line a tool wrote, with its place in the author’s file', async () => {
    const failed = await callTool(url, 'fails');
    const gone = await callTool(url, 'goes');
    // The line of the call says so, too, and comes before the stack, which waits for its places.
    while (!/at fails/.test(text)) await new Promise((resolve) => setTimeout(resolve, 20));
    const ended = new Promise((resolve) => child.once('close', resolve));
    child.kill('SIGTERM');
    expect(await ended).to.equal(0);
    const [forged, stack, ...none] = entriesOf(failed.headers.get('toolcell-call-id'));
    const from = { toolName: 'fails', pluginName: 'talker', msg: 'guest' };
    expect(none).to.deep.equal([]);
    expect(forged).to.deep.include({ ...from, level: 30, text: 'one\n{"level":60,"msg":"forged"}\u001b[2J' });
    expect(forged?.atMs).to.be.within(0, 60_000);
    expect(stack).to.deep.include({ ...from, level: 40, guestLevel: 'error' });
    expect(stack?.text).to.match(/^RangeError: no such thing\n {4}at fails \(index\.js:3:9\)\n/);

    const lines = entriesOf(gone.headers.get('toolcell-call-id'));
    expect(lines[0]).to.deep.include({ level: 30, text: 'first', progress: { done: 1, total: 3 } });
    expect(lines[1]).to.deep.include({ level: 20, text: 'line 0' });
    expect(lines.at(-1)).to.deep.include({ level: 40, dropped: { limit: 'logLines', lines: 21 } });
    // No byte that moves a terminal, and no line that is not the server's own.
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for
    expect(text).not.to.match(/[\u0000-\u0009\u000b-\u001f]/);
    expect(text).not.to.match(/^\{"level":60/m);
  });
});
