// Writes an input schema as an API takes it without its strict mode. What the API refuses is left out and told: it only was a hint for the model, because
// the server checks every call against the schema as the plugin wrote it. Any thread; pure.

import type { JsonObject } from '../../../shared/protocol/json.ts';
import { childrenOf, isObject, type SchemaNode, schemasIn } from '../../../shared/protocol/schema-walk.ts';
import { pointerOf } from '../../../shared/text/json-places.ts';
import type { Api, PlainRules } from './api.ts';
import { recursionAt, type Targets, targetsIn } from './references.ts';
import { type Carried, type Change, shown, Unfit } from './telling.ts';

type Mutable = Record<string, unknown>;
type Tell = (path: string, change: string) => void;

const IN_PLACE = ['anyOf', 'oneOf', 'allOf', 'not', 'if', 'then', 'else', 'dependentSchemas'];

/** The schema for the API. Throws {@link Unfit} if the API cannot carry it. The given schema is not changed. */
export const plainSchema = (inputSchema: JsonObject, { title, plain }: Api): Carried => {
  checkNames(inputSchema, title, plain);
  const changes: Change[] = [];
  const tell: Tell = (path, change) => changes.push({ path, change });
  const copy = structuredClone(inputSchema) as Mutable;
  clearRoot(copy, { title, plain, tell });
  const nodes = schemasIn(copy) as readonly { readonly schema: Mutable; readonly path: string }[];
  for (const { schema, path } of nodes) clearNode(schema, path, { title, plain, tell });
  const recursion = plain.needsEndOfRecursion ? recursionAt(copy) : undefined;
  if (recursion !== undefined) {
    const reason = `${title} takes a schema that contains itself only where an argument may be left out`;
    throw new Unfit(recursion, reason, 'make an argument on the way from the schema to itself optional');
  }
  return { schema: copy as JsonObject, changes };
};

interface Clearing {
  readonly title: string;
  readonly plain: PlainRules;
  readonly tell: Tell;
}

const checkNames = ({ properties }: JsonObject, title: string, { argumentName }: PlainRules): void => {
  if (!argumentName || !isObject(properties)) return;
  const wrong = Object.keys(properties).find((name) => !argumentName.form.test(name));
  if (wrong === undefined) return;
  const reason = `${title} refuses the name ${shown(wrong)} for an argument, and the server knows the argument by no other`;
  throw new Unfit(`/properties${pointerOf([wrong])}`, reason, `use ${argumentName.words}`);
};

const clearRoot = (root: Mutable, { title, plain, tell }: Clearing): void => {
  if (Object.hasOwn(root, '$schema')) {
    delete root.$schema;
    tell('/$schema', 'is left out: the API knows no other dialect');
  }
  const targets = targetsIn(root);
  for (const keyword of plain.refusedAtRoot) {
    if (!Object.hasOwn(root, keyword)) continue;
    const lost = lostName(root, keyword, targets);
    if (lost !== undefined) {
      const reason = `${title} refuses "${keyword}" at the root of a schema, and only there the argument ${shown(lost)} is described`;
      throw new Unfit(`/${keyword}`, reason, 'list every argument in "properties" of the root');
    }
    delete root[keyword];
    tell(`/${keyword}`, `is left out: ${title} refuses it at the root. The server still checks it`);
  }
  if (plain.needsProperties && !isObject(root.properties)) {
    root.properties = {};
    tell('/properties', `is added: ${title} asks for it. The tool lists no arguments`);
  }
};

/** An argument that a keyword at the root describes and `properties` of the root does not. */
const lostName = (root: Mutable, keyword: string, targets: Targets): string | undefined => {
  const listed = isObject(root.properties) ? root.properties : {};
  const nodes: SchemaNode[] = [...childrenOf({ schema: root, path: '' })].filter((child) => child.keyword === keyword);
  const seen = new Set<object>();
  for (const node of nodes) {
    if (seen.has(node.schema)) continue;
    seen.add(node.schema);
    const { properties, $ref } = node.schema;
    const names = isObject(properties) ? Object.keys(properties) : [];
    const lost = names.find((name) => !Object.hasOwn(listed, name));
    if (lost !== undefined) return lost;
    const target = typeof $ref === 'string' ? targets($ref) : undefined;
    if (target) nodes.push(target);
    nodes.push(...[...childrenOf(node)].filter((child) => IN_PLACE.includes(child.keyword)));
  }
  return undefined;
};

const clearNode = (schema: Mutable, path: string, { title, plain, tell }: Clearing): void => {
  if (plain.needsItems && [schema.type].flat().includes('array') && !Object.hasOwn(schema, 'items')) {
    schema.items = {};
    tell(`${path}/items`, `is added: ${title} asks for it. It allows any element, as before`);
  }
  if (typeof schema.pattern === 'string' && plain.refusedPattern?.test(schema.pattern)) {
    delete schema.pattern;
    tell(`${path}/pattern`, `is left out: ${title} cannot read the regular expression. The server still checks it`);
  }
  if (!plain.refStandsAlone || typeof schema.$ref !== 'string') return;
  for (const keyword of Object.keys(schema).filter((each) => !each.startsWith('$'))) {
    delete schema[keyword];
    tell(`${path}/${keyword}`, `is left out: ${title} allows nothing beside "$ref". The server still checks it`);
  }
};
