// json-tools: the two RFCs with their own examples, laws that hold for any JSON, and names that languages stumble over.

import { expect } from 'chai';
import fc from 'fast-check';
import { errorOf, shippedTool } from '../support/shipped-tool.ts';

const HARD_NAMES = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '',
  '/',
  '~',
  '~1',
  '-',
  '0',
  'é🎉',
  '\ud800',
];
const leaf = fc.oneof(fc.constant(null), fc.boolean(), fc.integer({ min: -3, max: 3 }), fc.constantFrom('', 'a', '🎉'));
/** Built from text: an object literal could not hold a member called __proto__. */
const json = fc.letrec((tie) => ({
  text: fc.oneof(
    { maxDepth: 3 },
    leaf.map((value) => JSON.stringify(value)),
    fc.array(tie('text'), { maxLength: 4 }).map((items) => `[${items.join()}]`),
    fc
      .uniqueArray(fc.tuple(fc.constantFrom(...HARD_NAMES), tie('text')), { maxLength: 4, selector: ([name]) => name })
      .map((members) => `{${members.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join()}}`),
  ),
})).text as fc.Arbitrary<string>;

const sorted = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );

describe('patchJson and diffJson', () => {
  const patch = shippedTool('json-tools', 'patchJson');
  const diff = shippedTool('json-tools', 'diffJson');

  it('lead from any value to any other, hard names and all', async () => {
    await fc.assert(
      fc.asyncProperty(json, json, async (beforeText, afterText) => {
        const before: unknown = JSON.parse(beforeText);
        const after: unknown = JSON.parse(afterText);
        const operations = await diff({ before, after });
        expect(sorted(await patch({ data: before, patch: operations }))).to.equal(sorted(after));
        expect(operations).to.have.length(sorted(before) === sorted(after) ? 0 : (operations as unknown[]).length || 1);
        expect(sorted(before)).to.equal(sorted(JSON.parse(beforeText)));
      }),
      { numRuns: 1000 },
    );
  });

  it('write __proto__ as a member and pollute nothing', async () => {
    const data: unknown = JSON.parse('{"a":{"__proto__":{"x":1}}}');
    const operations = [
      { op: 'add', path: '/a/__proto__/y', value: 2 },
      { op: 'add', path: '/__proto__', value: { polluted: true } },
      { op: 'copy', from: '/a/__proto__', path: '/constructor' },
    ];
    expect(JSON.stringify(await patch({ data, patch: operations }))).to.equal(
      '{"a":{"__proto__":{"x":1,"y":2}},"__proto__":{"polluted":true},"constructor":{"x":1,"y":2}}',
    );
    expect({}).to.not.have.property('polluted');
  });

  for (const [name, data, operation, message] of [
    ['a member that is not there', {}, { op: 'remove', path: '/a' }, 'the object has no member "a"'],
    ['an inherited name', {}, { op: 'test', path: '/toString', value: 1 }, 'the object has no member "toString"'],
    ['an index past the end', [1], { op: 'add', path: '/2', value: 1 }, '"2" is no place in a list of 1 items'],
    ['an index with a leading zero', [1, 2], { op: 'remove', path: '/01' }, '"01" is no place'],
    ['"-" for an item that is there', [1], { op: 'remove', path: '/-' }, '"-" is no place'],
    ['a list member called length', [1], { op: 'replace', path: '/length', value: 0 }, '"length" is no place'],
    ['a way through a number', { a: 1 }, { op: 'add', path: '/a/b', value: 1 }, 'neither a list nor an object'],
    ['a failed test', { a: 1 }, { op: 'test', path: '/a', value: '1' }, 'the value there is another one'],
    ['a move into itself', { a: { b: 1 } }, { op: 'move', from: '/a', path: '/a/b' }, 'cannot be moved into itself'],
    ['a missing value', {}, { op: 'add', path: '/a' }, '"value" is missing'],
    ['an unknown operation', {}, { op: 'merge', path: '' }, '"op" must be add, remove'],
    ['a path without a slash', {}, { op: 'remove', path: 'a' }, 'is not a JSON Pointer'],
    ['a stray tilde', {}, { op: 'remove', path: '/~2' }, 'a "~" must be written "~0"'],
    ['a missing from', {}, { op: 'copy', path: '/a' }, 'is not a JSON Pointer'],
    ['the whole removed', {}, { op: 'remove', path: '' }, 'cannot be removed'],
  ] as const) {
    it(`refuse ${name}, and name the operation`, async () => {
      const { message: text } = await errorOf(
        patch({ data, patch: [{ op: 'test', path: '', value: data }, operation] }),
      );
      expect(text)
        .to.match(/^patch\[1\] \(/)
        .and.include(message);
    });
  }

  it('refuse operations that are no objects', async () => {
    expect((await errorOf(patch({ data: {}, patch: [null] }))).message).to.equal(
      'patch[0]  failed: it is not an object.',
    );
    expect((await errorOf(patch({ data: {}, patch: {} }))).message).to.match(/^"patch" must be a list/);
  });

  it('move a value onto itself without harm, and test objects whatever their order', async () => {
    const operations = [
      { op: 'move', from: '/a', path: '/a' },
      { op: 'test', path: '/a', value: { y: [2], x: 1 } },
    ];
    expect(await patch({ data: { a: { x: 1, y: [2] } }, patch: operations })).to.deep.equal({ a: { x: 1, y: [2] } });
  });
});

describe('mergeJson', () => {
  const merge = shippedTool('json-tools', 'mergeJson');

  // The table in RFC 7396, appendix A.
  for (const [target, patch, result] of [
    [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
    [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
    [{ a: 'b' }, { a: null }, {}],
    [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
    [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
    [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
    [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
    [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
    [
      ['a', 'b'],
      ['c', 'd'],
      ['c', 'd'],
    ],
    [{ a: 'b' }, ['c'], ['c']],
    [{ a: 'foo' }, null, null],
    [{ a: 'foo' }, 'bar', 'bar'],
    [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [[1, 2], { a: 'b', c: null }, { a: 'b' }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ]) {
    it(`${JSON.stringify(target)} with ${JSON.stringify(patch)}`, async () => {
      expect(await merge({ target, patch })).to.deep.equal(result);
    });
  }

  it('merges __proto__ as a member and pollutes nothing', async () => {
    const args: unknown = JSON.parse(
      '{"target":{"__proto__":{"a":1}},"patch":{"__proto__":{"b":2},"constructor":{"prototype":{"x":1}}}}',
    );
    expect(JSON.stringify(await merge(args))).to.equal(
      '{"__proto__":{"a":1,"b":2},"constructor":{"prototype":{"x":1}}}',
    );
    expect({}).to.not.have.any.keys('a', 'b', 'x');
  });
});

describe('queryJson', () => {
  const query = shippedTool('json-tools', 'queryJson');

  for (const [expression, text, result] of [
    ['__proto__', '{"__proto__":{"x":1}}', '{"x":1}'],
    ['__proto__', '{}', 'null'],
    ['a.constructor.name', '{"a":{}}', 'null'],
    ['[].toString', '[{},{"toString":1}]', '[1]'],
    ['{a: a}.valueOf', '{"a":1}', 'null'],
    ['{"__proto__": a, b: b}', '{"a":{"x":1},"b":2}', '{"__proto__":{"x":1},"b":2}'],
    ['{"__proto__": a}."__proto__".x', '{"a":{"x":1}}', '1'],
    ['merge(@, b)', '{"__proto__":1,"b":{"c":2}}', '{"__proto__":1,"b":{"c":2},"c":2}'],
    [
      'group_by(@, &k)',
      '[{"k":"__proto__"},{"k":"toString"}]',
      '{"__proto__":[{"k":"__proto__"}],"toString":[{"k":"toString"}]}',
    ],
    ['map(&constructor, @)', '[{"constructor":1},{}]', '[1,null]'],
    ['let $x = constructor in [$x]', '{"constructor":5}', '[5]'],
    ['`{"constructor": 1}`', 'null', '{"constructor":1}'],
    ['@', '"lone \\ud800"', '"lone \\ud800"'],
    ['length(@)', '"🎉"', '1'],
  ] as const) {
    it(`${expression} of ${text} is ${result}`, async () => {
      expect(JSON.stringify(await query({ data: JSON.parse(text), expression }))).to.equal(result);
    });
  }

  for (const expression of ['people[', 'nope(@)', 'constructor(@)', 'length(`1`)', 'group_by(@, &a)', '$nothing']) {
    it(`says what is wrong with ${expression}`, async () => {
      expect((await errorOf(query({ data: [{}], expression }))).message)
        .to.match(/^JMESPath: .*\w/)
        .and.not.include('undefined (');
    });
  }

  it('refuses an expression that is too long', async () => {
    expect((await errorOf(query({ data: 1, expression: 'a'.repeat(10_001) }))).message).to.match(
      /^"expression" must be/,
    );
  });

  it('carries nothing from one query to the next', async () => {
    await query({ data: {}, expression: '{"__proto__": `{"x": 1}`}' });
    expect(await query({ data: {}, expression: 'x' })).to.equal(null);
  });
});
