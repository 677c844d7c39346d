// `Function` for libraries that put names on the global object and compile code that reads them, as ArkType does. Runs inside the isolate, as part of the
// packed entry.

import { globalThis as ownGlobal } from './own-global.ts';

const Real = (() => {}).constructor as FunctionConstructor;
const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;

/** Compiles the code so that it finds the names that the bundle has put on its global object until now, as parameters of a function around it. */
const compile = (parts: readonly unknown[]): object => {
  const made = Real(...parts.map(String));
  const names = Object.keys(ownGlobal).filter((name) => IDENTIFIER.test(name));
  if (names.length === 0) return made;
  return Real(...names, `return ${made}`)(...names.map((name) => Reflect.get(ownGlobal, name)));
};

/** The constructor of functions. Every function is an instance of it, and its `constructor` remains the real one. */
const OwnFunction: FunctionConstructor = /* @__PURE__ */ new Proxy(Real, {
  apply: (_real, _this, parts) => compile(parts),
  construct: (_real, parts, made): object =>
    Object.setPrototypeOf(compile(parts), made === OwnFunction ? Real.prototype : made.prototype),
});

export { OwnFunction as Function };
