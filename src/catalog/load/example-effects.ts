// Turns the host's answers during an example from the manifest's form into the form that a runner gets. Front process and command line.

import type { EffectError, FetchEffect, StoreEffect, ToolEffect } from '../../../packages/plugin/src/manifest.ts';
import type { FetchResponse, HostReply, HostRequestError } from '../../shared/protocol/capabilities.ts';
import type { ExampleEffect } from '../../shared/protocol/program.ts';

const failed = ({ name, message }: EffectError): HostReply => ({
  ok: false,
  text: JSON.stringify({ name, message } satisfies HostRequestError),
});

const given = (value: unknown): HostReply => ({ ok: true, text: JSON.stringify(value) });

/** Header names in lower case, as the broker sends them. */
const headersOf = ({ headers = {}, json }: FetchEffect['answer'] & object): FetchResponse['headers'] => {
  const pairs = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  const isTyped = json === undefined || pairs.some(([name]) => name === 'content-type');
  return isTyped ? pairs : [...pairs, ['content-type', 'application/json']];
};

const responseOf = ({ fetch: url, answer = {} }: FetchEffect): FetchResponse => ({
  url,
  redirected: false,
  status: answer.status ?? 200,
  statusText: '',
  headers: headersOf(answer),
  ...(answer.body !== undefined && { body: answer.body }),
  ...(answer.json !== undefined && { body: JSON.stringify(answer.json) }),
  ...(answer.base64 !== undefined && { base64: answer.base64 }),
});

const fetchEffect = (effect: FetchEffect): ExampleEffect => ({
  kind: 'fetch',
  url: effect.fetch,
  method: effect.method ?? 'GET',
  reply: effect.error ? failed(effect.error) : given(responseOf(effect)),
});

const storeEffect = ({ store, answer, error }: StoreEffect): ExampleEffect => ({
  kind: 'store',
  // The manifest was checked: this is exactly one kind of request, complete.
  request: store as (ExampleEffect & { kind: 'store' })['request'],
  reply: error ? failed(error) : given(answer),
});

export const exampleEffects = (effects: readonly ToolEffect[]): readonly ExampleEffect[] =>
  effects.map((effect) => ('store' in effect ? storeEffect(effect) : fetchEffect(effect)));
