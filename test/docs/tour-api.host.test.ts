// The tour of an API, from its first block to its last, without a network.

import { Session } from '../../scripts/picture/session.ts';
import { CACHE_ENV } from '../support/cache.ts';
import { follow } from './follow.ts';
import { page } from './pages.ts';

describe('the tour of an API', function () {
  this.timeout(300_000);

  it('can be followed as written', async () => {
    const session = new Session(CACHE_ENV);
    try {
      await follow(session, page('docs/tour-api.md').blocks);
    } finally {
      await session.close();
    }
  });
});
