// The commands about receipts in docs/operating.md, run unchanged against a host; and the receipt that the page shows.

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect } from 'chai';
import type { Json } from '../../src/shared/protocol/json.ts';
import { startTestHost } from '../support/host.ts';
import { noCommands, skipWithout } from '../support/skip.ts';
import { page } from './pages.ts';

const run = promisify(execFile);

/** Every member's path with the kind of its value; null may stand for any number. */
const shapeOf = (value: Json, path = ''): string[] =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.entries(value).flatMap(([name, member]) => shapeOf(member, `${path}.${name}`))
    : [`${path}: ${value === null ? 'number' : typeof value}`];

describe('the receipt in docs/operating.md', function () {
  this.timeout(120_000);
  const { blocks } = page('docs/operating.md');
  const at = blocks.findIndex(({ text }) => text.includes('Prefer: receipt'));

  it('is what its commands print', async function () {
    skipWithout(this, 'the commands for receipts', noCommands('curl'));
    const source = 'export const summarizeText = ({ input }) => input;';
    const host = await startTestHost({ plugins: { texts: { source, tools: { summarizeText: {} } } } });
    const script = blocks[at]?.text.replaceAll('http://127.0.0.1:3000', host.url) ?? '';
    const { stdout: printed } = await run('bash', ['-c', script]).finally(() => host.close());
    expect(shapeOf(JSON.parse(printed))).to.deep.equal(shapeOf(JSON.parse(blocks[at + 1]?.text ?? '')));
  });
});
