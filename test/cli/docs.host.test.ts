// docs/cli.md says what the commands say of themselves, and its way from nothing to a signed file can be walked.

import { expect } from 'chai';
import { EXIT } from '../../src/cli/command.ts';
import { COMMANDS } from '../../src/cli/command-list.ts';
import { page, tablesOf } from '../docs/pages.ts';
import { runHere, temporaryFolder } from './run-command.ts';

const { text, blocks } = page('docs/cli.md');

/** The part of the page under a heading. */
const sectionOf = (name: string): string => text.split(/^## /m).find((part) => part.startsWith(`${name}\n`)) ?? '';

describe('the page of the command line', () => {
  for (const { name, load } of COMMANDS) {
    it(`has the flags of ${name}`, async () => {
      const { command } = await load();
      const expected = Object.entries(command.usage.flags ?? {}).map(([flag, { argument }]) =>
        argument === undefined ? `--${flag}` : `--${flag} ${argument}`,
      );
      const told = tablesOf(sectionOf(name), ['flag']).map(([flag = '']) => flag.replaceAll('`', ''));
      expect(told).to.have.members(expected);
    });
  }

  it('has the exit codes', () => {
    for (const code of Object.values(EXIT)) expect(text).to.match(new RegExp(`Exit codes[^\\n]*\\b${code} `));
  });
});

describe('the way from nothing to a signed file', function () {
  this.timeout(60_000);
  let folder: ReturnType<typeof temporaryFolder>;
  before(() => {
    folder = temporaryFolder();
  });
  after(() => folder.remove());
  const walk = blocks.find(({ language, text: commands }) => language === 'sh' && commands.includes('toolcell new'));
  const commands = walk?.text.trim().split('\n') ?? [];

  it('is on the page', () => expect(commands.length).to.be.greaterThan(6));

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
