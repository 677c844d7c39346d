// Reads a host request for a signature. The text is untrusted, so its length is checked before it is parsed. Control thread.

import {
  type Grants,
  SIGNED_BYTES,
  SIGNING_ALGORITHMS,
  type SigningAlgorithm,
} from '../../../shared/protocol/capabilities.ts';
import type { Limits } from '../../../shared/protocol/limits.ts';

/** The call that makes the host request. */
export interface SigningScope {
  readonly pluginName: string;
  readonly callId: string;
  readonly grants: Pick<Grants, 'signing'>;
  readonly limits: Pick<Limits, 'signCalls'>;
  readonly signal: AbortSignal;
  /** Counts a signature. False if the call may have no more. Never throws. */
  readonly admit: () => boolean;
}

/** A request that was read. */
export interface Signing {
  readonly name: string;
  readonly algorithm: SigningAlgorithm;
  readonly bytes: Buffer;
}

/** The error in a host request, worded for the plugin's author. */
export class BadSigning extends Error {
  override readonly name: 'TypeError' | 'QuotaExceededError';

  constructor(message: string, name: BadSigning['name'] = 'TypeError') {
    super(message);
    this.name = name;
  }
}

const KEY_NAME = /^[A-Z][A-Z0-9_]{0,63}$/;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const MEMBERS = ['name', 'algorithm', 'base64'];
const BASE64_CHARACTERS = 4 * Math.ceil(SIGNED_BYTES / 3);
/** Characters of a host request without its bytes. */
const FRAME_CHARACTERS = 1_024;

/** Reads the {@link SigningRequest} in a text. Throws {@link BadSigning}. */
export const readSigning = (text: string): Signing => {
  if (text.length > BASE64_CHARACTERS + FRAME_CHARACTERS) throw tooLong();
  const { name, algorithm, base64 } = membersOf(text);
  if (typeof name !== 'string' || !KEY_NAME.test(name))
    throw new BadSigning('The name of a key has capitals, digits and "_", the first a capital, at most 64.');
  const known = SIGNING_ALGORITHMS.find((each) => each === algorithm);
  if (known === undefined)
    throw new BadSigning(`The host signs with ${SIGNING_ALGORITHMS.join(', ')}, and nothing else.`);
  if (typeof base64 !== 'string' || !BASE64.test(base64)) throw new BadSigning('What is signed must be bytes.');
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length > SIGNED_BYTES) throw tooLong();
  return { name, algorithm: known, bytes };
};

const tooLong = (): BadSigning =>
  new BadSigning(
    `At most ${SIGNED_BYTES} bytes can be signed at once. Sign a hash of more, if the protocol allows that.`,
    'QuotaExceededError',
  );

const membersOf = (text: string): Readonly<Record<string, unknown>> => {
  let ask: unknown;
  try {
    ask = JSON.parse(text);
  } catch {
    throw new BadSigning('The request for a signature is not JSON.');
  }
  if (typeof ask !== 'object' || ask === null || Array.isArray(ask))
    throw new BadSigning('The request for a signature is not an object.');
  if (Object.keys(ask).some((member) => !MEMBERS.includes(member)))
    throw new BadSigning('The request for a signature has a member that is not known.');
  return Object.assign(Object.create(null) as Record<string, unknown>, ask);
};
