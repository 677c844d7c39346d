// `npm run wpt -- DIR`: runs web-platform-tests of what the guest offers inside the sandbox. See --help.
// Exit codes: 0 when all passed that are not known to fail, 1 when one did not, 2 for wrong usage.

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { KNOWN_FAILURES } from './known-failures.ts';
import { report, runSuite, staleEntries } from './run-suite.ts';
import { FOLDERS, readSuite } from './suite.ts';

const USAGE = `Usage: npm run wpt -- DIR [--only FOLDER] [--mode isolate|realm]

Runs the tests of web-platform-tests that need no page, of the parts that a tool is given, inside the sandbox, and prints
passed of total for each folder. DIR is a checkout of github.com/web-platform-tests/wpt.

  --only FOLDER  one of ${FOLDERS.slice(0, 4).join(', ')} … (any folder of the checkout)
  --mode MODE    the kind of fresh state, realm unless given
  --help         this text

Exit codes: 0 when all passed that are not known to fail (test/wpt/known-failures.ts), 1 when one did not, 2 for wrong usage.
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
  // A part of the suite does not show what fails elsewhere.
  for (const entry of values.only === undefined ? staleEntries(outcomes, options) : [])
    process.stdout.write(`note: ${entry} is said to fail in test/wpt/known-failures.ts, and nothing of it did\n`);
  return outcomes.some(({ ok, known }) => !ok && known === undefined) ? 1 : 0;
};

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  return 2;
});
