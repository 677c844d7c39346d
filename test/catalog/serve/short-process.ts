// A process that follows a plugins folder and runs out of descriptors. Started by catalog-sync.test.ts with few of them; prints what it serves then.

import { closeSync, openSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openCatalogSync } from '../../../src/catalog/serve/catalog-sync.ts';
import { defaultConfig, yesInspector } from '../plugins-folder.ts';

const [folder = ''] = process.argv.slice(2);
// Timers of the catalog keep no process alive.
const alive = setInterval(() => {}, 60_000);
const problems: string[] = [];
const sync = await openCatalogSync({
  folder,
  config: defaultConfig(),
  inspector: yesInspector,
  // Some are inspected, the others only listed.
  triedOutAtStart: 0,
  onProblem: (problem) => problems.push(problem),
});
const tools = (): string => sync.catalog.snapshot.toolNames.join(' ');
await sync.catalog.whenInspected('one-tool')?.settled;
sync.watch();

/** Opens files until the system gives no more. */
const exhaust = (): readonly number[] => {
  const opened: number[] = [];
  for (;;) {
    try {
      opened.push(openSync('/dev/null', 'r'));
    } catch {
      return opened;
    }
  }
};

// Loaded before no module can be.
await sync.reload();
// The watch is to see that it may not look, and this change only when it may again.
renameSync(join(folder, 'three'), join(folder, '.three'));
const opened = exhaust();
await sync.reload();
const whenShort = tools();
await pause(2_500);
const afterLooks = tools();
for (const descriptor of opened) closeSync(descriptor);
for (const startMs = performance.now(); tools().includes('three') && performance.now() - startMs < 10_000; )
  await pause(50);
process.stdout.write(JSON.stringify({ whenShort, afterLooks, whenEnough: tools(), problems }));
await sync.close();
clearInterval(alive);
rmSync(join(folder, '.three'), { recursive: true });
