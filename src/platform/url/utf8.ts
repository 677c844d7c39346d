// What whatwg-url takes from its globals, put into its bundle: UTF-8 both ways, and getters of buffers. Runs inside the isolate.

import { utf8fromStringLoose, utf8toStringLoose } from '@exodus/bytes/utf8.js';

/** UTF-8 of a text. */
export class TextEncoder {
  encode(text: string): Uint8Array {
    return utf8fromStringLoose(text);
  }
}

/** Text of UTF-8, what is not well formed replaced. */
export class TextDecoder {
  decode(bytes: Uint8Array): string {
    return utf8toStringLoose(bytes);
  }
}

/** For the prototypes of buffers, whose getters the library takes when it loads and asks of nothing: URLs are made of texts. */
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
