// The hostile plugins of these measurements. Each has one tool, and is a plugin of its own so that it gets runners of its own.

import type { Json } from '../../src/shared/protocol/json.ts';
import type { TestPlugin } from '../../test/support/host.ts';

export interface Behaviour {
  readonly name: string;
  /** Body of the tool. */
  readonly code: string;
  /** Fills memory. Several callers call it at a time, all in one runner. */
  readonly isAllocator?: true;
  readonly outputSchema?: Json;
}

const SPINNING: readonly Behaviour[] = [
  { name: 'endless-loop', code: 'for (;;);' },
  { name: 'microtask-loop', code: 'const again = () => Promise.resolve().then(again); return again();' },
  { name: 'loop-after-await', code: 'await new Promise((done) => setTimeout(done, 20)); for (;;);' },
  {
    name: 'loop-in-every-timer',
    code: 'const spin = () => { setTimeout(spin, 0); for (let i = 0; i < 1e8; i += 1); }; spin(); return new Promise(() => {});',
  },
  { name: 'pattern-backtracks', code: "return /^(a+)+$/.test('a'.repeat(40) + '!');" },
  { name: 'getter-spins', code: 'return { get late() { for (;;); } };' },
  { name: 'to-json-spins', code: 'return { toJSON() { for (;;); } };' },
  { name: 'then-spins', code: 'return { get then() { for (;;); } };' },
  { name: 'error-message-spins', code: 'throw { get message() { for (;;); }, toString() { for (;;); } };' },
  { name: 'finally-loops', code: 'for (;;) { try { for (;;); } finally { continue; } }' },
  { name: 'deep-recursion', code: 'const down = () => { try { down(); } finally { down(); } }; down();' },
];

/** Builtins that neither isolated-vm's `timeout` nor `dispose` stops. */
const UNSTOPPABLE: readonly Behaviour[] = [
  { name: 'index-of-array-like', code: 'return Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1);' },
  { name: 'reverse-array-like', code: 'return Array.prototype.reverse.call({ length: 2 ** 53 - 1 });' },
  { name: 'big-power', code: 'for (let n = 7n; ; n += 4n) if (n ** 30_000_000n === 1n) return 0;' },
  { name: 'big-to-text', code: 'return (1n << 900_000_000n).toString().length;' },
  { name: 'sparse-sort', code: 'const a = []; a.length = 2 ** 32 - 1; return a.sort().length;' },
  { name: 'text-search', code: "return 'a'.repeat(2 ** 28).indexOf('a'.repeat(2 ** 20) + 'b');" },
  { name: 'typed-fill', code: 'const a = new Uint8Array(30_000_000); for (;;) a.fill(1).sort();' },
];

const WAITING: readonly Behaviour[] = [
  { name: 'never-settles', code: 'setTimeout(() => {}, 2 ** 30); return new Promise(() => {});' },
  { name: 'timer-chain', code: 'return new Promise(() => { const next = () => setTimeout(next, 15); next(); });' },
  { name: 'log-flood', code: "for (;;) console.log('x'.repeat(1000));" },
];

const CRASHING: readonly Behaviour[] = [
  { name: 'split-into-letters', code: "return 'x'.repeat(2 ** 28).split('').length;" },
  { name: 'match-every-letter', code: "return 'a'.repeat(2 ** 28).match(/a/g).length;" },
];

const SCHEMAS: readonly Behaviour[] = [
  {
    name: 'schema-pattern-backtracks',
    code: "return 'a'.repeat(60) + '!';",
    outputSchema: { type: 'string', pattern: '^(a+)+$' },
  },
  {
    name: 'schema-unique-items',
    code: 'return Array.from({ length: 40_000 }, (_, i) => ({ i }));',
    outputSchema: { type: 'array', uniqueItems: true },
  },
];

const KEPT = 'const kept = []; for (let i = 0; ; i += 1)';
const ALLOCATING: readonly Behaviour[] = [
  { name: 'arrays', code: `${KEPT} kept.push(new Array(10_000).fill(i));` },
  { name: 'one-large-array', code: 'return new Array(2 ** 25 - 1).fill(0).map((_, i) => ({ i })).length;' },
  { name: 'array-buffers', code: `${KEPT} kept.push(new Uint8Array(4_000_000).fill(i & 255));` },
  { name: 'one-large-buffer', code: 'return new Uint8Array(2 ** 31 - 1).fill(1).length;' },
  {
    name: 'resizable-buffers',
    code: `${KEPT} { const b = new ArrayBuffer(1, { maxByteLength: 2 ** 28 }); b.resize?.(2 ** 28); kept.push(new Uint8Array(b).fill(1)); }`,
  },
  { name: 'maps', code: 'const kept = new Map(); for (let i = 0; ; i += 1) kept.set({ i }, new Array(20).fill(i));' },
  { name: 'texts', code: `${KEPT} kept.push(String(i).padStart(100_000, 'é'));` },
  { name: 'doubling-text', code: "let text = 'é'; for (;;) { text += text; /x/.test(text); }" },
  { name: 'big-integers', code: `${KEPT} kept.push(BigInt(i) << 1_000_000n);` },
  {
    name: 'intl-objects',
    code: `${KEPT} kept.push(new Intl.DateTimeFormat(['de', 'ja', 'ar', 'th'][i % 4]), new Intl.Collator('sv'));`,
  },
  {
    name: 'intl-segmenters',
    code: `${KEPT} kept.push(new Intl.Segmenter('th', { granularity: 'word' }).segment('x'.repeat(10_000))[Symbol.iterator]());`,
  },
  {
    name: 'pattern-zones',
    code: `${KEPT} { const p = new RegExp('(?:' + ('\\\\d[b-y' + i + ']{2,180}|').repeat(4_000) + 'x)', 'iu'); p.test('by'); kept.push(p); }`,
  },
  {
    name: 'parser-zones',
    code: "const text = 'return [' + '{b:[[]]},'.repeat(800_000) + '1]'; for (;;) new Function(text);",
  },
  {
    name: 'scope-zones',
    code: "const text = '(() => { let a; '.repeat(500) + '} )();'.repeat(500); for (;;) new Function(text.repeat(200));",
  },
  {
    name: 'parse-json',
    code: "const text = '[' + '{},'.repeat(5_000_000) + '0]'; const kept = []; for (;;) kept.push(JSON.parse(text));",
  },
  { name: 'shared-memory', code: `${KEPT} kept.push(new Uint8Array(new SharedArrayBuffer(2 ** 26)).fill(1));` },
  { name: 'wasm-memory', code: `${KEPT} kept.push(new WebAssembly.Memory({ initial: 1024 }));` },
  { name: 'error-stacks', code: `${KEPT} kept.push(new Error('x'.repeat(50_000) + i).stack);` },
];

const marked = (behaviours: readonly Behaviour[]): Behaviour[] =>
  behaviours.map((behaviour) => ({ ...behaviour, isAllocator: true }));

/** All hostile behaviours of these measurements. */
export const BEHAVIOURS: readonly Behaviour[] = [
  ...SPINNING,
  ...UNSTOPPABLE,
  ...WAITING,
  ...CRASHING,
  ...SCHEMAS,
  ...marked(ALLOCATING),
];

/** Name of a behaviour's tool. */
export const toolOf = ({ name }: Behaviour): string => name.replaceAll('-', '_');

/** A plugin for each behaviour. */
export const pluginsFor = (behaviours: readonly Behaviour[]): Record<string, TestPlugin> =>
  Object.fromEntries(
    behaviours.map((behaviour) => {
      const tool = toolOf(behaviour);
      const schema = behaviour.outputSchema === undefined ? {} : { outputSchema: behaviour.outputSchema };
      return [
        behaviour.name,
        { source: `export async function ${tool}() { ${behaviour.code} }`, tools: { [tool]: schema } },
      ];
    }),
  );
