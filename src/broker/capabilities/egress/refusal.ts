// How a request comes to nothing: one error class for the inside of the egress, which becomes the guest's error at its edge.
// Broker thread.

import type { AskAnswer, AskError } from '../../../protocol/capabilities.ts';

/** A request that came to nothing. `message` is for who wrote the plugin: no resolved address, no secret, no library's words. */
export class EgressRefusal extends Error {
  override readonly name: string;

  constructor(name: string, message: string) {
    super(message);
    this.name = name;
  }
}

/** The manifest or the operator does not allow it. */
export const notAllowed = (message: string): EgressRefusal => new EgressRefusal('NotAllowedError', message);

/** The request makes no sense, or the network failed: what `fetch` rejects with in browsers too. */
export const failed = (message: string): EgressRefusal => new EgressRefusal('TypeError', message);

/** A limit of the call was passed. */
export const overLimit = (message: string): EgressRefusal => new EgressRefusal('QuotaExceededError', message);

/** The call ended, or the guest gave the request up. */
export const givenUp = (): EgressRefusal => new EgressRefusal('AbortError', 'The request was given up.');

/** The answer that an error becomes. What is no refusal is a fault of ours, of which nothing is told. */
export const answerOf = (error: unknown): AskAnswer => {
  const { name, message }: AskError =
    error instanceof EgressRefusal ? error : failed('The request failed inside the host; its log has the reason.');
  return { ok: false, text: JSON.stringify({ name, message }) };
};
