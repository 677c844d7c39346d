// The log in a terminal: short coloured lines for people, and JSON if a flag asks for it.

import { rmSync } from 'node:fs';
import { expect } from 'chai';
import { BIN } from '../../cli/run-command.ts';
import { CACHE_ENV } from '../../support/cache.ts';
import { writePlugins } from '../../support/config.ts';
import { callTool } from '../../support/host.ts';
import { PROJECT } from '../../support/launchers.ts';
import { skipWithout } from '../../support/skip.ts';
import { CTRL_C, openTerminal, type Terminal, terminalLacks } from '../../support/terminal.ts';

describe('the log in a terminal', function () {
  this.timeout(90_000);
  let plugins: string;
  let terminal: Terminal;
  before(function () {
    skipWithout(this, 'the log in a terminal', terminalLacks());
    plugins = writePlugins({ echoes: { source: 'export const echo = (args) => args;', tools: { echo: {} } } });
  });
  after(() => plugins && rmSync(plugins, { recursive: true }));
  beforeEach(async () => {
    terminal = await openTerminal(PROJECT, { ...process.env, ...CACHE_ENV });
  });
  afterEach(() => terminal.close());

  const serve = async (flags: string): Promise<void> => {
    terminal.run(`TERM=xterm ${process.execPath} ${BIN} serve --port 0 --plugins ${plugins} ${flags}`);
    const [, url = ''] = await terminal.until(/serves on (\S+) /);
    await callTool(url, 'echo');
  };

  it('is coloured and short', async () => {
    await serve('');
    const [line] = await terminal.until(/\S+ [^\n]*call echo: 200 [^\n]*\n/);
    const shown = line.replaceAll('\u001b', 'ESC');
    expect(shown).to.match(/ESC\[32minfo ESC\[39m call echo: 200 [\d.]+ ms {2}ESC\[2mechoes \d/);
    terminal.type(CTRL_C);
    expect(await terminal.untilPrompt()).to.equal(0);
  });

  it('is JSON with --log json', async () => {
    await serve('--log json');
    const [line] = await terminal.until(/\{[^\n]*"toolName":"echo"[^\n]*\}/);
    expect(JSON.parse(line)).to.include({ msg: 'call', code: 'ok', toolName: 'echo' });
    terminal.type(CTRL_C);
    expect(await terminal.untilPrompt()).to.equal(0);
  });
});
