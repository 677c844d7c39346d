// Long bodies are checked in slices, between which others have their turns, and with the same outcome as short ones.

import { expect } from 'chai';
import { SLICE_BYTES, scannedInSlices } from '../../../src/front/http/sliced-scan.ts';
import { joinedInTurns } from '../../../src/front/http/turns.ts';
import { JsonScanner } from '../../../src/shared/text/json-scan.ts';
import { callBody, startFront } from './front.ts';

const LEVELS = 8;
const SLICES = 6;

const long = (text: string): Buffer =>
  Buffer.from(`{"toolName":"echo","arguments":{"a":"${text.repeat(SLICE_BYTES - 20)}"}}`);

describe('a scan in slices', () => {
  it('finds the same members and faults as one scan', async () => {
    for (const bytes of [
      long('x'),
      Buffer.from(`[${'1,'.repeat(SLICE_BYTES)}]`),
      Buffer.from(' '.repeat(3 * SLICE_BYTES)),
      Buffer.from(`${'['.repeat(9)}${' '.repeat(SLICE_BYTES)}`),
      Buffer.from(`{"a":"${'é'.repeat(SLICE_BYTES)}","b":[1,2]}`),
    ]) {
      const scanner = new JsonScanner(LEVELS, 4);
      const fault = scanner.fault(bytes);
      const scanned = await scannedInSlices(bytes, LEVELS, 4);
      expect(scanned.fault(bytes)).to.deep.equal(fault);
      expect([...scanned.marks]).to.deep.equal([...scanner.marks]);
    }
  });

  it('gives others a turn after each slice, however many bodies there are', async () => {
    const bytes = Buffer.from(`"${'x'.repeat(SLICES * SLICE_BYTES - 2)}"`);
    let turns = 0;
    let isOver = false;
    const count = (): void => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    await Promise.all([scannedInSlices(bytes, LEVELS, 0), scannedInSlices(bytes, LEVELS, 0)]);
    isOver = true;
    expect(turns).to.be.at.least(2 * SLICES - 1);
  });

  it('tells UTF-8 from other bytes as one check does, wherever characters are cut', async () => {
    for (const before of [0, 1, 2, 3])
      for (const character of ['é', '€', '😀']) {
        const bytes = Buffer.from(`"${'x'.repeat(before)}${character.repeat(600_000)}"`);
        expect((await scannedInSlices(bytes, LEVELS, 0)).isUtf8).to.equal(true);
        bytes[131_072 + before] = 0xff;
        expect((await scannedInSlices(bytes, LEVELS, 0)).isUtf8).to.equal(false);
        expect((await scannedInSlices(bytes.subarray(0, -2), LEVELS, 0)).isUtf8).to.equal(false);
      }
  }).timeout(20_000);

  it('joins chunks of a long body in turns', async () => {
    const chunks = Array.from({ length: 40 }, (_, index) => Buffer.alloc(50_000 + index, index));
    const whole = Buffer.concat(chunks);
    let turns = 0;
    let isOver = false;
    const count = (): void => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    expect((await joinedInTurns([...chunks], whole.length)).equals(whole)).to.equal(true);
    isOver = true;
    expect(turns).to.be.at.least(10);
  });

  it('lets long bodies through both routes', async () => {
    const front = await startFront({ server: { bodyBytes: 1_000_000 }, argumentsBytes: 900_000 });
    const args = JSON.stringify({ a: 'x'.repeat(12 * SLICE_BYTES) });
    expect((await front.post(callBody(args))).body).to.equal(args);
    const bare = await front.request('POST', '/tools/echo', { 'Content-Type': 'application/json' }, `\ufeff${args}`);
    expect(bare.body).to.equal(args);
    expect((await front.post(`${callBody(args)},`)).status).to.equal(400);
    await front.close();
  });
});
