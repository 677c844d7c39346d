// The documented rules of each API, written down once more and apart from the sources, to judge what is sent there.

import { isObject, type Schema } from './schemas.ts';

/** Every schema of a document, the root first, with the level of objects around it. */
function* nodesIn(schema: unknown, level = 0): Generator<{ readonly node: Schema; readonly level: number }> {
  if (!isObject(schema)) return;
  const here = level + (isObject(schema.properties) ? 1 : 0);
  yield { node: schema, level: here };
  for (const [keyword, held] of Object.entries(schema)) {
    if (['properties', '$defs', 'definitions', 'patternProperties', 'dependentSchemas'].includes(keyword))
      for (const one of Object.values(held as object)) yield* nodesIn(one, here);
    else if (['anyOf', 'oneOf', 'allOf', 'prefixItems'].includes(keyword))
      for (const one of held as unknown[]) yield* nodesIn(one, here);
    else if (
      ['items', 'additionalProperties', 'not', 'if', 'then', 'else', 'contains', 'propertyNames'].includes(keyword)
    )
      yield* nodesIn(held, here);
  }
}

const COMMON = [
  'type',
  'title',
  'description',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'enum',
  'const',
];
const STRICT = {
  openai: {
    keywords: [
      ...[...COMMON, 'anyOf', '$ref', '$defs', 'pattern', 'format', 'multipleOf', 'minimum', 'maximum'],
      ...['exclusiveMinimum', 'exclusiveMaximum', 'minItems', 'maxItems'],
    ],
    formats: ['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uuid'],
  },
  anthropic: {
    keywords: [...COMMON, 'anyOf', '$ref', '$defs', 'pattern', 'format', 'default', 'minItems'],
    formats: ['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'uri', 'ipv4', 'ipv6', 'uuid'],
  },
} as const;

/** What a strict schema does against the rules of both APIs. */
const commonFaults = (schema: Schema, api: keyof typeof STRICT): readonly string[] => {
  const { keywords, formats } = STRICT[api];
  const faults: string[] = [];
  if (schema.type !== 'object') faults.push('the root is no object');
  if (['anyOf', 'oneOf', 'allOf', 'enum', 'not'].some((keyword) => keyword in schema))
    faults.push('a combinator at the root');
  for (const { node } of nodesIn(schema)) {
    for (const keyword of Object.keys(node))
      if (!(keywords as readonly string[]).includes(keyword)) faults.push(`the keyword ${keyword}`);
    if (typeof node.format === 'string' && !(formats as readonly string[]).includes(node.format))
      faults.push(`the format ${node.format}`);
    if (/\(\?[=!<]|\\[bBpP1-9]/.test(String(node.pattern ?? ''))) faults.push(`the pattern ${node.pattern}`);
    const isOfObjects = [node.type].flat().includes('object') || 'properties' in node;
    if (isOfObjects && node.additionalProperties !== false) faults.push('an object that is open');
    if ([node.type].flat().includes('array') && !isObject(node.items)) faults.push('an array without items');
    if ([...((node.enum ?? []) as unknown[]), node.const].some((value) => typeof value === 'object' && value !== null))
      faults.push('an enum of objects');
    if ('$ref' in node && Object.keys(node).length > 1) faults.push('a keyword beside $ref');
    if ('$ref' in node && !/^#(?:\/\$defs\/[^/]+)?$/.test(String(node.$ref))) faults.push(`the reference ${node.$ref}`);
  }
  return faults;
};

export const openaiStrictFaults = (schema: Schema): readonly string[] => {
  const faults = [...commonFaults(schema, 'openai')];
  let [properties, values, letters] = [0, 0, 0];
  for (const { node, level } of nodesIn(schema)) {
    const names = isObject(node.properties) ? Object.keys(node.properties) : [];
    const required = (node.required ?? []) as string[];
    if (
      isObject(node.properties) &&
      (required.length !== names.length || !names.every((name) => required.includes(name)))
    )
      faults.push('an argument that is not required');
    if (level > 10) faults.push('more than ten levels');
    if (!('type' in node) && !('anyOf' in node) && !('$ref' in node)) faults.push('a schema without a type');
    properties += names.length;
    const literals = (node.enum ?? []) as unknown[];
    values += literals.length;
    letters += [...names, ...Object.keys(node.$defs ?? {}), ...literals, node.const]
      .filter((one) => typeof one === 'string')
      .join('').length;
  }
  if (properties > 5_000 || values > 1_000 || letters > 120_000) faults.push('too large');
  return faults;
};

export const anthropicStrictFaults = (schema: Schema): readonly string[] => {
  const faults = [...commonFaults(schema, 'anthropic')];
  for (const { node } of nodesIn(schema))
    if ('minItems' in node && node.minItems !== 0 && node.minItems !== 1) faults.push('minItems above 1');
  if (isRecursive(schema)) faults.push('a recursive schema');
  return faults;
};

/** True if a definition can be reached from itself. */
const isRecursive = (schema: Schema): boolean => {
  const defs: Readonly<Record<string, unknown>> = { '#': { ...schema, $defs: undefined }, ...(schema.$defs as object) };
  const refsIn = (value: unknown): string[] =>
    [...(JSON.stringify(value) ?? '').matchAll(/"\$ref":"#(?:\/\$defs\/)?([^"]*)"/g)].map(([, name]) => name || '#');
  return Object.keys(defs).some((start) => {
    const reached = new Set(refsIn(defs[start]));
    for (const name of reached) for (const next of refsIn(defs[name])) reached.add(next);
    return reached.has(start);
  });
};

export const openaiPlainFaults = (schema: Schema): readonly string[] => {
  const faults: string[] = [];
  if (schema.type !== 'object') faults.push('the root is no object');
  for (const keyword of ['anyOf', 'oneOf', 'allOf', 'enum', 'not'])
    if (keyword in schema) faults.push(`${keyword} at the root`);
  if (!isObject(schema.properties)) faults.push('no properties');
  for (const { node } of nodesIn(schema)) {
    if ([node.type].flat().includes('array') && !('items' in node)) faults.push('an array without items');
    if (/\\[pP]\{/.test(String(node.pattern ?? ''))) faults.push(`the pattern ${node.pattern}`);
  }
  return faults;
};

export const anthropicPlainFaults = (schema: Schema): readonly string[] => [
  ...(schema.type === 'object' ? [] : ['the root is no object']),
  ...['anyOf', 'oneOf', 'allOf'].filter((keyword) => keyword in schema),
  ...Object.keys(schema.properties ?? {}).filter((name) => !/^[a-zA-Z0-9_.-]{1,64}$/.test(name)),
];

export const geminiFaults = (schema: Schema): readonly string[] =>
  [...nodesIn(schema)].flatMap(({ node }) =>
    '$ref' in node && Object.keys(node).some((keyword) => !keyword.startsWith('$')) ? ['a keyword beside $ref'] : [],
  );
