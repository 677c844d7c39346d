// What several tools share.

/** Without the last digits of binary fractions: 0.1 + 0.2 is 0.3. */
export const rounded = (value = 0) => Number(value.toPrecision(12));

/** What a tool throws is read by a language model: it says what would be right. */
export const checkNumber = (name = '', value = 0) => {
  if (!Number.isFinite(value)) throw new TypeError(`"${name}" must be a number, for instance 1.8.`);
};
