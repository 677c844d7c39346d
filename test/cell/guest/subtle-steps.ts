// Runs steps of work with crypto.subtle, written as JSON, in a tool or in this process, so that tests can compare the guest's
// algorithms with Node's own. Imported by tests.

import { webcrypto } from 'node:crypto';
import type { Json } from '../../../src/shared/protocol/json.ts';
import type { TestPlugin } from '../../support/host.ts';

/** A method and its arguments. `{ hex }` stands for bytes, `{ step, part }` for the result of an earlier step, or for a member of it. */
export type Step = readonly [method: string, ...given: readonly Json[]];

/** The result of a step: `{ hex }`, a key's description, `{ failed }` with an error's name, or a value. */
export type Shown = Json;

/** Uses nothing from outside of itself, because its text becomes part of the plugin. */
async function runSteps(subtle: object, steps: readonly Step[]): Promise<Shown[]> {
  const results: unknown[] = [];
  const revive = (given: Json): unknown => {
    if (typeof given !== 'object' || given === null) return given;
    if (Array.isArray(given)) return given.map((each: Json) => revive(each));
    const named = given as { readonly [member: string]: Json };
    if (typeof named.hex === 'string') return Uint8Array.fromHex(named.hex);
    if (typeof named.step === 'number') {
      const result = results[named.step] as Readonly<Record<string, unknown>>;
      return typeof named.part === 'string' ? result[named.part] : result;
    }
    return Object.fromEntries(Object.entries(named).map(([name, value]) => [name, revive(value)]));
  };
  const show = (value: unknown): Shown => {
    if (value instanceof Uint8Array) return { hex: value.toHex() };
    if (value instanceof ArrayBuffer) return { hex: new Uint8Array(value).toHex() };
    if (value instanceof Error) return { failed: value.name };
    if (typeof value !== 'object' || value === null) return value as Shown;
    if (Object.prototype.toString.call(value) !== '[object CryptoKey]')
      return Object.fromEntries(
        Object.entries(value).map(([name, member]) => [name, Array.isArray(member) ? member : show(member)]),
      );
    const { type, extractable, algorithm, usages } = value as Readonly<Record<string, Json>>;
    return { type, extractable, algorithm: show(algorithm), usages } as Shown;
  };
  for (const [method, ...given] of steps) {
    const act = (subtle as Readonly<Record<string, (...given: unknown[]) => unknown>>)[method];
    try {
      results.push(await act?.call(subtle, ...given.map(revive)));
    } catch (error) {
      results.push(error);
    }
  }
  return results.map(show);
}

/** Has one tool, `run-steps`. Its text names every algorithm, so that it gets them all (names in comments do not count). */
export const STEPS_PLUGIN: TestPlugin = {
  source: `
    const NAMES = ['AES', 'PBKDF2', 'HKDF', 'ECDSA', 'ECDH', 'Ed25519', 'X25519', 'RSA'];
    const runSteps = ${runSteps};
    export const run = ({ steps }) => NAMES && runSteps(crypto.subtle, steps);`,
  tools: { 'run-steps': { export: 'run' } },
};

/** Runs the steps with Node's own algorithms. */
export const runHere = (steps: readonly Step[]): Promise<Shown[]> => runSteps(webcrypto.subtle, steps);
