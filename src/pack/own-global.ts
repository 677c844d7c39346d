// The global object as libraries want it: one that they may write to. The bundler puts it in place of `globalThis`, `global` and `self` in a
// bundle. Runs inside the isolate, as part of the packed entry.

/**
 * What a library adds stays in the bundle, and what it reads is what is there. The real one is frozen in one of the two modes. Two objects
 * deep, since some libraries write to the prototype of the global object.
 */
const ownGlobal: object = /* @__PURE__ */ Object.create(/* @__PURE__ */ Object.create(globalThis));

export { ownGlobal as global, ownGlobal as globalThis, ownGlobal as self };
