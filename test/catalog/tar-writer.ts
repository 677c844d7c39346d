// Support: writes tar archives by hand, header by header, so that a test can lie in any field of one.

import { gzipSync } from 'node:zlib';

export interface TarEntry {
  readonly name: string | Uint8Array;
  readonly body?: string | Uint8Array;
  /** `0` a file, `5` a folder, `1` and `2` links, `x` and `g` PAX, `L` a long name. */
  readonly type?: string;
  readonly link?: string;
  readonly prefix?: string;
  /** What the header says of the length, where it is not the body's. */
  readonly size?: string;
  /** The checksum, where it is to be wrong. */
  readonly sum?: string;
  readonly magic?: string;
}

const BLOCK = 512;

const padded = (bytes: Uint8Array): Buffer => {
  const block = Buffer.alloc(Math.ceil(bytes.length / BLOCK) * BLOCK);
  block.set(bytes);
  return block;
};

const headerOf = (entry: TarEntry, length: number): Buffer => {
  const block = Buffer.alloc(BLOCK);
  const write = (text: string, at: number, most: number): void => {
    block.write(text, at, most, 'latin1');
  };
  Buffer.from(entry.name).copy(block, 0, 0, 100);
  write('0000644\0', 100, 8);
  write('0000000\0', 108, 8);
  write('0000000\0', 116, 8);
  write(entry.size ?? `${length.toString(8).padStart(11, '0')}\0`, 124, 12);
  write('00000000000\0', 136, 12);
  write(entry.type ?? '0', 156, 1);
  Buffer.from(entry.link ?? '').copy(block, 157, 0, 100);
  write(entry.magic ?? 'ustar\u000000', 257, 8);
  Buffer.from(entry.prefix ?? '').copy(block, 345, 0, 155);
  block.fill(' ', 148, 156);
  const sum = block.reduce((total, byte) => total + byte, 0);
  write(entry.sum ?? `${sum.toString(8).padStart(6, '0')}\0 `, 148, 8);
  return block;
};

/** The blocks of one entry, without an end behind them. */
export const tarEntry = (entry: TarEntry): Buffer => {
  const body = Buffer.from(entry.body ?? '');
  return Buffer.concat([headerOf(entry, body.length), padded(body)]);
};

/** The two empty blocks at the end of every archive. */
export const TAR_END = Buffer.alloc(2 * BLOCK);

/** A whole archive, without gzip. */
export const tar = (entries: readonly TarEntry[]): Buffer => Buffer.concat([...entries.map(tarEntry), TAR_END]);

/** A whole archive inside gzip. */
export const tgz = (entries: readonly TarEntry[]): Buffer => gzipSync(tar(entries));

/** `<length> <key>=<value>\n`, with the right length unless another is given. */
export const paxRecord = (key: string, value: string, length?: number): string => {
  const rest = ` ${key}=${value}\n`;
  let total = Buffer.byteLength(rest);
  while (Buffer.byteLength(rest) + String(total).length !== total) total++;
  return `${length ?? total}${rest}`;
};

/** A PAX header for the entry behind it. */
export const pax = (...records: readonly string[]): TarEntry => ({
  name: 'PaxHeader/x',
  type: 'x',
  body: records.join(''),
});
