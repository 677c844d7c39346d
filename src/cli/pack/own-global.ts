// A global object that libraries may write to. The bundler uses it for `globalThis`, `global` and `self` in a
// bundle. Runs inside the isolate, as part of the packed entry.

/**
 * Values that a library adds stay in the bundle; reads reach the real global object, which is frozen in `realm` mode. Two objects
 * deep, because some libraries write to the prototype of the global object.
 */
const ownGlobal: object = /* @__PURE__ */ Object.create(/* @__PURE__ */ Object.create(globalThis));

export { ownGlobal as global, ownGlobal as globalThis, ownGlobal as self };
