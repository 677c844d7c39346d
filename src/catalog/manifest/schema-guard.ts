// Checks a plugin's schema without compiling it: size, form, keywords that the server does not support, references that lead out of it or
// unfold without end. A schema is untrusted code in disguise. Front process; an accepted one is compiled later, in a runner, under limits.

import type { Ajv2020 } from 'ajv/dist/2020.js';
import { isSchema } from '../../../schemas/checks.js';
import type { JsonObject } from '../../shared/protocol/json.ts';
import { type SchemaNode, schemasIn } from '../../shared/protocol/schema-walk.ts';
import { pointerOf } from '../../shared/text/json-places.ts';
import { nearest } from '../../shared/text/nearest.ts';
import { shown } from '../model/refusal.ts';
import { newAjv, SCHEMA_CHECK } from './ajv.ts';
import { checkCombinations } from './schema-combinations.ts';
import { DIALECT, FORMATS, KNOWN_KEYWORDS, REFUSED_KEYWORDS } from './schema-keywords.ts';
import { checkWeb, resolveRef, type SchemaProblem } from './schema-refs.ts';

/** Caps on one schema. Bytes are UTF-8 as JSON; `values` counts every JSON value in it. */
export const SCHEMA_CAPS = Object.freeze({ bytes: 64 * 1024, depth: 48, values: 5_000, refs: 200, patternLength: 512 });

const REPORTED_PROBLEMS = 10;

type Report = (path: string, reason: string, hint: string) => void;

const measure = (value: unknown, depth = 1): { depth: number; values: number; hasProto: boolean } => {
  const total = { depth, values: 1, hasProto: false };
  if (typeof value !== 'object' || value === null) return { ...total, depth: depth - 1 };
  for (const [key, member] of Object.entries(value)) {
    const inner = measure(member, depth + 1);
    total.depth = Math.max(total.depth, inner.depth);
    total.values += inner.values;
    total.hasProto ||= inner.hasProto || key === '__proto__';
  }
  return total;
};

/** Checks a schema's size. Recursion is safe, because the manifest's reader has capped the depth. */
const checkSize = (schema: JsonObject, report: Report): void => {
  const bytes = Buffer.byteLength(JSON.stringify(schema));
  const { depth, values, hasProto } = measure(schema);
  const smaller = 'shorten the schema; callers read it too';
  if (bytes > SCHEMA_CAPS.bytes)
    report('', `is ${bytes} bytes long; at most ${SCHEMA_CAPS.bytes} are allowed`, smaller);
  if (depth > SCHEMA_CAPS.depth) report('', `has ${depth} levels; at most ${SCHEMA_CAPS.depth} are allowed`, smaller);
  if (values > SCHEMA_CAPS.values)
    report('', `has ${values} values; at most ${SCHEMA_CAPS.values} are allowed`, smaller);
  if (hasProto) report('', 'has a key "__proto__", which a check would skip', 'use another name');
};

/** Reports keywords that are refused, reserved or look misspelt: such a rule would silently have no effect. */
const checkKeywords = ({ schema, path }: SchemaNode, report: Report): void => {
  for (const keyword of Object.keys(schema)) {
    const instead = REFUSED_KEYWORDS.get(keyword);
    const place = `${path}${pointerOf([keyword])}`;
    if (instead !== undefined) report(place, `the keyword "${keyword}" is not supported`, instead);
    else if (keyword in Object.prototype) report(place, `"${keyword}" is not a keyword`, 'remove it');
    else if (!KNOWN_KEYWORDS.has(keyword) && !keyword.startsWith('x-')) {
      const longNames = [...KNOWN_KEYWORDS].filter((known) => known.length >= 5);
      const [near] = nearest(keyword, longNames);
      if (near)
        report(place, `"${shown(keyword)}" is not a keyword and would not be checked`, `did you mean "${near}"?`);
    }
  }
};

const checkValues = ({ schema, path }: SchemaNode, report: Report): void => {
  const { $schema, format, pattern, patternProperties } = schema;
  if ($schema !== undefined && (path !== '' || ($schema !== DIALECT && $schema !== `${DIALECT}#`))) {
    const reason = 'must name JSON Schema 2020-12, at the root of the schema only';
    report(`${path}/$schema`, reason, `write "${DIALECT}" or leave it out`);
  }
  if (typeof format === 'string' && !FORMATS.has(format)) {
    const [near] = nearest(format, FORMATS);
    const hint = near ? `did you mean "${near}"?` : 'use "pattern", or describe the form in the description';
    report(`${path}/format`, `this server does not check the format "${shown(format)}"`, hint);
  }
  const patterns = [pattern, ...Object.keys(Object(patternProperties))];
  if (patterns.some((text) => typeof text === 'string' && text.length > SCHEMA_CAPS.patternLength)) {
    const reason = `has a pattern of more than ${SCHEMA_CAPS.patternLength} characters`;
    report(path, reason, 'use a shorter pattern, or enum');
  }
};

/** Resolves every `$ref` of a schema, and reports those that lead out of it, point at nothing or are too many. */
const checkRefs = (root: JsonObject, nodes: readonly SchemaNode[], report: Report): Map<object, SchemaNode> => {
  const targets = new Map<object, SchemaNode>();
  const bySchema = new Map(nodes.map((node) => [node.schema as unknown, node]));
  const anchored = nodes.filter(({ schema }) => typeof schema.$anchor === 'string');
  const anchors = new Map(anchored.map(({ schema }) => [String(schema.$anchor), schema as unknown]));
  const referring = nodes.filter(({ schema }) => typeof schema.$ref === 'string');
  if (referring.length > SCHEMA_CAPS.refs) {
    const reason = `has ${referring.length} references; at most ${SCHEMA_CAPS.refs} are allowed`;
    report('', reason, 'repeat small schemas in place');
  }
  for (const { schema, path } of referring) {
    const ref = String(schema.$ref);
    const place = `${path}/$ref`;
    if (!ref.startsWith('#')) {
      report(place, `"${shown(ref)}" leads out of the schema`, 'copy its target into $defs and use "#/$defs/…"');
      continue;
    }
    const found = resolveRef(root, anchors, ref);
    const target = bySchema.get(found);
    if (target) targets.set(schema, target);
    else if (typeof found !== 'boolean')
      report(place, `"${shown(ref)}" points at no schema`, 'point at a schema inside this one: "#/$defs/<name>"');
  }
  return targets;
};

let metaSchema: Ajv2020 | undefined;

/** Checks the schema against the dialect's meta-schema, which finds wrong values of keywords, such as `"minimum": "3"`. */
const checkForm = (schema: JsonObject, report: Report): void => {
  if (isSchema(schema)) return;
  metaSchema ??= newAjv(SCHEMA_CHECK);
  if (metaSchema.validateSchema(schema) === true) return;
  const errors = metaSchema.errors ?? [];
  const deepest = errors.toSorted((a, b) => b.instancePath.length - a.instancePath.length)[0];
  const allowed = deepest?.params.allowedValues;
  const hint = Array.isArray(allowed) ? `use one of ${allowed.join(', ')}` : 'see JSON Schema 2020-12 for this keyword';
  report(deepest?.instancePath ?? '', `is not valid JSON Schema: ${deepest?.message ?? 'its form is wrong'}`, hint);
};

/**
 * The problems of one untrusted schema, at most 10; none if a runner may compile it. Compiles nothing itself.
 * Limits: {@link SCHEMA_CAPS}; only references inside the schema, only JSON Schema 2020-12, only known formats.
 */
export const guardSchema = (schema: JsonObject): readonly SchemaProblem[] => {
  const problems: SchemaProblem[] = [];
  const report: Report = (path, reason, hint) => {
    if (problems.length < REPORTED_PROBLEMS) problems.push({ path, reason, hint });
  };
  checkSize(schema, report);
  if (problems.length > 0) return problems;
  const nodes = schemasIn(schema);
  for (const node of nodes) {
    checkKeywords(node, report);
    checkValues(node, report);
  }
  const targets = checkRefs(schema, nodes, report);
  if (problems.length > 0) return problems;
  checkForm(schema, report);
  if (problems.length > 0) return problems;
  const circular = checkWeb(nodes, targets);
  return (circular.length > 0 ? circular : checkCombinations(nodes, targets)).slice(0, REPORTED_PROBLEMS);
};
