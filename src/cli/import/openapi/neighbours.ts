// Takes what a document refers to in neighbouring files into the document itself, once each, under `components` or the older places for parts.

import { compositeKey } from '../../../shared/text/composite-key.ts';
import { ImportRefused } from '../kind.ts';
import { parseText } from './parse.ts';
import { pointed } from './references.ts';
import type { Source } from './source.ts';
import { isMap, type Values } from './values.ts';

const MOST_FILES = 500;
const MOST_PARTS = 20_000;

/** What a part is: where it goes. The empty word stands for a path, which is put in place. */
type Part = 'schemas' | 'parameters' | 'responses' | 'requestBodies' | 'headers' | 'examples' | 'securitySchemes' | '';

/** Key in the older form of documents. */
const OLD_PLACES: Readonly<Record<string, string>> = { schemas: 'definitions', securitySchemes: 'securityDefinitions' };
const HOLDERS: Readonly<Record<string, Part>> = {
  schemas: 'schemas',
  definitions: 'schemas',
  $defs: 'schemas',
  properties: 'schemas',
  patternProperties: 'schemas',
  allOf: 'schemas',
  oneOf: 'schemas',
  anyOf: 'schemas',
  prefixItems: 'schemas',
  parameters: 'parameters',
  responses: 'responses',
  requestBodies: 'requestBodies',
  headers: 'headers',
  examples: 'examples',
  securitySchemes: 'securitySchemes',
  securityDefinitions: 'securitySchemes',
  paths: '',
  pathItems: '',
};

/** What the value at a key is, by the key and the one around it. */
const partAt = (key: string, around: string | undefined): Part =>
  key === 'requestBody' ? 'requestBodies' : (HOLDERS[around ?? ''] ?? 'schemas');

type Tree = Record<string, unknown>;

/** The document with everything in it that it refers to in other files. Rejects with ImportRefused. */
export const withNeighbours = async (root: Values, source: Source): Promise<Values> => {
  const isOld = Object.hasOwn(root, 'swagger');
  const files = new Map<string, Promise<unknown>>();
  const places = new Map<string, string>();
  const taken = new Map<string, Tree>();
  const home = withoutHash(source.url).href;
  let inlined = 0;

  const fileAt = (url: URL): Promise<unknown> => {
    const { href } = url;
    let file = files.get(href);
    if (file === undefined) {
      if (files.size === MOST_FILES)
        throw new ImportRefused(
          `the document refers to more than ${MOST_FILES} files`,
          'bundle it into one file first',
        );
      file = source.read(url).then((text) => parseText(text, href));
      files.set(href, file);
    }
    return file;
  };

  const holderOf = (part: Exclude<Part, ''>): Tree => {
    const holder = taken.get(part) ?? {};
    taken.set(part, holder);
    return holder;
  };

  /** The value that a reference of the file `base` leads to, and the file that it is in. */
  const targetOf = async (reference: string, base: URL): Promise<{ readonly value: unknown; readonly at: URL }> => {
    const at = URL.parse(reference, base);
    if (at === null)
      throw new ImportRefused(`the reference ${JSON.stringify(reference.slice(0, 200))} is no address`, 'correct it');
    const value = pointed(await fileAt(withoutHash(at)), at.hash);
    if (value === undefined)
      throw new ImportRefused(
        `the reference ${reference.slice(0, 200)} leads to nothing`,
        'correct it, or add what it names',
      );
    return { value, at };
  };

  const nameFor = (at: URL, part: Exclude<Part, ''>): string => {
    const last = `${at.hash.split('/').pop() || at.pathname.split('/').pop()}`;
    const stem =
      decodeURIComponent(last)
        .replace(/\.(json|ya?ml)$/i, '')
        .replaceAll(/[^\w.-]/g, '_') || 'part';
    const own = isOld ? root[OLD_PLACES[part] ?? part] : isMap(root.components) ? root.components[part] : undefined;
    const isTaken = (name: string): boolean =>
      Object.hasOwn(holderOf(part), name) || (isMap(own) && Object.hasOwn(own, name));
    let name = stem;
    for (let count = 2; isTaken(name); count += 1) name = `${stem}_${count}`;
    return name;
  };

  const pointerTo = (part: Exclude<Part, ''>, name: string): string =>
    `#/${isOld ? (OLD_PLACES[part] ?? part) : `components/${part}`}/${name}`;

  const moved = async (reference: string, base: URL, part: Part): Promise<unknown> => {
    const isAtHome = withoutHash(base).href === home;
    if (isAtHome && reference.startsWith('#')) return { $ref: reference };
    const { value, at } = await targetOf(reference, base);
    if (withoutHash(at).href === home) return { $ref: at.hash };
    if (part === '') {
      inlined += 1;
      if (inlined > MOST_PARTS) throw tooManyParts();
      return walk(value, at, '', 'paths');
    }
    const key = compositeKey(part, at.href);
    let pointer = places.get(key);
    if (pointer === undefined) {
      if (places.size === MOST_PARTS) throw tooManyParts();
      const name = nameFor(at, part);
      pointer = pointerTo(part, name);
      places.set(key, pointer);
      holderOf(part)[name] = {};
      holderOf(part)[name] = await walk(value, at, name, part);
    }
    return { $ref: pointer };
  };

  const walk = async (value: unknown, base: URL, key: string, around: string | undefined): Promise<unknown> => {
    if (Array.isArray(value)) {
      const list: unknown[] = [];
      for (const one of value) list.push(await walk(one, base, '', key));
      return list;
    }
    if (!isMap(value)) return value;
    const { $ref } = value;
    if (typeof $ref === 'string') {
      const reference = (await moved($ref, base, partAt(key, around))) as Tree;
      const { $ref: _, ...others } = value;
      return { ...(await walked(others, base, key)), ...reference };
    }
    return walked(value, base, key);
  };

  const walked = async (value: Values, base: URL, key: string): Promise<Tree> => {
    const copy: Tree = {};
    for (const [name, member] of Object.entries(value))
      copy[name] = KEPT.has(name) ? member : await walk(member, base, name, key);
    return copy;
  };

  files.set(home, Promise.resolve(root));
  const whole = (await walk(root, source.url, '', undefined)) as Tree;
  for (const [part, parts] of taken) {
    const place = isOld ? (OLD_PLACES[part] ?? part) : part;
    if (!isOld) whole.components ??= {};
    const holder = isOld ? whole : (whole.components as Tree);
    holder[place] = { ...(holder[place] as Tree | undefined), ...parts };
  }
  return whole;
};

/** Values of a document's author, in which `$ref` means nothing. */
const KEPT = new Set(['example', 'default', 'enum', 'const', 'x-examples']);

const tooManyParts = (): ImportRefused =>
  new ImportRefused(
    `the document refers to more than ${MOST_PARTS} parts of other files`,
    'bundle it into one file first',
  );

const withoutHash = (url: URL): URL => {
  const copy = new URL(url);
  copy.hash = '';
  return copy;
};

/** True if some reference leads out of the document. */
export const hasNeighbours = (value: unknown): boolean => {
  if (Array.isArray(value)) return value.some(hasNeighbours);
  if (!isMap(value)) return false;
  const { $ref } = value;
  if (typeof $ref === 'string' && !$ref.startsWith('#')) return true;
  return Object.entries(value).some(([name, member]) => !KEPT.has(name) && hasNeighbours(member));
};
