// Loads ajv on first use, for values that the checks of schemas/checks.js have refused. Most starts need none of its eighty files, which would cost
// them more than the rest of reading the plugins folder. Front process and command line.

import { createRequire } from 'node:module';
import type { Ajv2020, Options } from 'ajv/dist/2020.js';

const require = createRequire(import.meta.url);

export const newAjv = (options: Options): Ajv2020 => {
  const { Ajv2020: Ajv } = require('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js');
  return new Ajv(options);
};

// Tests check the schemas of this repository against their meta-schema, which takes long to compile.
const OWN_SCHEMA = { ownProperties: true, validateSchema: false, meta: false } satisfies Options;

/** For manifests and `schemas/plugin.schema.json`: finds every error. */
export const MANIFEST_CHECK: Options = { ...OWN_SCHEMA, allErrors: true, verbose: true, allowUnionTypes: true };
/** For lock files and `schemas/lock.schema.json`. */
export const LOCK_CHECK: Options = OWN_SCHEMA;
/** For a plugin's schemas and the meta-schema of their dialect. */
export const SCHEMA_CHECK: Options = { strict: false, validateFormats: false, logger: false };

/** Checks arguments and results with formats, as a runner does. */
export const newAjvWithFormats = (): Ajv2020 => {
  const { default: addFormats } = require('ajv-formats') as { default(ajv: Ajv2020): void };
  const ajv = newAjv({ ...SCHEMA_CHECK, validateFormats: true });
  addFormats(ajv);
  return ajv;
};
