// Names of the library modules that validator code may require. The runner's image holds their text, and runners provide it.

/** Modules that validator code itself may require. */
export const VALIDATOR_MODULES: readonly string[] = [
  'ajv/dist/runtime/ucs2length',
  'ajv/dist/runtime/equal',
  'ajv/dist/runtime/validation_error',
  'ajv-formats/dist/formats',
];

/** Modules that one of those requires in turn. */
export const MODULES_NEEDED: Readonly<Record<string, readonly string[]>> = {
  'ajv/dist/runtime/equal': ['fast-deep-equal'],
};
