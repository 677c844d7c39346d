// A process that changes the lock file of a folder again and again: `node lock-writer.ts FOLDER NAME TIMES`. Says "begun" once it has changed it for the first time.

import { updateLock, withEntry } from '../../../src/catalog/lock/lock.ts';

const [folder = '', name = '', times = '0'] = process.argv.slice(2);
for (let index = 0; index < Number(times); index += 1) {
  await updateLock(folder, (lock) =>
    withEntry(lock, `${name}-${index}`, {
      version: '1.0.0',
      digest: `sha256-${'a'.repeat(64)}`,
      tools: {},
      dropped: {},
      limits: {},
      toolLimits: {},
      capabilities: {},
      accepted: [],
      versions: [],
    }),
  );
  if (index === 0) process.stdout.write('begun\n');
}
