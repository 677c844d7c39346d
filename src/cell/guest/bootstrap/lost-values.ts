// Finds what JSON would lose without a word: NaN becomes null, a Map becomes {}. An agent would take that for the answer. Runs inside the isolate.

import { apply, includes, isArray, isView, NativeArrayBuffer, NativeMap, NativeSet, objectKeys } from './builtins.ts';
import { cut, MESSAGE_CHARACTERS } from './text.ts';

/** Texts without any of these hold nothing that was lost, so most results are not looked through. */
const TRACES = ['null', '{}', '{"0":'];

/** What a result lost when it was written as `text`, in words; undefined if nothing. Getters of the plugin run again. */
export function lossIn(value: unknown, text: string): string | undefined {
  for (let i = 0; i < TRACES.length; i += 1)
    if (apply(includes, text, [TRACES[i]]))
      try {
        return lossAt(value, '');
      } catch {
        // Too deep, or a getter that throws the second time. The text itself is still checked.
        return undefined;
      }
  return undefined;
}

function lossAt(value: unknown, path: string): string | undefined {
  if (typeof value === 'number') return value - value === 0 ? undefined : words(`${value}`, path);
  if (typeof value !== 'object' || value === null) return undefined;
  // It says itself what is written, as a Date does.
  if (typeof (value as { toJSON?: unknown }).toJSON === 'function') return undefined;
  const kind = kindOf(value);
  if (kind !== undefined) return words(kind, path);
  if (isArray(value)) {
    for (let i = 0; i < value.length; i += 1) {
      const loss = lossAt(value[i], `${path}/${i}`);
      if (loss !== undefined) return loss;
    }
    return undefined;
  }
  const keys = objectKeys(value);
  for (let i = 0; i < keys.length; i += 1) {
    const key = keys[i] as string;
    const loss = lossAt((value as Record<string, unknown>)[key], `${path}/${key}`);
    if (loss !== undefined) return loss;
  }
  return undefined;
}

function kindOf(value: object): string | undefined {
  if (value instanceof NativeMap) return 'a Map';
  if (value instanceof NativeSet) return 'a Set';
  if (isView(value) || value instanceof NativeArrayBuffer) return 'bytes';
  return undefined;
}

function words(kind: string, path: string): string {
  const instead =
    kind === 'a Map'
      ? 'Return Object.fromEntries(map).'
      : kind === 'a Set'
        ? 'Return [...set].'
        : kind === 'bytes'
          ? 'Return [...bytes], or a text in base64.'
          : 'Return null if there is no number.';
  const place = path === '' ? 'The result is' : `The result has, at ${cut(path, MESSAGE_CHARACTERS)},`;
  return `${place} ${kind}, which JSON cannot hold. ${instead}`;
}
