// When the endpoint is asked, and what happens to its answers. The endpoint is a function here; a real one is in test/host/embeddings.host.test.ts.

import { setImmediate } from 'node:timers/promises';
import { expect } from 'chai';
import { reportsTo } from '../../../src/catalog/meaning/ask.ts';
import { Meanings } from '../../../src/catalog/meaning/meanings.ts';
import { SearchBudget } from '../../../src/catalog/meaning/search-budget.ts';
import { toolText } from '../../../src/catalog/meaning/tool-text.ts';
import type { DiscoverablePlugin } from '../../../src/catalog/search/fields.ts';
import type { EmbeddingAnswer, EmbeddingRequest } from '../../../src/shared/protocol/embeddings.ts';
import type { Notice } from '../../../src/shared/protocol/task.ts';

const SETTINGS = { url: 'https://api.example.com/v1', model: 'm', secret: '', timeoutMs: 1_000 };

const pluginOf = (count: number): DiscoverablePlugin => ({
  name: 'many',
  tools: Array.from({ length: count }, (_, at) => ({ name: `tool${at}`, description: 'Does it.', inputSchema: {} })),
});

const vectorsFor = ({ texts }: EmbeddingRequest): EmbeddingAnswer => ({
  ok: true,
  dimensions: 2,
  vectors: Float32Array.from(texts.flatMap(() => [1, 0])),
});

const scene = (embed: (request: EmbeddingRequest) => Promise<EmbeddingAnswer>) => {
  const asked: (readonly string[])[] = [];
  const notices: Notice[] = [];
  const meanings = new Meanings({
    embed: (request) => {
      asked.push(request.texts);
      return embed(request);
    },
    onNotice: (notice) => notices.push(notice),
  });
  return { meanings, asked, notices };
};

const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 200; turn += 1) await setImmediate();
};

describe('the text of a tool for an endpoint', () => {
  it('has what the tool does first, as words, and at most 2,000 characters', () => {
    const tool = {
      name: 'createPullRequest',
      title: 'New pull request',
      description: 'Opens it.',
      examples: [{ description: 'Merge a branch' }, {}],
      inputSchema: { properties: { base: { description: 'Branch to merge into.' } } },
    };
    const plugin = { name: 'git', description: 'Repositories.', tools: [tool] };
    expect(toolText(tool, plugin).split('\n')).to.deep.equal([
      ...['create Pull Request', 'New pull request', 'Opens it.', 'Merge a branch', 'git: Repositories.'],
      ...['base', 'Branch to merge into.'],
    ]);
    const long = toolText({ ...tool, description: '😀'.repeat(5_000) }, plugin);
    expect(long).to.have.length.within(1_900, 2_000);
    expect(long.isWellFormed()).to.equal(true);
  });
});

describe('the meanings of tools and queries', () => {
  it('are asked for in batches of 16, once for each text, and again for no snapshot', async () => {
    const { meanings, asked } = scene(async (request) => vectorsFor(request));
    const plugin = pluginOf(40);
    meanings.use(SETTINGS);
    meanings.follow([plugin]);
    meanings.follow([{ ...plugin }]);
    await settled();
    expect(asked.map(({ length }) => length)).to.deep.equal([16, 16, 8]);
    expect(new Set(asked.flat()).size).to.equal(40);
    const similarities = (await meanings.of('query', plugin.tools, 'ada'))?.(plugin.tools);
    expect([...(similarities ?? [])]).to.deep.equal(new Array(40).fill(1));
  });

  it('are not known while less than nine tenths of the tools have a vector', async () => {
    const { meanings, asked } = scene(async (request) => vectorsFor(request));
    const [known, rest] = [pluginOf(9), { name: 'rest', tools: [{ name: 'later', description: '', inputSchema: {} }] }];
    meanings.use(SETTINGS);
    meanings.follow([known]);
    await settled();
    const before = asked.length;
    expect(await meanings.of('query', [...known.tools, ...rest.tools, ...rest.tools], 'ada')).to.equal(undefined);
    expect(asked).to.have.length(before);
    const similar = (await meanings.of('query', [...known.tools, ...rest.tools], 'ada'))?.([
      ...known.tools,
      ...rest.tools,
    ]);
    expect(similar?.at(-1)).to.be.NaN;
  });

  it('share one question of callers that ask the same at a time, and at most eight others', async () => {
    const { promise: go, resolve } = Promise.withResolvers<void>();
    const { meanings, asked } = scene(async (request) => {
      if (request.texts[0]?.startsWith('query')) await go;
      return vectorsFor(request);
    });
    const { tools } = pluginOf(1);
    const plugin = { name: 'one', tools };
    meanings.use(SETTINGS);
    meanings.follow([plugin]);
    await settled();
    const before = asked.length;
    const same = [1, 2, 3].map(() => meanings.of(' query ', tools, 'ada'));
    const others = Array.from({ length: 20 }, (_, at) => meanings.of(`query ${at}`, tools, 'ada'));
    resolve();
    expect((await Promise.all(same)).every(Boolean)).to.equal(true);
    expect((await Promise.all(others)).filter(Boolean)).to.have.length(7);
    expect(asked.length - before).to.equal(8);
  });

  it('ask for no more queries of one caller than its allowance, which others do not use up', async () => {
    let nowMs = 0;
    let asked = 0;
    const meanings = new Meanings({
      embed: async (request) => {
        if (request.texts[0]?.startsWith('query')) asked += 1;
        return vectorsFor(request);
      },
      onNotice: () => {},
      nowMs: () => nowMs,
    });
    const { tools } = pluginOf(1);
    meanings.use(SETTINGS);
    meanings.follow([{ name: 'one', tools }]);
    await settled();
    const askedBy = async (sharer: string, count: number): Promise<number> => {
      const before = asked;
      for (let query = 0; query < count; query += 1)
        await meanings.of(`query ${sharer} ${nowMs} ${query}`, tools, sharer);
      return asked - before;
    };
    expect(await askedBy('(unchecked)', 200)).to.equal(60);
    // What is known costs nothing.
    expect(await meanings.of('query (unchecked) 0 0', tools, '(unchecked)')).not.to.equal(undefined);
    expect(await askedBy('client:ada', 10)).to.equal(10);
    nowMs = 5_000;
    expect(await askedBy('(unchecked)', 20)).to.equal(5);
    nowMs = 1_000_000;
    expect(await askedBy('(unchecked)', 200)).to.equal(60);
    const budget = new SearchBudget(() => 0);
    for (let sharer = 0; sharer < 3_000; sharer += 1) budget.take(`client:${sharer}`);
    expect(budget.size).to.equal(1_000);
  });

  it('never fail and never wait longer than they may', async () => {
    let answer: () => Promise<EmbeddingAnswer> = () => Promise.reject(new Error('lost'));
    const { meanings, notices } = scene(async (request) =>
      request.texts[0]?.startsWith('query') ? answer() : vectorsFor(request),
    );
    const plugin = pluginOf(1);
    meanings.use({ ...SETTINGS, timeoutMs: 20 });
    meanings.follow([plugin]);
    await settled();
    expect(await meanings.of('query 1', plugin.tools, 'ada')).to.equal(undefined);
    expect(notices.map(({ text }) => text)[0]).to.contain('the thread that asks it was lost');
    answer = () => new Promise(() => {});
    // Keeps the process busy: the deadline alone does not.
    const busy = setInterval(() => {}, 10);
    expect(await meanings.of('query 2', plugin.tools, 'ada')).to.equal(undefined);
    clearInterval(busy);
    expect(await meanings.of('  ', plugin.tools, 'ada')).to.equal(undefined);
  });

  it('are asked for text by text if the endpoint refuses one of a batch', async () => {
    const { meanings, asked, notices } = scene(async (request) =>
      request.texts.some((text) => text.startsWith('tool3\n'))
        ? { ok: false, why: 'status 400', isText: true }
        : vectorsFor(request),
    );
    const plugin = pluginOf(10);
    meanings.use(SETTINGS);
    meanings.follow([plugin]);
    await settled();
    expect(asked.map(({ length }) => length)).to.deep.equal([10, ...new Array(10).fill(1)]);
    const similar = (await meanings.of('query', plugin.tools, 'ada'))?.(plugin.tools);
    expect([...(similar ?? [])].map(Number.isNaN)).to.deep.equal(plugin.tools.map(({ name }) => name === 'tool3'));
    expect(notices).to.deep.equal([]);
  });

  it('are not asked for text by text without end if the endpoint refuses all', async () => {
    const { meanings, asked, notices } = scene(async () => ({ ok: false, why: 'status 400', isText: true }));
    meanings.use(SETTINGS);
    meanings.follow([pluginOf(200)]);
    await settled();
    expect(asked.length).to.equal(3 * 17);
    expect(notices).to.have.length(1);
    expect(notices[0]).to.include({ level: 'warn', fault: 'upstream' });
  });

  it('of an endpoint that was replaced are not taken', async () => {
    const { promise: first, resolve } = Promise.withResolvers<EmbeddingAnswer>();
    const { meanings } = scene((request) => (request.model === 'm' ? first : Promise.resolve(vectorsFor(request))));
    const plugin = pluginOf(2);
    meanings.follow([plugin]);
    meanings.use(SETTINGS);
    meanings.use({ ...SETTINGS, model: 'other' });
    await settled();
    resolve({ ok: true, dimensions: 1, vectors: Float32Array.of(1, 1) });
    await settled();
    expect((await meanings.of('query', plugin.tools, 'ada'))?.(plugin.tools)).to.deep.equal(Float32Array.of(1, 1));
    meanings.close();
    expect(await meanings.of('query', plugin.tools, 'ada')).to.equal(undefined);
  });
});

describe('the reports of failures', () => {
  it('are one warning a minute, with the number of those left out, and one line when all is well', () => {
    let nowMs = 0;
    const notices: Notice[] = [];
    const failure = { origin: 'https://a.example', asking: 'a search', why: 'It is away.' };
    const reports = reportsTo(
      (notice) => notices.push(notice),
      () => nowMs,
    );
    for (let turn = 0; turn < 100; turn += 1) {
      reports.failed(failure);
      if (turn % 2 === 0) reports.worked();
    }
    expect(notices.map(({ level }) => level)).to.deep.equal(['warn', 'info']);
    nowMs += 60_000;
    reports.failed(failure);
    expect(notices[2]?.text).to.contain(
      'It is away; it failed 99 more times since the last warning; what has no vector',
    );
  });
});
