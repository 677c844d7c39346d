// Reads plugin.json: from bytes to a typed, validated, frozen Manifest, or to a list of its problems. Front process. The text is
// untrusted: none of it is run, and the only patterns that are matched are those of the published schema.

import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import type { Manifest } from '../../../packages/plugin/src/manifest.ts';
import { isManifest } from '../../../schemas/checks.js';
import publishedSchema from '../../../schemas/plugin.schema.json' with { type: 'json' };
import type { Refusal } from '../../shared/protocol/program.ts';
import { depthOf, type JsonPath, lineColumn, pointerOf, walkJson } from '../../shared/text/json-places.ts';
import { BundleRefused, refused, shown } from '../model/refusal.ts';
import { MANIFEST_CHECK, newAjv } from './ajv.ts';
import { capabilityFaults } from './manifest-capabilities.ts';
import { MANIFEST_FILE, placeOf, refusalsOf } from './manifest-problems.ts';
import { guardSchema } from './schema-guard.ts';

const MANIFEST_BYTES = 256 * 1024;
/** Levels of arrays and objects in a plugin.json, its schemas and examples included. */
export const MANIFEST_DEPTH = 64;

/** Keys that are known to break programs. In schemas and examples they are allowed: there they stay plain data. */
const RESERVED_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

const isReservedKey = (path: JsonPath): boolean =>
  RESERVED_KEYS.has(String(path.at(-1))) &&
  !(path[0] === 'tools' && ['inputSchema', 'outputSchema', 'examples'].includes(String(path[2])));

let compiled: ValidateFunction<Manifest> | undefined;

/** ajv's errors for a value that is no manifest; empty if ajv takes it for one. */
const errorsOf = (value: unknown): readonly ErrorObject[] => {
  compiled ??= newAjv(MANIFEST_CHECK).compile<Manifest>(publishedSchema);
  return compiled(value) ? [] : (compiled.errors ?? []);
};

/** Throws BundleRefused if a plugin.json of this size must not be read. */
export const checkManifestSize = (sizeBytes: number): void => {
  if (sizeBytes <= MANIFEST_BYTES) return;
  const reason = `is ${sizeBytes} bytes long; at most ${MANIFEST_BYTES} are read`;
  throw refused(MANIFEST_FILE, reason, 'shorten descriptions, schemas and examples, or split the plugin');
};

/** The text of a bundle's file. Throws BundleRefused if it is not UTF-8. */
export const decodeUtf8 = (name: string, bytes: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw refused(name, 'is not valid UTF-8', 'save the file as UTF-8');
  }
};

const parse = (text: string): unknown => {
  if (text.trim() === '') throw refused(MANIFEST_FILE, 'is empty', 'write the manifest; see docs/writing-plugins.md');
  try {
    return JSON.parse(text);
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    const position = /at position (\d+)/.exec(message)?.[1];
    const offset = position === undefined ? text.length : Number(position);
    const where = `${MANIFEST_FILE}:${lineColumn(text, offset)}`;
    throw refused(where, 'is not valid JSON', 'JSON allows no comments and no comma after the last element');
  }
};

/** Refuses what `JSON.parse` lets pass: too many levels, repeated keys and reserved keys. */
const checkText = (text: string): void => {
  if (depthOf(text, MANIFEST_DEPTH) > MANIFEST_DEPTH) {
    throw refused(MANIFEST_FILE, `is nested more than ${MANIFEST_DEPTH} levels deep`, 'flatten schemas and examples');
  }
  const refusals: Refusal[] = [];
  walkJson(text, (path, offset, isRepeated) => {
    const isReserved = isReservedKey(path);
    if (!(isRepeated || isReserved) || refusals.length >= 20) return;
    const where = `${MANIFEST_FILE}:${lineColumn(text, offset)} ${shown(pointerOf(path), 200)}`;
    const key = shown(String(path.at(-1)));
    if (isRepeated) refusals.push({ where, reason: `the key "${key}" is written twice`, hint: 'keep one of them' });
    if (isReserved) refusals.push({ where, reason: `the key "${key}" is not allowed here`, hint: 'remove it' });
  });
  if (refusals.length > 0) throw new BundleRefused(refusals);
};

const checkTools = (manifest: Manifest, text: string): readonly Refusal[] => {
  const refusals: Refusal[] = [];
  const names = new Set<string>();
  manifest.tools.forEach((tool, index) => {
    const pointer = `/tools/${index}`;
    if (names.has(tool.name)) {
      const reason = `the tool "${tool.name}" is listed twice`;
      refusals.push({ where: placeOf(text, `${pointer}/name`), reason, hint: 'give each tool a name of its own' });
    }
    names.add(tool.name);
    for (const field of ['inputSchema', 'outputSchema'] as const) {
      for (const { path, reason, hint } of guardSchema(tool[field] ?? {})) {
        refusals.push({ where: placeOf(text, `${pointer}/${field}${path}`), reason, hint });
      }
    }
  });
  return refusals;
};

const checkCapabilities = (manifest: Manifest, text: string): readonly Refusal[] =>
  capabilityFaults(manifest).map(({ pointer, reason, hint }) => ({ where: placeOf(text, pointer), reason, hint }));

const deepFreeze = <Value>(value: Value): Value => {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(deepFreeze);
  }
  return value;
};

/**
 * Reads the manifest from the bytes of a plugin.json and freezes it deeply. Throws {@link BundleRefused} with at most 20 problems.
 * Limits: {@link MANIFEST_DEPTH}, and for schemas those of schema-guard. The caller calls {@link checkManifestSize} first.
 */
export const readManifest = (bytes: Uint8Array): Manifest => {
  const text = decodeUtf8(MANIFEST_FILE, bytes);
  const value = parse(text);
  checkText(text);
  const errors = isManifest(value) ? [] : errorsOf(value);
  if (errors.length > 0) throw new BundleRefused(refusalsOf(errors, text));
  const manifest = value as Manifest;
  const refusals = [...checkTools(manifest, text), ...checkCapabilities(manifest, text)];
  if (refusals.length > 0) throw new BundleRefused(refusals.slice(0, 20));
  return deepFreeze(manifest);
};
