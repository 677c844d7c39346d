// FormData of the XMLHttpRequest standard. Runs inside the isolate, as a group of web APIs.

import type { WebGroup } from '../scripts/parts.ts';
import type { BlobInternals } from './blob.ts';
import { isObject, wellFormed } from './standard/convert.ts';
import { asInterface, needArguments } from './standard/interface.ts';
import { borrow, lend } from './standard/internals.ts';
import { addPairs } from './standard/pairs.ts';

/** A field: its value is a string or a File. */
export type FormEntry = readonly [name: string, value: string | object];

/** Access to forms for the group `fetch`. Plugins do not get it. */
export interface FormInternals {
  readonly isForm: (value: unknown) => boolean;
  readonly entriesOf: (form: object) => readonly FormEntry[];
  readonly make: (entries: readonly FormEntry[]) => object;
}

const nameIn = (given: readonly unknown[], needed: number, method: string): string => {
  needArguments(given.length, needed, method);
  return wellFormed(given[0]);
};

/** Makes the group. Needs the group `blob`. */
export const install: WebGroup = (_parts, made) => {
  const { isBlob, isFile, makeFile } = borrow<BlobInternals>(made, 'blob');
  let internals!: FormInternals;

  /** The value to keep: a string, or a File. A Blob becomes a File. Throws TypeError if a string is given a file name. */
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
      const make = (entries: readonly FormEntry[]): object => {
        const form = new FormData();
        form.#entries = [...entries];
        return form;
      };
      const isForm = (value: unknown): boolean => isObject(value) && #entries in value;
      internals = { isForm, entriesOf: (form) => (form as FormData).#entries, make };
    }

    #entries: FormEntry[] = [];

    constructor(form: unknown = undefined) {
      if (form !== undefined) throw new TypeError('FormData takes no argument: there is no page with forms.');
    }

    append(...given: unknown[]): void {
      const name = nameIn(given, 2, 'append');
      this.#entries.push([name, fieldValue(given)]);
    }

    delete(...given: unknown[]): void {
      const wanted = nameIn(given, 1, 'delete');
      this.#entries = this.#entries.filter(([name]) => name !== wanted);
    }

    get(...given: unknown[]): string | object | null {
      const wanted = nameIn(given, 1, 'get');
      return this.#entries.find(([name]) => name === wanted)?.[1] ?? null;
    }

    getAll(...given: unknown[]): (string | object)[] {
      const wanted = nameIn(given, 1, 'getAll');
      return this.#entries.filter(([name]) => name === wanted).map(([, value]) => value);
    }

    has(...given: unknown[]): boolean {
      const wanted = nameIn(given, 1, 'has');
      return this.#entries.some(([name]) => name === wanted);
    }

    set(...given: unknown[]): void {
      const wanted = nameIn(given, 2, 'set');
      const entry: FormEntry = [wanted, fieldValue(given)];
      const index = this.#entries.findIndex(([name]) => name === wanted);
      const others = (each: FormEntry, at: number): boolean => each[0] !== wanted || at === index;
      if (index === -1) this.#entries.push(entry);
      else this.#entries = this.#entries.filter(others).with(index, entry);
    }
  }

  const entries = addPairs(FormData, internals.entriesOf);
  asInterface(FormData);
  lend(made, 'form', internals);
  return { globals: { FormData }, samples: () => [entries.call(new FormData())] };
};
