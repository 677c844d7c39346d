// What serves after any sequence of events in the life of plugins; see life-model.ts. The same lives each time; life.nightly.test.ts has others.

import { liveLives } from './life-model.ts';

describe('the life of plugins', () => {
  it('lets nothing serve that the operator has not let through, in any order of events', () =>
    liveLives(15, 20_261_122)).timeout(300_000);
});
