// What the server records waits in memory while the audit log cannot be written, within a bound, and is written in order afterwards.

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { AuditEntry } from '../../../src/server/audit/entry.ts';
import { readEntries } from '../../../src/server/audit/files.ts';
import { AuditRecorder } from '../../../src/server/audit/recorder.ts';
import { verifyLog } from '../../../src/server/audit/verify.ts';

const change = (number: number) => ({ who: 'server', action: 'plugin.serves', subject: String(number), outcome: 'ok' });

describe('the recorder of changes', function () {
  this.timeout(60_000);
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'toolcell-recorder-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('keeps 10,000 entries while the log cannot be written, says so once, and tells how many were lost', async () => {
    const told: string[] = [];
    const file = join(folder, 'later', 'audit.log');
    const recorder = new AuditRecorder({
      log: { file, rotateBytes: 400_000, rotateDays: 90, keepFiles: 1_000 },
      onFault: (text) => void told.push(text),
      onMended: (text) => void told.push(text),
      retryMs: 5,
    });
    for (let number = 0; number < 10_007; number += 1) recorder.record(change(number));
    expect(await recorder.settled(200)).to.equal(false);
    expect(recorder.fault).to.equal('ENOENT');
    mkdirSync(join(folder, 'later'));
    expect(await recorder.settled(30_000)).to.equal(true);
    expect(told).to.have.length(2);
    expect(told[0]).to.match(/^the audit log cannot be written to .*audit\.log \(ENOENT\) → make room/);
    expect(told[1]).to.match(/is written again$/);
    const entries: AuditEntry[] = [];
    for await (const entry of readEntries(file)) entries.push(entry);
    const served = entries.filter(({ action }) => action === 'plugin.serves');
    expect(served.map(({ subject }) => Number(subject))).to.deep.equal(
      Array.from({ length: 10_000 }, (_, index) => index),
    );
    const lost = entries.filter(({ action }) => action === 'chain.lost');
    expect(lost.map(({ detail }) => detail)).to.deep.equal([
      '7 entries are lost, because too many waited for the disk',
    ]);
    expect(await verifyLog(file)).to.deep.include({ faults: [], entries: 10_001 });
  });
});
