// Counts how much of `logBytes` a call's log lines use: their bytes in the server's log, as JSON. Runs in runners and the front process.

import { printable } from '../text/printable.ts';

/** UTF-8 bytes of a log record without its names and text: level, times, the call's id. */
const FRAME_BYTES = 190;

/** UTF-8 bytes that every line costs in addition to its text. The names are ASCII. */
export const recordBytes = ({
  pluginName,
  toolName,
}: {
  readonly pluginName: string;
  readonly toolName: string;
}): number => FRAME_BYTES + pluginName.length + toolName.length;

/** UTF-8 bytes of a text inside a JSON string of the log. */
export const textBytes = (text: string): number => Buffer.byteLength(printable(JSON.stringify(text))) - 2;
