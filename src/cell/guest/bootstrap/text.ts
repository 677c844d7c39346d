// Cuts and measures texts of a plugin, and describes its errors. Runs inside the isolate.

import { apply, charCodeAt, NativeString, slice } from './builtins.ts';

/** Most characters of a message that are passed on. */
export const MESSAGE_CHARACTERS = 1000;

/** Cuts a text to at most this many characters. */
export function cut(text: string, characters: number): string {
  return text.length > characters ? apply(slice, text, [0, characters]) : text;
}

/** `name: message` of any thrown value, at most 1,000 characters. Reading it may run plugin code, within the plugin's limits. */
export function describe(error: unknown): string {
  try {
    if ((typeof error !== 'object' || error === null) && typeof error !== 'function')
      return cut(NativeString(error), MESSAGE_CHARACTERS);
    const { name, message } = error as { name?: unknown; message?: unknown };
    const text = typeof message === 'string' && message !== '' ? message : 'The tool threw without a message.';
    return cut(
      typeof name === 'string' && name !== '' && name !== 'Error' ? `${name}: ${text}` : text,
      MESSAGE_CHARACTERS,
    );
  } catch {
    return 'The tool threw something that cannot be read.';
  }
}

/** The first line of an error's stack, as V8 writes it. Reading it may run plugin code, which may throw. */
export function nameAndMessage(error: object): string {
  const { name, message } = error as { name?: unknown; message?: unknown };
  return `${cut(NativeString(name), MESSAGE_CHARACTERS)}: ${cut(NativeString(message), MESSAGE_CHARACTERS)}`;
}

/** How many UTF-16 units of a text fit into `bytes` of UTF-8 inside a JSON string, and how many bytes they take. */
export function measure(text: string, bytes: number): { readonly units: number; readonly bytes: number } {
  let used = 0;
  for (let i = 0; i < text.length; i += 1) {
    const code = apply(charCodeAt, text, [i]) as number;
    const isPair = code >= 0xd800 && code < 0xdc00 && isLow(apply(charCodeAt, text, [i + 1]) as number);
    const next = used + (isPair ? 4 : bytesOf(code));
    if (next > bytes) return { units: i, bytes: used };
    used = next;
    if (isPair) i += 1;
  }
  return { units: text.length, bytes: used };
}

/** UTF-8 bytes of one unit inside a JSON string of the log. Half of a pair counts as U+FFFD, which it becomes on its way out. */
function bytesOf(code: number): number {
  if (code < 0x20) return code >= 0x08 && code <= 0x0d && code !== 0x0b ? 2 : 6;
  if (code === 0x22 || code === 0x5c) return 2;
  if (code < 0x7f) return 1;
  if (isUnprintable(code)) return 6;
  return code < 0x800 ? 2 : 3;
}

/** True for characters that the log writes as escapes; see src/shared/text/printable.ts. */
function isUnprintable(code: number): boolean {
  if (code < 0x2000) return code < 0xa0 || code === 0x61c;
  return (
    (code >= 0x200b && code <= 0x200f) ||
    (code >= 0x2028 && code <= 0x202e) ||
    (code >= 0x2060 && code <= 0x2069) ||
    code === 0xfeff
  );
}

function isLow(code: number): boolean {
  return code >= 0xdc00 && code < 0xe000;
}
