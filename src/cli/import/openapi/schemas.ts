// Writes schemas of the document as schemas of one tool: keywords that the server checks, references as the tool's own `$defs`, short descriptions.

import { toldApart, toldBy } from './discriminators.ts';
import {
  COUNTS,
  FORMATS,
  isPattern,
  LISTS,
  MOST_DEFAULT_CHARACTERS,
  MOST_VALUES,
  NUMBERS,
  ONE,
  TYPES,
} from './keywords.ts';
import { pointed, resolved } from './references.ts';
import { isMap, type Schema, type Values } from './values.ts';
import { BUDGETS, description } from './words.ts';

export type { Schema } from './values.ts';

export interface SchemaOptions {
  /** `readOnly` members are no arguments; `writeOnly` ones are in no result. */
  readonly leftOut: 'readOnly' | 'writeOnly';
  /** True for results: only types and names, and every value may be null. Servers break their own documents. */
  readonly isLenient?: boolean;
  /** Levels that are described. What lies deeper may be anything. Without a number, references become `$defs`, and circles stay. */
  readonly levels?: number;
}

/** More than any schema that the server takes. */
const MOST_PARTS = 5_000;
const MOST_DEFS = 100;

/** Ends the writing of a schema that would be too large. The caller writes it anew with fewer levels. */
export class SchemaTooLarge extends Error {}

/** Writes the schemas of one tool. `defs` is complete once all are written. */
export class SchemaWriter {
  readonly defs: Record<string, Schema | boolean> = {};
  readonly #document: Values;
  readonly #options: SchemaOptions;
  readonly #names = new Map<string, string>();
  #parts = 0;
  /** True if something deeper than the levels was left out. */
  isCut = false;

  constructor(document: Values, options: SchemaOptions) {
    this.#document = document;
    this.#options = options;
  }

  /** Throws {@link SchemaTooLarge}. */
  write(value: unknown, level = 0): Schema | boolean {
    this.#parts += 1;
    if (this.#parts > MOST_PARTS) throw new SchemaTooLarge();
    if (typeof value === 'boolean') return value;
    if (!isMap(value)) return {};
    const { levels } = this.#options;
    const { $ref } = value;
    if (typeof $ref === 'string') return levels === undefined ? this.#reference($ref) : this.#inline($ref, level);
    return this.#schema(value, level);
  }

  /** Keeps a schema that is referred to once, under a name of its own. */
  #reference(pointer: string): Schema {
    let name = this.#names.get(pointer);
    if (name === undefined) {
      const target = resolved(this.#document, { $ref: pointer });
      if (this.#names.size === MOST_DEFS) throw new SchemaTooLarge();
      const stem =
        decoded(pointer.split('/').pop() ?? '')
          .replaceAll(/[^\w.-]/g, '_')
          .replace(/^__proto__$/, '') || 'part';
      name = stem;
      for (let count = 2; Object.hasOwn(this.defs, name); count += 1) name = `${stem}_${count}`;
      this.#names.set(pointer, name);
      this.defs[name] = {};
      this.defs[name] = this.write(target);
    }
    return { $ref: `#/$defs/${name}` };
  }

  #inline(pointer: string, level: number): Schema | boolean {
    // A chain of references alone could be a circle, so each counts as a level.
    if (level >= (this.#options.levels ?? 0)) {
      this.isCut = true;
      return {};
    }
    const target = pointed(this.#document, pointer);
    return isMap(target) && typeof target.$ref === 'string'
      ? this.#inline(target.$ref, level + 1)
      : this.write(target, level);
  }

  #schema(value: Values, level: number): Schema {
    const schema: Schema = {};
    this.#type(value, schema);
    if (!this.#options.isLenient) this.#rules(value, schema);
    if (level < (this.#options.levels ?? Number.POSITIVE_INFINITY)) this.#inner(value, schema, level);
    else this.isCut = true;
    return schema;
  }

  #type({ type, properties, items, contentMediaType }: Values, schema: Schema): void {
    const listed = [type].flat().filter((one): one is string => TYPES.includes(String(one)));
    const isText = contentMediaType !== undefined;
    const guessed = isMap(properties) ? ['object'] : items !== undefined ? ['array'] : isText ? ['string'] : [];
    const types = [...new Set(listed.length > 0 ? listed : guessed)];
    if (types.length === 0) return;
    if (this.#options.isLenient)
      schema.type = [...new Set([...types.map((one) => (one === 'integer' ? 'number' : one)), 'null'])];
    else schema.type = types.length === 1 ? types[0] : types;
  }

  #rules(value: Values, schema: Schema): void {
    const text = description(
      [value.title === value.description ? undefined : asText(value.description)],
      BUDGETS.member,
    );
    if (text !== '') schema.description = text;
    for (const name of NUMBERS) if (typeof value[name] === 'number') schema[name] = value[name];
    for (const name of COUNTS)
      if (Number.isSafeInteger(value[name]) && (value[name] as number) >= 0) schema[name] = value[name];
    if (typeof schema.multipleOf === 'number' && schema.multipleOf <= 0) delete schema.multipleOf;
    if (FORMATS.includes(String(value.format))) schema.format = value.format;
    if (isPattern(value.pattern)) schema.pattern = value.pattern;
    if (value.uniqueItems === true) schema.uniqueItems = true;
    if (value.deprecated === true) schema.deprecated = true;
    const { enum: values } = value;
    if (Array.isArray(values) && values.length > 0 && values.length <= MOST_VALUES) schema.enum = [...new Set(values)];
    if (value.const !== undefined) schema.const = value.const;
    if (value.default !== undefined && JSON.stringify(value.default).length <= MOST_DEFAULT_CHARACTERS)
      schema.default = value.default;
  }

  #inner(value: Values, schema: Schema, level: number): void {
    const inner = (part: unknown): Schema | boolean => this.write(part, level + 1);
    const { properties, required, items, additionalProperties, patternProperties } = value;
    if (isMap(properties)) {
      const kept = Object.entries(properties).filter(
        ([, member]) => !(isMap(member) && member[this.#options.leftOut] === true),
      );
      schema.properties = Object.fromEntries(kept.map(([name, member]) => [name, inner(member)]));
    }
    if (items !== undefined && !Array.isArray(items)) schema.items = inner(items);
    for (const name of this.#options.isLenient ? LISTS.slice(0, 3) : LISTS) {
      const list = value[name];
      if (!Array.isArray(list) || list.length === 0) continue;
      // A value may fit several: `oneOf` is written for people more often than for checks.
      const keyword = name === 'oneOf' ? 'anyOf' : name;
      if (schema[keyword] === undefined) schema[keyword] = list.map((one) => this.#alternative(value, one, level + 1));
    }
    if (this.#options.isLenient) return;
    if (Array.isArray(required)) {
      const names = required.filter(
        (name): name is string => typeof name === 'string' && !this.#isLeftOut(properties, name),
      );
      if (names.length > 0) schema.required = [...new Set(names)];
    }
    if (typeof additionalProperties === 'boolean') schema.additionalProperties = additionalProperties;
    else if (isMap(additionalProperties) && Object.keys(additionalProperties).length > 0)
      schema.additionalProperties = inner(additionalProperties);
    if (isMap(patternProperties)) {
      const kept = Object.entries(patternProperties).filter(([pattern]) => isPattern(pattern));
      schema.patternProperties = Object.fromEntries(kept.map(([pattern, member]) => [pattern, inner(member)]));
    }
    for (const name of ONE) if (value[name] !== undefined) schema[name] = inner(value[name]);
  }

  /** One of several schemas. If a discriminator tells it apart, it is written out, since its member gets values here alone. */
  #alternative(around: Values, value: unknown, level: number): Schema | boolean {
    const told = this.#options.isLenient ? undefined : toldBy(this.#document, around, value);
    return told === undefined
      ? this.write(value, level)
      : toldApart(this.write(resolved(this.#document, value), level), told);
  }

  #isLeftOut(properties: unknown, name: string): boolean {
    if (!isMap(properties) || !Object.hasOwn(properties, name)) return false;
    const member = properties[name];
    return isMap(member) && member[this.#options.leftOut] === true;
  }
}

const asText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('~1', '/').replaceAll('~0', '~'));
  } catch {
    return '';
  }
};
