// FormData, as the XMLHttpRequest standard has it. Runs inside the isolate, as a group of the platform.

import type { PlatformGroup } from '../guest/parts.ts';
import type { BlobInternals } from './blob.ts';
import { asInterface, needArguments } from './standard/interface.ts';
import { borrow, lend } from './standard/internals.ts';
import { addPairs } from './standard/pairs.ts';
import { wellFormed } from './standard/strings.ts';

/** A field: a text, or a file. */
export type FormEntry = readonly [name: string, value: string | object];

/** What bodies do with forms, beside what every plugin can. */
export interface FormInternals {
  readonly isForm: (value: unknown) => boolean;
  readonly entriesOf: (form: object) => readonly FormEntry[];
  readonly make: (entries: readonly FormEntry[]) => object;
}

/** Makes the group; needs `File`. */
export const install: PlatformGroup = (_parts, made) => {
  const { isBlob, isFile, makeFile } = borrow<BlobInternals>(made, 'blob');
  let isForm: FormInternals['isForm'] = () => false;
  let entriesOf = (_form: object): readonly FormEntry[] => [];
  let make: FormInternals['make'] = () => ({});

  /** A blob becomes a file; only a blob has a file's name. */
  const fieldValue = (given: readonly unknown[]): string | object => {
    const [, value, fileName] = given;
    const isNamed = given.length > 2 && fileName !== undefined;
    if (!isBlob(value)) {
      if (isNamed) throw new TypeError('Only a Blob or a File can be given a name.');
      return wellFormed(value);
    }
    if (isNamed) return makeFile(value as object, wellFormed(fileName));
    return isFile(value) ? (value as object) : makeFile(value as object, 'blob');
  };

  class FormData {
    static {
      isForm = (value) => typeof value === 'object' && value !== null && #entries in value;
      entriesOf = (form) => (form as FormData).#entries;
      make = (entries) => {
        const form = new FormData();
        form.#entries = [...entries];
        return form;
      };
    }

    #entries: FormEntry[] = [];

    constructor(form: unknown = undefined) {
      if (form !== undefined) throw new TypeError('There are no forms to take the fields of.');
    }

    append(...given: unknown[]): void {
      needArguments(given.length, 2, 'append');
      const name = wellFormed(given[0]);
      this.#entries.push([name, fieldValue(given)]);
    }

    delete(...given: unknown[]): void {
      needArguments(given.length, 1, 'delete');
      const wanted = wellFormed(given[0]);
      this.#entries = this.#entries.filter(([name]) => name !== wanted);
    }

    get(...given: unknown[]): string | object | null {
      needArguments(given.length, 1, 'get');
      const wanted = wellFormed(given[0]);
      return this.#entries.find(([name]) => name === wanted)?.[1] ?? null;
    }

    getAll(...given: unknown[]): (string | object)[] {
      needArguments(given.length, 1, 'getAll');
      const wanted = wellFormed(given[0]);
      return this.#entries.filter(([name]) => name === wanted).map(([, value]) => value);
    }

    has(...given: unknown[]): boolean {
      needArguments(given.length, 1, 'has');
      const wanted = wellFormed(given[0]);
      return this.#entries.some(([name]) => name === wanted);
    }

    set(...given: unknown[]): void {
      needArguments(given.length, 2, 'set');
      const wanted = wellFormed(given[0]);
      const entry: FormEntry = [wanted, fieldValue(given)];
      const index = this.#entries.findIndex(([name]) => name === wanted);
      const others = (each: FormEntry, at: number): boolean => each[0] !== wanted || at === index;
      if (index === -1) this.#entries.push(entry);
      else this.#entries = this.#entries.filter(others).with(index, entry);
    }
  }

  const entries = addPairs(FormData, (form) => entriesOf(form));
  asInterface(FormData);
  lend(made, 'form', { isForm, entriesOf, make } satisfies FormInternals);
  return { globals: { FormData }, samples: () => [entries.call(new FormData())] };
};
