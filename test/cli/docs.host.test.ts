// docs/cli.md has the flags of every command, and every exit code.

import { expect } from 'chai';
import { COMMANDS } from '../../src/cli/command-list.ts';
import { EXIT } from '../../src/cli/common/command.ts';
import { page, tablesOf } from '../docs/pages.ts';

const { text } = page('docs/cli.md');

/** The part of the page under a heading. */
const sectionOf = (name: string): string => text.split(/^## /m).find((part) => part.startsWith(`${name}\n`)) ?? '';

/** Flags of several commands, which stand once: with the commands that take them. */
const common = tablesOf(text, ['common flag']).map(([flag = '', , names = '']) => {
  const [, others] = /^all but (.*)$/.exec(names) ?? [];
  const listed = (others ?? names).split(', ');
  return { flag, isOf: (name: string): boolean => listed.includes(name) === (others === undefined) };
});

describe('the page of the command line', () => {
  for (const { name, load } of COMMANDS) {
    it(`has the flags of ${name}`, async () => {
      const { command } = await load();
      const expected = Object.entries(command.usage.flags ?? {}).map(([flag, { argument, isOptional = false }]) => {
        if (argument === undefined) return `--${flag}`;
        return isOptional ? `--${flag}[=${argument}]` : `--${flag} ${argument}`;
      });
      const own = [...sectionOf(name).matchAll(/^\* (`--[^`]+`): /gm)].map(([, flag = '']) => flag);
      const shared = common.filter(({ isOf }) => isOf(name)).map(({ flag }) => flag);
      const listed = [...own, ...shared].map((flag) => flag.replaceAll('`', ''));
      expect(listed).to.have.members(expected);
    });
  }

  it('has the exit codes', () => {
    for (const code of Object.values(EXIT)) expect(text).to.match(new RegExp(`Exit codes[^\\n]*\\b${code} `));
  });
});
