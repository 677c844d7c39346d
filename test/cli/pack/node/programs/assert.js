import assert, { AssertionError, deepStrictEqual, strict } from 'node:assert';
import strictly from 'node:assert/strict';

const CALLS = {
  ok: [[true], [1], [0], ['', 'mine']],
  equal: [
    [1, 1],
    [1, '1'],
    [NaN, NaN],
    [1, 2, 'mine'],
  ],
  notEqual: [
    [1, 2],
    [1, 1],
  ],
  strictEqual: [
    [1, 1],
    [1, '1'],
    [NaN, NaN],
    [0, -0],
  ],
  notStrictEqual: [
    [1, 2],
    [1, 1],
  ],
  deepEqual: [
    [{ a: 1 }, { a: '1' }],
    [
      [1, 2],
      ['1', 2],
    ],
    [new Set([1]), new Set(['1'])],
    [{ a: 1 }, { b: 1 }],
    [new Date(0), new Date(0)],
    [null, undefined],
    [[], {}],
  ],
  deepStrictEqual: [
    [{ a: 1 }, { a: 1 }],
    [{ a: 1 }, { a: '1' }],
    [new Map([[1, { a: 1 }]]), new Map([[1, { a: 1 }]])],
    [
      [1, [2]],
      [1, [2]],
    ],
    [new Error('a'), new Error('b')],
  ],
  notDeepStrictEqual: [
    [{ a: 1 }, { a: 2 }],
    [{ a: 1 }, { a: 1 }],
  ],
  match: [
    ['abc', /b/],
    ['abc', /x/],
    [1, /1/],
  ],
  doesNotMatch: [
    ['abc', /x/],
    ['abc', /b/],
  ],
  ifError: [[null], [undefined], [new Error('e')], [0]],
};

const outcome = (run) => {
  try {
    run();
    return 'passes';
  } catch (error) {
    return [
      error.name,
      error.code,
      error instanceof AssertionError,
      error.operator,
      error.generatedMessage === undefined || !error.generatedMessage ? error.message : 'a message of its own',
    ];
  }
};

const boom = () => {
  throw new TypeError('boom');
};

export const cases = {
  ...Object.fromEntries(
    Object.entries(CALLS).map(([name, calls]) => [
      `checks ${name}`,
      () => calls.map((args) => outcome(() => assert[name](...args))),
    ]),
  ),
  'is a function': () => [
    outcome(() => assert(true)),
    outcome(() => assert(0, 'mine')),
    outcome(() => assert(false, new RangeError('own'))),
  ],
  'expects errors': () => [
    outcome(() => assert.throws(boom)),
    outcome(() => assert.throws(boom, TypeError)),
    outcome(() => assert.throws(boom, RangeError))[0],
    outcome(() => assert.throws(boom, /boom/)),
    outcome(() => assert.throws(boom, { name: 'TypeError', message: 'boom' })),
    outcome(() => assert.throws(boom, (error) => error instanceof TypeError)),
    outcome(() => assert.throws(() => {})),
    outcome(() => assert.throws(() => {}, TypeError, 'mine')),
    outcome(() => assert.doesNotThrow(() => {})),
    outcome(() => assert.doesNotThrow(boom)),
  ],
  'expects rejections': async () => {
    await assert.rejects(async () => boom(), TypeError);
    await assert.doesNotReject(async () => 1);
    return assert.rejects(async () => {});
  },
  'is strict': () => [
    outcome(() => strict.equal(1, '1')),
    outcome(() => strictly.deepEqual({ a: 1 }, { a: '1' })),
    strict.strict === strict,
    strictly === strict,
    deepStrictEqual === assert.deepStrictEqual,
  ],
  fails: () => [outcome(() => assert.fail()), outcome(() => assert.fail('mine'))],
  'refuses too few arguments': () => assert.equal(1),
};
