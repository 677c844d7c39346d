// What lines of a call's log cost of `logBytes`: what they take in the server's log, as JSON. Runs in runners, brokers and the front process.

import { printable } from './printable.ts';

/** UTF-8 bytes of a record without its names and its text: level, times, the id of the call. */
const FRAME_BYTES = 190;

/** UTF-8 bytes that every line costs beside its text. The names are ASCII. */
export const recordBytes = ({
  pluginName,
  toolName,
}: {
  readonly pluginName: string;
  readonly toolName: string;
}): number => FRAME_BYTES + pluginName.length + toolName.length;

/** UTF-8 bytes of a text inside a JSON string of the log. */
export const textBytes = (text: string): number => Buffer.byteLength(printable(JSON.stringify(text))) - 2;
