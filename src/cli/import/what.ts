// Finds out what the command line names: `openapi FILE`, `openapi:FILE`, or a word that one kind recognises.

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { misused } from '../common/command.ts';
import type { ImportKind } from './kind.ts';
import { IMPORT_KINDS } from './kinds.ts';

export interface Found {
  readonly kind: ImportKind;
  /** Without the kind. */
  readonly word: string;
  /** Why it is taken for that kind; undefined if the command line says so. */
  readonly because?: string;
}

const kindNamed = (name: string): ImportKind | undefined => IMPORT_KINDS.find((kind) => kind.name === name);

/** The kind and the word. Throws `CommandFailed` for exit code 2 if no kind, or more than one, knows the word. */
export const whatIs = (first: string, second: string | undefined, cwd: string): Found => {
  const named = kindNamed(first);
  if (second !== undefined) {
    if (named) return { kind: named, word: second };
    throw misused(`${JSON.stringify(first)} is no kind of import → ${kindsText()}`);
  }
  if (named && !existsSync(resolve(cwd, first)))
    throw misused(`WHAT is missing → toolcell import ${first} ${named.meaning}`);
  const [, prefix = '', rest = ''] = /^([a-z][a-z0-9-]*):(?!\/\/)(.+)$/s.exec(first) ?? [];
  const written = kindNamed(prefix);
  if (written) return { kind: written, word: rest };
  for (const kind of IMPORT_KINDS) {
    const because = kind.recognise(first, cwd);
    if (because !== undefined) return { kind, word: first, because };
  }
  const nothing = existsSync(resolve(cwd, first))
    ? 'is of no kind that can be imported'
    : 'is no file, no address and no kind that is known';
  throw misused(`${JSON.stringify(first.slice(0, 200))} ${nothing} → ${kindsText()}`);
};

const kindsText = (): string => IMPORT_KINDS.map(({ name, meaning }) => `${name}: ${meaning}`).join('; ');
