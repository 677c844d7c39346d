// Arguments and results of calls in the log, of tools that the operator names: without what looks like a secret, and cut off. Front process, in the
// thread that reads the request and then in the main thread.

import type { LogConfig } from '../../settings/config.ts';
import type { ToolCall } from '../../shared/protocol/call.ts';
import { redactedJson } from '../../shared/text/redacted-json.ts';
import { withoutKeys } from '../doors/api-key.ts';

export interface CallPayload {
  /** JSON text, redacted. */
  readonly arguments?: string;
  readonly result?: string;
  /** UTF-8 bytes of each that are written. Until {@link finished}, the texts are longer, so that no secret is cut in two. */
  readonly maxBytes: number;
}

const DEFAULT_BYTES = 2_000;
/** The longest secret. */
const SECRET_BYTES = 8_192;
const REDACTED = '[redacted]';

export class PayloadTaker {
  readonly #tools: ReadonlyMap<string, LogConfig['payloads'][string]>;

  private constructor(payloads: LogConfig['payloads']) {
    this.#tools = new Map(Object.entries(payloads));
  }

  /** Undefined if no tool is named, so that a call costs nothing. */
  static for(payloads: LogConfig['payloads']): PayloadTaker | undefined {
    return Object.keys(payloads).length === 0 ? undefined : new PayloadTaker(payloads);
  }

  /** What the operator asks for of this call; undefined if nothing. `result` is absent if the call failed. */
  take(
    { toolName, argumentsJson }: { readonly toolName: string; readonly argumentsJson: Buffer },
    result: string | Buffer | undefined,
    callerSecrets: ToolCall['callerSecrets'],
  ): CallPayload | undefined {
    const tool = this.#tools.get(toolName);
    if (tool === undefined || !(tool.arguments || tool.results)) return undefined;
    const { maxBytes = DEFAULT_BYTES } = tool;
    const textOf = (json: string | Buffer): string => redacted(json, maxBytes + SECRET_BYTES, valuesOf(callerSecrets));
    return {
      maxBytes,
      ...(tool.arguments && { arguments: textOf(argumentsJson) }),
      ...(tool.results && result !== undefined && { result: textOf(result) }),
    };
  }
}

const valuesOf = (callerSecrets: ToolCall['callerSecrets']): readonly string[] =>
  callerSecrets === undefined ? [] : Object.values(callerSecrets);

/** The beginning of the text, of about `most` bytes. */
const redacted = (json: string | Buffer, most: number, secrets: readonly string[]): string => {
  const begin = typeof json === 'string' ? json.slice(0, most) : json.toString('utf8', 0, most);
  const text = redactedJson(begin, (value) => withoutKeys(withoutValues(value, secrets)));
  return json.length > most && !text.endsWith('…') ? `${text}…` : text;
};

const withoutValues = (text: string, secrets: readonly string[]): string =>
  secrets.reduce((rest, secret) => rest.replaceAll(secret, REDACTED), text);

/** The payload as it is written: without the values of these secrets, and cut off at its bytes. */
export const finished = ({ maxBytes, ...texts }: CallPayload, secrets: readonly string[]): CallPayload => {
  const finish = (text: string | undefined): string | undefined =>
    text === undefined
      ? undefined
      : cut(
          redactedJson(text, (value) => withoutValues(value, secrets)),
          maxBytes,
        );
  const [own, result] = [finish(texts.arguments), finish(texts.result)];
  return { maxBytes, ...(own !== undefined && { arguments: own }), ...(result !== undefined && { result }) };
};

/** The beginning of a text in whole characters; `…` tells that there was more. */
const cut = (text: string, maxBytes: number): string => {
  const bytes = Buffer.from(text);
  if (bytes.length <= maxBytes) return text;
  return `${bytes.toString('utf8', 0, maxBytes).replace(/\ufffd+$/, '')}…`;
};
