// Examples from the documentation of lru-cache, as tools.

import { defineTool } from '@toolcell/plugin';
import { LRUCache } from 'lru-cache';

export const lruEvict = defineTool(
  {
    description: 'What is left of keys put into a cache of a size, the first of them used again.',
    inputSchema: {
      type: 'object',
      properties: { max: { type: 'integer' }, keys: { type: 'array', items: { type: 'string' } } },
      required: ['max', 'keys'],
    },
    outputSchema: {},
    examples: [
      { arguments: { max: 2, keys: ['a', 'b', 'c'] }, result: { left: ['c', 'a'], gone: ['b'] } },
      { arguments: { max: 3, keys: ['a', 'b', 'c'] }, result: { left: ['c', 'a', 'b'], gone: [] } },
    ],
  },
  ({ max, keys }) => {
    const gone: string[] = [];
    const cache = new LRUCache<string, number>({ max, dispose: (_, key) => gone.push(key) });
    for (const [index, key] of keys.entries()) {
      cache.set(key, index);
      if (index === 1) cache.get(keys[0] as string);
    }
    return { left: [...cache.keys()], gone };
  },
);

export const lruSize = defineTool(
  {
    description: 'A cache bounded by the size of what it holds.',
    inputSchema: { type: 'object' },
    outputSchema: {},
    examples: [{ arguments: {}, result: { keys: ['c', 'b'], size: 7 } }],
  },
  () => {
    const cache = new LRUCache<string, string>({ maxSize: 8, sizeCalculation: (value) => value.length });
    cache.set('a', 'xxx');
    cache.set('b', 'xxx');
    cache.set('c', 'xxxx');
    return { keys: [...cache.keys()], size: cache.calculatedSize };
  },
);

export const lruTtl = defineTool(
  {
    description: 'What is too old is gone, by the clock.',
    inputSchema: { type: 'object' },
    outputSchema: { type: 'array' },
    examples: [{ arguments: {}, result: [true, false] }],
  },
  async () => {
    const cache = new LRUCache<string, number>({ max: 5, ttl: 15 });
    cache.set('a', 1);
    const before = cache.has('a');
    await new Promise((resolve) => setTimeout(resolve, 40));
    return [before, cache.has('a')];
  },
);

export const lruFetch = defineTool(
  {
    description: 'Values fetched on demand, each once.',
    inputSchema: { type: 'object' },
    outputSchema: {},
    examples: [{ arguments: {}, result: { values: ['a!', 'a!'], fetched: 1 } }],
  },
  async () => {
    let fetched = 0;
    const cache = new LRUCache<string, string>({
      max: 5,
      fetchMethod: async (key) => {
        fetched += 1;
        return `${key}!`;
      },
    });
    return { values: await Promise.all([cache.fetch('a'), cache.fetch('a')]), fetched };
  },
);
