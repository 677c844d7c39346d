// Validators that `npm run forms` generates from the schemas. They only tell right from wrong; ajv explains what is wrong.

/** True for a manifest that fits `schemas/plugin.schema.json`. */
export const isManifest: (value: unknown) => boolean;
/** True for a lock file that fits `schemas/lock.schema.json`. */
export const isLock: (value: unknown) => boolean;
/** True for a schema that fits the meta-schema of JSON Schema 2020-12. */
export const isSchema: (value: unknown) => boolean;
