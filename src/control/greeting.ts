// The first bytes on the channel of a runner, which the control thread writes before the process exists: the password of the door and the
// number of the runner.

import { timingSafeEqual } from 'node:crypto';

export const PASSWORD_LENGTH = 32;
export const GREETING_BYTES = PASSWORD_LENGTH + 4;

export const greetingFor = (number: number, password: string): Buffer => {
  const bytes = Buffer.alloc(GREETING_BYTES);
  bytes.write(password, 'latin1');
  bytes.writeUInt32LE(number, PASSWORD_LENGTH);
  return bytes;
};

/** The number in a greeting; undefined if the password is wrong. */
export const numberIn = (greeting: Buffer, password: string): number | undefined =>
  timingSafeEqual(greeting.subarray(0, PASSWORD_LENGTH), Buffer.from(password, 'latin1'))
    ? greeting.readUInt32LE(PASSWORD_LENGTH)
    : undefined;
