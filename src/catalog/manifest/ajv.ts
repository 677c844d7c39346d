// ajv, loaded where it is needed: for what the checks of forms.js have refused. Most starts never come here, and its eighty files would cost each of
// them more than all else that reads the plugins folder.

import { createRequire } from 'node:module';
import type { Ajv2020, Options } from 'ajv/dist/2020.js';

const require = createRequire(import.meta.url);

/** A new ajv for JSON Schema 2020-12. */
export const newAjv = (options: Options): Ajv2020 => {
  const { Ajv2020: Ajv } = require('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js');
  return new Ajv(options);
};

// Tests hold the schemas of this repository against their meta-schema, whose compilation takes long.
const OWN_SCHEMA = { ownProperties: true, validateSchema: false, meta: false } satisfies Options;

/** How a manifest is held to `schemas/plugin.schema.json`. */
export const MANIFEST_CHECK: Options = { ...OWN_SCHEMA, allErrors: true, verbose: true, allowUnionTypes: true };
/** How a lock file is held to `schemas/lock.schema.json`. */
export const LOCK_CHECK: Options = OWN_SCHEMA;
/** How a plugin's schema is held to the meta-schema of its dialect. */
export const SCHEMA_CHECK: Options = { strict: false, validateFormats: false, logger: false };
