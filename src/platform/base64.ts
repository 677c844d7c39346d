// atob and btoa, as the HTML standard has them, on the engine's own base64. Runs inside the isolate, as a group of the platform.

import type { PlatformGlobals, PlatformGroup } from '../guest/parts.ts';

type ExceptionType = new (message: string, name: string) => Error;

/** Characters put together at a time: an argument list has its limit. */
const CHUNK = 8_192;

const textOf = (name: string, given: readonly unknown[]): string => {
  if (given.length === 0) throw new TypeError(`${name} needs a text`);
  return `${given[0] as string}`;
};

/** Makes the group; needs `DOMException`. */
export const install: PlatformGroup = (_parts, made: PlatformGlobals) => {
  const DOMException = made.DOMException as ExceptionType;

  // Methods, since the standard's functions are no constructors.
  const globals = {
    atob(...given: unknown[]): string {
      const data = textOf('atob', given);
      let bytes: Uint8Array;
      try {
        // The same language as the standard's: white space anywhere, padding whole or none, any bits left over.
        bytes = Uint8Array.fromBase64(data);
      } catch (error) {
        if (!(error instanceof SyntaxError)) throw error;
        throw new DOMException('The text to be decoded is not base64.', 'InvalidCharacterError');
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
