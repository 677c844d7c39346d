// Finds in an input schema what model providers refuse. What they do not guarantee is in lint-formats.ts. Any process; compiles nothing.
//
// Sources: the errors of Anthropic's API ("input_schema does not support oneOf, allOf, or anyOf at the top level", "Property
// keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$'") and OpenAI's ("schema must have type 'object' and not have
// 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level", "array schema missing items").

import type { ManifestSchema } from '../../../packages/plugin/src/manifest.ts';
import { isObject, schemasIn } from '../../shared/protocol/schema-walk.ts';
import { pointerOf } from '../../shared/text/json-places.ts';
import { resolveRef } from '../manifest/schema-refs.ts';
import { shown } from '../model/refusal.ts';
import { type LintFinding, note, warning } from './finding.ts';

const PROPERTY_NAME = /^[a-zA-Z0-9_.-]{1,64}$/;

const rootFindings = (schema: ManifestSchema): readonly LintFinding[] =>
  ['anyOf', 'oneOf', 'allOf', 'not', 'enum'].flatMap((keyword) => {
    if (!Object.hasOwn(schema, keyword)) return [];
    const who = keyword === 'not' || keyword === 'enum' ? 'OpenAI refuses' : 'Anthropic and OpenAI refuse';
    const hint = 'move it into a property, or make the fields optional and say in the description which go together';
    return [warning(`/${keyword}`, `${who} "${keyword}" at the root of an input schema`, hint)];
  });

const isDescribed = (root: ManifestSchema, property: unknown): boolean => {
  if (!isObject(property)) return true;
  const { description, $ref } = property;
  if (typeof description === 'string') return description.trim() !== '';
  const target = typeof $ref === 'string' && $ref.startsWith('#') ? resolveRef(root, new Map(), $ref) : undefined;
  return isObject(target) && typeof target.description === 'string';
};

const propertyFindings = (schema: ManifestSchema): readonly LintFinding[] => {
  if (!isObject(schema.properties)) return [];
  return Object.entries(schema.properties).flatMap(([name, property]) => {
    const where = `/properties${pointerOf([name])}`;
    const findings: LintFinding[] = [];
    if (!PROPERTY_NAME.test(name)) {
      const finding = `Anthropic refuses the name "${shown(name, 80)}" for an argument`;
      findings.push(warning(where, finding, 'use letters, digits, _, - and ., at most 64'));
    }
    if (!isDescribed(schema, property)) {
      const finding = `the argument "${shown(name, 80)}" has no description`;
      findings.push(warning(where, finding, 'describe its meaning, its unit and its limits'));
    }
    return findings;
  });
};

const nodeFindings = (schema: ManifestSchema): readonly LintFinding[] => {
  const nodes = schemasIn(schema);
  const openArrays = nodes.filter(
    (node) => [node.schema.type].flat().includes('array') && !Object.hasOwn(node.schema, 'items'),
  );
  const ref = nodes.find((node) => Object.hasOwn(node.schema, '$ref'));
  const finding = 'uses "$ref", which some providers refuse in the schema of a tool';
  return [
    ...openArrays.map(({ path }) =>
      warning(path, 'OpenAI refuses an array without "items"', 'add "items": {} if any element is allowed'),
    ),
    ...(ref ? [note(`${ref.path}/$ref`, finding, 'repeat small schemas in place')] : []),
  ];
};

/** Lints an input schema that schema-guard.ts has accepted. `where` is a pointer inside the schema. */
export const lintInputSchema = (schema: ManifestSchema): readonly LintFinding[] => [
  ...rootFindings(schema),
  ...propertyFindings(schema),
  ...nodeFindings(schema),
];
