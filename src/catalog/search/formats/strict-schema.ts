// Writes an input schema for an API's strict mode, which holds a model to it. Such a schema only narrows: every value that it accepts, the plugin's own
// schema accepts, because the server repairs no arguments. A schema for which that is not possible is unfit, and its tool is not strict. Any thread; pure.
//
// SDKs of providers drop what an API does not take, and check the answer themselves. Here the server checks against the plugin's own schema, so a
// wider schema would give guaranteed calls that are refused. OpenAI's strict mode has no optional arguments; one becomes required only if its
// schema accepts null or has a default. Removing null from arguments again would have to know from which list the model learned of the tool.
// Without strict mode a schema is only a hint, so what an API refuses is left out of it. Every reply says what was left out, is not strict, or
// was changed.
//
// Rejected: the client library, which only TypeScript has; Gemini's `parameters`, a language of its own that needs a lossy translation. Costs:
// many tools are not strict for OpenAI, because their optional arguments refuse null; `toolcell check` says so.

import type { JsonObject } from '../../../shared/protocol/json.ts';
import { isObject } from '../../../shared/protocol/schema-walk.ts';
import { pointerOf } from '../../../shared/text/json-places.ts';
import type { Api, Measure } from './api.ts';
import { type Targets, targetsIn } from './references.ts';
import { strictChoice, strictLiteral, strictReference } from './strict-choices.ts';
import { keywordsOf } from './strict-keywords.ts';
import { MEASURES, measured } from './strict-limits.ts';
import { strictObject } from './strict-objects.ts';
import type { Schema, Writing, Written } from './strict-values.ts';
import { divided, typesIn, unfit, type Writer } from './strict-writer.ts';
import { type Carried, type Change, Unfit } from './telling.ts';

const GIVE_A_TYPE = 'give it a "type"';

/** The strict schema for the API. Throws {@link Unfit} if there is none. The given schema is not changed. */
export const strictSchema = (
  inputSchema: JsonObject,
  { title, strict: rules }: Pick<Api, 'title' | 'strict'>,
): Carried => {
  if (!rules) throw new Unfit('', `${title} has no strict mode for a tool`, 'ask without it');
  const changes: Change[] = [];
  const schema = wholeOf(inputSchema, { title, rules, tell: (path, change) => changes.push({ path, change }) });
  const sizes = measured(schema);
  for (const [measure, most] of Object.entries(rules.limits) as [Measure, number][])
    if (sizes[measure] > most) {
      const reason = `it has ${sizes[measure]} ${MEASURES[measure]}; ${title} takes ${most}`;
      throw new Unfit('', reason, 'use fewer, or divide the tool');
    }
  return { schema: schema as JsonObject, changes };
};

/** The schema with the definitions that it refers to. */
const wholeOf = (root: Schema, common: Writing): Written => {
  const targets = targetsIn(root);
  /** Definition → those that it refers to. The root has an empty name. */
  const refs = new Map<string, Set<string>>([['', new Set()]]);
  let inside = '';
  const writer: Writer = {
    ...common,
    targets,
    acceptsNull: nullAcceptor(targets),
    write: (schema, path) => written(schema, path, writer),
    refer: (name) => {
      refs.get(inside)?.add(name);
      if (!refs.has(name)) refs.set(name, new Set());
    },
  };
  for (const keyword of ['anyOf', 'oneOf', '$ref', 'enum', 'const'])
    if (Object.hasOwn(root, keyword)) throw unfit(writer, `/${keyword}`, [`takes no "${keyword}" at the root`]);
  const whole = strictObject(root, '', writer);
  const defs: Written = {};
  // Definitions that these refer to follow.
  for (const name of refs.keys()) {
    inside = name;
    if (name !== '') defs[name] = writer.write((root.$defs as Schema)[name], `/$defs${pointerOf([name])}`);
  }
  if (!common.rules.takesRecursion) checkRecursion(refs, writer);
  tellUnused(root, refs, common.tell);
  return refs.size > 1 ? { ...whole, $defs: defs } : whole;
};

const tellUnused = ({ $defs }: Schema, refs: ReadonlyMap<string, unknown>, tell: Writing['tell']): void => {
  for (const name of Object.keys(isObject($defs) ? $defs : {}))
    if (!refs.has(name)) tell(`/$defs${pointerOf([name])}`, 'is left out: nothing refers to it');
};

const written = (schema: unknown, path: string, writer: Writer): Written => {
  if (!isObject(schema))
    throw unfit(writer, path, ['needs to know what values are allowed; any or none are', GIVE_A_TYPE]);
  if (Object.hasOwn(schema, '$ref')) return strictReference(schema, path, writer);
  if (Object.hasOwn(schema, 'anyOf') || Object.hasOwn(schema, 'oneOf')) return strictChoice(schema, path, writer);
  if (Object.hasOwn(schema, 'enum') || Object.hasOwn(schema, 'const')) return strictLiteral(schema, path, writer);
  const types = typesIn(schema);
  if (types.length === 0) throw unfit(writer, path, ['needs to know what values are allowed; any are', GIVE_A_TYPE]);
  return typed(schema, types, { path, writer });
};

const typed = (
  schema: Schema,
  types: readonly string[],
  { path, writer }: { readonly path: string; readonly writer: Writer },
): Written => {
  const [type] = types;
  const { annotations, constraints } = divided(schema);
  // `type` itself is one of them.
  const isPlain = Object.keys(constraints).length === 1 || writer.rules.constrainsTypeLists;
  if (types.length > 1 && (types.includes('object') || types.includes('array') || !isPlain)) {
    writer.tell(`${path}/type`, 'is written as a choice among its types, which says the same');
    const anyOf = types.map((each) => typed(constraints, [each], { path, writer }));
    return { ...keywordsOf(annotations, [], path, writer), anyOf };
  }
  if (type === 'object') return strictObject(schema, path, writer);
  const keywords = keywordsOf(schema, types, path, writer);
  if (type === 'array') return { type, ...keywords, items: writer.write(schema.items, `${path}/items`) };
  return { type: types.length === 1 ? type : types, ...keywords };
};

/** Throws if a definition leads back to itself. */
const checkRecursion = (refs: ReadonlyMap<string, ReadonlySet<string>>, writer: Writer): void => {
  const done = new Set<string>();
  const visit = (name: string, above: readonly string[]): void => {
    if (above.includes(name))
      throw unfit(writer, name === '' ? '' : `/$defs${pointerOf([name])}`, ['takes no schema that contains itself']);
    if (done.has(name)) return;
    for (const next of refs.get(name) ?? []) visit(next, [...above, name]);
    done.add(name);
  };
  visit('', []);
};

/** Keywords that may refuse null in ways that are not looked at. */
const UNCLEAR = ['not', 'if', 'oneOf', '$dynamicRef'];

/** A function that is sure of it if it says true. It looks at each schema of the document once. */
const nullAcceptor = (targets: Targets): ((schema: unknown) => boolean) => {
  const known = new Map<object, boolean>();
  const accepts = (schema: unknown): boolean => {
    if (typeof schema === 'boolean') return schema;
    if (!isObject(schema)) return false;
    const before = known.get(schema);
    if (before !== undefined) return before;
    known.set(schema, false);
    const verdict = judged(schema, accepts, targets);
    known.set(schema, verdict);
    return verdict;
  };
  return accepts;
};

const judged = (
  schema: { readonly [keyword: string]: unknown },
  accepts: (schema: unknown) => boolean,
  targets: Targets,
): boolean => {
  const has = (keyword: string): boolean => Object.hasOwn(schema, keyword);
  if (UNCLEAR.some(has)) return false;
  if (has('type') && ![schema.type].flat().includes('null')) return false;
  if (has('enum') && !(Array.isArray(schema.enum) && schema.enum.includes(null))) return false;
  if (has('const') && schema.const !== null) return false;
  if (has('allOf') && !(Array.isArray(schema.allOf) && schema.allOf.every(accepts))) return false;
  if (has('anyOf') && !(Array.isArray(schema.anyOf) && schema.anyOf.some(accepts))) return false;
  return !has('$ref') || accepts(targets(String(schema.$ref))?.schema);
};
