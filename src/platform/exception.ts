// DOMException, as the Web IDL standard has it. Runs inside the isolate, as a group of the platform.

import type { PlatformGroup } from '../guest/parts.ts';

/** The constants from of old, in the order of their numbers, which begin at 1. */
const CONSTANTS = [
  ...['INDEX_SIZE_ERR', 'DOMSTRING_SIZE_ERR', 'HIERARCHY_REQUEST_ERR', 'WRONG_DOCUMENT_ERR', 'INVALID_CHARACTER_ERR'],
  ...[
    'NO_DATA_ALLOWED_ERR',
    'NO_MODIFICATION_ALLOWED_ERR',
    'NOT_FOUND_ERR',
    'NOT_SUPPORTED_ERR',
    'INUSE_ATTRIBUTE_ERR',
  ],
  ...['INVALID_STATE_ERR', 'SYNTAX_ERR', 'INVALID_MODIFICATION_ERR', 'NAMESPACE_ERR', 'INVALID_ACCESS_ERR'],
  ...['VALIDATION_ERR', 'TYPE_MISMATCH_ERR', 'SECURITY_ERR', 'NETWORK_ERR', 'ABORT_ERR', 'URL_MISMATCH_ERR'],
  ...['QUOTA_EXCEEDED_ERR', 'TIMEOUT_ERR', 'INVALID_NODE_TYPE_ERR', 'DATA_CLONE_ERR'],
] as const;

/** Names that have one of these numbers; a newer name has 0. */
const CODES = new Map<string, number>([
  ['IndexSizeError', 1],
  ['HierarchyRequestError', 3],
  ['WrongDocumentError', 4],
  ['InvalidCharacterError', 5],
  ['NoModificationAllowedError', 7],
  ['NotFoundError', 8],
  ['NotSupportedError', 9],
  ['InUseAttributeError', 10],
  ['InvalidStateError', 11],
  ['SyntaxError', 12],
  ['InvalidModificationError', 13],
  ['NamespaceError', 14],
  ['InvalidAccessError', 15],
  ['TypeMismatchError', 17],
  ['SecurityError', 18],
  ['NetworkError', 19],
  ['AbortError', 20],
  ['URLMismatchError', 21],
  ['QuotaExceededError', 22],
  ['TimeoutError', 23],
  ['InvalidNodeTypeError', 24],
  ['DataCloneError', 25],
]);

class DOMException extends Error {
  readonly #message: string;
  readonly #name: string;

  constructor(message: unknown = '', name: unknown = 'Error') {
    const text = `${message as string}`;
    // V8 writes the message into the stack only if it was the error's own when it was made; the standard has it on the prototype.
    super(text);
    delete (this as { message?: string }).message;
    this.#message = text;
    this.#name = `${name as string}`;
  }

  override get name(): string {
    return this.#name;
  }

  override get message(): string {
    return this.#message;
  }

  get code(): number {
    return CODES.get(this.#name) ?? 0;
  }
}

/** Makes the group. */
export const install: PlatformGroup = () => {
  const { prototype } = DOMException;
  CONSTANTS.forEach((constant, index) => {
    for (const owner of [DOMException, prototype])
      Object.defineProperty(owner, constant, { value: index + 1, enumerable: true });
  });
  for (const name of ['name', 'message', 'code']) Object.defineProperty(prototype, name, { enumerable: true });
  Object.defineProperty(prototype, Symbol.toStringTag, { value: 'DOMException', configurable: true });
  Object.defineProperty(DOMException, 'length', { value: 0, configurable: true });
  return { globals: { DOMException }, samples: () => [new DOMException()] };
};
