// Writes docs/compatibility.md, with times of this machine: npm run compat.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { documentOf } from './document.ts';
import { MODES, packLibraries, runLibraries } from './run.ts';

const PAGE = join(import.meta.dirname, '../../docs/compatibility.md');
const MEASURED_CALLS = 15;

const libraries = await packLibraries();
console.log(`Packed ${libraries.length} libraries.`);
const runs = [];
for (const mode of MODES) {
  runs.push(...(await runLibraries(libraries, mode, { measuredCalls: MEASURED_CALLS })));
  console.log(`Ran their examples in ${mode} mode.`);
}
writeFileSync(PAGE, documentOf(libraries, runs));
console.log('Wrote docs/compatibility.md.');
