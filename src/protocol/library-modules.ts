// The library modules that the code of validators may ask for, by name. The runner's image holds their text, and runners offer it.

/** For validator code itself. */
export const VALIDATOR_MODULES: readonly string[] = [
  'ajv/dist/runtime/ucs2length',
  'ajv/dist/runtime/equal',
  'ajv/dist/runtime/validation_error',
  'ajv-formats/dist/formats',
];

/** What one of those asks for in its turn. */
export const MODULES_NEEDED: Readonly<Record<string, readonly string[]>> = {
  'ajv/dist/runtime/equal': ['fast-deep-equal'],
};
