// `npm run docs`: writes the JSON Schema and docs/configuration.md from the table of settings.
// With `--check` it writes nothing, and ends with exit code 1 if they are out of date. An unknown flag gives exit code 2.

import { fileURLToPath } from 'node:url';
import { outdated, writeGenerated } from './generated.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const args = process.argv.slice(2);
const unknown = args.filter((arg) => arg !== '--check');
if (unknown.length > 0) {
  process.stderr.write(`${unknown.join(' ')}: there is no such flag → use --check or nothing\n`);
  process.exitCode = 2;
} else if (args.length > 0) {
  const paths = outdated(root);
  for (const path of paths) process.stderr.write(`${path}: it is out of date → run npm run docs\n`);
  process.exitCode = paths.length > 0 ? 1 : 0;
} else {
  for (const path of writeGenerated(root)) process.stdout.write(`Wrote ${path}\n`);
}
