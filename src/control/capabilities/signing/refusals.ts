// The refusals of requests for a signature. Control thread.

import { type CapabilityAnswer, type Denial, notGranted, pastLimit, refusal } from '../refusal.ts';
import type { Signing, SigningScope } from './request.ts';

const TARGET = 'sign';
const NOT_ALLOWED = 'NotAllowedError';

export const failed = (name: string, message: string): CapabilityAnswer => refusal({ name, message });

export const ABORTED = failed('AbortError', 'The call has ended.');

const denial = (rule: Denial['rule'], reason: string, hint: string): Denial => ({ rule, target: TARGET, reason, hint });

/** `plugin.json` does not ask for this key with this algorithm. */
export const notAsked = ({ name, algorithm }: Signing): CapabilityAnswer => {
  const message = `The plugin does not ask to sign with ${name} and ${algorithm}.`;
  const hint = `add {"name": "${name}", "algorithms": ["${algorithm}"]} to capabilities.signing in plugin.json`;
  return refusal({ name: NOT_ALLOWED, message }, { denial: denial('manifest', message, hint) });
};

/** The operator has bound no such key to the plugin. */
export const notBound = ({ name, algorithm }: Signing, { pluginName }: SigningScope): CapabilityAnswer => {
  const message = `The operator has given ${pluginName} no key ${name} to sign with.`;
  const setting = `secrets.${name}`;
  const hint = `add "${name}": {"plugin": "${pluginName}", "algorithms": ["${algorithm}"], "env": "${name}"} to secrets in sandbox.config.json`;
  return refusal(
    { name: NOT_ALLOWED, message },
    { failure: notGranted(message, setting), denial: denial('secret', message, hint) },
  );
};

/** The operator lets the plugin sign with the key, but not by this algorithm. */
export const notThatWay = ({ name, algorithm }: Signing, { pluginName }: SigningScope): CapabilityAnswer => {
  const message = `The operator does not let ${pluginName} sign by ${algorithm} with ${name}.`;
  const setting = `secrets.${name}.algorithms`;
  return refusal(
    { name: NOT_ALLOWED, message },
    {
      failure: notGranted(message, setting),
      denial: denial('secret', message, `add "${algorithm}" to ${setting} in sandbox.config.json`),
    },
  );
};

export const tooMany = ({ limits: { signCalls } }: SigningScope): CapabilityAnswer => {
  const message = `The call has had ${signCalls} signatures (signCalls), and may have no more.`;
  return refusal(
    { name: 'QuotaExceededError', message },
    {
      failure: pastLimit('signCalls', signCalls, message),
      denial: denial('signCalls', message, 'raise limits.signCalls in sandbox.config.json, or sign less'),
    },
  );
};

/** The plugin asks faster than its turns allow, while others have theirs. */
export const flooded = ({ pluginName }: SigningScope): CapabilityAnswer => {
  const name = 'QuotaExceededError';
  const message = `${pluginName} asks for signatures faster than they are made, and this one was dropped. Ask for fewer at a time.`;
  return refusal({ name, message }, { failure: { code: 'tool_error', detail: `${name}: ${message}` } });
};
