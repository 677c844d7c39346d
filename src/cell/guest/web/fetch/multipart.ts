// Writes forms as multipart/form-data, and reads them. Runs inside the isolate.
//
// Written here from the standards: the parsers on npm read streams by events, or build on their runtime's own Headers and File.
// To keep one of them correct in a frozen realm would take more than these lines.

import { utf8fromStringLoose, utf8toStringLoose } from '@exodus/bytes/utf8.js';
import type { BlobInternals } from '../blob.ts';
import type { FormEntry } from '../form.ts';
import { type Bytes, joined } from '../standard/bytes.ts';
import { sortedPairs } from './header-list.ts';

const QUOTED: Readonly<Record<string, string>> = { '\n': '%0A', '\r': '%0D', '"': '%22' };
const quoted = (text: string): string => `"${text.replace(/[\n\r"]/g, (character) => QUOTED[character] as string)}"`;
const withLineEnds = (text: string): string => text.replace(/\r\n?|\n/g, '\r\n');

/** 32 random hexadecimal digits. The boundary need not be secret, but it must not occur in the parts. */
const newBoundary = (): string => {
  const digits = Array.from({ length: 4 }, () =>
    Math.floor(Math.random() * 2 ** 32)
      .toString(16)
      .padStart(8, '0'),
  );
  return `----form-boundary-${digits.join('')}`;
};

/** The body of a form, and its type, which contains the boundary. */
export const writeForm = (
  entries: readonly FormEntry[],
  { bytesOf }: BlobInternals,
): { bytes: Bytes; type: string } => {
  const boundary = newBoundary();
  const parts = entries.flatMap(([name, value]): Uint8Array[] => {
    const head = `--${boundary}\r\nContent-Disposition: form-data; name=${quoted(withLineEnds(name))}`;
    if (typeof value === 'string') return [utf8fromStringLoose(`${head}\r\n\r\n${withLineEnds(value)}\r\n`)];
    const { name: fileName, type } = value as { name: string; type: string };
    const typeLine = `Content-Type: ${type || 'application/octet-stream'}`;
    const fileHead = `${head}; filename=${quoted(fileName)}\r\n${typeLine}\r\n\r\n`;
    return [utf8fromStringLoose(fileHead), bytesOf(value), utf8fromStringLoose('\r\n')];
  });
  const bytes = joined([...parts, utf8fromStringLoose(`--${boundary}--\r\n`)]);
  return { bytes, type: `multipart/form-data; boundary=${boundary}` };
};

/** The first index from `from` on at which `wanted` begins, or -1. */
const indexOfBytes = (bytes: Bytes, wanted: Bytes, from: number): number => {
  const [first = 0] = wanted;
  for (let at = bytes.indexOf(first, from); at !== -1; at = bytes.indexOf(first, at + 1)) {
    if (at + wanted.length > bytes.length) return -1;
    let same = 1;
    while (same < wanted.length && bytes[at + same] === wanted[same]) same += 1;
    if (same === wanted.length) return at;
  }
  return -1;
};

const broken = (why: string): TypeError => new TypeError(`The body is not multipart/form-data: ${why}.`);

/** `name` and `filename` of a Content-Disposition, with percent-encoded line breaks and quotes decoded. */
const readDisposition = (value: string): { name: string; fileName: string | undefined } => {
  if (!/^form-data[\t ]*(?:;|$)/i.test(value)) throw broken('a part has no disposition "form-data"');
  const parameter = (key: string): string | undefined =>
    new RegExp(`;[\\t ]*${key}="([^"\\r\\n]*)"`, 'i')
      .exec(value)?.[1]
      ?.replace(/%0A|%0D|%22/gi, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)));
  const name = parameter('name');
  if (name === undefined) throw broken('a part has no name');
  return { name, fileName: parameter('filename') };
};

/** The headers of a part. Names are in small letters. */
const readHead = (text: string): Map<string, string> => {
  const pairs = text.split('\r\n').map((line): [string, string] => {
    const [name = '', ...rest] = line.split(':');
    if (rest.length === 0 || !/^[!#$%&'*+\-.^_`|~\w]+$/.test(name)) throw broken('a part has a broken header');
    return [name, rest.join(':').trim()];
  });
  return new Map(sortedPairs(pairs));
};

/** The fields of a body, which `boundary` separates. Throws TypeError if the body is not well formed. */
export const readForm = (bytes: Bytes, boundary: string, { makeBlob, makeFile }: BlobInternals): FormEntry[] => {
  const dashes = utf8fromStringLoose(`--${boundary}`) as Bytes;
  const between = utf8fromStringLoose(`\r\n--${boundary}`) as Bytes;
  const headEnd = utf8fromStringLoose('\r\n\r\n') as Bytes;
  const isAt = (at: number, text: string): boolean => utf8toStringLoose(bytes.subarray(at, at + text.length)) === text;
  const entries: FormEntry[] = [];
  // An empty line before the first boundary is allowed.
  let at = indexOfBytes(bytes, dashes, 0);
  if (at !== 0 && !(at === 2 && isAt(0, '\r\n'))) throw broken('it does not begin with the boundary');
  for (at += dashes.length; !isAt(at, '--'); ) {
    if (!isAt(at, '\r\n')) throw broken('a boundary is not followed by a line break');
    const bodyAt = indexOfBytes(bytes, headEnd, at);
    const end = bodyAt === -1 ? -1 : indexOfBytes(bytes, between, bodyAt + headEnd.length);
    if (end === -1) throw broken('it ends inside a part');
    const head = readHead(utf8toStringLoose(bytes.subarray(at + 2, bodyAt)));
    const { name, fileName } = readDisposition(head.get('content-disposition') ?? '');
    const content = bytes.subarray(bodyAt + headEnd.length, end);
    const file = (): object =>
      makeFile(makeBlob(content, head.get('content-type') ?? 'text/plain'), fileName as string);
    entries.push([name, fileName === undefined ? utf8toStringLoose(content) : file()]);
    at = end + between.length;
  }
  return entries;
};
