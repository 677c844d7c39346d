// Stands in for what only serves or calls over HTTP, such as express, and for parts of MCP's SDK that a call does not use. It may be imported and set up;
// only using it throws. Runs inside the isolate, as part of the packed entry.

/** Names that say that a program waits for requests of others. */
const SERVING = new Set(['listen', 'serve', 'handleRequest', 'start', 'connect']);
const PLAIN = new Set<PropertyKey>([
  'then',
  'toJSON',
  'constructor',
  'prototype',
  'length',
  'name',
  'caller',
  'arguments',
]);

/** A value that takes every use, and throws at those that would serve or connect. `name`: what it stands for. */
export const absent = (name: string): object => {
  const target = function standIn() {};
  const fail = (member: string) => () => {
    throw new Error(`${name}.${member} is not there in a tool: a call is its server's only connection`);
  };
  const members = new Map<PropertyKey, unknown>();
  const whole: object = new Proxy(target, {
    get: (own, key, receiver) => {
      if (typeof key === 'symbol' || PLAIN.has(key)) return Reflect.get(own, key, receiver);
      if (SERVING.has(key)) return fail(key);
      if (!members.has(key)) members.set(key, absent(`${name}.${key}`));
      return members.get(key);
    },
    set: (_own, key, value) => {
      members.set(key, value);
      return true;
    },
    apply: () => whole,
    construct: () => whole,
  });
  return whole;
};
