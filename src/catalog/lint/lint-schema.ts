// What of an input schema model providers refuse, or do not keep to. Any process; reads, never compiles.
//
// Sources: the errors of Anthropic's API ("input_schema does not support oneOf, allOf, or anyOf at the top level", "Property
// keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$'") and OpenAI's ("schema must have type 'object' and not have
// 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level", "array schema missing items"), and OpenAI's page on strict mode.

import type { ManifestSchema } from '../../sdk/manifest.ts';
import { childrenOf, resolveRef, type SchemaNode } from '../manifest/schema-refs.ts';
import { shown } from '../model/refusal.ts';
import type { LintFinding } from './lint.ts';

/** What OpenAI's strict mode takes of one schema: levels of objects, properties, values of all enums. */
const STRICT = { levels: 10, properties: 5_000, enumValues: 1_000 };
const PROPERTY_NAME = /^[a-zA-Z0-9_.-]{1,64}$/;

const isObject = (value: unknown): value is { readonly [key: string]: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const own = (value: { readonly [key: string]: unknown }, key: string): unknown =>
  Object.hasOwn(value, key) ? value[key] : undefined;

const pointerTo = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

const rootFindings = (schema: ManifestSchema): readonly LintFinding[] =>
  ['anyOf', 'oneOf', 'allOf', 'not', 'enum'].flatMap((keyword) => {
    if (!Object.hasOwn(schema, keyword)) return [];
    const who = keyword === 'not' || keyword === 'enum' ? 'OpenAI refuses' : 'Anthropic and OpenAI refuse';
    return [
      {
        level: 'warning' as const,
        where: `/${keyword}`,
        finding: `${who} "${keyword}" at the root of an input schema`,
        hint: 'move it into a property, or make the fields optional and say in the description which go together',
      },
    ];
  });

const isDescribed = (root: ManifestSchema, property: unknown): boolean => {
  if (!isObject(property)) return true;
  if (typeof own(property, 'description') === 'string') return String(property.description).trim() !== '';
  const ref = own(property, '$ref');
  const target = typeof ref === 'string' && ref.startsWith('#') ? resolveRef(root, new Map(), ref) : undefined;
  return isObject(target) && typeof own(target, 'description') === 'string';
};

const propertyFindings = (schema: ManifestSchema): readonly LintFinding[] => {
  const properties = own(schema, 'properties');
  if (!isObject(properties)) return [];
  return Object.entries(properties).flatMap(([name, property]) => {
    const where = `/properties/${pointerTo(name)}`;
    const findings: LintFinding[] = [];
    if (!PROPERTY_NAME.test(name)) {
      const finding = `Anthropic refuses the name "${shown(name, 80)}" for an argument`;
      findings.push({ level: 'warning', where, finding, hint: 'use letters, digits, _, - and ., at most 64' });
    }
    if (!isDescribed(schema, property)) {
      const finding = `the argument "${shown(name, 80)}" has no description`;
      findings.push({ level: 'warning', where, finding, hint: 'say what it is, its unit and its limits' });
    }
    return findings;
  });
};

const isArray = ({ type }: SchemaNode['schema']): boolean => [type].flat().includes('array');

interface Measured {
  levels: number;
  properties: number;
  enumValues: number;
}

const measure = (node: SchemaNode, level: number, into: Measured): void => {
  const { properties, enum: values } = node.schema;
  const here = isObject(properties) ? level + 1 : level;
  into.levels = Math.max(into.levels, here);
  into.properties += isObject(properties) ? Object.keys(properties).length : 0;
  into.enumValues += Array.isArray(values) ? values.length : 0;
  for (const child of childrenOf(node)) measure(child, here, into);
};

const strictFindings = (schema: ManifestSchema): readonly LintFinding[] => {
  const measured: Measured = { levels: 0, properties: 0, enumValues: 0 };
  measure({ schema, path: '' }, 0, measured);
  const words = { levels: 'levels of objects', properties: 'properties', enumValues: 'values in enums' };
  return (Object.keys(STRICT) as (keyof Measured)[]).flatMap((key) => {
    if (measured[key] <= STRICT[key]) return [];
    const finding = `has ${measured[key]} ${words[key]}; OpenAI's strict mode takes ${STRICT[key]}`;
    return [{ level: 'note' as const, where: '', finding, hint: 'ask for less, or for it in several tools' }];
  });
};

const nodeFindings = (schema: ManifestSchema): readonly LintFinding[] => {
  const nodes: SchemaNode[] = [{ schema, path: '' }];
  const findings: LintFinding[] = [];
  for (let index = 0; index < nodes.length; index++) {
    const node = nodes[index] as SchemaNode;
    nodes.push(...childrenOf(node));
    if (isArray(node.schema) && !Object.hasOwn(node.schema, 'items')) {
      const finding = 'OpenAI refuses an array without "items"';
      findings.push({ level: 'warning', where: node.path, finding, hint: 'add "items", {} where anything may stand' });
    }
  }
  const ref = nodes.find((node) => Object.hasOwn(node.schema, '$ref'));
  if (ref) {
    const finding = 'uses "$ref", which some providers refuse in the schema of a tool';
    findings.push({ level: 'note', where: `${ref.path}/$ref`, finding, hint: 'repeat small schemas in place' });
  }
  return findings;
};

/** What model providers refuse or do not keep of an input schema that the guard has let pass. `where` is a pointer inside it. */
export const lintInputSchema = (schema: ManifestSchema): readonly LintFinding[] => [
  ...rootFindings(schema),
  ...propertyFindings(schema),
  ...nodeFindings(schema),
  ...strictFindings(schema),
];
