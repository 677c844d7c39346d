// `npm run wpt -- DIR`: runs web-platform-tests of the guest's web APIs inside the sandbox. See --help.
// Exit codes: 0 if there are no failures but known ones, 1 if there are others, 2 for wrong usage.

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { KNOWN_FAILURES } from './known-failures.ts';
import { report, runSuite, staleEntries } from './run-suite.ts';
import { FOLDERS, readSuite } from './suite.ts';

const USAGE = `Usage: npm run wpt -- DIR [--only FOLDER] [--mode isolate|realm]

Runs the tests of web-platform-tests for the web APIs that tools have, as far as they need no page, inside the sandbox. Prints
passed of total for each folder. DIR is a checkout of github.com/web-platform-tests/wpt.

  --only FOLDER  one of ${FOLDERS.slice(0, 4).join(', ')} … (any folder of the checkout)
  --mode MODE    the kind of fresh state (default: realm)
  --help         this text

Exit codes: 0 if there are no failures but known ones (test/wpt/known-failures.ts), 1 if there are others, 2 for wrong usage.
`;

const main = async (args: string[]): Promise<number> => {
  const accepted = {
    only: { type: 'string' },
    mode: { type: 'string', default: 'realm' },
    help: { type: 'boolean' },
  } as const;
  const { values, positionals } = parseArgs({ args, options: accepted, allowPositionals: true });
  const [folder] = positionals;
  if (values.help) {
    process.stdout.write(USAGE);
    return 0;
  }
  if (folder === undefined || !existsSync(folder) || (values.mode !== 'isolate' && values.mode !== 'realm')) {
    process.stderr.write(USAGE);
    return 2;
  }
  const files = readSuite(resolve(folder), values.only === undefined ? FOLDERS : [values.only]);
  if (files.length === 0) {
    process.stderr.write(`There are no tests in ${folder}: it should be a checkout of web-platform-tests.\n`);
    return 2;
  }
  const onFile = (path: string, index: number): void => {
    if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${index + 1}/${files.length} ${path}`);
  };
  const freshState: 'isolate' | 'realm' = values.mode;
  const options = { freshState, known: KNOWN_FAILURES };
  const outcomes = await runSuite(files, { ...options, checkout: resolve(folder), onFile });
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
  process.stdout.write(`${report(outcomes)}\n`);
  // A run of one folder cannot show that an entry matches nothing.
  for (const entry of values.only === undefined ? staleEntries(outcomes, options) : [])
    process.stdout.write(`note: ${entry} is listed in test/wpt/known-failures.ts, but did not fail\n`);
  return outcomes.some(({ ok, known }) => !ok && known === undefined) ? 1 : 0;
};

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  return 2;
});
