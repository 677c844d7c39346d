// atob and btoa of the HTML standard, built on the engine's own base64. Runs inside the isolate, as a group of web APIs.

import type { WebGlobals, WebGroup } from '../scripts/parts.ts';

type ExceptionType = new (message: string, name: string) => Error;

/** Characters per call of `String.fromCharCode`: the engine limits the length of an argument list. */
const CHUNK = 8_192;

const textOf = (name: string, given: readonly unknown[]): string => {
  if (given.length === 0) throw new TypeError(`${name} needs a string`);
  return `${given[0] as string}`;
};

/** Makes the group. Needs `DOMException`. */
export const install: WebGroup = (_parts, made: WebGlobals) => {
  const DOMException = made.DOMException as ExceptionType;

  // Written as methods, because the standard's functions are not constructors.
  const globals = {
    atob(...given: unknown[]): string {
      const data = textOf('atob', given);
      let bytes: Uint8Array;
      try {
        // Accepts what the standard accepts: white space anywhere, complete padding or none, any leftover bits.
        bytes = Uint8Array.fromBase64(data);
      } catch (error) {
        if (!(error instanceof SyntaxError)) throw error;
        throw new DOMException('The string to be decoded is not base64.', 'InvalidCharacterError');
      }
      let binary = '';
      for (let at = 0; at < bytes.length; at += CHUNK) binary += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
      return binary;
    },

    btoa(...given: unknown[]): string {
      const binary = textOf('btoa', given);
      const bytes = new Uint8Array(binary.length);
      for (let at = 0; at < binary.length; at += 1) {
        const code = binary.charCodeAt(at);
        if (code > 255) throw new DOMException('btoa takes characters up to U+00FF only.', 'InvalidCharacterError');
        bytes[at] = code;
      }
      return bytes.toBase64();
    },
  };

  return { globals };
};
