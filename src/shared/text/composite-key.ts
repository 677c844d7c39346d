// Makes one key of several parts, for a map, a set, a group or Redis. Pure; any process.

/** Equal only for equal parts: no part can hold a text that passes for another part, as it could with a separator. */
export const compositeKey = (...parts: readonly (string | number | boolean | null)[]): string => JSON.stringify(parts);
