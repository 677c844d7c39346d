// Keywords of schemas that a tool's schema keeps, and how large what they say may be.

export const NUMBERS = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'];
export const COUNTS = [
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
  'minContains',
  'maxContains',
];
export const ONE = ['not', 'propertyNames', 'contains', 'if', 'then', 'else'];
/** Those that say something about a text, and that every provider knows. `int64` and the like are words for code generators. */
export const FORMATS = ['date', 'date-time', 'time', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uri', 'uuid'];
export const LISTS = ['anyOf', 'oneOf', 'allOf', 'prefixItems'];
export const TYPES = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'];
export const MOST_PATTERN_CHARACTERS = 500;
export const MOST_VALUES = 300;
export const MOST_DEFAULT_CHARACTERS = 200;

export const isPattern = (text: unknown): text is string => {
  if (typeof text !== 'string' || text.length > MOST_PATTERN_CHARACTERS) return false;
  try {
    return new RegExp(text, 'u') !== undefined;
  } catch {
    return false;
  }
};
