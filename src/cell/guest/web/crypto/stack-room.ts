// Checks that the stack has room before a library is entered. Runs inside the isolate.
//
// Libraries keep buffers between calls and clean them when they return. If the stack overflowed inside a library, the next call
// would compute with what was left in such a buffer (GHASH, for example, pads its last block in one). Which frame overflows
// changes with the versions of the library and the engine, so no frame of a library may. See test/state/web-crypto-edge.

const { apply } = Reflect;
/** Each takes eight bytes of the stack: 64 kB together, several times as much as the library with the deepest stack needs. */
const WORDS: readonly number[] = new Array(8192).fill(0);
const nothing = (): void => {};

/** Throws RangeError if the stack is nearly used up: the engine checks that the arguments fit on it. */
export const needStackRoom = (): void => {
  apply(nothing, undefined, WORDS);
};
