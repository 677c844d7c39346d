// What all plugins share, against one that takes as much of it as its limits let it.

import { expect } from 'chai';
import { startTestHost, type TestHost } from '../support/host.ts';

const LIST = 400_000;

const PLUGINS = {
  greedy: {
    source: `
      export const small = () => Array(${LIST}).fill([[]]);
      export const text = ({ length }) => 'é'.repeat(length);
    `,
    tools: { small: {}, text: {} },
  },
};

describe('what plugins share', () => {
  let host: TestHost;
  before(async () => {
    host = await startTestHost({ plugins: PLUGINS });
  });
  after(() => host.close());

  describe('the thread of the broker', () => {
    it('hands on long results as they are, short ones beside them', async () => {
      const lengths = [1, 100_000, 1, 1_000_000, 200_000, 1];
      const answers = await Promise.all(lengths.map((length) => host.call('text', { length })));
      for (const [index, { body }] of answers.entries()) expect(body).to.equal('é'.repeat(lengths[index] as number));
    });

    it('hands on results of very many values', async () => {
      const { body } = await host.call('small');
      expect(body).to.have.lengthOf(LIST);
    });
  });
});
