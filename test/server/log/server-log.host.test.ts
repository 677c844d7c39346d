// The log of the real program: it names who answered and whose fault a failure was, in the configured format.

import { readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect } from 'chai';
import { writePlugins } from '../../support/config.ts';
import { callTool } from '../../support/host.ts';
import { type ServerProcess, startServer } from '../../support/server-process.ts';

const SOURCE = `export const works = () => { console.debug('quiet'); return 1; };
export const fails = () => {
  console.error('one\\n09:00:00.000 ERROR forged\\u202e\\u001b[2J');
  throw new RangeError('no such thing');
};
`;

describe('the log of a server', function () {
  this.timeout(120_000);
  let plugins: string;
  let server: ServerProcess | undefined;
  before(() => {
    const talker = { source: SOURCE, tools: { works: {}, fails: {} }, manifest: { version: '1.2.3' } };
    plugins = writePlugins({ talker });
  });
  afterEach(() => server?.remove());
  after(() => rmSync(plugins, { recursive: true }));

  it('names version and caller of each call, and the level of a failure', async () => {
    server = await startServer({ plugins });
    const { entry, entries, url } = server;
    await callTool(url, 'works');
    await callTool(url, 'fails');
    await callTool(url, 'nothing');
    const good = await entry(({ toolName, msg }) => toolName === 'works' && msg === 'call');
    expect(good).to.deep.include({ level: 30, pluginName: 'talker', version: '1.2.3', remoteAddress: '127.0.0.1' });
    expect(good.digest).to.match(/^sha256-[0-9a-f]{64}$/);
    for (const [name, value] of Object.entries(good))
      if (name.endsWith('Ms')) expect(String(value), name).to.match(/^\d+(\.\d{1,3})?$/);
    const bad = await entry(({ toolName, msg }) => toolName === 'fails' && msg === 'call');
    expect(bad).to.deep.include({ level: 40, code: 'tool_error', pluginName: 'talker', version: '1.2.3' });
    const unknown = await entry(({ code }) => code === 'tool_not_found');
    expect(unknown).to.deep.include({ level: 30, remoteAddress: '127.0.0.1' });
    expect(unknown).not.to.have.property('pluginName');
    // A tool's `console.error` is not a failure of the server.
    const guest = await entry(({ msg, guestLevel }) => msg === 'guest' && guestLevel === 'error');
    expect(guest.level).to.equal(40);
    expect(entries().filter(({ text }) => text === 'quiet')).to.deep.equal([]);
    expect(entries().filter(({ level }) => Number(level) >= 50)).to.deep.equal([]);
  });

  it('begins with a line for the start and ends with one for the stop', async () => {
    server = await startServer({ plugins });
    expect(await server.end()).to.equal(0);
    const entries = server.entries();
    expect(entries[0]).to.deep.include({
      level: 30,
      msg: 'started',
      url: server.url,
      plugins: 1,
      tools: 2,
      refused: 0,
    });
    expect(entries.map(({ msg }) => msg).slice(-2)).to.deep.equal(['stopping', 'stopped']);
    expect(entries.at(-1)).to.include({ reason: 'SIGTERM' });
  });

  it('for people shows the text of tools escaped and below a line of its own', async () => {
    server = await startServer({ plugins, config: { log: { format: 'pretty' } } });
    await callTool(server.url, 'fails');
    expect(await server.end()).to.equal(0);
    const lines = server.stderr().trimEnd().split('\n');
    for (const line of lines) {
      expect(line).to.match(/^(\d\d:\d\d:\d\d\.\d{3} (debug|info |WARN |ERROR) | {13}│ )/);
      expect(line).not.to.match(/[\p{C}\p{Zl}\p{Zp}]/u);
    }
    expect(lines).to.include('             │ 09:00:00.000 ERROR forged\\u202e\\u001b[2J');
    expect(lines.join('\n')).to.match(
      / WARN {2}call fails: 422 tool_error [\d.]+ ms {2}talker 1\.2\.3 {2}127\.0\.0\.1 /,
    );
  });

  it('leaves out lines below its level', async () => {
    server = await startServer({ plugins, config: { log: { level: 'warn' } } });
    await callTool(server.url, 'works');
    await callTool(server.url, 'fails');
    await server.end();
    const entries = server.entries();
    expect(entries.map(({ level }) => level))
      .to.include(40)
      .and.not.include(30);
  });

  it('goes to a file, and to a new one after that was renamed', async () => {
    server = await startServer({ plugins, config: { log: { file: 'server.log' } } });
    const { folder, url } = server;
    const file = join(folder, 'server.log');
    await callTool(url, 'works');
    await setTimeout(1_500);
    renameSync(file, `${file}.1`);
    await callTool(url, 'fails');
    expect(await server.end()).to.equal(0);
    expect(server.stderr()).to.equal('');
    expect(readFileSync(`${file}.1`, 'utf8')).to.match(/"msg":"started".*\n(.*\n)*.*"toolName":"works"/);
    const rest = readFileSync(file, 'utf8');
    expect(rest)
      .to.match(/"toolName":"fails"/)
      .and.match(/"msg":"stopped"\}\n$/);
    expect(rest).not.to.match(/"toolName":"works"/);
  });
});
