// Writes an input schema for an API's strict mode, which holds a model to it. Such a schema only narrows: every value that it accepts, the plugin's own
// schema accepts, because the server repairs no arguments. A schema for which that is not possible is unfit, and its tool is not strict. Any thread; pure.

import type { JsonObject } from '../../protocol/json.ts';
import { isObject, type SchemaNode } from '../../protocol/schema-walk.ts';
import { pointerOf } from '../../text/json-places.ts';
import type { Api, Measure, StrictRules } from './api.ts';
import { nullAcceptor } from './null-values.ts';
import { type Targets, targetsIn } from './references.ts';
import { overlapIn, sameStartIn } from './strict-choices.ts';
import { keywordsOf, type Tell, type Writing, type Written } from './strict-keywords.ts';
import { MEASURES, measured } from './strict-limits.ts';
import { type Carried, type Change, shown, Unfit } from './telling.ts';

type Schema = SchemaNode['schema'];

/** Place of a definition at the root. */
const DEFINITION = /^\/\$defs\/([^/]+)$/;
/** Beside a reference or a choice, these keywords constrain nothing. */
const ANNOTATIONS = [
  'title',
  'description',
  'default',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
  '$comment',
  '$defs',
];

/** The strict schema for the API. Throws {@link Unfit} if there is none. The given schema is not changed. */
export const strictSchema = (
  inputSchema: JsonObject,
  { title, strict: rules }: Pick<Api, 'title' | 'strict'>,
): Carried => {
  if (!rules) throw new Unfit('', `${title} has no strict mode for a tool`, 'ask without it');
  const changes: Change[] = [];
  const writer = new StrictWriter(inputSchema, title, rules, (path, change) => changes.push({ path, change }));
  const schema = writer.whole();
  const sizes = measured(schema);
  for (const [measure, most] of Object.entries(rules.limits) as [Measure, number][])
    if (sizes[measure] > most) {
      const reason = `it has ${sizes[measure]} ${MEASURES[measure]}; ${title} takes ${most}`;
      throw new Unfit('', reason, 'use fewer, or divide the tool');
    }
  return { schema: schema as JsonObject, changes };
};

/** Writes one schema. */
class StrictWriter {
  readonly #root: Schema;
  readonly #writing: Writing;
  readonly #targets: Targets;
  readonly #acceptsNull: (schema: unknown) => boolean;
  /** Definitions that something refers to, and those that are being written. */
  readonly #wanted: string[] = [];
  readonly #refs = new Map<string, Set<string>>();
  /** The definition that is being written; empty for the root. */
  #inside = '';

  constructor(root: Schema, title: string, rules: StrictRules, tell: Tell) {
    this.#root = root;
    this.#writing = { title, rules, tell };
    this.#targets = targetsIn(root);
    this.#acceptsNull = nullAcceptor(this.#targets);
  }

  whole(): Written {
    for (const keyword of ['anyOf', 'oneOf', '$ref', 'enum', 'const'])
      if (Object.hasOwn(this.#root, keyword)) throw this.#unfit(`/${keyword}`, `takes no "${keyword}" at the root`);
    const written = this.#object(this.#root, '');
    const defs: Written = {};
    for (const name of this.#wanted) {
      this.#inside = name;
      const all = this.#root.$defs as Schema;
      defs[name] = this.#schema(all[name], `/$defs${pointerOf([name])}`);
    }
    this.#checkRecursion();
    const all = isObject(this.#root.$defs) ? Object.keys(this.#root.$defs) : [];
    for (const name of all.filter((each) => !this.#wanted.includes(each)))
      this.#writing.tell(`/$defs${pointerOf([name])}`, 'is left out: nothing refers to it');
    return this.#wanted.length > 0 ? { ...written, $defs: defs } : written;
  }

  #unfit(path: string, what: string, hint = 'describe the argument in a simpler way'): Unfit {
    return new Unfit(path, `${this.#writing.title} ${what}`, hint);
  }

  #schema(schema: unknown, path: string): Written {
    if (!isObject(schema))
      throw this.#unfit(path, 'needs to know what values are allowed; any or none are', 'give it a "type"');
    if (Object.hasOwn(schema, '$ref')) return this.#reference(schema, path);
    if (Object.hasOwn(schema, 'anyOf')) return this.#choice(schema, 'anyOf', path);
    if (Object.hasOwn(schema, 'oneOf')) return this.#choice(schema, 'oneOf', path);
    if (Object.hasOwn(schema, 'enum') || Object.hasOwn(schema, 'const')) return this.#literal(schema, path);
    const types = [schema.type].flat().filter((type) => typeof type === 'string');
    if (types.length === 0)
      throw this.#unfit(path, 'needs to know what values are allowed; any are', 'give it a "type"');
    return this.#typed(schema, types, path);
  }

  #typed(schema: Schema, types: readonly string[], path: string): Written {
    const [type] = types;
    const isNested = types.includes('object') || types.includes('array');
    if (types.length === 1 && type === 'object') return this.#object(schema, path);
    if (types.length === 1 && type === 'array') return this.#array(schema, path);
    if (!isNested)
      return { type: types.length === 1 ? type : types, ...keywordsOf(schema, types, path, this.#writing) };
    this.#writing.tell(`${path}/type`, 'is written as a choice among its types, which says the same');
    return { anyOf: types.map((each) => this.#typed(schema, [each], path)) };
  }

  #object(schema: Schema, path: string): Written {
    const { rules, tell } = this.#writing;
    const properties = isObject(schema.properties) ? schema.properties : {};
    const names = Object.keys(properties);
    const required = Array.isArray(schema.required) ? schema.required.map(String) : [];
    this.#checkClosed(schema, path, names.length === 0 && path !== '');
    const unlisted = required.find((name) => !Object.hasOwn(properties, name));
    if (unlisted !== undefined)
      throw this.#unfit(
        `${path}/required`,
        `needs the schema of ${shown(unlisted)}, which is required`,
        'list it in "properties"',
      );
    const written = keywordsOf(schema, ['object'], path, this.#writing);
    const members = names.map((name) => {
      const place = `${path}/properties${pointerOf([name])}`;
      const isOptional = rules.allRequired && !required.includes(name);
      const member = this.#schema(properties[name], place);
      return [name, isOptional ? this.#made(member, properties[name], place) : member] as const;
    });
    if (schema.additionalProperties !== false)
      tell(`${path}/additionalProperties`, 'is false now: only the arguments that are listed');
    return {
      type: 'object',
      ...written,
      properties: Object.fromEntries(members),
      required: rules.allRequired ? names : required.filter((name, at) => required.indexOf(name) === at),
      additionalProperties: false,
    };
  }

  /** An API without optional arguments would have to send one that the server refuses. */
  #made(member: Written, schema: unknown, path: string): Written {
    const { title, tell } = this.#writing;
    if (isObject(schema) && Object.hasOwn(schema, 'default') && !Object.hasOwn(member, '$ref')) {
      const text = `If in doubt, use the default: ${JSON.stringify(schema.default)}.`;
      tell(path, `is required now, because ${title} leaves no argument out; its description names the default`);
      const described = typeof member.description === 'string' ? `${member.description} ${text}` : text;
      return { ...member, description: described };
    }
    if (!this.#acceptsNull(schema)) {
      const hint = 'require it, give it a "default", or let it be null: "type": ["string", "null"]';
      throw this.#unfit(path, 'leaves no argument out, and this one has no default and may not be null', hint);
    }
    tell(path, `is required now, because ${title} leaves no argument out; null stands for none`);
    return member;
  }

  #checkClosed(schema: Schema, path: string, isFree: boolean): void {
    const { additionalProperties, unevaluatedProperties } = schema;
    for (const [keyword, value] of Object.entries({ additionalProperties, unevaluatedProperties })) {
      if (value === undefined || value === false) continue;
      throw this.#unfit(
        `${path}/${keyword}`,
        'takes no objects with members of any name',
        'list the members, or take a list of names and values',
      );
    }
    if (isFree && additionalProperties !== false && unevaluatedProperties !== false)
      throw this.#unfit(path, 'takes no objects with members of any name', 'list its members in "properties"');
  }

  #array(schema: Schema, path: string): Written {
    const written = keywordsOf(schema, ['array'], path, this.#writing);
    return { type: 'array', ...written, items: this.#schema(schema.items, `${path}/items`) };
  }

  #literal(schema: Schema, path: string): Written {
    const declared = [schema.type].flat().filter((type) => typeof type === 'string');
    const literals = Array.isArray(schema.enum) ? schema.enum : [schema.const];
    if ([...literals, schema.const].some((value) => typeof value === 'object' && value !== null))
      throw this.#unfit(path, 'takes no lists or objects as values of an enum');
    const types = declared.length > 0 ? declared : [...new Set(literals.map(typeOf))];
    const isTyped = declared.length > 0 || this.#writing.rules.literalsNeedType;
    if (declared.length === 0 && isTyped) this.#writing.tell(`${path}/type`, 'is added: the type of the values');
    return {
      ...(isTyped && { type: types.length === 1 ? types[0] : types }),
      ...keywordsOf(schema, types, path, this.#writing),
      ...(Object.hasOwn(schema, 'enum') && { enum: schema.enum }),
      ...(Object.hasOwn(schema, 'const') && { const: schema.const }),
    };
  }

  #choice(schema: Schema, keyword: 'anyOf' | 'oneOf', path: string): Written {
    const { rules, tell } = this.#writing;
    const place = `${path}/${keyword}`;
    this.#checkAlone(schema, keyword, path);
    const options = Array.isArray(schema[keyword]) ? schema[keyword] : [];
    const overlap = keyword === 'oneOf' ? overlapIn(options, this.#targets) : undefined;
    if (overlap) {
      const what = `takes no "oneOf", and a value could fit its schemas ${overlap[0]} and ${overlap[1]} both`;
      throw this.#unfit(place, what, 'use "anyOf", or give each schema a member with a "const" of its own');
    }
    const start = rules.choicesDifferAtFirst ? sameStartIn(options, this.#targets) : undefined;
    if (start) {
      const what = `refuses a choice of objects that begin alike, as the schemas ${start[0]} and ${start[1]} do`;
      throw this.#unfit(place, what, 'begin each with a member that has a "const" of its own');
    }
    if (keyword === 'oneOf')
      tell(place, 'is written as "anyOf", which says the same: no value fits two of the schemas');
    const anyOf = options.map((option, at) => this.#schema(option, `${place}/${at}`));
    return { ...this.#annotations(schema, path), anyOf };
  }

  #reference(schema: Schema, path: string): Written {
    this.#checkAlone(schema, '$ref', path);
    const ref = String(schema.$ref);
    const target = this.#targets(ref)?.path;
    const [, escaped] = DEFINITION.exec(target ?? '/') ?? [];
    if (target !== '' && escaped === undefined)
      throw this.#unfit(
        `${path}/$ref`,
        `may not find ${shown(ref)}`,
        'put the schema into "$defs" of the root, and use "#/$defs/…"',
      );
    const name = escaped === undefined ? '' : escaped.replaceAll('~1', '/').replaceAll('~0', '~');
    if (escaped !== undefined && !this.#wanted.includes(name)) this.#wanted.push(name);
    const refs = this.#refs.get(this.#inside) ?? new Set();
    this.#refs.set(this.#inside, refs.add(name));
    for (const keyword of Object.keys(schema))
      if (keyword !== '$ref')
        this.#writing.tell(`${path}/${keyword}`, `is left out: ${this.#writing.title} takes nothing beside "$ref"`);
    return { $ref: escaped === undefined ? '#' : `#/$defs/${escaped}` };
  }

  #annotations(schema: Schema, path: string): Written {
    const annotations = Object.fromEntries(Object.entries(schema).filter(([keyword]) => ANNOTATIONS.includes(keyword)));
    return keywordsOf(annotations, [], path, this.#writing);
  }

  #checkAlone(schema: Schema, keyword: string, path: string): void {
    const other = Object.keys(schema).find(
      (each) => each !== keyword && !ANNOTATIONS.includes(each) && !each.startsWith('x-'),
    );
    if (other === undefined) return;
    throw this.#unfit(
      `${path}/${other}`,
      `takes no "${other}" beside "${keyword}"`,
      `move it into the schemas of "${keyword}"`,
    );
  }

  /** Throws if a definition leads back to itself, for an API that takes no recursion. */
  #checkRecursion(): void {
    if (this.#writing.rules.takesRecursion) return;
    const done = new Set<string>();
    const visit = (name: string, above: readonly string[]): void => {
      if (above.includes(name))
        throw this.#unfit(name === '' ? '' : `/$defs${pointerOf([name])}`, 'takes no schema that contains itself');
      if (done.has(name)) return;
      for (const next of this.#refs.get(name) ?? []) visit(next, [...above, name]);
      done.add(name);
    };
    visit('', []);
  }
}

const typeOf = (value: unknown): string => {
  if (value === null) return 'null';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
};
