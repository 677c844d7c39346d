// Reads the text of a document as JSON or YAML. Whatever a stranger writes, the result is a plain tree of bounded size.

import { parseDocument } from 'yaml';
import { ImportRefused } from '../kind.ts';

/** UTF-16 units of one document. The largest one known, of GitHub, has 13 million. */
export const MOST_CHARACTERS = 32_000_000;
/** YAML needs a hundred times its length in memory while it is read. */
const MOST_YAML_CHARACTERS = 8_000_000;
const MOST_VALUES = 3_000_000;
const MOST_LEVELS = 100;
/** YAML may name a part again and again. What unfolds to more is a bomb. */
const MOST_ALIASES = 1_000;

const read = (text: string, name: string): unknown => {
  if (/^\s*\{/.test(text)) {
    try {
      return JSON.parse(text);
    } catch {
      // YAML's flow style begins like JSON.
    }
  }
  if (text.length > MOST_YAML_CHARACTERS)
    throw new ImportRefused(
      `${name} is no JSON, and has ${text.length} characters; of YAML at most ${MOST_YAML_CHARACTERS} are read`,
      'convert it to JSON, or cut out the part that you need',
    );
  const document = parseDocument(text, { prettyErrors: true, uniqueKeys: true, logLevel: 'silent', version: '1.2' });
  const [error] = document.errors;
  if (error)
    throw new ImportRefused(`${name} is neither JSON nor YAML: ${firstLine(error.message)}`, 'correct that line');
  try {
    return document.toJS({ maxAliasCount: MOST_ALIASES });
  } catch (error) {
    throw new ImportRefused(
      `${name} cannot be unfolded: ${firstLine(String(error))}`,
      'write the parts out in place of aliases',
    );
  }
};

const firstLine = (text: string): string => text.split('\n', 1)[0] ?? '';

/** Copies a tree: each part once, without the key `__proto__`, numbers that JSON has. */
const plainCopy = (root: unknown, name: string): unknown => {
  let values = 0;
  const copy = (value: unknown, level: number): unknown => {
    values += 1;
    if (values > MOST_VALUES)
      throw new ImportRefused(`${name} has more than ${MOST_VALUES} values`, 'cut out the part that you need');
    if (level > MOST_LEVELS)
      throw new ImportRefused(
        `${name} has more than ${MOST_LEVELS} levels`,
        'move inner parts to components, and refer to them',
      );
    if (Array.isArray(value)) return value.map((one) => copy(one, level + 1));
    if (typeof value === 'number') return Number.isFinite(value) ? value : null;
    if (value instanceof Date) return value.toISOString();
    if (typeof value !== 'object' || value === null) return typeof value === 'bigint' ? Number(value) : (value ?? null);
    const entries =
      value instanceof Map ? [...value].map(([key, one]) => [String(key), one] as const) : Object.entries(value);
    return Object.fromEntries(
      entries.filter(([key]) => key !== '__proto__').map(([key, one]) => [key, copy(one, level + 1)]),
    );
  };
  return copy(root, 1);
};

/** The value in a text. Throws ImportRefused, with `name` as the place. */
export const parseText = (text: string, name: string): unknown => {
  if (text.length > MOST_CHARACTERS)
    throw new ImportRefused(
      `${name} has ${text.length} characters; at most ${MOST_CHARACTERS} are read`,
      'cut out the part that you need',
    );
  return plainCopy(read(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text, name), name);
};
