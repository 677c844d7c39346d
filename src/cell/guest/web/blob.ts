// Blob and File of the File API standard. Runs inside the isolate, as a group of web APIs.

import { utf8fromStringLoose, utf8toStringLoose } from '@exodus/bytes/utf8.js';
import type { WebGroup } from '../scripts/parts.ts';
import { type Bytes, bytesOf, joined } from './standard/bytes.ts';
import { isObject, lowerCase, sequenceOf, wellFormed, wordOf } from './standard/convert.ts';
import { asInterface, dictionaryOf, needArguments } from './standard/interface.ts';
import { borrow, lend } from './standard/internals.ts';
import type { StreamsInternals } from './streams/internals.ts';

/** Access to blobs for the groups `form` and `fetch`. Plugins do not get it. */
export interface BlobInternals {
  readonly isBlob: (value: unknown) => boolean;
  readonly isFile: (value: unknown) => boolean;
  /** The bytes themselves, not a copy. */
  readonly bytesOf: (blob: object) => Bytes;
  /** Keeps the bytes without a copy: nobody may change them afterwards. */
  readonly makeBlob: (bytes: Bytes, type: string) => object;
  readonly makeFile: (blob: object, name: string) => object;
}

/** The index at which a slice begins or ends. A negative `index` counts from the end. */
const sliceIndex = (size: number, index: unknown, otherwise: number): number => {
  if (index === undefined) return otherwise;
  const whole = Math.trunc(Math.max(-(2 ** 53), Math.min(2 ** 53, Number(index)))) || 0;
  return whole < 0 ? Math.max(size + whole, 0) : Math.min(whole, size);
};

/** A part of a blob that is not a blob itself: bytes, or anything else as a string. */
const partOf = (part: unknown): string | Bytes =>
  ArrayBuffer.isView(part) || part instanceof ArrayBuffer ? bytesOf(part) : `${part as string}`;

/** The bytes of all parts. If `isNative`, every line end in a string becomes `\n`. */
const bytesOfParts = (parts: readonly (string | Bytes)[], isNative: boolean): Bytes =>
  joined(
    parts.map((part) => {
      if (typeof part !== 'string') return part;
      return utf8fromStringLoose(isNative ? part.replace(/\r\n?/g, '\n') : part);
    }),
  );

/** The type in small letters, or an empty string if it has characters outside of U+0020 to U+007E. */
const typeOf = (type: string): string => (/^[\x20-\x7e]*$/.test(type) ? lowerCase(type) : '');

/** Makes the group. Needs `ReadableStream`. */
export const install: WebGroup = (_parts, made) => {
  const { streamOf } = borrow<StreamsInternals>(made, 'streams');
  const internals = {} as { -readonly [Name in keyof BlobInternals]: BlobInternals[Name] };

  class Blob {
    static {
      internals.isBlob = (value) => isObject(value) && #bytes in value;
      internals.bytesOf = (blob) => (blob as Blob).#bytes;
      internals.makeBlob = (bytes, type) => {
        const blob = new Blob();
        blob.#fill(bytes, type);
        return blob;
      };
      internals.makeFile = (blob, name) => {
        const file = new File(
          [],
          name,
          internals.isFile(blob) ? { lastModified: (blob as File).lastModified } : undefined,
        );
        file.#fill((blob as Blob).#bytes, (blob as Blob).#type);
        return file;
      };
    }

    #bytes: Bytes = new Uint8Array();
    #type = '';

    constructor(parts: unknown = undefined, options: unknown = undefined) {
      const bytesIn = (part: unknown) => (internals.isBlob(part) ? (part as Blob).#bytes : partOf(part));
      const list = parts === undefined ? [] : sequenceOf(parts, 'The parts of a blob', bytesIn);
      const { endings, type } = dictionaryOf(options, 'The options of a blob');
      const isNative = wordOf(endings, ['transparent', 'native'], 'transparent', 'endings') === 'native';
      const bytes = bytesOfParts(list, isNative);
      this.#fill(bytes, type === undefined ? '' : typeOf(`${type as string}`));
    }

    #fill(bytes: Bytes, type: string): void {
      this.#bytes = bytes;
      this.#type = type;
    }

    get size(): number {
      return this.#bytes.length;
    }

    get type(): string {
      return this.#type;
    }

    slice(start: unknown = undefined, end: unknown = undefined, type: unknown = undefined): object {
      const { length } = this.#bytes;
      const [first, last] = [sliceIndex(length, start, 0), sliceIndex(length, end, length)];
      const part = this.#bytes.subarray(first, Math.max(first, last));
      return internals.makeBlob(part, type === undefined ? '' : typeOf(`${type as string}`));
    }

    stream(): object {
      return streamOf(this.#bytes.slice());
    }

    async text(): Promise<string> {
      return utf8toStringLoose(this.#bytes).replace(/^\ufeff/, '');
    }

    async arrayBuffer(): Promise<ArrayBuffer> {
      return this.#bytes.slice().buffer;
    }

    async bytes(): Promise<Uint8Array> {
      return this.#bytes.slice();
    }
  }

  class File extends Blob {
    static {
      internals.isFile = (value) => isObject(value) && #name in value;
    }

    readonly #name: string;
    readonly #lastModified: number;

    constructor(parts: unknown, name: unknown, options: unknown = undefined) {
      needArguments(arguments.length, 2, 'A file');
      if (parts === undefined) throw new TypeError('The parts of a File must be a list.');
      super(parts, options);
      this.#name = wellFormed(name);
      const { lastModified } = dictionaryOf(options, 'The options of a file');
      this.#lastModified = lastModified === undefined ? Date.now() : Math.trunc(Number(lastModified)) || 0;
    }

    get name(): string {
      return this.#name;
    }

    get lastModified(): number {
      return this.#lastModified;
    }

    get webkitRelativePath(): string {
      return '';
    }
  }

  for (const type of [Blob, File]) asInterface(type);
  lend(made, 'blob', internals);
  return { globals: { Blob, File } };
};
