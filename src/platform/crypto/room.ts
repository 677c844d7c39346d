// Room on the stack, before a library is entered. Runs inside the isolate.
//
// Libraries keep buffers of their own between calls, and clean them on their way out: an overflow in the midst would leave in
// them what the next call computes with. Why: test/state/platform-crypto-edge.

const { apply } = Reflect;
/** Eight bytes of the stack each: 64 kB, several times what the deepest of the libraries takes. */
const WORDS = Object.freeze(Array.from({ length: 8192 }, () => 0));
const nothing = (): void => {};

/** Throws RangeError where the stack is nearly used up: the engine looks whether the arguments have room on it. */
export const needRoom = (): void => {
  apply(nothing, undefined, WORDS);
};
