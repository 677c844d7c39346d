// Line differences of two texts, as unified patches. Bundled with jsdiff into ../index.js, which runs inside the isolate.

import { applyPatch, FILE_HEADERS_ONLY, formatPatch, structuredPatch } from 'diff';

const MAX_UNITS = 1_000_000;
/** Added plus removed lines. The time and memory of a comparison grow with the square of this number. */
const MAX_CHANGES = 2000;
const MAX_CONTEXT = 100;

/** A unified patch from one text to another, and the numbers of lines that it adds and removes. */
export function diffText({ before, after, context = 3 }: { before: string; after: string; context?: number }) {
  checkText('before', before);
  checkText('after', after);
  if (!Number.isInteger(context) || context < 0 || context > MAX_CONTEXT) {
    throw new Error(`"context" must be a whole number from 0 to ${MAX_CONTEXT}.`);
  }
  const difference = structuredPatch('before', 'after', before, after, undefined, undefined, {
    context,
    maxEditLength: MAX_CHANGES,
  });
  if (difference === undefined) {
    throw new Error(`The texts differ in more than ${MAX_CHANGES} lines. Compare smaller parts.`);
  }
  const lines = difference.hunks.flatMap((hunk) => hunk.lines);
  return {
    identical: lines.length === 0,
    added: lines.filter((line) => line.startsWith('+')).length,
    removed: lines.filter((line) => line.startsWith('-')).length,
    patch: lines.length === 0 ? '' : formatPatch(difference, FILE_HEADERS_ONLY),
  };
}

/** The text with a unified patch applied. Throws if the patch cannot be read or a hunk does not fit. */
export function patchText({ text, patch }: { text: string; patch: string }): string {
  checkText('text', text);
  checkText('patch', patch);
  if (patch.trim() === '') return text;
  const patched = apply(text, patch);
  if (patched !== false) return patched;
  throw new Error('The patch does not fit: its context lines differ from the text. Make it anew against this text.');
}

function apply(text: string, patch: string): string | false {
  try {
    return applyPatch(text, patch, { autoConvertLineEndings: false });
  } catch (error) {
    throw new Error(`"patch" is not a unified diff of one file: ${error instanceof Error ? error.message : ''}`);
  }
}

function checkText(name: string, value: unknown): void {
  if (typeof value !== 'string') throw new Error(`"${name}" must be a string.`);
  if (value.length > MAX_UNITS)
    throw new Error(`"${name}" is longer than ${MAX_UNITS} UTF-16 units. Send a part of it.`);
}
