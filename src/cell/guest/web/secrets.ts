// context.secrets: signatures that the host makes with keys that never enter the isolate. Runs inside the isolate, as a group of web APIs. All
// calls get the same object, which keeps no state.

import { utf8fromStringLoose } from '@exodus/bytes/utf8.js';
import type { WebGroup } from '../scripts/parts.ts';
import { bytesOf } from './standard/bytes.ts';
import { errorMaker } from './standard/host-errors.ts';
import type { ExceptionType } from './standard/interface.ts';

export const install: WebGroup = ({ hostRequest, placeOf }, made) => {
  const { parse, stringify } = JSON;
  const NativePromise = Promise;
  const errorOf = errorMaker(made.DOMException as ExceptionType | undefined);

  const secrets = {
    async sign(name: string, algorithm: string, data: string | ArrayBuffer | ArrayBufferView): Promise<Uint8Array> {
      const place = placeOf(secrets.sign);
      const bytes = typeof data === 'string' ? utf8fromStringLoose(data) : bytesOf(data);
      const text = stringify({ name, algorithm, base64: bytes.toBase64() });
      const given = await new NativePromise<string>((resolve, reject) => {
        hostRequest('sign', text, (ok, answer, refuse) => {
          if (ok) resolve((parse(answer) as { readonly base64: string }).base64);
          else reject(refuse(errorOf(answer), place));
        });
      });
      return Uint8Array.fromBase64(given);
    },
  };
  return { globals: {}, context: { secrets: Object.freeze(secrets) } };
};
