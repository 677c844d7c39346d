// The tour of a server from npm, from its first block to its last, with a registry of its own.

import { Session } from '../../scripts/picture/session.ts';
import { CACHE_ENV } from '../support/cache.ts';
import { noBubblewrap, noCommands, skipWithout } from '../support/skip.ts';
import { follow } from './follow.ts';
import { page } from './pages.ts';

describe('the tour of a server from npm', function () {
  this.timeout(600_000);

  it('can be followed as written', async function () {
    skipWithout(this, 'the tour of a server from npm', noBubblewrap() ?? noCommands('npm'));
    const session = new Session(CACHE_ENV);
    try {
      await follow(session, page('docs/tour-npm.md').blocks);
    } finally {
      await session.close();
    }
  });
});
