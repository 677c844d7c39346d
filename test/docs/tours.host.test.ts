// The tours, from their first block to their last: files are written, commands run, and their output is that of the page.

import { setTimeout } from 'node:timers/promises';
import { expect } from 'chai';
import { masked } from '../../scripts/picture/draw.ts';
import { type Ran, Session } from '../../scripts/picture/session.ts';
import { CACHE_ENV } from '../support/cache.ts';
import { noCommands, skipWithout } from '../support/skip.ts';
import { type Block, page } from './pages.ts';

const TOURS = [
  'docs/tour-author.md',
  'docs/tour-operator.md',
  'docs/access.md',
  'docs/observability.md',
  'docs/deploying.md',
];
const MOST_WAIT_MS = 30_000;
const LOOK_MS = 200;

/** True if the text agrees with the block, apart from numbers; `…` in the block stands for anything. */
const isShown = ({ text }: Block, printed: string): boolean => {
  const parts = masked(text).split('…');
  const pattern = parts.map((part) => RegExp.escape(part)).join('.*');
  return new RegExp(`^${pattern}$`, 's').test(masked(printed));
};

/** Runs a line of a block. A server takes up a change a moment later, so a call is repeated until it gives the answer of the page. */
const runUntilShown = async (session: Session, command: string, shown: Block | undefined): Promise<Ran> => {
  const until = performance.now() + MOST_WAIT_MS;
  for (;;) {
    const ran = await session.run(command);
    const isRight = shown === undefined || isShown(shown, ran.output);
    if (isRight || !command.startsWith('curl') || performance.now() > until) return ran;
    await setTimeout(LOOK_MS);
  }
};

describe('the tours', function () {
  this.timeout(300_000);

  for (const path of TOURS) {
    it(`${path} can be followed as written`, async function () {
      skipWithout(this, `the tour of ${path}`, noCommands('curl'));
      const session = new Session(CACHE_ENV);
      const { blocks } = page(path);
      try {
        for (const [index, block] of blocks.entries()) {
          if (block.name !== '') session.write(block.name, block.text);
          if (block.language !== 'sh') continue;
          const next = blocks[index + 1];
          const shown = next?.name === '' && next.language !== 'sh' ? next : undefined;
          const commands = block.text.trim().split('\n');
          for (const [line, command] of commands.entries()) {
            const isLast = line === commands.length - 1;
            const { code, output } = await runUntilShown(session, command, isLast ? shown : undefined);
            if (shown === undefined || !isLast) expect(code, `${command}\n${output}`).to.equal(0);
            else if (!isShown(shown, output)) expect(output, command).to.equal(shown.text);
          }
        }
      } finally {
        await session.close();
      }
    });
  }

  it('would fail if a line were missing or different', () => {
    const block: Block = { language: 'text', name: '', text: 'one 1\n…\nlast 20\n' };
    expect(isShown(block, 'one 2\ntwo\nlast 3.5')).to.equal(true);
    expect(isShown(block, 'one 2\ntwo')).to.equal(false);
    expect(isShown(block, 'first\none 2\nlast 3')).to.equal(false);
  });
});
