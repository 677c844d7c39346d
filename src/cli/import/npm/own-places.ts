// Gives modules of an imported server what they ask about their own place: `import.meta`, `__dirname` and `require.main`. The place is the guest's, and nothing
// of this machine. Runs on the author's machine.

import { readFileSync, realpathSync } from 'node:fs';
import { posix } from 'node:path';
import type { Plugin } from 'esbuild';
import { isWithin } from '../../pack/readable-files.ts';

const META = /\bimport\.meta\b/;
const PLACE = /\b__(?:dir|file)name\b/;
const DECLARED = /\b(?:const|let|var)\s+__(?:dir|file)name\b/;
const MAIN = /\brequire\.main\b/;
const HASHBANG = /^#!.*/;
/** A `require` that a module makes for itself. Without it, the bundler reads its calls as those of any other module; one that a bundler made passes it on. */
const OWN_REQUIRE = /\b(?:const|let|var)\s+require\s*=\s*[\w$.]+\(\s*import\.meta\.url\s*\)\s*;?/g;

/** The name that takes the place of `import.meta` in a module. */
const OWN_META = '__toolcellMeta';

const metaText = (path: string): string => {
  const meta = { url: `file://${path}`, filename: path, dirname: posix.dirname(path), main: true };
  return `const ${OWN_META} = { ...${JSON.stringify(meta)}, resolve: (name) => name };`;
};

const placeText = (path: string): string =>
  `var __dirname = ${JSON.stringify(posix.dirname(path))}, __filename = ${JSON.stringify(path)};`;

/** The text with its own place in it; undefined if it does not ask. What is added stays on the first line, so that lines keep their numbers. */
export const placedText = (given: string, path: string): string | undefined => {
  const text = /\btypeof require\b/.test(given) ? given : given.replaceAll(OWN_REQUIRE, '');
  const added = [
    ...(META.test(text) ? [metaText(path)] : []),
    ...(PLACE.test(text) && !DECLARED.test(text) ? [placeText(path)] : []),
  ];
  if (added.length === 0 && !MAIN.test(text) && text === given) return undefined;
  const replaced = text
    .replace(HASHBANG, '')
    .replaceAll(new RegExp(META, 'g'), OWN_META)
    .replaceAll(new RegExp(MAIN, 'g'), 'module');
  return `${added.join(' ')}${replaced}`;
};

const CREATES_REQUIRE = /\bcreateRequire\b/;
const CALLED_WITH = /\w\(\s*["']([a-z0-9_:/]{2,40})["']\s*\)/g;

/** What a module may ask of a `require` that it makes for itself: the words with which it calls something. */
export const mayRequire = (text: string): readonly string[] =>
  CREATES_REQUIRE.test(text) ? [...new Set([...text.matchAll(CALLED_WITH)].map(([, name]) => String(name)))] : [];

export interface OwnPlacesOptions {
  /** A module's place as it sees it. */
  guestPath(folder: string, file: string): string;
  /** Told what a module may ask of a `require` of its own. */
  expect(names: readonly string[]): void;
}

/** Plugin for the modules below `folder`, a real path. */
export const ownPlaces = (folder: string, { guestPath, expect }: OwnPlacesOptions): Plugin => ({
  name: 'own-places',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.[cm]?js$/, namespace: 'file' }, ({ path }) => {
      if (!isWithin(folder, path) || realpathSync(path) !== path) return undefined;
      const text = readFileSync(path, 'utf8');
      expect(mayRequire(text));
      const contents = placedText(text, guestPath(folder, path));
      return contents === undefined ? undefined : { contents, loader: 'js' };
    }),
});
