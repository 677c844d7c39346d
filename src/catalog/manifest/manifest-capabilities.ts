// What the schema cannot say of a manifest's capabilities and of the effects in its examples: that origins are origins, and that
// nothing is asked for twice. Front process.

import { originFault, originPatternFault } from '../../protocol/origins.ts';
import type { Manifest, ManifestTool, StoreQuestion, ToolEffect } from '../../sdk/manifest.ts';
import { shown } from '../model/refusal.ts';

/** Something wrong at a JSON pointer. */
export interface CapabilityFault {
  readonly pointer: string;
  readonly reason: string;
  readonly hint: string;
}

/** Matching a path takes longer with each. */
const MOST_STARS = 8;

const pathFault = (path: string, pointer: string): CapabilityFault | undefined => {
  if (/[?#\\]/.test(path)) {
    const reason = 'has a character that is not part of a path';
    return { pointer, reason, hint: 'write the path alone: what follows "?" or "#" is not looked at' };
  }
  if (/\/\.{1,2}(\/|$)/.test(path)) {
    return { pointer, reason: 'has a "." or ".." in it', hint: 'write the path that it leads to' };
  }
  const stars = path.split('*').length - 1;
  if (stars <= MOST_STARS) return undefined;
  return { pointer, reason: `has ${stars} "*"; at most ${MOST_STARS} may stand here`, hint: 'write it with fewer' };
};

const fetchFaults = ({ capabilities }: Manifest): readonly CapabilityFault[] =>
  (capabilities?.fetch ?? []).flatMap(({ origin, path }, index) => {
    const at = `/capabilities/fetch/${index}`;
    const fault = originPatternFault(origin);
    const wrongPath = path === undefined ? undefined : pathFault(path, `${at}/path`);
    return [
      ...(fault ? [{ pointer: `${at}/origin`, reason: `"${shown(origin)}" ${fault.wrong}`, hint: fault.fix }] : []),
      ...(wrongPath ? [wrongPath] : []),
    ];
  });

const secretFaults = ({ capabilities }: Manifest): readonly CapabilityFault[] => {
  const secrets = capabilities?.secrets ?? [];
  return secrets.flatMap(({ name, origin }, index) => {
    const at = `/capabilities/secrets/${index}`;
    const fault = originFault(origin);
    const isTwice = secrets.findIndex((other) => other.name === name) < index;
    return [
      ...(fault ? [{ pointer: `${at}/origin`, reason: `"${shown(origin)}" ${fault.wrong}`, hint: fault.fix }] : []),
      ...(isTwice
        ? [{ pointer: `${at}/name`, reason: `the secret ${name} is listed twice`, hint: 'give each a name of its own' }]
        : []),
    ];
  });
};

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** Members that only one kind of question has. */
const questionFault = (
  { op, value, ttlMs, ifVersion }: StoreQuestion,
  at: string,
  hasAnswer: boolean,
  answer: unknown,
): CapabilityFault | undefined => {
  if (op === 'set' && value === undefined)
    return { pointer: at, reason: '"value" is missing', hint: 'add the JSON text of the value that is set' };
  if (value !== undefined && (op !== 'set' || !isJson(value))) {
    const reason = op === 'set' ? 'is not JSON text' : `a "${op}" has no value`;
    return { pointer: `${at}/value`, reason, hint: op === 'set' ? 'a text is "\\"text\\"" here' : 'remove it' };
  }
  if (ttlMs !== undefined && op !== 'set')
    return { pointer: `${at}/ttlMs`, reason: `a "${op}" has no ttlMs`, hint: 'remove it' };
  if (ifVersion !== undefined && (op === 'get' || (op === 'delete' && ifVersion === null)))
    return { pointer: `${at}/ifVersion`, reason: `does not belong to a "${op}"`, hint: 'remove it' };
  return hasAnswer && !fitsQuestion(op, answer)
    ? { pointer: at.replace(/store$/, 'answer'), reason: `is nothing that "${op}" is answered`, hint: ANSWERS[op] }
    : undefined;
};

const ANSWERS: Readonly<Record<StoreQuestion['op'], string>> = {
  get: 'write {"key", "version", "value"}, the value as JSON text, or null',
  set: 'write the new entry: {"key", "version"}',
  delete: 'write true where something was there, else false',
  list: 'write {"entries": [{"key", "version"}]}',
};

const fitsQuestion = (op: StoreQuestion['op'], answer: unknown): boolean => {
  if (op === 'delete') return typeof answer === 'boolean';
  if (answer === null) return op === 'get';
  if (typeof answer !== 'object') return false;
  const has = (name: string): boolean => Object.hasOwn(answer, name);
  if (op === 'list') return has('entries') && !has('key') && !has('value') && !has('version');
  return has('key') && has('version') && has('value') === (op === 'get') && !has('entries') && !has('next');
};

const effectFault = (effect: ToolEffect, at: string): CapabilityFault | undefined => {
  if ('store' in effect)
    return questionFault(effect.store, `${at}/store`, Object.hasOwn(effect, 'answer'), effect.answer);
  if (URL.canParse(effect.fetch) && new URL(effect.fetch).href === effect.fetch && !effect.fetch.includes('#'))
    return undefined;
  const url = URL.canParse(effect.fetch) ? new URL(effect.fetch) : undefined;
  if (url) url.hash = '';
  return {
    pointer: `${at}/fetch`,
    reason: 'is not the form in which addresses are compared',
    hint: url ? `write ${shown(url.href, 300)}` : 'write a whole address such as https://api.example.com/v1',
  };
};

const toolFaults = ({ examples = [] }: ManifestTool, tool: number): readonly CapabilityFault[] =>
  examples.flatMap(({ effects = [] }, example) =>
    effects.flatMap((effect, index) => {
      const fault = effectFault(effect, `/tools/${tool}/examples/${example}/effects/${index}`);
      return fault ? [fault] : [];
    }),
  );

/** Everything wrong with what a manifest that fits the schema asks for, and with the effects of its examples. */
export const capabilityFaults = (manifest: Manifest): readonly CapabilityFault[] => [
  ...fetchFaults(manifest),
  ...secretFaults(manifest),
  ...manifest.tools.flatMap(toolFaults),
];
