// docs/cli.md has the flags of every command, and its commands from nothing to a signed file work.

import { expect } from 'chai';
import { COMMANDS } from '../../src/cli/command-list.ts';
import { EXIT } from '../../src/cli/common/command.ts';
import { page, tablesOf } from '../docs/pages.ts';
import { runHere, temporaryFolder } from './run-command.ts';

const { text, blocks } = page('docs/cli.md');

/** The part of the page under a heading. */
const sectionOf = (name: string): string => text.split(/^## /m).find((part) => part.startsWith(`${name}\n`)) ?? '';

/** Flags of several commands, which stand once: flag → names of its commands. */
const common = tablesOf(text, ['common flag']).map(([flag = '', , names = '']) => ({ flag, names: names.split(', ') }));

describe('the page of the command line', () => {
  for (const { name, load } of COMMANDS) {
    it(`has the flags of ${name}`, async () => {
      const { command } = await load();
      const expected = Object.entries(command.usage.flags ?? {}).map(([flag, { argument }]) =>
        argument === undefined ? `--${flag}` : `--${flag} ${argument}`,
      );
      const own = tablesOf(sectionOf(name), ['flag']).map(([flag = '']) => flag);
      const shared = common.filter(({ names }) => names.includes(name)).map(({ flag }) => flag);
      const listed = [...own, ...shared].map((flag) => flag.replaceAll('`', ''));
      expect(listed).to.have.members(expected);
    });
  }

  it('has the exit codes', () => {
    for (const code of Object.values(EXIT)) expect(text).to.match(new RegExp(`Exit codes[^\\n]*\\b${code} `));
  });
});

describe('the commands from nothing to a signed file', function () {
  this.timeout(60_000);
  let folder: ReturnType<typeof temporaryFolder>;
  before(() => {
    folder = temporaryFolder();
  });
  after(() => folder.remove());
  const walk = blocks.find(({ language, text: commands }) => language === 'sh' && commands.includes('toolcell new'));
  const commands = walk?.text.trim().split('\n') ?? [];

  it('are on the page', () => expect(commands.length).to.be.greaterThan(6));

  for (const command of commands) {
    it(command, async () => {
      const words = [...command.replace('npx toolcell ', '').matchAll(/'([^']*)'|(\S+)/g)].map(
        ([, quoted, plain]) => quoted ?? plain ?? '',
      );
      const { code, stderr } = await runHere(words, { cwd: folder.path });
      expect(stderr).not.to.contain('✗');
      expect(code).to.equal(0);
    });
  }
});
