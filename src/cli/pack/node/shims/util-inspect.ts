// `util.inspect` of Node. Runs inside the isolate, as part of the packed entry. What only the engine knows is not shown: the state of a promise, the target
// of a proxy.

import { laidOut } from './inspect-layout.ts';
import { namesIn, quoted, visibleKeys } from './inspect-names.ts';
import types from './util-types.ts';

export const CUSTOM = Symbol.for('nodejs.util.inspect.custom');

export interface InspectOptions {
  depth?: number | null;
  colors?: boolean;
  showHidden?: boolean;
  customInspect?: boolean;
  compact?: number | boolean;
  breakLength?: number;
  maxArrayLength?: number | null;
  maxStringLength?: number | null;
  sorted?: boolean | ((a: string, b: string) => number);
  getters?: boolean;
  numericSeparator?: boolean;
  showProxy?: boolean;
  stylize?: (text: string, style: string) => string;
}

export const DEFAULTS: Required<Omit<InspectOptions, 'stylize'>> = {
  depth: 2,
  colors: false,
  showHidden: false,
  customInspect: true,
  compact: 3,
  breakLength: 128,
  maxArrayLength: 100,
  maxStringLength: 10_000,
  sorted: false,
  getters: false,
  numericSeparator: false,
  showProxy: false,
};

const STYLES: Readonly<Record<string, readonly [number, number]>> = {
  special: [36, 39],
  number: [33, 39],
  bigint: [33, 39],
  boolean: [33, 39],
  undefined: [90, 39],
  null: [1, 22],
  string: [32, 39],
  symbol: [32, 39],
  date: [35, 39],
  regexp: [31, 39],
  module: [4, 24],
};

interface Context extends Required<Omit<InspectOptions, 'stylize'>> {
  readonly stylize: (text: string, style: string) => string;
  readonly seen: unknown[];
  readonly circular: Map<unknown, number>;
  indentation: number;
  currentDepth: number;
}

const colored = (text: string, style: string): string => {
  const codes = STYLES[style];
  return codes ? `\u001b[${codes[0]}m${text}\u001b[${codes[1]}m` : text;
};

const numberText = (value: number): string => (Object.is(value, -0) ? '-0' : String(value));

const shortened = (value: string, { maxStringLength }: Context): string => {
  const most = maxStringLength ?? Number.POSITIVE_INFINITY;
  if (value.length <= most) return '';
  const left = value.length - most;
  return `... ${left} more character${left > 1 ? 's' : ''}`;
};

const primitiveText = (value: unknown, context: Context): string => {
  switch (typeof value) {
    case 'string': {
      const rest = shortened(value, context);
      const text = rest === '' ? value : value.slice(0, context.maxStringLength as number);
      const isLong =
        context.compact !== true && text.length > 16 && text.length > context.breakLength - context.indentation - 4;
      if (isLong && text.includes('\n'))
        return (
          text
            .split(/(?<=\n)/)
            .map((line) => context.stylize(quoted(line), 'string'))
            .join(` +\n${' '.repeat(context.indentation + 2)}`) + rest
        );
      return context.stylize(quoted(text), 'string') + rest;
    }
    case 'number':
      return context.stylize(numberText(value), 'number');
    case 'bigint':
      return context.stylize(`${value}n`, 'bigint');
    case 'boolean':
      return context.stylize(String(value), 'boolean');
    case 'undefined':
      return context.stylize('undefined', 'undefined');
    case 'symbol':
      return context.stylize(String(value), 'symbol');
    default:
      return context.stylize('null', 'null');
  }
};

/** What `inspect` shows of a value: primitives, what the value shows of itself, or its parts. */
const valueText = (value: unknown, context: Context, depth: number): string => {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null)
    return primitiveText(value, context);
  const custom = context.customInspect ? (value as Record<symbol, unknown>)[CUSTOM] : undefined;
  if (typeof custom === 'function' && custom !== inspect) {
    const left = context.depth === null ? null : context.depth - depth;
    const { seen: _, circular: __, indentation: ___, currentDepth: ____, ...options } = context;
    const shown: unknown = custom.call(value, left, { ...options, depth: left }, inspect);
    if (shown !== value) {
      if (typeof shown !== 'object') return String(shown).replaceAll('\n', `\n${' '.repeat(context.indentation)}`);
      return valueText(shown, context, depth);
    }
  }
  if (context.seen.includes(value)) {
    if (!context.circular.has(value)) context.circular.set(value, context.circular.size + 1);
    return context.stylize(`[Circular *${context.circular.get(value)}]`, 'special');
  }
  return objectText(value, context, depth);
};

/** The braces, the head and the parts of an object. `base` is shown alone if there are no parts. */
interface Shape {
  readonly open: string;
  readonly close: string;
  readonly base?: string;
  readonly isList?: boolean;
  readonly parts?: () => string[];
  readonly keys?: readonly PropertyKey[];
}

const moreItems = (left: number): string[] => (left > 0 ? [`... ${left} more item${left > 1 ? 's' : ''}`] : []);

const limitOf = ({ maxArrayLength }: Context): number => Math.max(0, maxArrayLength ?? Number.POSITIVE_INFINITY);

const listParts = (list: readonly unknown[], context: Context, depth: number): string[] => {
  const parts: string[] = [];
  const most = limitOf(context);
  let at = 0;
  for (; at < list.length && parts.length < most; at += 1) {
    if (Object.hasOwn(list, at)) {
      parts.push(valueText(list[at], context, depth));
      continue;
    }
    let empty = at;
    while (empty < list.length && !Object.hasOwn(list, empty)) empty += 1;
    const count = empty - at;
    parts.push(context.stylize(`<${count} empty item${count > 1 ? 's' : ''}>`, 'undefined'));
    at = empty - 1;
  }
  return [...parts, ...moreItems(list.length - at)];
};

const iterated = <T>(items: Iterable<T>, size: number, context: Context, text: (item: T) => string): string[] => {
  const most = limitOf(context);
  const parts: string[] = [];
  for (const item of items) {
    if (parts.length >= most) break;
    parts.push(text(item));
  }
  return [...parts, ...moreItems(size - parts.length)];
};

const functionBase = (value: (...args: never[]) => unknown, name: string | null, tag: string): string => {
  const source = Function.prototype.toString.call(value);
  if (source.startsWith('class') && source.endsWith('}')) {
    const parent = Object.getPrototypeOf(value) as { name?: string } | null;
    const own = value.name === '' ? '(anonymous)' : value.name;
    const extended = parent?.name ? ` extends ${parent.name}` : parent === null ? ' extends [null prototype]' : '';
    return `[class ${own}${name !== 'Function' && name !== null ? ` [${name}]` : ''}${extended}]`;
  }
  const kind = `${types.isAsyncFunction(value) ? 'Async' : ''}${types.isGeneratorFunction(value) ? 'Generator' : ''}Function`;
  const shown = value.name === '' ? ' (anonymous)' : `: ${value.name}`;
  const type = name !== null && name !== kind && name !== 'Function' ? ` ${name}` : '';
  return `[${kind}${name === null ? ' (null prototype)' : ''}${shown}]${type}${tag !== '' && name !== tag && tag !== kind ? ` [${tag}]` : ''}`;
};

const errorBase = (error: Error, keys: PropertyKey[], context: Context): string => {
  const stack =
    typeof error.stack === 'string' && error.stack !== '' ? error.stack : `[${Error.prototype.toString.call(error)}]`;
  for (const key of ['name', 'message', 'stack']) {
    const at = keys.indexOf(key);
    if (at >= 0 && stack.includes(String(Reflect.get(error, key)))) keys.splice(at, 1);
  }
  if ('cause' in error && Object.hasOwn(error, 'cause') && !keys.includes('cause')) keys.push('cause');
  if (Array.isArray((error as AggregateError).errors) && Object.hasOwn(error, 'errors') && !keys.includes('errors'))
    keys.push('errors');
  const at = stack.indexOf('\n    at');
  const text = at === -1 && !stack.startsWith('[') ? `[${stack}]` : stack;
  return text.replaceAll('\n', `\n${' '.repeat(context.indentation)}`);
};

const prefixOf = (name: string | null, tag: string, fallback: string, size = ''): string => {
  const own = name === null ? `[${fallback}${size}: null prototype] ` : `${name}${size} `;
  return tag !== '' && name !== tag ? `${own}[${tag}] ` : own;
};

const shapeOf = (value: object, context: Context, depth: number, keys: PropertyKey[]): Shape => {
  const { name, tag } = namesIn(value);
  const inner = depth + 1;
  if (Array.isArray(value)) {
    const prefix = name === 'Array' && tag === '' ? '' : prefixOf(name, tag, 'Array', `(${value.length})`);
    return { open: `${prefix}[`, close: ']', isList: true, parts: () => listParts(value, context, inner) };
  }
  if (types.isSet(value)) {
    const set = value as Set<unknown>;
    const text = (item: unknown): string => valueText(item, context, inner);
    return {
      open: `${prefixOf(name, tag, 'Set', `(${set.size})`)}{`,
      close: '}',
      parts: () => iterated(Set.prototype.values.call(set), set.size, context, text),
    };
  }
  if (types.isMap(value)) {
    const map = value as Map<unknown, unknown>;
    const text = ([key, item]: [unknown, unknown]): string =>
      `${valueText(key, context, inner)} => ${valueText(item, context, inner)}`;
    return {
      open: `${prefixOf(name, tag, 'Map', `(${map.size})`)}{`,
      close: '}',
      parts: () => iterated(Map.prototype.entries.call(map), map.size, context, text),
    };
  }
  if (types.isTypedArray(value)) {
    const list = value as Uint8Array;
    const fallback = Object.prototype.toString.call(value).slice(8, -1);
    return {
      open: `${prefixOf(name, tag, fallback, `(${list.length})`)}[`,
      close: ']',
      isList: true,
      parts: () => iterated(list, list.length, context, (item) => primitiveText(item, context)),
    };
  }
  return otherShape(value, context, depth, keys, name, tag);
};

const otherShape = (
  value: object,
  context: Context,
  _depth: number,
  keys: PropertyKey[],
  name: string | null,
  tag: string,
): Shape => {
  const braces = { open: '{', close: '}' };
  const based = (base: string): Shape => ({ ...braces, base });
  if (typeof value === 'function')
    return based(context.stylize(functionBase(value as () => void, name, tag), 'special'));
  if (types.isArgumentsObject(value)) return { open: '[Arguments] {', close: '}' };
  if (types.isRegExp(value))
    return based(
      context.stylize(`${prefixUnless(name, 'RegExp', tag)}${RegExp.prototype.toString.call(value)}`, 'regexp'),
    );
  if (types.isDate(value)) {
    const time = Date.prototype.getTime.call(value as Date);
    const text = Number.isNaN(time) ? 'Invalid Date' : Date.prototype.toISOString.call(value as Date);
    return based(context.stylize(`${prefixUnless(name, 'Date', tag)}${text}`, 'date'));
  }
  if (types.isNativeError(value)) return based(errorBase(value as Error, keys, context));
  if (types.isBoxedPrimitive(value)) {
    const inner = value.valueOf();
    const type = Object.prototype.toString.call(value).slice(8, -1);
    if (type === 'String') keys.splice(0, (inner as string).length);
    return based(
      context.stylize(
        `[${name === type || name === null ? type : `${type} (${name})`}: ${primitiveText(inner, { ...context, stylize: (text) => text })}]`,
        type.toLowerCase(),
      ),
    );
  }
  if (types.isArrayBuffer(value)) {
    const bytes = new Uint8Array(value as ArrayBuffer);
    const shown = Array.from(bytes.subarray(0, Math.min(50, limitOf(context))), (byte) =>
      byte.toString(16).padStart(2, '0'),
    ).join(' ');
    const left = bytes.length - 50;
    return {
      open: `${prefixOf(name, tag, 'ArrayBuffer')}{`,
      close: '}',
      parts: () => [
        `[Uint8Contents]: <${shown}${left > 0 ? ` ... ${left} more byte${left > 1 ? 's' : ''}` : ''}>`,
        `[byteLength]: ${context.stylize(String(bytes.length), 'number')}`,
      ],
    };
  }
  if (types.isWeakSet(value) || types.isWeakMap(value))
    return {
      open: `${prefixOf(name, tag, types.isWeakSet(value) ? 'WeakSet' : 'WeakMap')}{`,
      close: '}',
      parts: () => [context.stylize('<items unknown>', 'special')],
    };
  const isPlain = name === 'Object' && tag === '';
  const open = isPlain ? '{' : `${prefixOf(name, tag, 'Object')}{`;
  return { open, close: '}', ...(keys.length === 0 && { base: `${open}}` }) };
};

const prefixUnless = (name: string | null, usual: string, tag: string): string =>
  name === usual && tag === '' ? '' : prefixOf(name, tag, usual);

const keyText = (key: PropertyKey, context: Context): string => {
  if (typeof key === 'symbol') return context.stylize(String(key), 'symbol');
  if (key === '__proto__') return "['__proto__']";
  return /^[a-zA-Z_][a-zA-Z_0-9]*$/.test(String(key))
    ? context.stylize(String(key), 'name')
    : context.stylize(quoted(String(key)), 'string');
};

const propertyText = (value: object, key: PropertyKey, context: Context, depth: number): string => {
  const descriptor = Object.getOwnPropertyDescriptor(value, key) ?? {
    value: Reflect.get(value, key),
    enumerable: true,
  };
  const name = descriptor.enumerable === false ? `[${String(key)}]` : keyText(key, context);
  if ('value' in descriptor) {
    context.indentation += 2;
    const text = valueText(descriptor.value, context, depth + 1);
    context.indentation -= 2;
    return `${name}: ${text}`;
  }
  return `${name}: ${accessorText(value, descriptor, context, depth)}`;
};

const accessorText = (value: object, { get, set }: PropertyDescriptor, context: Context, depth: number): string => {
  const label = get ? (set ? 'Getter/Setter' : 'Getter') : 'Setter';
  const special = (text: string): string => context.stylize(text, 'special');
  if (!get || !context.getters) return special(`[${label}]`);
  context.indentation += 2;
  const read: unknown = get.call(value);
  const text = valueText(read, context, depth + 1);
  context.indentation -= 2;
  const isObject = (typeof read === 'object' && read !== null) || typeof read === 'function';
  return isObject ? `${special(`[${label}]`)} ${text}` : `${special(`[${label}:`)} ${text}${special(']')}`;
};

const objectText = (value: object, context: Context, depth: number): string => {
  const keys = visibleKeys(value, context.showHidden);
  const { open, close, base, isList = false, parts } = shapeOf(value, context, depth, keys);
  if (parts === undefined && keys.length === 0 && base !== undefined) return base;
  const { name, tag } = namesIn(value);
  if (context.depth !== null && depth > context.depth) {
    return context.stylize(`[${prefixOf(name, tag, Array.isArray(value) ? 'Array' : 'Object').trimEnd()}]`, 'special');
  }
  context.seen.push(value);
  context.currentDepth = depth;
  context.indentation += 2;
  const items = parts?.() ?? [];
  context.indentation -= 2;
  const length = items.length;
  for (const key of keys) items.push(propertyText(value, key, context, depth));
  context.seen.pop();
  const reference = context.circular.get(value);
  const mark = reference === undefined ? '' : context.stylize(`<ref *${reference}> `, 'special');
  if (context.sorted) {
    const order = context.sorted === true ? undefined : context.sorted;
    if (isList) items.splice(length, items.length, ...items.slice(length).sort(order));
    else items.sort(order);
  }
  if (items.length === 0) return `${mark}${open}${close}`;
  const head = base === undefined ? '' : `${mark}${base}`;
  const brace = base === undefined ? `${mark}${open}` : open;
  return laidOut({ items, head, brace, close, isList, value, context, depth });
};

/** The value as text, for people. */
export function inspect(value: unknown, options?: unknown, depth?: unknown, colors?: unknown): string {
  const given: InspectOptions =
    typeof options === 'boolean'
      ? {
          showHidden: options,
          ...(depth !== undefined && { depth: depth as number }),
          ...(colors !== undefined && { colors: colors as boolean }),
        }
      : { ...(options as InspectOptions | undefined) };
  const merged = { ...inspect.defaultOptions, breakLength: 80, ...given };
  const stylize = given.stylize && !given.colors ? given.stylize : merged.colors ? colored : (text: string) => text;
  const depthLimit = merged.depth === Number.POSITIVE_INFINITY ? null : merged.depth;
  return valueText(
    value,
    { ...merged, depth: depthLimit, stylize, seen: [], circular: new Map(), indentation: 0, currentDepth: 0 },
    0,
  );
}

inspect.custom = CUSTOM;
inspect.defaultOptions = { ...DEFAULTS };
inspect.colors = Object.fromEntries(Object.entries(STYLES));
inspect.styles = {};
