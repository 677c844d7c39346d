// The count of tokens: what the tokenizer says, for usual texts, and a bound of time for the others.

import { expect } from 'chai';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { Definitions } from '../../../src/catalog/search/definitions.ts';
import { textTokens, toolTokens } from '../../../src/catalog/search/token-count.ts';
import { TokenCounts } from '../../../src/catalog/search/tokens.ts';
import { SidePool } from '../../../src/shared/lifetime/side-pool.ts';
import { CORPUS } from './world.ts';

const TOOLS = CORPUS.flatMap(({ tools }) => tools);

describe('the tokens of a tool', function () {
  this.timeout(20_000);

  it('are those of its name, description and input schema as JSON', () => {
    for (const { name, description, inputSchema } of TOOLS)
      expect(toolTokens({ name, description, inputSchema })).to.equal(
        countTokens(JSON.stringify({ name, description, input_schema: inputSchema })),
      );
  });

  it('are counted once for each definition', async () => {
    const side = new SidePool();
    const counts = new TokenCounts(new Definitions(side));
    const { name, description, inputSchema } = TOOLS[0] as (typeof TOOLS)[number];
    let reads = 0;
    const tool = {
      name,
      inputSchema,
      get description() {
        reads += 1;
        return description;
      },
    };
    const [first, second] = await Promise.all([counts.of([tool, ...TOOLS]), counts.of([tool])]);
    expect(first(tool)).to.equal(toolTokens({ name, description, inputSchema }));
    expect(second(tool)).to.equal(first(tool));
    expect((await counts.of(TOOLS))(TOOLS[5] as (typeof TOOLS)[number])).to.equal(
      toolTokens(TOOLS[5] as (typeof TOOLS)[number]),
    );
    expect(reads).to.equal(1);
    await side.close();
  });

  it('of a text with special tokens are those of its characters', () => {
    expect(textTokens('<|endoftext|>')).to.be.greaterThan(1);
  });

  it('of long runs are nearly those that the tokenizer counts', () => {
    for (const part of ['a', 'word', 'é', '天気', '!', ' ', '=-', '7']) {
      const text = part.repeat(1_200 / part.length);
      expect(textTokens(text), part).to.be.within(countTokens(text), countTokens(text) * 1.3 + 12);
    }
  });

  it('are counted in little time whatever the text', () => {
    const startMs = performance.now();
    for (const part of ['a', 'A', 'é', '天', '\u0301', '!', '"', ' ', '\n', '\r\n ', 'xq', "a'", '9', '\ud800'])
      expect(textTokens(part.repeat(1_000_000 / part.length)), part).to.be.within(1_000, 4_000_000);
    // It takes 3 s. One word of a million letters would take hours.
    expect(performance.now() - startMs).to.be.below(30_000);
  }).timeout(60_000);
});
