// Carries errors between threads. A structured clone would lose the failure of a CallError, and throws if it cannot copy a value.

import { CallError } from '../../shared/protocol/errors.ts';
import type { CarriedError } from './messages.ts';

export const carried = (error: unknown): CarriedError => {
  if (error instanceof CallError) return { failure: error.failure };
  if (error instanceof Error) return { name: error.name, message: error.message, stack: error.stack };
  return { name: 'Error', message: String(error), stack: undefined };
};

export const errorOf = (error: CarriedError): Error => {
  if ('failure' in error) {
    const { code, detail, ...more } = error.failure;
    return new CallError(code, detail, { more });
  }
  const { name, message, stack } = error;
  return Object.assign(new Error(message), { name }, stack !== undefined && { stack });
};
