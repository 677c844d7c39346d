// The answer to a search: order, budget, reasons, hints, and that hidden tools have no influence.

import { expect } from 'chai';
import fc from 'fast-check';
import type { DiscoverablePlugin } from '../../../src/catalog/search/fields.ts';
import { DEFAULT_LIMIT, findTools } from '../../../src/catalog/search/find-tools.ts';
import { indexOf } from '../../../src/catalog/search/ranking.ts';
import { CORPUS, QUERIES, TEN } from './world.ts';

const pluginOf = (name: string, ...tools: DiscoverablePlugin['tools']): DiscoverablePlugin => ({ name, tools });
const toolOf = (name: string, description = '', properties: object = {}) => ({
  name,
  description,
  inputSchema: { type: 'object', properties },
});

const MAIL = [
  pluginOf(
    'mail',
    toolOf('sendMail', 'Sends an email to a customer.', { recipient: { type: 'string', description: 'An address.' } }),
    toolOf('listMail', 'Lists the messages of a folder.'),
    toolOf('weather', 'Temperature at a place.'),
  ),
];

const namesOf = (plugins: readonly DiscoverablePlugin[], query: string, maxTokens = 1_000): readonly string[] =>
  findTools(plugins, { query, maxTokens }, TEN).tools.map(({ name }) => name);

describe('the search for tools', () => {
  it('finds a tool by words of its name, description and arguments, in any form', () => {
    for (const query of ['sending mails', 'customers', 'the recipients', 'SEND_MAIL', 'send-mail', 'sendMail'])
      expect(namesOf(MAIL, query)[0], query).to.equal('sendMail');
  });

  it('finds a hash by the word that people have for it', () => {
    const plugins = [
      pluginOf('docs', toolOf('outline', 'Lists the headings of a document.'), toolOf('patch', 'Changes a file.')),
      pluginOf('hashes', toolOf('sha256', 'Computes the SHA-256 digest of a text.')),
    ];
    expect(namesOf(plugins, 'fingerprint of a file')).to.include('sha256');
  });

  it('finds values of nested arguments', () => {
    const deep = { filter: { type: 'object', properties: { state: { enum: ['archived', 'active'] } } } };
    const items = { rows: { type: 'array', items: { $ref: '#/$defs/row' } } };
    const plugins = [pluginOf('deep', toolOf('one', 'First.', deep), toolOf('two', 'Second.', items))];
    expect(namesOf(plugins, 'archived')).to.deep.equal(['one']);
    expect(namesOf(plugins, 'rows')).to.deep.equal(['two']);
  });

  it('does not read members that are inherited, and takes their names as words', () => {
    for (const query of ['constructor', '__proto__', 'toString', 'hasOwnProperty'])
      expect(namesOf(MAIL, query), query).to.deep.equal([]);
    const odd = [pluginOf('odd', toolOf('constructor', 'toString __proto__', { hasOwnProperty: {} }))];
    for (const query of ['constructor', '__proto__', 'toString', 'hasOwnProperty'])
      expect(namesOf(odd, query), query).to.deep.equal(['constructor']);
  });

  it('finds words of scripts without spaces, and letters with accents', () => {
    const plugins = [pluginOf('world', toolOf('one', '天気予報を調べる'), toolOf('two', 'Réserve un hôtel'))];
    expect(namesOf(plugins, '天気')).to.deep.equal(['one']);
    expect(namesOf(plugins, 'hotel reserve')).to.deep.equal(['two']);
  });

  it('says which words it found where, and for what a synonym stands', () => {
    const [first] = findTools(MAIL, { query: 'send a client', maxTokens: 100 }, TEN).tools;
    expect(first?.name).to.equal('sendMail');
    expect(first?.why).to.equal('Has "send" in name and description; has "customer" (for "client") in description.');
  });

  it('gives scores from 0 to 1 that fall, and names in order if they are equal', () => {
    for (const { query } of QUERIES.heldOut) {
      const { tools } = findTools(CORPUS, { query, maxTokens: 10_000, limit: 200 }, TEN);
      for (const [at, { score, name }] of tools.entries()) {
        expect(score).to.be.within(0, 1);
        const next = tools[at + 1];
        if (next)
          expect(score > next.score || (score === next.score && name < next.name), `${name} ${next.name}`).to.equal(
            true,
          );
      }
    }
  });

  it('skips a tool that does not fit if a later one does, and counts what it left out', () => {
    const plugins = [
      pluginOf('zip', toolOf('zip', 'Zip zip.'), toolOf('zipLarge', 'Zip.'), toolOf('zipSmall', 'Zip.')),
    ];
    const tokensOf = ({ name }: { name: string }): number => (name === 'zipLarge' ? 90 : 10);
    const { tools, ...rest } = findTools(plugins, { query: 'zip', maxTokens: 25 }, tokensOf);
    expect(tools.map(({ name }) => name)).to.deep.equal(['zip', 'zipSmall']);
    expect(rest).to.deep.equal({
      ranking: 'words',
      usedTokens: 20,
      matched: 3,
      leftOut: { overBudget: 1, overLimit: 0 },
    });
    const one = findTools(plugins, { query: 'zip', maxTokens: 25, limit: 1 }, tokensOf);
    expect(one.leftOut).to.deep.equal({ overBudget: 0, overLimit: 2 });
  });

  it('has a limit of its own', () => {
    const tools = Array.from({ length: 50 }, (_, at) => toolOf(`zip${at}`, 'Zip.'));
    expect(namesOf([pluginOf('zip', ...tools)], 'zip', 10_000)).to.have.length(DEFAULT_LIMIT);
  });

  it('says what to do if it finds nothing', () => {
    const hintOf = (query: string, maxTokens: number, limit?: number) =>
      findTools(MAIL, { query, maxTokens, ...(limit !== undefined && { limit }) }, TEN).hint;
    expect(hintOf(' ', 100)).to.match(/^The query is empty\./);
    expect(hintOf('the of and', 100)).to.match(/^No tool that you may call has a word of the query\./);
    expect(hintOf('xyzzy', 100)).to.match(/^No tool that you may call has a word of the query\./);
    expect(hintOf('weather', 5)).to.equal('1 tool matches, but none fits the budget. Ask with more tokens.');
    expect(hintOf('weather', 100, 0)).to.equal('The limit allows no tool. Ask for at least 1.');
    expect(hintOf('weather', 100)).to.equal(undefined);
  });

  it('builds one index for one list of plugins', () => {
    expect(indexOf(CORPUS)).to.equal(indexOf(CORPUS));
    expect(indexOf([...CORPUS])).not.to.equal(indexOf(CORPUS));
  });

  it('answers a caller as if hidden tools did not exist', () => {
    const all = CORPUS.flatMap(({ tools }) => tools.map(({ name }) => name));
    const queries = fc.constantFrom(...QUERIES.tuning.map(({ query }) => query));
    fc.assert(
      fc.property(queries, fc.subarray(all), (query, names) => {
        const visible = new Set(names);
        const allows = (name: string): boolean => visible.has(name);
        const alone = CORPUS.map((plugin) => ({ ...plugin, tools: plugin.tools.filter(({ name }) => allows(name)) }));
        const request = { query, maxTokens: 500 };
        const told = ({ tools, ...rest }: ReturnType<typeof findTools>) => ({
          ...rest,
          tools: tools.map(({ name, score, why, tokens }) => ({ name, score, why, tokens })),
        });
        expect(told(findTools(CORPUS, { ...request, allows }, TEN))).to.deep.equal(
          told(findTools(alone, request, TEN)),
        );
      }),
      { numRuns: 60 },
    );
  });
});

const anySchema = fc.oneof(
  fc.constantFrom({}, { properties: null }, { properties: 7, enum: {} }, { items: [[]], anyOf: 'x', enum: [null, {}] }),
  fc.object({ maxDepth: 4 }),
);
const anyTool = fc.record(
  {
    name: fc.stringMatching(/^[A-Za-z0-9_-]{1,12}$/),
    title: fc.string(),
    description: fc.string({ unit: 'binary', maxLength: 60 }),
    inputSchema: anySchema,
    examples: fc.array(fc.record({ description: fc.string() }, { requiredKeys: [] }), { maxLength: 3 }),
  },
  { requiredKeys: ['name', 'description', 'inputSchema'] },
);
const anyPlugins = fc.array(
  fc.record({ name: fc.string(), description: fc.string(), tools: fc.array(anyTool, { maxLength: 6 }) }),
  { maxLength: 4 },
);
const anyQuery = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string(),
  fc
    .array(fc.constantFrom('send', 'email', 'the', '__proto__', 'createIssue', 's3'), { maxLength: 8 })
    .map((words) => words.join(' ')),
);

const frozen = <Value>(value: Value): Value => {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const member of Object.values(value)) frozen(member);
  return value;
};

describe('any search in any tools', () => {
  it('stays in its budget and its limit, changes nothing, and has the same answer again', () => {
    const numbers = fc.oneof(fc.integer({ min: -5, max: 200 }), fc.constantFrom(Number.NaN, Infinity, -Infinity, 0.5));
    fc.assert(
      fc.property(anyPlugins, anyQuery, numbers, numbers, (plugins, query, maxTokens, limit) => {
        frozen(plugins);
        const tokensOf = ({ name }: { name: string }): number => name.length;
        const found = findTools(plugins, { query, maxTokens, limit }, tokensOf);
        expect(found.usedTokens).to.equal(found.tools.reduce((sum, { tokens }) => sum + tokens, 0));
        if (found.tools.length > 0) expect(found.usedTokens).to.be.at.most(maxTokens);
        expect(found.tools.length).to.be.at.most(Math.max(0, Number.isNaN(limit) ? Infinity : Math.ceil(limit)));
        expect(found.matched).to.equal(found.tools.length + found.leftOut.overBudget + found.leftOut.overLimit);
        expect(found.hint === undefined).to.equal(found.tools.length > 0);
        for (const { score, why } of found.tools) {
          expect(score).to.be.within(0, 1);
          expect(why).to.match(/^Has ".+\.$/su);
        }
        // A new list of plugins has a new index.
        expect(findTools([...plugins], { query, maxTokens, limit }, tokensOf)).to.deep.equal(found);
      }),
      { numRuns: 500 },
    );
  });

  it('takes little time for queries and tools that mean harm', () => {
    const walls = [
      'a',
      'A',
      'aA',
      'a1',
      '_',
      ' ',
      '-a',
      'é',
      '\u0301',
      '\ufdfa',
      '天',
      'https://',
      'a@',
      '@',
      'ing',
      '\ud800',
      'send mail ',
    ].map((part) => part.repeat(1_000_000 / part.length));
    const schema = (levels: number): object =>
      levels === 0 ? {} : { properties: { a: schema(levels - 1), b: schema(levels - 1) }, enum: walls.slice(0, 3) };
    const plugins = [
      pluginOf('walls', ...walls.map((wall, at) => ({ ...toolOf(`t${at}`, wall), inputSchema: schema(12) }))),
    ];
    const startMs = performance.now();
    for (const wall of walls) findTools(plugins, { query: wall, maxTokens: 100 }, TEN);
    // It takes 0.2 s. Anything quadratic in a million would take minutes.
    expect(performance.now() - startMs).to.be.below(10_000);
  }).timeout(30_000);
});
