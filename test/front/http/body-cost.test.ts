// Reading a body costs the listening thread time in proportion to its bytes, whatever they are.

import { expect } from 'chai';
import { createToolRequestReader } from '../../../src/front/http/tool-request.ts';
import { CallError } from '../../../src/shared/protocol/errors.ts';

const BODY_BYTES = 1_090_000;
const toolRequestFrom = createToolRequestReader({ bodyDepth: 64, argumentsBytes: BODY_BYTES });
const RUNS = 4;
/** Some systems measure the CPU time of a thread in hundredths of a second. */
const TIMES_A_RUN = 15;
const MOST_TIMES = 6;

const filled = (unit: string, before = '', after = ''): Buffer =>
  Buffer.from(before + unit.repeat((BODY_BYTES - before.length - after.length) / unit.length) + after);

const record = '{"id":12345,"name":"a name","tags":["one","two"],"price":12.5},';
const GOOD = filled(record, '{"toolName":"echo","arguments":{"list":[', '0]}}');

const BAD: Readonly<Record<string, Buffer>> = {
  commas: filled(','),
  words: filled('a '),
  'one member very often': filled('"arguments":{},', '{', '"toolName":"echo"}'),
  'very many members': Buffer.from(`{${Array.from({ length: 70_000 }, (_, n) => `"k${n}":[]`).join(',')}}`),
  'lines, and a word at the end': filled('\n', '', 'x'),
  'small arrays that are cut off': filled('[],', '{"toolName":"echo","arguments":{"list":['),
  'small objects that end wrongly': filled('{},', '[', '}'),
  'good records that end wrongly': filled(record, '[', '}'),
};

/** CPU time of this thread for the quickest of several runs, because a busy machine slows some of them. */
const leastCpuOf = async (body: Buffer): Promise<number> => {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < RUNS; run += 1) {
    const before = process.threadCpuUsage();
    for (let time = 0; time < TIMES_A_RUN; time += 1) {
      try {
        await toolRequestFrom(body);
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
      }
    }
    const { user, system } = process.threadCpuUsage(before);
    least = Math.min(least, user + system);
  }
  return least;
};

describe('reading a body of a megabyte', () => {
  let costOfGood: number;
  before(async () => {
    costOfGood = await leastCpuOf(GOOD);
  });

  it('takes arguments of that size', async () => {
    expect((await toolRequestFrom(GOOD)).toolName).to.equal('echo');
  });

  it('gives the arguments as a part of the body, without a copy', async () => {
    const { argumentsJson } = await toolRequestFrom(GOOD);
    expect(argumentsJson.buffer).to.equal(GOOD.buffer);
    expect(argumentsJson.equals(GOOD.subarray(GOOD.indexOf('{"list"'), -1))).to.equal(true);
  });

  for (const [title, body] of Object.entries(BAD)) {
    it(`costs at most ${MOST_TIMES} times as much as a good one: ${title}`, async () => {
      const error = await Promise.resolve(toolRequestFrom(body)).catch((reason: unknown) => reason);
      expect(error).to.be.instanceOf(CallError);
      expect(await leastCpuOf(body)).to.be.below(MOST_TIMES * costOfGood);
    });
  }
});
