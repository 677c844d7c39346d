// Follows the blocks of a page in a session: files are written, commands run, and their output is that of the page.

import { setTimeout } from 'node:timers/promises';
import { expect } from 'chai';
import { masked } from '../../scripts/picture/draw.ts';
import type { Ran, Session } from '../../scripts/picture/session.ts';
import type { Block } from './pages.ts';

const MOST_WAIT_MS = 30_000;
const LOOK_MS = 200;
/** What a server does a moment later: it takes up a change, and writes a line of its log. */
const SHOWS_LATER = /^(?:curl|npx toolcell why) /;

/** True if the text agrees with the block, apart from numbers; `…` in the block stands for anything. */
export const isShown = ({ text }: Block, printed: string): boolean => {
  const parts = masked(text).split('…');
  const pattern = parts.map((part) => RegExp.escape(part)).join('.*');
  return new RegExp(`^${pattern}$`, 's').test(masked(printed));
};

/** Runs a line of a block, and repeats it until it gives the answer of the page if that may come a moment later. */
const runUntilShown = async (session: Session, command: string, shown: Block | undefined): Promise<Ran> => {
  const until = performance.now() + MOST_WAIT_MS;
  for (;;) {
    const ran = await session.run(command);
    const isRight = shown === undefined || isShown(shown, ran.output);
    if (isRight || !SHOWS_LATER.test(command) || performance.now() > until) return ran;
    await setTimeout(LOOK_MS);
  }
};

/** Follows the blocks in their order. Fails at the first command that fails, or prints something else than the block below it. */
export const follow = async (session: Session, blocks: readonly Block[]): Promise<void> => {
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
};
