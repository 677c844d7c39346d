// The commonest jobs of an operator, as their page says: each in three commands at most, and in less than a minute or two.

import { expect } from 'chai';
import { Session } from '../../scripts/picture/session.ts';
import { CACHE_ENV } from '../support/cache.ts';
import { noCommands, skipWithout } from '../support/skip.ts';
import { follow } from './follow.ts';
import { commandsOf, page, sectionsOf } from './pages.ts';

const MOST_COMMANDS = 3;
/** A person at a quiet machine needs seconds. Here other tests run beside. */
const MOST_MS = 120_000;

const [preparation, ...jobs] = sectionsOf(page('docs/jobs-operator.md'));
/** What the caller does and what an author does is not the operator's work. */
const isOperators = (command: string): boolean => /^npx toolcell (?!pack )/.test(command);

describe('the jobs of an operator', function () {
  this.timeout(600_000);
  let session: Session;
  before(async function () {
    skipWithout(this, 'the jobs of an operator', noCommands('curl'));
    session = new Session(CACHE_ENV);
    await follow(session, preparation?.blocks ?? []);
  });
  after(() => session?.close());

  it('are five', () =>
    expect(jobs.map(({ title }) => title)).to.deep.equal([
      'Add a plugin',
      'Give a client a key for two tools',
      'Why did that call fail yesterday?',
      'Raise a limit',
      'Upgrade, and roll back',
    ]));

  for (const job of jobs)
    it(`takes at most ${MOST_COMMANDS} commands, which do what the page says: ${job.title}`, async () => {
      expect(commandsOf(job).filter(isOperators).length).to.be.within(1, MOST_COMMANDS);
      const startedAt = performance.now();
      await follow(session, job.blocks);
      expect(performance.now() - startedAt).to.be.below(MOST_MS);
    });
});
