// Arguments for calls of imported tools, made of their schemas.

import fc from 'fast-check';
import type { ManifestTool } from '../../../../../packages/plugin/src/manifest.ts';
import { newAjvWithFormats } from '../../../../../src/catalog/manifest/ajv.ts';
import { FIELDS_ARGUMENT } from '../../../../../src/cli/import/openapi/arguments.ts';
import { pointed } from '../../../../../src/cli/import/openapi/references.ts';
import { sampleOf } from '../../../../../src/cli/import/openapi/samples.ts';
import { isMap, type Values } from '../../../../../src/cli/import/openapi/values.ts';

/** The value with texts that fit their patterns: samples know no patterns. */
const withPatterns = (root: unknown, schema: unknown, value: unknown): unknown => {
  const known = isMap(schema) && typeof schema.$ref === 'string' ? pointed(root, schema.$ref) : schema;
  if (!isMap(known)) return value;
  const { pattern, properties, items, minLength = 0, maxLength = 100 } = known as Values;
  if (typeof value === 'string' && typeof pattern === 'string' && !new RegExp(pattern, 'u').test(value)) {
    const made = fc.stringMatching(new RegExp(`^(?:${pattern})$`, 'u'), { maxLength: Number(maxLength) });
    const texts = fc.sample(made, { numRuns: 100, seed: 1 }).filter(({ length }) => length >= Number(minLength));
    // Arguments of a path have no slash.
    return texts.find((text) => /^[\w .-]+$/.test(text)) ?? texts[0] ?? value;
  }
  if (Array.isArray(value)) return value.map((one) => withPatterns(root, items, one));
  if (!isMap(value) || !isMap(properties)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, withPatterns(root, properties[name], one)]),
  );
};

/** Arguments that fit the tool's schema: those of its example or with what is required, and with everything. */
export const argumentsFor = ({ examples, inputSchema }: ManifestTool): readonly object[] => {
  const sample = (hasOptional: boolean): unknown =>
    withPatterns(inputSchema, inputSchema, sampleOf(inputSchema, inputSchema, hasOptional));
  const { [FIELDS_ARGUMENT]: _, ...all } = sample(true) as Record<string, unknown>;
  const ajv = newAjvWithFormats();
  return [examples?.[0]?.arguments ?? sample(false), all].filter((args): args is object =>
    Boolean(ajv.validate(inputSchema, args)),
  );
};
