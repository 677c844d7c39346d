// TextEncoder and TextDecoder. Runs inside the isolate, as a group of web APIs.

import { normalizeEncoding, TextDecoder as StandardDecoder, TextEncoder } from '@exodus/bytes/encoding-lite.js';
import type { WebGroup } from '../scripts/parts.ts';
import { withNames } from './standard/interface.ts';

/**
 * The encodings of more than one byte a character have tables that are built in place on their first use. A call that
 * overflows its stack while one is built would leave half a table for the next call. So these encodings are refused.
 */
const REFUSED: readonly string[] = ['big5', 'euc-jp', 'euc-kr', 'gb18030', 'gbk', 'iso-2022-jp', 'shift_jis'];

class TextDecoder extends StandardDecoder {
  constructor(label = 'utf-8', options: { fatal?: boolean; ignoreBOM?: boolean } = {}) {
    const encoding = normalizeEncoding(`${label}`);
    if (encoding !== null && REFUSED.includes(encoding))
      throw new RangeError(
        `TextDecoder does not offer ${encoding} here: only UTF-8, UTF-16 and the single-byte encodings.`,
      );
    super(`${label}`, options ?? {});
  }
}

export const install: WebGroup = ({ isShared }) => {
  // The list of labels is built on its first use: now, so that no call can be interrupted while it is.
  if (isShared) normalizeEncoding('l2');
  return { globals: withNames({ TextEncoder, TextDecoder }), samples: () => [new TextEncoder(), new TextDecoder()] };
};
