// Room on the stack, before a library is entered. Runs inside the isolate.
//
// Libraries keep buffers of their own between calls, and clean them on their way out: what an overflow in the midst left in one
// (GHASH pads its last block in one, say), the next call would compute with. Which of their frames would be the one that
// overflows changes with their versions and the engine's: so none does. See test/state/platform-crypto-edge.

const { apply } = Reflect;
/** Eight bytes of the stack each: 64 kB, several times what the deepest of the libraries takes. */
const WORDS: readonly number[] = new Array(8192).fill(0);
const nothing = (): void => {};

/** Throws RangeError where the stack is nearly used up: the engine looks whether the arguments have room on it. */
export const needRoom = (): void => {
  apply(nothing, undefined, WORDS);
};
