// DOMException of the Web IDL standard. Runs inside the isolate, as a group of web APIs.

import type { WebGroup } from '../scripts/parts.ts';

/** The legacy constants in the order of their numbers, which begin at 1, with the name that has this number. Newer names have 0. */
const LEGACY: readonly (readonly [constant: string, name?: string])[] = [
  ['INDEX_SIZE_ERR', 'IndexSizeError'],
  ['DOMSTRING_SIZE_ERR'],
  ['HIERARCHY_REQUEST_ERR', 'HierarchyRequestError'],
  ['WRONG_DOCUMENT_ERR', 'WrongDocumentError'],
  ['INVALID_CHARACTER_ERR', 'InvalidCharacterError'],
  ['NO_DATA_ALLOWED_ERR'],
  ['NO_MODIFICATION_ALLOWED_ERR', 'NoModificationAllowedError'],
  ['NOT_FOUND_ERR', 'NotFoundError'],
  ['NOT_SUPPORTED_ERR', 'NotSupportedError'],
  ['INUSE_ATTRIBUTE_ERR', 'InUseAttributeError'],
  ['INVALID_STATE_ERR', 'InvalidStateError'],
  ['SYNTAX_ERR', 'SyntaxError'],
  ['INVALID_MODIFICATION_ERR', 'InvalidModificationError'],
  ['NAMESPACE_ERR', 'NamespaceError'],
  ['INVALID_ACCESS_ERR', 'InvalidAccessError'],
  ['VALIDATION_ERR'],
  ['TYPE_MISMATCH_ERR', 'TypeMismatchError'],
  ['SECURITY_ERR', 'SecurityError'],
  ['NETWORK_ERR', 'NetworkError'],
  ['ABORT_ERR', 'AbortError'],
  ['URL_MISMATCH_ERR', 'URLMismatchError'],
  ['QUOTA_EXCEEDED_ERR', 'QuotaExceededError'],
  ['TIMEOUT_ERR', 'TimeoutError'],
  ['INVALID_NODE_TYPE_ERR', 'InvalidNodeTypeError'],
  ['DATA_CLONE_ERR', 'DataCloneError'],
];
const CODES = new Map(LEGACY.map(([, name], index) => [name, index + 1]));

class DOMException extends Error {
  readonly #message: string;
  readonly #name: string;

  constructor(message: unknown = '', name: unknown = 'Error') {
    const text = `${message as string}`;
    // V8 writes the message into the stack only if it is the error's own property when the stack is captured. The standard has it on the prototype.
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

export const install: WebGroup = () => {
  const { prototype } = DOMException;
  LEGACY.forEach(([constant], index) => {
    for (const owner of [DOMException, prototype])
      Object.defineProperty(owner, constant, { value: index + 1, enumerable: true });
  });
  for (const name of ['name', 'message', 'code']) Object.defineProperty(prototype, name, { enumerable: true });
  Object.defineProperty(prototype, Symbol.toStringTag, { value: 'DOMException', configurable: true });
  Object.defineProperty(DOMException, 'length', { value: 0, configurable: true });
  return { globals: { DOMException }, samples: () => [new DOMException()] };
};
