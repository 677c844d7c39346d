// Checks of what the server reads, made ahead from the schemas by `npm run forms`. They say yes or no; ajv.ts has the words for what is refused.

/** True for a manifest of the form of `schemas/plugin.schema.json`. */
export const isManifest: (value: unknown) => boolean;
/** True for a lock file of the form of `schemas/lock.schema.json`. */
export const isLock: (value: unknown) => boolean;
/** True for a JSON Schema whose keywords have values that the meta-schema of JSON Schema 2020-12 allows. */
export const isSchema: (value: unknown) => boolean;
