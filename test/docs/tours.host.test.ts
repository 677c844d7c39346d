// The tours, from their first block to their last: files are written, commands run, and their output is that of the page.

import { expect } from 'chai';
import { Session } from '../../scripts/picture/session.ts';
import { CACHE_ENV } from '../support/cache.ts';
import { noCommands, skipWithout } from '../support/skip.ts';
import { follow, isShown } from './follow.ts';
import { type Block, page } from './pages.ts';

const TOURS = [
  'docs/tour-author.md',
  'docs/tour-operator.md',
  'docs/access.md',
  'docs/observability.md',
  'docs/deploying.md',
];

describe('the tours', function () {
  this.timeout(300_000);

  for (const path of TOURS) {
    it(`${path} can be followed as written`, async function () {
      skipWithout(this, `the tour of ${path}`, noCommands('curl'));
      const session = new Session(CACHE_ENV);
      try {
        await follow(session, page(path).blocks);
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
