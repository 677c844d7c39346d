// The first bytes on the channel of a runner, written by the host before the process exists: which runner it will be. Whoever can reach the door
// but does not know its password is nobody.

import { timingSafeEqual } from 'node:crypto';

/** Characters of a password. */
export const PASSWORD_LENGTH = 32;
export const GREETING_BYTES = PASSWORD_LENGTH + 4;

export const greetingFor = (number: number, password: string): Buffer => {
  const bytes = Buffer.alloc(GREETING_BYTES);
  bytes.write(password, 'latin1');
  bytes.writeUInt32LE(number, PASSWORD_LENGTH);
  return bytes;
};

/** The number in a greeting; undefined if the password is another one. */
export const numberIn = (greeting: Buffer, password: string): number | undefined =>
  timingSafeEqual(greeting.subarray(0, PASSWORD_LENGTH), Buffer.from(password, 'latin1'))
    ? greeting.readUInt32LE(PASSWORD_LENGTH)
    : undefined;
