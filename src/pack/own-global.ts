// The global object as libraries want it: one that they may write to. The bundler puts it where a bundle names `globalThis` or `global`. Runs
// inside the isolate, as part of the packed entry.

/**
 * What a library adds stays in the bundle, and what it reads is what is there. The real one is frozen in one of the two modes.
 */
const ownGlobal: object = /* @__PURE__ */ Object.create(globalThis);

export { ownGlobal as global, ownGlobal as globalThis };
