// Writes the TypeScript type of the values that fit a JSON Schema (2020-12), as far as types can say it. The schema is untrusted: whatever is in it, the
// text is a type, of bounded size, that the compiler can check in bounded time. Nothing is fetched: a reference leads to a part of the same schema, or
// becomes `unknown`.
//
// It is written here, because generators on npm know older drafts, fetch references, or bring a formatter of several MB.

import type { JsonObject } from '../../shared/protocol/json.ts';
import { isObject, type SchemaNode, schemasIn } from '../../shared/protocol/schema-walk.ts';
import { inPlaceOf, resolveRef } from '../manifest/schema-refs.ts';
import { commentLines, literalType, memberName, pascalWord } from './words.ts';

/** A schema that is larger becomes `unknown`. The server's own caps on schemas of plugins are lower or the same. */
const MOST_SCHEMAS = 5_000;
const MOST_REFS = 200;
const MOST_DEPTH = 48;
/** More values become the types of the values. */
const MOST_ENUM_VALUES = 200;
const MOST_TUPLE_ITEMS = 100;
/** Members of a union after all intersections with it: the compiler gives up at 100,000. */
const MOST_WIDTH = 1_000;
/** Assumed width of a type that is not written yet. */
const UNKNOWN_WIDTH = 50;
/** Named types that are written one inside the other, so that the stack has an end. Deeper ones wait. */
const MOST_NESTED = 16;

type Schema = SchemaNode['schema'];

interface Written {
  readonly text: string;
  readonly width: number;
}

/** Where a type stands: its depth in the schema, and the indentation of its lines. */
interface Place {
  readonly depth: number;
  readonly indent: string;
}

interface Member {
  readonly text: string;
  readonly description?: unknown;
}

/** A type that has a name, because a reference leads to it. */
export interface NamedType {
  readonly name: string;
  readonly text: string;
}

interface Named extends Written {
  readonly name: string;
  text: string;
  width: number;
}

export interface SchemaTypesOptions {
  /** True for values that a program gives: it may give arrays that are read-only. */
  readonly isInput: boolean;
  /** Makes a name that no other type has, from a text. */
  readonly nameFor: (wanted: string) => string;
  /** Writes each type on one line, and this beside a member for its description. If absent, types have the lines that people read. */
  readonly beside?: (description: unknown) => string;
}

const ANYTHING: Written = { text: 'unknown', width: 1 };
const NOTHING: Written = { text: 'never', width: 0 };
const ANY_OBJECT = '{ [name: string]: unknown }';

export class SchemaTypes {
  readonly #options: SchemaTypesOptions;
  /** Schema with a reference → the schema that it leads to. */
  readonly #targets: ReadonlyMap<object, SchemaNode>;
  readonly #named = new Map<object, Named>();
  readonly #waiting: (() => void)[] = [];
  #nested = 0;
  /** Schemas that may still be written. */
  #left = MOST_SCHEMAS;
  readonly #root: Schema;
  readonly #isTooLarge: boolean;

  constructor(root: Schema, options: SchemaTypesOptions) {
    this.#root = root;
    this.#options = options;
    const nodes = schemasIn(root);
    const refs = nodes.filter(({ schema }) => typeof schema.$ref === 'string');
    this.#isTooLarge = nodes.length > MOST_SCHEMAS || refs.length > MOST_REFS;
    this.#targets = this.#isTooLarge ? new Map() : targetsOf(root, nodes);
  }

  /** The text of the whole schema's type. */
  write(indent: string): string {
    if (this.#isTooLarge) return ANYTHING.text;
    const { text } = this.#typeOf(this.#root, { depth: 0, indent });
    for (const writeNext of this.#waiting) writeNext();
    return text;
  }

  /** The types to which its references lead, in the order in which they were met. */
  get named(): readonly NamedType[] {
    return [...this.#named.values()].map(({ name, text }) => ({ name, text }));
  }

  #typeOf(schema: unknown, place: Place): Written {
    if (schema === false) return NOTHING;
    this.#left -= 1;
    if (!isObject(schema) || place.depth > MOST_DEPTH || this.#left < 0) return ANYTHING;
    const parts = [this.#valuesOf(schema, place), this.#referredBy(schema)];
    for (const keyword of ['anyOf', 'oneOf'] as const) {
      const choices = schema[keyword];
      if (Array.isArray(choices)) parts.push(unionOf(choices.map((choice) => this.#typeOf(choice, deeper(place)))));
    }
    if (Array.isArray(schema.allOf)) for (const part of schema.allOf) parts.push(this.#typeOf(part, deeper(place)));
    const whole = intersectionOf(parts);
    return schema.nullable === true && schema.type !== undefined ? unionOf([whole, NULL]) : whole;
  }

  /** What `const`, `enum`, `type` and the keywords of objects and arrays say. */
  #valuesOf(schema: Schema, place: Place): Written {
    if (Object.hasOwn(schema, 'const')) return { text: literalType(schema.const), width: 1 };
    if (Array.isArray(schema.enum)) return enumOf(schema.enum);
    const { type } = schema;
    if (Array.isArray(type)) return unionOf(type.map((name) => this.#typeNamed(name, schema, place)));
    if (type !== undefined) return this.#typeNamed(type, schema, place);
    return isObject(schema.properties) ? this.#objectOf(schema, place) : ANYTHING;
  }

  #typeNamed(name: unknown, schema: Schema, place: Place): Written {
    switch (name) {
      case 'string':
      case 'boolean':
      case 'null':
        return { text: name, width: name === 'boolean' ? 2 : 1 };
      case 'number':
      case 'integer':
        return { text: 'number', width: 1 };
      case 'array':
        return this.#arrayOf(schema, place);
      case 'object':
        return this.#objectOf(schema, place);
      default:
        return ANYTHING;
    }
  }

  #arrayOf({ items, prefixItems, minItems }: Schema, place: Place): Written {
    const { isInput } = this.#options;
    const element = items === undefined ? ANYTHING : this.#typeOf(items, deeper(place));
    if (!Array.isArray(prefixItems)) return { text: listOf(element, isInput), width: 1 };
    if (prefixItems.length > MOST_TUPLE_ITEMS) return { text: listOf(ANYTHING, isInput), width: 1 };
    const held = typeof minItems === 'number' ? minItems : 0;
    const first = prefixItems.map((item, index) => {
      const { text } = this.#typeOf(item, deeper(place));
      return index < held ? text : `(${text})?`;
    });
    const rest = items === false ? [] : [`...${listOf(element, false)}`];
    return { text: `${isInput ? 'readonly ' : ''}[${[...first, ...rest].join(', ')}]`, width: 1 };
  }

  #objectOf(schema: Schema, place: Place): Written {
    const properties = isObject(schema.properties) ? Object.entries(schema.properties) : [];
    const required = new Set<string>(
      Array.isArray(schema.required) ? schema.required.filter(isText).slice(0, MOST_SCHEMAS) : [],
    );
    const inner: Place = { depth: place.depth + 1, indent: `${place.indent}  ` };
    const known = new Set(properties.map(([name]) => name));
    const members: Member[] = properties.map(([name, part]) => ({
      text: `${memberName(name)}${required.has(name) ? '' : '?'}: ${this.#typeOf(part, inner).text}`,
      description: isObject(part) ? part.description : undefined,
    }));
    for (const name of required) if (!known.has(name)) members.push({ text: `${memberName(name)}: unknown` });
    const others = this.#othersOf(schema, members.length > 0, inner);
    if (members.length === 0) return { text: others === undefined ? ANY_OBJECT : `{ ${others} }`, width: 1 };
    if (others !== undefined) members.push({ text: others });
    return { text: this.#bracesAround(members, place.indent, inner.indent), width: 1 };
  }

  #bracesAround(members: readonly Member[], outer: string, indent: string): string {
    const { beside } = this.#options;
    if (beside) return `{ ${members.map(({ text, description }) => `${text}${beside(description)}`).join('; ')} }`;
    const lines = members.flatMap(({ text, description }) => [
      ...commentLines(description, indent),
      `${indent}${text};`,
    ]);
    return `{\n${lines.join('\n')}\n${outer}}`;
  }

  /**
   * The members that have no name in the schema. Beside named members they are allowed only if the schema mentions them: otherwise such a name is more
   * likely a typing error. `defineTool` reads schemas in the same way.
   */
  #othersOf(schema: Schema, hasNamed: boolean, place: Place): string | undefined {
    const { additionalProperties: rest, patternProperties } = schema;
    const patterns = isObject(patternProperties) ? Object.values(patternProperties) : [];
    const isClosed = rest === false && patterns.length === 0;
    if (hasNamed)
      return isClosed || (rest === undefined && patterns.length === 0) ? undefined : '[name: string]: unknown';
    if (isClosed) return '[name: string]: never';
    const parts = [...patterns, ...(rest === undefined ? [true] : [rest])].filter((part) => part !== false);
    return `[name: string]: ${unionOf(parts.map((part) => this.#typeOf(part, place))).text}`;
  }

  #referredBy(schema: Schema): Written {
    if (typeof schema.$ref !== 'string') return ANYTHING;
    const target = this.#targets.get(schema);
    if (target === undefined || this.#isCircular(target)) return ANYTHING;
    const known = this.#named.get(target.schema);
    if (known !== undefined) return { text: known.name, width: known.width };
    const word = pascalWord(schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)) || 'Part';
    const made: Named = { name: this.#options.nameFor(word), text: ANYTHING.text, width: UNKNOWN_WIDTH };
    this.#named.set(target.schema, made);
    if (this.#nested < MOST_NESTED) this.#writeNamed(made, target);
    else this.#waiting.push(() => this.#writeNamed(made, target));
    return { text: made.name, width: made.width };
  }

  #writeNamed(made: Named, target: SchemaNode): void {
    this.#nested += 1;
    const { text, width } = this.#typeOf(target.schema, { depth: 0, indent: '' });
    this.#nested -= 1;
    made.text = text;
    made.width = width;
  }

  /** True if the schema leads back to itself for the same value. The compiler refuses such a type, and no value could be checked. */
  #isCircular(start: SchemaNode): boolean {
    const reached = new Set<object>();
    const waiting: SchemaNode[] = [start];
    for (const node of waiting) {
      for (const { node: next } of inPlaceOf(node, this.#targets)) {
        if (next.schema === start.schema) return true;
        if (reached.has(next.schema)) continue;
        reached.add(next.schema);
        waiting.push(next);
      }
    }
    return false;
  }
}

const NULL: Written = { text: 'null', width: 1 };

const listOf = ({ text }: Written, isReadOnly: boolean): string => {
  if (/^\w+$/.test(text)) return `${isReadOnly ? 'readonly ' : ''}${text}[]`;
  return `${isReadOnly ? 'Readonly' : ''}Array<${text}>`;
};

const deeper = ({ depth, indent }: Place): Place => ({ depth: depth + 1, indent });

const isText = (value: unknown): value is string => typeof value === 'string';

const targetsOf = (root: Schema, nodes: readonly SchemaNode[]): ReadonlyMap<object, SchemaNode> => {
  const anchors = new Map(
    nodes.flatMap(({ schema: { $anchor }, schema }) => (isText($anchor) ? [[$anchor, schema] as const] : [])),
  );
  const counted = new Set<object>(nodes.map(({ schema }) => schema));
  const targets = new Map<object, SchemaNode>();
  for (const { schema } of nodes) {
    const { $ref } = schema;
    if (!isText($ref) || !$ref.startsWith('#')) continue;
    const found = resolveRef(root as JsonObject, anchors, $ref);
    // Only what was counted: another place could hold anything.
    if (isObject(found) && counted.has(found)) targets.set(schema, { schema: found, path: $ref });
  }
  return targets;
};

const enumOf = (values: readonly unknown[]): Written => {
  const types = values.length <= MOST_ENUM_VALUES ? values.map(literalType) : values.map(widened);
  return unionOf(types.map((text) => ({ text, width: 1 })));
};

/** The type of a value that is one of very many. */
const widened = (value: unknown): string =>
  ['string', 'number', 'boolean'].includes(typeof value) ? typeof value : literalType(value);

const unionOf = (parts: readonly Written[]): Written => {
  const distinct = [...new Map(parts.map((part) => [part.text, part])).values()].filter(({ text }) => text !== 'never');
  if (distinct.some(({ text }) => text === 'unknown')) return ANYTHING;
  if (distinct.length <= 1) return distinct[0] ?? NOTHING;
  const width = distinct.reduce((sum, part) => sum + part.width, 0);
  if (width > MOST_WIDTH) return ANYTHING;
  return { text: distinct.map(({ text }) => inGroup(text, /[&]/)).join(' | '), width };
};

/** Parts that would make the union too wide are left out: the type then says less. */
const intersectionOf = (parts: readonly Written[]): Written => {
  const distinct = [...new Map(parts.map((part) => [part.text, part])).values()].filter(
    ({ text }) => text !== 'unknown',
  );
  if (distinct.some(({ text }) => text === 'never')) return NOTHING;
  const kept: Written[] = [];
  let width = 1;
  for (const part of distinct) {
    if (width * part.width > MOST_WIDTH) continue;
    width *= part.width;
    kept.push(part);
  }
  if (kept.length <= 1) return kept[0] ?? ANYTHING;
  return { text: kept.map(({ text }) => inGroup(text, /[|&]/)).join(' & '), width };
};

const inGroup = (text: string, needs: RegExp): string => (needs.test(text) ? `(${text})` : text);

/** The name, with a number if another type has it. */
export const freeName = (wanted: string, names: Set<string>): string => {
  // A name cannot begin with a digit.
  const base = /^\d/.test(wanted) ? `T${wanted}` : wanted;
  let name = base;
  for (let number = 2; names.has(name); number += 1) name = `${base}${number}`;
  names.add(name);
  return name;
};
