// Evaluates a packed entry and tells what its tools say of themselves. A process of its own, with Node's permissions off: the
// code is the author's, and it may still loop or be wrong. Text in on stdin, one JSON text out on stdout, and nothing else.

import { text } from 'node:stream/consumers';
import vm from 'node:vm';
import type { DefinitionsReport, ToldTool } from './definitions-report.ts';

/** What a tool does not find at the top level of its module either. */
const ABSENT = ['WebAssembly', 'SharedArrayBuffer', 'Atomics'];

/** What a tool finds beside ECMAScript; here Node's own stand for it. */
const PROVIDED = [
  'AbortController',
  'AbortSignal',
  'Blob',
  'ByteLengthQueuingStrategy',
  'CountQueuingStrategy',
  'Crypto',
  'CryptoKey',
  'CustomEvent',
  'DOMException',
  'Event',
  'EventTarget',
  'File',
  'FormData',
  'Headers',
  'Performance',
  'ReadableByteStreamController',
  'ReadableStream',
  'ReadableStreamBYOBReader',
  'ReadableStreamBYOBRequest',
  'ReadableStreamDefaultController',
  'ReadableStreamDefaultReader',
  'Request',
  'Response',
  'SubtleCrypto',
  'TextDecoder',
  'TextEncoder',
  'TransformStream',
  'TransformStreamDefaultController',
  'URL',
  'URLSearchParams',
  'WritableStream',
  'WritableStreamDefaultController',
  'WritableStreamDefaultWriter',
  'atob',
  'btoa',
  'crypto',
  'performance',
  'structuredClone',
] as const;

const quiet = (): void => {};

/** As in a tool, where nothing is asked of the host before a call runs. */
const noFetch = async (): Promise<never> => {
  throw new TypeError('fetch works inside a tool, not while the module loads');
};

const realm = (): vm.Context => {
  const context = vm.createContext(vm.constants.DONT_CONTEXTIFY);
  for (const name of ABSENT) delete context[name];
  context.console = { debug: quiet, error: quiet, info: quiet, log: quiet, warn: quiet };
  for (const name of ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'queueMicrotask'])
    context[name] = quiet;
  context.self = context;
  context.fetch = noFetch;
  for (const name of PROVIDED) context[name] = Reflect.get(globalThis, name);
  return context;
};

const evaluate = async (code: string): Promise<Readonly<Record<string, unknown>>> => {
  const module = new vm.SourceTextModule(code, { identifier: 'index.js', context: realm() });
  await module.link(() => {
    throw new Error('a packed entry imports nothing');
  });
  await module.evaluate();
  return module.namespace as Record<string, unknown>;
};

interface Standard {
  readonly vendor?: unknown;
  readonly jsonSchema?: Readonly<Record<'input' | 'output', (options: { target: string }) => object>>;
}

/** How a library's schemas are made to write JSON Schema. */
const writerOf = (vendor: unknown): string => {
  if (vendor === 'valibot') return 'wrap it in toStandardJsonSchema(…) of the npm package "@valibot/to-json-schema"';
  return vendor === 'zod' ? 'Zod does from 4.2 on' : 'see whether a later version, or a package beside it, does';
};

/** A schema as JSON: what it is, or what its library makes of it. Throws where that cannot be. */
const schemaJson = (schema: unknown, side: 'input' | 'output'): unknown => {
  const standard = (schema as { readonly '~standard'?: Standard } | undefined)?.['~standard'];
  if (standard === undefined) return schema;
  if (standard.jsonSchema === undefined)
    throw new TypeError(`this schema of ${standard.vendor} does not write JSON Schema; ${writerOf(standard.vendor)}`);
  const { $schema: _, ...json } = standard.jsonSchema[side]({ target: 'draft-2020-12' }) as { $schema?: unknown };
  return json;
};

const messageOf = (error: unknown): string => {
  const { message } = (error ?? {}) as { readonly message?: unknown };
  return typeof message === 'string' ? message : String(error);
};

const told = (exportName: string, definition: Readonly<Record<string, unknown>>): ToldTool => {
  const schemas: Record<string, unknown> = {};
  for (const [field, side] of [
    ['inputSchema', 'input'],
    ['outputSchema', 'output'],
  ] as const) {
    try {
      schemas[field] = schemaJson(definition[field], side);
    } catch (error) {
      return { exportName, fault: { field, message: messageOf(error) } };
    }
  }
  return { exportName, definition: { ...definition, ...schemas } };
};

const report = async (code: string): Promise<DefinitionsReport> => {
  try {
    const exported = Object.entries(await evaluate(code));
    return {
      ok: true,
      tools: exported.flatMap(([name, value]) => {
        const definition =
          typeof value === 'function' && Object.hasOwn(value, 'definition') && Reflect.get(value, 'definition');
        return typeof definition === 'object' && definition !== null ? [told(name, definition)] : [];
      }),
    };
  } catch (error) {
    const { stack } = (error ?? {}) as { readonly stack?: unknown };
    return { ok: false, message: messageOf(error), stack: typeof stack === 'string' ? stack : '' };
  }
};

process.stdout.write(JSON.stringify(await report(await text(process.stdin))));
