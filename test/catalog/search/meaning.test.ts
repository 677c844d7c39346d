// How similarities of meaning and words are mixed, and that hidden tools have no influence.

import { expect } from 'chai';
import fc from 'fast-check';
import type { DiscoverablePlugin, DiscoverableTool } from '../../../src/catalog/search/fields.ts';
import { type FindRequest, findTools } from '../../../src/catalog/search/find-tools.ts';
import { TEN } from './world.ts';

const toolOf = (name: string, description = '') => ({ name, description, inputSchema: { type: 'object' } });
const PLUGINS: readonly DiscoverablePlugin[] = [
  { name: 'kitchen', tools: [toolOf('raise', 'Lets dough rest.'), toolOf('boil', 'Boils eggs.')] },
  { name: 'mail', tools: [toolOf('sendMail', 'Sends an email.'), toolOf('readFile', 'Reads a file.')] },
];

/** Similarities by name; a tool without one has no vector. */
const similar =
  (by: Readonly<Record<string, number>>) =>
  (tools: readonly DiscoverableTool[]): Float32Array =>
    Float32Array.from(tools, ({ name }) => by[name] ?? Number.NaN);

const find = (query: string, more: Partial<FindRequest>) =>
  findTools(PLUGINS, { query, maxTokens: 1_000, ...more }, TEN);

describe('a search with similarities of meaning', () => {
  it('finds the nearest tool without a word of the query, and says that it is close', () => {
    const similaritiesOf = similar({ raise: 0.6, boil: 0.2, sendMail: 0.1, readFile: 0.1 });
    const { ranking, tools, matched } = find('sourdough', { similaritiesOf });
    expect(ranking).to.equal('words+meaning');
    expect(tools.map(({ name, score, why }) => ({ name, score, why }))).to.deep.equal([
      { name: 'raise', score: 0.4, why: 'Close in meaning (0.60).' },
    ]);
    expect(matched).to.equal(1);
  });

  it('ranks a tool that has the words and the meaning before one that has either', () => {
    const similaritiesOf = similar({ raise: 0.1, boil: 0.1, sendMail: 0.8, readFile: 0.79 });
    const { tools } = find('send an email', { similaritiesOf });
    expect(tools.map(({ name }) => name)).to.deep.equal(['sendMail', 'readFile']);
    expect(tools[0]?.why).to.match(/^Has "send" in name and description; .*; close in meaning \(0\.80\)\.$/);
  });

  it('does not depend on the range in which a model has its similarities', () => {
    const far = { raise: 0.6, boil: 0.2, sendMail: 0.1, readFile: -0.1 };
    const near = Object.fromEntries(Object.entries(far).map(([name, value]) => [name, 0.8 + value / 10]));
    const namesWith = (by: Readonly<Record<string, number>>) =>
      find('read dough', { similaritiesOf: similar(by) }).tools.map(({ name, score }) => `${name} ${score.toFixed(2)}`);
    expect(namesWith(near)).to.deep.equal(namesWith(far));
  });

  it('ranks a tool of which nothing is known by its words', () => {
    const similaritiesOf = similar({ raise: 0.6, boil: 0.2, sendMail: 0.1 });
    const [words] = find('read a file', {}).tools;
    const { tools } = find('read a file', { similaritiesOf });
    expect(tools[0]).to.deep.equal({ ...words, score: 1 });
  });

  it('is one of words if there are no similarities', () => {
    const request = { similaritiesOf: () => undefined };
    expect(find('read a file', request)).to.deep.equal(find('read a file', {}));
  });

  it('finds the only tool that a caller may call if it is near at all', () => {
    const allows = (name: string): boolean => name === 'raise';
    const names = (similarity: number) =>
      find('sourdough', { allows, similaritiesOf: similar({ raise: similarity }) }).tools.map(({ name }) => name);
    expect(names(0.4)).to.deep.equal(['raise']);
    expect(names(-0.4)).to.deep.equal([]);
  });

  it('gives a caller the same answer as a server without the hidden tools', () => {
    const names = PLUGINS.flatMap(({ tools }) => tools.map(({ name }) => name));
    const value = fc.float({ min: -1, max: 1, noNaN: true });
    const query = fc.constantFrom('sourdough', 'send an email', 'read the file', 'boil dough');
    fc.assert(
      fc.property(fc.subarray(names), fc.array(value, { minLength: 4, maxLength: 4 }), query, (seen, values, asked) => {
        const by = Object.fromEntries(names.map((name, at) => [name, values[at] as number]));
        const without = PLUGINS.map((plugin) => ({
          ...plugin,
          tools: plugin.tools.filter(({ name }) => seen.includes(name)),
        }));
        const request = { query: asked, maxTokens: 1_000, similaritiesOf: similar(by) };
        const hidden = findTools(PLUGINS, { ...request, allows: (name) => seen.includes(name) }, TEN);
        expect(hidden).to.deep.equal(findTools(without, request, TEN));
        for (const { score } of hidden.tools) expect(score).to.be.within(0, 1);
      }),
    );
  });
});
