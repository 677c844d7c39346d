// What several tools share.

/** Rounds away the error of binary fractions: 0.1 + 0.2 is 0.3. */
export const rounded = (value = 0) => Number(value.toPrecision(12));
