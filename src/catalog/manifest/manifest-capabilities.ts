// Checks in a manifest's requested capabilities and in the effects of its examples what the published schema cannot express, such as that
// an origin is one and that no secret is listed twice. Front process.

import type { Manifest, ManifestTool, StoreQuestion, ToolEffect } from '../../../packages/plugin/src/manifest.ts';
import { type OriginFault, originFault, originPatternFault } from '../../shared/protocol/origins.ts';
import { shown } from '../model/refusal.ts';

export interface CapabilityFault {
  readonly pointer: string;
  readonly reason: string;
  readonly hint: string;
}

/** Each `*` makes it slower to match a path. */
const MAX_STARS = 8;

const pathFault = (path: string, pointer: string): CapabilityFault | undefined => {
  if (/[?#\\]/.test(path)) {
    const reason = 'has a character that is not part of a path';
    return { pointer, reason, hint: 'write only the path, without query, fragment and backslashes' };
  }
  if (/\/\.{1,2}(\/|$)/.test(path)) {
    return { pointer, reason: 'has a segment "." or ".."', hint: 'write the path that it leads to' };
  }
  const stars = path.split('*').length - 1;
  if (stars > MAX_STARS)
    return { pointer, reason: `has ${stars} "*"; at most ${MAX_STARS} are allowed`, hint: 'use fewer' };
  return bracesFault(path, pointer);
};

/** `{name}` is one segment or a part of one, which a star could not tell from its neighbours. */
const bracesFault = (path: string, pointer: string): CapabilityFault | undefined => {
  const rest = path.replaceAll(/\{\w{1,64}\}/g, '');
  if (/[{}]/.test(rest)) {
    const reason = 'has a brace that is not part of a parameter such as {id}';
    return { pointer, reason, hint: 'name the parameter with letters, digits and _: /users/{id}' };
  }
  if (rest === path || !rest.replace(/\/\*$/, '').includes('*')) return undefined;
  const reason = 'has a parameter and a "*" that is not its last segment';
  return { pointer, reason, hint: 'write parameters only, or end it with /*: /users/{id}/*' };
};

const originProblems = (origin: string, at: string, fault: OriginFault | undefined): readonly CapabilityFault[] =>
  fault ? [{ pointer: `${at}/origin`, reason: `"${shown(origin)}" ${fault.wrong}`, hint: fault.fix }] : [];

const fetchFaults = ({ capabilities }: Manifest): readonly CapabilityFault[] =>
  (capabilities?.fetch ?? []).flatMap(({ origin, path }, index) => {
    const at = `/capabilities/fetch/${index}`;
    const wrongPath = path === undefined ? undefined : pathFault(path, `${at}/path`);
    return [...originProblems(origin, at, originPatternFault(origin)), ...(wrongPath ? [wrongPath] : [])];
  });

const secretFaults = ({ capabilities }: Manifest): readonly CapabilityFault[] => {
  const secrets = capabilities?.secrets ?? [];
  return secrets.flatMap(({ name, origin }, index) => {
    const at = `/capabilities/secrets/${index}`;
    const faults = originProblems(origin, at, originFault(origin));
    if (secrets.findIndex((other) => other.name === name) === index) return faults;
    const reason = `the secret ${name} is listed twice`;
    return [...faults, { pointer: `${at}/name`, reason, hint: 'rename or remove one of them' }];
  });
};

/** The kind of key that an algorithm takes. */
const keyKind = (algorithm: string): string => algorithm.slice(0, 2);

const signingFaults = ({ capabilities }: Manifest): readonly CapabilityFault[] => {
  const { signing = [], secrets = [] } = capabilities ?? {};
  return signing.flatMap(({ name, algorithms }, index) => {
    const at = `/capabilities/signing/${index}`;
    const faults: CapabilityFault[] = [];
    if (new Set(algorithms.map(keyKind)).size > 1) {
      const hint = 'ask for two keys, or keep those of one kind: HS256, HS384 and HS512, or RS256, or ES256';
      faults.push({ pointer: `${at}/algorithms`, reason: 'no key fits all of them', hint });
    }
    const isSent = secrets.some((secret) => secret.name === name);
    if (isSent || signing.findIndex((other) => other.name === name) !== index) {
      const reason = isSent ? `${name} is listed under secrets, too` : `the key ${name} is listed twice`;
      faults.push({ pointer: `${at}/name`, reason, hint: 'rename or remove one of them' });
    }
    return faults;
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

/** The first fault of an operation of the store and of its host reply: the schema leaves open which operation has which members. */
const storeFault = (
  { op, value, ttlMs, ifVersion }: StoreQuestion,
  at: string,
  hasReply: boolean,
  reply: unknown,
): CapabilityFault | undefined => {
  if (op === 'set' && value === undefined)
    return { pointer: at, reason: '"value" is missing', hint: 'add the value to set, as JSON text' };
  if (value !== undefined && (op !== 'set' || !isJson(value))) {
    const reason = op === 'set' ? 'is not JSON text' : `a "${op}" has no value`;
    return { pointer: `${at}/value`, reason, hint: op === 'set' ? 'write a string as "\\"text\\""' : 'remove it' };
  }
  if (ttlMs !== undefined && op !== 'set')
    return { pointer: `${at}/ttlMs`, reason: `a "${op}" has no ttlMs`, hint: 'remove it' };
  if (ifVersion !== undefined && (op === 'get' || (op === 'delete' && ifVersion === null)))
    return { pointer: `${at}/ifVersion`, reason: `is not allowed for a "${op}"`, hint: 'remove it' };
  return hasReply && !isReplyTo(op, reply)
    ? { pointer: at.replace(/store$/, 'answer'), reason: `is not a host reply to "${op}"`, hint: REPLY_HINTS[op] }
    : undefined;
};

const REPLY_HINTS: Readonly<Record<StoreQuestion['op'], string>> = {
  get: 'write {"key", "version", "value"} with the value as JSON text, or null',
  set: 'write the new entry: {"key", "version"}',
  delete: 'write true if the key existed, otherwise false',
  list: 'write {"entries": [{"key", "version"}]}',
};

const isReplyTo = (op: StoreQuestion['op'], reply: unknown): boolean => {
  if (op === 'delete') return typeof reply === 'boolean';
  if (reply === null) return op === 'get';
  if (typeof reply !== 'object') return false;
  const has = (name: string): boolean => Object.hasOwn(reply, name);
  if (op === 'list') return has('entries') && !has('key') && !has('value') && !has('version');
  return has('key') && has('version') && has('value') === (op === 'get') && !has('entries') && !has('next');
};

const effectFault = (effect: ToolEffect, at: string): CapabilityFault | undefined => {
  // The schema says all about these.
  if ('sign' in effect) return undefined;
  if ('store' in effect) return storeFault(effect.store, `${at}/store`, Object.hasOwn(effect, 'answer'), effect.answer);
  const url = URL.parse(effect.fetch);
  if (url?.href === effect.fetch && !effect.fetch.includes('#')) return undefined;
  if (url) url.hash = '';
  const hint = url ? `write ${shown(url.href, 300)}` : 'write a whole address such as https://api.example.com/v1';
  return { pointer: `${at}/fetch`, reason: 'is not a whole address in normal form', hint };
};

const toolFaults = ({ examples = [] }: ManifestTool, tool: number): readonly CapabilityFault[] =>
  examples.flatMap(({ effects = [] }, example) =>
    effects.flatMap((effect, index) => {
      const fault = effectFault(effect, `/tools/${tool}/examples/${example}/effects/${index}`);
      return fault ? [fault] : [];
    }),
  );

/** All faults in the requested capabilities of a manifest that fits the schema, and in the effects of its examples. */
export const capabilityFaults = (manifest: Manifest): readonly CapabilityFault[] => [
  ...fetchFaults(manifest),
  ...secretFaults(manifest),
  ...signingFaults(manifest),
  ...manifest.tools.flatMap(toolFaults),
];
