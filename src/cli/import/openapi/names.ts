// Names of tools and arguments that agents can read and every provider takes.

import type { Operation } from './operations.ts';

const LONGEST = 64;

/** Letters, digits and `_`; empty if nothing remains. */
export const plainName = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '');

/** The name itself if it is one of letters, digits and `_`; empty if nothing can be made of it. */
export const argumentName = (name: string): string => (/^\w+$/.test(name) ? name : plainName(name));

/** `GET /users/{id}/posts` → `get_users_id_posts`. */
const nameFromPath = ({ method, path }: Operation): string => plainName(`${method.toLowerCase()}_${path}`);

const cut = (name: string, most = LONGEST): string => name.slice(0, most).replace(/_+$/, '');

/** A name that is not taken yet, at most 64 characters. Takes it. */
export const freeName = (wanted: string, taken: Set<string>): string => {
  const stem = cut(wanted === '' || wanted === '__proto__' ? 'value' : wanted);
  let name = stem;
  for (let count = 2; taken.has(name); count += 1) name = `${cut(stem, LONGEST - `_${count}`.length)}_${count}`;
  taken.add(name);
  return name;
};

/** The names of the operations' tools, in their order; the same operations give the same names. */
export const toolNames = (operations: readonly Operation[], prefix: string): readonly string[] => {
  const taken = new Set<string>();
  return operations.map((operation) => {
    const own = operation.id === undefined ? '' : plainName(operation.id);
    return freeName(`${prefix}${own === '' ? nameFromPath(operation) : own}`, taken);
  });
};

/** The title as the name of a plugin: `Swagger Petstore` → `swagger-petstore`. */
export const pluginNameFrom = (title: string): string =>
  plainName(title.replaceAll(/\b(open)?api\b|\bspecification\b/gi, ' '))
    .toLowerCase()
    .replaceAll('_', '-')
    .slice(0, 40)
    .replace(/-+$/, '') || 'api';

/** The name of a secret: capitals, digits and `_`. */
export const secretNameFrom = (...words: readonly string[]): string => {
  const kept = words.map(plainName).filter((word, index, all) => !isSaidBy(word, all[index + 1]));
  const name = kept.join('_').toUpperCase().slice(0, LONGEST).replace(/_+$/, '');
  return /^[A-Z]/.test(name) ? name : `KEY_${name}`.slice(0, LONGEST);
};

/** `petstore` is said already if `petstore_auth` follows. */
const isSaidBy = (word: string, next: string | undefined): boolean =>
  next?.toLowerCase().startsWith(word.toLowerCase()) === true;
