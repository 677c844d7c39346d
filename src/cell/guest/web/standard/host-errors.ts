// Makes the errors that a refused host request of the store or of a signature rejects with. Runs inside the isolate.

import type { ExceptionType } from './interface.ts';

/** Names of errors that the standards have as well. The others are this project's own. */
const STANDARD: readonly string[] = ['AbortError', 'NotAllowedError', 'QuotaExceededError', 'TimeoutError'];

/** The function that makes an error from a HostRequestError as JSON. `DOMException`: undefined if the plugin's text does not name it, or a group that needs it. */
export const errorMaker = (DOMException: ExceptionType | undefined): ((text: string) => Error) => {
  const { parse } = JSON;
  const { defineProperty } = Object;
  return (text) => {
    const { name, message } = parse(text) as { readonly name: string; readonly message: string };
    if (name === 'TypeError') return new TypeError(message);
    for (const standard of STANDARD) if (DOMException && name === standard) return new DOMException(message, name);
    return defineProperty(new Error(message), 'name', { value: name, configurable: true, writable: true });
  };
};
