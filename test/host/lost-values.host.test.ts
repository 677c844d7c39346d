// A result that JSON would change without a word is refused, and the refusal says where and what to return instead. In both modes.

import { expect } from 'chai';
import { type Answer, startTestHost, type TestHost } from '../support/host.ts';

const SOURCE = `
const VALUES = {
  nan: () => ({ mean: 0 / 0 }),
  infinite: () => [1, [-1 / 0]],
  map: () => ({ by: { name: new Map([['a', 1]]) } }),
  set: () => new Set([1]),
  bytes: () => ({ data: new Uint8Array([1, 2]) }),
  noBytes: () => ({ data: new Uint8Array() }),
  buffer: () => new ArrayBuffer(8),
  deepMap: () => { let deep = new Map(); for (let i = 0; i < 40; i += 1) deep = [deep]; return deep; },
  kept: () => ({ none: null, empty: {}, first: { 0: 'a' }, when: new Date(0), gone: undefined, words: 'null {} {"0":', zero: -0 }),
  own: () => ({ toJSON: () => ({ all: null }) }),
  once: () => { let reads = 0; return { none: null, get value() { reads += 1; if (reads > 1) throw new Error('again'); return 1; } }; },
};
export const give = ({ kind }) => VALUES[kind]();
export const giveLater = async ({ kind }) => VALUES[kind]();
`;
const TOOL = { inputSchema: { type: 'object', required: ['kind'] }, outputSchema: {} };

for (const freshState of ['realm', 'isolate'] as const)
  describe(`results that JSON cannot hold, in ${freshState} mode`, function () {
    this.timeout(120_000);
    let host: TestHost;
    before(async () => {
      const plugins = { giver: { source: SOURCE, tools: { give: TOOL, giveLater: TOOL } } };
      host = await startTestHost({ plugins, freshState });
    });
    after(() => host.close());
    const give = (kind: string, tool = 'give'): Promise<Answer> => host.call(tool, { kind });

    for (const [kind, detail] of [
      ['nan', 'The result has, at /mean, NaN, which JSON cannot hold. Return null if there is no number.'],
      ['infinite', 'The result has, at /1/0, -Infinity, which JSON cannot hold. Return null if there is no number.'],
      ['map', 'The result has, at /by/name, a Map, which JSON cannot hold. Return Object.fromEntries(map).'],
      ['set', 'The result is a Set, which JSON cannot hold. Return [...set].'],
      ['bytes', 'The result has, at /data, bytes, which JSON cannot hold. Return [...bytes], or a text in base64.'],
      ['noBytes', 'The result has, at /data, bytes, which JSON cannot hold. Return [...bytes], or a text in base64.'],
      ['buffer', 'The result is bytes, which JSON cannot hold. Return [...bytes], or a text in base64.'],
      [
        'deepMap',
        `The result has, at ${'/0'.repeat(40)}, a Map, which JSON cannot hold. Return Object.fromEntries(map).`,
      ],
    ] as const)
      it(`are refused: ${kind}`, async () => {
        for (const tool of ['give', 'giveLater'])
          expect((await give(kind, tool)).body, tool).to.include({ code: 'invalid_result', fault: 'plugin', detail });
      });

    it('are not looked for in what JSON holds, and in what says itself what is written', async () => {
      expect((await give('kept')).body).to.deep.equal({
        none: null,
        empty: {},
        first: { 0: 'a' },
        when: '1970-01-01T00:00:00.000Z',
        words: 'null {} {"0":',
        zero: 0,
      });
      expect((await give('own')).body).to.deep.equal({ all: null });
    });

    it('do not fail a result that cannot be read twice', async () => {
      expect((await give('once')).body).to.deep.equal({ none: null, value: 1 });
    });
  });
