// Stands in for a module of Node that a tool cannot have, such as child_process. It may be imported; its functions throw by name when they are called, because
// many servers import what they rarely use. Runs inside the isolate, as part of the packed entry.

const PLAIN = new Set(['__esModule', 'then', 'default', 'prototype', 'constructor', 'toString', 'valueOf', 'toJSON']);

/** The first words of each such error, by which the importer knows them. */
export const NOT_IN_A_TOOL = 'is not available in a tool';

/** Any member is a function that throws. `note` is told of each use. */
export const refusing = (name: string, note: (what: string) => void = () => {}): object =>
  new Proxy(Object.create(null), {
    get: (_target, key) => {
      if (typeof key === 'symbol' || PLAIN.has(key))
        return (Object.prototype as Record<PropertyKey, unknown>)[key as string];
      return function refused(): never {
        note(`${name}.${key}`);
        throw Object.assign(new Error(`${name}.${key} ${NOT_IN_A_TOOL}`), {
          code: 'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM',
        });
      };
    },
    has: () => false,
    getPrototypeOf: () => null,
  });
