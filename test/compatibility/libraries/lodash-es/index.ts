// Examples from the documentation of Lodash, as tools. The names of functions are imported one by one, so that the rest is left out.

import { defineTool } from '@toolcell/plugin';
import {
  camelCase,
  chunk,
  cloneDeep,
  debounce,
  defaultsDeep,
  get,
  groupBy,
  isEqual,
  kebabCase,
  memoize,
  merge,
  orderBy,
  set,
  template,
  zipObject,
} from 'lodash-es';

const ANY = {} as const;

export const lodashChunk = defineTool(
  {
    description: 'An array in groups of a size.',
    inputSchema: {
      type: 'object',
      properties: { list: { type: 'array' }, size: { type: 'integer' } },
      required: ['list', 'size'],
    },
    outputSchema: { type: 'array' },
    examples: [
      {
        arguments: { list: ['a', 'b', 'c', 'd'], size: 2 },
        result: [
          ['a', 'b'],
          ['c', 'd'],
        ],
      },
      { arguments: { list: ['a', 'b', 'c', 'd'], size: 3 }, result: [['a', 'b', 'c'], ['d']] },
    ],
  },
  ({ list, size }) => chunk(list, size),
);

export const lodashCollections = defineTool(
  {
    description: 'groupBy and orderBy on a list of records.',
    inputSchema: {
      type: 'object',
      properties: { users: { type: 'array', items: { type: 'object', additionalProperties: true } } },
      required: ['users'],
    },
    outputSchema: ANY,
    examples: [
      {
        arguments: {
          users: [
            { user: 'fred', age: 48 },
            { user: 'barney', age: 36 },
            { user: 'fred', age: 40 },
          ],
        },
        result: {
          groups: { barney: [36], fred: [48, 40] },
          order: ['barney 36', 'fred 48', 'fred 40'],
        },
      },
    ],
  },
  ({ users }) => {
    const groups = Object.entries(groupBy(users, 'user')).map(([user, list]) => [user, list.map(({ age }) => age)]);
    const order = orderBy(users, ['user', 'age'], ['asc', 'desc']).map(({ user, age }) => `${user} ${age}`);
    return { groups: Object.fromEntries(groups), order };
  },
);

export const lodashObjects = defineTool(
  {
    description: 'merge, defaultsDeep, get, set, zipObject, cloneDeep and isEqual.',
    inputSchema: {
      type: 'object',
      properties: { object: { type: 'object' }, source: { type: 'object' } },
      required: ['object', 'source'],
    },
    outputSchema: ANY,
    examples: [
      {
        arguments: { object: { a: [{ b: 2 }, { d: 4 }] }, source: { a: [{ c: 3 }, { e: 5 }] } },
        result: {
          merged: {
            a: [
              { b: 2, c: 3 },
              { d: 4, e: 5 },
            ],
          },
          filled: {
            a: [
              { b: 2, c: 3 },
              { d: 4, e: 5 },
            ],
          },
          found: 2,
          put: { a: [{ b: 9 }, { d: 4 }], x: [{ y: 1 }] },
          zipped: { a: 1, b: 2 },
          isSame: true,
        },
      },
    ],
  },
  ({ object, source }) => ({
    merged: merge(cloneDeep(object), source),
    filled: defaultsDeep(cloneDeep(object), source),
    found: get(object, 'a[0].b', 'none'),
    put: set(set(cloneDeep(object), 'a[0].b', 9), 'x[0].y', 1),
    zipped: zipObject(['a', 'b'], [1, 2]),
    isSame: isEqual(cloneDeep(object), object),
  }),
);

export const lodashWords = defineTool(
  {
    description: 'camelCase and kebabCase.',
    inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
    outputSchema: { type: 'array' },
    examples: [
      { arguments: { text: '--foo-bar--' }, result: ['fooBar', 'foo-bar'] },
      { arguments: { text: '__FOO_BAR__' }, result: ['fooBar', 'foo-bar'] },
    ],
  },
  ({ text }) => [camelCase(text), kebabCase(text)],
);

export const lodashTemplate = defineTool(
  {
    description: 'A template, which Lodash compiles with the Function constructor.',
    inputSchema: {
      type: 'object',
      properties: { source: { type: 'string' }, values: { type: 'object' } },
      required: ['source', 'values'],
    },
    outputSchema: { type: 'string' },
    examples: [
      { arguments: { source: 'hello <%= user %>!', values: { user: 'fred' } }, result: 'hello fred!' },
      {
        arguments: {
          source: '<% users.forEach((user) => { %><li><%- user %></li><% }); %>',
          values: { users: ['a', '<b>'] },
        },
        result: '<li>a</li><li>&lt;b&gt;</li>',
      },
    ],
  },
  ({ source, values }) => template(source)(values),
);

export const lodashTimers = defineTool(
  {
    description: 'debounce with real timers, and memoize.',
    inputSchema: { type: 'object' },
    outputSchema: ANY,
    examples: [{ arguments: {}, result: { called: ['c'], computed: 1 } }],
  },
  async () => {
    const called: string[] = [];
    let computed = 0;
    const square = memoize((value: number) => {
      computed += 1;
      return value ** 2;
    });
    square(3);
    square(3);
    const late = debounce((value: string) => called.push(value), 5);
    for (const value of ['a', 'b', 'c']) late(value);
    await new Promise((resolve) => setTimeout(resolve, 40));
    return { called, computed };
  },
);
