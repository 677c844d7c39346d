// Appends entries to an audit log, one after the other, and prints the subject of each that is written. A process of its own in tests.

import { appendEntries } from '../../../src/server/audit/append.ts';

const [file = '', name = '', count = '0', rotateBytes = '0'] = process.argv.slice(2);
for (let number = 0; number < Number(count); number += 1) {
  const subject = `${name}${number}`;
  const draft = { time: new Date().toISOString(), who: 'user:test', action: 'plugin.approve', subject, outcome: 'ok' };
  const log = { file, rotateBytes: Number(rotateBytes), rotateDays: 90, keepFiles: 1_000 };
  const { error } = await appendEntries(log, [draft]);
  if (error) throw error;
  process.stdout.write(`${subject}\n`);
}
