// `zlib` of Node: the npm package `fflate`. Streams work when they end. Brotli and Zstandard are read by parts that the bundle has if its source names them;
// writing them is missing, and says so. Runs inside the isolate, as part of the packed entry.

import { brotli, zstd } from 'toolcell:parts';
import * as fflate from 'fflate/browser';
import { Buffer } from './buffer.ts';
import { toBytes } from './bytes.ts';
import { coded, notInTool } from './errors.ts';
import Stream from './stream.ts';

type Options = { readonly level?: number; readonly dictionary?: Uint8Array } | undefined;
type Work = (bytes: Uint8Array, options: Options) => Uint8Array;

const levelOf = (options: Options): { level: 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 } => {
  const level = options?.level ?? -1;
  return { level: (level === -1 ? 6 : level) as 6 };
};

const failed = (error: unknown): Error => {
  const { message } = error as Error;
  const isCut = /unexpected EOF|allocation failed/.test(message);
  const [text, code, errno] = isCut ? ['unexpected end of file', 'Z_BUF_ERROR', -5] : [message, 'Z_DATA_ERROR', -3];
  return Object.assign(coded(Error, code, text), { errno });
};

const reading =
  (read: (bytes: Uint8Array) => Uint8Array): Work =>
  (bytes) => {
    try {
      return read(bytes);
    } catch (error) {
      throw failed(error);
    }
  };

const needPart = (
  read: ((bytes: Uint8Array) => Uint8Array) | undefined,
  name: string,
): ((bytes: Uint8Array) => Uint8Array) => {
  if (read) return read;
  throw notInTool(`zlib.${name}`, `write "${name}" in the source: only what it names is packed`);
};

const WORKS: Readonly<Record<string, Work>> = {
  gzip: (bytes, options) => fflate.gzipSync(bytes, { ...levelOf(options), mtime: 0 }),
  deflate: (bytes, options) => fflate.zlibSync(bytes, levelOf(options)),
  deflateRaw: (bytes, options) => fflate.deflateSync(bytes, levelOf(options)),
  gunzip: reading((bytes) => {
    if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) throw new Error('incorrect header check');
    return fflate.gunzipSync(bytes);
  }),
  inflate: reading((bytes) => {
    if (bytes.length > 1 && (((bytes[0] as number) << 8) | (bytes[1] as number)) % 31 !== 0)
      throw new Error('incorrect header check');
    return fflate.unzlibSync(bytes);
  }),
  inflateRaw: reading((bytes) => fflate.inflateSync(bytes)),
  unzip: reading((bytes) => fflate.decompressSync(bytes)),
  brotliDecompress: (bytes) => needPart(brotli()?.brotliDecompress, 'brotliDecompress')(bytes),
  zstdDecompress: (bytes) => needPart(zstd()?.zstdDecompress, 'zstdDecompress')(bytes),
};

const bufferOf = (bytes: Uint8Array): Buffer =>
  Buffer.from(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength);

const typeOf = (work: Work) =>
  class Zlib extends Stream.Transform {
    readonly #chunks: Uint8Array[] = [];
    readonly #options: Options;

    constructor(options?: Options) {
      super(options);
      this.#options = options;
    }

    override _transform(chunk: Uint8Array, _encoding: string, done: () => void): void {
      this.#chunks.push(chunk);
      done();
    }

    override _flush(done: (error?: unknown) => void): void {
      try {
        this.push(bufferOf(work(Buffer.concat(this.#chunks), this.#options)));
        done();
      } catch (error) {
        done(error);
      }
    }

    flush(...values: unknown[]): void {
      const done = values.pop();
      if (typeof done === 'function') queueMicrotask(done as () => void);
    }

    close(done?: () => void): void {
      this.destroy();
      if (done) queueMicrotask(done);
    }
  };

const capital = (name: string): string => `${name[0]?.toUpperCase()}${name.slice(1)}`;

const functionsOf = ([name, work]: [string, Work]): [string, unknown][] => {
  const sync = (data: unknown, options?: Options): Buffer => bufferOf(work(toBytes(data, 'utf8', 'buffer'), options));
  const later = (data: unknown, ...rest: unknown[]): void => {
    const done = rest.pop() as (error: unknown, value?: Buffer) => void;
    queueMicrotask(() => {
      let value: Buffer;
      try {
        value = sync(data, rest[0] as Options);
      } catch (error) {
        return done(error);
      }
      done(null, value);
    });
  };
  const type = typeOf(work);
  return [
    [name, later],
    [`${name}Sync`, sync],
    [capital(name), type],
    [`create${capital(name)}`, (options?: Options) => new type(options)],
  ];
};

const missing = (kinds: readonly string[]): [string, unknown][] =>
  kinds.flatMap((kind) =>
    ['', 'Sync', 'create'].map((form): [string, unknown] => {
      const name = form === 'create' ? `create${capital(kind)}Compress` : `${kind}Compress${form}`;
      return [
        name,
        () => {
          throw notInTool(`zlib.${name}`, 'use gzip or deflate: a tool reads this format, and does not write it');
        },
      ];
    }),
  );

let table: Uint32Array | undefined;

const crcTable = (): Uint32Array =>
  Uint32Array.from({ length: 256 }, (_, index) => {
    let value = index;
    for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
    return value;
  });

const crc32 = (data: unknown, before = 0): number => {
  table ??= crcTable();
  let value = ~before;
  for (const byte of toBytes(data, 'utf8')) value = (table[(value ^ byte) & 255] as number) ^ (value >>> 8);
  return ~value >>> 0;
};

const constants = {
  Z_NO_FLUSH: 0,
  Z_PARTIAL_FLUSH: 1,
  Z_SYNC_FLUSH: 2,
  Z_FULL_FLUSH: 3,
  Z_FINISH: 4,
  Z_BLOCK: 5,
  Z_OK: 0,
  Z_STREAM_END: 1,
  Z_DATA_ERROR: -3,
  Z_BUF_ERROR: -5,
  Z_NO_COMPRESSION: 0,
  Z_BEST_SPEED: 1,
  Z_BEST_COMPRESSION: 9,
  Z_DEFAULT_COMPRESSION: -1,
  Z_DEFAULT_STRATEGY: 0,
  BROTLI_OPERATION_FLUSH: 1,
  BROTLI_OPERATION_PROCESS: 0,
  BROTLI_OPERATION_FINISH: 2,
};

export default {
  ...constants,
  ...Object.fromEntries(Object.entries(WORKS).flatMap(functionsOf)),
  ...Object.fromEntries(missing(['brotli', 'zstd'])),
  constants,
  crc32,
};
