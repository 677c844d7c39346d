// Follows references inside a document: JSON pointers, own members only, never round in a circle.

import { isMap, type Values } from './values.ts';

const MOST_STEPS = 50;

/** The value at a pointer such as `#/components/schemas/Pet`; undefined if there is none. */
export const pointed = (root: unknown, hash: string): unknown => {
  let fragment: string;
  try {
    fragment = decodeURIComponent(hash.replace(/^#/, ''));
  } catch {
    return undefined;
  }
  if (fragment !== '' && !fragment.startsWith('/')) return undefined;
  let found: unknown = root;
  for (const raw of fragment.split('/').slice(1)) {
    const name = raw.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined;
    found = (found as Values)[name];
  }
  return found;
};

/** The part itself, if `value` refers to one. An empty object if the reference leads nowhere or round in a circle. */
export const resolved = (root: unknown, value: unknown): Values => {
  let found = value;
  for (let step = 0; step < MOST_STEPS; step += 1) {
    if (!isMap(found)) return {};
    const { $ref } = found;
    if (typeof $ref !== 'string') return found;
    found = pointed(root, $ref);
  }
  return {};
};
