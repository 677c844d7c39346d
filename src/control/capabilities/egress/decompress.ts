// Takes the compression off a body, and stops at the cap: a few bytes may stand for many. Control thread.

import { promisify } from 'node:util';
import { brotliDecompress, constants, gunzip, inflate, inflateRaw, zstdDecompress } from 'node:zlib';
import { upstreamFailed } from './refusal.ts';
import { type RawResponse, tooLarge } from './response-reader.ts';

/** More than one is rare, more than two has no use. */
const MAX_ENCODINGS = 2;
/** A window of 8 MB: what every reader of zstd must offer (RFC 8878), and no more memory than that. */
const ZSTD_WINDOW_LOG = 23;

type Step = (body: Buffer, options: { readonly maxOutputLength: number }) => Promise<Buffer>;

const [ungzip, inflated, inflatedRaw, unzstd] = [
  promisify(gunzip) as Step,
  promisify(inflate) as Step,
  promisify(inflateRaw) as Step,
  promisify(zstdDecompress),
];

const STEPS: ReadonlyMap<string, Step> = new Map<string, Step>([
  ['gzip', ungzip],
  ['x-gzip', ungzip],
  // Servers mean either of two forms by "deflate"; the first byte tells which.
  ['deflate', (body, options) => (((body[0] ?? 0) & 0x0f) === 8 ? inflated : inflatedRaw)(body, options)],
  ['br', promisify(brotliDecompress) as Step],
  [
    'zstd',
    (body, options) => unzstd(body, { ...options, params: { [constants.ZSTD_d_windowLogMax]: ZSTD_WINDOW_LOG } }),
  ],
]);

/** The encodings of a response, the one put on last at the end. */
export const encodingsOf = ({ headers, body }: RawResponse): readonly string[] =>
  body.length === 0
    ? []
    : headers
        .filter(([name]) => name === 'content-encoding')
        .flatMap(([, value]) => value.toLowerCase().split(','))
        .map((encoding) => encoding.trim())
        .filter((encoding) => encoding !== '' && encoding !== 'identity');

/**
 * A body without its encodings; unchanged if one of them is unknown, as in browsers. Throws an {@link EgressRefusal} if the body
 * cannot be read or has more than `responseBytes` bytes at any step.
 */
export const decompress = async (
  body: Buffer,
  encodings: readonly string[],
  responseBytes: number,
): Promise<Buffer> => {
  if (encodings.length > MAX_ENCODINGS)
    throw upstreamFailed(`The response is compressed ${encodings.length} times; at most ${MAX_ENCODINGS} are allowed.`);
  let plain = body;
  for (const encoding of encodings.toReversed()) {
    const step = STEPS.get(encoding);
    if (!step) return body;
    plain = await step(plain, { maxOutputLength: responseBytes }).catch((error: unknown) => {
      throw isTooLarge(error)
        ? tooLarge(responseBytes)
        : upstreamFailed(`The response is declared as ${encoding}, but is not.`);
    });
  }
  return plain;
};

const isTooLarge = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
