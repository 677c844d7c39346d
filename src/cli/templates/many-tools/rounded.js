// Functions that several tools share.

/** Rounds away the error of binary fractions: 0.1 + 0.2 is 0.3. */
export const rounded = (value = 0) => Number(value.toPrecision(12));

/** A language model reads the errors that a tool throws, so they say what would be right. */
export const checkNumber = (name = '', value = 0) => {
  if (!Number.isFinite(value)) throw new TypeError(`"${name}" must be a number, for instance 1.8.`);
};
