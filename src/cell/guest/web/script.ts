// What a script gets in addition to its globals: `tools`, whose members call tools, find them and describe them, and ToolError. Runs inside the isolate, as a group of web APIs that
// the frame of a script names. Every call is one host request, and the host decides who calls, what may be called, and what it may cost.

import type { WebGroup } from '../scripts/parts.ts';

interface Options {
  readonly idempotencyKey?: unknown;
  /** Of a search. */
  readonly limit?: unknown;
  readonly maxTokens?: unknown;
}

export const install: WebGroup = ({ isShared, hostRequest, placeOf }) => {
  // A script has an isolate of its own. A plugin that names the group in a realm gets nothing, so that nothing here has to be frozen.
  if (isShared) return { globals: {} };
  const { parse, stringify } = JSON;
  const { defineProperty, freeze, keys } = Object;
  const NativePromise = Promise;

  class ToolError extends Error {}
  defineProperty(ToolError.prototype, 'name', { value: 'ToolError', configurable: true, writable: true });

  /** `text`: a ToolErrorText, or a HostRequestError. */
  const errorOf = (text: string): Error => {
    const members = parse(text) as Record<string, unknown>;
    const error = new ToolError(members.message as string);
    const names = keys(members);
    for (let i = 0; i < names.length; i += 1) {
      const name = names[i] as string;
      const value = members[name];
      if (name !== 'message')
        defineProperty(error, name, { value, enumerable: true, configurable: true, writable: true });
    }
    return error;
  };

  const textOf = (toolName: string, args: unknown, { idempotencyKey = '' }: Options): string => {
    if (typeof idempotencyKey !== 'string' || idempotencyKey.includes('\n'))
      throw new TypeError('idempotencyKey must be a text of visible ASCII characters.');
    const text = stringify(args) as string | undefined;
    if (text === undefined) throw new TypeError(`The arguments of ${toolName} must be an object.`);
    return `${toolName}\n${idempotencyKey}\n${text}`;
  };

  /** Tools take objects, so a text asks about tools, even if a tool has that name. No tool has a name with a question mark. */
  const questionOf = (toolName: string, text: string, { limit, maxTokens }: Options): string | undefined => {
    if (toolName === 'find') return `?find\n\n${stringify({ query: text, limit, maxTokens })}`;
    if (toolName === 'describe') return `?describe\n\n${stringify({ name: text })}`;
    return undefined;
  };

  const callerOf = (toolName: string): ((args?: unknown, options?: Options) => Promise<unknown>) => {
    const call = async (args: unknown = {}, options: Options = {}): Promise<unknown> => {
      const place = placeOf(call);
      const question = typeof args === 'string' ? questionOf(toolName, args, options) : undefined;
      const text = question ?? textOf(toolName, args, options);
      return new NativePromise((resolve, reject) => {
        hostRequest('tool', text, (ok, answer, refuse) => {
          if (ok) resolve(parse(answer));
          else reject(refuse(errorOf(answer), place));
        });
      });
    };
    return call;
  };

  const tools = new Proxy(freeze({ __proto__: null }), {
    // `await tools` asks for `then`. Names of tools have no line feed.
    get: (_target, name) =>
      typeof name !== 'string' || name === 'then' || name.includes('\n') ? undefined : callerOf(name),
  });
  return { globals: {}, context: { toolcellScript: freeze({ tools, ToolError }) } };
};
