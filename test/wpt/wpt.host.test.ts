// Tests the script that runs web-platform-tests, on a small folder of tests in the suite's style: passes, failures and known failures.

import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { KNOWN_FAILURES, type KnownFailure } from './known-failures.ts';
import { report, runSuite, staleEntries } from './run-suite.ts';
import { readSuite } from './suite.ts';

const CHECKOUT = fileURLToPath(new URL('../fixtures/wpt', import.meta.url));
const RUN = fileURLToPath(new URL('./run.ts', import.meta.url));

describe('web-platform-tests', function () {
  this.timeout(120_000);

  it('are found with the scripts that they include, without those for pages', () => {
    const files = readSuite(CHECKOUT);
    expect(files.map(({ path }) => path)).to.deep.equal([
      'url/parsing.any.js',
      'encoding/broken.any.js',
      'dom/abort/events.any.js',
      'fetch/api/headers/order.any.js',
      'fetch/api/basic/asks.any.js',
      'streams/reading.any.js',
    ]);
    expect(files[0]?.included.join()).to.include('function nameOf');
  });

  for (const freshState of ['isolate', 'realm'] as const)
    it(`run inside the sandbox, in ${freshState} mode`, async () => {
      const outcomes = await runSuite(readSuite(CHECKOUT), { checkout: CHECKOUT, freshState, known: KNOWN_FAILURES });
      const wrong = outcomes.filter(({ ok }) => !ok);
      expect(wrong.map(({ name, known }) => [name, known !== undefined])).to.deep.equal([
        ['Parsing: <x:y>', false],
        ['The label big5', true],
        ['Wrong on purpose', false],
        ['the file', false],
      ]);
      expect(report(outcomes).split('\n').slice(0, 6)).to.deep.equal([
        'url                4 of 5',
        'encoding           1 of 4, 1 known to fail',
        'dom/abort          3 of 3',
        'fetch/api/headers  2 of 2',
        'fetch/api/basic    3 of 3',
        'streams            2 of 2',
      ]);
    });

  it('report known failures that did not occur in the files and the mode that ran', async () => {
    const reason = 'for a reason';
    const known: readonly KnownFailure[] = [
      { files: 'encoding/**', tests: ['wrong', 'RIGHT'], reason },
      { files: 'encoding/broken.any.js', reason },
      { files: 'encoding/b*.any.js', reason },
      { files: 'encoding/broken.any.js', mode: 'isolate', reason },
      { files: 'url/**', reason },
    ];
    const options = { freshState: 'realm', known } as const;
    const outcomes = await runSuite(readSuite(CHECKOUT, ['encoding']), { ...options, checkout: CHECKOUT });
    expect(outcomes.filter(({ ok }) => !ok).map((each) => known.indexOf(each.known as KnownFailure))).to.deep.equal([
      ...[1, 0, 1],
    ]);
    expect(staleEntries(outcomes, options)).to.deep.equal(['encoding/**: RIGHT', 'encoding/b*.any.js']);
  });

  it('print the usage if there is no checkout', () => {
    const { status, stderr } = spawnSync(process.execPath, [RUN, '/nowhere'], { encoding: 'utf8' });
    expect(status).to.equal(2);
    expect(stderr).to.include('Usage: npm run wpt -- DIR');
  });
});
