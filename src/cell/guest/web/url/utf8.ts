// Replaces the globals that whatwg-url uses, in its bundle: UTF-8 encoding and decoding, and getters of buffers. Runs inside the isolate.

import { utf8fromStringLoose, utf8toStringLoose } from '@exodus/bytes/utf8.js';

export class TextEncoder {
  encode(text: string): Uint8Array {
    return utf8fromStringLoose(text);
  }
}

/** Decodes UTF-8. Replaces what is not well formed. */
export class TextDecoder {
  decode(bytes: Uint8Array): string {
    return utf8toStringLoose(bytes);
  }
}

/** Stands for the prototypes of buffers. The library reads their getters when it loads and never calls them, because URLs take strings. */
export const noBuffer = {
  get byteLength(): number {
    return 0;
  },
  get resizable(): boolean {
    return false;
  },
  get growable(): boolean {
    return false;
  },
};
