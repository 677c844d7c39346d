// What the host answers during an example, as its manifest writes it → as it crosses to a runner. Front process and command line.

import type { AskAnswer, AskError, FetchGiven } from '../../protocol/capabilities.ts';
import type { ExampleEffect } from '../../protocol/program.ts';
import type { EffectError, FetchEffect, StoreEffect, ToolEffect } from '../../sdk/manifest.ts';

const failed = ({ name, message }: EffectError): AskAnswer => ({
  ok: false,
  text: JSON.stringify({ name, message } satisfies AskError),
});

const given = (value: unknown): AskAnswer => ({ ok: true, text: JSON.stringify(value) });

/** Names in small letters, as they come from the broker. */
const headersOf = ({ headers = {}, json }: FetchEffect['answer'] & object): FetchGiven['headers'] => {
  const pairs = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  const isTyped = json === undefined || pairs.some(([name]) => name === 'content-type');
  return isTyped ? pairs : [...pairs, ['content-type', 'application/json']];
};

const responseOf = ({ fetch: url, answer = {} }: FetchEffect): FetchGiven => ({
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
  answer: effect.error ? failed(effect.error) : given(responseOf(effect)),
});

const storeEffect = ({ store, answer, error }: StoreEffect): ExampleEffect => ({
  kind: 'store',
  // The manifest's check has seen that it is one kind of question, whole.
  question: store as (ExampleEffect & { kind: 'store' })['question'],
  answer: error ? failed(error) : given(answer),
});

/** The effects of an example, in their order. */
export const exampleEffects = (effects: readonly ToolEffect[]): readonly ExampleEffect[] =>
  effects.map((effect) => ('store' in effect ? storeEffect(effect) : fetchEffect(effect)));
