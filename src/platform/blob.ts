// Blob and File, as the File API standard has them. Runs inside the isolate, as a group of the platform.

import { utf8toStringLoose } from '@exodus/bytes/utf8.js';
import type { PlatformGroup } from '../guest/parts.ts';
import { bytesOfParts, readParts, typeOf } from './fetch/blob-parts.ts';
import { asInterface, dictionaryOf, needArguments } from './standard/interface.ts';
import { borrow, lend } from './standard/internals.ts';
import { wellFormed, wordOf } from './standard/strings.ts';
import type { StreamsInternals } from './streams/whole.ts';

/** What forms and bodies do with blobs, beside what every plugin can. */
export interface BlobInternals {
  readonly isBlob: (value: unknown) => boolean;
  readonly isFile: (value: unknown) => boolean;
  /** The bytes themselves, not a copy. */
  readonly bytesOf: (blob: object) => Uint8Array<ArrayBuffer>;
  /** Keeps the bytes: nobody may change them afterwards. */
  readonly makeBlob: (bytes: Uint8Array<ArrayBuffer>, type: string) => object;
  readonly makeFile: (blob: object, name: string) => object;
}

/** Where a slice begins or ends, counted from the end if negative. */
const placeIn = (size: number, place: unknown, otherwise: number): number => {
  if (place === undefined) return otherwise;
  const whole = Math.trunc(Math.max(-(2 ** 53), Math.min(2 ** 53, Number(place)))) || 0;
  return whole < 0 ? Math.max(size + whole, 0) : Math.min(whole, size);
};

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Makes the group; needs `ReadableStream`. */
export const install: PlatformGroup = (_parts, made) => {
  const { streamOf } = borrow<StreamsInternals>(made, 'streams');
  let isBlob: BlobInternals['isBlob'] = () => false;
  let isFile: BlobInternals['isFile'] = () => false;
  let bytesOf = (_blob: object): Uint8Array<ArrayBuffer> => new Uint8Array();
  let makeBlob: BlobInternals['makeBlob'] = () => ({});
  let makeFile: BlobInternals['makeFile'] = () => ({});

  class Blob {
    static {
      isBlob = (value) => isObject(value) && #bytes in value;
      bytesOf = (blob) => (blob as Blob).#bytes;
      makeBlob = (bytes, type) => {
        const blob = new Blob();
        blob.#fill(bytes, type);
        return blob;
      };
      makeFile = (blob, name) => {
        const file = new File([], name, isFile(blob) ? { lastModified: (blob as File).lastModified } : undefined);
        file.#fill((blob as Blob).#bytes, (blob as Blob).#type);
        return file;
      };
    }

    #bytes: Uint8Array<ArrayBuffer> = new Uint8Array();
    #type = '';

    constructor(parts: unknown = undefined, options: unknown = undefined) {
      const blobBytes = (value: unknown) => (isBlob(value) ? bytesOf(value as object) : undefined);
      const list = parts === undefined ? [] : readParts(parts, blobBytes);
      const { endings, type } = dictionaryOf(options, 'The options of a blob');
      const isNative = wordOf(endings, ['transparent', 'native'], 'transparent', 'endings') === 'native';
      const bytes = bytesOfParts(list, isNative);
      this.#fill(bytes, type === undefined ? '' : typeOf(`${type as string}`));
    }

    #fill(bytes: Uint8Array<ArrayBuffer>, type: string): void {
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
      const [first, last] = [placeIn(length, start, 0), placeIn(length, end, length)];
      const part = this.#bytes.subarray(first, Math.max(first, last));
      return makeBlob(part, type === undefined ? '' : typeOf(`${type as string}`));
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
      isFile = (value) => isObject(value) && #name in value;
    }

    readonly #name: string;
    readonly #lastModified: number;

    constructor(parts: unknown, name: unknown, options: unknown = undefined) {
      needArguments(arguments.length, 2, 'A file');
      if (parts === undefined) throw new TypeError('A file is made of a list of parts.');
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
  lend(made, 'blob', { isBlob, isFile, bytesOf, makeBlob, makeFile } satisfies BlobInternals);
  return { globals: { Blob, File } };
};
