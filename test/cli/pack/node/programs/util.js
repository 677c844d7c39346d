import util, {
  callbackify,
  deprecate,
  format,
  inherits,
  inspect,
  isDeepStrictEqual,
  parseArgs,
  promisify,
  types,
} from 'node:util';

class Point {
  constructor() {
    this.x = 1;
  }
}
class Shown {
  [inspect.custom](depth, options) {
    return `<${depth} ${typeof options.stylize}>`;
  }
}
const circular = { name: 'loop', list: [] };
circular.self = circular;
circular.list.push(circular);

const VALUES = {
  numbers: [0, -0, 1.5, NaN, 10n, true, null, undefined],
  texts: ['a', "it's", 'say "hi"', `both ' and "`, 'a\nb\t\u0001', '\ud800', 'ü😀'],
  symbols: [Symbol('s'), Symbol.iterator],
  nested: { a: { b: { c: { d: 1 } } }, list: [[[[1]]]] },
  keys: {
    'a-b': 1,
    1: 2,
    [Symbol('k')]: 3,
    valid_name: 4,
    get only() {
      return 1;
    },
    set both(_v) {},
    get both() {
      return 1;
    },
  },
  classes: [new Point(), Point, class extends Point {}, Object.create(null), Object.create({ a: 1 })],
  functions: [function named() {}, () => {}, async () => {}, function* gen() {}],
  collections: [
    new Map([
      ['a', { b: 1 }],
      [{}, 2],
    ]),
    new Set([1, 'b', [2]]),
    new Map(),
    new Set(),
    new WeakMap(),
  ],
  bytes: [Buffer.from('abc'), new Uint8Array([1, 2, 3]), new Float64Array(2), new ArrayBuffer(3)],
  dates: [new Date(0), new Date(NaN), /a+/gi],
  holes: [1, undefined, 3, undefined, undefined],
  long: Array.from({ length: 120 }, (_, index) => index),
  words: Array.from({ length: 30 }, (_, index) => `word${index}`),
  boxed: [new String('abc'), new Number(3), new Boolean(false), Object(1n), Object(Symbol('x'))],
  circular,
  wide: { alpha: 'a'.repeat(30), beta: 'b'.repeat(30), gamma: 'c'.repeat(30) },
  objects: Array.from({ length: 8 }, (_, id) => ({ id, name: `n${id}`, tags: ['x', 'y'] })),
  custom: [new Shown(), { inner: new Shown() }],
  tagged: { [Symbol.toStringTag]: 'Tagged', a: 1 },
  extra: Object.assign([1, 2], { name: 'list' }),
  args: (function args() {
    return arguments;
  })(1, 'b'),
  generators: [(function* gen() {})(), [1][Symbol.iterator]()],
};

const PAIRS = [
  [1, 1],
  [1, '1'],
  [NaN, NaN],
  [0, -0],
  [{ a: 1 }, { a: 1 }],
  [{ a: 1 }, { a: 1, b: undefined }],
  [
    [1, 2],
    [1, 2],
  ],
  [
    [1, 2],
    [2, 1],
  ],
  [new Map([[{ a: 1 }, 1]]), new Map([[{ a: 1 }, 1]])],
  [new Set([[1], 2]), new Set([2, [1]])],
  [new Date(1), new Date(1)],
  [/a/g, /a/i],
  [new Error('a'), new Error('a')],
  [new Error('a'), new TypeError('a')],
  [Buffer.from('a'), Buffer.from('a')],
  [new Uint8Array(2), new Uint16Array(2)],
  [Object(1), Object(1)],
  [Object(1), Object(2)],
  [new Point(), { x: 1 }],
  [
    [1, undefined, 3],
    [1, undefined, 3],
  ],
  [null, undefined],
  [circular, circular],
  [{ [Symbol.for('a')]: 1 }, {}],
];

export const cases = {
  ...Object.fromEntries(Object.entries(VALUES).map(([name, value]) => [`inspects ${name}`, () => inspect(value)])),
  'inspects in depth': () => [
    inspect(VALUES.nested, { depth: 0 }),
    inspect(VALUES.nested, { depth: null }),
    inspect(VALUES.nested, false, 1),
  ],
  'inspects with options': () => [
    inspect(VALUES.wide, { breakLength: Infinity }),
    inspect(VALUES.wide, { compact: false }),
    inspect({ b: 1, a: 2 }, { sorted: true }),
    inspect('a'.repeat(20), { maxStringLength: 5 }),
    inspect([1, 2, 3], { maxArrayLength: 1 }),
  ],
  'inspects with colours': () =>
    inspect({ a: 1, b: 'x', c: [true, null, undefined], d: Symbol('s'), e: 1n, g: new Date(0) }, { colors: true }),
  'inspects getters': () =>
    inspect(
      {
        get a() {
          return { b: 1 };
        },
      },
      { getters: true },
    ),
  'inspects an error by name and message': () => inspect(new RangeError('bad')).split('\n')[0],
  'inspects an error without a stack': () => {
    const error = new Error('m');
    error.stack = undefined;
    return inspect(error);
  },
  formats: () => [
    format('%s %d %i %f %j %%', 'a', '4.5', '4.5', '4.5', { a: 1 }),
    format('%s', null, undefined, 5n, Symbol('x')),
    format('a', 'b', { c: 1 }),
    format(1, 2),
    format('%s', { a: 1 }),
    format('%s', -0),
    format('%d', {}),
    format('%x', 1),
    format('%s'),
    format('%o', [1]),
    format('%O', { a: { b: { c: { d: 1 } } } }),
    format('%c red', 'css'),
    format('%s', new Error('x').message),
    format(),
    format('%s', [1, [2, [3]]]),
    format('%s', () => 1),
    format('%i', 'x'),
    format('%j', circular),
    format('a%', 1),
  ],
  promisifies: () => promisify((a, done) => done(null, a + 1))(1),
  'promisifies a failure': () => promisify((done) => done(new Error('failed')))(),
  'promisifies by the own way of a function': () =>
    promisify(Object.assign(() => {}, { [promisify.custom]: async () => 'own' }))(),
  'refuses to promisify text': () => promisify('text'),
  callbackifies: () =>
    new Promise((resolve) => callbackify(async (a) => a + 1)(1, (error, value) => resolve([error, value]))),
  'callbackifies a failure': () =>
    new Promise((resolve) =>
      callbackify(async () => {
        throw new Error('f');
      })((error) => resolve(error.message)),
    ),
  inherits: () => {
    function Parent() {}
    Parent.prototype.hello = () => 'hello';
    function Child() {}
    inherits(Child, Parent);
    return [new Child().hello(), Child.super_ === Parent, new Child() instanceof Parent];
  },
  deprecates: () => deprecate((a) => a + 1, 'old', 'DEP1')(1),
  'compares in depth': () => PAIRS.map(([a, b]) => isDeepStrictEqual(a, b)),
  'tells types': () =>
    Object.keys(types)
      .filter((name) => !/Proxy|External|Key|Shared|Promise/.test(name))
      .sort()
      .map((name) => [
        name,
        ...[
          1,
          'a',
          [],
          {},
          new Map(),
          new Set(),
          new Date(),
          /a/,
          new Error(),
          Buffer.alloc(1),
          new ArrayBuffer(1),
          new DataView(new ArrayBuffer(1)),
          Object('s'),
          async () => {},
          function* g() {},
          new Map().keys(),
          new WeakMap(),
          new Float32Array(1),
        ].map((value) => types[name](value)),
      ]),
  'parses arguments': () => [
    {
      ...parseArgs({
        args: ['-v', '--name=x', '--n', '3', 'pos', '--', '-z'],
        options: {
          v: { type: 'boolean', short: 'v' },
          name: { type: 'string' },
          n: { type: 'string' },
          d: { type: 'string', default: 'dd' },
        },
        allowPositionals: true,
      }).values,
    },
    parseArgs({ args: ['a', '--', '-z'], options: {}, allowPositionals: true }).positionals,
    {
      ...parseArgs({
        args: ['-abx', '--m', '1', '--m', '2'],
        options: {
          a: { type: 'boolean', short: 'a' },
          b: { type: 'string', short: 'b' },
          m: { type: 'string', multiple: true },
        },
      }).values,
    },
  ],
  'refuses an unknown option': () => parseArgs({ args: ['--nope'], options: {} }).values,
  'strips codes': () => util.stripVTControlCharacters('\u001b[31mred\u001b[39m'),
  'styles text': () => [
    util.styleText('red', 'a'),
    util.styleText(['bold', 'underline'], 'b', { validateStream: false }),
  ],
  'makes text well-formed': () => util.toUSVString('a\ud800'),
};
