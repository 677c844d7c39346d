// Log lines that are written together: none is lost, reordered, or kept for long.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { createLineBatch } from '../../../src/server/log/log.ts';

const lineOf = (n: number): string => `${n}\n`;
const FAR_AWAY = 1_000_000;

describe('a batch of lines', () => {
  it('is handed on in order when it is long enough', () => {
    const handed: string[] = [];
    const lines = createLineBatch((batch) => handed.push(batch), { batchCharacters: 10, flushMs: FAR_AWAY });
    for (let n = 0; n < 12; n += 1) lines.write(lineOf(n));
    lines.flush();
    lines.flush();
    expect(handed).to.deep.equal(['0\n1\n2\n3\n4\n', '5\n6\n7\n8\n9\n', '10\n11\n']);
  });

  it('is handed on after its time, again and again', async () => {
    const handed: string[] = [];
    const lines = createLineBatch((batch) => handed.push(batch), { batchCharacters: FAR_AWAY, flushMs: 20 });
    for (let n = 0; n < 3; n += 1) {
      lines.write(lineOf(n));
      expect(handed).to.have.lengthOf(n);
      await setTimeout(60);
      expect(handed).to.have.lengthOf(n + 1);
    }
  });

  it('keeps no process alive', async () => {
    const file = fileURLToPath(new URL('../../../src/server/log/log.ts', import.meta.url));
    const code = `
      const { createLineBatch } = await import(${JSON.stringify(`file://${file}`)});
      const lines = createLineBatch((batch) => process.stdout.write(batch), { batchCharacters: 1e6, flushMs: 60_000 });
      process.once('exit', lines.flush);
      lines.write('kept\\n');`;
    const startedAt = performance.now();
    const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [written] = await Promise.all([text(child.stdout), once(child, 'exit')]);
    expect(written).to.equal('kept\n');
    expect(performance.now() - startedAt).to.be.below(10_000);
  });
});
